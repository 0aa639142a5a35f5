"""REST operations over HTTP: content negotiation, conditional requests, and answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct
from starlette.datastructures import Headers
from starlette.responses import Response

from taphouse.engine.messages import ENGLISH
from taphouse.schema.failures import Damaged, Refused, Unavailable
from taphouse.schema.game_view import GameView
from taphouse.schema.operations.declaration import EVENTS, JSON, TEXT
from taphouse.schema.ports import Context
from taphouse.schema.problems.base import Problem
from taphouse.schema.problems.inputs import InputRefused
from taphouse.schema.request_problems import NEED_TOKEN, PREFIX, Away, MethodNotAllowed, NotAcceptable
from taphouse.schema.rest.bodies import Nothing
from taphouse.schema.rest.operations import ARGUMENTS, TICKET, Operation
from taphouse.schema.values.kinds import union
from taphouse.service.access.proxies import root_path
from taphouse.service.http import server_sent_events
from taphouse.service.http.charged_endpoint import ChargedRequest, Endpoint, EndpointResponse, why_no_ticket
from taphouse.service.http.json_bodies import ENCODER
from taphouse.service.http.negotiation import preferred, prefers_minimal
from taphouse.service.http.refusals import VARY, error_response
from taphouse.service.http.rest import arguments
from taphouse.service.http.rest.conditions import expected_version, known_tag, tag_of
from taphouse.service.http.rest.event_stream import stream
from taphouse.service.http.rest.item_stream import item_stream


class _Served(Struct, frozen=True):
    """An operation, with the properties that its requests share."""

    operation: Operation
    body: Any
    """The type of its body."""
    media: Mapping[str, str]
    """The media types of its successes, by their names without parameters."""
    accepted: tuple[str, ...]
    """The names that a client may accept, with that of streams."""

    @classmethod
    def of(cls, one: Operation, forms: Mapping[type, tuple[type, ...]]) -> _Served:
        """An operation, with the concrete types of an abstract body."""
        media = {offered.partition(";")[0]: offered for offered in one.offered}
        accepted = (*media, server_sent_events.MEDIA) if one.streams else (*media,)
        return cls(one, union(forms.get(one.body, (one.body,))), media, accepted)


class RestEndpoint(Endpoint):
    """Answers the operations of one path.

    Args:
        operations: The operations, one per method.
        forms: The concrete types to decode for each abstract body type.
        contract: A digest of everything besides games that answers depend on.
    """

    def __init__(self, operations: Sequence[Operation], forms: Mapping[type, tuple[type, ...]], contract: str) -> None:
        self._operations = {one.method: _Served.of(one, forms) for one in operations}
        self._contract = contract
        self.methods = [*self._operations]
        """The methods, without the implied `HEAD` and `OPTIONS`."""
        self._allow = allow(self.methods)

    async def answer(self, asked: ChargedRequest) -> EndpointResponse:
        """The operation's answer, or its refusal."""
        try:
            return await self._answer(asked)
        except Refused as refused:
            return self._refusal(asked, refused.told(asked.caller.language), refused.for_player)
        except Damaged:
            raise
        except Unavailable as error:
            return self._refusal(asked, Away(message=f"{error.why} Send the same request again later."))

    def tokenless(self, method: str) -> Problem | None:
        """See `Endpoint.tokenless`."""
        served = self._operations.get(method)
        missing = None if served is None else served.operation.without_token
        return None if missing is None else missing()

    async def _answer(self, asked: ChargedRequest) -> EndpointResponse:
        request, here = asked.request, asked.here
        if request.method == "OPTIONS":
            return Response(status_code=204, headers=self._allow)
        served = self._operations.get("GET" if request.method == "HEAD" else request.method)
        if served is None:
            raise Refused(MethodNotAllowed(message=f"This path does not support the method {request.method[:40]!r}."))
        operation = served.operation
        asked.notes["operation"] = operation.id
        language = asked.caller.language if operation.media in (JSON, EVENTS) else ENGLISH
        media = _media(asked, served.accepted)
        given = arguments.parameters(operation, request.path_params, asked.query)
        given.pop(TICKET, None)  # the caller has it
        if operation.method == "POST":
            sent = arguments.body(served.body, asked.body, asked.content_type, operation.plain)
            given |= {} if operation.body is Nothing else {"body": sent}
        short = operation.shortens and b"prefer" in asked.headers and prefers_minimal(request.headers.getlist("prefer"))
        if asked.budget is not None:
            asked.budget.cost = operation.cost(given, short=short)
        tag = ""

        def shows(game_view: GameView | None) -> None:
            nonlocal tag
            tag = tag_of(game_view, self._contract, language)
            if operation.method == "GET":
                current = known_tag(request.headers.getlist("if-none-match"), tag)
                if current is not None:
                    tag = current
                    raise _NotModified

        expected, key = None, None
        if operation.takes_condition and b"if-match" in asked.headers:
            expected = await _expected(asked, given["id"])
        if operation.takes_key and (sent_key := asked.headers.get(b"idempotency-key")) is not None:
            key = arguments.idempotency_key(sent_key.decode("latin-1"))
        context = Context(here.use_cases, asked.caller, shows)
        if media == server_sent_events.MEDIA:
            return await stream(request, operation, context, given, here.settings.send_timeout)
        try:
            answer = await operation.use(context, given, expected, key, short=short)
        except _NotModified:
            return _response(None, 304, _UNCHANGED, tag)
        if asked.budget is not None:
            await asked.budget.end()  # before encoding
        if operation.written:
            return item_stream(
                answer.items, operation, served.media[media], asked.caller.scheduler, here.settings.send_timeout
            )
        body = answer.text.encode() if operation.media == TEXT else ENCODER.encode(answer)
        headers = _headers(operation.media, language, cached=operation.method == "GET" and tag != "")
        response = _response(body, operation.status, headers, tag)
        if operation.status == 201:
            game = answer["game"]["gameId"] if short else answer.game.game_id
            response.headers["location"] = f"{root_path(request.scope)}{PREFIX}/games/{game}"
        if short:
            response.headers["preference-applied"] = "return=minimal"
        return response

    def _refusal(self, asked: ChargedRequest, problem: Problem, for_player: bool = False) -> Response:
        asked.notes["outcome"] = problem.code
        if isinstance(problem, InputRefused) and problem.argument in ARGUMENTS:
            problem = msgspec.structs.replace(problem, argument=ARGUMENTS[problem.argument])
        missing = isinstance(problem, NEED_TOKEN) and asked.caller.token is None
        headers = self._allow if isinstance(problem, MethodNotAllowed) else {}
        status = 401 if missing else None
        return error_response(asked.request.scope, problem, for_player=for_player, status=status, headers=headers)


async def _expected(asked: ChargedRequest, game: str) -> int | None:
    """See `conditions.expected_version`. A game that is not there has no conditions."""
    try:
        return expected_version(asked.request.headers.getlist("if-match"), game)
    except Refused:
        await asked.here.use_cases["see"](asked.caller, game, None)
        raise


def _media(asked: ChargedRequest, offered: tuple[str, ...]) -> str:
    """The media type of the answer.

    Raises:
        Refused: The client accepts none, or brings a ticket for something that is not a stream.
    """
    media = preferred(asked.accept, offered)
    if media is None:
        raise Refused(NotAcceptable(message=f"Accept {' or '.join(offered)}."))
    if asked.caller.ticket is not None:
        refused = why_no_ticket(asked.caller, media == server_sent_events.MEDIA)
        if refused is not None:
            raise Refused(refused)
    return media


def allow(methods: Sequence[str]) -> dict[str, str]:
    """The `Allow` header of a path with these methods and the implied ones."""
    implied = ["HEAD", "OPTIONS"] if "GET" in methods else ["OPTIONS"]
    return {"allow": ", ".join([*methods, *implied])}


class _NotModified(Exception):
    """The client's cached answer is current."""


def _response(body: bytes | None, status: int, headers: list[tuple[bytes, bytes]], tag: str) -> Response:
    response = Response(body, status)
    response.raw_headers += headers
    if tag:
        response.raw_headers.append((b"etag", tag.encode()))
    return response


_CACHED = "private, no-cache"


@cache
def _headers(media: str, language: str, *, cached: bool) -> list[tuple[bytes, bytes]]:
    """The headers that answers have in common, encoded once.

    Answers depend on the caller, so only the caller may cache them, and must revalidate by ETag.
    """
    control = _CACHED if cached else "no-store"
    return Headers({"content-type": media, "cache-control": control, "content-language": language, "vary": VARY}).raw


_UNCHANGED = Headers({"cache-control": _CACHED, "vary": VARY}).raw
"""The headers of the answer that a 304 must repeat, besides its ETag (RFC 9110, section 15.4.5)."""
