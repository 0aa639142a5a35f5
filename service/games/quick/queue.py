"""The queues of quick play: tables that wait, in the order in which they were opened.

A queue is one value in the store, which is replaced only by who has read it. So of two players who come at the same moment, one
sees the other: a player who opens a table has noted it before it exists, unless one in the queue fits. One who joins takes their
place at it in the queue first, so no two try to take the same seat. No two tables in a queue fit each other, unless somebody
has left one of them.

The games are the truth. What a crash leaves in a queue is removed by the next player who finds it, and what it takes away comes
back with the table's reminder (`waiting_tables.py`).
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress

import msgspec
from msgspec import Struct

from taphouse.schema.failures import Busy
from taphouse.service.games.quick.terms import Asked, Place, agrees, fits, narrowed, sits
from taphouse.service.runtime.backoff import around
from taphouse.service.store.failures import StoreUnavailable
from taphouse.service.store.protocol import Store

FORMAT = 3
"""The format of the values. A change of `Place` takes the next number: then releases have queues of their own."""
MOST_TRIES = 64
"""The most attempts to replace a value when other instances are faster."""
MOST_PLACES = 500
"""The most tables in a queue."""
_KEPT = 86_400_000
_ITEM = "places"
NOTED = "game"
"""The item with the game that a request is about to join or to open."""
PAUSE = 0.002
"""Seconds between two changes of a busy queue, on average: other instances get their turn, and more is changed at once."""


class _Places(Struct, frozen=True, array_like=True):
    mark: bytes
    """Makes each value another one, so that `Store.put_item` cannot take the value of another caller for its own."""
    places: tuple[Place, ...]


_decoder = msgspec.msgpack.Decoder(_Places)
Read = Mapping[str, Mapping[str, bytes]]
"""The items under the name of a queue, and under that of a request's note."""
Change = Callable[[Sequence[Place], bytes | None], Sequence[Place] | None]
"""Returns the places from now on; None to leave them as they are. It also gets the note of its request, if there is one, and is
called again if another instance was faster."""


class _Wanted(Struct, frozen=True):
    """A change that is to be made."""

    change: Change
    note: str | None
    """The name of the item with the note of its request."""
    made: asyncio.Future[None]

    def settle(self, error: Exception | None) -> None:
        if self.made.done():
            return
        if error is None:
            self.made.set_result(None)
        else:
            self.made.set_exception(error)


class Claim:
    """The claim of a player to a place.

    Args:
        asked: The terms that the player accepts.
        own: The table that the player would open.
        passed: The games that they cannot join after all.
    """

    def __init__(self, asked: Asked, own: Place, passed: Collection[str]) -> None:
        self._asked, self._own, self._passed = asked, own, passed
        self.place: Place | None = None
        """The table as it was at which they have a place; None to open their own, which then is in the queue."""
        self.note: bytes | None = None
        """The game that the same request was about to join or to open before, if any."""
        self.earlier: str | None = None
        """The game of the note, unless that was in vain or it is the player's own table in the queue. Then nothing is claimed."""

    def change(self, places: Sequence[Place], note: bytes | None) -> Sequence[Place] | None:
        """Take the place. A table at which the player's account sits stays as it is."""
        asked, own, self.note, self.place = self._asked, self._own, note, None
        here = [one for one in places if one.game not in self._passed]
        waits = any(one.game == own.game for one in here)
        game = None if note is None else note.decode()
        self.earlier = None if game in self._passed or (waits and game == own.game) else game
        if self.earlier is not None or waits:
            return None
        self.place = next((one for one in here if sits(one, asked) and agrees(one, asked)), None)
        if self.place is not None:
            return None
        self.place = next((one for one in here if fits(one, asked)), None)
        if self.place is not None and asked.company.unknown(self.place.players):
            return None
        if self.place is not None:
            newer = narrowed(self.place, asked)
            return _without(places, self.place.game, [newer] if len(newer.players) < newer.terms.least else [])
        if len(places) >= MOST_PLACES:
            raise Busy
        return _without(places, own.game, [own])


def queue_name(kind: str, common: str) -> str:
    """The name of the queue of a kind of game, for tables that have the same in common, by its digest."""
    return f"quick:{FORMAT}:{kind}:{common}"


class PlaceQueues:
    """The queues in a store.

    Args:
        store: The store.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._wanted = dict[str, list[_Wanted]]()
        self._working = set[asyncio.Task[None]]()

    async def read(self, queue: str, note: str | None) -> Read | None:
        """The items for the claim that comes next. None if others are changing the queue, or it cannot be read."""
        if queue not in self._wanted:
            with suppress(StoreUnavailable):
                return await self._read([queue] if note is None else [queue, note])
        return None

    async def claim(
        self, asked: Asked, own: Place, passed: Collection[str], note: str | None, read: Read | None
    ) -> Claim:
        """Take a place at the oldest table that fits, or note the player's own table, if there is none.

        Args:
            asked: The terms that the player accepts.
            own: The table that the player would open.
            passed: The games that they cannot join after all.
            note: The name of the item with the game of the same request; None without one.
            read: What `read` has found; None to read again.

        Raises:
            Busy: Others were faster every time, or too many tables wait.
            StoreUnavailable: It is not known what the queue holds.
        """
        claim = Claim(asked, own, passed)
        await self._change(asked.queue, claim.change, note, read)
        while claim.place is not None and await asked.company.ask(claim.place.players):
            await self._change(asked.queue, claim.change, note)
        return claim

    async def put(self, queue: str, game: str, place: Place | None) -> None:
        """Note a table as it is now; None if it does not wait any more. It does not fail: the table's reminder repeats it."""

        def change(places: Sequence[Place], _: bytes | None) -> Sequence[Place] | None:
            newer = _without(places, game, [] if place is None else [place])
            return None if newer == [*places] else newer

        with suppress(StoreUnavailable, Busy):
            await self._change(queue, change)

    async def _change(self, queue: str, change: Change, note: str | None = None, read: Read | None = None) -> None:
        """Make a change. Changes that come while others are being made are made at once, in their order."""
        wanted = _Wanted(change, note, asyncio.get_running_loop().create_future())
        if queue in self._wanted:
            self._wanted[queue].append(wanted)
            await wanted.made
            return
        self._wanted[queue] = []
        try:
            await self._make(queue, [wanted], read)
        finally:
            if self._wanted[queue]:
                task = asyncio.create_task(self._work(queue))
                self._working.add(task)
                task.add_done_callback(self._working.discard)
            else:
                del self._wanted[queue]
        wanted.made.result()

    async def _work(self, queue: str) -> None:
        """Make the changes of a queue until there are none."""
        try:
            while batch := self._wanted[queue]:
                self._wanted[queue] = []
                try:
                    await self._make(queue, batch)
                except Exception as error:
                    for one in batch:
                        one.settle(error)
                if self._wanted[queue]:
                    await asyncio.sleep(around(PAUSE))
        finally:
            del self._wanted[queue]

    async def _read(self, names: Sequence[str]) -> Read:
        return dict(zip(names, await self._store.items(names), strict=True))

    async def _make(self, queue: str, batch: Sequence[_Wanted], read: Read | None = None) -> None:
        names = [queue, *(one.note for one in batch if one.note is not None)]
        for _ in range(MOST_TRIES):
            read = read or await self._read(names)
            was = read[queue].get(_ITEM)
            before = places = _decoded(was)
            refused = dict[int, Busy]()
            for number, one in enumerate(batch):
                try:
                    newer = one.change(places, read.get(one.note or "", {}).get(NOTED))
                    places = places if newer is None else newer
                except Busy as error:
                    refused[number] = error
            value = msgspec.msgpack.encode(_Places(secrets.token_bytes(8), tuple(places)))
            if places is before or await self._store.put_item(queue, _ITEM, value, was, _KEPT):
                for number, one in enumerate(batch):
                    one.settle(refused.get(number))
                return
            read = None
        raise Busy


def _decoded(value: bytes | None) -> Sequence[Place]:
    try:
        return () if value is None else _decoder.decode(value).places
    except msgspec.MsgspecError:  # the tables' reminders note them again
        return ()


def _without(places: Sequence[Place], game: str, instead: list[Place]) -> list[Place]:
    """The places without that of a game, with another one where it was, or at the end if it had none."""
    at = next((number for number, one in enumerate(places) if one.game == game), len(places))
    return [*places[:at], *instead, *places[at + 1 :]]
