"""The address of a server is what redis-py makes of its URL, and the slot of a key what redis-py says."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from redis.asyncio import ConnectionPool
from redis.crc import key_slot as redis_py_slot

from taphouse.service.runtime.redis_urls import server_at, server_of
from taphouse.service.store.servers.routing import key_slot

LOADED = """
import asyncio, sys
from taphouse.service.runtime.redis_urls import check
from taphouse.service.store.failures import StoreUnavailable
from taphouse.service.store.redis import RedisStore
async def ask():
    check("redis://127.0.0.1:1")
    try:
        await RedisStore.connect("redis://127.0.0.1:1", timeout=1).load("game")
    except StoreUnavailable:
        print("redis" in sys.modules)
asyncio.run(ask())
"""


@pytest.mark.parametrize(
    "url",
    [
        "redis://Host",
        "redis://host:0",
        "redis://host:7/3",
        "redis://me@host/0?client_name=a%20b",
        "redis://:s%40cr%2Ft%3f:x@[::1]:7?db=4",
        "redis://%C3%A9:p@host?password=",
        "redis://host?username=me&password=a%2Bb%26&client_name=x",
        "rediss://me:secret@host:7/5?client_name=x",
    ],
)
def test_an_address_is_what_redis_py_makes_of_it(url: str) -> None:
    made = server_of(ConnectionPool.from_url(url).make_connection())
    found = server_at(url)
    assert [getattr(found, name) for name in found.__struct_fields__[:-1]] == [
        getattr(made, name) for name in made.__struct_fields__[:-1]
    ]
    assert (found.tls is None) == (made.tls is None) == url.startswith("redis:")


def test_an_address_can_be_a_unix_socket() -> None:
    url = "unix://me:a%2Fb@/run/a%20socket?db=2"
    made, found = ConnectionPool.from_url(url).make_connection(), server_at(url)
    assert (found.path, found.username, found.password, found.db) == (made.path, "me", "a/b", 2)


@given(st.text("ab{}", max_size=8))
def test_a_key_has_the_slot_that_redis_py_says(key: str) -> None:
    assert key_slot(key.encode()) == redis_py_slot(key.encode())


def test_a_server_that_is_alone_needs_no_redis_py() -> None:
    done = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False"]
