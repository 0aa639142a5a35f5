"""Other worlds of Card Hoard, for `taphouse check-secrecy`: the same game, with other cards where a viewer saw none.

It says anew what was shown, without `known`, because that is what is checked.
"""

from __future__ import annotations

import random
from typing import Any

from msgspec.structs import replace

from taphouse.engine.worlds import PlayedWorld, Playout, replay

TRIES = 50


def other_world(game: Playout, k: int, viewer: int | None, rng: random.Random) -> PlayedWorld | None:
    """A world in which two cards of the pile or of other hands change places, if that shows the viewer nothing in k moves."""
    first: Any = game.states[0]
    for _ in range(TRIES):
        cards = {0: [*first.pile], **{seat: [*hand] for seat, hand in enumerate(first.hands, 1) if seat != viewer}}
        (a, i), (b, j) = ((place, rng.randrange(len(cards[place]))) for place in rng.choices([*cards], k=2))
        cards[a][i], cards[b][j] = cards[b][j], cards[a][i]
        hands = (tuple(sorted(cards.get(seat, hand))) for seat, hand in enumerate(first.hands, 1))
        begins = replace(first, pile=tuple(cards[0]), hands=tuple(hands))
        world = replay(game.rules, begins, game.secret, game.first(k))
        if world is not None and begins != first:
            pairs = zip(world.steps, game.states, strict=False)
            if all(_shown(step.state, viewer) == _shown(state, viewer) for step, state in pairs):
                return world
    return None


def _shown(state: Any, viewer: int | None) -> Any:
    """All that a viewer is shown of a position (CH-02)."""
    own = () if viewer is None else state.hands[viewer - 1]
    return replace(state, hands=(own,), pile=()), len(state.pile), [len(hand) for hand in state.hands]
