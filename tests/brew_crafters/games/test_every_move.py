"""Whole games of moves by chance: what must hold after every move, and a ledger kept from what is told alone."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from taphouse.engine.brew_crafters.box import MONEY
from taphouse.engine.brew_crafters.cards import INDEX, SEASONS, EffectName, Stock, counts, covers, minus, one, plus
from taphouse.engine.brew_crafters.events import (
    BatchBottled,
    BatchBrewed,
    BatchSold,
    BeerProcessed,
    BonusPointsTaken,
    CollaborationSold,
    CostsPaid,
    FarmPlanted,
    GoldLabelTaken,
    IngredientsDiscarded,
    IngredientsTaken,
    MarketActionLost,
    MoneyPaid,
    MoneyTaken,
    PartnershipFormed,
    PhaseBegan,
    PortionGiven,
    SeasonBegan,
    ShiftHired,
    SpaceTaken,
    StartingPlayerChanged,
    StepTaken,
    TileInstalled,
    WorkerHired,
)
from taphouse.engine.brew_crafters.moves import Brew, BrewCraftersOptions, Discard, Phase, Selection, Trade, Vessel
from taphouse.engine.brew_crafters.state import (
    YEARS,
    BrewCraftersState,
    Brewer,
    ToChoose,
    ToDiscard,
    ToForm,
    ToHire,
    ToPlant,
    capacity,
    excess,
    means_of,
    operating_costs,
)
from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.game import Event, Move
from taphouse.engine.vocabulary import Season
from tests.brew_crafters.build import BOX, EDITION, PARTNERSHIP, RECIPE, RULES, TILE, WORKER

FIGURES = EDITION.figures
LOAN, TOKENS = FIGURES.loan.value, FIGURES.market_tokens.value
LABELLED = {recipe for recipe, code in RECIPE.items() if BOX.beers[code].advanced}


class Moment(NamedTuple):
    """A move, what happened, and the positions before and after it."""

    before: BrewCraftersState
    move: Move
    events: tuple[Event, ...]
    after: BrewCraftersState


class Played(NamedTuple):
    """A whole game."""

    start: BrewCraftersState
    moments: tuple[Moment, ...]

    @property
    def end(self) -> BrewCraftersState:
        return self.moments[-1].after

    @property
    def events(self) -> list[Event]:
        return [event for moment in self.moments for event in moment.events]


def weight(state: BrewCraftersState, move: Move) -> int:
    """What is brewed can be, partners are not bothered for ever, and what a basic recipe takes is kept."""
    match move:
        case Trade():
            return 1
        case Brew():
            return 90 if move.recipe in LABELLED else 30
        case Discard():
            stock = next(brewer.stock for brewer in state.brewers if excess(brewer, BOX) > 0)
            left = minus(stock, counts(move.ingredients))
            return 1 + 20 * sum(covers(left, BOX.beers[recipe].cost) for recipe in state.recipes)
    return {"process": 30, "collaborate": 2, "install": 2}.get(move.verb, 3)


def play(seats: int, seed: str, options: BrewCraftersOptions) -> Played:
    """A game by chance."""
    chance, rng = Chance(seed_from(seed)), random.Random(seed)
    state = start = RULES.new(options, seats, chance)
    moments = []
    while moves := list(RULES.moves(state)):
        move = rng.choices(moves, [weight(state, one) for one in moves])[0]
        step = RULES.apply(state, move, chance)
        moments.append(Moment(state, move, step.events, step.state))
        state = step.state
    return Played(start, tuple(moments))


@cache
def games() -> tuple[Played, ...]:
    """Games of 2 to 5 players with the sets of the first game and others, by fixed seeds."""
    by_seed, first = Selection.RANDOM, Selection.FIRST_GAME
    chosen = [(first, first), (by_seed, by_seed), (first, by_seed)]
    return tuple(
        play(2 + n % 4, f"brewers {n}", BrewCraftersOptions(recipes=recipes, workers=workers))
        for n, (recipes, workers) in enumerate(chosen * 4)
    )


each = pytest.mark.parametrize("n", range(12))


# --- the ledger -------------------------------------------------------------------------------------------------------


@dataclass
class Account:
    """What a player has, as far as events tell."""

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


@each
def test_a_ledger_kept_from_events_is_the_position_after_every_move(n: int) -> None:
    check_ledger(games()[n])


# --- what always holds ------------------------------------------------------------------------------------------------


def check_position(state: BrewCraftersState) -> None:
    """What holds in every position."""
    decision = RULES.decision(state)
    discarding = {frame.seat for frame in state.pending if isinstance(frame, ToDiscard)}
    for seat, brewer in enumerate(state.brewers, 1):
        assert min(brewer.stock) >= 0
        assert brewer.money >= 0
        if excess(brewer, BOX) > 0:
            assert discarding == {seat}
            assert decision is not None
            assert decision.seat == seat, "until they have discarded, nobody else acts"
            assert state.pending.count(ToDiscard(seat)) == 1
            above = state.pending[state.pending.index(ToDiscard(seat)) + 1 :]
            assert all(
                isinstance(frame, ToChoose | ToForm | ToHire | ToPlant) and frame.seat == seat for frame in above
            )
        else:
            assert seat not in discarding
        assert 1 <= brewer.shifts <= 3
        in_vessels = Counter(batch.recipe for part in (brewer.tanks, brewer.bottled, brewer.pub) for batch in part)
        sold = Counter(dict(enumerate(brewer.sold)))
        assert Counter(dict(enumerate(brewer.brewed))) == sold + in_vessels
        means = means_of(brewer, BOX)
        tanks = 1 + means.sum(EffectName.TANKS)
        assert len(brewer.tanks) <= tanks
        assert len(brewer.bottled) <= tanks
        assert len(brewer.pub) <= len(means.of(EffectName.BREWPUB))
        for tile, number in Counter(brewer.tiles).items():
            assert number <= BOX.tiles[tile].copies
        for recipe, beer in enumerate(BOX.beers):
            if beer.advanced and brewer.brewed[recipe]:
                assert recipe in state.recipes
                assert brewer.brewed[BOX.basic[beer.style]], "the basic one came before"
    owners = [code for brewer in state.brewers for code in brewer.workers] + [*state.workers]
    assert len(owners) == len(set(owners)) == FIGURES.skilled_workers.value
    partners = [code for brewer in state.brewers for code in brewer.partnerships] + [*state.partnerships]
    assert sorted(partners) == [i for i, one in enumerate(BOX.partnerships) if one.players <= len(state.brewers)]


@each
def test_in_every_position_storage_and_money_hold_and_what_is_brewed_is_sold_or_in_a_vessel(n: int) -> None:
    game = games()[n]
    for state in (game.start, *(moment.after for moment in game.moments)):
        check_position(state)


def test_while_a_player_must_discard_nobody_else_has_anything_to_do() -> None:
    """That it happens in these games at all."""
    waiting = [
        m.after for game in games() for m in game.moments if any(isinstance(f, ToDiscard) for f in m.after.pending)
    ]
    assert len(waiting) > 20
    for state in waiting:
        (seat,) = {frame.seat for frame in state.pending if isinstance(frame, ToDiscard)}
        brewer = state.brewers[seat - 1]
        assert excess(brewer, BOX) == sum(brewer.stock) - capacity(brewer, BOX) > 0
        verbs = {move.verb for move in RULES.moves(state)}
        if isinstance(state.pending[-1], ToDiscard):
            assert verbs == {"discard"}
        else:
            assert verbs <= {"choose", "form", "hire", "plant", "no-planting", "trade"}
    tops = {type(state.pending[-1]) for state in waiting}
    assert tops >= {ToDiscard, ToPlant}


# --- processing -------------------------------------------------------------------------------------------------------


def check_processing(game: Played) -> None:
    """BC-20: each time it is told that beer is processed, and what is sold, bottled and brewed follows."""
    processing = 0
    for event in game.events:
        match event:
            case BeerProcessed(seat):
                processing = seat
            case PhaseBegan():
                processing = 0
            case BatchSold(seat) | BatchBottled(seat) | BatchBrewed(seat):
                assert seat == processing
    for moment in game.moments:
        told = [event for event in moment.events if isinstance(event, BeerProcessed)]
        if moment.move.verb == "process":
            owed = RULES.decision(moment.before)
            assert owed is not None
            assert moment.events[0] == BeerProcessed(owed.seat)
        else:
            assert told == []


@each
def test_beer_is_sold_bottled_and_brewed_by_who_is_told_to_process_it(n: int) -> None:
    check_processing(games()[n])


# --- the market -------------------------------------------------------------------------------------------------------


def check_market(game: Played) -> None:
    """BC-10, BC-11: no space twice in a season; each player places their tokens and does what their workers add."""
    seats = range(1, len(game.start.brewers) + 1)
    season, first, taken, acted = game.start.season, game.start.first, set[str](), list[int]()
    workers: dict[int, list[int]] = {seat: [] for seat in seats}
    for event in game.events:
        match event:
            case SeasonBegan():
                season, taken, acted = SEASONS.index(event.season), set(), []
            case PhaseBegan(Phase.MARKET, starting):
                first = starting
                assert acted == []
            case SpaceTaken(seat, space):
                assert space not in taken
                taken.add(space)
                acted.append(seat)
            case MarketActionLost(seat):
                acted.append(seat)
            case WorkerHired(seat, worker):
                workers[seat].append(WORKER[worker])
            case PhaseBegan(Phase.BREWERY, _):
                order = [*seats[first - 1 :], *seats[: first - 1]]
                more = {
                    seat: sum(
                        act.effect is EffectName.MARKET_ACTION and season in act.seasons
                        for worker in workers[seat]
                        for act in BOX.workers[worker].acts
                    )
                    for seat in order
                }
                extras = [seat for turn in range(max(more.values())) for seat in order if more[seat] > turn]
                assert acted == order * TOKENS + extras


@each
def test_no_space_is_taken_twice_in_a_season_and_each_player_places_exactly_their_tokens(n: int) -> None:
    check_market(games()[n])


def test_extra_market_actions_come_up_in_these_games() -> None:
    hired = [event.worker for game in games() for event in game.events if isinstance(event, WorkerHired)]
    acts = [act.effect for worker in hired for act in BOX.workers[WORKER[worker]].acts]
    assert EffectName.MARKET_ACTION in acts


@each
def test_what_lies_on_a_space_is_what_was_put_there_since_it_was_emptied(n: int) -> None:
    game = games()[n]
    for moment in game.moments:
        if moment.before.season == moment.after.season and moment.before.pending:
            for space, before, after in zip(
                BOX.spaces[len(game.start.brewers)], moment.before.lying, moment.after.lying, strict=True
            ):
                assert after in (before, 0)
                assert after == before or space.what >= 0
                assert space.what <= MONEY


# --- seasons and costs ------------------------------------------------------------------------------------------------


def check_year(game: Played) -> None:
    """BC-08, BC-27, BC-28: twelve seasons in their order, each with its phases; every winter costs everybody once."""
    assert (game.start.year, SEASONS[game.start.season]) == (1, Season.SPRING)
    began = [(event.year, event.season) for event in game.events if isinstance(event, SeasonBegan)]
    every = [(year, season) for year in range(1, YEARS + 1) for season in SEASONS]
    assert [(1, Season.SPRING), *began] == every
    assert len(every) == 12
    phases = [event.phase for event in game.events if isinstance(event, PhaseBegan)]
    common = [Phase.MARKET, Phase.BREWERY]
    winter = [Phase.RESEARCH, *common, Phase.COSTS]
    wanted = [phase for _, season in every for phase in (winter if season is Season.WINTER else common)]
    assert phases == wanted[1:], "the first Market phase began before the first move"
    paid = [event for event in game.events if isinstance(event, CostsPaid)]
    seats = range(1, len(game.start.brewers) + 1)
    assert Counter(event.seat for event in paid) == dict.fromkeys(seats, YEARS)
    assert (game.end.year, SEASONS[game.end.season], game.end.phase) == (YEARS, Season.WINTER, "OVER")
    for moment in game.moments:
        costs = [event for event in moment.events if isinstance(event, CostsPaid)]
        if costs:
            assert SEASONS[moment.before.season] is Season.WINTER
            first = next(
                (e.seat for e in reversed(moment.events) if isinstance(e, StartingPlayerChanged)), moment.before.first
            )
            assert [event.seat for event in costs] == [*seats[first - 1 :], *seats[: first - 1]]
    for event in paid[-len(seats) :]:
        assert event.money == operating_costs(game.end.brewers[event.seat - 1], BOX)
    for event in paid:
        assert event.money >= 0
        assert (event.borrowed > 0) is (event.loans > 0)


@each
def test_a_game_has_twelve_seasons_in_their_order_and_pays_for_three_winters(n: int) -> None:
    check_year(games()[n])


@each
def test_a_loan_is_taken_only_for_what_the_money_does_not_cover(n: int) -> None:
    game = games()[n]
    money = {seat: brewer.money for seat, brewer in enumerate(game.start.brewers, 1)}
    for event in game.events:
        match event:
            case MoneyTaken(seat, amount) | BatchSold(seat, _, _, amount):
                money[seat] += amount
            case MoneyPaid(seat, amount):
                money[seat] -= amount
            case CostsPaid(seat, costs, loans, borrowed):
                short = costs - money[seat]
                assert loans == max(0, -(-short // LOAN))
                money[seat] += borrowed - costs
                assert money[seat] < LOAN or not loans
        assert min(money.values()) >= 0


# --- gold labels ------------------------------------------------------------------------------------------------------


def check_labels(game: Played) -> None:
    """BC-22: one for each advanced recipe, for who sells it first."""
    seller: dict[str, int] = {}
    labels: dict[str, int] = {}
    for event in game.events:
        match event:
            case BatchSold(seat, recipe):
                if recipe in LABELLED:
                    seller.setdefault(recipe, seat)
            case GoldLabelTaken(seat, recipe):
                assert recipe not in labels
                labels[recipe] = seat
                assert seller[recipe] == seat, "they have just sold it"
    assert labels == seller
    assert tuple(labels.get(beer.name, 0) for beer in BOX.beers) == game.end.labels


@each
def test_a_gold_label_goes_to_the_first_seller_of_each_advanced_recipe_and_to_nobody_else(n: int) -> None:
    check_labels(games()[n])


def test_labels_loans_collaborations_and_every_kind_of_event_but_rare_ones_come_up() -> None:
    kinds = {type(event) for game in games() for event in game.events}
    assert {
        GoldLabelTaken,
        CollaborationSold,
        CostsPaid,
        FarmPlanted,
        MoneyPaid,
        IngredientsDiscarded,
        BeerProcessed,
    } <= kinds
    verbs = {moment.move.verb for game in games() for moment in game.moments}
    assert {"trade", "hire", "form", "collaborate", "annual", "plant", "brew", "research", "install"} <= verbs
    assert {"end-action", "leave-empty", "end-trading"} <= verbs
    assert any(brewer.loans for game in games() for brewer in game.end.brewers)


# --- the end ----------------------------------------------------------------------------------------------------------


def check_score(game: Played) -> None:
    """BC-29, BC-30, counted again from the components' names."""
    outcome = RULES.outcome(game.end)
    assert outcome is not None
    assert (outcome.reason, outcome.rule) == ("last-winter", "BC-28")
    for standing in outcome.standings:
        brewer = game.end.brewers[standing.seat - 1]
        points = {category.name: category.points for category in standing.categories}
        assert [*points] == ["Beer", "Research", "Tasting Room", "Bonus points", "Gold labels", "Loans"]
        assert standing.points == sum(points.values())
        assert points["Beer"] == brewer.beer
        labels = game.end.labels.count(standing.seat)
        assert points["Gold labels"] >= FIGURES.gold_label_points.value * labels
        loans = FIGURES.first_loan_points.value + FIGURES.further_loan_points.value * (brewer.loans - 1)
        assert points["Loans"] == -(loans if brewer.loans else 0)
        assert points["Bonus points"] >= brewer.bonus
        done = [track for track, steps in zip(BOX.tracks, brewer.steps, strict=True) if steps == 4]
        assert points["Research"] >= 0
        assert done or not points["Research"]
        assert TILE["tasting-room"] in brewer.tiles or not points["Tasting Room"]
    ranked = sorted(outcome.standings, key=lambda s: (-s.points, -game.end.brewers[s.seat - 1].money, s.seat))
    assert [one.seat for one in outcome.standings] == [one.seat for one in ranked]
    keys = [(one.points, game.end.brewers[one.seat - 1].money) for one in ranked]
    assert [one.place for one in ranked] == [1 + keys.index(key) for key in keys]


@each
def test_the_end_is_scored_and_ranked_by_points_and_then_by_money(n: int) -> None:
    check_score(games()[n])
    over = games()[n].end
    assert RULES.decision(over) is None
    assert list(RULES.moves(over)) == []


def check_all(game: Played) -> None:
    """Everything above."""
    for state in (game.start, *(moment.after for moment in game.moments)):
        check_position(state)
    for check in (check_ledger, check_market, check_processing, check_year, check_labels, check_score):
        check(game)


@settings(max_examples=12, deadline=None, derandomize=True)
@given(
    seats=st.integers(2, 5),
    seed=st.integers(0, 10**6),
    recipes=st.sampled_from(Selection),
    workers=st.sampled_from(Selection),
)
def test_all_of_it_holds_in_any_game(seats: int, seed: int, recipes: Selection, workers: Selection) -> None:
    check_all(play(seats, f"any {seed}", BrewCraftersOptions(recipes=recipes, workers=workers)))


# --- options ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_game_with_named_recipes_and_workers_is_played_with_these(seats: int) -> None:
    by_style = [[b.name for b in BOX.beers if b.advanced and b.style == style] for style in range(3)]
    recipes = tuple(name for names in by_style for name in names[-FIGURES.advanced_per_style.value :])
    there = [worker.name for worker in BOX.workers if worker.players <= seats]
    workers = tuple(there[-FIGURES.skilled_workers.value :])
    game = play(seats, f"named {seats}", BrewCraftersOptions(named_recipes=recipes, named_workers=workers))
    check_all(game)
    brewed = {event.recipe for event in game.events if isinstance(event, BatchBrewed)}
    assert brewed <= {*recipes, "ale", "porter", "stout"}
    hired = {event.worker for event in game.events if isinstance(event, WorkerHired)}
    assert hired
    assert hired <= {*workers}


def drawn(seed: str, seats: int = 3) -> tuple[Any, ...]:
    """What a seed draws of everything."""
    options = BrewCraftersOptions(recipes=Selection.RANDOM, workers=Selection.RANDOM)
    state = RULES.new(options, seats, Chance(seed_from(seed)))
    return state.recipes, state.workers, state.first


def test_a_seed_draws_recipes_workers_and_the_first_seat_and_the_same_one_the_same() -> None:
    found = [drawn(f"draw {n}") for n in range(60)]
    assert found == [drawn(f"draw {n}") for n in range(60)]
    recipes, workers, first = (set(part) for part in zip(*found, strict=True))
    assert min(len(recipes), len(workers)) > 20
    assert first == {1, 2, 3}
    assert {code for one in recipes for code in one} == {*range(len(BOX.beers))}
    for chosen in recipes:
        styles = Counter((BOX.beers[code].style, BOX.beers[code].advanced) for code in chosen)
        per_style = FIGURES.advanced_per_style.value
        assert styles == {(s, advanced): per_style if advanced else 1 for s in range(3) for advanced in (False, True)}
    host = WORKER["festival-host"]
    assert any(host in one for one in workers) is (BOX.workers[host].players <= 3)
    assert not any(host in drawn(f"draw {n}", 2)[1] for n in range(60)), "not with two players"
