"""Records that clients send: parsed and verified in slices, and turned into the log of a game."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Mapping
from functools import partial
from typing import Never

from msgspec import Struct
from msgspec.structs import replace

from taphouse.engine.contract import Event
from taphouse.engine.editions import Edition
from taphouse.engine.game import Game
from taphouse.engine.records import record as parts
from taphouse.engine.records import text
from taphouse.engine.records.record import Line, RecordError
from taphouse.engine.records.replaying import RecordPosition, RecordReplay
from taphouse.schema.concepts.agreements import GameAgreed, MovesUndone
from taphouse.schema.execution.scheduler import RequestScheduler
from taphouse.schema.failures import Refused
from taphouse.schema.inputs import MOST_RECORD, quoted_briefly
from taphouse.schema.problems.inputs import RecordRefused
from taphouse.schema.values import lifecycle
from taphouse.schema.values.agreements import AgreedEnd
from taphouse.schema.values.bots import BotKind
from taphouse.schema.values.games import Status
from taphouse.service.access.tokens import HOST, SERVICE
from taphouse.service.games.encoding.agreements import NONE, Agreements
from taphouse.service.games.encoding.seats import Sitting, with_seat
from taphouse.service.games.kernel.absent import back, covered, taken_over
from taphouse.service.games.kernel.allowance import imported
from taphouse.service.games.kernel.checks import refuse
from taphouse.service.games.kernel.editions import Editions
from taphouse.service.games.kernel.steps import Step, played, resigned

MOST_LINES, MOST_NOTES = 15_000, 5_000
"""The most lines of a record, and of notes among them. The longest games have 6,000 moves, and room for `MOST_ASIDES`."""


class SentRecord(Struct, frozen=True):
    """A record that a client sent, and the game and edition that it names."""

    source: text.Source
    game: Game
    edition: Edition

    def replay(self) -> RecordReplay:
        """A replay of the record.

        Raises:
            Refused: A header is wrong.
        """
        try:
            return RecordReplay(self.source.record, self.game, self.edition)
        except RecordError as error:
            self.refuse(error)

    async def positions(self, replay: RecordReplay, scheduler: RequestScheduler) -> AsyncIterator[RecordPosition]:
        """The positions of a replay, in slices. At the end, the whole record is verified.

        Raises:
            Refused: The record is wrong.
        """
        try:
            for position in replay.positions():
                yield position
                if scheduler.late:
                    await scheduler.turn()
        except RecordError as error:
            self.refuse(error)

    def refuse(self, error: RecordError) -> Never:
        """Refuse the record, with the line of the error."""
        _refuse(self.source.located(error))


async def read(
    argument: str,
    sent: str,
    games: Mapping[str, Game],
    editions: Editions,
    scheduler: RequestScheduler,
) -> SentRecord:
    """Parse a record. It is not verified yet.

    Args:
        argument: The name of the argument.
        sent: The record, as text or JSON.
        games: The games by kind.
        editions: The editions of all games.
        scheduler: The scheduler of the request.

    Raises:
        Refused: The text is too long or no record, or the record is not for this service.
    """
    if not 1 <= len(sent) <= MOST_RECORD:
        refuse(argument, f"A record must have 1 to {MOST_RECORD} characters, not {len(sent)}.")
    try:
        source = await scheduler.apart(text.parse, sent)
    except RecordError as error:
        _refuse(error)
    record = source.record
    try:
        if record.position is not None:
            reason = (
                "The record begins from a position, which its moves do not prove. Fork the game in its service instead."
            )
            raise RecordError(reason, "position")
        if len(record.lines) > MOST_LINES:
            raise RecordError(f"A record must have at most {MOST_LINES} moves and notes.", f"lines[{MOST_LINES}]")
        if len(record.lines) - record.moves > MOST_NOTES:
            raise RecordError(f"A record must have at most {MOST_NOTES} notes besides its moves.", "lines")
        if record.kind not in games:
            raise RecordError(f"There is no kind {record.kind}. The kinds are {', '.join(games)}.", "kind")
        edition = await scheduler.apart(editions.of_record, record)
        return SentRecord(source, games[record.kind], edition)
    except RecordError as error:
        _refuse(source.located(error))


def before(lines: Iterable[Line], seats: tuple[Sitting, ...]) -> tuple[Sitting, ...]:
    """The seats before players joined: those that they took according to the record are open."""
    for line in _joined(lines, seats):
        seats = with_seat(seats, line.seat, Sitting(None, False))
    return seats


def _joined(lines: Iterable[Line], seats: tuple[Sitting, ...]) -> list[parts.Joined]:
    """The players who joined before the game began: nobody had opened their seat."""
    opened: set[int] = set()
    found = []
    for line in lines:
        if isinstance(line, parts.Opened):
            opened.add(line.seat)
        elif isinstance(line, parts.Joined) and line.seat <= len(seats) and line.seat not in opened:
            found.append(line)
    return found


async def steps(
    sent: SentRecord, replay: RecordReplay, seats: tuple[Sitting, ...], scheduler: RequestScheduler
) -> list[Step]:
    """The versions of a record after the first one: players join, the game starts, moves are made.

    Args:
        sent: The record.
        replay: Its replay.
        seats: The seats once all players have joined.
        scheduler: The scheduler of the request.

    Raises:
        Refused: The record is wrong.
    """
    made: list[Step] = []
    last = seats
    stands: list[int] = []  # the versions of the moves that stand
    agreements, version = NONE, sent.source.record.service_rules
    after = partial(played, service_rules=version)
    async for position in sent.positions(replay, scheduler):
        line, state, rules = position.line, position.state, replay.rules
        step = Step(HOST, (), Status.RUNNING, seats, state, rules=rules)
        match line:
            case None:
                made += _joining(sent.source.record.lines, seats)
                start = (lifecycle.GameStarted(len(seats)),)
                step = after(rules, seats, SERVICE, None, state, start, newer=rules)
            case parts.Joined(seat=seat):
                if seats[seat - 1].taken:
                    continue
                newer = replace(last[seat - 1], generation=seats[seat - 1].generation)
                event: Event = lifecycle.SeatTaken(seat, newer.name, newer.brewery, program=newer.program)
                seats = with_seat(seats, seat, newer)
                step = replace(step, who=f"seat:{seat}", events=(event,), seats=seats)
            case parts.Played(seat=seat, automatic=automatic) if position.move is not None:
                who, events = f"seat:{seat}", position.events
                step = after(rules, seats, who, position.move, state, events, automatic=automatic, newer=rules)
                stands.append(len(made) + 2)  # after the version in which the table is opened
            case parts.Resigned(seat=seat):
                step = replace(resigned(rules, seats, seat, f"seat:{seat}", state, version), rules=rules)
                seats = step.seats
            case parts.Opened() | parts.Covered() | parts.Replaced() | parts.Returned():
                changed = _reseated(line, seats)
                if changed is None:
                    continue
                seats, event = changed
                who = f"seat:{line.seat}" if isinstance(line, parts.Returned) else HOST
                step = replace(step, who=who, events=(event,), seats=seats)
            case parts.Undone(moves=count, anew=anew):
                event, stands = MovesUndone(stands[-count] - 1, count, anew), stands[:-count]
                agreements = Agreements(undos=agreements.undos + 1)
                step = replace(step, events=(event,), agreements=agreements)
            case parts.Drawn():
                ended = replace(agreements, end=AgreedEnd.DRAW.value)
                step = replace(step, events=(GameAgreed(AgreedEnd.DRAW),), status=Status.ABANDONED, agreements=ended)
            case _:
                step = _noted(line, step)
        made.append(step)
    *others, end = made
    lines = len(sent.source.record.lines) - len(stands)
    return [*others, replace(end, agreements=imported(end.agreements or agreements, len(seats), lines))]


def _reseated(
    line: parts.Opened | parts.Covered | parts.Replaced | parts.Returned, seats: tuple[Sitting, ...]
) -> tuple[tuple[Sitting, ...], Event] | None:
    """The seats after a line that changes the player of one, and its event. None if it changes nothing here."""
    seat, sitting = line.seat, seats[line.seat - 1]
    match line:
        case parts.Opened():
            return with_seat(seats, seat, sitting.empty(closed=False)), lifecycle.SeatOpened(seat)
        case parts.Returned() if sitting.away:
            return with_seat(seats, seat, back(sitting)), lifecycle.PlayerReturned(seat)
        case parts.Covered(bot=bot):
            return with_seat(seats, seat, covered(sitting, BotKind[bot])), lifecycle.BotStandsIn(seat, BotKind[bot])
        case parts.Replaced(bot=bot):
            return with_seat(seats, seat, taken_over(sitting, BotKind[bot])), lifecycle.BotTakesOver(seat, BotKind[bot])
    return None


def _noted(line: Line, step: Step) -> Step:
    """The version of a line that changes no seat and no position."""
    match line:
        case parts.TimedOut(seat=seat):
            return replace(step, who=SERVICE, events=(lifecycle.TimedOut(seat),))
        case parts.TimeAdded(seat=seat, seconds=seconds):
            return replace(step, events=(lifecycle.TimeAdded(seat, seconds, by_host=True),))
        case parts.Paused():
            return replace(step, who=SERVICE, events=(lifecycle.GamePaused(everybody_away=False),))
        case parts.Resumed():
            return replace(step, events=(lifecycle.GameResumed(None),))
        case parts.Upgraded(rules=version):
            return replace(step, events=(lifecycle.RulesUpgraded(version),))
        case parts.Abandoned():
            return replace(step, events=(lifecycle.GameAbandoned(),), status=Status.ABANDONED)
    return step


def _joining(lines: Iterable[Line], seats: tuple[Sitting, ...]) -> list[Step]:
    made, taken = [], before(lines, seats)
    for line in _joined(lines, seats):
        sitting = seats[line.seat - 1]
        taken = with_seat(taken, line.seat, sitting)
        event = lifecycle.SeatTaken(line.seat, sitting.name, sitting.brewery, program=sitting.program)
        made.append(Step(f"seat:{line.seat}", (event,), Status.WAITING, taken, None))
    return made


def _refuse(error: RecordError) -> Never:
    fault = quoted_briefly(error.reason)
    at = "" if error.line is None else f" in line {error.line}"
    message = f"The record is refused{at}: {fault}"
    problem = RecordRefused(message=message, fault=fault, line=error.line, place=quoted_briefly(error.place))
    raise Refused(problem) from None
