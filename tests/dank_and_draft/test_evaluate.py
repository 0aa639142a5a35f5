"""The greedy bot's judgement of positions: it spoils a leader who is near five types, and keeps cards for the turn that wins."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from msgspec.structs import replace

from taphouse.engine.bots.greedy import GreedyBot
from taphouse.engine.chance import BLIND
from taphouse.engine.dank_and_draft.about import GAME
from taphouse.engine.dank_and_draft.evaluate import AT_HAND, WON, evaluate
from taphouse.engine.dank_and_draft.moves import Offers
from taphouse.engine.dank_and_draft.state import DankAndDraftState, InPlay
from taphouse.engine.first_seat import FirstSeat
from taphouse.engine.notation import write
from taphouse.lab.simulate import simulate
from tests.bots.test_weighing import course
from tests.dank_and_draft.build import ALL_TYPES, EDITION, PER_BEER, RULES, after, position
from tests.edition_under_test import packaged_figures
from tests.effort import many

PILE = "ipa " * 30


def chosen(state: DankAndDraftState) -> str:
    """The greedy bot's move."""
    return write(GreedyBot(GAME, random.Random(1)).choose(RULES, RULES.known(state, state.seat), state.seat))


def worth(state: DankAndDraftState, seat: int = 1) -> float:
    return evaluate(RULES, RULES.known(state, seat), seat)


def test_it_destroys_a_stack_of_a_player_who_is_near_five_types() -> None:
    rooms = {2: "ipa ipa#2 ipa#3 pilsner amber stout", 3: "ipa#4 ipa#5 ipa#6"}
    state = position(seats=3, hands={1: "ipa#7", 2: "ipa#8", 3: "pilsner#2/spoil"}, rooms=rooms, pile=PILE)
    assert chosen(state) == "take-action 3 spoil"
    spoiled = after(state, "take-action 3 spoil", chosen(after(state, "take-action 3 spoil")))
    assert [sum(map(bool, room)) for room in spoiled.taprooms] == [0, 3, 1]


@packaged_figures  # its weights are chosen for them
def test_it_spoils_one_beer_of_a_player_near_five_types_rather_than_two_of_another_with_as_many_beers() -> None:
    rooms = {2: "ipa pilsner amber stout", 3: "ipa#4 ipa#5 pilsner#2 pilsner#3"}
    state = position(seats=3, hands={1: "ipa#7", 2: "ipa#8", 3: "pilsner#5/spoil"}, rooms=rooms, pile=PILE)
    assert chosen(state) == "take-action 3 spoil"
    assert chosen(after(state, "take-action 3 spoil")) == "spoil 2 stout 1"


@packaged_figures  # its weights are chosen for them
def test_it_keeps_cards_for_the_turn_that_wins() -> None:
    state = position("offer", hands={1: "ipa pilsner amber stout", 2: "ipa#2"}, pile=PILE)
    assert chosen(state) == "end-turn"


def test_it_offers_all_that_it_has_in_the_turn_that_wins() -> None:
    state = position("offer", hands={1: "ipa ipa#2 pilsner amber sour stout", 2: "ipa#3"}, pile=PILE)
    assert worth(state) > AT_HAND / 2
    for left in (4, 3, 2, 1, 0):
        state = after(state, chosen(state))
        assert sum(map(bool, RULES.deck.counts(state.hands[0]))) == left
    assert (state.ended, worth(state), worth(state, 2)) == ("five-types", WON, -WON)


def test_it_does_not_end_a_game_that_it_would_lose() -> None:
    hands, mine = {1: "stout"}, {1: "ipa pilsner amber sour"}
    as_many = (5 * PER_BEER + ALL_TYPES) // PER_BEER  # the beers that are worth what seat 1 would have
    for more, move in ((1, "end-turn"), (-1, "offer stout 1")):
        rooms = mine | {2: "ipa " * (as_many + more)}
        assert chosen(position("offer", hands=hands, rooms=rooms, pile=PILE)) == move


def test_with_one_stack_a_turn_only_the_last_type_is_at_hand() -> None:
    state = position("offer", hands={1: "sour stout"}, rooms={1: "ipa pilsner amber"}, pile=PILE)
    one = replace(state, options=replace(state.options, offers=Offers.ONE_A_TURN))
    assert worth(state) > AT_HAND / 2 > worth(one)


def test_it_takes_the_stock_up_that_completes_the_types() -> None:
    state = position(hands={1: "stout", 2: "ipa/stock-up ipa/snatch"}, rooms={1: "ipa pilsner amber"}, pile=PILE)
    assert chosen(state) == "take-action 2 stock-up"
    assert chosen(after(state, "take-action 2 stock-up")).startswith("stock-up 4")  # the sours


def test_a_shared_victory_is_worth_its_share() -> None:
    state = replace(position(rooms={1: "ipa", 2: "sour"}), pending=(), seat=0, ended="taps")
    assert (worth(state), worth(state, 2)) == (WON / 2, WON / 2)


@packaged_figures
@pytest.mark.parametrize("seats", [2, 4])
def test_it_spoils_often(seats: int) -> None:
    options = GAME.about.options(first_seat=FirstSeat.SEAT_1)
    report = simulate(GAME, EDITION, options, seats, 20, ("greedy",) * seats, "spoils")
    assert next(use.per_game for use in report.uses if use.move == "spoil") > 1


def test_an_action_in_play_is_worth_its_best_answer() -> None:
    met = Counter()
    for number in range(many(4)):
        for rules, known, seat in course(GAME, f"answers {number}"):
            if isinstance(known.pending[-1], InPlay):
                moves = list(rules.moves(known))
                best = max(evaluate(rules, rules.make(known, move, BLIND).state, seat) for move in moves)
                assert evaluate(rules, known, seat) == best
                met[type(known.pending[-1])] += len(moves) > 3
    assert len(+met) == 3
