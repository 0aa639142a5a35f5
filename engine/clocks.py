"""The clocks of a game, as pure functions of the times of its versions. All times are in milliseconds.

See docs/decisions/0031-clocks-run-by-the-stores-time.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec
from msgspec import Struct

SECOND = 1000
LONGEST = 30 * 86_400 * SECOND
"""The most time that a seat may have left."""
LEAST_GRACE, MOST_GRACE = 10 * SECOND, 12 * 3600 * SECOND
"""The bounds of `Timing.grace`."""


class Timing(Struct, frozen=True, array_like=True):
    """An agreement about time. Exactly one of `per_move` and `bank` is given."""

    per_move: int | None
    """The time for each move."""
    bank: int | None
    """The time of each seat for the whole game."""
    increment: int
    """The time added to the bank when the decision passes from the seat to others, even if it decides beside them."""
    action: str
    """The effect of a time-out: the name of a `TimeOutAction`."""

    @property
    def begin(self) -> int:
        """The time of each seat at the start."""
        return self.bank or self.per_move or 0

    @property
    def grace(self) -> int:
        """The time of a seat that could not use its own: a tenth of the time at the start, within bounds."""
        return max(LEAST_GRACE, min(MOST_GRACE, self.begin // 10))


class Clock(Struct, frozen=True, array_like=True):
    """The clocks of all seats at a version. Those of the seats that must decide run."""

    left: tuple[int, ...]
    """The time of each seat, without what the running ones have used since."""
    since: int
    """The time since the epoch from which on the running clocks count."""
    time_outs: tuple[int, ...]
    """The number of times that each seat has run out of time since its last own move or return."""
    paused: bool = False

    def deadline(self, seat: int) -> int:
        """The time since the epoch at which a seat whose clock runs has none left."""
        return self.since + self.left[seat - 1]

    def charged(self, seats: Iterable[int], at: int) -> Clock:
        """The clocks after those of these seats have run until `at`."""
        left = self.left
        for seat in seats:
            left = _with(left, seat, max(0, left[seat - 1] - max(0, at - self.since)))
        return msgspec.structs.replace(self, left=left, since=at)

    def moved(
        self, seat: int, running: Iterable[int], at: int, timing: Timing, *, passes: bool, automatic: bool
    ) -> Clock:
        """Once a seat has moved, one of those whose clocks ran. `passes`: not it alone decides next."""
        charged = self.charged(running, at)
        left, time_outs = charged.left[seat - 1], self.time_outs
        if timing.per_move is not None:
            left = timing.per_move
        elif passes:
            left = min(LONGEST, left + timing.increment)
        if not automatic:
            time_outs = _with(time_outs, seat, 0)
        return msgspec.structs.replace(charged, left=_with(charged.left, seat, left), time_outs=time_outs)

    def rested(self, seat: int, running: Iterable[int], at: int, timing: Timing) -> Clock:
        """Once a seat without a running clock, such as a bot's, has moved. Its next decision has a time of its own."""
        charged = self.charged(running, at)
        left = charged.left[seat - 1] if timing.per_move is None else timing.per_move
        return msgspec.structs.replace(charged, left=_with(charged.left, seat, left))


Winds = Callable[[Clock, int], Clock]
"""The effect of a version on the clocks, besides the time until it: the clocks after it, from those before and its time."""


def begun(timing: Timing, seats: int, at: int) -> Clock:
    """The clocks when the game starts."""
    return Clock((timing.begin,) * seats, at, (0,) * seats)


def ran_out(seat: int, running: Iterable[int], timing: Timing) -> Winds:
    """The seat has run out of time, one of those whose clocks run. With a time per move, its next decision has that anew."""

    def wind(clock: Clock, at: int) -> Clock:
        clock = clock.charged(running, at)
        left = _with(clock.left, seat, timing.per_move or 0)
        time_outs = _with(clock.time_outs, seat, clock.time_outs[seat - 1] + 1)
        return msgspec.structs.replace(clock, left=left, time_outs=time_outs)

    return wind


def present(seat: int) -> Winds:
    """The seat's player is there again."""

    def wind(clock: Clock, _: int) -> Clock:
        return msgspec.structs.replace(clock, time_outs=_with(clock.time_outs, seat, 0))

    return wind


def given_back(running: Iterable[int], time: int) -> Winds:
    """The seats whose clocks run get back this much of what these have counted."""

    def wind(clock: Clock, at: int) -> Clock:
        return msgspec.structs.replace(clock.charged(running, at - time), since=at)

    return wind


def taken_back(most: tuple[int, ...], running: Iterable[int]) -> Winds:
    """Moves are taken back, and each seat has this much less what the running clocks have counted."""

    def wind(clock: Clock, at: int) -> Clock:
        return msgspec.structs.replace(clock, left=tuple([max(0, time) for time in most])).charged(running, at)

    return wind


def given(seats: Iterable[int], running: Iterable[int], time: int) -> Winds:
    """These seats, whose time is over, get this much from now on. `running` are the seats whose clocks run."""

    def wind(clock: Clock, at: int) -> Clock:
        clock = clock.charged(running, at)
        left = clock.left
        for seat in seats:
            left = _with(left, seat, time)
        return msgspec.structs.replace(clock, left=left)

    return wind


def added(seat: int, time: int) -> Winds:
    """The seat gets more time."""

    def wind(clock: Clock, _: int) -> Clock:
        return msgspec.structs.replace(clock, left=_with(clock.left, seat, clock.left[seat - 1] + time))

    return wind


def pausing(paused: bool) -> Winds:
    """All clocks stop, or go on."""

    def wind(clock: Clock, _: int) -> Clock:
        return msgspec.structs.replace(clock, paused=paused)

    return wind


def _with(times: tuple[int, ...], seat: int, time: int) -> tuple[int, ...]:
    return (*times[: seat - 1], time, *times[seat:])
