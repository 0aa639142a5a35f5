"""REST: what happens in a game, as server-sent events or as a long poll.

Problems are `application/problem+json` (RFC 9457), with the codes and rules of the GraphQL API.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from http import HTTPStatus
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp

from schema.context import Events
from schema.game_types import MOST_LISTED
from schema.problems import (
    GameNotFound,
    InputRefused,
    Problem,
    Refused,
    TokenRejected,
    Unavailable,
    VersionNotFound,
)
from schema.query import LONGEST_WAIT
from schema.values import LogEntry
from service import sse, telemetry
from service.access import caller
from service.graphql_http import JSON, negotiate

PROBLEM = "application/problem+json"
TYPE = "urn:taphouse:problem:"
LONGEST_NUMBER = 15
"""Digits; more are no version of any game."""
STATUS: Mapping[type[Problem], int] = {GameNotFound: 404, VersionNotFound: 404, TokenRejected: 401, InputRefused: 400}


async def events(request: Request) -> ASGIApp:
    """`GET /v1/games/{id}/events`: what happened after a version, in order and without gaps.

    As `text/event-stream` each version is an event whose id is the version; `Last-Event-ID` goes before `after`, and a game
    that has ended and is known to its end is answered 204, which ends a browser's tries. A problem is an event `problem`, and
    the last one. Otherwise the answer is a page as JSON, after `wait` seconds at the latest.
    """
    media = negotiate(request.headers.getlist("accept"), (JSON, sse.MEDIA))
    game, asker = request.path_params["id"], caller(request)
    live = request.app.state.live
    if request.method != "GET":
        return _problem(405, "METHOD_NOT_ALLOWED", "Use GET.", {"allow": "GET"})
    try:
        if media is None:
            return _problem(406, "NOT_ACCEPTABLE", f"Events come as {JSON} or {sse.MEDIA}.")
        after = _number(request, "after", 0, 0, 10**LONGEST_NUMBER - 1)
        if media == JSON:
            wait, first = _number(request, "wait", 0, 0, LONGEST_WAIT), _number(request, "first", 100, 1, MOST_LISTED)
            page = await live.page(asker, game, after, float(wait), first)
            return _response(msgspec.json.encode(page), JSON)
        last = request.headers.get("last-event-id", "")
        if last.isdecimal() and len(last) <= LONGEST_NUMBER:
            after = int(last)
            page = await live.page(asker, game, after, 0.0, 1)
            if page.ended and not page.entries:
                return Response(status_code=204)
        told = await live.entries(asker, game, after)
    except Refused as refused:
        return _refusal(refused.problem)
    except Unavailable:
        return _problem(503, "UNAVAILABLE", "The store does not answer. Ask again in a moment.", {"retry-after": "1"})
    return sse.EventStream(_frames(told), told.aclose, request.app.state.settings.send_timeout)


async def _frames(told: Events) -> AsyncGenerator[bytes, None]:
    async for event in told:
        value = event.value
        if isinstance(value, LogEntry):
            yield sse.frame(msgspec.json.encode(value), id=value.version)
        else:
            yield sse.frame(msgspec.json.encode(_as_problem(value)), "problem")


def _number(request: Request, name: str, default: int, least: int, most: int) -> int:
    """A number of the query string.

    Raises:
        Refused: it is none, or out of bounds.
    """
    given = request.query_params.get(name, str(default))
    if given.isdecimal() and len(given) <= LONGEST_NUMBER and least <= int(given) <= most:
        return int(given)
    raise Refused(InputRefused(message=f"{name} is a number from {least} to {most}.", argument=name))


def _refusal(refused: Problem) -> Response:
    status = STATUS[type(refused)]
    headers = {"www-authenticate": "Bearer"} if status == 401 else {}
    telemetry.note(outcome=refused.code)
    return _response(msgspec.json.encode(_as_problem(refused)), PROBLEM, status, headers)


def _problem(status: int, code: str, detail: str, headers: dict[str, str] | None = None) -> Response:
    telemetry.note(outcome=code)
    body = {"type": TYPE + code, "title": HTTPStatus(status).phrase, "status": status, "detail": detail, "code": code}
    return _response(msgspec.json.encode(body), PROBLEM, status, headers)


def _as_problem(refused: Problem) -> dict[str, Any]:
    """A problem as RFC 9457 has it; what else it says are members of its own."""
    body: dict[str, Any] = msgspec.to_builtins(refused)
    status = STATUS.get(type(refused), 409)
    named = {"type": TYPE + refused.code, "title": HTTPStatus(status).phrase, "status": status, "code": refused.code}
    return {**named, "detail": body.pop("message"), **body}


def _response(body: bytes, media: str, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    own = {"content-type": media, "vary": "accept", "cache-control": "no-store"}
    return Response(body, status, {**own, **(headers or {})})
