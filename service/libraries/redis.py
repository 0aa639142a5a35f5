"""The internals of redis-py that find the servers of clusters and sentinels. `tests/house/test_libraries.py` knows them."""

from redis.asyncio.connection import parse_url
from redis.crc import REDIS_CLUSTER_HASH_SLOTS

__all__ = ["REDIS_CLUSTER_HASH_SLOTS", "parse_url"]
