"""Tickets: each stands for a token, and opens one stream within a minute, by a URL.

A browser's EventSource cannot set headers, and URLs end up in logs and histories. So the ticket in a URL must be worthless after
its use. It is signed, and holds the read-only rights of its token. The store only notes that it was used.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Never

from msgspec import Struct

from taphouse.schema.concepts.tickets import TicketCreated
from taphouse.schema.failures import Refused
from taphouse.schema.ports import AccountHolder
from taphouse.schema.problems.callers import TicketRejected
from taphouse.schema.values.versions import moment
from taphouse.service.access.tokens import ISSUED, Claims, Signatures
from taphouse.service.runtime import telemetry
from taphouse.service.store.protocol import Hold, Store

LIFE = 60_000
"""Milliseconds within which a ticket must be used."""


class TicketClaims(Struct, frozen=True, array_like=True):
    """The claims of a ticket."""

    nonce: str
    """A random text that no other ticket has."""
    until: int
    """The time by which it must be used, in milliseconds since the epoch."""
    claims: Claims | None
    """The read-only claims with which it opens a stream of their game."""
    player: str | None = None
    """The account with which it opens a stream of that account's games."""
    login: int = 0
    """The expiry time of that account's login, in milliseconds since the epoch."""

    @property
    def game(self) -> str | None:
        """The game that it is for; None if it is for an account."""
        return None if self.claims is None else self.claims.game

    @property
    def identity(self) -> Claims | AccountHolder:
        """The identity that it stands for."""
        return self.claims or AccountHolder(self.player or "", self.login)


class Tickets:
    """Issues tickets and takes them.

    Args:
        keys: The signing keys. The first signs; all are accepted.
        store: Remembers which tickets were used.
        now: Returns the current time in milliseconds since the epoch.
    """

    def __init__(self, keys: Sequence[str], store: Store, now: Callable[[], int]) -> None:
        self._store, self._now = store, now
        self.nonce: Callable[[], str] = lambda: secrets.token_urlsafe(12)
        """Makes nonces. Audits make equal ones."""
        self._signatures = Signatures(keys, "taphouse-ticket")  # no ticket is a token, and no token a ticket
        self.read = lru_cache(maxsize=4096)(self._verify)
        """Returns the claims of a ticket; None if its signature is invalid. Does not check whether it can still be used."""

    def issue(self, identity: Claims | AccountHolder) -> TicketCreated:
        """A ticket that stands for read-only claims or an account. The request's log line says that it got one."""
        telemetry.note(**ISSUED)
        until = self._now() + LIFE
        if isinstance(identity, Claims):
            made = TicketClaims(self.nonce(), until, identity)
        else:
            made = TicketClaims(self.nonce(), until, None, identity.id, identity.until)
        return TicketCreated(self._signatures.write(made), made.game, moment(until))

    def identity(self, text: str) -> Claims | AccountHolder | None:
        """The identity that a ticket stands for, whether or not it can still be used; None if it is not valid."""
        ticket = self.read(text)
        return None if ticket is None else ticket.identity

    async def take(self, text: str, game: str | None) -> Claims | AccountHolder:
        """Use a ticket to open a stream of this game, or (None) of an account; returns the identity that it stands for.

        Raises:
            Refused: It is not valid, not for this stream, too old, or was used.
            StoreUnavailable: It is unknown whether it was used; then it may be used now.
        """
        ticket = self.read(text)
        if ticket is None:
            _reject("The ticket is not valid.")
        if ticket.game != game:
            _reject("The ticket is for another stream.")
        if (left := ticket.until - self._now()) <= 0:
            _reject("The ticket is too old: it had to be used within a minute.")
        (wait,) = await self._store.hold([Hold(f"ticket:{ticket.nonce}", secrets.token_urlsafe(12), 1, left)])
        if wait:
            _reject("The ticket was used already; it opens one stream.")
        return ticket.identity

    def _verify(self, text: str) -> TicketClaims | None:
        return self._signatures.read(text, TicketClaims)


def _reject(why: str) -> Never:
    raise Refused(TicketRejected(message=f"{why} Create a new ticket with your token."))
