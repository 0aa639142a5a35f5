"""GraphQL over HTTP, following the GraphQL Foundation's draft of that name, for one schema at one path.

Answers come in three media types. `application/graphql-response+json` has status 400 if nothing was executed.
`application/json`, the default, has status 200 for every well-formed request, even one that fails. `text/event-stream` is
for subscriptions, but also answers other operations: GraphQL over server-sent events in "distinct connections" mode.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import AsyncGenerator, Callable, Iterable
from functools import lru_cache
from typing import Any

import msgspec
from graphql import GraphQLError, GraphQLFormattedError
from msgspec import Struct
from starlette.datastructures import QueryParams
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import HTMLResponse, Response
from starlette.types import Receive, Scope, Send

from taphouse.schema.execution.executor import MUTATION, QUERY, SUBSCRIPTION, Answer, Executable, Result, Stream
from taphouse.schema.failures import RateLimited
from taphouse.schema.ports import Caller
from taphouse.service.access import rate_limits
from taphouse.service.access.tokens import caller
from taphouse.service.http import server_sent_events
from taphouse.service.http.json_bodies import Incoming
from taphouse.service.runtime import telemetry
from taphouse.service.runtime.settings import Settings
from taphouse.service.services import services

JSON = "application/json"
GRAPHQL = "application/graphql-response+json"
HTML = "text/html"

_SAFE = ("GET", "HEAD")
_LONGEST_NAME = 64


class Parameters(Struct, frozen=True):
    """The parameters of a GraphQL request, named as in the draft."""

    query: str
    variables: dict[str, Any] | None = None
    operationName: str | None = None  # noqa: N815 -- the draft's name
    extensions: dict[str, Any] | None = None


_decoder = Incoming(Parameters)
_map_decoder = Incoming(dict[str, Any] | None)


class _Refused(Exception):
    """The request is not a valid GraphQL request; holds the answer."""

    def __init__(self, status: int, code: str, message: str, headers: dict[str, str] | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.headers = headers or {}


class GraphQLEndpoint:
    """An ASGI application that answers GraphQL requests, and serves GraphiQL to browsers.

    Args:
        executable: The schema.
        make_context: Makes `info.context` for resolvers from the request, its caller and its cost.
        settings: Whether GraphiQL is served, and how long a client may leave events unread.
    """

    def __init__(
        self, executable: Executable, make_context: Callable[[HTTPConnection, Caller, int], Any], settings: Settings
    ) -> None:
        self._executable = executable
        self._make_context = make_context
        self._graphiql, self._patience = settings.graphiql, settings.send_timeout

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        request = Request(scope, receive)
        offered = (JSON, GRAPHQL, server_sent_events.MEDIA)
        page = self._graphiql and request.method in _SAFE and "query" not in request.query_params
        media = negotiate(request.headers.getlist("accept"), (*offered, HTML) if page else offered)
        if media == HTML:
            await HTMLResponse(GRAPHIQL, headers=_PAGE_HEADERS)(scope, receive, send)
            return
        sender = await rate_limits.metered(caller(request), services(request.scope).rates)
        try:
            response = await self._answer(request, media, sender)
        except ClientDisconnect:  # while it sent the body: nobody is left to answer
            telemetry.note(outcome="disconnected")
            return
        except Exception:
            await rate_limits.broken(sender)
            raise
        response.headers.update(rate_limits.headers(sender))
        await response(scope, receive, send)

    async def _answer(
        self, request: Request, media: str | None, sender: Caller
    ) -> Response | server_sent_events.EventStream:
        plain = JSON if media in (None, server_sent_events.MEDIA) else media
        try:
            try:
                result = await self._execute(request, media, sender)
            except _Refused:
                await rate_limits.admit(sender)  # invalid requests are not free
                raise
            await rate_limits.admit(sender)
            if isinstance(result, Stream):
                telemetry.note(operation=result.operation[:_LONGEST_NAME], operation_type="subscription")
                return server_sent_events.EventStream(_frames(result.bodies), result.aclose, self._patience)
            _note(result)
            if result.answer is Answer.NOT_HERE and result.type == SUBSCRIPTION.value:
                raise _Refused(
                    406,
                    "STREAM_ONLY",
                    f"Send Accept: {server_sent_events.MEDIA} for a subscription, or use a WebSocket.",
                )
            if result.answer is Answer.NOT_HERE:
                raise _Refused(
                    405, "QUERIES_ONLY", "GET only executes queries; use POST for mutations.", {"allow": "POST"}
                )
        except RateLimited as limited:
            telemetry.note(outcome="RATE_LIMITED")
            return _error(limited.formatted, plain, 429, limited.headers)
        except _Refused as refused:
            telemetry.note(outcome=refused.code)
            error: GraphQLFormattedError = {"message": str(refused), "extensions": {"code": refused.code}}
            return _error(error, plain, refused.status, refused.headers)
        body = result.encoded(rate_limits.extensions(sender))
        failed = result.answer is Answer.REQUEST_ERROR
        if media == server_sent_events.MEDIA and not failed and not result.unavailable:
            only = _only(body)
            return server_sent_events.EventStream(_frames(only), only.aclose, self._patience)
        if result.unavailable:
            return _response(body, plain, 503, {"retry-after": "1"})
        return _response(body, plain, 400 if failed and media != JSON else 200)

    async def _execute(self, request: Request, media: str | None, sender: Caller) -> Result | Stream:
        if media is None:
            raise _Refused(406, "NOT_ACCEPTABLE", f"Accept {GRAPHQL}, {JSON} or {server_sent_events.MEDIA}.")
        try:
            parameters = await _parameters(request)
        except GraphQLError as error:
            return Result(Answer.REQUEST_ERROR, None, (error.formatted,))
        telemetry.brought(parameters.query, parameters.variables)
        allow = [QUERY] if request.method in _SAFE else [QUERY, MUTATION]
        return await self._executable.execute(
            parameters.query,
            parameters.variables,
            parameters.operationName or None,
            lambda cost: self._make_context(request, sender, cost),
            allow=[*allow, SUBSCRIPTION] if media == server_sent_events.MEDIA else allow,
            reading=lambda points: rate_limits.read(sender, points),
        )


def negotiate(accept: Iterable[str], offered: tuple[str, ...]) -> str | None:
    """The offered media type that `Accept` headers prefer (RFC 9110, section 12.5.1); None if they accept none.

    Among equal weights, the most specific range wins, then the first offer; without `Accept`, the first offer.
    """
    wanted = ",".join(accept)
    return (_cached_preference if len(wanted) <= _LONGEST_CACHED else _preferred)(wanted, offered)


def _preferred(wanted: str, offered: tuple[str, ...]) -> str | None:
    ranges = [part for part in wanted.split(",") if part.strip()] or ["*/*"]
    best: tuple[float, int, str] | None = None
    weights = [_weight(part) for part in ranges]
    for media in offered:
        exact, quality = max(
            (
                (exact, quality)
                for exact, name in enumerate(("*/*", media.split("/", maxsplit=1)[0] + "/*", media))
                for media_range, quality in weights
                if media_range == name
            ),
            default=(0, 0.0),
        )
        # A client that names both JSON types with equal weight knows the newer one.
        newer = exact == 2 and media == GRAPHQL
        if quality > 0 and (best is None or (quality, exact + newer) > best[:2]):
            best = quality, exact + newer, media
    return best[2] if best else None


_LONGEST_CACHED = 500
"""The longest `Accept` header that is cached, so that large headers do not fill the memory."""
_cached_preference = lru_cache(maxsize=256)(_preferred)


def _weight(part: str) -> tuple[str, float]:
    """A media range and its weight; 0 for encodings other than UTF-8, which are not available."""
    name, *parameters = (piece.strip().lower() for piece in part.split(";"))
    quality = 1.0
    for parameter in parameters:
        key, _, value = parameter.partition("=")
        if key == "q":
            try:
                quality = float(value)
            except ValueError:
                quality = 0.0
        elif key == "charset" and value.strip('"') not in {"utf-8", "utf8"}:
            quality = 0.0
    return name, quality


def sends_json(request: Request) -> bool:
    """Whether the `Content-Type` of a request is JSON in UTF-8."""
    name, *more = (piece.strip().lower() for piece in request.headers.get("content-type", "").split(";"))
    encodings = {piece.partition("=")[2].strip('"') for piece in more if piece.startswith("charset=")}
    return name == JSON and encodings <= {"utf-8", "utf8"}


async def _parameters(request: Request) -> Parameters:
    if request.method in _SAFE:
        return _from_url(request.query_params)
    if request.method != "POST":
        raise _Refused(405, "METHOD_NOT_ALLOWED", "Use GET or POST.", {"allow": "GET, HEAD, POST"})
    if not sends_json(request):
        raise _Refused(415, "UNSUPPORTED_MEDIA_TYPE", f"Send the body as {JSON} in UTF-8.")
    body = await request.body()
    if body.lstrip()[:1] == b"[":
        raise _Refused(400, "BATCHED", "Batching is not supported; send each operation in its own request.")
    parameters: Parameters = _decoded(_decoder, body, "body")
    return parameters


def _from_url(query: QueryParams) -> Parameters:
    if "query" not in query:
        raise _Refused(400, "BAD_REQUEST", "The parameter `query` is missing.")
    return Parameters(
        query["query"],
        _decoded(_map_decoder, query.get("variables") or "null", "variables"),
        query.get("operationName") or None,
        _decoded(_map_decoder, query.get("extensions") or "null", "extensions"),
    )


def _decoded(decoder: Incoming, text: bytes | str, what: str) -> Any:
    try:
        return decoder.decode(text)
    except msgspec.ValidationError as error:
        raise _Refused(400, "BAD_REQUEST", f"The {what} is not valid: {error}.") from None
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise _Refused(400, "BAD_JSON", f"The {what} is not valid JSON.") from None


def _note(result: Result) -> None:
    outcome = "errors" if result.answer is Answer.EXECUTED and result.errors else result.answer.value
    telemetry.note(operation=result.operation[:_LONGEST_NAME], operation_type=result.type, outcome=outcome)


async def _frames(bodies: AsyncGenerator[bytes, None]) -> AsyncGenerator[bytes, None]:
    """Answers as the events of GraphQL over server-sent events."""
    async for body in bodies:
        yield server_sent_events.frame(body, "next")
    yield server_sent_events.frame(b"", "complete")


async def _only(body: bytes) -> AsyncGenerator[bytes, None]:
    yield body


def _error(error: GraphQLFormattedError, media: str, status: int, headers: dict[str, str]) -> Response:
    return _response(msgspec.json.encode({"errors": [error]}), media, status, headers)


def _response(body: bytes, media: str, status: int, headers: dict[str, str] | None = None) -> Response:
    """A JSON response that must not be cached, since it depends on the caller."""
    own = {"content-type": f"{media}; charset=utf-8", "vary": "accept", "cache-control": "no-store"}
    return Response(body, status, {**own, **(headers or {})})


# GraphiQL's page. The user's browser loads its scripts and styles from a CDN, pinned by hash; an operator can disable the page
# with the setting `graphiql`.
_CDN = "https://cdn.jsdelivr.net/npm/"
_START = """
document.getElementById("failed").hidden = "GraphiQL" in window;
const socket = location.origin.replace(/^http/, "ws") + location.pathname;
const fetcher = GraphiQL.createFetcher({url: location.pathname, subscriptionUrl: socket});
const defaultQuery = `# Ctrl-Space completes, Ctrl-Enter runs. Put a seat's token into the headers below:
# {"Authorization": "Bearer ..."}
{
  catalogue { kinds { id title minSeats maxSeats text } }
}
`;
ReactDOM.createRoot(document.getElementById("graphiql")).render(
  React.createElement(GraphiQL, {fetcher, defaultQuery, defaultHeaders: "{}", isHeadersEditorEnabled: true,
    shouldPersistHeaders: false}));
"""
GRAPHIQL = f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>GraphiQL</title>
<style>html, body, #graphiql {{ height: 100%; margin: 0 }}</style>
<link rel="stylesheet" href="{_CDN}graphiql@3.9.0/graphiql.min.css" crossorigin
 integrity="sha384-QMux00XgRtwRLSYIY3kw2rj1ovk5AuuliAchk+HSQbqdbGFnz9GYuqIlOqxhwCE2">
</head>
<body>
<div id="graphiql">
<noscript>GraphiQL needs JavaScript.</noscript>
<p id="failed" hidden>GraphiQL could not be loaded: this page needs scripts from cdn.jsdelivr.net.
The API still works; send POST requests to this URL.</p>
</div>
<script src="{_CDN}react@18.3.1/umd/react.production.min.js" crossorigin
 integrity="sha384-DGyLxAyjq0f9SPpVevD6IgztCFlnMF6oW/XQGmfe+IsZ8TqEiDrcHkMLKI6fiB/Z"></script>
<script src="{_CDN}react-dom@18.3.1/umd/react-dom.production.min.js" crossorigin
 integrity="sha384-gTGxhz21lVGYNMcdJOyq01Edg0jhn/c22nsx0kyqP0TxaV5WVdsSH1fSDUf5YJj1"></script>
<script src="{_CDN}graphiql@3.9.0/graphiql.min.js" crossorigin
 integrity="sha384-8NGfVj4CVlqHajlZj+bPJT4thxPMHMJYn7DWK2CvtopLd02E7qsPHazniBYvVjOO"></script>
<script>{_START}</script>
</body>
</html>
"""
_PAGE_HEADERS = {
    "cache-control": "no-store",
    "vary": "accept",
    # A token typed into the page can only be sent to this service.
    "content-security-policy": f"default-src 'none'; connect-src 'self'; img-src data:; font-src {_CDN} data:; "
    f"style-src {_CDN} 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; script-src {_CDN} "
    f"'sha256-{base64.b64encode(hashlib.sha256(_START.encode()).digest()).decode()}'",
}
