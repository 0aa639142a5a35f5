"""The use cases of clocks: the time control, added time, pauses."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import msgspec

from taphouse.engine import clocks
from taphouse.engine.clocks import LONGEST, SECOND, Timing
from taphouse.schema.failures import Refused
from taphouse.schema.game_view import Changed
from taphouse.schema.ports import Caller
from taphouse.schema.problems.callers import NotSeated
from taphouse.schema.problems.clocks import NoClock, NotPaused, Paused
from taphouse.schema.problems.games import GameNotStarted
from taphouse.schema.values.agreements import ProposalKind
from taphouse.schema.values.clocks import LEAST_TIME, MOST_INCREMENT, MOST_TIME, NewClock, Now
from taphouse.schema.values.games import HostPowers, Status
from taphouse.schema.values.lifecycle import GamePaused, GameResumed, TimeAdded
from taphouse.schema.values.seats import Viewer
from taphouse.schema.values.versions import moment
from taphouse.service.access.tokens import HOST
from taphouse.service.games.encoding.agreements import Proposed
from taphouse.service.games.kernel.checks import check_host, check_not_ended, refuse
from taphouse.service.games.kernel.committing import Committer, request_digest
from taphouse.service.games.kernel.host_powers import check_consent
from taphouse.service.games.kernel.loaded_game import LoadedGame
from taphouse.service.games.kernel.loading import Reader
from taphouse.service.games.kernel.steps import Step


class Timekeeping:
    """Adds time, resumes games, and returns the time.

    Args:
        committer: Commits changes.
        reader: Has the store, by whose time clocks run.
    """

    def __init__(self, committer: Committer, reader: Reader) -> None:
        self._committer, self._reader = committer, reader

    async def add_time(
        self, caller: Caller, game: str, seat: int, seconds: int, expected: int | None, key: str | None
    ) -> Changed:
        """Give a seat more time. Only for the host."""
        digest = request_digest("add time", game, seat, seconds, expected)

        def change(loaded: LoadedGame, viewer: Viewer) -> list[Step]:
            check_host(loaded, viewer)
            winds = more_time(loaded, seat, seconds)
            check_consent(loaded, viewer, ProposalKind.ADD_TIME, self._reader.now_ms())
            return [_step(loaded, HOST, TimeAdded(seat, seconds, by_host=True), winds)]

        return await self._committer.change(caller, game, expected, key, digest, change)

    async def resume(self, caller: Caller, game: str, expected: int | None, key: str | None) -> Changed:
        """Go on after a pause. For every seat, and for a host with full powers."""
        return await self._committer.change(
            caller, game, expected, key, request_digest("resume", game, expected), resumed
        )

    async def now(self, caller: Caller) -> Now:
        """The time by which clocks run."""
        await caller.admit()
        return Now(moment(await self._reader.store.now("")))


def agreed(clock: NewClock) -> Timing:
    """The time control that a client asks for.

    Raises:
        Refused: It is not allowed.
    """
    given = clock.per_move if clock.bank is None else clock.bank
    if given is None or (clock.per_move is None) == (clock.bank is None):
        refuse("clock", "Give either perMove, the seconds for each move, or bank, the seconds for the whole game.")
    if not LEAST_TIME <= given <= MOST_TIME:
        refuse("clock", f"perMove and bank are {LEAST_TIME} to {MOST_TIME} seconds (30 days), not {given}.")
    if not 0 <= clock.increment <= MOST_INCREMENT:
        refuse("clock", f"The increment is 0 to {MOST_INCREMENT} seconds, not {clock.increment}.")
    if clock.increment and clock.bank is None:
        refuse("clock", "Only a bank has an increment: with a time per move, each move has its own time.")
    per_move = None if clock.per_move is None else clock.per_move * SECOND
    bank = None if clock.bank is None else clock.bank * SECOND
    return Timing(per_move, bank, clock.increment * SECOND, clock.on_time_out.value)


def more_time(loaded: LoadedGame, seat: int, seconds: int) -> clocks.Winds:
    """The effect on the clocks of more time for a seat.

    Raises:
        Refused: The game has no clocks or does not run, it has no such seat, or the seat would have too much time.
    """
    check_clocked(loaded)
    if loaded.clock is None or not 1 <= seat <= len(loaded.seats):
        refuse("seat", f"The seats of this game are 1 to {len(loaded.seats)}; there is no {seat}.")
    most = (LONGEST - loaded.clock.left[seat - 1]) // SECOND
    if not 1 <= seconds <= most:
        refuse("seconds", f"Add 1 to {most} seconds: a seat can have {MOST_TIME} seconds at most.")
    return clocks.added(seat, seconds * SECOND)


async def judge_more_time(loaded: LoadedGame, made: Proposed, _caller: Caller) -> Callable[[Step], Awaitable[Step]]:
    """Judge the proposal of more time. Returns a function that adds the time to the version of the last acceptance."""
    if made.time is None:
        raise ValueError("a proposal of more time says for whom")
    seat, seconds = made.time.seat, made.time.seconds
    winds = more_time(loaded, seat, seconds)

    async def agree(step: Step) -> Step:
        event = TimeAdded(seat, seconds, by_host=False)
        return msgspec.structs.replace(step, events=(*step.events, event), winds=winds)

    return agree


async def judge_pause(loaded: LoadedGame, *_: object) -> Callable[[Step], Awaitable[Step]]:
    """Judge the proposal of a pause.

    Returns:
        A function that adds the pause to the version in which the last seat accepts: all clocks stop, and nobody can move.

    Raises:
        Refused: The game has no clocks, does not run, or is paused already.
    """
    check_clocked(loaded)
    if loaded.clock is not None and loaded.clock.paused:
        raise Refused(Paused())

    async def agree(step: Step) -> Step:
        event = GamePaused(everybody_away=False)
        return msgspec.structs.replace(step, events=(*step.events, event), winds=clocks.pausing(True))

    return agree


def resumed(loaded: LoadedGame, viewer: Viewer) -> list[Step]:
    """Go on after a pause: any player can, and a host with full powers. The players may have agreed on the pause."""
    full = viewer.host and loaded.terms.powers is HostPowers.FULL
    if viewer.seat is None and not full:
        raise Refused(NotSeated())
    check_clocked(loaded)
    if loaded.clock is None or not loaded.clock.paused:
        raise Refused(NotPaused())
    who = HOST if viewer.seat is None else f"seat:{viewer.seat}"
    return [_step(loaded, who, GameResumed(viewer.seat), clocks.pausing(False))]


def check_clocked(loaded: LoadedGame) -> None:
    """Check that a game has clocks and runs.

    Raises:
        Refused: It does not.
    """
    check_not_ended(loaded)
    if loaded.terms.timing is None:
        raise Refused(NoClock())
    if loaded.status is Status.WAITING:
        open_seats = tuple([number for number, sitting in enumerate(loaded.seats, 1) if sitting.open])
        raise Refused(GameNotStarted(open_seats=open_seats))


def _step(loaded: LoadedGame, who: str, event: TimeAdded | GamePaused | GameResumed, winds: clocks.Winds) -> Step:
    return Step(who, (event,), loaded.status, loaded.seats, loaded.state, winds=winds)
