"""Servers for tests of faults."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import servers


@pytest.fixture
def own_redis(tmp_path: Path) -> Iterator[servers.RedisServer]:
    """A server that a test may mistreat."""
    with servers.redis_server(tmp_path / "redis") as server:
        yield server
