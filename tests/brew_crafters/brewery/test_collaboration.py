"""BC-23, BC-24: collaboration."""

from __future__ import annotations

from itertools import combinations

import pytest
from msgspec.structs import replace

from taphouse.engine.brew_crafters.cards import BASICS, NONE, SPOKEN
from taphouse.engine.brew_crafters.events import (
    BatchBrewed,
    BatchSold,
    BeerProcessed,
    BonusPointsTaken,
    CollaborationSold,
    GoldLabelTaken,
    MoneyTaken,
    PortionGiven,
)
from taphouse.engine.brew_crafters.state import (
    Closing,
    ToEnd,
)
from tests.brew_crafters.brewery.shared import (
    PLENTY,
    batches,
    beer,
    does,
    held,
    less,
    of,
    portion,
    prompt,
    sold,
    together,
    worded,
)
from tests.brew_crafters.build import (
    BOX,
    PARTNERSHIP,
    PORTION,
    after,
    asked,
    at_work,
    legal,
    money,
    position,
    refusal,
    score,
    step,
    stock,
)
from tests.edition_under_test import packaged_figures

IMPORTER = BOX.partnerships[PARTNERSHIP["spices-importer"]]


GIFTS = [(name, portion(name)) for name in ("malt", "hops", "yeast")]


GIFTS += [(f"advanced {kind}", f"{kind}:{BOX.portions[PORTION['advanced']].advanced}") for kind in SPOKEN[BASICS:]]
"""The portions as moves name them, and what they take."""


def working(*seats, **words):
    """The Brewery phase of a game of three, in which seat 1 could always trade."""
    players = {1: {"partnerships": "coffee-roaster", "ingredients": PLENTY} | words.pop("one", {})}
    return at_work(*(seats or (1, 2)), **{"seats": 3, "players": players | words.pop("others", {})} | words)


@pytest.mark.parametrize(("gift", "cost"), GIFTS)
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_bc_23_each_portion_takes_what_it_says_and_stays_with_its_giver(gift, cost, seats):
    made = step(at_work(1, 2, seats=seats, players={1: {"ingredients": cost}}), f"collaborate {gift}")
    assert held(made.state) == NONE
    portion = gift.split()[0]
    assert made.state.portions[PORTION[portion]] == 1
    assert sum(made.state.portions) == 1
    given = made.events[0]
    assert isinstance(given, PortionGiven)
    assert (given.seat, given.portion) == (1, portion)
    assert money(made.state, 1) == 10
    assert made.state.brewers[0].bonus == 0


@pytest.mark.parametrize(("gift", "cost"), GIFTS)
def test_bc_23_one_ingredient_short_of_a_portion_is_not_enough(gift, cost):
    name, _, number = cost.partition(":")
    short = at_work(1, 2, seats=3, players={1: {"ingredients": f"{name}:{int(number) - 1}"}})
    assert f"collaborate {gift}" not in legal(short)
    assert refusal(short, f"collaborate {gift}").rule == "BC-23"


@pytest.mark.parametrize(("gift", "cost"), GIFTS)
def test_bc_23_a_portion_short_of_an_ingredient_is_not_given(gift, cost):
    kind = next(i for i, count in enumerate(stock(cost)) if count)
    state = at_work(1, 2, seats=3, players={1: {"ingredients": worded(less((40,) * 6, kind, 41 - stock(cost)[kind]))}})
    assert refusal(state, f"collaborate {gift}").rule == "BC-23"
    assert f"collaborate {gift}" not in legal(state)
    assert refusal(at_work(1, 2, seats=3), f"collaborate {gift}").rule == "BC-23"


def test_bc_23_all_portions_are_offered_of_which_the_ingredients_are_there():
    offered = [words for words in legal(working()) if words.startswith("collaborate")]
    assert offered == [f"collaborate {gift}" for gift, _ in GIFTS]


@pytest.mark.parametrize("words", ["advanced", "advanced malt", "malt fruit", "barrels"])
def test_bc_23_a_portion_must_be_named_as_it_is(words):
    assert refusal(working(), f"collaborate {words}").rule == "BC-23"


@pytest.mark.parametrize("giver", [1, 2, 3])
@pytest.mark.parametrize(("gift", "cost"), GIFTS)
def test_bc_23_a_portion_that_was_given_is_not_given_again(gift, cost, giver):
    state = working(portions={gift.split()[0]: giver})
    assert refusal(state, f"collaborate {gift}").rule == "BC-23"
    assert f"collaborate {gift}" not in legal(state)


def test_bc_23_before_processing_or_without_it():
    state = after(working(one={"bottled": "ale"}), "collaborate hops")
    assert (asked(state), legal(state)) == ((1, "process"), ["end-action", "process", "trade coffee-roaster"])
    assert prompt(state) == "You have collaborated: process beer, or end the action."
    assert sold(state) == {}
    for words, rule in (("research agronomy", "BC-19"), ("install mash-tun", "BC-19"), ("collaborate malt", "BC-23")):
        assert refusal(state, words).rule == rule
    processed = after(state, "process")
    assert (asked(processed), sold(processed)) == ((1, "brew"), {"ale": 1})
    ended = after(state, "end-action")
    assert (asked(ended), sold(ended), batches(ended)) == ((2, "act"), {}, batches(state))


def test_bc_23_nobody_is_made_to_process_after_collaborating():
    state = at_work(1, 2, seats=3, players={1: {"ingredients": portion("hops"), "bottled": "ale"}})
    made = step(state, "collaborate hops")
    assert of(made.events, BeerProcessed, BatchSold) == []
    assert (asked(made.state), legal(made.state)) == ((1, "process"), ["end-action", "process"])


def test_bc_23_after_processing():
    state = after(working(), "process", "brew ale")
    assert asked(state) == (1, "end-action")
    assert [w for w in legal(state) if w.startswith("collaborate")] == [f"collaborate {gift}" for gift, _ in GIFTS]
    state = after(state, "collaborate malt")
    assert state.portions[PORTION["malt"]] == 1
    assert asked(state) == (2, "act")


def test_bc_23_after_processing_the_action_ends_by_itself_once_a_portion_is_given():
    state = at_work(1, 2, seats=3, players={1: {"ingredients": f"{portion('hops')},yeast:1"}})
    assert asked(after(state, "process", "collaborate hops")) == (2, "act")


@pytest.mark.parametrize("words", ["collaborate hops, process, leave-empty", "process, leave-empty, collaborate hops"])
def test_bc_23_once_in_an_action(words):
    assert asked(after(working(), *words.split(", "))) == (2, "act")
    state = position(Closing(), ToEnd(1, True, 0), seats=3, players={1: {"ingredients": PLENTY}})
    assert refusal(state, "collaborate yeast").rule == "BC-23"
    assert not any(words.startswith("collaborate") for words in legal(state))


def test_bc_23_again_in_the_next_action():
    state = after(working(1, 1), "collaborate hops", "process", "leave-empty")
    assert asked(state) == (1, "act")
    assert after(state, "collaborate yeast").portions == tuple(
        1 if name in ("hops", "yeast") else 0 for name in PORTION
    )


def test_bc_23_not_while_brewing():
    state = after(working(), "process")
    assert refusal(state, "collaborate hops").rule == "BC-23"
    assert not any(words.startswith("collaborate") for words in legal(state))


def test_bc_23_no_portion_beside_research_or_an_install():
    for words in ("research fermentation", "install oak-barrelhouse"):
        assert asked(after(at_work(1, 2, seats=3, players={1: {"ingredients": "hops:2"}}), words)) == (2, "act")


def test_bc_23_there_is_no_collaboration_with_two_players():
    players = {1: {"ingredients": PLENTY}}
    for state in (at_work(1, 2, players=players), position(Closing(), ToEnd(1, False, 0), players=players)):
        assert state.portions == ()
        assert refusal(state, "collaborate malt").rule == "BC-06"
        assert not any(words.startswith("collaborate") for words in legal(state))
    assert asked(after(at_work(1, 2, players=players), "process", "brew ale")) == (2, "act")


def payments(givers, hosts=()):
    """The pay of each portion to its giver, in the order of the card."""
    events = []
    for giver, pays in zip(givers, BOX.portions, strict=True):
        if pays.points:
            events.append(BonusPointsTaken(giver, pays.points, pays.name))
        if pays.money:
            events.append(MoneyTaken(giver, pays.money, pays.name))
        if giver in hosts:
            events.append(BonusPointsTaken(giver, does("festival-host").amount, "festival-host"))
    return events


@pytest.mark.parametrize("last", [gift for gift, _ in GIFTS])
@pytest.mark.parametrize("others", [(2, 3, 4), (2, 2, 2), (1, 2, 1), (3, 1, 1), (4, 4, 1)])
@pytest.mark.parametrize("before", [True, False], ids=["before processing", "after processing"])
def test_bc_24_with_the_fourth_portion_every_giver_is_paid_for_each_of_theirs(last, others, before):
    there = [name for name in PORTION if name != last.split()[0]]
    state = working(seats=4, portions=dict(zip(there, others, strict=True)))
    if not before:
        state = after(state, "process", "leave-empty")
    givers = tuple(giver or 1 for giver in state.portions)
    made = step(state, f"collaborate {last}")
    assert made.state.portions == (0, 0, 0, 0)
    sale = next(i for i, event in enumerate(made.events) if isinstance(event, CollaborationSold))
    assert made.events[sale] == CollaborationSold(givers)
    paid = payments(givers)
    assert list(made.events[sale + 1 : sale + 1 + len(paid)]) == paid
    for seat in range(1, 5):
        given = [portion for portion, giver in zip(BOX.portions, givers, strict=True) if giver == seat]
        assert made.state.brewers[seat - 1].bonus == sum(portion.points for portion in given)
        assert money(made.state, seat) == 10 + sum(portion.money for portion in given)
        assert score(made.state, seat)["Bonus points"] == sum(portion.points for portion in given)
    assert asked(made.state) == ((1, "process") if before else (2, "act"))


@pytest.mark.parametrize("last", ["malt", "hops", "yeast"])
def test_bc_24_a_finished_collaboration_counts_as_nobody_s_batch(last):
    state = working(portions={name: 2 for name in PORTION if name != last}, one={"shifts": 1, "sold": {"ale": 2}})
    made = step(state, f"collaborate {last}")
    for before, now in zip(state.brewers, made.state.brewers, strict=True):
        assert (now.brewed, now.sold, now.beer, now.tanks, now.bottled) == (
            before.brewed, before.sold, before.beer, before.tanks, before.bottled,
        )  # fmt: skip
    assert made.state.labels == state.labels
    assert of(made.events, BatchBrewed, BatchSold, GoldLabelTaken) == []


@packaged_figures
def test_bc_24_the_malt_portion_pays_what_the_rule_book_says():
    assert BOX.portions[PORTION["malt"]][2:] == (stock("malt:3"), 0, 2, 1)


def test_bc_24_nobody_is_paid_before():
    state = working(portions={"malt": 2, "hops": 3})
    made = step(state, "collaborate yeast")
    assert of(made.events, CollaborationSold, MoneyTaken, BonusPointsTaken) == []
    assert [brewer.bonus for brewer in made.state.brewers] == [0, 0, 0]


@pytest.mark.parametrize("three", [*combinations(PORTION, 3)], ids="-".join)
def test_bc_24_who_gave_three_may_not_give_the_fourth_but_somebody_else_may(three):
    gift = next(gift for gift, _ in GIFTS if gift.split()[0] not in three)
    state = working(1, 2, portions=dict.fromkeys(three, 1), others={2: {"ingredients": PLENTY}})
    for mine in (state, replace(state, pending=(*state.pending[:-1], ToEnd(1, False, 0)))):
        assert refusal(mine, f"collaborate {gift}").rule == "BC-24"
        assert not any(words.startswith("collaborate") for words in legal(mine))
    state = after(state, "process", "leave-empty")
    assert asked(state) == (2, "act")
    state = after(state, f"collaborate {gift}")
    assert state.portions == (0, 0, 0, 0)
    assert money(state, 1) == 10 + sum(BOX.portions[PORTION[name]].money for name in three)


def test_bc_24_who_gave_two_may_give_the_third_and_who_is_not_alone_the_fourth():
    assert "collaborate yeast" in legal(working(portions={"malt": 1, "hops": 1}))
    assert "collaborate yeast" in legal(working(portions={"malt": 1, "hops": 1, "advanced": 2}))


def test_bc_24_the_card_is_open_again_at_once():
    state = working(1, 2, portions={"malt": 2, "hops": 2, "advanced": 3}, others={2: {"ingredients": PLENTY}})
    state = after(state, "collaborate yeast", "process", "leave-empty")
    assert [w for w in legal(state) if w.startswith("collaborate")] == [f"collaborate {gift}" for gift, _ in GIFTS]
    assert after(state, "collaborate yeast").portions[PORTION["yeast"]] == 2


def test_bc_24_money_earned_before_processing_pays_a_trade_while_brewing():
    cost = beer("vanilla-porter").cost
    ingredients = together(less(cost, 4), stock(portion("malt")))
    words = {"money": 0, "partnerships": "spices-importer", "ingredients": worded(ingredients), "sold": {"porter": 1}}
    others = {"hops": 2, "yeast": 2, "advanced": 3}
    assert 0 < IMPORTER.price <= BOX.portions[PORTION["malt"]].money
    state = at_work(1, 2, seats=3, portions=others, players={1: words})
    assert refusal(state, "trade spices-importer").rule == "BC-16"
    state = after(state, "collaborate malt")
    assert money(state, 1) == BOX.portions[PORTION["malt"]].money
    state = after(state, "process")
    assert (asked(state)[1], "brew vanilla-porter" in legal(state)) == ("brew", False)
    assert batches(after(state, "trade spices-importer", "brew vanilla-porter"))[0] == "vanilla-porter"


@pytest.mark.parametrize("own", [("malt",), ("malt", "hops"), ("hops", "yeast", "advanced")])
def test_bc_24_a_festival_host_adds_points_for_each_portion_of_their_own(own):
    amount = does("festival-host").amount
    portions = {name: 1 if name in own else 3 for name in PORTION}
    gift = next(name for name in ("malt", "yeast") if name not in own)
    del portions[gift]
    state = at_work(
        2, 1, seats=3, portions=portions, players={1: {"workers": "festival-host"}, 2: {"ingredients": PLENTY}}
    )
    givers = tuple(giver or 2 for giver in state.portions)
    made = step(state, f"collaborate {gift}")
    paid = payments(givers, hosts=(1,))
    assert list(made.events[2 : 2 + len(paid)]) == paid
    assert made.state.brewers[0].bonus == sum(BOX.portions[PORTION[n]].points + amount for n in own)
    assert made.state.brewers[1].bonus == BOX.portions[PORTION[gift]].points
