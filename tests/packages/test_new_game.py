"""`taphouse new-game`: the package that it writes is a game, under any name, and the tutorial about it can be followed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from zipfile import ZipFile

import pytest
from msgspec.structs import replace
from typer.testing import CliRunner

from taphouse.command_line import main
from taphouse.engine.chance import BLIND
from taphouse.engine.checks import found
from taphouse.engine.contract import Victory
from taphouse.engine.editions import packaged
from taphouse.engine.game import Game
from taphouse.engine.messages import guides
from taphouse.engine.notation import parse
from taphouse.engine.play import play
from taphouse.engine.registry import BadGame
from taphouse.lab.game_tests.guides import to_read_again
from taphouse.lab.game_tests.lacking import lacking
from taphouse.lab.memory_store import MemoryStore
from taphouse.lab.new_game import FAMILIES, BadName, new_game
from taphouse.schema.graphql.build import Api
from taphouse.service.app import offered_editions
from taphouse.service.runtime.settings import Settings
from tests.api.conftest import http
from tests.api.server import Server
from tests.tiny.installed import install
from tests.tutorials.reader import blocks, expect

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "new-game.md"


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    """The game of a package that was written and can be imported."""
    monkeypatch.syspath_prepend(str(new_game("moon-rocket-2", tmp_path)))
    yield import_module("moon_rocket_2.about").GAME
    for name in [name for name in sys.modules if name.startswith("moon_rocket_2")]:
        del sys.modules[name]
    guides.load.cache_clear()  # another package of the name may have another guide


def test_a_new_game_has_its_own_names_and_is_played(written: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    kind = install(monkeypatch, written)
    assert (kind, written.about.title, written.about.name) == ("moon-rocket-2", "Moon Rocket 2", "MoonRocket2")
    assert play(kind, ["greedy", "random"], "a new game").outcome.rule == "MR-07"
    assert "type MoonRocket2Table {" in Api.of(written).sdl()
    assert [written.catalogues.get(language).missing for language in written.catalogues.languages] == [(), ()]
    assert [to_read_again(written, language) for language in written.catalogues.languages] == [[], []]


def test_a_kind_with_a_number_is_created_by_graphql_and_rest(written: Game) -> None:
    asked = """mutation { createGame(game: {moonRocket2: {}}, seats: [{kind: MINE}, {kind: OPEN}]) {
      ... on GameCreated { game { kind } }
    } }"""
    body = {"kind": "MOON_ROCKET_2", "seats": [{"kind": "MINE"}, {"kind": "OPEN"}]}
    with Server(store=MemoryStore(), games={written.about.kind: written}) as server, http(server) as client:
        answer = client.post("/graphql", json={"query": asked}).json()
        assert answer["data"]["createGame"]["game"]["kind"] == "MOON_ROCKET_2", answer
        assert client.post("/v1/games", json=body).json()["game"]["kind"] == "MOON_ROCKET_2"


@pytest.mark.parametrize(
    ("like", "count", "rules"), [(None, 19, "go/rules.md"), *[(one, 2, "go.py") for one in FAMILIES]]
)
def test_no_name_of_the_template_is_left(like: str | None, count: int, rules: str, tmp_path: Path) -> None:
    files = [file for file in new_game("go", tmp_path, like).rglob("*") if file.is_file()]
    assert len(files) == count
    names = "|".join(name.replace("-", ".?") for name in FAMILIES.values())
    for file in files:
        assert not re.search(rf"{names}|\b(CH|CM|DD|BM|CD|SC)-", str(file) + file.read_text(), re.IGNORECASE), file
    assert "GO-01" in (tmp_path / "go" / rules).read_text()


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Moon", "no name of a game: use at most 64 lower-case letters"),
        ("7-wonders", "beginning with a letter"),
        ("moon--rocket", "with hyphens between words"),
        ("m" * 65, "at most 64"),
        ("class", "class cannot be the name of a new package"),
        ("email", "email cannot be the name of a new package"),
        ("dank-and-draft", "There is a game dank-and-draft already"),
    ],
)
def test_a_name_that_cannot_be_is_refused_in_a_sentence(name: str, told: str, tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["new-game", name, "--dir", str(tmp_path)])
    assert (done.exit_code, done.stdout) == (2, "")
    (sentence,) = done.stderr.splitlines()
    assert told in sentence
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize(
    ("file", "source", "told"),
    [
        ("rules.md", None, "No such file or directory: .*rules.md"),
        ("guide/de.toml", "goal = 1", r"moon_rocket_2/guide/de\.toml: goal: "),
        ("editions/treasures.toml", "name = 1", r"treasures\.toml: "),
        ("messages/de.toml", "[moves]\nlya = 'x'", r"moon_rocket_2/messages/de\.toml: moves\.lya: unknown"),
    ],
)
def test_a_file_that_is_missing_or_wrong_is_told_before_the_game_is_served(
    file: str, source: str | None, told: str, written: Game, tmp_path: Path
) -> None:
    broken = tmp_path / "moon-rocket-2" / "moon_rocket_2" / file
    broken.unlink() if source is None else broken.write_text(source)
    with pytest.raises(
        BadGame, match=f"The game moon-rocket-2 of the package moon_rocket_2 cannot be served: .*{told}"
    ):
        offered_editions({"moon-rocket-2": written}, Settings())


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    """The game of one file that was written and can be imported."""
    monkeypatch.syspath_prepend(str(new_game("star-pile", tmp_path, like="small")))
    yield import_module("star_pile").GAME
    del sys.modules["star_pile"]
    guides.load.cache_clear()


def test_a_game_in_one_file_is_played_and_has_all_that_follows(
    small: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert len((tmp_path / "star-pile" / "star_pile.py").read_text().splitlines()) < 100
    assert (install(monkeypatch, small), small.about.title) == ("star-pile", "Star Pile")
    assert play("star-pile", ["search", "random"], "one file").outcome.reason == "last-card"
    seats = [{"kind": "MINE"}, {"kind": "BOT", "bot": "SEARCH_QUICK"}]
    with Server(store=MemoryStore(), games={"star-pile": small}) as server, http(server) as client:
        made = client.post("/v1/games", json={"kind": "STAR_PILE", "seats": seats}).json()
        path, token = f"/v1/games/{made['game']['id']}", {"authorization": f"Bearer {made['seats'][0]['token']}"}
        (first, *_) = client.get(f"{path}/moves/legal", headers=token).json()["moves"]
        assert first["label"] == "Take 1 card"
        refused = client.post(f"{path}/moves", json={"moves": [{"notation": "take 4"}]}, headers=token)
        assert refused.status_code >= 400
        (shown,) = client.get("/v1/catalogue").json()["games"]
        assert [rule["id"] for rule in shown["rules"]] == ["SP-01", "SP-02", "SP-03"]
        assert shown["editions"][0]["guide"]["turn"][0]["example"].startswith("Five cards")
    assert [sentence.split()[0] for sentence in lacking(small)] == ["No", "No", "No", "English", "Nothing"]


def test_a_refusal_follows_from_the_moves(small: Game) -> None:
    rules = small.rules(packaged(small.edition, small.about.package)[0])
    start = rules.new(small.about.options(), 2, BLIND)
    take, told = parse("take 3", small.verbs), []
    for cards in (3, 2, 0):
        refusal = rules.why_not(replace(start, cards=cards), take)
        told.append(refusal and rules.explained(refusal))
    few = "The value 3 is not possible here; 1 and 2 would be. Take one, two or three cards. (SP-02)"
    assert told == [None, few, "The game is over. (SP-03)"]


ENDS = {
    "cards": ("empty-pile", Victory.FIRST),
    "dice": ("goal", Victory.FIRST),
    "board": ("full-board", Victory.NOBODY),
    "cooperative": ("dam-built", Victory.ALL_WON),
    "sealed": ("no-cards", Victory.FIRST),
}


@pytest.fixture
def like(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The family of a game `star` that was written and can be imported."""
    monkeypatch.syspath_prepend(str(new_game("star", tmp_path, request.param)))
    yield request.param
    del sys.modules["star"]
    guides.load.cache_clear()


@pytest.mark.parametrize("like", ENDS, indirect=True)
def test_a_game_like_another_is_one_of_its_family(like: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game: Game = import_module("star").GAME
    kind = install(monkeypatch, game)
    outcome = play(kind, ["search", "search"], "a family").outcome
    assert (outcome.reason, outcome.victory) == ENDS[like]
    assert (like == "cooperative") == game.about.cooperative
    sdl = Api.of(game).sdl()
    assert "type StarTable {" in sdl
    assert "StarPlayer {" in sdl or "StarBoardPoint {" in sdl or like == "cooperative"


def test_a_small_game_can_be_like_another(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["new-game", "star", "--small", "--like", "dice", "--dir", str(tmp_path)])
    assert done.exit_code == 0
    assert "RollingRules" in (tmp_path / "star" / "star.py").read_text()


def test_a_family_that_there_is_not_is_refused(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["new-game", "star", "--like", "chess", "--dir", str(tmp_path)])
    assert (done.exit_code, done.stderr) == (
        2,
        "No game is written like 'chess': choose one of small, cards, dice, board, cooperative, sealed.\n",
    )


def test_a_file_of_the_package_replaces_what_follows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = new_game("moon-pile", tmp_path, like="small")
    (folder / "moon_pile" / "messages").mkdir(parents=True)
    (folder / "moon_pile.py").rename(folder / "moon_pile" / "__init__.py")
    (folder / "moon_pile" / "messages" / "de.toml").write_text('[moves]\ntake = "Nimm {count:card}"\n')
    monkeypatch.syspath_prepend(str(folder))
    game: Game = import_module("moon_pile").GAME
    assert game.catalogues.languages == ("en", "de")
    assert "English" not in " ".join(lacking(game))
    del sys.modules["moon_pile"]
    guides.load.cache_clear()


FINDS = """
import importlib.machinery, importlib.util, sys
class Finder:  # as `pip install --editable` adds one, behind all that finds a folder of this name
    def find_spec(name, path=None, target=None):
        if name == "moon":
            return importlib.util.spec_from_file_location(name, {!r}, submodule_search_locations=[{!r}])
sys.meta_path.append(Finder)
"""


def test_what_is_written_passes_its_tests_at_once_also_beside_a_folder_of_its_name(tmp_path: Path) -> None:
    package = new_game("moon", tmp_path) / "moon"
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "sitecustomize.py").write_text(FINDS.format(str(package / "__init__.py"), str(package)))
    listed(tmp_path / "site", "moon")
    told = subprocess.run(
        [sys.executable, "-c", "from taphouse.command_line import main; main()", "test-game", "moon", "--fast"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(tmp_path / "site"), "PYTHONSAFEPATH": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0, told.stdout + told.stderr
    assert "passed" in told.stdout


def test_the_files_of_the_checks_lie_beside_their_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = new_game("star-dust", tmp_path) / "star_dust"
    (package / "checks.py").write_text("from taphouse.engine.checks import Checks\n\nCHECKS = Checks(pairs=7)\n")
    monkeypatch.syspath_prepend(str(package.parent))
    there = found(import_module("star_dust.about").GAME)
    assert (there.checks.pairs, there.folder, there.counts.exists()) == (7, package / "checks", True)


@pytest.mark.ecosystem
def test_its_wheel_has_all_files_of_the_package(tmp_path: Path) -> None:
    folder = new_game("ore-train", tmp_path)
    package = folder / "ore_train"
    (package / "checks" / "second.toml").write_text("")
    build = ["-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", tmp_path, folder]
    subprocess.run([sys.executable, *map(str, build)], check=True)
    with ZipFile(next(tmp_path.glob("*.whl"))) as wheel:
        packed = {name for name in wheel.namelist() if name.startswith("ore_train/")}
    assert packed == {str(file.relative_to(folder)) for file in package.rglob("*") if file.is_file()}


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    (tmp_path / "moon").write_text("mine")
    with pytest.raises(BadName, match="moon is there already"):
        new_game("moon", tmp_path)
    assert (tmp_path / "moon").read_text() == "mine"


def listed(folder: Path, kind: str) -> None:
    """Write into a folder of the path what `pip install --editable` adds."""
    name = kind.replace("-", "_")
    (there := folder / f"taphouse_{name}-0.1.0.dist-info").mkdir()
    (there / "METADATA").write_text(f"Metadata-Version: 2.1\nName: taphouse-{kind}\nVersion: 0.1.0\n")
    place = name if (folder / f"{name}.py").exists() else f"{name}.about"
    (there / "entry_points.txt").write_text(f"[taphouse.games]\n{kind} = {place}:GAME\n")


@pytest.mark.ecosystem
@pytest.mark.parametrize("like", FAMILIES)
def test_a_game_in_one_file_passes_its_tests_at_once(like: str, tmp_path: Path) -> None:
    folder = new_game("star", tmp_path, like)
    listed(folder, "star")
    told = subprocess.run(
        [sys.executable, "-c", "from taphouse.command_line import main; main()", "test-game", "star"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(folder), "PYTHONSAFEPATH": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0, told.stdout + told.stderr
    assert re.search(r"\d+ passed", told.stdout), told.stdout


@pytest.mark.ecosystem
def test_the_tutorial_can_be_followed(tmp_path: Path) -> None:
    new_game("moon-rocket", tmp_path)
    listed(tmp_path, "moon-rocket")
    env = os.environ | {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": os.pathsep.join(map(str, (tmp_path, tmp_path / "moon-rocket"))),
    }
    said = ""
    for block in blocks(PAGE):
        if block.language == "diff":
            apply = ["git", "apply", "--unidiff-zero", "-"]
            subprocess.run(apply, cwd=tmp_path / "moon-rocket", input=block.text, text=True, check=True)
        elif block.language == "bash":
            command = ["bash", "-euc", block.text]
            done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
            assert done.returncode == 0, done.stdout + done.stderr
            said = done.stdout
        elif block.language == "text":
            expect(block.text, said)
