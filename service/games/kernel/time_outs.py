"""The versions that follow when the time of a seat is over."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from taphouse.engine import clocks
from taphouse.engine.clocks import SECOND, Clock, Timing
from taphouse.schema.execution.scheduler import RequestScheduler
from taphouse.schema.values.bots import BotKind
from taphouse.schema.values.clocks import TimeOutAction
from taphouse.schema.values.games import Status
from taphouse.schema.values.lifecycle import GamePaused, TimeAdded, TimedOut
from taphouse.service.access.tokens import SERVICE
from taphouse.service.games.kernel.absent import stand_in
from taphouse.service.games.kernel.loaded_game import LoadedGame
from taphouse.service.games.kernel.running_clocks import Overdue, deadline, has_clock, lost, running
from taphouse.service.games.kernel.steps import Step, automatic_moves, resigned
from taphouse.service.store.absences import Absences

LATE = 5 * SECOND
"""Milliseconds after a deadline from which the service must have been away, even if the store does not know: it may have been
restored."""


async def what_is_due(loaded: LoadedGame, absences: Absences, scheduler: RequestScheduler) -> Overdue | None:
    """The commit that is due now because of the time: it gives back the time of an absence, or ends the time of a seat.

    Args:
        loaded: The game, whose clock runs.
        absences: All absences until now.
        scheduler: The scheduler of the request.
    """
    runs, until, timing, clock = running(loaded), deadline(loaded), loaded.terms.timing, loaded.clock
    if until is None or timing is None or clock is None:
        raise ValueError("no clock runs in this game")
    at = max(absences.now, loaded.record.updated)
    if time := lost(loaded, absences):
        return Overdue([_given(loaded, runs, time, clocks.given_back(runs, time))], at)
    if absences.now < until:
        return None
    if absences.now - until >= LATE:
        over = [seat for seat in runs if clock.deadline(seat) <= absences.now]
        return Overdue([_given(loaded, over, timing.grace, clocks.given(over, runs, timing.grace))], at, until)
    return Overdue(await _timed_out(loaded, runs, timing, clock, scheduler), at, until)


def _given(loaded: LoadedGame, seats: Iterable[int], time: int, winds: clocks.Winds) -> Step:
    events = tuple([TimeAdded(seat, (time + SECOND // 2) // SECOND, by_host=False) for seat in seats])
    return Step(SERVICE, events, Status.RUNNING, loaded.seats, loaded.state, winds=winds)


async def _timed_out(
    loaded: LoadedGame, runs: tuple[int, ...], timing: Timing, clock: Clock, scheduler: RequestScheduler
) -> list[Step]:
    """The versions that follow when the time of the first of the seats whose clocks run is over."""
    seat = runs[0]
    first = Step(SERVICE, (), Status.RUNNING, loaded.seats, loaded.state)
    first = msgspec.structs.replace(first, events=(TimedOut(seat),), winds=clocks.ran_out(seat, runs, timing))
    if timing.action == TimeOutAction.RESIGN.value:
        end = resigned(loaded.rules, loaded.seats, seat, SERVICE, loaded.state, loaded.terms.service_rules)
        first = msgspec.structs.replace(end, events=(*first.events, *end.events), winds=first.winds)
        return [first, *await automatic_moves(loaded, first, scheduler)]
    if timing.action == TimeOutAction.BOT.value:
        (standing_in,) = stand_in(loaded, seat, BotKind.GREEDY, SERVICE)
        events = (*first.events, *standing_in.events)
        first = msgspec.structs.replace(first, events=events, seats=standing_in.seats)
        return [first, *await automatic_moves(loaded, first, scheduler)]
    steps = [first, *await automatic_moves(loaded, first, scheduler, passive=seat)]
    last = steps[-1]
    if last.status is Status.RUNNING and all(
        number == seat or time_outs or not has_clock(sitting)
        for number, (sitting, time_outs) in enumerate(zip(loaded.seats, clock.time_outs, strict=True), 1)
    ):
        steps.append(
            Step(
                SERVICE,
                (GamePaused(everybody_away=True),),
                last.status,
                last.seats,
                last.state,
                winds=clocks.pausing(True),
            )
        )
    return steps
