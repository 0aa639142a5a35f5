"""The admission of new followers: they prove who they are by a token or a ticket, and pay."""

from __future__ import annotations

from collections.abc import Sequence

from taphouse.schema.ports import Caller
from taphouse.service.access.rate_limits import RequestBuckets
from taphouse.service.access.tokens import Identity
from taphouse.service.games.kernel.loading import Reader
from taphouse.service.games.streams.tickets import Tickets
from taphouse.service.store.protocol import Take, TakeResult


class Admission:
    """Admits followers to streams.

    Args:
        reader: Verifies tokens.
        tickets: Takes tickets.
    """

    def __init__(self, reader: Reader, tickets: Tickets) -> None:
        self._reader, self._tickets = reader, tickets

    async def admit(self, caller: Caller, game: str | None) -> Identity:
        """Identify a new follower of a game, or (None) of an account, and take the cost of the request."""
        identity = await self.identify(caller, game)
        await caller.admit()
        return identity

    async def identify(self, caller: Caller, game: str | None) -> Identity:
        """Identify a new follower, who has not paid yet unless they brought a ticket."""
        if caller.ticket is None:
            return await self._reader.identify(caller, game)
        await caller.admit()  # first, so that a ticket is not used up by a request that is refused
        return await self._tickets.take(caller.ticket, game)

    async def due(self, caller: Caller, *, reads: bool) -> Sequence[Take]:
        """Take the cost of a request. If it is about to read a game, return the takes to make with that; see `settle`."""
        if reads and isinstance(caller.budget, RequestBuckets):
            return caller.budget.due()
        await caller.admit()
        return ()

    async def settle(self, caller: Caller, taken: Sequence[TakeResult]) -> None:
        """Judge the takes that were due.

        Raises:
            RateLimited: A limit is exceeded.
        """
        if isinstance(caller.budget, RequestBuckets):
            await caller.budget.settle(taken)
