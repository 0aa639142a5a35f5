"""The TypeScript of both clients compiles in strict mode, and follows the schema; @taphouse/client passes its own tests."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path

import pytest

from taphouse.lab.memory_store import MemoryStore
from tests.api.server import Server
from tests.web.conftest import CLIENTS, PATIENCE

pytestmark = pytest.mark.ecosystem

TSC = CLIENTS / "node_modules" / "typescript" / "bin" / "tsc"
ROLLDOWN = CLIENTS / "node_modules" / "rolldown" / "bin" / "cli.mjs"


def ran(*command: str | Path, folder: Path, **environment: str) -> str:
    """The output of a command, which must succeed."""
    env = {**os.environ, **environment}
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_typed_operations_follow_the_schema(node: str) -> None:
    ran(node, "generate.mjs", "--check", folder=CLIENTS / "typescript")


def test_no_word_of_the_page_stands_in_two_sets() -> None:
    """Sets are joined as they are loaded, so one word would take the place of the other."""
    sets = sorted((CLIENTS / "web" / "src" / "words").rglob("en.ts"))
    words = [word for one in sets for word in re.findall(r"^  (\w+):", one.read_text(), re.MULTILINE)]
    assert len(sets) == 3
    assert len(words) == len({*words})


def test_the_page_compiles_in_strict_mode(node: str) -> None:
    ran(node, TSC, folder=CLIENTS / "web")


def test_the_types_of_the_client_have_what_a_newer_service_adds(node: str) -> None:
    ran(node, TSC, folder=CLIENTS / "typescript")
    ran(node, TSC, folder=CLIENTS / "typescript" / "tests")


def test_the_client_passes_its_tests(node: str) -> None:
    ran(node, TSC, folder=CLIENTS / "typescript")
    with Server(store=MemoryStore()) as served:
        said = ran(node, "--test", "tests/", folder=CLIENTS / "typescript", TAPHOUSE_URL=served.url)
    assert "# fail 0" in said
    assert "# skipped 0" in said


def test_a_move_is_made_at_what_it_names_in_the_area_of_the_seat_that_it_names(node: str, tmp_path: Path) -> None:
    built = tmp_path / "points.mjs"
    ran(node, ROLLDOWN, "src/games/plain/points.ts", "--file", built, folder=CLIENTS / "web")
    moves = [{"reefs": {"shoot": {"seat": 2, "point": "D6"}}}, {"reefs": {"moor": {"point": "D6"}}}]
    moves += [{"reefs": {"sink": {"seat": 2, "ship": "BARGE"}}}, {"reefs": {"lay": {"card": 3, "mine": None}}}]
    moves += [{"reefs": {"chart": {"point": "D6"}}}]
    named = {"sink.ship": "players.fleet", "lay.card": "players.hand", "lay.mine": "players.mines"}
    named |= {"chart.point": "players.chart.point"}
    asks = (
        f"import {{ placesOf }} from {str(built)!r}; const named = new Map(Object.entries({json.dumps(named)}));"
        f"console.log(JSON.stringify({json.dumps(moves)}.map((move) => placesOf(move, named, 1))))"
    )
    shot, moored, sunk, laid, charted = json.loads(ran(node, "--input-type=module", "--eval", asks, folder=tmp_path))
    assert shot == ["point:D6", "point:D6:2"], "a board that is nobody's too: a seat may be the target of a move there"
    assert {"point:D6", "point:D6:1", "point:D6:2"} <= {*moored}
    assert sunk == ["players.fleet=BARGE", "players.fleet=BARGE:2"]
    assert laid == ["players.hand=3", "players.hand=3:1"], "one's own, where no seat is named"
    assert charted == ["players.chart.point=D6", "players.chart.point=D6:1"], "one's own board of several"


@pytest.mark.parametrize("name", ["typescript", "web"])
def test_versions_are_exact_and_locked(name: str) -> None:
    package = json.loads((CLIENTS / name / "package.json").read_text())
    wanted = {**package["dependencies"], **package["devDependencies"]}
    locked = json.loads((CLIENTS / "package-lock.json").read_text())["packages"]
    for one, version in wanted.items():
        found = locked[f"node_modules/{one}"]
        assert locked.get(found.get("resolved"), found)["version"] == version  # what is linked lies in a folder
    assert all("://" not in found.get("resolved", "") for found in locked.values())
