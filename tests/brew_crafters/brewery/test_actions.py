"""BC-19: brewery actions."""

from __future__ import annotations

import pytest

from taphouse.engine.brew_crafters.events import (
    BatchBottled,
    BatchSold,
    BeerProcessed,
)
from taphouse.engine.brew_crafters.moves import Phase
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
    held,
    of,
    portion,
    settled,
    worded,
)
from tests.brew_crafters.build import (
    BOX,
    PARTNERSHIP,
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
)

EVERY_TILE = " ".join(INSTALLS)


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


def test_bc_19_a_vessel_and_the_end_are_asked_for_where_a_trade_is_possible():
    state = after(at_work(1, 2, players={1: {"partnerships": "coffee-roaster"}}), "process")
    assert (asked(state), legal(state)) == ((1, "brew"), ["leave-empty", "trade coffee-roaster"])
    state = after(state, "trade coffee-roaster", "leave-empty")
    assert (asked(state), legal(state)) == ((1, "end-action"), ["end-action", "trade coffee-roaster"])
    assert held(state) == ROASTER.gives
    assert asked(after(state, "trade coffee-roaster")) == (1, "end-action")
    assert asked(after(state, "end-action")) == (2, "act")


def test_bc_19_an_action_ends_by_itself_where_the_trade_is_too_dear():
    players = {1: {"partnerships": "coffee-roaster", "money": ROASTER.price - 1}}
    assert asked(after(at_work(1, 2, players=players), "process")) == (2, "act")


def test_bc_19_an_action_ends_by_itself_once_the_last_money_is_traded():
    players = {1: {"partnerships": "coffee-roaster", "money": ROASTER.price}}
    assert asked(after(at_work(1, 2, players=players), "process", "trade coffee-roaster")) == (2, "act")


def test_bc_19_who_has_all_tiles_and_steps_processes_without_being_asked():
    words = {"tiles": EVERY_TILE, "steps": EVERY_STEP, "bottled": "ale"}
    made = step(at_work(2, 1, 2, players={1: words}), "process")
    assert len(of(made.events, BatchSold)) == 1
    assert asked(made.state) == (2, "act")


def test_bc_19_who_has_all_tiles_and_steps_is_asked_where_they_could_trade_or_collaborate():
    words = {"tiles": EVERY_TILE, "steps": EVERY_STEP, "bottled": "ale"}
    state = after(at_work(2, 1, 2, players={1: words | {"partnerships": "coffee-roaster"}}), "process")
    assert (asked(state), legal(state)) == ((1, "act"), ["process", "trade coffee-roaster"])
    state = after(at_work(2, 1, 2, seats=3, players={1: words | {"ingredients": portion("yeast")}}), "process")
    assert (asked(state), legal(state)) == ((1, "act"), ["process", "collaborate yeast"])
