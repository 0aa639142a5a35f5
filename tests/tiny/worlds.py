"""Other worlds of Cask Race: cards of the draw pile change places, and one of them with a card of a hand."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from msgspec.structs import replace

from taphouse.engine.worlds import PlayedWorld, Playout, replay
from tests.tiny.moves import GrainLookedAt


def other_world(game: Playout, k: int, viewer: int | None, rng: random.Random) -> PlayedWorld | None:
    """The cards of the draw pile that nobody has looked at yet change places, and one of them with a card of another hand.

    That card must still be in the same hand at version k, or rather: the two worlds must differ in nothing else.
    """
    first: Any = game.states[0]
    looked = sum(
        len(event.grains or ()) for events in game.events[:k] for event in events if isinstance(event, GrainLookedAt)
    )
    untouched = max(0, len(first.pile) - looked)
    others = [seat for seat in range(1, game.seats + 1) if seat != viewer]
    for swaps in (True, True, True, False):
        pile, hands = list(first.pile[:untouched]), list(first.hands)
        rng.shuffle(pile)
        given = got = Counter[int]()
        seat = rng.choice(others)
        if swaps and pile:
            hand, i = list(hands[seat - 1]), rng.randrange(len(hands[seat - 1]))
            given, got = Counter(hand[i : i + 1]), Counter(pile[:1])
            hand[i], pile[0] = pile[0], hand[i]
            hands[seat - 1] = tuple(sorted(hand))
        begins = replace(first, pile=(*pile, *first.pile[untouched:]), hands=tuple(hands))
        world = replay(game.rules, begins, game.secret, game.moves[:k])
        if (
            begins != first
            and world is not None
            and all(
                _same_but(a, step.state, seat, given, got) for step, a in zip(world.steps, game.states, strict=False)
            )
        ):
            return world
    return None


def _same_but(a: Any, b: Any, seat: int, given: Counter[int], got: Counter[int]) -> bool:
    """True if the positions differ only in the draw pile and in one card of one hand."""
    mine, theirs = Counter(a.hands[seat - 1]), Counter(b.hands[seat - 1])
    return (
        mine - theirs == given - got
        and theirs - mine == got - given
        and replace(b, pile=(), hands=()) == replace(a, pile=(), hands=())
        and all(x == y for i, (x, y) in enumerate(zip(a.hands, b.hands, strict=True), 1) if i != seat)
    )
