"""Gauges of the store, whose causes happen in real servers, read at every instance."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from redis.crc import key_slot

from taphouse.lab.memory_store import MemoryStore
from taphouse.service.bots import bot_seats
from taphouse.service.games.clocks import alarms
from taphouse.service.observing import store_gauges
from taphouse.service.store import layout
from taphouse.service.store.health import Reminders
from taphouse.service.store.protocol import BOTS, CLOCKS, DELIVERIES, FULL, NOTICES, TOO_FULL, Due
from taphouse.service.store.redis import RedisStore
from taphouse.service.store.servers import replication
from taphouse.service.webhooks import deliveries, notices
from tests.faults.groups import cluster, pair
from tests.observing.build import Client, Samples, application, soon
from tests.servers import RedisServer, redis_server
from tests.webhooks.receiver import SECRET, receiver

QUEUES = (BOTS, CLOCKS, NOTICES, DELIVERIES)
GAME = """mutation { createGame(game: {dankAndDraft: {}}, seats: [{kind: MINE}, {kind: MINE}]) {
  ... on GameCreated { hostToken game { gameId } } } }"""
WEBHOOK = f"""mutation ($game: ID!, $url: String!) {{
  createWebhook(gameId: $game, url: $url, events: [GAME_OVER], secret: "{SECRET}") {{ __typename }} }}"""
ABANDON = "mutation ($game: ID!) { abandon(gameId: $game) { __typename } }"


class Idle(RedisStore):
    """A store of an instance that does not do what is due, while it is idle."""

    idle = True

    async def claim(self, lease: float, count: int, queue: str = BOTS) -> tuple[Due, ...]:
        return () if self.idle else await super().claim(lease, count, queue)


class Broken(MemoryStore):
    async def reminders(self, queues: Sequence[str]) -> tuple[Reminders, ...]:
        raise LookupError


@pytest.fixture(autouse=True)
def _often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_gauges, "EVERY", 0.05)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RedisServer]:
    with redis_server(tmp_path / "redis") as one:
        yield one


@asynccontextmanager
async def instances(url: str, kind: type[RedisStore] = RedisStore, **settings: Any) -> AsyncIterator[list[Client]]:
    """Two instances on a store."""
    async with AsyncExitStack() as stack:
        stores = [kind.connect(url, timeout=1.0) for _ in "12"]
        for store in stores:
            stack.push_async_callback(store.close)
        yield [await stack.enter_async_context(application(one, metrics_port=0, **settings)) for one in stores]


async def read(clients: Sequence[Client], *expected: tuple[Any, ...]) -> None:
    """Wait until all instances read this: names, values (None: there is none) or what is true of them, and labels."""

    def is_so(samples: Samples, name: str, wanted: Any, **labels: str) -> bool:
        found = samples.get((f"taphouse_{name}", tuple(labels.items())))
        return bool(wanted(found)) if callable(wanted) and found is not None else found == wanted

    async def all_do() -> bool:
        found = [await client.samples() for client in clients]
        return all(is_so(one, name, wanted, **dict(labels)) for one in found for name, wanted, *labels in expected)

    await soon(all_do, 0.05)


def of(queue: str) -> tuple[str, str]:
    """The label of a queue."""
    return "queue", queue


async def test_what_nobody_does_is_late_at_every_instance(server: RedisServer, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (bot_seats, alarms, notices, deliveries):
        monkeypatch.setattr(module, "POLL", 0.02)
    async with instances(server.url, Idle) as both:
        store = RedisStore.connect(server.url)
        await read(
            both, *((name, 0, of(queue)) for queue in QUEUES for name in ("reminders", "reminders_late_seconds"))
        )
        for late, queue in enumerate(QUEUES, 1):
            await store.remind("owner hook delivery", -1000 * late, queue)
            await store.remind("another owner's delivery", 1000, queue)
        for late, queue in enumerate(QUEUES, 1):
            await read(
                both,
                ("reminders", 2, of(queue)),
                (
                    "reminders_late_seconds",
                    lambda found, late=late: 1000 * late <= found < 1000 * late + 500,
                    of(queue),
                ),
            )
        monkeypatch.setattr(Idle, "idle", False)
        for queue in QUEUES:
            await read(both, ("reminders", 1, of(queue)), ("reminders_late_seconds", 0, of(queue)))
        await store.close()


async def test_where_webhooks_are_off_what_is_left_of_them_is_not_late(server: RedisServer) -> None:
    store = RedisStore.connect(server.url)
    await store.remind("owner hook delivery", -1000, DELIVERIES)
    await store.close()
    async with instances(server.url, webhooks="off") as both:
        await read(
            both,
            ("reminders_late_seconds", 0, of(CLOCKS)),
            ("reminders", None, of(NOTICES)),
            ("reminders_late_seconds", None, of(DELIVERIES)),
        )


async def test_deliveries_wait_and_fail_and_succeed(server: RedisServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deliveries, "POLL", 0.02)
    monkeypatch.setattr(deliveries, "PAUSES", (0.02,))

    async def attempts(result: str) -> float:
        found = [await client.samples() for client in both]
        return sum(one["taphouse_delivery_attempts_total", (("result", result),)] for one in found)

    async def ended() -> bool:
        return (await attempts("failed"), await attempts("succeeded")) == (2, 1)

    async with instances(server.url, webhooks="any") as both:
        with receiver() as friend:
            friend.hold.clear()
            friend.answers = [500, 500, 204]
            one = both[0]
            made = await one.ask(GAME)
            one.token, game = made["hostToken"], made["game"]["gameId"]
            assert await one.ask(WEBHOOK, game=game, url=friend.url) == {"__typename": "WebhookCreated"}
            assert await one.ask(ABANDON, game=game) == {"__typename": "GameChanged"}
            await read(both, ("reminders", 1, of(DELIVERIES)))
            assert not await attempts("failed")
            friend.hold.set()
            await soon(ended)
            await read(both, ("reminders", 0, of(DELIVERIES)))


async def test_replicas_are_missing_before_and_while_changes_need_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pair(tmp_path) as (one, two):
        async with instances(one.url) as both:
            await read(both, ("store_replicas", 1), ("store_spare_replicas", 0), ("store_reachable_ratio", 1))
            two.stop()
            await read(both, ("store_replicas", 0), ("store_spare_replicas", -1), ("store_reachable_ratio", 0))
            monkeypatch.setattr(
                replication, "LAPSE", 0.0
            )  # it counts as a server that has none, and is told so no more
            await read(both, ("store_replicas", 0), ("store_spare_replicas", None), ("store_reachable_ratio", 1))


async def test_a_store_that_fills_is_seen_before_it_is_full(server: RedisServer) -> None:
    def limit(part: float) -> None:
        with server.client() as client:
            client.config_set("maxmemory", int(client.info("memory")["used_memory"] / part))

    async with instances(server.url) as both:
        await read(both, ("store_memory_ratio", lambda found: 0 < found < FULL), ("store_spare_replicas", None))
        limit(0.87)
        await read(both, ("store_memory_ratio", lambda found: FULL < found < TOO_FULL), ("store_reachable_ratio", 1))
        limit(1.5)  # what the server uses changes a little
        await read(both, ("store_memory_ratio", lambda found: found > TOO_FULL), ("store_reachable_ratio", 0))


async def test_a_server_of_several_that_is_away_is_seen_with_what_it_holds(tmp_path: Path) -> None:
    owners = {queue: key_slot(layout.due_key(queue).encode()) * 3 // 16384 for queue in QUEUES}
    first, second = sorted({0, 1, 2} - {owners[BOTS]}, key=list(owners.values()).count)
    with cluster(tmp_path, replicas=False) as servers:
        async with instances(servers[owners[BOTS]].url) as both:
            await read(both, ("store_reachable_ratio", 1), *(("reminders", 0, of(queue)) for queue in QUEUES))
            servers[second].kill()
            left = {queue: None if owner == second else 0 for queue, owner in owners.items()}
            assert set(left.values()) == {0, None}
            await read(both, ("store_reachable_ratio", 0.667), *(("reminders", n, of(q)) for q, n in left.items()))
            servers[first].kill()  # the third answers, but is no cluster without the majority
            await read(both, ("store_reachable_ratio", 0), *(("reminders", None, of(queue)) for queue in QUEUES))
            for place in (first, second):
                servers[place].start()
            await read(both, ("store_reachable_ratio", 1), *(("reminders", 0, of(queue)) for queue in QUEUES))


async def test_what_cannot_be_read_has_no_old_value(server: RedisServer) -> None:
    running = "stored_games", 0, ("kind", "dank-and-draft"), ("status", "RUNNING")
    async with instances(server.url) as both:
        await read(both, running, ("store_memory_ratio", lambda found: found > 0), ("reminders", 0, of(BOTS)))
        server.kill()
        away = [(name, None, *labels) for name, _, *labels in (running, ("reminders", 0, of(BOTS)))]
        gone = ("store_memory_ratio", "store_replicas")
        await read(both, ("store_reachable_ratio", 0), *away, *((name, None) for name in gone))
        server.start()
        await read(both, ("store_reachable_ratio", 1), running)


async def test_a_bug_in_one_reading_is_counted_and_leaves_the_others() -> None:
    async with application(Broken(), metrics_port=0) as client:
        await read(
            [client],
            ("reminders", None, of(BOTS)),
            ("store_reachable_ratio", 1),
            ("stored_games", 0, ("kind", "dank-and-draft"), ("status", "OVER")),
            ("bugs_total", lambda found: found > 1),
        )
