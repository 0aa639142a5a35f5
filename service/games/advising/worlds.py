"""Worlds that are consistent with what a viewer's seat knows and saw. Nothing else goes into them."""

from __future__ import annotations

from typing import Any

import msgspec

from taphouse.engine.chance import Chance
from taphouse.engine.contract import Rules, Seen
from taphouse.schema.game_view import GameView
from taphouse.schema.ports import Caller
from taphouse.schema.values.games import Status, World
from taphouse.service.games.advising.memories import Course, reading_price
from taphouse.service.games.kernel.loading import Reader


async def imagined(game_view: GameView, chance: Chance, reader: Reader, caller: Caller) -> World | None:
    """A world for the viewer; None unless they have a seat in a running game.

    Args:
        game_view: The viewer's view of the game.
        chance: Draws the world.
        reader: Reads the log.
        caller: The client, which is charged for a long game.

    Raises:
        RateLimited: They are over their limit.
    """
    seat = game_view.viewer.seat
    if seat is None or game_view.status is not Status.RUNNING or game_view.open_to_all:
        return None
    await caller.pay(reading_price(game_view))
    seen = await Course(seat, game_view).read(game_view, reader, caller.scheduler)
    state = await caller.scheduler.apart(_sample, game_view.rules, game_view.known, seat, seen, chance)
    make: Any = game_view.types.world
    return make(msgspec.json.encode(state).decode(), game_view.shown_by.view(state))  # type: ignore[no-any-return]


def _sample(rules: Rules, known: Any, seat: int, seen: list[Seen], chance: Chance) -> Any:
    return rules.sample(known, seat, chance, rules.remembered(seen, seat))
