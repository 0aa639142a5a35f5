"""The moves and options of Brew Crafters."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from taphouse.engine.brew_crafters.cards import Ingredient, IngredientAmounts, StepKind
from taphouse.engine.contract import Move, Options, Slug
from taphouse.engine.first_seat import FirstSeat
from taphouse.engine.vocabulary import Word

RecipeName = Annotated[Slug, Meta(description="The name of the recipe.")]
TrackName = Annotated[Slug, Meta(description="The name of the research track.")]
TileName = Annotated[Slug, Meta(description="The name of the building or piece of equipment.")]
WorkerName = Annotated[Slug, Meta(description="The name of the skilled worker.")]
PartnershipName = Annotated[Slug, Meta(description="The name of the partnership.")]
SpaceName = Annotated[Slug, Meta(description="The name of the market space.")]
PortionName = Annotated[Slug, Meta(description="The name of the portion of the collaboration card.")]


class Selection(Word):
    """The way in which the recipes or skilled workers in play are chosen."""

    FIRST_GAME = "FIRST_GAME", "Those of the first game."
    RANDOM = "RANDOM", "The seed chooses."


class Phase(Word):
    """The phase of a season (BC-08)."""

    RESTOCK = "RESTOCK", "The market is restocked, and benefits of the season's start come."
    RESEARCH = "RESEARCH", "In Winter: annual research."
    MARKET = "MARKET", "The players place their market tokens."
    BREWERY = "BREWERY", "The players' shifts act."
    COSTS = "COSTS", "The end of Winter: the players may still trade, and pay their operating costs."
    OVER = "OVER", "The game is over."


class Vessel(Word):
    """The place where a batch is brewed."""

    TANK = "TANK", "A tank: it is bottled at the next Process Beer and sold at the one after."
    BREWPUB = "BREWPUB", "The Brewpub: it is sold from there at the next Process Beer."


class BrewCraftersOptions(Options, frozen=True, kw_only=True):
    """The options of a game of Brew Crafters."""

    recipes: Annotated[Selection, Meta(description="The advanced recipes in play (BC-04).")] = Selection.FIRST_GAME
    workers: Annotated[Selection, Meta(description="The skilled workers in play (BC-05).")] = Selection.FIRST_GAME
    first_seat: Annotated[FirstSeat, Meta(description="Who is the starting player at first (BC-07).")] = FirstSeat.SEED
    named_recipes: Annotated[
        Annotated[tuple[Slug, ...], Meta(max_length=20)] | None,
        Meta(
            description="The advanced recipes in play by name, the usual number of each style; null: `recipes` decides (BC-04)."
        ),
    ] = None
    named_workers: Annotated[
        Annotated[tuple[Slug, ...], Meta(max_length=40)] | None,
        Meta(description="The skilled workers in play by name, the usual number; null: `workers` decides (BC-05)."),
    ] = None


class Market(Move, frozen=True):
    """Place a market token on an unoccupied space and take what it gives. BC-10, BC-11, BC-12, BC-13."""

    space: SpaceName
    side: Annotated[
        Slug | None, Meta(description="Which of the things that the space gives; null where it gives one thing.")
    ] = None


class Hire(Move, frozen=True):
    """Hire a skilled worker. BC-17."""

    worker: WorkerName


class Form(Move, frozen=True):
    """Form a partnership. BC-16."""

    partnership: PartnershipName


class Choose(Move, frozen=True):
    """Take an ingredient of your choice. BC-09, BC-11, BC-25, BC-26."""

    ingredient: Annotated[Ingredient, Meta(description="The ingredient.")]


class Trade(Move, frozen=True):
    """Pay one of your partnerships for its ingredients, at any decision of yours but a discard. BC-16."""

    partnership: PartnershipName


class Discard(Move, frozen=True):
    """Discard what does not fit into your storage. BC-14."""

    ingredients: Annotated[
        IngredientAmounts,
        Meta(
            description="As many of your ingredients, old or new, as do not fit; where more than 5 do not fit, exactly 5."
        ),
    ]


class Plant(Move, frozen=True):
    """Plant an ingredient from storage on your Farm. BC-09, BC-26."""

    ingredient: Annotated[Ingredient, Meta(description="The ingredient, of a kind that the Farm grows.")]


class NoPlanting(Move, frozen=True):
    """Leave your Farm fallow this year. BC-09, BC-26."""


class Annual(Move, frozen=True):
    """Take the annual benefit of a research track next. BC-25."""

    track: TrackName

    @property
    def step(self) -> StepKind:
        """The step whose benefit it is."""
        return StepKind.ANNUAL


class Process(Move, frozen=True):
    """Process Beer: sell what is bottled, bottle what is in the tanks, then brew. BC-20."""


class Brew(Move, frozen=True):
    """Brew a batch in an empty vessel. BC-20, BC-21."""

    recipe: RecipeName
    vessel: Annotated[Vessel, Meta(description="Where the batch is brewed.")] = Vessel.TANK
    added_hops: Annotated[
        int, Meta(ge=0, le=10_000, description="Hops added by Hops Infusers, each worth 1 point (BC-26).")
    ] = 0


class LeaveEmpty(Move, frozen=True):
    """Brew no more in this action: all vessels that are empty stay empty. BC-20."""


class Collaborate(Move, frozen=True):
    """Put a portion on the collaboration card, before or after processing beer. BC-23, BC-24."""

    portion: PortionName
    advanced: Annotated[
        Ingredient | None,
        Meta(description="Which advanced ingredient, for a portion that takes any; null for the others."),
    ] = None


class Research(Move, frozen=True):
    """Lab Research: take the next step on a track. BC-25."""

    track: TrackName


class SecondStep(Move, frozen=True):
    """Pay for a second step, on any track. BC-25."""

    track: TrackName


class NoSecondStep(Move, frozen=True):
    """Take no second step. BC-25."""


class Install(Move, frozen=True):
    """Install a building or a piece of equipment, free, into its place on your board. BC-26."""

    tile: TileName


class EndAction(Move, frozen=True):
    """End your brewery action. BC-19, BC-23."""


class EndTrading(Move, frozen=True):
    """Trade no more before the operating costs, or before the score. BC-16."""


class ResearchNext(Research, frozen=True):
    """`Research` with the step that it takes, for its label."""

    step: StepKind


class SecondStepNext(SecondStep, frozen=True):
    """`SecondStep` with the step that it takes, for its label."""

    step: StepKind


MOVES = (
    Market,
    Hire,
    Form,
    Choose,
    Trade,
    Discard,
    Plant,
    NoPlanting,
    Annual,
    Process,
    Brew,
    LeaveEmpty,
    Collaborate,
    Research,
    SecondStep,
    NoSecondStep,
    Install,
    EndAction,
    EndTrading,
)
LABELS = (ResearchNext, SecondStepNext)
"""The structs that stand for moves in labels, with what the position adds."""
