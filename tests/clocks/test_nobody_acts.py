"""Nobody acts for a day: whatever was agreed, the game ends or rests, and nothing runs for ever (docs/api/clocks.md)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.client import CASK, MINE, OPEN, Client, Json, Table, create, seats_of, table_of
from tests.api.server import until
from tests.clocks.shared import Clock, clock_of, ended_by_itself, events

TIMES = {"perMove": 3600}, {"bank": 3600, "increment": 60}
MOST = 8
"""The most deadlines of a game that nobody plays: one of each of up to six seats, and some to spare."""


def rests(shown: Json) -> bool:
    """True if nothing happens in a game by itself."""
    return shown["status"] != "RUNNING" or shown["clock"] is None or shown["clock"]["paused"]


def a_day_later(table: Table, clock: Clock) -> list[str]:
    """Pass each deadline within a day, until the game rests. The events since."""
    begun, version = clock.now, table.version
    for _ in range(MOST):
        until(lambda: rests(now := table.look()) or now["clock"]["running"], "the bots have moved")
        shown = table.look()
        if rests(shown):
            break
        clock.now += shown["clock"]["seats"][shown["clock"]["running"] - 1]["left"] + 0.001
        ended_by_itself(table, shown["version"])
    else:
        raise AssertionError("a clock still runs")
    told = events(table, version)
    clock.now = max(clock.now, begun + 86_399)
    assert events(table, version) == told
    return told


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("time", TIMES, ids=["per move", "bank"])
def test_passive_moves_end_in_a_pause(anyone: Client, clock: Clock, seats: int, time: dict[str, Any]) -> None:
    table = create(anyone, seats, CASK, clock={**time, "onTimeOut": "PASSIVE_MOVE"})
    told = a_day_later(table, clock)
    assert (told.count("TimedOut"), told[-1], told.count("GamePaused")) == (seats, "GamePaused", 1)
    assert (table.look()["status"], clock_of(table)["paused"]) == ("RUNNING", True)


@pytest.mark.parametrize("time", TIMES, ids=["per move", "bank"])
@pytest.mark.parametrize("action", ["BOT", "RESIGN"])
def test_bots_and_resignations_end_the_game(anyone: Client, clock: Clock, action: str, time: dict[str, Any]) -> None:
    table = create(anyone, 2, CASK, options={"turnCap": 4}, clock={**time, "onTimeOut": action})
    told = a_day_later(table, clock)
    assert table.look()["status"] == {"BOT": "ABANDONED", "RESIGN": "OVER"}[action]
    assert 1 <= told.count("TimedOut") <= 2


def test_without_clocks_a_game_waits_and_expires(anyone: Client, clock: Clock) -> None:
    table = create(anyone, 2, CASK)
    assert a_day_later(table, clock) == []
    clock += 2
    assert table.look()["code"] == "GAME_NOT_FOUND", "no move was made"


def test_a_game_that_waits_expires(anyone: Client, clock: Clock) -> None:
    made = anyone.done("createGame", game={CASK: {}}, seats=seats_of([MINE, OPEN]), clock=TIMES[0])
    table = table_of(anyone, made)
    clock += 86_401
    assert table.look()["code"] == "GAME_NOT_FOUND"


def test_an_agreed_pause_lasts_until_the_game_expires(anyone: Client, clock: Clock) -> None:
    table = create(anyone, 2, CASK, clock=TIMES[1])
    table.play("pass")
    for seat in (1, 2):
        table.seat(seat).done("propose", gameId=table.id, proposal={"pause": True})
    assert a_day_later(table, clock) == []
    assert clock_of(table)["paused"]
    clock += 90 * 86_400
    assert table.look()["code"] == "GAME_NOT_FOUND"
