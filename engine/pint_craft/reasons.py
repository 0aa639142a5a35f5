"""The reasons of refusals of Pint Craft. The message catalogues put them into words."""

from __future__ import annotations

from taphouse.engine.contract import Seat, Slug
from taphouse.engine.messages import Why
from taphouse.engine.pint_craft.cards import Ingredient, IngredientAmounts
from taphouse.engine.vocabulary import Season


class PlayingComesFirst(Why, frozen=True):
    """Cards are played before Recipes are brewed and the turn ends (PC-05)."""

    face_off: bool


class PlayingIsDone(Why, frozen=True):
    """The player has stopped playing cards in this turn (PC-05)."""


class MostCardsPlayed(Why, frozen=True):
    """The most Brewery cards were played in this turn (PC-06)."""

    count: int


class HandIsEmpty(Why, frozen=True):
    """The player has no Brewery card left (PC-07)."""


class OneCardInFaceOff(Why, frozen=True):
    """The one Brewery card of a Face Off was played (PC-25)."""


class MustPlayInFaceOff(Why, frozen=True):
    """A Brewery card must be played in a Face Off (PC-25)."""


class NotInHand(Why, frozen=True):
    """The card is not in the player's hand (PC-06)."""

    card: Slug


class NotTradable(Why, frozen=True):
    """The card cannot be traded in (PC-14)."""

    card: Slug


class NeedsOtherCard(Why, frozen=True):
    """An Expansion needs another card in front of the player (PC-15)."""

    card: Slug
    needed: Slug


class RecipeNotOnOffer(Why, frozen=True):
    """The Recipe is not on offer (PC-03)."""

    recipe: Slug
    on_offer: tuple[Slug, ...]


class RecipeTooDear(Why, frozen=True):
    """The player cannot pay for the Recipe (PC-09)."""

    recipe: Slug
    cost: IngredientAmounts
    short: IngredientAmounts
    """The ingredients that the player lacks."""


class CannotChoose(Why, frozen=True):
    """A bonus of this Season does not pay these ingredients (PC-19, PC-20)."""

    ingredients: IngredientAmounts
    season: Season


class NotSoMuchInPot(Why, frozen=True):
    """The pot has less of the ingredient than the player wants to take (PC-13)."""

    there: IngredientAmounts
    """All of that ingredient."""
    ingredient: Ingredient
    count: int


class NotSoMuchToGive(Why, frozen=True):
    """The player has less of the ingredient than they want to give (PC-16)."""

    there: IngredientAmounts
    """All of that ingredient."""
    ingredient: Ingredient
    count: int


class WrongNumber(Why, frozen=True):
    """More or fewer ingredients than the choice is for (PC-11, PC-16)."""

    named: IngredientAmounts
    too_many: bool


class NotOneself(Why, frozen=True):
    """The card affects another player (PC-16)."""


class IsEliminated(Why, frozen=True):
    """The player is no longer in the game (PC-24)."""

    seat: Seat


class NoSuchStack(Why, frozen=True):
    """There is no such stack (PC-02)."""

    stack: int
    stacks: int


class StackIsEmpty(Why, frozen=True):
    """The stack is empty (PC-03)."""

    stack: int


class TakesBackItself(Why, frozen=True):
    """A card cannot take back a card of its own title (PC-10)."""

    card: Slug


class NotDiscarded(Why, frozen=True):
    """The card is not in the discard stack (PC-10)."""

    card: Slug


class NotFewestPints(Why, frozen=True):
    """The player does not lose this Recipe, but one with the fewest Pints (PC-16)."""

    recipes: tuple[Slug, ...]


class NotOnOwnTap(Why, frozen=True):
    """The player does not have the Recipe on tap (PC-16)."""

    recipe: Slug


class NotOnOtherTap(Why, frozen=True):
    """No other player in the game has the Recipe on tap (PC-16)."""

    recipe: Slug


class PintsTooDifferent(Why, frozen=True):
    """The Pints of the two Recipes differ by more than may be (PC-16)."""

    own: Slug
    own_pints: int
    other: Slug
    other_pints: int
    most: int


REASONS: tuple[type[Why], ...] = (
    PlayingComesFirst,
    PlayingIsDone,
    MostCardsPlayed,
    HandIsEmpty,
    OneCardInFaceOff,
    MustPlayInFaceOff,
    NotInHand,
    NotTradable,
    NeedsOtherCard,
    RecipeNotOnOffer,
    RecipeTooDear,
    CannotChoose,
    NotSoMuchInPot,
    NotSoMuchToGive,
    WrongNumber,
    NotOneself,
    IsEliminated,
    NoSuchStack,
    StackIsEmpty,
    TakesBackItself,
    NotDiscarded,
    NotFewestPints,
    NotOnOwnTap,
    NotOnOtherTap,
    PintsTooDifferent,
)
