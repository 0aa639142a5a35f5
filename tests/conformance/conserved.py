"""Conserved quantities: for each kind a function from a state to something that is equal in all states of a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from taphouse.engine.brew_crafters.state import BrewCraftersState
from taphouse.engine.dank_and_draft.cards import ACTION, GAP
from taphouse.engine.dank_and_draft.state import DankAndDraftState, InPlay
from taphouse.engine.pint_craft.moves import PotLimit
from taphouse.engine.pint_craft.state import PintCraftState
from tests.per_game import PerGame
from tests.tiny.state import CaskRaceState, ToAnswer, ToKeep

KEPT = lru_cache(maxsize=8)
"""A position is counted once for all the moves that are tried in it."""


@KEPT
def dank_and_draft(state: DankAndDraftState) -> Any:
    """The beer sides and the action sides of all cards, wherever they lie."""
    cards = [*state.pile, *(card for card in state.taps if card != GAP), *state.discards]
    cards += [card for hand in state.hands for card in hand]
    cards += [card for room in state.taprooms for stack in room for card in stack]
    cards += [frame.card for frame in state.pending if isinstance(frame, InPlay)]
    return Counter(card >> 4 for card in cards), Counter(card & ACTION for card in cards)


@KEPT
def pint_craft(state: PintCraftState) -> Any:
    """The Brewery cards, the Recipes, and the tokens of each ingredient where they are limited."""
    cards = [
        *state.pile,
        *state.discards,
        *(card for row in (state.hands, state.fronts) for cards in row for card in cards),
    ]
    cards += [state.in_play] if state.in_play else []
    recipes = [recipe for row in (state.stacks, state.taps) for cards in row for recipe in cards]
    tokens = [sum(column) for column in zip(state.pot, *state.ingredients, strict=True)]
    assert min(min(pot) for pot in (state.pot, *state.ingredients)) >= 0
    return Counter(cards), Counter(recipes), tokens if state.options.pot is PotLimit.LIMITED else state.pot


@KEPT
def brew_crafters(state: BrewCraftersState) -> Any:
    """Skilled workers, partnerships, and whose gold labels there can be; and what there is never too little or too much of."""
    for brewer in state.brewers:
        assert brewer.money >= 0
        assert min(brewer.stock) >= 0
        assert all(brewed >= sold >= 0 for brewed, sold in zip(brewer.brewed, brewer.sold, strict=True))
        assert sum(brewer.brewed) - sum(brewer.sold) == len(brewer.tanks + brewer.bottled + brewer.pub)
    workers = [*state.workers, *(worker for brewer in state.brewers for worker in brewer.workers)]
    partners = [*state.partnerships, *(one for brewer in state.brewers for one in brewer.partnerships)]
    return Counter(workers), Counter(partners), state.recipes, len(state.labels), len(state.taken)


@KEPT
def cask_race(state: CaskRaceState) -> Any:
    """The grain cards."""
    cards = [*state.pile, *state.discards, *(card for hand in state.hands for card in hand)]
    for frame in state.pending:
        if isinstance(frame, ToKeep):
            cards += frame.cards
        if isinstance(frame, ToAnswer) and frame.card:
            cards.append(frame.card)
    return Counter(cards)


CONSERVED: PerGame[Callable[[Any], Any]] = PerGame(
    "a function from a state to what the game never gains or loses",
    "CONSERVED in tests/conformance/conserved.py",
    {
        "dank-and-draft": dank_and_draft,
        "pint-craft": pint_craft,
        "brew-crafters": brew_crafters,
        "cask-race": cask_race,
    },
)
