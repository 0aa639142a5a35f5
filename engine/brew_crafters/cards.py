"""The components of Brew Crafters: ingredients, seasons, styles, steps of research, what components do; counts of ingredients.

In a state a component is its number in the edition's list of its kind, from 0. Ingredients are six counts, in the order of
`INGREDIENTS`. What a component does is a named effect with parameters, the same ones for all kinds of components.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta

from taphouse.engine.contract import Slug
from taphouse.engine.vocabulary import Amounts, Printed, Public, Season, Word


class Ingredient(Word):
    """A kind of ingredient. The first three are basic, the others advanced."""

    MALT = "MALT", "Malt."
    HOPS = "HOPS", "Hops."
    YEAST = "YEAST", "Yeast."
    FRUIT = "FRUIT", "Fruit, an advanced ingredient."
    SPICES = "SPICES", "Spices, an advanced ingredient."
    COFFEE = "COFFEE", "Coffee, an advanced ingredient."


class Style(Word):
    """A style of beer; each has one basic recipe."""

    ALE = "ALE", "Ale."
    PORTER = "PORTER", "Porter."
    STOUT = "STOUT", "Stout."


class StepKind(Word):
    """The four steps of a research track, in their order (BC-25)."""

    EXPERIMENTAL = "EXPERIMENTAL", "Its benefit comes once, at once."
    ANNUAL = "ANNUAL", "Its benefit comes at the start of every Winter."
    BREAKTHROUGH = "BREAKTHROUGH", "Its benefit comes whenever its condition is met."
    GAME_END = "GAME_END", "It gives points at the end of the game."


class EffectName(Word):
    """An effect of a market space, a tile, a worker or a research step."""

    TAKE_ALL = "TAKE_ALL", "Take everything that lies on the space (BC-12)."
    TAKE = "TAKE", "Take these `ingredients`."
    CHOOSE_BASIC = "CHOOSE_BASIC", "Take `amount` basic ingredients of choice."
    CHOOSE_ADVANCED = "CHOOSE_ADVANCED", "Take `amount` advanced ingredients of choice."
    MONEY = "MONEY", "Take $`amount`."
    STARTING_PLAYER = "STARTING_PLAYER", "Become starting player from this season's Brewery phase on (BC-15)."
    PARTNERSHIP = "PARTNERSHIP", "Form a partnership (BC-16)."
    WORKER = "WORKER", "Hire a skilled worker (BC-17)."
    SHIFT = "SHIFT", "Hire a new shift (BC-18)."
    TAKE_AT_START = "TAKE_AT_START", "Take these `ingredients` at the start of each of the `seasons`."
    CHOOSE_AT_START = (
        "CHOOSE_AT_START",
        "Take `amount` advanced ingredients of choice at the start of each of the `seasons`.",
    )
    STORE = "STORE", "Store `amount` more ingredients."
    FIRST_LESS_MALT = "FIRST_LESS_MALT", "The first batch brewed in each Process Beer needs `amount` malt less."
    ADVANCED_LESS_MALT = "ADVANCED_LESS_MALT", "Advanced recipes need `amount` malt less."
    BARREL_POINTS = "BARREL_POINTS", "A batch of a barrel recipe brewed from now on is worth `amount` points more."
    INFUSE = (
        "INFUSE",
        "When brewing an infuser recipe `amount` hops more may be added, and each makes the batch worth 1 point more.",
    )
    BREWPUB = "BREWPUB", "One batch more can be brewed; it is sold at the next Process Beer."
    FARM = (
        "FARM",
        "At Spring's start plant 1 of the kinds of `ingredients` named, at Fall's start harvest as many of it.",
    )
    TANKS = "TANKS", "`amount` more tanks and bottling places."
    MONEY_WHEN_SELLING = "MONEY_WHEN_SELLING", "$`amount` more in each Process Beer in which a batch is sold."
    MONEY_PER_ADVANCED = "MONEY_PER_ADVANCED", "$`amount` more for each batch of an advanced recipe that is sold."
    MONEY_FOR_SECOND_BATCH = (
        "MONEY_FOR_SECOND_BATCH",
        "$`amount` when a second batch is brewed in one action.",
    )
    MARKET_ACTION = "MARKET_ACTION", "One extra market action in each of the `seasons` (BC-10)."
    SECOND_STEP = "SECOND_STEP", "After Lab Research a second step may be taken for $`amount`."
    COSTS_LESS = "COSTS_LESS", "Operating costs are $`amount` less."
    MORE_FROM_MARKET = (
        "MORE_FROM_MARKET",
        "Whenever one of the kinds of `ingredients` named is taken from a market space, take as many more.",
    )
    CHOOSE_AT_MARKET = (
        "CHOOSE_AT_MARKET",
        "The first time in a season that ingredients are taken from a market space, "
        "take `amount` basic ingredients of choice more.",
    )
    CHOOSE_ON_INSTALL = "CHOOSE_ON_INSTALL", "Each install also gives `amount` basic ingredients of choice."
    COLLABORATION_POINTS = "COLLABORATION_POINTS", "`amount` bonus points more for each collaboration portion."
    POINTS_PER_BATCHES = "POINTS_PER_BATCHES", "Game end: `amount` points for every `per` batches brewed."
    POINTS_PER_INGREDIENTS = "POINTS_PER_INGREDIENTS", "Game end: `amount` points for every `per` ingredients stored."
    POINTS_PER_MONEY = "POINTS_PER_MONEY", "Game end: `amount` points for every $`per`."
    POINTS_PER_ADVANCED_BREWED = (
        "POINTS_PER_ADVANCED_BREWED",
        "Game end: `amount` points for every `per` different advanced recipes brewed.",
    )
    POINTS_PER_ADVANCED_SOLD = (
        "POINTS_PER_ADVANCED_SOLD",
        "Game end: `amount` points for every `per` different advanced recipes sold.",
    )
    POINTS_PER_LABEL = "POINTS_PER_LABEL", "Game end: `amount` points for every `per` gold labels."


INGREDIENTS = tuple(Ingredient)
INDEX = {ingredient: i for i, ingredient in enumerate(INGREDIENTS)}
BASICS = 3
"""The number of basic ingredients; they come first."""
SEASONS = tuple(Season)
STYLES = tuple(Style)
STEPS = tuple(StepKind)

Stock = tuple[int, int, int, int, int, int]
"""Counts of the six ingredients."""
NONE: Stock = (0, 0, 0, 0, 0, 0)

POINTS = frozenset(effect for effect in EffectName if effect.name.startswith("POINTS_PER_"))
"""The parts of the final score."""


class IngredientAmounts(Amounts, frozen=True):
    """The amount of each ingredient."""

    malt: Annotated[int, Meta(ge=0, le=10_000, description="Malt.")] = 0
    hops: Annotated[int, Meta(ge=0, le=10_000, description="Hops.")] = 0
    yeast: Annotated[int, Meta(ge=0, le=10_000, description="Yeast.")] = 0
    fruit: Annotated[int, Meta(ge=0, le=10_000, description="Fruit.")] = 0
    spices: Annotated[int, Meta(ge=0, le=10_000, description="Spices.")] = 0
    coffee: Annotated[int, Meta(ge=0, le=10_000, description="Coffee.")] = 0


class Recipe(Printed, frozen=True):
    """A recipe."""

    name: Annotated[Slug, Meta(description="Its name in moves, such as `coffee-stout`.")]
    title: Annotated[str, Meta(description="The title printed on it.")]
    style: Annotated[Style, Meta(description="Its style.")]
    advanced: Annotated[
        bool, Meta(description="True if it is advanced: its style's basic recipe must be brewed before (BC-21).")
    ]
    ingredients: Annotated[IngredientAmounts, Meta(description="The ingredients of a batch.")]
    points: Annotated[int, Meta(description="The points for a batch.")]
    barrel: Annotated[bool, Meta(description="True if it has the barrel symbol.")]
    infuser: Annotated[bool, Meta(description="True if it has the hops infuser symbol.")]


class Component(Printed, frozen=True):
    """A skilled worker, a building or a piece of equipment."""

    name: Annotated[Slug, Meta(description="Its name in moves, such as `mash-tun`.")]
    title: Annotated[str, Meta(description="The title printed on it.")]
    text: Annotated[str, Meta(description="Its effect, in our words.")]
    cost: Annotated[int, Meta(description="Its cost every winter, in $.")]


class ResearchStep(Public, frozen=True):
    """A step of a research track."""

    name: Annotated[str, Meta(description="Its name in the catalogue, such as `agronomy.annual`.")]
    kind: Annotated[StepKind, Meta(description="Its kind.")]
    title: Annotated[
        str | None, Meta(description="Its gift in a few words; null in editions from before steps had words.")
    ]
    text: Annotated[str | None, Meta(description="Its gift in our words; null in the same editions.")]


class ResearchTrack(Printed, frozen=True):
    """A research track, which each player has."""

    name: Annotated[Slug, Meta(description="Its name in moves, such as `agronomy`.")]
    title: Annotated[str, Meta(description="The title printed on it.")]
    steps: Annotated[tuple[ResearchStep, ...], Meta(description="Its steps in their order.", extra={"size": 4})]


def amounts(stock: Iterable[int]) -> IngredientAmounts:
    """Six counts as the API has them."""
    return IngredientAmounts(*stock)


def counts(ingredients: IngredientAmounts) -> Stock:
    """The six counts."""
    return (
        ingredients.malt,
        ingredients.hops,
        ingredients.yeast,
        ingredients.fruit,
        ingredients.spices,
        ingredients.coffee,
    )


def plus(a: Stock, b: Stock) -> Stock:
    """The sum of two stocks."""
    return a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3], a[4] + b[4], a[5] + b[5]


def minus(a: Stock, b: Stock) -> Stock:
    """The rest of a stock."""
    return a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3], a[4] - b[4], a[5] - b[5]


def covers(has: Stock, cost: Stock) -> bool:
    """True if a stock has all of a cost."""
    return (
        has[0] >= cost[0]
        and has[1] >= cost[1]
        and has[2] >= cost[2]
        and has[3] >= cost[3]
        and has[4] >= cost[4]
        and has[5] >= cost[5]
    )


def one(ingredient: int, count: int = 1) -> Stock:
    """A stock of a single ingredient."""
    stock = [0, 0, 0, 0, 0, 0]
    stock[ingredient] = count
    return stock[0], stock[1], stock[2], stock[3], stock[4], stock[5]
