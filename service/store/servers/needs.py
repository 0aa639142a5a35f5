"""The needs of the service that a server must meet: its version, scripts, and the commands that its user may run."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from taphouse.service.store.scripts import Script
from taphouse.service.store.servers.pipelined_connection import NOT_NOW, Command, ErrorReply

REDIS, VALKEY = (7, 0), (7, 2)
"""The oldest versions that the service works with. Redis 6.2 lacks PEXPIRETIME, which exports read."""

_KEYED = (
    "DEL EXISTS GET HDEL HEXISTS HGET HGETALL HMGET HSET LINDEX LLEN LRANGE LREM LSET LTRIM PERSIST PEXPIRE PEXPIREAT "
    "PEXPIRETIME PTTL PUBLISH RPUSH SET SUBSCRIBE UNLINK ZADD ZCARD ZCOUNT ZRANGE ZREM ZREMRANGEBYLEX ZREMRANGEBYRANK "
    "ZREMRANGEBYSCORE ZSCORE"
)
COMMANDS = (
    *(f"{name} th:" for name in _KEYED.split()),
    "EVALSHA 0 1 th:",
    "PING",
    "SCAN 0",
    "TIME",
    "UNSUBSCRIBE",
    "WAIT 0 0",
)
"""The commands that stores, scripts and tools send, besides INFO and EVAL, which ask for them."""
CLUSTER = ("CLUSTER SLOTS", "ASKING")
"""The commands that a cluster needs besides."""
_SCRIPT = Script("servers/denied.lua").text
_NUMBER = re.compile(r"\d+")


def question(clustered: bool) -> Command:
    """The command whose reply says what a server denies."""
    return ("EVAL", _SCRIPT, 0, *COMMANDS, *(CLUSTER if clustered else ()))


def unmet(info: Mapping[str, str], denied: Any) -> Iterator[str]:
    """The needs that a server does not meet, in sentences for operators.

    Args:
        info: The lines of its answer to INFO.
        denied: Its reply to the question.
    """
    valkey = info.get("valkey_version")  # which calls itself Redis 7.2.4 as well
    name, found, least = ("Valkey", valkey, VALKEY) if valkey else ("Redis", info.get("redis_version", "?"), REDIS)
    if tuple(map(int, _NUMBER.findall(found)))[:2] < least:
        yield f"the server is {name} {found}, but Redis {_text(REDIS)}, Valkey {_text(VALKEY)}, or a newer one is needed"
    elif isinstance(denied, ErrorReply):
        if denied.code not in NOT_NOW:
            yield f"the server does not run a script that asks for its rights: {denied}"
    elif denied:
        names = ", ".join(one.decode() for one in denied)
        yield f"the server does not let the store's user run {names}: give the user the rights that are documented"


def _text(version: tuple[int, ...]) -> str:
    return ".".join(map(str, version))
