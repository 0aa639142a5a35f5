"""The use cases of handovers: a player moves their seat, or the host their rights, to another device by a link or a QR code.

A handover is signed, and holds the claims of its creator's token. Once taken, it is noted in the store until it has expired. It
ends with that token, like all tokens made from it.
"""

from __future__ import annotations

import hashlib

from taphouse.schema.concepts.handover import (
    Handover,
    HandoverExpired,
    HandoverRejected,
    HandoverRevoked,
    HandoverTaken,
    HandoverUsed,
)
from taphouse.schema.failures import Refused
from taphouse.schema.ports import Caller
from taphouse.schema.problems.callers import NotSeated, TokenRejected
from taphouse.schema.values.seats import SeatToken
from taphouse.schema.values.versions import moment
from taphouse.service.access.tokens import HandedOver, TokenIssuer
from taphouse.service.games.encoding.seats import seat_of
from taphouse.service.games.kernel.checks import check_not_lost
from taphouse.service.games.kernel.committing import checked_key
from taphouse.service.games.kernel.game_tokens import as_claims
from taphouse.service.games.kernel.loading import Reader

LIFE = 600_000
"""Milliseconds within which a handover must be taken."""
_TAKER = "taker"
"""The item that names who has taken a handover: a digest of their idempotency key."""


class HandingOver:
    """Makes handovers, and gives their tokens.

    Args:
        reader: Loads games.
        access: Signs handovers, and issues tokens.
    """

    def __init__(self, reader: Reader, access: TokenIssuer) -> None:
        self._reader, self._access = reader, access

    async def create_handover(self, caller: Caller, game: str) -> Handover:
        """Make a handover of the caller's token. Changes nothing in the game."""
        identity = await self._reader.identify(caller, game)
        loaded = await self._reader.now(game, caller)
        claims = as_claims(loaded, self._reader.viewer(loaded, identity), identity)
        if claims is None:
            raise Refused(NotSeated())
        until = await self._reader.store.now(game) + LIFE
        return Handover(seat_of(claims.who), self._access.handover(HandedOver(until, claims)), moment(until))

    async def take_handover(self, caller: Caller, handover: str, key: str | None) -> HandoverTaken:
        """The token of a handover, for the first client that asks."""
        taker = _digest(checked_key(key))
        await self._reader.identify(caller)
        handed = self._access.read_handover(handover)
        if handed is None:
            raise Refused(HandoverRejected())
        claims, store = handed.claims, self._reader.store
        loaded = await self._reader.now(claims.game, caller)
        try:
            viewer = self._reader.viewer(loaded, claims)
            check_not_lost(viewer, claims)
        except Refused as refused:
            if isinstance(refused.problem, TokenRejected):
                raise Refused(HandoverRejected(), HandoverRevoked()) from None
            raise
        if handed.until <= await store.now(claims.game):
            raise Refused(HandoverRejected(), HandoverExpired())
        # Kept for longer than the handover, whatever the clock of the server that has it.
        if not await store.put_item(f"handover:{_digest(handover)}", _TAKER, taker.encode(), None, 2 * LIFE):
            raise Refused(HandoverRejected(), HandoverUsed())
        token, seat = self._access.token(claims), viewer.seat
        seen = self._reader.game_view(await self._reader.seen(loaded, viewer), viewer, caller.language)
        if seat is None:
            return HandoverTaken(seen, None, token)
        return HandoverTaken(seen, SeatToken(seat, loaded.seats[seat - 1].name, token), None)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:32]
