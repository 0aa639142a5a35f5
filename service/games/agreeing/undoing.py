"""The use case of undoing moves, alone or by agreement."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, NoReturn

from msgspec import Struct
from msgspec.structs import replace

from taphouse.engine.chance import MOST_UNDOS, after_undos
from taphouse.engine.clocks import taken_back
from taphouse.engine.contract import Move, Rules, Transition
from taphouse.engine.worlds.disclosure import discloses
from taphouse.schema.concepts.agreements import MOST_UNDONE, MovesUndone, UndoReason, UndoRefused
from taphouse.schema.execution.scheduler import RequestScheduler
from taphouse.schema.failures import Refused
from taphouse.schema.game_view import Changed
from taphouse.schema.ports import Caller
from taphouse.schema.problems.callers import NotSeated
from taphouse.schema.values.agreements import ProposalKind, UndoOption
from taphouse.schema.values.seats import Viewer
from taphouse.service.games.clocks.taking_back import Spending, lacking
from taphouse.service.games.encoding.agreements import NONE, Proposed
from taphouse.service.games.kernel.absent import with_returned
from taphouse.service.games.kernel.committing import Committer, request_digest
from taphouse.service.games.kernel.loaded_game import LoadedGame
from taphouse.service.games.kernel.loading import Reader
from taphouse.service.games.kernel.replaying import LogReplay, snapshot_before
from taphouse.service.games.kernel.running_clocks import running
from taphouse.service.games.kernel.steps import Step
from taphouse.service.games.seating.hosting import why_not_from


class MadeMove(Struct, frozen=True):
    """A move that was made."""

    version: int
    seat: int
    automatic: bool
    """True if the service made the move for the seat."""
    rules: Rules
    before: Any
    """The position before it."""
    move: Move
    result: Transition

    def is_by(self, seat: int) -> bool:
        """True if a seat chose the move itself."""
        return self.seat == seat and not self.automatic


class UndoTarget(Struct, frozen=True):
    """An earlier position to go back to."""

    version: int
    state: Any
    rules: Rules
    """The rules in force there."""
    moves: tuple[MadeMove, ...]
    """The moves that are undone."""
    revealed: bool
    """True if any move since then revealed anything to anybody, even one that was undone earlier."""
    left: tuple[int, ...] | None
    """The time of each seat after the undo, by `Spending.left`; None without clocks."""


class Undoing:
    """Undoes moves.

    Args:
        committer: Commits changes.
        reader: Loads games.
    """

    def __init__(self, committer: Committer, reader: Reader) -> None:
        self._committer, self._reader = committer, reader

    async def undo(self, caller: Caller, game: str, to: int | None, expected: int | None, key: str | None) -> Changed:
        """Undo moves of the caller's seat that revealed nothing to anybody, back to a version; without one, the last move."""

        async def change(loaded: LoadedGame, viewer: Viewer) -> list[Step]:
            seat = viewer.seat
            if seat is None:
                raise Refused(NotSeated())
            self._reader.game_view(loaded, viewer, caller.language).check_running()
            if loaded.terms.undo is not UndoOption.FREE:
                _check_allowed(loaded)
                _refuse(UndoReason.NO_CONSENT)
            back = await _back(self._reader, loaded, to, seat, caller.scheduler)
            if not back.moves[0].is_by(seat) or not all(one.automatic or one.seat == seat for one in back.moves):
                _refuse(UndoReason.NOT_YOURS)
            if back.revealed:
                _refuse(UndoReason.REVEALED)
            returning, loaded = with_returned(loaded, seat)
            agreements = loaded.agreements.without(ProposalKind.UNDO)
            step = Step(f"seat:{seat}", (), loaded.status, loaded.seats, loaded.state, agreements=agreements)
            return [*returning, _taken_back(loaded, back, step)]

        return await self._committer.change(
            caller, game, expected, key, request_digest("undo", game, to, expected), change
        )


async def judge_undo(
    reader: Reader, loaded: LoadedGame, made: Proposed, caller: Caller
) -> Callable[[Step], Awaitable[Step]]:
    """Judge a proposed undo. Bots accept it if the moves revealed nothing to anybody."""
    _check_allowed(loaded)
    back = await _back(reader, loaded, made.to, made.seat, caller.scheduler)
    if back.revealed and any(sitting.bot for sitting in loaded.seats):
        _refuse(UndoReason.REVEALED)
    _check_rules(loaded, back)

    async def agree(step: Step) -> Step:
        return _taken_back(loaded, back, step)

    return agree


async def _back(
    reader: Reader, loaded: LoadedGame, to: int | None, seat: int, scheduler: RequestScheduler
) -> UndoTarget:
    """The position at an earlier version of the game; without a version, the one before the last move of a seat.

    Raises:
        Refused: There is none, or it lies too far back.
    """
    if loaded.agreements.undos >= MOST_UNDOS:
        _refuse(UndoReason.TOO_FAR)
    if to is not None and not 1 <= to < loaded.version:
        _refuse(UndoReason.NOTHING)
    if to is not None and loaded.version - to > MOST_UNDONE:
        _refuse(UndoReason.TOO_FAR)
    since = max(1, loaded.version - MOST_UNDONE) if to is None else to
    timing = loaded.terms.timing
    spending = None if timing is None else Spending(loaded.codec, timing)
    made, line, gone = await _past(reader, loaded, since, spending, scheduler)
    if to is None:
        line = line[max((place for place, one in enumerate(line) if one.is_by(seat)), default=len(line)) :]
    elif gone:
        _refuse(UndoReason.NOTHING)
    if not line:
        _refuse(UndoReason.NOTHING)
    first, revealed = line[0], False
    for one in made:
        if not revealed and one.version >= first.version:
            before = one.rules.with_decider(one.before, one.seat)
            revealed = discloses(one.rules, before, one.move, one.result, len(loaded.seats))
            if scheduler.late:
                await scheduler.turn()
    left = None if spending is None else spending.left(first.version - 1 if to is None else to)
    if left is not None:
        short = lacking(loaded, left, first.rules.deciders(first.before), await reader.store.now(loaded.id))
        if short is not None:
            _refuse(UndoReason.NO_TIME)
    return UndoTarget(first.version - 1, first.before, first.rules, tuple(line), revealed, left)


async def _past(
    reader: Reader, loaded: LoadedGame, since: int, spending: Spending | None, scheduler: RequestScheduler
) -> tuple[list[MadeMove], list[MadeMove], bool]:
    """All moves since a version, those that were not undone, and whether the game has gone back to before that version."""
    before = snapshot_before(since)
    entries = await reader.store.entries(loaded.id, before, loaded.version - before)
    if len(entries) < loaded.version - before:
        await reader.explain_gap(loaded.id, loaded.version, loaded.record.epochs)
    replay = LogReplay(loaded.codec, loaded.versions, loaded.terms)
    made, line, gone = list[MadeMove](), list[MadeMove](), False
    state: Any = None
    for entry in entries:
        for happening in replay.read([entry], since):
            if happening.move is not None:
                result, seat = Transition(replay.state, happening.events), happening.seat or 0
                made.append(
                    MadeMove(entry.version, seat, happening.automatic, happening.rules, state, happening.move, result)
                )
                line.append(made[-1])
            for event in happening.events:
                if isinstance(event, MovesUndone):
                    gone = gone or event.back_to < since
                    line = [one for one in line if one.version <= event.back_to]
        if entry.version >= since or spending is not None:
            state = replay.state
        if spending is not None:
            spending.read(entry, () if state is None else replay.rules.deciders(state))
        if scheduler.late:
            await scheduler.turn()
    return made, line, gone


def _taken_back(loaded: LoadedGame, back: UndoTarget, step: Step) -> Step:
    """The version that undoes moves: the earlier position, with later draws.

    If a move revealed anything to anybody, whatever no seat knows in the position is drawn anew: it would come again otherwise.
    """
    _check_rules(loaded, back)
    agreements = replace(step.agreements or NONE, undos=loaded.agreements.undos + 1)
    state = back.state
    if back.revealed:
        state = loaded.rules.reshuffled(state, after_undos(loaded.terms.chance, agreements.undos))
    event = MovesUndone(back.version, len(back.moves), back.revealed)
    winds = None if back.left is None else taken_back(back.left, running(loaded))
    return replace(step, events=(*step.events, event), state=state, agreements=agreements, winds=winds)


def _check_allowed(loaded: LoadedGame) -> None:
    if loaded.terms.undo is UndoOption.NEVER:
        _refuse(UndoReason.NEVER)


def _check_rules(loaded: LoadedGame, back: UndoTarget) -> None:
    """Refuse a position of earlier rules that the current rules cannot continue from."""
    if back.rules.version != loaded.rules.version:
        refusal = why_not_from(loaded.rules, back.state)
        if refusal is not None:
            problem = UndoRefused(undo_reason=UndoReason.RULES)
            raise Refused(problem, because=lambda language: loaded.wordings[language].refusal(refusal))


def _refuse(reason: UndoReason) -> NoReturn:
    raise Refused(UndoRefused(undo_reason=reason))
