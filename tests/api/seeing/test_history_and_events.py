"""History and events of a game, in pages, and as they happen."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from taphouse.service.games.streams.channel import Channel
from tests.api.client import DANK, MINE, OPEN, Client, Table, create, nodes, seats_of
from tests.api.selections import everything
from tests.api.server import until


def played(client: Client, moves: int) -> Table:
    table = create(client)
    for number, _ in enumerate(table.steps(seed=4)):
        if number == moves:
            break
    return table


def test_history_ends_with_the_version_that_is_looked_at_and_comes_in_pages(anyone: Client) -> None:
    table = played(anyone, 8)
    newest = table.version

    def history(first: int, after: int | None = None, at: int | None = None) -> list[int]:
        cursor = None if after is None else str(after)
        page = table.spectator.page(table.id, "history", "version seat notation", first, cursor, at)
        versions = [entry["version"] for entry in nodes(page)]
        assert [edge["cursor"] for edge in page["edges"]] == [str(version) for version in versions]
        assert page["pageInfo"] == {
            "hasNextPage": bool(versions) and versions[-1] < (at or newest),
            "endCursor": str(versions[-1]) if versions else cursor,
            "hasPreviousPage": after is not None,
            "startCursor": str(versions[0]) if versions else None,
        }
        return versions

    assert history(500) == history(500, 0) == [*range(1, newest + 1)]
    assert history(3) == [1, 2, 3]
    assert history(3, newest - 2) == [newest - 1, newest]
    assert history(500, newest) == history(500, newest + 100) == []
    assert history(500, at=5) == [1, 2, 3, 4, 5]
    assert history(500, 4, at=5) == [5]
    assert history(500, 7, at=5) == []


def test_history_and_events_tell_the_same(on_memory: Client) -> None:
    table = played(on_memory, 10)
    query = "query Past($id: ID!) { game(id: $id) { ... on Game { history(first: 500) { "
    query += "edges { node { ...All_LogEntry } } } } } } "
    for viewer in table.everybody.values():
        history = viewer.ask(query + everything("LogEntry"), id=table.id)["game"]["history"]
        assert nodes(history) == viewer.events(gameId=table.id, first=500)["entries"]


def test_events_go_on_where_the_last_answer_ended(anyone: Client) -> None:
    table = played(anyone, 9)
    newest, after, versions = table.version, 0, []
    while after < newest:
        page = table.spectator.events(gameId=table.id, after=after, first=4)
        assert page["latest"] == newest
        assert page["version"] == page["entries"][-1]["version"]
        versions += [entry["version"] for entry in page["entries"]]
        after = page["version"]
    assert versions == [*range(1, newest + 1)]


def test_events_that_nobody_waits_for_are_an_empty_page_at_once(on_memory: Client) -> None:
    table = create(on_memory)
    page = table.spectator.events(gameId=table.id, after=2)
    assert page == {**page, "__typename": "EventPage", "version": 2, "latest": 2, "entries": [], "ended": False}


def test_waiting_ends_with_an_empty_page_when_nothing_happens(anyone: Client) -> None:
    table = create(anyone)
    began = time.monotonic()
    page = table.spectator.events(gameId=table.id, after=2, wait=1)
    assert time.monotonic() - began > 0.9
    assert page == {**page, "__typename": "EventPage", "version": 2, "latest": 2, "entries": [], "ended": False}


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """The number of waits for a version that have begun, and of those that ended because it came."""
    count, beyond = {"begun": 0, "woken": 0}, Channel.beyond

    async def counted(self: Channel, version: int, *viewer: Any) -> None:
        count["begun"] += bool(version)
        await beyond(self, version, *viewer)
        count["woken"] += bool(version)

    monkeypatch.setattr(Channel, "beyond", counted)
    return count


def test_nobody_waits_where_nothing_can_happen_any_more(on_memory: Client, waits: dict[str, int]) -> None:
    table = create(on_memory)
    table.host.done("abandon", gameId=table.id)
    assert table.spectator.events(gameId=table.id, after=3, wait=25)["entries"] == []
    assert waits["begun"] == 0


def test_a_move_wakes_who_waits_at_another_instance_and_shows_each_their_own(
    two_instances: tuple[Client, Client], waits: dict[str, int]
) -> None:
    here, there = two_instances
    table = create(here)
    drafting, other = table.decider, table.waiting
    waiting = [there.with_token(viewer.token) for viewer in (drafting, other, table.spectator)]
    with ThreadPoolExecutor(3) as pool:
        pages = [pool.submit(viewer.events, gameId=table.id, after=2, wait=25) for viewer in waiting]
        until(lambda: waits["begun"] >= 3, "all to wait")
        drafting.done("dankAndDraftDraft", gameId=table.id, line="ROW_1")
        mine, theirs, seen = (page.result() for page in pages)
    assert waits["woken"] >= 3, "woken, not timed out"
    for page in (mine, theirs, seen):
        assert (page["version"], page["latest"], len(page["entries"])) == (3, 3, 1)
    actions = [page["entries"][0]["events"][0]["actions"] for page in (mine, theirs, seen)]
    assert actions[0] is actions[2] is None
    assert len(actions[1]) == 3


def test_a_waiting_game_wakes_when_somebody_joins(on_valkey: Client) -> None:
    id_ = on_valkey.done("createGame", game={DANK: {}}, seats=seats_of([MINE, OPEN]))["game"]["gameId"]
    with ThreadPoolExecutor(1) as pool:
        page = pool.submit(on_valkey.events, gameId=id_, after=1, wait=25)
        on_valkey.done("joinGame", gameId=id_)
        assert [entry["version"] for entry in page.result()["entries"]] == [2, 3]


def test_a_follower_who_only_waits_misses_nothing(two_instances: tuple[Client, Client]) -> None:
    here, there = two_instances
    table = create(here, options={"turnCap": 6})

    def follow() -> list[int]:
        after, versions = 0, []
        while True:
            page = there.events(gameId=table.id, after=after, wait=25)
            versions += [entry["version"] for entry in page["entries"]]
            after = page["version"]
            if any(event["__typename"] == "GameEnded" for entry in page["entries"] for event in entry["events"]):
                return versions

    with ThreadPoolExecutor(1) as pool:
        follower = pool.submit(follow)
        end = table.finish()
        assert follower.result() == [*range(1, end["version"] + 1)]
