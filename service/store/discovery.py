"""What redis-py does for the store: find the servers, open pub/sub connections, and ask after the servers' state."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Any

from msgspec import Struct
from redis.asyncio import ConnectionPool, Redis, RedisCluster
from redis.asyncio.cluster import ClusterNode
from redis.asyncio.retry import Retry
from redis.backoff import ExponentialWithJitterBackoff
from redis.crc import REDIS_CLUSTER_HASH_SLOTS

from taphouse.service.store import FULL, Health, StoreUnavailable
from taphouse.service.store.pipelined_connection import Server

PATIENCE_WITH_HEALTH = 1.0
"""Seconds after which a server that does not answer counts as unhealthy."""

BATCH = 500
"""The keys that a server looks at for one reply of a scan."""
Client = Any
"""A `redis.asyncio.Redis` or `RedisCluster`; many of their methods are untyped."""


class Topology(Struct, frozen=True):
    """The servers that hold games."""

    servers: dict[str, Server]
    """By name: `host:port` in a cluster."""
    owners: tuple[str, ...] | None
    """The server of each of the 16384 slots; None if it is no cluster, but a single server."""


class Discovery:
    """The servers behind a URL.

    Args:
        url: A URL for redis-py.
        timeout: Seconds within which each method returns or raises `StoreUnavailable`.
    """

    def __init__(self, url: str, timeout: float) -> None:
        self._url = url
        self._timeout = timeout
        self._options: dict[str, Any] = {
            "socket_timeout": None,  # `_bounded` has the timeout; redis-py's own costs a task per command
            "socket_connect_timeout": timeout * 0.45,
            "retry": Retry(ExponentialWithJitterBackoff(base=0.01, cap=0.1), 2),
            "protocol": 2,
            "driver_info": None,
        }
        self._client: Client = None
        self._detecting = asyncio.Lock()

    async def topology(self) -> Topology:
        """The servers as they are now."""
        async with _bounded(self._timeout):
            client = await self._detected()
            if isinstance(client, Redis):
                return Topology({"": client.connection_pool.make_connection()}, None)  # type: ignore[no-untyped-call]
            await client.aclose()  # so that it asks the cluster again
            await client.initialize()
            owners = [client.nodes_manager.get_node_from_slot(slot) for slot in range(REDIS_CLUSTER_HASH_SLOTS)]
            return Topology({node.name: _server(node) for node in set(owners)}, tuple([node.name for node in owners]))

    def cluster_server(self, host: str, port: int) -> Server:
        """A server of the cluster that `topology` may not have named."""
        return _server(ClusterNode(host, port, **self._client.get_connection_kwargs()))

    async def dial(self) -> Any:
        """A redis-py connection for pub/sub. In a cluster every node gets every message."""
        async with _bounded(self._timeout):
            client = await self._detected()
            if isinstance(client, Redis):
                connection: Any = client.connection_pool.make_connection()  # type: ignore[no-untyped-call]
            else:
                await client.initialize()
                connection = _server(client.get_random_node())
            await connection.connect()
            return connection

    async def health(self) -> Health:
        """See `Store.health`. Answers within a second; a server that does not answer is not ready."""
        try:
            async with _bounded(min(self._timeout, PATIENCE_WITH_HEALTH)):
                servers = await self._info()
        except StoreUnavailable as error:
            return Health(ready=False, reason=str(error))
        reasons = dict.fromkeys(reason for server in servers for reason in _unfit(server))
        lasting = all(int(server.get("aof_enabled", 0)) for server in servers)
        warnings = () if lasting else ("appendonly is no, so moves may be lost when the server stops: set it to yes",)
        filling = dict.fromkeys(warning for server in servers for warning in _filling(server))
        return Health(ready=not reasons, reason="; ".join(reasons), warnings=(*warnings, *filling))

    async def scan(self, pattern: str, kind: str) -> AsyncIterator[bytes]:
        """The keys of all servers that match a pattern and have a type, in batches. A key that moves meanwhile may come twice."""
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

    async def _detected(self) -> Client:
        async with self._detecting:
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

    async def _info(self) -> list[dict[str, Any]]:
        """INFO of each server that holds games. Not CONFIG, which managed servers often forbid."""
        client, sections = await self._detected(), ("memory", "persistence", "replication")
        if isinstance(client, Redis):
            return [await client.execute_command("INFO", *sections)]  # type: ignore[no-untyped-call]
        await client.initialize()
        asked = (node.execute_command("INFO", *sections) for node in client.get_primaries())
        return list(await asyncio.gather(*asked))


@asynccontextmanager
async def _bounded(seconds: float) -> AsyncIterator[None]:
    """Bounds redis-py's work in time, and turns its errors into `StoreUnavailable`."""
    try:
        async with asyncio.timeout(seconds):
            yield
    except TimeoutError:
        raise StoreUnavailable("The store did not answer in time.") from None
    except Exception as error:  # when a node goes away, the cluster client raises more than RedisError
        raise StoreUnavailable(str(error) or type(error).__name__) from error


def _server(node: ClusterNode) -> Server:
    # Without a socket timeout: with one, redis-py sends with asyncio.wait_for, which can swallow a cancellation.
    server: Server = node.connection_class(**node.connection_kwargs | {"socket_timeout": None})
    return server


def _filling(server: dict[str, Any]) -> Iterable[str]:
    """A warning if a server has little memory left. Without `maxmemory`, it may use all of the machine's."""
    used = int(server.get("used_memory", 0))
    most, whose = int(server.get("maxmemory", 0)), "maxmemory"
    if not most:
        most, whose = int(server.get("total_system_memory", 0)), "the machine's memory"
    if most and used >= FULL * most:
        yield (
            f"the server uses {used * 100 // most} % of {whose}; when it is full, no game can be changed: give it more, or "
            "have games expire sooner"
        )


def _unfit(server: dict[str, Any]) -> Iterable[str]:
    """The reasons why a server is not ready."""
    if int(server.get("loading", 0)):
        yield "the server is still loading its data"
    if server.get("role") != "master":
        yield "the server is a replica"
    if (policy := server.get("maxmemory_policy")) != "noeviction":
        yield f"maxmemory-policy is {policy}, so the server may evict games: set it to noeviction"
    if server.get("aof_last_write_status", "ok") != "ok":
        yield "the server cannot write its append-only file"
