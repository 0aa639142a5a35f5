"""Identifies callers by their tokens: those of games, and those of accounts."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

from taphouse.schema.failures import Refused
from taphouse.schema.ports import AccountHolder, Caller
from taphouse.schema.problems.callers import TokenRejected
from taphouse.schema.problems.reasons import TokenExpired, TokenOfOtherGame
from taphouse.service.access import accounts
from taphouse.service.access.accounts import Accounts
from taphouse.service.access.tokens import Claims, TokenIssuer

Identity = Claims | AccountHolder | None
"""The identity that a bearer token proves; None if no token was sent."""


class Identifying:
    """Identifies callers.

    Args:
        access: Verifies the tokens of games.
        accounts: Verifies the tokens of accounts; None without accounts.
        now: Returns the current time in milliseconds since the epoch.
    """

    def __init__(self, access: TokenIssuer, accounts: Accounts | None, now: Callable[[], int]) -> None:
        self._access, self._accounts, self.now_ms = access, accounts, now

    async def identify(self, caller: Caller, game: str | None = None) -> Identity:
        """The identity that the caller's token proves. If a game is given, tokens of other games are refused.

        Raises:
            Refused: The token is invalid, has expired, or belongs to another game.
            KeysAway: The keys to verify accounts are unavailable.
        """
        token = caller.token
        if caller.ticket is not None:
            raise Refused(TokenRejected(message="A ticket only opens a stream of events; send a token."))
        if token is None:
            return None
        logins = self._accounts if self._accounts is not None and accounts.is_one(token) else None
        found: Identity = self._access.read(token) if logins is None else await logins.read(token)
        if found is None:
            raise Refused(TokenRejected())
        if found.until is not None:
            self.check_time(found)
        if game is not None and isinstance(found, Claims) and found.game != game:
            raise Refused(TokenRejected(), TokenOfOtherGame())
        return found

    def check_time(self, identity: Identity) -> None:
        """Refuse a token that has expired, perhaps since it was verified."""
        if identity is not None and identity.until is not None and identity.until <= self.now_ms():
            raise Refused(TokenRejected(), TokenExpired())

    async def in_time(self, identity: Identity, wait: Callable[[], Awaitable[None]]) -> None:
        """Wait for something, but no longer than the token is valid that proved this identity.

        Raises:
            Refused: The token has expired.
        """
        if identity is None or identity.until is None:
            await wait()
            return
        while True:
            self.check_time(identity)
            with suppress(TimeoutError):
                async with asyncio.timeout((identity.until - self.now_ms()) / 1000):
                    await wait()
                return
