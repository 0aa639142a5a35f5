"""Other worlds of Pint Craft: cards of the draw pile and of hands change places, and so do Recipes below others."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from taphouse.engine.contract import Event
from taphouse.engine.pint_craft.moves import CardTaken, HandDiscarded
from taphouse.engine.worlds import PlayedWorld, Playout, replay

TAKEN = 0.5
"""The share of changes of the last card that was taken unseen."""
RECIPES = 0.3
"""The share of small changes in which Recipes change places too."""


def other_world(game: Playout, k: int, viewer: int | None, rng: random.Random) -> PlayedWorld | None:
    """Cards of the draw pile and of other hands change places, and so do Recipes that lay below others at the start.

    Titles have several copies, so a card is not followed on its way. A world will do if all that lies open went the same way.
    """
    first: Any = game.states[0]
    open_there = [_open(state, viewer) for state in game.states[: k + 1]]
    discarded_there = [_discarded(events) for events in game.events[:k]]
    others = [seat for seat in range(1, game.seats + 1) if seat != viewer]
    held: Any = game.states[k]
    unseen = [card for seat in others for card in held.hands[seat - 1]]
    taken = _taken(game, k, viewer)
    for swaps in (6, 3, *[1] * 20):
        pile, hands, stacks = list(first.pile), [list(hand) for hand in first.hands], [list(s) for s in first.stacks]
        rows = [pile, *(hands[seat - 1] for seat in others)]
        for _ in range(swaps):
            one, two = rng.choices(rows, k=2)
            # What others hold in the end was drawn, and perhaps never seen; what is deep is drawn late.
            wanted = taken if taken and rng.random() < TAKEN else unseen
            one = rng.choice([row for row in rows if not {*row}.isdisjoint(wanted)] or [one])
            a = rng.choice([i for i, card in enumerate(one) if card in wanted] or [0])
            b = rng.randrange(len(two) // (2 if two is pile else 1))
            one[a], two[b] = two[b], one[a]
            if swaps > 1 or rng.random() < RECIPES:
                one, two = rng.choices(stacks, k=2)
                a, b = (rng.randrange((len(stack) + 1) // 2) for stack in (one, two))
                one[a], two[b] = two[b], one[a]
        begins = replace(
            first,
            pile=tuple(pile),
            hands=tuple(tuple(sorted(hand)) for hand in hands),
            stacks=tuple(map(tuple, stacks)),
        )
        if begins != first:
            world = replay(game.rules, begins, game.secret, game.first(k))
            if (
                world is not None
                and [_open(step.state, viewer) for step in world.steps] == open_there
                and [_discarded(step.events) for step in world.steps[1:]] == discarded_there
            ):
                return world
    return None


def _taken(game: Playout, k: int, viewer: int | None) -> list[int]:
    """The last card that was taken from a hand unseen, if its new owner still has one like it."""
    for i in reversed(range(k)):
        for event in game.events[i]:
            if isinstance(event, CardTaken) and viewer not in (event.seat, event.from_seat):
                before, after, now = (game.states[j].hands for j in (i, i + 1, k))  # type: ignore[attr-defined]
                lost = Counter(before[event.from_seat - 1]) - Counter(after[event.from_seat - 1])
                return [card for card in lost if card in now[event.seat - 1]]
    return []


def _open(state: Any, viewer: int | None) -> Any:
    """The open cards for a viewer: all but the draw pile, the Recipes below others, and other hands (PC-01, PC-03)."""
    hands = tuple(hand if seat == viewer else len(hand) for seat, hand in enumerate(state.hands, 1))
    stacks = tuple((len(stack), stack[-1:]) for stack in state.stacks)
    return replace(state, pile=len(state.pile), hands=hands, stacks=stacks)


def _discarded(events: Iterable[Event]) -> list[Event]:
    """The hands that a move laid open on the discard pile, which may become the draw pile in the same move (PC-08)."""
    return [event for event in events if isinstance(event, HandDiscarded)]
