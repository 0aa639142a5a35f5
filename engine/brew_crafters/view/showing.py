"""Shows positions of Brew Crafters as tables."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache

from taphouse.engine.brew_crafters.box import MONEY, Box, Partnership, PlayerEffects, Space
from taphouse.engine.brew_crafters.box import Portion as PortionOfCard
from taphouse.engine.brew_crafters.cards import (
    INGREDIENTS,
    SEASONS,
    STEPS,
    EffectName,
    Ingredient,
    ResearchTrack,
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
from taphouse.engine.brew_crafters.view.tables import (
    Action,
    BatchOfBeer,
    BrewCraftersTable,
    CostLine,
    Deal,
    MarketSpace,
    NextWinter,
    Player,
    Portion,
    RecipeInPlay,
    RecipeRecord,
    SpaceSide,
    TrackProgress,
)

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
        self._progress = [_places_on(track) for track in box.track_shown]
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
            tracks=box.track_shown,
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

    def _cost_lines(self, brewer: Brewer, means: PlayerEffects) -> list[CostLine]:
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


def _places_on(track: ResearchTrack) -> list[TrackProgress]:
    """The places on a track, by the number of steps taken."""
    return [TrackProgress(track.name, track.title, STEPS[:done]) for done in range(len(track.steps) + 1)]


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
