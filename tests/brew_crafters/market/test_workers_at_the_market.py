"""Additions of workers and research at the market."""

from __future__ import annotations

import pytest

from taphouse.engine.brew_crafters.cards import (
    NONE,
    EffectName,
    one,
    plus,
)
from tests.brew_crafters.build import (
    BOX,
    PARTNERSHIP,
    SPOKEN,
    after,
    asked,
    at_market,
    happened,
    into,
    legal,
    refusal,
    step,
    stock,
)
from tests.brew_crafters.market.shared import (
    ADVANCED_NAMES,
    BASIC_NAMES,
    BREAKTHROUGH,
    BUYER,
    CHOOSING,
    FORMING,
    HIRING,
    PLAIN,
    ROOM,
    SHIFTING,
    SIDES,
    act_of,
    bought,
    full,
    given_by,
    held,
    kinds,
    parts,
    sides_with,
    sum_of,
    taken,
)
from tests.edition_under_test import packaged_figures

GIVING_MALT = [words for words in sides_with(EffectName.TAKE) if SIDES[words][1].acts[0].stock[0]]


NO_MALT = [words for words in sides_with(EffectName.TAKE) if not SIDES[words][1].acts[0].stock[0]]


ADVANCED_OF_CHOICE = SIDES["market local-partnership ingredient"][1].acts[0].amount


@pytest.mark.parametrize("chosen", BASIC_NAMES)
@pytest.mark.parametrize("words", [words for words in PLAIN if any(given_by(words, 1))])
def test_the_buyer_gives_basic_ingredients_of_choice_when_ingredients_are_taken(words: str, chosen: str) -> None:
    space, _ = SIDES[words]
    lying = {space.name: 2} if space.amount else {}
    state = step(at_market(1, 2, seats=5, lying=lying, players={1: {"workers": "buyer"}}), words).state
    assert asked(state) == (1, "choose")
    refused = refusal(state, "choose fruit")
    assert refused is not None
    assert refused.rule == "BC-11"
    state = bought(state, *[chosen] * BUYER.amount)
    assert held(state, 1) == plus(given_by(words, 2), one(SPOKEN.index(chosen), BUYER.amount))
    assert asked(state) == (2, "market")


def test_what_the_buyer_gives_comes_from_the_buyer() -> None:
    state = after(at_market(1, 2, players={1: {"workers": "buyer"}}), "market mixed-delivery")
    assert taken(happened(state, "choose hops")) == [(1, "buyer", one(1))]


def test_the_buyer_gives_once_a_season_and_again_in_the_next() -> None:
    state = at_market(1, 1, players={1: {"workers": "buyer"}})
    state = bought(after(state, "market mixed-delivery"))
    assert state.brewers[0].supplied
    state = after(state, "market orchard-or-spice-market fruit")
    assert asked(state) == (1, "act")
    assert not state.brewers[0].supplied
    while state.phase == "BREWERY":
        state = after(state, legal(state)[0])
    assert asked(after(state, "market mixed-delivery")) == (1, "choose")


def test_positions_after_the_market_are_equal_whether_the_buyer_gave_in_it_or_not() -> None:
    gave, not_yet = (at_market(players={1: {"workers": "buyer", "supplied": gave}}) for gave in (True, False))
    assert asked(after(gave, "market private-investor money")) == (1, "act")
    assert after(gave, "market private-investor money") == after(not_yet, "market private-investor money")


@pytest.mark.parametrize(
    "words",
    [
        "market private-investor money",
        *[words for words in sides_with(EffectName.MONEY) if not any(given_by(words))],
        *SHIFTING,
        *sides_with(EffectName.TAKE_ALL),
    ],
)
def test_the_buyer_gives_nothing_for_money_a_shift_or_a_space_on_which_nothing_lies(words: str) -> None:
    lying = {"private-investor": 3}
    players = {1: {"workers": "buyer", "brewed": {"ale": 3}}}
    state = after(at_market(1, 2, seats=5, lying=lying, players=players), words)
    assert asked(state) == (2, "market")
    assert held(state, 1) == NONE
    assert not state.brewers[0].supplied


@pytest.mark.parametrize(("words", "then"), [(HIRING[0], "hire intern"), (FORMING[0], "form coffee-roaster")])
def test_the_buyer_gives_nothing_for_hiring_and_forming_and_still_gives_later(words: str, then: str) -> None:
    state = after(at_market(1, 2, 1, players={1: {"workers": "buyer"}}), words, then)
    assert asked(state) == (2, "market")
    assert not state.brewers[0].supplied
    state = after(state, "market hop-yard", "market mixed-delivery")
    assert asked(state) == (1, "choose")


def test_the_buyer_gives_nothing_for_a_trade() -> None:
    players = {1: {"workers": "buyer", "partnerships": "grain-elevator"}}
    state = after(at_market(1, 2, seats=4, players=players), "trade grain-elevator")
    assert asked(state) == (1, "market")
    assert not state.brewers[0].supplied


def test_the_buyer_gives_nothing_for_what_comes_at_the_seasons_start() -> None:
    made = into("summer", players={1: {"workers": "buyer maltings-manager"}})
    assert asked(made.state) == (1, "market")


@pytest.mark.parametrize("words", CHOOSING)
def test_the_buyer_gives_also_for_an_advanced_ingredient_of_choice(words: str) -> None:
    amount = SIDES[words][1].acts[0].amount
    state = after(at_market(1, 2, seats=5, players={1: {"workers": "buyer"}}), words)
    for names in [ADVANCED_NAMES] * amount + [BASIC_NAMES] * BUYER.amount:  # the Buyer's last
        assert asked(state) == (1, "choose")
        assert legal(state) == [f"choose {name}" for name in names]
        state = after(state, "choose yeast" if names == BASIC_NAMES else "choose coffee")
    assert held(state, 1) == plus(one(2, BUYER.amount), one(5, amount))
    assert asked(state) == (2, "market")


def test_a_buyer_hired_in_mid_season_gives_with_the_next_ingredients_that_are_taken() -> None:
    state = at_market(1, 1, workers="buyer intern")
    state = after(state, HIRING[0], "hire buyer")
    assert asked(state) == (1, "market")
    assert asked(after(state, "market mixed-delivery")) == (1, "choose")


def test_a_buyer_hired_after_ingredients_were_taken_still_gives_once_in_that_season() -> None:
    state = at_market(1, 1, 1, workers="buyer intern")
    state = after(state, "market mixed-delivery", HIRING[0], "hire buyer", "market orchard-or-spice-market fruit")
    assert asked(state) == (1, "choose")


def test_bc_14_what_the_buyer_gives_is_chosen_before_anything_is_discarded() -> None:
    start = f"hops:{ROOM}"
    state = at_market(1, 2, lying={"maltster": 3}, players={1: {"workers": "buyer", "ingredients": start}})
    state = bought(after(state, "market maltster"))
    assert asked(state) == (1, "discard")
    now = sum_of(stock(start), one(0, 3), one(2, BUYER.amount))
    assert held(state, 1) == now
    assert {*legal(state)} == parts(now, sum(now) - ROOM)
    made = step(state, legal(state)[-1])
    assert kinds(made.events) == ["IngredientsDiscarded"]
    assert asked(made.state) == (2, "market")


def test_what_does_not_fit_is_discarded_once_all_that_may_be_chosen_is_chosen() -> None:
    full = f"hops:{ROOM}"
    state = at_market(1, 2, players={1: {"ingredients": full, "workers": "buyer"}})
    state = after(state, "market local-partnership ingredient")
    for words in ["choose fruit"] * ADVANCED_OF_CHOICE + ["choose malt"] * BUYER.amount:
        assert asked(state) == (1, "choose")
        state = after(state, words)
    assert asked(state) == (1, "discard")
    due = ADVANCED_OF_CHOICE + BUYER.amount
    assert {*legal(state)} == parts(held(state, 1), due)
    assert asked(after(state, f"discard hops:{due}")) == (2, "market")


@packaged_figures
def test_what_is_bought_while_choosing_is_discarded_with_the_rest() -> None:
    player = {"ingredients": f"hops:{ROOM}", "workers": "buyer", "partnerships": "coffee-roaster"}
    state = after(
        at_market(1, 2, lying={"maltster": 3}, players={1: player}), "market maltster", "trade coffee-roaster"
    )
    assert asked(state) == (1, "choose")
    state = after(state, "choose yeast")
    assert asked(state) == (1, "discard")
    assert asked(after(state, "discard malt:3,hops:1,coffee:1")) == (2, "market")


@pytest.mark.parametrize("steps", range(5))
@pytest.mark.parametrize("words", ["market maltster", *GIVING_MALT])
def test_the_agronomy_breakthrough_gives_more_malt_with_malt_from_a_market_space(words: str, steps: int) -> None:
    players = {1: {"steps": {"agronomy": steps}}}
    made = step(at_market(1, 2, seats=5, lying={"maltster": 3}, players=players), words)
    given, more = given_by(words, 3), BREAKTHROUGH.stock if steps >= 3 else NONE
    assert taken(made.events) == [(1, words.split()[1], given)] + [(1, "agronomy", more)] * any(more)
    assert held(made.state, 1) == plus(given, more)
    assert asked(made.state) == (2, "market")


@pytest.mark.parametrize("words", NO_MALT)
def test_the_agronomy_breakthrough_gives_nothing_where_no_malt_is_taken(words: str) -> None:
    state = after(at_market(1, 2, seats=5, players={1: {"steps": {"agronomy": 3}}}), words)
    assert held(state, 1) == given_by(words)


def test_the_agronomy_breakthrough_gives_nothing_where_the_maltster_has_no_malt() -> None:
    state = after(at_market(1, 2, players={1: {"steps": {"agronomy": 3}}}), "market maltster")
    assert held(state, 1) == NONE


def test_the_agronomy_breakthrough_gives_nothing_for_malt_that_the_buyer_gives() -> None:
    players = {1: {"workers": "buyer", "steps": {"agronomy": 3}}}
    state = after(at_market(1, 2, lying={"hop-yard": 2}, players=players), "market hop-yard")
    for _ in range(BUYER.amount):
        made = step(state, "choose malt")
        assert taken(made.events) == [(1, "buyer", one(0))]
        state = made.state
    assert held(state, 1) == (BUYER.amount, 2, 0, 0, 0, 0)


@packaged_figures
def test_the_agronomy_breakthrough_gives_every_time_and_to_nobody_else() -> None:
    state = at_market(1, 2, 1, seats=3, lying={"maltster": 3}, players={1: {"steps": {"agronomy": 3}}})
    state = after(state, "market maltster", "market grain-silo", "market mixed-delivery")
    more = tuple(2 * n for n in BREAKTHROUGH.stock)
    assert held(state, 1) == sum_of(one(0, 3), given_by("market mixed-delivery"), more)
    assert held(state, 2) == given_by("market grain-silo")


def test_the_agronomy_breakthrough_gives_nothing_for_malt_of_a_partnership_or_of_a_worker() -> None:
    players = {1: {"steps": {"agronomy": 3}, "partnerships": "grain-elevator"}}
    state = after(at_market(1, 2, seats=4, players=players), "trade grain-elevator")
    assert held(state, 1) == BOX.partnerships[PARTNERSHIP["grain-elevator"]].gives
    made = into("summer", players={1: {"steps": {"agronomy": 3}, "workers": "maltings-manager"}})
    assert held(made.state, 1) == act_of("maltings-manager").stock


@pytest.mark.parametrize("chosen", BASIC_NAMES)
def test_the_buyer_and_the_agronomy_breakthrough_give_both_with_the_same_malt(chosen: str) -> None:
    players = {1: {"workers": "buyer", "steps": {"agronomy": 3}}}
    state = after(at_market(1, 2, lying={"maltster": 3}, players=players), "market maltster")
    assert held(state, 1) == plus(one(0, 3), BREAKTHROUGH.stock)
    state = bought(state, *[chosen] * BUYER.amount)
    assert held(state, 1) == sum_of(one(0, 3), BREAKTHROUGH.stock, one(SPOKEN.index(chosen), BUYER.amount))
    assert asked(state) == (2, "market")


def test_bc_14_malt_of_the_breakthrough_counts_with_the_malt_that_brought_it() -> None:
    more = sum(BREAKTHROUGH.stock)
    players = {1: {"steps": {"agronomy": 3}, "ingredients": full(less=3)}}
    state = after(at_market(1, 2, lying={"maltster": 3}, players=players), "market maltster")
    assert asked(state) == (1, "discard")
    assert {*legal(state)} == parts((3 + more, ROOM - 3, 0, 0, 0, 0), more)
