"""A store that is killed while players challenge each other: each challenge is one game, which ends as it was answered."""

from __future__ import annotations

import asyncio
import random
import secrets
from collections.abc import Awaitable, Callable
from typing import TypeVar

from taphouse.schema.failures import Unavailable
from taphouse.schema.ports import Caller
from taphouse.schema.values.games import GameKind, Status, Visibility
from taphouse.service.games.beginning.creating import Creating
from taphouse.service.store.redis import RedisStore
from tests.effort import EFFORT
from tests.servers import RedisServer
from tests.use_cases.accounts import BOB, MINE, id_of
from tests.use_cases.challenges import TO_BOB, Table

KILLS, CHALLENGERS = 3 * EFFORT, 16
T = TypeVar("T")


async def repeated(request: Callable[[], Awaitable[T]], failed: list[Unavailable]) -> T:
    """The answer to a request that is sent until it is answered."""
    while True:
        try:
            return await request()
        except Unavailable as error:
            failed.append(error)
            await asyncio.sleep(0.05)


async def challenged(table: Table, number: int, rng: random.Random, failed: list[Unavailable]) -> tuple[str, bool]:
    """The game of a challenge to Bob, who accepts it (True) or declines it."""
    caller, keys, accepts = Caller(f"{number}.x.x"), [secrets.token_urlsafe(20) for _ in range(2)], rng.random() < 0.5
    await asyncio.sleep(rng.random() * KILLS)
    await repeated(lambda: table.save(caller, f"Player-{number}", None, None, False, False), failed)
    create, kind = Creating(table.new_games, table.reader, table.editions).create, GameKind("CASK_RACE")
    made = await repeated(
        lambda: create(caller, kind, {}, [MINE, TO_BOB], None, None, Visibility.UNLISTED, None, keys[0]), failed
    )
    game = made.game.game_id
    if accepts:
        joined = table.joining.join
        await repeated(lambda: joined(BOB, game, None, None, None, None, False, None, keys[1]), failed)
    else:
        await repeated(lambda: table.challenging.decline_challenge(BOB, game, None, keys[1]), failed)
    return game, accepts


async def test_each_challenge_is_one_game_though_the_store_is_killed(own_redis: RedisServer) -> None:
    rng, failed = random.Random(EFFORT), list[Unavailable]()
    instances = [Table(RedisStore.connect(own_redis.url, timeout=1.0)) for _ in range(2)]
    await instances[0].save(BOB, "Bob", None, None, False, False)
    asked = [
        asyncio.create_task(challenged(rng.choice(instances), number, rng, failed))
        for number in range(CHALLENGERS * KILLS)
    ]
    for _ in range(KILLS):
        await asyncio.sleep(0.2 + 0.2 * rng.random())
        await asyncio.to_thread(own_redis.kill)
        await asyncio.sleep(0.2)
        await asyncio.to_thread(own_redis.start)
    ended = dict(await asyncio.gather(*asked))
    assert len(failed) > KILLS
    assert len(ended) == CHALLENGERS * KILLS
    table = instances[0]
    with own_redis.client() as client:
        keys = [key.decode() for key in client.scan_iter("th:{*}")]
    assert {key[4:-1] for key in keys if key.endswith("}")} == {*ended}
    for game, accepted in ended.items():
        loaded = await table.game(game)
        assert (loaded.status is Status.RUNNING, loaded.seats[1].player == id_of(BOB)) == (accepted, accepted)
        assert loaded.seats[1].reserved is None
    assert await table.challenges() == []
    for instance in instances:
        await instance.store.close()
