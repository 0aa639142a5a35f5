"""Files of the pages in the store: those of each instance, signed."""

from __future__ import annotations

import asyncio
import gzip
from pathlib import Path

import pytest

from taphouse.lab.memory_store import MemoryStore
from taphouse.service.http import shared_files
from taphouse.service.http.shared_files import KEPT, SharedFiles
from tests.effort import BOUND

NAME, CODE = "index-gdHp0-xF.js", b"console.log(1)"
SMALL = gzip.compress(CODE, mtime=0)


@pytest.fixture
def built(tmp_path: Path) -> Path:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<p>built</p>")
    (tmp_path / "assets" / NAME).write_bytes(CODE)
    (tmp_path / "assets" / f"{NAME}.gz").write_bytes(SMALL)
    return tmp_path


async def test_another_instance_finds_them_also_after_a_rotation_of_keys(built: Path) -> None:
    store = MemoryStore()
    await SharedFiles(store, ["old"], built).share()
    assert await SharedFiles(store, ["old"]).find(NAME) == SMALL
    assert await SharedFiles(store, ["new", "old"]).find(NAME) == SMALL
    assert await SharedFiles(store, ["old"]).find("index-gdHp0-xG.js") is None


async def test_the_store_cannot_bring_code_into_a_page(built: Path) -> None:
    store, other = MemoryStore(), "other-gdHp0-xF.js"
    files = SharedFiles(store, ["key"], built)
    await files.share()
    signed = await store.file(NAME)
    assert signed is not None
    for forged in (b"", gzip.compress(CODE), signed[:32] + gzip.compress(b"evil()"), signed[:-1]):
        await store.put_file(other, forged, KEPT)
        assert await files.find(other) is None
    await store.put_file(other, signed, KEPT)
    assert await files.find(other) is None, "the signature is of the name too"
    assert await SharedFiles(store, ["another key"]).find(NAME) is None


@pytest.mark.parametrize(
    "name", ["a.js", "../index-gdHp0-xF.js", "index-gdHp0-xF", f"{'a' * 81}-gdHp0-xF.js", "ä-gdHp0-xF.js"]
)
async def test_only_names_with_a_digest_are_looked_up(name: str) -> None:
    class Untouched(MemoryStore):
        async def file(self, name: str) -> bytes | None:
            raise AssertionError(name)

    assert await SharedFiles(Untouched(), ["key"]).find(name) is None


async def test_files_are_shared_once_they_are_built_whatever_happens_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared_files, "LOOKED", 0.001)
    kept = asyncio.Event()

    class Told(MemoryStore):
        async def put_file(self, name: str, content: bytes, lease: int) -> None:
            await super().put_file(name, content, lease)
            if name == NAME:
                kept.set()

    store, lost = Told(), tmp_path / "assets" / f"a-{NAME}.gz"
    sharing = asyncio.create_task(SharedFiles(store, ["key"], tmp_path).run())
    await asyncio.sleep(0.01)  # nothing is built yet
    lost.parent.mkdir()
    lost.symlink_to(tmp_path / "gone")  # as while the pages are built anew
    (tmp_path / "index.html").write_text("<p>built</p>")
    (lost.parent / f"{NAME}.gz").write_bytes(SMALL)
    await asyncio.sleep(0.01)
    lost.unlink()
    await asyncio.wait_for(kept.wait(), BOUND)
    assert await SharedFiles(store, ["key"]).find(NAME) == SMALL
    sharing.cancel()
