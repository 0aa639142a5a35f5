"""Every part of the benchmarks runs, in small, and has the figures of its goals; how large they are is not for a test."""

import datetime
import json
import math
import os
import re
from pathlib import Path
from types import ModuleType
from typing import Any
from xml.dom import minidom

import pytest

from bench import __main__ as bench
from bench import client, hops, memory, orders, page, prices, quick, ratings, talk
from bench.following import closings, live, openings
from bench.game_servers import comparison as game_servers
from bench.games import engine, env, spiel
from bench.harness import Skipped
from bench.harness.serving import ROOT, Process
from bench.hostile import run as attacks
from bench.moves import against, latency, turns
from bench.parts import PARTS, Goal
from bench.peers import comparison, picture, servers
from bench.thinking import duels, search

SMALL: dict[ModuleType, dict[str, Any]] = {
    engine: {"ROUNDS": 1, "MOVES": 20},
    env: {"ROUNDS": 1, "MOVES": 20},
    spiel: {"ROUNDS": 1, "SECONDS": 0.0001},
    client: {"ROUNDS": 1, "MOVES": 3},
    attacks: {"SECONDS": 0.1, "ATTACKS": ("dear-documents",)},
    hops: {"WARM_UP": 1},
    game_servers: {"ROUNDS": 1, "LOOKS": 2, "TABLES": 2, "ALONE": 1, "GAMES": 2, "FEW_TABLES": 1},
    memory: {"MOVES": 10},
    prices: {
        "SEEDS": 1,
        "LISTED": 20,
        "ROUNDS": 1,
        "LEAST": 0.001,
        "PLAYED": 10,
        "FORGOTTEN_GAMES": 1,
        "UNDOS": 10,
        "FOLLOWED": 5,
    },
    live: {"ROUNDS": 1, "WARM_UP": 1, "PATIENCE": 0.0, "MANY": 20, "HUNDRED": 4, "OTHERS": 2, "MOVES": 10},
    page: {"ROUNDS": 1},
    ratings: {"PLAYERS": 50, "REQUESTS": 4},
    talk: {"ROUNDS": 1, "GAMES": 2, "MOVES": 4, "TABLES": 2, "SECONDS": 0.1},
    orders: {"GAMES": 3},
    quick: {"ROUNDS": 1, "PAIRS": 2, "CALLERS": 20},
    openings: {"OPENINGS": 30, "EARLY": 10, "GAMES": 100, "PLAYED": 2, "KEPT": 100},
    closings: {"STREAMS": 12, "COMPARED": 12, "BEFORE": 0.2, "AFTER": 0.2, "ROUNDS": 1},
    turns: {"RUNS": 2, "ROUNDS": 1, "WARM_UP": 0, "CONNECTIONS": 2, "MOVES": 20},
    against: {"STARTS": 2, "ROUNDS": 1},
    search: {"ROUNDS": 1, "DECISIONS": 1, "ITERATIONS": 5},
    latency: {"AT_CAPACITY": 1, "WARM_UP": 0.1, "ROUNDS": 2, "SECONDS": 0.2},
}

DIFFERENCES = {"openings.kib_per_follower", "quick.longest_unmet_s", "talk.presences_of_core"}
"""Goals that are one measurement less another: in small, noise can make them zero or negative."""


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for module, figures in SMALL.items():
        for name, value in figures.items():
            monkeypatch.setattr(module, name, value)
    monkeypatch.setattr(comparison, "WARM_UP", 0)
    monkeypatch.setattr(picture, "FILE", tmp_path / "peers.svg")


@pytest.mark.ecosystem
@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("name", PARTS)
def test_measures(name: str) -> None:
    part = PARTS[name]
    try:
        figures = part.measure()
    except Skipped as missing:
        pytest.skip(str(missing))
    assert figures
    assert all(math.isfinite(figure) for figure in figures.values())
    assert figures.keys() >= part.goals.keys()
    assert all(figures[goal] > 0 for goal in part.goals.keys() - DIFFERENCES)


@pytest.mark.ecosystem
@pytest.mark.usefixtures("small")
def test_the_peers_do_the_work_of_a_move_without_guards() -> None:
    try:
        figures = comparison.measure()
    except Skipped as missing:
        pytest.skip(str(missing))
    unguarded = PARTS["moves"].measure()["moves.unguarded.store_bytes"]
    assert figures["peers.taphouse.fields"] >= figures["peers.fields"] > 50
    for peer in servers.PEERS:  # the work is the same, except for the rates that the service takes
        assert figures[f"peers.{peer}.store_bytes"] == pytest.approx(unguarded, rel=0.1)
    drawn = minidom.parseString(picture.svg(figures, datetime.date(2026, 1, 31)))  # noqa: S318 -- it is ours
    assert len(drawn.getElementsByTagName("rect")) == 1 + 2 * (1 + len(servers.PEERS))


def test_a_connection_that_breaks_loses_no_other_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []

    def do(_: Any, command: str, **given: Any) -> dict[str, Any]:
        done.append(command)
        if given.get("tablesAtOnce") == 1:
            raise game_servers.Failed("the connection broke")
        return {"done": 1, "bytes": 1.0}

    monkeypatch.setattr(game_servers.Player, "__init__", lambda _: None)
    monkeypatch.setattr(game_servers.Player, "do", do)
    contestant = game_servers.Contestant("it", Process(os.getpid(), 0), (os.getpid(),))
    found = game_servers.turn(game_servers.Player(), contestant)  # type: ignore[call-arg]
    assert {name.rpartition(".")[2] for name in found} == {
        *("load_ms", "move_ms", "followed_ms", "look_bytes", "followed_bytes"),
    }
    assert done[-1] == "leave"


@pytest.mark.ecosystem
@pytest.mark.usefixtures("small")
def test_compares_with_another_checkout() -> None:
    figures = against.measure(ROOT)
    assert all(math.isfinite(figure) for figure in figures.values())
    assert figures["against.cpu_ratio"] > 0
    figures = closings.against(ROOT)
    assert all(math.isfinite(figure) for figure in figures.values())
    assert figures["closings.opening_ratio"] > 0
    assert search.against(ROOT)["search.pint-craft.vs_other"] > 0


def test_two_searches_play_each_other(capsys: pytest.CaptureFixture[str]) -> None:
    duels.main([str(ROOT), "brew-crafters", "--shuffles", "1", "--seconds", "0.0001"])
    assert re.fullmatch(
        r"2 games: [\d.]+% \([\d.]+ to [\d.]+\), [\d.]+ and [\d.]+ ms a choice\n", capsys.readouterr().out
    )


def test_the_other_checkout_runs_its_own_code(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="no checkout of Taphouse"):
        against.measure(tmp_path)
    with pytest.raises(FileNotFoundError, match="no checkout of Taphouse"):
        duels.main([str(tmp_path), "pint-craft"])
    package = tmp_path / "taphouse"
    package.mkdir()
    (package / "__main__.py").write_text("raise SystemExit('code of the other checkout')")
    with pytest.raises(RuntimeError, match="code of the other checkout"):
        against.measure(tmp_path)


def test_a_part_that_fails_keeps_no_other_from_being_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    latest = tmp_path / "latest.json"

    def breaks() -> dict[str, float]:
        assert "engine" in json.loads(latest.read_text())["parts"]  # written before the next part begins
        raise ConnectionResetError("the connection broke")

    def lacks() -> dict[str, float]:
        raise Skipped("Chromium is missing")

    figures = {"memory.bytes_a_move": 200.0, "memory.bytes_at_start": 2000.0}
    chosen = {"engine": lambda: {"engine.x": 1.0}, "moves": breaks, "page": lacks, "memory": lambda: figures}
    assert bench.run(chosen, latest) == 1
    assert capsys.readouterr().out.strip().endswith("moves failed: ConnectionResetError: the connection broke")
    written = json.loads(latest.read_text())
    assert {name: one.keys() - {"date"} for name, one in written["parts"].items()} == {
        "engine": {"figures"},
        "moves": {"failed"},
        "page": {"skipped"},
        "memory": {"figures"},
    }
    met = {
        name: written["goals"][name]["met"]
        for name in ("memory.bytes_a_move", "memory.bytes_at_start", "page.first_move_s")
    }
    assert met == {"memory.bytes_a_move": False, "memory.bytes_at_start": True, "page.first_move_s": False}

    assert bench.run({"moves": lambda: {"moves.x": 2.0}}, latest) == 0
    parts = json.loads(latest.read_text())["parts"]
    assert parts["moves"]["figures"] == {"moves.x": 2.0}
    assert parts["memory"] == written["parts"]["memory"]


def test_lists_the_parts_with_their_questions(capsys: pytest.CaptureFixture[str]) -> None:
    assert bench.main(["--list"]) == 0
    listed = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in listed] == list(PARTS)
    assert all(line.endswith("?") for line in listed)


@pytest.mark.parametrize("arguments", [["no-such-part"], ["--against", "."], ["memory", "--seconds", "1"]])
def test_refuses_unknown_parts_and_options_of_others(arguments: list[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        bench.main(arguments)


def test_a_figure_meets_its_goal_or_not() -> None:
    assert Goal("at least", 2.0).met(2.0)
    assert not Goal("at least", 2.0).met(1.9)
    assert Goal("at most", 2.0).met(2.0)
    assert not Goal("at most", 2.0).met(2.1)
