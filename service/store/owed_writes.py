"""Reminders and entries of lists that could not be written, or that no replica may have: this instance writes them until one has.

They and the game or delivery that they are about are two keys, in a cluster on two servers. A change does not wait for another
server that is away, so the instance that made it owes them. See docs/decisions/0068-two-keys-one-promise.md.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from itertools import islice
from typing import Any

from taphouse.service.runtime.backoff import pauses
from taphouse.service.store import layout
from taphouse.service.store.failures import StoreUnavailable, WrongType
from taphouse.service.store.scripts import DUE
from taphouse.service.store.servers.pipelined_connection import Command

MOST = 65_536
"""The most writes that are owed; the oldest ones are given up."""
AT_ONCE = 256
"""The most of them that are made at once."""
FIRST_PAUSE, LONGEST_PAUSE = 0.2, 5.0
"""Seconds before they are made again: at first, and at most while some fail."""

Write = Callable[[float], Command]
"""Makes the command of a write by the time of the event loop. The command is safe to repeat."""


class OwedWrites:
    """The writes that this instance owes.

    Args:
        ask: Sends commands to the servers of their keys. The reply to one that fails is a `StoreUnavailable`.
    """

    def __init__(self, ask: Callable[[Sequence[Command]], Awaitable[Sequence[Any]]]) -> None:
        self._ask = ask
        self._owed: dict[tuple[str, str], Write] = {}
        self._task: asyncio.Task[None] | None = None

    def __len__(self) -> int:
        return len(self._owed)

    def owe(self, key: str, member: str, write: Write) -> None:
        """Make a write as soon as its server can be asked, and until a replica has it.

        Args:
            key: The key.
            member: The member of it that is written.
            write: The write.
        """
        self._owed.pop((key, member), None)
        self._owed[key, member] = write
        if len(self._owed) > MOST:
            del self._owed[next(iter(self._owed))]
        if self._task is None:
            self._task = asyncio.create_task(self._pay())

    def paid(self, key: str, *members: str) -> None:
        """Note that members of a key are as they should be."""
        for member in members:
            self._owed.pop((key, member), None)

    def cancel(self) -> None:
        """Give all up."""
        if self._task is not None:
            self._task.cancel()

    async def _pay(self) -> None:
        try:
            waits = pauses(FIRST_PAUSE, LONGEST_PAUSE)
            while self._owed:
                await asyncio.sleep(next(waits))
                some = iter([*self._owed.items()])
                while piece := [*islice(some, AT_ONCE)]:
                    if await self._pay_some(piece):
                        waits = pauses(FIRST_PAUSE, LONGEST_PAUSE)
        finally:
            self._task = None

    async def _pay_some(self, some: Sequence[tuple[tuple[str, str], Write]]) -> bool:
        """Make some writes; True if all succeeded."""
        now = asyncio.get_running_loop().time()
        try:
            replies = await self._ask([write(now) for _, write in some])
        except StoreUnavailable:
            return False
        failed = False
        for (key, write), reply in zip(some, replies, strict=True):
            if isinstance(reply, StoreUnavailable) and not isinstance(reply, WrongType):
                failed = True
            elif self._owed.get(key) is write:
                del self._owed[key]
        return not failed


def reminding(queue: str, *given: str | int) -> Command:
    """A command on a queue of reminders; see due.lua."""
    return ("EVALSHA", DUE.digest, 1, layout.due_key(queue), *given)


def reminding_later(queue: str, how: str, member: str, after: float) -> Write:
    """A write that sets a reminder.

    Args:
        queue: The queue.
        how: `remind` or `hasten`, as in due.lua.
        member: Its subject.
        after: The seconds from now after which it is due.
    """
    at = asyncio.get_running_loop().time() + after
    return lambda now: reminding(queue, how, member, int(max(0.0, at - now) * 1000))
