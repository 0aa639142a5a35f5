"""A clock runs on while the service is away, and a lost reply of the store ends no time twice."""

from __future__ import annotations

import pytest

from taphouse.engine.clocks import SECOND
from taphouse.service.store import Commit, Result, StoreUnavailable
from taphouse.service.store.memory import MemoryStore
from taphouse.service.tables.clocks.time_outs import LATE
from tests.api.client import Client, Table, new_key
from tests.api.conftest import http
from tests.api.server import Server, until
from tests.clocks.shared import PER_MOVE, Clock, clock_of, events, moment, timed


class Forgetful(MemoryStore):
    """A store that makes some commits, and then says that it cannot be reached."""

    losing = 0

    async def commit(self, commit: Commit) -> Result:
        result = await super().commit(commit)
        if self.losing:
            self.losing -= 1
            raise StoreUnavailable("the connection broke before the reply")
        return result


def again(client: Client, table: Table) -> Table:
    """The same table at another instance."""
    seats = tuple(client.with_token(seat.token) for seat in table.seats)
    return Table(table.id, client.with_token(table.host.token), seats, client)


@pytest.mark.parametrize(("away", "grace"), [(2, False), (60, True)])
def test_a_restart_neither_stops_a_clock_nor_costs_a_seat_its_last_seconds(away: int, grace: bool) -> None:
    clock = Clock()
    store = MemoryStore(clock)
    with Server(store=store) as server, http(server) as client:
        table = timed(Client(client), perMove=PER_MOVE)
        version, deadline = table.version, moment(clock_of(table)["deadline"])
    clock += PER_MOVE + away
    assert (away >= LATE / SECOND) is grace
    with Server(store=store) as server, http(server) as client:
        table = again(Client(client), table)
        until(lambda: events(table, version), "the clock ended, or got its grace")
        assert events(table, version)[0] == ("TimeAdded" if grace else "TimedOut")
        assert moment(clock_of(table)["deadline"]) > deadline + away


def test_a_lost_reply_ends_no_time_twice_and_takes_no_move_back() -> None:
    clock = Clock()
    store = Forgetful(clock)
    with Server(store=store) as server, http(server) as client:
        table = timed(Client(client), 3, perMove=PER_MOVE)
        before = table.version
        store.losing = 2
        clock += PER_MOVE
        until(lambda: "TimedOut" in events(table, before), "the time is over")
        version = table.version
        assert events(table, before).count("TimedOut") == 1
        player = table.decider
        given = {"gameId": table.id, "moves": [table.moves()[0]["input"]], "idempotencyKey": new_key()}
        store.losing = 1
        assert "UNAVAILABLE" in player.send("play", **given).text
        clock += PER_MOVE - 1
        assert player.done("play", **given)["entries"][0]["version"] == version + 1
        assert events(table, before).count("TimedOut") == 1
