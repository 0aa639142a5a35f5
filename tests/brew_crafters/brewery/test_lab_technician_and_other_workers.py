"""BC-25 and what workers do in the brewery: the Lab Technician, the Salesperson, the Builder."""

from __future__ import annotations

import pytest

from taphouse.engine.brew_crafters.cards import NONE, STEPS, one, plus
from taphouse.engine.brew_crafters.events import (
    IngredientsTaken,
    MoneyPaid,
    MoneyTaken,
    SpaceTaken,
    StepTaken,
)
from taphouse.engine.brew_crafters.moves import Phase
from taphouse.engine.brew_crafters.state import (
    Closing,
    ToStep,
)
from tests.brew_crafters.brewery.shared import (
    EVERY_STEP,
    ROOM,
    SALE,
    TRACKS,
    does,
    gained,
    held,
    of,
    research,
    settle_with,
    together,
)
from tests.brew_crafters.build import (
    BOX,
    RULES,
    TILE,
    TRACK,
    after,
    asked,
    at_market,
    at_work,
    legal,
    money,
    position,
    refusal,
    step,
    stock,
)

# --- BC-25: the Lab Technician ----------------------------------------------------------------------------------------


STEP_PRICE = does("lab-technician").amount


def in_the_lab(**words):
    return at_work(1, 2, players={1: {"workers": "lab-technician", "money": STEP_PRICE} | words})


@pytest.mark.parametrize("second", TRACKS)
@pytest.mark.parametrize("first", ["fermentation", "flavour"])
def test_bc_25_a_lab_technician_s_second_step_is_on_any_track_the_same_or_another(first, second):
    state = settle_with(after(in_the_lab(), f"research {first}"), "coffee")
    assert asked(state) == (1, "second-step")
    assert legal(state) == ["no-second-step", *(f"second-step {track}" for track in TRACKS)]
    before = held(state)
    made = step(state, f"second-step {second}")
    assert made.events[:2] == (
        MoneyPaid(1, STEP_PRICE, "lab-technician"),
        StepTaken(1, second, STEPS[1 if second == first else 0]),
    )
    state = settle_with(made.state, "coffee")
    ingredients, dollars = (NONE, 0) if second == first else gained([research(second, 1)], 5)
    assert asked(state) == (2, "act")
    assert (held(state), money(state, 1)) == (plus(before, ingredients), dollars)
    assert sum(state.brewers[0].steps) == 2


def test_bc_25_a_second_step_need_not_be_taken():
    state = after(in_the_lab(), "research fermentation", "no-second-step")
    assert asked(state) == (2, "act")
    assert (sum(state.brewers[0].steps), money(state, 1)) == (1, STEP_PRICE)


def test_bc_25_there_is_no_third_step():
    assert asked(after(in_the_lab(money=50), "research fermentation", "second-step fermentation")) == (2, "act")


def test_bc_25_there_is_no_second_step_without_a_lab_technician():
    assert asked(after(in_the_lab(workers=""), "research fermentation")) == (2, "act")


@pytest.mark.parametrize("words", ["process", "install oak-barrelhouse"])
def test_bc_25_there_is_no_second_step_after_another_action(words):
    assert asked(after(in_the_lab(), words)) == (2, "act")


def test_bc_25_a_second_step_is_not_for_who_cannot_pay():
    state = after(in_the_lab(money=STEP_PRICE - 1), "research fermentation")
    assert asked(state) == (2, "act")
    poor = {1: {"workers": "lab-technician", "money": STEP_PRICE - 1}}
    asked_for = position(Closing(), ToStep(1), phase=Phase.BREWERY, players=poor)
    assert refusal(asked_for, "second-step agronomy").rule == "BC-25"
    assert legal(asked_for) == ["no-second-step"]


def test_bc_25_there_is_no_second_step_where_no_track_has_one_left():
    steps = EVERY_STEP | {"fermentation": 3}
    state = after(in_the_lab(steps=steps), "research fermentation")
    assert asked(state) == (2, "act")
    assert money(state, 1) == STEP_PRICE


def test_bc_25_a_second_step_is_on_a_track_that_has_one_left():
    state = after(in_the_lab(steps={"fermentation": 3, "agronomy": 4}), "research fermentation")
    assert legal(state) == ["no-second-step", "second-step flavour", "second-step business"]
    for track in ("fermentation", "agronomy", "alchemy"):
        assert refusal(state, f"second-step {track}").rule == "BC-25"


def test_bc_25_the_money_of_business_s_experimental_step_pays_the_second_step():
    dollars = research("business", 1).amount
    poor = max(0, STEP_PRICE - dollars)
    assert poor < STEP_PRICE
    state = after(in_the_lab(money=poor), "research business")
    assert asked(state) == (1, "second-step")
    state = after(state, "second-step business")
    assert money(state, 1) == poor + dollars - STEP_PRICE
    assert state.brewers[0].steps[TRACK["business"]] == 2


def test_bc_25_what_does_not_fit_is_discarded_before_the_second_step():
    state = after(in_the_lab(ingredients=f"coffee:{ROOM}"), "research agronomy")
    assert asked(state) == (1, "discard")
    state = after(state, f"discard coffee:{sum(research('agronomy', 1).stock)}")
    assert asked(state) == (1, "second-step")


def test_bc_25_a_breakthrough_taken_as_the_second_step_holds_from_then_on():
    words = {"steps": {"business": 1}, "bottled": "ale"}
    state = at_work(1, 1, 2, players={1: {"workers": "lab-technician", "money": STEP_PRICE} | words})
    state = after(state, "research business", "second-step business", "process")
    assert money(state, 1) == SALE + research("business", 3).amount


# --- workers in the brewery -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bottled", "pub"), [("", ""), ("ale", ""), ("ale ale", ""), ("", "ale"), ("ale stout", "lambic")]
)
def test_a_salesperson_adds_money_once_in_a_process_that_sells(bottled, pub):
    words = {"bottled": bottled, "pub": pub, "workers": "salesperson", "tiles": "double-batch-system brewpub"}
    made = step(at_work(1, 2, players={1: words}), "process")
    extra = does("salesperson").amount if bottled or pub else 0
    assert of(made.events, MoneyTaken) == ([MoneyTaken(1, extra, "salesperson", False)] if extra else [])
    assert money(made.state, 1) == 10 + SALE * len((bottled + " " + pub).split()) + extra


def test_a_salesperson_adds_money_in_every_process_that_sells_and_to_nobody_else():
    words = {"bottled": "ale", "tanks": "ale", "workers": "salesperson"}
    state = at_work(1, 2, 1, players={1: words, 2: {"bottled": "ale"}})
    state = after(state, "process", "process", "process")
    assert money(state, 1) == 10 + 2 * (SALE + does("salesperson").amount)
    assert money(state, 2) == 10 + SALE


def test_a_salesperson_and_research_add_money_together():
    words = {"bottled": "lambic", "workers": "salesperson", "steps": {"business": 3, "flavour": 3}}
    made = step(at_work(1, 2, players={1: words}), "process")
    extra = does("salesperson").amount + research("business", 3).amount + research("flavour", 3).amount
    assert money(made.state, 1) == 10 + SALE + extra


@pytest.mark.parametrize("name", TILE)
def test_a_builder_adds_basic_ingredients_of_choice_to_each_install(name):
    amount = does("builder").amount
    state = after(at_work(1, 2, players={1: {"workers": "builder"}}), f"install {name}")
    for _ in range(amount):
        assert (asked(state), legal(state)) == ((1, "choose"), ["choose malt", "choose hops", "choose yeast"])
        assert refusal(state, "choose fruit").rule in RULES.decision(state).rules
        state = after(state, "choose yeast")
    ingredients, _ = gained(BOX.tiles[TILE[name]].on_install, 0)
    assert (asked(state), held(state)) == ((2, "act"), plus(ingredients, one(2, amount)))


def test_a_builder_adds_different_ingredients_and_to_the_second_install_too():
    amount = does("builder").amount
    state = at_work(1, 1, 2, players={1: {"workers": "builder"}})
    for kind in ("malt", "hops"):
        state = settle_with(after(state, "install hops-infuser"), kind)
    ingredients, _ = gained(BOX.tiles[TILE["hops-infuser"]].on_install, 0)
    assert held(state) == together(ingredients, ingredients, one(0, amount), one(1, amount))


@pytest.mark.parametrize("words", ["process", "research fermentation"])
def test_a_builder_adds_nothing_to_other_actions(words):
    assert asked(after(at_work(1, 2, players={1: {"workers": "builder"}}), words)) == (2, "act")


def test_a_builder_s_ingredients_find_room_in_the_storehouse_that_is_built():
    state = after(at_work(1, 2, players={1: {"workers": "builder", "ingredients": "coffee:12"}}), "install storehouse")
    state = settle_with(state, "hops")
    assert asked(state) == (2, "act")
    ingredients, _ = gained(BOX.tiles[TILE["storehouse"]].on_install, 0)
    assert held(state) == together(stock("coffee:12"), ingredients, one(1, does("builder").amount))


@pytest.mark.parametrize("words", ["market maltster", "market coffee-importer coffee"])
def test_workers_of_the_brewery_do_nothing_at_the_market(words):
    workers = "salesperson brewmaster lab-technician builder"
    state = at_market(1, 2, lying={"maltster": 2}, players={1: {"workers": workers}})
    made = step(state, words)
    assert [type(event) for event in made.events] == [SpaceTaken, IngredientsTaken]


def test_both_of_the_builders_ingredients_are_chosen_before_what_does_not_fit_is_discarded():
    player, chosen = {"ingredients": f"malt:{ROOM}", "workers": "builder"}, does("builder").amount
    state = after(at_work(1, 2, players={1: player}), "install oak-barrelhouse")
    for _ in range(chosen):
        assert asked(state) == (1, "choose")
        state = after(state, "choose hops")
    assert asked(state) == (1, "discard")
    assert f"discard hops:{chosen}" in legal(state)
    wrong = refusal(after(at_work(1, 2, players={1: player}), "install oak-barrelhouse"), "choose fruit")
    assert wrong is not None
    assert wrong.rule == "BC-26"
