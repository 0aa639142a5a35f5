"""docs/guides/upkeep.md: its commands run, in order, and its table names all that an export holds."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
import redis

from taphouse.service.store.embedded import Embedded
from taphouse.service.store.upkeep import archive
from tests.docs.test_guides import blocks, environment, guide
from tests.stores import restore, stored

TEXT = guide("upkeep")


@pytest.mark.ecosystem
def test_the_commands_run_in_order(tmp_path: Path) -> None:
    with Embedded(tmp_path / "data") as store, redis.Redis.from_url(store.url) as client:
        restore(stored(), client)
    commands = blocks(TEXT, "bash")
    assert len(commands) == 4
    taphouse = f'taphouse() {{ "{sys.executable}" -m taphouse "$@"; }}\n'
    done = subprocess.run(
        ["bash", "-c", "set -euo pipefail\n" + taphouse + "".join(commands)],
        cwd=tmp_path,
        env=environment(TAPHOUSE_DATA_DIR=tmp_path / "data"),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    checked, exported, imported, repaired = done.stdout.splitlines()
    assert checked == "14 games and 3 lists were checked; nothing wrong."
    assert exported.startswith("14 games and 9 other records were written to backup.taphouse")
    assert imported == "0 games were imported, and 14 were there already."
    assert repaired == "Nothing is damaged."


def test_the_table_names_each_kind_of_line_and_its_fields() -> None:
    told = TEXT.partition("## The format of an export")[2]
    assert f"There is one format, {archive.FORMAT}:" in told
    _, *found = re.findall(r"^\| `([a-z-]+)` \| (.*) \|$", told, re.MULTILINE)
    rows = dict(found)
    kinds = [archive.Header, archive.ArchivedGame, archive.EditionFile, archive.Items, archive.Held, archive.End]
    assert list(rows) == [kind.__struct_config__.tag for kind in kinds]
    for kind in kinds:
        assert re.findall(r"`([a-z0-9]+)`", rows[kind.__struct_config__.tag]) == list(kind.__struct_fields__)
