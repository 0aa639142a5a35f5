"""A store that is killed while players look for tables: each gets one seat, and nothing is left behind."""

from __future__ import annotations

import asyncio
import random
import secrets
from collections import Counter

from taphouse.schema.failures import Unavailable
from taphouse.schema.results import GameJoined
from taphouse.schema.values.games import Status
from taphouse.service.store.layout import due_key
from taphouse.service.store.protocol import QUICK
from taphouse.service.store.redis import RedisStore
from tests.effort import EFFORT
from tests.quick_play.build import Quick
from tests.servers import RedisServer

PLAYERS, KILLS = 60, 3 * EFFORT


async def seated(quick: Quick, rng: random.Random, failed: list[Unavailable]) -> GameJoined:
    """The seat of a player who repeats the request until it is answered."""
    key = secrets.token_urlsafe(16)
    await asyncio.sleep(rng.random() * KILLS)
    while True:
        try:
            return await quick.play(max_seats=2, key=key)
        except Unavailable as error:
            failed.append(error)
            await asyncio.sleep(0.05)


async def test_each_player_gets_one_seat_though_the_store_is_killed(own_redis: RedisServer) -> None:
    rng, failed = random.Random(EFFORT), list[Unavailable]()
    instances = [Quick(RedisStore.connect(own_redis.url, timeout=1.0)) for _ in range(2)]
    players = [asyncio.create_task(seated(rng.choice(instances), rng, failed)) for _ in range(PLAYERS * KILLS)]
    for _ in range(KILLS):
        await asyncio.sleep(0.2 + 0.2 * rng.random())
        await asyncio.to_thread(own_redis.kill)
        await asyncio.sleep(0.2)
        await asyncio.to_thread(own_redis.start)
    joined = await asyncio.gather(*players)
    assert len(failed) > KILLS
    quick, seats = instances[0], Counter((one.game.game_id, one.seat.seat) for one in joined)
    assert {*seats.values()} == {1}
    with own_redis.client() as client:
        due = due_key(QUICK)
        client.zadd(due, dict.fromkeys(client.zrange(due, 0, -1), 0))  # so that every table is looked at
        keys = [key.decode() for key in client.scan_iter("th:{*}")]
        (queue,) = [key.decode().removeprefix("th:items:") for key in client.scan_iter("th:items:quick:*")]
    await quick.waiting.look()
    games = {key[4:-1]: await quick.game(key[4:-1]) for key in keys if key.endswith("}")}
    held = {(game, number) for game, one in games.items() for number, seat in enumerate(one.seats, 1) if seat.held}
    assert held == {*seats}
    places = {one.game: one.players for one in await quick.places(queue)}
    assert places == {game: (None,) for game, one in games.items() if one.status is Status.WAITING}
    for instance in instances:
        await instance.store.close()
