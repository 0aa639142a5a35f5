"""Formats that were dropped before the first release are refused in one sentence that names a way out. Nothing is written."""

from __future__ import annotations

import gzip
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
import redis
from typer.testing import CliRunner

from taphouse.command_line import main
from taphouse.service.games.encoding import codec
from taphouse.service.store.embedded import Embedded
from taphouse.service.store.failures import StoredBeforeFirstRelease
from taphouse.service.store.layout import FORMAT, game_key
from taphouse.service.webhooks import stored as webhooks
from taphouse.service.webhooks.stored import Delivery, pack, unpack_all
from tests.api.server import SIGNING_KEY, Server
from tests.stores import Json, exports, keys_of, restore, stored
from tests.upkeep.shared import run

WHY = (
    "from before the first release: with the commit that wrote it, export the records of its games "
    "(`curl URL/v1/games/ID/record`), or delete the data."
)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[str]:
    with Embedded(tmp_path / "data") as running:
        yield running.url


def unnumbered(fields: Json) -> None:
    """As in format 1 of the layout."""
    del fields["format"]


def earlier_layout(fields: Json) -> None:
    fields["format"] = "2"


def earlier_values(fields: Json) -> None:
    for name in ("setup", "snapshot"):
        fields[name] = chr(codec.FORMAT - 1) + fields[name][1:]


@pytest.fixture(params=[unnumbered, earlier_layout, earlier_values])
def old(request: pytest.FixtureRequest, store: str) -> list[str]:
    """The ids of games of an earlier format."""
    change: Callable[[Json], None] = request.param
    dump = stored()
    games = [game["id"] for game in dump["games"]]
    for game in games:
        change(dump["keys"][game_key(game)][1])
    restore(dump, redis.Redis.from_url(store))
    return games


def test_the_service_does_not_start(old: list[str], store: str) -> None:
    env = os.environ | {"TAPHOUSE_REDIS_URL": store, "TAPHOUSE_SIGNING_KEY": SIGNING_KEY, "TAPHOUSE_PORT": "0"}
    command = [sys.executable, "-m", "taphouse", "serve"]
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=60, check=False)
    assert_refused(done.returncode, done.stdout, done.stderr)


def test_the_service_does_not_start_in_a_data_directory(tmp_path: Path) -> None:
    with Embedded(tmp_path) as running, redis.Redis.from_url(running.url) as there:
        there.hset(game_key("a"), mapping={"version": 1, "format": "2"})
    env = os.environ | {"TAPHOUSE_DATA_DIR": str(tmp_path), "TAPHOUSE_PORT": "0"}
    command = [sys.executable, "-m", "taphouse", "serve"]
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=60, check=False)
    assert_refused(done.returncode, done.stdout, done.stderr)


def test_each_game_is_unavailable_others_are_served_and_the_operator_is_warned(store: str, old: list[str]) -> None:
    with Server(url=store) as server, httpx.Client(base_url=server.url, trust_env=False) as client:
        refused = client.get(f"/v1/games/{old[0]}")
        assert (refused.status_code, refused.json()["code"]) == (503, "UNAVAILABLE")
        assert "from before the first release stored this" in refused.json()["detail"]
        body = {"kind": "DANK_AND_DRAFT", "seats": [{"kind": "MINE"}, {"kind": "OPEN"}]}
        made = client.post("/v1/games", json=body).json()["game"]["gameId"]
        assert client.get(f"/v1/games/{made}").status_code == 200
        ready = client.get("/readyz").json()
        assert ready["ready"]
        assert ready["warnings"][-1].endswith(WHY)


def test_no_command_reads_or_changes_the_store(store: str, old: list[str], tmp_path: Path) -> None:
    before, file = dict(keys_of(redis.Redis.from_url(store))), tmp_path / "export"
    (exported,) = exports()
    archive = tmp_path / "archive"
    archive.write_bytes(gzip.compress(exported.read_bytes()))
    for command in (["check", store], ["export", str(file), store], ["import", str(archive), store]):
        assert_refused(*invoked("store", *command))
    assert_refused(*invoked("shadow", "--store", store))
    assert not file.exists()
    assert dict(keys_of(redis.Redis.from_url(store))) == before


def test_an_edition_can_be_taken_out_for_the_records(store: str, old: list[str]) -> None:
    (key, *_) = redis.Redis.from_url(store).scan_iter("th:edition:*")
    done = CliRunner().invoke(main, ["store", "edition", key.decode().rpartition(":")[2], store])
    assert done.exit_code == 0


def test_a_store_in_which_only_some_games_are_old_is_checked_but_not_exported(store: str, tmp_path: Path) -> None:
    with redis.Redis.from_url(store) as there:
        restore(stored(), there)
        *_, last = [key.decode() for key in there.scan_iter("th:{*}", _type="hash")]
        there.hset(last, "format", "2")
        status, (finding, _), _ = run("check", store)
        assert (status, finding["what"].endswith(WHY.rstrip("."))) == (1, True)
        file = tmp_path / "export"
        assert_refused(*invoked("store", "export", str(file), store))
        assert not file.exists()
        there.hset(last, "format", FORMAT)
        assert run("export", file, store)[0] == 0
        there.hset(last, "format", "2")
        assert_refused(*invoked("store", "import", str(file), store))


def test_a_webhook_of_an_earlier_format_stays_as_it_is() -> None:
    old = bytes([webhooks.FORMAT - 1]) + pack(Delivery("TURN", "5", 3, 1, 1))[1:]
    found = unpack_all(Delivery, {"a": old})
    assert (found.readable, found.damaged) == ({}, [])
    with pytest.raises(StoredBeforeFirstRelease, match=re.escape(WHY)):
        found.check()


def invoked(*command: str) -> tuple[int, str, str]:
    done = CliRunner().invoke(main, command)
    return done.exit_code, done.stdout, done.stderr


def assert_refused(status: int, out: str, error: str) -> None:
    assert (status, out) == (2, "")
    *logged, said = error.splitlines()
    assert all(line.startswith("2") for line in logged)
    assert said.endswith(WHY)
