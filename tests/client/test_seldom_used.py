"""Methods of the Python client that few games need: handovers, pauses, newer rules."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from taphouse.client import Client, Refused
from taphouse.lab.memory_store import MemoryStore
from taphouse.schema.values.clocks import NewClock
from tests.api.server import Server
from tests.effort import BOUND


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    with Server(store=MemoryStore()) as server, Client(server.url, patience=BOUND) as made:
        yield made


def test_a_place_is_handed_over_once(client: Client) -> None:
    made = client.create("dank-and-draft", ["Anna", "Ben"])
    for place in (made.seats[0], made.host):
        handover = client.hand_over(place)
        assert client.take_over(handover) == place
        with pytest.raises(Refused, match="HANDOVER_REJECTED"):
            client.take_over(handover)


def test_a_paused_game_is_resumed(client: Client) -> None:
    one, other = client.create("dank-and-draft", ["Anna", "Ben"], clock=NewClock(bank=600)).seats
    paused = client.accept(other, client.propose(one, "pause").proposals[0].id)
    assert paused.clock is not None
    assert paused.clock.paused
    assert not any(client.look(place).your_turn for place in (one, other))
    resumed = client.resume(other)
    assert resumed.clock is not None
    assert not resumed.clock.paused


def test_rules_that_are_the_newest_are_not_upgraded(client: Client) -> None:
    with pytest.raises(Refused, match="RULES_NEWEST"):
        client.upgrade_rules(client.create("dank-and-draft", ["Anna", "Ben"]).host)
