"""`taphouse demo` plays whole games of every kind, leaves nothing behind, and fails with a sentence."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from typer.testing import CliRunner

from taphouse.client import Client
from taphouse.command_line import main
from taphouse.engine import GAMES
from taphouse.engine.records.record import Played
from taphouse.engine.records.text import parse
from taphouse.lab import demo as implementation
from taphouse.lab.memory_store import MemoryStore
from tests.api.server import BOTH, Server
from tests.effort import BOUND
from tests.log_lines import log_lines
from tests.servers import free_port

ROOT = Path(__file__).parents[2]
SHORT = "4"
"""A seed with which the first game takes 20 moves."""


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server(store=MemoryStore()) as made:
        yield made


def demo(*arguments: str) -> Any:
    with log_lines():  # the service in this process logs too
        return CliRunner().invoke(main, ["demo", *arguments])


def told(*arguments: str) -> list[str]:
    answer = demo(*arguments)
    assert (answer.exit_code, answer.stderr) == (0, "")
    return list(answer.stdout.splitlines())


def moves_in(lines: list[str]) -> list[tuple[int, str, str | None]]:
    """The version, the player and the label of each move in a log; no label where it has a report."""
    found = [re.fullmatch(r" *(\d+)  (Bot \d)(?:: (.*)| .*)[.!]", line) for line in lines]
    return [(int(one[1]), one[2], one[3]) for one in found if one]


def failed(*arguments: str) -> str:
    answer = demo(*arguments)
    assert (answer.exit_code, answer.stdout) == (2, "")
    (sentence,) = answer.stderr.splitlines()
    return str(sentence)


@pytest.mark.parametrize("kind", BOTH)
def test_a_game_of_each_kind_is_played_told_and_recorded(server: Server, tmp_path: Path, kind: str) -> None:
    """The client does not know Cask Race: only the service does."""
    about, file = BOTH[kind].about, tmp_path / "game.txt"
    players = about.seats[0] if kind in GAMES else about.seats[-1]
    asked = ("--url", f"{server.url}/graphql", "--game", kind, "--players", str(players), "--seed", SHORT)
    lines = told(*asked, "--record", str(file))
    record = parse(file.read_text(encoding="utf-8")).record
    made = [f"Bot {line.seat}" for line in record.lines if isinstance(line, Played)]
    assert lines[0] == f"{about.title}: {', '.join(f'Bot {seat}' for seat in range(1, players + 1))}"
    moves = moves_in(lines)
    assert [name for _, name, _ in moves] == made
    assert [version for version, _, _ in moves] == list(range(3, 3 + len(made)))
    assert any(line.startswith(" " * 9) for line in lines)  # events
    (over,) = [number for number, line in enumerate(lines) if line.startswith(f"{about.title} is over: ")]
    places = [re.match(r"(\d+)\. (Bot \d): -?\d+ points? \(", line) for line in lines[over + 1 : -1]]
    assert sorted(place[2] for place in places if place) == [f"Bot {seat}" for seat in range(1, players + 1)]
    assert lines[-1].startswith(f"{len(made)} moves in ")


def test_the_result_alone_is_told_in_words_and_as_json(server: Server) -> None:
    here = ("--url", server.url, "--seed", SHORT)
    lines, quiet, document = told(*here), told(*here, "--quiet"), json.loads("\n".join(told(*here, "--json")))
    assert quiet[:-1] == lines[-len(quiet) : -1]
    moves, names, outcome = document["moves"], document["players"], document["outcome"]
    for move, shown in zip(moves, moves_in(lines), strict=True):
        assert shown in [(move["version"], move["name"], label) for label in (move["label"], None)]
    assert all(names[move["seat"] - 1] == move["name"] and move["notation"] for move in moves)
    assert (document["game"], document["seed"], document["versions"]) == ("dank-and-draft", SHORT, 22)
    assert quiet[0] == f"{document['title']} is over: {outcome['text']} ({outcome['reason']}, {outcome['rule']})"
    for line, one in zip(quiet[1:], outcome["standings"], strict=False):
        assert line.startswith(f"{one['place']}. {one['name']}: {one['points']} points (")
        assert sum(category["points"] for category in one["categories"]) == one["points"]


def test_the_command_serves_itself_and_leaves_nothing(server: Server, tmp_path: Path) -> None:
    """As a process, and although the settings of another service are wrong."""
    settings = {"TAPHOUSE_REDIS_URL": "redis://127.0.0.1:1", "TAPHOUSE_PORT": "none", "TMPDIR": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-m", "taphouse", "demo", "--seed", SHORT],
        cwd=tmp_path,
        env=os.environ | settings | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=BOUND * 5,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert moves_in(lines) == moves_in(told("--url", server.url, "--seed", SHORT))
    assert "         The game is over. Victory goes to Bot 2." in lines
    assert list(tmp_path.iterdir()) == []


def test_ctrl_c_ends_it_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(seconds: float) -> None:
        assert seconds == 60
        assert threading.active_count() > before
        raise KeyboardInterrupt

    before = threading.active_count()
    monkeypatch.setattr(implementation, "time", SimpleNamespace(sleep=interrupted, monotonic=time.monotonic))
    answer = demo("--delay", "60")
    assert (answer.exit_code, answer.stderr) == (130, "The game was stopped before its end.\n")
    assert answer.stdout.startswith("Dank & Draft: Bot 1, Bot 2\nGame ")
    assert threading.active_count() == before


def test_what_cannot_be_played_is_told(server: Server, tmp_path: Path) -> None:
    here = ("--url", server.url)
    assert failed(*here, "--game", "chess").endswith(f"The games here are {', '.join(BOTH)}.")
    for number in ("1", "5", "-1"):
        said = failed(*here, "--players", number)
        assert said == f"Dank & Draft is for 2 to 4 players, not {number}."
    assert "seed" in failed(*here, "--seed", "ale" * 1000)
    assert "Is a directory" in failed(*here, "--quiet", "--seed", SHORT, "--record", str(tmp_path))


def test_a_game_that_ended_early_is_no_success(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Client, "play", lambda client, game, *_: client.abandon(game.host))
    assert failed("--url", server.url, "--quiet").endswith("was not played to its end: it is ABANDONED.")


class Elsewhere(BaseHTTPRequestHandler):
    """Another server, which always answers in the same way."""

    answer = (200, b"")

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["content-length"]))
        status, content = self.answer
        self.send_response(status)
        self.send_header("retry-after", "500")
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        pass


@pytest.mark.parametrize(
    ("status", "content", "said"),
    [
        (200, b"<p>Welcome</p>", "is not Taphouse: status 200."),
        (404, b"[]", "is not Taphouse: status 404."),
        (400, b'{"errors":[{"message":"There is no field `catalogue`."}]}', ": There is no field `catalogue`."),
        (429, b'{"errors":[{"message":"You ask for too much."}]}', "answers 429: You ask for too much."),
        (503, b"", "does not answer: status 503."),
    ],
)
def test_a_server_that_does_not_play_is_named(
    status: int, content: bytes, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(implementation, "PATIENCE", 0.1)
    monkeypatch.setattr(Elsewhere, "answer", (status, content))
    with HTTPServer(("127.0.0.1", 0), Elsewhere) as made:
        thread = threading.Thread(target=made.serve_forever, args=(0.01,))
        thread.start()
        url = f"http://127.0.0.1:{made.server_port}"
        sentence = failed("--url", url)
        made.shutdown()
        thread.join()
    assert url in sentence
    assert sentence.endswith(said)


def test_no_server_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(implementation, "PATIENCE", 0.1)
    url = f"http://127.0.0.1:{free_port()}"
    assert failed("--url", url).startswith(f"The service at {url} does not answer: ")
    assert failed("--url", "taphouse").startswith("taphouse is not the URL of a service.")
