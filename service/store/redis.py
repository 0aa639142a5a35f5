"""The store in Redis or Valkey, a single server or a cluster. See docs/design.md, section 4."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import AbstractAsyncContextManager
from importlib import resources
from typing import Any, TypeVar

from redis.asyncio import ConnectionPool, Redis, RedisCluster
from redis.asyncio.retry import Retry
from redis.backoff import ExponentialWithJitterBackoff
from redis.exceptions import NoScriptError, ReadOnlyError, RedisClusterException, RedisError, ResponseError

from taphouse.service.store import (
    Commit,
    Due,
    Entry,
    Health,
    Key,
    Loaded,
    News,
    Record,
    Result,
    StoreUnavailable,
    Take,
    Taken,
    Woken,
    layout,
)
from taphouse.service.store.check import check
from taphouse.service.store.wakeups import Wakeups

SNAPSHOT_EVERY = 16
"""Logs have a snapshot at least this often, so one page of this size usually finds one."""
PATIENCE_WITH_HEALTH = 1.0
"""Seconds after which a server that does not answer counts as unhealthy."""

Client = Any
"""A `redis.asyncio.Redis` or `RedisCluster`; many of their methods are untyped."""
T = TypeVar("T")


class Script:
    """A Lua script, which the server runs atomically."""

    def __init__(self, file: str) -> None:
        self.text = resources.files("taphouse.service.store").joinpath(file).read_bytes()
        self.digest = hashlib.sha1(self.text, usedforsecurity=False).hexdigest()


COMMIT, DUE, TAKE = Script("commit.lua"), Script("due.lua"), Script("take.lua")


class RedisStore:
    """A `Store` for one event loop, shared by all its requests. Create it with `connect`."""

    def __init__(self, url: str, timeout: float, key_ttl: float, max_connections: int) -> None:
        # A reply may be lost and the command resent, so two attempts must fit into the timeout.
        self._try = timeout * 0.45
        self._options: dict[str, Any] = {
            "socket_timeout": None,  # `_call` has the timeout; redis-py's own costs a task per command
            "socket_connect_timeout": self._try,
            "retry": Retry(ExponentialWithJitterBackoff(base=0.01, cap=0.1), 2),
            "max_connections": max_connections,
            "protocol": 2,
            "driver_info": None,
        }
        self._url = url
        self._timeout = timeout
        self._key_ttl = int(key_ttl * 1000)
        self._client: Client = None
        self._detecting = asyncio.Lock()
        # redis-py's blocking pool can lose a waiter when another is cancelled, and does not exist for clusters.
        self._free = asyncio.Semaphore(max_connections)
        self._commits: set[asyncio.Task[Result]] = set()
        self._wakeups = Wakeups(self._dial, timeout)

    @classmethod
    def connect(
        cls, url: str, *, timeout: float = 2.0, key_ttl: float = 86400.0, max_connections: int = 64
    ) -> RedisStore:
        """A store at a `redis://`, `rediss://` or `unix://` URL of a server or of any node of a cluster.

        Connects at the first call, which also detects a cluster: the server may be started later.

        Args:
            url: A URL for redis-py, with user, password and database number.
            timeout: Seconds within which every call returns or raises `StoreUnavailable`.
            key_ttl: Seconds after which an idempotency key expires.
            max_connections: The most concurrent calls; others wait. Pub/sub has one more connection.

        Raises:
            ValueError: The URL is invalid.
        """
        ConnectionPool.from_url(url)
        return cls(url, timeout, key_ttl, max_connections)

    async def load(self, game: str, key: Key | None = None, takes: Sequence[Take] = ()) -> Loaded:
        """See `Store.load`."""
        hmget = ("HMGET", layout.game_key(game), *layout.FIELDS)
        if key is None and not takes:
            return Loaded(layout.record(await self._do(*hmget)), None)
        # Read the key before the record: if the key is unused, the record does not contain its change.
        commands = [hmget] if key is None else [("GET", layout.used_key(game, key)), hmget]
        answers, taken = await self._do_and_take(commands, takes)
        earlier = None if key is None else layout.earlier(answers[0], key)
        return Loaded(layout.record(answers[-1]), earlier, taken)

    async def take(self, takes: Sequence[Take]) -> tuple[Taken, ...]:
        """See `Store.take`."""
        _, taken = await self._do_and_take((), takes)
        return taken

    async def commit(self, commit: Commit) -> Result:
        """See `Store.commit`. Runs to completion even if the caller is cancelled."""
        check(commit)
        task = asyncio.create_task(self._commit(commit))
        self._commits.add(task)
        task.add_done_callback(self._committed)
        return await asyncio.shield(task)

    async def entries(self, game: str, after: int, count: int) -> tuple[Entry, ...]:
        """See `Store.entries`."""
        after = max(after, 0)
        if count < 1:
            return ()
        return await self._log(game, "XRANGE", f"{after + 1}-0", f"{after + count}-0")

    async def since_snapshot(self, game: str, at: int) -> tuple[Entry, ...]:
        """See `Store.since_snapshot`."""
        found: list[Entry] = []
        while at >= 1:
            page = await self._log(game, "XREVRANGE", f"{at}-0", "1-0", "COUNT", SNAPSHOT_EVERY)
            if not page or page[0].version != at:
                break
            for entry in page:
                found.append(entry)
                if entry.snapshot is not None:
                    return tuple(reversed(found))
            at = page[-1].version - 1
        return ()

    async def news(self, game: str, after: int, count: int) -> News:
        """See `Store.news`."""
        span = f"{max(after, 0) + 1}-0", f"{max(after, 0) + count}-0"
        fields, found = await self._do_all(
            [("HMGET", layout.game_key(game), *layout.FIELDS), ("XRANGE", layout.log_key(game), *span)]
        )
        record = layout.record(fields)
        return News(record, _committed(found, record.version if record else 0))

    def listening(self, game: str) -> AbstractAsyncContextManager[Woken]:
        """See `Store.listening`."""
        return self._wakeups.listening(layout.game_key(game).encode())

    async def remind(self, game: str, after: float) -> Due:
        """See `Store.remind`."""
        return Due(game, (await self._due("remind", game, int(after * 1000))).decode())

    async def claim(self, lease: float, count: int) -> tuple[Due, ...]:
        """See `Store.claim`."""
        claimed = [one.decode() for one in await self._due("claim", count, int(lease * 1000))]
        return tuple(map(Due, claimed[::2], claimed[1::2]))

    async def settle(self, due: Due) -> None:
        """See `Store.settle`."""
        await self._due("settle", due.game, due.score)

    async def enlist(self, name: str, entry: str, oldest: str, expires: int) -> None:
        """See `Store.enlist`."""
        key = layout.list_key(name)
        await self._do_all(
            [("ZADD", key, 0, entry), ("ZREMRANGEBYLEX", key, "-", f"({oldest}"), ("PEXPIRE", key, expires)]
        )

    async def strike(self, name: str, entries: Sequence[str]) -> None:
        """See `Store.strike`."""
        if entries:
            await self._do("ZREM", layout.list_key(name), *entries)

    async def listed(self, names: Sequence[str], below: str | None, count: int) -> tuple[str, ...]:
        """See `Store.listed`."""
        top = "+" if below is None else f"({below}"
        if count < 1:
            return ()
        span = (top, "-", "BYLEX", "REV", "LIMIT", 0, count)
        found = await self._do_all([("ZRANGE", layout.list_key(name), *span) for name in names])
        entries = {entry.decode() for page in found for entry in page}
        return tuple(sorted(entries, reverse=True)[:count])

    async def records(self, games: Sequence[str]) -> tuple[Record | None, ...]:
        """See `Store.records`."""
        found = await self._do_all([("HMGET", layout.game_key(game), *layout.FIELDS) for game in games])
        return tuple(map(layout.record, found))

    async def put_edition(self, digest: str, source: bytes) -> None:
        """See `Store.put_edition`."""
        await self._do("SET", layout.edition_key(digest), source, "NX")

    async def edition(self, digest: str) -> bytes | None:
        """See `Store.edition`."""
        source: bytes | None = await self._do("GET", layout.edition_key(digest))
        return source

    async def health(self) -> Health:
        """See `Store.health`. Answers within a second; a store that does not answer is not ready."""
        try:
            servers = await self._call(_info, min(self._timeout, PATIENCE_WITH_HEALTH))
        except StoreUnavailable as error:
            return Health(ready=False, reason=str(error))
        reasons = dict.fromkeys(reason for server in servers for reason in _unfit(server))
        lasting = all(int(server.get("aof_enabled", 0)) for server in servers)
        warnings = () if lasting else ("appendonly is no, so moves may be lost when the server stops: set it to yes",)
        return Health(ready=not reasons, reason="; ".join(reasons), warnings=warnings)

    async def close(self) -> None:
        """See `Store.close`. Waits for running commits."""
        if self._commits:
            await asyncio.wait(self._commits)
        await self._wakeups.close()
        if self._client:
            await self._client.aclose()

    async def _commit(self, commit: Commit) -> Result:
        game = commit.game
        keys = (layout.game_key(game), layout.log_key(game), layout.used_key(game, commit.key))
        return layout.result(await self._run(COMMIT, keys, layout.arguments(commit, self._key_ttl)))

    async def _due(self, *given: str | int) -> Any:
        return await self._run(DUE, (layout.DUE_KEY,), given)

    async def _run(self, script: Script, keys: Sequence[str], given: Sequence[str | int | bytes]) -> Any:
        async def send(client: Client) -> Any:
            try:
                return await client.execute_command("EVALSHA", script.digest, len(keys), *keys, *given)
            except NoScriptError:
                return await client.execute_command("EVAL", script.text, len(keys), *keys, *given)

        return await self._call(send)

    def _committed(self, task: asyncio.Task[Result]) -> None:
        self._commits.discard(task)
        if not task.cancelled():
            task.exception()  # so that asyncio does not report it if the caller was cancelled

    async def _log(self, game: str, *command: Any) -> tuple[Entry, ...]:
        """Entries of the log, without those beyond the version (read first), which were never committed."""
        name, *rest = command
        version, found = await self._do_all(
            [("HGET", layout.game_key(game), "version"), (name, layout.log_key(game), *rest)]
        )
        return _committed(found, int(version or 0))

    async def _do(self, *command: Any) -> Any:
        async def send(client: Client) -> Any:
            return await client.execute_command(*command)

        return await self._call(send)

    async def _do_all(self, commands: Sequence[tuple[Any, ...]]) -> list[Any]:
        answers, _ = await self._do_and_take(commands, ())
        return answers

    async def _do_and_take(
        self, commands: Sequence[tuple[Any, ...]], takes: Sequence[Take]
    ) -> tuple[list[Any], tuple[Taken, ...]]:
        """The answers to these commands, and the results of the takes; these are empty if the server cannot take."""

        async def send(client: Client) -> tuple[list[Any], tuple[Taken, ...]]:
            # In a cluster, buckets are in different slots and need a call each; else one call is faster.
            apart = [[one] for one in takes] if isinstance(client, RedisCluster) else [takes] if takes else []
            taking = [layout.taking(some) for some in apart]
            pipe = client.pipeline(transaction=False)
            for command in commands:
                pipe.execute_command(*command)
            for given in taking:
                pipe.execute_command("EVALSHA", TAKE.digest, *given)
            answers: list[Any] = await pipe.execute(raise_on_error=False)
            taken = answers[len(commands) :]
            del answers[len(commands) :]
            for answer in answers:
                if isinstance(answer, Exception):
                    raise answer
            try:
                for i, given in enumerate(taking):
                    if isinstance(taken[i], NoScriptError):
                        taken[i] = await client.execute_command("EVAL", TAKE.text, *given)
                    elif isinstance(taken[i], Exception):
                        raise taken[i]
            except ResponseError:  # a server that is out of memory, or has become a replica, still serves reads
                return answers, ()
            return answers, tuple([one for answer in taken for one in layout.taken(answer)])

        return await self._call(send)

    async def _call(self, work: Callable[[Client], Awaitable[T]], within: float | None = None) -> T:
        """Run `work` with the client in bounded time, and turn its errors into `StoreUnavailable`.

        It may run twice, as redis-py also retries when a connection breaks; all operations of the store are safe to repeat.
        """
        try:
            async with asyncio.timeout(within or self._timeout), self._free:
                client = self._client or await self._detect()
                try:
                    async with asyncio.timeout(self._try):
                        return await work(client)
                except TimeoutError:
                    return await work(client)
        except ReadOnlyError as error:
            # After a failover the host name may resolve to the new master, but open connections stay with the old one.
            if isinstance(self._client, Redis):
                await self._client.connection_pool.disconnect(inuse_connections=False)
            raise StoreUnavailable(str(error)) from error
        except TimeoutError:
            raise StoreUnavailable("The store did not answer in time.") from None
        except (RedisError, RedisClusterException, OSError) as error:
            raise StoreUnavailable(str(error) or type(error).__name__) from error

    async def _detect(self) -> Client:
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
                    self._client = RedisCluster.from_url(self._url, **self._options | {"socket_timeout": self._try})
                else:
                    self._client = single
            return self._client

    async def _dial(self) -> Any:
        """A connection outside the pool, for pub/sub. In a cluster every node gets every message."""
        client = self._client or await self._detect()
        if isinstance(client, Redis):
            connection: Any = client.connection_pool.make_connection()  # type: ignore[no-untyped-call]
        else:
            await client.initialize()
            node = client.get_random_node()
            # Without a socket timeout: with one it sends with asyncio.wait_for, which can swallow a cancellation.
            connection = node.connection_class(**node.connection_kwargs | {"socket_timeout": None})
        await connection.connect()
        return connection


def _committed(found: Iterable[Any], version: int) -> tuple[Entry, ...]:
    """The committed entries among those found in a log."""
    return tuple(entry for entry in map(layout.entry, found) if entry.version <= version)


async def _info(client: Client) -> list[dict[str, Any]]:
    """INFO of each server that holds games. Not CONFIG, which managed servers often forbid."""
    sections = "memory", "persistence", "replication"
    if isinstance(client, RedisCluster):
        await client.initialize()
        return list(await asyncio.gather(*(node.execute_command("INFO", *sections) for node in client.get_primaries())))
    return [await client.execute_command("INFO", *sections)]


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
