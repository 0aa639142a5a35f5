"""The view of a table of Brew Crafters, the same for everybody: nothing is hidden."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Annotated

from msgspec import Meta

from taphouse.engine.brew_crafters.box import MONEY, Box, Means, Partnership, Space
from taphouse.engine.brew_crafters.box import Portion as PortionOfCard
from taphouse.engine.brew_crafters.cards import (
    INGREDIENTS,
    SEASONS,
    Component,
    EffectName,
    Ingredient,
    IngredientAmounts,
    Recipe,
    amounts,
)
from taphouse.engine.brew_crafters.edition import BUILDINGS, SAVED_BY, SHIFTS, BrewCraftersEdition
from taphouse.engine.brew_crafters.effects import score
from taphouse.engine.brew_crafters.moves import Phase
from taphouse.engine.brew_crafters.state import (
    AS_PRINTED,
    Batch,
    BrewCraftersState,
    Brewer,
    Extras,
    Paying,
    ToAct,
    ToBrew,
    ToEnd,
    ToMarket,
    ToProcess,
    capacity,
    extra_actions,
    loans_for,
    means_of,
    operating_costs,
    vessels,
)
from taphouse.engine.brew_crafters.tracks import ResearchTrack, TrackProgress, places_on, shown_track
from taphouse.engine.contract import ScoreCategory, Seat, Slug, View
from taphouse.engine.vocabulary import Public, Season


class SpaceSide(Public, frozen=True):
    """One of the things that a market space gives."""

    name: Annotated[Slug | None, Meta(description="What a move calls it; null where the space gives one thing.")]
    text: Annotated[str, Meta(description="What it gives.")]


class MarketSpace(Public, frozen=True):
    """A space of the market."""

    name: Annotated[Slug, Meta(description="What moves call it, such as `hop-yard`.")]
    title: Annotated[str, Meta(description="What is printed on it.")]
    sides: Annotated[tuple[SpaceSide, ...], Meta(description="What it gives, one of these.")]
    ingredient: Annotated[Ingredient | None, Meta(description="The ingredient that lies there; null where none may.")]
    count: Annotated[int, Meta(description="How much of the ingredient lies there.")]
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

    name: Annotated[Slug, Meta(description="What moves call it, such as `malt`.")]
    title: Annotated[str, Meta(description="What is printed on it.")]
    ingredients: Annotated[IngredientAmounts, Meta(description="What it takes, apart from advanced ingredients.")]
    advanced_count: Annotated[int, Meta(description="How many advanced ingredients of any one kind it takes.")]
    points: Annotated[int, Meta(description="The bonus points that it pays.")]
    money: Annotated[int, Meta(description="The money that it pays, in $.")]
    given_by: Annotated[Seat | None, Meta(description="Who gave it; null while it is open.")]


class BatchOfBeer(Public, frozen=True):
    """A batch of beer."""

    recipe: Annotated[Slug, Meta(description="The name of its recipe.")]
    points: Annotated[int, Meta(description="What it is worth.")]


class RecipeRecord(Public, frozen=True):
    """The number of times that a player has brewed a recipe."""

    recipe: Annotated[Slug, Meta(description="The name of the recipe.")]
    brewed: Annotated[int, Meta(description="The batches that the player has brewed.")]
    sold: Annotated[int, Meta(description="Those of them that are sold.")]


class CostLine(Public, frozen=True):
    """A part of a player's running costs."""

    id: Annotated[
        Slug,
        Meta(
            description="The id of what it is for: the name of a tile or worker, `first-storehouse`, `research-lab`, "
            "`single-batch-system`, `shift-2`, or what saves it, such as `saved-by-accountant`. Equal tiles have the same."
        ),
    ]
    what: Annotated[str, Meta(description="What it is for, such as `Mash Tun` or `Shift 2`.")]
    money: Annotated[int, Meta(description="What it costs every winter, in $; below 0 where it saves.")]


class NextWinter(Public, frozen=True):
    """The result of the end of the next Winter, if nothing changes until then."""

    costs: Annotated[int, Meta(description="The operating costs, in $: the running costs, but never less than 0.")]
    loans: Annotated[int, Meta(description="The loans that it would take to pay them.")]
    money: Annotated[int, Meta(description="The money that would be left, in $.")]


class Player(Public, frozen=True):
    """The possessions of a player."""

    seat: Seat
    money: Annotated[int, Meta(description="The money, in $.")]
    loans: Annotated[int, Meta(description="The loans taken.")]
    ingredients: Annotated[IngredientAmounts, Meta(description="The ingredients in storage.")]
    storage: Annotated[int, Meta(description="How many ingredients can be stored.")]
    shifts: Annotated[int, Meta(description="The employed shifts.")]
    market_tokens: Annotated[
        int, Meta(description="The market tokens that the player has still to place in this season.")
    ]
    vessels: Annotated[
        int, Meta(description="How many batches can be brewed in one action: the tanks and the Brewpub.")
    ]
    tanks: Annotated[tuple[BatchOfBeer, ...], Meta(description="The batches in the tanks.")]
    bottling_line: Annotated[tuple[BatchOfBeer, ...], Meta(description="The batches in the bottling line.")]
    brewpub: Annotated[BatchOfBeer | None, Meta(description="The batch in the Brewpub.")]
    shipped: Annotated[
        tuple[BatchOfBeer, ...], Meta(description="The batches in Shipping, in the order in which they were sold.")
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
    planted: Annotated[Ingredient | None, Meta(description="What grows on the Farm; null where nothing does.")]
    research: Annotated[tuple[TrackProgress, ...], Meta(description="The research tracks.")]
    running_costs: Annotated[
        tuple[CostLine, ...], Meta(description="What every winter costs, item by item, as a player would count it.")
    ]
    next_winter: Annotated[
        NextWinter | None,
        Meta(description="What the end of the next Winter would bring; null once the last Winter is paid for."),
    ]
    score_by_category: Annotated[tuple[ScoreCategory, ...], Meta(description="The points, if the game ended now.")]


class Action(Public, frozen=True):
    """A brewery action that runs."""

    seat: Seat
    collaborated: Annotated[bool, Meta(description="Whether a portion was given to the collaboration in it.")]
    processed: Annotated[bool, Meta(description="Whether beer was processed in it: sold, bottled and now brewed.")]
    brewed: Annotated[int, Meta(description="The batches brewed in it so far.")]
    tanks: Annotated[int, Meta(description="How many empty tanks can still be brewed in.")]
    brewpub: Annotated[bool, Meta(description="Whether the Brewpub is empty and can still be brewed in.")]


class Deal(Public, frozen=True):
    """A partnership."""

    name: Annotated[Slug, Meta(description="What moves call it, such as `coffee-roaster`.")]
    title: Annotated[str, Meta(description="What is printed on it.")]
    price: Annotated[int, Meta(description="What an exchange costs, in $.")]
    ingredients: Annotated[IngredientAmounts, Meta(description="What an exchange brings.")]
    partner: Annotated[Seat | None, Meta(description="Whose partnership it is; null while it can be formed.")]


class BrewCraftersTable(View, frozen=True):
    """The table of Brew Crafters. Everybody sees the same."""

    year: Annotated[int, Meta(description="The year, 1 to 3.")]
    season: Annotated[Season, Meta(description="The season.")]
    phase: Annotated[Phase, Meta(description="Where the season is.")]
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
    ]
    collaboration: Annotated[
        tuple[Portion, ...] | None, Meta(description="The portions of the collaboration card; null with 2 players.")
    ]
    players: Annotated[tuple[Player, ...], Meta(description="The players, in seat order.")]


_OWNERS = (None, *range(1, 6))
"""Nobody, or a seat."""


class Showing:
    """Shows positions under one edition. What depends only on the edition is made once."""

    def __init__(self, box: Box, edition: BrewCraftersEdition) -> None:
        self._box = box
        self._spaces = {players: tuple(map(_printed, spaces)) for players, spaces in box.spaces.items()}
        self._deals = [[_deal(one, owner) for owner in _OWNERS] for one in box.partnerships]
        self._portions = [[_portion(one, giver) for giver in _OWNERS] for one in box.portions]
        self._recipes = [[RecipeInPlay(one, owner) for owner in _OWNERS] for one in box.recipe_shown]
        self._tracks = tuple(map(shown_track, box.tracks))
        self._progress = [places_on(track) for track in self._tracks]
        self._tile_costs = [CostLine(tile.name, tile.title, tile.cost) for tile in box.tiles]
        self._worker_costs = [CostLine(worker.name, worker.title, worker.cost) for worker in box.workers]
        buildings, shifts = edition.titled("costs", BUILDINGS), edition.titled("costs", SHIFTS)
        self._building_costs = _cost_lines(buildings, box.building_costs)
        self._shift_costs = _cost_lines(shifts, box.shift_costs)
        ((_, self._saved_by),) = edition.titled("costs", (SAVED_BY,))
        self._saving = cache(self._show_saving)
        self._player = lru_cache(maxsize=4096)(self._show_player)

    def table(self, state: BrewCraftersState) -> BrewCraftersTable:
        """The table of a position."""
        box, labels = self._box, state.labels
        partners = dict.fromkeys(state.partnerships, 0)
        for seat, brewer in enumerate(state.brewers, 1):
            partners.update(dict.fromkeys(brewer.partnerships, seat))
        tokens = [frame.seat for frame in reversed(state.pending) if isinstance(frame, ToMarket)]
        extras = [frame for frame in state.pending if isinstance(frame, Extras)]
        winter = state.phase not in (Phase.COSTS.name, Phase.OVER.name) or Paying() in state.pending
        unplaced = state.phase in (Phase.RESTOCK.name, Phase.RESEARCH.name)
        return BrewCraftersTable(
            year=state.year,
            season=SEASONS[state.season],
            phase=Phase[state.phase],
            starting_seat=state.first or None,
            market_seats=tuple(tokens + extra_actions(state, box, extras[0].first) if extras else tokens),
            brewery_seats=tuple([frame.seat for frame in reversed(state.pending[:-1]) if isinstance(frame, ToAct)]),
            action=_action(state),
            spaces=self._market(state),
            partnerships=tuple([self._deals[code][partners[code]] for code in sorted(partners)]),
            workers=tuple([box.worker_shown[code] for code in state.workers]),
            recipes=tuple([self._recipes[code][labels[code]] for code in state.recipes]),
            tracks=self._tracks,
            collaboration=tuple([row[giver] for row, giver in zip(self._portions, state.portions, strict=True)])
            if state.portions
            else None,
            players=tuple(
                [
                    self._player(
                        seat,
                        brewer,
                        labels.count(seat),
                        # after the tokens come extra actions, which are not placed with one
                        box.market_tokens if unplaced else tokens.count(seat) if extras else 0,
                        winter,
                    )
                    for seat, brewer in enumerate(state.brewers, 1)
                ]
            ),
        )

    def _market(self, state: BrewCraftersState) -> tuple[MarketSpace, ...]:
        """The spaces, with what lies there."""
        rows = zip(self._spaces[len(state.brewers)], state.lying, state.taken, strict=True)
        return tuple(
            [
                MarketSpace(name, title, sides, what, lies if what else 0, lies if money else 0, taker or None)
                for (name, title, sides, what, money), lies, taker in rows
            ]
        )

    def _show_player(self, seat: int, brewer: Brewer, labels: int, tokens: int, winter: bool) -> Player:
        """A player with so many gold labels and market tokens. `winter` says whether a Winter is still to be paid for."""
        box = self._box
        means, costs = means_of(brewer, box), operating_costs(brewer, box)
        loans = loans_for(costs, brewer.money, box.loan)
        records = zip(box.beers, brewer.brewed, brewer.sold, strict=True)
        return Player(
            seat=seat,
            money=brewer.money,
            loans=brewer.loans,
            ingredients=amounts(brewer.stock),
            storage=capacity(brewer, box),
            shifts=brewer.shifts,
            market_tokens=tokens,
            vessels=vessels(means),
            tanks=_batches(brewer.tanks, box),
            bottling_line=_batches(brewer.bottled, box),
            brewpub=next(iter(_batches(brewer.pub, box)), None),
            shipped=_batches(brewer.shipped, box),
            batches_brewed=sum(brewer.brewed),
            recipes=tuple([RecipeRecord(beer.name, brewed, sold) for beer, brewed, sold in records if brewed]),
            workers=tuple([box.worker_shown[code] for code in brewer.workers]),
            tiles=tuple([box.tile_shown[code] for code in brewer.tiles]),
            partnerships=tuple([box.partnerships[code].name for code in brewer.partnerships]),
            planted=INGREDIENTS[brewer.planted] if brewer.planted >= 0 else None,
            research=tuple([row[done] for row, done in zip(self._progress, brewer.steps, strict=True)]),
            running_costs=tuple(self._cost_lines(brewer, means)),
            next_winter=NextWinter(costs, loans, brewer.money + loans * box.loan - costs) if winter else None,
            score_by_category=score(brewer, box, labels),
        )

    def _cost_lines(self, brewer: Brewer, means: Means) -> list[CostLine]:
        """BC-27: buildings, workers and shifts; then what workers save."""
        less = means.of(EffectName.COSTS_LESS)
        return [
            *self._building_costs,
            *[self._tile_costs[code] for code in brewer.tiles],
            *[self._worker_costs[code] for code in brewer.workers],
            *self._shift_costs[: brewer.shifts],
            *[self._saving(source, act.amount) for source, act in less],
        ]

    def _show_saving(self, source: str, amount: int) -> CostLine:
        what = self._saved_by.replace("{source}", self._box.spoken[source])
        return CostLine(f"{SAVED_BY}-{source}", what, -amount)


def _cost_lines(titled: Iterable[tuple[str, str]], costs: Iterable[int]) -> list[CostLine]:
    return [CostLine(id_, what, cost) for (id_, what), cost in zip(titled, costs, strict=True)]


def _action(state: BrewCraftersState) -> Action | None:
    match state.pending[-1:]:
        case (ToAct(seat),):
            return Action(seat, False, False, 0, 0, False)
        case (ToProcess(seat),):
            return Action(seat, True, False, 0, 0, False)
        case (ToBrew(seat, collaborated, tanks, pub, brewed),):
            return Action(seat, collaborated, True, brewed, tanks, pub)
        case (ToEnd(seat, collaborated, brewed),):
            return Action(seat, collaborated, True, brewed, 0, False)
    return None


_Printed = tuple[str, str, tuple[SpaceSide, ...], Ingredient | None, bool]
"""A market space: name, title, sides, the ingredient that may lie there, and whether money may."""


def _printed(space: Space) -> _Printed:
    sides = tuple([SpaceSide(side.name, side.text) for side in space.sides])
    ingredient = INGREDIENTS[space.what] if 0 <= space.what < MONEY else None
    return space.name, space.title, sides, ingredient, space.what == MONEY


def _deal(deal: Partnership, partner: int | None) -> Deal:
    return Deal(deal.name, deal.title, deal.price, amounts(deal.gives), partner)


def _portion(portion: PortionOfCard, giver: int | None) -> Portion:
    cost = amounts(portion.cost)
    return Portion(portion.name, portion.title, cost, portion.advanced, portion.points, portion.money, giver)


def _batches(batches: tuple[Batch, ...], box: Box) -> tuple[BatchOfBeer, ...]:
    beers = box.beers
    return tuple(
        [
            BatchOfBeer(beers[recipe].name, beers[recipe].points if points == AS_PRINTED else points)
            for recipe, points in batches
        ]
    )
