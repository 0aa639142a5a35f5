"""`taphouse store repair` makes a store start again whose append-only file was damaged, and loses no more than what was."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import redis

from taphouse.service.store import layout
from taphouse.service.store.embedded import Embedded, EmbeddedFailed
from tests.api.client import CASK, Client, create
from tests.api.conftest import http
from tests.api.server import Server
from tests.upkeep.shared import run

MOVES = 12


def commands_of(home: Path) -> Path:
    """The file to which the server adds."""
    (file,) = (home / "appendonlydir").glob("*.incr.aof")
    return file


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str, int]:
    """The data directory of a store with a game, its id and version."""
    home = tmp_path_factory.mktemp("whole") / "data"
    with Embedded(home) as store, Server(url=store.url) as server, http(server) as client:
        table = create(Client(client), game=CASK)
        for _ in range(MOVES):
            table.play("pass")
        played = table.id, table.version
    return home, *played


@pytest.fixture
def home(whole: tuple[Path, str, int], tmp_path: Path) -> Path:
    """A copy of that directory."""
    return Path(shutil.copytree(whole[0], tmp_path / "data"))


def cut(content: bytes) -> bytes:
    """As after a crash of the machine, in the last commit."""
    return content[: content.rindex(b"version") + 20]


def garbled(content: bytes) -> bytes:
    """As by a bad sector, somewhere among the moves. What was built of the pages comes between them and after."""
    at = content.index(b"\r\n*", (content.index(b":entries") + content.rindex(b":entries")) // 2)
    return content[:at] + b"\x00garbage" + content[at + 8 :]


def zeros(content: bytes) -> bytes:
    """As some file systems do after a crash: the length is right, and the end was never written."""
    return content + b"\x00" * 512


@pytest.mark.parametrize("damage", [cut, garbled, zeros])
def test_what_is_damaged_is_cut_off_and_told_and_the_rest_is_right(
    damage: Callable[[bytes], bytes], home: Path, whole: tuple[Path, str, int]
) -> None:
    _, id_, version = whole
    file = commands_of(home)
    damaged = damage(file.read_bytes())
    file.write_bytes(damaged)
    status, (said,), _ = run("repair", data_dir=home)
    assert status == 0
    assert Path(said["copy"]).read_bytes() == damaged
    assert file.read_bytes()[: said["kept"]] == damaged[: said["kept"]]
    assert said["kept"] + said["lost"] == len(damaged)
    with Embedded(home) as store, redis.Redis.from_url(store.url) as client:
        left = int(client.hget(layout.game_key(id_), "version") or 0)
        assert run("check", store.url)[1][-1]["findings"] == 0
    if damage is zeros:
        assert (left, said["lost"], said["games"]) == (version, 512, [])
        return
    assert 1 < left < version
    ((game, at, was),) = [(one["game"], one["version"], one["was"]) for one in said["games"]]
    assert (game, at, was) == (id_, left, version)
    assert run("repair", data_dir=home)[:2] == (0, [_nothing()])


def test_a_store_that_does_not_start_says_how_to_repair_it(home: Path) -> None:
    file = commands_of(home)
    file.write_bytes(garbled(file.read_bytes()))
    with pytest.raises(EmbeddedFailed, match="run `taphouse store repair`"), Embedded(home):
        pass
    status, lines, said = run("check", data_dir=home)
    assert (status, lines) == (2, [])
    assert "run `taphouse store repair`" in said


def test_what_cannot_be_repaired_is_left_as_it_is(tmp_path: Path) -> None:
    home = tmp_path / "data"
    assert run("repair", data_dir=home)[0] == 2
    with Embedded(home):
        status, _, said = run("repair", data_dir=home)
        assert (status, "is in use by" in said) == (2, True)
    assert run("repair", data_dir=home)[:2] == (0, [_nothing()])
    (base,) = (home / "appendonlydir").glob("*.base.rdb")
    base.write_bytes(base.read_bytes()[:-20])
    before = {file: file.read_bytes() for file in (home / "appendonlydir").iterdir()}
    status, _, said = run("repair", data_dir=home)
    assert (status, "Restore a backup" in said) == (2, True)
    assert {file: file.read_bytes() for file in (home / "appendonlydir").iterdir()} == before
    (home / "appendonlydir" / "appendonly.aof.manifest").unlink()
    assert run("repair", data_dir=home)[0] == 2


def _nothing() -> dict[str, Any]:
    return {"is": "repaired", "file": None, "copy": None, "kept": 0, "lost": 0, "games": []}
