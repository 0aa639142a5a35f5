"""An edition that this release has no more is taken out of the store, and verifies the records of its games."""

from __future__ import annotations

import hashlib
import re
import time
from pathlib import Path

import pytest
import redis
from typer.testing import CliRunner, Result

from taphouse.command_line import main
from taphouse.engine.editions import packaged
from taphouse.engine.pint_craft.about import GAME
from taphouse.engine.records.text import write
from taphouse.service.store import layout
from taphouse.service.store.upkeep.archive import EditionFile
from taphouse.service.store.upkeep.contents import Contents
from tests.records.test_replay import kept


def invoke(*arguments: str, given: str | None = None) -> Result:
    return CliRunner().invoke(main, arguments, input=given)


@pytest.mark.parametrize("lasts", [500_000, None])
async def test_an_edition_that_is_there_lasts_as_long_as_that_of_an_import(store: str, lasts: int | None) -> None:
    digest, contents, now = "5" * 64, Contents(store), int(time.time() * 1000)
    key = layout.edition_key(digest)
    try:
        with redis.Redis.from_url(store) as server:
            for expires in (now + 100_000, None if lasts is None else now + lasts, now + 200_000, now - 1):
                await contents.restore(EditionFile(digest, b"text", expires))
            assert server.pexpiretime(key) == (-1 if lasts is None else now + lasts)
            server.delete(key)
    finally:
        await contents.close()


def test_records_of_an_earlier_edition_are_verified_with_what_the_store_has(
    store: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (shipped,) = packaged(GAME.edition, GAME.about.package)
    earlier = shipped.source + b"# An earlier release wrote this line. The name is the same.\n"
    digest = hashlib.sha256(earlier).hexdigest()
    with redis.Redis.from_url(store) as server:
        server.set(layout.edition_key(digest), earlier)
        server.set(layout.edition_key("0" * 64), earlier)
    record = write(kept("pint-craft")[0]).replace(shipped.digest, digest)
    failed = invoke("record", "verify", "-", given=record)
    assert failed.exit_code == 1
    command = re.search(r"`taphouse (store edition \w+) > (\S+)`", failed.stderr)
    assert command is not None
    assert command[1] == f"store edition {digest}"
    monkeypatch.setenv("TAPHOUSE_REDIS_URL", store)  # and no signing key
    taken = invoke(*command[1].split())
    assert (taken.exit_code, taken.stdout_bytes) == (0, earlier), taken.exception
    (tmp_path / "earlier").mkdir()
    (tmp_path / "earlier" / command[2]).write_bytes(taken.stdout_bytes)
    monkeypatch.setenv("TAPHOUSE_EDITIONS_DIR", str(tmp_path / "earlier"))
    verified = invoke("record", "verify", "-", given=record)
    assert (verified.exit_code, verified.stdout[:18]) == (0, "1 record is right:")
    for wrong, why in (("f" * 64, "has no edition"), ("0" * 64, "is damaged"), ("nonsense", "has no edition")):
        refused = invoke("store", "edition", wrong, store)
        assert (refused.exit_code, refused.stdout) == (2, "")
        assert why in refused.stderr
