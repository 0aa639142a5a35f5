"""A cluster whose masters die one after the other, with two instances of the service on it."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import httpx

from taphouse.service.store import layout
from taphouse.service.store.failures import StoreUnavailable
from taphouse.service.store.redis import RedisStore
from tests.api.server import Server
from tests.effort import BOUND
from tests.faults.groups import cluster, has_replica, soon
from tests.live.build import GAMES
from tests.servers import RedisServer

PATIENCE = 90.0
"""Seconds after which something that is still missing counts as lost."""
CUT = 1.0
"""Seconds from the cut of a link until the master dies."""


class Cluster:
    """A cluster whose masters die, with two instances of the service on it."""

    def __init__(self, servers: Sequence[RedisServer], http: httpx.AsyncClient, urls: Sequence[str]) -> None:
        self.servers, self.http, self._urls = servers, http, itertools.cycle(urls)
        self.failovers = 0

    async def ask(self, query: str, token: str | None = None, **variables: Any) -> Any:
        """The answer to a request, which is sent until there is one. It must be safe to repeat."""
        headers = {} if token is None else {"authorization": f"Bearer {token}"}
        async with asyncio.timeout(PATIENCE):
            for url in self._urls:
                with suppress(httpx.TransportError):
                    body = {"query": query, "variables": variables}
                    answer = await self.http.post(f"{url}/graphql", json=body, headers=headers)
                    if answer.status_code == 200 and "errors" not in (found := answer.json()):
                        (value,) = found["data"].values()
                        return value
                    assert answer.status_code == 503 or "UNAVAILABLE" in answer.text, answer.text
                await asyncio.sleep(0.1)
        raise AssertionError("the instances never end")

    async def version(self, game: str) -> int:
        """The version of a game. Reading wakes what was forgotten, so ask when time is over."""
        found = await self.ask("query ($id: ID!) { game(id: $id) { ... on Game { version } } }", id=game)
        return int(found["version"])

    async def fail(self) -> None:
        """Have the replicas of one master after the other hang, cut their links, and kill the master a second later."""
        places = itertools.cycle(range(3))
        while True:
            place = next(places)
            pair = self.servers[place], self.servers[place + 3]
            await asyncio.to_thread(_kill, *(pair if _is_master(pair[0]) else pair[::-1]))
            self.failovers += 1


async def expire(store: RedisStore, game: str) -> None:
    """Let a game expire now."""
    async with asyncio.timeout(PATIENCE):
        while True:
            with suppress(StoreUnavailable):
                await store._router.ask([("PEXPIRE", layout.game_key(game), 1)], change=True)
                return


def _is_master(server: RedisServer) -> bool:
    with server.client() as client:
        return bool(client.info("replication")["role"] == "master")


def cut(master: RedisServer) -> None:
    """Cut the link between a master and its replicas."""
    with master.client() as client:
        client.execute_command("ACL SETUSER default -psync -sync -replconf")
        client.execute_command("CLIENT KILL TYPE replica")


def _kill(master: RedisServer, replica: RedisServer) -> None:
    with replica.paused():
        time.sleep(CUT)
        cut(master)
    time.sleep(CUT)
    master.kill()
    soon(lambda: _is_master(replica))
    master.start()
    with replica.client() as client:
        soon(lambda: has_replica(client))
    time.sleep(CUT)


@asynccontextmanager
async def failing(folder: Path, **settings: Any) -> AsyncIterator[Cluster]:
    async with AsyncExitStack() as stack:
        servers = stack.enter_context(cluster(folder, replicas=True))
        here: list[Server] = []
        for server in servers[:2]:
            given = {"webhooks": "any", "games": GAMES, "store_timeout": 2.0, "bot_processes": 1, **settings}
            here.append(Server(url=server.url, **given))
            await asyncio.to_thread(here[-1].__enter__)
            stack.push_async_callback(asyncio.to_thread, here[-1].__exit__, None, None, None)
        http = await stack.enter_async_context(httpx.AsyncClient(timeout=BOUND, trust_env=False))
        yield Cluster(servers, http, [one.url for one in here])
