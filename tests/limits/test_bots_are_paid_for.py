"""Bots' moves: who is served first, who pays, and what happens if they cannot."""

from __future__ import annotations

import asyncio
from typing import Any

from taphouse.schema.prices import BOT_MOVE
from taphouse.service.runtime.job_queue import JobQueue
from taphouse.service.store.protocol import BOTS, Take
from tests.effort import BOUND
from tests.limits.build import House, house

CREATE = (
    "mutation($s: [SeatInput!]!) { createGame(game: {caskRace: {}}, seats: $s) "
    "{ ... on GameCreated { game { gameId version } } ... on Problem { message } } }"
)
LOOK = "query($g: ID!) { game(id: $g) { ... on Game { version status } } }"
BOT = {"kind": "BOT", "bot": "RANDOM"}


async def test_creators_take_turns_and_games_with_people_come_first() -> None:
    queue = JobQueue()
    for number in range(3):
        queue.put(f"greedy {number}", "many", later=True)
    queue.put("other", "one", later=True)
    for number in range(2):
        queue.put(f"played {number}", "many", later=False)
    queue.put("played by one", "one", later=False)
    order = [await queue.get() for _ in range(7)]
    assert order == ["played 0", "played by one", "played 1", "greedy 0", "other", "greedy 1", "greedy 2"]
    waiting = asyncio.create_task(queue.get())
    await asyncio.sleep(0)
    assert not waiting.done()
    queue.put("late", "one", later=True)
    assert await waiting == "late"


async def _status(here: House, game: str) -> Any:
    return (await here.ask(LOOK, g=game)).json()["data"]["game"]


async def test_a_bots_move_is_charged_to_the_creator_of_its_game_and_waits_if_they_cannot_pay() -> None:
    async with house(rate_address=200, rate_address_burst=2 * 4 * BOT_MOVE) as here:
        here.store._buckets.clear()
        made = (await here.ask(CREATE, address="192.0.2.7", s=[BOT, BOT])).json()["data"]["createGame"]
        game = made["game"]["gameId"]

        def asked() -> list[Take]:
            return [take for take in here.store.taken if take.capacity == 4 * BOT_MOVE]

        async with asyncio.timeout(BOUND):
            while len(asked()) < 5:  # noqa: ASYNC110 -- the last one is refused
                await asyncio.sleep(0.005)
        shown = await _status(here, game)
        assert (shown["status"], shown["version"]) == ("RUNNING", 2 + 4)  # what half a burst pays for
        assert [take.cost for take in asked()] == [BOT_MOVE] * 5
        assert game in here.store._due[BOTS]  # any instance goes on when it can be paid for


async def test_the_creator_of_a_game_of_bots_can_still_look_at_it() -> None:
    async with house(rate_address=200, rate_address_burst=800) as here:
        made = (await here.ask(CREATE, s=[BOT, BOT])).json()["data"]["createGame"]
        requests = {take.bucket for take in here.store.taken if take.capacity == 800}
        assert len(requests) == 1  # bots take from another bucket
        here.store.fill()
        assert (await here.ask(LOOK, g=made["game"]["gameId"])).status_code == 200
