"""Serves the service, and next to it the baseline: a bare Starlette route that makes moves of Dank & Draft without GraphQL.

`python -m bench.bare` serves both in one process, configured by the environment like `taphouse serve`. The route loads the game,
checks the token, applies the move, commits it and returns the table with the same code as the API. It leaves out the API's
types, log entries, idempotency and middleware. `/pauses` starts and ends the sampling of pauses of the event
loop; with the argument `steps`, of single steps too.
"""

from __future__ import annotations

import secrets
import sys
from typing import Any
from unittest.mock import patch

import msgspec
from msgspec import Struct
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from bench.moves.holds import Holds
from bench.moves.pauses import Sampler
from taphouse.engine import GAMES
from taphouse.engine.contract import Move
from taphouse.schema.ports import Caller
from taphouse.service.access.tokens import Claims
from taphouse.service.app import create_app
from taphouse.service.cli import serve
from taphouse.service.http.metered import bearer
from taphouse.service.runtime.settings import Settings, load
from taphouse.service.store import Committed, Key
from taphouse.service.tables.steps import played
from taphouse.service.tables.use_cases import Tables

KIND = "dank-and-draft"
STEPS = "steps"
"""The argument with which single steps are measured too."""


class PlayRequest(Struct, frozen=True):
    """The body of a request to the route."""

    game: str
    move: Move


class _Game(Struct, frozen=True):
    version: int
    table: Any


class _Changed(Struct, frozen=True, tag_field="__typename", tag="GameChanged"):
    game: _Game


def _decoder() -> Any:
    """A decoder of `PlayRequest` with the moves of the game."""
    move: Any = None
    for type_ in GAMES[KIND].about.moves:
        move = type_ if move is None else move | type_
    return msgspec.json.Decoder(msgspec.defstruct("PlayRequest", [("game", str), ("move", move)], frozen=True))


class Bare:
    """The route.

    Args:
        app: The service, whose store and use cases it shares.
    """

    def __init__(self, app: Starlette) -> None:
        self._app = app
        self._decoder = _decoder()
        self._encoder = msgspec.json.Encoder()

    async def play(self, request: Request) -> Response:
        """One load, one engine call, one commit, and the JSON of the mutation."""
        tables: Tables = self._app.state.services.tables
        play: PlayRequest = self._decoder.decode(await request.body())
        claims = await tables._reader.identify(Caller(bearer(request.headers["authorization"])), play.game)
        assert isinstance(claims, Claims)
        key = Key(claims.who, secrets.token_urlsafe(24), "")
        opened = await tables._reader.open(play.game, (await tables._reader.load(play.game, key)).record)
        seat, rules = opened.viewer(claims).seat, opened.rules
        decision = rules.decision(opened.state)
        assert decision is not None
        assert decision.seat == seat
        step = rules.apply(opened.state, play.move, opened.chance)
        steps = [played(rules, opened.seats, claims.who, play.move, step.state, step.events)]
        commit, *_ = tables._commit(opened, steps, key)
        result = await tables._store.commit(commit)
        assert isinstance(result, Committed)
        table = rules.view(rules.known(step.state, seat))
        body = {"data": {"move": _Changed(_Game(commit.record.version, table))}}
        return Response(self._encoder.encode(body), media_type="application/json")


def _both(settings: Settings) -> ASGIApp:
    """The service, and the routes of the benchmarks, which pass no middleware."""
    holds = Holds() if STEPS in sys.argv else None
    app, sampler = create_app(settings), Sampler(holds)
    routes = [
        Route("/bare", Bare(app).play, methods=["POST"]),
        Route("/pauses", sampler.start, methods=["POST"]),
        Route("/pauses", sampler.report, methods=["GET"]),
    ]
    bare = Starlette(routes=routes)
    paths = {route.path for route in routes}

    async def both(scope: Scope, receive: Receive, send: Send) -> None:
        if holds and scope["type"] == "lifespan":
            holds.begin()
        await (bare if scope.get("path") in paths else app)(scope, receive, send)

    return both


if __name__ == "__main__":
    with patch.object(serve, "create_app", _both):  # everything else is what `taphouse serve` does
        serve.serve(load())
