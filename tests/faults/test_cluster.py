"""A cluster of which one master is lost."""

import asyncio
from pathlib import Path

import httpx
import pytest
from redis.crc import key_slot

from taphouse.service.store import StoreUnavailable
from taphouse.service.store.redis import RedisStore
from tests.api.client import CASK, Json
from tests.api.server import Server
from tests.effort import BOUND, EFFORT
from tests.faults.groups import cluster, soon
from tests.faults.test_sentinel import more, played
from tests.live.build import GAMES
from tests.live.watchers import CREATE

LIMITED = {"rate_token": 100_000, "rate_token_burst": 100_000, "rate_address": 100_000, "rate_address_burst": 100_000}
PERSON, BOT = {"kind": "MINE", "name": "Ann"}, {"kind": "BOT", "bot": "RANDOM"}


async def test_one_dead_master_of_three_takes_only_its_own_games_away(tmp_path: Path) -> None:
    with (
        cluster(tmp_path, replicas=False) as servers,
        Server(url=servers[0].url, games=GAMES, store_timeout=1.0, **LIMITED) as here,
    ):
        async with httpx.AsyncClient(base_url=here.url, timeout=BOUND, trust_env=False) as http:

            async def create(*seats: Json) -> str | None:
                variables = {"game": {CASK: {}}, "seats": seats}
                answer = await http.post("/graphql", json={"query": CREATE, "variables": variables})
                if answer.status_code == 503:
                    return None
                made = answer.json()["data"]["createGame"]
                return str(made["game"]["gameId"])

            async def lives(game: str) -> bool:
                return (await http.get(f"/v1/games/{game}")).status_code == 200

            games = [str(game) for game in await asyncio.gather(*[create(PERSON, PERSON) for _ in range(24)])]
            dead = key_slot(b"th:due") * 3 // 16384  # the master of the reminders of bots
            servers[dead].kill()
            gone = {game for game in games if key_slot(game.encode()) * 3 // 16384 == dead}
            assert 0 < len(gone) < 24
            for _ in range(2):
                alive = await asyncio.gather(*map(lives, games))
                assert {game for game, lives_ in zip(games, alive, strict=True) if not lives_} == gone
            ready = await http.get("/readyz")
            assert (ready.status_code, ready.json()["reachable"]) == (200, 0.667)
            assert any(str(servers[dead].port) in one for one in ready.json()["warnings"])
            for seats in ((PERSON, PERSON), (PERSON, BOT)):  # a game has its place by chance: some are on the dead one
                made = [game for game in await asyncio.gather(*[create(*seats) for _ in range(12)]) if game]
                assert made
                assert all(await asyncio.gather(*map(lives, made)))
            servers[dead].start()
            with servers[dead - 1].client() as client:
                await asyncio.to_thread(
                    soon, lambda: client.execute_command("CLUSTER INFO")["cluster_slots_ok"] == "16384"
                )
            async with asyncio.timeout(BOUND):
                for game in games:
                    while not await lives(game):  # noqa: ASYNC110 nothing tells when
                        await asyncio.sleep(0.05)


async def test_reminders_lists_and_buckets_of_a_dead_master_delay_nothing(tmp_path: Path) -> None:
    with cluster(tmp_path, replicas=False) as servers:
        store = RedisStore.connect(servers[0].url, timeout=2.0)
        try:
            games = [f"{number:016x}" for number in range(40)]
            for game in games:
                await store.enlist(game, "entry", "", 60_000)
            servers[1].kill()
            failed = 0
            async with asyncio.timeout(BOUND / 2):  # 40 calls that wait for their timeout would take 26 s
                for game in games:
                    try:
                        await store.enlist(game, "another", "", 60_000)
                    except StoreUnavailable:
                        failed += 1
            assert 5 < failed < 25
            found = await store.records(games)
            assert {type(one) for one in found} == {type(None), StoreUnavailable}
        finally:
            await store.close()


@pytest.mark.skipif(EFFORT == 1, reason="six servers: only in make soak")
async def test_a_replica_takes_the_slots_over_and_nothing_is_lost(tmp_path: Path) -> None:
    with cluster(tmp_path, replicas=True) as servers:
        async with played(servers[1].url, 24) as (histories, store):
            await more(histories)
            servers[0].kill()
            with servers[3].client() as client:
                await asyncio.to_thread(soon, lambda: client.info("replication")["role"] == "master")
            await more(histories)
            servers[0].start()
            with servers[3].client() as client:
                await asyncio.to_thread(soon, lambda: client.info("replication").get("connected_slaves") == 1)
            await more(histories)
            assert (await store.health()).reachable == 1.0
