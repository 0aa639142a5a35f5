"""Helpers of the tests of turns."""

from __future__ import annotations

from itertools import product

from msgspec.structs import replace

from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.contract import Event
from taphouse.engine.pint_craft.cards import SEASONS, Pot
from taphouse.engine.pint_craft.deck import counts
from taphouse.engine.pint_craft.moves import (
    CardsDrawn,
    IngredientsTaken,
    PintCraftOptions,
)
from taphouse.engine.pint_craft.state import PintCraftState
from taphouse.engine.vocabulary import Season
from tests.pint_craft.build import (
    DECK,
    RULES,
    brewing,
    recipes,
)

TOKENS = (45, 20, 26, 16)


FOUR_WAYS = [[n, *range(n + 1, 5), *range(1, n)] for n in range(1, 5)]
"""Seat order at four seats, from each of them."""


def dealt(seed: object = "deal", seats: int = 3, **options: object) -> PintCraftState:
    return RULES.new(PintCraftOptions(**options), seats, Chance(seed_from(str(seed))))


def stacked(state: PintCraftState, *stacks: str) -> PintCraftState:
    """The position with these Recipes in the stacks, each from the top."""
    return replace(state, stacks=tuple(recipes(words)[::-1] for words in stacks))


def kinds(events: list[Event]) -> list[str]:
    return [type(event).__name__ for event in events]


def paid(events: list[Event]) -> list[tuple[int, str, Pot]]:
    """The payments: seat, source and ingredients."""
    return [(e.seat, e.source, counts(e.ingredients)) for e in events if isinstance(e, IngredientsTaken)]


def drawn(events: list[Event]) -> list[tuple[int, int]]:
    """The number of cards that each seat drew."""
    return [(e.seat, e.count) for e in events if isinstance(e, CardsDrawn)]


def cost(name: str) -> Pot:
    return DECK.beers[DECK.recipe_code[name]].cost


def given(state: PintCraftState, seat: int, ingredients: Pot) -> PintCraftState:
    """The position with so much of the pot before this seat, who has nothing."""
    assert state.ingredients[seat - 1] == (0, 0, 0, 0)
    left = tuple(total - taken for total, taken in zip(state.pot, ingredients, strict=True))
    held = list(state.ingredients)
    held[seat - 1] = ingredients
    return replace(state, pot=left, ingredients=tuple(held))


def offered_choices(state: PintCraftState) -> list[Pot]:
    return [counts(one.ingredients) for one in RULES.moves(state)]


RICH = "base-malt:40,specialty-malt:18,hops:20,adjuncts:10"


def brute(amount: int, price: int, allowed: int, pot: Pot) -> set[Pot]:
    """Every choice that counts as no more than the amount, and to which no Basic Ingredient can be added."""
    ranges = [range(min(count, amount) + 1) if allowed >> i & 1 else range(1) for i, count in enumerate(pot)]
    possible = {(b, s, h, a) for a in ranges[3] for b, s, h in product(*ranges[:3]) if b + s + h + price * a <= amount}
    return {
        (b, s, h, a) for b, s, h, a in possible if not possible & {(b + 1, s, h, a), (b, s + 1, h, a), (b, s, h + 1, a)}
    }


def changing(into: str, **words: object) -> PintCraftState:
    """Seat 2 of 2 is about to end the round, and this Season comes; seat 2 has a card in hand, so that they have not run out."""
    before = SEASONS[(SEASONS.index(Season(into)) - 1) % 4]
    return brewing(seat=2, round=2, season=before.value, hands={1: "venue", 2: "venue"}, **words)
