"""A game that spectators see later: all ways show them the same earlier version, and everything once it is over."""

from __future__ import annotations

import json
import threading
from typing import Any

import pytest

from tests.access.issuer import ANN, BOB
from tests.api.client import CASK, MINE, OPEN, Client, seats_of
from tests.http.rest_events.shared import STREAM, Streamed, headers_of
from tests.streams.conftest import Player
from tests.streams.shared import page, told

DELAY = 3


class Delayed:
    """A running game of two seats of one's own. It begins at version 2."""

    def __init__(self, anyone: Client, delay: int = DELAY) -> None:
        made = anyone.done("createGame", game={CASK: {}}, seats=seats_of([MINE, MINE]), spectatorDelay=delay)
        self.id: str = made["game"]["gameId"]
        self.anyone, self.host = anyone, anyone.with_token(made["hostToken"])
        self.seats = [anyone.with_token(seat["token"]) for seat in made["seats"]]
        self.moves = 0

    def get(self, by: Client, path: str = "", **params: Any) -> Any:
        response = by.http.get(f"/v1/games/{self.id}{path}", params=params, headers=headers_of(by, "application/json"))
        return response.json()

    def play(self, count: int = 1) -> None:
        for _ in range(count):
            self.seats[self.moves % 2].done("play", gameId=self.id, moves=[{"notation": "pass"}])
            self.moves += 1


@pytest.fixture
def game(at_two: tuple[Client, Client]) -> Delayed:
    return Delayed(at_two[1])


def test_viewers_without_a_seat_see_an_earlier_version(game: Delayed) -> None:
    assert game.get(game.anyone)["version"] == 2
    game.play(2)
    assert [game.get(by)["version"] for by in (game.anyone, game.host, game.seats[0])] == [2, 2, 4]
    game.play(3)
    for by in (game.anyone, game.host):
        shown = game.get(by)
        assert (shown["version"], shown["latest"], shown["spectatorDelay"]) == (4, 4, DELAY)
        assert "@" not in shown["id"]
        assert game.get(by, at=5)["code"] == "VERSION_NOT_FOUND"
        assert game.get(by, at=3)["version"] == 3
        page = game.get(by, "/events", after=0)
        assert (page["latest"], [one["version"] for one in page["entries"]]) == (4, [1, 2, 3, 4])
        assert game.get(by, "/events", after=6)["code"] == "VERSION_NOT_FOUND"
    record = game.anyone.http.get(f"/v1/games/{game.id}/record").text
    assert record.count("pass") < game.get(game.seats[0])["version"] - 2


def test_no_refusal_reveals_how_many_versions_there_are(game: Delayed) -> None:
    game.play(5)
    for by in (game.anyone, game.host):
        streamed, forked = [], []
        for after in (5, 6, 7, 8, 99):
            headers = headers_of(by, STREAM, str(after))
            answer = by.http.get(f"/v1/games/{game.id}/events", headers=headers, params={"kinds": []})
            streamed.append((answer.status_code, answer.json()["version"]))
            made = by.http.post(
                f"/v1/games/{game.id}/forks", json={"at": after}, headers=headers_of(by, "application/json")
            )
            forked.append((made.status_code, made.json()["code"]))
        assert {*streamed} == {(404, 4)}
        assert len({*forked}) == 1
        assert forked[0][1] != "VERSION_NOT_FOUND"


def test_all_is_shown_when_the_game_is_over(game: Delayed) -> None:
    game.play(2)
    game.seats[0].done("resign", gameId=game.id)
    shown = game.get(game.anyone)
    assert (shown["status"], shown["version"]) == ("OVER", 5)
    assert len(game.get(game.anyone, "/events", after=0)["entries"]) == 5


def test_a_stream_gets_each_version_when_it_may_be_seen(game: Delayed) -> None:
    headers = headers_of(game.anyone, STREAM)
    with game.anyone.http.stream("GET", f"/v1/games/{game.id}/events", headers=headers) as response:
        events = Streamed(response)
        assert events.ids(2) == [1, 2]
        game.play(4)
        assert events.ids(1) == [3]
        game.play(1)
        assert events.ids(1) == [4]
        game.seats[0].done("resign", gameId=game.id)
        assert [json.loads(event.data)["version"] for event in events.rest()] == [5, 6, 7, 8]


def test_patches_and_tables_are_of_the_version_that_may_be_seen(game: Delayed) -> None:
    with game.anyone.http.stream("GET", f"/v1/games/{game.id}/patches", headers=headers_of(game.anyone, STREAM)) as one:
        patches = Streamed(one)
        first = json.loads(patches.next().data)
        assert first["version"] == 2
        game.play(4)
        assert json.loads(patches.next().data)["version"] == 3


def test_a_long_poll_waits_until_a_version_may_be_seen(game: Delayed) -> None:
    game.play(2)
    later = threading.Timer(0.3, lambda: game.play(2))
    later.start()
    page = game.get(game.anyone, "/events", after=2, wait=20)
    later.join()
    assert [one["version"] for one in page["entries"]] == [3]
    assert game.get(game.anyone, "/events", after=3, wait=1)["entries"] == []


def test_changes_of_the_host_show_no_more(game: Delayed) -> None:
    game.play(5)
    assert game.host.refused("reissueToken", gameId=game.id, expectedVersion=7)["code"] == "VERSION_CONFLICT"
    changed = game.host.done("reissueToken", gameId=game.id, expectedVersion=4)["game"]
    assert changed["version"] == 5
    refused = game.anyone.refused("play", gameId=game.id, moves=[{"notation": "pass"}])
    assert refused["code"] == "NOT_SEATED"
    made = game.seats[1].done("play", gameId=game.id, moves=[{"notation": "pass"}], expectedVersion=8)["game"]
    assert made["version"] == 9


def test_the_delay_is_bounded(game: Delayed) -> None:
    for name, too_long in (("spectatorDelay", 201), ("spectatorDelayMinutes", 61)):
        terms = {"game": {CASK: {}}, "seats": seats_of([MINE, MINE]), name: too_long}
        assert game.anyone.refused("createGame", **terms)["argument"] == name


def test_the_account_of_a_host_learns_of_the_start_and_the_end_alone(
    at_two: tuple[Client, Client], player: Player
) -> None:
    ann, bob = player(ANN, at_two[0]), player(BOB, at_two[1])
    made = ann.done("createGame", game={CASK: {}}, seats=seats_of([OPEN, OPEN]), spectatorDelay=DELAY, powers="FULL")
    game: str = made["game"]["gameId"]
    with told(ann) as events:
        assert events.news()["version"] == 1
        seats = [at_two[1].with_token(at_two[1].done("joinGame", gameId=game)["seat"]["token"])]
        assert events.news()["version"] == 2
        bob.done("joinGame", gameId=game)
        seats.append(bob)
        started = events.until(game, 4)[-1]
        waiting = page(ann)
        for move in range(DELAY - 1):
            seats[move].done("play", gameId=game, moves=[{"notation": "pass"}])
        assert page(ann)["events"][0]["cursor"] == waiting["events"][0]["cursor"]
        assert page(ann, after=started["cursor"])["events"] == []
        at_two[0].with_token(made["hostToken"]).done("abandon", gameId=game)
        assert events.news()["version"] == 4 + DELAY
