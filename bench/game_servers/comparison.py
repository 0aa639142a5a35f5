"""Compares a game that is followed on the service with the same game on other game servers, in turns."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path
from statistics import median
from typing import Any

import msgspec
from msgspec import Struct

from bench.following.live import resident
from bench.games.packages import list_package
from bench.harness.serving import ROOT, Process, Stage, cpu
from bench.peers import servers
from taphouse.service.runtime.child_processes import leashed
from taphouse.service.runtime.settings import variable

FOLDER = Path(__file__).parent
NODE = 22
"""The first version of Node that all servers run on."""
OURS, IN_MEMORY, IN_FILES = "taphouse", "boardgame", "boardgame-files"
ROUNDS = 5
LOOKS = 100
TABLES = 16
"""Tables that play at once."""
ALONE = 4
"""Tables that play one after another."""
GAMES, MADE = 1000, 50
"""The games whose memory and files are measured, each with one bid, and those made at once: connections take memory too."""
BIDS = 13
FEW_BIDS, FEW_TABLES = 2, 4
"""Those of boardgame.io with files, which takes half a second to create a game, and a second for a move."""
PATIENCE = 120_000
"""Milliseconds until a command has failed."""


class Contestant(Struct, frozen=True):
    """A server, with its store."""

    name: str
    process: Process
    pids: tuple[int, ...]
    """The server, and its store."""
    folder: Path | None = None
    """The folder in which it keeps games."""

    @property
    def slow(self) -> bool:
        """True if it plays fewer games, and fewer moves."""
        return self.name == IN_FILES

    def cpu(self) -> float:
        """Seconds that it has used."""
        return sum(map(cpu, self.pids))

    def memory(self) -> int:
        """Its bytes in memory."""
        return sum(map(resident, self.pids))

    def disk(self) -> int:
        """Its bytes on disk."""
        files = self.folder.rglob("*") if self.folder else ()
        return sum(file.stat().st_size for file in files if file.is_file())


class Failed(Exception):
    """A command failed: a connection broke, or no answer came."""


class Player:
    """The client of all servers, in a process of its own."""

    def __init__(self, node: str) -> None:
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(leashed([node, "play.mjs"]), cwd=FOLDER, stdin=pipe, stdout=pipe, text=True)

    def do(self, command: str, **given: Any) -> dict[str, Any]:
        """Carry out a command of play.mjs, and return its answer.

        Raises:
            Failed: It failed.
        """
        process = self._process
        assert process.stdin
        assert process.stdout
        process.stdin.write(msgspec.json.encode({"command": command, "patience": PATIENCE, **given}).decode() + "\n")
        process.stdin.flush()
        answer: dict[str, Any] = msgspec.json.decode(process.stdout.readline())
        if "failed" in answer:
            raise Failed(answer["failed"])
        return answer

    def close(self) -> None:
        """End the process."""
        with self._process:
            self._process.kill()


def measure() -> dict[str, float]:
    """For each server: CPU of a load, a move and a followed move, bytes of a look and to a follower, memory and disk a game.

    `servers.followed_vs_boardgame` compares a followed move with boardgame.io in memory. What broke in one round is missing in
    that round only.

    Raises:
        Skipped: There is no Node 22, or the packages cannot be installed.
    """
    node = servers.install(FOLDER, NODE)
    with Stage() as stage:
        contestants = _started(stage, node)
        player = Player(node)
        try:
            for one in contestants:
                player.do("connect", server=one.name, port=one.process.port)
            rounds = [_round(player, contestants) for _ in range(1 + ROUNDS)][1:]  # the first one warms up
            sizes = _sizes(player, contestants)
        finally:
            player.close()
    followed = [(one.get(f"servers.{OURS}.followed_ms"), one.get(f"servers.{IN_MEMORY}.followed_ms")) for one in rounds]
    return {
        **{name: median(one[name] for one in rounds if name in one) for name in sorted(set().union(*rounds))},
        **sizes,
        "servers.followed_vs_boardgame": median(ours / theirs for ours, theirs in followed if ours and theirs),
    }


def _started(stage: Stage, node: str) -> list[Contestant]:
    package = ROOT / "examples" / "games" / "goofspiel"
    list_package("goofspiel", "goofspiel", stage.folder / "packages")
    paths = os.pathsep.join(map(str, (stage.folder / "packages", package)))
    service = stage.service("taphouse", "serve", more={"PYTHONPATH": paths, variable("web"): "false"})
    files = stage.folder / "files"

    def start(program: str, *given: str) -> Process:
        return stage.start([node, program, *given], {"NODE_ENV": "production"}, FOLDER)

    memory, in_files, colyseus = start("boardgame.cjs"), start("boardgame.cjs", str(files)), start("colyseus.mjs")
    return [
        Contestant(OURS, service, (service.pid, stage.store_pid), stage.folder / "data"),
        Contestant(IN_MEMORY, memory, (memory.pid,)),
        Contestant(IN_FILES, in_files, (in_files.pid,), files),
        Contestant("colyseus", colyseus, (colyseus.pid,)),
    ]


def _round(player: Player, contestants: list[Contestant]) -> dict[str, float]:
    return {name: value for one in contestants for name, value in turn(player, one).items()}


def turn(player: Player, one: Contestant) -> dict[str, float]:
    """The figures of one turn of a server, up to what failed."""
    found: dict[str, float] = {}

    def note(what: str, command: str, **given: Any) -> Mapping[str, Any]:
        begun = one.cpu()
        answer = player.do(command, **given)
        found[f"servers.{one.name}.{what}_ms"] = (one.cpu() - begun) / answer["done"] * 1e3
        return answer

    most, all_bids, alone = (FEW_TABLES, FEW_BIDS, 1) if one.slow else (TABLES, BIDS, ALONE)
    try:
        found[f"servers.{one.name}.look_bytes"] = note("load", "look", server=one.name, games=LOOKS)["bytes"]
        for what, tables, at_once, seats in (
            ("move", 4 * most, most, 1),
            ("followed", most, most, 2),
            ("followed_alone", alone, 1, 2),
        ):
            follows = seats > 1
            player.do("sit", server=one.name, games=tables, seats=seats, follows=follows)
            bids = all_bids if follows else 1
            answer = note(what, "play", tablesAtOnce=at_once, bids=bids, follows=follows)
            if follows:
                found[f"servers.{one.name}.followed_bytes"] = answer["bytes"]
            player.do("leave")
    except Failed as error:
        print(f"{one.name}: {error}")
        player.do("leave")
    return found


def _sizes(player: Player, contestants: list[Contestant]) -> dict[str, float]:
    """Memory of a game, and the bytes of it that are on disk, without those of servers that failed."""
    before = {one.name: (one.memory(), one.disk()) for one in contestants}
    created: dict[str, int] = {}
    for one in contestants:
        try:
            games = 4 * FEW_TABLES if one.slow else GAMES
            for made in range(0, games, MADE):
                player.do("sit", server=one.name, games=min(MADE, games - made), seats=1, follows=False)
                player.do("play", tablesAtOnce=TABLES, bids=1, follows=False)
                player.do("leave")
            created[one.name] = games
        except Failed as error:
            print(f"{one.name}: {error}")
            player.do("leave")
    found = {}
    for one in contestants:
        if games := created.get(one.name, 0):
            memory, disk = before[one.name]
            found[f"servers.{one.name}.kb_a_game"] = (one.memory() - memory) / games / 1e3
            found[f"servers.{one.name}.disk_kb_a_game"] = (one.disk() - disk) / games / 1e3
    return found
