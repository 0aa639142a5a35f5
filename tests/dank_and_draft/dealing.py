"""Helpers of the tests of the deal and of secrecy."""

from __future__ import annotations

from taphouse.engine.dank_and_draft.cards import GAP
from taphouse.engine.dank_and_draft.state import DankAndDraftState, InPlay


def all_cards(state: DankAndDraftState) -> tuple[int, ...]:
    """Every card, from the top of the deck as it was dealt, then those that left it."""
    play = [owed.card for owed in state.pending if isinstance(owed, InPlay)]
    rooms = [c for room in state.taprooms for stack in room for c in stack]
    hands = [c for hand in state.hands for c in hand]
    taps = [c for c in state.taps if c != GAP]
    return (*hands, *taps, *reversed(state.pile), *rooms, *state.discards, *play)
