"""The lists of finished games: the public one, and that of an account."""

from __future__ import annotations

import datetime
import time
from collections.abc import Iterator
from typing import Any

import pytest

from taphouse.lab.memory_store import MemoryStore
from taphouse.service.games.lobby import SETTLED
from taphouse.service.store.failures import StoreUnavailable
from tests.access.brief import Brief
from tests.access.issuer import ANN, BOB, Issuer
from tests.api.client import CASK, DANK, MINE, OPEN, Client, Json, in_notation, seats_of
from tests.api.conftest import http
from tests.api.server import Server, until

GIVEN = "kinds: $kinds, since: $since, until: $until, first: $first, after: $after"
HEAD = "query ($kinds: [GameKind!], $since: DateTime, $until: DateTime, $first: Int! = 50, $after: String)"
PAGE = """{ edges { cursor node { gameId kind status visibility updatedAt outcome { reason } viewer { role seat } } }
  pageInfo { hasNextPage endCursor hasPreviousPage startCursor } }"""
PUBLIC = f"""{HEAD} {{ finishedGames({GIVEN}) {{
  ... on GameConnection {PAGE} ... on Problem {{ code message }} ... on InputRefused {{ argument }} }} }}"""
OWN = f"{HEAD} {{ account {{ ... on Account {{ finishedGames({GIVEN}) {PAGE} }} ... on Problem {{ code }} }} }}"
OPTIONS = {CASK: {"turnCap": 6}, DANK: {"turnCap": 6}}


class Place:
    """A service with lists of its own, and its store."""

    def __init__(self, store: MemoryStore, client: Client, issuer: Issuer) -> None:
        self.store, self.client, self.issuer = store, client, issuer
        self.now = 1_800_000_000.0

    def player(self, subject: str) -> Client:
        return self.client.with_token(self.issuer.token(subject))

    def started(self, kind: str = CASK, visibility: str = "OPEN", host: Client | None = None, **more: Any) -> Json:
        time.sleep(0.002)  # so that each has a time of its own
        seats = seats_of([MINE, MINE])
        return (host or self.client).done(
            "createGame", game={kind: OPTIONS[kind]}, seats=seats, visibility=visibility, **more
        )

    def finish(self, made: Json) -> str:
        """Let a seat resign, so that the other wins."""
        time.sleep(0.002)
        id_: str = made["game"]["gameId"]
        last = self.client.with_token(made["seats"][0]["token"]).done("resign", gameId=id_)
        assert last["game"]["status"] == "OVER"
        return id_

    def finished(self, *given: Any, **more: Any) -> str:
        return self.finish(self.started(*given, **more))

    def page(self, **given: Any) -> Json:
        found: Json = self.client.ask(PUBLIC, **given)["finishedGames"]
        return found

    def ids(self, **given: Any) -> list[str]:
        return [edge["node"]["gameId"] for edge in self.page(**given)["edges"]]

    def own(self, player: Client, **given: Any) -> list[str]:
        found = player.ask(OWN, **given)["account"]["finishedGames"]
        return [edge["node"]["gameId"] for edge in found["edges"]]

    def entries(self, name: str) -> set[str]:
        """The entries of a list of the store."""
        return {one.partition(":")[2] for one in self.store._lists.get(name, (0.0, set()))[1]}


@pytest.fixture(scope="module")
def empty(issuer: Issuer) -> Iterator[Place]:
    store = MemoryStore(lambda: place.now)
    with Server(store=store, **issuer.settings) as server, http(server) as client:
        place = Place(store, Brief(client), issuer)
        yield place


@pytest.fixture
def place(empty: Place) -> Place:
    empty.store._lists.clear()
    return empty


def test_public_games_are_listed_once_they_are_over_those_that_ended_last_first(place: Place) -> None:
    running = [place.started(kind) for kind in (CASK, DANK, CASK)]
    place.finished(visibility="UNLISTED")
    abandoned = place.started()
    place.client.with_token(abandoned["hostToken"]).done("abandon", gameId=abandoned["game"]["gameId"])
    assert place.ids() == []
    ids = [place.finish(running[number]) for number in (2, 0, 1)]
    nodes = [edge["node"] for edge in place.page()["edges"]]
    assert [node["gameId"] for node in nodes] == ids[::-1]
    assert {(node["status"], node["visibility"], node["viewer"]["role"]) for node in nodes} == {
        ("OVER", "OPEN", "SPECTATOR")
    }
    assert all(node["outcome"]["reason"] for node in nodes)
    assert place.ids(kinds=["DANK_AND_DRAFT"]) == ids[2:]
    assert place.ids(kinds=["PINT_CRAFT"]) == []
    by_rest = place.client.http.get("/v1/games/finished", params={"kinds": "CASK_RACE", "first": 1}).json()
    assert [game["gameId"] for game in by_rest["games"]] == [ids[1]]
    rest = place.client.http.get("/v1/games/finished", params={"kinds": "CASK_RACE", "after": by_rest["next"]}).json()
    assert ([game["gameId"] for game in rest["games"]], rest["next"]) == ([ids[0]], None)


def test_pages_follow_each_other_while_games_end(place: Place) -> None:
    ids = [place.finished() for _ in range(5)][::-1]
    first = place.page(first=2)
    assert first["pageInfo"] | {"startCursor": "", "endCursor": ""} == {
        "hasNextPage": True,
        "hasPreviousPage": False,
        "startCursor": "",
        "endCursor": "",
    }
    place.finished()
    assert [edge["node"]["gameId"] for edge in first["edges"]] == ids[:2]
    second = place.page(first=2, after=first["pageInfo"]["endCursor"])
    assert [edge["node"]["gameId"] for edge in second["edges"]] == ids[2:4]
    last = place.page(first=2, after=second["edges"][-1]["cursor"])
    assert ([edge["node"]["gameId"] for edge in last["edges"]], last["pageInfo"]["hasNextPage"]) == (ids[4:], False)
    assert place.page(after="x")["argument"] == "after"


def test_a_span_of_time_includes_its_start_and_not_its_end(place: Place) -> None:
    ids = [place.finished() for _ in range(4)]
    ends = {edge["node"]["gameId"]: edge["node"]["updatedAt"] for edge in place.page()["edges"]}
    second, fourth = ends[ids[1]], ends[ids[3]]
    assert place.ids(since=second) == ids[:0:-1]
    assert place.ids(until=fourth) == ids[2::-1]
    assert place.ids(since=second, until=fourth) == [ids[2], ids[1]]
    first = place.page(since=second, until=fourth, first=1)
    assert first["pageInfo"]["hasNextPage"]
    rest = place.page(since=second, until=fourth, first=1, after=first["pageInfo"]["endCursor"])
    assert [edge["node"]["gameId"] for edge in rest["edges"]] == [ids[1]]
    assert not rest["pageInfo"]["hasNextPage"]
    finer = (datetime.datetime.fromisoformat(second) + datetime.timedelta(microseconds=1)).isoformat()
    assert place.ids(since=finer) == ids[:1:-1]
    assert place.ids(since=fourth, until=second) == []
    long_ago, far = "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z"
    assert place.ids(since=long_ago, until=far) == ids[::-1]
    assert place.ids(until=long_ago) == place.ids(since=far) == []
    assert place.page(since="2030-01-01T00:00:00")["argument"] == "since"
    for time_, status in (("2030-01-01T00:00:00", 400), ("yesterday", 400), (second, 200)):
        assert place.client.http.get("/v1/games/finished", params={"until": time_}).status_code == status


def test_an_account_lists_its_own_finished_games_and_nobody_elses(place: Place) -> None:
    ann, bob = place.player(ANN + " finishes"), place.player(BOB + " finishes")
    hidden = place.finished(visibility="UNLISTED", host=ann)
    shown = place.finished(DANK, host=ann)
    place.started(host=ann)
    others = place.finished(visibility="UNLISTED", host=bob)
    assert place.own(ann) == [shown, hidden]
    assert place.own(bob) == [others]
    assert place.own(ann, kinds=["CASK_RACE"]) == [hidden]
    assert place.own(ann, first=1) == [shown]
    assert place.client.ask(OWN)["account"] == {"code": "NO_ACCOUNT"}
    assert place.ids() == [shown]
    answer = place.client.http.get(
        "/v1/account/games/finished", headers={"authorization": f"Bearer {ann.token}"}, params={"kinds": "CASK_RACE"}
    )
    (game,) = answer.json()["games"]
    assert (game["gameId"], game["viewer"]["seat"], game["viewer"]["host"]) == (hidden, 1, True)


def test_all_players_of_a_game_have_it_in_their_lists(place: Place) -> None:
    ann, bob = place.player(ANN + " plays on"), place.player(BOB + " plays on")
    made = ann.done("createGame", game={CASK: OPTIONS[CASK]}, seats=seats_of([MINE, OPEN]))
    id_ = made["game"]["gameId"]
    bob.done("joinGame", gameId=id_)
    ann.done("resign", gameId=id_)
    assert place.own(ann) == place.own(bob) == [id_]
    assert place.ids() == []


def test_a_game_leaves_the_lists_when_it_expires(place: Place) -> None:
    ann = place.player(ANN + " waits")
    old = place.finished(host=ann)
    assert place.ids() == place.own(ann) == [old]
    place.now += 31 * 86_400
    assert place.ids() == place.own(ann) == []
    new = place.finished(host=ann)
    assert place.ids() == place.own(ann) == [new]


async def test_entries_without_a_finished_game_are_removed_once_none_can_come(place: Place) -> None:
    running = place.started()["game"]["gameId"]
    over = place.finished()
    now = time.time_ns() // 1_000_000
    for age, id_ in ((0, running), (SETTLED + 1000, over), (0, "a" * 24), (SETTLED + 1000, "b" * 24)):
        await place.store.enlist("over:cask-race", f"{now - age:013d}:{id_}", "", 60_000)
    assert place.ids() == [over]
    assert place.entries("over:cask-race") == {running, over, "a" * 24}
    assert len(place.store._lists["over:cask-race"][1]) == 3


def test_without_the_list_a_game_ends_all_the_same_and_is_listed_when_it_is_next_read(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = place.started()
    one = place.client.with_token(made["seats"][0]["token"])
    id_ = made["game"]["gameId"]

    async def enlist(*_: object) -> None:
        raise StoreUnavailable

    with monkeypatch.context() as away:
        away.setattr(place.store, "enlist", enlist)
        assert one.done("resign", gameId=id_)["game"]["status"] == "OVER"
        assert place.ids() == []
    place.client.ask("query ($id: ID!) { game(id: $id) { ... on Game { version } } }", id=id_)
    until(lambda: place.ids() == [id_], "the game is listed")


def test_moves_before_the_last_write_no_list(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    made = place.started()
    one, two = (place.client.with_token(seat["token"]) for seat in made["seats"])
    written: list[str] = []
    honest = place.store.enlist

    async def enlist(name: str, *more: Any) -> None:
        written.append(name)
        await honest(name, *more)

    monkeypatch.setattr(place.store, "enlist", enlist)
    for player in (one, two, one):
        player.done("play", gameId=made["game"]["gameId"], moves=in_notation("pass"))
    assert written == []
    place.finish(made)
    assert written == ["over:cask-race"]
