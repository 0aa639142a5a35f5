"""Rewrites the logs of games that are to forget something. See docs/decisions/0058."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from taphouse.schema.execution.scheduler import RequestScheduler
from taphouse.service.access.tokens import SERVICE
from taphouse.service.games.encoding.forgetting import Names, ToForget, Traces, forgotten, nameless_first
from taphouse.service.games.kernel.committing import Committer
from taphouse.service.games.kernel.loaded_game import LoadedGame
from taphouse.service.games.kernel.loading import Reader
from taphouse.service.games.kernel.steps import Step
from taphouse.service.store.protocol import Amendment, Key, StoredEntry

READ_AT_ONCE, WRITTEN_AT_ONCE = 500, 64
"""The entries of a log that are read and written at once."""


class Rewriting:
    """Rewrites logs.

    Args:
        reader: Loads games.
        committer: Commits the versions that others see.
    """

    def __init__(self, reader: Reader, committer: Committer) -> None:
        self._reader, self._store, self._committer = reader, reader.store, committer

    async def read(
        self, loaded: LoadedGame, entries: list[StoredEntry], found: Traces, scheduler: RequestScheduler
    ) -> None:
        """Read what was added to the log of a game since the entries that are there, and look for traces in it."""
        for after in range(len(entries), loaded.version, READ_AT_ONCE):
            page = await self._store.entries(loaded.id, after, min(READ_AT_ONCE, loaded.version - after))
            await scheduler.collect(map(found.look, page))
            entries += page
        if len(entries) < loaded.version:
            await self._reader.explain_gap(loaded.id, loaded.version, loaded.record.epochs)

    async def commit(self, loaded: LoadedGame, steps: Sequence[Step]) -> None:
        """Try to commit these versions. Load the game again to see whether they are still to be made."""
        if loaded.clock is None or await self._committer.time_left(loaded):
            await self._committer.attempt(loaded, steps, Key(SERVICE, secrets.token_hex(16), "leave"))

    async def rewrite(
        self, game: LoadedGame, entries: list[StoredEntry], gone: ToForget, names: Names, scheduler: RequestScheduler
    ) -> bool:
        """Amend the log of a game whose newest version has no trace; False if somebody else has rewritten it meanwhile."""
        anew = nameless_first(await scheduler.collect(forgotten(game.codec, entries, gone, names)), gone.player)
        for first in range(0, len(anew), WRITTEN_AT_ONCE):
            if scheduler.late:
                await scheduler.turn()
            if not await self._store.amend(Amendment(game.id, tuple(anew[first : first + WRITTEN_AT_ONCE]))):
                return False
        return True
