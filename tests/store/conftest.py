"""The stores that every test of `every_store` runs against."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest
import uvloop

from taphouse.lab.memory_store import MemoryStore
from taphouse.service.store.protocol import Store
from taphouse.service.store.redis import RedisStore
from tests import servers
from tests.effort import BOUND


def pytest_asyncio_loop_factories() -> dict[str, Callable[[], asyncio.AbstractEventLoop]]:
    """The event loop of the service. Unlike asyncio's, it may read what has come before it runs a task that is due."""
    return {"uvloop": uvloop.new_event_loop}


class Clock:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(scope="session")
def valkey_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with servers.valkey_server(tmp_path_factory.mktemp("valkey")) as url:
        yield url


@pytest.fixture(scope="session")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with servers.debian_redis(tmp_path_factory.mktemp("redis")) as url:
        yield url


@pytest.fixture(scope="session")
def cluster_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with servers.debian_cluster(tmp_path_factory.mktemp("cluster")) as url:
        yield url


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(params=["memory", "valkey", "redis", "cluster"])
def url(request: pytest.FixtureRequest) -> str | None:
    """The address of the store; None: in memory."""
    return None if request.param == "memory" else request.getfixturevalue(f"{request.param}_url")


@pytest.fixture
async def open_store(url: str | None, clock: Clock) -> AsyncIterator[Callable[[], Store]]:
    """Opens another store on the same games."""
    opened: list[Store] = []

    def open_one() -> Store:
        if url is None:
            opened[:] = opened or [MemoryStore(clock)]
            return opened[0]
        opened.append(RedisStore.connect(url, timeout=BOUND))
        return opened[-1]

    yield open_one
    for store in opened:
        await store.close()


@pytest.fixture
def store(open_store: Callable[[], Store]) -> Store:
    return open_store()


@pytest.fixture
def own_redis(tmp_path: Path) -> Iterator[servers.RedisServer]:
    """A server that a test may mistreat."""
    with servers.redis_server(tmp_path / "redis") as server:
        yield server


@pytest.fixture
async def own_store(own_redis: servers.RedisServer) -> AsyncIterator[RedisStore]:
    store = RedisStore.connect(own_redis.url, timeout=1.0)
    yield store
    await store.close()
