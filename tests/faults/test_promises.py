"""Promises that two keys keep: what is due in a cluster that loses masters is done all the same, though nobody looks.

See docs/decisions/0068-two-keys-one-promise.md.
"""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from redis.exceptions import RedisError

from taphouse.service.store import layout
from taphouse.service.store.failures import StoreUnavailable
from taphouse.service.store.health import Reminders
from taphouse.service.store.protocol import BOTS, CLOCKS, DELIVERIES, NOTICES
from taphouse.service.store.redis import RedisStore
from tests.access.conftest import issuer  # noqa: F401
from tests.access.issuer import Issuer
from tests.api.client import MINE, Json, in_notation, new_key
from tests.api.server import Server
from tests.effort import BOUND, many
from tests.faults.groups import cluster, soon
from tests.live.build import GAMES
from tests.servers import RedisServer
from tests.webhooks.receiver import SECRET, Receiver, receiver

EACH = 34
"""The notices, the alarms and the bots' moves that are expected, and a tenth of deletions and of games that expire."""
PATIENCE = 90.0
"""Seconds after which something that is still missing counts as lost."""
WORKERS = 3
"""Of each kind."""
CUT = 1.0
"""Seconds from the cut of a link until the master dies."""
PER_MOVE = 10
CREATE = """mutation ($seats: [SeatInput!]!, $clock: NewClockInput, $key: String) {
  createGame(game: {caskRace: {}}, seats: $seats, clock: $clock, idempotencyKey: $key) {
    ... on GameCreated { game { gameId } hostToken seats { token } }
  }
}"""
HOOK = """mutation ($id: ID!, $url: String!, $secret: String!, $key: String) {
  createWebhook(gameId: $id, url: $url, events: [YOUR_TURN], secret: $secret, idempotencyKey: $key) { __typename }
}"""
MOVE = """mutation ($id: ID!, $moves: [MoveInput!]!, $key: String) {
  play(gameId: $id, moves: $moves, idempotencyKey: $key) { ... on GameChanged { game { version } } }
}"""
DELETE = "mutation ($id: ID!) { deleteAccount(account: $id) { ... on AccountDeleted { finished } } }"
WHO = "{ account { ... on Account { id } } }"


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
        """Cut the links between masters and replicas one after the other, and kill each master a second later."""
        places = itertools.cycle(range(3))
        while True:
            place = next(places)
            pair = self.servers[place], self.servers[place + 3]
            await asyncio.to_thread(_fail, *(pair if _is_master(pair[0]) else pair[::-1]))
            self.failovers += 1


def _is_master(server: RedisServer) -> bool:
    with server.client() as client:
        return bool(client.info("replication")["role"] == "master")


def _fail(master: RedisServer, replica: RedisServer) -> None:
    with master.client() as client:
        client.execute_command("ACL SETUSER default -psync -sync -replconf")
        client.execute_command("CLIENT KILL TYPE replica")
    time.sleep(CUT)
    master.kill()
    soon(lambda: _is_master(replica))
    master.start()
    with replica.client() as client:

        def caught_up() -> bool:
            with suppress(RedisError):
                return bool(client.info("replication").get("slave0", {}).get("state") == "online")
            return False

        soon(caught_up)
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


class Promises:
    """Makes promises of every kind, and counts those that were not kept."""

    def __init__(self, at: Cluster, store: RedisStore, told: Receiver, accounts: Issuer) -> None:
        self.at, self.store, self.told, self.accounts = at, store, told, accounts
        self.notices: set[tuple[str, int]] = set()
        self.games: list[str] = []
        """The games in which a bot or an alarm must make a version."""
        self.deleted: list[tuple[str, str]] = []

    async def notice(self, _: int) -> None:
        """A move, of which a webhook is to hear."""
        made = await self._made({"kind": MINE}, {"kind": MINE})
        game = made["game"]["gameId"]
        given = {"url": self.told.url, "secret": SECRET, "key": new_key()}
        assert await self.at.ask(HOOK, made["hostToken"], id=game, **given) == {"__typename": "WebhookCreated"}
        moved = await self.at.ask(MOVE, made["seats"][0]["token"], id=game, moves=in_notation("pass"), key=new_key())
        self.notices.add((game, moved["game"]["version"]))

    async def alarm(self, number: int) -> None:
        """A clock that runs out. A tenth of the games expires before."""
        made = await self._made({"kind": MINE}, {"kind": MINE}, clock={"perMove": PER_MOVE})
        if number % 10:
            self.games.append(made["game"]["gameId"])
            return
        async with asyncio.timeout(PATIENCE):
            while True:
                with suppress(StoreUnavailable):
                    await self.store._router.ask([("PEXPIRE", layout.game_key(made["game"]["gameId"]), 1)], change=True)
                    return

    async def bot(self, _: int) -> None:
        """A game that a bot begins."""
        made = await self._made({"kind": "BOT", "bot": "RANDOM"}, {"kind": MINE})
        self.games.append(made["game"]["gameId"])

    async def deletion(self, number: int) -> None:
        """An account that is deleted."""
        if number % 10:
            return
        token = self.accounts.token(f"player {number}")
        await self._made({"kind": MINE}, {"kind": MINE}, token=token)
        account = (await self.at.ask(WHO, token))["id"]
        await self.at.ask(DELETE, token, id=account)
        self.deleted.append((token, account))

    async def _made(self, *seats: Json, clock: Json | None = None, token: str | None = None) -> Any:
        return await self.at.ask(CREATE, token, seats=seats, clock=clock, key=new_key())

    async def missing(self) -> list[str]:
        """All that is missing when nothing comes any more, at the latest after `PATIENCE`."""
        async with asyncio.timeout(10 * PATIENCE):
            until = time.monotonic() + PATIENCE
            while time.monotonic() < until and (await self._waiting() or self._unheard()):  # noqa: ASYNC110 nothing tells when
                await asyncio.sleep(0.5)
            found = [f"notice {one}" for one in sorted(self._unheard())]
            found += [f"reminders in {queue}" for queue in await self._waiting()]
            for game in self.games:
                if await self.at.version(game) < 3:
                    found.append(f"a version of {game}")
            for token, account in self.deleted:
                if not (await self.at.ask(DELETE, token, id=account))["finished"]:
                    found.append(f"the deletion of {account}")
        return found

    async def _waiting(self) -> list[str]:
        queues = BOTS, CLOCKS, NOTICES, DELIVERIES
        found = zip(queues, await self.store.reminders(queues), strict=True)
        return [queue for queue, one in found if not isinstance(one, Reminders) or one.count]

    def _unheard(self) -> set[tuple[str, int]]:
        heard = {(one["data"]["gameId"], one["data"]["version"]) for one in self.told.verified()}
        return self.notices - heard


@pytest.mark.ecosystem
async def test_nothing_that_is_due_is_missing_after_failovers(tmp_path: Path, issuer: Issuer) -> None:  # noqa: F811
    async with failing(tmp_path, **issuer.settings) as at:
        store = RedisStore.connect(at.servers[2].url)
        with receiver() as told:
            promises = Promises(at, store, told, issuer)
            count, fails = many(EACH), asyncio.create_task(at.fail())

            async def work(kind: Callable[[int], Awaitable[None]], numbers: range) -> None:
                for number in numbers:
                    await kind(number)

            kinds = promises.notice, promises.alarm, promises.bot, promises.deletion
            await asyncio.gather(*[work(kind, range(one, count, WORKERS)) for kind in kinds for one in range(WORKERS)])
            async with asyncio.timeout(PATIENCE):
                while not at.failovers and not fails.done():  # noqa: ASYNC110 nothing tells when
                    await asyncio.sleep(0.1)
            assert not fails.done(), fails.exception()
            fails.cancel()
            missing = await promises.missing()
        await store.close()
    assert missing == []
    assert len(promises.notices) == count
