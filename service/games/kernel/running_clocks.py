"""The running clock of a game, its deadline, and the effects of a change on the clocks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from taphouse.engine import clocks
from taphouse.engine.clocks import SECOND, Clock, Timing
from taphouse.engine.contract import Rules
from taphouse.schema.values.clocks import Clock as ShownClock
from taphouse.schema.values.clocks import SeatClock, TimeOutAction
from taphouse.schema.values.games import Status
from taphouse.schema.values.versions import moment
from taphouse.service.games.encoding.seats import Sitting, seat_of
from taphouse.service.games.kernel.loaded_game import LoadedGame
from taphouse.service.games.kernel.steps import Step
from taphouse.service.store.absences import Absences
from taphouse.service.store.protocol import Commit, StoredEntry

DAY = 86_400_000
"""Milliseconds that a game is kept after its next deadline, at least."""
AHEAD = 800
"""Milliseconds before a deadline at which its alarm is due: longer than the time between two polls."""
LEAST_TO_TELL = 600_000
"""The least milliseconds for a move, or of a bank, that webhooks report when it is short."""


class Overdue(Struct, frozen=True):
    """The versions that the service commits by itself because of the time."""

    steps: Sequence[Step]
    """The versions."""
    at: int
    """The time of the commit, by the store's clock."""
    not_before: int | None = None
    """The deadline that has passed, if that is why."""


def running(game: LoadedGame) -> tuple[int, ...]:
    """The seats whose clocks run, the one whose time ends first at the beginning: those of players who must decide.

    Bots have all the time they need.
    """
    clock = game.clock
    if clock is None:
        return ()
    found = _running(clock, game.status, game.seats, game.rules, game.state)
    return tuple(sorted(found, key=clock.deadline)) if len(found) > 1 else found


def _running(clock: Clock, status: Status, seats: Sequence[Sitting], rules: Rules, state: Any) -> tuple[int, ...]:
    if clock.paused or status is not Status.RUNNING:
        return ()
    return with_clock(seats, rules.deciders(state))


def with_clock(seats: Sequence[Sitting], deciders: Iterable[int]) -> tuple[int, ...]:
    """The seats among those that must decide whose clocks run."""
    return tuple([seat for seat in deciders if has_clock(seats[seat - 1])])


def has_clock(sitting: Sitting) -> bool:
    """True if a player sits there who decides for themselves."""
    return sitting.taken and not sitting.bot and not sitting.resigned


def deadline(game: LoadedGame) -> int | None:
    """The time at which the first running clock runs out, in milliseconds since the epoch. None if no clock runs."""
    clock, runs = game.clock, running(game)
    return clock.deadline(runs[0]) if clock is not None and runs else None


def short(game: LoadedGame) -> list[tuple[int, int]]:
    """The times at which a tenth of the agreed time is left on the running clocks, with their seats, the first one first.

    Empty if the whole time is short. A clock that had less left at this version is left out: webhooks reported it earlier.
    """
    clock, timing = game.clock, game.terms.timing
    if clock is None or timing is None or timing.begin < LEAST_TO_TELL:
        return []
    tenth = timing.begin // 10
    lefts = [(clock.left[seat - 1], seat) for seat in running(game)]
    return sorted([(clock.since + left - tenth, seat) for left, seat in lefts if left + AHEAD >= tenth])


def lost(game: LoadedGame, absences: Absences) -> int:
    """The milliseconds of the running clocks during which no instance could take a move; 0 if less than a second."""
    clock = game.clock
    if clock is None or not absences.gaps or not running(game):
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
        due = min([until - AHEAD, *([time for time, _ in short(after)] if commit.record.watched else [])])
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
        moved = step.move is not None
        if moved and seat in self._running:
            passes = step.status is not Status.RUNNING or rules.deciders(step.state) != (seat,)
            clock = clock.moved(seat, self._running, at, self._timing, passes=passes, automatic=step.automatic)
        elif moved and seat is not None:
            clock = clock.rested(seat, self._running, at, self._timing)
        elif seat is not None and clock.time_outs[seat - 1]:  # whatever a player does shows that they are there
            clock = clocks.present(seat)(clock, at)
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


def replayed(game: LoadedGame, moves: Sequence[StoredEntry], states: Callable[[], Iterable[Any]]) -> LoadedGame:
    """A game with its clocks after some moves, given with the clocks of the snapshot before these.

    Args:
        game: The game after the moves. Its seats only change with a snapshot.
        moves: All entries after the snapshot.
        states: Returns the positions of the snapshot and after each move, which are needed if several seats decide at once.
    """
    clock, timing, rules = game.clock, game.terms.timing, game.rules
    if clock is None or timing is None or not moves:
        return game
    if rules.together:
        deciders = [rules.deciders(state) for state in states()]
    else:
        deciders = [(seat_of(entry.who) or 0,) for entry in moves] + [rules.deciders(game.state)]
    for entry, before, after in zip(moves, deciders, deciders[1:], strict=False):
        _, automatic, _ = game.codec.body(entry.body)
        clock = after_move(clock, timing, game.seats, entry, automatic=automatic, before=before, after=after)
    return lasting(msgspec.structs.replace(game, clock=clock))


def after_move(
    clock: Clock,
    timing: Timing,
    seats: Sequence[Sitting],
    entry: StoredEntry,
    *,
    automatic: bool,
    before: tuple[int, ...],
    after: tuple[int, ...],
) -> Clock:
    """The clocks after a move that has no snapshot in the log.

    Args:
        clock: The clocks before it.
        timing: The time control.
        seats: The seats.
        entry: The move.
        automatic: True if the service made it.
        before: The seats of which one had to make it.
        after: The seats that must decide after it.
    """
    seat = seat_of(entry.who)
    if seat is None:
        return clock.charged((), entry.at)
    runs = with_clock(seats, before)
    if seat not in runs:
        return clock.rested(seat, runs, entry.at, timing)
    return clock.moved(seat, runs, entry.at, timing, passes=after != (seat,), automatic=automatic)


def shown(game: LoadedGame, timing: Timing) -> ShownClock:
    """The clocks for the API, by the time control."""
    runs, clock = running(game), game.clock or clocks.begun(timing, len(game.seats), 0)
    ends = {seat: moment(clock.deadline(seat)) for seat in runs}
    clock = clock.charged(runs, game.record.updated)
    return ShownClock(
        None if timing.per_move is None else timing.per_move // SECOND,
        None if timing.bank is None else timing.bank // SECOND,
        timing.increment // SECOND,
        TimeOutAction[timing.action],
        clock.paused,
        runs[0] if runs else None,
        ends[runs[0]] if runs else None,
        tuple(
            [
                SeatClock(seat, left // SECOND, time_outs, ends.get(seat))
                for seat, (left, time_outs) in enumerate(zip(clock.left, clock.time_outs, strict=True), 1)
            ]
        ),
    )
