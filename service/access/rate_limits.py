"""Rate limits: token buckets in the store, from which each request takes its cost once.

A request takes from its address's bucket and, if it has a valid token, from the token's bucket. The take shares a round trip
with the load of the request's game. Requests that load nothing take separately (`admit`); transports call `admit` before they
answer, so that no request is free. Parsing a GraphQL document that is not cached is paid for in advance. A move over the
limits may still pass by the reserves of its seat and its address, so that readers cannot keep a player from playing. See
docs/decisions/0014-rates-are-taken-with-the-load.md.
"""

from __future__ import annotations

import asyncio
import hashlib
import math
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from typing import Any

from msgspec import Struct

from taphouse.schema.failures import RateLimited, Refused, Unavailable
from taphouse.schema.ports import Caller
from taphouse.schema.prices import LOOK
from taphouse.service.access.accounts import Accounts, is_one
from taphouse.service.access.proxies import network
from taphouse.service.access.tokens import Claims
from taphouse.service.runtime.settings import Settings
from taphouse.service.store import Key, Loaded, Store, StoreUnavailable, Take, Taken

UNPRICED = LOOK
"""The points of a request whose cost is unknown, such as an invalid one."""
RESERVED = 300
"""The most points of a request that may use the reserve: enough for moves with the whole table in the answer."""


class Reserve(Struct, frozen=True):
    """The moves that may pass although the token or the address is over its limit."""

    capacity: int
    """At once."""
    flow: float
    """Per second."""


OF_SEAT = Reserve(20, 1.0)
OF_ADDRESS = Reserve(100, 10.0)
"""For all seats that play from an address: a client can create any number of seats."""
MOVES, READING = "moves", "reading"
"""The purposes of reserves. They are separate, so that parsing documents does not use up the reserve for moves."""


class Policy(Struct, frozen=True):
    """The limit of a kind of bucket, in points."""

    name: str
    """`token` or `address`."""
    capacity: int
    flow: float
    """Per second."""

    @property
    def header(self) -> str:
        """The policy as an item of `RateLimit-Policy`: the capacity, and the seconds in which the bucket fills."""
        return f'"{self.name}";q={self.capacity};w={math.ceil(self.capacity / self.flow)}'


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
        self._token = _policy("token", settings.rate_token_burst, settings.rate_token)
        self._address = _policy("address", settings.rate_address_burst, settings.rate_address)
        self._read, self._accounts = read, accounts
        # Keyed digests, so that the store holds no tokens and no addresses.
        secret = hashlib.sha256(b"taphouse-rate:" + "".join(settings.signing_keys[:1]).encode()).digest()

        @lru_cache(maxsize=8192)
        def bucket(kind: str, owner: str) -> str:
            owner = network(owner) if kind.startswith("address") else owner
            return hashlib.blake2b(f"{kind}:{owner}".encode(), digest_size=16, key=secret).hexdigest()

        self.bucket = bucket

    async def meter(self, caller: Caller) -> Meter | None:
        """The meter of a request; None if there are no limits."""
        if self._token is None and self._address is None:
            return None
        meter = Meter(self)
        owner, plays = await self._owner(caller.token) if caller.token else (None, False)
        if self._token is not None and owner is not None:
            meter.limits.append((self._token, self.bucket("token", owner)))
        if self._address is not None:
            meter.limits.append((self._address, self.bucket("address", caller.address)))
            meter.address = caller.address
        meter.seat = owner if plays else None
        return meter

    async def _owner(self, token: str) -> tuple[str | None, bool]:
        """The owner of the token's bucket, None if the token is invalid; and whether they may make moves."""
        if self._accounts is not None and is_one(token):
            with suppress(Unavailable):  # `Reader.identify` reports this if the request needs the identity
                player = await self._accounts.read(token)
                return (None, False) if player is None else (player.id, True)
        claims = self._read(token)
        if claims is None:
            return None, False
        # Narrowed tokens share the original's bucket. Read-only tokens have a bucket of their own, as do replaced
        # tokens, so that they cannot drain the player's bucket.
        owner = f"{claims.game}:{claims.who}:{claims.generation}"
        return (f"{owner}:reads", False) if claims.read_only else (owner, claims.seat is not None)


def _policy(name: str, capacity: int, flow: int) -> Policy | None:
    return Policy(name, capacity, flow) if flow else None


class Meter:
    """Takes the cost of one request exactly once, whichever part of the request asks first."""

    __slots__ = (
        *("_moving", "_rates", "_read", "_refused", "_settled", "_short", "_taken"),
        *("address", "cost", "limits", "seat"),
    )

    def __init__(self, rates: Rates) -> None:
        self.cost = UNPRICED
        """In points; set when the request has been read."""
        self.limits: list[tuple[Policy, str]] = []
        """The limits that apply, and the names of their buckets."""
        self.seat: str | None = None
        """The seat or player whose reserve a move may use; None for a request that cannot make moves."""
        self.address: str | None = None
        """The address whose reserve a move then uses; None if addresses are not limited."""
        self._rates, self._moving, self._read = rates, False, 0
        self._settled: asyncio.Future[None] | None = None
        self._taken: tuple[Taken, ...] = ()
        self._refused: RateLimited | None = None
        self._short: RateLimited | None = None  # the refusal that the reserve averted

    async def load(self, game: str, key: Key | None) -> Loaded:
        """Load a game, and take the cost in the same round trip.

        Raises:
            RateLimited: A limit is exceeded.
        """
        store = self._rates.store
        if self._settled is None:

            async def with_takes(takes: Sequence[Take]) -> tuple[Loaded, tuple[Taken, ...]]:
                loaded = await store.load(game, key, takes)
                return loaded, loaded.taken

            answer: Loaded = await self._take(with_takes)
            return answer
        await self._decided(self._settled)
        return await store.load(game, key)

    async def read(self, points: int) -> None:
        """Take the cost of parsing a document, before it is parsed. There is a reserve for this as well.

        Raises:
            RateLimited: A limit is exceeded.
        """
        self._read = points
        self._taken = await self._alone(self._takes(points))
        refused = self._judged()
        if refused is not None and not await self._passes(points, READING):
            raise refused

    async def admit(self) -> None:
        """Take the cost, unless it was taken already.

        Raises:
            RateLimited: A limit is exceeded.
        """
        if self._settled is not None:
            await self._decided(self._settled)
            return

        async def alone(takes: Sequence[Take]) -> tuple[None, tuple[Taken, ...]]:
            return None, await self._alone(takes)

        await self._take(alone)

    async def _alone(self, takes: Sequence[Take]) -> tuple[Taken, ...]:
        try:
            return await self._rates.store.take(takes)
        except StoreUnavailable:
            return ()  # requests that need the store fail anyway

    def move(self) -> None:
        """The request is about to make a move: let it use the reserves if it exceeds the limits."""
        self._moving = self._settled is None

    def no_move(self) -> None:
        """The move was refused, so the request had no right to the reserve.

        Raises:
            RateLimited: The request passed only by the reserve.
        """
        self._moving = False
        if self._short is not None:
            self._refused = self._short
            raise self._short from None

    def moved(self) -> None:
        """The move was made: the whole request is answered."""
        self._short = None

    @property
    def paid(self) -> int:
        """The points of the whole request: for parsing and for answering it."""
        return self._read + self.cost

    @property
    def headers(self) -> dict[str, str]:
        """The headers of draft-ietf-httpapi-ratelimit-headers; empty if nothing was taken."""
        if not self._taken:
            return {}
        limits = []
        for (policy, _), taken in zip(self.limits, self._taken, strict=False):
            soon = "" if taken.allowed else f";t={_seconds(taken.retry)}"
            limits.append(f'"{policy.name}";r={taken.left}{soon};taphouse-cost={self.paid}')
        policies = ", ".join([policy.header for policy, _ in self.limits])
        return {"ratelimit-policy": policies, "ratelimit": ", ".join(limits)}

    @property
    def extensions(self) -> dict[str, Any]:
        """The same for the `extensions` of a GraphQL answer."""
        left = {
            policy.name: {"limit": policy.capacity, "perSecond": int(policy.flow), "remaining": taken.left}
            for (policy, _), taken in zip(self.limits, self._taken, strict=False)
        }
        return {"cost": self.paid, "rateLimit": left}

    async def _decided(self, settled: asyncio.Future[None]) -> None:
        """Wait until another part of the same request has taken the cost."""
        await asyncio.shield(settled)
        if self._refused is not None:
            raise self._refused

    async def _take(self, round_trip: Callable[[Sequence[Take]], Awaitable[tuple[Any, tuple[Taken, ...]]]]) -> Any:
        self._settled = asyncio.get_running_loop().create_future()
        try:
            answer, self._taken = await round_trip(self._takes(self.cost))
            refused = self._judged()
            if refused is not None and self._moving and await self._passes(self.cost, MOVES):
                self._short = refused
            else:
                self._refused = refused
        finally:
            self._settled.set_result(None)
        if self._refused is not None:
            raise self._refused
        return answer

    def _takes(self, cost: int) -> list[Take]:
        return [Take(name, min(cost, policy.capacity), policy.capacity, policy.flow) for policy, name in self.limits]

    def _judged(self) -> RateLimited | None:
        """The refusal, if a limit is exceeded."""
        empty = [
            (policy.name, taken.retry)
            for (policy, _), taken in zip(self.limits, self._taken, strict=False)
            if not taken.allowed
        ]
        if not empty:
            return None
        return RateLimited(tuple(name for name, _ in empty), max(_seconds(retry) for _, retry in empty))

    async def _passes(self, cost: int, reserve: str) -> bool:
        """Whether the reserves allow a request that exceeds the limits.

        Try the seat's reserve first, so that one seat cannot drain its address's reserve.
        """
        if self.seat is None or cost > RESERVED:
            return False
        takes = [self._reserved(f"seat's reserve for {reserve}", self.seat, OF_SEAT)]
        if self.address is not None:
            takes.append(self._reserved(f"address reserve for {reserve}", self.address, OF_ADDRESS))
        for take in takes:
            if not all(taken.allowed for taken in await self._alone([take])):
                return False
        return True

    def _reserved(self, kind: str, owner: str, reserve: Reserve) -> Take:
        return Take(self._rates.bucket(kind, owner), 1, reserve.capacity, reserve.flow)


def meter_of(caller: Caller) -> Meter | None:
    """The meter of a caller's request."""
    return caller.meter if isinstance(caller.meter, Meter) else None


async def metered(caller: Caller, rates: Rates) -> Caller:
    """Give the caller a meter for one request."""
    caller.meter = await rates.meter(caller)
    return caller


def price(caller: Caller, cost: int) -> None:
    """Set the cost of a request, before it is taken."""
    meter = meter_of(caller)
    if meter is not None:
        meter.cost = cost


async def read(caller: Caller, points: int) -> None:
    """Take the cost of parsing a request's document, before it is parsed.

    Raises:
        RateLimited: A limit is exceeded.
    """
    meter = meter_of(caller)
    if meter is not None:
        await meter.read(points)


async def admit(caller: Caller) -> None:
    """Take the cost of a request, unless it was taken already. Called before use cases that load no game, and before answers.

    Raises:
        RateLimited: A limit is exceeded.
    """
    if caller.meter is not None:
        await caller.meter.admit()


async def broken(caller: Caller) -> None:
    """Take the cost of a request that failed with an internal error: not even that is free."""
    with suppress(RateLimited):
        await admit(caller)


@contextmanager
def moving(caller: Caller) -> Iterator[None]:
    """Let a seat's move use the reserves. Refused moves may not, because refusals would be a free way to read.

    Raises:
        RateLimited: The move was refused, and passed only by the reserve.
    """
    meter = meter_of(caller)
    if meter is None:
        yield
        return
    meter.move()
    try:
        yield
    except Refused:
        meter.no_move()
        raise
    meter.moved()


def headers(caller: Caller) -> dict[str, str]:
    """The rate limit headers of the answer to a request."""
    meter = meter_of(caller)
    return {} if meter is None else meter.headers


def extensions(caller: Caller) -> dict[str, Any] | None:
    """The `extensions` of a GraphQL answer: its cost, and what is left of the limits."""
    meter = meter_of(caller)
    return None if meter is None else meter.extensions


def _seconds(retry: float) -> int:
    return max(1, math.ceil(retry))
