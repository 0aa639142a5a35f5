"""Other worlds are ones that can be, and keep what a viewer saw only for the time of one move."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from taphouse.engine import GAMES
from taphouse.engine.dank_and_draft import worlds as dank_worlds
from taphouse.engine.dank_and_draft.moves import DankAndDraftOptions, Pairing
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


def cards(state: Any) -> list[int]:
    return sorted([*state.pile, *state.taps, *[card for hand in state.hands for card in hand]])


def test_dd_01a_whole_cards_change_places_where_the_edition_pairs_their_sides() -> None:
    dank = GAMES["dank-and-draft"]
    rules = dank.rules(packaged(dank.edition, dank.about.package)[0])
    game = Playout(rules, DankAndDraftOptions(pairing=Pairing.PRINTED), 3, "printed", random.Random(1).choice)
    tried = [
        dank_worlds.other_world(game, k, viewer, random.Random(k)) for k in range(0, 40, 4) for viewer in (None, 1, 2)
    ]
    found = [world.steps[0].state for world in tried if world is not None]
    assert len(found) > 10
    assert all(cards(state) == cards(game.states[0]) and state != game.states[0] for state in found)
