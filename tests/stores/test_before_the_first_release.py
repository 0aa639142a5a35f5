"""Format 1 was dropped before the first release: whatever opens such a store says so, and what to do, and writes nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import redis
from typer.testing import CliRunner

from taphouse.command_line import main
from taphouse.service.store.embedded import Embedded
from tests.api.server import Server
from tests.stores import keys_of, path_of, restore
from tests.upkeep.shared import run

ADVICE = "delete the game, or use another store"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[str]:
    with Embedded(tmp_path / "data") as running:
        yield running.url


@pytest.fixture
def old(store: str) -> list[str]:
    """The ids of games that name no format, which is how format 1 is recognised."""
    dump = json.loads(path_of(2).read_text(encoding="utf-8"))
    games = [game["id"] for game in dump["games"]]
    for game in games:
        del dump["keys"][f"th:{{{game}}}"][1]["format"]
    restore(dump, redis.Redis.from_url(store))
    return games


def test_the_service_refuses_such_games_serves_others_and_is_ready_with_a_warning(store: str, old: list[str]) -> None:
    with Server(url=store) as server, httpx.Client(base_url=server.url, trust_env=False) as client:
        refused = client.get(f"/v1/games/{old[0]}")
        assert refused.status_code == 500
        assert "from before the first release" in refused.json()["detail"]
        body = {"kind": "DANK_AND_DRAFT", "seats": [{"kind": "MINE"}, {"kind": "OPEN"}]}
        made = client.post("/v1/games", json=body).json()["game"]["gameId"]
        assert client.get(f"/v1/games/{made}").status_code == 200
        ready = client.get("/readyz").json()
        assert ready["ready"]
        assert ADVICE in ready["warnings"][-1]


def test_check_and_shadow_name_each_of_them_and_write_nothing(store: str, old: list[str]) -> None:
    before = dict(keys_of(redis.Redis.from_url(store)))
    status, found, _ = run("check", store)
    assert status == 1
    assert {one["name"] for one in found if ADVICE in one.get("what", "")} == set(old)
    shown = CliRunner().invoke(main, ["shadow", "--store", store])
    assert shown.exit_code == 1
    assert shown.output.count(ADVICE) == len(old)
    assert dict(keys_of(redis.Redis.from_url(store))) == before


def test_an_export_leaves_them_out_and_says_so(store: str, old: list[str], tmp_path: Path) -> None:
    status, (said,), error = run("export", tmp_path / "export", store)
    assert (status, said["games"], said["damaged"], said["older"]) == (1, 0, [], sorted(old))
    assert error.count("from before the first release, and is left out: delete it.") == len(old)


def test_an_import_does_not_replace_them(store: str, old: list[str], tmp_path: Path) -> None:
    with Embedded(tmp_path / "other") as other:
        restore(json.loads(path_of(2).read_text(encoding="utf-8")), redis.Redis.from_url(other.url))
        run("export", tmp_path / "export", other.url)
    status, (*refused, summary), _ = run("import", tmp_path / "export", store)
    assert (status, summary["written"], summary["refused"]) == (1, 0, len(old))
    assert all(one["why"].endswith("from before the first release: delete it there") for one in refused)
