"""The documents are true: their code runs against a real service, and the things that they name exist."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import httpx
import pytest
import typer
from graphql import build_schema, parse, validate

from taphouse.command_line import main
from taphouse.engine import GAMES
from taphouse.engine.editions import packaged
from taphouse.service.runtime.settings import PREFIX, Settings, variable

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
ALONE = [ROOT / name for name in ("README.md", "CHANGELOG.md", "clients/typescript/README.md")]
DOCUMENTS = sorted([*ALONE, *(ROOT / "docs").rglob("*.md")])
ADDRESS = "http://127.0.0.1:8000"
PATIENCE = 120
"""Seconds after which a block of code hangs."""


@cache
def commands() -> dict[str, Any]:
    """The commands of `taphouse`, by name."""
    found: dict[str, Any] = typer.main.get_command(main).commands  # type: ignore[attr-defined]
    return found


def every_document(check: Callable[[Path], None]) -> Callable[[], None]:
    """A test that checks every document."""

    def test() -> None:
        for file in DOCUMENTS:
            check(file)

    return test


def guide(name: str) -> str:
    """The text of a guide."""
    return (ROOT / "docs" / "guides" / f"{name}.md").read_text(encoding="utf-8")


def blocks(text: str, language: str) -> list[str]:
    """The blocks of code in a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def environment(**more: object) -> dict[str, str]:
    """This process's, without settings, and without a proxy between the test and its service."""
    strange = ("http_proxy", "https_proxy", "all_proxy")
    kept = {n: v for n, v in os.environ.items() if not n.startswith(PREFIX) and n.lower() not in strange}
    return kept | {"PYTHONPATH": str(ROOT)} | {name: str(value) for name, value in more.items()}


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a service with nothing in it."""
    folder = tmp_path_factory.mktemp("service")
    env = environment(TAPHOUSE_PORT=0, TAPHOUSE_DATA_DIR=folder / "data", TAPHOUSE_STOP_TIMEOUT=1)
    out, err = folder / "out", folder / "err"
    command = [sys.executable, "-m", "taphouse", "serve", "--with-parent"]
    with out.open("wb") as said, err.open("wb") as logged:
        service = subprocess.Popen(command, cwd=folder, env=env, stdout=said, stderr=logged)
    try:
        deadline = time.monotonic() + 30
        while not (found := re.search(r"serving at (http://\S+)/graphql", out.read_text())):
            assert service.poll() is None, err.read_text()
            assert time.monotonic() < deadline, "no banner"
            time.sleep(0.02)
        with httpx.Client(transport=httpx.HTTPTransport(retries=10), trust_env=False, timeout=30) as client:
            while client.get(found[1] + "/readyz").status_code != 200:
                assert time.monotonic() < deadline, "not ready"
                time.sleep(0.02)
        yield found[1]
    finally:
        service.send_signal(signal.SIGTERM)
        service.wait(30)


def ask(url: str, query: str, token: str | None = None, **variables: Any) -> Any:
    """The data of an answer without errors."""
    headers = {} if token is None else {"authorization": f"Bearer {token}"}
    with httpx.Client(trust_env=False, timeout=40) as client:
        body = {"query": query, "variables": variables}
        answer = client.post(url + "/graphql", json=body, headers=headers).json()
    assert "errors" not in answer, answer["errors"]
    (value,) = answer["data"].values()
    return value


CREATE = """mutation ($seats: [SeatInput!]!) {
  createGame(game: {dankAndDraft: {firstSeat: SEAT_1}}, seats: $seats) {
    ... on GameCreated { game { gameId version } seats { token } } ... on Problem { message } } }"""


# --- the README --------------------------------------------------------------------------------------------------------


def test_the_readme_is_for_a_reader_with_one_minute():
    assert len(README.splitlines()) <= 120


def test_the_request_of_the_readme_is_answered_as_it_says(url):
    (query,), (answer,) = blocks(README, "graphql"), blocks(README, "json")
    created = ask(url, CREATE, seats=[{"kind": "MINE"}, {"kind": "MINE"}])
    found = ask(url, query, created["seats"][0]["token"], game=created["game"]["gameId"])
    assert {"game": found} == json.loads(answer)


# --- a first game with curl ----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def answers(url: str, tmp_path_factory: pytest.TempPathFactory) -> list[Any]:
    """The output of the blocks, run in order in one shell that ends at the first failure."""
    said = answers_of("first-game", url, tmp_path_factory.mktemp("shell"))
    return [only for (only,) in said]


def answers_of(name: str, url: str, folder: Path) -> list[Any]:
    """The output of each block of a guide that asks one thing of a service."""
    if not (shutil.which("curl") and shutil.which("bash")):
        pytest.skip("curl or bash is missing")
    requests = blocks(guide(name), "bash")
    mark = "--- the end of a block ---"
    script = f"\necho; echo '{mark}'\n".join(requests)
    assert script.count(ADDRESS) == 1
    shell = ["bash", "-c", "set -euo pipefail\n" + script.replace(ADDRESS, url)]
    done = subprocess.run(
        shell, cwd=folder, env=environment(), capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.returncode == 0, done.stderr + done.stdout
    assert done.stderr == ""
    said = [json.loads(text) for text in done.stdout.split(mark)]
    assert all("errors" not in answer for answer in said), said
    return [list(answer["data"].values()) for answer in said]


def test_the_first_game_takes_five_requests(answers):
    assert len(answers) == 5
    assert guide("first-game").count("curl -sS") == 5


def test_the_first_request_creates_a_game_and_gives_two_tokens(answers):
    created = answers[0]
    assert created["game"]["status"] == "RUNNING"
    assert [seat["name"] for seat in created["seats"]] == ["Anna", "Ben"]
    assert created["hostToken"]
    assert len({seat["token"] for seat in created["seats"]}) == 2


def test_the_second_shows_the_table_as_anna_sees_it_with_her_legal_moves(answers):
    game = answers[1]
    assert game["decision"]["seat"] == 1
    assert len(game["table"]["taps"]) == 9
    anna, ben = game["table"]["players"]
    assert all(card["type"] and card["action"] is None for card in anna["hand"]["cards"])
    assert all(card["action"] and card["type"] is None for card in ben["hand"]["cards"])
    assert {tuple(edge["node"]["input"]["dankAndDraft"]) for edge in game["legalMoves"]["edges"]} == {("draft",)}


def test_the_third_plays_the_move_that_was_listed(answers):
    (entry,) = answers[2]["entries"]
    assert entry == {
        "version": answers[1]["version"] + 1,
        "notation": answers[1]["legalMoves"]["edges"][0]["node"]["notation"],
    }


def test_the_fourth_plays_notation_and_then_it_is_bens_turn(answers):
    assert [entry["notation"] for entry in answers[3]["entries"]] == ["end-turn"]
    assert answers[3]["game"]["decision"]["seat"] == 2
    assert answers[3]["game"]["legalMoves"]["edges"] == []


def test_the_fifth_tells_a_spectator_all_that_happened(answers):
    entries = answers[4]["entries"]
    assert [entry["version"] for entry in entries] == [1, 2, 3, 4]
    made = [answers[2]["entries"][0]["notation"], "end-turn"]
    assert [entry["notation"] for entry in entries] == [None, None, *made]
    assert all(entry["events"] for entry in entries)


# --- seats, tokens and accounts ----------------------------------------------------------------------------------------


def test_the_table_that_is_opened_is_listed_and_its_host_closes_a_seat_and_replaces_a_token(url, tmp_path):
    (created,), (listed,), (closed, reissued, narrow) = answers_of("seats", url, tmp_path)
    game = created["game"]["gameId"]
    assert {"gameId": game, "openSeats": [2]} in [edge["node"] for edge in listed["edges"]]
    assert closed["game"]["openSeats"] == []
    assert (reissued["seat"], narrow["readOnly"]) == (1, True)
    look = "query ($game: ID!) { game(id: $game) { ... on Game { viewer { role } } ... on Problem { code } } }"
    tokens = (created["seats"][0]["token"], reissued["token"], narrow["token"])
    seen = [ask(url, look, token, game=game) for token in tokens]
    assert seen == [{"viewer": {"role": "SPECTATOR"}}, {"viewer": {"role": "SEAT"}}, {"viewer": {"role": "HOST"}}]


# --- quick play ---------------------------------------------------------------------------------------------------------


def test_the_second_guest_sits_down_opposite_the_first(url, tmp_path):
    (first,), (second,) = answers_of("quick-play", url, tmp_path)
    assert first["game"] | {"status": "RUNNING"} == second["game"]
    assert (first["seat"]["seat"], second["seat"]["seat"]) == (1, 2)


# --- frontends and bots ------------------------------------------------------------------------------------------------


def test_every_graphql_block_is_valid():
    schema = build_schema((ROOT / "schema" / "taphouse.graphql").read_text())
    found = [(file, block) for file in DOCUMENTS for block in blocks(file.read_text(), "graphql")]
    assert found
    for file, block in found:
        assert validate(schema, parse(block)) == [], file


def test_the_frontends_query_mutation_and_subscription_work_together(url):
    table, play, news = blocks(guide("frontends"), "graphql")
    created = ask(url, CREATE, seats=[{"kind": "MINE"}, {"kind": "MINE"}])
    game, token = created["game"]["gameId"], created["seats"][0]["token"]
    seen = ask(url, table, token, game=game)
    assert seen["viewer"] == {"role": "SEAT", "seat": 1}
    move = seen["legalMoves"]["edges"][0]["node"]
    sent = {"game": game, "moves": [move["input"]], "version": seen["version"], "key": "k" * 22}
    changed = ask(url, play, token, **sent)
    assert changed["__typename"] == "GameChanged"
    assert ask(url, play, token, **sent) == changed, "the same key, and another answer"
    conflict = ask(url, play, token, **{**sent, "key": "l" * 22})
    assert (conflict["__typename"], conflict["version"]) == ("VersionConflict", seen["version"] + 1)
    (told,) = followed(
        url, token, "POST", "/graphql", json={"query": news, "variables": sent | {"after": seen["version"]}}
    )
    told = told["data"]["events"]
    assert told["version"] == seen["version"] + 1
    assert [event["__typename"] for event in told["events"]] == ["DankAndDraftBeersDrafted"]


def test_the_events_by_rest_are_those_of_the_block(url):
    (request,) = blocks(guide("frontends"), "bash")
    (path,) = re.findall(rf'"{re.escape(ADDRESS)}(/v1/\S+)"', request)
    created = ask(url, CREATE, seats=[{"kind": "MINE"}, {"kind": "MINE"}])
    path = path.replace("$GAME", created["game"]["gameId"])
    (started,) = followed(url, created["seats"][0]["token"], "GET", path)
    assert (started["version"], [event["event"] for event in started["events"]]) == (2, ["game-started"])


def test_the_requests_by_rest_play_a_move_on_a_condition(url, tmp_path):
    if not (shutil.which("curl") and shutil.which("bash")):
        pytest.skip("curl or bash is missing")
    (requests,) = blocks(guide("rest"), "bash")
    assert requests.count(ADDRESS) == 1
    script = "set -euo pipefail\n" + re.sub(r'^(curl .*"\$GAME)', r"echo; echo ---; \1", requests, flags=re.MULTILINE)
    shell = ["bash", "-c", script.replace(ADDRESS, url)]
    done = subprocess.run(
        shell, cwd=tmp_path, env=environment(), capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    seen, legal, changed, history = [json.loads(text) for text in done.stdout.split("---")[1:]]
    assert (seen["kind"], seen["version"], seen["viewer"]["seat"]) == ("DANK_AND_DRAFT", 2, 1)
    assert legal["moves"][0]["input"] == {"dankAndDraft": {"draft": {"line": "ROW_1"}}}
    assert [entry["notation"] for entry in changed["entries"]] == ["draft row-1", "end-turn"]
    assert [entry["version"] for entry in history["entries"]] == [1, 2, 3, 4]


def followed(url: str, token: str, method: str, path: str, **request: Any) -> Iterator[Any]:
    """The first event of a stream."""
    headers = {"authorization": f"Bearer {token}", "accept": "text/event-stream"}
    with (
        httpx.Client(trust_env=False, timeout=40) as client,
        client.stream(method, url + path, headers=headers, **request) as events,
    ):
        yield next(json.loads(line[6:]) for line in events.iter_lines() if line.startswith("data: "))


def test_the_engine_plays_a_game_without_the_service(tmp_path):
    code, *_ = blocks((ROOT / "docs" / "engine.md").read_text(), "python")
    loaded = "\nimport sys\nprint(*sorted({name.partition('.')[0] for name in sys.modules}))\n"
    (tmp_path / "game.py").write_text(code + loaded)
    done = subprocess.run(
        [sys.executable, "game.py"], cwd=tmp_path, env=environment(), capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    *_, modules = done.stdout.splitlines()
    assert {"msgspec", "pydantic"} <= set(modules.split())
    assert not {"strawberry", "graphql", "starlette", "redis", "httpx", "typer"} & set(modules.split())


def test_the_catalogue_can_be_asked_as_the_section_on_editions_says(url):
    (query,) = re.findall(r"`(\{ catalogue .*?\})`", guide("editions").replace("\n", " "))
    provenances = {}
    for kind, game in zip(ask(url, query)["games"], GAMES.values(), strict=True):
        editions = packaged(game.edition, game.about.package)
        assert [edition["name"] for edition in kind["editions"]] == [edition.name for edition in editions]
        for shown, edition in zip(kind["editions"], editions, strict=True):
            entries = [(entry["section"], entry["name"], entry["provenance"]) for entry in shown["entries"]]
            assert entries == [(one.section, one.name, one.provenance.name) for one in edition.listed()]
            provenances[game.about.kind] = {provenance for *_, provenance in entries}
    assert provenances["dank-and-draft"] == {"RULEBOOK", "RECONSTRUCTED"}, "of which the section speaks"


# --- what the documents name -------------------------------------------------------------------------------------------


@every_document
def test_every_link_to_a_file_leads_somewhere(file):
    for target in re.findall(r"\]\(([^)\s]+)\)", file.read_text()):
        path, _, heading = target.partition("#")
        if not re.match(r"[a-z]+:", target):
            linked = file.parent / path if path else file
            assert linked.exists(), target
            headings = re.findall(r"^#+ (.+)$", linked.read_text(), re.MULTILINE) if heading else []
            assert not heading or heading in [one.lower().replace(" ", "-") for one in headings], target


@every_document
def test_every_setting_that_is_named_exists(file):
    known = {variable(name) for name in Settings.model_fields} | {PREFIX}
    assert set(re.findall(rf"\b{PREFIX}[A-Z_]*", file.read_text())) <= known


@every_document
def test_every_command_that_is_named_exists_and_its_options_too(file):
    for line in file.read_text().splitlines():
        named = re.findall(r"`taphouse ([a-z-]+)", line)
        assert set(named) <= commands().keys(), line
        tried = [commands()[name] for name in named]
        tried += [one for command in tried for one in getattr(command, "commands", {}).values()]
        options = {option for command in tried for one in command.params for option in one.opts}
        assert not named or set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", line)) <= options, line


@every_document
def test_every_file_of_the_project_that_is_named_exists(file):
    for path in re.findall(r"`((?:engine|schema|service|tests|deploy|bench|docs)/[\w./-]+)`", file.read_text()):
        assert (ROOT / path).exists(), path


@every_document
def test_lines_are_short(file):
    assert [line for line in file.read_text().splitlines() if len(line) > 130] == []
