"""A lost reply of the store ends no time twice."""

from __future__ import annotations

from taphouse.lab.memory_store import MemoryStore
from taphouse.service.store.failures import StoreUnavailable
from taphouse.service.store.protocol import Commit, Result
from tests.api.client import Client, new_key
from tests.api.conftest import http
from tests.api.server import Server, until
from tests.clocks.shared import PER_MOVE, Clock, events, timed


class Forgetful(MemoryStore):
    """A store that makes some commits, and then says that it cannot be reached."""

    losing = 0

    async def commit(self, commit: Commit) -> Result:
        result = await super().commit(commit)
        if self.losing:
            self.losing -= 1
            raise StoreUnavailable("the connection broke before the reply")
        return result


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
