"""The components of Pint Craft: ingredients, Seasons, Brewery cards and Recipes, and an edition of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import prod
from typing import Annotated, Any, Literal

from msgspec import Meta
from pydantic import Field, model_validator

from taphouse.engine.contract import Slug
from taphouse.engine.editions import Edition, EditionEntry, Figure, SourcedEntry, Strict
from taphouse.engine.vocabulary import Amounts, Printed, Season, Word


class Ingredient(Word):
    """A kind of token. All but the Adjuncts are Basic Ingredients."""

    BASE_MALT = "BASE_MALT", "Base Malt."
    SPECIALTY_MALT = "SPECIALTY_MALT", "Specialty Malt."
    HOPS = "HOPS", "Hops."
    ADJUNCTS = (
        "ADJUNCTS",
        "Adjuncts, such as fruit and spices; in a choice of ingredients an Adjunct counts as several (PC-11).",
    )


class CardKind(Word):
    """The kind of a Brewery card."""

    GREEN = "GREEN", "It acts and goes to the discard stack (PC-10)."
    ORANGE = "ORANGE", "It stays in front of its player, with its lasting effect (PC-10)."
    IMPROVEMENT = (
        "IMPROVEMENT",
        "An orange card that brings its player 1 ingredient for each of their Recipes on tap, every Season (PC-20).",
    )
    EXPANSION = "EXPANSION", "An orange card that needs its Improvement in front of the player (PC-15)."


class EffectName(Word):
    """An effect of a card when it is played."""

    CHOOSE = "CHOOSE", "Choose `amount` ingredients."
    CHOOSE_PER_IMPROVEMENT = "CHOOSE_PER_IMPROVEMENT", "Choose `amount`, and 1 more for each of your Improvements."
    CHOOSE_PER_RECIPE = "CHOOSE_PER_RECIPE", "Choose 1 for each of your Recipes on tap, `amount` at most."
    CHOOSE_PER_RECIPE_OF_ANOTHER = (
        "CHOOSE_PER_RECIPE_OF_ANOTHER",
        "Choose 1 for each Recipe on tap of one other player, `amount` at most.",
    )
    OTHERS_CHOOSE = "OTHERS_CHOOSE", "Every other player chooses `amount`."
    PAY = "PAY", "Take these `ingredients`."
    PAY_FROM_RECIPE = "PAY_FROM_RECIPE", "Take as much of the `ingredient` as one Recipe on offer costs (PC-15)."
    DRAW = "DRAW", "Draw `amount` cards."
    REDRAW = "REDRAW", "Discard the rest of the hand, draw as many and `amount` more."
    TAKE_CARD = "TAKE_CARD", "Take a card at random from another player's hand; that player then chooses `amount`."
    TAKE_BACK = "TAKE_BACK", "Take a card of another title from the discard stack into the hand."
    BURY = "BURY", "Put the top Recipe of one stack under that stack."
    OTHERS_GIVE = "OTHERS_GIVE", "Every other player gives you `amount` ingredients of their own choice."
    ANOTHER_LOSES = "ANOTHER_LOSES", "Another player loses `amount` ingredients of their own choice."
    OTHERS_LOSE = "OTHERS_LOSE", "Every other player loses `amount` of the `ingredient`."
    RETURN_RECIPE = (
        "RETURN_RECIPE",
        "Another player's Recipe on tap with the fewest Pints goes on top of the smallest stack; "
        "that player takes its Base Malt back.",
    )
    SWAP_RECIPES = (
        "SWAP_RECIPES",
        "Exchange one of your Recipes on tap for another player's whose Pints differ by at most `amount`.",
    )


INGREDIENTS = tuple(Ingredient)
SEASONS = (Season.WINTER, Season.SPRING, Season.SUMMER, Season.FALL)
INGREDIENT_INDEX = {ingredient: i for i, ingredient in enumerate(INGREDIENTS)}
BASICS = 3
"""The number of Basic Ingredients; they come first."""
UNKNOWN = 0
"""A card or Recipe that is not known."""
MOST_CARDS = 500
MOST_RECIPES = 60
"""More would make positions too large to be kept for every game."""
MOST_MOVES = 40_000
"""The most legal moves that the figures of an edition may make possible in one decision."""
SEASONAL_BONUS, IMPROVEMENTS = "seasonal-bonus", "improvements"
"""The sources of the two bonuses of a Season; every other source is a card, by its name."""
SCORE = ("recipes-on-tap", "expansions")
"""The ids of the categories of the score (PC-09, PC-15)."""

Pot = tuple[int, int, int, int]
"""Counts of the four ingredients."""

_PARAMETERS: dict[EffectName, tuple[str, ...]] = {
    EffectName.PAY: ("ingredients",),
    EffectName.PAY_FROM_RECIPE: ("ingredient",),
    EffectName.OTHERS_LOSE: ("amount", "ingredient"),
    EffectName.TAKE_BACK: (),
    EffectName.BURY: (),
    EffectName.RETURN_RECIPE: (),
}  # the others: amount
_FIRST = (EffectName.REDRAW, EffectName.PAY_FROM_RECIPE, EffectName.TAKE_CARD, EffectName.BURY)
"""Effects that rest on hands and on the Recipes on offer as they were when the card was played. After another effect a preview,
which draws and uncovers nothing, would not know them, and the decision may be that of another seat than the one that plays."""


class IngredientAmounts(Amounts, frozen=True):
    """The amount of each ingredient."""

    base_malt: Annotated[int, Meta(ge=0, le=1_000_000, description="Base Malt.")] = 0
    specialty_malt: Annotated[int, Meta(ge=0, le=1_000_000, description="Specialty Malt.")] = 0
    hops: Annotated[int, Meta(ge=0, le=1_000_000, description="Hops.")] = 0
    adjuncts: Annotated[int, Meta(ge=0, le=1_000_000, description="Adjuncts.")] = 0


class BreweryCard(Printed, frozen=True):
    """A Brewery card."""

    name: Annotated[Slug, Meta(description="Its name in moves, such as `smash-hit`.")]
    title: Annotated[str, Meta(description="The title printed on it.")]
    kind: Annotated[CardKind, Meta(description="Its kind.")]
    tradable: Annotated[bool, Meta(description="True if it is marked OR and may be traded in instead (PC-14).")]
    text: Annotated[str, Meta(description="Its effect, in our words.")]


class Recipe(Printed, frozen=True):
    """A Recipe card."""

    name: Annotated[Slug, Meta(description="Its name in moves, such as `dry-stout`.")]
    title: Annotated[str, Meta(description="The title printed on it.")]
    cost: Annotated[IngredientAmounts, Meta(description="The ingredients that it takes to put it on tap.")]
    pints: Annotated[int, Meta(description="The Pints that it is worth on tap.")]
    season: Annotated[Season | None, Meta(description="The Season that pays its bonus; null where none does.")]
    bonus: Annotated[int, Meta(description="The ingredients of its seasonal bonus.")]


_Name = Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=64)]
_Title = Annotated[str, Field(min_length=1, max_length=60)]
_Count = Annotated[int, Field(strict=True, ge=0, le=99)]


class Quantities(Strict):
    """Ingredients, as an edition has them."""

    base_malt: _Count = 0
    specialty_malt: _Count = 0
    hops: _Count = 0
    adjuncts: _Count = 0

    @property
    def pot(self) -> Pot:
        """The four counts."""
        return self.base_malt, self.specialty_malt, self.hops, self.adjuncts

    @property
    def amounts(self) -> dict[str, int]:
        """The counts by the names of the API."""
        return dict(zip(IngredientAmounts.__struct_encode_fields__, self.pot, strict=True))


class Cost(Quantities, SourcedEntry):
    """The ingredients of a Recipe."""


class Effect(SourcedEntry):
    """A named effect with its parameters."""

    effect: EffectName
    amount: _Count | None = None
    ingredient: Ingredient | None = None
    ingredients: Quantities | None = None

    @model_validator(mode="after")
    def _fits(self) -> Effect:
        takes = _PARAMETERS.get(self.effect, ("amount",))
        for name in ("amount", "ingredient", "ingredients"):
            if (getattr(self, name) is not None) != (name in takes):
                raise ValueError(f"the effect {self.effect} {'needs' if name in takes else 'takes no'} {name}")
        return self

    @property
    def figures(self) -> dict[str, Any]:
        """The entry in the catalogue."""
        shown = {"effect": str(self.effect), "amount": self.amount}
        shown["ingredient"] = None if self.ingredient is None else str(self.ingredient)
        return {name: value for name, value in shown.items() if value is not None} | (
            {} if self.ingredients is None else self.ingredients.amounts
        )


class PrintedCard(SourcedEntry):
    """A title of the Brewery cards. Its own provenance is that of its kind, its OR and its Improvement."""

    name: _Name
    title: _Title
    text: str = Field(min_length=1, max_length=200)
    kind: CardKind
    tradable: bool
    expands: _Name | None = None
    copies: Figure
    pints: Figure | None = None
    adjunct_price: Figure | None = None
    effects: tuple[Effect, ...] = ()


class Bonus(SourcedEntry):
    """A seasonal bonus."""

    season: Season
    amount: _Count


class PrintedRecipe(Strict):
    """A Recipe as an edition has it."""

    name: _Name
    title: _Title
    cost: Cost
    pints: Figure
    bonus: Bonus | None = None


class Totals(Strict):
    """The totals of the components; the edition must agree with them."""

    titles: Figure
    cards: Figure
    recipes: Figure
    tokens: Figure


class Tokens(Strict):
    """The number of tokens of each ingredient."""

    base_malt: Figure
    specialty_malt: Figure
    hops: Figure
    adjuncts: Figure

    @property
    def pot(self) -> Pot:
        """The four counts."""
        return self.base_malt.value, self.specialty_malt.value, self.hops.value, self.adjuncts.value


class Figures(Strict):
    """The numbers that the rules use."""

    starting_hand: Figure
    most_played: Figure
    drawn_when_out: Figure
    adjunct_price: Figure
    traded_for: Figure
    threshold_2: Figure
    threshold_3: Figure
    threshold_4: Figure
    threshold_5: Figure
    threshold_6: Figure


def most_choices(tokens: Pot) -> int:
    """An upper bound of the legal moves of any decision: the ways to choose or to give ingredients (PC-11, PC-16).

    The total of a choice is fixed, so three of its amounts settle the fourth. No other decision has so many.
    """
    return prod(count + 1 for count in sorted(tokens)[:3])


class PintCraftEdition(Edition):
    """An edition of Pint Craft: the figures, the tokens, the Brewery cards and the Recipes."""

    other_names = (SEASONAL_BONUS, IMPROVEMENTS, *[f"score.{category}" for category in SCORE])

    game: Literal["pint-craft"]
    totals: Totals
    tokens: Tokens
    figures: Figures
    cards: tuple[PrintedCard, ...] = Field(min_length=1)
    recipes: tuple[PrintedRecipe, ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _agrees(self) -> PintCraftEdition:
        entries = [*(card.name for card in self.cards), *(recipe.name for recipe in self.recipes)]
        names = Counter([*entries, SEASONAL_BONUS, IMPROVEMENTS])
        if twice := [name for name, n in names.items() if n > 1]:
            raise ValueError(f"the name {twice[0]!r} stands for two things")
        for name, figure in self.figures:
            most = 1000 if name.startswith("threshold") else 99
            if not 1 <= figure.value <= most:
                raise ValueError(f"figures.{name} is {figure.value}; 1 to {most} are possible")
        for card in self.cards:
            self._check_card(card)
        cards = sum(card.copies.value for card in self.cards)
        found = (len(self.cards), cards, len(self.recipes), sum(self.tokens.pot))
        for (name, figure), count in zip(self.totals, found, strict=True):
            if figure.value != count:
                raise ValueError(f"totals.{name} says {figure.value}, the edition has {count}")
        if not (least := 6 * self.figures.starting_hand.value) <= cards <= MOST_CARDS:
            raise ValueError(f"there are {cards} Brewery cards; {least} to {MOST_CARDS} are possible")
        if all(card.kind is not CardKind.GREEN for card in self.cards):
            raise ValueError("there is no green card, so that all cards could come to lie in front of the players")
        if not 7 <= len(self.recipes) <= MOST_RECIPES:
            raise ValueError(f"there are {len(self.recipes)} Recipes; 7 to {MOST_RECIPES} are possible")
        for recipe in self.recipes:
            if not 0 <= recipe.pints.value <= 99:
                raise ValueError(f"recipes: {recipe.name} has {recipe.pints.value} Pints; 0 to 99 are possible")
            for (name, figure), cost in zip(self.tokens, recipe.cost.pot, strict=True):
                if not cost <= figure.value <= 10_000:
                    raise ValueError(f"tokens.{name} is {figure.value}; {recipe.name} takes {cost}, 10000 are the most")
        if (moves := most_choices(self.tokens.pot)) > MOST_MOVES:
            raise ValueError(f"the figures of tokens make {moves} choices possible; {MOST_MOVES} are the most")
        return self

    def _check_card(self, card: PrintedCard) -> None:
        """Check the properties of a card that the rules rely on."""
        at = f"cards: {card.name}"
        if card.copies.value < 1:
            raise ValueError(f"{at} has no copies")
        if (card.kind is CardKind.EXPANSION) != (card.expands is not None):
            raise ValueError(f"{at}: an Expansion, and nothing else, names the Improvement that it expands")
        kinds = {other.name: other.kind for other in self.cards}
        if card.expands is not None and kinds.get(card.expands) is not CardKind.IMPROVEMENT:
            raise ValueError(f"{at} expands {card.expands!r}, which is no Improvement")
        if card.kind is CardKind.EXPANSION and not card.tradable:
            raise ValueError(
                f"{at}: an Expansion is marked OR; a player without its Improvement could not play a card otherwise (PC-25)"
            )
        if card.kind is CardKind.GREEN and (card.pints or card.adjunct_price):
            raise ValueError(f"{at}: a green card has no lasting effect")
        for effect in card.effects[1:]:
            if effect.effect in _FIRST:
                raise ValueError(f"{at}: the effect {effect.effect} comes first, since what it rests on must be known")
        if card.adjunct_price and not 1 <= card.adjunct_price.value <= 99:
            raise ValueError(f"{at}: the price of an Adjunct is {card.adjunct_price.value}; 1 to 99 are possible")
        if card.pints and not 0 <= card.pints.value <= 99:
            raise ValueError(f"{at} has {card.pints.value} Pints; 0 to 99 are possible")

    def listed(self) -> Iterator[EditionEntry]:
        """Every entry; what has a provenance of its own is an entry of its own."""
        for section in ("totals", "tokens", "figures"):
            for name, figure in getattr(self, section):
                yield _figure(section, name, figure)
        for card in self.cards:
            figures: dict[str, Any] = {"title": card.title, "text": card.text, "kind": str(card.kind)}
            figures |= {"tradable": card.tradable} | ({"expands": card.expands} if card.expands else {})
            yield EditionEntry("cards", card.name, figures, card.provenance, card.note)
            yield _figure("copies", card.name, card.copies)
            for section, lasting in (("cardPints", card.pints), ("adjunctPrices", card.adjunct_price)):
                if lasting is not None:
                    yield _figure(section, card.name, lasting)
            for i, effect in enumerate(card.effects, 1):
                yield EditionEntry("effects", f"{card.name}.{i}", effect.figures, effect.provenance, effect.note)
        for recipe in self.recipes:
            cost = {"title": recipe.title, **recipe.cost.amounts}
            yield EditionEntry("recipes", recipe.name, cost, recipe.cost.provenance, recipe.cost.note)
            yield _figure("recipePints", recipe.name, recipe.pints)
            if recipe.bonus is not None:
                bonus = {"season": str(recipe.bonus.season), "amount": recipe.bonus.amount}
                yield EditionEntry("bonuses", recipe.name, bonus, recipe.bonus.provenance, recipe.bonus.note)


def _figure(section: str, name: str, figure: Figure) -> EditionEntry:
    return EditionEntry(section, name, {"value": figure.value, "rule": figure.rule}, figure.provenance, figure.note)
