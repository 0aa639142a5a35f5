"""An arena plays what its schedule says, goes on where it stopped, survives bad bots, and reports what happened."""

from __future__ import annotations

import itertools
import json
import random
import re
import shutil
import signal
import subprocess
import sys
import threading
from collections import Counter
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace
from typer.testing import CliRunner

from taphouse.command_line import main
from taphouse.engine import GAMES
from taphouse.engine.bots.names import NoBot, bot_named
from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.editions import packaged
from taphouse.engine.records import text
from taphouse.engine.records.replaying import RecordReplay
from taphouse.lab import programs
from taphouse.lab.arena import players, run
from taphouse.lab.arena.players import MOST_FAULTS
from taphouse.lab.arena.report import report_of, table_of
from taphouse.lab.arena.run import ArenaSetup, one_game, schedule
from taphouse.lab.matches.playing import Match
from tests.api.server import until

GAME = GAMES["dank-and-draft"]
EDITION = packaged(GAME.edition, GAME.about.package)[0]
EXAMPLES = Path(__file__).parents[2] / "examples"


def one(*names: str, seed: str = "a") -> tuple[Any, Any]:
    """A game between these bots."""
    setup = ArenaSetup(names, GAME.about.kind, EDITION.name, EDITION.digest, {}, len(names), seed)
    return one_game(setup, EDITION.source, GAME.about.options(), Match(0, tuple(range(len(names))), seed))


def children(process: int) -> list[int]:
    return [int(pid) for pid in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def arena(out: Path, *given: str) -> Any:
    return CliRunner().invoke(main, ["arena", *given, "--out", str(out), "--jobs", "1"])


class Broken:
    """A bot that cannot choose."""

    def __init__(self, *_: Any) -> None: ...

    def choose(self, rules: Any, known: Any, seat: int) -> Any:
        raise ZeroDivisionError("nothing to divide")


class Passive:
    """A bot without luck."""

    def __init__(self, *_: Any) -> None: ...

    def choose(self, rules: Any, known: Any, seat: int) -> Any:
        return next(rules.moves(known))


class Costly(Passive):
    """A bot that tells the tokens that it takes."""

    def __init__(self, *_: Any) -> None:
        self.tokens = 0

    def choose(self, *given: Any) -> Any:
        self.tokens += 5
        return super().choose(*given)


class AlsoPassive(Passive):
    """Another one."""


@pytest.mark.parametrize(("bots", "seats", "games"), [(2, 2, 4), (3, 2, 3), (4, 3, 7), (2, 3, 3)])
def test_every_group_plays_each_shuffle_from_all_seats(bots: int, seats: int, games: int) -> None:
    matches = [*schedule(bots, seats, games, "s")]
    assert [match.number for match in matches] == [*range(len(matches))]
    at = Counter(
        (frozenset(match.seats), match.seed, seat, bot) for match in matches for seat, bot in enumerate(match.seats)
    )
    if bots >= seats:
        assert {*at.values()} == {1}
    groups = Counter(frozenset(match.seats) for match in matches)
    assert all(games <= count < games + seats for count in groups.values())
    assert {match.seed for match in matches} == {f"s/{number}" for number in range(-(-games // seats))}
    assert [*schedule(bots, seats, games + seats, "s")][: len(matches)] == matches, "an arena can go on with more games"


def timeless(report: str) -> Any:
    """A report without times, which differ."""
    found = json.loads(report)
    for bot in found["bots"]:
        assert bot.pop("seconds") > 0
        assert bot.pop("tokens") is None
    return found


def test_an_arena_reports_and_goes_on_where_it_stopped(tmp_path: Path) -> None:
    bots, kept = ["random", "greedy"], ["--leaderboard", str(tmp_path / "ratings.jsonl")]
    done = arena(tmp_path, *bots, "--games", "4", "--json", *kept)
    assert done.exit_code == 0, done.output
    report = timeless(done.stdout)
    assert report["games"] == report["different"] == 4
    assert [bot["bot"] for bot in report["bots"]] == ["greedy", "random"]
    best = report["bots"][0]
    assert best["rating"]["low"] < best["rating"]["value"] < best["rating"]["high"]
    assert report["pairs"][0]["ahead"]["value"] < 0.5
    assert sum(count for _, _, count in report["lengths"]) == 4
    page = (tmp_path / "report.html").read_text()
    assert not re.search(r"<script|https?://|src=", page)
    for plot in re.findall(r"<svg.*?</svg>", page, re.S):
        ElementTree.fromstring(plot)  # noqa: S314 -- our own

    file = tmp_path / "games.jsonl"
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(lines[:3]) + lines[3][:20])  # it was killed while it wrote
    again = arena(tmp_path, *bots, "--games", "4", "--json", *kept)
    assert timeless(again.stdout) == report, "no game is twice on the leaderboard"
    assert "The report is of all 4 games of" in again.stderr
    assert file.read_bytes().splitlines(keepends=True)[:3] == lines[:3]
    courses = [json.loads(line)["course"] for line in lines[1:]]
    assert sorted(json.loads(line)["course"] for line in file.read_bytes().splitlines()[1:]) == sorted(courses)
    wrong = arena(tmp_path / "other", *bots, "--game", "pint-craft", *kept)
    assert (wrong.exit_code, "is the leaderboard of dank-and-draft" in wrong.output) == (2, True)
    assert not (tmp_path / "other").exists(), "it is refused before a game is played"
    other = arena(tmp_path, *bots, "--games", "4", "--seed", "2")
    assert (other.exit_code, "another arena" in other.output) == (2, True)


def test_an_arena_reports_while_it_runs_and_when_it_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []

    def stopped(play: Any, matches: Any, jobs: int) -> Any:
        for match in matches[:3]:
            yield play(match)
            seen.append(json.loads((tmp_path / "report.json").read_bytes())["games"])
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(run, "games", stopped)
        patched.setattr(run, "PERIOD", -1.0)
        done = arena(tmp_path, "random", "greedy", "--games", "4")
    assert seen == [1, 2, 3]
    assert "3 of 4 games are over." in done.output
    assert "report.html" in done.output
    assert json.loads((tmp_path / "report.json").read_bytes())["games"] == 3
    assert json.loads(arena(tmp_path, "random", "greedy", "--games", "4", "--json").stdout)["games"] == 4


def test_the_time_and_the_tokens_of_each_bot_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(players, "perf_counter", itertools.count(0.0, 0.5).__next__)
    result, _ = one(f"{__name__}:Costly", "random")
    assert sum(result.asked) == result.decisions
    assert result.seconds == tuple([0.5 * asked for asked in result.asked])
    assert result.tokens == (5 * result.asked[0], None)
    report = report_of(["costly", "random"], "", "", 2, "a", [result])
    assert {(one.bot, one.seconds, one.tokens) for one in report.bots} == {("costly", 0.5, 5.0), ("random", 0.5, None)}
    heads, rows = table_of(report)
    assert heads == ["bot", "rating", "wins", "points", "games", "ms", "tokens"], "there were no faults"
    assert {(row[0], *row[-2:]) for row in rows} == {("costly", "500.0", "5"), ("random", "500.0", "")}
    old = replace(result, asked=(), seconds=(), tokens=())
    assert table_of(report_of(["a", "b"], "", "", 2, "a", [old]))[0][-1] == "games"


def test_a_bot_without_a_game_is_not_in_a_report_yet() -> None:
    result, _ = one("random", "random")
    report = report_of(["a", "b", "waits"], "", "", 2, "a", [replace(result, seats=(0, 1))])
    assert sorted(one.bot for one in report.bots) == ["a", "b"]


def test_a_program_tells_its_tokens_with_an_answer() -> None:
    class Model:
        def __init__(self, tokens: Any) -> None:
            self.tokens = tokens

        def ask(self, body: bytes) -> bytes:
            asked = json.loads(body)
            return json.dumps({"id": asked["id"], "move": asked["moves"][0], "tokens": self.tokens}).encode()

        def close(self) -> None: ...

    rules = GAME.rules(EDITION)
    state: Any = rules.new(GAME.about.options(), 2, Chance(seed_from("tokens")))
    told = rules, rules.known(state, rules.decider(state)), rules.decider(state)
    program = programs.Program(Model(7), GAME)
    assert program.tokens is None
    for _ in range(2):
        program.choose(*told)
    assert program.tokens == 14
    for wrong in (-1, "many", True):
        with pytest.raises(ValueError, match="the answer is not"):
            programs.Program(Model(wrong), GAME).choose(*told)


def test_games_that_repeat_each_other_are_told(tmp_path: Path) -> None:
    bots = [f"{__name__}:{bot.__name__}" for bot in (Passive, AlsoPassive)]
    said = arena(tmp_path, *bots, "--game", "brew-crafters", "--games", "2").stdout
    assert "The games repeat each other (different ones: 1)" in said
    assert "repeat each other" in (tmp_path / "report.html").read_text()


def test_the_record_of_a_game_replays() -> None:
    result, line = one("greedy", "random")
    (source,) = text.read([line])
    assert isinstance(source, text.Source)
    record = source.record
    assert [player.name for player in record.seats] == ["greedy", "random"]
    replay = RecordReplay(record, GAME, EDITION)
    assert len([*replay.positions()]) >= result.decisions
    assert sum(result.victory) == 1


@pytest.mark.parametrize("program", ["bot.py", "bot.mjs"])
def test_a_command_plays(program: str) -> None:
    runs = sys.executable if program == "bot.py" else shutil.which("node")
    if runs is None:
        pytest.skip("node is not installed")
    command = f"{runs} {EXAMPLES / program}"
    result, _ = one(command, "random")
    programs._process(command).close()
    assert result.faults == (0, 0)


def test_a_server_plays_and_is_told_only_what_its_seat_knows() -> None:
    told: list[Any] = []

    class Answers(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
            told.append(asked)
            body = json.dumps({"id": asked["id"], "move": asked["moves"][0]}).encode()
            self.send_response(200)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None: ...

    server = HTTPServer(("127.0.0.1", 0), Answers)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        result, _ = one(f"http://127.0.0.1:{server.server_port}/", "random")
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
    assert result.faults == (0, 0)
    assert {asked["seat"] for asked in told} == {1}
    for asked in told:
        assert all(card["action"] is None for card in asked["table"]["players"][0]["hand"]["cards"])
        assert all(card["type"] is None for card in asked["table"]["players"][1]["hand"]["cards"])


@pytest.mark.parametrize(
    ("bot", "why"),
    [
        (f"{__name__}:Broken", "ZeroDivisionError"),
        (f"{sys.executable} -c 'while input(): print(1, flush=True)'", "the answer is not"),
        (f"{sys.executable} -c 0", "the command ended"),
        ("http://127.0.0.1:9/", "OSError"),
    ],
)
def test_a_bad_bot_loses_by_passive_moves(bot: str, why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(players, "MOST_FAULTS", 2)
    result, _ = one(bot, "greedy")
    if " " in bot:
        programs._process(bot).close()
    assert result.faults == (2, 0)
    assert re.search(why, result.why), result.why
    assert result.victory == (0.0, 1.0)
    assert MOST_FAULTS > 2


@pytest.mark.parametrize(
    "name",
    [
        "nobody",
        "search:0",
        "search:0.0s",
        "search:0.3",
        "taphouse.nowhere:Bot",
        "taphouse.engine:Nothing",
        "",
        "node 'unclosed.mjs",
        "cannot_be_read:Bot",
        "ends:Bot",
    ],
)
def test_what_is_no_bot_is_refused(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "cannot_be_read.py").write_text("def Bot(:")
    (tmp_path / "ends.py").write_text("raise SystemExit(3)")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(NoBot):
        bot_named(name)
    refused = arena(tmp_path / "none", "greedy", name or "nobody")
    assert refused.exit_code == 2
    assert not (tmp_path / "none").exists()


def test_a_search_has_the_strength_that_its_name_says() -> None:
    assert bot_named("search:7")(GAME, random.Random(1))._iterations == 7  # type: ignore[attr-defined]
    assert bot_named("search:2s")(GAME, random.Random(1))._seconds == 2.0  # type: ignore[attr-defined]
    assert bot_named("search:0.3s")(GAME, random.Random(1))._seconds == 0.3  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "bot",
    [
        f"{__name__}:Broken",
        "./no-such-program --fast",
        f"{sys.executable} -c 'raise SystemExit'",
        "http://127.0.0.1:9/",
    ],
)
def test_a_bot_that_cannot_play_is_not_rated(tmp_path: Path, bot: str) -> None:
    done = arena(tmp_path, bot, "random", "--games", "2")
    assert done.exit_code == 2, done.output
    assert f"{bot} cannot play: " in done.stderr
    assert not (tmp_path / "games.jsonl").exists()


def test_it_says_that_it_plays_more_games_than_were_asked_for(tmp_path: Path) -> None:
    done = arena(tmp_path, "random", "greedy", "--games", "3", "--json")
    assert "plays 4 games" in done.stderr
    assert json.loads(done.stdout)["games"] == 4


@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, 143), (signal.SIGINT, 130), (signal.SIGKILL, -9)])
def test_no_process_outlives_a_stopped_arena(tmp_path: Path, number: signal.Signals, status: int) -> None:
    command = [sys.executable, "-m", "taphouse", "arena", "greedy", "search:100000", "--games", "2", "--jobs", "1"]
    running = subprocess.Popen(
        [*command, "--game", "dank-and-draft", "--out", str(tmp_path)], stderr=subprocess.PIPE, text=True
    )
    until(lambda: len(children(running.pid)) >= 2, "its processes run")  # one that plays, and one for its semaphores
    started = children(running.pid)
    for _ in range(2):  # as `timeout` does, or somebody who is impatient
        running.send_signal(number)
    _, told = running.communicate()
    assert running.returncode in (status, -number), told
    assert ("0 of 2 games are over. The same command plays the others." in told) == (number != signal.SIGKILL), told
    assert "KeyboardInterrupt" not in told
    until(lambda: not [pid for pid in started if Path(f"/proc/{pid}").exists()], "they have ended")


def test_a_program_ends_with_the_process_that_asks_it() -> None:
    program = "from taphouse.lab import programs; print(programs._process('cat').ask(b'1').decode())"
    command = [sys.executable, "-W", "error::ResourceWarning", "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("1\n\n", "")
