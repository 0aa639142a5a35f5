"""Methods of the Python client that few games need: handovers, pauses, newer rules."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from taphouse.client import OPEN_SEAT, Client, Refused
from taphouse.lab.memory_store import MemoryStore
from taphouse.schema.values.clocks import NewClock
from taphouse.schema.values.games import StartOption, Status
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


def test_a_player_gets_up_and_sits_down_again(client: Client) -> None:
    made = client.create("pint-craft", ["Anna", OPEN_SEAT, OPEN_SEAT], start=StartOption.BY_HOST)
    ben = client.join(made.game_id, "Ben")
    found = client.attendance(ben)
    assert (found.away_after, found.host_away, found.seats_away) == (600, False, ())
    left = client.leave_seat(ben)
    assert (left.seat, [seat.taken for seat in left.seats]) == (None, [True, False, False])
    with pytest.raises(Refused, match="TOKEN_REJECTED"):
        client.look(ben)
    again = client.join(made.game_id, "Ben")
    with pytest.raises(Refused, match="HOST_PRESENT"):
        client.take_host(again)


def test_a_player_takes_the_part_of_an_absent_host_and_starts_the_game() -> None:
    ahead = [0.0]
    store = MemoryStore(lambda: time.time() + ahead[0])
    with Server(store=store) as server, Client(server.url, patience=BOUND) as client:
        made = client.create("pint-craft", ["Anna", OPEN_SEAT, OPEN_SEAT], start=StartOption.BY_HOST)
        ben, cleo = client.join(made.game_id, "Ben"), client.join(made.game_id, "Cleo")
        ahead[0] += 700
        assert client.attendance(ben).host_away
        host = client.take_host(ben)
        with pytest.raises(Refused, match="TOKEN_REJECTED"):
            client.start(made.host)
        asked = client.start(host)
        assert [seat.seat for seat in asked.seats if seat.asked] == [1, 3]
        assert client.start(cleo).status is Status.WAITING
        assert client.start(made.seats[0]).status is Status.RUNNING
