"""The titles by kind, and what the tests of cards share."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from taphouse.engine.chance import Chance
from taphouse.engine.contract import Event
from taphouse.engine.notation import write
from taphouse.engine.pint_craft.checks import conserved
from taphouse.engine.pint_craft.deck import amounts
from taphouse.engine.pint_craft.moves import (
    Choose,
    Give,
    IngredientsLost,
    IngredientsTaken,
)
from taphouse.engine.pint_craft.state import PintCraftState
from tests.pint_craft.build import (
    CHANCE,
    DECK,
    RULES,
    legal,
    move,
    position,
    pot,
    recipes,
    refusal,
)

IMPROVEMENTS = ("bottling-line", "distributors-license", "taproom")


EXPANSIONS = {
    "dining-room": ("taproom", "base-malt"),
    "restaurant-tables": ("taproom", "hops"),
    "supermarket-shelves": ("bottling-line", "base-malt"),
    "metro-distribution": ("distributors-license", "hops"),
    "state-distribution": ("distributors-license", "base-malt"),
}


COVERED: dict[str, list[Callable[..., None]]] = {}
"""By title, the tests that play it for its effect."""


PLAYED: set[str] = set()
"""The titles that the test under way has played for their effect."""


def watched(test: Callable[..., None], titles: Iterable[str]) -> Callable[..., None]:
    """The test, which fails if it does not play the titles: the one that it is given as `card`, or all of them."""
    needed = set(titles)

    @wraps(test)
    def watching(**given: Any) -> None:
        PLAYED.clear()
        test(**given)
        assert ({given["card"]} if "card" in given else needed) <= PLAYED, f"{test.__name__} does not play its cards"

    return watching


def plays(*titles: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """The test plays these titles for their effect."""

    def mark(test: Callable[..., None]) -> Callable[..., None]:
        watching = watched(test, titles)
        for title in titles:
            COVERED.setdefault(title, []).append(watching)
        return watching

    return mark


def plays_each(titles: Iterable[str]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """The test is run for each of these titles, its `card`."""
    each = tuple(titles)

    def mark(test: Callable[..., None]) -> Callable[..., None]:
        return pytest.mark.parametrize("card", each)(plays(*each)(test))

    return mark


def made(state: PintCraftState, *moves: str, chance: Chance = CHANCE) -> tuple[PintCraftState, list[Event]]:
    """The position after these moves, and their events; no card, Recipe or token is lost on the way."""
    events: list[Event] = []
    for words in moves:
        assert words in legal(state)
        result = RULES.apply(state, move(words), chance)
        assert conserved(result.state) == conserved(state), f"{words} loses something"
        verb, *rest = words.split()
        if verb == "play":
            PLAYED.update(rest)
        state = result.state
        events += result.events
    return state, events


def mixes(amount: int, price: int = 4, left: str | None = None) -> list[str]:
    """PC-11, by trying all: some Adjuncts or none, and then as many Basic Ingredients as fit and the pot has. Sorted."""
    held = DECK.pot if left is None else pot(left)
    tried = product(*(range(min(n, amount) + 1) for n in held))
    right = [mix for mix in tried if sum(mix[:3]) == min(amount - price * mix[3], sum(held[:3]))]
    return sorted(write(Choose(amounts(mix))) for mix in right)


def parts(amount: int, held: str) -> list[str]:
    """PC-16, by trying all: the ways to give so many tokens of what one has. Sorted."""
    ways = product(*(range(n + 1) for n in pot(held)))
    return sorted(write(Give(amounts(way))) for way in ways if sum(way) == amount)


def stacked(state: PintCraftState, *stacks: str) -> PintCraftState:
    """The position with these stacks of Recipes, the top of each first; those not mentioned are out of the game."""
    rows = tuple(recipes(words)[::-1] for words in stacks)
    return replace(state, stacks=rows + ((),) * (len(state.stacks) - len(rows)))


def sizes(state: PintCraftState) -> list[int]:
    """The sizes of the stacks of Recipes."""
    return [len(stack) for stack in state.stacks]


def bottom(state: PintCraftState, number: int) -> str:
    """The lowest Recipe of a stack."""
    return DECK.beers[state.stacks[number - 1][0]].name


def face_off(**words: Any) -> PintCraftState:
    """Seat 1 plays its card in a Face Off with seat 3; seat 2 is eliminated."""
    return position(seats=3, stage="face-off", leader=1, left=(1, 3), to_play=(1, 3), **words)


def took(seat: int, words: str, source: str) -> IngredientsTaken:
    return IngredientsTaken(seat, amounts(pot(words)), source)


def lost(seat: int, words: str, source: str) -> IngredientsLost:
    return IngredientsLost(seat, amounts(pot(words)), source)


def acting(state: PintCraftState) -> str:
    """The green card that is acting, or nothing."""
    return DECK.titles[state.in_play].name


def costs(recipe: str) -> str:
    """The cost of a Recipe, in notation."""
    return write(Choose(amounts(DECK.beers[recipes(recipe)[0]].cost))).removeprefix("choose ")


def part_of(recipe: str, ingredient: str) -> str:
    """As much of an ingredient as a Recipe costs: `hops:7`."""
    return next(part for part in costs(recipe).split(",") if part.startswith(ingredient))


def rule(state: PintCraftState, words: str) -> str | None:
    """The rule by which a move is refused."""
    refused = refusal(state, words)
    return None if refused is None else refused.rule
