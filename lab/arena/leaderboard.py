"""A leaderboard: the games of many arenas of one game, in a file. Bots are identified by their names alone.

The first line says which games it has, each further one is a game. The file is replaced as a whole, under a lock, so that arenas
can add to it at the same time.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from taphouse.lab.matches.playing import MatchResult

FORMAT = 1
"""The format of the file."""


class BadLeaderboard(Exception):
    """A file is no leaderboard for these games; the message says why."""


class Leaderboard(Struct, frozen=True):
    """The games that a leaderboard has; the first line of its file."""

    leaderboard: int
    """The format."""
    game: str
    edition: str
    digest: str
    options: dict[str, Any]
    players: int
    bots: tuple[str, ...] = ()
    """The names to which the seats of games refer."""

    def told(self) -> str:
        """The games, in words."""
        options = "".join(f", {name} {value}" for name, value in self.options.items())
        return f"{self.game} ({self.edition}, {self.digest[:8]}{options}) with {self.players} players"


def add(
    file: Path, board: Leaderboard, results: Iterable[MatchResult] = ()
) -> tuple[tuple[str, ...], tuple[MatchResult, ...]]:
    """Add games to a leaderboard, which begins with them if there is no file.

    A game is known by its shuffles and by who sits where: those that it has already stay as they are.

    Args:
        file: The file.
        board: The games that it has; their seats refer to these bots.
        results: The games, each with its seed.

    Returns:
        The names of all bots that have played, and all games.

    Raises:
        BadLeaderboard: The file has other games, or is no leaderboard.
        OSError: It cannot be read or written.
    """
    with _locked(file):
        bots, games = _read(file, board) if file.exists() else ((), ())
        names, found = dict(zip(bots, count(), strict=False)), {(game.seed, game.seats): game for game in games}
        for result in results:
            seats = tuple([names.setdefault(board.bots[bot], len(names)) for bot in result.seats])
            found.setdefault((result.seed, seats), replace(result, number=len(found), seats=seats))
        lines = [replace(board, bots=tuple(names)), *found.values()]
        beside = file.with_name(f"{file.name}.new")
        with beside.open("wb") as written:
            written.writelines(msgspec.json.encode(line) + b"\n" for line in lines)
            written.flush()
            os.fsync(written.fileno())
        beside.replace(file)
    return tuple(names), tuple(found.values())


def _read(file: Path, board: Leaderboard) -> tuple[tuple[str, ...], tuple[MatchResult, ...]]:
    first, *lines = file.read_bytes().splitlines() or [b""]
    try:
        found = msgspec.json.decode(first, type=Leaderboard)
    except msgspec.DecodeError:
        raise BadLeaderboard(f"{file} is no leaderboard. Choose another file by --leaderboard.") from None
    if found.leaderboard != FORMAT:
        raise BadLeaderboard(
            f"{file} is a leaderboard of format {found.leaderboard}; this release has format {FORMAT}."
        )
    if replace(found, bots=board.bots) != board:
        raise BadLeaderboard(f"{file} is the leaderboard of {found.told()}, but this arena plays {board.told()}.")
    games = []
    for number, line in enumerate(lines, 2):
        try:
            games.append(msgspec.json.decode(line, type=MatchResult))
        except msgspec.DecodeError as error:
            raise BadLeaderboard(f"{file}, line {number}, is no game: {error}.") from None
    return found.bots, tuple(games)


@contextmanager
def _locked(file: Path) -> Iterator[None]:
    """Lock the folder of a file, which stays where the file is replaced."""
    folder = os.open(file.parent, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)
