"""Games that were played in-process before, so that the client knows every move and needs no time to choose."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import count

import msgspec
from msgspec import Struct

from bench.harness import documents
from bench.harness.client import ClientConnection, request
from taphouse.engine import GAMES
from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.contract import Move
from taphouse.engine.editions import packaged

KIND = "dank-and-draft"
"""The kind of the games of all benchmarks that need one kind."""


class Planned(Struct, frozen=True):
    """A game of two players simulated from its seed: the seat and the move of each version."""

    kind: str
    seed: str
    moves: tuple[tuple[int, Move], ...]


class PlannedGame(Struct, frozen=True):
    """A planned game that was created at the service."""

    id: str
    tokens: tuple[str, ...]
    """One per seat."""


def plans(kind: str, length: int) -> Iterator[Planned]:
    """Endless games of so many random moves, after which they are not over."""
    game, rng = GAMES[kind], random.Random(1)
    rules = game.rules(packaged(game.edition, game.about.package)[0])
    for number in count():
        seed = f"bench {number}"
        chance = Chance(seed_from(seed))
        state = rules.new(game.about.options(), 2, chance)
        moves: list[tuple[int, Move]] = []
        while len(moves) < length and (decision := rules.decision(state)) is not None:
            move = rng.choice(list(rules.moves(state)))
            moves.append((decision.seat, move))
            state = rules.apply(state, move, chance).state
        if len(moves) == length and rules.decision(state):  # skip games that end too soon
            yield Planned(kind, seed, tuple(moves))


async def create(line: ClientConnection, plan: Planned) -> PlannedGame:
    """Create a planned game."""
    answer = await line.ask(request("/graphql", documents.create(plan.kind, plan.seed)))
    created = msgspec.json.decode(answer)["data"]["createGame"]
    return PlannedGame(created["game"]["gameId"], tuple(seat["token"] for seat in created["seats"]))
