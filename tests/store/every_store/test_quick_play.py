"""Players who come at one moment, on two instances, meet: on a cluster too, where queue and game are on different servers."""

import asyncio
from collections import Counter
from collections.abc import Callable

from taphouse.schema.values.games import Status
from taphouse.service.store.protocol import Store
from tests.effort import EFFORT
from tests.quick_play.build import Quick

PAIRS = 100 * EFFORT
AT_ONCE = 200
"""The players who come at one moment; as many more come as soon as these are seated."""


async def test_pairs_who_come_at_one_moment_meet(open_store: Callable[[], Store]) -> None:
    instances = [Quick(open_store()) for _ in range(2)]
    games = Counter[str]()
    for _ in range(0, 2 * PAIRS, AT_ONCE):
        joined = await asyncio.gather(*[instances[number % 2].play(max_seats=2) for number in range(AT_ONCE)])
        games.update(one.game.game_id for one in joined)
        assert len({(one.game.game_id, one.seat.seat) for one in joined}) == AT_ONCE
    assert {*games.values()} == {2}
    for game in games:
        loaded = await instances[0].game(game)
        assert (loaded.status, loaded.agreements.quick) == (Status.RUNNING, None)
    later = await instances[0].play(max_seats=2)
    assert later.game.game_id not in games
