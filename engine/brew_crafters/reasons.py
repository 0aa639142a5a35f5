"""The reasons of refusals of Brew Crafters. The message catalogues put them into words."""

from __future__ import annotations

from taphouse.engine.brew_crafters.cards import Ingredient, IngredientAmounts, Style
from taphouse.engine.brew_crafters.moves import Phase
from taphouse.engine.contract import Seat, Slug
from taphouse.engine.messages import Why


class NotThisPhase(Why, frozen=True):
    """The move belongs to another phase of the season (BC-08)."""

    phase: Phase
    """That phase."""


class SpaceIsTaken(Why, frozen=True):
    """The market space was taken this season (BC-11)."""

    space: Slug
    seat: Seat
    """The player who took it."""


class SpaceGivesOneThing(Why, frozen=True):
    """The market space has no sides to name (BC-11)."""

    space: Slug


class SideIsNotNamed(Why, frozen=True):
    """The market space has sides, and the move names none of them (BC-11)."""

    space: Slug
    sides: tuple[Slug, ...]


class NoWorkerLeft(Why, frozen=True):
    """There is no skilled worker left to hire (BC-13)."""


class NoPartnershipLeft(Why, frozen=True):
    """There is no partnership left to form (BC-13)."""


class MostShifts(Why, frozen=True):
    """The player has the most shifts (BC-18)."""

    most: int


class TooFewBatches(Why, frozen=True):
    """The player has brewed too few batches for the next shift (BC-18)."""

    needed: int
    brewed: int


class WorksForOther(Why, frozen=True):
    """The skilled worker was hired (BC-17)."""

    worker: Slug
    seat: Seat


class PartnerOfOther(Why, frozen=True):
    """The partnership was formed (BC-16)."""

    partnership: Slug
    seat: Seat


class NotInThisGame(Why, frozen=True):
    """The component is not in play with so many players, or by choice (BC-02, BC-05)."""

    name: Slug


class NotYourPartner(Why, frozen=True):
    """The player does not have the partnership (BC-16)."""

    partnership: Slug


class TooDear(Why, frozen=True):
    """The player does not have the money (BC-16, BC-25)."""

    price: int
    money: int
    """The player's money."""


class CannotChoose(Why, frozen=True):
    """Another kind of ingredient is chosen here (BC-09, BC-11, BC-25, BC-26)."""

    ingredient: Ingredient


class NotSoMuchInStorage(Why, frozen=True):
    """The player has less of the ingredient in storage than the move takes (BC-09, BC-14)."""

    there: IngredientAmounts
    """All of that ingredient."""
    ingredient: Ingredient
    count: int


class WrongNumber(Why, frozen=True):
    """More or fewer ingredients than must be discarded (BC-14)."""

    named: IngredientAmounts
    too_many: bool


class NotGrown(Why, frozen=True):
    """A Farm does not grow the ingredient (BC-26)."""

    ingredient: Ingredient
    grown: tuple[Ingredient, ...]


class ActionIsTaken(Why, frozen=True):
    """The one action of this shift was taken (BC-19)."""


class NothingLeftToInstall(Why, frozen=True):
    """The player has installed all tiles of the name (BC-26)."""

    tile: Slug


class ProcessingComesFirst(Why, frozen=True):
    """Brewing is the last part of Process Beer (BC-20)."""


class BrewingIsDone(Why, frozen=True):
    """The player has finished brewing in this action (BC-20)."""


class RecipeNotInPlay(Why, frozen=True):
    """The recipe is not in this game (BC-04)."""

    recipe: Slug
    in_play: tuple[Slug, ...]


class BasicComesFirst(Why, frozen=True):
    """The basic recipe of the style was not brewed yet (BC-21)."""

    basic: Slug
    recipe: Slug


class TooManyAddedHops(Why, frozen=True):
    """More hops are added to the recipe than can be (BC-26)."""

    recipe: Slug
    most: int


class ShortOf(Why, frozen=True):
    """The player does not have the ingredients (BC-21, BC-23)."""

    cost: IngredientAmounts
    short: IngredientAmounts
    """The ingredients that the player lacks."""


class NoTankIsEmpty(Why, frozen=True):
    """All tanks are filled (BC-20)."""


class BrewpubIsFull(Why, frozen=True):
    """There is a batch in the player's Brewpub (BC-20)."""


class NoBrewpub(Why, frozen=True):
    """The player has no Brewpub (BC-20)."""


class NoCollaboration(Why, frozen=True):
    """A game of two has no collaboration (BC-06)."""


class NotWhileBrewing(Why, frozen=True):
    """The player can collaborate before or after processing beer (BC-23)."""


class HasCollaborated(Why, frozen=True):
    """The player has collaborated in this action (BC-23)."""


class PortionIsGiven(Why, frozen=True):
    """The portion was given (BC-23)."""

    portion: Slug
    seat: Seat


class LastPortionIsOthers(Why, frozen=True):
    """The player gave all the other portions (BC-24)."""


class AdvancedIsNotNamed(Why, frozen=True):
    """The portion is of any advanced ingredient, and the move names none (BC-23)."""

    portion: Slug


class PortionIsFixed(Why, frozen=True):
    """The portion leaves no choice of ingredient (BC-23)."""

    portion: Slug


class NoAnnualResearch(Why, frozen=True):
    """The track has no annual research to come (BC-25)."""

    track: Slug
    left: tuple[Slug, ...]
    """The tracks that have."""


class AllStepsTaken(Why, frozen=True):
    """The player has taken all steps of the track (BC-25)."""

    track: Slug


class NamedTwice(Why, frozen=True):
    """An option names a component twice (BC-04, BC-05)."""

    name: Slug


class RecipesOfEachStyle(Why, frozen=True):
    """An option names more or fewer advanced recipes of a style than are in play (BC-04)."""

    number: int
    style: Style
    count: int


class NumberOfWorkers(Why, frozen=True):
    """An option names more or fewer skilled workers than are in play (BC-05)."""

    number: int
    count: int


REASONS: tuple[type[Why], ...] = (
    NotThisPhase,
    SpaceIsTaken,
    SpaceGivesOneThing,
    SideIsNotNamed,
    NoWorkerLeft,
    NoPartnershipLeft,
    MostShifts,
    TooFewBatches,
    WorksForOther,
    PartnerOfOther,
    NotInThisGame,
    NotYourPartner,
    TooDear,
    CannotChoose,
    NotSoMuchInStorage,
    WrongNumber,
    NotGrown,
    ActionIsTaken,
    NothingLeftToInstall,
    ProcessingComesFirst,
    BrewingIsDone,
    RecipeNotInPlay,
    BasicComesFirst,
    TooManyAddedHops,
    ShortOf,
    NoTankIsEmpty,
    BrewpubIsFull,
    NoBrewpub,
    NoCollaboration,
    NotWhileBrewing,
    HasCollaborated,
    PortionIsGiven,
    LastPortionIsOthers,
    AdvancedIsNotNamed,
    PortionIsFixed,
    NoAnnualResearch,
    AllStepsTaken,
    NamedTwice,
    RecipesOfEachStyle,
    NumberOfWorkers,
)
