"""What a server says of its replicas, and how many of them must have a change. See docs/decisions/0037."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from typing import Any

from msgspec import Struct

from taphouse.service.runtime.settings import Settings
from taphouse.service.store.failures import StoreUnavailable
from taphouse.service.store.protocol import Record

LAPSE = 600.0
"""Seconds after which a server that has lost all its replicas counts as one that has none. Until then, one of them may still
take its place without its last changes. By default, Redis forbids that after 160 (cluster) and 300 seconds (Sentinel)."""

ERA = object()
"""The last argument of a command that needs the era of the server that it is sent to."""

_ROLE = re.compile(rb"^role:(\w+)", re.MULTILINE)
_ONLINE = re.compile(rb"^slave\d+:.*\bstate=online\b", re.MULTILINE)
_HISTORY = re.compile(rb"^master_replid:(\w{8})", re.MULTILINE)
_NEVER = b"00000000"
_BACKLOG = b"repl_backlog_active:1"
"""A master keeps a backlog from its first replica on until `repl-backlog-ttl` after its last one has gone."""
_EARLIER = re.compile(rb"^master_replid2:(\w{8})", re.MULTILINE)


class ReplicationStatus(Struct, frozen=True):
    """What a server says of itself."""

    replica: bool
    replicas: int
    """Those that are connected and up to date."""
    era: bytes
    """Names the history of its data: eight characters, others after each failover; empty if it does not say."""
    earlier: bytes = b""
    """The history that it goes on with since it took the place of another server."""
    had_replicas: bool = False
    """Whether it had replicas within the last hour, by default, and never took another's place."""


class Replicas(Struct, frozen=True):
    """How many replicas must have a change before it is acknowledged."""

    most: int | None = None
    """None: one, if the server has any."""
    wait: float = 0.5
    """Seconds that they have."""

    @classmethod
    def of(cls, settings: Settings) -> Replicas:
        """What the operator wants."""
        most = settings.store_replicas
        return cls(None if most == "auto" else most, settings.store_replica_wait)


class Unconfirmed(StoreUnavailable):
    """The change was made, but too few replicas have it to acknowledge it."""

    why = (
        "The change was made, but it is not safe yet: too few replicas of the store have it. Send the request again with the "
        "same idempotency key."
    )


def standing(info: Any) -> ReplicationStatus:
    """Read the answer to INFO replication; what it does not say is not there."""
    text = info if isinstance(info, bytes) else b""
    role = _ROLE.search(text)
    history, earlier = [one[1] if one is not None else b"" for one in (_HISTORY.search(text), _EARLIER.search(text))]
    had_replicas = _BACKLOG in text and earlier == _NEVER
    replica = role is not None and role[1] != b"master"
    return ReplicationStatus(replica, len(_ONLINE.findall(text)), history, earlier, had_replicas)


class ReplicaQuorum:
    """How many replicas of a server must have a change, and then of the one that takes its place.

    A server that has just taken another's place may have no replica. It needs none until it has: none could replace it.

    Args:
        replicas: What the operator wants.
        clock: Returns the current time in seconds.
    """

    def __init__(self, replicas: Replicas, clock: Callable[[], float] | None = None) -> None:
        self._replicas = replicas
        self._clock = asyncio.get_running_loop().time if clock is None else clock
        self._seen: float | None = None
        self._era = b""
        self.now = replicas.most or 0
        """The replicas that must have a change that is made now."""

    def told(self, said: ReplicationStatus) -> None:
        """Take what the server says of itself."""
        if self._replicas.most is None:
            now = self._clock()
            first = not self._era
            if not first and said.era != self._era and said.earlier == self._era:
                self._seen = None
            self._era = said.era
            if said.replicas or (first and said.had_replicas):
                self._seen = now
            self.now = 0 if self._seen is None or now - self._seen > LAPSE else 1


def kept(before: Record, now: Record) -> int:
    """The version up to which a game has the history that it had: `before.version`, unless a failover lost some of it."""
    was, is_ = [{one for one in record.epochs.split(",") if one} for record in (before, now)]
    oldest = min(map(_start, is_), default=0)  # earlier epochs may have been forgotten
    replaced = [_start(one) - 1 for one in was ^ is_ if _start(one) >= oldest]
    return min(before.version, now.version, *replaced)


def _start(epoch: str) -> int:
    return int(epoch.partition(":")[2])
