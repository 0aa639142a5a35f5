"""A store in a server, and the server itself."""

from collections.abc import AsyncIterator, Iterator

import pytest
import redis

from taphouse.service.store.redis import RedisStore
from tests.effort import BOUND


@pytest.fixture(params=["valkey", "redis"])
def server_url(request: pytest.FixtureRequest) -> str:
    url: str = request.getfixturevalue(f"{request.param}_url")
    return url


@pytest.fixture
async def store(server_url: str) -> AsyncIterator[RedisStore]:
    store = RedisStore.connect(server_url, timeout=BOUND)
    yield store
    await store.close()


@pytest.fixture
def raw(server_url: str) -> Iterator[redis.Redis]:
    with redis.Redis.from_url(server_url, protocol=2) as client:
        yield client
