"""BC-16 to BC-18: partnerships, skilled workers and shifts."""

from __future__ import annotations

from typing import Any

import pytest

from taphouse.engine.brew_crafters.cards import (
    NONE,
    SPOKEN,
    plus,
)
from taphouse.engine.brew_crafters.events import (
    MoneyPaid,
    PartnershipFormed,
    ShiftHired,
    WorkerHired,
)
from taphouse.engine.brew_crafters.moves import Phase
from taphouse.engine.brew_crafters.state import (
    Closing,
    Opening,
    ToAct,
    ToBrew,
    ToChoose,
    ToDiscard,
    ToEnd,
    ToForm,
    ToHire,
    ToMarket,
    ToPlant,
    ToProcess,
    ToResearch,
    ToStep,
    ToTrade,
)
from tests.brew_crafters.build import (
    BOX,
    PARTNERSHIP,
    WORKER,
    after,
    asked,
    at_market,
    legal,
    money,
    position,
    refusal,
    step,
    stock,
)
from tests.brew_crafters.market.shared import (
    FIGURES,
    FIRST_WORKERS,
    FORMING,
    HIRING,
    PLAIN,
    ROOM,
    SHIFTING,
    full,
    held,
    kinds,
    of,
    order_of_brewery,
    parts,
    sum_of,
    taken,
)

PARTNERSHIPS = ("spices-importer", "coffee-roaster", "orchard-grower", "grain-elevator")


# --- BC-16: partnerships ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PARTNERSHIPS)
@pytest.mark.parametrize("words", FORMING)
def test_bc_16_a_partnership_that_is_formed_has_one_owner_and_gives_nothing_yet(words: str, name: str) -> None:
    state = after(at_market(1, 2, seats=5), words)
    assert asked(state) == (1, "form")
    made = step(state, f"form {name}")
    assert [(e.seat, e.partnership) for e in made.events if isinstance(e, PartnershipFormed)] == [(1, name)]
    assert len(made.events) == 1
    state = made.state
    assert state.brewers[0].partnerships == (PARTNERSHIP[name],)
    assert PARTNERSHIP[name] not in state.partnerships
    assert (money(state, 1), held(state, 1)) == (10, NONE)
    state = after(state, next(other for other in FORMING if other != words))
    assert legal(state) == [f"form {other}" for other in PARTNERSHIPS if other != name]
    refused = refusal(state, f"form {name}")
    assert refused is not None
    assert refused.rule == "BC-16"


def test_bc_16_the_last_partnership_is_formed_without_a_question() -> None:
    made = step(at_market(1, 2, players={2: {"partnerships": "spices-importer"}}), FORMING[0])
    assert kinds(made.events) == ["SpaceTaken", "PartnershipFormed"]
    assert made.state.partnerships == ()
    assert made.state.brewers[0].partnerships == (PARTNERSHIP["coffee-roaster"],)
    assert asked(made.state) == (2, "market")


@pytest.mark.parametrize("name", PARTNERSHIPS[2:])
def test_bc_02_a_partnership_for_4_players_cannot_be_formed_by_3(name: str) -> None:
    refused = refusal(after(at_market(1, 2, seats=3), FORMING[0]), f"form {name}")
    assert refused is not None
    assert refused.rule == "BC-02"


@pytest.mark.parametrize("name", PARTNERSHIPS)
def test_bc_16_a_partnership_gives_its_ingredients_for_its_price_as_often_as_one_likes(name: str) -> None:
    partnership = BOX.partnerships[PARTNERSHIP[name]]
    times = min(4, ROOM // sum(partnership.gives))
    players = {1: {"partnerships": name, "money": times * partnership.price + partnership.price - 1}}
    state = at_market(1, 2, seats=4, players=players)
    for done in range(times):
        assert legal(state)[-1] == f"trade {name}"
        made = step(state, f"trade {name}")
        assert kinds(made.events) == ["MoneyPaid", "IngredientsTaken"]
        assert [(e.seat, e.money, e.source) for e in of(MoneyPaid, made.events)] == [(1, partnership.price, name)]
        assert taken(made.events) == [(1, name, partnership.gives)]
        assert asked(made.state) == asked(state) == (1, "market")
        state = made.state
        assert held(state, 1) == tuple(n * (done + 1) for n in partnership.gives)
    assert money(state, 1) == partnership.price - 1
    assert f"trade {name}" not in legal(state)
    refused = refusal(state, f"trade {name}")
    assert refused is not None
    assert refused.rule == "BC-16"


def test_bc_16_the_four_partnerships_ask_a_dollar_or_more_and_each_gives_one_kind() -> None:
    assert [partnership.name for partnership in BOX.partnerships] == list(PARTNERSHIPS)
    given = [[name for name, n in zip(SPOKEN, one.gives, strict=True) if n] for one in BOX.partnerships]
    assert given == [["spices"], ["coffee"], ["fruit"], ["malt"]]
    assert min(partnership.price for partnership in BOX.partnerships) >= 1


@pytest.mark.parametrize(
    "owed",
    [
        ToMarket(1),
        ToHire(1),
        ToForm(1),
        ToChoose(1, True, "local-partnership"),
        ToChoose(1, False, "buyer"),
        ToPlant(1),
        ToResearch(1, (0, 1)),
        ToAct(1),
        ToProcess(1),
        ToBrew(1, False, 2, False, 0),
        ToBrew(1, True, 0, True, 1),
        ToEnd(1, False, 0),
        ToStep(1),
        ToTrade(1),
    ],
    ids=repr,
)
def test_bc_16_its_owner_may_trade_whenever_they_are_to_act_and_then_still_acts(owed: Any) -> None:
    words = {"partnerships": "coffee-roaster", "tiles": "farm brewpub", "workers": "lab-technician"}
    words |= {"ingredients": "malt:3,hops:2,yeast:1"}
    state = position(Closing(), ToAct(2), owed, seats=4, phase=Phase.BREWERY, players={1: words})
    assert legal(state)[-1] == "trade coffee-roaster"
    made = step(state, "trade coffee-roaster")
    assert kinds(made.events) == ["MoneyPaid", "IngredientsTaken"]
    assert made.state.pending == state.pending
    assert asked(made.state) == asked(state)


def test_bc_16_nobody_trades_while_they_must_discard() -> None:
    players = {1: {"ingredients": f"malt:2,hops:{ROOM}", "partnerships": "coffee-roaster"}}
    state = position(Closing(), Opening("BREWERY"), ToMarket(2), ToDiscard(1), players=players)
    assert asked(state) == (1, "discard")
    refused = refusal(state, "trade coffee-roaster")
    assert refused is not None
    assert refused.rule == "BC-14"
    assert "trade coffee-roaster" not in legal(state)


@pytest.mark.parametrize("name", PARTNERSHIPS)
def test_bc_16_what_is_traded_for_and_does_not_fit_is_discarded_and_then_one_acts(name: str) -> None:
    gives = BOX.partnerships[PARTNERSHIP[name]].gives
    players = {1: {"ingredients": full(), "partnerships": name}}
    state = after(at_market(1, 2, seats=4, players=players), f"trade {name}")
    assert asked(state) == (1, "discard")
    assert {*legal(state)} == parts(plus(stock(full()), gives), sum(gives))
    state = after(state, f"discard hops:{sum(gives)}")
    assert asked(state) == (1, "market")
    assert held(state, 1) == plus(stock(full(less=sum(gives))), gives)
    assert f"trade {name}" in legal(state)


def test_bc_16_only_the_owner_trades_and_only_when_they_are_to_act() -> None:
    state = at_market(1, 2, players={2: {"partnerships": "coffee-roaster"}})
    refused = refusal(state, "trade coffee-roaster")
    assert refused is not None
    assert refused.rule == "BC-16"
    assert not [words for words in legal(state) if words.startswith("trade")]
    state = after(state, PLAIN[0])
    assert "trade coffee-roaster" in legal(state)
    assert refusal(state, "trade spices-importer") is not None


def test_bc_16_a_player_may_own_several_partnerships_and_trades_with_each_that_they_can_pay() -> None:
    state = at_market(1, 2, seats=4, players={1: {"partnerships": " ".join(PARTNERSHIPS)}})
    assert [words for words in legal(state) if words.startswith("trade")] == [f"trade {name}" for name in PARTNERSHIPS]
    state = after(state, *[f"trade {name}" for name in PARTNERSHIPS])
    assert held(state, 1) == sum_of(*[partnership.gives for partnership in BOX.partnerships])
    assert money(state, 1) == 10 - sum(partnership.price for partnership in BOX.partnerships)
    poor = at_market(1, 2, seats=4, players={1: {"partnerships": " ".join(PARTNERSHIPS), "money": 0}})
    assert not [words for words in legal(poor) if words.startswith("trade")]


def test_bc_16_a_partnership_formed_just_now_can_be_traded_with_when_one_acts_again() -> None:
    state = after(at_market(1, 2, 1), FORMING[0], "form coffee-roaster", PLAIN[0])
    assert legal(state)[-1] == "trade coffee-roaster"


def test_bc_16_while_hiring_one_may_trade_and_then_hires() -> None:
    players = {1: {"partnerships": "coffee-roaster"}}
    state = after(at_market(1, 2, players=players), HIRING[0], "trade coffee-roaster")
    assert asked(state) == (1, "hire")
    assert asked(after(state, "hire intern")) == (2, "market")


# --- BC-17: skilled workers ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", HIRING)
@pytest.mark.parametrize("name", sorted(FIRST_WORKERS))
def test_bc_17_a_skilled_worker_is_hired_free_and_by_one_player(words: str, name: str) -> None:
    state = after(at_market(1, 2, seats=5), words)
    assert asked(state) == (1, "hire")
    assert {*legal(state)} == {f"hire {worker}" for worker in FIRST_WORKERS}
    made = step(state, f"hire {name}")
    assert [(e.seat, e.worker) for e in of(WorkerHired, made.events)] == [(1, name)]
    assert (len(made.events), money(made.state, 1), held(made.state, 1)) == (1, 10, NONE)
    assert made.state.brewers[0].workers == (WORKER[name],)
    state = after(made.state, next(other for other in HIRING if other.split()[1] != words.split()[1]))
    assert {*legal(state)} == {f"hire {worker}" for worker in FIRST_WORKERS - {name}}
    refused = refusal(state, f"hire {name}")
    assert refused is not None
    assert refused.rule == "BC-17"


def test_bc_17_a_worker_who_is_not_in_the_game_cannot_be_hired() -> None:
    refused = refusal(after(at_market(1, 2), HIRING[0]), "hire buyer")
    assert refused is not None
    assert refused.rule == "BC-05"


def test_bc_17_there_is_no_limit_to_the_workers_of_a_player() -> None:
    names = sorted(FIRST_WORKERS - {"intern"})
    state = after(at_market(1, 2, players={1: {"workers": " ".join(names)}}), HIRING[0])
    assert {WORKER[name] for name in FIRST_WORKERS} == {*state.brewers[0].workers}


def test_bc_17_the_last_worker_is_hired_without_a_question_and_then_nobody_can_be() -> None:
    made = step(at_market(1, 2, workers="buyer"), HIRING[0])
    assert kinds(made.events) == ["SpaceTaken", "WorkerHired"]
    assert made.state.workers == ()
    assert asked(made.state) == (2, "market")
    assert not {*HIRING} & {*legal(made.state)}


# --- BC-18: shifts ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", SHIFTING)
@pytest.mark.parametrize(("shifts", "needed"), [(1, FIGURES.shift_2_batches.value), (2, FIGURES.shift_3_batches.value)])
def test_bc_18_a_new_shift_needs_batches_brewed(shifts: int, needed: int, words: str) -> None:
    for brewed in (0, needed - 1):
        state = at_market(1, 2, seats=5, players={1: {"shifts": shifts, "brewed": {"ale": brewed}}})
        refused = refusal(state, words)
        assert refused is not None
        assert refused.rule == "BC-18"
        assert words not in legal(state)
    for brewed in (needed, needed + 5):
        state = at_market(1, 2, seats=5, players={1: {"shifts": shifts, "brewed": {"ale": brewed}}})
        assert words in legal(state)
        made = step(state, words)
        assert [(e.seat, e.shifts) for e in of(ShiftHired, made.events)] == [(1, shifts + 1)]
        assert made.state.brewers[0].shifts == shifts + 1
        assert money(made.state, 1) == 10


@pytest.mark.parametrize("words", SHIFTING)
def test_bc_18_three_shifts_are_the_most(words: str) -> None:
    state = at_market(1, 2, seats=5, players={1: {"shifts": 3, "brewed": {"ale": 40}}})
    refused = refusal(state, words)
    assert refused is not None
    assert refused.rule == "BC-18"
    assert words not in legal(state)


def test_bc_18_batches_of_all_recipes_count_wherever_they_are_and_nobody_elses() -> None:
    words = {"tanks": "ale", "bottled": "porter", "sold": {"lambic": FIGURES.shift_2_batches.value - 2}}
    assert SHIFTING[0] in legal(at_market(1, 2, players={1: words}))
    assert SHIFTING[0] not in legal(at_market(2, 1, players={1: words}))
    assert SHIFTING[0] not in legal(at_market(1, 2, players={1: words | {"tanks": ""}}))


def test_bc_18_a_new_shift_works_in_the_same_season_after_the_first_actions_of_all() -> None:
    players = {1: {"brewed": {"ale": 3}}}
    state = after(at_market(1, seats=3, first=3, players=players), "market staff-agency shift")
    assert state.phase == "BREWERY"
    assert order_of_brewery(state) == [3, 1, 2, 1]


def test_bc_18_two_shifts_may_be_hired_in_one_season_and_both_work() -> None:
    players = {1: {"brewed": {"ale": 9}}}
    state = after(at_market(1, 1, seats=5, players=players), *SHIFTING)
    assert state.brewers[0].shifts == 3
    assert order_of_brewery(state) == [1, 2, 3, 4, 5, 1, 1]
