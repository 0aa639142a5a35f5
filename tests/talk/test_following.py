"""Streams and long polls of talk: each line once and in order, whatever breaks, and to those only who may read it."""

from __future__ import annotations

import threading

import pytest

from taphouse.service.talk import following
from tests.access.seats.shared import streaming
from tests.api.client import Client
from tests.api.server import until
from tests.streams.conftest import Player
from tests.talk.shared import Table, told

ALL = 'subscription { talk(gameId: "%s") { ... on TalkLine { number text seat } ... on Problem { code } } }'


@pytest.fixture
def friends(at_two: tuple[Client, Client], player: Player) -> Table:
    return Table(at_two, player, powers="FULL")


def test_a_stream_has_the_newest_lines_and_then_each_new_one(friends: Table) -> None:
    friends.say(friends.ann, "one")
    with told(friends, friends.bob) as lines:
        first = lines.line()
        friends.say(friends.bob, "two")
        friends.say(friends.ann, "three")
        assert [first["text"], lines.line()["text"], lines.line()["text"]] == ["one", "two", "three"]
    with told(friends, friends.bob, last=first["cursor"]) as again:
        assert [again.line()["number"] for _ in range(2)] == [2, 3]
    with told(friends, friends.ann, after=first["cursor"]) as again:
        assert again.line()["gap"] is False


def test_a_subscription_has_the_same(friends: Table) -> None:
    with streaming(friends.bob, ALL % friends.id) as lines:
        friends.say(friends.ann, "Hello!")
        assert next(lines) == {"number": 1, "text": "Hello!", "seat": 1}


def test_a_long_poll_ends_when_something_is_said(friends: Table) -> None:
    first = friends.say(friends.ann, "one")
    later = threading.Timer(0.3, lambda: friends.say(friends.ann, "two"))
    later.start()
    page = friends.page(friends.bob, after=first["cursor"], wait=20)
    later.join()
    assert [line["text"] for line in page["lines"]] == ["two"]
    assert page["cursor"] == page["lines"][-1]["cursor"]
    assert friends.page(friends.bob, after=page["cursor"], wait=1)["lines"] == []


def test_pages_go_on_where_the_last_one_ended(friends: Table) -> None:
    said = [friends.say(friends.ann, f"{number}")["cursor"] for number in range(4)]
    assert friends.hears(friends.bob, first=2) == ["2", "3"]
    page = friends.page(friends.bob, after=said[0], first=2)
    assert ([line["text"] for line in page["lines"]], page["hasMore"]) == (["1", "2"], True)
    page = friends.page(friends.bob, after=page["cursor"], first=2)
    assert ([line["text"] for line in page["lines"]], page["hasMore"]) == (["3"], False)
    assert friends.page(friends.anyone)["cursor"] is None


def test_a_cursor_of_a_history_that_was_lost_gets_all_with_a_gap(friends: Table) -> None:
    friends.say(friends.ann, "one")
    friends.say(friends.ann, "two")
    page = friends.page(friends.bob, after="t1-00000000")
    assert [(line["text"], line["gap"]) for line in page["lines"]] == [("one", True), ("two", False)]
    with told(friends, friends.bob, last="t1-00000000") as lines:
        assert [lines.line()["gap"] for _ in range(2)] == [True, False]


def test_a_stream_ends_for_who_loses_their_seat(friends: Table) -> None:
    narrow = friends.bob.done("narrowToken", gameId=friends.id, readOnly=True)["token"]
    with told(friends, friends.bob.with_token(narrow), room="PLAYERS") as lines:
        friends.say(friends.ann, "one")
        assert lines.line()["text"] == "one"
        friends.ann.done("replacePlayer", gameId=friends.id, seat=2, **{"with": {"open": "INVITED"}})
        friends.say(friends.ann, "not for Bob")
        assert lines.problem() in ("ROOM_CLOSED", "TOKEN_REJECTED")


def test_who_mutes_a_seat_hears_no_more_of_it(friends: Table) -> None:
    with told(friends, friends.ann) as lines:
        friends.say(friends.bob, "one")
        assert lines.line()["text"] == "one"
        friends.ann.do("muteSeat", gameId=friends.id, seat=2)
        friends.say(friends.bob, "two")
        friends.say(friends.ann, "three")
        assert lines.line()["text"] == "three"


def test_who_deletes_their_account_is_forgotten_where_others_follow(
    friends: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also what they said long ago, which instances do not read again for a new line."""
    monkeypatch.setattr(following, "RECENT", 2)
    account = friends.ann.ask("{ account { ... on Account { id } } }")["account"]["id"]
    texts = [friends.say(friends.ann, "mine")["text"], *(friends.say(friends.bob, one)["text"] for one in "abc")]
    with told(friends, friends.bob) as lines:
        assert [lines.line()["text"] for _ in texts] == texts
        assert friends.ann.do("deleteAccount", account=account)["finished"]

        def first() -> str | None:
            with told(friends, friends.bob) as again:
                text: str | None = again.line()["text"]
                return text

        until(lambda: first() != "mine", "it is forgotten")
