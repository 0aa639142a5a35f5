"""Quotas: how many games an address or an account may have waiting, listed and running, how many seats of others it may take,
and how many bytes its games may write.

Games are counted in the store by their creators, which each game notes as keyed digests. An entry counts until the game moves
on, at the latest until its lease ends, so counts that went wrong heal by themselves. See
docs/decisions/0025-what-one-client-may-fill.md.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache

from taphouse.schema.failures import Refused
from taphouse.schema.problems.callers import QuotaReached
from taphouse.schema.values.games import Status
from taphouse.service.access.prepaid_points import PrepaidBucket
from taphouse.service.access.proxies import network
from taphouse.service.runtime.settings import Settings
from taphouse.service.store.protocol import Commit, Hold, Store

GAMES, WAITING, LISTED, SEATS, WEBHOOKS, REPORTS = "games", "waiting", "listed", "seats", "webhooks", "reports"
EMAILS, BYTES = "emails", "megabytes"
"""The names of the quotas."""
_HOUR, _DAY = 3_600_000, 86_400_000
_MEGABYTE = 1 << 20
_SECONDS = 86_400
_ENTRY = 200
"""About the bytes of an entry besides its body and snapshot, with its idempotency key."""


class Quotas:
    """The quotas of all clients.

    Args:
        settings: The quotas; those that are 0 do not limit.
        store: The store of the counts.
        digest: Returns the keyed digest of an owner, so that the store holds no addresses and no accounts.
    """

    def __init__(self, settings: Settings, store: Store, digest: Callable[[str, str], str]) -> None:
        self._store, self._digest = store, digest
        self._most = {
            GAMES: settings.quota_games,
            WAITING: settings.quota_waiting,
            LISTED: settings.quota_listed,
            SEATS: settings.quota_seats,
            WEBHOOKS: settings.quota_webhooks,
            REPORTS: settings.quota_reports,
            EMAILS: settings.quota_emails,
        }
        self._megabytes = settings.quota_megabytes
        self._leases = {GAMES: _DAY, WAITING: settings.waiting_days * _DAY, LISTED: settings.waiting_days * _DAY}
        self._bytes = lru_cache(maxsize=8192)(self._written)

    def creators(self, address: str, player: str | None) -> tuple[str, ...]:
        """The digests by which a game notes its creator: that of the address and, if there is one, that of the account."""
        owner = self._digest("creator", network(address))
        return (owner,) if player is None else (owner, self.account(player))

    def account(self, player: str) -> str:
        """The digest by which a game notes an account that created it."""
        return self._digest("creator", f"player:{player}")

    async def create(
        self, creators: Sequence[str], game: str, *, waits: bool, listed: bool, ended: bool = False
    ) -> None:
        """Count a new game before it is written. An imported game that has ended counts by its bytes alone.

        Raises:
            Refused: A quota is reached.
        """
        if self._megabytes:
            for creator in creators[:1]:
                if retry := await self._bytes(creator).fill(0):
                    _refuse(BYTES, self._megabytes, retry)
        names = [] if ended else [GAMES, *([WAITING] if waits else ()), *([LISTED] if waits and listed else ())]
        await self._hold(creators, game, {name: self._leases[name] for name in names})

    async def join(self, creators: Sequence[str], game: str, seat: int, owners: Sequence[str]) -> None:
        """Count a seat before it is taken, unless it is in the client's own game.

        Args:
            creators: The creators of the game.
            game: The game.
            seat: The seat.
            owners: The digests that the game would note if the client had created it.

        Raises:
            Refused: A quota is reached.
        """
        if not set(creators) & set(owners):
            await self._hold(owners, _seat(game, seat), {SEATS: _HOUR})

    async def left(self, game: str, seat: int, owners: Sequence[str]) -> None:
        """Stop counting a seat, after its player has got up. `owners` are as in `join`."""
        await self._store.release([_name(SEATS, owner) for owner in owners], _seat(game, seat))

    async def vacant(self, creators: Sequence[str], game: str) -> None:
        """Count a running game as listed, before a seat of it is opened to everyone.

        Raises:
            Refused: The quota is reached.
        """
        await self._hold(creators, game, {LISTED: self._leases[LISTED]})

    async def filled(self, creators: Sequence[str], game: str) -> None:
        """Stop counting a running game as listed, once it has no open seat any more."""
        await self._store.release([_name(LISTED, creator) for creator in creators], game)

    async def webhook(self, owners: Sequence[str], webhook: str) -> None:
        """Count a webhook before it is created.

        Raises:
            Refused: The quota is reached.
        """
        await self._hold(owners, webhook, {WEBHOOKS: _DAY})

    async def report(self, owners: Sequence[str], report: str) -> None:
        """Count a report before it is filed.

        Raises:
            Refused: The quota is reached.
        """
        await self._hold(owners, report, {REPORTS: _DAY})

    async def mail(self, owners: Sequence[str], mail: str) -> None:
        """Count an email that a client has sent, such as one with a code.

        Raises:
            Refused: The quota is reached.
        """
        await self._hold(owners, mail, {EMAILS: _DAY})

    async def moved_on(self, creators: Sequence[str], game: str, before: Status, after: Status) -> None:
        """Stop counting a game under its earlier status, after the status has changed."""
        names = [WAITING, LISTED] if before is Status.WAITING else []
        names += [GAMES] if after is Status.OVER else []
        await self._store.release([_name(name, creator) for name in names for creator in creators], game)

    def brought(self, creators: Sequence[str], size: int) -> None:
        """Count the bytes of an edition that came with a record."""
        if self._megabytes:
            self._bytes(creators[0]).left -= size

    def wrote(self, creators: Sequence[str], commit: Commit) -> None:
        """Count the bytes by which a game has grown."""
        if self._megabytes:
            size = sum([_ENTRY + len(entry.body) + len(entry.snapshot or b"") for entry in commit.entries])
            self._bytes(creators[0]).left -= size

    async def _hold(self, owners: Sequence[str], game: str, leases: dict[str, int]) -> None:
        asked = [(name, owner) for name in leases if self._most[name] for owner in owners]
        holds = [Hold(_name(name, owner), game, self._most[name], leases[name]) for name, owner in asked]
        waits = await self._store.hold(holds)
        for (name, _), retry in zip(asked, waits, strict=True):
            if retry:
                await self._store.release(
                    [hold.name for hold, wait in zip(holds, waits, strict=True) if not wait], game
                )
                _refuse(name, self._most[name], retry)

    def _written(self, creator: str) -> PrepaidBucket:
        capacity = self._megabytes * _MEGABYTE
        return PrepaidBucket(self._store, f"bytes:{creator}", capacity, capacity / _SECONDS, block=_MEGABYTE)


def _seat(game: str, seat: int) -> str:
    return f"{game}:{seat}"


def _name(quota: str, owner: str) -> str:
    return f"{quota}:{owner}"


def _refuse(quota: str, limit: int, retry: float) -> None:
    raise Refused(QuotaReached(quota=quota, limit=limit, retry_after=max(1, math.ceil(retry))))
