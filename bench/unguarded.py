"""Serves the service, and next to it a route that makes moves of Dank & Draft without GraphQL and without guards.

`python -m bench.unguarded` serves them in one process, configured by the environment like `taphouse serve`. `/unguarded` only
loads the game unless it is kept, checks the token, applies the move, commits it and returns the table with the same code as the
API: without limits, charges, a log line, and reasons for a refusal. `/pauses` starts and ends the sampling of pauses of the
event loop; with the argument `steps`, of single steps too.
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

from bench.harness.holds import StepTimes
from bench.harness.pauses import Sampler
from bench.harness.planned import KIND
from taphouse.engine import GAMES
from taphouse.schema.ports import Caller
from taphouse.service.access.tokens import Claims
from taphouse.service.app import create_app
from taphouse.service.cli import serve
from taphouse.service.games.kernel.committing import new_commit
from taphouse.service.games.kernel.steps import played
from taphouse.service.http.charged_endpoint import bearer
from taphouse.service.runtime.settings import Settings, load
from taphouse.service.store.protocol import Committed, Key

STEPS = "steps"
"""The argument with which single steps are measured too."""


class _Game(Struct, frozen=True):
    version: int
    table: Any


class _Changed(Struct, frozen=True, tag_field="__typename", tag="GameChanged"):
    game: _Game


class Unguarded:
    """`/unguarded`.

    Args:
        app: The service, whose store it shares.
    """

    def __init__(self, app: Starlette) -> None:
        self._app = app
        move: Any = None
        for type_ in GAMES[KIND].about.moves:
            move = type_ if move is None else move | type_
        body = msgspec.defstruct("Body", [("game", str), ("move", move)], frozen=True)
        self._decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(body)

    async def play(self, request: Request) -> Response:
        """One engine call on the game as it is kept, or as it is loaded, one commit, and the JSON of the mutation."""
        reader = self._app.state.services.reader
        play = self._decoder.decode(await request.body())
        claims = await reader.identify(Caller(bearer(request.headers["authorization"])), play.game)
        assert isinstance(claims, Claims)
        key = Key(claims.who, secrets.token_urlsafe(24), "")
        kept = reader.ahead(play.game)
        loaded = kept or await reader.open(play.game, (await reader.load(play.game, key)).record)
        seat, rules = loaded.viewer(claims).seat, loaded.rules
        decision = rules.decision(loaded.state)
        assert decision is not None
        assert decision.seat == seat
        step = rules.apply(loaded.state, play.move, loaded.chance)
        version = loaded.terms.service_rules
        steps = [played(rules, loaded.seats, claims.who, play.move, step.state, step.events, service_rules=version)]
        commit, after = new_commit(loaded, steps, key, reader.kept, reader.now_ms())
        if kept is not None:
            commit = msgspec.structs.replace(commit, ahead=kept.record)
        result = await reader.store.commit(commit)
        assert isinstance(result, Committed)
        reader.keep(after, loaded)
        table = rules.view(rules.known(step.state, seat))
        changed = _Changed(_Game(commit.record.version, table))
        return Response(msgspec.json.encode({"data": {"move": changed}}), media_type="application/json")


def _both(settings: Settings) -> ASGIApp:
    """The service, and the other routes of the benchmarks, which pass no middleware."""
    holds = StepTimes() if STEPS in sys.argv else None
    app, sampler = create_app(settings), Sampler(holds)
    routes = [
        Route("/unguarded", Unguarded(app).play, methods=["POST"]),
        Route("/pauses", sampler.start, methods=["POST"]),
        Route("/pauses", sampler.report, methods=["GET"]),
    ]
    unguarded = Starlette(routes=routes)
    paths = {route.path for route in routes}

    async def both(scope: Scope, receive: Receive, send: Send) -> None:
        if holds and scope["type"] == "lifespan":
            holds.begin()
        await (unguarded if scope.get("path") in paths else app)(scope, receive, send)

    return both


if __name__ == "__main__":
    with patch.object(serve, "create_app", _both):  # everything else is what `taphouse serve` does
        serve.serve(load())
