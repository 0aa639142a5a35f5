"""BC-10: the order of market actions."""

from __future__ import annotations

import pytest

from taphouse.engine.brew_crafters.events import (
    PhaseBegan,
    SpaceTaken,
    StartingPlayerChanged,
)
from taphouse.engine.brew_crafters.state import (
    in_turn_order,
)
from tests.brew_crafters.build import (
    after,
    asked,
    at_market,
    into,
    legal,
    refusal,
    step,
)
from tests.brew_crafters.market.shared import (
    HIRING,
    PLAIN,
    SEASON_NAMES,
    SEATS,
    SPACES,
    TOKENS,
    kinds,
    of,
    order_of_brewery,
    order_of_market,
    plain_move,
    plainly,
    taken,
)


@pytest.mark.parametrize(("seats", "first"), [(seats, first) for seats in SEATS for first in range(1, seats + 1)])
def test_bc_10_tokens_are_placed_one_at_a_time_from_the_starting_player_round(seats: int, first: int) -> None:
    state = into("summer", seats=seats, first=first).state
    assert order_of_market(state) == in_turn_order(seats, first) * TOKENS


def test_bc_10_what_a_token_calls_for_is_decided_before_the_next_token_is_placed() -> None:
    state = after(at_market(1, 2), HIRING[0])
    assert asked(state) == (1, "hire")
    state = after(state, "hire salesperson")
    assert asked(state) == (2, "market")


def test_bc_10_an_occupied_space_cannot_be_chosen_not_even_by_who_occupies_it() -> None:
    words = PLAIN[0]
    state = after(at_market(1, 2, 1), words, PLAIN[1])
    refused = refusal(state, words)
    assert refused is not None
    assert refused.rule == "BC-11"
    assert words not in legal(state)


@pytest.mark.parametrize("season", SEASON_NAMES)
def test_bc_10_the_intern_gives_one_more_market_action_in_fall_after_all_tokens(season: str) -> None:
    state = into(season, seats=3, first=3, players={1: {"workers": "intern"}}).state
    more = [1] if season == "fall" else []
    assert order_of_market(state) == [3, 1, 2] * TOKENS + more


def test_bc_10_the_interns_action_takes_a_space_like_a_token() -> None:
    state = at_market(1, 2, season="fall", players={1: {"workers": "intern"}})
    words = plain_move(state)
    state = after(state, words)
    state = after(state, plain_move(state))
    assert asked(state) == (1, "market")
    assert (state.phase, words in legal(state)) == ("MARKET", False)
    made = step(state, plain_move(state))
    assert [event.seat for event in of(SpaceTaken, made.events)] == [1]
    assert sum(map(bool, made.state.taken)) == 3
    assert asked(made.state) == (1, "act")


@pytest.mark.parametrize("words", HIRING)
def test_bc_10_an_intern_hired_in_fall_acts_in_that_very_fall(words: str) -> None:
    state = after(at_market(1, 2, 1, 2, seats=5, season="fall"), words, "hire intern")
    assert order_of_market(state) == [2, 1, 2, 1]


def test_bc_10_an_intern_hired_with_the_last_token_of_fall_acts_right_after() -> None:
    state = at_market(2, season="fall")
    made = step(after(state, HIRING[0]), "hire intern")
    assert kinds(made.events) == ["WorkerHired"]
    assert asked(made.state) == (2, "market")


def test_bc_10_an_intern_hired_in_summer_gives_nothing_before_fall() -> None:
    state = after(at_market(1, season="summer"), HIRING[0], "hire intern")
    assert asked(state) == (1, "act")


@pytest.mark.parametrize("first", [1, 2, 3])
def test_bc_10_extra_actions_of_several_seats_go_from_the_starting_player_round(first: int) -> None:
    players = {seat: {"workers": "intern"} for seat in (1, 2, 3)}
    state = into("fall", seats=3, first=first, players=players).state
    assert order_of_market(state) == in_turn_order(3, first) * (TOKENS + 1)


@pytest.mark.parametrize("placed", range(6), ids="token {}".format)
def test_bc_15_who_becomes_starting_player_at_the_market_does_not_change_its_order(placed: int) -> None:
    players = {seat: {"workers": "intern"} for seat in (1, 2, 3)}
    state = into("fall", seats=3, first=2, players=players).state
    order = in_turn_order(3, 2) * (TOKENS + 1)
    seats = []
    for _ in range(placed):
        seats.append(asked(state)[0])
        state = plainly(state)
    new = asked(state)[0]
    seats.append(new)
    made = step(state, "market private-investor money")
    assert made.state.first == new
    assert [event.seat for event in of(StartingPlayerChanged, made.events)] == ([new] if new != 2 else [])
    state = made.state
    while asked(state)[1] == "market":
        seats.append(asked(state)[0])
        state = plainly(state)
    assert seats == order  # the extra actions too go in the order in which the running phase began
    assert order_of_brewery(state) == in_turn_order(3, new)


def test_bc_15_the_new_starting_player_begins_this_brewery_phase_and_the_next_season() -> None:
    players = {3: {"shifts": 2}, **{seat: {"tiles": "yeast-lab"} for seat in (1, 2)}}
    state = after(at_market(3, 1, seats=3, first=2, players=players), "market private-investor money")
    assert asked(state) == (1, "market")
    made = step(state, plain_move(state))
    phases = of(PhaseBegan, made.events)
    assert [(str(event.phase), event.starting_seat) for event in phases] == [("brewery", 3)]
    state = made.state
    acting, events = [], []
    while state.phase == "BREWERY":
        if asked(state)[1] == "act":
            acting.append(asked(state)[0])
        made = step(state, legal(state)[0])
        state, events = made.state, [*events, *made.events]
    assert acting == [3, 1, 2, 3]
    assert [seat for seat, source, _ in taken(events) if source == "yeast-lab"] == [1, 2]
    assert [event.starting_seat for event in of(PhaseBegan, events)] == [3]
    assert order_of_market(state) == [3, 1, 2] * TOKENS


def test_bc_15_the_starting_player_may_take_the_money_and_stays_it() -> None:
    made = step(at_market(1, 2, lying={"private-investor": 4}), "market private-investor money")
    assert kinds(made.events) == ["SpaceTaken", "MoneyTaken"]
    assert made.state.first == 1


def test_bc_15_only_one_player_a_season_can_become_starting_player() -> None:
    state = after(at_market(2, 1), "market private-investor money")
    refused = refusal(state, "market private-investor money")
    assert refused is not None
    assert refused.rule == "BC-11"
    assert state.first == 2


def test_bc_10_a_seat_that_has_resigned_takes_what_others_want_least() -> None:
    restocked = {"maltster": 9, "hop-yard": 2, "yeast-bank": 4, "hop-cooperative": 1, "private-investor": 2}
    market = at_market(1, seats=5, lying=restocked)
    assert legal(market)[:2] == ["market coffee-importer money", "market chamber-of-commerce money"]
    people = {"job-board", "staff-agency"}
    gone = dict.fromkeys(SPACES.keys() - restocked.keys() - people, 2)
    left = legal(at_market(1, seats=5, lying=restocked, taken=gone))
    assert left == [
        "market maltster",  # the number is not printed, however much lies there
        "market hop-yard",
        "market yeast-bank",
        "market hop-cooperative",
        "market private-investor ingredients",  # it shares its space with the starting player
        "market job-board",
        "market staff-agency worker",
        "market private-investor money",
    ]
