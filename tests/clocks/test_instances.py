"""Time-outs with several instances on one store, by the store's own clock: each once, whatever dies."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
import redis

from taphouse.service.games.clocks import alarms, timekeeping
from taphouse.service.games.clocks.alarms import Alarms
from taphouse.service.store.absences import GAP
from taphouse.service.store.layout import attended_key
from taphouse.service.store.servers import attendance
from tests import servers
from tests.api.client import Client
from tests.api.conftest import http
from tests.api.server import Server, until
from tests.clocks.shared import clock_of, entries, events, moment, timed

SOON = 1
"""The seconds for a move. Deadlines are near, so that no test waits long."""
KEY = attended_key("")
TURN_LOST = ["TimedOut", "CaskRaceTurnBegan"]
WHAT_HAPPENS = ["TableOpened", "GameStarted", *TURN_LOST, *TURN_LOST, "GamePaused"]
"""To a game whose two players never move."""


@pytest.fixture(autouse=True)
def _short_clocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timekeeping, "LEAST_TIME", SOON)
    monkeypatch.setattr(attendance, "GAP", 600_000)  # a busy machine is no absence


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
    assert first.look(table.id)["status"] == "OVER"
    assert second.look(table.id) == first.look(table.id)


def test_a_restart_of_all_costs_nobody_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The embedded server ends with the service. What was noted before says how long both were away."""
    monkeypatch.setattr(attendance, "GAP", GAP)
    with servers.valkey_server(tmp_path) as url, Server(url=url) as server, http(server) as client:
        table = timed(Client(client), bank=60)
        before = moment(clock_of(table)["deadline"])
        began = moment(entries(table)[1]["at"])
        with redis.Redis.from_url(url) as store:
            until(lambda: float(store.hget(KEY, "last") or 0) > (began - 2) * 1000, "it is noted that it is there")
    time.sleep(GAP / 1000 + 0.1)
    with servers.valkey_server(tmp_path) as url, Server(url=url) as server, http(server) as client:
        anyone = Client(client)
        given = anyone.look(table.id)["clock"]
        (added,) = anyone.events(gameId=table.id, after=2)["entries"][0]["events"]
        with redis.Redis.from_url(url) as store:
            spans = [map(int, one.split(b"-")) for one in (store.hget(KEY, "gaps") or b"").split()]
    lost = sum(end / 1000 - max(begin / 1000, began) for begin, end in spans)
    assert lost >= 2
    assert moment(given["deadline"]) == pytest.approx(before + lost, abs=0.002)
    assert (added["__typename"], added["byHost"]) == ("TimeAdded", False)
    assert added["seconds"] == pytest.approx(lost, abs=0.51)
