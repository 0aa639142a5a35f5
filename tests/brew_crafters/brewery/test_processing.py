"""BC-20 to BC-22: selling, bottling and brewing, recipes and gold labels."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from taphouse.engine.brew_crafters.cards import NONE, amounts
from taphouse.engine.brew_crafters.events import (
    BatchBottled,
    BatchBrewed,
    BatchSold,
    GoldLabelTaken,
)
from taphouse.engine.brew_crafters.moves import Vessel
from taphouse.engine.contract import IllegalMove
from tests.brew_crafters.brewery.shared import (
    ADVANCED,
    BASIC_OF,
    BASICS_BREWED,
    LABEL,
    PLENTY,
    SALE,
    TANKS,
    batches,
    beer,
    held,
    less,
    of,
    prompt,
    sold,
    tank,
    together,
    worded,
)
from tests.brew_crafters.build import (
    BOX,
    RECIPE,
    SPOKEN,
    after,
    asked,
    at_tank,
    at_work,
    happened,
    into,
    legal,
    money,
    refusal,
    said,
    score,
    step,
    stock,
)
from tests.edition_under_test import packaged_figures

# --- BC-20: selling, bottling, brewing --------------------------------------------------------------------------------


def test_bc_20_beer_is_sold_then_bottled_then_brewed():
    players = {1: {"bottled": "ale", "tanks": "porter", "ingredients": worded(beer("stout").cost), "money": 0}}
    state = at_work(1, 2, players=players)
    events = happened(state, "process", "brew stout")
    assert of(events, BatchSold, BatchBottled, BatchBrewed) == [
        BatchSold(1, "ale", Vessel.TANK, SALE),
        BatchBottled(1, "porter"),
        BatchBrewed(1, "stout", Vessel.TANK, amounts(beer("stout").cost), beer("stout").points),
    ]
    state = after(state, "process", "brew stout")
    assert batches(state) == ("stout", "porter", "")
    assert (sold(state), money(state, 1)) == ({"ale": 1}, SALE)


def test_bc_20_a_batch_goes_from_the_tank_to_the_bottling_line_to_shipping_over_three_processes():
    state = at_work(1, 1, 1, 1, players={1: {"ingredients": worded(beer("ale").cost), "money": 0}})
    state = after(state, "process", "brew ale")
    assert (batches(state), sold(state), money(state, 1)) == (("ale", "", ""), {}, 0)
    state = after(state, "process")
    assert (batches(state), sold(state), money(state, 1)) == (("", "ale", ""), {}, 0)
    state = after(state, "process")
    assert (batches(state), sold(state), money(state, 1)) == (("", "", ""), {"ale": 1}, SALE)
    assert state.brewers[0].brewed[RECIPE["ale"]] == 1


def test_bc_20_a_batch_is_brewed_in_every_process():
    cost = worded(together(beer("ale").cost, beer("porter").cost, beer("stout").cost))
    state = at_work(1, 1, 1, 1, players={1: {"ingredients": cost}})
    state = after(state, "process", "brew ale", "process", "brew porter", "process", "brew stout")
    assert batches(state) == ("stout", "porter", "")
    assert sold(state) == {"ale": 1}


@pytest.mark.parametrize("words", ["research business", "install oak-barrelhouse"])
def test_bc_20_beer_stays_where_it_is_in_other_actions(words):
    state = at_work(1, 1, players={1: {"tanks": "ale", "bottled": "porter", "pub": "stout", "tiles": "brewpub"}})
    assert batches(after(state, words)) == ("ale", "porter", "stout")


@pytest.mark.parametrize("season", ["summer", "fall", "winter", "spring"])
def test_bc_20_unsold_beer_stays_over_the_season_s_end(season):
    state = into(season, players={1: {"tanks": "ale", "bottled": "porter", "pub": "stout", "tiles": "brewpub"}}).state
    assert batches(state) == ("ale", "porter", "stout")
    assert sold(state) == {}


def test_bc_20_others_beer_does_not_move():
    state = at_work(1, 2, players={2: {"tanks": "ale", "bottled": "porter"}})
    assert batches(after(state, "process"), 2) == ("ale", "porter", "")


def test_bc_20_one_batch_is_brewed_without_more_tanks():
    state = after(at_work(1, 2, players={1: {"ingredients": PLENTY}}), "process", "brew ale")
    assert asked(state) == (2, "act")
    assert batches(state) == ("ale", "", "")


def test_bc_20_every_batch_in_the_bottling_line_is_sold():
    players = {1: {"bottled": "ale stout", "tiles": "double-batch-system", "money": 0}}
    made = step(at_work(1, 2, players=players), "process")
    assert of(made.events, BatchSold) == [
        BatchSold(1, "ale", Vessel.TANK, SALE),
        BatchSold(1, "stout", Vessel.TANK, SALE),
    ]
    assert (money(made.state, 1), sold(made.state)) == (2 * SALE, {"ale": 1, "stout": 1})


@packaged_figures
def test_bc_20_a_double_batch_system_brews_bottles_and_sells_two_batches():
    cost = worded(together(beer("ale").cost, beer("porter").cost))
    state = at_work(1, 1, 1, 1, players={1: {"ingredients": cost, "tiles": "double-batch-system", "money": 0}})
    state = after(state, "process")
    assert (asked(state), prompt(state)) == ((1, "brew"), f"Brew a batch in one of {TANKS} tanks, or brew no more.")
    state = after(state, "brew ale")
    left = f"one of {TANKS - 1} tanks" if TANKS > 2 else "a tank"
    assert (asked(state), prompt(state)) == ((1, "brew"), f"Brew a batch in {left}, or brew no more.")
    state = after(state, "brew porter", *["leave-empty"] * (TANKS > 2))
    assert (asked(state), batches(state)) == ((1, "act"), ("ale porter", "", ""))
    state = after(state, "process")
    assert batches(state) == ("", "ale porter", "")
    state = after(state, "process")
    assert (batches(state), money(state, 1)) == (("", "", ""), 2 * SALE)


@pytest.mark.parametrize("brewed", [(), ("brew stout",), ("brew stout", "brew ale brewpub")])
def test_bc_20_all_vessels_that_are_still_empty_may_be_left_empty_at_once(brewed):
    state = at_work(1, 1, players={1: {"ingredients": PLENTY, "tiles": "double-batch-system brewpub"}})
    state = after(state, "process", *brewed)
    assert legal(state)[0] == "leave-empty"
    left = after(state, "leave-empty")
    assert (asked(left), batches(left)) == ((1, "act"), batches(state))


def test_bc_20_a_double_batch_system_installed_now_brews_two_in_the_next_action():
    state = at_work(1, 1, 1, players={1: {"tanks": "ale"}})
    state = after(state, "install double-batch-system")
    assert batches(state) == ("ale", "", "")
    rich = at_work(1, 1, players={1: {"ingredients": PLENTY, "tanks": "ale", "tiles": "double-batch-system"}})
    assert batches(after(rich, "process", "brew porter", "brew porter")) == ("porter porter", "ale", "")


@packaged_figures
@pytest.mark.parametrize("vessels", [*permutations(("tank", "tank", "brewpub"))])
def test_bc_20_the_vessels_are_filled_in_any_order(vessels):
    state = at_work(1, 2, players={1: {"ingredients": PLENTY, "tiles": "brewpub double-batch-system"}})
    state, left = after(state, "process"), Counter(vessels)
    for recipe, vessel in zip(("ale", "porter", "stout"), vessels, strict=True):
        offered = [words for words in legal(state) if words.split()[:2] == ["brew", recipe]]
        assert offered == [f"brew {recipe}"] * bool(left["tank"]) + [f"brew {recipe} brewpub"] * left["brewpub"]
        for closed in {"tank", "brewpub"} - {*left.elements()}:
            assert refusal(state, f"brew {recipe} {closed}").rule == "BC-20"
        made = step(state, f"brew {recipe} {vessel}")
        assert [str(event.vessel) for event in of(made.events, BatchBrewed)] == [vessel]
        state, left = made.state, left - Counter([vessel])
    brewed = dict(zip(("ale", "porter", "stout"), vessels, strict=True))
    tanks = " ".join(name for name, vessel in brewed.items() if vessel == "tank")
    assert batches(state) == (tanks, "", next(name for name, vessel in brewed.items() if vessel == "brewpub"))
    assert asked(state) == (2, "act")


def test_bc_20_a_batch_in_the_brewpub_is_sold_a_process_earlier_than_one_in_a_tank():
    cost = worded(together(beer("ale").cost, beer("porter").cost))
    state = at_work(1, 1, 1, 1, players={1: {"ingredients": cost, "tiles": "brewpub", "money": 0}})
    made = step(after(state, "process", "brew ale"), "brew porter brewpub")
    assert of(made.events, BatchBrewed)[0].vessel is Vessel.BREWPUB
    assert batches(made.state) == ("ale", "", "porter")
    made = step(made.state, "process")
    assert of(made.events, BatchSold) == [BatchSold(1, "porter", Vessel.BREWPUB, SALE)]
    assert (batches(made.state), money(made.state, 1)) == (("", "ale", ""), SALE)
    made = step(made.state, "process")
    assert of(made.events, BatchSold) == [BatchSold(1, "ale", Vessel.TANK, SALE)]
    assert (batches(made.state), money(made.state, 1)) == (("", "", ""), 2 * SALE)


def test_bc_20_the_brewpub_may_be_filled_alone_and_again_once_it_is_sold():
    state = at_work(1, 1, 1, players={1: {"ingredients": PLENTY, "tiles": "brewpub"}})
    state = after(state, "process", "brew ale brewpub", "leave-empty")
    assert batches(state) == ("", "", "ale")
    state = after(state, "process", "brew stout brewpub", "leave-empty")
    assert (batches(state), sold(state)) == (("", "", "stout"), {"ale": 1})


def test_bc_20_a_batch_in_the_brewpub_is_sold_at_the_price_of_any_other():
    words = {"bottled": "ale", "pub": "porter", "tiles": "brewpub", "money": 0}
    made = step(at_work(1, 2, players={1: words}), "process")
    assert [event.money for event in of(made.events, BatchSold)] == [SALE] * 2
    assert money(made.state, 1) == 2 * SALE


def test_bc_20_the_bottling_line_is_sold_before_the_brewpub():
    players = {1: {"bottled": "ale", "pub": "porter", "tiles": "brewpub"}}
    events = of(happened(at_work(1, 2, players=players), "process"), BatchSold)
    assert [(event.recipe, event.vessel) for event in events] == [("ale", Vessel.TANK), ("porter", Vessel.BREWPUB)]


def test_bc_20_without_a_brewpub_none_is_asked_for():
    state = after(at_work(1, 2, players={1: {"ingredients": PLENTY}}), "process")
    assert prompt(state) == "Brew a batch in a tank, or brew no more."
    assert not any("brewpub" in words for words in legal(state))
    refused = refusal(state, "brew ale brewpub")
    assert (refused.rule, said(refused)) == ("BC-20", "You have no Brewpub. Brew a batch in a tank, or brew no more.")
    assert asked(after(state, "leave-empty")) == (2, "act")


# --- BC-21: recipes ---------------------------------------------------------------------------------------------------


@packaged_figures
def test_bc_21_there_are_fifteen_recipes_and_ale_is_the_rule_book_s():
    assert len(BOX.beers) == 15
    assert beer("ale").cost == stock("malt:3,hops:2,yeast:1")


@pytest.mark.parametrize("recipe", RECIPE)
def test_bc_21_a_batch_takes_exactly_the_recipe_s_ingredients(recipe):
    cost = beer(recipe).cost
    made = step(tank(recipe, worded(cost)), f"brew {recipe}")
    assert held(made.state) == NONE
    assert batches(made.state)[0] == recipe
    brewed = BatchBrewed(1, recipe, Vessel.TANK, amounts(cost), beer(recipe).points)
    assert of(made.events, BatchBrewed) == [brewed]
    more = after(tank(recipe, PLENTY), f"brew {recipe}")
    assert held(more) == tuple(40 - count for count in cost)


@pytest.mark.parametrize("recipe", RECIPE)
def test_bc_21_a_batch_is_worth_what_the_recipe_says(recipe):
    before = tank(recipe, PLENTY)
    state = after(before, f"brew {recipe}")
    assert state.brewers[0].tanks[0].points == beer(recipe).points
    assert score(state, 1)["Beer"] - score(before, 1)["Beer"] == beer(recipe).points


@pytest.mark.parametrize(("recipe", "kind"), [(b.name, kind) for b in BOX.beers for kind in range(6) if b.cost[kind]])
def test_bc_21_a_recipe_short_of_one_ingredient_is_not_brewed(recipe, kind):
    cost = beer(recipe).cost
    for due, there in ((1, less(cost, kind)), (cost[kind], less((40,) * 6, kind, 40))):
        state = tank(recipe, worded(there))
        refused = refusal(state, f"brew {recipe}")
        assert refused.rule == "BC-21"
        spoken = SPOKEN[kind].replace("spices", "spice") if due == 1 else SPOKEN[kind]
        assert f"short of {due} {spoken}." in said(refused)
        assert f"brew {recipe}" not in legal(state)


@pytest.mark.parametrize("recipe", ADVANCED)
def test_bc_21_an_advanced_recipe_needs_its_basic_one_brewed_before(recipe):
    others = {name: 1 for name in BASICS_BREWED if name != BASIC_OF[recipe]}
    for before in ({}, others, others | {recipe: 1}):
        state = tank(recipe, PLENTY, sold=before)
        assert refusal(state, f"brew {recipe}").rule == "BC-21"
        assert f"brew {recipe}" not in legal(state)
        with pytest.raises(IllegalMove):
            after(state, f"brew {recipe}")
    assert refusal(tank(recipe, PLENTY), f"brew {recipe}") is None


@pytest.mark.parametrize("where", ["tanks", "bottled", "pub"])
def test_bc_21_the_basic_batch_need_not_be_sold(where):
    state = tank("lambic", PLENTY, sold={}, tiles="brewpub", **{where: "ale"})
    assert "brew lambic" in legal(state)


@pytest.mark.parametrize("recipe", ADVANCED)
def test_bc_21_a_basic_batch_brewed_earlier_in_the_same_action_counts(recipe):
    players = {1: {"ingredients": PLENTY, "tiles": "double-batch-system"}}
    state = after(at_work(1, 2, recipes=recipe, players=players), "process")
    assert f"brew {recipe}" not in legal(state)
    state = after(state, f"brew {BASIC_OF[recipe]}")
    assert f"brew {recipe}" in legal(state)
    assert batches(after(state, f"brew {recipe}")) == (f"{BASIC_OF[recipe]} {recipe}", "", "")


@pytest.mark.parametrize("recipe", ADVANCED)
@pytest.mark.parametrize("vessels", [("tank", "brewpub"), ("brewpub", "tank")])
def test_bc_21_a_basic_batch_unlocks_its_style_from_either_vessel(vessels, recipe):
    players = {1: {"ingredients": PLENTY, "tiles": "brewpub"}}
    state = after(at_work(1, 2, recipes=recipe, players=players), "process", f"brew {BASIC_OF[recipe]} {vessels[0]}")
    state = after(state, f"brew {recipe} {vessels[1]}")
    assert {batches(state)[0], batches(state)[2]} == {BASIC_OF[recipe], recipe}


def test_bc_21_somebody_else_s_basic_batch_does_not_count():
    players = {1: {"ingredients": PLENTY}, 2: {"sold": {"ale": 1}}}
    assert refusal(at_tank(players=players), "brew lambic").rule == "BC-21"


def test_bc_21_a_recipe_not_in_play_is_not_brewed():
    state = tank("lambic", PLENTY)
    assert refusal(state, "brew pumpkin-ale").rule == "BC-04"
    assert refusal(state, "brew root-beer").rule == "BC-04"
    assert legal(state) == ["leave-empty", "brew ale", "brew porter", "brew stout", "brew lambic"]


def test_bc_21_the_second_batch_needs_its_ingredients_too():
    players = {1: {"ingredients": worded(beer("ale").cost), "tiles": "double-batch-system"}}
    assert asked(after(at_work(1, 2, players=players), "process", "brew ale")) == (2, "act")


# --- BC-22: gold labels -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("recipe", ADVANCED)
def test_bc_22_the_first_to_sell_an_advanced_recipe_takes_its_label_and_the_second_does_not(recipe):
    players = {1: {"bottled": recipe}, 2: {"bottled": recipe}}
    state = at_work(2, 1, recipes=recipe, players=players)
    before = score(state, 2)["Gold labels"]
    made = step(state, "process")
    assert of(made.events, GoldLabelTaken) == [GoldLabelTaken(2, recipe)]
    assert made.state.labels[RECIPE[recipe]] == 2
    assert score(made.state, 2)["Gold labels"] - before == LABEL
    made = step(made.state, "process")
    assert of(made.events, GoldLabelTaken) == []
    assert sold(made.state, 1) == {recipe: 1}
    assert made.state.labels[RECIPE[recipe]] == 2
    assert score(made.state, 1)["Gold labels"] == 0


def test_bc_22_to_brew_or_to_bottle_is_not_to_sell():
    players = {1: {"tanks": "lambic"}, 2: {"bottled": "lambic"}}
    state = at_work(1, 2, 1, players=players)
    state = after(state, "process")
    assert state.labels == (0,) * len(BOX.beers)
    assert after(state, "process").labels[RECIPE["lambic"]] == 2


def test_bc_22_two_batches_of_it_sold_in_one_action_take_one_label():
    players = {1: {"bottled": "lambic lambic", "tiles": "double-batch-system"}}
    made = step(at_work(1, 2, players=players), "process")
    assert of(made.events, GoldLabelTaken) == [GoldLabelTaken(1, "lambic")]
    assert sold(made.state) == {"lambic": 2}
    assert score(made.state, 1)["Gold labels"] == LABEL


def test_bc_22_two_recipes_sold_in_one_action_take_two_labels():
    players = {1: {"bottled": "lambic imperial-stout", "tiles": "double-batch-system"}}
    made = step(at_work(1, 2, players=players), "process")
    assert [event.recipe for event in of(made.events, GoldLabelTaken)] == ["lambic", "imperial-stout"]
    assert score(made.state, 1)["Gold labels"] == 2 * LABEL


@pytest.mark.parametrize("recipe", BASICS_BREWED)
def test_bc_22_a_basic_recipe_has_no_label(recipe):
    made = step(at_work(1, 2, players={1: {"bottled": recipe}}), "process")
    assert of(made.events, GoldLabelTaken) == []
    assert made.state.labels == (0,) * len(BOX.beers)


def test_bc_22_a_batch_sold_from_the_brewpub_takes_the_label():
    made = step(at_work(1, 2, players={1: {"pub": "lambic", "tiles": "brewpub"}}), "process")
    assert of(made.events, GoldLabelTaken) == [GoldLabelTaken(1, "lambic")]


def test_bc_22_of_the_same_recipe_the_batch_from_the_bottling_line_takes_the_label():
    players = {1: {"bottled": "lambic", "pub": "lambic", "tiles": "brewpub"}}
    events = of(happened(at_work(1, 2, players=players), "process"), BatchSold, GoldLabelTaken)
    assert events == [
        BatchSold(1, "lambic", Vessel.TANK, SALE),
        GoldLabelTaken(1, "lambic"),
        BatchSold(1, "lambic", Vessel.BREWPUB, SALE),
    ]
