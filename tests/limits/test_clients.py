"""The clients that come with the service wait as long as they are told to, and play on."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from types import SimpleNamespace

import pytest
from typer.testing import CliRunner

from taphouse.client import Client, Unavailable, clients, exchange
from taphouse.command_line import main
from taphouse.lab.bot_player import play
from taphouse.service.access import prepaid_points
from tests.api.server import Server
from tests.effort import BOUND
from tests.limits.build import CREATE, LOOK, Counted
from tests.log_lines import log_lines


@pytest.fixture
def store() -> Counted:
    return Counted()


@pytest.fixture
def slept(store: Counted, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time that the clients waited: none, but the buckets fill as if they had."""
    waits: list[float] = []

    def sleep(seconds: float) -> None:
        waits.append(seconds)
        store.clock.now += seconds

    def nap(seconds: float) -> float:
        store.clock.now += seconds
        return 0.0

    monkeypatch.setattr(prepaid_points, "around", nap)  # what the service waits, for events to be paid for
    monkeypatch.setattr(clients, "time", SimpleNamespace(sleep=sleep))
    return waits


def test_a_bot_that_asks_for_too_much_waits_and_plays_to_the_end(store: Counted, slept: list[float]) -> None:
    with Server(store=store, rate_address=100, rate_address_burst=1200) as server:
        with Client(server.url) as asker:
            made = asker.execute(CREATE)["createGame"]
        moved: list[int] = []
        both = Barrier(2)

        def one(token: str) -> str:
            both.wait(BOUND)
            game = play(server.url, token, "random", lambda made: moved.append(made.before.version))
            return game.status.name

        with ThreadPoolExecutor(2) as pool:
            assert list(pool.map(one, [seat["token"] for seat in made["seats"]])) == ["OVER", "OVER"]
    assert slept
    assert all(seconds >= 1 for seconds in slept)
    assert len(set(moved)) == len(moved) > 10


def test_the_demo_waits_and_plays_to_the_end(store: Counted, slept: list[float]) -> None:
    with Server(store=store, rate_address=100, rate_address_burst=1200) as server, log_lines():
        answer = CliRunner().invoke(main, ["demo", "--url", server.url, "--seed", "4", "--json"])
    assert (answer.exit_code, answer.stderr) == (0, "")
    assert len(json.loads(answer.stdout)["moves"]) == 20
    assert slept
    assert all(seconds >= 1 for seconds in slept)


def test_a_client_waits_as_long_as_it_is_told_and_not_for_ever(store: Counted, slept: list[float]) -> None:
    with Server(store=store, rate_address=10, rate_address_burst=660) as server, Client(server.url) as asker:
        game = asker.execute(CREATE)["createGame"]["game"]["gameId"]
        for _ in range(5):
            assert asker.execute(LOOK, {"g": game}) == {"game": {"version": 2}}
        assert sum(slept) >= 8
        assert len(slept) <= 5
        slept.clear()
        store._clock = lambda: 0.0  # which stands still, so that no bucket fills
        with pytest.raises(Unavailable, match="answers 429: The rate limit of this address is exceeded"):
            asker.execute(LOOK, {"g": game})
        assert 100 < sum(slept) <= exchange.MOST_LIMITED
