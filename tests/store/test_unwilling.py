"""A server that answers otherwise than it should: not now, to nobody, too late, or not at all."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from taphouse.service.store.failures import StoreUnavailable
from taphouse.service.store.protocol import Loaded
from taphouse.service.store.redis import RedisStore
from taphouse.service.store.servers import pipelined_connection
from tests.effort import BOUND
from tests.store.build import a_commit, a_game, until
from tests.store.scripted_server import NOTHING_STORED, Answer, ScriptedServer, scripted

NOT_NOW = [
    "LOADING Redis is loading",
    "READONLY You can't write",
    "TRYAGAIN Multiple keys",
    "CLUSTERDOWN Hash slot",
    "MASTERDOWN",
]
NOTHING = Loaded(None, None)


def well(command: list[bytes]) -> bytes:
    return {b"PING": b"+PONG\r\n", b"HMGET": NOTHING_STORED, b"LRANGE": b"*0\r\n"}.get(command[0], b"+OK\r\n")


@asynccontextmanager
async def store_before(answer: Answer, timeout: float = BOUND) -> AsyncIterator[tuple[RedisStore, ScriptedServer]]:  # noqa: ASYNC109
    async with scripted(answer) as server:
        store = RedisStore.connect(server.url, timeout=timeout)
        try:
            yield store, server
        finally:
            await store.close()


@pytest.mark.parametrize("error", NOT_NOW)
async def test_a_command_is_sent_again_until_the_server_can_run_it(error: str) -> None:
    errors = [f"-{error}\r\n".encode()] * 3

    def answer(command: list[bytes]) -> bytes:
        return errors.pop() if errors and command[0] == b"HMGET" else well(command)

    async with store_before(answer) as (store, server):
        assert await store.load(a_game()) == NOTHING
        assert server.asked(b"HMGET") == 4


@pytest.mark.parametrize("error", NOT_NOW)
async def test_a_server_that_never_can_is_unavailable_in_time_and_says_why(error: str) -> None:
    def answer(command: list[bytes]) -> bytes:
        return f"-{error}\r\n".encode() if command[0] == b"HMGET" else well(command)

    async with store_before(answer, timeout=0.6) as (store, server):
        with pytest.raises(StoreUnavailable, match=error):
            await asyncio.wait_for(store.load(a_game()), BOUND)
        assert 2 <= server.asked(b"HMGET") < 40  # with pauses between


async def test_what_reads_after_another_command_is_sent_again_after_it() -> None:
    errors = [b"-LOADING\r\n"]

    def answer(command: list[bytes]) -> bytes:
        return errors.pop() if errors and command[0] == b"HMGET" else well(command)

    async with store_before(answer) as (store, server):
        assert await store.entries(a_game(), 0, 10) == ()
        sent = [command[0] for command in server.commands if command[0] in {b"HMGET", b"LRANGE"}]
        assert sent == [b"HMGET", b"LRANGE", b"HMGET", b"LRANGE"]


async def test_an_error_that_does_not_go_away_is_told_at_once() -> None:
    def answer(command: list[bytes]) -> bytes:
        return b"-OOM command not allowed\r\n" if command[0] == b"EVALSHA" else well(command)

    async with store_before(answer) as (store, server):
        with pytest.raises(StoreUnavailable, match="OOM"):
            await store.commit(a_commit(a_game()))
        assert server.asked(b"EVALSHA") == 1


async def test_a_read_only_server_is_left_for_the_one_that_its_name_leads_to() -> None:
    errors = [b"-READONLY\r\n"]

    def answer(command: list[bytes]) -> bytes:
        return errors.pop() if errors and command[0] == b"SET" else well(command)

    async with store_before(answer) as (store, server):
        assert await store.load(a_game()) == NOTHING
        before = server.connections
        await store.put_edition("digest", b"")
        assert server.connections == before + 1


async def test_many_callers_leave_a_read_only_server_with_one_new_connection() -> None:
    errors = [b"-READONLY\r\n"] * 50

    def answer(command: list[bytes]) -> bytes:
        return errors.pop() if errors and command[0] == b"SET" else well(command)

    async with store_before(answer) as (store, server):
        assert await store.load(a_game()) == NOTHING
        before = server.connections
        await asyncio.gather(*(store.put_edition(str(number), b"") for number in range(50)))
        assert server.connections == before + 1


async def test_a_silent_server_is_asked_twice_and_then_given_up() -> None:
    def answer(command: list[bytes]) -> bytes | None:
        return None if command[0] == b"GET" else well(command)

    async with store_before(answer, timeout=0.6) as (store, server):
        for number in (1, 2):
            with pytest.raises(StoreUnavailable):
                await asyncio.wait_for(store.edition("none"), BOUND)
            assert server.asked(b"GET") == 2 * number


@pytest.mark.parametrize("junk", [b"junk\r\n", b"*-7\r\n", b"\x00", NOTHING_STORED + b"+OK\r\n"])
async def test_a_connection_that_breaks_the_protocol_is_given_up(junk: bytes) -> None:
    spoilt: list[bytes] = []

    def answer(command: list[bytes]) -> bytes:
        return spoilt.pop() if spoilt and command[0] == b"HMGET" else well(command)

    async with store_before(answer) as (store, server):
        assert await store.load(a_game()) == NOTHING
        before = server.connections
        spoilt.append(junk)
        assert await store.load(a_game()) == NOTHING
        assert await store.load(a_game()) == NOTHING
        assert server.connections == before + 1


async def test_a_connection_at_rest_is_tried_and_left_if_it_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipelined_connection, "LOOK_EVERY", 0.01)
    async with store_before(well, timeout=1.0) as (store, server):
        assert await store.load(a_game()) == NOTHING
        await until(lambda: _soon(server.asked(b"INFO") > 6))
        node = store._router._slots[0]
        assert node.connection is not None
        server.deaf = True
        await until(lambda: _soon(node.connection is None))
        server.deaf = False
        loads = server.asked(b"HMGET")
        assert await store.load(a_game()) == NOTHING
        assert server.asked(b"HMGET") == loads + 1  # the first try went to a connection that works


async def _soon(value: bool) -> bool:
    return value


async def test_a_server_that_closes_every_connection_is_unavailable() -> None:
    async with scripted(well) as server:
        store = RedisStore.connect(server.url, timeout=BOUND)
        try:
            assert await store.load(a_game()) == NOTHING

            def refuse(command: list[bytes]) -> bytes | None:
                server.cut()
                return None

            server.answer = refuse
            with pytest.raises(StoreUnavailable):
                await store.load(a_game())
            server.answer = well
            assert await store.load(a_game()) == NOTHING
        finally:
            await store.close()
