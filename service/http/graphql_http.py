"""GraphQL over HTTP, by the GraphQL Foundation's draft of that name, for one schema at one path.

Three media types are answered in. `application/graphql-response+json` has a status that means something: 400 when nothing
was executed. `application/json`, which is what a client gets that asks for nothing better, has 200 for every well-formed
request, whatever came of it. `text/event-stream` is for subscriptions, and answers other operations too: it is GraphQL over
server-sent events in the mode of distinct connections.
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

_READ = ("GET", "HEAD")
_LONGEST_NAME = 64


class Parameters(Struct, frozen=True):
    """What a request asks for, as the draft names it."""

    query: str
    variables: dict[str, Any] | None = None
    operationName: str | None = None  # noqa: N815 -- the draft's word
    extensions: dict[str, Any] | None = None


_decoder = Incoming(Parameters)
_map_decoder = Incoming(dict[str, Any] | None)


class _Refused(Exception):
    """The request is no GraphQL request, and this is what to answer."""

    def __init__(self, status: int, code: str, message: str, headers: dict[str, str] | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.headers = headers or {}


class GraphQLEndpoint:
    """An ASGI application that answers GraphQL requests, and browsers that ask for a page with GraphiQL.

    Args:
        executable: the schema.
        make_context: from a request, who asks and what it costs, what resolvers find in `info.context`.
        settings: whether there is a GraphiQL, and how long a client may leave events unread.
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
        page = self._graphiql and request.method in _READ and "query" not in request.query_params
        media = negotiate(request.headers.getlist("accept"), (*offered, HTML) if page else offered)
        if media == HTML:
            await HTMLResponse(GRAPHIQL, headers=_PAGE_HEADERS)(scope, receive, send)
            return
        asker = await rate_limits.metered(caller(request), services(request.scope).rates)
        try:
            response = await self._answer(request, media, asker)
        except ClientDisconnect:  # in the middle of his body: nobody is left to answer
            telemetry.note(outcome="disconnected")
            return
        except Exception:
            await rate_limits.broken(asker)
            raise
        response.headers.update(rate_limits.headers(asker))
        await response(scope, receive, send)

    async def _answer(
        self, request: Request, media: str | None, asker: Caller
    ) -> Response | server_sent_events.EventStream:
        plain = JSON if media in (None, server_sent_events.MEDIA) else media
        try:
            try:
                result = await self._execute(request, media, asker)
            except _Refused:
                await rate_limits.admit(asker)  # what cannot be executed is not free either
                raise
            await rate_limits.admit(asker)
            if isinstance(result, Stream):
                telemetry.note(operation=result.operation[:_LONGEST_NAME], operation_type="subscription")
                return server_sent_events.EventStream(_frames(result.bodies), result.aclose, self._patience)
            _note(result)
            if result.answer is Answer.NOT_HERE and result.type == SUBSCRIPTION.value:
                raise _Refused(
                    406, "STREAM_ONLY", f"Accept {server_sent_events.MEDIA} for a subscription, or use the WebSocket."
                )
            if result.answer is Answer.NOT_HERE:
                raise _Refused(405, "QUERIES_ONLY", "Only queries are executed by GET; use POST.", {"allow": "POST"})
        except RateLimited as limited:
            telemetry.note(outcome="RATE_LIMITED")
            return _error(limited.formatted, plain, 429, limited.headers)
        except _Refused as refused:
            telemetry.note(outcome=refused.code)
            error: GraphQLFormattedError = {"message": str(refused), "extensions": {"code": refused.code}}
            return _error(error, plain, refused.status, refused.headers)
        body = result.encoded(rate_limits.extensions(asker))
        failed = result.answer is Answer.REQUEST_ERROR
        if media == server_sent_events.MEDIA and not failed and not result.unavailable:
            only = _only(body)
            return server_sent_events.EventStream(_frames(only), only.aclose, self._patience)
        if result.unavailable:
            return _response(body, plain, 503, {"retry-after": "1"})
        return _response(body, plain, 400 if failed and media != JSON else 200)

    async def _execute(self, request: Request, media: str | None, asker: Caller) -> Result | Stream:
        if media is None:
            raise _Refused(406, "NOT_ACCEPTABLE", f"Answers come as {GRAPHQL}, {JSON} or {server_sent_events.MEDIA}.")
        try:
            parameters = await _parameters(request)
        except GraphQLError as beyond:
            return Result(Answer.REQUEST_ERROR, None, (beyond.formatted,))
        telemetry.brought(parameters.query, parameters.variables)
        allow = [QUERY] if request.method in _READ else [QUERY, MUTATION]
        return await self._executable.execute(
            parameters.query,
            parameters.variables,
            parameters.operationName or None,
            lambda cost: self._make_context(request, asker, cost),
            allow=[*allow, SUBSCRIPTION] if media == server_sent_events.MEDIA else allow,
            reading=lambda points: rate_limits.read(asker, points),
        )


def negotiate(accept: Iterable[str], offered: tuple[str, ...]) -> str | None:
    """The offered media type that an `Accept` header likes best; of equals, the one it names more exactly, then first.

    None when it likes none. What is offered first is what a client gets that does not care.
    """
    wanted = ",".join(accept)
    return (_kept if len(wanted) <= _LONGEST_KEPT else _liked)(wanted, offered)


def _liked(wanted: str, offered: tuple[str, ...]) -> str | None:
    ranges = [part for part in wanted.split(",") if part.strip()] or ["*/*"]
    best: tuple[float, int, str] | None = None
    wishes = [_wish(part) for part in ranges]
    for media in offered:
        exact, quality = max(
            (
                (exact, quality)
                for exact, name in enumerate(("*/*", media.split("/", maxsplit=1)[0] + "/*", media))
                for wished, quality in wishes
                if wished == name
            ),
            default=(0, 0.0),
        )
        # Of the two, a client that names both equally knows the newer one.
        newer = exact == 2 and media == GRAPHQL
        if quality > 0 and (best is None or (quality, exact + newer) > best[:2]):
            best = quality, exact + newer, media
    return best[2] if best else None


_LONGEST_KEPT = 500
"""Headers may have megabytes."""
_kept = lru_cache(maxsize=256)(_liked)


def _wish(part: str) -> tuple[str, float]:
    """A media range and its weight. A range with another encoding than UTF-8 is not one that could be answered."""
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
    """Whether the body of a request is said to be JSON in UTF-8."""
    name, *more = (piece.strip().lower() for piece in request.headers.get("content-type", "").split(";"))
    encodings = {piece.partition("=")[2].strip('"') for piece in more if piece.startswith("charset=")}
    return name == JSON and encodings <= {"utf-8", "utf8"}


async def _parameters(request: Request) -> Parameters:
    if request.method in _READ:
        return _from_url(request.query_params)
    if request.method != "POST":
        raise _Refused(405, "METHOD_NOT_ALLOWED", "Use GET or POST.", {"allow": "GET, HEAD, POST"})
    if not sends_json(request):
        raise _Refused(415, "UNSUPPORTED_MEDIA_TYPE", f"Send {JSON}, encoded as UTF-8.")
    body = await request.body()
    if body.lstrip()[:1] == b"[":
        raise _Refused(400, "BATCHED", "Batches are not answered; send each operation in a request of its own.")
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
        raise _Refused(400, "BAD_REQUEST", f"The {what} cannot be understood: {error}.") from None
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise _Refused(400, "BAD_JSON", f"The {what} cannot be read as JSON.") from None


def _note(result: Result) -> None:
    outcome = "errors" if result.answer is Answer.EXECUTED and result.errors else result.answer.value
    telemetry.note(operation=result.operation[:_LONGEST_NAME], operation_type=result.type, outcome=outcome)


async def _frames(bodies: AsyncGenerator[bytes, None]) -> AsyncGenerator[bytes, None]:
    """The events of GraphQL over server-sent events."""
    async for body in bodies:
        yield server_sent_events.frame(body, "next")
    yield server_sent_events.frame(b"", "complete")


async def _only(body: bytes) -> AsyncGenerator[bytes, None]:
    yield body


def _error(error: GraphQLFormattedError, media: str, status: int, headers: dict[str, str]) -> Response:
    return _response(msgspec.json.encode({"errors": [error]}), media, status, headers)


def _response(body: bytes, media: str, status: int, headers: dict[str, str] | None = None) -> Response:
    """What is in it depends on who asks: nobody but him may keep it."""
    own = {"content-type": f"{media}; charset=utf-8", "vary": "accept", "cache-control": "no-store"}
    return Response(body, status, {**own, **(headers or {})})


# GraphiQL's page. The user's browser loads its scripts and styles from a CDN, in the versions whose hashes are here;
# an operator who does not want that sets `graphiql` to false.
_CDN = "https://cdn.jsdelivr.net/npm/"
_START = """
document.getElementById("away").hidden = "GraphiQL" in window;
const socket = location.origin.replace(/^http/, "ws") + location.pathname;
const fetcher = GraphiQL.createFetcher({url: location.pathname, subscriptionUrl: socket});
const defaultQuery = `# Ctrl-Space completes, Ctrl-Enter runs. A seat's token goes into the headers below:
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
<p id="away" hidden>GraphiQL could not be loaded: this page takes its scripts from cdn.jsdelivr.net.
The API answers here all the same; send it POST requests.</p>
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
    # A token that is typed into the page can go nowhere but to this service.
    "content-security-policy": f"default-src 'none'; connect-src 'self'; img-src data:; font-src {_CDN} data:; "
    f"style-src {_CDN} 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; script-src {_CDN} "
    f"'sha256-{base64.b64encode(hashlib.sha256(_START.encode()).digest()).decode()}'",
}
