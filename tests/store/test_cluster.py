"""A cluster whose slots move while a store uses it. The first server holds the lower half of the slots, at first."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
import redis
from redis.crc import key_slot

from taphouse.service.store.failures import StoreUnavailable
from taphouse.service.store.layout import attended_key
from taphouse.service.store.protocol import Loaded, Repeated, Take, TakeResult
from taphouse.service.store.redis import RedisStore
from taphouse.service.store.servers import routing
from tests import servers
from tests.effort import BOUND
from tests.store.build import Made, a_commit, a_game, a_key, a_record, an_entry, play, until


class Cluster:
    """Moves slots from the first server to the second."""

    def __init__(self, url: str) -> None:
        self.url = url
        with redis.Redis.from_url(url, protocol=2) as client:
            ports = [owner[1] for _, _, owner, *_ in client.execute_command("CLUSTER SLOTS")]
        self.nodes = [redis.Redis(port=port, protocol=2) for port in ports]
        self.ids = [node.execute_command("CLUSTER MYID").decode() for node in self.nodes]
        self._port = ports[1]

    def begin(self, slot: int) -> None:
        """Begin to move a slot: from now on the second server creates what the first does not have."""
        self.nodes[1].execute_command("CLUSTER SETSLOT", slot, "IMPORTING", self.ids[0])
        self.nodes[0].execute_command("CLUSTER SETSLOT", slot, "MIGRATING", self.ids[1])

    def carry(self, *keys: str) -> None:
        """Move keys."""
        self.nodes[0].execute_command("MIGRATE", "127.0.0.1", self._port, "", 0, 5000, "KEYS", *keys)

    def end(self, slot: int) -> None:
        """Carry what is left of a slot, and hand it over."""
        while keys := self.nodes[0].execute_command("CLUSTER GETKEYSINSLOT", slot, 100):
            self.carry(*keys)
        for node in reversed(self.nodes):
            node.execute_command("CLUSTER SETSLOT", slot, "NODE", self.ids[1])

    def redirections(self, code: str) -> int:
        """The number of times that the servers have answered with this error."""
        found = [node.info("errorstats").get(f"errorstat_{code}") for node in self.nodes]
        return sum(one["count"] for one in found if one)


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    with servers.debian_cluster(tmp_path / "cluster") as url:
        cluster = Cluster(url)
        yield cluster
        for node in cluster.nodes:
            node.close()


@pytest.fixture
async def store(cluster: Cluster) -> AsyncIterator[RedisStore]:
    store = RedisStore.connect(cluster.url, timeout=BOUND)
    yield store
    await store.close()


def games_of_the_first(count: int) -> list[tuple[str, int]]:
    """Games of the first server with their slots. No two share a slot, so that each slot moves once."""
    slots: dict[int, str] = {}
    while len(slots) < count:
        game = a_game()
        if (slot := key_slot(game.encode())) < 8192:
            slots[slot] = game
    return [(game, slot) for slot, game in slots.items()]


async def test_the_games_of_all_servers_are_found_and_nothing_else(store: RedisStore) -> None:
    games = {a_game() for _ in range(20)}
    for game in games:
        await play(store, game, 1)
    await store.put_edition("digest", b"an edition")
    await store.enlist("a list", "an entry", "", 1000)
    assert {game async for game in store.games()} == games


async def test_a_slot_that_has_moved_is_followed_and_remembered(
    store: RedisStore, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(routing, "REFRESH_EVERY", 1000.0)  # what is remembered is from the redirection alone
    [(game, slot)] = games_of_the_first(1)
    await play(store, game, 2)
    cluster.begin(slot)
    cluster.end(slot)
    assert await store.commit(a_commit(game, 2)) == Made()
    assert (await store.load(game, a_key())).record == a_record(3)
    assert await store.entries(game, 0, 10) == tuple(map(an_entry, (1, 2, 3)))
    assert cluster.redirections("MOVED") == 1


async def test_where_one_slot_has_moved_the_others_are_looked_up(
    store: RedisStore, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(routing, "REFRESH_EVERY", 0.0)
    games = games_of_the_first(20)
    for game, slot in games:
        await play(store, game, 1)
        cluster.begin(slot)
        cluster.end(slot)
    second = store._router._node(("GET", f"{{{_upper()}}}"))
    await store.load(games[0][0])
    await until(lambda: _soon(all(store._router._slots[slot] is second for _, slot in games)))
    before = cluster.redirections("MOVED")
    assert [one and one.version for one in await store.records([game for game, _ in games])] == [1] * 20
    assert cluster.redirections("MOVED") == before


async def test_a_game_whose_slot_is_moving_is_read_and_written_where_it_is(store: RedisStore, cluster: Cluster) -> None:
    [(game, slot)] = games_of_the_first(1)
    other = a_game_in(slot)
    used = a_key()
    assert await store.commit(a_commit(game, key=used)) == Made()
    cluster.begin(slot)
    takes = [Take(a_game(), 1, 10, 0.001) for _ in range(4)]
    assert await store.load(game, a_key(), takes) == Loaded(a_record(1), None, (TakeResult(True, 9, 0.0),) * 4)
    assert await store.load(game, used) == Loaded(a_record(1), Repeated(1, 1))
    assert await store.load(other, used) == Loaded(None, None)  # it is, if anywhere, there
    assert cluster.redirections("ASK") >= 1
    # A commit needs keys that are here and keys that are not, so it waits until the slot has moved.
    waiting = asyncio.gather(store.commit(a_commit(game, 1)), store.commit(a_commit(other, count=2)))
    await until(lambda: _soon(cluster.redirections("TRYAGAIN") > 3))
    assert not waiting.done()
    cluster.end(slot)
    assert await waiting == [Made(), Made()]
    assert (await store.load(game)).record == a_record(2)
    assert (await store.load(other)).record == a_record(2)


async def test_moving_slots_under_many_players_loses_no_move(store: RedisStore, cluster: Cluster) -> None:
    games = games_of_the_first(12)
    stop = asyncio.Event()

    async def player(game: str) -> int:
        version = 0
        while not stop.is_set():
            key = a_key()
            assert (await store.load(game, key)).earlier is None
            assert await store.commit(a_commit(game, version, key=key)) == Made()
            version += 1
        return version

    async def mover() -> None:
        for _, slot in games:
            await asyncio.to_thread(cluster.begin, slot)
            await asyncio.to_thread(cluster.end, slot)
        stop.set()

    *versions, _ = await asyncio.gather(*(player(game) for game, _ in games), mover())
    for (game, _), version in zip(games, versions, strict=True):
        assert version > 0
        log = await store.entries(game, 0, version + 1)
        assert [entry.version for entry in log] == list(range(1, version + 1))
    assert cluster.redirections("MOVED") > 0


async def test_games_of_other_servers_go_on_while_one_is_away(store: RedisStore, cluster: Cluster) -> None:
    impatient = RedisStore.connect(cluster.url, timeout=1.0)
    [(lower, _)], upper = games_of_the_first(1), _upper()
    try:
        for game in (lower, upper):
            await play(store, game, 1)
        cluster.nodes[0].execute_command("CONFIG SET cluster-require-full-coverage no")
        cluster.nodes[1].execute_command("CONFIG SET cluster-require-full-coverage no")
        with suppress(redis.ConnectionError):
            cluster.nodes[0].execute_command("SHUTDOWN NOSAVE")
        for _ in range(3):
            with pytest.raises(StoreUnavailable):
                await asyncio.wait_for(impatient.commit(a_commit(lower, 1)), BOUND)
        assert await store.commit(a_commit(upper, 1)) == Made()
        assert (await store.load(upper)).record == a_record(2)
    finally:
        await impatient.close()


def _upper() -> str:
    while key_slot((game := a_game()).encode()) < 8192:
        pass
    return game


def a_game_in(slot: int) -> str:
    """Another game in this slot."""
    number = 0
    while key_slot((game := f"game-{number}").encode()) != slot:
        number += 1
    return game


async def _soon(value: bool) -> bool:
    return value


async def test_a_master_that_gives_its_first_slot_away_notes_the_presence_of_instances_elsewhere(
    cluster: Cluster, store: RedisStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The notes that would be left look like a long absence one day."""
    monkeypatch.setattr(routing, "REFRESH_EVERY", 0.0)
    await noted(store)
    first, second = [attended_key(routing._tag(slot)) for slot in (0, 8192)]
    cluster.begin(0)
    cluster.end(0)
    await store._servers._look()
    tags = await noted(store)
    keys = [key.decode() for node in cluster.nodes for key in node.scan_iter("th:attended*")]
    assert sorted(keys) == sorted(map(attended_key, tags))
    assert first in keys, "the second server has the first slot now, and goes on with its key"
    assert second not in keys


async def noted(store: RedisStore) -> tuple[str, ...]:
    await store._note_everywhere()
    return store._servers.tags()
