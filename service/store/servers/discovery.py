"""Finds the servers of a store, and opens pub/sub connections. Also judges the health of servers.

A server that is alone is asked here. Clusters and sentinels are redis-py's, which is loaded for them alone: it takes 8 MB.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from taphouse.service.runtime.backoff import pauses
from taphouse.service.runtime.redis_urls import RedisURL, Server, server_at
from taphouse.service.store.failures import StoreUnavailable
from taphouse.service.store.health import Health
from taphouse.service.store.protocol import FULL, TOO_FULL
from taphouse.service.store.servers import needs
from taphouse.service.store.servers.listening_connection import ListeningConnection, listen_at
from taphouse.service.store.servers.pipelined_connection import (
    CLOSED,
    NOT_NOW,
    ErrorReply,
    PipelinedConnection,
    greeting,
    open_transport,
)
from taphouse.service.store.servers.reasons import NO_DATABASE, NO_RIGHT, WRONG_LOGIN, reason_of
from taphouse.service.store.servers.replication import standing

if TYPE_CHECKING:
    from taphouse.service.store.servers.groups import Cluster

MOST = 0.5
"""The least share of the games that must be reachable."""
SLOTS = 16384
"""The slots of a cluster."""
ATTEMPTS, FIRST_PAUSE, LONGEST_PAUSE = 3, 0.01, 0.1
"""Attempts to ask a server what it is, and the seconds between them: at first and at most."""

_LOGIN_REFUSED = frozenset({"WRONGPASS", "NOAUTH"})
_NO_DATABASE = ("SELECT", "DB index")


class Topology(Struct, frozen=True):
    """The servers that hold games."""

    servers: dict[str, Server | None]
    """By name: `host:port` in a cluster. None: the master that the sentinels name; see `Discovery.master`."""
    owners: tuple[str, ...] | None
    """The server of each of the 16384 slots; None if it is no cluster, but a single server."""


class Discovery:
    """The servers behind a URL.

    Args:
        url: The URL of the store.
        timeout: Seconds within which each method returns or raises `StoreUnavailable`.
    """

    def __init__(self, url: RedisURL, timeout: float) -> None:
        self._url = url.url
        self._server = server_at(url.url)
        self._timeout = timeout
        self._detecting = asyncio.Lock()
        self._cluster: Cluster | None = None
        self._alone: bool | None = None
        """True if one server holds everything. None until it was asked."""
        self._sentinels = None
        if url.sentinels:
            from taphouse.service.store.servers.groups import Sentinels

            self._sentinels = Sentinels(url, timeout)

    async def topology(self) -> Topology:
        """The servers as they are now."""
        async with _bounded(self._timeout):
            if self._sentinels is not None:
                return Topology({"": None}, None)
            cluster = await self._detected()
            if cluster is None:
                return Topology({"": self._server}, None)
            return Topology(*await cluster.owners())

    def cluster_server(self, host: str, port: int) -> Server:
        """A server of the cluster that `topology` may not have named."""
        if self._cluster is None:
            raise RuntimeError("there is no cluster")
        return self._cluster.server(host, port)

    async def master(self) -> Server:
        """The master that the sentinels name now.

        Raises:
            StoreUnavailable: None of them answers, or none knows a master that is alive.
        """
        if self._sentinels is None:
            raise RuntimeError("there are no sentinels to ask")
        async with _bounded(self._timeout):
            return await self._sentinels.master()

    async def dial(self) -> ListeningConnection:
        """A connection for pub/sub. In a cluster every node gets every message."""
        async with _bounded(self._timeout):
            if self._sentinels is not None:
                return await listen_at(await self._sentinels.master())
            cluster = await self._detected()
            return await listen_at(self._server if cluster is None else await cluster.any())

    async def close(self) -> None:
        """Close redis-py's connections."""
        for group in (self._cluster, self._sentinels):
            if group is not None:
                await group.close()

    async def _detected(self) -> Cluster | None:
        """The cluster, or None if it is one server alone."""
        async with self._detecting:
            if self._alone is None:
                self._alone = self._server.path != "" or not await _in_cluster(self._server, self._timeout * 0.45)
                if not self._alone:
                    from taphouse.service.store.servers.groups import Cluster

                    self._cluster = Cluster(self._url, self._timeout)
            return self._cluster


async def _in_cluster(server: Server, patience: float) -> bool:
    """Ask a server, which may be a replica, whether it is in a cluster."""
    waits, left = pauses(FIRST_PAUSE, LONGEST_PAUSE), ATTEMPTS
    while True:
        try:
            replies = await _asked(server, patience)
        except OSError:  # also a timeout
            left -= 1
            if not left:
                raise
            await asyncio.sleep(next(waits))
        else:
            return b"cluster_enabled:1" in bytes(replies[-1])


async def _asked(server: Server, patience: float) -> list[Any]:
    """The replies of a server to a login and INFO."""
    connection = PipelinedConnection(server, patience, 1, lambda _: None)
    try:
        async with asyncio.timeout(patience):
            await open_transport(server, connection)
            replies = await connection.send([*greeting(server), ("INFO", "cluster")])
    finally:
        connection.end()
    if replies is None:
        raise ConnectionResetError(CLOSED)
    for reply in replies:
        if isinstance(reply, ErrorReply) and (reply.code not in NOT_NOW or reply is replies[-1]):
            raise StoreUnavailable(_why(reply))
    return replies


def _why(reply: ErrorReply) -> str:
    """The reason why a server refuses a login, a database or INFO."""
    text = str(reply)
    if reply.code in _LOGIN_REFUSED or "password" in text:
        return WRONG_LOGIN
    if reply.code == "NOPERM":
        return NO_RIGHT
    return NO_DATABASE if any(said in text for said in _NO_DATABASE) else text


@asynccontextmanager
async def _bounded(seconds: float) -> AsyncIterator[None]:
    """Bound the time of some work, and turn its errors into `StoreUnavailable`."""
    try:
        async with asyncio.timeout(seconds):
            yield
    except TimeoutError:
        raise StoreUnavailable("The store did not answer in time.") from None
    except Exception as error:
        raise StoreUnavailable(reason_of(error)) from error


class ServerInfo(Struct, frozen=True):
    """The answer of a server to INFO."""

    name: str
    """Empty if the store is this server alone."""
    share: float
    """The share of the games that it holds."""
    info: bytes | StoreUnavailable
    denied: Any
    """Its reply to `needs.question`."""
    needed: int
    """The replicas that must have a change."""


def judged(servers: Sequence[ServerInfo]) -> Health:
    """The health of a store. It is ready if most of its games can be read and changed."""
    reachable = 0.0
    reasons: dict[str, None] = {}
    warnings: dict[str, None] = {}
    unmet: dict[str, None] = {}
    filled: list[float] = []
    replicas: list[int] = []
    spare: list[int] = []
    for server in servers:
        before = f"{server.name}: " if server.name else ""
        if isinstance(server.info, StoreUnavailable):
            reasons[f"{before}{server.info}"] = None
            continue
        lines = (line.partition(":") for line in server.info.decode(errors="replace").splitlines())
        info = {name: value for name, _, value in lines}
        lacks = dict.fromkeys(f"{before}{need}" for need in needs.unmet(info, server.denied))
        unfit = lacks | dict.fromkeys(f"{before}{reason}" for reason in _unfit(info, server))
        unmet |= lacks
        reasons |= unfit
        reachable += 0.0 if unfit else server.share
        used, most, _ = _memory(info)
        filled += [used / most] if most else []
        replicas.append(standing(server.info).replicas)
        spare += [replicas[-1] - server.needed] if server.needed else []
        warnings |= dict.fromkeys(_lacking(info))
    ready = reachable > MOST
    if ready:  # of the games: what the others lack is a warning
        warnings, reasons = {**reasons, **warnings}, {}
    return Health(
        ready,
        "; ".join(reasons),
        tuple(warnings),
        round(reachable, 3),
        unmet=tuple(unmet),
        memory=max(filled, default=None),
        replicas=sum(replicas) if replicas else None,
        spare=min(spare, default=None),
    )


def _lacking(info: Mapping[str, str]) -> Iterable[str]:
    """The problems that the operator should fix. Without `maxmemory`, a server may use all of the machine's memory."""
    if info.get("aof_enabled") != "1":
        yield "appendonly is no, so moves may be lost when the server stops: set it to yes"
    used, most, whose = _memory(info)
    if most and used >= FULL * most:
        yield (
            f"the server uses {used * 100 // most} % of {whose}; when it is full, no game can be changed: give it more, or "
            "have games expire sooner"
        )


def _unfit(info: Mapping[str, str], server: ServerInfo) -> Iterable[str]:
    """The reasons why a server is not ready."""
    if info.get("loading", "0") != "0":
        yield "the server is still loading its data"
    if info.get("cluster_state", "ok") != "ok":
        yield "the cluster is down"
    if info.get("role") != "master":
        yield "the server is a replica"
    if (policy := info.get("maxmemory_policy")) != "noeviction":
        yield f"maxmemory-policy is {policy}, so the server may evict games: set it to noeviction"
    if info.get("aof_last_write_status", "ok") != "ok":
        yield "the server cannot write its append-only file"
    used, most, whose = _memory(info)
    if whose == "maxmemory" and used >= TOO_FULL * most:
        yield f"the server uses {used * 100 // most} % of maxmemory, and is about to refuse changes: give it more"
    if (has := standing(server.info).replicas) < server.needed:
        yield f"the server has {has} replicas, but {server.needed} must have a change before it is acknowledged"


def _memory(info: Mapping[str, str]) -> tuple[int, int, str]:
    """The bytes that a server uses, those that it may use, and the name of the limit."""
    used, most = int(info.get("used_memory", 0)), int(info.get("maxmemory", 0))
    if most:
        return used - int(info.get("mem_not_counted_for_evict", 0)), most, "maxmemory"
    return used, int(info.get("total_system_memory", 0)), "the machine's memory"
