"""Other worlds of Dank & Draft: the two sides of the cards change places, where a viewer was not shown them.

Chance draws among cards that look equal to the one who moves them (DD-04a), so which card leaves a hand depends on how many
candidates there are. A world in which that draw falls on another card is another game, not the same one with other faces;
such worlds are passed over: the same places must hold the same cards at all versions up to k. Only the card whose action is in
play may be another one of the hand that it was taken from.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from taphouse.engine.dank_and_draft.cards import ACTION, BEER, GAP, PLAYED
from taphouse.engine.dank_and_draft.moves import Pairing
from taphouse.engine.dank_and_draft.state import DankAndDraftState, InPlay
from taphouse.engine.worlds import PlayedWorld, Playout, replay

TAKEN = 0.5
"""The share of worlds in which another card was taken from a hand, if possible."""
Place = tuple[str, int, int]
"""The place of a card: the kind of place, its owner, and its position in a row."""


def other_world(game: Playout, k: int, viewer: int | None, rng: random.Random) -> PlayedWorld | None:
    """Beer sides and action sides change places, each among the cards of which the viewer was never shown that side.

    Every beer side of an edition is printed once, so a beer tells which card it is. Where the edition pairs both sides, whole
    cards change places (DD-01a).
    """
    first: Any = game.states[0]
    printed = first.options.pairing is Pairing.PRINTED
    if not printed and rng.random() < TAKEN and (world := _taken_otherwise(game, k, viewer, rng)):
        return world
    start = dict(_places(first))
    shown_beers, shown_backs = shown_until(game, k, viewer)
    cards = list(start.values())
    beers = [i for i, card in enumerate(cards) if card & BEER not in shown_beers]
    backs = [i for i, card in enumerate(cards) if card & BEER not in shown_backs]
    hidden = [(beers, BEER), (backs, ACTION)]
    if printed:
        hidden = [([i for i in beers if i in backs], BEER | ACTION)]
    for share in (1.0, 0.5, 0.2, 0.1, 0.0, 0.0):
        new = [*cards]
        for unseen, sides in hidden:
            chosen = rng.sample(unseen, min(len(unseen), max(2, int(share * len(unseen)))))
            for i, j in zip(chosen, rng.sample(chosen, len(chosen)), strict=True):
                new[i] = new[i] & ~sides | cards[j] & sides
        if new == cards:
            continue
        world = replay(game.rules, _dealt(first, dict(zip(start, new, strict=True))), game.secret, game.first(k))
        before = {card & BEER: was & BEER for card, was in zip(new, cards, strict=True)}
        if world is not None and all(
            {place: before[card & BEER] for place, card in _places(step.state)} == layout
            for step, layout in zip(world.steps, _layouts(game), strict=False)
        ):
            return world
    return None


def _taken_otherwise(game: Playout, k: int, viewer: int | None, rng: random.Random) -> PlayedWorld | None:
    """A world in which the action in play was on another card of the hand that it was taken from: only its player knows which."""
    first: Any = game.states[0]
    now: Any = game.states[k]
    top = now.pending[-1] if now.pending else None  # empty when the game is over
    if not isinstance(top, InPlay) or top.source == viewer:
        return None
    start = dict(_places(first))
    hand = [card for (kind, owner, _), card in _places(now) if (kind, owner) == ("hand", top.source)]
    for other in rng.sample(hand, len(hand)):
        backs = {top.card & BEER: other & ACTION, other & BEER: top.card & ACTION}
        dealt = {place: card & BEER | backs.get(card & BEER, card & ACTION) for place, card in start.items()}
        world = replay(game.rules, _dealt(first, dealt), game.secret, game.first(k))
        if world is not None and world.steps[-1].state.pending[-1:] != (top,):
            pairs = zip(world.steps, game.states, strict=False)
            if all(_all_shown(step.state, viewer) == _all_shown(state, viewer) for step, state in pairs):
                return world
    return None


def _all_shown(state: Any, viewer: int | None) -> list[tuple[Any, ...]]:
    """The sides of all cards that a viewer is shown, those of a hand in no order."""
    shown = []
    for place, card in _places(state):
        beer, back = _shown(place, card, viewer)
        where = place[:2] if place[0] == "hand" else place
        shown.append((*where, card & BEER if beer else 0, card & ACTION if back else 0))
    return sorted(shown, key=str)


def _places(state: Any) -> Iterator[tuple[Place, int]]:
    """Every card of a position, and where it lies. Stacks and hands are in the order of the state."""
    rows = [("pile", 0, state.pile), ("tap", 0, state.taps), ("discard", 0, state.discards)]
    rows += [("hand", seat, hand) for seat, hand in enumerate(state.hands, 1)]
    rows += [(f"stack {t}", i, stack) for i, room in enumerate(state.taprooms, 1) for t, stack in enumerate(room)]
    rows += [("in play", frame.source, (frame.card,)) for frame in state.pending if isinstance(frame, InPlay)]
    for kind, owner, row in rows:
        for i, card in enumerate(row):
            if card != GAP:
                yield (kind, owner, i), card


@lru_cache(maxsize=8)
def _layouts(game: Playout) -> list[dict[Place, int]]:
    """The card in each place, named by its beer side, for each version."""
    return [{place: card & BEER for place, card in _places(state)} for state in game.states]


@lru_cache(maxsize=8)
def shown_until(game: Playout, k: int, viewer: int | None) -> tuple[set[int], set[int]]:
    """The cards, named by their beer sides, of which the viewer was shown the beer side, and the action side."""
    beers, backs = set(), set()
    for state in game.states[: k + 1]:
        for place, card in _places(state):
            beer, back = _shown(place, card, viewer)
            if beer:
                beers.add(card & BEER)
            if back:
                backs.add(card & BEER)
    return beers, backs


def _shown(place: Place, card: int, viewer: int | None) -> tuple[bool, bool]:
    """True for each side of a card here that the viewer is shown: the beer side, the action side (DD-03, DD-04, DD-06)."""
    match place[0]:
        case "pile":
            return False, False
        case "hand":
            return viewer == place[1], viewer not in (None, place[1])
        case "in play":
            return viewer == place[1], True
        case "discard":
            return True, bool(card & PLAYED)
    return True, False


def _dealt(state: DankAndDraftState, cards: dict[Place, int]) -> DankAndDraftState:
    """The first position with these cards in their places."""
    rows: dict[tuple[str, int], tuple[int, ...]] = {}
    for (kind, owner, _), card in cards.items():
        rows[kind, owner] = (*rows.get((kind, owner), ()), card)
    hands = tuple(rows["hand", seat] for seat in range(1, len(state.hands) + 1))
    return replace(state, pile=rows["pile", 0], taps=rows["tap", 0], hands=hands)
