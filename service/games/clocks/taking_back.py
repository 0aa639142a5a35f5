"""The clocks after an undo: no seat gets back time that it has used, and none keeps time that the undone moves gave it."""

from __future__ import annotations

from taphouse.engine.clocks import Clock, Timing
from taphouse.schema.concepts.agreements import MovesUndone
from taphouse.schema.values.lifecycle import TimedOut
from taphouse.service.games.encoding.codec import Codec
from taphouse.service.games.encoding.seats import Sitting
from taphouse.service.games.kernel.loaded_game import LoadedGame
from taphouse.service.games.kernel.running_clocks import after_move, has_clock, running, with_clock
from taphouse.service.store.protocol import StoredEntry


class Spending:
    """Reads from a log how much time each seat has used, less the time that it was given by the host or after an absence.

    Increments and the time for the next move do not count as given: they come with moves, and go with them.

    Args:
        codec: Decodes the log.
        timing: The time control.
    """

    def __init__(self, codec: Codec, timing: Timing) -> None:
        self._codec, self._timing = codec, timing
        self._clock: Clock | None = None
        self._seats: tuple[Sitting, ...] = ()
        self._deciders: tuple[int, ...] = ()
        self._spent: list[int] = []
        self._budgets: dict[int, list[int]] = {}

    def read(self, entry: StoredEntry, deciders: tuple[int, ...]) -> None:
        """Take the next version; the first one has a snapshot. `deciders` are the seats that must decide from then on."""
        move, automatic, events = self._codec.body(entry.body)
        position = None if entry.snapshot is None else self._codec.position(entry.snapshot)[0]
        before, after = self._clock, None if position is None else position.clock
        if before is not None:
            if position is None:
                after = after_move(
                    before,
                    self._timing,
                    self._seats,
                    entry,
                    automatic=automatic,
                    before=self._deciders,
                    after=deciders,
                )
            if after is not None:
                given = move is None and not any(isinstance(one, TimedOut | MovesUndone) for one in events or ())
                self._spend(before, after, given)
        self._seats = self._seats if position is None else position.seats
        self._clock, self._deciders = after, deciders
        if after is not None:
            self._spent = self._spent or [0] * len(self._seats)
            self._budgets[entry.version] = [a + b for a, b in zip(after.left, self._spent, strict=True)]

    def left(self, version: int) -> tuple[int, ...]:
        """The time of each seat once the moves since a version, or since the start, are undone. The running clock counts on."""
        budget = next(budget for later, budget in self._budgets.items() if later >= version)
        return tuple([a - b for a, b in zip(budget, self._spent, strict=True)])

    def _spend(self, before: Clock, after: Clock, given: bool) -> None:
        runs = () if before.paused else with_clock(self._seats, self._deciders)
        charged = before.charged(runs, after.since)
        for place, (had, has) in enumerate(zip(before.left, charged.left, strict=True)):
            self._spent[place] += had - has
            if given:
                self._spent[place] -= after.left[place] - has


def lacking(loaded: LoadedGame, left: tuple[int, ...], deciders: tuple[int, ...], now: int) -> int | None:
    """A seat that would have no time after an undo, by `Spending.left`, although it has some now or must decide then."""
    clock, runs = loaded.clock, running(loaded)
    if clock is None:
        return None
    counted = clock.charged(runs, now)
    for seat, (time, has) in enumerate(zip(left, counted.left, strict=True), 1):
        used = clock.left[seat - 1] - has
        if has_clock(loaded.seats[seat - 1]) and time <= used and (has or seat in deciders):
            return seat
    return None
