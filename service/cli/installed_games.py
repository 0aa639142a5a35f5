"""The games and editions that an installation has, to find those that a record names."""

from __future__ import annotations

from collections.abc import Mapping

from taphouse.engine import GAMES
from taphouse.engine.editions import Edition, packaged
from taphouse.engine.game import Game
from taphouse.engine.records.headers import brought
from taphouse.engine.records.record import Record, RecordError
from taphouse.service.games.kernel.editions import in_directory
from taphouse.service.runtime.settings import load


class InstalledGames:
    """The games and editions that this installation has.

    Args:
        games: The kinds of games.
    """

    def __init__(self, games: Mapping[str, Game] = GAMES) -> None:
        self._games = games
        directory = load(signs=False).editions_dir
        own = [] if directory is None else [edition for _, edition in in_directory(directory, games)]
        shipped = [edition for game in games.values() for edition in packaged(game.edition, game.about.package)]
        self._editions = {(one.game, one.digest): one for one in (*shipped, *own)}  # names may be equal, unlike digests

    def of(self, record: Record) -> tuple[Game, Edition]:
        """The game and the edition that a record names.

        Raises:
            RecordError: they are not here.
        """
        if record.kind not in self._games:
            raise RecordError(f"There is no kind {record.kind}. The kinds are {', '.join(self._games)}.", "kind")
        name, digest = record.edition.name, record.edition.digest
        edition = self._editions.get((record.kind, digest))
        if edition is None and record.edition_file is not None:
            edition = brought(self._games[record.kind], record)
        if edition is None:
            reason = (
                f"The edition {name} with this digest is not here. The store of the game has it: write it to a file with "
                f"`taphouse store edition {digest} > {name}.toml`, and set TAPHOUSE_EDITIONS_DIR to the directory of that file."
            )
            raise RecordError(reason, "edition")
        return self._games[record.kind], edition
