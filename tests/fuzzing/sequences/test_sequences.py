"""Any sequence of requests, allowed or not, is answered as the engine says, for every game, over a real socket."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from taphouse.lab.memory_store import MemoryStore
from taphouse.schema.game_view import GameView
from taphouse.service.games.kernel import committing
from taphouse.service.games.kernel.committing import Committer
from tests.api.client import Client
from tests.api.conftest import http
from tests.api.server import Server
from tests.conformance.tables import GAMES
from tests.effort import many
from tests.fuzzing.sequences.played import Played

OFTEN = ["move", "move_twice_with_a_key", "batch", "not_legal"]
STEPS = [
    *OFTEN * 2,
    *("not_their_turn", "nobody", "forged", "nonsense", "of_another_game", "stale"),
    *("preview", "why_not", "earlier", "log", "undo", "undo", "resign", "abandon"),
]
steps = st.lists(st.tuples(st.sampled_from(STEPS), st.integers(0, 9999)), min_size=8, max_size=30)


@pytest.fixture(scope="module")
def anyone() -> Iterator[Client]:
    """Somebody without a token."""
    with Server(store=MemoryStore()) as server, http(server) as client:
        yield Client(client)


def drive(anyone: Client, kind: str, seats: int, seed: int, steps: list[tuple[str, int]]) -> None:
    """Take the steps in a new game."""
    bounds = GAMES[kind].about.seats
    played = Played(anyone, kind, bounds[seats % len(bounds)], str(seed))
    for name, number in steps:
        getattr(played, name)(number)
        played.look(number % (played.model.seats + 1))
    for seat in range(played.model.seats + 1):
        played.look(seat)
        played.read(seat, max(0, played.model.version - 30), None)


@pytest.mark.parametrize("kind", GAMES)
@settings(max_examples=many(6))
@given(seats=st.integers(0, 9), seed=st.integers(0, 99), steps=steps)
def test_whatever_is_sent_is_answered_as_the_engine_says(
    anyone: Client, kind: str, seats: int, seed: int, steps: list[tuple[str, int]]
) -> None:
    drive(anyone, kind, seats, seed, steps)


def _nothing(*_: Any) -> Any:
    """A check that finds nothing wrong, or a duty that is forgotten."""
    return []


async def _no_conflict(*_: Any) -> None:
    """The expected version is not looked at."""


@pytest.mark.parametrize(
    ("of", "name", "wrong"),
    [
        pytest.param(GameView, "_check_turn", _nothing, id="whose turn it is"),
        pytest.param(GameView, "known", property(lambda self: self._state), id="what is hidden"),
        pytest.param(Committer, "refuse_conflict", _no_conflict, id="the expected version"),
        pytest.param(committing, "automatic_moves", _nothing, id="the moves of resigned seats"),
    ],
)
def test_what_the_service_forgets_is_noticed(
    anyone: Client, monkeypatch: pytest.MonkeyPatch, of: Any, name: str, wrong: Any
) -> None:
    monkeypatch.setattr(of, name, wrong)
    with pytest.raises(AssertionError):
        _drive_many(anyone)


def _drive_many(anyone: Client) -> None:
    rng = random.Random(1)
    for seed in range(40):
        drive(anyone, "cask-race", seed, seed, [(rng.choice(STEPS), rng.randrange(9999)) for _ in range(25)])
