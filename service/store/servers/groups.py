"""Clusters and sentinels, as redis-py finds their servers."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from redis.asyncio import Connection, RedisCluster, SSLConnection
from redis.asyncio.cluster import ClusterNode
from redis.asyncio.retry import Retry
from redis.asyncio.sentinel import MasterNotFoundError, Sentinel
from redis.backoff import ExponentialWithJitterBackoff, NoBackoff
from redis.exceptions import AuthenticationError, NoPermissionError, RedisClusterException, ResponseError

from taphouse.service.libraries.redis import REDIS_CLUSTER_HASH_SLOTS, parse_url
from taphouse.service.runtime.redis_urls import RedisURL, Server, server_of
from taphouse.service.store.failures import StoreUnavailable
from taphouse.service.store.servers.reasons import NO_DATABASE, NO_RIGHT, WRONG_LOGIN, reason_of

_SENTINELS_LOGIN = ("sentinel_username", "sentinel_password")
_NOT_THE_SERVERS = {"host", "port", "connection_class", *_SENTINELS_LOGIN}


def _options(timeout: float) -> dict[str, Any]:
    return {
        "socket_timeout": None,  # the caller has the timeout; redis-py's own costs a task per command
        "socket_connect_timeout": timeout * 0.45,
        "retry": Retry(ExponentialWithJitterBackoff(base=0.01, cap=0.1), 2),
        "protocol": 2,
        "driver_info": None,
    }


class Cluster:
    """A cluster. Each method raises `StoreUnavailable` where it fails.

    Args:
        url: The URL of a node.
        timeout: Seconds that the caller gives each method.
    """

    def __init__(self, url: str, timeout: float) -> None:
        options = _options(timeout)
        # The cluster client notices from its own timeouts that a node is down.
        patience = options["socket_connect_timeout"]
        self._client: RedisCluster = RedisCluster.from_url(url, **options | {"socket_timeout": patience})

    async def owners(self) -> tuple[dict[str, Server | None], tuple[str, ...]]:
        """The masters by name, and the name of that of each slot, as they are now."""
        with _told():
            await self._client.aclose()  # so that it asks the cluster again
            await self._client.initialize()
            manager = self._client.nodes_manager
            nodes: list[Any] = [manager.get_node_from_slot(slot) for slot in range(REDIS_CLUSTER_HASH_SLOTS)]
            return {node.name: _server(node) for node in set(nodes)}, tuple([node.name for node in nodes])

    async def any(self) -> Server:
        """Some server."""
        with _told():
            await self._client.initialize()
            return _server(self._client.get_random_node())

    def server(self, host: str, port: int) -> Server:
        """The server at an address."""
        with _told():  # the client may be looking for the servers itself
            given: dict[str, Any] = self._client.get_connection_kwargs()
            return _server(ClusterNode(host, port, **given))

    async def close(self) -> None:
        """Close the connections."""
        await self._client.aclose()


def _server(node: ClusterNode) -> Server:
    return server_of(node.connection_class(**node.connection_kwargs))


class Sentinels:
    """Sentinels that watch a server. `master` raises `StoreUnavailable` where it fails.

    Args:
        url: The URL of the store.
        timeout: Seconds that the caller gives each method.
    """

    def __init__(self, url: RedisURL, timeout: float) -> None:
        self._url, self._name = url.url, url.name
        self._options = _options(timeout)
        given = dict(parse_url(url.url))
        secure = given.pop("connection_class", None) is not None
        own = {name.removeprefix("sentinel_"): given.pop(name) for name in _SENTINELS_LOGIN if name in given}
        tls = {name: value for name, value in given.items() if name.startswith("ssl_")} | {"ssl": secure}
        # Connecting to the one that answers must fit into an attempt, even if others do not.
        patience = self._options | {"socket_timeout": timeout * 0.2, "retry": Retry(NoBackoff(), 0)}
        patience["socket_connect_timeout"] = patience["socket_timeout"]
        servers = {name: value for name, value in given.items() if name not in _NOT_THE_SERVERS}
        self._sentinels: Sentinel = _Sentinels(  # type: ignore[no-untyped-call]
            url.sentinels, sentinel_kwargs=own | tls | patience, **self._options | servers
        )

    async def master(self) -> Server:
        """The master that they name now."""
        with _told():
            host, port = await self._sentinels.discover_master(self._name)
            kind = SSLConnection if self._url.startswith("rediss:") else Connection
            given = {name: value for name, value in parse_url(self._url).items() if name not in _NOT_THE_SERVERS}
            return server_of(kind(**self._options | given | {"host": host, "port": port}))

    async def close(self) -> None:
        """Close the connections."""
        for sentinel in self._sentinels.sentinels:
            await sentinel.aclose()


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


@contextmanager
def _told() -> Iterator[None]:
    """Turn redis-py's errors into `StoreUnavailable`. When a node goes away, the cluster client raises more than RedisError."""
    try:
        yield
    except Exception as error:
        raise StoreUnavailable(reason_of(error, of_redis_py)) from error


def of_redis_py(error: BaseException) -> str | None:
    """The reason for an error of redis-py's own; None for others."""
    match error:
        case AuthenticationError():
            return WRONG_LOGIN
        case NoPermissionError():
            return NO_RIGHT
        case MasterNotFoundError():
            return "No sentinel answers, or none knows a master of this name that is alive."
        case ResponseError() if "SELECT" in str(error) or "DB index" in str(error):
            return NO_DATABASE
        case RedisClusterException() if error.__cause__ is None and error.__context__ is None:
            return "The cluster does not say of each slot which server has it."
    return None
