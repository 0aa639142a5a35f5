"""Other worlds of Dank & Draft: the two sides of the cards change places, where a viewer was not shown them.

Chance draws among cards that look equal to the one who moves them (DD-04a), so which card leaves a hand depends on how many
candidates there are. A world in which that draw falls on another card is another game, not the same one with other faces;
such worlds are passed over: the same places must hold the same cards at all versions up to k.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from taphouse.engine.dank_and_draft.cards import ACTION, BEER, GAP, PLAYED
from taphouse.engine.dank_and_draft.state import DankAndDraftState, InPlay
from taphouse.engine.worlds import PlayedWorld, Playout, replay

Place = tuple[str, int, int]
"""The place of a card: the kind of place, its owner, and its position in a row."""


def other_world(game: Playout, k: int, viewer: int | None, rng: random.Random) -> PlayedWorld | None:
    """Beer sides and action sides change places, each among the cards of which the viewer was never shown that side.

    Every beer side of an edition is printed once, so a beer tells which card it is.
    """
    first: Any = game.states[0]
    start = dict(_places(first))
    shown_beers, shown_backs = shown_until(game, k, viewer)
    cards = list(start.values())
    beers = [i for i, card in enumerate(cards) if card & BEER not in shown_beers]
    backs = [i for i, card in enumerate(cards) if card & BEER not in shown_backs]
    for share in (1.0, 0.5, 0.2, 0.1, 0.0, 0.0):
        faces = [(card & BEER, card & ACTION) for card in cards]
        for hidden, side in ((beers, 0), (backs, 1)):
            chosen = rng.sample(hidden, min(len(hidden), max(2, int(share * len(hidden)))))
            for i, j in zip(chosen, rng.sample(chosen, len(chosen)), strict=True):
                faces[i] = (cards[j] & BEER, faces[i][1]) if side == 0 else (faces[i][0], cards[j] & ACTION)
        new = [beer | back for beer, back in faces]
        if new == cards:
            continue
        world = replay(game.rules, _dealt(first, dict(zip(start, new, strict=True))), game.secret, game.moves[:k])
        before = {beer: card & BEER for (beer, _), card in zip(faces, cards, strict=True)}
        if world is not None and all(
            {place: before[card & BEER] for place, card in _places(step.state)} == layout
            for step, layout in zip(world.steps, _layouts(game), strict=False)
        ):
            return world
    return None


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
