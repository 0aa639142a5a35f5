"""BC-11 to BC-13: what the spaces of the market give."""

from __future__ import annotations

import random

import pytest

from taphouse.engine.brew_crafters.box import MONEY, Space
from taphouse.engine.brew_crafters.cards import (
    SPOKEN,
    EffectName,
    one,
)
from taphouse.engine.brew_crafters.events import (
    MarketActionLost,
    MoneyTaken,
    ShiftHired,
    SpaceTaken,
)
from taphouse.engine.brew_crafters.state import (
    BrewCraftersState,
)
from taphouse.engine.notation import write
from tests.brew_crafters.build import (
    BOX,
    RULES,
    after,
    asked,
    at_market,
    has,
    legal,
    money,
    refusal,
    step,
)
from tests.brew_crafters.market.shared import (
    ADVANCED_NAMES,
    CHOOSING,
    FORMING,
    HIRING,
    PLAIN,
    RESTOCKING,
    SEASON_NAMES,
    SEATS,
    SHIFTING,
    SIDES,
    SPACES,
    all_but,
    dealt,
    given_by,
    held,
    kinds,
    lies,
    line,
    of,
    sides_with,
    taken,
    taker,
)
from tests.edition_under_test import packaged_figures

LYING = {space.name: space.amount + i for i, space in enumerate(RESTOCKING, 1)}
"""More than the amount of one season lies on every space that restocks."""


def test_bc_11_all_sixteen_spaces_and_their_sides_are_tried_here() -> None:
    assert len({space.name for space, _ in SIDES.values()}) == 16
    effects = {act.effect for _, side in SIDES.values() for act in side.acts}
    assert effects == {
        EffectName.TAKE,
        EffectName.TAKE_ALL,
        EffectName.CHOOSE_ADVANCED,
        EffectName.MONEY,
        EffectName.STARTING_PLAYER,
        EffectName.PARTNERSHIP,
        EffectName.WORKER,
        EffectName.SHIFT,
    }
    assert {words.split()[1] for words in SHIFTING} == {"staff-agency", "second-staff-agency"}
    assert {words.split()[1] for words in HIRING} == {"job-board", "staff-agency", "home-brew-shop"}
    assert {words.split()[1] for words in FORMING} == {"local-partnership", "chamber-of-commerce"}
    with_sides = {space.name for space, side in SIDES.values() if side.name}
    assert with_sides == {
        "orchard-or-spice-market",
        "coffee-importer",
        "private-investor",
        "local-partnership",
        "staff-agency",
        "home-brew-shop",
        "chamber-of-commerce",
        "second-staff-agency",
    }


@pytest.mark.parametrize("words", SIDES)
def test_bc_11_a_space_gives_what_it_says_and_nothing_else_changes(words: str) -> None:
    space, side = SIDES[words]
    effects = {act.effect for act in side.acts}
    before = at_market(2, 3, seats=5, lying=LYING, players={2: {"brewed": {"ale": 3}}})
    made = step(before, words)
    state, events = made.state, list(made.events)

    ingredients = given_by(words, LYING.get(space.name, 0))
    dollars = sum(act.amount for act in side.acts if act.effect is EffectName.MONEY)
    takes_all = EffectName.TAKE_ALL in effects
    if takes_all and space.what == MONEY:
        dollars += LYING[space.name]
    assert held(state, 2) == ingredients
    assert money(state, 2) == 10 + dollars
    assert state.brewers[1].shifts == 1 + (EffectName.SHIFT in effects)
    assert state.first == (2 if EffectName.STARTING_PLAYER in effects else 1)
    assert taken(events) == ([(2, space.name, ingredients)] if any(ingredients) else [])
    earned = [(event.seat, event.money, event.source) for event in of(MoneyTaken, events)]
    assert earned == ([(2, dollars, space.name)] if dollars else [])
    assert [(event.seat, event.space, event.side) for event in of(SpaceTaken, events)] == [(2, space.name, side.name)]
    assert isinstance(events[0], SpaceTaken)

    after_all = {name: 0 if takes_all and name == space.name else count for name, count in LYING.items()}
    assert {name: lies(state, name) for name in LYING} == after_all
    assert [brewer for i, brewer in enumerate(state.brewers) if i != 1] == [
        brewer for i, brewer in enumerate(before.brewers) if i != 1
    ]
    assert state.workers == before.workers
    assert state.partnerships == before.partnerships

    tasks = {EffectName.WORKER: "hire", EffectName.PARTNERSHIP: "form", EffectName.CHOOSE_ADVANCED: "choose"}
    owed = [tasks[act.effect] for act in side.acts if act.effect in tasks]
    assert asked(state) == ((2, owed[0]) if owed else (3, "market"))


@pytest.mark.parametrize("words", SIDES)
def test_bc_11_a_space_is_occupied_by_whichever_side_and_all_others_stay_free(words: str) -> None:
    space, _ = SIDES[words]
    players = {seat: {"brewed": {"ale": 3}} for seat in (2, 3)}
    state = step(at_market(2, 3, seats=5, lying=LYING, players=players), words).state
    while asked(state)[0] == 2:
        state = after(state, legal(state)[0])
    assert asked(state) == (3, "market")
    assert taker(state, space.name) == 2
    assert sum(map(bool, state.taken)) == 1
    assert {*SIDES} - {*legal(state)} == {one for one in SIDES if SIDES[one][0] is space}
    for side in space.sides:
        refused = refusal(state, line(space, side))
        assert refused is not None
        assert refused.rule == "BC-11"


@pytest.mark.parametrize("chosen", ADVANCED_NAMES)
@pytest.mark.parametrize("words", CHOOSING)
def test_bc_11_an_advanced_ingredient_of_choice_is_any_of_the_three(words: str, chosen: str) -> None:
    amount = next(act.amount for act in SIDES[words][1].acts if act.effect is EffectName.CHOOSE_ADVANCED)
    state = after(at_market(1, 2, seats=5), words)
    for _ in range(amount):
        assert asked(state) == (1, "choose")
        assert legal(state) == [f"choose {name}" for name in ADVANCED_NAMES]
        refused = refusal(state, "choose malt")
        assert refused is not None
        assert refused.rule == "BC-11"
        made = step(state, f"choose {chosen}")
        assert taken(made.events) == [(1, words.split()[1], one(SPOKEN.index(chosen)))]
        state = made.state
    assert has(state, 1) == f"{chosen}:{amount}"
    assert asked(state) == (2, "market")


@pytest.mark.parametrize("space", RESTOCKING, ids=lambda space: space.name)
def test_bc_12_everything_that_lies_on_a_space_is_taken_and_then_it_fills_again(space: Space) -> None:
    words = next(words for words in sides_with(EffectName.TAKE_ALL) if words.split()[1] == space.name)
    state = after(at_market(1, seats=5, lying={space.name: 11}), words)
    brewer = state.brewers[0]
    assert brewer.money - 10 + sum(brewer.stock) == 11
    assert lies(state, space.name) == 0
    while state.phase == "BREWERY":
        state = after(state, legal(state)[0])
    assert SEASON_NAMES[state.season] == "summer"
    assert lies(state, space.name) == space.amount


def test_bc_12_what_nobody_takes_gathers_season_by_season() -> None:
    state = dealt(seats=2)
    amount = SPACES["maltster"].amount
    for season in range(1, 4):
        while state.season < season:
            there = [words for words in legal(state) if words != "market maltster"]
            state = after(state, there[0] if asked(state)[1] != "market" else _not_malt(state))
        assert lies(state, "maltster") == amount * (season + 1)


def _not_malt(state: BrewCraftersState) -> str:
    return next(words for words in legal(state) if words in PLAIN and words != "market maltster")


@pytest.mark.parametrize("words", sides_with(EffectName.TAKE_ALL))
def test_bc_13_a_space_on_which_nothing_lies_can_be_taken_and_gives_nothing(words: str) -> None:
    before = at_market(1, 2, seats=5)
    assert words in legal(before)
    made = step(before, words)
    assert kinds(made.events) == ["SpaceTaken"]
    assert made.state.brewers == before.brewers
    assert taker(made.state, words.split()[1]) == 1


def test_bc_13_money_of_the_private_investor_stays_where_ingredients_are_taken() -> None:
    state = after(at_market(2, 1, lying={"private-investor": 5}), "market private-investor ingredients")
    assert lies(state, "private-investor") == 5
    assert (state.first, money(state, 2)) == (1, 10)
    assert held(state, 2) == given_by("market private-investor ingredients")


def hindered(effect: EffectName) -> tuple[BrewCraftersState, str]:
    """A position in which nobody can do this, and the rule of it."""
    if effect is EffectName.SHIFT:
        return at_market(1, 2, seats=5), "BC-18"
    return at_market(1, 2, seats=5, **{"workers" if effect is EffectName.WORKER else "partnerships": ""}), "BC-13"


@pytest.mark.parametrize("effect", [EffectName.WORKER, EffectName.PARTNERSHIP, EffectName.SHIFT])
def test_bc_13_a_side_that_is_impossible_cannot_be_chosen_and_the_other_side_can(effect: EffectName) -> None:
    state, rule = hindered(effect)
    there = legal(state)
    for words in sides_with(effect):
        refused = refusal(state, words)
        assert refused is not None
        assert refused.rule == rule
        assert words not in there
        space, side = SIDES[words]
        for other in space.sides:
            possible = other is not side and not any(act.effect is EffectName.SHIFT for act in other.acts)
            assert (line(space, other) in there) == possible
    impossible = {*sides_with(effect), *SHIFTING}
    assert {*there} == {*SIDES} - impossible


def test_bc_13_a_space_both_of_whose_sides_are_impossible_cannot_be_chosen() -> None:
    state = at_market(1, 2, workers="")
    assert not [words for words in legal(state) if words.split()[1] in ("staff-agency", "job-board")]
    shift = refusal(state, "market staff-agency shift")
    worker = refusal(state, "market staff-agency worker")
    assert shift is not None
    assert worker is not None
    assert (shift.rule, worker.rule) == ("BC-18", "BC-13")


def test_bc_11_the_side_of_a_space_must_be_named_where_there_are_two_and_only_there() -> None:
    state = at_market(1, 2, seats=5)
    for space in SPACES.values():
        wrong = f"market {space.name}" + ("" if space.sides[0].name else " malt")
        for words in (wrong, f"market {space.name} elsewhere"):
            refused = refusal(state, words)
            assert refused is not None
            assert refused.rule == "BC-11"


def test_bc_13_with_no_space_left_a_market_action_is_lost() -> None:
    state = at_market(1, 2, taken=all_but("mixed-delivery", "maltster"))
    made = step(state, "market maltster")  # seat 2 has one space left, which they take without being asked
    assert [(event.seat, event.space) for event in of(SpaceTaken, made.events)] == [
        (1, "maltster"),
        (2, "mixed-delivery"),
    ]
    assert of(MarketActionLost, made.events) == []
    state = at_market(1, 2, 1, taken=all_but("mixed-delivery", "maltster"))
    made = step(state, "market maltster")
    assert [event.seat for event in of(MarketActionLost, made.events)] == [1]
    assert kinds(made.events)[-2:] == ["MarketActionLost", "PhaseBegan"]
    assert asked(made.state) == (1, "act")


def test_bc_13_every_action_for_which_there_is_no_space_is_lost_also_those_of_workers() -> None:
    players = {2: {"workers": "intern"}}
    state = at_market(1, 2, 1, 2, season="fall", players=players, taken=all_but("local-partnership"))
    made = step(state, "market local-partnership ingredient")
    while asked(made.state) == (1, "choose"):
        made = step(made.state, "choose fruit")
    assert [event.seat for event in of(MarketActionLost, made.events)] == [2, 1, 2, 2]
    assert asked(made.state) == (1, "act")


def test_bc_13_a_market_action_is_lost_where_the_spaces_left_are_impossible_for_the_player() -> None:
    left = all_but("job-board", "staff-agency", "maltster")
    state = at_market(1, 2, taken=left, workers="", players={2: {"shifts": 3, "brewed": {"ale": 9}}})
    made = step(state, "market maltster") if len(legal(state)) > 1 else step(state, legal(state)[0])
    assert [event.seat for event in of(MarketActionLost, made.events)] == [2]
    assert taker(made.state, "job-board") == taker(made.state, "staff-agency") == 0


def test_bc_13_who_may_hire_a_shift_does_not_lose_their_action_where_another_would() -> None:
    left = all_but("staff-agency", "maltster")
    state = at_market(1, 2, taken=left, workers="", players={2: {"brewed": {"ale": 3}}})
    made = step(state, "market maltster")
    assert of(MarketActionLost, made.events) == []
    assert [(event.seat, event.shifts) for event in of(ShiftHired, made.events)] == [(2, 2)]


def test_bc_13_a_market_action_is_lost_though_a_partnership_could_be_traded_with() -> None:
    players = {2: {"partnerships": "coffee-roaster"}}
    made = step(at_market(1, 2, taken=all_but("maltster"), players=players), "market maltster")
    assert [event.seat for event in of(MarketActionLost, made.events)] == [2]


def test_bc_16_who_can_trade_is_not_asked_where_one_space_alone_is_left() -> None:
    players = {2: {"partnerships": "coffee-roaster"}}
    state = after(at_market(1, 2, taken=all_but("maltster", "hop-yard"), players=players), "market maltster")
    assert (asked(state)[1], "trade coffee-roaster" in legal(after(state, "process"))) == ("act", True)


LASTING = {*HIRING, *FORMING, *SHIFTING, *sides_with(EffectName.STARTING_PLAYER)}
NOTHING_ELSE = {space.name for space in SPACES.values() if {line(space, side) for side in space.sides} <= LASTING}


@pytest.mark.parametrize("seats", SEATS)
def test_bc_10_what_the_others_want_least_is_listed_first(seats: int) -> None:
    """Money, ingredients, those of spaces that restock; then what hires, forms or gives the first place."""
    state = at_market(1, 2, seats=seats, players={1: {"brewed": {"ale": 3}}})
    sides = {line(space, side): (space, side) for space in BOX.spaces[seats] for side in space.sides}
    assert {*legal(state)} == {*sides}
    groups = []
    for space, side in map(sides.__getitem__, legal(state)):
        money_alone = {act.effect for act in side.acts} == {EffectName.MONEY}
        groups.append(3 if line(space, side) in LASTING else 0 if money_alone else 1 + bool(space.amount))
    assert (groups, {*groups}) == (sorted(groups), {0, 1, 2, 3})


@packaged_figures
def test_bc_10_the_order_of_the_market_is_stable() -> None:
    assert legal(dealt(seats=2)) == [
        "market coffee-importer money",
        "market orchard-or-spice-market fruit",
        "market orchard-or-spice-market spices",
        "market coffee-importer coffee",
        "market mixed-delivery",
        "market local-partnership ingredient",
        "market maltster",
        "market hop-yard",
        "market yeast-bank",
        "market private-investor ingredients",
        "market local-partnership partnership",
        "market job-board",
        "market staff-agency worker",
        "market private-investor money",
    ]


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("idle", [1, 2])
def test_who_always_makes_the_first_move_leaves_what_restocks_to_the_others(seats: int, idle: int) -> None:
    rng, state = random.Random(f"{seats} {idle}"), dealt(seats=seats)
    restocking, times = {space.name for space in RESTOCKING}, 0
    while (decision := RULES.decision(state)) is not None:
        moves = list(RULES.moves(state))
        words = write(moves[0] if decision.seat == idle else rng.choice(moves))
        if decision.seat == idle and decision.task == "market":
            free = {other.split()[1] for other in legal(state) if other.startswith("market ")} - restocking
            if free - NOTHING_ELSE:
                assert words.split()[1] not in restocking | NOTHING_ELSE
                times += 1
        state = after(state, words)
    assert times >= 12
