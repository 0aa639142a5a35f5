"""The running clock of a game, its deadline, and the effects of a change on the clocks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from taphouse.engine import clocks
from taphouse.engine.clocks import SECOND, Clock, Timing
from taphouse.engine.contract import Rules
from taphouse.schema.values.clocks import Clock as ShownClock
from taphouse.schema.values.clocks import SeatClock, TimeOutAction
from taphouse.schema.values.games import Status
from taphouse.schema.values.moments import moment
from taphouse.service.games.changes.steps import Step
from taphouse.service.games.encoding.seats import Sitting, seat_of
from taphouse.service.games.loaded_game import LoadedGame
from taphouse.service.store.absences import Absences
from taphouse.service.store.protocol import Commit, StoredEntry

DAY = 86_400_000
"""Milliseconds that a game is kept after its next deadline, at least."""
AHEAD = 800
"""Milliseconds before a deadline at which its alarm is due: longer than the time between two polls."""
LEAST_TO_TELL = 600_000
"""The least milliseconds that a decision must have for webhooks to be told when its time is short."""


class Overdue(Struct, frozen=True):
    """The versions that the service commits by itself because of the time."""

    steps: Sequence[Step]
    """The versions."""
    at: int
    """The time of the commit, by the store's clock."""
    not_before: int | None = None
    """The deadline that has passed, if that is why."""


def running(game: LoadedGame) -> int | None:
    """The seat whose clock runs: that of a player who must decide. None if no clock runs: bots have all the time they need."""
    return None if game.clock is None else _running(game.clock, game.status, game.seats, game.rules, game.state)


def _running(clock: Clock, status: Status, seats: Sequence[Sitting], rules: Rules, state: Any) -> int | None:
    if clock.paused or status is not Status.RUNNING:
        return None
    seat = rules.decider(state)
    return None if seat is None or not has_clock(seats[seat - 1]) else seat


def has_clock(sitting: Sitting) -> bool:
    """True if a player sits there who decides for themselves."""
    return sitting.taken and not sitting.bot and not sitting.resigned


def deadline(game: LoadedGame) -> int | None:
    """The time at which the running clock runs out, in milliseconds since the epoch. None if no clock runs."""
    clock, seat = game.clock, running(game)
    return None if clock is None or seat is None else clock.deadline(seat)


def short(game: LoadedGame) -> int | None:
    """The time at which the running clock has a tenth of its time left. None if no clock runs, or the whole time is short."""
    clock, seat = game.clock, running(game)
    if clock is None or seat is None or (left := clock.left[seat - 1]) < LEAST_TO_TELL:
        return None
    return clock.since + left - left // 10


def lost(game: LoadedGame, absences: Absences) -> int:
    """The milliseconds of the running clock during which no instance could take a move; 0 if less than a second."""
    clock = game.clock
    if clock is None or not absences.gaps or running(game) is None:
        return 0
    time = absences.within(clock.since, absences.now)
    return time if time >= SECOND else 0


def lasting(game: LoadedGame) -> LoadedGame:
    """A game that does not expire before its running clock runs out."""
    until = deadline(game)
    return game if until is None else msgspec.structs.replace(game, expires=max(game.expires, until + DAY))


def timely(before: LoadedGame, after: LoadedGame, commit: Commit, overdue: Overdue | None) -> tuple[LoadedGame, Commit]:
    """Adapt a game and its commit to the clocks: when it may be written, how long the game is kept, and an alarm.

    There is always an alarm before the deadline of the newest version, so a later deadline needs none: most moves of a game with
    a time per move set none. Versions with a snapshot do, in case the store has lost the earlier one.

    Args:
        before: The game before the commit.
        after: The game after it.
        commit: The commit.
        overdue: Set if the service makes the commit because of the time. Any other commit must be in time.
    """
    known, until, after, now = deadline(before), deadline(after), lasting(after), commit.record.updated
    alarm = None
    if until is not None:
        due = min(until - AHEAD, (short(after) if commit.record.watched else None) or until)
        renewed = any(entry.snapshot is not None for entry in commit.entries)
        if known is None or due < known - AHEAD or renewed:
            alarm = max(0, due - now) / SECOND
    return after, msgspec.structs.replace(
        commit,
        expires=after.expires - now,
        before=known if overdue is None else None,
        not_before=None if overdue is None else overdue.not_before,
        alarm=alarm,
    )


class ClockTracker:
    """Tracks the clocks from version to version of a change.

    Args:
        game: The game before the change, which has clocks.
        timing: The time control.
        at: The time of the change.
    """

    def __init__(self, game: LoadedGame, timing: Timing, at: int) -> None:
        self._timing, self._at = timing, at
        self._clock, self._running, self._seats = game.clock, running(game), game.seats

    def after(self, step: Step, rules: Rules) -> Clock | None:
        """The clocks after the next version. None before the game starts."""
        clock, at = self._clock, self._at
        if clock is None:
            if step.status is Status.RUNNING:
                self._clock = clocks.begun(self._timing, len(step.seats), at)
                self._running = _running(self._clock, step.status, step.seats, rules, step.state)
            return self._clock
        seat = seat_of(step.who)
        moved = step.move is not None and seat is not None
        if moved and self._running == seat is not None:
            passes = step.status is not Status.RUNNING or rules.decider(step.state) != seat
            clock = clock.moved(seat, at, self._timing, passes=passes, automatic=step.automatic)
        elif seat is not None and moved:
            clock = clock.charged(self._running, at).rested(seat, at, self._timing)
        if step.winds is not None:
            clock = step.winds(clock, at)
        if step.seats is not self._seats:
            clock = self._seated(clock, step.seats)
        runs = _running(clock, step.status, step.seats, rules, step.state)
        if not moved and runs != self._running:
            clock = clock.charged(self._running, at)
        self._clock, self._running = clock, runs
        return clock

    def _seated(self, clock: Clock, seats: tuple[Sitting, ...]) -> Clock:
        """The clocks after seats have changed hands.

        A player who takes a seat whose time is over gets some time, and a new player gets the whole time for a move.
        """
        for seat, (before, sitting) in enumerate(zip(self._seats, seats, strict=True), 1):
            left, per_move = clock.left[seat - 1], self._timing.per_move
            if not has_clock(sitting) or has_clock(before):
                continue
            if per_move is not None and not before.taken and left < per_move:
                clock = clocks.added(seat, per_move - left)(clock, self._at)
            elif not left:
                clock = clocks.added(seat, self._timing.grace)(clock, self._at)
        self._seats = seats
        return clock


def replayed(game: LoadedGame, moves: Sequence[StoredEntry]) -> LoadedGame:
    """A game with its clocks after some moves, given with the clocks of the snapshot before these.

    Args:
        game: The game after the moves. Its seats only change with a snapshot.
        moves: All entries after the snapshot.
    """
    clock, timing = game.clock, game.terms.timing
    if clock is None or timing is None:
        return game
    deciders = [seat_of(entry.who) for entry in moves[1:]]
    deciders += [game.rules.decider(game.state)] if moves else []
    for entry, decider in zip(moves, deciders, strict=True):
        _, automatic, _ = game.codec.body(entry.body)
        clock = after_move(clock, timing, game.seats, entry, automatic=automatic, decider=decider)
    return lasting(msgspec.structs.replace(game, clock=clock))


def after_move(
    clock: Clock, timing: Timing, seats: Sequence[Sitting], entry: StoredEntry, *, automatic: bool, decider: int | None
) -> Clock:
    """The clocks after a move that has no snapshot in the log. `decider` is the seat that must decide after it."""
    seat = seat_of(entry.who)
    if seat is None:
        return clock.charged(None, entry.at)
    if not has_clock(seats[seat - 1]):
        return clock.rested(seat, entry.at, timing)
    return clock.moved(seat, entry.at, timing, passes=decider != seat, automatic=automatic)


def shown(game: LoadedGame, timing: Timing) -> ShownClock:
    """The clocks for the API, by the time control."""
    clock, until = game.clock or clocks.begun(timing, len(game.seats), 0), deadline(game)
    clock = clock.charged(running(game), game.record.updated)
    return ShownClock(
        None if timing.per_move is None else timing.per_move // SECOND,
        None if timing.bank is None else timing.bank // SECOND,
        timing.increment // SECOND,
        TimeOutAction[timing.action],
        clock.paused,
        running(game),
        None if until is None else moment(until),
        tuple(
            [
                SeatClock(seat, left // SECOND, time_outs)
                for seat, (left, time_outs) in enumerate(zip(clock.left, clock.time_outs, strict=True), 1)
            ]
        ),
    )
