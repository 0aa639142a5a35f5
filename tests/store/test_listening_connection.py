"""The connection for channels."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from taphouse.service.runtime.redis_urls import Server, parsed
from taphouse.service.store import wakeups
from taphouse.service.store.failures import StoreUnavailable
from taphouse.service.store.redis import RedisStore
from taphouse.service.store.servers import listening_connection
from taphouse.service.store.servers.discovery import Discovery
from taphouse.service.store.servers.listening_connection import ListeningConnection, listen_at
from taphouse.service.store.wakeups import Wakeups
from tests.certificates import Certificate
from tests.effort import BOUND
from tests.servers import RedisServer, free_port, redis_server
from tests.store.build import a_commit, a_game, until
from tests.store.scripted_server import scripted


@asynccontextmanager
async def dialled(url: str) -> AsyncIterator[ListeningConnection]:
    discovery = Discovery(parsed(url), BOUND)
    try:
        connection = await discovery.dial()
        yield connection
        connection.close()
    finally:
        await discovery.close()


async def hears(url: str) -> None:
    """A connection to this URL hears what is published, and only that."""
    async with dialled(url) as connection, dialled(url) as other:
        heard: asyncio.Queue[Any] = asyncio.Queue()
        listening = connection.listen(heard.put_nowait)
        connection.send("PING")
        assert await heard.get() == b"PONG"
        connection.send("SUBSCRIBE", b"a", b"b")
        assert [await heard.get(), await heard.get()] == [[b"subscribe", b"a", 1], [b"subscribe", b"b", 2]]
        other.send("PUBLISH", b"b", b"2")
        assert await heard.get() == [b"message", b"b", b"2"]
        connection.send("PING")
        assert await heard.get() == [b"pong", b""]
        connection.close()
        with pytest.raises(OSError, match="closed"):
            await listening
        with pytest.raises(OSError, match="closed"):
            connection.send("PING")


async def test_it_hears_over_tcp_with_a_login_and_a_database(own_redis: RedisServer) -> None:
    await hears(own_redis.url)
    with own_redis.client() as admin:
        admin.execute_command("ACL SETUSER brewer on >hops ~* &* +@all")
    await hears(f"redis://brewer:hops@127.0.0.1:{own_redis.port}/3?client_name=taphouse")


async def test_it_hears_over_tls_and_a_unix_socket(tmp_path: Path) -> None:
    port, certificate = free_port(), Certificate(tmp_path)
    settings = ["--unixsocket", str(tmp_path / "socket"), "--tls-port", str(port), *certificate.settings]
    with redis_server(tmp_path / "redis", *settings):
        await hears(f"rediss://127.0.0.1:{port}?ssl_ca_certs={certificate.cert}")
        await hears(f"unix://{tmp_path / 'socket'}")


async def test_a_refused_login_and_a_refused_channel_are_told(own_redis: RedisServer) -> None:
    with own_redis.client() as admin:
        admin.execute_command("ACL SETUSER brewer on >hops ~* resetchannels +@all")
    with pytest.raises(StoreUnavailable, match="WRONGPASS"):
        await listen_at(Server(host="127.0.0.1", port=own_redis.port, username="brewer", password=a_game()))
    async with dialled(f"redis://brewer:hops@127.0.0.1:{own_redis.port}") as connection:
        listening = connection.listen(lambda _: None)
        connection.send("SUBSCRIBE", b"a")
        with pytest.raises(StoreUnavailable, match="NOPERM") as refused:
            await listening
        assert "brewer" not in str(refused.value)


async def test_an_answer_that_comes_before_any_other_task_runs_counts(
    own_redis: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a busy machine: when the event loop goes on, the server has answered what was just sent."""

    class Held(ListeningConnection):
        def send(self, *command: Any) -> None:
            super().send(*command)
            time.sleep(0.02)

    monkeypatch.setattr(listening_connection, "ListeningConnection", Held)
    store = RedisStore.connect(own_redis.url, timeout=BOUND)
    for _ in range(3):
        game = a_game()
        async with asyncio.timeout(BOUND), store.listening(game) as woken:
            await store.commit(a_commit(game))
            assert await woken(BOUND) == 1
    await store.close()


@pytest.mark.parametrize("size", [1, 7, 100])
async def test_answers_and_messages_come_in_pieces_of_any_size(size: int) -> None:
    heard: list[Any] = []
    connection = ListeningConnection(2)
    received = (
        b"+OK\r\n+PONG\r\n*3\r\n$9\r\nsubscribe\r\n$1\r\na\r\n:1\r\n*3\r\n$7\r\nmessage\r\n$1\r\na\r\n$2\r\n12\r\n"
    )
    connection.listen(heard.append)
    for start in range(0, len(received), size):
        connection.data_received(received[start : start + size])
    await connection.ready
    assert heard == [[b"subscribe", b"a", 1], [b"message", b"a", b"12"]]


async def test_a_login_that_is_given_up_leaves_no_connection() -> None:
    async with scripted(lambda _: None) as server:
        opening = asyncio.create_task(listen_at(Server(host="127.0.0.1", port=server.port)))
        await until(lambda: _asked(server.commands))
        opening.cancel()
        await asyncio.wait([opening])
        assert opening.cancelled()
        await until(lambda: _asked(not server.open))


async def test_opening_that_is_cancelled_at_any_point_leaves_no_connection() -> None:
    async with scripted(lambda _: b"+PONG\r\n") as server:
        for turns in range(12):
            opening = asyncio.create_task(listen_at(Server(host="127.0.0.1", port=server.port)))
            for _ in range(turns):
                await asyncio.sleep(0)
            opening.cancel()
            await asyncio.wait([opening])
            if not opening.cancelled():
                opening.result().close()
        await until(lambda: _asked(not server.open))


async def test_a_server_that_hangs_or_restarts_is_left_and_what_was_missed_is_told(
    own_redis: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wakeups, "PING_EVERY", 0.1)
    discovery = Discovery(parsed(own_redis.url), 1.0)
    waking = Wakeups(discovery.dial, BOUND)
    async with waking.listening(b"a") as woken:
        with own_redis.paused():
            await asyncio.sleep(0.5)
        assert await _soon(woken) is None
        own_redis.kill()
        own_redis.start()
        assert await _soon(woken) is None
        with own_redis.client() as admin:
            await asyncio.to_thread(admin.publish, "a", "7")
        assert await _soon(woken) == 7
    await waking.close()
    await discovery.close()


async def _soon(woken: wakeups.ChannelWaiter) -> int | None:
    async with asyncio.timeout(BOUND):
        return await woken()


async def _asked(value: object) -> object:
    return value
