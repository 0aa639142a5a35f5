"""The table of Brew Crafters as viewers see it."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from taphouse.engine.brew_crafters.cards import (
    Component,
    Ingredient,
    IngredientAmounts,
    Recipe,
    ResearchTrack,
    StepKind,
)
from taphouse.engine.brew_crafters.moves import Phase
from taphouse.engine.contract import ScoreCategory, Seat, Slug, View
from taphouse.engine.vocabulary import REPEATS, Public, Season


class SpaceSide(Public, frozen=True):
    """One of the things that a market space gives."""

    name: Annotated[Slug | None, Meta(description="Its name in moves; null where the space gives one thing.")]
    text: Annotated[str, Meta(description="A description of what it gives.")]


class MarketSpace(Public, frozen=True):
    """A space of the market."""

    name: Annotated[Slug, Meta(description="Its name in moves, such as `hop-yard`.")]
    title: Annotated[str, Meta(description="The title printed on it.")]
    sides: Annotated[tuple[SpaceSide, ...], Meta(description="The things that it gives: one of these.")]
    ingredient: Annotated[Ingredient | None, Meta(description="The ingredient that lies there; null where none may.")]
    count: Annotated[int, Meta(description="The amount of the ingredient that lies there.")]
    money: Annotated[int, Meta(description="The money that lies there, in $.")]
    taken_by: Annotated[Seat | None, Meta(description="Who has taken it in this season; null where nobody has.")]


class RecipeInPlay(Public, frozen=True):
    """A recipe in play."""

    recipe: Annotated[Recipe, Meta(description="The recipe.")]
    gold_label: Annotated[
        Seat | None, Meta(description="Who has its gold label; null while nobody has, and for a basic recipe.")
    ]


class Portion(Public, frozen=True):
    """A portion of the collaboration card."""

    name: Annotated[Slug, Meta(description="Its name in moves, such as `malt`.")]
    title: Annotated[str, Meta(description="The title printed on it.")]
    ingredients: Annotated[IngredientAmounts, Meta(description="Its ingredients, apart from advanced ones.")]
    advanced_count: Annotated[
        int, Meta(description="The number of advanced ingredients, of any one kind, that it takes.")
    ]
    points: Annotated[int, Meta(description="The bonus points that it pays.")]
    money: Annotated[int, Meta(description="The money that it pays, in $.")]
    given_by: Annotated[Seat | None, Meta(description="Who gave it; null while it is open.")]


class BatchOfBeer(Public, frozen=True):
    """A batch of beer."""

    recipe: Annotated[Slug, Meta(description="The name of its recipe.")]
    points: Annotated[int, Meta(description="Its points.")]


class RecipeRecord(Public, frozen=True):
    """The number of times that a player has brewed a recipe."""

    recipe: Annotated[Slug, Meta(description="The name of the recipe.")]
    brewed: Annotated[int, Meta(description="The batches that the player has brewed.")]
    sold: Annotated[int, Meta(description="Those of them that are sold.")]


class TrackProgress(Public, frozen=True):
    """A player's place on a research track."""

    name: Annotated[Slug, Meta(description="Its name in moves, such as `agronomy`.")]
    title: Annotated[str, Meta(description="The title printed on it.")]
    steps: Annotated[tuple[StepKind, ...], Meta(description="The steps that the player has taken, in their order.")]


class CostLine(Public, frozen=True):
    """A part of a player's running costs."""

    id: Annotated[
        Slug,
        Meta(
            description="The id of the item: the name of a tile or worker, `first-storehouse`, `research-lab`, "
            "`single-batch-system`, `shift-2`, or what saves it, such as `saved-by-accountant`. Equal tiles have the same."
        ),
    ]
    what: Annotated[str, Meta(description="The item that costs it, such as `Mash Tun` or `Shift 2`.")]
    money: Annotated[int, Meta(description="Its cost every winter, in $; below 0 where it saves.")]


class NextWinter(Public, frozen=True):
    """The result of the end of the next Winter, if nothing changes until then."""

    costs: Annotated[int, Meta(description="The operating costs, in $: the running costs, but never less than 0.")]
    loans: Annotated[int, Meta(description="The loans that it would take to pay them.")]
    money: Annotated[int, Meta(description="The money that would be left, in $."), REPEATS]


class Player(Public, frozen=True):
    """The possessions of a player."""

    seat: Seat
    money: Annotated[int, Meta(description="The money, in $.")]
    loans: Annotated[int, Meta(description="The loans taken.")]
    ingredients: Annotated[IngredientAmounts, Meta(description="The ingredients in storage.")]
    storage: Annotated[int, Meta(description="The number of ingredients that can be stored.")]
    shifts: Annotated[int, Meta(description="The employed shifts.")]
    market_tokens: Annotated[
        int, Meta(description="The market tokens that the player has still to place in this season.")
    ]
    vessels: Annotated[
        int, Meta(description="The number of batches that can be brewed in one action: in the tanks and the Brewpub.")
    ]
    tanks: Annotated[tuple[BatchOfBeer, ...], Meta(description="The batches in the tanks.", extra={"size": 3})]
    bottling_line: Annotated[
        tuple[BatchOfBeer, ...], Meta(description="The batches in the bottling line.", extra={"size": 3})
    ]
    brewpub: Annotated[BatchOfBeer | None, Meta(description="The batch in the Brewpub.")]
    shipped: Annotated[
        tuple[BatchOfBeer, ...],
        Meta(description="The batches in Shipping, in the order in which they were sold."),
        REPEATS,
    ]
    batches_brewed: Annotated[int, Meta(description="The number of all batches that the player has brewed.")]
    recipes: Annotated[
        tuple[RecipeRecord, ...], Meta(description="The recipes that the player has brewed, in the edition's order.")
    ]
    workers: Annotated[tuple[Component, ...], Meta(description="The skilled workers, in the order they were hired.")]
    tiles: Annotated[
        tuple[Component, ...], Meta(description="Buildings and equipment, in the order they were installed.")
    ]
    partnerships: Annotated[tuple[Slug, ...], Meta(description="The names of the partnerships formed.")]
    planted: Annotated[
        Ingredient | None, Meta(description="The ingredient that grows on the Farm; null where nothing does.")
    ]
    research: Annotated[
        tuple[TrackProgress, ...], Meta(description="The player's place on each research track.", extra={"size": 4})
    ]
    running_costs: Annotated[
        tuple[CostLine, ...],
        Meta(description="The costs of every winter, item by item, as a player would count them."),
        REPEATS,
    ]
    next_winter: Annotated[
        NextWinter | None,
        Meta(description="The result of the end of the next Winter; null once the last Winter is paid for."),
    ]
    score_by_category: Annotated[tuple[ScoreCategory, ...], Meta(description="The points, if the game ended now.")]


class Action(Public, frozen=True):
    """A brewery action that runs."""

    seat: Seat
    collaborated: Annotated[bool, Meta(description="True if a portion was given to the collaboration in it.")]
    processed: Annotated[bool, Meta(description="True if beer was processed in it: sold, bottled and now brewed.")]
    brewed: Annotated[int, Meta(description="The batches brewed in it so far.")]
    tanks: Annotated[int, Meta(description="The number of empty tanks that can still be brewed in.")]
    brewpub: Annotated[bool, Meta(description="True if the Brewpub is empty and can still be brewed in.")]


class Deal(Public, frozen=True):
    """A partnership."""

    name: Annotated[Slug, Meta(description="Its name in moves, such as `coffee-roaster`.")]
    title: Annotated[str, Meta(description="The title printed on it.")]
    price: Annotated[int, Meta(description="The cost of an exchange, in $.")]
    ingredients: Annotated[IngredientAmounts, Meta(description="The ingredients that an exchange brings.")]
    partner: Annotated[Seat | None, Meta(description="Whose partnership it is; null while it can be formed.")]


class BrewCraftersTable(View, frozen=True):
    """The table of Brew Crafters. Everybody sees the same."""

    year: Annotated[int, Meta(description="The year, 1 to 3.")]
    season: Annotated[Season, Meta(description="The season.")]
    phase: Annotated[Phase, Meta(description="The phase of the season.")]
    starting_seat: Annotated[
        Seat | None,
        Meta(
            description="The starting player; null when the game is over. "
            "A new one leads from the next Brewery phase on (BC-15)."
        ),
    ]
    market_seats: Annotated[
        tuple[Seat, ...], Meta(description="In the Market phase: whose market actions are to come, the next one first.")
    ]
    brewery_seats: Annotated[
        tuple[Seat, ...],
        Meta(
            description="In the Brewery phase: whose actions are to come after the one that runs, the next one first."
        ),
    ]
    action: Annotated[
        Action | None, Meta(description="The brewery action that runs, while it is the one to be decided; else null.")
    ]
    spaces: Annotated[tuple[MarketSpace, ...], Meta(description="The market.", extra={"size": 13})]
    partnerships: Annotated[tuple[Deal, ...], Meta(description="The partnerships in play.")]
    workers: Annotated[tuple[Component, ...], Meta(description="The skilled workers who can still be hired.")]
    recipes: Annotated[tuple[RecipeInPlay, ...], Meta(description="The recipes in play.", extra={"size": 9})]
    tracks: Annotated[
        tuple[ResearchTrack, ...],
        Meta(description="The research tracks, with what each step gives.", extra={"size": 4}),
        REPEATS,
    ]
    collaboration: Annotated[
        tuple[Portion, ...] | None, Meta(description="The portions of the collaboration card; null with 2 players.")
    ]
    players: Annotated[tuple[Player, ...], Meta(description="The players, in seat order.")]
