"""Records of stored games. A record is made from a viewer's view, like everything that leaves the service."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from taphouse.engine.contract import sealed
from taphouse.engine.editions import Edition
from taphouse.engine.notation import write
from taphouse.engine.records import positions
from taphouse.engine.records import record as parts
from taphouse.engine.records.record import Line, Record, RecordError, heading, result_of
from taphouse.engine.records.replaying import RecordReplay
from taphouse.engine.vocabulary import kebab
from taphouse.schema.concepts import agreements
from taphouse.schema.execution.scheduler import RequestScheduler
from taphouse.schema.game_view import GameView
from taphouse.schema.values import clocks, games, lifecycle
from taphouse.schema.values.agreements import AgreedEnd
from taphouse.schema.values.games import OriginKind, Status
from taphouse.service.games.encoding.codec import Codec
from taphouse.service.games.encoding.seats import seat_of
from taphouse.service.games.kernel.loading import Reader
from taphouse.service.store.protocol import StoredEntry

MOST_WITH_DRAWS = 2_000
"""The most versions of a game whose draws are listed. A list could be longer than the moves of a longer game, so readers must
derive those draws from the seed."""
AT_ONCE = 500
"""The entries that are read from the store at once."""


async def recorded(game_view: GameView, edition: Edition, reader: Reader, scheduler: RequestScheduler) -> Record:
    """The record of a game at the version of a view.

    Args:
        game_view: The viewer's view of the game. The record has nothing that it hides.
        edition: The edition of the game.
        reader: Reads the log.
        scheduler: The scheduler of the request.

    Raises:
        LogShortened: A part of the log was lost with a server of the store.
    """
    created = None if game_view.clock is None else game_view.created_at
    codec, seats = reader.codecs[game_view.game.about.kind], len(game_view.seats)
    log = _Log(codec, seats, created, open_to_all=game_view.open_to_all)
    lines: list[Line] = []
    for after in range(0, game_view.version, AT_ONCE):
        count = min(AT_ONCE, game_view.version - after)
        entries = await reader.store.entries(game_view.game_id, after, count)
        if len(entries) < count:
            await reader.explain_gap(game_view.game_id, game_view.version, game_view.epochs)
        await scheduler.collect(log.lines(entries), lines)
    bots = [None if seat.bot is None or seat.away else seat.bot.value for seat in game_view.seats]
    players = [
        parts.RecordedPlayer(seat.name, seat.brewery, bot, seat.program)
        for seat, bot in zip(game_view.seats, bots, strict=True)
    ]
    record = replace(
        heading(game_view.game, edition, log.rules or game_view.rules.version, game_view.options, players),
        game=game_view.game_id,
        created=game_view.created_at.shown(),
        updated=game_view.updated_at.shown(),
        clock=_clock(game_view.clock),
        seeded=game_view.seeded,
        service_rules=game_view.terms.service_rules,
        commitment=game_view.commitment,
        origin=_origin(game_view.origin),
        salt=game_view.salt,
        seed=game_view.seed,
        lines=tuple(lines),
    )
    if game_view.status is Status.ABANDONED:
        record = replace(record, result="draw" if game_view.agreed_end is AgreedEnd.DRAW else "abandoned")
    elif game_view.status is Status.OVER:
        begins = None if game_view.terms.begins is None else positions.written(game_view.game, game_view.terms.begins)
        result = result_of(game_view.outcome_by(game_view.rules))
        record = replace(record, position=begins, draws=game_view.terms.fell, result=result)
        if game_view.version <= MOST_WITH_DRAWS or record.draws:
            record = await _with_draws(record, game_view, edition, scheduler)
    return record


def _clock(clock: clocks.Clock | None) -> parts.TimeAgreement | None:
    if clock is None:
        return None
    return parts.TimeAgreement(kebab(clock.on_time_out.value), clock.per_move, clock.bank, clock.increment)


def _origin(origin: games.Origin | None) -> parts.RecordedOrigin | None:
    if origin is None or origin.kind is not OriginKind.FORK or origin.game_id is None or origin.version is None:
        return None
    return parts.RecordedOrigin(origin.game_id, origin.version)


async def _with_draws(record: Record, game_view: GameView, edition: Edition, scheduler: RequestScheduler) -> Record:
    """The record of a game that is over, with its draws; without them if this release cannot replay it."""
    try:
        replay = RecordReplay(record, game_view.game, edition)
        for _ in replay.positions():
            if scheduler.late:
                await scheduler.turn()
    except RecordError:
        return record
    return replace(record, draws=replay.draws)


class _Log:
    """Makes the lines of a record from a log. Moves are public, but for what is sealed; so are the events between them.

    Args:
        codec: Decodes the log.
        seats: The number of seats. A table of quick play that waited may have had more.
        created: When the game was created, if its lines have times.
        open_to_all: True if the game is over, so that nothing is hidden.
    """

    def __init__(self, codec: Codec, seats: int, created: datetime.datetime | None, *, open_to_all: bool) -> None:
        self._codec, self._seats, self._open_to_all = codec, seats, open_to_all
        self._created = None if created is None else round(created.timestamp() * 1000)
        self.rules: int | None = None
        """The version of the rules that the game began under; None before it began."""

    def lines(self, entries: Iterable[StoredEntry]) -> Iterator[Line]:
        """The lines of some entries, which follow those before."""
        for entry in entries:
            move, automatic, events = self._codec.body(entry.body)
            seat = seat_of(entry.who)
            at = None if self._created is None else max(0, entry.at - self._created)
            if move is not None and seat is not None:
                yield parts.Played(seat, write(move if self._open_to_all else sealed(move)), automatic, at=at)
                continue
            for event in events or ():
                match event:
                    case lifecycle.SeatTaken(seat=taken) if taken <= self._seats:
                        yield parts.Joined(taken, at=at)
                    case lifecycle.SeatResigned(seat=resigned):
                        yield parts.Resigned(resigned, at=at)
                    case lifecycle.TimedOut(seat=late):
                        yield parts.TimedOut(late, at=at)
                    case lifecycle.TimeAdded(seat=given, seconds=seconds):
                        yield parts.TimeAdded(given, seconds, at=at)
                    case lifecycle.GamePaused():
                        yield parts.Paused(at=at)
                    case lifecycle.GameResumed():
                        yield parts.Resumed(at=at)
                    case lifecycle.BotStandsIn(seat=covered, bot=bot):
                        yield parts.Covered(covered, bot.value, at=at)
                    case lifecycle.PlayerReturned(seat=back):
                        yield parts.Returned(back, at=at)
                    case lifecycle.BotTakesOver(seat=replaced, bot=bot):
                        yield parts.Replaced(replaced, bot.value, at=at)
                    case lifecycle.SeatOpened(seat=left) | lifecycle.SeatClosed(seat=left) if self.rules:
                        yield parts.Opened(left, at=at)
                    case lifecycle.RulesUpgraded(rules_version=version) if self.rules:
                        yield parts.Upgraded(version, at=at)
                    case agreements.MovesUndone(moves_undone=moves, drawn_anew=anew):
                        yield parts.Undone(moves, anew, at=at)
                    case agreements.GameAgreed(end=AgreedEnd.DRAW):
                        yield parts.Drawn(at=at)
                    case lifecycle.GameAbandoned(deserted=False) | agreements.GameAgreed():
                        yield parts.Abandoned(at=at)
            if self.rules is None and entry.snapshot is not None:
                position, state = self._codec.position(entry.snapshot)
                self.rules = None if state is None else position.rules
