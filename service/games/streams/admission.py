"""The admission of new followers: they prove who they are by a token or a ticket, and pay."""

from __future__ import annotations

from taphouse.schema.ports import Caller
from taphouse.service.access.tokens import Identity
from taphouse.service.games.kernel.loading import Reader
from taphouse.service.games.streams.tickets import Tickets


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
        if caller.ticket is None:
            identity = await self._reader.identify(caller, game)
            await caller.admit()
            return identity
        await caller.admit()  # first, so that a ticket is not used up by a request that is refused
        return await self._tickets.take(caller.ticket, game)
