"""What a game never gains or loses: for each kind a function from a state to something that is equal in all states of a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from engine.dank_and_draft.cards import ACTION, GAP
from engine.dank_and_draft.table import DankAndDraftState, InPlay
from tests.tiny.table import CaskRaceState, ToAnswer, ToKeep


def dank_and_draft(state: DankAndDraftState) -> Any:
    """The beer sides and the action sides of all cards, wherever they lie."""
    cards = [*state.pile, *(card for card in state.taps if card != GAP), *state.discards]
    cards += [card for hand in state.hands for card in hand]
    cards += [card for room in state.taprooms for stack in room for card in stack]
    cards += [frame.card for frame in state.pending if isinstance(frame, InPlay)]
    return Counter(card >> 4 for card in cards), Counter(card & ACTION for card in cards)


def cask_race(state: CaskRaceState) -> Any:
    """The grain cards."""
    cards = [*state.pile, *state.discards, *(card for hand in state.hands for card in hand)]
    for frame in state.pending:
        if isinstance(frame, ToKeep):
            cards += frame.cards
        if isinstance(frame, ToAnswer) and frame.card:
            cards.append(frame.card)
    return Counter(cards)


CONSERVED: dict[str, Callable[[Any], Any]] = {"dank-and-draft": dank_and_draft, "cask-race": cask_race}
"""By kind. A new game adds a function here."""
