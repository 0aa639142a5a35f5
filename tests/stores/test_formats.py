"""The code reads the store of each format that was released, and of its own, plays on, and finishes the games."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import redis

from taphouse.service.store.embedded import Embedded
from tests.api.server import Server
from tests.stores import Json, formats, play_on, restore, retry, seen, stored

MOVES = 400
"""More than any of the games takes to its end."""


@pytest.fixture(scope="module", params=formats())
def dump(request: pytest.FixtureRequest) -> Json:
    return stored(request.param)


@pytest.fixture(scope="module")
def client(dump: Json, tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    folder: Path = tmp_path_factory.mktemp("stores")
    with Embedded(folder) as store, Server(url=store.url) as server:
        restore(dump, redis.Redis.from_url(store.url))
        with httpx.Client(base_url=f"{server.url}/v1") as client:
            yield client


def test_every_game_is_read_played_on_and_finished(dump: Json, client: httpx.Client) -> None:
    for game in dump["games"]:
        assert_shows(seen(client, game), game["answers"])
        if "repeated" in game:  # its answer was lost, and comes again after the upgrade
            assert retry(client, game).json()["game"]["version"] == game["version"]
        if game["answers"]["spectator"]["status"] != "RUNNING":
            continue
        assert play_on(client, game, 1, random.Random(1)) > game["version"]
        log = seen(client, game)["log"]["entries"]
        assert [entry["version"] for entry in log] == list(range(1, len(log) + 1))
        assert_shows(log[: game["version"]], game["answers"]["log"]["entries"])
        if "repeated" in game:
            assert retry(client, game).json()["game"]["version"] == game["version"]
            play_on(client, game, MOVES, random.Random(1))
            assert client.get(f"/games/{game['id']}").json()["status"] == "OVER"
        earlier = client.get(f"/games/{game['id']}?at={game['version']}").json()
        assert earlier["table"].keys() >= game["answers"]["spectator"]["table"].keys()


def test_a_game_that_waits_is_listed_joined_and_started(dump: Json, client: httpx.Client) -> None:
    for game in dump["games"]:
        if game["answers"]["spectator"]["status"] == "WAITING":
            kind = game["answers"]["spectator"]["kind"]
            assert game["id"] in [one["gameId"] for one in client.get(f"/games?kinds={kind}").json()["games"]]
            shown = client.post(f"/games/{game['id']}/seats", json={"name": "Cleo"}).json()["game"]
            if shown["start"] == "BY_HOST":
                host = {"authorization": f"Bearer {game['tokens']['host']}"}
                shown = client.post(f"/games/{game['id']}/start", headers=host).json()["game"]
                assert shown["decision"]["seat"] == 2
            assert shown["status"] == "RUNNING"


WORDED = ("sentence", "prompt")
"""Fields for people, which the newest catalogue words."""


def assert_shows(now: Any, then: Any) -> None:
    """All that was shown then is shown now; a newer contract may show more, and say it in other words."""
    match then:
        case dict():
            for name, value in then.items():
                assert_shows(bool(now[name]), bool(value)) if name in WORDED else assert_shows(now[name], value)
        case list():
            assert len(now) == len(then)
            for one, other in zip(now, then, strict=True):
                assert_shows(one, other)
        case _:
            assert now == then
