"""Finds the servers of a store with redis-py, and opens pub/sub connections. Also judges the health of servers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

from msgspec import Struct
from redis.asyncio import Connection, ConnectionPool, Redis, RedisCluster, SSLConnection
from redis.asyncio.cluster import ClusterNode
from redis.asyncio.retry import Retry
from redis.asyncio.sentinel import (
    MasterNotFoundError,
    Sentinel,
    SentinelManagedConnection,
    SentinelManagedSSLConnection,
)
from redis.backoff import ExponentialWithJitterBackoff, NoBackoff

from taphouse.service.libraries.redis import REDIS_CLUSTER_HASH_SLOTS, parse_url
from taphouse.service.runtime.redis_urls import RedisURL
from taphouse.service.store.failures import StoreUnavailable
from taphouse.service.store.health import Health
from taphouse.service.store.protocol import FULL, TOO_FULL
from taphouse.service.store.servers import needs
from taphouse.service.store.servers.listening_connection import ListeningConnection, listen_at
from taphouse.service.store.servers.pipelined_connection import Server
from taphouse.service.store.servers.reasons import reason_of
from taphouse.service.store.servers.replication import standing

MOST = 0.5
"""The least share of the games that must be reachable."""

_SENTINELS_LOGIN = ("sentinel_username", "sentinel_password")
_NOT_THE_SERVERS = {"host", "port", "connection_class", *_SENTINELS_LOGIN}
BATCH = 500
"""The keys that a server looks at for one reply of a scan."""
Client = Any
"""A `redis.asyncio.Redis` or `RedisCluster`; many of their methods are untyped."""


class Topology(Struct, frozen=True):
    """The servers that hold games."""

    servers: dict[str, Server | None]
    """By name: `host:port` in a cluster. None: the master that the sentinels name; see `Discovery.master`."""
    owners: tuple[str, ...] | None
    """The server of each of the 16384 slots; None if it is no cluster, but a single server."""


class _Sentinels(Sentinel):
    """Asks all sentinels at once, and believes the one that knows of the latest failover: others learn of it seconds later."""

    async def discover_master(self, service_name: str) -> tuple[str, int]:
        """See `Sentinel.discover_master`."""
        answers = await asyncio.gather(*(one.sentinel_masters() for one in self.sentinels), return_exceptions=True)
        states = [answer.get(service_name) for answer in answers if isinstance(answer, dict)]
        newest = max((one for one in states if one), key=lambda one: int(one.get("config-epoch", 0)), default=None)
        if newest is None or not self.check_master_state(newest, service_name):
            raise MasterNotFoundError(f"No sentinel knows a master of {service_name!r} that is alive.")
        return newest["ip"], newest["port"]


class Discovery:
    """The servers behind a URL.

    Args:
        url: The URL of the store.
        timeout: Seconds within which each method returns or raises `StoreUnavailable`.
    """

    def __init__(self, url: RedisURL, timeout: float) -> None:
        self._url = url.url
        self._timeout = timeout
        self._watched = url.name
        self._options: dict[str, Any] = {
            "socket_timeout": None,  # `_bounded` has the timeout; redis-py's own costs a task per command
            "socket_connect_timeout": timeout * 0.45,
            "retry": Retry(ExponentialWithJitterBackoff(base=0.01, cap=0.1), 2),
            "protocol": 2,
            "driver_info": None,
        }
        self._client: Client = None
        self._detecting = asyncio.Lock()
        self._sentinel = self._sentinels(url) if url.sentinels else None

    async def topology(self) -> Topology:
        """The servers as they are now."""
        async with _bounded(self._timeout):
            client = await self._detected()
            if self._sentinel is not None:
                return Topology({"": None}, None)
            if isinstance(client, Redis):
                return Topology({"": client.connection_pool.make_connection()}, None)  # type: ignore[no-untyped-call]
            await client.aclose()  # so that it asks the cluster again
            await client.initialize()
            owners = [client.nodes_manager.get_node_from_slot(slot) for slot in range(REDIS_CLUSTER_HASH_SLOTS)]
            return Topology({node.name: _server(node) for node in set(owners)}, tuple([node.name for node in owners]))

    def cluster_server(self, host: str, port: int) -> Server:
        """A server of the cluster that `topology` may not have named."""
        try:
            return _server(ClusterNode(host, port, **self._client.get_connection_kwargs()))
        except Exception as error:  # the client may be looking for the servers itself
            raise StoreUnavailable(reason_of(error)) from error

    async def master(self) -> Server:
        """The master that the sentinels name now.

        Raises:
            StoreUnavailable: None of them answers, or none knows a master that is alive.
        """
        if self._sentinel is None:
            raise RuntimeError("there are no sentinels to ask")
        async with _bounded(self._timeout):
            host, port = await self._sentinel.discover_master(self._watched)
            kind = SSLConnection if self._url.startswith("rediss:") else Connection
            given = {name: value for name, value in parse_url(self._url).items() if name not in _NOT_THE_SERVERS}
            return kind(**self._options | given | {"host": host, "port": port})

    async def dial(self) -> ListeningConnection:
        """A connection for pub/sub. In a cluster every node gets every message."""
        async with _bounded(self._timeout):
            client = await self._detected()
            if self._sentinel is not None:
                server = await self.master()
            elif isinstance(client, Redis):
                server = client.connection_pool.make_connection()  # type: ignore[no-untyped-call]
            else:
                await client.initialize()
                server = _server(client.get_random_node())
            return await listen_at(server)

    async def scan(self, pattern: str, kind: str | None) -> AsyncIterator[bytes]:
        """The keys of all servers that match a pattern and have a type, or any. One that moves meanwhile may come twice."""
        async with _bounded(self._timeout):
            client = await self._detected()
        keys = client.scan_iter(match=pattern, count=BATCH, _type=kind)
        while True:
            async with _bounded(self._timeout):
                key = await anext(keys, None)
            if key is None:
                return
            yield key

    async def close(self) -> None:
        """Close redis-py's connections."""
        if self._client:
            await self._client.aclose()
        for sentinel in self._sentinel.sentinels if self._sentinel is not None else ():
            await sentinel.aclose()

    async def _detected(self) -> Client:
        async with self._detecting:
            if self._client is None and self._sentinel is not None:
                secure = self._url.startswith("rediss:")
                kind = SentinelManagedSSLConnection if secure else SentinelManagedConnection
                self._client = self._sentinel.master_for(self._watched, connection_class=kind)
            if self._client is None:
                single: Client = Redis.from_pool(ConnectionPool.from_url(self._url, **self._options))
                try:
                    info = await single.execute_command("INFO", "cluster")
                except BaseException:
                    await single.aclose()
                    raise
                if int(info.get("cluster_enabled", 0)) and not self._url.startswith("unix:"):
                    await single.aclose()
                    # The cluster client notices from its own timeouts that a node is down.
                    patience = self._options["socket_connect_timeout"]
                    self._client = RedisCluster.from_url(self._url, **self._options | {"socket_timeout": patience})
                else:
                    self._client = single
            return self._client

    def _sentinels(self, url: RedisURL) -> Sentinel:
        given = dict(parse_url(url.url))
        secure = given.pop("connection_class", None) is not None
        own = {name.removeprefix("sentinel_"): given.pop(name) for name in _SENTINELS_LOGIN if name in given}
        tls = {name: value for name, value in given.items() if name.startswith("ssl_")} | {"ssl": secure}
        # Connecting to the one that answers must fit into an attempt, even if others do not.
        patience = self._options | {"socket_timeout": self._timeout * 0.2, "retry": Retry(NoBackoff(), 0)}
        patience["socket_connect_timeout"] = patience["socket_timeout"]
        servers = {name: value for name, value in given.items() if name not in _NOT_THE_SERVERS}
        made: Sentinel = _Sentinels(url.sentinels, sentinel_kwargs=own | tls | patience, **self._options | servers)  # type: ignore[no-untyped-call]
        return made


@asynccontextmanager
async def _bounded(seconds: float) -> AsyncIterator[None]:
    """Bound the time of redis-py's work, and turn its errors into `StoreUnavailable`."""
    try:
        async with asyncio.timeout(seconds):
            yield
    except TimeoutError:
        raise StoreUnavailable("The store did not answer in time.") from None
    except Exception as error:  # when a node goes away, the cluster client raises more than RedisError
        raise StoreUnavailable(reason_of(error)) from error


def _server(node: ClusterNode) -> Server:
    # Without a socket timeout: with one, redis-py sends with asyncio.wait_for, which can swallow a cancellation.
    server: Server = node.connection_class(**node.connection_kwargs | {"socket_timeout": None})
    return server


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
