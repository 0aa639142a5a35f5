"""An operation over HTTP: media types, conditions, and what comes of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from schema.context import Caller
from schema.operations import ARGUMENTS, Call, Nothing, Operation
from schema.problems import (
    NEED_TOKEN,
    PREFIX,
    Away,
    InputRefused,
    MethodNotAllowed,
    NotAcceptable,
    Problem,
    RateLimited,
    Refused,
    Unavailable,
)
from schema.sight import Sight, union
from service import rates, sse, telemetry
from service.access import caller
from service.graphql_http import JSON, negotiate
from service.rest import arguments
from service.rest.conditions import expected_version, is_known, tag_of
from service.rest.stream import stream


class Endpoint:
    """An ASGI application that answers the operations of a path.

    Args:
        operations: one for each method.
        forms: the types that stand for another one.
        contract: changes with all that answers depend on besides games.
    """

    def __init__(self, operations: Sequence[Operation], forms: Mapping[type, tuple[type, ...]], contract: str) -> None:
        self._operations = {one.method: one for one in operations}
        self._bodies = {one.method: union(forms.get(one.body, (one.body,))) for one in operations}
        self._contract = contract
        self.methods = [*self._operations]
        """Those that it answers, beside `HEAD` where there is `GET`, and `OPTIONS`."""
        self._allow = allow(self.methods)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        request = Request(scope, receive)
        asker = await rates.metered(caller(request), request.app.state.rates)
        try:
            response = await self._told(request, asker)
            await rates.admit(asker)
        except RateLimited as limited:
            telemetry.note(outcome=limited.problem.code)
            response = telemetry.error_response(scope, limited.problem, headers=limited.headers)
        except ClientDisconnect:  # in the middle of his body: nobody is left to answer
            telemetry.note(outcome="disconnected")
            return
        except Exception:
            await rates.broken(asker)
            raise
        response.headers.update(rates.headers(asker))
        await response(scope, receive, send)

    async def _told(self, request: Request, asker: Caller) -> Response | sse.EventStream:
        """What the operation answers, or why it is refused."""
        try:
            return await self._answer(request, asker)
        except Refused as refused:
            return self._refusal(request, refused.problem, asker)
        except Unavailable as error:
            away = Away(message=f"{error.why} Send the same request again in a moment.")
            return self._refusal(request, away, asker)

    async def _answer(self, request: Request, asker: Caller) -> Response | sse.EventStream:
        if request.method == "OPTIONS":
            return Response(status_code=204, headers=self._allow)
        operation = self._operations.get("GET" if request.method == "HEAD" else request.method)
        if operation is None:
            raise Refused(MethodNotAllowed(message=f"This path does not answer {request.method[:40]!r}."))
        telemetry.note(operation=operation.id)
        offered = (JSON, sse.MEDIA) if operation.stream else (JSON,)
        media = negotiate(request.headers.getlist("accept"), offered)
        if media is None:
            raise Refused(NotAcceptable(message=f"Answers come as {' or '.join(offered)}."))
        given = arguments.parameters(operation, request)
        if operation.method == "POST":
            sent = await arguments.body(self._bodies[operation.method], request)
            given |= {} if operation.body is Nothing else {"body": sent}
        rates.price(asker, operation.cost(given))
        tag = ""

        def shows(sight: Sight | None) -> None:
            nonlocal tag
            tag = tag_of(sight, self._contract)
            if operation.method == "GET" and is_known(request.headers.getlist("if-none-match"), tag):
                raise _NotModified

        expected, key = None, None
        if operation.takes_condition:
            expected = expected_version(request.headers.getlist("if-match"), given["id"])
        if operation.takes_key:
            key = arguments.idempotency_key(request)
        state = request.app.state
        call = Call(state.tables, state.live, state.lobby, asker, expected, key, shows)
        if media == sse.MEDIA:
            return await stream(request, operation, call, given)
        try:
            answer = await operation.use(call, **given)
        except _NotModified:
            return Response(status_code=304, headers=_headers(tag))
        await rates.admit(asker)  # before an answer is written down whose use case takes nothing
        headers = {"content-type": JSON, **_headers(tag, reads=operation.method == "GET")}
        if operation.status == 201:
            headers["location"] = f"{PREFIX}/games/{answer.game.id}"
        return Response(msgspec.json.encode(answer), operation.status, headers)

    def _refusal(self, request: Request, problem: Problem, asker: Caller) -> Response:
        telemetry.note(outcome=problem.code)
        if isinstance(problem, InputRefused) and problem.argument in ARGUMENTS:
            problem = msgspec.structs.replace(problem, argument=ARGUMENTS[problem.argument])
        missing = isinstance(problem, NEED_TOKEN) and asker.token is None
        headers = self._allow if isinstance(problem, MethodNotAllowed) else {}
        status = 401 if missing else None
        return telemetry.error_response(request.scope, problem, status=status, headers=headers)


def allow(methods: Sequence[str]) -> dict[str, str]:
    """The header that names the methods of a path: these, and those that follow from them."""
    implied = ["HEAD", "OPTIONS"] if "GET" in methods else ["OPTIONS"]
    return {"allow": ", ".join([*methods, *implied])}


class _NotModified(Exception):
    """The client has what it asks for."""


def _headers(tag: str, *, reads: bool = True) -> dict[str, str]:
    """What is shown depends on who asks: nobody but him may keep it, and only to ask again by its ETag."""
    kept = "private, no-cache" if reads and tag else "no-store"
    return {"cache-control": kept, "vary": telemetry.VARY, **({"etag": tag} if tag else {})}
