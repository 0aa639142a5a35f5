"""BC-08, BC-09: the restock, and what comes at the start of a season."""

from __future__ import annotations

from itertools import product

import pytest

from taphouse.engine.brew_crafters.cards import (
    NONE,
    minus,
    one,
    plus,
)
from taphouse.engine.brew_crafters.events import (
    FarmPlanted,
    IngredientsDiscarded,
    IngredientsTaken,
    PhaseBegan,
    SeasonBegan,
)
from taphouse.engine.brew_crafters.state import (
    BrewCraftersState,
    ToDiscard,
    in_turn_order,
)
from tests.brew_crafters import build
from tests.brew_crafters.build import (
    BOX,
    PARTNERSHIP,
    RULES,
    after,
    asked,
    at_market,
    has,
    into,
    legal,
    refusal,
    step,
    stock,
)
from tests.brew_crafters.edition.changes import effect, rules_of, with_
from tests.brew_crafters.market.shared import (
    ADVANCED_NAMES,
    HIRING,
    RESTOCKING,
    ROOM,
    SEASON_NAMES,
    SEATS,
    act_of,
    all_but,
    dealt,
    full,
    held,
    kinds,
    lies,
    of,
    parts,
    plain_move,
    sum_of,
    taken,
)
from tests.edition_under_test import packaged_figures

STARTERS = {"yeast-lab": "tiles", "maltings-manager": "workers", "hop-grower": "workers", "yeast-biologist": "workers"}
"""Sources of ingredients at a season's start, with what they give."""


# --- BC-08, BC-09: restock ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("season", SEASON_NAMES)
@pytest.mark.parametrize("seats", SEATS)
def test_bc_09_every_restocking_space_gains_its_amount_onto_what_lies_there(seats: int, season: str) -> None:
    there = [space for space in RESTOCKING if space in BOX.spaces[seats]]
    lay = {space.name: i for i, space in enumerate(there)}
    made = into(season, seats=seats, lying=lay)
    assert {space.name: lies(made.state, space.name) for space in BOX.spaces[seats]} == {
        space.name: lay.get(space.name, 0) + space.amount for space in BOX.spaces[seats]
    }
    begun = of(SeasonBegan, made.events)
    assert [(event.year, str(event.season)) for event in begun] == [(1 + (season == "spring"), season)]
    assert [(row.space, row.added, row.lies) for row in begun[0].restocked] == [
        (space.name, space.amount, space.amount + lay[space.name]) for space in there
    ]


def test_bc_09_nothing_comes_to_lie_on_a_space_that_does_not_restock() -> None:
    assert {space.name for space in RESTOCKING} == {
        "maltster",
        "hop-yard",
        "yeast-bank",
        "private-investor",
        "hop-cooperative",
    }
    state = into("summer", seats=5).state
    assert [lies(state, space.name) for space in BOX.spaces[5] if space not in RESTOCKING] == [0] * 11


def test_bc_11_all_spaces_are_free_again_in_the_next_season() -> None:
    state = into("summer", seats=3, taken=all_but(seats=3)).state
    assert not any(state.taken)
    assert {words.split()[1] for words in legal(state)} == {space.name for space in BOX.spaces[3]}


def test_bc_08_the_seasons_follow_each_other_and_winter_leads_into_the_next_year() -> None:
    state, seasons = dealt(seats=2), []
    while RULES.decision(state) is not None:
        now = (state.year, SEASON_NAMES[state.season])
        seasons += [] if seasons[-1:] == [now] else [now]
        state = after(state, legal(state)[0])
    assert seasons == [*product((1, 2, 3), ("spring", "summer", "fall", "winter"))]


@pytest.mark.parametrize("season", SEASON_NAMES)
def test_bc_08_restock_comes_first_then_in_winter_research_then_the_market(season: str) -> None:
    made = into(season, first=2, seats=3)
    phases = [str(event.phase) for event in of(PhaseBegan, made.events)]
    assert phases == {"winter": ["research", "market"], "spring": ["costs", "market"]}.get(season, ["market"])
    assert {event.starting_seat for event in of(PhaseBegan, made.events)} == {2}
    ended = ["PhaseBegan", *["CostsPaid"] * 3] if season == "spring" else []
    wanted = [*ended, "SeasonBegan", *["PhaseBegan"] * (2 if season == "winter" else 1)]
    assert kinds(made.events) == wanted
    assert made.state.phase == "MARKET"


def test_bc_08_the_brewery_phase_follows_the_last_market_action() -> None:
    state = at_market(1, 2)
    first = step(state, plain_move(state))
    assert first.state.phase == "MARKET"
    last = step(first.state, plain_move(first.state))
    assert [str(event.phase) for event in of(PhaseBegan, last.events)] == ["brewery"]
    assert last.state.phase == "BREWERY"
    assert asked(last.state) == (1, "act")


# --- BC-09: the season's start ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("season", SEASON_NAMES)
@pytest.mark.parametrize("source", STARTERS)
def test_bc_09_what_gives_ingredients_at_a_seasons_start_does_so_in_its_seasons_only(source: str, season: str) -> None:
    act, of_season = act_of(source), SEASON_NAMES.index(season)
    made = into(season, players={2: {STARTERS[source]: source}})
    given = act.stock if of_season in act.seasons else NONE
    assert held(made.state, 2) == given
    assert taken(made.events) == ([(2, source, given)] if any(given) else [])
    assert held(made.state, 1) == NONE


def test_bc_09_the_maltings_manager_gives_all_year_the_others_not_in_winter() -> None:
    assert {source: len(act_of(source).seasons) for source in STARTERS} == {
        "yeast-lab": 3,
        "maltings-manager": 4,
        "hop-grower": 3,
        "yeast-biologist": 3,
    }
    made = into("winter", players={1: {"tiles": "yeast-lab", "workers": "maltings-manager hop-grower yeast-biologist"}})
    assert [source for _, source, _ in taken(made.events)] == ["maltings-manager"]


@pytest.mark.parametrize("season", SEASON_NAMES)
@pytest.mark.parametrize("chosen", ADVANCED_NAMES)
def test_bc_09_the_spice_merchant_gives_an_advanced_ingredient_of_choice_in_fall(chosen: str, season: str) -> None:
    act = act_of("spice-merchant")
    made = into(season, players={2: {"workers": "spice-merchant"}})
    assert {SEASON_NAMES[i] for i in act.seasons} == {"fall"}
    if season != "fall":
        assert asked(made.state) == (1, "market")
        assert taken(made.events) == []
        return
    state = made.state
    for _ in range(act.amount):
        assert asked(state) == (2, "choose")
        assert legal(state) == [f"choose {name}" for name in ADVANCED_NAMES]
        state = after(state, f"choose {chosen}")
    assert has(state, 2) == f"{chosen}:{act.amount}"
    assert asked(state) == (1, "market")


def test_bc_09_what_a_worker_gives_at_a_seasons_start_does_not_come_at_hiring() -> None:
    state = after(at_market(1, 2, season="spring"), HIRING[0], "hire maltings-manager")
    assert held(state, 1) == NONE


def test_bc_09_a_player_takes_what_comes_by_itself_then_the_harvest_then_chooses() -> None:
    words = {"tiles": "farm yeast-lab", "workers": "spice-merchant yeast-biologist maltings-manager hop-grower"}
    made = into("fall", players={1: words | {"planted": "hops"}})
    sources = [source for _, source, _ in taken(made.events)]
    assert sources == ["yeast-lab", "yeast-biologist", "maltings-manager", "hop-grower", "farm"]
    assert asked(made.state) == (1, "choose")


@pytest.fixture
def spring_merchant(monkeypatch: pytest.MonkeyPatch) -> None:
    """The Spice Merchant gives in Spring as well, the season in which players plant."""
    given = effect("choose-at-start", amount=1, seasons=["spring", "fall"])
    monkeypatch.setattr(build, "RULES", rules_of(with_("workers", "spice-merchant", effects=[given])))


@packaged_figures
@pytest.mark.usefixtures("spring_merchant")
def test_bc_09_a_player_takes_what_comes_by_itself_then_chooses_and_plants_last() -> None:
    words = {"tiles": "farm yeast-lab", "workers": "spice-merchant yeast-biologist maltings-manager hop-grower"}
    made = into("spring", players={1: words})
    sources = [source for _, source, _ in taken(made.events)]
    assert sources == ["yeast-lab", "yeast-biologist", "maltings-manager", "hop-grower"]
    assert asked(made.state) == (1, "choose")
    state = after(made.state, *["choose fruit"] * act_of("spice-merchant").amount)
    assert asked(state) == (1, "plant")
    # what has just come, by itself or by choice, can be planted
    assert legal(state) == ["no-planting", "plant malt", "plant hops", "plant fruit"]


@pytest.mark.parametrize("first", [1, 2, 3])
def test_bc_09_the_players_begin_the_season_from_the_starting_player_round(first: int) -> None:
    players = {seat: {"tiles": "yeast-lab", "workers": "maltings-manager"} for seat in (1, 2, 3)}
    made = into("summer", seats=3, first=first, players=players)
    order = in_turn_order(3, first)
    expected = [(seat, source) for seat in order for source in ("yeast-lab", "maltings-manager")]
    assert [(seat, source) for seat, source, _ in taken(made.events)] == expected
    assert kinds(made.events)[0] == "SeasonBegan"
    assert kinds(made.events)[-1] == "PhaseBegan"


@packaged_figures
@pytest.mark.usefixtures("spring_merchant")
def test_bc_09_a_player_decides_all_of_their_season_before_the_next_one_takes_anything() -> None:
    players = {
        1: {"tiles": "yeast-lab"},
        2: {"tiles": "farm", "workers": "spice-merchant maltings-manager", "ingredients": full("malt")},
        3: {"tiles": "yeast-lab", "workers": "spice-merchant"},
    }
    state = into("spring", seats=3, first=2, players=players).state
    merchant, manager = act_of("spice-merchant").amount, sum(act_of("maltings-manager").stock)
    for task, words in [
        *[("choose", "choose fruit")] * merchant,
        ("plant", "plant malt"),
        ("discard", f"discard malt:{merchant + manager - 1}"),
    ]:
        assert asked(state) == (2, task)
        assert held(state, 3) == held(state, 1) == NONE
        state = after(state, words)
    assert asked(state) == (3, "choose")
    assert held(state, 3) == act_of("yeast-lab").stock
    assert held(state, 1) == NONE
    state = after(state, "choose spices")
    assert held(state, 1) == act_of("yeast-lab").stock
    assert asked(state) == (2, "market")


@packaged_figures
def test_bc_14_at_a_seasons_start_all_that_comes_is_counted_together() -> None:
    merchant, lab, manager = map(act_of, ("spice-merchant", "yeast-lab", "maltings-manager"))
    words = {"tiles": "yeast-lab", "workers": "spice-merchant maltings-manager", "ingredients": full()}
    state = into("fall", players={1: words}).state
    for _ in range(merchant.amount):
        assert asked(state) == (1, "choose")
        state = after(state, "choose coffee")
    assert asked(state) == (1, "discard")
    has_now = sum_of(stock(full()), lab.stock, manager.stock, one(5, merchant.amount))
    assert held(state, 1) == has_now
    assert {*legal(state)} == parts(has_now, sum(has_now) - ROOM)
    assert len(legal(state)) == len({*legal(state)})
    made = step(state, legal(state)[0])
    assert kinds(made.events) == ["IngredientsDiscarded", "PhaseBegan"]
    assert sum(held(made.state, 1)) == ROOM


def test_bc_14_at_a_seasons_start_nobody_else_takes_anything_until_the_discard_is_made() -> None:
    players = {1: {"workers": "maltings-manager", "ingredients": full()}, 2: {"tiles": "yeast-lab"}}
    state = into("summer", players=players).state
    assert asked(state) == (1, "discard")
    assert state.phase == "RESTOCK"
    assert held(state, 2) == NONE
    made = step(state, f"discard hops:{sum(act_of('maltings-manager').stock)}")
    assert kinds(made.events) == ["IngredientsDiscarded", "IngredientsTaken", "PhaseBegan"]
    assert held(made.state, 2) == act_of("yeast-lab").stock


def test_bc_14_what_comes_of_the_only_kind_that_is_stored_is_discarded_without_a_question() -> None:
    made = into("summer", players={1: {"workers": "maltings-manager", "ingredients": full("malt")}})
    assert [type(e) for e in made.events[1:3]] == [IngredientsTaken, IngredientsDiscarded]
    assert has(made.state, 1) == full("malt")
    assert asked(made.state) == (1, "market")


@packaged_figures
@pytest.mark.usefixtures("spring_merchant")
def test_bc_09_in_one_start_a_player_takes_chooses_plants_and_discards() -> None:
    merchant, manager = act_of("spice-merchant"), act_of("maltings-manager")
    words = {"tiles": "farm", "workers": "spice-merchant maltings-manager", "ingredients": full()}
    state = into("spring", players={1: words}).state
    state = after(state, *["choose fruit"] * merchant.amount)
    has_now = sum_of(stock(full()), manager.stock, one(3, merchant.amount))
    assert asked(state) == (1, "plant")
    assert held(state, 1) == has_now
    assert legal(state) == ["no-planting", "plant malt", "plant hops", "plant fruit"]
    refused = refusal(state, "discard hops:1")
    assert refused is not None
    assert refused.rule == "BC-09"
    planted = step(state, "plant fruit")
    assert [(event.seat, str(event.planted)) for event in of(FarmPlanted, planted.events)] == [(1, "fruit")]
    assert asked(planted.state) == (1, "discard")
    left, due = minus(has_now, one(3)), merchant.amount + sum(manager.stock) - 1
    assert {*legal(planted.state)} == parts(left, due)
    made = step(planted.state, f"discard hops:{due}")
    assert kinds(made.events) == ["IngredientsDiscarded", "PhaseBegan"]
    assert held(made.state, 1) == minus(left, one(1, due))
    assert asked(made.state) == (1, "market")


def one_too_many(**more: str) -> BrewCraftersState:
    """Seat 1 is to plant, and one ingredient does not fit."""
    ingredients = full("yeast", less=sum(act_of("maltings-manager").stock) - 1)
    words = {"tiles": "farm", "workers": "maltings-manager", "ingredients": ingredients}
    state = into("spring", players={1: words | more}).state
    assert asked(state) == (1, "plant")
    assert sum(held(state, 1)) == ROOM + 1
    return state


def test_bc_09_who_plants_what_does_not_fit_discards_nothing() -> None:
    state = one_too_many()
    made = step(state, "plant malt")
    assert kinds(made.events) == ["FarmPlanted", "PhaseBegan"]
    assert held(made.state, 1) == minus(held(state, 1), one(0))
    assert asked(made.state) == (1, "market")
    assert ToDiscard(1) not in made.state.pending


def test_bc_09_who_plants_nothing_discards_what_does_not_fit() -> None:
    state = after(one_too_many(), "no-planting")
    assert asked(state) == (1, "discard")
    assert {*legal(state)} == {"discard malt:1", "discard yeast:1"}
    made = step(state, "discard malt:1")
    assert kinds(made.events) == ["IngredientsDiscarded", "PhaseBegan"]


def test_bc_09_what_is_traded_for_while_planting_counts_with_what_does_not_fit() -> None:
    state = one_too_many(partnerships="coffee-roaster")
    gives = BOX.partnerships[PARTNERSHIP["coffee-roaster"]].gives
    bought = after(state, "trade coffee-roaster")
    assert asked(bought) == (1, "plant")
    assert bought.pending == state.pending
    planted = after(bought, "plant malt")
    assert asked(planted) == (1, "discard")
    assert {*legal(planted)} == parts(held(planted, 1), sum(gives))
    assert after(state, "plant malt").phase == "MARKET", "without the trade everything would fit"


def test_bc_09_who_has_nothing_to_plant_discards_at_once() -> None:
    words = {"tiles": "farm yeast-lab", "ingredients": full("coffee")}
    state = into("spring", players={1: words}).state
    assert asked(state) == (1, "discard")
    assert {*legal(state)} == parts(
        plus(stock(full("coffee")), act_of("yeast-lab").stock), act_of("yeast-lab").stock[2]
    )


def test_bc_09_nobody_else_takes_anything_while_a_player_plants_who_has_too_much() -> None:
    words = {"tiles": "farm", "workers": "maltings-manager", "ingredients": full("malt")}
    state = into("spring", players={1: words, 2: {"tiles": "yeast-lab"}}).state
    assert asked(state) == (1, "plant")
    assert held(state, 2) == NONE
    planted = step(state, "plant malt")  # what is left is all malt, so nothing is asked
    due = sum(act_of("maltings-manager").stock) - 1
    discards = ["IngredientsDiscarded"] * bool(due)
    assert kinds(planted.events) == ["FarmPlanted", *discards, "IngredientsTaken", "PhaseBegan"]
    assert held(planted.state, 2) == act_of("yeast-lab").stock
