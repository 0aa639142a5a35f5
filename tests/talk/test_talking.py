"""Talk: rooms, modes and bounds, and lines that are hidden from some."""

from __future__ import annotations

import pytest

from taphouse.schema.concepts.talk import MOST_TEXT, phrases_in
from taphouse.service.store.rooms import MOST_OF_AUTHOR
from tests.api.client import Client
from tests.streams.conftest import Player
from tests.talk.shared import Table

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"


@pytest.fixture
def friends(at_two: tuple[Client, Client], player: Player) -> Table:
    """The same among friends."""
    return Table(at_two, player, powers="FULL")


def test_players_and_spectators_have_rooms_of_their_own_until_the_game_is_over(friends: Table) -> None:
    ann, bob, cid = friends.ann, friends.bob, friends.cid
    line = friends.say(ann, "Hello, Bob!")
    assert (line["room"], line["number"], line["seat"], line["host"]) == ("PLAYERS", 1, 1, False)
    cid.do("saveProfile", handle="Watcher")
    watched = friends.say(cid, "Ann has the better cask.")
    assert (watched["room"], watched["number"], watched["seat"], watched["handle"]) == (
        "SPECTATORS",
        1,
        None,
        "Watcher",
    )
    for player_ in (ann, bob):
        assert friends.hears(player_) == ["Hello, Bob!"]
        assert friends.ask(player_, room="SPECTATORS").json()["code"] == "ROOM_CLOSED"
    for watcher in (cid, friends.anyone):
        assert friends.hears(watcher) == ["Ann has the better cask."]
        assert friends.ask(watcher, room="PLAYERS").status_code == 403
    assert friends.say(friends.anyone, "I have no name.")["code"] == "NO_ACCOUNT"
    friends.end()
    for everybody in (ann, bob, cid, friends.anyone):
        assert friends.hears(everybody, room="PLAYERS") == ["Hello, Bob!"]
        assert friends.hears(everybody, room="SPECTATORS") == ["Ann has the better cask."]
    assert friends.say(bob, "Good game!")["number"] == 2


def test_both_rooms_are_open_after_an_abandoned_game_too(friends: Table) -> None:
    friends.say(friends.ann, "Shall we stop?")
    friends.ann.done("abandon", gameId=friends.id)
    assert friends.hears(friends.anyone, room="PLAYERS") == ["Shall we stop?"]


def test_strangers_say_phrases_and_each_reads_them_in_their_language(table: Table) -> None:
    assert table.say(table.ann, "Hello!")["code"] == "PHRASES_ONLY"
    line = table.say(table.ann, phrase="GOOD_LUCK")
    assert (line["phrase"], line["text"]) == ("GOOD_LUCK", "Good luck!")
    german = {"accept-language": "de", "authorization": f"Bearer {table.bob.token}"}
    told = table.bob.http.get(f"/v1/games/{table.id}/talk", headers=german).json()
    assert [one["text"] for one in told["lines"]] == ["Viel Glück!"]
    assert told["mode"] == "PHRASES"
    unknown = table.say(table.ann, phrase="NO_SUCH")
    assert unknown["code"] == "PHRASE_UNKNOWN"
    assert "GOOD_LUCK" in unknown["message"]
    listed = table.bob.http.get("/v1/talk/phrases", headers=german).json()["phrases"]
    assert {one["phrase"]: one["text"] for one in listed} == phrases_in("de")


def test_all_languages_have_the_same_phrases() -> None:
    assert phrases_in("de").keys() == phrases_in("en").keys()
    assert all(german != phrases_in("en")[name] for name, german in phrases_in("de").items())


def test_the_host_chooses_and_ends_the_talk(table: Table, friends: Table) -> None:
    assert table.bob.refused("setTalk", gameId=table.id, mode="OFF")["code"] == "NOT_HOST"
    assert table.ann.refused("setTalk", gameId=table.id, mode="FREE")["code"] == "ALREADY_STARTED"
    assert friends.ann.do("setTalk", gameId=friends.id, mode="PHRASES")["mode"] == "PHRASES"
    assert friends.ann.do("setTalk", gameId=friends.id, mode="FREE")["mode"] == "FREE"
    friends.end()
    assert friends.ann.do("setTalk", gameId=friends.id, mode="OFF")["mode"] == "OFF"
    assert friends.say(friends.bob, phrase="GOOD_GAME")["code"] == "TALK_OFF"
    assert friends.page(friends.bob)["mode"] == "OFF"


@pytest.mark.parametrize("wrong", ["", "   ", "a\nb", "a\u202eb", "\u200b", "a" + "\u0301" * 5])
def test_a_line_is_visible(friends: Table, wrong: str) -> None:
    assert friends.say(friends.ann, wrong)["argument"] == "text"


def test_a_line_is_short_and_says_one_thing(friends: Table) -> None:
    assert friends.say(friends.ann, " é" + "x" * (MOST_TEXT - 1) + " ")["number"] == 1
    for long in ("x" * (MOST_TEXT + 1), FAMILY * 100):
        assert friends.say(friends.ann, long)["code"] == "LINE_TOO_LONG"
    assert friends.say(friends.ann, "Two", phrase="GOOD_GAME")["argument"] == "text"
    assert friends.say(friends.ann)["argument"] == "text"
    assert friends.ask(friends.ann, after="17").json()["argument"] == "after"


def test_lines_come_once_and_not_too_often(friends: Table) -> None:
    key = "a-key-of-ann-for-this-line"
    first = friends.say(friends.ann, "Hello!", idempotencyKey=key)
    assert friends.say(friends.ann, "Hello!", idempotencyKey=key) == first
    assert friends.say(friends.ann, "Bye!", idempotencyKey=key)["code"] == "KEY_REUSED"
    for number in range(MOST_OF_AUTHOR - 1):
        assert friends.say(friends.ann, f"{number}")["number"] == number + 2
    refused = friends.say(friends.ann, "And more!")
    assert refused["code"] == "SAID_TOO_OFTEN"
    assert 0 < refused["retryAfter"] <= 20
    assert friends.say(friends.bob, "I can.")["number"] == MOST_OF_AUTHOR + 1
    assert len(friends.hears(friends.bob)) == MOST_OF_AUTHOR + 1


def test_a_seat_hides_what_it_has_muted(friends: Table) -> None:
    ann, bob = friends.ann, friends.bob
    friends.say(bob, "Boo!")
    friends.say(ann, "Please stop.")
    assert ann.do("muteSeat", gameId=friends.id, seat=2)["muted"] == [2]
    assert friends.hears(ann) == ["Please stop."]
    assert friends.page(ann)["muted"] == [2]
    assert friends.hears(bob) == ["Boo!", "Please stop."]
    assert friends.page(bob)["muted"] == []
    assert ann.refused("muteSeat", gameId=friends.id, seat=1)["argument"] == "seat"
    assert friends.cid.refused("muteSeat", gameId=friends.id, seat=1)["code"] == "NOT_SEATED"
    assert ann.do("muteSeat", gameId=friends.id, seat=2, muted=False)["muted"] == []
    assert friends.hears(ann) == ["Boo!", "Please stop."]


def test_only_the_one_who_blocked_does_not_hear_the_other(friends: Table) -> None:
    ann, bob = friends.ann, friends.bob
    bob.do("saveProfile", handle=f"Bob-{friends.id[:8]}")
    friends.say(bob, "Boo!")
    friends.say(ann, "Go away.")
    ann.do("markPlayer", player=f"Bob-{friends.id[:8]}", mark="BLOCKED")
    assert friends.hears(ann) == ["Go away."]
    assert friends.hears(bob) == ["Boo!", "Go away."]


def test_talk_is_no_part_of_the_game(friends: Table) -> None:
    before = friends.ann.look(friends.id)
    friends.say(friends.ann, "Nobody records this.")
    assert friends.ann.look(friends.id)["version"] == before["version"]
    friends.end()
    for path in ("record", "events", "history", ""):
        shown = friends.ann.http.get(f"/v1/games/{friends.id}/{path}".rstrip("/"))
        assert shown.status_code == 200
        assert "Nobody records this" not in shown.text


def test_lines_of_a_deleted_account_are_empty(friends: Table) -> None:
    friends.say(friends.bob, "I was here.")
    friends.say(friends.cid, "So was I.")
    for one in (friends.bob, friends.cid):
        id_ = one.ask("{ account { ... on Account { id } } }")["account"]["id"]
        assert one.do("deleteAccount", account=id_)["finished"]
    assert [(line["seat"], line["text"]) for line in friends.page(friends.ann)["lines"]] == [(2, None)]
    assert friends.hears(friends.anyone) == [None]
