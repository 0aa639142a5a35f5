"""BC-28 to BC-30: the end, the score and ties."""

from __future__ import annotations

from math import ceil

import pytest

from taphouse.engine.brew_crafters.cards import SEASONS
from taphouse.engine.brew_crafters.events import CostsPaid, PhaseBegan
from taphouse.engine.brew_crafters.moves import BrewCraftersOptions, Phase
from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.contract import IllegalMove
from taphouse.engine.vocabulary import Season
from tests.brew_crafters.build import (
    BOX,
    RECIPE,
    RULES,
    SPOKEN,
    TRACK,
    WORKER,
    after,
    asked,
    at_work,
    into,
    legal,
    money,
    position,
    refusal,
    score,
)
from tests.brew_crafters.winter.shared import (
    CATEGORIES,
    EVERY_TILE,
    FIGURES,
    LABEL,
    LOAN,
    START_COSTS,
    does,
    first_moves,
    last_of_winter,
    over,
    points,
    winter,
)

ADVANCED = [beer.name for beer in BOX.beers if beer.advanced]


LOAN_POINTS = {0: 0} | {
    loans: -FIGURES.first_loan_points.value - (loans - 1) * FIGURES.further_loan_points.value for loans in range(1, 5)
}


def places(state):
    return [(standing.seat, standing.place) for standing in RULES.outcome(state).standings]


def worth(**words):
    """The points of seat 1, by category."""
    return points(position(players={1: words}), 1)


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
