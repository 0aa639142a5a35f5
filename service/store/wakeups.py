"""Wakes the waiters for changes of games, through one pub/sub connection for the whole process.

A message is only a wake-up: waiters then read the store. So waking too often does no harm. When the connection breaks, or another
server takes over publishing, all channels are subscribed to again. The waiters of a channel are woken when the server has
confirmed it, since messages in between reach nobody.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Protocol, Self, TypeVar

from taphouse.service.runtime.backoff import pauses
from taphouse.service.store.failures import StoreUnavailable
from taphouse.service.store.servers.listening_connection import ListeningConnection

PING_EVERY = 1.0
"""Seconds without a message before a PING; after as many without an answer, the connection counts as broken."""
WATCH_EVERY = 1.0
"""Seconds between two looks at which servers publish."""
TOGETHER = 0.05
"""Seconds in which channels that nobody follows any more are collected, to be left with one command."""
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 0.5
"""Seconds between attempts to connect: at first and at most."""

T = TypeVar("T")


class _Subscription(ABC):
    """Listens from the moment that its context is entered until it is left."""

    @abstractmethod
    async def begin(self) -> None:
        """Listen, and return when messages will come."""

    @abstractmethod
    def leave(self) -> None:
        """See `service.store.Woken`."""

    async def __aenter__(self) -> Self:
        try:
            await self.begin()
        except BaseException:
            self.leave()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        self.leave()


class ChannelWaiter(_Subscription):
    """A waiter for messages on a channel; implements `service.store.Woken`.

    Args:
        enter: Adds it to the channel, and returns when its messages will come.
        leave: Removes it.
    """

    def __init__(
        self, enter: Callable[[ChannelWaiter], Awaitable[None]], leave: Callable[[ChannelWaiter], None]
    ) -> None:
        self._enter, self._leave = enter, leave
        self._version: int | None = 0
        self.heard = False
        """See `service.store.Woken`, as for the next two."""
        self.known = 0
        self.back: Callable[[], None] = _nothing

    def wake(self, version: int | None = None, /) -> None:
        """See `Waiter.wake`."""
        if version is not None and version <= self.known:
            return
        self._version = None if version is None or self._version is None else max(version, self._version)
        self.heard = True
        self.back()

    def take(self) -> int | None:
        """See `service.store.Woken`."""
        self.heard = False
        version, self._version = self._version, 0
        return version

    async def __call__(self, timeout: float | None = None) -> int | None:  # noqa: ASYNC109 a timeout is no error here
        """See `service.store.Woken`."""
        return self.take() if self.heard or await _heard(self, timeout) else None

    async def begin(self) -> None:
        """See `_Subscription`."""
        await self._enter(self)

    def leave(self) -> None:
        """See `service.store.Woken`."""
        self.back = _nothing
        self._leave(self)


class Waiter(Protocol):
    """Is woken by the messages on a channel."""

    def wake(self, version: int | None = None, /) -> None:
        """A message came that named this version, or some may have been missed."""


class ChannelPart:
    """The part of an `MultiChannelWaiter` that waits on one channel."""

    __slots__ = ("_name", "_waiter")

    def __init__(self, waiter: MultiChannelWaiter, name: str) -> None:
        self._waiter, self._name = waiter, name

    def wake(self, _: int | None = None, /) -> None:
        """See `Waiter.wake`."""
        self._waiter.wake(self._name)


class MultiChannelWaiter(_Subscription):
    """A waiter for messages on several channels; implements `service.store.Listener`.

    Args:
        names: The channels from the beginning.
        enter: Adds parts to their channels, which they name, and returns when their messages will come.
        leave: Removes a part from a channel.
    """

    def __init__(
        self,
        names: Sequence[str],
        enter: Callable[[Mapping[str, ChannelPart]], Awaitable[None]],
        leave: Callable[[str, ChannelPart], None],
    ) -> None:
        self._names, self._enter, self._leave = names, enter, leave
        self._parts: dict[str, ChannelPart] = {}
        self.heard: set[str] = set()
        """See `service.store.Listener`, as for the next one."""
        self.back: Callable[[], None] = _nothing

    def wake(self, name: str) -> None:
        """A message came on a channel, or some may have been missed."""
        self.heard.add(name)
        self.back()

    async def add(self, games: Sequence[str]) -> None:
        """See `service.store.Listener`."""
        new = {name: ChannelPart(self, name) for name in games if name not in self._parts}
        self._parts |= new
        await self._enter(new)

    def drop(self, games: Sequence[str]) -> None:
        """See `service.store.Listener`."""
        for name in games:
            if (part := self._parts.pop(name, None)) is not None:
                self._leave(name, part)
                self.heard.discard(name)

    def take(self) -> set[str]:
        """See `service.store.Listener`."""
        heard, self.heard = self.heard, set()
        return heard

    async def __call__(self, timeout: float | None = None) -> set[str]:  # noqa: ASYNC109 a timeout is no error here
        """See `service.store.Listener`."""
        return self.take() if self.heard or await _heard(self, timeout) else set()

    async def begin(self) -> None:
        """See `_Subscription`."""
        await self.add(self._names)

    def leave(self) -> None:
        """See `service.store.Listener`."""
        self.back = _nothing
        self.drop(list(self._parts))


class _Topic:
    """A channel with waiters."""

    def __init__(self) -> None:
        self.waiters: set[Waiter] = set()
        self.missed = False
        """True if messages may have been missed since the waiters were last woken."""
        self.anew()

    def anew(self) -> None:
        """Note that a new connection has begun, on which the channel is not confirmed yet."""
        self.confirmed: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

    def wake(self, version: int | None = None, /) -> None:
        """Wake all waiters. None: messages may have been missed."""
        self.missed = False
        for waiter in self.waiters:
            waiter.wake(version)


async def _nowhere() -> None:
    """The servers that publish, where they are not known."""


class Wakeups:
    """Subscriptions to channels.

    Args:
        dial: Opens a connection for these subscriptions.
        patience: Seconds that each step may take.
        where: Returns the servers that publish, as a value that changes with them. It is called before `dial`, and now and then.
    """

    def __init__(
        self,
        dial: Callable[[], Awaitable[ListeningConnection]],
        patience: float,
        where: Callable[[], Awaitable[object]] = _nowhere,
    ) -> None:
        self._dial, self._where = dial, where
        self._patience = patience
        self._topics: dict[bytes, _Topic] = {}
        self._task: asyncio.Task[None] | None = None
        self._pauses: Iterator[float] | None = None  # set while connecting fails
        self._why = ""
        # On the current connection: the channels sent in SUBSCRIBE, and the number of unanswered SUBSCRIBEs of each.
        self._sent: set[bytes] = set()
        self._unanswered: Counter[bytes] = Counter()
        self._silent = True  # until a message comes
        # Channels added or removed since the last command.
        self._touched: set[bytes] = set()
        self._touch = asyncio.Event()
        self._leaving: asyncio.TimerHandle | None = None  # set while channels wait to be left together

    @property
    def waiting(self) -> int:
        """The number of waiters."""
        return sum(len(topic.waiters) for topic in self._topics.values())

    def listening(self, channel: bytes) -> ChannelWaiter:
        """Subscribe to a channel; the server has confirmed it when the body runs.

        Raises:
            StoreUnavailable: There was no connection, or no answer in time.
        """

        async def enter(waiter: ChannelWaiter) -> None:
            await self.confirmed(self.enter(channel, waiter))

        return ChannelWaiter(enter, partial(self.leave, channel))

    def hearing(self, names: Sequence[str], channel_of: Callable[[str], bytes]) -> MultiChannelWaiter:
        """Subscribe to the channels of some names, and of those that are added to the waiter. Like `listening`.

        Raises:
            StoreUnavailable: There was no connection, or no answer in time.
        """

        async def enter(parts: Mapping[str, ChannelPart]) -> None:
            for topic in [self.enter(channel_of(one), part) for one, part in parts.items()]:
                await self.confirmed(topic)

        return MultiChannelWaiter(names, enter, lambda one, part: self.leave(channel_of(one), part))

    async def close(self) -> None:
        """Wake all waiters for the last time, and close the connection."""
        if self._task:
            self._task.cancel()
            await asyncio.wait([self._task], timeout=self._patience)

    def enter(self, channel: bytes, waiter: Waiter) -> _Topic:
        """Add a waiter to a channel, and subscribe to it if it is the first."""
        topic = self._topics.get(channel)
        if topic is None:
            topic = self._topics[channel] = _Topic()
            self._touched.add(channel)
            self._touch.set()
        topic.waiters.add(waiter)
        if self._task is None:
            self._task = asyncio.create_task(self._run())
        return topic

    def leave(self, channel: bytes, waiter: Waiter) -> None:
        """Remove a waiter, and unsubscribe if it was the last."""
        topic = self._topics[channel]
        topic.waiters.remove(waiter)
        if not topic.waiters:
            del self._topics[channel]
            self._touched.add(channel)
            if self._leaving is None:
                self._leaving = asyncio.get_running_loop().call_later(TOGETHER, self._left)

    def _left(self) -> None:
        self._leaving = None
        self._touch.set()

    async def confirmed(self, topic: _Topic) -> None:
        """Wait until a channel is confirmed."""
        if topic.confirmed.done() and topic.confirmed.result():
            return
        waiting = asyncio.get_running_loop().create_future()
        topic.confirmed.add_done_callback(lambda done: _settle(waiting, done.result()))
        confirmed = await _settled(waiting, self._patience, None)
        if confirmed is None:
            raise StoreUnavailable("No answer to SUBSCRIBE.")
        if not confirmed:
            raise StoreUnavailable(f"No connection to subscribe on: {self._why}")

    async def _run(self) -> None:
        try:
            while self._topics:
                await self._connect()
                for topic in self._topics.values():
                    topic.missed = topic.missed or topic.confirmed.done()
                    _settle(topic.confirmed, False)
                    topic.anew()
        finally:
            self._task = None
            for topic in self._topics.values():
                topic.wake()

    async def _connect(self) -> None:
        """Connect, subscribe to all channels, and pass messages on until the connection ends."""
        line = None
        try:
            if self._pauses is None:
                self._pauses = pauses(FIRST_PAUSE, LONGEST_PAUSE)
            else:
                await asyncio.sleep(next(self._pauses))
            async with asyncio.timeout(self._patience):
                servers = await self._where()  # before the connection, so that a change meanwhile is noticed
                line = await self._dial()
            self._sent.clear()
            self._unanswered.clear()
            self._touched.update(self._topics)
            self._touch.set()
            await _first_failure(line.listen(self._hear), self._ping(line), self._speak(line), self._watch(servers))
        except Exception as error:  # whatever it was, connect again
            self._why = str(error) or type(error).__name__
        finally:
            if line is not None:
                line.close()

    async def _watch(self, servers: object) -> None:
        """Return when other servers publish than these. The old ones may be alive, and may even answer PING."""
        while True:
            await asyncio.sleep(WATCH_EVERY)
            if await self._where() != servers:
                return

    def _hear(self, message: Any) -> None:
        self._silent = False
        match message:
            case [b"message", channel, text]:
                if (topic := self._topics.get(channel)) is not None:
                    topic.wake(int(text) if text.isdigit() else None)
            case [b"subscribe", channel, _]:
                self._pauses = None
                self._unanswered[channel] -= 1
                self._confirm(channel)

    async def _ping(self, line: ListeningConnection) -> None:
        while True:
            self._silent = True
            await asyncio.sleep(PING_EVERY)
            if self._silent:
                line.send("PING")
                await asyncio.sleep(PING_EVERY)
                if self._silent:
                    raise StoreUnavailable("No answer to PING.")

    async def _speak(self, line: ListeningConnection) -> None:
        while True:
            await self._touch.wait()
            self._touch.clear()
            touched, self._touched = self._touched, set()
            gone = [channel for channel in touched if channel not in self._topics and channel in self._sent]
            new = [channel for channel in touched if channel in self._topics and channel not in self._sent]
            self._sent.difference_update(gone)
            self._sent.update(new)
            self._unanswered.update(new)
            if gone:
                line.send("UNSUBSCRIBE", *gone)
            if new:
                line.send("SUBSCRIBE", *new)
            for channel in touched:
                self._confirm(channel)

    def _confirm(self, channel: bytes) -> None:
        """Confirm a channel if the server has answered its latest SUBSCRIBE, not just an earlier one."""
        if self._unanswered[channel] <= 0:
            del self._unanswered[channel]
            topic = self._topics.get(channel)
            if topic and channel in self._sent:
                _settle(topic.confirmed, True)
                if topic.missed:
                    topic.wake()


def _nothing() -> None:
    """Nobody waits."""


async def _heard(waiter: ChannelWaiter | MultiChannelWaiter, seconds: float | None) -> bool:
    """Wait for a message. False after some seconds without one."""
    waiting = asyncio.get_running_loop().create_future()
    waiter.back = partial(_settle, waiting, True)
    try:
        return await _settled(waiting, seconds, False)
    finally:
        waiter.back = _nothing


async def _settled(future: asyncio.Future[T], seconds: float | None, otherwise: T) -> T:
    """The result of a future, which is settled otherwise after some seconds: a timeout's context would cost more."""
    timer = None if seconds is None else asyncio.get_running_loop().call_later(seconds, _settle, future, otherwise)
    try:
        return await future
    finally:
        if timer is not None:
            timer.cancel()


def _settle(future: asyncio.Future[Any], value: object) -> None:
    if not future.done():
        future.set_result(value)


async def _first_failure(*works: Any) -> None:
    """Run all until one fails, cancel the others, and raise its error."""
    tasks = [asyncio.ensure_future(work) for work in works]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    for task in done:
        task.result()
