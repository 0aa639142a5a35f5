"""A ledger kept from what is told alone."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from taphouse.engine.brew_crafters.cards import INDEX, SEASONS, EffectName, Stock, counts, minus, one, plus
from taphouse.engine.brew_crafters.events import (
    BatchBottled,
    BatchBrewed,
    BatchSold,
    BonusPointsTaken,
    CollaborationSold,
    CostsPaid,
    FarmPlanted,
    GoldLabelTaken,
    IngredientsDiscarded,
    IngredientsTaken,
    MoneyPaid,
    MoneyTaken,
    PartnershipFormed,
    PortionGiven,
    SeasonBegan,
    ShiftHired,
    SpaceTaken,
    StartingPlayerChanged,
    StepTaken,
    TileInstalled,
    WorkerHired,
)
from taphouse.engine.brew_crafters.moves import Vessel
from taphouse.engine.brew_crafters.state import BrewCraftersState, Brewer
from taphouse.engine.contract import Event
from taphouse.engine.vocabulary import Season
from tests.brew_crafters.build import BOX, PARTNERSHIP, TILE, WORKER
from tests.brew_crafters.games.shared import LOAN, Played


@dataclass
class Account:
    """The belongings of a player, as far as events tell."""

    stock: Stock
    money: int
    loans: int = 0
    bonus: int = 0
    beer: int = 0
    shifts: int = 1
    planted: int = -1
    brewed: Counter[str] = field(default_factory=Counter)
    sold: Counter[str] = field(default_factory=Counter)
    vessels: dict[str, list[str]] = field(default_factory=lambda: {"tanks": [], "bottled": [], "pub": []})
    tiles: list[int] = field(default_factory=list)
    workers: list[int] = field(default_factory=list)
    partnerships: list[int] = field(default_factory=list)
    steps: Counter[str] = field(default_factory=Counter)

    def agrees(self, brewer: Brewer) -> None:
        """Nothing happened that was not told, and nothing was told that did not happen."""
        assert self.stock == brewer.stock
        assert (self.money, self.loans, self.bonus, self.beer) == (
            brewer.money,
            brewer.loans,
            brewer.bonus,
            brewer.beer,
        )
        assert (self.shifts, self.planted) == (brewer.shifts, brewer.planted)
        names = [beer.name for beer in BOX.beers]
        assert [self.brewed[name] for name in names] == [*brewer.brewed]
        assert [self.sold[name] for name in names] == [*brewer.sold]
        for vessel, batches in self.vessels.items():
            assert batches == [BOX.beers[batch.recipe].name for batch in getattr(brewer, vessel)]
        assert (tuple(self.tiles), tuple(self.workers)) == (brewer.tiles, brewer.workers)
        assert tuple(self.partnerships) == brewer.partnerships
        assert tuple(self.steps[track.name] for track in BOX.tracks) == brewer.steps


class Ledger:
    """Accounts of all players, and what lies on the table, kept from events alone."""

    def __init__(self, start: BrewCraftersState) -> None:
        self.first = start.first
        self.accounts = {seat: Account(brewer.stock, brewer.money) for seat, brewer in enumerate(start.brewers, 1)}
        self.spaces = {space.name: i for i, space in enumerate(BOX.spaces[len(start.brewers)])}
        self.lying = dict(zip(self.spaces, start.lying, strict=True))
        self.labels: dict[str, int] = {}
        self.portions: dict[str, int] = {}

    def note(self, event: Event) -> None:
        """One thing that happened."""
        who = self.accounts.get(getattr(event, "seat", 0), Account((0,) * 6, 0))
        match event:
            case MoneyTaken(_, money):
                who.money += money
            case MoneyPaid(_, money):
                who.money -= money
            case CostsPaid(_, money, loans, borrowed):
                assert borrowed == loans * LOAN
                who.money += borrowed - money
                who.loans += loans
            case BonusPointsTaken(_, points):
                who.bonus += points
            case IngredientsTaken(_, ingredients):
                who.stock = plus(who.stock, counts(ingredients))
            case IngredientsDiscarded(_, ingredients):
                who.stock = minus(who.stock, counts(ingredients))
            case PortionGiven(seat, portion, ingredients):
                who.stock = minus(who.stock, counts(ingredients))
                assert portion not in self.portions
                self.portions[portion] = seat
            case CollaborationSold(givers):
                assert givers == tuple(self.portions[portion.name] for portion in BOX.portions)
                self.portions = {}
            case FarmPlanted(_, planted):
                assert who.planted < 0
                who.planted = INDEX[planted]
                who.stock = minus(who.stock, one(who.planted))
            case SeasonBegan(_, _, restocked):
                for stock in restocked:
                    self.lying[stock.space] += stock.added
                    assert self.lying[stock.space] == stock.lies
            case SpaceTaken(_, space, side):
                self._empty(space, side)
            case StartingPlayerChanged(seat):
                self.first = seat
            case _:
                self._brewery(who, event)

    def _empty(self, name: str, side: str | None) -> None:
        space = BOX.spaces[len(self.accounts)][self.spaces[name]]
        acts = next(one.acts for one in space.sides if one.name == side)
        if any(act.effect is EffectName.TAKE_ALL for act in acts):
            self.lying[name] = 0

    def _brewery(self, who: Account, event: Event) -> None:
        match event:
            case BatchBrewed(_, recipe, vessel, ingredients, points):
                who.stock = minus(who.stock, counts(ingredients))
                who.vessels["tanks" if vessel is Vessel.TANK else "pub"].append(recipe)
                who.brewed[recipe] += 1
                who.beer += points
            case BatchBottled(_, recipe):
                who.vessels["tanks"].remove(recipe)
                who.vessels["bottled"].append(recipe)
            case BatchSold(seat, recipe, vessel, money):
                who.vessels["bottled" if vessel is Vessel.TANK else "pub"].remove(recipe)
                who.sold[recipe] += 1
                who.money += money
            case GoldLabelTaken(seat, recipe):
                assert recipe not in self.labels, "one for each recipe"
                self.labels[recipe] = seat
            case ShiftHired(_, shifts):
                assert shifts == who.shifts + 1
                who.shifts = shifts
            case WorkerHired(_, worker):
                who.workers.append(WORKER[worker])
            case PartnershipFormed(_, partnership):
                who.partnerships.append(PARTNERSHIP[partnership])
            case TileInstalled(_, tile):
                who.tiles.append(TILE[tile])
            case StepTaken(_, track, step):
                assert step == tuple(type(step))[who.steps[track]]
                who.steps[track] += 1

    def harvested(self, event: Event) -> None:
        """At a Fall's start the plant is gone from the Farm; that is told by what is harvested."""
        if isinstance(event, IngredientsTaken) and event.source == "farm":
            account = self.accounts[event.seat]
            if account.planted >= 0 and counts(event.ingredients)[account.planted]:
                account.planted = -1

    def agrees(self, state: BrewCraftersState) -> None:
        """The ledger is the position."""
        for seat, brewer in enumerate(state.brewers, 1):
            self.accounts[seat].agrees(brewer)
        assert state.first == (self.first if state.pending else 0)
        assert tuple(self.lying.values()) == state.lying
        assert tuple(self.labels.get(beer.name, 0) for beer in BOX.beers) == state.labels
        portions = tuple(self.portions.get(portion.name, 0) for portion in BOX.portions)
        assert state.portions == (portions if len(state.brewers) > 2 else ())


def check_ledger(game: Played) -> None:
    """After every move the ledger that is kept from events is the position."""
    ledger = Ledger(game.start)
    ledger.agrees(game.start)
    season = game.start.season
    for moment in game.moments:
        for event in moment.events:
            if isinstance(event, SeasonBegan):
                season = SEASONS.index(event.season)
            if SEASONS[season] is Season.FALL:
                ledger.harvested(event)
            ledger.note(event)
        ledger.agrees(moment.after)
