"""Reads games from files of records for `taphouse shadow`, one record at a time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from taphouse.engine.game import Game
from taphouse.engine.records import text
from taphouse.engine.records.record import Record, RecordError, Undone
from taphouse.engine.records.replaying import RecordReplay
from taphouse.service.cli.installed_games import InstalledGames
from taphouse.service.cli.shadow.compare import Difference, LoggedStep, NotReplayable, Shadow
from taphouse.service.games.kernel.replaying import Versions

ENDINGS = (".txt", ".jsonl")
"""The ends of the names of files of records."""


def files(folder: Path) -> list[Path]:
    """The files of records in a folder, by name.

    Raises:
        OSError: The folder cannot be read.
    """
    return sorted(file for file in folder.iterdir() if file.suffix in ENDINGS and file.is_file())


class Recorded:
    """The games in files of records.

    Args:
        games: The kinds of games that are known here.
    """

    def __init__(self, games: Mapping[str, Game]) -> None:
        self._installed = InstalledGames(games)

    def read(self, file: Path) -> Iterator[tuple[str, text.Source | NotReplayable]]:
        """The records of a file, each with its place: the file, and the number of its first line."""
        found = None
        try:
            with file.open(encoding="utf-8", newline="\n") as lines:
                for found in text.read(text.lines_of(lines)):
                    if isinstance(found, RecordError):
                        yield f"{file}:{found.line}", NotReplayable(found.reason)
                    else:
                        yield f"{file}:{found.where['']}", found
        except (OSError, UnicodeDecodeError) as error:
            yield str(file), NotReplayable(str(error))
            return
        if found is None:
            yield str(file), NotReplayable("There is no record in it.")

    def compare(self, source: text.Source) -> Difference | None:
        """The first difference of a record from its shadow. None if there is none; then the record is right.

        Raises:
            Unreadable: The record cannot be replayed, or is wrong.
        """
        try:
            return compare(source.record, self._installed)
        except RecordError as error:
            raise NotReplayable(str(source.located(error))) from error


def compare(record: Record, installed: InstalledGames) -> Difference | None:
    """The first difference of a record from its shadow. None if there is none; then the record is right.

    Raises:
        RecordError: The record cannot be replayed, or is wrong.
    """
    game, edition = installed.of(record)
    replay = RecordReplay(record, game, edition)
    shadow = Shadow(
        Versions(game, edition), game.newest, replay.options, len(record.seats), replay.chance, replay.begins
    )
    return shadow.compare(_told(replay))


def _told(replay: RecordReplay) -> Iterator[LoggedStep]:
    """The steps of a record, with all positions, since it is replayed."""
    moves = 0
    for position in replay.positions():
        moves += position.move is not None
        seat = getattr(position.line, "seat", None)
        back = (position.line.moves, position.line.anew) if isinstance(position.line, Undone) else None
        yield LoggedStep(moves, seat, position.move, position.events, position.state, replay.rules.version, back)
