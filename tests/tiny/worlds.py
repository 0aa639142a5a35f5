"""Other worlds of Cask Race: two cards that the viewer never saw change places at the start, or a gift is another one."""

from __future__ import annotations

import random
from typing import Any

from msgspec.structs import replace

from taphouse.engine.worlds import PlayedWorld, Playout, SeatMove, replay
from tests.tiny.cards import GRAINS
from tests.tiny.moves import Give
from tests.tiny.state import Pending, ToAnswer, ToKeep

TRIES = 30
GIFTS = 0.3
"""The share of tries in which a gift is another card."""


def other_world(game: Playout, k: int, viewer: int | None, rng: random.Random) -> PlayedWorld | None:
    """A world with one change that shows the viewer nothing in k moves."""
    for _ in range(TRIES):
        begins, made = game.states[0], game.first(k)
        unseen = [i for i in range(k) if _is_unseen(game, i, viewer)]
        if unseen and rng.random() < GIFTS:
            made = _given_otherwise(game, made, rng.choice(unseen), rng)
        else:
            begins = _dealt_otherwise(begins, viewer, rng)
        same = begins == game.states[0] and made == game.first(k)
        world = None if same else replay(game.rules, begins, game.secret, made)
        if world is not None and all(
            _shown(step.state, viewer) == _shown(state, viewer)
            for step, state in zip(world.steps, game.states, strict=False)
        ):
            return world
    return None


def _dealt_otherwise(first: Any, viewer: int | None, rng: random.Random) -> Any:
    """The first position, in which two cards of the pile or of other hands have changed places."""
    cards = {0: [*first.pile], **{seat: [*hand] for seat, hand in enumerate(first.hands, 1) if seat != viewer}}
    (a, i), (b, j) = ((place, rng.randrange(len(cards[place]))) for place in rng.choices([*cards], k=2))
    cards[a][i], cards[b][j] = cards[b][j], cards[a][i]
    hands = tuple(tuple(sorted(cards.get(seat, hand))) for seat, hand in enumerate(first.hands, 1))
    return replace(first, pile=tuple(cards[0]), hands=hands)


def _is_unseen(game: Playout, i: int, viewer: int | None) -> bool:
    """True if a gift was chosen, and the viewer neither gave nor got it (TF-06)."""
    state: Any = game.states[i]
    return isinstance(game.moves[i], Give) and viewer not in (state.seat, game.movers[i])


def _given_otherwise(game: Playout, made: tuple[SeatMove, ...], i: int, rng: random.Random) -> tuple[SeatMove, ...]:
    """The moves, of which a gift is another card of that hand."""
    state: Any = game.states[i]
    seat = game.movers[i]
    return (*made[:i], SeatMove(seat, Give(GRAINS[rng.choice(state.hands[seat - 1]) - 1])), *made[i + 1 :])


def _shown(state: Any, viewer: int | None) -> Any:
    """All that a viewer is shown of a position (TF-02, TF-04, TF-06)."""

    def frame(one: Pending) -> Any:
        match one:
            case ToKeep(cards) if viewer != state.seat:
                return len(cards)
            case ToAnswer(giver) if viewer not in (state.seat, giver):
                return giver
        return one

    own = () if viewer is None else state.hands[viewer - 1]
    sizes = len(state.pile), tuple(map(len, state.hands))
    return replace(state, pending=tuple(map(frame, state.pending)), hands=(own,), pile=()), sizes
