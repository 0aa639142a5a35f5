"""A master and its replica: what is acknowledged is on both."""

import asyncio
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import httpx
import pytest

from taphouse.service.store import layout
from taphouse.service.store.failures import StoreUnavailable
from taphouse.service.store.protocol import DELIVERIES, Conflict, Loaded, Repeated, Take
from taphouse.service.store.redis import RedisStore
from taphouse.service.store.servers.replication import (
    LAPSE,
    ReplicaQuorum,
    Replicas,
    ReplicationStatus,
    Unconfirmed,
    kept,
)
from tests.api.client import MINE, new_key
from tests.api.server import Server
from tests.effort import BOUND, many
from tests.faults.groups import pair, soon
from tests.faults.history import History, faults, follow, play
from tests.live.build import GAMES
from tests.servers import RedisServer
from tests.store.build import Made, a_commit, a_game, a_key, a_record, some_bytes, until
from tests.webhooks.receiver import SECRET


@pytest.fixture
def both(tmp_path: Path) -> Iterator[tuple[RedisServer, RedisServer]]:
    with pair(tmp_path) as servers:
        yield servers


def cut(replica: RedisServer) -> None:
    """Cut the link of a replica: it keeps what it has."""
    with replica.client() as client:
        client.execute_command("REPLICAOF", "127.0.0.1", 1)


def promote(replica: RedisServer) -> None:
    with replica.client() as client:
        client.execute_command("REPLICAOF", "NO", "ONE")


async def test_a_change_is_acknowledged_when_a_replica_has_it(both: tuple[RedisServer, RedisServer]) -> None:
    one, two = both
    store = RedisStore.connect(one.url)
    game, key, other = a_game(), a_key(), a_key()
    try:
        assert await store.commit(a_commit(game, key=other)) == Made()
        with two.paused():
            for _ in range(2):  # the second time it is found by its key, and still not safe
                with pytest.raises(Unconfirmed, match="Of 1 replicas that must have the change, 0"):
                    await asyncio.wait_for(store.commit(a_commit(game, 1, key=key)), BOUND)
            with pytest.raises(Unconfirmed):
                await asyncio.wait_for(store.load(game, key), BOUND)
            assert (await store.load(game, a_key(), [Take(a_game(), 1, 10, 1.0)])).record == a_record(2)
        assert await store.load(game, key) == Loaded(a_record(2), Repeated(2, 2))
        assert await store.commit(a_commit(game, 1, key=key)) == Repeated(2, 2)
    finally:
        await store.close()


async def test_reads_do_not_wait_for_replicas_and_changes_share_their_waits(
    both: tuple[RedisServer, RedisServer],
) -> None:
    one, two = both
    store = RedisStore.connect(one.url, replicas=Replicas(wait=0.8))
    games = [a_game() for _ in range(100)]
    try:
        made = await asyncio.gather(*(store.commit(a_commit(game)) for game in games))
        assert made == [Made()] * len(games)
        with one.client() as client:
            assert client.info("commandstats")["cmdstat_wait"]["calls"] < 10
        with two.paused():
            waiting = [asyncio.create_task(store.commit(a_commit(game, 1))) for game in games]
            for game in games:
                assert (await store.load(game)).record is not None
            assert not any(task.done() for task in waiting)
            ends = await asyncio.gather(*waiting, return_exceptions=True)
            assert {type(end) for end in ends} == {Unconfirmed}
    finally:
        await store.close()


async def test_a_server_without_replicas_is_not_asked_for_any_unless_the_operator_wants_one(
    own_redis: RedisServer,
) -> None:
    store, careful = RedisStore.connect(own_redis.url), RedisStore.connect(own_redis.url, replicas=Replicas(1, 0.05))
    try:
        assert await store.commit(a_commit(a_game())) == Made()
        with own_redis.client() as client:
            assert "cmdstat_wait" not in client.info("commandstats")
        with pytest.raises(Unconfirmed):
            await careful.commit(a_commit(a_game()))
        assert "0 replicas, but 1 must have a change" in (await careful.health()).reason
        assert (await store.health()).ready
    finally:
        await store.close()
        await careful.close()


def test_a_server_that_lost_its_replicas_needs_one_until_none_of_them_can_take_its_place() -> None:
    now = 0.0
    needed = ReplicaQuorum(Replicas(), lambda: now)
    for at, replicas, expected in [
        (0, 0, 0),
        (1, 2, 1),
        (2, 0, 1),
        (LAPSE, 0, 1),
        (LAPSE + 2, 0, 0),
        (LAPSE + 3, 1, 1),
    ]:
        now = at
        needed.noted(ReplicationStatus(False, replicas, b"era"))
        assert needed.now == expected, at


async def test_an_instance_that_starts_while_the_link_is_cut_waits_for_the_replica(
    both: tuple[RedisServer, RedisServer],
) -> None:
    one, two = both
    cut(two)
    with one.client() as client:
        soon(lambda: client.info("replication")["connected_slaves"] == 0)
    store = RedisStore.connect(one.url, replicas=Replicas(wait=0.05))
    try:
        with pytest.raises(Unconfirmed):
            await store.commit(a_commit(a_game()))
        assert "0 replicas, but 1 must have a change" in (await store.health()).reason
    finally:
        await store.close()
    promote(two)  # nothing could take its place
    alone = RedisStore.connect(two.url, timeout=BOUND)
    try:
        assert await alone.commit(a_commit(a_game())) == Made()
    finally:
        await alone.close()


@pytest.mark.parametrize(
    ("before", "now", "expected"),
    [
        ((17, ""), (20, ""), 17),
        ((17, "a:1"), (20, "a:1"), 17),
        ((17, "a:1"), (15, "a:1"), 15),
        ((17, "a:1"), (20, "a:1,b:16"), 15),
        ((17, "a:1"), (20, "a:1,b:18"), 17),
        ((17, "a:1,b:16"), (20, "a:1"), 15),
        ((17, "a:1,b:16"), (20, "a:1,c:14"), 13),
        ((17, "a:1,b:3,c:16"), (20, "b:3,c:16,d:18"), 17),
    ],
)
def test_epochs_tell_how_far_a_history_is_the_same(
    before: tuple[int, str], now: tuple[int, str], expected: int
) -> None:
    one, two = [a_record(version, epochs=epochs) for version, epochs in (before, now)]
    assert kept(one, two) == expected


async def test_what_was_judged_on_a_version_that_was_lost_is_judged_again(
    both: tuple[RedisServer, RedisServer],
) -> None:
    one, two = both
    careless = RedisStore.connect(one.url, timeout=BOUND, replicas=Replicas(0))
    game = a_game()
    await careless.commit(a_commit(game))
    with one.client() as client:
        client.execute_command("WAIT", 1, 5000)
    cut(two)
    await careless.commit(a_commit(game, 1))
    lost = (await careless.load(game)).record
    one.kill()
    await careless.close()
    promote(two)
    store = RedisStore.connect(two.url, timeout=BOUND)
    try:
        assert lost is not None
        now = (await store.load(game)).record
        assert now is not None
        assert (lost.version, now.version, now.epochs) == (2, 1, lost.epochs)
        assert await store.commit(a_commit(game, 1, record=a_record(2, epochs=now.epochs))) == Made()
        again = (await store.load(game)).record
        assert again is not None
        assert re.fullmatch(re.escape(lost.epochs) + r",\w{8}:2", again.epochs)
        stale = a_commit(game, 2, record=a_record(3, epochs=lost.epochs))
        assert await store.commit(stale) == Conflict(2)
        assert await store.commit(a_commit(game, 2, record=a_record(3, epochs=again.epochs))) == Made()
    finally:
        await store.close()


async def made_since(store: RedisStore, histories: Sequence[History], acknowledged: Sequence[int]) -> None:
    """Wait until each game has a version beyond those that were acknowledged before the link was cut."""
    for history, count in zip(histories, acknowledged, strict=True):

        async def beyond(game: str = history.game, count: int = count) -> bool:
            record = (await store.load(game)).record
            return record is not None and record.version > count

        await until(beyond, BOUND)


async def failover(both: tuple[RedisServer, RedisServer], replicas: Replicas, games: int) -> list[str]:
    """The faults after the link to the replica was cut, its master died, and the replica took its place."""
    one, two = both
    store, histories, stop = RedisStore.connect(one.url, replicas=replicas), [], asyncio.Event()
    histories = [History(a_game()) for _ in range(games)]
    work = [play(store, history, stop) for history in histories for _ in range(2)]
    tasks = [asyncio.create_task(one) for one in [*work, *(follow(store, history, stop) for history in histories)]]

    async def acknowledges(count: int) -> None:
        async def enough() -> bool:
            return sum(len(history.acknowledged) for history in histories) >= count

        await until(enough, BOUND)

    await acknowledges(games * 10)
    acknowledged = [len(history.acknowledged) for history in histories]
    cut(two)
    if replicas.most == 0:
        before = sum(len(history.acknowledged) for history in histories)
        await acknowledges(before + games * 10)
    else:
        await made_since(store, histories, acknowledged)
    one.kill()
    stop.set()
    await asyncio.wait(tasks)
    await store.close()
    promote(two)
    after = RedisStore.connect(two.url, timeout=BOUND)
    try:
        return [fault for history in histories for fault in await faults(after, history)]
    finally:
        await after.close()


async def test_no_acknowledged_change_is_lost_when_a_master_dies_after_its_link_was_cut(
    both: tuple[RedisServer, RedisServer],
) -> None:
    assert await failover(both, Replicas(), many(4)) == []


async def test_without_waiting_for_replicas_the_checker_finds_what_is_lost(
    both: tuple[RedisServer, RedisServer],
) -> None:
    found = await failover(both, Replicas(0), 2)
    assert sum("was acknowledged, and lost" in fault for fault in found) >= 10


async def test_a_connection_to_a_server_that_became_a_replica_is_left(
    both: tuple[RedisServer, RedisServer], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("taphouse.service.store.servers.pipelined_connection.LOOK_EVERY", 0.05)
    one, two = both
    store = RedisStore.connect(one.url, timeout=1.0)
    game = a_game()
    try:
        await store.commit(a_commit(game, record=a_record(1, snapshot=some_bytes(10))))
        promote(two)
        with one.client() as client:
            client.execute_command("REPLICAOF", "127.0.0.1", two.port)
            soon(lambda: client.info("replication")["role"] == "slave")

        async def refused() -> str:
            try:
                await store.load(game)
            except StoreUnavailable as error:
                return str(error)
            return ""

        await until(refused, BOUND)
        assert "replica" in await refused()
    finally:
        await store.close()


async def test_a_webhook_is_acknowledged_when_a_replica_has_it_however_often_it_is_asked_for(
    both: tuple[RedisServer, RedisServer],
) -> None:
    one, two = both
    with Server(url=one.url, games=GAMES, webhooks="any", store_timeout=2.0) as here:
        async with httpx.AsyncClient(base_url=here.url, timeout=BOUND, trust_env=False) as client:
            body = {"kind": "CASK_RACE", "seats": [{"kind": MINE}] * 2}
            made = (await client.post("/v1/games", json=body)).json()
            path = f"/v1/games/{made['game']['gameId']}/webhooks"
            hook = {"url": "http://127.0.0.1:9/", "events": ["YOUR_TURN"], "secret": SECRET}
            headers = {"authorization": f"Bearer {made['hostToken']}", "idempotency-key": new_key()}
            with two.paused():
                for _ in range(2):  # the second time, the master has it
                    assert (await client.post(path, json=hook, headers=headers)).status_code == 503
            assert (await client.post(path, json=hook, headers=headers)).status_code == 200


async def test_a_reminder_is_set_when_a_replica_has_it_and_owed_until_then(
    both: tuple[RedisServer, RedisServer],
) -> None:
    one, two = both
    store = RedisStore.connect(one.url)
    try:
        assert (await store.remind("a", 0.0, DELIVERIES)).member == "a"
        with two.paused():
            with pytest.raises(StoreUnavailable):
                await store.remind("b", 0.0, DELIVERIES)
            with pytest.raises(StoreUnavailable):
                await store.watch([a_game()])
            assert len(store._owed) == 1

        async def paid() -> bool:
            return not len(store._owed)

        await until(paid, BOUND)
        with two.client() as client:
            assert {member for member, _ in client.zscan_iter(layout.due_key(DELIVERIES))} == {b"a", b"b"}
    finally:
        await store.close()
