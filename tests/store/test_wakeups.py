"""The meaning of the order of messages on the one pub/sub connection; on a connection that a test writes by hand."""

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack
from unittest.mock import Mock

import pytest

from taphouse.service.store import wakeups
from taphouse.service.store.failures import StoreUnavailable
from taphouse.service.store.wakeups import ChannelWaiter, Wakeups
from tests.effort import BOUND
from tests.store.build import until


async def settled() -> None:
    """Nothing here waits for anything but other tasks, so a few rounds of the loop bring everything to rest."""
    for _ in range(50):
        await asyncio.sleep(0)


class Line:
    """A connection: the commands sent on it, and the messages that a test lets come."""

    def __init__(self) -> None:
        self.sent: list[tuple[object, ...]] = []
        self.hear: Callable[[object], object] | None = None
        self.ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.open = True

    def send(self, *command: object) -> None:
        self.sent.append(command)

    async def listen(self, hear: Callable[[object], object]) -> None:
        self.hear = hear
        await self.ended

    def close(self) -> None:
        self.open = False

    async def shows(self, *commands: tuple[object, ...]) -> None:
        await settled()
        assert self.sent == list(commands)

    async def lets_come(self, *messages: object) -> None:
        await settled()
        assert self.hear
        for message in messages:
            if isinstance(message, Exception):
                self.ended.set_exception(message)
            else:
                self.hear(message)
        await settled()


SUBSCRIBE, UNSUBSCRIBE = ("SUBSCRIBE", b"g"), ("UNSUBSCRIBE", b"g")
SUBSCRIBED, UNSUBSCRIBED = [b"subscribe", b"g", 1], [b"unsubscribe", b"g", 0]


class Listener:
    """Somebody who listens to `g`; it is in once its subscription is confirmed."""

    def __init__(self, waking: Wakeups) -> None:
        self.inside = asyncio.Event()
        self.task = asyncio.create_task(self._listen(waking))

    async def _listen(self, waking: Wakeups) -> None:
        async with waking.listening(b"g") as woken:
            self.inside.set()
            await woken()

    async def leave(self) -> None:
        self.task.cancel()
        await asyncio.wait([self.task])


@pytest.fixture
async def lines():
    return []


@pytest.fixture
async def waking(lines, monkeypatch):
    monkeypatch.setattr(wakeups, "TOGETHER", 0.0)

    async def dial() -> Line:
        lines.append(Line())
        return lines[-1]

    async with AsyncExitStack() as stack:
        waking = Wakeups(dial, 5.0)
        stack.push_async_callback(waking.close)
        yield waking


async def first(lines: list[Line]) -> Line:
    await settled()
    return lines[0]


async def another(lines: list[Line], number: int) -> Line:
    """The connection of this number, once it is there."""
    await until(lambda: found(len(lines) >= number))
    await settled()
    return lines[number - 1]


async def found(value: bool) -> bool:
    return value


async def test_a_listener_is_in_when_the_server_has_confirmed(waking: Wakeups, lines: list[Line]) -> None:
    one = Listener(waking)
    line = await first(lines)
    await line.shows(SUBSCRIBE)
    assert not one.inside.is_set()
    await line.lets_come(SUBSCRIBED)
    assert one.inside.is_set()
    assert not one.task.done()
    await line.lets_come([b"message", b"other", b"2"], [b"message", b"g", b"2"])
    await one.task
    await line.shows(SUBSCRIBE, UNSUBSCRIBE)


async def test_the_answer_to_an_earlier_subscription_confirms_nothing(waking: Wakeups, lines: list[Line]) -> None:
    one = Listener(waking)
    line = await first(lines)
    await line.shows(SUBSCRIBE)
    await one.leave()
    await line.shows(SUBSCRIBE, UNSUBSCRIBE)
    two = Listener(waking)
    await line.shows(SUBSCRIBE, UNSUBSCRIBE, SUBSCRIBE)
    await line.lets_come(SUBSCRIBED, UNSUBSCRIBED)
    assert not two.inside.is_set()
    await line.lets_come(SUBSCRIBED)
    assert two.inside.is_set()
    await two.leave()


async def test_who_comes_later_shares_the_subscription(waking: Wakeups, lines: list[Line]) -> None:
    one = Listener(waking)
    line = await first(lines)
    await line.lets_come(SUBSCRIBED)
    two = Listener(waking)
    await settled()
    assert two.inside.is_set()
    await one.leave()
    assert waking.waiting == 1
    await line.lets_come([b"message", b"g", b"2"])
    await two.task
    await line.shows(SUBSCRIBE, UNSUBSCRIBE)


@pytest.mark.parametrize("answered", [True, False])
async def test_who_returns_before_the_channel_is_left_needs_no_new_subscription(
    waking: Wakeups, lines: list[Line], monkeypatch: pytest.MonkeyPatch, answered: bool
) -> None:
    monkeypatch.setattr(wakeups, "TOGETHER", 60.0)
    one = Listener(waking)
    line = await first(lines)
    if answered:
        await line.lets_come(SUBSCRIBED)
    await one.leave()
    two = Listener(waking)
    await settled()
    assert two.inside.is_set() == answered
    if not answered:
        await line.lets_come(SUBSCRIBED)
    assert two.inside.is_set()
    await line.lets_come([b"message", b"g", b"2"])
    await two.task
    await line.shows(SUBSCRIBE)


async def test_who_comes_while_there_is_no_connection_is_subscribed_on_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(wakeups, "TOGETHER", 0.0)
    dialled: asyncio.Queue[Line] = asyncio.Queue()
    waking = Wakeups(dialled.get, 5.0)
    one = Listener(waking)
    await settled()
    await one.leave()
    two, three = Listener(waking), Listener(waking)
    await settled()
    assert not two.inside.is_set()
    dialled.put_nowait(line := Line())
    await line.shows(SUBSCRIBE)
    await line.lets_come(SUBSCRIBED)
    assert two.inside.is_set()
    assert three.inside.is_set()
    await line.lets_come([b"message", b"g", b"2"])
    await asyncio.gather(two.task, three.task)
    await waking.close()


async def test_a_connection_that_takes_no_commands_is_replaced(
    waking: Wakeups, lines: list[Line], monkeypatch: pytest.MonkeyPatch
) -> None:
    one = Listener(waking)
    line = await first(lines)
    await line.lets_come(SUBSCRIBED)
    monkeypatch.setattr(line, "send", Mock(side_effect=OSError("closed")))
    async with asyncio.timeout(BOUND):
        with pytest.raises(StoreUnavailable, match="closed"):
            async with waking.listening(b"h"):
                pass
    line = await another(lines, 2)
    await line.lets_come(SUBSCRIBED)
    await one.task


async def test_a_message_at_the_moment_when_waiting_ends_is_not_lost() -> None:
    async def enter(_: ChannelWaiter) -> None:
        pass

    waiter = ChannelWaiter(enter, lambda _: None)
    waiting = asyncio.create_task(waiter())
    await asyncio.sleep(0)
    waiting.cancel()
    waiter.wake(3)
    await asyncio.wait([waiting])
    assert waiting.cancelled()
    waiter.wake(4)
    assert await waiter() == 4
    late = asyncio.create_task(waiter(0.0))
    await asyncio.sleep(0)
    asyncio.get_running_loop().call_later(0.0, waiter.wake, 5)  # after the timer, before the task that it wakes
    found = await late
    assert found == 5 or (found is None and await waiter(0) == 5)
    assert await waiter(0) is None


async def test_a_message_about_a_known_version_does_not_count(waking: Wakeups, lines: list[Line]) -> None:
    async def listen() -> int | None:
        async with waking.listening(b"g") as woken:
            woken.known = 3
            return await woken()

    listening = asyncio.create_task(listen())
    line = await first(lines)
    await line.lets_come(SUBSCRIBED)
    await line.lets_come([b"message", b"g", b"2"], [b"message", b"g", b"3"])
    assert not listening.done()
    await line.lets_come([b"message", b"g", b"4"])
    assert await listening == 4


async def test_a_silent_connection_is_tried_and_then_replaced(
    waking: Wakeups, lines: list[Line], monkeypatch: pytest.MonkeyPatch
) -> None:
    ticks, sleep = asyncio.Queue[None](), asyncio.sleep
    monkeypatch.setattr(wakeups, "PING_EVERY", 77.0)
    monkeypatch.setattr(asyncio, "sleep", lambda seconds: ticks.get() if seconds == 77.0 else sleep(seconds))

    async def silence() -> None:
        ticks.put_nowait(None)
        await settled()

    one = Listener(waking)
    line = await first(lines)
    await line.lets_come(SUBSCRIBED)
    await silence()
    await line.shows(SUBSCRIBE)
    await silence()
    await line.lets_come([b"pong", b""])
    await silence()
    await silence()
    await line.shows(SUBSCRIBE, ("PING",), ("PING",))
    assert line.open
    await silence()
    assert not line.open
    await (await another(lines, 2)).lets_come(SUBSCRIBED)
    await one.task


async def test_who_waits_for_a_confirmation_is_told_when_the_connection_breaks(
    waking: Wakeups, lines: list[Line]
) -> None:
    one = Listener(waking)
    line = await first(lines)
    await line.lets_come(OSError("gone"))
    with pytest.raises(StoreUnavailable, match="gone"):
        await one.task
    assert not line.open
    assert waking.waiting == 0


async def test_a_server_that_does_not_confirm_is_unavailable(
    waking: Wakeups, lines: list[Line], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waking, "_patience", 0.05)
    with pytest.raises(StoreUnavailable, match="SUBSCRIBE"):
        await Listener(waking).task
    assert waking.waiting == 0


async def test_who_listens_hears_again_wherever_the_new_connections_are_cut(waking: Wakeups, lines: list[Line]) -> None:
    """Each connection comes one step further than the last one: to SUBSCRIBE, to the first answer, and so on."""
    channels = [b"g", b"h", b"i"]
    async with AsyncExitStack() as stack:
        entering = [asyncio.create_task(stack.enter_async_context(waking.listening(channel))) for channel in channels]
        line = await first(lines)
        await line.lets_come(*([b"subscribe", channel, 1] for channel in channels))
        ears = await asyncio.gather(*entering)
        for answered in range(len(channels) + 1):
            await line.lets_come(OSError("cut"))
            line = await another(lines, answered + 2)
            ((word, *asked),) = line.sent
            assert (word, sorted(asked)) == ("SUBSCRIBE", channels)
            await line.lets_come(*([b"subscribe", channel, 1] for channel in channels[:answered]))
        for ear in ears:
            await asyncio.wait_for(ear(), BOUND)  # it may have missed something
        for channel, ear in zip(channels, ears, strict=True):
            waiting = asyncio.create_task(ear())
            await settled()
            assert not waiting.done()
            await line.lets_come([b"message", channel, b"2"])
            await waiting


async def test_who_listens_is_woken_only_when_the_new_connection_is_confirmed(
    waking: Wakeups, lines: list[Line]
) -> None:
    one = Listener(waking)
    await (await first(lines)).lets_come(SUBSCRIBED, OSError("cut"))
    line = await another(lines, 2)
    assert not one.task.done()  # what it read now might be followed by a message that reaches nobody
    late = Listener(waking)
    await settled()
    assert not late.inside.is_set()
    await line.lets_come(SUBSCRIBED)
    await one.task
    assert late.inside.is_set()
    await late.leave()


async def test_a_connection_to_a_server_that_publishes_no_more_is_replaced_though_it_answers(
    lines: list[Line], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wakeups, "WATCH_EVERY", 0)
    publishes = "the old master"

    async def dial() -> Line:
        lines.append(Line())
        return lines[-1]

    async def where() -> str:
        return publishes

    waking = Wakeups(dial, 5.0, where)
    one = Listener(waking)
    await (await first(lines)).lets_come(SUBSCRIBED)
    publishes = "the new master"
    line = await another(lines, 2)
    assert not lines[0].open
    await line.lets_come(SUBSCRIBED)
    await one.task
    await waking.close()
