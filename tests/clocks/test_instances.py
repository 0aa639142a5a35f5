"""Time-outs with several instances on one store, by the store's own clock: each once, whatever dies."""

from __future__ import annotations

from typing import Any

import pytest

from taphouse.service.tables.clocks import alarms, timekeeping
from taphouse.service.tables.clocks.alarms import Alarms
from tests.api.client import Client
from tests.api.server import until
from tests.clocks.shared import entries, events, moment, timed

SOON = 1
"""The seconds for a move. Deadlines are near, so that no test waits long."""
TURN_LOST = ["TimedOut", "CaskRaceTurnBegan"]
WHAT_HAPPENS = ["TableOpened", "GameStarted", *TURN_LOST, *TURN_LOST, "GamePaused"]
"""To a game whose two players never move."""


@pytest.fixture(autouse=True)
def _short_clocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timekeeping, "LEAST_TIME", SOON)


def test_each_time_out_is_made_once_and_not_before_its_deadline(two_instances: tuple[Client, Client]) -> None:
    first, second = two_instances
    tables = [timed(client, perMove=SOON) for client in (first, second, first)]
    for table in tables:
        until(lambda table=table: "GamePaused" in events(table), "all players have run out of time")
        assert events(table) == WHAT_HAPPENS
        started, first_end, second_end = [moment(entries(table)[i]["at"]) for i in (1, 2, 4)]
        assert first_end >= started + SOON
        assert second_end >= first_end + SOON


def test_an_alarm_of_an_instance_that_dies_is_taken_over(
    two_instances: tuple[Client, Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = two_instances
    monkeypatch.setattr(alarms, "LEASE", 0.2)
    died = 0
    look = Alarms._look

    async def once(self: Alarms, *given: Any) -> None:
        nonlocal died
        if not died:
            died += 1
            return
        await look(self, *given)

    monkeypatch.setattr(Alarms, "_look", once)
    table = timed(first, perMove=SOON, onTimeOut="RESIGN")
    until(lambda: "SeatResigned" in events(table), "another instance ends the time")
    assert died == 1
    until(lambda: first.look(table.id)["status"] == "OVER", "the resigned players' moves are made")
    assert second.look(table.id) == first.look(table.id)
