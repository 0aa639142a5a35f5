"""A cluster of which one master is lost."""

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest
from redis.crc import key_slot

from taphouse.service.access.tokens import TokenIssuer
from taphouse.service.store import layout
from taphouse.service.store.failures import StoreUnavailable
from taphouse.service.store.health import Reminders
from taphouse.service.store.protocol import CLOCKS, NOTICES, Committed
from taphouse.service.store.redis import RedisStore
from tests.api.client import CASK, Json, new_key
from tests.api.server import SIGNING_KEY, Server
from tests.effort import BOUND, EFFORT
from tests.faults.groups import cluster, soon
from tests.faults.test_sentinel import more, played
from tests.live.build import GAMES
from tests.live.watchers import CREATE
from tests.store.build import a_commit, a_game, until

LIMITED = {"rate_token": 100_000, "rate_token_burst": 100_000, "rate_address": 100_000, "rate_address_burst": 100_000}
PATIENT = 8.0
"""Seconds within which a store answers on a busy machine. Best-effort calls have an eighth of it."""
ANN, BEN, BOT = {"kind": "MINE", "name": "Ann"}, {"kind": "MINE", "name": "Ben"}, {"kind": "BOT", "bot": "RANDOM"}


FORK = """mutation ($id: ID!, $tokens: [String!]!) {
  forkGame(gameId: $id, seatTokens: $tokens) { ... on GameCreated { game { gameId } } ... on Problem { code message } }
}"""
KEYED = """mutation ($key: String!) {
  createGame(game: {caskRace: {}}, seats: [{kind: MINE}, {kind: MINE}], idempotencyKey: $key) {
    ... on GameCreated { game { gameId } }
  }
}"""


async def test_one_dead_master_of_three_takes_only_its_own_games_away(tmp_path: Path) -> None:
    with (
        cluster(tmp_path, replicas=False) as servers,
        Server(url=servers[0].url, games=GAMES, store_timeout=4.0, **LIMITED) as here,
    ):
        async with httpx.AsyncClient(base_url=here.url, timeout=BOUND, trust_env=False) as http:

            async def ask(query: str, **variables: Any) -> httpx.Response:
                return await http.post("/graphql", json={"query": query, "variables": variables})

            async def made(*seats: Json) -> Json:
                answer = await ask(CREATE, game={CASK: {}}, seats=seats)
                assert answer.status_code == 200, answer.text
                found: Json = answer.json()["data"]["createGame"]
                return found

            async def lives(game: str) -> bool:
                return (await http.get(f"/v1/games/{game}")).status_code == 200

            tables = await asyncio.gather(*[made(ANN, BEN) for _ in range(24)])
            games = [str(table["game"]["gameId"]) for table in tables]
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
            for seats in ((ANN, BEN), (ANN, BOT)):  # a game has its place by chance, but not on the dead one
                more_tables = await asyncio.gather(*[made(*seats) for _ in range(12)])
                assert all(await asyncio.gather(*[lives(table["game"]["gameId"]) for table in more_tables]))
            source = next(table for table in tables if table["game"]["gameId"] not in gone)
            tokens = [seat["token"] for seat in source["seats"]]
            forked = await asyncio.gather(*[ask(FORK, id=source["game"]["gameId"], tokens=tokens) for _ in range(12)])
            assert [answer.text for answer in forked if answer.status_code != 200] == []
            assert all("game" in answer.json()["data"]["forkGame"] for answer in forked)
            keys = [new_key() for _ in range(12)]
            places = [key_slot(TokenIssuer([SIGNING_KEY]).game_ids(key)[0].encode()) * 3 // 16384 for key in keys]
            keyed = dict(zip(keys, await asyncio.gather(*[ask(KEYED, key=key) for key in keys]), strict=True))
            refused = [key for key, answer in keyed.items() if answer.status_code == 503]
            assert refused == [key for key, place in zip(keys, places, strict=True) if place == dead]
            for key in refused:
                (error,) = keyed[key].json()["errors"]
                assert error["extensions"]["code"] == "UNAVAILABLE"
                assert "send the same key again" in error["message"]
            servers[dead].start()
            with servers[dead - 1].client() as client:
                await asyncio.to_thread(
                    soon, lambda: client.execute_command("CLUSTER INFO")["cluster_slots_ok"] == "16384"
                )
            async with asyncio.timeout(BOUND):
                for game in games:
                    while not await lives(game):  # noqa: ASYNC110 nothing tells when
                        await asyncio.sleep(0.05)
            for key in refused:
                answers = [(await ask(KEYED, key=key)).json()["data"]["createGame"]["game"]["gameId"] for _ in range(2)]
                assert set(answers) == {TokenIssuer([SIGNING_KEY]).game_ids(key)[0]}


async def test_reminders_lists_and_buckets_of_a_dead_master_delay_nothing_and_entries_are_owed(tmp_path: Path) -> None:
    with cluster(tmp_path, replicas=False) as servers:
        store = RedisStore.connect(servers[0].url, timeout=PATIENT)
        try:
            games = [f"{number:016x}" for number in range(40)]
            for game in games:
                await store.enlist(game, "entry", "", 60_000)
            servers[1].kill()
            dead, failed = (
                [game for game in games if key_slot(layout.list_key(game).encode()) * 3 // 16384 == 1],
                list[str](),
            )
            async with asyncio.timeout(BOUND / 2):  # the calls to it would take 17 s if they waited
                for game in games:
                    try:
                        await store.enlist(game, "another", "", 60_000)
                    except StoreUnavailable:
                        failed.append(game)
            assert failed == dead
            assert len(dead) * PATIENT / 8 > BOUND / 2
            found = await store.records(games)
            assert {type(one) for one in found} == {type(None), StoreUnavailable}
            servers[1].start()

            async def added_again() -> bool:
                return set(await store.lengths(games)) == {2}

            await until(added_again, BOUND)
        finally:
            await store.close()


async def test_reminders_of_a_dead_master_are_set_when_it_is_back(tmp_path: Path) -> None:
    """The instance that made the changes owes them: nobody else may ever read the games."""
    with cluster(tmp_path, replicas=False) as servers:
        store = RedisStore.connect(servers[0].url, timeout=PATIENT)
        dead = {key_slot(layout.due_key(queue).encode()) * 3 // 16384 for queue in (CLOCKS, NOTICES)}
        games = [game for game in map(str, range(60)) if key_slot(game.encode()) * 3 // 16384 not in dead][:10]
        try:
            assert games
            await store.commit(a_commit(a_game()))
            for server in dead:
                servers[server].kill()
            for game in games:
                assert isinstance(await store.commit(a_commit(game, alarm=900.0, notices=(b"notice",))), Committed)
            for server in dead:
                servers[server].start()

            async def set_again() -> bool:
                found = await store.reminders([CLOCKS, NOTICES])
                return all(isinstance(one, Reminders) and one.count == len(games) for one in found)

            await until(set_again, BOUND)
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
