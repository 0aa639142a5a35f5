"""The arithmetic of clocks: no time is lost or made, whatever the order of moves."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from taphouse.engine import clocks
from taphouse.engine.clocks import LEAST_GRACE, LONGEST, MOST_GRACE, Timing

PER_MOVE = Timing(60_000, None, 0, "PASSIVE_MOVE")
BANK = Timing(None, 300_000, 5_000, "RESIGN")
STARTED = 1_700_000_000_000
MOVES = st.lists(st.tuples(st.integers(1, 3), st.integers(0, 30_000), st.booleans()), max_size=20)


def test_each_move_has_its_own_time() -> None:
    clock = clocks.begun(PER_MOVE, 2, STARTED)
    assert clock.deadline(1) == STARTED + 60_000
    clock = clock.moved(1, (1,), STARTED + 59_000, PER_MOVE, passes=False, automatic=False)
    assert clock.deadline(1) == STARTED + 119_000
    assert clock.left == (60_000, 60_000)


def test_a_bank_pays_for_what_is_used_and_grows_when_another_seat_must_decide() -> None:
    clock = clocks.begun(BANK, 2, STARTED)
    clock = clock.moved(1, (1,), STARTED + 10_000, BANK, passes=False, automatic=False)
    assert clock.left == (290_000, 300_000)
    clock = clock.moved(1, (1,), STARTED + 12_000, BANK, passes=True, automatic=False)
    assert clock.left == (293_000, 300_000)
    assert clock.deadline(2) == STARTED + 312_000


@given(MOVES)
def test_a_bank_neither_loses_nor_makes_time(moves: list[tuple[int, int, bool]]) -> None:
    clock, at, used, gained = clocks.begun(BANK, 3, STARTED), STARTED, [0, 0, 0], [0, 0, 0]
    for seat, took, passes in moves:
        if clock.deadline(seat) <= at + took:
            continue
        at += took
        used[seat - 1] += took
        gained[seat - 1] += BANK.increment if passes else 0
        clock = clock.moved(seat, (seat,), at, BANK, passes=passes, automatic=False)
        assert clock.since == at
    assert list(clock.left) == [300_000 - u + g for u, g in zip(used, gained, strict=True)]


@given(st.integers(0, 10**10), st.integers(0, 10**10))
def test_a_clock_never_shows_less_than_nothing_or_more_than_the_longest(took: int, more: int) -> None:
    clock = clocks.begun(BANK, 2, STARTED)
    clock = clocks.added(1, more % LONGEST)(clock, STARTED)
    clock = clock.moved(1, (1,), STARTED + took, BANK, passes=True, automatic=False)
    assert 0 <= clock.left[0] <= max(LONGEST, 300_000 + more % LONGEST)


@given(st.permutations((1, 2, 3)), st.lists(st.integers(0, 90_000), min_size=3, max_size=3))
def test_clocks_that_run_together_count_until_their_seats_have_moved(order: list[int], took: list[int]) -> None:
    clock, at, running = clocks.begun(BANK, 3, STARTED), STARTED, {1, 2, 3}
    for seat, time in zip(order, took, strict=True):
        at += time
        clock = clock.moved(seat, running, at, BANK, passes=True, automatic=False)
        running = running - {seat}
        assert clock.left[seat - 1] == 300_000 - (at - STARTED) + BANK.increment
        assert all(clock.deadline(other) == STARTED + 300_000 for other in running)


def test_a_pause_keeps_the_time_that_is_left() -> None:
    clock = clocks.begun(BANK, 2, STARTED)
    paused = clocks.pausing(True)(clock.charged((1,), STARTED + 20_000), STARTED + 20_000)
    resumed = clocks.pausing(False)(paused, STARTED + 900_000).charged((), STARTED + 900_000)
    assert resumed.deadline(1) == STARTED + 900_000 + 280_000


def test_time_outs_are_counted_until_the_next_own_move() -> None:
    clock = clocks.begun(PER_MOVE, 2, STARTED)
    for count in (1, 2):
        clock = clocks.ran_out(1, (1,), PER_MOVE)(clock, clock.deadline(1))
        assert clock.time_outs == (count, 0)
        clock = clock.moved(1, (1,), clock.since, PER_MOVE, passes=True, automatic=True)
    assert clock.moved(1, (1,), clock.since + 1, PER_MOVE, passes=True, automatic=False).time_outs == (0, 0)


def test_the_time_that_makes_up_for_an_outage_has_bounds() -> None:
    assert Timing(10_000, None, 0, "RESIGN").grace == LEAST_GRACE
    assert Timing(600_000, None, 0, "RESIGN").grace == 60_000
    assert Timing(None, LONGEST, 0, "RESIGN").grace == MOST_GRACE
