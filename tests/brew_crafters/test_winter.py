"""BC-27 to BC-30: the operating costs of winter, the end, the score and ties; and what the table shows of it all."""

from __future__ import annotations

from math import ceil

import pytest
from msgspec.structs import replace

from taphouse.engine.brew_crafters.cards import INGREDIENTS, SEASONS, SPOKEN, STEPS, EffectName, StepKind, amounts
from taphouse.engine.brew_crafters.events import CostsPaid, MoneyTaken, PhaseBegan, SeasonBegan
from taphouse.engine.brew_crafters.moves import BrewCraftersOptions, Phase
from taphouse.engine.brew_crafters.rules import BrewCraftersRules
from taphouse.engine.brew_crafters.state import Closing, Paying, ToAct, ToBrew, ToEnd, operating_costs
from taphouse.engine.brew_crafters.view import Action
from taphouse.engine.chance import BLIND, Chance, seed_from
from taphouse.engine.game import IllegalMove, ScoreCategory
from taphouse.engine.vocabulary import Season
from tests.brew_crafters.build import (
    BOX,
    EDITION,
    PARTNERSHIP,
    RECIPE,
    RULES,
    TILE,
    TRACK,
    WORKER,
    after,
    asked,
    at_market,
    at_tank,
    at_work,
    into,
    legal,
    money,
    move,
    position,
    refusal,
    score,
    stock,
)
from tests.edition_under_test import packaged_figures

FIGURES = EDITION.figures
BUILDINGS = (FIGURES.storehouse_cost.value, FIGURES.research_lab_cost.value, FIGURES.single_system_cost.value)
START_COSTS = sum(BUILDINGS) + FIGURES.shift_1_cost.value
"""Storehouse, lab, system and a shift (BC-27)."""
LOAN = FIGURES.loan.value
"""What a loan brings (BC-27)."""
LABEL, ROOM = FIGURES.gold_label_points.value, FIGURES.storage.value
MORE_ROOM = ("storehouse", "cellar-hand")
ADVANCED = [beer.name for beer in BOX.beers if beer.advanced]
EVERY_TILE = " ".join(tile.name for tile in BOX.tiles for _ in range(tile.copies))
EVERY_WORKER = " ".join(WORKER)
CATEGORIES = ["Beer", "Research", "Tasting Room", "Bonus points", "Gold labels", "Loans"]
LOAN_POINTS = {0: 0} | {
    loans: -FIGURES.first_loan_points.value - (loans - 1) * FIGURES.further_loan_points.value for loans in range(1, 5)
}

# --- helpers ----------------------------------------------------------------------------------------------------------


def does(name):
    """What a tile or a worker does; each does one thing."""
    owned = BOX.tiles[TILE[name]] if name in TILE else BOX.workers[WORKER[name]]
    (act,) = owned.acts
    return act


def cost(name):
    return (BOX.tiles[TILE[name]] if name in TILE else BOX.workers[WORKER[name]]).cost


def last_of_winter(year=1, **words):
    """The last action of a Winter is to be ended."""
    return position(Closing(), ToEnd(1, False, 0), phase=Phase.BREWERY, season="winter", year=year, **words)


def winter(year=1, **words):
    """What the end of a Winter brings."""
    return into("spring", year=year, **words)


def over(**words):
    """The end of the game."""
    return winter(year=3, **words).state


def costs(made):
    return [event for event in made.events if isinstance(event, CostsPaid)]


def paid(**words):
    """The operating costs of seat 1."""
    return costs(winter(players={1: words}))[0].money


def places(state):
    return [(standing.seat, standing.place) for standing in RULES.outcome(state).standings]


def points(state, seat):
    """What each category shows of a player, now."""
    assert [*score(state, seat)] == CATEGORIES
    return score(state, seat)


def worth(**words):
    """The points of seat 1, by category."""
    return points(position(players={1: words}), 1)


def first_moves(state):
    """The positions of a game in which the first legal move is always made, from this one on."""
    while RULES.decision(state) is not None:
        yield state
        state = RULES.apply(state, next(iter(RULES.moves(state))), BLIND).state
    yield state


# --- BC-27: operating costs -------------------------------------------------------------------------------------------


def test_bc_27_the_starting_costs_are_of_three_buildings_and_a_shift():
    assert paid() == START_COSTS


@pytest.mark.parametrize("year", [1, 2, 3])
def test_bc_27_after_each_winter_everybody_pays(year):
    made = winter(year, players={2: {"tiles": "mash-tun"}})
    assert costs(made) == [CostsPaid(1, START_COSTS, 0, 0), CostsPaid(2, START_COSTS + cost("mash-tun"), 0, 0)]
    assert [money(made.state, seat) for seat in (1, 2)] == [10 - START_COSTS, 10 - START_COSTS - cost("mash-tun")]


@pytest.mark.parametrize("season", ["summer", "fall", "winter"])
def test_bc_27_nothing_is_paid_after_another_season(season):
    made = into(season)
    assert costs(made) == []
    assert money(made.state, 1) == 10


def test_bc_27_costs_come_after_the_last_action_and_before_the_next_year():
    state = at_work(1, 2, season="winter")
    state = after(state, "research fermentation")
    assert money(state, 1) == 10
    made = RULES.apply(state, move("research fermentation"), BLIND)
    kinds = [type(event) for event in made.events]
    assert kinds.index(CostsPaid) < kinds.index(SeasonBegan)
    assert money(made.state, 1) == 10 - START_COSTS
    assert (made.state.year, made.state.season) == (2, 0)


def test_bc_27_everybody_pays_in_turn_order_from_the_starting_player():
    assert [event.seat for event in costs(winter(seats=4, first=3))] == [3, 4, 1, 2]


@pytest.mark.parametrize("name", TILE)
def test_bc_27_each_tile_costs_what_it_says(name):
    assert paid(tiles=name) == START_COSTS + cost(name)


@packaged_figures
def test_bc_27_hops_infusers_and_the_tasting_room_cost_nothing():
    assert [cost("hops-infuser"), cost("tasting-room")] == [0, 0]
    assert paid(tiles="hops-infuser hops-infuser tasting-room") == START_COSTS


@pytest.mark.parametrize("name", [name for name in WORKER if does(name).effect is not EffectName.COSTS_LESS])
def test_bc_27_each_worker_costs_what_the_card_says(name):
    assert paid(workers=name) == START_COSTS + cost(name)


def test_bc_27_each_further_shift_costs_more():
    figures = EDITION.figures
    second, third = figures.shift_2_cost.value, figures.shift_3_cost.value
    assert min(second, third) > figures.shift_1_cost.value
    assert paid(shifts=2) == START_COSTS + second
    assert paid(shifts=3) == START_COSTS + second + third


def test_bc_27_loans_partnerships_research_and_beer_cost_nothing():
    words = {
        "loans": 2,
        "partnerships": "coffee-roaster",
        "steps": {"business": 1},
        "tanks": "ale",
        "ingredients": "malt:5",
    }
    assert paid(**words) == START_COSTS


def test_bc_27_everything_together():
    less = does("accountant").amount
    tiles = sum(tile.cost * tile.copies for tile in BOX.tiles)
    workers = sum(worker.cost for worker in BOX.workers)
    shifts = (FIGURES.shift_1_cost, FIGURES.shift_2_cost, FIGURES.shift_3_cost)
    expected = sum(BUILDINGS) + sum(shift.value for shift in shifts) + tiles + workers - less
    assert paid(tiles=EVERY_TILE, workers=EVERY_WORKER, shifts=3) == expected


def test_bc_27_every_skilled_worker_costs_something():
    assert min(worker.cost for worker in BOX.workers) >= 1


def test_bc_27_an_accountant_saves():
    less = does("accountant").amount
    assert paid(workers="accountant") == max(0, START_COSTS + cost("accountant") - less)
    made = winter(players={1: {"workers": "accountant"}})
    assert costs(made)[1].money == START_COSTS
    assert money(made.state, 1) == 10 - costs(made)[0].money


@pytest.mark.parametrize("save", [4, 5, 6, 99])
def test_bc_27_the_costs_are_never_below_nothing(save):
    workers = []
    for worker in EDITION.workers:
        effects = worker.effects
        if worker.name == "accountant":
            effects = tuple(effect.model_copy(update={"amount": save}) for effect in effects)
        workers.append(worker.model_copy(update={"effects": effects}))
    rules = BrewCraftersRules(EDITION.model_copy(update={"workers": tuple(workers)}))
    state = last_of_winter(players={1: {"workers": "accountant", "money": 0}})
    due = max(0, START_COSTS + cost("accountant") - save)
    shown = rules.view(state).players[0]
    assert sum(line.money for line in shown.running_costs) == START_COSTS + cost("accountant") - save
    assert shown.next_winter.costs == due
    made = rules.apply(state, move("end-action"), BLIND)
    assert costs(made)[0] == CostsPaid(1, due, -(-due // LOAN), LOAN * -(-due // LOAN))
    assert money(made.state, 1) == -due % LOAN


@pytest.mark.parametrize("short", range(-1, 6))
def test_bc_27_as_many_loans_as_are_needed_and_no_more(short):
    made = winter(players={1: {"money": START_COSTS - short}})
    loans = max(0, ceil(short / LOAN))
    assert costs(made)[0] == CostsPaid(1, START_COSTS, loans, LOAN * loans)
    assert made.state.brewers[0].loans == loans
    assert money(made.state, 1) == LOAN * loans - short
    assert made.state.brewers[1].loans == 0


def test_bc_27_no_loan_where_the_money_suffices_exactly():
    words = {"tiles": EVERY_TILE, "workers": "intern brewmaster", "shifts": 3}
    due = paid(**words, money=99)
    exact = winter(players={1: words | {"money": due}})
    assert costs(exact)[0] == CostsPaid(1, due, 0, 0)
    assert money(exact.state, 1) == 0
    assert costs(winter(players={1: words | {"money": due - 1}}))[0].loans == 1


@pytest.mark.parametrize("shifts", [1, 2, 3])
def test_bc_27_with_nothing_all_is_borrowed(shifts):
    words = {"tiles": EVERY_TILE, "shifts": shifts, "money": 0, "loans": 2}
    made = winter(players={1: words})
    due = costs(made)[0].money
    loans = ceil(due / LOAN)
    assert (costs(made)[0].loans, made.state.brewers[0].loans) == (loans, 2 + loans)
    assert money(made.state, 1) == loans * LOAN - due


def test_bc_27_loans_are_not_repaid():
    made = winter(players={1: {"money": 50, "loans": 2}})
    assert costs(made)[0] == CostsPaid(1, START_COSTS, 0, 0)
    assert (made.state.brewers[0].loans, money(made.state, 1)) == (2, 50 - START_COSTS)


def test_bc_27_nothing_is_borrowed_otherwise():
    broke = {1: {"money": 0, "partnerships": "coffee-roaster", "workers": "lab-technician"}}
    assert refusal(at_work(1, 2, players=broke), "trade coffee-roaster").rule == "BC-16"
    state = after(at_work(1, 2, players=broke), "research fermentation")
    assert (asked(state), state.brewers[0].loans) == ((2, "act"), 0)


def test_bc_27_every_winter_of_a_game_is_paid():
    *_, end = first_moves(winter(year=1, players={1: {"money": START_COSTS + 1}}).state)
    owed = 2 * START_COSTS - 1  # in two winters more
    assert end.brewers[0].loans == ceil(owed / LOAN)
    assert money(end, 1) == -owed % LOAN


# --- BC-16: trades at Winter's end ------------------------------------------------------------------------------------

ROASTER, IMPORTER = "coffee-roaster", "spices-importer"
PRICE = BOX.partnerships[PARTNERSHIP[ROASTER]].price
OWNERS = {1: {"partnerships": ROASTER}, 3: {"partnerships": IMPORTER}}


def wound_up(year=1, **words):
    """The last action of a Winter is over."""
    return after(last_of_winter(year, **words), "end-action")


@pytest.mark.parametrize("year", [1, 2, 3])
def test_bc_16_owners_may_trade_before_the_costs_of_every_winter(year):
    state = wound_up(year, seats=3, players=OWNERS)
    assert (asked(state), legal(state)) == ((1, "trade"), ["end-trading", f"trade {ROASTER}"])
    assert RULES.decision(state).rules == ("BC-16",)
    assert (RULES.view(state).phase, state.season, state.brewers[0].loans) == (Phase.COSTS, 3, 0)
    state = after(state, f"trade {ROASTER}")
    assert (asked(state), money(state, 1)) == ((1, "trade"), 10 - PRICE)
    left = 10 - START_COSTS
    made = RULES.apply(after(state, "end-trading"), move("end-trading"), BLIND)
    assert [(event.seat, event.money) for event in costs(made)] == [(seat, START_COSTS) for seat in (1, 2, 3)]
    assert [money(made.state, seat) for seat in (1, 2, 3)] == [left - PRICE, left, left]


def test_bc_16_trades_at_winter_s_end_go_round_from_the_starting_player():
    state = wound_up(seats=3, first=2, players=OWNERS)
    assert asked(state) == (3, "trade")
    assert asked(after(state, "end-trading")) == (1, "trade")
    assert asked(after(state, "end-trading", "end-trading"))[1] == "market"


@packaged_figures
@pytest.mark.parametrize("year", [1, 2, 3])
def test_bc_16_only_the_last_costs_are_followed_by_trades(year):
    state = after(wound_up(year, seats=3, players=OWNERS), "end-trading", "end-trading")
    if year < 3:
        assert (state.season, asked(state)[1]) == (0, "market")
        return
    assert [money(state, seat) for seat in (1, 2, 3)] == [10 - START_COSTS] * 3
    assert (asked(state), RULES.outcome(state)) == ((1, "trade"), None)
    assert [player.next_winter for player in RULES.view(state).players] == [None] * 3
    assert RULES.outcome(after(state, f"trade {ROASTER}", "end-trading", "end-trading")) is not None


@pytest.mark.parametrize("season", ["spring", "summer", "fall"])
def test_bc_16_after_other_seasons_nobody_is_asked(season):
    state = position(Closing(), ToEnd(1, False, 0), phase=Phase.BREWERY, season=season, players=OWNERS, seats=3)
    assert asked(after(state, "end-action"))[1] == "market"


@pytest.mark.parametrize("year", [1, 3])
def test_bc_16_an_owner_without_the_money_is_not_asked(year):
    words = {"partnerships": ROASTER, "tiles": "mash-tun"}  # so many $ to pay that loans leave nothing
    assert (START_COSTS + cost("mash-tun")) % LOAN == 0
    state = wound_up(year, players={1: words | {"money": PRICE - 1}})
    assert RULES.outcome(state) is not None if year == 3 else asked(state)[1] == "market"
    spent = after(wound_up(year, players={1: words | {"money": PRICE}}), f"trade {ROASTER}")
    assert (
        spent.brewers[0].loans == (START_COSTS + cost("mash-tun")) // LOAN
    )  # nothing is left to trade with, so the costs are paid
    assert RULES.outcome(spent) is not None if year == 3 else asked(spent)[1] == "market"


def test_bc_16_what_does_not_fit_at_winter_s_end_is_discarded():
    full = f"hops:{EDITION.figures.storage.value}"
    state = after(wound_up(players={1: {"partnerships": ROASTER, "ingredients": full}}), f"trade {ROASTER}")
    assert asked(state) == (1, "discard")
    assert refusal(state, "end-trading").rule == "BC-14"
    state = after(state, f"discard hops:{sum(BOX.partnerships[PARTNERSHIP[ROASTER]].gives)}")
    assert (asked(state), Paying() in state.pending) == ((1, "trade"), True)


@packaged_figures
def test_bc_16_ingredients_traded_for_after_the_last_costs_count_in_the_score():
    words = {"partnerships": ROASTER, "steps": {"agronomy": 4}, "ingredients": "malt:1"}
    state = after(wound_up(3, players={1: words}), "end-trading")
    assert points(after(state, "end-trading"), 1)["Research"] == 0
    assert points(after(state, f"trade {ROASTER}", "end-trading"), 1)["Research"] == 1


@pytest.mark.parametrize(
    "words", ["market maltster", "process", "research business", "install farm", "collaborate malt"]
)
def test_bc_08_the_market_and_the_brewery_are_closed_at_winter_s_end(words):
    assert refusal(wound_up(seats=3, players=OWNERS), words).rule == "BC-08"


# --- BC-28: the end ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("year", [1, 2])
def test_bc_28_the_game_goes_on_after_the_first_two_winters(year):
    state = winter(year).state
    assert RULES.outcome(state) is None
    assert (state.year, SEASONS[state.season], asked(state)) == (year + 1, Season.SPRING, (1, "market"))


@pytest.mark.parametrize("season", ["summer", "fall", "winter"])
def test_bc_28_the_game_goes_on_until_the_last_winter_s_end(season):
    assert RULES.outcome(into(season, year=3).state) is None
    assert RULES.outcome(last_of_winter(3)) is None


def test_bc_28_the_game_ends_after_the_costs_of_the_third_year():
    made = winter(3, seats=3)
    assert [type(event) for event in made.events] == [PhaseBegan] + [CostsPaid] * 3
    state = made.state
    assert (state.phase, state.pending) == (Phase.OVER.name, ())
    assert RULES.decision(state) is None
    assert legal(state) == []
    outcome = RULES.outcome(state)
    assert (outcome.reason, outcome.rule) == ("last-winter", "BC-28")


@pytest.mark.parametrize(
    "words",
    [
        "market maltster",
        "process",
        "end-action",
        "research business",
        "install farm",
        "brew ale",
        "trade coffee-roaster",
        "collaborate malt",
        "annual business",
        "discard malt:1",
    ],
)
def test_bc_28_no_move_is_possible_after_the_end(words):
    state = over(seats=3, players={1: {"partnerships": "coffee-roaster", "ingredients": "malt:3", "money": 50}})
    assert refusal(state, words).rule == "BC-28"
    with pytest.raises(IllegalMove):
        after(state, words)


def test_bc_28_the_costs_of_the_last_winter_count_in_the_score():
    state = over(players={1: {"money": 0}})
    loans = ceil(START_COSTS / LOAN)
    assert state.brewers[0].loans == loans
    assert points(state, 1)["Loans"] == LOAN_POINTS[loans]


@pytest.mark.parametrize("seats", [2, 5])
def test_bc_28_a_game_has_twelve_seasons(seats):
    seen = []
    start = RULES.new(BrewCraftersOptions(), seats, Chance(seed_from("twelve")))
    for state in first_moves(start):
        if (state.year, state.season) not in seen:
            seen.append((state.year, state.season))
    assert seen == [(year, season) for year in (1, 2, 3) for season in range(4)]
    assert RULES.outcome(state).rule == "BC-28"


# --- BC-29: the score -------------------------------------------------------------------------------------------------


def test_bc_29_who_has_nothing_has_no_points():
    assert worth() == dict.fromkeys(CATEGORIES, 0)


def test_bc_29_every_batch_brewed_counts_sold_or_not():
    names = ("lambic", "ale", "imperial-stout", "porter", "stout")
    lambic, ale, imperial, porter, stout = [BOX.beers[RECIPE[name]].points for name in names]
    assert worth(tanks="lambic")["Beer"] == lambic
    assert worth(bottled="lambic ale")["Beer"] == lambic + ale
    assert worth(pub="imperial-stout", tiles="brewpub")["Beer"] == imperial
    assert worth(sold={"lambic": 2, "porter": 1})["Beer"] == 2 * lambic + porter
    words = {"tanks": "lambic stout", "bottled": "ale", "pub": "imperial-stout", "sold": {"porter": 3}}
    assert worth(**words)["Beer"] == lambic + stout + ale + imperial + 3 * porter


@pytest.mark.parametrize("recipe", RECIPE)
def test_bc_29_a_batch_counts_from_when_it_is_brewed_and_selling_changes_nothing(recipe):
    basic = BOX.beers[BOX.basic[BOX.beers[RECIPE[recipe]].style]].name
    words = {"ingredients": ",".join(f"{name}:20" for name in SPOKEN), "sold": {basic: 1}}
    state = at_work(1, 1, 1, 2, recipes=recipe if recipe in ADVANCED else None, players={1: words})
    before = points(state, 1)["Beer"]
    state = after(state, "process", f"brew {recipe}")
    full = before + BOX.beers[RECIPE[recipe]].points
    assert points(state, 1)["Beer"] == full
    state = after(state, "process", "leave-empty")
    assert points(state, 1)["Beer"] == full
    state = after(state, "process", "leave-empty")
    assert state.brewers[0].sold[RECIPE[recipe]] == 1 + (recipe == basic)
    assert points(state, 1)["Beer"] == full


def test_bc_29_research_counts_the_game_end_steps():
    words = {"ingredients": "malt:4", "money": 4, "sold": {"ale": 4, "lambic": 1, "pumpkin-ale": 2}}
    counted = {"agronomy": 4, "fermentation": 7, "flavour": 2, "business": 4}
    for track, number in counted.items():
        act = BOX.tracks[TRACK[track]].acts[3]
        gained = worth(**words, steps={track: 4})
        assert gained["Research"] == min(act.most, act.amount * (number // act.per))
        assert gained == worth(**words, steps={track: 3}) | {"Research": gained["Research"]}


@pytest.mark.parametrize("number", range(5))
def test_bc_29_the_tasting_room_counts_different_advanced_recipes_brewed(number):
    act = does("tasting-room")
    brewed = dict.fromkeys(ADVANCED[:number], 2)
    expected = act.amount * (number // act.per)
    assert worth(brewed=brewed, tiles="tasting-room")["Tasting Room"] == expected
    assert worth(brewed=brewed | {"ale": 5, "porter": 1}, tiles="tasting-room")["Tasting Room"] == expected
    assert worth(sold=brewed, tiles="tasting-room")["Tasting Room"] == expected
    assert worth(brewed=brewed)["Tasting Room"] == 0


def test_bc_29_the_tasting_room_counts_unsold_beer_wherever_it_is():
    act = does("tasting-room")
    words = {"tanks": "lambic", "bottled": "coffee-stout", "pub": "imperial-stout", "tiles": "tasting-room brewpub"}
    assert worth(**words)["Tasting Room"] == act.amount * (3 // act.per)


@pytest.mark.parametrize("bonus", [0, 1, 7])
def test_bc_29_bonus_points_count(bonus):
    assert worth(bonus=bonus) == dict.fromkeys(CATEGORIES, 0) | {"Bonus points": bonus}


@pytest.mark.parametrize("number", [0, 1, 2, 3, 5, 6, 9])
def test_bc_29_a_tour_guide_counts_batches_among_the_bonus_points(number):
    act = does("tour-guide")
    expected = min(act.most, act.amount * (number // act.per))
    assert worth(brewed={"ale": number}, workers="tour-guide")["Bonus points"] == expected
    assert worth(sold={"ale": number}, workers="tour-guide", bonus=4)["Bonus points"] == 4 + expected
    assert worth(brewed={"ale": number})["Bonus points"] == 0


def test_bc_29_a_tour_guide_counts_sold_and_unsold_batches_of_all_recipes_together():
    act = does("tour-guide")
    words = {"tanks": "lambic", "bottled": "ale", "sold": {"porter": 1, "stout": 3}, "workers": "tour-guide"}
    assert worth(**words)["Bonus points"] == act.amount * (6 // act.per)


@pytest.mark.parametrize("number", range(4))
def test_bc_29_a_gold_label_is_worth_its_points_and_more_with_a_quality_manager(number):
    act = does("quality-manager")
    labels = dict.fromkeys(ADVANCED[:number], 1) | {ADVANCED[5]: 2}
    for workers, each in (("", 0), ("quality-manager", act.amount)):
        state = position(labels=labels, players={1: {"workers": workers}})
        assert points(state, 1) == dict.fromkeys(CATEGORIES, 0) | {
            "Gold labels": LABEL * number + each * (number // act.per)
        }
        assert points(state, 2)["Gold labels"] == LABEL


@pytest.mark.parametrize("loans", LOAN_POINTS)
def test_bc_29_the_first_loan_costs_points_and_each_further_one_others(loans):
    assert worth(loans=loans) == dict.fromkeys(CATEGORIES, 0) | {"Loans": LOAN_POINTS[loans]}


@pytest.mark.parametrize("name", [name for name in WORKER if not does(name).effect.name.startswith("POINTS_PER_")])
def test_bc_29_other_workers_are_worth_nothing(name):
    words = {"brewed": {"ale": 12}, "money": 50, "ingredients": "malt:12"}
    assert worth(**words, workers=name) == worth(**words)


def test_bc_29_money_ingredients_and_unused_tiles_are_worth_nothing():
    words = {"money": 99, "ingredients": "malt:12", "shifts": 3, "partnerships": "coffee-roaster"}
    assert worth(**words, tiles=EVERY_TILE) == dict.fromkeys(CATEGORIES, 0)


def test_bc_29_the_points_are_the_sum_of_the_categories():
    words = {
        "tanks": "lambic",
        "sold": {"porter": 2, "imperial-stout": 1},
        "steps": dict.fromkeys(TRACK, 4),
        "tiles": "tasting-room",
        "workers": "tour-guide quality-manager",
        "bonus": 4,
        "money": 0,
        "loans": 1,
        "ingredients": "malt:4",
    }
    state = over(players={1: words}, labels={"imperial-stout": 1})
    first = next(one for one in RULES.outcome(state).standings if one.seat == 1)
    assert all(category.points for category in first.categories)
    assert first.points == sum(category.points for category in first.categories)
    assert [category.name for category in first.categories] == CATEGORIES
    assert {category.name: category.points for category in first.categories} == score(state, 1)


# --- BC-30: ties ------------------------------------------------------------------------------------------------------


def test_bc_30_the_most_points_win_whatever_the_money():
    assert places(over(players={1: {"bonus": 4, "money": 50}, 2: {"bonus": 5, "money": START_COSTS}})) == [
        (2, 1),
        (1, 2),
    ]


def test_bc_30_a_tie_goes_to_who_has_more_money():
    assert places(over(players={1: {"bonus": 5, "money": 10}, 2: {"bonus": 5, "money": 11}})) == [(2, 1), (1, 2)]


def test_bc_30_it_is_the_money_left_after_the_costs():
    costs_more = FIGURES.shift_2_cost.value
    dear = {"bonus": 5, "money": 20, "shifts": 2}
    state = over(players={1: dear, 2: {"bonus": 5, "money": 21 - costs_more}})
    assert money(state, 1) < money(state, 2)
    assert places(state) == [(2, 1), (1, 2)]


def test_bc_30_with_the_same_money_the_place_is_shared():
    assert places(over(players={1: {"bonus": 5}, 2: {"bonus": 5}})) == [(1, 1), (2, 1)]


def test_bc_30_a_shared_place_counts_for_the_next_and_seats_come_in_their_order():
    players = {1: {"bonus": 3}, 2: {"bonus": 8}, 3: {"bonus": 3}, 4: {"bonus": 8}, 5: {"bonus": 3, "money": 11}}
    assert places(over(seats=5, players=players)) == [(2, 1), (4, 1), (5, 3), (1, 4), (3, 4)]


def test_bc_30_the_starting_player_has_no_advantage():
    assert places(over(first=2, players={1: {"bonus": 5}, 2: {"bonus": 5}})) == [(1, 1), (2, 1)]


def test_bc_30_points_may_be_below_nothing():
    state = over(players={1: {"money": 0}, 2: {"money": START_COSTS - 1}})
    assert [(one.seat, one.points) for one in RULES.outcome(state).standings] == [
        (2, LOAN_POINTS[1]),
        (1, LOAN_POINTS[ceil(START_COSTS / LOAN)]),
    ]


# --- the table --------------------------------------------------------------------------------------------------------

RICH = {
    "tiles": EVERY_TILE,
    "workers": "accountant brewmaster intern tour-guide",
    "shifts": 3,
    "partnerships": "coffee-roaster",
    "tanks": "lambic stout",
    "bottled": "ale",
    "pub": "imperial-stout",
    "steps": {"business": 4, "flavour": 2},
    "bonus": 3,
    "money": 4,
}
PLAYERS = [
    {},
    {"money": 0},
    {"money": 4},
    {"money": 5},
    {"money": 6, "loans": 1, "shifts": 2},
    {"money": 0, "shifts": 3, "tiles": EVERY_TILE, "loans": 3},
    {"workers": "accountant", "money": 2},
    {"workers": EVERY_WORKER, "money": 7},
    RICH,
    RICH | {"money": 60},
]


def seen(state, seat=1):
    return RULES.view(state).players[seat - 1]


@pytest.mark.parametrize("year", [1, 3])
@pytest.mark.parametrize("words", PLAYERS)
def test_next_winter_is_what_the_winter_then_brings(words, year):
    state = last_of_winter(year, players={1: words})
    shown = seen(state)
    made = winter(year, players={1: words})
    (event, _) = costs(made)
    assert (shown.next_winter.costs, shown.next_winter.loans) == (event.money, event.loans)
    assert event.borrowed == LOAN * event.loans
    spring = sum(one.money for one in made.events if isinstance(one, MoneyTaken) and one.seat == 1)
    assert money(made.state, 1) == shown.next_winter.money + spring
    assert made.state.brewers[0].loans == shown.loans + shown.next_winter.loans


@pytest.mark.parametrize("words", PLAYERS)
def test_the_running_costs_add_up_to_the_next_winter_s(words):
    shown = seen(last_of_winter(players={1: words}))
    assert max(0, sum(line.money for line in shown.running_costs)) == shown.next_winter.costs
    assert shown.next_winter.costs == operating_costs(position(players={1: words}).brewers[0], BOX)


def test_the_running_costs_are_listed_item_by_item():
    words = {"tiles": "mash-tun hops-infuser", "workers": "brewmaster accountant", "shifts": 2}
    lines = [(line.what, line.money) for line in seen(position(players={1: words})).running_costs]
    figures = EDITION.figures
    assert lines == [
        ("First storehouse", figures.storehouse_cost.value),
        ("Research lab", figures.research_lab_cost.value),
        ("Single batch system", figures.single_system_cost.value),
        ("Mash Tun", cost("mash-tun")),
        ("Hops Infuser", cost("hops-infuser")),
        ("Brewmaster", cost("brewmaster")),
        ("Accountant", cost("accountant")),
        ("Shift 1", figures.shift_1_cost.value),
        ("Shift 2", figures.shift_2_cost.value),
        ("Saved by Accountant", -does("accountant").amount),
    ]


@packaged_figures
def test_market_tokens_and_whose_market_actions_are_to_come():
    state = at_market(2, 3, 1, 2, 3, 1, seats=3, first=2)

    def shown(state):
        table = RULES.view(state)
        return table.market_seats, [player.market_tokens for player in table.players]

    assert shown(state) == ((2, 3, 1, 2, 3, 1), [2, 2, 2])
    state = after(state, "market job-board")
    assert asked(state) == (2, "hire")
    assert shown(state) == ((3, 1, 2, 3, 1), [2, 1, 2])
    state = after(state, "hire brewmaster")
    assert shown(state) == ((3, 1, 2, 3, 1), [2, 1, 2])
    state = after(state, "market coffee-importer money", "market grain-silo", "market mixed-delivery")
    assert shown(state) == ((3, 1), [1, 0, 1])
    state = after(state, "market private-investor money", "market home-brew-shop ingredients")
    assert (asked(state)[1], shown(state)) == ("act", ((), [0, 0, 0]))


@packaged_figures
def test_extra_actions_that_workers_will_give_are_to_come_after_all_tokens():
    players = {1: {"workers": "intern"}}
    state = at_market(2, 3, 1, 2, 3, 1, seats=3, first=2, season="fall", players=players)

    def shown(state):
        table = RULES.view(state)
        return table.market_seats, [player.market_tokens for player in table.players]

    assert shown(state) == ((2, 3, 1, 2, 3, 1, 1), [2, 2, 2])
    for season in ("spring", "summer", "winter"):
        other = at_market(2, 3, 1, seats=3, first=2, season=season, players=players)
        assert RULES.view(other).market_seats == (2, 3, 1)
    state = after(state, "market private-investor money", "market mixed-delivery", "market coffee-importer money")
    assert (state.first, shown(state)) == (2, ((2, 3, 1, 1), [1, 1, 1]))
    state = after(
        state, "market grain-silo", "market home-brew-shop ingredients", "market orchard-or-spice-market fruit"
    )
    assert shown(state) == ((1,), [0, 0, 0])
    state = after(state, "market local-partnership ingredient")
    assert (asked(state), shown(state)) == ((1, "choose"), ((), [0, 0, 0]))


def test_the_action_of_an_intern_is_to_come_as_soon_as_they_are_hired():
    state = after(at_market(1, 2, 1, 2, season="fall", first=1, players={2: {"workers": "intern"}}), "market job-board")
    assert RULES.view(state).market_seats == (2, 1, 2, 2)
    state = at_market(1, 2, 1, 2, season="fall")
    assert RULES.view(state).market_seats == (1, 2, 1, 2)
    assert RULES.view(after(state, "market job-board", "hire intern")).market_seats == (2, 1, 2, 1)


def test_before_the_market_and_after_it_no_market_action_is_to_come():
    players = {1: {"workers": "intern spice-merchant"}}
    state = into("fall", players=players).state
    assert asked(state) == (1, "choose")
    assert RULES.view(state).market_seats == ()
    assert RULES.view(at_work(season="fall", players=players)).market_seats == ()


ADDED = {"ingredients": ",".join(f"{name}:9" for name in SPOKEN)}


def running(state):
    return RULES.view(state).action


def to_come(state):
    return RULES.view(state).brewery_seats


@packaged_figures
def test_the_action_that_runs_is_shown_vessel_by_vessel():
    words = {"ingredients": "malt:20,hops:9,yeast:9", "tiles": "double-batch-system brewpub", "tanks": "ale"}
    state = at_work(1, 2, 1, seats=3, players={1: words})
    start = Action(seat=1, collaborated=False, processed=False, brewed=0, tanks=0, brewpub=False)
    shown = [running(state)]
    assert shown == [start]
    for line in ("process", "brew ale", "brew porter brewpub", "leave-empty"):
        state = after(state, line)
        shown.append(running(state))
    processed = replace(start, processed=True)
    assert shown[1:] == [
        replace(processed, tanks=2, brewpub=True),
        replace(processed, brewed=1, tanks=1, brewpub=True),
        replace(processed, brewed=2, tanks=1),
        replace(processed, brewed=2),
    ]
    assert asked(state) == (1, "end-action")
    assert to_come(state) == (2, 1)
    state = after(state, "end-action")
    assert (running(state), to_come(state)) == (replace(start, seat=2), (1,))


def test_a_collaboration_is_shown_in_the_action_that_runs():
    words = ADDED | {"partnerships": "coffee-roaster"}  # so that nothing is done without asking
    before = after(at_work(seats=3, players={1: words}), "collaborate malt")
    assert running(before) == Action(1, True, False, 0, 0, False)
    brewing = after(before, "process")
    assert running(brewing) == Action(1, True, True, 0, 1, False)
    assert running(after(brewing, "brew ale")) == Action(1, True, True, 1, 0, False)
    later = after(at_work(seats=3, players={1: words}), "process", "brew ale")
    assert running(later) == Action(1, False, True, 1, 0, False)
    assert running(after(later, "collaborate malt")) == Action(1, True, True, 1, 0, False)


@pytest.mark.parametrize(
    ("task", "state"),
    [
        ("market", at_market()),
        ("choose", after(at_work(1, 2), "research flavour")),
        ("choose", after(at_work(1, 2, players={1: {"workers": "builder"}}), "install mash-tun")),
        ("second-step", after(at_work(1, 2, players={1: {"workers": "lab-technician"}}), "research business")),
        (
            "discard",
            after(
                at_work(1, 2, players={1: {"ingredients": f"hops:{EDITION.figures.storage.value}"}}),
                "research agronomy",
            ),
        ),
    ],
    ids=["market", "choice of research", "choice on install", "second step", "discard"],
)
def test_no_action_is_shown_while_something_else_is_decided(task, state):
    assert asked(state) == (1, task)
    assert running(state) is None
    assert to_come(state) == (() if task == "market" else (2,))


@packaged_figures
def test_no_action_is_shown_while_a_trade_of_it_does_not_fit():
    words = {"ingredients": f"hops:{EDITION.figures.storage.value}", "partnerships": "coffee-roaster"}
    state = position(Closing(), ToAct(2), ToBrew(1, False, 1, False, 0), phase=Phase.BREWERY, players={1: words})
    assert running(state) == Action(1, False, True, 0, 1, False)
    full = after(state, "trade coffee-roaster")
    assert (asked(full), running(full), to_come(full)) == ((1, "discard"), None, (2,))
    assert running(after(full, "discard coffee:1")) == running(state)


def test_whose_brewery_actions_are_to_come_is_shown():
    state = at_market(seats=3, first=2, players={1: {"shifts": 3}, 3: {"shifts": 2}})
    state = after(state, "market coffee-importer money")  # nobody can brew, so an action is one move
    assert asked(state) == (2, "act")
    order = [2, 3, 1, 3, 1, 1]
    while state.phase == "BREWERY":
        assert (running(state).seat, list(to_come(state))) == (order[0], order[1:])
        state, order = after(state, "process"), order[1:]
    assert (order, to_come(state), running(state)) == ([], (), None)


def test_when_the_game_is_over_no_winter_and_no_action_is_to_come():
    table = RULES.view(over(players={1: RICH}))
    assert [player.next_winter for player in table.players] == [None, None]
    assert (table.market_seats, table.brewery_seats, table.action) == ((), (), None)
    assert (table.phase, table.starting_seat) == (Phase.OVER, None)
    assert {space.taken_by for space in table.spaces} == {None}
    assert {player.market_tokens for player in table.players} == {0}
    assert table.players[0].running_costs, "what the player would have to pay is still to be seen"
    assert all(player.next_winter for player in RULES.view(last_of_winter(3)).players)


def test_two_games_that_ended_alike_are_equal_whatever_their_last_winter_was() -> None:
    ends = [
        over(seats=3, first=first, taken=taken, players={1: {"supplied": supplied}})
        for first, taken, supplied in ((1, {}, False), (3, {"hop-yard": 2, "job-board": 1}, True))
    ]
    assert ends[0] == ends[1]


@pytest.mark.parametrize("moves", [("brew ale", "leave-empty"), ("brew ale brewpub", "leave-empty"), ("leave-empty",)])
def test_nothing_of_an_action_is_left_when_it_is_over(moves):
    words = {"ingredients": "malt:9,hops:9,yeast:9", "tiles": "brewpub"}
    state = after(at_work(1, 2, players={1: words}), "process", *moves)
    fresh = at_work(2, players={1: words})
    assert asked(state) == (2, "act")
    assert state == replace(fresh, brewers=state.brewers)


def test_the_first_storehouse_and_the_second_one_are_told_apart():
    lines = [line.what for line in seen(position(players={1: {"tiles": "storehouse"}})).running_costs]
    assert len(lines) == len({*lines})
    assert {"First storehouse", "Storehouse"} <= {*lines}


def test_an_extra_market_action_is_to_come_but_is_no_token():
    state = at_market(1, 2, season="fall", players={1: {"workers": "intern"}, 2: {"workers": "salesperson"}})
    state = after(state, "market coffee-importer money", "market mixed-delivery")
    table = RULES.view(state)
    assert asked(state) == (1, "market")
    assert (table.market_seats, [player.market_tokens for player in table.players]) == ((1,), [0, 0])


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_market_shows_what_lies_on_it_and_who_took_it(seats):
    lying = {"maltster": 5, "hop-yard": 3, "private-investor": 2, "yeast-bank": 1}
    taken = {"mixed-delivery": 2, "job-board": 1}
    table = RULES.view(position(seats=seats, lying=lying, taken=taken))
    spaces = {space.name: space for space in table.spaces}
    assert [*spaces] == [space.name for space in EDITION.spaces if space.players <= seats]
    for space in EDITION.spaces:
        if space.players > seats:
            continue
        shown, what = spaces[space.name], space.restocks.what if space.restocks else None
        assert shown.title == space.title
        assert [side.text for side in shown.sides] == [side.text for side in space.sides]
        assert [side.name for side in shown.sides] == (
            [side.name for side in space.sides] if len(space.sides) > 1 else [None]
        )
        assert shown.ingredient == (what if what in INGREDIENTS else None)
        assert shown.count == (lying.get(space.name, 0) if what in INGREDIENTS else 0)
        assert shown.money == (lying.get(space.name, 0) if what == "money" else 0)
        assert shown.taken_by == taken.get(space.name)


def test_the_market_shows_what_is_left_after_it_is_taken():
    state = after(at_market(1, 2, lying={"maltster": 5, "private-investor": 2}), "market maltster")
    spaces = {space.name: space for space in RULES.view(state).spaces}
    assert (spaces["maltster"].count, spaces["maltster"].taken_by) == (0, 1)
    assert (spaces["private-investor"].money, spaces["private-investor"].taken_by) == (2, None)


def test_there_is_no_collaboration_to_be_seen_with_two_players():
    assert RULES.view(position()).collaboration is None


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_the_collaboration_shows_what_each_portion_takes_and_pays_and_who_gave_it(seats):
    table = RULES.view(position(seats=seats, portions={"malt": 2, "advanced": 3}))
    assert [portion.given_by for portion in table.collaboration] == [2, None, None, 3]
    for shown, portion in zip(table.collaboration, BOX.portions, strict=True):
        assert (shown.name, shown.title, shown.advanced_count) == (portion.name, portion.title, portion.advanced)
        assert shown.ingredients == amounts(portion.cost)
        assert (shown.points, shown.money) == (portion.points, portion.money)


def test_a_sold_collaboration_is_open_again():
    state = at_work(
        1, 2, seats=3, portions={"malt": 2, "hops": 2, "advanced": 3}, players={1: {"ingredients": "yeast:9"}}
    )
    state = after(state, "collaborate yeast")
    assert [portion.given_by for portion in RULES.view(state).collaboration] == [None] * 4


@pytest.mark.parametrize("words", PLAYERS)
def test_the_score_shown_at_the_end_is_the_outcome(words):
    state = over(seats=3, players={1: words, 2: {"bonus": 3}}, labels={"lambic": 1})
    table = RULES.view(state)
    for standing in RULES.outcome(state).standings:
        assert table.players[standing.seat - 1].score_by_category == standing.categories
    assert table.phase is Phase.OVER


def test_the_score_shown_before_the_last_costs_is_the_outcome_where_money_counts_for_nothing():
    state = last_of_winter(
        3, players={1: {"tanks": "lambic", "bonus": 2, "workers": "tour-guide"}}, labels={"lambic": 2}
    )
    shown = [player.score_by_category for player in RULES.view(state).players]
    end = after(state, "end-action")
    assert [player.score_by_category for player in RULES.view(end).players] == shown
    assert {one.seat: one.categories for one in RULES.outcome(end).standings} == dict(enumerate(shown, 1))


def test_the_score_is_shown_as_if_the_game_ended_now():
    state = position(players={1: {"steps": {"business": 4}, "money": 4}})
    act = BOX.tracks[TRACK["business"]].acts[3]
    assert ScoreCategory("Research", min(act.most, act.amount * (4 // act.per))) in seen(state).score_by_category
    assert [category.name for category in seen(state).score_by_category] == CATEGORIES


def test_a_player_is_shown_with_all_that_they_have():
    shown = seen(
        position(players={1: RICH | {"planted": "malt", "ingredients": "hops:3,coffee:1", "sold": {"ale": 2}}})
    )
    assert (shown.seat, shown.money, shown.loans, shown.shifts) == (1, 4, 0, 3)
    assert shown.ingredients == amounts(stock("hops:3,coffee:1"))
    assert [tile.name for tile in shown.tiles] == EVERY_TILE.split()
    assert [worker.name for worker in shown.workers] == RICH["workers"].split()
    assert [worker.cost for worker in shown.workers] == [cost(name) for name in RICH["workers"].split()]
    assert shown.partnerships == ("coffee-roaster",)
    assert shown.planted is INGREDIENTS[0]
    lambic, stout, ale, imperial = [
        (name, BOX.beers[RECIPE[name]].points) for name in ("lambic", "stout", "ale", "imperial-stout")
    ]
    assert [(batch.recipe, batch.points) for batch in shown.tanks] == [lambic, stout]
    assert [(batch.recipe, batch.points) for batch in shown.bottling_line] == [ale]
    assert (shown.brewpub.recipe, shown.brewpub.points) == imperial
    assert shown.batches_brewed == 6
    assert {(one.recipe, one.brewed, one.sold) for one in shown.recipes} == {
        ("ale", 3, 2),
        ("lambic", 1, 0),
        ("stout", 1, 0),
        ("imperial-stout", 1, 0),
    }
    assert [(track.name, track.steps) for track in shown.research] == [
        (track.name, tuple(STEPS[: RICH["steps"].get(track.name, 0)])) for track in BOX.tracks
    ]
    assert shown.research[TRACK["business"]].steps[-1] is StepKind.GAME_END


def test_a_player_who_has_nothing_is_shown_so():
    shown = seen(position())
    assert (shown.tanks, shown.bottling_line, shown.brewpub, shown.planted) == ((), (), None, None)
    assert (shown.tiles, shown.workers, shown.partnerships, shown.recipes) == ((), (), (), ())
    assert (shown.storage, shown.vessels, shown.batches_brewed) == (ROOM, 1, 0)


@pytest.mark.parametrize(
    ("words", "storage", "vessels"),
    [
        ({"tiles": "storehouse"}, ROOM + does("storehouse").amount, 1),
        ({"workers": "cellar-hand"}, ROOM + does("cellar-hand").amount, 1),
        ({"tiles": "storehouse", "workers": "cellar-hand"}, ROOM + sum(does(one).amount for one in MORE_ROOM), 1),
        ({"tiles": "brewpub"}, ROOM, 2),
        ({"tiles": "double-batch-system"}, ROOM, 1 + does("double-batch-system").amount),
        ({"tiles": "double-batch-system brewpub"}, ROOM, 2 + does("double-batch-system").amount),
    ],
)
def test_storage_and_vessels_are_shown(words, storage, vessels):
    shown = seen(position(players={1: words}))
    assert (shown.storage, shown.vessels) == (storage, vessels)


def test_recipes_show_who_has_their_gold_label():
    state = position(recipes="lambic imperial-stout", labels={"lambic": 2})
    shown = {one.recipe.name: one for one in RULES.view(state).recipes}
    assert [*shown] == ["ale", "porter", "stout", "lambic", "imperial-stout"]
    assert {name: one.gold_label for name, one in shown.items()} == dict.fromkeys(shown) | {"lambic": 2}
    for name, one in shown.items():
        beer = BOX.beers[RECIPE[name]]
        assert one.recipe.ingredients == amounts(beer.cost)
        assert (one.recipe.points, one.recipe.advanced) == (beer.points, beer.advanced)
        assert (one.recipe.barrel, one.recipe.infuser) == (beer.barrel, beer.infuser)


@pytest.mark.parametrize("seats", [2, 4])
def test_partnerships_show_their_partner(seats):
    table = RULES.view(position(seats=seats, players={2: {"partnerships": "coffee-roaster"}}))
    there = [one for one in BOX.partnerships if one.players <= seats]
    assert [deal.name for deal in table.partnerships] == [one.name for one in there]
    for deal in table.partnerships:
        about = BOX.partnerships[PARTNERSHIP[deal.name]]
        assert (deal.price, deal.ingredients) == (about.price, amounts(about.gives))
        assert deal.partner == (2 if deal.name == "coffee-roaster" else None)


def test_workers_who_can_be_hired_are_shown():
    state = position(players={2: {"workers": "brewmaster"}})
    table = RULES.view(state)
    assert [worker.name for worker in table.workers] == [
        worker.name for worker in BOX.workers if worker.first_game and worker.name != "brewmaster"
    ]
    assert [worker.name for worker in table.players[1].workers] == ["brewmaster"]


def test_the_season_the_phase_and_the_starting_player_are_shown():
    table = RULES.view(
        position(Closing(), ToBrew(1, False, 1, False, 0), seats=3, year=2, season="fall", phase=Phase.BREWERY, first=3)
    )
    assert (table.year, table.season, table.phase, table.starting_seat) == (2, Season.FALL, Phase.BREWERY, 3)


@pytest.mark.parametrize("seat", [None, 1, 2, 3])
def test_everybody_sees_the_same(seat):
    state = at_tank(seats=3, players={1: RICH})
    assert RULES.known(state, seat) == state
    made = winter(seats=3)
    assert [RULES.redact(event, seat) for event in made.events] == list(made.events)
