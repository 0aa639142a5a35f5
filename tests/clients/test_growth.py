"""Clients that were generated from the released contract read answers of a service that has grown since.

docs/guides/rest.md has what is known of each generator as a table.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from taphouse.engine import GAMES
from taphouse.lab.memory_store import MemoryStore
from tests.api.server import BOTH, Server
from tests.clients.growing import FIELD, VALUE, Growth, growing, missing
from tests.clients.grown_sources import BELL, NEW_FIELD, NEW_VISIBILITY, grow, serving
from tests.clients.test_generated import (
    BY_KIND,
    FAST,
    JAVA,
    NEW,
    SOURCES,
    annotations,
    bare,
    generated,
    jars,
    kotlin,
    program,
    run,
)
from tests.rest.client import Document, Json, Rest, create

pytestmark = pytest.mark.ecosystem

ROOT = Path(__file__).parents[2]
RELEASED = ROOT / "schema" / "released" / "openapi.json"
Answer = tuple[str, Json]
Decode = Callable[[list[Answer]], list[Any]]


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> list[Answer]:
    """Answers of a service whose sources have grown, with the names of their types in the released contract."""
    found: list[Answer] = []
    grow(sources := tmp_path_factory.mktemp("grown"))
    with serving(sources) as url, httpx.Client(base_url=url, timeout=30, trust_env=False) as http:
        anyone = Rest(http, Document(http.get("/openapi.json").json()))
        for new in NEW:
            table = create(anyone, **{**new, "seats": 2, "visibility": NEW_VISIBILITY})
            found.append(("GameChanged", table.decider.post(f"{table.path}/bell", {"times": 2})))
            for _ in range(6):
                legal = table.decider.get(f"{table.path}/moves/legal", first=20)
                found.append(("LegalMovePage", legal))
                moves = {"moves": [legal["moves"][-1]["input"]]}
                found.append(("GameChanged", table.decider.post(f"{table.path}/moves", moves)))
            found.append(("EventPage", table.spectator.get(f"{table.path}/events", first=500)))
            found.append(("SampledWorld", table.decider.get(f"{table.path}/world")))
            for notation in ("nonsense", BELL):
                asked = {"move": {"notation": notation}}
                found.append(("Judgement", table.decider.post(f"{table.path}/moves/why-not", asked)))
        anyone.post("/games", {**NEW[0], "seats": [{"kind": "OPEN"}] * 2, "visibility": "OPEN"})
        found.append(("GamePage", anyone.get("/games")))
        catalogue = anyone.get("/catalogue")
        known = [game for game in catalogue["games"] if game["kind"] != "CASK_RACE"]
        found.append(("Catalogue", catalogue | {"games": known}))
    text = json.dumps(found)
    assert all(new in text for new in ("bell-rung", "BELL_BROKEN", NEW_FIELD, NEW_VISIBILITY))
    return found


@pytest.fixture(scope="module")
def released() -> Growth:
    return Growth(json.loads(RELEASED.read_text(encoding="utf-8")))


def lines(answers: list[Answer]) -> str:
    return "\n".join(f"{name} {json.dumps(value)}" for name, value in answers)


def same(one: Any, other: Any) -> bool:
    """Return whether a client wrote what it read. It may write times in another way."""
    return one == other or (isinstance(one, str) and re.match(r"\d{4}-\d\d-\d\dT", one) is not None and bool(other))


def check(decode: Decode, growth: Growth, answers: list[Answer]) -> None:
    """Check that a client reads answers as they were, and whatever it can know of them once they have grown."""
    component = growth.component
    grown = [(name, growth.grown(component(name), value)) for name, value in answers]
    assert json.dumps(grown).count(VALUE) > 1000
    inner, outer = (
        [(name, growth.replaced(component(name), value, inner=inner)) for name, value in answers]
        for inner in (True, False)
    )
    each = [*answers, *grown, *inner, *outer]
    for (name, value), read in zip(each, decode(each), strict=True):
        assert missing(growth.kept(component(name), value), read, same) == [], name


def read_lines(text: str) -> list[Any]:
    return [json.loads(line) for line in text.splitlines()]


@pytest.fixture(scope="module")
def java_client(tmp_path_factory: pytest.TempPathFactory) -> list[str | Path]:
    """The command that runs a class beside the Java client."""
    folder = tmp_path_factory.mktemp("java")
    path = f"{jars('openapi_generator_cli')}:{annotations()}"  # the generator itself holds Jackson
    sources = generated("java", folder / "client", RELEASED, **JAVA)
    quick, built = [f"-J{option}" for option in FAST], folder / "built"
    ours = [SOURCES / "Play.java", SOURCES / "Decode.java"]
    run(program("javac"), *quick, "-proc:none", "-nowarn", "-cp", path, "-d", built, *sources, *ours)
    return [program("java"), *FAST, "-cp", f"{built}:{path}"]


def test_the_java_client_reads_what_is_new(
    java_client: list[str | Path], released: Growth, answers: list[Answer]
) -> None:
    check(lambda each: read_lines(run(*java_client, "Decode", given=lines(each))), released, answers)


@pytest.fixture(scope="module")
def grown_server() -> Iterator[Server]:
    """A service with one more kind of game, and something new in each place of its answers."""
    document = json.loads(RELEASED.read_text(encoding="utf-8"))
    server = Server(store=MemoryStore(), games=BOTH)
    growth = Growth(document, inputs=False)
    server.serve(growing(server.app, growth, Document(document)))
    with server:
        yield server


def test_the_java_client_plays_on_against_a_service_that_has_grown(
    java_client: list[str | Path], grown_server: Server
) -> None:
    with httpx.Client(base_url=grown_server.url, timeout=30, trust_env=False) as http:
        body = {"kind": "CASK_RACE", "seats": [{"kind": "OPEN"}] * 2, "visibility": "OPEN"}
        made = http.post("/v1/games", json=body)
        assert FIELD in made.json()["game"]
    for new, game in zip(NEW, GAMES.values(), strict=True):
        played = json.loads(run(*java_client, "Play", grown_server.url, json.dumps(new)))
        assert (played["status"], json.loads(played["refused"])["code"]) == (VALUE, "GAME_OVER")
        assert played["versions"] == [*range(1, played["versions"][-1] + 1)]
        assert {"UnknownGame", VALUE} <= {*played["lobby"]}
        general = {f"Unknown{type_}" for type_ in ("LegalMove", "LogEntry", "Event")}
        assert general | {f"{game.about.name}{type_}" for type_ in BY_KIND if type_ != "Preview"} < {*played["types"]}


def test_the_kotlin_types_read_what_is_new(released: Growth, answers: list[Answer], tmp_path: Path) -> None:
    command = kotlin(RELEASED, tmp_path)
    typed = [one for one in answers if one[0] != "Catalogue"]  # which has members that are any JSON

    def decode(each: list[Answer]) -> list[Any]:
        printed = run(*command, given=lines(each)).splitlines()
        return [json.loads(line.partition(" ")[2]) for line in printed]

    check(decode, released, typed)


@pytest.mark.parametrize("generator", ["openapi-generator", "openapi-python-client"])
def test_the_python_client_reads_what_is_new(
    generator: str, released: Growth, answers: list[Answer], tmp_path: Path
) -> None:
    if generator == "openapi-generator":
        folder, package = tmp_path / "client", "taphouse_models"
        generated("python", folder, RELEASED, packageName=package)
    else:
        folder, package = tmp_path / "client", "taphouse_client"
        make = [sys.executable, "-m", "openapi_python_client", "generate", "--path", RELEASED]
        run(*make, "--meta", "none", "--output-path", folder / package)
    command = [sys.executable, SOURCES / "decode.py", folder, package]
    check(lambda each: read_lines(run(*command, given=lines(each))), released, answers)


def without_figures(value: Json) -> Json:
    """An object whose figures, which are any JSON, are empty. Validators of orval drop them."""
    return {**value, "figures": {}} if "figures" in value else value


OPERATIONS = {
    "Catalogue": "catalogue",
    "EventPage": "events",
    "GameChanged": "play",
    "GamePage": "openGames",
    "Judgement": "whyNot",
    "LegalMovePage": "legalMoves",
    "SampledWorld": "sampleWorld",
}
"""The operations whose answers have these types."""


@pytest.mark.parametrize("tool", ["typescript-fetch", "hey-api", "orval"])
def test_the_typescript_client_reads_what_is_new(
    tool: str, modules: Path, released: Growth, answers: list[Answer], tmp_path: Path
) -> None:
    folder = tmp_path / "client"
    folder.mkdir()
    (tmp_path / "node_modules").symlink_to(modules)
    if tool == "typescript-fetch":
        generated(tool, folder, RELEASED)
    document = bare(RELEASED, tmp_path) if tool == "hey-api" else RELEASED
    if tool == "orval":
        answers = json.loads(json.dumps(answers), object_hook=without_figures)

    def decode(each: list[Answer]) -> list[Any]:
        named = [{"type": name, "operation": OPERATIONS[name], "value": value} for name, value in each]
        given = {"tool": tool, "document": str(document), "folder": str(folder), "answers": named}
        printed = run(program("node"), SOURCES / "read.mjs", given=json.dumps(given))
        found: list[Any] = json.loads(printed.splitlines()[-1])  # orval prints more
        return found

    check(decode, released, answers)


def test_the_table_of_generators_names_those_that_are_run() -> None:
    text = (ROOT / "docs" / "guides" / "rest.md").read_text(encoding="utf-8")
    listed = {row.split("|")[1].strip() for row in re.findall(r"^\| .*\| run \|$", text, re.MULTILINE)}
    pinned = dict(
        re.findall(r"^(openapi[\w-]+)==(\S+)", (ROOT / "requirements" / "generators.txt").read_text(), re.MULTILINE)
    )
    node = json.loads((SOURCES / "package.json").read_text(encoding="utf-8"))["dependencies"]
    own = ("java", "kotlin", "python", "typescript-fetch")
    assert listed == {
        *(f"`{one}`, openapi-generator {pinned['openapi-generator-cli']}" for one in own),
        f"openapi-python-client {pinned['openapi-python-client']}",
        f"hey-api {node['@hey-api/openapi-ts']}",
        f"orval {node['orval']}",
    }
