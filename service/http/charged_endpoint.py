"""The wrapper around the endpoints whose requests are charged."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Protocol
from urllib.parse import parse_qsl

from msgspec import Struct
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from taphouse.engine.messages import ENGLISH
from taphouse.schema.execution.scheduler import RequestScheduler
from taphouse.schema.failures import ClientGone, RateLimited, Refused, Unavailable
from taphouse.schema.ports import Caller
from taphouse.schema.prices import LARGE, READ_BYTE
from taphouse.schema.problems.base import Problem
from taphouse.schema.problems.inputs import InputRefused
from taphouse.schema.request_problems import UnsupportedMediaType
from taphouse.schema.rest.operations import TICKET
from taphouse.service.access.accounts import MOST_TOKEN
from taphouse.service.access.proxies import network
from taphouse.service.access.rate_limits import RequestBuckets
from taphouse.service.access.tokens import ISSUED
from taphouse.service.http.compression import compress
from taphouse.service.http.negotiation import LONGEST_CACHED, language
from taphouse.service.http.refusals import error_response
from taphouse.service.runtime import telemetry
from taphouse.service.services import Services

_EARLY = {b"content-encoding", b"expect"}
"""The headers of requests that may be refused before their bodies are read."""
IDENTITY = "identity"
"""The encoding of a body that is sent as it is."""
_LONGEST_GIVEN = MOST_TOKEN + 100
"""The characters of the longest `Authorization` header that is read."""


class EndpointResponse(Protocol):
    """An ASGI response."""

    raw_headers: list[tuple[bytes, bytes]]
    """Its headers, to which the wrapper adds."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the response."""


class ChargedRequest(Struct, frozen=True):
    """A request with its rate budget."""

    request: Request
    headers: dict[bytes, bytes]
    """Its headers; of several of one name, the first."""
    body: bytes
    """Its whole body."""
    caller: Caller
    """The client, with the same budget."""
    budget: RequestBuckets | None
    """None if there are no limits."""
    here: Services
    notes: dict[str, Any]
    """Fields of the request's log line, as in `telemetry.Line`."""
    query: list[tuple[str, str]]
    """The parameters of its URL."""
    accept: str
    """Its `Accept` headers, as `negotiation.preferred` reads them."""
    content_type: str
    """Its `Content-Type`; empty without."""


class Endpoint(ABC):
    """Answers requests."""

    @abstractmethod
    async def answer(self, asked: ChargedRequest) -> EndpointResponse:
        """The answer to a request.

        Raises:
            RateLimited: The client is over its limit.
        """

    def refusal(self, asked: ChargedRequest, limited: RateLimited) -> EndpointResponse:
        """The answer to a request whose client is over its limit."""
        return error_response(asked.request.scope, limited.problem, headers=limited.headers)

    def tokenless(self, _method: str) -> Problem | None:
        """The problem of requests with this method and without a token; None if the head shows that no token is needed."""
        return None


class ChargedEndpoint:
    """An ASGI application around an endpoint. It charges each request to its client, and reports the limits to the client.

    The budget is passed to the endpoint in the caller, so that the cost is taken with the load of a game. Otherwise it is taken
    before the answer is sent, even if the request is invalid or fails: no request is free.
    """

    def __init__(self, endpoint: Endpoint) -> None:
        self.endpoint = endpoint

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        request = Request(scope, receive)
        here: Services = scope["app"].state["services"]
        given = dict(reversed(scope["headers"]))
        token = bearer(given[b"authorization"].decode("latin-1")) if b"authorization" in given else None
        address = scope["client"][0] if scope.get("client") else ""
        notes = {} if (line := telemetry.line.get()) is None else line.notes
        early = await self._early(request, here, token) if not _EARLY.isdisjoint(given) else None
        try:
            # Before it counts as a request that is not charged. Reading it would ask a client for it that waits for that.
            body = b"" if early else await _body(receive)
        except ClientDisconnect:
            notes["outcome"] = "disconnected"
            return
        query = query_in(scope) if scope["query_string"] else []
        ticket = ticket_in(query) if query else None
        stands_for = None if ticket is None else here.tickets.identity(ticket)
        budget = None if here.rates is None else await here.rates.budget(token, address, stands_for)
        spoken = language(request.headers.getlist("accept-language")) if b"accept-language" in given else ENGLISH
        scheduler, gone = RequestScheduler(here.scheduler, network(address)), partial(_gone, receive, notes)
        caller = Caller(token, address, budget, scheduler, spoken, ticket, gone)
        accept = given.get(b"accept", b"")
        if len(given) < len(scope["headers"]):  # there may be several
            accept = b",".join([value for name, value in scope["headers"] if name == b"accept"])
        media = accept[:LONGEST_CACHED].decode("latin-1"), given.get(b"content-type", b"").decode("latin-1")
        asked = ChargedRequest(request, given, body, caller, budget, here, notes, query, *media)
        try:
            if budget is not None and len(body) > LARGE:
                await budget.read(int(len(body) * READ_BYTE))
                await asked.caller.scheduler.turn()  # decoding takes milliseconds
            answer = early or await self.endpoint.answer(asked)
            if budget is not None and budget.reported is None:
                await budget.end()
        except RateLimited as limited:
            notes["outcome"] = limited.problem.code
            answer = self.endpoint.refusal(asked, limited)
        except Exception as error:
            with suppress(RateLimited):
                await asked.caller.admit()
            if isinstance(error, ClientGone):
                return
            raise
        finally:
            reported = () if budget is None else budget.reported or budget.report()
        answer.raw_headers.extend(reported)
        if ticket is not None:
            answer.raw_headers.append((b"referrer-policy", b"no-referrer"))  # the URL holds the ticket
        least = here.settings.compress_from
        if least and isinstance(answer, Response) and len(answer.body) >= least and line and not notes.keys() & ISSUED:
            compress(answer, given.get(b"accept-encoding", b"").decode("latin-1"))
        await answer(scope, receive, send)

    async def _early(self, request: Request, here: Services, token: str | None) -> Response | None:
        """The refusal of a request because of its head, if it is compressed, or if its client asks before it sends the body."""
        refused: Problem | None = None
        status, headers = None, {"connection": "close"}
        if request.headers.get("content-encoding", IDENTITY).lower() != IDENTITY:
            refused = UnsupportedMediaType(message="Send the body as it is, without Content-Encoding.")
            headers["accept-encoding"] = IDENTITY
        elif waits(request.scope):
            if token is None:
                refused, status = self.endpoint.tokenless(request.method), 401
            elif here.operators.read(token) is None:
                try:
                    await here.reader.identify(Caller(token))
                except Refused as rejected:
                    refused = rejected.problem
                except Unavailable:  # the endpoint reports it
                    pass
        return None if refused is None else error_response(request.scope, refused, status=status, headers=headers)


def waits(scope: Scope) -> bool:
    """True if a client asks before it sends the body of a request: it waits for `100 Continue`, or for a refusal."""
    return any(name == b"expect" and value.lower() == b"100-continue" for name, value in scope["headers"])


def query_in(scope: Scope) -> list[tuple[str, str]]:
    """The parameters of a URL, as in Starlette's `QueryParams`, which indexes them too."""
    return parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)


def ticket_in(query: Sequence[tuple[str, str]]) -> str | None:
    """The ticket in the parameters of a URL; None if there is none. Several count as an invalid one."""
    given = [value for name, value in query if name == TICKET]
    return None if not given else given[0] if len(given) == 1 else ""


def why_no_ticket(caller: Caller, streams: bool) -> InputRefused | None:
    """The reason to refuse the ticket of a request; None if it has none, or may use it.

    Args:
        caller: The client.
        streams: True if the request opens a stream.
    """
    if caller.ticket is None:
        return None
    if caller.token is not None:
        return InputRefused(message="Send a ticket or a token, not both.", argument=TICKET)
    if not streams:
        message = "A ticket only opens a stream of events. Send a token in the header Authorization instead."
        return InputRefused(message=message, argument=TICKET)
    return None


async def _gone(receive: Receive, notes: dict[str, Any]) -> None:
    """Wait until the client disconnects, and note it."""
    while (await receive())["type"] != "http.disconnect":
        pass
    notes["outcome"] = "disconnected"


async def _body(receive: Receive) -> bytes:
    """The whole body of a request.

    Raises:
        ClientDisconnect: The client has gone.
    """
    parts: list[bytes] = []
    more = True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        parts.append(message.get("body", b""))
        more = message.get("more_body", False)
    return b"".join(parts)


def bearer(given: str | None) -> str | None:
    """The token of an `Authorization` header; None without a header.

    Another scheme, or a token that is longer than any, gives an empty, invalid token: the claims of tokens are cached by them.
    """
    if given is None:
        return None
    scheme, _, token = given.partition(" ")
    return token.lstrip(" ") if scheme.lower() == "bearer" and len(given) <= _LONGEST_GIVEN else ""
