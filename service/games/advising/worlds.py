"""Worlds that are consistent with what a viewer's seat knows and saw. Nothing else goes into them."""

from __future__ import annotations

from typing import Any

import msgspec

from taphouse.engine.chance import Chance
from taphouse.engine.contract import Event, Rules, Seen
from taphouse.schema.execution.scheduler import RequestScheduler
from taphouse.schema.game_view import GameView
from taphouse.schema.ports import Caller
from taphouse.schema.prices import world_price
from taphouse.schema.values.games import Status, World
from taphouse.schema.values.lifecycle import LIFECYCLE, Happening, MovesUndone, RulesUpgraded
from taphouse.service.games.loading import Reader, not_found
from taphouse.service.games.replaying import LogReplay, snapshot_before

MOST_SEEN = 500
"""The newest versions that are remembered: more than most games have."""
AT_ONCE = 100
"""The entries that are read from the store at once."""


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
    await caller.pay(world_price(min(game_view.version, MOST_SEEN)))
    seen = await _seen(game_view, seat, reader, caller.scheduler)
    state = await caller.scheduler.apart(_sample, game_view.rules, game_view.known, seat, seen, chance)
    make: Any = game_view.types.world
    return make(msgspec.json.encode(state).decode(), game_view.shown_by.view(state))  # type: ignore[no-any-return]


def _sample(rules: Rules, known: Any, seat: int, seen: list[Seen], chance: Chance) -> Any:
    return rules.sample(known, seat, chance, rules.remembered(seen, seat))


async def _seen(game_view: GameView, seat: int, reader: Reader, scheduler: RequestScheduler) -> list[Seen]:
    """The moves that led to the position, as the seat saw them, since the last undo: redrawn things must be forgotten."""
    seen: list[Seen] = []
    replay = LogReplay(reader.codecs[game_view.game.about.kind], game_view.versions, game_view.terms.chance)
    begins = snapshot_before(max(0, game_view.version - MOST_SEEN))
    known = begins + 1 if begins else 0  # read only for its snapshot
    for after in range(begins, game_view.version, AT_ONCE):
        entries = await reader.store.entries(game_view.game_id, after, min(AT_ONCE, game_view.version - after))
        if not entries or entries[0].version != after + 1:  # a part of the log was lost
            not_found()
        for entry in entries:
            before = replay.state
            for happening in replay.read([entry], known):
                if happening.move is not None and before is not None:
                    seen.append(_as_seen(happening, before, seat))
                elif any(isinstance(event, MovesUndone | RulesUpgraded) for event in happening.events):
                    seen.clear()
            if scheduler.late:
                await scheduler.turn()
    return seen


def _as_seen(happening: Happening, before: Any, seat: int) -> Seen:
    """A move as a seat saw it, filtered as everything that the seat is shown."""
    rules = happening.rules
    told: list[Event | None] = [
        rules.redact(event, seat) for event in happening.events if not isinstance(event, LIFECYCLE)
    ]
    return Seen(rules.known(before, seat), happening.move, tuple([event for event in told if event is not None]))
