"""A fair queue, and a semaphore on it. Everything in this process that waits for its turn uses one of them.

Owners, such as the addresses of clients, are served in rotation, so that one with many entries delays another by one entry each.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

T = TypeVar("T", bound=Hashable)


class FairQueue(Generic[T]):
    """Entries that wait. Owners take turns, and the oldest entry of each owner comes first. Each method but `place` takes
    constant time.

    The entries of an owner are distinct. The queue has no bound: who puts entries in limits their number.
    """

    def __init__(self) -> None:
        self.owners: OrderedDict[str, OrderedDict[T, None]] = OrderedDict()
        """The owners of whom something waits, the next one first, with their entries. Others only read it."""

    def __bool__(self) -> bool:
        return bool(self.owners)

    def __len__(self) -> int:
        return sum(map(len, self.owners.values()))

    def put(self, entry: T, owner: str) -> None:
        """Add an entry. An owner of whom nothing waits comes after all others."""
        self.owners.setdefault(owner, OrderedDict())[entry] = None

    def pop(self, owner: str | None = None) -> T | None:
        """Remove and return the next entry, or that of one owner; None if there is none. The owner then comes last."""
        if owner is None:
            owner = next(iter(self.owners), "")
        entries = self.owners.pop(owner, None)
        if entries is None:
            return None
        entry, _ = entries.popitem(last=False)
        if entries:
            self.owners[owner] = entries
        return entry

    def place(self, owner: str, entry: T | None = None) -> int:
        """The place of an owner's entry, by default of the oldest: 1 if it is next, 0 if there is none.

        Takes time by the number of owners, and of the owner's entries.
        """
        entries = self.owners.get(owner)
        if not entries or (entry is not None and entry not in entries):
            return 0
        before = 0 if entry is None else list(entries).index(entry)
        place, turn = before + 1, before + 1  # others have as many turns before it, and those after the owner one less
        for one, waiting in self.owners.items():
            if one == owner:
                turn -= 1
            else:
                place += min(len(waiting), turn)
        return place

    def discard(self, entry: T, owner: str) -> bool:
        """Remove an entry if it still waits, and return whether it did."""
        entries = self.owners.get(owner)
        if entries is None or entry not in entries:
            return False
        del entries[entry]
        if not entries:
            del self.owners[owner]
        return True


class Waiters:
    """Tasks that wait in a fair queue until they are woken. One that is cancelled leaves the queue."""

    def __init__(self) -> None:
        self._queue: FairQueue[asyncio.Future[None]] = FairQueue()

    def join(self, owner: str) -> asyncio.Future[None]:
        """A future that is done when it is woken. If it is cancelled, call `leave`."""
        waiter = asyncio.get_running_loop().create_future()
        self._queue.put(waiter, owner)
        return waiter

    def leave(self, waiter: asyncio.Future[None], owner: str) -> None:
        """Leave the queue."""
        self._queue.discard(waiter, owner)

    async def wait(self, owner: str) -> None:
        """Wait to be woken."""
        waiter = self.join(owner)
        try:
            await waiter
        except asyncio.CancelledError:
            self.leave(waiter, owner)
            raise

    def wake(self, owner: str | None = None) -> bool:
        """Wake the next one, or the next of one owner. Returns whether one waited."""
        while self._queue.owners and (waiter := self._queue.pop(owner)) is not None:
            if not waiter.done():
                waiter.set_result(None)
                return True
        return False


class FairSemaphore:
    """A semaphore whose places go to owners in rotation.

    Args:
        places: The number of places.
        per_owner: True if each owner has this number of places, so that owners do not wait for one another.
    """

    def __init__(self, places: int, *, per_owner: bool = False) -> None:
        self._places, self._per_owner = places, per_owner
        self._taken: dict[str, int] = {}
        self._leaving: list[str] = []  # the owners of the places that are released soon
        self._waiters = Waiters()

    def takes(self, owner: str) -> bool:
        """Take a place if one is free, and return whether it was."""
        counted = owner if self._per_owner else ""
        taken = self._taken.get(counted, 0)
        if taken >= self._places:
            return False
        self._taken[counted] = taken + 1
        return True

    def join(self, owner: str) -> asyncio.Future[None]:
        """Wait for a place when none is free. It is taken when the future is done, which must not be cancelled."""
        return self._waiters.join(owner)

    async def acquire(self, owner: str) -> None:
        """Take a place, and wait until there is one."""
        if self.takes(owner):
            return
        place = self.join(owner)
        try:
            await place
        except asyncio.CancelledError:
            if place.cancelled():
                self._waiters.leave(place, owner)
            else:  # it was given a place at the same time
                self.release(owner)
            raise

    def release(self, owner: str) -> None:
        """Release a place of an owner: it is the next one's."""
        counted = owner if self._per_owner else ""
        if self._waiters.wake(owner if self._per_owner else None):
            return
        if self._taken[counted] > 1:
            self._taken[counted] -= 1
        else:
            del self._taken[counted]

    def release_soon(self, owner: str) -> None:
        """Release a place in the next turn of the event loop, so that the places limit what begins in a turn."""
        if not self._leaving:
            asyncio.get_running_loop().call_soon(self._release_those)
        self._leaving.append(owner)

    def _release_those(self) -> None:
        leaving, self._leaving = self._leaving, []
        for owner in leaving:
            self.release(owner)
