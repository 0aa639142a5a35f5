"""A client with a version that was lost and made again learns it by the epoch, in every way of following a game."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import redis

from taphouse.client import Client as PythonClient
from taphouse.client import Refused
from taphouse.schema.values.versions import epoch_at
from taphouse.service.store import layout
from taphouse.service.store.embedded import Embedded
from tests.api.client import CASK, Client, Table, create
from tests.api.conftest import http
from tests.api.server import BOTH, Server, until

OLD, NEW = "1f3a9c27", "77aa0e1d"


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with Embedded(tmp_path_factory.mktemp("epochs")) as server:
        yield server.url


@pytest.fixture(scope="module")
def server(store: str) -> Iterator[Server]:
    with Server(url=store) as server:
        yield server


@pytest.fixture
def table(server: Server) -> Iterator[Table]:
    with http(server) as client:
        table = create(Client(client), game=CASK)
        for _ in range(5):
            table.play("pass")
        yield table


def since(store: str, table: Table, version: int) -> None:
    """From this version on, the game was made in another history."""
    with redis.Redis.from_url(store) as client:
        client.hset(layout.game_key(table.id), "epochs", f"{OLD}:1,{NEW}:{version}")


@pytest.mark.parametrize(
    ("epochs", "of"),
    [
        ("", [None, None]),
        ("a:1", ["a", "a"]),
        ("a:1,b:2", ["a", "b"]),
        ("a:1,b:1", ["b", "b"]),
        ("b:2,c:3", [None, "b"]),  # the earliest were forgotten
    ],
)
def test_each_version_has_the_epoch_in_which_it_was_made(epochs: str, of: list[str | None]) -> None:
    assert [epoch_at(epochs, version) for version in (1, 2)] == of


def test_the_epoch_is_told_wherever_versions_are(store: str, server: Server, table: Table) -> None:
    since(store, table, 4)
    expected = {version: OLD if version < 4 else NEW for version in range(1, table.version + 1)}
    query = "query ($id: ID!) { events(gameId: $id) { ... on EventPage { epoch entries { version epoch } } } }"
    page = table.spectator.ask(query, id=table.id)["events"]
    assert {one["version"]: one["epoch"] for one in page["entries"]} == expected
    assert page["epoch"] == NEW
    for version, epoch in expected.items():
        assert table.spectator.within(table.id, "epoch", version)["epoch"] == epoch
    with httpx.Client(base_url=f"{server.url}/v1/games/{table.id}", trust_env=False) as rest:
        assert rest.get(f"{server.url}/v1/games/{table.id}").json()["epoch"] == NEW
        assert {one["version"]: one["epoch"] for one in rest.get("/events").json()["entries"]} == expected
        assert rest.get("/events?after=2&first=1").json()["epoch"] == OLD
        assert rest.get("/events?after=3&first=1").json()["epoch"] == NEW
        assert rest.get("/history?first=1").json()["entries"][0]["epoch"] == OLD
        with rest.stream("GET", "/events", headers={"accept": "text/event-stream"}) as stream:
            data = (json.loads(line[5:]) for line in stream.iter_lines() if line.startswith("data:"))
            assert {one["version"]: one["epoch"] for _, one in zip(expected, data, strict=False)} == expected


def test_the_answer_to_a_change_tells_the_epoch_that_the_log_then_has(store: str, table: Table) -> None:
    since(store, table, 4)  # the server has its own history, so this move is the first in a third one
    selection = "entries { version epoch } game { version epoch }"
    mutation = (
        "mutation ($id: ID!, $moves: [MoveInput!]!, $key: String!) { play(gameId: $id, moves: $moves, idempotencyKey: $key) "
        f"{{ ... on GameChanged {{ {selection} }} }} }}"
    )
    given: dict[str, Any] = {"id": table.id, "moves": [{"notation": "pass"}], "key": "k" * 24}
    mover = table.decider
    first = mover.ask(mutation, **given)["play"]
    assert first == mover.ask(mutation, **given)["play"]  # it was repeated
    (entry,) = first["entries"]
    assert entry["epoch"] == first["game"]["epoch"] not in (OLD, NEW, None)
    look = table.spectator.within(table.id, "epoch", entry["version"])
    assert look["epoch"] == entry["epoch"]


def test_the_client_ends_a_log_of_which_it_has_lost_versions_and_no_other(
    store: str, server: Server, table: Table
) -> None:
    with PythonClient(server.url, games=BOTH) as client:
        last = table.version
        since(store, table, last)  # nothing was lost: the server before made the versions up to then
        found = client.events(table.id, last - 1, OLD)
        entry = next(found)
        assert (entry.version, entry.epoch) == (last, NEW)
        found.close()
        until(lambda: not server.followed, "nobody follows the game")
        since(store, table, last - 1)  # the version before was made again
        with pytest.raises(Refused) as refused:
            next(client.events(table.id, last - 1, OLD))
        assert refused.value.code == "VERSION_NOT_FOUND"


def test_ids_and_tags_say_the_epoch(store: str, server: Server, table: Table) -> None:
    path = f"{server.url}/v1/games/{table.id}"
    with httpx.Client(trust_env=False) as rest:
        tag = rest.get(path).headers["etag"]
        assert rest.get(path, headers={"if-none-match": tag}).status_code == 304
        since(store, table, 4)
        assert rest.get(path, headers={"if-none-match": tag}).status_code == 200  # another game of the same version
        with rest.stream("GET", f"{path}/events?after=2", headers={"accept": "text/event-stream"}) as stream:
            ids = (line[4:] for line in stream.iter_lines() if line.startswith("id: "))
            assert [next(ids), next(ids)] == [f"3-{OLD}", f"4-{NEW}"]
        versions = {
            after: [entry["version"] for entry in rest.get(f"{path}/events", params={"after": after}).json()["entries"]]
            for after in ("3", f"3-{OLD}", f"4-{NEW}")
        }
        last = table.version
        assert versions == {
            "3": [*range(4, last + 1)],
            f"3-{OLD}": [*range(4, last + 1)],
            f"4-{NEW}": [*range(5, last + 1)],
        }
        for bad in ("3-", "3-XYZ", "-1", "3-1f3a9c271", f"3-{OLD}-", "x"):
            refused = rest.get(f"{path}/events", params={"after": bad})
            assert (refused.status_code, refused.json()["code"]) == (400, "INPUT_REFUSED")
            assert refused.json()["detail"] == "after must be a string such as 17 or 17-1f3a9c27."
