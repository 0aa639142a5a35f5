"""All use cases of games. `schema.operations` declares the operations that call them."""

from __future__ import annotations

from collections.abc import AsyncGenerator

from taphouse.engine.records import text
from taphouse.engine.records.record import Record
from taphouse.schema.catalogue import Catalogue
from taphouse.schema.execution.work import Work
from taphouse.schema.failures import Refused
from taphouse.schema.game_view import Sight
from taphouse.schema.paging import Connection
from taphouse.schema.ports import Caller, Player
from taphouse.schema.prices import record_price
from taphouse.schema.problems import VersionNotFound
from taphouse.schema.results import GameRecord
from taphouse.schema.values import Status
from taphouse.service.tables.advising.advising import Advising
from taphouse.service.tables.agreeing.proposing import Proposing
from taphouse.service.tables.beginning.creating import Creating
from taphouse.service.tables.beginning.forking import Forking
from taphouse.service.tables.beginning.importing import Importing
from taphouse.service.tables.beginning.joining import Joining
from taphouse.service.tables.clocks.timekeeping import Timekeeping
from taphouse.service.tables.hosting import Hosting
from taphouse.service.tables.loading import Opened
from taphouse.service.tables.playing import Playing
from taphouse.service.tables.records.exporting import exported, place_after
from taphouse.service.tables.records.recording import recorded
from taphouse.service.tables.seating.inviting import Inviting
from taphouse.service.tables.seating.replacing import Replacing


class Tables(
    Creating, Forking, Importing, Joining, Playing, Timekeeping, Proposing, Replacing, Inviting, Hosting, Advising
):
    """The use cases: create, fork, import, join, play, time, agree, host and see games."""

    def catalogue(self, language: str) -> Catalogue:
        """The catalogue of games in a language."""
        return self._catalogues[language]

    def notice(self, opened: Opened) -> None:
        """Repair what the store may have lost of a game that was read: the reminder of its bot, its places in lists."""
        self._bots.notice(opened)
        self._lists.notice(opened)

    async def see(self, caller: Caller, game: str, at: int | None) -> Sight:
        """The game as the caller sees it, now or at an earlier version."""
        identity = await self._reader.identify(caller, game)
        opened = await self._reader.now(game, caller)
        while opened.clock is not None and not await self.time_left(opened):
            opened = await self._reader.now(game)
        self.notice(opened)
        viewer = self._reader.viewer(opened, identity)
        version = opened.version
        if at is None or at == version:
            return self._reader.sight(opened, viewer, caller.language, pinned=at is not None)
        if not 1 <= at < version:
            raise Refused(
                VersionNotFound(
                    message=f"There is no version {at}; this game has versions 1 to {version}.", version=version
                )
            )
        then = await self._reader.as_of(opened, at)
        over = opened.status is Status.OVER
        return self._reader.sight(then, viewer, caller.language, latest=version, open_to_all=over)

    async def history(self, sight: Sight, after: str | None, first: int, work: Work) -> Connection:
        """At most `first` entries after a cursor, up to the version of the sight."""
        return await self._reader.history(sight, after, first, work)

    async def record(self, caller: Caller, sight: Sight) -> GameRecord:
        """The record of the game of a sight, which shows its newest version."""
        await caller.pay(record_price(sight.version))
        record = await self._recorded(sight, caller.work)
        return GameRecord(sight.game_id, sight.version, "".join(await caller.work.collect(text.written(record))))

    async def records(self, caller: Caller, player: Player, after: str | None) -> AsyncGenerator[Record, None]:
        """The records of a player's games, newest first; those after a game that was exported before."""
        below = None if after is None else await place_after(after, self._reader)
        return exported(caller, player, below, self._reader, self._lists, self._recorded)

    async def _recorded(self, sight: Sight, work: Work) -> Record:
        edition = await self._editions.by_digest(sight.game.about.kind, sight.edition, self._store)
        return await recorded(sight, edition, self._reader, work)
