"""A frontend in strict TypeScript, with types that graphql-codegen makes of the stored schema, plays whole games."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from taphouse.engine import GAMES
from taphouse.engine.vocabulary import constant
from tests.api.client import DANK, Json
from tests.api.server import Server
from tests.clients.conftest import FOLDER, PATIENCE, Run
from tests.clients.test_npm_clients import BREW, PINT

pytestmark = pytest.mark.ecosystem

SOURCES = FOLDER / "typescript"
SDL = FOLDER.parents[1] / "schema" / "taphouse.graphql"
GUIDE = FOLDER.parents[1] / "docs" / "guides" / "frontends.md"


def compiled(node: str, folder: Path, sdl: Path) -> str:
    """Generate, check and compile the frontend into a folder; what the compiler has to say against it."""
    for source in (*SOURCES.glob("*.ts"), SOURCES / "tsconfig.json", FOLDER / "package.json"):
        shutil.copy(source, folder)
    (folder / "node_modules").symlink_to(FOLDER / "node_modules")
    (config,) = re.findall(r"^```json\n(.+?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    generate = [node, SOURCES / "generate.mjs", sdl, SOURCES / "operations.graphql", folder / "graphql.ts", config]
    subprocess.run(generate, check=True, timeout=PATIENCE)
    check = [node, "node_modules/typescript/bin/tsc", "--pretty", "false"]
    done = subprocess.run(check, cwd=folder, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert not done.stderr
    return done.stdout


@pytest.fixture(scope="session")
def frontend(node: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The compiled script. That it compiles is the first thing to know: the types suit who uses them, and forbid misuse."""
    folder = tmp_path_factory.mktemp("frontend")
    assert compiled(node, folder, SDL) == ""
    return folder / "built" / "play.js"


@pytest.mark.parametrize(("field", "options"), [(DANK, {}), (PINT, {"threshold": 10}), (BREW, {})])
async def test_a_typed_frontend_plays_a_whole_game(
    server: Server, run: Run, frontend: Path, field: str, options: Json
) -> None:
    played = await run(str(frontend), url=f"{server.url}/graphql", game={field: options}, seed="the clients")
    (about,) = [game.about for game in GAMES.values() if game.field == field]
    assert played["status"] == "OVER"
    assert played["reason"] in {constant(reason.name) for reason in about.reasons}
    assert (played["conflicts"], len(played["points"])) == (1, 2)
    assert played["moves"] > 20


def test_a_problem_that_is_new_does_not_compile_until_it_is_handled(node: str, tmp_path: Path) -> None:
    known = "union ChangeResult = GameChanged"
    text = SDL.read_text(encoding="utf-8")
    assert text.count(known) == 1
    (tmp_path / "newer.graphql").write_text(text.replace(known, f"{known} | NoOpenSeat"), encoding="utf-8")
    said = compiled(node, tmp_path, tmp_path / "newer.graphql")
    assert "play.ts" in said
    assert "'Played_NoOpenSeat_Fragment' is not assignable to parameter of type 'never'" in said, said
