"""Requests that schemathesis generates for REST, furnished: games that are there, moves that were legal, conditions that hold."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from schemathesis import Case
from schemathesis.core.parameters import ParameterLocation

from tests.fuzzing.documents import UNKNOWN_GAME
from tests.fuzzing.prepared import RUNNING, WAITING, Games, Prepared

CONDITIONS = {"If-Match", "Idempotency-Key", "Last-Event-ID"}
"""Headers for which most generated requests are refused. `If-None-Match` is none: whatever it holds, the answer is proper."""
AGREEING = ("/undo", "/proposals", "/accept", "/decline", "/withdraw")
SPENDING = ("/seats", "/open", "/close", "/replace", "/invites", "/revoke", "/reissue", "/resign", "/abandon")
"""Operations that need a game of their own: the others would soon be over."""
NUMBERED = ("/legal", "/history")
"""The lists whose cursors are numbers."""
NO_MOVE = {"notation": "no move"}
UNKNOWN_TAG = '"of-nothing"'
PLURAL = [[{"kind": "MINE"}, {"kind": "MINE"}], [{"kind": "MINE", "name": "Ada"}, {"kind": "OPEN"}]]


def furnish(case: Case, games: Games, tags: dict[str, str], rng: random.Random) -> Prepared:
    """Make a generated request meaningful; some parts stay as they were generated, and all that shall be refused.

    Returns:
        The game that it is about.
    """
    game = _game_for(case.operation.path, games, rng)

    def stays(location: ParameterLocation) -> bool:
        return case.meta is not None and case.meta.is_negative_at(location)

    if not stays(ParameterLocation.PATH):
        case.path_parameters = _path(case.path_parameters or {}, game, games, rng)
    if not stays(ParameterLocation.HEADER):
        case.headers = _headers(case.headers or {}, tags.get(game.id), rng)
    if not stays(ParameterLocation.QUERY):
        case.query = _query(case.operation.path, case.query or {}, game, rng)
    if not stays(ParameterLocation.BODY) and isinstance(case.body, dict):
        case.body = _body(case.operation.path, case.body, game, games, rng)
    return game


def _path(path: dict[str, Any], game: Prepared, games: Games, rng: random.Random) -> dict[str, Any]:
    luck, made = rng.random(), {**path}
    if "id" in path and luck < 0.95:
        made["id"] = game.id if luck < 0.9 else UNKNOWN_GAME
    if "seat" in path and luck < 0.8:
        made["seat"] = rng.choice([1, 2])
    if "proposal" in path and luck < 0.8:
        made["proposal"] = f"{game.id}-{game.version + rng.randint(1, 4)}"
    if "kind" in path and luck < 0.7:
        made["kind"] = rng.choice(games.kinds)
    return made


def _query(path: str, query: dict[str, Any], game: Prepared, rng: random.Random) -> dict[str, Any]:
    made = {**query}
    if path.endswith("/talk/stream"):
        made.pop("after", None)  # nothing is said after it, so the stream would wait for ever
    if "at" in query:
        made["at"] = rng.randint(1, game.version)
    if "ticket" in query and rng.random() < 0.9:
        del made["ticket"]
    if "after" in query and path.endswith(NUMBERED) and rng.random() < 0.9:
        made["after"] = str(rng.randint(0, game.version + 1))
    if "after" in query and path.endswith("/account/records") and rng.random() < 0.9:
        made["after"] = game.id
    return made


def _headers(headers: Mapping[str, Any], tag: str | None, rng: random.Random) -> dict[str, Any]:
    """Few conditions that refuse a request: most that are generated do not hold."""
    kept = {name: value for name, value in headers.items() if name not in CONDITIONS or rng.random() < 0.2}
    luck = rng.random()
    if "If-Match" in kept and luck < 0.8:
        kept["If-Match"] = tag if tag is not None and luck < 0.5 else UNKNOWN_TAG
    if "If-None-Match" in kept and luck < 0.4:
        kept["If-None-Match"] = "*"
    return kept


def _game_for(path: str, games: Games, rng: random.Random) -> Prepared:
    if path.endswith(AGREEING):
        return rng.choice(games.to_agree)
    if path.endswith(SPENDING):
        waits = "/seats" in path and not path.endswith("/replace")
        return rng.choice([game for game in games.to_spend if (game.state == WAITING) is waits])
    runs = [game for game in games.all if game.state == RUNNING]
    return rng.choice(runs if rng.random() < 0.7 else games.all)


def _body(path: str, body: dict[str, Any], game: Prepared, games: Games, rng: random.Random) -> dict[str, Any]:
    legal = [rng.choice(game.legal) for _ in range(rng.choice([1, 1, 1, 2]))] if game.legal else []
    moves = [rng.choice([*[{"notation": one.notation}, one.input] * 5, NO_MOVE]) for one in legal]
    if moves and rng.random() < 0.7:
        if "moves" in body:
            return {"moves": moves}
        if "move" in body:
            return {"move": moves[0]}
    if path.endswith("/records") and rng.random() < 0.8:
        return {**body, "record": rng.choice(games.records)}
    if path.endswith("/forks") and rng.random() < 0.8:
        at = rng.choice([None, rng.randint(1, game.version)])
        return {**body, "at": at, "seatTokens": game.seats, "seats": rng.choice([None, *PLURAL])}
    if path.endswith("/games"):
        position = rng.choice(games.records) if rng.random() < 0.2 else None
        seats = {"seats": rng.choice(PLURAL)} if rng.random() < 0.7 else {}
        return {**body, "edition": None, "position": position, **seats}
    if path.endswith("/webhooks") and rng.random() < 0.8:
        secret = "whsec_" + rng.choice("ABC") * 32
        return {"url": "https://receiver.invalid/", "events": ["YOUR_TURN", "GAME_OVER"], "secret": secret}
    if path.endswith("/replace") and rng.random() < 0.5:
        substitute = rng.choice([{"bot": "RANDOM"}, {"open": "ANYONE"}, {"open": "INVITED"}])
        return {"with": substitute, "mayReturn": rng.random() < 0.3}
    if path.endswith("/seats") and rng.random() < 0.8:
        return rng.choice([{}, {"name": "Ada"}, {"seat": 2}])
    return body
