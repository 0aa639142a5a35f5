"""The connection alone, with a transport and a server that a test moves: whatever happens, no reply reaches another caller."""

import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import pytest
import uvloop
from hiredis import Reader
from hypothesis import given, settings
from hypothesis import strategies as st

from taphouse.service.runtime.redis_urls import Server, server_at
from taphouse.service.store.failures import StoreBusy
from taphouse.service.store.servers import pipelined_connection
from taphouse.service.store.servers.pipelined_connection import ErrorReply, PipelinedConnection, connect
from tests.effort import BOUND, many
from tests.store.scripted_server import scripted

NEVER = 600.0
"""A patience that ends in no test."""


class Transport(asyncio.Transport):
    """Keeps what is written. `answers` has the server's replies: to each command its arguments, in order."""

    def __init__(self) -> None:
        super().__init__()
        self.writes: list[bytes] = []
        self.aborted = False
        self.answers = b""
        self._parser = Reader(notEnoughData=None)

    def write(self, data: bytes | bytearray | memoryview) -> None:
        assert not self.aborted
        self.writes.append(bytes(data))
        self._parser.feed(bytes(data))
        while (command := self._parser.gets()) is not None:
            self.answers += b"".join(
                [b"*%d\r\n" % len(command), *(b"$%d\r\n%b\r\n" % (len(one), one) for one in command)]
            )

    def abort(self) -> None:
        self.aborted = True


def opened(
    most: int = 1000, patience: float = NEVER
) -> tuple[PipelinedConnection, Transport, list[PipelinedConnection]]:
    """A connection, its transport, and the connections that ended."""
    ended: list[PipelinedConnection] = []
    connection, transport = PipelinedConnection(Server("nowhere", 6379), patience, most, ended.append), Transport()
    connection.connection_made(transport)
    return connection, transport, ended


async def turn() -> None:
    await asyncio.sleep(0)
    await asyncio.sleep(0)


def commands(call: int, sizes: Sequence[int]) -> list[tuple[str, int, bytes]]:
    return [(f"ECHO-{call}", number, b"\r\n" * size) for number, size in enumerate(sizes)]


asks = st.tuples(st.just("ask"), st.lists(st.integers(0, 40), min_size=1, max_size=3))
leaves = st.tuples(st.just("leave"), st.integers(0, 30))
reads = st.tuples(st.just("read"), st.integers(1, 200))
steps = asks | asks | asks | leaves | reads | reads | st.tuples(st.just("turn"), st.none())
ends = st.sampled_from(["all", "cut", "junk", "retire", "overdue"])


@settings(max_examples=many(300))
@given(steps=st.lists(steps, max_size=40), end=ends)
async def test_each_call_gets_the_replies_to_its_own_commands_or_none(
    steps: list[tuple[str, object]], end: str
) -> None:
    connection, transport, _ = opened()
    asked: list[tuple[list[tuple[str, int, bytes]], asyncio.Future]] = []
    given = 0

    def receive(count: int) -> None:
        nonlocal given
        part = transport.answers[given : given + count]
        given += len(part)
        if part:
            connection.data_received(part)

    for name, detail in steps:
        if name == "ask":
            told = commands(len(asked), detail)
            asked.append((told, connection.send(told)))
        elif name == "leave" and detail < len(asked):
            asked[detail][1].cancel()
        elif name == "read":
            receive(detail)
        else:
            await turn()
    answered = [future.done() and not future.cancelled() for _, future in asked]
    if end == "retire":
        connection.retire()
    await turn()
    if end == "junk":
        connection.data_received(b"junk\r\n" * (given == len(transport.answers)) or b"")
    if end in {"all", "retire"}:
        receive(len(transport.answers))
    if end in {"cut", "overdue", "junk"}:
        connection.connection_lost(None)
    for (told, future), before in zip(asked, answered, strict=True):
        assert future.done()
        if future.cancelled():
            continue
        replies = [
            [str(part).encode() if isinstance(part, int | str) else part for part in command] for command in told
        ]
        lost = end in {"cut", "overdue", "junk"} and not before
        assert future.result() == (None if lost else replies)
    assert transport.aborted == (end != "all")


async def test_what_is_sent_in_one_turn_is_written_at_once_and_in_order() -> None:
    connection, transport, _ = opened()
    for call in range(100):
        connection.send(commands(call, [1, 2]))
    assert transport.writes == []
    await turn()
    assert len(transport.writes) == 1
    parser = Reader()
    parser.feed(transport.writes[0])
    sent = [parser.gets()[:2] for _ in range(200)]
    assert sent == [[b"ECHO-%d" % call, b"%d" % number] for call in range(100) for number in range(2)]


async def test_more_calls_than_may_wait_are_refused_until_some_are_answered() -> None:
    connection, transport, _ = opened(most=3)
    futures = [connection.send([("A",)]) for _ in range(3)]
    with pytest.raises(StoreBusy):
        connection.send([("A",)])
    futures[0].cancel()
    with pytest.raises(StoreBusy):
        connection.send([("A",)])
    await turn()
    connection.data_received(transport.answers[: len(transport.answers) // 3])
    connection.send([("A",)])
    with pytest.raises(StoreBusy):
        connection.send([("A",)])


async def test_an_overdue_call_ends_the_connection_and_nobody_gets_late_replies() -> None:
    connection, transport, ended = opened(patience=0.01)
    futures = [connection.send(commands(call, [1])) for call in range(3)]
    async with asyncio.timeout(BOUND):
        assert await asyncio.gather(*futures) == [None] * 3
    assert transport.aborted
    assert ended == [connection]
    assert await connection.send(commands(4, [1])) is None


async def test_a_reply_that_waits_for_a_busy_event_loop_is_not_late() -> None:
    async with scripted(lambda _: b"+PONG\r\n") as server:
        ended: list[PipelinedConnection] = []
        where = server_at(server.url)

        async def held_up() -> object:
            connection = await connect(where, 0.2, 10, ended.append)
            future = connection.send([("PING",)])
            await asyncio.sleep(0.05)  # it is written
            time.sleep(0.4)  # noqa: ASYNC251 that is the point
            replies = await future
            assert ended == []
            await connection.close()
            return replies

        # The server has a thread and an event loop of its own. uvloop runs timers before it reads.
        assert await asyncio.to_thread(uvloop.run, held_up()) == [b"PONG"]


async def test_errors_are_values_with_their_code() -> None:
    connection, _, _ = opened()
    future = connection.send([("A",), ("B",)])
    connection.data_received(b"-MOVED 3999 127.0.0.1:7001\r\n+OK\r\n")
    error, fine = await future
    assert isinstance(error, ErrorReply)
    assert (error.code, str(error), error.connection) == ("MOVED", "MOVED 3999 127.0.0.1:7001", connection)
    assert fine == b"OK"


async def opening_cancelled(url: str, turns: int) -> list[dict[str, Any]]:
    """The complaints of the event loop when opening is cancelled after so many turns, and the connection is used on."""
    complaints: list[dict[str, Any]] = []
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda _, context: complaints.append(context))
    made: list[PipelinedConnection] = []
    where = server_at(url)
    before = set(asyncio.all_tasks())
    opening = asyncio.ensure_future(connect(where, NEVER, 10, made.append))
    for _ in range(turns):
        await asyncio.sleep(0)
    opening.cancel()
    with suppress(asyncio.CancelledError):
        made.append(await opening)
    (connection, *_) = made
    assert await connection.send([("PING",)]) in (None, [b"PONG"])
    await asyncio.sleep(0.005)  # it would look
    connection.end()
    assert set(asyncio.all_tasks()) == before
    assert connection._next_look is None or connection._next_look.cancelled()
    return complaints


@pytest.mark.parametrize("run", [asyncio.run, uvloop.run])
async def test_a_connection_whose_opening_is_cancelled_complains_of_nothing(
    run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """uvloop closes the transport then, and may not say so."""
    monkeypatch.setattr(pipelined_connection, "LOOK_EVERY", 0.001)
    async with scripted(lambda _: b"+PONG\r\n") as server:
        for turns in range(1, 12):
            assert await asyncio.to_thread(run, opening_cancelled(server.url, turns)) == []


class Gone(Transport):
    def write(self, data: bytes | bytearray | memoryview) -> None:
        raise RuntimeError("unable to perform operation on <TCPTransport closed=True>; the handler is closed")


async def test_what_is_written_when_the_transport_is_gone_is_lost_and_ends_the_connection() -> None:
    connection, _, ended = opened()
    connection.connection_made(transport := Gone())
    future = connection.send([("A",)])
    connection._flush()
    assert await future is None
    assert (transport.aborted, ended) == (True, [connection])
    assert await connection.send([("A",)]) is None
