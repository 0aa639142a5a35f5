"""The wrapper around the endpoints whose requests are charged."""

from __future__ import annotations

from contextlib import suppress
from typing import Protocol

from msgspec import Struct
from starlette.datastructures import MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.types import Receive, Scope, Send

from taphouse.schema.failures import RateLimited
from taphouse.schema.ports import Caller
from taphouse.service.access.rate_limits import Charge
from taphouse.service.access.tokens import bearer
from taphouse.service.runtime import telemetry
from taphouse.service.services import Services, services


class Answer(Protocol):
    """An ASGI response."""

    @property
    def headers(self) -> MutableHeaders:
        """The headers, to which the wrapper adds."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the response."""


class MeteredRequest(Struct, frozen=True):
    """A request with its charge."""

    request: Request
    caller: Caller
    """The client, with the same charge."""
    charge: Charge | None
    """None if there are no limits."""
    here: Services


class Endpoint(Protocol):
    """Answers requests."""

    async def answer(self, asked: MeteredRequest) -> Answer:
        """The answer to a request.

        Raises:
            RateLimited: The client is over its limit.
        """

    def refusal(self, asked: MeteredRequest, limited: RateLimited) -> Answer:
        """The answer to a request whose client is over its limit."""


class Metered:
    """An ASGI application around an endpoint. It charges each request to its client, and tells the client its limits.

    The charge is passed to the endpoint in the caller, so that it is taken with the load of a game. Otherwise it is taken before
    the answer is sent, even if the request is invalid or fails: no request is free.
    """

    def __init__(self, endpoint: Endpoint) -> None:
        self.endpoint = endpoint

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        request, here = Request(scope, receive), services(scope)
        token = bearer(request.headers.get("authorization"))
        address = scope["client"][0] if scope.get("client") else ""
        charge = await here.rates.charge(token, address)
        asked = MeteredRequest(request, Caller(token, address, charge), charge, here)
        try:
            answer = await self.endpoint.answer(asked)
            if charge is not None:
                await charge.admit()
        except RateLimited as limited:
            telemetry.note(outcome=limited.problem.code)
            answer = self.endpoint.refusal(asked, limited)
        except ClientDisconnect:  # while it sent the body: nobody is left to answer
            telemetry.note(outcome="disconnected")
            return
        except Exception:
            with suppress(RateLimited):
                await asked.caller.admit()
            raise
        if charge is not None:
            answer.headers.update(charge.headers)
        await answer(scope, receive, send)
