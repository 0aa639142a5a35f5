"""BC-08, BC-09, BC-25, BC-26: the Farm, and annual research before the market."""

from __future__ import annotations

import pytest

from taphouse.engine.brew_crafters.box import Act
from taphouse.engine.brew_crafters.cards import (
    NONE,
    one,
    plus,
)
from taphouse.engine.brew_crafters.events import (
    FarmPlanted,
    MoneyTaken,
)
from taphouse.engine.brew_crafters.state import (
    in_turn_order,
)
from tests.brew_crafters.build import (
    BOX,
    SPOKEN,
    TRACK,
    after,
    asked,
    at_work,
    has,
    into,
    legal,
    money,
    refusal,
    step,
    stock,
)
from tests.brew_crafters.market.shared import (
    AT_ONCE,
    SEASON_NAMES,
    act_of,
    discarded,
    full,
    held,
    kinds,
    of,
    parts,
    plain_move,
    taken,
)
from tests.edition_under_test import packaged_figures


def annual(name: str) -> Act:
    return BOX.tracks[TRACK[name]].acts[1]


# --- the Farm (BC-09, BC-26) --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["malt", "hops", "fruit"])
def test_bc_09_a_farm_is_planted_in_spring_and_harvested_in_fall(kind: str) -> None:
    number, farm = SPOKEN.index(kind), act_of("farm")
    state = into("spring", players={2: {"tiles": "farm", "ingredients": f"{kind}:1"}}).state
    assert asked(state) == (2, "plant")
    assert legal(state) == ["no-planting", f"plant {kind}"]
    state = after(state, f"plant {kind}")
    assert held(state, 2) == NONE
    assert state.brewers[1].planted == number
    assert asked(state) == (1, "market")

    growing = {2: {"tiles": "farm", "planted": kind}}
    summer = into("summer", players=growing)
    assert summer.state.brewers[1].planted == number
    assert taken(summer.events) == []
    fall = into("fall", players=growing)
    assert taken(fall.events) == [(2, "farm", one(number, farm.stock[number]))]
    assert held(fall.state, 2) == one(number, farm.stock[number])
    assert fall.state.brewers[1].planted == -1
    assert asked(fall.state) == (1, "market")


def test_bc_26_a_farm_grows_malt_hops_and_fruit_and_more_of_each_than_is_planted() -> None:
    stock_of_farm = act_of("farm").stock
    assert [name for name, n in zip(SPOKEN, stock_of_farm, strict=True) if n] == ["malt", "hops", "fruit"]
    assert min(n for n in stock_of_farm if n) > 1


def test_bc_09_a_harvest_comes_once_and_the_farm_is_fallow_until_it_is_planted_again() -> None:
    state = into("fall", players={1: {"tiles": "farm", "planted": "hops"}}).state
    harvested = held(state, 1)
    for season, task in [("winter", "market"), ("spring", "plant")]:
        while SEASON_NAMES[state.season] != season:
            state = after(state, legal(state)[0] if asked(state)[1] != "market" else plain_move(state))
        assert state.brewers[0].planted == -1
        assert asked(state) == (1, task)
    assert sum(held(state, 1)) >= sum(harvested)


def test_bc_09_nothing_planted_nothing_harvested() -> None:
    made = into("fall", players={1: {"tiles": "farm", "ingredients": "malt:3"}})
    assert taken(made.events) == []
    assert has(made.state, 1) == "malt:3"
    assert asked(made.state) == (1, "market")


@pytest.mark.parametrize("season", ["summer", "fall", "winter"])
def test_bc_09_a_farm_is_planted_in_spring_only(season: str) -> None:
    made = into(season, players={1: {"tiles": "farm", "ingredients": "malt:3,hops:3,fruit:3"}})
    assert asked(made.state) == (1, "market")


def test_bc_09_a_farm_is_planted_once_a_year() -> None:
    state = into("spring", players={1: {"tiles": "farm", "ingredients": "malt:3,hops:3,fruit:3"}}).state
    state = after(state, "plant malt")
    assert asked(state) == (1, "market")
    assert has(state, 1) == "malt:2,hops:3,fruit:3"
    refused = refusal(state, "plant hops")
    assert refused is not None
    assert refused.rule == "BC-10"


def test_bc_09_a_farm_may_be_left_fallow() -> None:
    state = into("spring", players={1: {"tiles": "farm", "ingredients": "malt:3"}}).state
    made = step(state, "no-planting")
    assert of(FarmPlanted, made.events) == []
    assert made.state.brewers[0].planted == -1
    assert has(made.state, 1) == "malt:3"
    assert asked(made.state) == (1, "market")


def test_bc_09_who_stores_nothing_that_grows_is_not_asked() -> None:
    made = into("spring", players={1: {"tiles": "farm", "ingredients": "yeast:3,spices:2,coffee:1"}})
    assert asked(made.state) == (1, "market")
    assert made.state.brewers[0].planted == -1


@pytest.mark.parametrize(
    ("kind", "rule"), [("yeast", "BC-26"), ("spices", "BC-26"), ("coffee", "BC-26"), ("hops", "BC-09")]
)
def test_bc_09_what_does_not_grow_or_is_not_stored_cannot_be_planted(kind: str, rule: str) -> None:
    words = {"tiles": "farm", "ingredients": "malt:1,yeast:3,spices:2,coffee:1"}
    state = into("spring", players={1: words}).state
    assert legal(state) == ["no-planting", "plant malt"]
    refused = refusal(state, f"plant {kind}")
    assert refused is not None
    assert refused.rule == rule


def test_bc_26_a_farm_installed_after_springs_start_is_planted_next_year() -> None:
    state = at_work(1, season="spring", players={1: {"ingredients": "malt:3,fruit:1"}})
    state = after(state, "install farm")
    assert (asked(state), SEASON_NAMES[state.season]) == ((1, "market"), "summer")
    assert state.brewers[0].planted == -1
    fall = into("fall", players={1: {"tiles": "farm", "ingredients": "malt:3"}})
    assert taken(fall.events) == []
    assert asked(into("spring", players={1: {"tiles": "farm", "ingredients": "malt:3"}}).state) == (1, "plant")


def test_bc_26_a_farm_installed_in_winter_is_planted_in_the_spring_that_follows() -> None:
    state = after(at_work(1, season="winter", players={1: {"ingredients": "malt:3"}}), "install farm")
    assert (asked(state), SEASON_NAMES[state.season]) == ((1, "plant"), "spring")


def test_bc_14_a_harvest_that_does_not_fit_is_discarded_before_anybody_else_acts() -> None:
    farm = act_of("farm")
    players = {1: {"tiles": "farm", "planted": "malt", "ingredients": full()}, 2: {"tiles": "yeast-lab"}}
    state = into("fall", players=players).state
    assert asked(state) == (1, "discard")
    assert held(state, 2) == NONE
    assert {*legal(state)} == parts(plus(stock(full()), one(0, farm.stock[0])), min(AT_ONCE, farm.stock[0]))
    state = discarded(state, "malt", farm.stock[0])
    assert has(state, 1) == full()
    assert held(state, 2) == act_of("yeast-lab").stock


@packaged_figures
def test_bc_09_who_trades_while_planting_may_plant_what_they_get() -> None:
    words = {"tiles": "farm", "partnerships": "orchard-grower"}
    state = into("spring", seats=4, players={1: words}).state
    assert asked(state) == (1, "plant")
    assert legal(state) == ["no-planting", "trade orchard-grower"]
    state = after(state, "trade orchard-grower")
    assert legal(state)[:2] == ["no-planting", "plant fruit"]
    assert after(state, "plant fruit").brewers[0].planted == 3


# --- annual research before the market (BC-08, BC-09, BC-25) ----------------------------------------------------------------


def test_bc_09_annual_research_follows_what_the_season_gives_and_comes_before_the_market() -> None:
    players = {seat: {"workers": "maltings-manager", "steps": {"fermentation": 2}} for seat in (1, 2, 3)}
    made = into("winter", seats=3, first=2, players=players)
    given, research = act_of("maltings-manager").stock, annual("fermentation").stock
    order = in_turn_order(3, 2)
    expected = [(seat, "maltings-manager", given) for seat in order] + [
        (seat, "fermentation", research) for seat in order
    ]
    assert taken(made.events) == expected
    shown = [kind for kind in kinds(made.events) if kind != "SeasonBegan"]
    wanted = ["IngredientsTaken"] * 3 + ["PhaseBegan"] + ["IngredientsTaken"] * 3 + ["PhaseBegan"]
    assert shown == wanted
    assert asked(made.state) == (2, "market")


@pytest.mark.parametrize("season", ["spring", "summer", "fall"])
def test_bc_08_there_is_no_annual_research_but_in_winter(season: str) -> None:
    steps = {track.name: 4 for track in BOX.tracks}
    made = into(season, players={1: {"steps": steps}})
    assert taken(made.events) == []
    assert of(MoneyTaken, made.events) == []
    assert asked(made.state) == (1, "market")


def test_bc_25_only_tracks_whose_annual_step_is_taken_give_annual_research() -> None:
    made = into("winter", players={1: {"steps": {track.name: 1 for track in BOX.tracks}}})
    assert taken(made.events) == []
    made = into("winter", players={1: {"steps": {"agronomy": 1, "fermentation": 3, "business": 0, "flavour": 1}}})
    assert taken(made.events) == [(1, "fermentation", annual("fermentation").stock)]


def test_bc_25_annual_research_comes_in_the_order_that_the_player_likes() -> None:
    players = {1: {"steps": {track.name: 2 for track in BOX.tracks}}}
    state = into("winter", players=players).state
    assert (asked(state), state.phase) == ((1, "annual"), "RESEARCH")
    assert legal(state) == [f"annual {track.name}" for track in BOX.tracks]
    state = after(state, "annual flavour")
    assert asked(state) == (1, "choose")
    state = after(state, *["choose fruit"] * annual("flavour").amount)
    assert legal(state) == ["annual agronomy", "annual fermentation", "annual business"]
    state = after(state, "annual business")
    assert money(state, 1) == 10 + annual("business").amount
    made = step(state, "annual fermentation")  # the last one comes by itself
    assert [source for _, source, _ in taken(made.events)] == ["fermentation", "agronomy"]
    assert asked(made.state) == (1, "market")


def test_bc_14_what_does_not_fit_of_annual_research_is_discarded_before_the_next_one_comes() -> None:
    steps = {"agronomy": 2, "fermentation": 2}
    players = {1: {"steps": steps, "ingredients": full("coffee")}, 2: {"steps": steps}}
    state = after(into("winter", players=players).state, "annual fermentation")
    assert asked(state) == (1, "discard")
    assert held(state, 2) == NONE
    state = after(state, f"discard coffee:{sum(annual('fermentation').stock)}")
    assert asked(state) == (1, "discard")  # of the track that was left
    state = after(state, f"discard coffee:{sum(annual('agronomy').stock)}")
    assert asked(state) == (2, "annual")
