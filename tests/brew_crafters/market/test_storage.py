"""BC-14: what does not fit is discarded."""

from __future__ import annotations

import pytest

from taphouse.engine.brew_crafters.cards import (
    EffectName,
    amounts,
    counts,
    minus,
    one,
    plus,
)
from taphouse.engine.brew_crafters.events import (
    IngredientsDiscarded,
)
from taphouse.engine.brew_crafters.state import (
    DISCARDED_AT_ONCE,
)
from tests.brew_crafters.build import (
    RULES,
    SPOKEN,
    after,
    asked,
    at_market,
    has,
    legal,
    prompt,
    refusal,
    step,
    stock,
)
from tests.brew_crafters.market.shared import (
    AT_ONCE,
    BASIC_NAMES,
    CHOOSING,
    HIRING,
    PLAIN,
    RESTOCKING,
    ROOM,
    SIDES,
    act_of,
    discarded,
    full,
    given_by,
    held,
    kinds,
    line,
    of,
    parts,
    sides_with,
    taker,
)
from tests.edition_under_test import packaged_figures


def test_bc_14_a_storehouse_may_be_filled_to_the_last_place() -> None:
    given = given_by("market mixed-delivery")
    made = step(at_market(1, 2, players={1: {"ingredients": full(less=sum(given))}}), "market mixed-delivery")
    assert kinds(made.events) == ["SpaceTaken", "IngredientsTaken"]
    assert sum(held(made.state, 1)) == ROOM
    assert asked(made.state) == (2, "market")


@packaged_figures
@pytest.mark.parametrize("words", PLAIN)
def test_bc_14_what_does_not_fit_is_discarded_stored_or_new_and_exactly_so_many(words: str) -> None:
    space, _ = SIDES[words]
    lying = {space.name: 3} if space.amount else {}
    start = stock("malt:3,hops:3,spices:3")
    start = plus(start, one(5, ROOM - sum(start)))
    ingredients = ",".join(f"{name}:{n}" for name, n in zip(SPOKEN, start, strict=True) if n)
    state = after(at_market(1, 2, seats=5, lying=lying, players={1: {"ingredients": ingredients}}), words)
    gained = given_by(words, 3)
    if not any(gained):
        assert asked(state) == (2, "market")
        return
    assert asked(state) == (1, "discard")
    assert held(state, 1) == plus(start, gained)
    there = legal(state)
    assert {*there} == parts(plus(start, gained), sum(gained))
    assert len(there) == len({*there})
    for gone in (there[0], there[-1], there[len(there) // 2]):
        made = step(state, gone)
        assert [f"discard {has_words(e)}" for e in of(IngredientsDiscarded, made.events)] == [gone]
        assert sum(held(made.state, 1)) == ROOM
        assert held(made.state, 1) == minus(plus(start, gained), stock(gone.removeprefix("discard ")))
        assert asked(made.state) == (2, "market")


def has_words(event: IngredientsDiscarded) -> str:
    return ",".join(f"{name}:{n}" for name, n in zip(SPOKEN, counts(event.ingredients), strict=True) if n)


def test_bc_14_neither_more_nor_fewer_nor_what_one_does_not_have_can_be_discarded() -> None:
    state = at_market(1, 2, lying={"maltster": 3}, players={1: {"ingredients": full(less=1)}})
    state = after(state, "market maltster")
    assert {*legal(state)} == {"discard malt:2", "discard malt:1,hops:1", "discard hops:2"}
    for words in ("discard malt:1", "discard malt:3", "discard none", "discard yeast:2", f"discard hops:{ROOM + 1}"):
        refused = refusal(state, words)
        assert refused is not None
        assert refused.rule == "BC-14"
    assert asked(after(state, "discard malt:1,hops:1")) == (2, "market")


def test_bc_14_more_than_a_whole_storehouse_may_come_at_once() -> None:
    lot = ROOM + 5
    state = after(at_market(1, 2, lying={"maltster": lot}, players={1: {"ingredients": full()}}), "market maltster")
    assert {*legal(state)} == parts((lot, ROOM, 0, 0, 0, 0), AT_ONCE)
    state = discarded(discarded(state, "malt", lot - ROOM), "hops", ROOM)
    assert has(state, 1) == full("malt")
    assert asked(state) == (2, "market")


@pytest.mark.parametrize("due", [1, 4, 5, 6, 9, 10, 11, 12])
def test_bc_14_more_than_5_are_discarded_5_by_5(due: int) -> None:
    assert AT_ONCE == DISCARDED_AT_ONCE
    state = after(at_market(1, 2, lying={"maltster": due}, players={1: {"ingredients": full()}}), "market maltster")
    left, numbers = due, []
    while left:
        number = min(AT_ONCE, left)
        decision = RULES.decision(state)
        assert decision is not None
        assert (decision.seat, decision.task) == (1, "discard")
        more = f", and then {left - number} more" if left > number else ""
        assert prompt(decision) == f"Discard {number} ingredient{'s' * (number > 1)}{more}: storage is full."
        assert {*legal(state)} == parts(held(state, 1), number)
        assert refusal(state, f"discard hops:{number + 1}") is not None
        assert refusal(state, "discard none") is not None
        assert refusal(state, "market hop-yard") is not None
        made = step(state, f"discard hops:{number}")
        assert made.events == (IngredientsDiscarded(1, amounts((0, number, 0, 0, 0, 0))),)
        numbers.append(number)
        state, left = made.state, left - number
    assert asked(state) == (2, "market")
    assert sum(held(state, 1)) == ROOM
    assert len(numbers) == -(-due // AT_ONCE)


def test_bc_14_what_is_all_of_one_kind_is_discarded_5_by_5_without_a_question() -> None:
    state = at_market(1, 2, lying={"maltster": 2 * AT_ONCE + 1}, players={1: {"ingredients": full("malt")}})
    made = step(state, "market maltster")
    gone = [counts(event.ingredients)[0] for event in of(IngredientsDiscarded, made.events)]
    assert gone == [AT_ONCE, AT_ONCE, 1]
    assert has(made.state, 1) == full("malt")
    assert asked(made.state) == (2, "market")


def test_bc_14_nobody_else_acts_until_the_player_has_chosen() -> None:
    players = {1: {"ingredients": full(), "partnerships": "coffee-roaster"}}
    state = after(at_market(1, 2, lying={"maltster": 3}, players=players), "market maltster")
    decision = RULES.decision(state)
    assert decision is not None
    assert (decision.seat, decision.verbs, decision.rules) == (1, ("discard",), ("BC-14",))
    assert all(words.startswith("discard ") for words in legal(state))
    assert not taker(state, "hop-yard")
    assert refusal(state, "market hop-yard") is not None


@pytest.mark.parametrize("kind", BASIC_NAMES)
def test_bc_14_where_all_is_of_one_kind_what_does_not_fit_is_discarded_without_a_question(kind: str) -> None:
    space = next(space for space in RESTOCKING if space.what == SPOKEN.index(kind))
    state = at_market(1, 2, lying={space.name: 4}, players={1: {"ingredients": full(kind, less=1)}})
    made = step(state, line(space, space.sides[0]))
    assert kinds(made.events) == ["SpaceTaken", "IngredientsTaken", "IngredientsDiscarded"]
    assert counts(made.events[-1].ingredients) == one(space.what, 3)
    assert has(made.state, 1) == full(kind)
    assert asked(made.state) == (2, "market")


@pytest.mark.parametrize(
    ("words", "more"),
    [
        ({"tiles": "storehouse"}, ["storehouse"]),
        ({"workers": "cellar-hand"}, ["cellar-hand"]),
        ({"tiles": "storehouse", "workers": "cellar-hand"}, ["storehouse", "cellar-hand"]),
    ],
    ids=["second storehouse", "Cellar Hand", "both"],
)
def test_bc_14_a_second_storehouse_and_the_cellar_hand_store_more(words: dict[str, str], more: list[str]) -> None:
    room = ROOM + sum(act_of(name).amount for name in more)
    assert room > ROOM
    for less, due in [(3, 0), (2, 1), (0, 3)]:
        players = {1: words | {"ingredients": f"hops:{room - less}"}}
        state = after(at_market(1, 2, lying={"maltster": 3}, players=players), "market maltster")
        if due:
            assert {*legal(state)} == parts((3, room - less, 0, 0, 0, 0), due)
            state = after(state, f"discard hops:{due}")
            assert sum(held(state, 1)) == room
        assert asked(state) == (2, "market")


def test_bc_14_a_cellar_hand_hired_at_the_market_stores_more_at_once() -> None:
    state = at_market(1, 1, lying={"maltster": 3}, players={1: {"ingredients": full()}})
    state = after(state, HIRING[0], "hire cellar-hand", "market maltster")
    assert sum(held(state, 1)) == ROOM + 3
    assert asked(state) == (1, "act")


def test_bc_14_an_advanced_ingredient_of_choice_that_does_not_fit_may_be_discarded_itself() -> None:
    words = CHOOSING[0]
    amount = SIDES[words][1].acts[0].amount
    state = after(at_market(1, 2, seats=5, players={1: {"ingredients": full()}}), words, *["choose fruit"] * amount)
    assert {*legal(state)} == parts((0, ROOM, 0, amount, 0, 0), amount)
    assert has(after(state, f"discard fruit:{amount}"), 1) == full()


@packaged_figures
@pytest.mark.parametrize(
    ("market", "task", "then"),
    [
        ("market job-board", "hire", "hire intern"),
        ("market chamber-of-commerce partnership", "form", "form coffee-roaster"),
    ],
)
def test_bc_14_a_worker_is_hired_and_a_partnership_formed_before_the_discard(market: str, task: str, then: str) -> None:
    players = {1: {"ingredients": full(), "partnerships": "spices-importer"}}
    state = after(at_market(1, 2, seats=4, players=players), market, "trade spices-importer")
    assert asked(state) == (1, task)
    refused = refusal(state, "discard spices:1")
    assert refused is not None
    assert refused.rule == {"hire": "BC-17", "form": "BC-16"}[task]
    state = after(state, then)
    assert asked(state) == (1, "discard")
    assert asked(after(state, "discard spices:1")) == (2, "market")


def test_bc_14_money_needs_no_room() -> None:
    state = after(at_market(1, 2, players={1: {"ingredients": full()}}), sides_with(EffectName.MONEY)[0])
    assert asked(state) == (2, "market")
