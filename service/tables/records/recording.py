"""Records of stored games. A record is made from what a viewer may see, like all that leaves the service."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from taphouse.engine.editions import Edition
from taphouse.engine.notation import write
from taphouse.engine.records import positions
from taphouse.engine.records.record import (
    Abandoned,
    Drawn,
    Joined,
    Line,
    Origin,
    Played,
    Player,
    Record,
    RecordError,
    Resigned,
    Undone,
    Upgraded,
    heading,
    result_of,
)
from taphouse.engine.records.replaying import Replay
from taphouse.schema import values
from taphouse.schema.execution.work import Work
from taphouse.schema.failures import Refused
from taphouse.schema.game_view import Sight
from taphouse.schema.problems import InputRefused
from taphouse.schema.values import OriginKind, Status
from taphouse.schema.values.agreements import AgreedEnd
from taphouse.schema.values.lifecycle import (
    GameAbandoned,
    GameAgreed,
    MovesUndone,
    RulesUpgraded,
    SeatResigned,
    SeatTaken,
)
from taphouse.service.store import Entry
from taphouse.service.tables.encoding import Codec, seat_of
from taphouse.service.tables.loading import Reader, not_found

MOST_VERSIONS = 10_000
"""The most versions of a game that is recorded: twice as many as the longest games have."""
AT_ONCE = 500
"""The entries that are read from the store at once."""


async def recorded(sight: Sight, edition: Edition, reader: Reader, work: Work) -> Record:
    """The record of a game at the version of a sight.

    Args:
        sight: The game. What it hides is not in the record.
        edition: The edition of the game.
        reader: Reads the log.
        work: The work of the request.

    Raises:
        Refused: The game has too many versions.
    """
    if sight.version > MOST_VERSIONS:
        message = (
            f"The game has {sight.version} versions. Games of more than {MOST_VERSIONS} have no record; read `events`."
        )
        raise Refused(InputRefused(message=message, argument="id"))
    log = _Log(reader.codecs[sight.game.about.kind])
    lines: list[Line] = []
    for after in range(0, sight.version, AT_ONCE):
        count = min(AT_ONCE, sight.version - after)
        entries = await reader.store.entries(sight.game_id, after, count)
        if len(entries) < count:  # a part of the log was lost
            not_found()
        await work.collect(log.lines(entries), lines)
    players = [Player(seat.name, seat.brewery, seat.bot and seat.bot.value) for seat in sight.seats]
    record = replace(
        heading(sight.game, edition, log.rules or sight.rules.version, sight.options, players),
        game=sight.game_id,
        created=sight.created_at,
        updated=sight.updated_at,
        seeded=sight.seeded,
        commitment=sight.commitment,
        origin=_origin(sight.origin),
        salt=sight.salt,
        seed=sight.seed,
        lines=tuple(lines),
    )
    if sight.status is Status.ABANDONED:
        record = replace(record, result="draw" if sight.agreed_end is AgreedEnd.DRAW else "abandoned")
    elif sight.status is Status.OVER:
        begins = None if sight.terms.begins is None else positions.written(sight.game, sight.terms.begins)
        result = result_of(sight.rules.outcome(sight.known))
        record = replace(record, position=begins, draws=sight.terms.fell, result=result)
        record = await _with_draws(record, sight, edition, work)
    return record


def _origin(origin: values.Origin | None) -> Origin | None:
    if origin is None or origin.kind is not OriginKind.FORK or origin.game_id is None or origin.version is None:
        return None
    return Origin(origin.game_id, origin.version)


async def _with_draws(record: Record, sight: Sight, edition: Edition, work: Work) -> Record:
    """The record of a game that is over, with its draws; without them if this release cannot replay it."""
    try:
        replay = Replay(record, sight.game, edition)
        for _ in replay.positions():
            if work.late:
                await work.turn()
    except RecordError:
        return record
    return replace(record, draws=replay.draws)


class _Log:
    """Makes the lines of a record from a log. Moves are public, and so is what happens between them."""

    def __init__(self, codec: Codec) -> None:
        self._codec = codec
        self.rules: int | None = None
        """The version of the rules that the game began under; None before it began."""

    def lines(self, entries: Iterable[Entry]) -> Iterator[Line]:
        """The lines of some entries, which follow those before."""
        for entry in entries:
            move, automatic, events = self._codec.body(entry.body)
            seat = seat_of(entry.who)
            if move is not None and seat is not None:
                yield Played(seat, write(move), automatic)
                continue
            for event in events or ():
                match event:
                    case SeatTaken(seat=taken):
                        yield Joined(taken)
                    case SeatResigned(seat=resigned):
                        yield Resigned(resigned)
                    case RulesUpgraded(rules_version=version) if self.rules:
                        yield Upgraded(version)
                    case MovesUndone(moves_undone=moves, drawn_anew=anew):
                        yield Undone(moves, anew)
                    case GameAgreed(end=AgreedEnd.DRAW):
                        yield Drawn()
                    case GameAbandoned() | GameAgreed():
                        yield Abandoned()
            if self.rules is None and entry.snapshot is not None:
                position, state = self._codec.position(entry.snapshot)
                self.rules = None if state is None else position.rules
