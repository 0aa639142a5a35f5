"""Other worlds keep what a viewer saw only for the time of one move."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from taphouse.engine import GAMES
from taphouse.engine.editions import packaged
from taphouse.engine.pint_craft.moves import DrawPileMade, HandDiscarded, PintCraftOptions
from taphouse.engine.pint_craft.worlds import other_world
from taphouse.engine.worlds import Playout

GAME = GAMES["pint-craft"]
RULES = GAME.rules(packaged(GAME.edition, GAME.about.package)[0])


def discarded(events: Sequence[Any]) -> list[Any]:
    return [event for event in events if isinstance(event, HandDiscarded)]


def test_pc_08_a_hand_that_is_discarded_and_shuffled_in_one_move_is_the_same_in_all_worlds() -> None:
    found = 0
    for number in (42, 47, 52):  # in which such a move has other worlds
        game = Playout(RULES, PintCraftOptions(), 4, f"discarded/{number}", random.Random(number).choice)
        for k, events in enumerate(game.events, 1):
            hands = discarded(events)
            if not hands or not any(isinstance(event, DrawPileMade) for event in events):
                continue
            viewer = 1 + hands[0].seat % 4
            for luck in range(8):
                world = other_world(game, k, viewer, random.Random(luck))
                if world is not None:
                    found += 1
                    assert [discarded(step.events) for step in world.steps[1:]] == [
                        discarded(e) for e in game.events[:k]
                    ]
    assert found > 6
