"""The answers to requests that are refused before they reach a use case, or fail."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response
from starlette.types import Receive, Scope, Send

from taphouse.engine.messages import ENGLISH
from taphouse.schema.failures import told
from taphouse.schema.problems.base import PlayerProblem, Problem
from taphouse.schema.problems.inputs import InputRefused
from taphouse.schema.request_problems import (
    Away,
    BodyTooLarge,
    MethodNotAllowed,
    NotFound,
    TooManyConnections,
    detailed,
)
from taphouse.service.access.connection_limits import Full
from taphouse.service.access.proxies import local_path, root_path
from taphouse.service.http.negotiation import OFFERED, graphql_errors, language, negotiate
from taphouse.service.libraries.uvicorn import STATUS_LINE

PROBLEM = "application/problem+json"
VARY = "authorization, accept, accept-language, accept-encoding"
"""The `Vary` header of REST answers."""
GRAPHQL_PATH = "/graphql"
CONSTANT = {"x-content-type-options": "nosniff"}
"""The headers of every answer on every port."""


def error_response(
    scope: Scope,
    problem: Problem,
    *,
    for_player: bool = False,
    status: int | None = None,
    headers: dict[str, str] | None = None,
) -> Response:
    """The answer to a refused request: errors of GraphQL at its path, elsewhere problem details (RFC 9457).

    Args:
        scope: The request's ASGI scope.
        problem: The reason to refuse the request.
        for_player: True if its message is in the language of the request, as are those of a `PlayerProblem`.
        status: The HTTP status, if not the problem's own.
        headers: Further headers.
    """
    status = status or problem.http_status
    headers = dict(headers or {})
    spoken = language(Headers(scope=scope).getlist("accept-language"))
    problem = told(problem, spoken)
    if status == 401:
        headers["www-authenticate"] = "Bearer"
    if status == 503:
        headers["retry-after"] = "1"
    if local_path(scope) == GRAPHQL_PATH:
        fields: dict[str, Any] = msgspec.to_builtins(problem)
        message = fields.pop("message")
        del fields["rules"]
        media = negotiate(Headers(scope=scope).getlist("accept"), OFFERED)
        return graphql_errors(
            [{"message": message, "extensions": {"code": problem.code, **fields}}], media, status, headers
        )
    spoken = spoken if for_player or isinstance(problem, PlayerProblem) else ENGLISH
    headers |= {"content-type": PROBLEM, "content-language": spoken, "vary": VARY, "cache-control": "no-store"}
    return Response(msgspec.json.encode(detailed(problem, status)), status, headers)


def http_error(scope: Scope, error: HTTPException) -> Response:
    """The answer to a request that the framework refuses, such as one whose path no route has."""
    root, query = root_path(scope), scope["query_string"].decode("latin-1")
    if root and scope["path"] == root:  # the page's links are relative to what is below it
        return RedirectResponse(f"{root}/{query and f'?{query}'}", 308)
    problem: Problem
    match error.status_code:
        case 404:
            problem = NotFound(message="There is nothing at this path.")
        case 405:
            problem = MethodNotAllowed(message=f"This path does not support the method {scope['method'][:40]!r}.")
        case 413:
            problem = BodyTooLarge(message="The request body is too large.")
        case status if 400 <= status < 500:
            problem = InputRefused(message=f"The request is invalid: {error.detail}.", argument="request")
        case _:
            raise error  # never raised on purpose
    return error_response(scope, problem, status=error.status_code, headers=dict(error.headers or {}))


def refusal_of(full: Full) -> Problem:
    """The reason to refuse a request whose connection exceeds a limit."""
    if full is Full.ADDRESS:
        return TooManyConnections()
    return Away(message="This instance has too many connections open. Send the request again later.")


async def refuse(answer: Response, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer a request, or reject a WebSocket with an answer; with 403 if the server cannot send one."""
    if scope["type"] == "http" or "websocket.http.response" in scope.get("extensions", {}):
        await answer(scope, receive, send)
    else:
        await send({"type": "websocket.close"})


def whole_response(problem: Problem, default_headers: Sequence[tuple[bytes, bytes]]) -> bytes:
    """A whole response with problem details (RFC 9457), whatever the path: it may be unknown."""
    status = problem.http_status
    body = msgspec.json.encode(detailed(told(problem, ENGLISH)))
    headers = [
        *default_headers,
        (b"content-type", PROBLEM.encode()),
        (b"content-length", b"%d" % len(body)),
        (b"cache-control", b"no-store"),
        (b"connection", b"close"),
        *([(b"retry-after", b"1")] if status in (429, 503) else []),
    ]
    return b"".join([STATUS_LINE[status], *(b"%s: %s\r\n" % header for header in headers), b"\r\n", body])
