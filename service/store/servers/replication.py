"""The replication status of a server, and the replicas that must have a change. See docs/decisions/0037."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from typing import Any

from msgspec import Struct

from taphouse.service.runtime.settings import Settings
from taphouse.service.store.failures import StoreUnavailable
from taphouse.service.store.protocol import StoredGame

LAPSE = 600.0
"""Seconds after which a server that has lost all its replicas counts as one without replicas. Until then, one of them may still
take its place without its last changes. By default, Redis forbids that after 160 (cluster) or 300 seconds (Sentinel)."""

ERA = object()
"""A placeholder as a command's last argument: the era of the server takes its place when the command is sent."""

_ROLE = re.compile(rb"^role:(\w+)", re.MULTILINE)
_ONLINE = re.compile(rb"^slave\d+:.*\bstate=online\b", re.MULTILINE)
_HISTORY = re.compile(rb"^master_replid:(\w{8})", re.MULTILINE)
_NEVER = b"00000000"
_BACKLOG = b"repl_backlog_active:1"
"""The line of INFO if a master has a backlog: from its first replica until `repl-backlog-ttl` after its last one has gone."""
_EARLIER = re.compile(rb"^master_replid2:(\w{8})", re.MULTILINE)


class ReplicationStatus(Struct, frozen=True):
    """The replication status of a server."""

    replica: bool
    replicas: int
    """The replicas that are connected and up to date."""
    era: bytes
    """The name of the history of its data: eight characters, which change with each failover; empty if unknown."""
    earlier: bytes = b""
    """The history that it continues since it took the place of another server."""
    had_replicas: bool = False
    """True if it had replicas lately (by default within the last hour), and never took the place of another server."""


class Replicas(Struct, frozen=True):
    """The operator's choice of the replicas that must have a change before it is acknowledged."""

    most: int | None = None
    """The number of replicas; None for one, if the server has any."""
    wait: float = 0.5
    """Seconds within which they must have it."""

    @classmethod
    def of(cls, settings: Settings) -> Replicas:
        """The choice in these settings."""
        most = settings.store_replicas
        return cls(None if most == "auto" else most, settings.store_replica_wait)


class Unconfirmed(StoreUnavailable):
    """The change was made, but too few replicas have it to acknowledge it."""

    why = (
        "The change was made, but it is not safe yet: too few replicas of the store have it. Send the request again with the "
        "same idempotency key."
    )


def standing(info: Any) -> ReplicationStatus:
    """Read the answer to INFO replication. Lines that it lacks count as 0 or empty."""
    text = info if isinstance(info, bytes) else b""
    role = _ROLE.search(text)
    history, earlier = [one[1] if one is not None else b"" for one in (_HISTORY.search(text), _EARLIER.search(text))]
    had_replicas = _BACKLOG in text and earlier == _NEVER
    replica = role is not None and role[1] != b"master"
    return ReplicationStatus(replica, len(_ONLINE.findall(text)), history, earlier, had_replicas)


class ReplicaQuorum:
    """The replicas that must have a change, of a server and then of the server that takes its place.

    A server that has just taken another's place may have no replica. It needs none until it has one, since none could replace it.

    Args:
        replicas: The operator's choice.
        clock: Returns the current time in seconds.
    """

    def __init__(self, replicas: Replicas, clock: Callable[[], float] | None = None) -> None:
        self._replicas = replicas
        self._clock = asyncio.get_running_loop().time if clock is None else clock
        self._seen: float | None = None
        self._era = b""
        self.now = replicas.most or 0
        """The replicas that must have a change that is made now."""

    def noted(self, said: ReplicationStatus) -> None:
        """Take the server's replication status."""
        if self._replicas.most is None:
            now = self._clock()
            first = not self._era
            if not first and said.era != self._era and said.earlier == self._era:
                self._seen = None
            self._era = said.era
            if said.replicas or (first and said.had_replicas):
                self._seen = now
            self.now = 0 if self._seen is None or now - self._seen > LAPSE else 1


def kept(before: StoredGame, now: StoredGame) -> int:
    """The last version that both histories of a game share: `before.version`, unless a failover lost some of it."""
    was, is_ = [{one for one in record.epochs.split(",") if one} for record in (before, now)]
    oldest = min(map(_start, is_), default=0)  # earlier epochs may have been forgotten
    replaced = [_start(one) - 1 for one in was ^ is_ if _start(one) >= oldest]
    return min(before.version, now.version, *replaced)


def _start(epoch: str) -> int:
    return int(epoch.partition(":")[2])
