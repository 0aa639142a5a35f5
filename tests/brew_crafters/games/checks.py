"""Checks that hold in every game."""

from __future__ import annotations

from collections import Counter

from taphouse.engine.brew_crafters.cards import SEASONS, EffectName
from taphouse.engine.brew_crafters.events import (
    BatchBottled,
    BatchBrewed,
    BatchSold,
    BeerProcessed,
    CostsPaid,
    GoldLabelTaken,
    MarketActionLost,
    PhaseBegan,
    SeasonBegan,
    SpaceTaken,
    StartingPlayerChanged,
    WorkerHired,
)
from taphouse.engine.brew_crafters.moves import Phase
from taphouse.engine.brew_crafters.state import (
    YEARS,
    BrewCraftersState,
    ToChoose,
    ToDiscard,
    ToForm,
    ToHire,
    ToPlant,
    excess,
    means_of,
    operating_costs,
)
from taphouse.engine.vocabulary import Season
from tests.brew_crafters.build import BOX, RULES, TILE, WORKER
from tests.brew_crafters.games.ledger import check_ledger
from tests.brew_crafters.games.shared import FIGURES, LABELLED, TOKENS, Played


def check_position(state: BrewCraftersState) -> None:
    """Check a position."""
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


def check_all(game: Played) -> None:
    """Everything above."""
    for state in (game.start, *(moment.after for moment in game.moments)):
        check_position(state)
    for check in (check_ledger, check_market, check_processing, check_year, check_labels, check_score):
        check(game)
