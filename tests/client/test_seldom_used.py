"""Methods of the Python client that few games need: handovers, pauses, newer rules."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from taphouse.client import OPEN_SEAT, Client, QuickTerms, Refused, ReportCategory, StandingOrder
from taphouse.lab.memory_store import MemoryStore
from taphouse.schema.concepts.presence import PresenceState
from taphouse.schema.concepts.standing_orders import OrdersEnd
from taphouse.schema.concepts.talk import TalkMode
from taphouse.schema.values.clocks import NewClock
from taphouse.schema.values.games import StartOption, Status
from tests.api.server import Server
from tests.effort import BOUND
from tests.operating.shared import setting


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    with Server(store=MemoryStore(), operators=setting()) as server, Client(server.url, patience=BOUND) as made:
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


def test_two_guests_who_want_to_play_meet(client: Client) -> None:
    anna = client.quick_play("dank-and-draft", "Anna", terms=QuickTerms(max_seats=2, any_clock=True))
    assert client.look(anna).status is Status.WAITING
    ben = client.quick_play("dank-and-draft", "Ben", terms=QuickTerms(max_seats=2, clock=NewClock(per_move=60)))
    assert (ben.game_id, ben.seat, ben.name) == (anna.game_id, 2, "Ben")
    table = client.look(anna)
    assert table.status is Status.RUNNING
    assert table.clock is not None
    with pytest.raises(ValueError, match="no-game"):
        client.quick_play("no-game")
    with pytest.raises(Refused, match="INPUT_REFUSED"):
        client.quick_play("dank-and-draft", terms=QuickTerms(min_seats=5))
    with pytest.raises(Refused, match="rates no games"):
        client.quick_play("dank-and-draft", terms=QuickTerms(rated=True, within=100))


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


def test_friends_talk(client: Client) -> None:
    one, other = client.create("dank-and-draft", ["Anna", "Ben"]).seats
    line = client.say(one, "Hello, Ben!")
    assert [found.text for found in client.talk(other).lines] == ["Hello, Ben!"]
    client.say(other, phrase="GOOD_LUCK")
    followed = client.follow_talk(one, after=line.cursor)
    assert next(followed).text == "Good luck!"
    assert client.mute_seat(one, 2) == (2,)
    assert [found.text for found in client.talk(one).lines] == ["Hello, Ben!"]
    assert "GOOD_LUCK" in {known.phrase for known in client.phrases()}


def test_a_player_reports_what_another_says(client: Client) -> None:
    one, other = client.create("dank-and-draft", ["Anna", "Ben"]).seats
    line = client.say(other, "You cheat!")
    first = client.report(one, ReportCategory.ABUSE, "They insult me.", seat=2, line=line, share_view=True)
    assert client.report(one, ReportCategory.BUG, version=1) != first
    with pytest.raises(Refused, match="VERSION_NOT_FOUND"):
        client.report(one, ReportCategory.BUG, version=99)


def test_players_see_who_is_there(client: Client) -> None:
    one, _ = client.create("dank-and-draft", ["Anna", "Ben"]).seats
    assert [found.state for found in client.presence(one).seats] == [PresenceState.AWAY] * 2
    followed = client.follow_presence(one)
    assert [found.state for found in next(followed).seats] == [PresenceState.HERE, PresenceState.AWAY]


def test_a_player_leaves_a_move_for_later(client: Client) -> None:
    one, other = client.create("dank-and-draft", ["Anna", "Ben"]).seats
    if not client.look(one).your_turn:
        one, other = other, one
    with pytest.raises(Refused, match="YOUR_DECISION"):
        client.leave_orders(one, [StandingOrder(("end-turn",), ("draft row-1",))])
    order = StandingOrder(("draft row-1", "end-turn"), ("draft row-2",))
    left = client.leave_orders(other, [order])
    assert client.standing_orders(other).orders == left.orders == (order,)
    client.move(one, "draft row-1")
    client.move(one, "end-turn")
    assert any(entry.notation == "draft row-2" for entry in client.events(other))
    ended = client.standing_orders(other).ended
    assert ended is None or ended.reason is OrdersEnd.PLAYED
    assert client.leave_orders(one, []).orders == ()


def test_a_host_ends_the_talk(client: Client) -> None:
    made = client.create("dank-and-draft", ["Anna", "Ben"])
    assert client.set_talk(made.host, TalkMode.OFF) is TalkMode.OFF
    with pytest.raises(Refused, match="TALK_OFF"):
        client.say(made.seats[0], "Hello?")
