"""Use cases of reading: a game at a version, its log, and the catalogue of games."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from taphouse.schema.catalogue import Catalogue
from taphouse.schema.execution.scheduler import RequestScheduler
from taphouse.schema.failures import Refused
from taphouse.schema.game_view import GameView
from taphouse.schema.paging import Connection
from taphouse.schema.ports import Caller
from taphouse.schema.problems.games import VersionNotFound
from taphouse.schema.values.games import Status
from taphouse.service.games.kernel.loaded_game import LoadedGame
from taphouse.service.games.kernel.loading import Reader
from taphouse.service.games.kernel.presence import Presence


class Seeing:
    """Shows games and the catalogue.

    Args:
        reader: Loads games.
        catalogues: The catalogue in each language.
        time_left: Commits the versions that are due because of the time; see `Committer.time_left`.
        notice: Called with every game that was read, to repair what the store may have lost of it.
        presence: Notes who follows games that wait.
    """

    def __init__(
        self,
        reader: Reader,
        catalogues: Mapping[str, Catalogue],
        time_left: Callable[[LoadedGame], Awaitable[float]],
        notice: Callable[[LoadedGame], None],
        presence: Presence,
    ) -> None:
        self._reader, self._catalogues, self._time_left, self._notice = reader, catalogues, time_left, notice
        self._presence = presence

    async def catalogue(self, caller: Caller) -> Catalogue:
        """The catalogue of games in the caller's language."""
        await caller.admit()
        return self._catalogues[caller.language]

    async def see(self, caller: Caller, game: str, at: int | None) -> GameView:
        """The game as the caller sees it, now or at an earlier version."""
        identity = await self._reader.identify(caller, game)
        loaded = await self._reader.now(game, caller)
        while loaded.clock is not None and not await self._time_left(loaded):
            loaded = await self._reader.now(game)
        self._notice(loaded)
        viewer = self._reader.viewer(loaded, identity)
        self._presence.seen(loaded, viewer)
        loaded = await self._reader.seen(loaded, viewer)
        version = loaded.version
        if at is None or at == version:
            return self._reader.game_view(loaded, viewer, caller.language, pinned=at is not None)
        if not 1 <= at < version:
            raise Refused(VersionNotFound(version=version))
        then = await self._reader.as_of(loaded, at)
        over = loaded.status is Status.OVER
        return self._reader.game_view(then, viewer, caller.language, latest=version, open_to_all=over)

    async def history(
        self, game_view: GameView, after: str | None, first: int, scheduler: RequestScheduler
    ) -> Connection:
        """At most `first` entries after a cursor, up to the version of the view."""
        return await self._reader.history(game_view, after, first, scheduler)
