"""Games of moves by chance."""

from __future__ import annotations

import random
from functools import cache
from typing import NamedTuple

import pytest

from taphouse.engine.brew_crafters.cards import counts, covers, minus
from taphouse.engine.brew_crafters.moves import Brew, BrewCraftersOptions, Discard, Selection, Trade
from taphouse.engine.brew_crafters.state import BrewCraftersState, excess
from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.contract import Event, Move
from tests.brew_crafters.build import BOX, EDITION, RECIPE, RULES

FIGURES = EDITION.figures
LOAN, TOKENS = FIGURES.loan.value, FIGURES.market_tokens.value
LABELLED = {recipe for recipe, code in RECIPE.items() if BOX.beers[code].advanced}


class Moment(NamedTuple):
    """A move, what happened, and the positions before and after it."""

    before: BrewCraftersState
    move: Move
    events: tuple[Event, ...]
    after: BrewCraftersState


class Played(NamedTuple):
    """A whole game."""

    start: BrewCraftersState
    moments: tuple[Moment, ...]

    @property
    def end(self) -> BrewCraftersState:
        return self.moments[-1].after

    @property
    def events(self) -> list[Event]:
        return [event for moment in self.moments for event in moment.events]


def weight(state: BrewCraftersState, move: Move) -> int:
    """It brews when it can, does not bother partners for ever, and keeps the ingredients of a basic recipe."""
    match move:
        case Trade():
            return 1
        case Brew():
            return 90 if move.recipe in LABELLED else 30
        case Discard():
            stock = next(brewer.stock for brewer in state.brewers if excess(brewer, BOX) > 0)
            left = minus(stock, counts(move.ingredients))
            return 1 + 20 * sum(covers(left, BOX.beers[recipe].cost) for recipe in state.recipes)
    return {"process": 30, "collaborate": 2, "install": 2}.get(move.verb, 3)


def play(seats: int, seed: str, options: BrewCraftersOptions) -> Played:
    """A game by chance."""
    chance, rng = Chance(seed_from(seed)), random.Random(seed)
    state = start = RULES.new(options, seats, chance)
    moments = []
    while moves := list(RULES.moves(state)):
        move = rng.choices(moves, [weight(state, one) for one in moves])[0]
        step = RULES.apply(state, move, chance)
        moments.append(Moment(state, move, step.events, step.state))
        state = step.state
    return Played(start, tuple(moments))


@cache
def games() -> tuple[Played, ...]:
    """Games of 2 to 5 players with the sets of the first game and others, by fixed seeds."""
    by_seed, first = Selection.RANDOM, Selection.FIRST_GAME
    chosen = [(first, first), (by_seed, by_seed), (first, by_seed)]
    return tuple(
        play(2 + n % 4, f"brewers {n}", BrewCraftersOptions(recipes=recipes, workers=workers))
        for n, (recipes, workers) in enumerate(chosen * 4)
    )


each = pytest.mark.parametrize("n", range(12))
