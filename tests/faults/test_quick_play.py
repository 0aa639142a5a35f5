"""A store that is killed while players look for tables: each gets one seat, and nothing is left behind."""

from __future__ import annotations

import random
import secrets
from collections import Counter

from taphouse.schema.results import GameJoined
from taphouse.schema.values.games import Status
from taphouse.service.store.layout import due_key
from taphouse.service.store.protocol import QUICK
from taphouse.service.store.redis import RedisStore
from tests.effort import EFFORT
from tests.faults.outages import Outages
from tests.quick_play.build import Quick
from tests.servers import RedisServer

PLAYERS = 30
"""The players who come before each kill of the store, and those who come after it."""


async def test_each_player_gets_one_seat_though_the_store_is_killed(own_redis: RedisServer) -> None:
    rng = random.Random(EFFORT)
    outages = Outages(own_redis, rng)
    instances = [Quick(RedisStore.connect(own_redis.url, timeout=1.0)) for _ in range(2)]

    async def seated(_: int) -> GameJoined:
        quick, key = rng.choice(instances), secrets.token_urlsafe(16)
        return await outages.repeated(lambda: quick.play(max_seats=2, key=key))

    try:
        joined = await outages.lived_through(seated, PLAYERS)
        await check(instances[0], own_redis, joined)
    finally:
        for instance in instances:
            await instance.store.close()


async def check(quick: Quick, server: RedisServer, joined: list[GameJoined]) -> None:
    """Each player has a seat of their own, and exactly the tables that wait are in the queue."""
    seats = Counter((one.game.game_id, one.seat.seat) for one in joined)
    assert {*seats.values()} == {1}
    with server.client() as client:
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
