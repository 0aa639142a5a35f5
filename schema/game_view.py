"""A game at one version, as one viewer sees it: everything that an answer about a game can show.

This is where secrecy is applied. What leaves this module was made from `known(state, seat)` and from redacted events, or
belongs to a game that is over, which is shown whole to all (docs/design.md, section 6).
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from taphouse.engine.chance import BLIND, Chance
from taphouse.engine.game import Decision, Event, Game, Move, Outcome, Rules, State
from taphouse.engine.notation import NotationError, parse, write
from taphouse.engine.vocabulary import lower_first
from taphouse.schema import values
from taphouse.schema.failures import Refused
from taphouse.schema.input_faults import fault
from taphouse.schema.problems import (
    BatchTellsNews,
    GameNotStarted,
    GameOver,
    InputRefused,
    MoveNotUnderstood,
    MoveRefused,
    NotSeated,
    NotYourTurn,
    Problem,
    WrongGame,
)
from taphouse.schema.values import (
    LIFECYCLE,
    LegalMove,
    LegalMovePage,
    LogEntry,
    Preview,
    Role,
    SeatInfo,
    Status,
    Viewer,
    Visibility,
)

MOST_MOVES = 64
"""The moves that may be sent at once."""


class Sent(Struct, frozen=True):
    """A move as a client sent it: a line of notation, or the value of a game's `@oneOf` input."""

    kind: str | None
    """The kind of game that it is meant for; None where it is whatever game it is sent to."""
    value: Any


class GameTypes(Struct, frozen=True):
    """The types of a game that are derived from its own: a game of it, its legal moves, log entries and previews."""

    game: type[values.Game]
    legal_move: type[LegalMove]
    log_entry: type[LogEntry]
    preview: type[Preview]


def game_types(game: Game) -> GameTypes:
    """Make the types of a game; once for each game of a schema."""
    about = game.about
    move: Any = union(about.moves)
    seen: Any = union(about.events)
    event: Any = union((*about.events, *LIFECYCLE))

    def make(base: type, kind: str | None = None, **fields: tuple[Any, str]) -> Any:
        typed = [
            (name, Annotated[hint, Meta(description=text, extra={"size": 1.5} if name == "events" else None)])
            for name, (hint, text) in fields.items()
        ]
        name = about.name + base.__name__
        made = msgspec.defstruct(
            name, typed, bases=(base,), frozen=True, rename="camel", tag_field=kind and "kind", tag=kind
        )
        made.__doc__ = base.__doc__
        return made

    return GameTypes(
        make(
            values.Game,
            about.kind,
            options=(about.options, "What the game was created with."),
            table=(about.view | None, "The table as you see it; null before the start."),
        ),
        make(LegalMove, move=(move, "The move itself, typed.")),
        make(
            LogEntry,
            move=(move | None, "The move, where it was one."),
            events=(tuple[event, ...], "What happened, as you may see it."),
        ),
        make(
            Preview,
            table=(about.view, "The table after the moves."),
            decision=(Decision | None, "What must be decided then, and by whom."),
            events=(tuple[seen, ...], "What would happen."),
        ),
    )


def union(types: Iterable[type]) -> Any:
    """The union of these types, as an annotation."""
    result: Any = None
    for type_ in types:
        result = type_ if result is None else result | type_
    return result


class Happening(Struct, frozen=True):
    """One version, unredacted."""

    version: int
    at: int
    seat: int | None
    move: Move | None
    automatic: bool
    events: tuple[Event, ...]


class Sight:
    """A game at one version, as one viewer sees it."""

    def __init__(
        self,
        *,
        id: str,
        game: Game,
        types: GameTypes,
        rules: Rules,
        edition: str,
        options: Any,
        seeded: bool,
        commitment: str,
        seed: bytes,
        visibility: Visibility,
        version: int,
        latest: int,
        status: Status,
        seats: tuple[SeatInfo, ...],
        created: int,
        updated: int,
        state: State | None,
        open_to_all: bool,
        viewer: Viewer,
    ) -> None:
        self.id, self.game, self.types, self.rules = id, game, types, rules
        self.kind, self.edition, self.options = game.about.kind, edition, options
        self.seeded, self.commitment, self._seed = seeded, commitment, seed
        self.visibility = visibility
        self.version, self.latest, self.status, self.seats = version, latest, status, seats
        self.created_at, self.updated_at = moment(created), moment(updated)
        self.viewer = viewer
        self.open_to_all = open_to_all
        self._state = state

    @property
    def open_seats(self) -> list[int]:
        """The seats at which anybody may join."""
        waits = self.status is Status.WAITING
        return [seat.seat for seat in self.seats if waits and not (seat.taken or seat.closed)]

    @property
    def seed(self) -> str | None:
        """The seed in hexadecimal digits, once the game is over."""
        return self._seed.hex() if self.open_to_all else None

    @cached_property
    def known(self) -> State | None:
        """What the viewer knows of the position; None before the start."""
        if self._state is None or self.open_to_all:
            return self._state
        known: State = self.rules.known(self._state, self.viewer.seat)
        return known

    @cached_property
    def table(self) -> Any:
        """The typed table; None before the start."""
        known = self.known
        return None if known is None else self.rules.view(known)

    @cached_property
    def decision(self) -> Decision | None:
        """Who must decide what; None before the start and after the end."""
        known = self.known
        return self.rules.decision(known) if known is not None and self.status is Status.RUNNING else None

    @cached_property
    def outcome(self) -> Outcome | None:
        """How the game ended."""
        known = self.known
        return None if known is None else self.rules.outcome(known)

    @property
    def decides(self) -> bool:
        """Whether the viewer's seat must decide."""
        decision = self.decision
        return decision is not None and decision.seat == self.viewer.seat

    def shown(self) -> values.Game:
        """Everything of it that takes no argument."""
        make: Any = self.types.game
        return make(  # type: ignore[no-any-return]
            id=self.id,
            version=self.version,
            latest=self.latest,
            status=self.status,
            visibility=self.visibility,
            seats=self.seats,
            open_seats=tuple(self.open_seats),
            viewer=self.viewer,
            edition=self.edition,
            seeded=self.seeded,
            commitment=self.commitment,
            seed=self.seed,
            created_at=self.created_at,
            updated_at=self.updated_at,
            decision=self.decision,
            outcome=self.outcome,
            options=self.options,
            table=self.table,
        )

    def legal_moves(self, first: int, after: int) -> LegalMovePage:
        """`first` of the legal moves of the viewer's seat, from number `after` on; none when another seat decides."""
        if not self.decides:
            return LegalMovePage((), None)
        moves = list(islice(self.rules.moves(self.known), after, after + first + 1))
        page = tuple([self.legal(move) for move in moves[:first]])
        return LegalMovePage(page, after + first if len(moves) > first else None)

    def legal(self, move: Move) -> LegalMove:
        """A move, ready to be sent."""
        make: Any = self.types.legal_move
        return make(write(move), move.label(), as_input(move), move)  # type: ignore[no-any-return]

    def why_not(self, sent: Sent) -> Problem | None:
        """Why the viewer may not make this move now; None when he may."""
        try:
            self.judge([sent], preview=False)
        except Refused as refused:
            return refused.problem
        return None

    def preview(self, sent: Sequence[Sent]) -> Preview:
        """What the moves lead to, as far as the viewer can know.

        Raises:
            Refused: as `play` would.
        """
        steps = self.judge(sent, preview=True)
        known = steps[-1].blind
        make: Any = self.types.preview
        seat = self.viewer.seat
        events = tuple(
            [seen for step in steps for e in step.blind_events if (seen := self.rules.redact(e, seat)) is not None]
        )
        return make(steps[-1].news, self.rules.view(known), self.rules.decision(known), events)  # type: ignore[no-any-return]

    def check_running(self) -> None:
        """Refuse what can only be done in a running game.

        Raises:
            Refused: it has not started, or has ended.
        """
        if self.status is Status.WAITING:
            message = "The game starts when all seats are taken."
            raise Refused(GameNotStarted(message=message, open_seats=tuple(self.open_seats)))
        if self.status is not Status.RUNNING:
            raise Refused(GameOver(message="The game has ended; create a new one.", status=self.status))

    def judge(self, sent: Sequence[Sent], *, preview: bool) -> list[Judged]:
        """Make the moves one after another, each judged on what the viewer's seat knows; nothing is stored.

        Args:
            sent: the moves.
            preview: whether what the seat can know of the position after the last move is wanted too.

        Raises:
            Refused: with the problem and the number of the first move that cannot be made.
        """
        self.check_running()
        if self.viewer.role is not Role.SEAT:
            raise Refused(NotSeated(message="Only a seat makes moves; send a seat's token as bearer token."))
        if not 1 <= len(sent) <= MOST_MOVES:
            message = f"Send 1 to {MOST_MOVES} moves at once, not {len(sent)}."
            raise Refused(InputRefused(message=message, argument="moves"))
        state, known, chance = self._state, self.known, Chance(self._seed)
        judged: list[Judged] = []
        for index, one in enumerate(sent, 1):
            self._check_turn(known, index)
            move = self._read(one, index)
            refusal = self.rules.why_not(known, move)
            if refusal is not None:
                raise Refused(
                    MoveRefused(message=refusal.message, rules=(refusal.rule,), index=index, notation=write(move))
                )
            real = self.rules.apply(state, move, chance)
            step = Judged(move, real.state, real.events)
            if preview or index < len(sent):
                blind = self.rules.apply(known, move, BLIND)
                step.blind, step.blind_events = self.rules.known(blind.state, self.viewer.seat), blind.events
                state, known = real.state, self.rules.known(real.state, self.viewer.seat)
                # Whether a move tells something new depends only on what the seat knows, so saying it reveals nothing.
                step.news = known != step.blind
                if step.news and index < len(sent):
                    raise Refused(
                        BatchTellsNews(
                            message=f"Move {index} tells you something new: look at it before you send what follows.",
                            index=index,
                        )
                    )
            judged.append(step)
        return judged

    def _check_turn(self, known: State | None, index: int) -> None:
        decision = self.rules.decision(known)
        if decision is None:
            raise Refused(GameOver(message=f"The game is over before move {index}.", status=Status.OVER))
        if decision.seat != self.viewer.seat:
            turn = NotYourTurn(message=f"Seat {decision.seat} must decide first.", index=index, seat=decision.seat)
            raise Refused(turn)

    def _read(self, sent: Sent, index: int) -> Move:
        try:
            if isinstance(sent.value, str):
                return parse(sent.value, self.game.verbs)
            if sent.kind not in (None, self.kind):
                raise Refused(WrongGame(message=f"This is a game of {self.kind}, not of {sent.kind}.", kind=self.kind))
            return from_input(sent.value, self.game)
        except NotationError as error:
            raise Refused(MoveNotUnderstood(message=str(error), index=index)) from None

    def entries(self, happenings: Iterable[Happening]) -> Iterator[LogEntry]:
        """What happened, as the viewer sees it."""
        make: Any = self.types.log_entry
        redact: Callable[[Event, int | None], Event | None] = self.rules.redact
        for one in happenings:
            events = one.events
            if not self.open_to_all:
                seen = (e if isinstance(e, LIFECYCLE) else redact(e, self.viewer.seat) for e in events)
                events = tuple([event for event in seen if event is not None])
            notation = None if one.move is None else write(one.move)
            yield make(one.version, moment(one.at), one.seat, notation, one.automatic, one.move, events)


class Judged:
    """A move that may be made, and what it leads to."""

    __slots__ = ("blind", "blind_events", "events", "move", "news", "state")

    def __init__(self, move: Move, state: Any, events: tuple[Event, ...]) -> None:
        self.move, self.state, self.events = move, state, events
        self.blind: Any = None
        """What the seat can know of the position after it, without what is drawn."""
        self.blind_events: tuple[Event, ...] = ()
        self.news = False
        """Whether the position tells the seat more than that."""


_EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)


def moment(milliseconds: int) -> datetime.datetime:
    """A point in time, from milliseconds since the epoch."""
    return _EPOCH + datetime.timedelta(milliseconds=milliseconds)


def as_input(move: Move) -> dict[str, Any]:
    """The value of the game's `@oneOf` move input: `{"draft": {"line": "ROW_1"}}`; `true` for a move without fields."""
    fields = msgspec.to_builtins(move)
    del fields["verb"]
    return {lower_first(type(move).__name__): fields if move.__struct_fields__ else True}


def from_input(value: Any, game: Game) -> Move:
    """The move that a value of the game's `@oneOf` move input stands for.

    Raises:
        NotationError: it is none; says what is wrong.
    """
    if not isinstance(value, dict) or len(value) != 1:
        raise NotationError("A move is an object with exactly one field, the verb.")
    ((name, fields),) = value.items()
    move = game.inputs.get(name)
    if move is None:
        raise NotationError(f"{name[:40]!r} is not a move here; the moves are {', '.join(game.inputs)}.")
    if not move.__struct_fields__:
        if fields is not True:
            raise NotationError(f"{name!r} has no fields: send true.")
        return move()
    try:
        return msgspec.convert(fields, move)
    except msgspec.ValidationError as error:
        raise NotationError(f"{name}: {fault(error, move, fields)}.") from None
