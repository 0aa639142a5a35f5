"""An edition of Pint Craft in the coding of a state.

In a state a Brewery card is the number of its title in the edition, from 1, and a Recipe its number there; 0 is one that is not
known. Cards of one title are alike. Ingredients are four counts, in the order of `INGREDIENTS`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any

from msgspec import Struct

from taphouse.engine.pint_craft.cards import (
    INGREDIENT_INDEX,
    SEASONS,
    BreweryCard,
    CardKind,
    Effect,
    EffectName,
    IngredientAmounts,
    PintCraftEdition,
    Pot,
    PrintedCard,
    PrintedRecipe,
    Recipe,
)
from taphouse.engine.vocabulary import Season


class Act(Struct, frozen=True):
    """An effect as the rules use it."""

    effect: EffectName
    amount: int
    ingredient: int
    """Its index."""
    pot: Pot


class Title(Struct, frozen=True, cache_hash=True):
    """A title of the Brewery cards as the rules use it."""

    name: str
    title: str
    stays: bool
    """True for an orange card."""
    tradable: bool
    improvement: bool
    expands: int
    """The code of the Improvement that it needs, or 0."""
    pints: int
    adjunct_price: int
    """The value of an Adjunct to its owner, or 0 where it changes nothing."""
    acts: tuple[Act, ...]


class Beer(Struct, frozen=True, cache_hash=True):
    """A Recipe as the rules use it."""

    name: str
    title: str
    cost: Pot
    pints: int
    season: int
    """The index of the Season of its bonus, or -1."""
    bonus: int


class Deck:
    """An edition's components in the coding of a state, and back from it; with the figures that the rules use."""

    def __init__(self, edition: PintCraftEdition) -> None:
        figures = edition.figures
        self.starting_hand = figures.starting_hand.value
        self.most_played = figures.most_played.value
        self.drawn_when_out = figures.drawn_when_out.value
        self.traded_for = figures.traded_for.value
        self.price = figures.adjunct_price.value
        """The value of an Adjunct to a player without a card that changes it."""
        self.thresholds = {seats: getattr(figures, f"threshold_{seats}").value for seats in range(2, 7)}
        """The Victory Pint Threshold by the number of players."""
        self.code = {card.name: i for i, card in enumerate(edition.cards, 1)}
        """The code of a Brewery card, by its name."""
        self.recipe_code = {recipe.name: i for i, recipe in enumerate(edition.recipes, 1)}
        """The code of a Recipe, by its name."""
        self.titles = (_NO_TITLE, *(self._title(card) for card in edition.cards))
        """The titles, by their codes."""
        self.beers = (_NO_BEER, *map(_beer, edition.recipes))
        """The Recipes, by their codes."""
        self.recipes = frozenset(range(1, len(self.beers)))
        self.printed = tuple(self.code[card.name] for card in edition.cards for _ in range(card.copies.value))
        """The Brewery cards, as the edition lists them."""
        self.pot = edition.tokens.pot
        b, s, h, a = zip(*[beer.cost for beer in self.beers[1:]], strict=True)
        self.least_cost = min(b), min(s), min(h), min(a)
        """The fewest of each ingredient that any Recipe takes."""
        self.names = tuple([title.name for title in self.titles])
        """The names of the Brewery cards, by their codes."""
        self._is_improvement = tuple([title.improvement for title in self.titles]).__getitem__
        self._card_pints = tuple([title.pints for title in self.titles]).__getitem__
        self._recipe_pints = tuple([beer.pints for beer in self.beers]).__getitem__
        self._seasonal_bonus = [
            tuple([beer.bonus if beer.season == i else 0 for beer in self.beers]).__getitem__
            for i in range(len(SEASONS))
        ]
        self.pints = lru_cache(maxsize=1024)(self._pints)
        """The Pints of a player with some cards in front of them and some Recipes on tap."""
        prices = {
            code: card.adjunct_price for code, card in enumerate(self.titles) if 0 < card.adjunct_price < self.price
        }
        self._discounts = sorted(prices.items(), key=lambda one: one[1])
        """The cards that lower what an Adjunct counts, with what it counts then, the lowest first."""
        blank: tuple[Any] = (None,)  # code 0
        self.card: Callable[[int], BreweryCard] = (blank + tuple(map(_card, edition.cards))).__getitem__
        """The contents of a card, by its code; None where they are not known."""
        self.recipe: Callable[[int], Recipe] = (blank + tuple(map(_recipe, self.beers[1:]))).__getitem__
        """The contents of a Recipe, by its code; None where they are not known."""

    def improvements(self, front: tuple[int, ...]) -> int:
        """The number of Improvements among these cards, duplicates counted (PC-20)."""
        return sum(map(self._is_improvement, front))

    def adjunct_price(self, front: tuple[int, ...]) -> int:
        """The value of an Adjunct to a player with these cards in front of them (PC-11)."""
        for card, price in self._discounts:
            if card in front:
                return price
        return self.price

    def seasonal_bonus(self, taps: tuple[int, ...], season: int) -> int:
        """The pay of these Recipes on tap in the Season of this index (PC-19)."""
        return sum(map(self._seasonal_bonus[season], taps))

    def payable(self, has: Pot, recipes: Iterable[int]) -> Iterator[int]:
        """Those of these Recipes whose cost the ingredients cover (PC-09)."""
        beers = self.beers
        base, specialty, hops, adjuncts = has
        for recipe in recipes:
            cost = beers[recipe].cost
            if base >= cost[0] and specialty >= cost[1] and hops >= cost[2] and adjuncts >= cost[3]:
                yield recipe

    def _pints(self, front: tuple[int, ...], taps: tuple[int, ...]) -> int:
        return sum(map(self._recipe_pints, taps)) + sum(map(self._card_pints, front))

    def _title(self, card: PrintedCard) -> Title:
        return Title(
            card.name,
            card.title,
            card.kind is not CardKind.GREEN,
            card.tradable,
            card.kind is CardKind.IMPROVEMENT,
            self.code[card.expands] if card.expands else 0,
            card.pints.value if card.pints else 0,
            card.adjunct_price.value if card.adjunct_price else 0,
            tuple(map(_act, card.effects)),
        )


_NO_TITLE = Title("", "", False, False, False, 0, 0, 0, ())
_NO_BEER = Beer("", "", (0, 0, 0, 0), 0, -1, 0)


def _act(effect: Effect) -> Act:
    ingredient = -1 if effect.ingredient is None else INGREDIENT_INDEX[effect.ingredient]
    pot = (0, 0, 0, 0) if effect.ingredients is None else effect.ingredients.pot
    return Act(effect.effect, effect.amount or 0, ingredient, pot)


def _beer(recipe: PrintedRecipe) -> Beer:
    season, bonus = (-1, 0) if recipe.bonus is None else (SEASONS.index(recipe.bonus.season), recipe.bonus.amount)
    return Beer(recipe.name, recipe.title, recipe.cost.pot, recipe.pints.value, season, bonus)


def _card(card: PrintedCard) -> BreweryCard:
    return BreweryCard(card.name, card.title, card.kind, card.tradable, card.text)


def _recipe(beer: Beer) -> Recipe:
    return Recipe(beer.name, beer.title, amounts(beer.cost), beer.pints, _season(beer.season), beer.bonus)


def _season(index: int) -> Season | None:
    return None if index < 0 else SEASONS[index]


def amounts(pot: Iterable[int]) -> IngredientAmounts:
    """Four counts as the API has them."""
    return IngredientAmounts(*pot)


def counts(ingredients: IngredientAmounts) -> Pot:
    """The four counts."""
    return ingredients.base_malt, ingredients.specialty_malt, ingredients.hops, ingredients.adjuncts
