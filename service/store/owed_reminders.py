"""Reminders that could not be set, or that no replica may have: this instance sets them again until one has them.

A reminder and the game or delivery that it is about are two keys, in a cluster on two servers. A change does not wait for a
server of reminders that is away, so the instance that made it owes them. See docs/decisions/0068-two-keys-one-promise.md.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from taphouse.service.runtime.backoff import pauses
from taphouse.service.store import layout
from taphouse.service.store.failures import StoreUnavailable
from taphouse.service.store.scripts import DUE
from taphouse.service.store.servers.pipelined_connection import Command

MOST = 65_536
"""The most reminders that are owed; the oldest ones are given up."""
AT_ONCE = 256
"""The most of them that are set at once."""
FIRST_PAUSE, LONGEST_PAUSE = 0.2, 5.0
"""Seconds before they are set again: at first and at most."""


class OwedReminders:
    """The reminders that this instance owes.

    Args:
        ask: Sends commands to the servers of their keys. The reply to one that fails is a `StoreUnavailable`.
    """

    def __init__(self, ask: Callable[[Sequence[Command]], Awaitable[Sequence[Any]]]) -> None:
        self._ask = ask
        self._owed: dict[tuple[str, str], tuple[str, float]] = {}
        self._task: asyncio.Task[None] | None = None

    def __len__(self) -> int:
        return len(self._owed)

    def owe(self, queue: str, how: str, member: str, after: float) -> None:
        """Set a reminder that is due in `after` seconds from now, as soon as its server can be asked.

        Args:
            queue: The queue.
            how: `remind` or `hasten`, as in due.lua.
            member: Its subject.
            after: Seconds.
        """
        self._owed.pop((queue, member), None)
        self._owed[queue, member] = how, asyncio.get_running_loop().time() + after
        if len(self._owed) > MOST:
            del self._owed[next(iter(self._owed))]
        if self._task is None:
            self._task = asyncio.create_task(self._pay())

    def paid(self, queue: str, member: str) -> None:
        """Note that a reminder was set."""
        self._owed.pop((queue, member), None)

    def cancel(self) -> None:
        """Give all up."""
        if self._task is not None:
            self._task.cancel()

    async def _pay(self) -> None:
        try:
            for pause in pauses(FIRST_PAUSE, LONGEST_PAUSE):
                await asyncio.sleep(pause)
                now, some = asyncio.get_running_loop().time(), [*self._owed.items()]
                for first in range(0, len(some), AT_ONCE):
                    await self._pay_some(some[first : first + AT_ONCE], now)
                if not self._owed:
                    return
        finally:
            self._task = None

    async def _pay_some(self, some: Sequence[tuple[tuple[str, str], tuple[str, float]]], now: float) -> None:
        commands = [
            reminding(queue, how, member, int(max(0.0, at - now) * 1000)) for (queue, member), (how, at) in some
        ]
        try:
            replies = await self._ask(commands)
        except StoreUnavailable:
            return
        for (key, promise), reply in zip(some, replies, strict=True):
            if not isinstance(reply, StoreUnavailable) and self._owed.get(key) == promise:
                del self._owed[key]


def reminding(queue: str, *given: str | int) -> Command:
    """A command on a queue of reminders; see due.lua."""
    return ("EVALSHA", DUE.digest, 1, layout.due_key(queue), *given)
