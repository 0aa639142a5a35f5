"""The times in a record, and the checks of them."""

from __future__ import annotations

import datetime
from collections.abc import Collection
from typing import Any

from taphouse.engine.contract import Rules
from taphouse.engine.records.record import Line, Paused, Played, Record, RecordError, Resumed, TimeAdded, TimedOut

PASSIVE_MOVE = "passive-move"
"""The time-out after which the service makes the moves of the seat, until another one must decide."""
TIME_OUTS = (PASSIVE_MOVE, "bot", "resign")
"""The possible effects of a time-out."""


class RecordedTimes:
    """Checks the times of a record line by line.

    Args:
        record: the record.

    Raises:
        RecordError: it has both a time per move and a bank, or neither; or a part of it is unknown.
    """

    def __init__(self, record: Record) -> None:
        self._clock = clock = record.clock
        self._at, self._paused = 0, False
        self.passive: int | None = None
        """The seat whose time is over, until another one must decide; None if the service does not make its moves."""
        self._timed_out = False  # by the last line
        self._last: int | None = None  # the last change of the game, in milliseconds since it was created
        if (lasted := record.lasted) is not None:
            self._last = lasted // datetime.timedelta(milliseconds=1)
        if clock is None:
            return
        if (clock.per_move is None) == (clock.bank is None):
            raise RecordError("A clock has either a time per move or a bank.", "clock")
        if clock.increment and clock.bank is None:
            raise RecordError("Only a bank has an increment.", "clock")
        if clock.time_out not in TIME_OUTS:
            text = f"There is no {clock.time_out[:40]} here. A time-out does one of these: {', '.join(TIME_OUTS)}."
            raise RecordError(text, "clock")

    def check(self, line: Line, rules: Rules, state: Any, resigned: Collection[int], place: str) -> None:
        """Check the next line, after a position. The service moves for the seats that have `resigned`, in a pause too.

        Raises:
            RecordError: it cannot be.
        """
        timed = isinstance(line, TimedOut | TimeAdded | Paused | Resumed) or line.at is not None
        if self._clock is None:
            if timed:
                raise RecordError("The game has no clocks.", place)
        elif line.at is None:
            raise RecordError("The game has clocks, but this line has no time.", place)
        elif line.at < self._at:
            raise RecordError("It is earlier than the line before it.", place)
        elif self._last is not None and line.at > self._last:
            raise RecordError("It is later than the last change of the game.", place)
        else:
            self._at = line.at
        match line:
            case Played():
                if self._paused and line.seat not in resigned:
                    raise RecordError("The game was paused.", place)
                if rules.deciders(state) != (self.passive,) and not self._timed_out:
                    self.passive = None
                self._timed_out = False
            case TimedOut(seat=seat):
                if self._paused or seat not in rules.deciders(state):
                    raise RecordError(f"The clock of seat {seat} did not run.", place)
                passive = self._clock is not None and self._clock.time_out == PASSIVE_MOVE
                self.passive, self._timed_out = seat if passive else None, passive
            case Paused() | Resumed():
                if self._paused == isinstance(line, Paused):
                    raise RecordError(
                        "The game was paused already." if self._paused else "The game was not paused.", place
                    )
                self._paused = not self._paused
