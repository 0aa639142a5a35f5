"""GraphQL over HTTP, following the GraphQL Foundation's draft of that name, for one schema at one path.

Answers come in three media types. `application/graphql-response+json` has status 400 if nothing was executed.
`application/json`, the default, has status 200 for every well-formed request, even one that fails. `text/event-stream` is
for subscriptions, but also answers other operations: GraphQL over server-sent events in "distinct connections" mode.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable
from functools import partial
from typing import Any

import msgspec
from graphql import GraphQLError, GraphQLFormattedError
from msgspec import Struct
from starlette.datastructures import QueryParams
from starlette.responses import Response

from taphouse.schema.execution.executor import (
    MUTATION,
    NOT_HERE,
    QUERY,
    REQUEST_ERROR,
    SUBSCRIPTION,
    Executable,
    OperationResult,
    Stream,
)
from taphouse.schema.execution.persisted_documents import PersistedDocuments
from taphouse.schema.failures import RateLimited
from taphouse.schema.ports import Caller
from taphouse.service.http import server_sent_events
from taphouse.service.http.charged_endpoint import ChargedRequest, Endpoint, EndpointResponse, why_no_ticket
from taphouse.service.http.json_bodies import Incoming, NotJSON
from taphouse.service.http.negotiation import (
    GRAPHQL,
    JSON,
    OFFERED,
    graphql_errors,
    graphql_headers,
    is_media,
    preferred,
)
from taphouse.service.runtime import telemetry

_SAFE = ("GET", "HEAD")
_NEXT, _COMPLETE = partial(server_sent_events.frame, event="next"), server_sent_events.frame(b"", "complete")
"""The events of GraphQL over server-sent events: of an answer, and after the last."""
_LONGEST_NAME = 64


class Parameters(Struct, frozen=True):
    """The parameters of a GraphQL request, named as in the draft."""

    query: str | None = None
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


class GraphQLEndpoint(Endpoint):
    """Answers GraphQL requests.

    Args:
        executable: The schema.
        persisted: The documents that clients name by a digest.
        patience: Seconds that a client may leave events unread.
    """

    def __init__(self, executable: Executable, persisted: PersistedDocuments, patience: float) -> None:
        self.executable, self._persisted, self._patience = executable, persisted, patience

    async def answer(self, asked: ChargedRequest) -> EndpointResponse:
        """The answer to a request."""
        media, budget, language = preferred(asked.accept, OFFERED), asked.budget, asked.caller.language
        try:
            result = await self._execute(asked, media)
            if budget is not None:
                await budget.end()
            name = result.operation[:_LONGEST_NAME]
            asked.notes.update(operation=name, operation_type=result.type, field=result.field)
            if isinstance(result, Stream):
                return self._events(result.bodies, result.aclose, language)
            body = result.encoded(None if budget is None else budget.extensions)
            unavailable = bool(result.errors) and result.unavailable
            asked.notes["outcome"] = "errors" if result.errors and result.executed else result.status
            if result.status is NOT_HERE:
                raise _not_here(result, asked.caller)
        except _Refused as refused:
            asked.notes["outcome"] = refused.code
            error: GraphQLFormattedError = {"message": str(refused), "extensions": {"code": refused.code}}
            return graphql_errors([error], media, refused.status, refused.headers)
        failed = result.status is REQUEST_ERROR
        if media == server_sent_events.MEDIA and not failed and not unavailable:
            only = _only(body)
            return self._events(only, only.aclose, language)
        if unavailable:
            answer = Response(body, 503, {"retry-after": "1"})
        else:
            answer = Response(body, 400 if failed and media != JSON else 200)
        answer.raw_headers += graphql_headers(media, language)
        return answer

    def _events(
        self, bodies: AsyncGenerator[bytes, Any], close: Callable[[], Awaitable[None]], language: str
    ) -> EndpointResponse:
        headers = server_sent_events.event_headers(language)
        return server_sent_events.EventStream(bodies, close, self._patience, headers, encode=_NEXT, last=_COMPLETE)

    def refusal(self, asked: ChargedRequest, limited: RateLimited) -> EndpointResponse:
        """The answer to a request whose client is over its limit."""
        media = preferred(asked.accept, OFFERED)
        return graphql_errors([limited.formatted(asked.caller.language)], media, 429, limited.headers)

    async def _execute(self, asked: ChargedRequest, media: str | None) -> OperationResult | Stream:
        if media is None:
            raise _Refused(406, "NOT_ACCEPTABLE", f"Accept {GRAPHQL}, {JSON} or {server_sent_events.MEDIA}.")
        method, ticketed = asked.request.scope["method"], asked.caller.ticket is not None
        streams = media == server_sent_events.MEDIA
        if ticketed and (refused := why_no_ticket(asked.caller, streams and method in _SAFE)) is not None:
            raise _Refused(400, refused.code, refused.message)
        try:
            parameters = _parameters(asked)
            query = parameters.query
            if query is None or parameters.extensions is not None or self._persisted.restricted:
                query = self._persisted.text(query, parameters.extensions, asked.caller.scheduler.owner)
        except GraphQLError as error:
            if error.extensions and error.extensions["code"] == "BAD_REQUEST":
                raise _Refused(400, "BAD_REQUEST", error.message) from None
            return OperationResult(REQUEST_ERROR, None, (error.formatted,))
        telemetry.brought.set((query, parameters.variables))
        allow = [] if ticketed else [QUERY] if method in _SAFE else [QUERY, MUTATION]
        result = await self.executable.execute(
            query,
            parameters.variables,
            parameters.operationName or None,
            asked.here.context(asked.caller),
            allow=[*allow, SUBSCRIPTION] if streams else allow,
            budget=asked.budget,
            scheduler=asked.caller.scheduler,
            language=asked.caller.language,
        )
        if parameters.extensions is not None and result.executed:
            await asked.caller.admit()
            self._persisted.executed(parameters.query, parameters.extensions, asked.caller.scheduler.owner)
        return result


def _not_here(result: OperationResult, caller: Caller) -> _Refused:
    if (refused := why_no_ticket(caller, streams=False)) is not None:
        return _Refused(400, refused.code, refused.message)
    if result.type == SUBSCRIPTION.value:
        message = f"Send Accept: {server_sent_events.MEDIA} for a subscription, or use a WebSocket."
        return _Refused(406, "STREAM_ONLY", message)
    return _Refused(405, "QUERIES_ONLY", "GET only executes queries; use POST for mutations.", {"allow": "POST"})


def _parameters(asked: ChargedRequest) -> Parameters:
    method = asked.request.scope["method"]
    if method in _SAFE:
        return _from_url(asked.request.query_params)
    if method != "POST":
        raise _Refused(405, "METHOD_NOT_ALLOWED", "Use GET or POST.", {"allow": "GET, HEAD, POST"})
    if not is_media(asked.content_type, JSON):
        raise _Refused(415, "UNSUPPORTED_MEDIA_TYPE", f"Send the body as {JSON} in UTF-8.")
    body = asked.body
    if body.lstrip()[:1] == b"[":
        raise _Refused(400, "BATCHED", "Batching is not supported; send each operation in its own request.")
    try:
        parameters: Parameters = _decoder.decode(body)
    except _UNREADABLE as error:
        raise _unreadable(error, "body") from None
    return parameters


def _from_url(query: QueryParams) -> Parameters:
    maps = {}
    for name in ("variables", "extensions"):
        try:
            maps[name] = _map_decoder.decode(query.get(name) or "null")
        except _UNREADABLE as error:
            raise _unreadable(error, f"parameter {name}") from None
    return Parameters(query.get("query"), maps["variables"], query.get("operationName") or None, maps["extensions"])


_UNREADABLE = (msgspec.DecodeError, RecursionError)


def _unreadable(error: Exception, what: str) -> _Refused:
    if isinstance(error, msgspec.ValidationError):
        return _Refused(400, "BAD_REQUEST", f"The {what} is not valid: {error}.")
    why = f": {error}" if isinstance(error, NotJSON) else ""
    return _Refused(400, "BAD_JSON", f"The {what} is not valid JSON{why}.")


async def _only(body: bytes) -> AsyncGenerator[bytes, None]:
    yield body
