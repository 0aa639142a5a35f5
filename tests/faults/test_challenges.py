"""A store that is killed while players challenge each other: each challenge is one game, which ends as it was answered."""

from __future__ import annotations

import random
import secrets

from taphouse.schema.ports import Caller
from taphouse.schema.values.games import GameKind, Status, Visibility
from taphouse.service.games.beginning.creating import Creating
from taphouse.service.store.redis import RedisStore
from tests.effort import EFFORT
from tests.faults.outages import KILLS, Outages
from tests.servers import RedisServer
from tests.use_cases.accounts import BOB, MINE, id_of
from tests.use_cases.challenges import TO_BOB, Table

CHALLENGERS = 8
"""The challengers who come before each kill of the store, and those who come after it."""


async def challenged(table: Table, number: int, accepts: bool, outages: Outages) -> tuple[str, bool]:
    """The game of a challenge to Bob, and whether it is accepted; else it is declined."""
    caller, keys = Caller(f"{number}.x.x"), [secrets.token_urlsafe(20) for _ in range(2)]
    await outages.repeated(lambda: table.save(caller, f"Player-{number}", None, None, False, False))
    create, kind = Creating(table.new_games, table.reader, table.editions).create, GameKind("CASK_RACE")
    made = await outages.repeated(
        lambda: create(caller, kind, {}, [MINE, TO_BOB], None, None, Visibility.UNLISTED, None, keys[0])
    )
    game = made.game.game_id
    if accepts:
        joined = table.joining.join
        await outages.repeated(lambda: joined(BOB, game, None, None, None, None, False, None, keys[1]))
    else:
        await outages.repeated(lambda: table.challenging.decline_challenge(BOB, game, None, keys[1]))
    return game, accepts


async def test_each_challenge_is_one_game_though_the_store_is_killed(own_redis: RedisServer) -> None:
    rng = random.Random(EFFORT)
    outages = Outages(own_redis, rng)
    instances = [Table(RedisStore.connect(own_redis.url, timeout=1.0)) for _ in range(2)]
    try:
        await instances[0].save(BOB, "Bob", None, None, False, False)
        ended = await outages.lived_through(
            lambda number: challenged(rng.choice(instances), number, rng.random() < 0.5, outages), CHALLENGERS
        )
        await check(instances[0], own_redis, dict(ended))
    finally:
        for instance in instances:
            await instance.store.close()


async def check(table: Table, server: RedisServer, ended: dict[str, bool]) -> None:
    """The challenges are the only games, and each is as it was answered."""
    assert len(ended) == 2 * CHALLENGERS * KILLS
    with server.client() as client:
        keys = [key.decode() for key in client.scan_iter("th:{*}")]
    assert {key[4:-1] for key in keys if key.endswith("}")} == {*ended}
    for game, accepted in ended.items():
        loaded = await table.game(game)
        assert (loaded.status is Status.RUNNING, loaded.seats[1].player == id_of(BOB)) == (accepted, accepted)
        assert loaded.seats[1].reserved is None
    assert await table.challenges() == []
