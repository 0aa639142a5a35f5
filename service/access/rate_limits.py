"""How much a client may ask for: buckets in the store that fill by time, from which each request takes what it costs, once.

A request takes from the bucket of its address, and from that of its token where that was made here. It does so with the load
of its game, in the same round trip; what loads nothing takes by itself (`admit`), and so does whoever answers, at last, so
that nothing is free; only a document that is not known yet is paid for before it is read. Where these refuse a move, it may be
made by a reserve of its seat and one of its address: so nobody who reads can keep a player from playing. See
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
"""The points of a request of which nothing is known yet, such as one that cannot be read."""
RESERVED = 300
"""The points of the dearest request that passes by the reserve: moves with the whole table after them, and little else."""


class Reserve(Struct, frozen=True):
    """The moves that may be made at once, and in a second, although a token or an address has nothing left."""

    capacity: int
    flow: float


OF_SEAT = Reserve(20, 1.0)
OF_ADDRESS = Reserve(100, 10.0)
"""Of all seats that play from an address; who opens games has any number of these."""
MOVES, READING = "moves", "reading"
"""What there are reserves for. Who reads documents must not take from what he needs to move."""


class Policy(Struct, frozen=True):
    """Whose bucket it is, and what it holds, in points."""

    name: str
    capacity: int
    flow: float

    @property
    def header(self) -> str:
        """As `RateLimit-Policy` has it: what it holds, and the seconds in which it fills."""
        return f'"{self.name}";q={self.capacity};w={math.ceil(self.capacity / self.flow)}'


class Rates:
    """The buckets of all clients.

    Args:
        settings: what they hold.
        store: where they are.
        read: what a token of a game says, if it was made here. Others have no bucket: who makes them up would have any number.
        accounts: reads those of an app's own login, where there is one.
    """

    def __init__(
        self, settings: Settings, store: Store, read: Callable[[str], Claims | None], accounts: Accounts | None = None
    ) -> None:
        self.store = store
        self._token = _policy("token", settings.rate_token_burst, settings.rate_token)
        self._address = _policy("address", settings.rate_address_burst, settings.rate_address)
        self._read, self._accounts = read, accounts
        # The store, and whoever can read it, learns no token and no address.
        secret = hashlib.sha256(b"taphouse-rate:" + "".join(settings.signing_keys[:1]).encode()).digest()

        @lru_cache(maxsize=8192)
        def bucket(of: str, whose: str) -> str:
            what = network(whose) if of.startswith("address") else whose
            return hashlib.blake2b(f"{of}:{what}".encode(), digest_size=16, key=secret).hexdigest()

        self.bucket = bucket

    async def meter(self, caller: Caller) -> Meter | None:
        """What takes a request's cost; None where nothing is limited."""
        if self._token is None and self._address is None:
            return None
        meter = Meter(self)
        who, plays = await self._proven(caller.token) if caller.token else (None, False)
        if self._token is not None and who is not None:
            meter.limits.append((self._token, self.bucket("token", who)))
        if self._address is not None:
            meter.limits.append((self._address, self.bucket("address", caller.address)))
            meter.address = caller.address
        meter.seat = who if plays else None
        return meter

    async def _proven(self, token: str) -> tuple[str | None, bool]:
        """Who has a bucket by this token, and whether he may have moves to make."""
        if self._accounts is not None and is_one(token):
            with suppress(Unavailable):  # whoever needs to know who it is says so
                player = await self._accounts.read(token)
                return (None, False) if player is None else (player.id, True)
        claims = self._read(token)
        if claims is None:
            return None, False
        # The tokens that were made from one share its bucket, but those that only let see have one of their own, and those
        # that were replaced another: neither takes anything from who plays.
        who = f"{claims.game}:{claims.who}:{claims.generation}"
        return (f"{who}:reads", False) if claims.read_only else (who, claims.seat is not None)


def _policy(name: str, capacity: int, flow: int) -> Policy | None:
    return Policy(name, capacity, flow) if flow else None


class Meter:
    """Takes what one request costs, once, whoever asks for it first."""

    __slots__ = (
        *("_moving", "_rates", "_read", "_refused", "_settled", "_short", "_taken"),
        *("address", "cost", "limits", "seat"),
    )

    def __init__(self, rates: Rates) -> None:
        self.cost = UNPRICED
        """In points; known when the request has been read."""
        self.limits: list[tuple[Policy, str]] = []
        """What is taken from, and the names of the buckets."""
        self.seat: str | None = None
        """Whose reserve it may pass by, where somebody has one."""
        self.address: str | None = None
        """Of whose reserve it takes then; None where addresses are not limited."""
        self._rates, self._moving, self._read = rates, False, 0
        self._settled: asyncio.Future[None] | None = None
        self._taken: tuple[Taken, ...] = ()
        self._refused: RateLimited | None = None
        self._short: RateLimited | None = None  # what it would have been refused with, but for the reserve

    async def load(self, game: str, key: Key | None) -> Loaded:
        """Load a game, and take the cost in the same round trip.

        Raises:
            RateLimited: there is not enough left.
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
        """Take what it costs to read what was sent, before it is read; who has a reserve has one for this too.

        Raises:
            RateLimited: there is not enough left.
        """
        self._read = points
        self._taken = await self._alone(self._takes(points))
        refused = self._judged()
        if refused is not None and not await self._passes(points, READING):
            raise refused

    async def admit(self) -> None:
        """Take the cost, where that has not been done.

        Raises:
            RateLimited: there is not enough left.
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
            return ()  # what needs the store fails by itself

    def move(self) -> None:
        """A move is to be made: let it pass if the reserve of its seat allows it, should there be nothing else left."""
        self._moving = self._settled is None

    def no_move(self) -> None:
        """What was to be a move is none, and for that there is no reserve.

        Raises:
            RateLimited: only the reserve had let it pass.
        """
        self._moving = False
        if self._short is not None:
            self._refused = self._short
            raise self._short from None

    def moved(self) -> None:
        """The move was made: whatever else the request asked for, it is answered."""
        self._short = None

    @property
    def paid(self) -> int:
        """The points of the whole request: to read it, and to answer it."""
        return self._read + self.cost

    @property
    def headers(self) -> dict[str, str]:
        """The fields of draft-ietf-httpapi-ratelimit-headers; none where nothing was taken."""
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
        """The same for an answer of GraphQL."""
        left = {
            policy.name: {"limit": policy.capacity, "perSecond": int(policy.flow), "remaining": taken.left}
            for (policy, _), taken in zip(self.limits, self._taken, strict=False)
        }
        return {"cost": self.paid, "rateLimit": left}

    async def _decided(self, settled: asyncio.Future[None]) -> None:
        """Another part of the same request takes the cost, or has."""
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
        return [Take(name, min(cost, one.capacity), one.capacity, one.flow) for one, name in self.limits]

    def _judged(self) -> RateLimited | None:
        """Why the limits refuse it, if they do."""
        empty = [
            (policy.name, taken.retry)
            for (policy, _), taken in zip(self.limits, self._taken, strict=False)
            if not taken.allowed
        ]
        if not empty:
            return None
        return RateLimited(tuple(name for name, _ in empty), max(_seconds(retry) for _, retry in empty))

    async def _passes(self, cost: int, reserve: str) -> bool:
        """Whether the reserves let pass what the limits refuse: first that of the seat, so that none takes more from that of its
        address than it has itself."""
        if self.seat is None or cost > RESERVED:
            return False
        takes = [self._reserved(f"seat's reserve for {reserve}", self.seat, OF_SEAT)]
        if self.address is not None:
            takes.append(self._reserved(f"address reserve for {reserve}", self.address, OF_ADDRESS))
        for take in takes:
            if not all(taken.allowed for taken in await self._alone([take])):
                return False
        return True

    def _reserved(self, name: str, whose: str, reserve: Reserve) -> Take:
        return Take(self._rates.bucket(name, whose), 1, reserve.capacity, reserve.flow)


def meter_of(caller: Caller) -> Meter | None:
    """The meter of a request, as it was given to its caller."""
    return caller.meter if isinstance(caller.meter, Meter) else None


async def metered(caller: Caller, rates: Rates) -> Caller:
    """The caller, with a meter for one request."""
    caller.meter = await rates.meter(caller)
    return caller


def price(caller: Caller, cost: int) -> None:
    """Say what a request costs, before anything is taken."""
    meter = meter_of(caller)
    if meter is not None:
        meter.cost = cost


async def read(caller: Caller, points: int) -> None:
    """Take what it costs to read what a request sent, before it is read.

    Raises:
        RateLimited: there is not enough left.
    """
    meter = meter_of(caller)
    if meter is not None:
        await meter.read(points)


async def admit(caller: Caller) -> None:
    """Take what a request costs, where that has not been done: before something that loads nothing, and before any answer.

    Raises:
        RateLimited: there is not enough left.
    """
    if caller.meter is not None:
        await caller.meter.admit()


async def broken(caller: Caller) -> None:
    """Take what a request costs that broke here: not even that is free."""
    with suppress(RateLimited):
        await admit(caller)


@contextmanager
def moving(caller: Caller) -> Iterator[None]:
    """Have a seat's move pass by its reserve; unless it is refused, so that nobody can read by refusals.

    Raises:
        RateLimited: it was refused, and only the reserve had let it pass.
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
    """What the answer to a request says of its cost and of what is left."""
    meter = meter_of(caller)
    return {} if meter is None else meter.headers


def extensions(caller: Caller) -> dict[str, Any] | None:
    """What an answer of GraphQL says of its cost and of what is left."""
    meter = meter_of(caller)
    return None if meter is None else meter.extensions


def _seconds(retry: float) -> int:
    return max(1, math.ceil(retry))
