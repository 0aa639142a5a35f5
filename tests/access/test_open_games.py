"""The list of games that wait for players: who is on it, in pages, and who is struck off."""

from __future__ import annotations

import base64
import time
from collections.abc import Iterator
from typing import Any

import pytest

from taphouse.lab.memory_store import MemoryStore
from taphouse.service.games.lobby import AT_ONCE, SETTLED
from tests.access.brief import Brief
from tests.api.client import CASK, DANK, MINE, OPEN, Client, Json, new_key, seats_of
from tests.api.conftest import http
from tests.api.server import BOTH, Server

LIST = """query ($kinds: [GameKind!], $first: Int! = 50, $after: String) {
  openGames(kinds: $kinds, first: $first, after: $after) {
  ... on GameConnection { edges { cursor node { id gameId kind status visibility openSeats viewer { role } } }
    pageInfo { hasNextPage endCursor hasPreviousPage startCursor } }
  ... on Problem { code message } ... on InputRefused { argument } } }"""


class Place:
    """A service with a list of its own, and its store."""

    def __init__(self, store: MemoryStore, client: Client) -> None:
        self.store, self.client = store, client

    def game(self, kind: str = CASK, visibility: str | None = "OPEN", kinds: tuple[str, ...] = (MINE, OPEN)) -> Json:
        more = {} if visibility is None else {"visibility": visibility}
        made = self.client.done("createGame", game={kind: {}}, seats=seats_of(kinds), **more)
        time.sleep(0.002)  # so that each has a time of its own
        return made

    def page(self, **given: Any) -> Json:
        found: Json = self.client.ask(LIST, **given)["openGames"]
        return found

    def ids(self, **given: Any) -> list[str]:
        return [edge["node"]["id"] for edge in self.page(**given)["edges"]]

    def stored(self) -> set[str]:
        """The entries of the store's lists."""
        return {one.partition(":")[2] for _, entries in self.store._lists.values() for one in entries}


@pytest.fixture(scope="module")
def empty() -> Iterator[Place]:
    store = MemoryStore()
    with Server(store=store) as server, http(server) as client:
        yield Place(store, Brief(client))


@pytest.fixture
def place(empty: Place) -> Place:
    empty.store._lists.clear()
    return empty


def test_games_that_wait_for_anybody_are_listed_the_newest_first(place: Place) -> None:
    assert place.page() == {
        "edges": [],
        "pageInfo": {"hasNextPage": False, "endCursor": None, "hasPreviousPage": False, "startCursor": None},
    }
    hidden = [place.game(visibility=visibility)["game"] for visibility in (None, "UNLISTED")]
    shown = [place.game(kind)["game"] for kind in (CASK, DANK, CASK)]
    place.game(kinds=(MINE, MINE))
    assert [game["visibility"] for game in (*hidden, *shown)] == ["UNLISTED"] * 2 + ["OPEN"] * 3
    nodes = [edge["node"] for edge in place.page()["edges"]]
    assert [node["id"] for node in nodes] == [game["id"] for game in reversed(shown)]
    assert all(node["openSeats"] == [2] and node["viewer"] == {"role": "SPECTATOR"} for node in nodes)
    assert place.ids(kinds=["DANK_AND_DRAFT"]) == [shown[1]["id"]]
    assert place.ids(kinds=["CASK_RACE", "DANK_AND_DRAFT"]) == [one["id"] for one in reversed(shown)]
    assert place.ids(kinds=["PINT_CRAFT"]) == []
    assert place.page(kinds=[])["argument"] == "kinds"
    assert all(node["gameId"] == node["id"] for node in nodes)
    assert [node["kind"] for node in nodes] == ["CASK_RACE", "DANK_AND_DRAFT", "CASK_RACE"]
    assert place.stored() == {game["id"] for game in shown}


def test_pages_follow_each_other_whatever_comes_and_goes_between_them(place: Place) -> None:
    made = [place.game(kind) for kind in (CASK, DANK, CASK, DANK, CASK)]
    ids = [game["game"]["gameId"] for game in reversed(made)]
    first = place.page(first=2)
    assert [edge["node"]["id"] for edge in first["edges"]] == ids[:2]
    assert first["pageInfo"]["hasNextPage"]
    place.game()
    place.client.done("joinGame", gameId=ids[1])
    second = place.page(first=2, after=first["pageInfo"]["endCursor"])
    assert [edge["node"]["id"] for edge in second["edges"]] == ids[2:4]
    third = place.page(first=2, after=second["edges"][-1]["cursor"])
    assert [edge["node"]["id"] for edge in third["edges"]] == ids[4:]
    assert not third["pageInfo"]["hasNextPage"]
    assert place.ids(first=3, after=second["edges"][0]["cursor"]) == ids[3:]


@pytest.mark.parametrize(("asked", "given"), [(-1, 1), (0, 1), (1, 1), (2**31 - 1, 3)])
def test_a_page_has_a_sensible_size(place: Place, asked: int, given: int) -> None:
    for _ in range(3):
        place.game()
    assert len(place.ids(first=asked)) == given


@pytest.mark.parametrize("cursor", ["", "x", "ä", "A" * 5000, "===", base64.urlsafe_b64encode(b"1:2").decode()])
def test_what_is_no_cursor_is_refused(place: Place, cursor: str) -> None:
    problem = place.page(after=cursor)
    assert (problem["code"], problem["argument"]) == ("INPUT_REFUSED", "after")


@pytest.mark.parametrize("kind", ["CHESS", "cask-race", "caskRace", ""])
def test_an_unknown_kind_is_refused_and_rest_tells_which_there_are(place: Place, kind: str) -> None:
    body = place.client.post(LIST, {"kinds": ["CASK_RACE", kind]}).json()
    assert "GameKind" in body["errors"][0]["message"]
    assert "data" not in body
    answer = place.client.http.get("/v1/games", params={"kinds": ["CASK_RACE", kind]})
    problem = answer.json()
    assert (answer.status_code, problem["code"], problem["argument"]) == (400, "INPUT_REFUSED", "kinds")
    assert "DANK_AND_DRAFT, PINT_CRAFT, BREW_CRAFTERS, CASK_RACE." in problem["detail"]


def test_a_game_whose_seats_are_closed_is_off_the_list_until_one_is_opened(place: Place) -> None:
    made = place.game()
    id_, host = made["game"]["gameId"], place.client.with_token(made["hostToken"])
    host.done("closeSeat", gameId=id_, seat=2)
    assert place.ids() == []
    host.done("openSeat", gameId=id_, seat=2)
    assert place.ids() == [id_]


@pytest.mark.parametrize("how", ["joinGame", "abandon"])
def test_a_game_that_waits_no_more_is_struck_at_once(place: Place, how: str) -> None:
    made = place.game()
    place.client.with_token(made["hostToken"]).done(how, gameId=made["game"]["gameId"])
    assert place.stored() == set()
    assert place.ids() == []


def test_a_game_is_listed_once_however_often_the_request_to_create_it_is_sent(place: Place) -> None:
    request = {"game": {CASK: {}}, "seats": seats_of([MINE, OPEN]), "visibility": "OPEN", "idempotencyKey": new_key()}
    first = place.client.send("createGame", **request)
    for _ in range(3):
        time.sleep(0.002)
        assert place.client.send("createGame", **request).content == first.content
    assert place.client.refused("createGame", **request | {"visibility": "UNLISTED"})["code"] == "KEY_REUSED"
    assert sum(len(entries) for _, entries in place.store._lists.values()) == 1
    assert len(place.ids()) == 1


def test_who_joins_a_full_or_a_started_game_gets_a_problem(place: Place) -> None:
    made = place.game()
    id_ = made["game"]["gameId"]
    place.client.done("joinGame", gameId=id_)
    for seat in (None, 1, 2, 3, 0, -1):
        problem = place.client.refused("joinGame", gameId=id_, seat=seat)
        assert (problem["__typename"], problem["code"]) == ("NoOpenSeat", "NO_OPEN_SEAT")


@pytest.mark.parametrize("change", ["joinGame", "closeSeat", "reissueToken"])
def test_a_list_that_was_lost_fills_again_as_the_seats_of_its_games_change(place: Place, change: str) -> None:
    kinds = (MINE, OPEN, OPEN)
    changed, other = (place.game(kinds=kinds) for _ in range(2))
    hidden = place.game(kinds=kinds, visibility="UNLISTED")
    place.store._lists.clear()
    assert place.ids() == []
    for made in (changed, hidden):
        seat = {"joinGame": {}, "closeSeat": {"seat": 3}, "reissueToken": {"seat": 1}}[change]
        place.client.with_token(made["hostToken"]).done(change, gameId=made["game"]["gameId"], **seat)
    assert place.ids() == [changed["game"]["gameId"]]
    place.client.done("joinGame", gameId=other["game"]["gameId"])
    assert place.ids() == [other["game"]["gameId"], changed["game"]["gameId"]]


async def test_of_games_that_are_gone_only_those_that_cannot_come_any_more_are_struck(place: Place) -> None:
    now = time.time_ns() // 1_000_000
    old, fresh = f"{now - SETTLED - 1000:013d}:{'a' * 24}", f"{now:013d}:{'b' * 24}"
    for entry in (old, fresh):
        await place.store.enlist("open:cask-race", entry, "", 60_000)
    assert place.ids() == []
    assert place.stored() == {"b" * 24}


async def test_a_page_looks_at_a_bounded_number_of_games_and_the_next_goes_on(place: Place) -> None:
    wanted = place.game()["game"]["gameId"]
    now = time.time_ns() // 1_000_000
    for number in range(AT_ONCE):
        await place.store.enlist("open:cask-race", f"{now + number:013d}:{'a' * 24}", "", 60_000)
    first = place.page(first=1)
    assert (first["edges"], first["pageInfo"]["hasNextPage"]) == ([], True)
    assert place.ids(first=1, after=first["pageInfo"]["endCursor"]) == [wanted]


async def test_an_instance_leaves_alone_what_it_does_not_know(place: Place) -> None:
    """While a new game is rolled out, older instances run beside those that play it."""
    id_ = place.game()["game"]["gameId"]
    entry = f"{time.time_ns() // 1_000_000 - 2 * SETTLED:013d}:{id_}"
    await place.store.enlist("open:dank-and-draft", entry, "", 60_000)
    known = {"dank-and-draft": BOTH["dank-and-draft"]}
    with Server(store=place.store, games=known) as server, http(server) as client:
        shown = "{ openGames { ... on GameConnection { edges { cursor } } } }"
        assert Client(client).ask(shown) == {"openGames": {"edges": []}}
    assert place.store._lists["open:dank-and-draft"][1] == {entry}


FILTERED = """query ($pace: Pace, $free: Int) { openGames(pace: $pace, freeSeats: $free) {
  ... on GameConnection { edges { node { gameId } } } } }"""


def test_lists_by_pace_and_by_free_seats(place: Place) -> None:
    def made(seats: int, **clock: int) -> str:
        opened = place.client.done(
            "createGame",
            game={CASK: {}},
            seats=seats_of((MINE, *[OPEN] * seats)),
            visibility="OPEN",
            clock=clock or None,
        )
        game: str = opened["game"]["gameId"]
        return game

    untimed, live, slow = made(1), made(2, perMove=300), made(2, perMove=301)
    bank, long = made(1, bank=7200), made(1, bank=7201)

    def found(**given: Any) -> set[str]:
        return {edge["node"]["gameId"] for edge in place.client.ask(FILTERED, **given)["openGames"]["edges"]}

    assert found(pace="UNTIMED") == {untimed}
    assert found(pace="LIVE") == {live, bank}
    assert found(pace="SLOW") == {slow, long}
    assert found(free=2) == {live, slow}
    assert found(free=2, pace="UNTIMED") == set()
    assert found(free=0) == {untimed, live, slow, bank, long}


LANGUAGES = """query ($language: String) { openGames(language: $language) {
  ... on GameConnection { edges { node { language } } } } }"""


def test_lists_by_the_language_of_the_players(place: Place) -> None:
    asked = {"game": {CASK: {}}, "seats": seats_of((MINE, OPEN)), "visibility": "OPEN"}
    for language in ("de", "gsw", None):
        place.client.done("createGame", **asked, language=language)
    assert place.client.refused("createGame", **asked, language="German")["argument"] == "language"

    def found(language: str | None) -> list[str | None]:
        page = place.client.ask(LANGUAGES, language=language)["openGames"]
        return [edge["node"]["language"] for edge in page["edges"]]

    assert [found(language) for language in ("de", "gsw", "en")] == [["de"], ["gsw"], []]
    assert found(None) == [None, "gsw", "de"]
    listed = place.client.http.get("/v1/games", params={"language": "de"}).json()["games"]
    assert [game["language"] for game in listed] == ["de"]
