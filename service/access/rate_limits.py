"""Rate limits: token buckets in the store, from which each request takes its cost once.

A request takes from its address's bucket and, if it has a valid token, from the token's bucket. Its `RequestBuckets` is passed
to the load of its game, which takes both in one round trip; a move on a game that is kept pays with its commit. Requests that
load nothing take separately (`RequestBuckets.admit`), and so does every transport before it answers (`RequestBuckets.end` over
HTTP), so that no request is free. Parsing a GraphQL document that is not cached is paid for in advance. A move over the limits
may still pass by the reserves of its seat and its address, so that readers cannot keep a player from playing. See
docs/decisions/0014-rates-are-taken-with-the-load.md.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cached_property, lru_cache, partial
from typing import Any
from weakref import WeakValueDictionary

from msgspec import Struct

from taphouse.schema.execution.fair_queue import FairSemaphore
from taphouse.schema.failures import RateLimited, Unavailable
from taphouse.schema.ports import AccountHolder
from taphouse.schema.prices import LOOK
from taphouse.service.access.accounts import Accounts, is_one
from taphouse.service.access.prepaid_points import PrepaidBucket, PrepaidBuckets
from taphouse.service.access.proxies import network
from taphouse.service.access.tokens import HOST, Claims
from taphouse.service.runtime.settings import Settings
from taphouse.service.store.failures import StoreUnavailable
from taphouse.service.store.protocol import Store, Take, TakeResult

UNCHARGED_AT_ONCE = 8
"""The most requests of an address that are being read or are not charged yet. Further ones wait, in order."""
UNPRICED = LOOK
"""The points of a request whose cost is unknown, such as an invalid one."""
RESERVED = 500
"""The most points of a request that may use the reserve: enough for moves with the whole table in the answer."""


class Reserve(Struct, frozen=True):
    """The moves that may pass although the token or the address is over its limit."""

    capacity: int
    """The most points at once."""
    flow: float
    """Points per second."""


OF_SEAT = Reserve(20, 1.0)
OF_ADDRESS = Reserve(100, 10.0)
"""For all seats that play from an address: a client can create any number of seats."""


class Policy(Struct, frozen=True):
    """The limit of a kind of bucket, in points."""

    name: str
    """`token` or `address`."""
    capacity: int
    flow: float
    """Points per second."""

    header: bytes
    """The policy as an item of `RateLimit-Policy`: the capacity, and the seconds in which the bucket fills."""


class Level(Struct, weakref=True):
    """The knowledge of a bucket in this process."""

    left: int
    """The points that it held when it was asked last, or when it is full, less what was promised since."""


class ClientBuckets:
    """The buckets of a client.

    Args:
        rates: The limits.
        owner: The owner of its token's bucket; None without a valid token.
        plays: True if the client can make moves.
        address: Its network.
    """

    def __init__(self, rates: Rates, owner: str | None, plays: bool, address: str) -> None:
        self._rates, self._owner, self._plays, self._address = rates, owner, plays, address
        self.limits: list[tuple[Policy, str, Level]] = []
        """The limits of its requests, the names of their buckets, and what is known of these."""
        if rates.of_token is not None and owner is not None:
            self._limit(rates.of_token, owner)
        if rates.of_address is not None:
            self._limit(rates.of_address, address)
        self.header = b", ".join([policy.header for policy, _, _ in self.limits])
        """The limits as `RateLimit-Policy`."""

    def _limit(self, policy: Policy, owner: str) -> None:
        bucket = self._rates.digest(policy.name, owner)
        self.limits.append((policy, bucket, self._rates.level(bucket, policy)))

    @cached_property
    def prepaid(self) -> PrepaidBuckets:
        """The budget for the events of its streams.

        Events have buckets of their own, of the same sizes, so that streams cannot keep a client from asking, and the headers
        show nobody at the same address what others get.
        """
        owners = {"token": str(self._owner), "address": self._address}
        return PrepaidBuckets(
            [self._rates.prepaid(f"events of {one.name}", owners[one.name], one) for one, _, _ in self.limits],
            str(self._owner),
        )

    @cached_property
    def reserves(self) -> Sequence[Take]:
        """The takes that a move over the limits tries instead, in this order, as does reading its document; empty if the client
        cannot move. The seat's reserve comes first, so that one seat cannot drain its address's reserve."""
        if self._owner is None or not self._plays:
            return ()
        takes = [self._reserve("seat's reserve for moves", self._owner, OF_SEAT)]
        if self._rates.of_address is not None:
            takes.append(self._reserve("address reserve for moves", self._address, OF_ADDRESS))
        return takes

    def _reserve(self, kind: str, owner: str, reserve: Reserve) -> Take:
        return Take(self._rates.digest(kind, owner), 1, reserve.capacity, reserve.flow)


class Rates:
    """The rate limits of all clients.

    Args:
        settings: The limits.
        store: The store of the buckets.
        read: Returns the claims of a game's token, None if the token is invalid. Invalid tokens have no bucket: a client could
            invent any number of them.
        accounts: Verifies the tokens of accounts; None without accounts.
    """

    def __init__(
        self, settings: Settings, store: Store, read: Callable[[str], Claims | None], accounts: Accounts | None = None
    ) -> None:
        self.store = store
        self.granted = 0.0
        """The points that each prepaid bucket has from the start. Audits set it, so that no stream waits because of others."""
        self.uncharged = FairSemaphore(UNCHARGED_AT_ONCE, per_owner=True)
        """The requests of each address that are not charged yet: many connections of one must not fill the event loop."""
        self.of_token = _policy("token", settings.rate_token_burst, settings.rate_token)
        """The limit of each token; None if there is none."""
        self.of_address = _policy("address", settings.rate_address_burst, settings.rate_address)
        """The limit of each address; None if there is none."""
        self._levels: WeakValueDictionary[str, Level] = WeakValueDictionary()
        self._read, self._accounts = read, accounts
        self._secret = hashlib.sha256(b"taphouse-rate:" + "".join(settings.signing_keys[:1]).encode()).digest()
        self.digest = lru_cache(maxsize=1024)(self._digest)
        """Returns the keyed digest by which the store knows the owner of something: it holds no tokens and no addresses."""
        self._client_buckets = lru_cache(maxsize=8192)(partial(ClientBuckets, self))
        self._prepaid_bucket = lru_cache(maxsize=16384)(self._taken_in_advance)

    @classmethod
    def of(
        cls, settings: Settings, store: Store, read: Callable[[str], Claims | None], accounts: Accounts | None
    ) -> Rates | None:
        """The limits of these settings; None if there are none."""
        return cls(settings, store, read, accounts) if settings.rate_token or settings.rate_address else None

    def level(self, bucket: str, policy: Policy) -> Level:
        """The knowledge of a bucket, for all clients that it limits: tokens at one address share what its bucket holds."""
        return self._levels.setdefault(bucket, Level(policy.capacity))

    def _digest(self, kind: str, owner: str) -> str:
        return hashlib.blake2b(f"{kind}:{owner}".encode(), digest_size=16, key=self._secret).hexdigest()

    def prepaid(self, kind: str, owner: str, policy: Policy) -> PrepaidBucket:
        """The points that were taken in advance from a bucket of the size of a limit."""
        return self._prepaid_bucket(self.digest(kind, owner), policy)

    async def budget(
        self, token: str | None, address: str, stands_for: Claims | AccountHolder | None = None
    ) -> RequestBuckets:
        """The rate budget of a request with this bearer token, from this address. Waits while too many requests of the address
        are not charged yet.

        Call `RequestBuckets.leave` at the end. `stands_for` is the identity of a ticket that is sent in place of a token.
        """
        network_ = network(address)
        if not self.uncharged.takes(network_):
            await self.uncharged.acquire(network_)
        try:
            if self._accounts is not None and token and is_one(token):
                identity: Claims | AccountHolder | None = None
                with suppress(Unavailable):  # `Reader.identify` reports this if the request needs the identity
                    identity = await self._accounts.read(token)
            else:
                identity = self._read(token) if token else stands_for
            owner, plays = _owner_of(identity, plays=bool(token))
            charged = partial(self.uncharged.release, network_)
            return RequestBuckets(self.store, self._client_buckets(owner, plays, network_), charged)
        except BaseException:
            self.uncharged.release(network_)
            raise

    def _taken_in_advance(self, bucket: str, policy: Policy) -> PrepaidBucket:
        prepaid = PrepaidBucket(self.store, bucket, policy.capacity, policy.flow)
        prepaid.left = self.granted
        return prepaid


def _owner_of(identity: Claims | AccountHolder | None, *, plays: bool) -> tuple[str | None, bool]:
    """The owner of the bucket of an identity, and whether they may make moves, as an account only may that brings a token."""
    match identity:
        case None:
            return None, False
        case AccountHolder(id=player):
            return player, plays
    # Narrowed tokens share the original's bucket. Read-only tokens have a bucket of their own, as do replaced tokens, so that
    # they cannot drain the player's bucket.
    owner = f"{identity.game}:{identity.who}:{identity.generation}"
    return (f"{owner}:reads", False) if identity.read_only else (owner, identity.who != HOST)


def _policy(name: str, capacity: int, flow: int) -> Policy | None:
    return (
        Policy(name, capacity, flow, f'"{name}";q={capacity};w={math.ceil(capacity / flow)}'.encode()) if flow else None
    )


class RequestBuckets:
    """The cost of one request, taken once from the buckets of its client: with the first load of a game, or by `admit`.

    Args:
        store: The store of the buckets.
        buckets: The buckets of the client.
        charged: Called once, when the takes were judged or the request ended without that.
    """

    __slots__ = (
        "_charged",
        "_client_buckets",
        "_open",
        "_read",
        "_refused",
        "_released",
        "_short",
        "_store",
        "_taken",
        "cost",
        "moved",
        "reported",
    )

    def __init__(self, store: Store, buckets: ClientBuckets, charged: Callable[[], None]) -> None:
        self.cost = UNPRICED
        """In points; set when the request has been read."""
        self.moved: bool | None = None
        """True once a move of the request was made: then the whole request is answered. False if moves were refused: if only
        the reserve let them pass, the request is refused, so that it is no free read."""
        self.reported: list[tuple[bytes, bytes]] | None = None
        """The headers of draft-ietf-httpapi-ratelimit-headers, encoded, once `end` or `report` made them."""
        self._store, self._client_buckets, self._charged = store, buckets, charged
        self._open, self._read = True, 0
        self._released = False
        self._taken: Sequence[TakeResult] = ()
        # Made anew each time: an exception that is kept refers to the frames that it passed, which refer to this.
        self._refused: Callable[[], RateLimited] | None = None
        self._short: Callable[[], RateLimited] | None = None  # the refusal that the reserve averted

    def due(self) -> Sequence[Take]:
        """The takes for the next call of the store: the whole cost the first time, then nothing. Pass the results to `settle`.

        Raises:
            RateLimited: The request was refused.
        """
        if self._refused is not None:
            raise self._refused()
        if self._short is not None and self.moved is False:
            raise self._short()
        if not self._open:
            return ()
        self._open = False
        return self._takes(self.cost)

    def promised(self) -> bool:
        """Return whether the request may be worked on before it pays: as far as is known here, the buckets hold the cost besides
        what other requests have been promised. Otherwise the cost must be taken first."""
        if not self._open:
            return self._refused is None
        limits, cost = self._client_buckets.limits, self.cost
        for policy, _, level in limits:
            if level.left < min(cost, policy.capacity):
                return False
        for _, _, level in limits:
            level.left -= cost
        return True

    def reopen(self) -> None:
        """Take the cost with the next call of the store: it was due, but nothing was taken."""
        self._open = True

    async def settle(self, taken: Sequence[TakeResult], *, moves: bool = False) -> None:
        """Judge the takes.

        Args:
            taken: The results of the takes that were due; empty if the store could not take, or nothing was due.
            moves: True if the request is about to make a move, which may use the reserves.

        Raises:
            RateLimited: A limit is exceeded.
        """
        refused = None
        if taken:
            self._taken = taken
            refused = self._judged()
        self.leave()
        if refused is not None and moves and await self._passes(self.cost):
            self._short = refused
        elif refused is not None:
            self._refused = refused
            raise refused()

    async def read(self, points: int, *, reserve: bool = True) -> None:
        """Take the cost of reading something long, before it is read.

        Args:
            points: The cost.
            reserve: True if it may use the reserves: a move may come in it.

        Raises:
            RateLimited: A limit is exceeded.
        """
        self._read += points
        self._taken = await self._alone(self._takes(points))
        self.leave()
        refused = self._judged()
        if refused is not None and not (reserve and await self._passes(points)):
            self._open, self._refused = False, refused
            raise refused()

    async def admit(self) -> None:
        """Take the cost, unless it was taken already. Called before use cases that load no game.

        Raises:
            RateLimited: A limit is exceeded.
        """
        if takes := self.due():
            await self.settle(await self._alone(takes))

    async def end(self) -> None:
        """Take the cost, unless it was taken already, and make the headers. Called before the answer is written.

        Raises:
            RateLimited: A limit is exceeded.
        """
        if takes := self.due():
            await self.settle(await self._alone(takes))
        self.report()

    def report(self) -> list[tuple[bytes, bytes]]:
        """Make the headers, unless they are made; empty if nothing was taken. Lets the next request of the address begin."""
        if self.reported is not None:
            return self.reported
        self.leave()
        self.reported = []
        if self._taken:
            paid, limits = self._read + self.cost, []
            for (policy, _, _), taken in zip(self._client_buckets.limits, self._taken, strict=False):
                soon = "" if taken.allowed else f";t={_seconds(taken.retry)}"
                limits.append(f'"{policy.name}";r={taken.left}{soon};taphouse-cost={paid}')
            self.reported += [
                (b"ratelimit-policy", self._client_buckets.header),
                (b"ratelimit", ", ".join(limits).encode()),
            ]
        return self.reported

    def leave(self) -> None:
        """Let the next request of the address begin. Further calls do nothing."""
        if not self._released:
            self._released = True
            self._charged()

    @property
    def prepaid(self) -> PrepaidBuckets:
        """The budget for the events of a stream."""
        return self._client_buckets.prepaid

    @property
    def extensions(self) -> dict[str, Any]:
        """The cost and the limits for the `extensions` of a GraphQL answer."""
        left = {}
        for (policy, _, _), taken in zip(self._client_buckets.limits, self._taken, strict=False):
            left[policy.name] = {
                "limit": policy.capacity,
                "perSecond": int(policy.flow),
                "remaining": taken.left,
            }
        return {"cost": self._read + self.cost, "rateLimit": left}

    def _takes(self, cost: int) -> list[Take]:
        return [
            Take(name, min(cost, policy.capacity), policy.capacity, policy.flow)
            for policy, name, _ in self._client_buckets.limits
        ]

    async def _alone(self, takes: Sequence[Take]) -> Sequence[TakeResult]:
        try:
            return await self._store.take(takes)
        except StoreUnavailable:
            return ()  # requests that need the store fail anyway

    def _judged(self) -> Callable[[], RateLimited] | None:
        """A function that makes the refusal; None unless a limit is exceeded."""
        empty = []
        for (policy, _, level), taken in zip(self._client_buckets.limits, self._taken, strict=False):
            level.left = taken.left
            if not taken.allowed:
                empty.append((policy.name, taken.retry))
        if not empty:
            return None
        return partial(RateLimited, tuple(name for name, _ in empty), max(_seconds(retry) for _, retry in empty))

    async def _passes(self, cost: int) -> bool:
        """Return whether the reserves cover a cost that exceeds the limits."""
        if not self._client_buckets.reserves or cost > RESERVED:
            return False
        for take in self._client_buckets.reserves:
            if not all(taken.allowed for taken in await self._alone([take])):
                return False
        return True


def _seconds(retry: float) -> int:
    return max(1, math.ceil(retry))
