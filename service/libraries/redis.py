"""The internals of redis-py that find the server of a key. `tests/house/test_libraries.py` knows them."""

from redis.asyncio.connection import parse_url
from redis.crc import REDIS_CLUSTER_HASH_SLOTS, key_slot

__all__ = ["REDIS_CLUSTER_HASH_SLOTS", "key_slot", "parse_url"]
