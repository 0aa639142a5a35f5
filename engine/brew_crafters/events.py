"""The events of Brew Crafters."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from taphouse.engine.brew_crafters.cards import Ingredient, IngredientAmounts, StepKind
from taphouse.engine.brew_crafters.moves import (
    PartnershipName,
    Phase,
    PortionName,
    RecipeName,
    SpaceName,
    TileName,
    TrackName,
    Vessel,
    WorkerName,
)
from taphouse.engine.contract import Event, Seat
from taphouse.engine.vocabulary import Public, Season

Ingredients = Annotated[IngredientAmounts, Meta(description="The ingredients.")]
Money = Annotated[int, Meta(description="The money, in $.")]
Points = Annotated[int, Meta(description="The points.")]
Source = Annotated[
    str, Meta(description="The name of the space, tile, worker, partnership, track or portion that does so.")
]

ForPortion = Annotated[bool, Meta(description="Whether the source is a portion of the collaboration that was sold.")]


class SpaceStock(Public, frozen=True):
    """A refill of a market space."""

    space: SpaceName
    ingredient: Annotated[Ingredient | None, Meta(description="The ingredient that was added; null for money.")]
    added: Annotated[int, Meta(description="The amount that was added; money in $.")]
    lies: Annotated[int, Meta(description="The amount that lies there now.")]


class SeasonBegan(Event, frozen=True):
    """A season began, and the market was restocked."""

    year: Annotated[int, Meta(description="The year, from 1.")]
    season: Annotated[Season, Meta(description="The season.")]
    restocked: Annotated[tuple[SpaceStock, ...], Meta(description="The market spaces that were restocked.")]


class PhaseBegan(Event, frozen=True):
    """A phase of the season began."""

    phase: Annotated[Phase, Meta(description="The phase.")]
    starting_seat: Annotated[Seat, Meta(description="The starting player, from whom it goes round.")]


class SpaceTaken(Event, frozen=True):
    """A player placed a market token, or took an extra market action."""

    seat: Seat
    space: SpaceName
    side: Annotated[str | None, Meta(description="Which of the things that it gives; null where it gives one thing.")]


class MarketActionLost(Event, frozen=True):
    """A player lost a market action: there was no space left to take."""

    seat: Seat


class StartingPlayerChanged(Event, frozen=True):
    """A player becomes starting player, from the next Brewery phase on."""

    seat: Seat


class IngredientsTaken(Event, frozen=True):
    """A player took ingredients."""

    seat: Seat
    ingredients: Ingredients
    source: Source


class IngredientsDiscarded(Event, frozen=True):
    """A player discarded what did not fit."""

    seat: Seat
    ingredients: Ingredients


class MoneyTaken(Event, frozen=True):
    """A player took money."""

    seat: Seat
    money: Money
    source: Source
    for_portion: ForPortion


class MoneyPaid(Event, frozen=True):
    """A player paid money."""

    seat: Seat
    money: Money
    source: Source


class BonusPointsTaken(Event, frozen=True):
    """A player took bonus points."""

    seat: Seat
    points: Points
    source: Source
    for_portion: ForPortion


class WorkerHired(Event, frozen=True):
    """A player hired a skilled worker."""

    seat: Seat
    worker: WorkerName


class ShiftHired(Event, frozen=True):
    """A player hired a new shift."""

    seat: Seat
    shifts: Annotated[int, Meta(description="The number of shifts that the player employs now.")]


class PartnershipFormed(Event, frozen=True):
    """A player formed a partnership."""

    seat: Seat
    partnership: PartnershipName


class FarmPlanted(Event, frozen=True):
    """A player planted an ingredient on their Farm."""

    seat: Seat
    planted: Annotated[Ingredient, Meta(description="The ingredient.")]


class BeerProcessed(Event, frozen=True):
    """A player processes beer; what comes of it follows."""

    seat: Seat


class BatchSold(Event, frozen=True):
    """A batch went to Shipping."""

    seat: Seat
    recipe: RecipeName
    vessel: Annotated[Vessel, Meta(description="The vessel that it was brewed in.")]
    money: Money


class GoldLabelTaken(Event, frozen=True):
    """A player was the first to sell an advanced recipe."""

    seat: Seat
    recipe: RecipeName


class BatchBottled(Event, frozen=True):
    """A batch went from a tank to the bottling line."""

    seat: Seat
    recipe: RecipeName


class BatchBrewed(Event, frozen=True):
    """A player brewed a batch."""

    seat: Seat
    recipe: RecipeName
    vessel: Annotated[Vessel, Meta(description="The vessel that it was brewed in.")]
    ingredients: Ingredients
    points: Points


class PortionGiven(Event, frozen=True):
    """A player put a portion on the collaboration card."""

    seat: Seat
    portion: PortionName
    ingredients: Ingredients


class CollaborationShare(Public, frozen=True):
    """The portions of the collaboration that one player gave."""

    giver: Annotated[Seat, Meta(description="The player.")]
    portions: Annotated[tuple[PortionName, ...], Meta(description="The portions, in the order of the card.")]


class CollaborationSold(Event, frozen=True):
    """The last portion of the collaboration was given: it is sold, and those who gave portions are paid."""

    givers: Annotated[tuple[Seat, ...], Meta(description="The giver of each portion, in the order of the card.")]
    shares: Annotated[
        tuple[CollaborationShare, ...],
        Meta(description="The portions of each giver, in the order of their first ones.", extra={"size": 3}),
    ]


class StepTaken(Event, frozen=True):
    """A player took a step on a research track."""

    seat: Seat
    track: TrackName
    step: Annotated[StepKind, Meta(description="Which one.")]


class TileInstalled(Event, frozen=True):
    """A player installed a building or a piece of equipment."""

    seat: Seat
    tile: TileName


class CostsPaid(Event, frozen=True):
    """A player paid their operating costs."""

    seat: Seat
    money: Money
    loans: Annotated[int, Meta(description="The loans that the player had to take for it.")]
    borrowed: Annotated[int, Meta(description="The money that they brought, in $.")]


EVENTS = (
    SeasonBegan,
    PhaseBegan,
    SpaceTaken,
    MarketActionLost,
    StartingPlayerChanged,
    IngredientsTaken,
    IngredientsDiscarded,
    MoneyTaken,
    MoneyPaid,
    BonusPointsTaken,
    WorkerHired,
    ShiftHired,
    PartnershipFormed,
    FarmPlanted,
    BeerProcessed,
    BatchSold,
    GoldLabelTaken,
    BatchBottled,
    BatchBrewed,
    PortionGiven,
    CollaborationSold,
    StepTaken,
    TileInstalled,
    CostsPaid,
)
