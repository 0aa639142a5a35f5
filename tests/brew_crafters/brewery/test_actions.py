"""BC-19: brewery actions."""

from __future__ import annotations

import pytest

from taphouse.engine.brew_crafters.cards import INDEX, Ingredient
from taphouse.engine.brew_crafters.events import (
    BatchBottled,
    BatchSold,
    BeerProcessed,
)
from taphouse.engine.brew_crafters.moves import Phase
from taphouse.engine.brew_crafters.rules.collaborate import EndOfAction
from taphouse.engine.brew_crafters.state import (
    Closing,
    Extras,
    Opening,
    ToEnd,
    ToMarket,
)
from tests.brew_crafters.brewery.shared import (
    EVERY_STEP,
    INSTALLS,
    PLENTY,
    beer,
    of,
    portion,
    settled,
    worded,
)
from tests.brew_crafters.build import (
    BOX,
    PARTNERSHIP,
    PORTION,
    TILE,
    TRACK,
    after,
    asked,
    at_market,
    at_tank,
    at_work,
    happened,
    legal,
    position,
    refusal,
    step,
    stock,
)
from tests.edition_under_test import packaged_figures

EVERY_TILE = " ".join(INSTALLS)
COFFEE = INDEX[Ingredient.COFFEE]


ROASTER = BOX.partnerships[PARTNERSHIP["coffee-roaster"]]


def brewery(shifts, first):
    """The Brewery phase begins for players of so many shifts, with nothing to be done in it but to process nothing."""
    players = {seat: {"shifts": number} for seat, number in enumerate(shifts, 1)}
    pending = (Closing(), Opening("BREWERY"), Extras(first), ToMarket(1))
    state = position(*pending, seats=len(shifts), first=first, players=players)
    return after(state, "market coffee-importer money")


@pytest.mark.parametrize(
    ("shifts", "first", "order"),
    [
        ((1, 1), 1, [1, 2]),
        ((1, 1), 2, [2, 1]),
        ((2, 1), 1, [1, 2, 1]),
        ((1, 3), 1, [1, 2, 2, 2]),
        ((2, 1, 3), 1, [1, 2, 3, 1, 3, 3]),
        ((2, 1, 3), 2, [2, 3, 1, 3, 1, 3]),
        ((3, 3, 3, 3), 4, [4, 1, 2, 3] * 3),
        ((1, 2, 1, 2, 3), 3, [3, 4, 5, 1, 2, 4, 5, 2, 5]),
    ],
)
def test_bc_19_all_first_actions_come_before_any_second_from_the_starting_player_round(shifts, first, order):
    state, acted = brewery(shifts, first), []
    while state.phase == Phase.BREWERY.name:
        acted.append(asked(state)[0])
        state = after(state, "process")
    assert acted == order
    assert (state.season, asked(state)) == (1, (first, "market"))


def test_bc_19_who_became_starting_player_at_the_market_acts_first():
    state = at_market(2, 2, seats=3, lying={"private-investor": 1})
    state = after(state, "market private-investor money", "market coffee-importer money")
    assert asked(state) == (2, "act")
    assert asked(after(state, "process")) == (3, "act")
    assert asked(after(state, "process", "process")) == (1, "act")


def test_bc_19_beer_may_be_processed_with_nothing_to_do():
    state = at_work(1, 2)
    made = step(state, "process")
    assert made.events == (BeerProcessed(1),)
    assert made.state.brewers == state.brewers
    assert asked(made.state) == (2, "act")


def test_bc_20_that_beer_is_processed_is_told_before_what_comes_of_it():
    words = {"bottled": "ale", "tanks": "porter", "ingredients": PLENTY}
    made = step(at_work(1, 2, players={1: words}), "process")
    assert [type(event) for event in made.events] == [BeerProcessed, BatchSold, BatchBottled]
    assert of(happened(made.state, "brew ale"), BeerProcessed) == []


def test_bc_20_beer_that_is_processed_without_a_question_is_told_too():
    words = {"tiles": EVERY_TILE, "steps": EVERY_STEP, "bottled": "ale"}
    made = step(at_work(2, 1, 2, players={1: words}), "process")
    assert [type(event) for event in made.events[:3]] == [BeerProcessed, BeerProcessed, BatchSold]
    assert of(made.events, BeerProcessed) == [BeerProcessed(2), BeerProcessed(1)]


@pytest.mark.parametrize("words", ["research business", "install mash-tun"])
def test_bc_19_of_other_actions_it_is_not_told_that_beer_is_processed(words):
    made = step(at_work(1, 2), words)
    assert of(made.events, BeerProcessed) == []


def test_bc_19_an_action_is_one_of_three_things_and_processing_comes_first():
    state = at_work()
    assert asked(state) == (1, "act")
    expected = ["process", *(f"research {t.name}" for t in BOX.tracks), *(f"install {t.name}" for t in BOX.tiles)]
    assert legal(state) == expected
    assert legal(at_work(1, 1, players={1: {"ingredients": PLENTY}}))[: len(expected)] == expected


@pytest.mark.parametrize("words", ["process", "research agronomy", "install mash-tun"])
def test_bc_19_an_action_is_spent_by_any_of_the_three_things(words):
    assert asked(settled(after(at_work(1, 2), words))) == (2, "act")


@pytest.mark.parametrize("words", ["process", "research agronomy", "install mash-tun"])
@pytest.mark.parametrize(
    "state",
    [
        at_tank(players={1: {"ingredients": PLENTY}}),
        position(Closing(), ToEnd(1, False, 0), seats=3, phase=Phase.BREWERY, players={1: {"ingredients": PLENTY}}),
    ],
    ids=["brewing", "after brewing"],
)
def test_bc_19_nothing_else_is_begun_while_beer_is_processed(state, words):
    assert refusal(state, words).rule == "BC-19"
    assert words not in legal(state)


def test_bc_19_nobody_blocks_anybody():
    state = at_work(1, 2, 1, 2)
    state = after(state, "install mash-tun", "install mash-tun", "research fermentation", "research fermentation")
    assert [brewer.tiles for brewer in state.brewers] == [(TILE["mash-tun"],)] * 2
    assert [brewer.steps[TRACK["fermentation"]] for brewer in state.brewers] == [1, 1]


@pytest.mark.parametrize("words", ["process", "research business", "install farm", "collaborate malt", "end-action"])
def test_bc_19_brewery_actions_are_not_for_the_market_phase(words):
    assert refusal(at_market(seats=3, players={1: {"ingredients": PLENTY}}), words) is not None


def test_bc_19_a_vessel_is_left_empty_and_the_action_ended_where_nothing_else_is_possible():
    state = at_work(
        1, 2, seats=3, players={1: {"ingredients": "malt:2,hops:1", "tiles": "double-batch-system brewpub"}}
    )
    assert asked(after(state, "process")) == (2, "act")


def test_bc_19_a_vessel_is_asked_for_where_a_batch_is_possible():
    state = after(at_work(1, 2, players={1: {"ingredients": worded(beer("ale").cost)}}), "process")
    assert (asked(state), legal(state)) == ((1, "brew"), ["leave-empty", "brew ale"])
    assert asked(after(state, "leave-empty")) == (2, "act")


def test_bc_19_the_end_is_asked_for_where_a_portion_could_still_be_given():
    state = after(at_work(1, 2, seats=3, players={1: {"ingredients": portion("hops")}}), "process")
    assert (asked(state), legal(state)) == ((1, "end-action"), ["end-action", "collaborate hops"])
    assert asked(after(state, "end-action")) == (2, "act")


SHORT = "malt:3,hops:1,yeast:2"
"""All that a Lambic takes but 2 fruit; nothing else can be brewed of it."""


def short_of_fruit(**words):
    """Seat 1 processes beer, and lacks the fruit of a Lambic alone; nobody collaborates."""
    words = {"partnerships": "orchard-grower", "money": 2, "sold": {"ale": 1}, "ingredients": SHORT} | words
    return after(at_work(1, 2, players={1: words}), "process")


@packaged_figures
def test_bc_16_a_vessel_is_asked_for_where_trades_make_a_batch_possible():
    state = short_of_fruit()
    assert (asked(state), legal(state)) == ((1, "brew"), ["leave-empty", "trade orchard-grower"])
    assert "brew lambic" in legal(after(state, "trade orchard-grower", "trade orchard-grower"))
    assert asked(after(state, "leave-empty")) == (2, "act")


@packaged_figures
@pytest.mark.parametrize(
    "words",
    [
        {"money": 1},
        {"sold": {"porter": 1}},
        {"ingredients": "malt:3,hops:1,yeast:1"},
        {"partnerships": "coffee-roaster"},
        {"partnerships": ""},
    ],
    ids=["too little money", "not open", "yeast lacks too", "of another partner", "no partner"],
)
def test_bc_16_an_action_ends_by_itself_where_no_trade_makes_a_batch_possible(words):
    assert asked(short_of_fruit(**words)) == (2, "act")


def test_bc_16_the_end_is_asked_for_where_trades_make_a_portion_possible():
    portions = {"malt": 2, "hops": 3, "yeast": 2}
    needed = BOX.portions[PORTION["advanced"]].advanced
    enough = -(-needed // ROASTER.gives[COFFEE]) * ROASTER.price
    for money_there, task in ((enough, (1, "end-action")), (enough - 1, (2, "act"))):
        words = {"partnerships": "coffee-roaster", "money": money_there}
        state = at_work(1, 2, seats=3, portions=portions, players={1: words})
        assert asked(after(state, "process")) == task


@packaged_figures
@pytest.mark.parametrize(
    ("cost", "dollars"), [("fruit:1,spices:2", 3), ("malt:4,spices:1", 3), ("malt:3", 2), ("hops:2", 0)]
)
def test_bc_16_what_a_player_could_have_takes_trades_with_each_partner(cost, dollars):
    """They have 2 hops, and pay $1 for 1 fruit, 1 spices or 2 malt."""
    words = {"partnerships": "orchard-grower spices-importer grain-elevator", "ingredients": "hops:2"}
    asks = EndOfAction(BOX, frozenset())
    for there in (dollars, dollars - 1):
        state = position(players={1: words | {"money": max(0, there)}})
        assert asks.could_have(state, 1, [stock(cost)]) is (dollars in (there, 0))
    assert not asks.could_have(position(players={1: words}), 1, [stock("yeast:1")])


def test_bc_19_who_has_all_tiles_and_steps_processes_without_being_asked():
    words = {"tiles": EVERY_TILE, "steps": EVERY_STEP, "bottled": "ale"}
    made = step(at_work(2, 1, 2, players={1: words}), "process")
    assert len(of(made.events, BatchSold)) == 1
    assert asked(made.state) == (2, "act")


def test_bc_19_who_has_all_tiles_and_steps_is_asked_where_they_could_collaborate_or_buy_a_portion():
    words = {"tiles": EVERY_TILE, "steps": EVERY_STEP, "bottled": "ale"}
    owner = words | {"partnerships": "coffee-roaster"}
    assert asked(after(at_work(2, 1, 2, players={1: owner}), "process")) == (2, "act")
    state = after(at_work(2, 1, 2, seats=3, players={1: owner}), "process")
    assert (asked(state), legal(state)) == ((1, "act"), ["process", "trade coffee-roaster"])
    state = after(at_work(2, 1, 2, seats=3, players={1: words | {"ingredients": portion("yeast")}}), "process")
    assert (asked(state), legal(state)) == ((1, "act"), ["process", "collaborate yeast"])
