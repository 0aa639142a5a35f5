"""BC-16: what a player is not asked for any more since version 2 of the rules, and that no trade is lost by it."""

from __future__ import annotations

import random

import pytest

from taphouse.engine.brew_crafters.about import GAME
from taphouse.engine.brew_crafters.moves import BrewCraftersOptions, Trade
from taphouse.engine.brew_crafters.state import BrewCraftersState, excess
from taphouse.engine.chance import BLIND, Chance, seed_from
from taphouse.engine.contract import Move
from tests.brew_crafters.build import BOX, EDITION, RULES

FIRST = GAME.rules(EDITION, 1)
SEATS = [2, 3, 4, 5]


def made(state: BrewCraftersState, move: Move) -> BrewCraftersState:
    """The position after a move, by the first version of the rules."""
    return FIRST.apply(state, move, BLIND).state


def waits(state: BrewCraftersState) -> bool:
    """True if the first version asks here, and the newest one does not."""
    board = RULES.board(state, BLIND)
    RULES.go_on(board)
    return tuple(board.pending) != state.pending


def next_own(state: BrewCraftersState, seat: int) -> BrewCraftersState:
    """The next position in which this seat decides; the others make the first legal move."""
    while FIRST.decider(state) not in (seat, None):
        state = made(state, next(FIRST.moves(state)))
    return state


@pytest.mark.parametrize("seats", SEATS)
def test_bc_16_a_trade_that_waits_comes_to_the_same(seats: int) -> None:
    """Of games of random moves by the first version: to trade, where the newest one does not ask, or at the next decision."""
    found = 0
    for number in range(6):
        rng, chance = random.Random(f"{seats} {number}"), Chance(seed_from(f"waits {number}"))
        state = FIRST.new(BrewCraftersOptions(), seats, chance)
        while moves := list(FIRST.moves(state)):
            if waits(state):
                seat = FIRST.decider(state)
                own, *trades = moves
                assert not isinstance(own, Trade)
                assert seat is not None
                for trade in trades:
                    assert isinstance(trade, Trade)
                    if excess(state.brewers[seat - 1], BOX) > -2:
                        continue  # it might not fit
                    traded = made(state, trade)
                    now = next_own(made(traded, own) if traded.pending == state.pending else traded, seat)
                    later = next_own(made(state, own), seat)
                    if FIRST.decider(later) is None:  # the game is over: the trade costs money, perhaps loans
                        scores = zip(FIRST.score(now, seat), FIRST.score(later, seat), strict=True)
                        assert all(one.points <= other.points for one, other in scores)
                    elif max(excess(one.brewers[seat - 1], BOX) for one in (now, later)) <= -2:
                        assert next_own(made(later, trade), seat) == now
                        found += 1
            state = made(state, rng.choice(moves))
    assert found > 5


@pytest.mark.parametrize("seats", SEATS)
def test_bc_16_nobody_is_asked_for_one_move_besides_trades_that_could_wait(seats: int) -> None:
    rng, state = random.Random(seats), RULES.new(BrewCraftersOptions(), seats, Chance(seed_from("asked")))
    while moves := list(RULES.moves(state)):
        assert not waits(state)
        state = RULES.apply(state, rng.choice(moves), BLIND).state
