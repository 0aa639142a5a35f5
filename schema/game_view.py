"""A game at one version, as one viewer sees it: everything that a response about a game can show.

This module enforces secrecy. Its results derive from `known(state, seat)` and from redacted events, or from a game that is
over, in which nothing is hidden (docs/design.md, section 6).
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
"""The most moves in one request."""


class Sent(Struct, frozen=True):
    """A move as the client sent it: a line of notation, or a value of a game's `@oneOf` input."""

    kind: str | None
    """The kind of game that the move is for. None if the client named no kind."""
    value: Any


class GameTypes(Struct, frozen=True):
    """The API types that are derived for one kind of game."""

    game: type[values.Game]
    legal_move: type[LegalMove]
    log_entry: type[LogEntry]
    preview: type[Preview]
    sight: type[Sight]


def game_types(game: Game) -> GameTypes:
    """Derive the API types of a game. Call it once for each game of a schema."""
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
            options=(about.options, "The options that the game was created with."),
            table=(about.view | None, "The table as you see it. Null before the game starts."),
        ),
        make(LegalMove, move=(move, "The move as a typed value.")),
        make(
            LogEntry,
            move=(move | None, "The move as a typed value. Null if the entry is not a move."),
            events=(tuple[event, ...], "The events of this version, in order, as far as you can see them."),
        ),
        make(
            Preview,
            table=(about.view, "The table after the moves."),
            decision=(Decision | None, "The decision after the moves. Null if they end the game."),
            events=(tuple[seen, ...], "The events of the moves, in order."),
        ),
        type(f"{about.name}Sight", (Sight,), {"has_one_type": True}),
    )


def union(types: Iterable[type]) -> Any:
    """The union of some types, as an annotation."""
    result: Any = None
    for type_ in types:
        result = type_ if result is None else result | type_
    return result


class Happening(Struct, frozen=True):
    """A log entry before redaction."""

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
        """The seats that anyone can join, in turn order."""
        waiting = self.status is Status.WAITING
        return [seat.seat for seat in self.seats if waiting and not (seat.taken or seat.closed)]

    @property
    def seed(self) -> str | None:
        """The seed in hexadecimal digits. None unless the game is over."""
        return self._seed.hex() if self.open_to_all else None

    @cached_property
    def known(self) -> State | None:
        """The position as far as the viewer knows it. None before the game starts."""
        if self._state is None or self.open_to_all:
            return self._state
        known: State = self.rules.known(self._state, self.viewer.seat)
        return known

    @cached_property
    def table(self) -> Any:
        """The table as a typed view. None before the game starts."""
        known = self.known
        return None if known is None else self.rules.view(known)

    @cached_property
    def decision(self) -> Decision | None:
        """The decision to make now. None if the game is not running."""
        known = self.known
        return self.rules.decision(known) if known is not None and self.status is Status.RUNNING else None

    @cached_property
    def outcome(self) -> Outcome | None:
        """How the game ended. None unless it was played to its end."""
        known = self.known
        return None if known is None else self.rules.outcome(known)

    @property
    def decides(self) -> bool:
        """Whether the viewer's seat must decide."""
        decision = self.decision
        return decision is not None and decision.seat == self.viewer.seat

    def shown(self) -> values.Game:
        """The game with all fields that take no argument."""
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
        """A page of the legal moves of the viewer's seat. Empty while another seat decides.

        Args:
            first: the size of the page.
            after: how many moves to skip.
        """
        if not self.decides:
            return LegalMovePage((), None)
        moves = list(islice(self.rules.moves(self.known), after, after + first + 1))
        page = tuple([self.legal(move) for move in moves[:first]])
        return LegalMovePage(page, after + first if len(moves) > first else None)

    def legal(self, move: Move) -> LegalMove:
        """A legal move, ready to send."""
        make: Any = self.types.legal_move
        return make(write(move), move.label(), as_input(move), move)  # type: ignore[no-any-return]

    def why_not(self, sent: Sent) -> Problem | None:
        """Why the viewer cannot make this move now. None if the move is legal."""
        try:
            self.judge([sent], preview=False)
        except Refused as refused:
            return refused.problem
        return None

    def preview(self, sent: Sequence[Sent]) -> Preview:
        """The result of some moves, as far as the viewer can know it.

        Raises:
            Refused: for the same reasons as `play`.
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
        """Refuse the request unless the game is running.

        Raises:
            Refused: the game has not started, or is over or abandoned.
        """
        if self.status is Status.WAITING:
            message = "The game has not started. It starts when all seats are taken."
            raise Refused(GameNotStarted(message=message, open_seats=tuple(self.open_seats)))
        if self.status is not Status.RUNNING:
            raise Refused(GameOver(message="The game is over. Create a new one.", status=self.status))

    def judge(self, sent: Sequence[Sent], *, preview: bool) -> list[Judged]:
        """Apply moves one after another, each judged on what the viewer's seat knows. Stores nothing.

        Args:
            sent: the moves.
            preview: whether to compute what the seat can know after the last move too.

        Raises:
            Refused: the first move that cannot be made, by its number in the request.
        """
        self.check_running()
        if self.viewer.role is not Role.SEAT:
            raise Refused(NotSeated(message="Only a player can make moves. Send a seat's token as bearer token."))
        if not 1 <= len(sent) <= MOST_MOVES:
            message = f"Send 1 to {MOST_MOVES} moves in one request, not {len(sent)}."
            raise Refused(InputRefused(message=message, argument="moves"))
        state, known, chance = self._state, self.known, Chance(self._seed)
        judged: list[Judged] = []
        for index, sent_move in enumerate(sent, 1):
            self._check_turn(known, index)
            move = self._read(sent_move, index)
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
                # Whether a move reveals news depends only on what the seat knows, so the refusal reveals nothing.
                step.news = known != step.blind
                if step.news and index < len(sent):
                    raise Refused(
                        BatchTellsNews(
                            message=f"Move {index} reveals something new. Look at it before you send the next moves.",
                            index=index,
                        )
                    )
            judged.append(step)
        return judged

    def _check_turn(self, known: State | None, index: int) -> None:
        decision = self.rules.decision(known)
        if decision is None:
            message = f"The game is over before move {index}. Send only the moves before it."
            raise Refused(GameOver(message=message, status=Status.OVER))
        if decision.seat != self.viewer.seat:
            message = f"Seat {decision.seat} must decide first."
            raise Refused(NotYourTurn(message=message, index=index, seat=decision.seat))

    def _read(self, sent: Sent, index: int) -> Move:
        try:
            if isinstance(sent.value, str):
                return parse(sent.value, self.game.verbs)
            if sent.kind not in (None, self.kind):
                message = f"This is a game of {self.kind}. Send moves of that kind, not of {sent.kind}."
                raise Refused(WrongGame(message=message, kind=self.kind))
            return from_input(sent.value, self.game)
        except NotationError as error:
            raise Refused(MoveNotUnderstood(message=str(error), index=index)) from None

    def entries(self, happenings: Iterable[Happening]) -> Iterator[LogEntry]:
        """The log entries as the viewer sees them: redacted unless the game is over."""
        make: Any = self.types.log_entry
        redact: Callable[[Event, int | None], Event | None] = self.rules.redact
        for happening in happenings:
            events = happening.events
            if not self.open_to_all:
                seen = (e if isinstance(e, LIFECYCLE) else redact(e, self.viewer.seat) for e in events)
                events = tuple([event for event in seen if event is not None])
            move = happening.move
            notation = None if move is None else write(move)
            at = moment(happening.at)
            yield make(happening.version, at, happening.seat, notation, happening.automatic, move, events)


class Judged:
    """A legal move and its result."""

    __slots__ = ("blind", "blind_events", "events", "move", "news", "state")

    def __init__(self, move: Move, state: Any, events: tuple[Event, ...]) -> None:
        self.move, self.state, self.events = move, state, events
        self.blind: Any = None
        """The position after the move as far as the seat can predict it: draws are unknown."""
        self.blind_events: tuple[Event, ...] = ()
        self.news = False
        """Whether the real position tells the seat more than `blind`."""


_EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)


def moment(milliseconds: int) -> datetime.datetime:
    """The UTC time of some milliseconds since the Unix epoch."""
    return _EPOCH + datetime.timedelta(milliseconds=milliseconds)


def as_input(move: Move) -> dict[str, Any]:
    """A move as a value of the game's `@oneOf` input, such as `{"draft": {"line": "ROW_1"}}`.

    A move without fields has the value `true`, as in `{"endTurn": true}`.
    """
    fields = msgspec.to_builtins(move)
    del fields["verb"]
    return {lower_first(type(move).__name__): fields if move.__struct_fields__ else True}


def from_input(value: Any, game: Game) -> Move:
    """Read a value of the game's `@oneOf` move input.

    Raises:
        NotationError: the value is not a move of this game.
    """
    if not isinstance(value, dict) or len(value) != 1:
        raise NotationError("A move must be an object with exactly one field, the verb.")
    ((name, fields),) = value.items()
    move = game.inputs.get(name)
    if move is None:
        raise NotationError(f"{name[:40]!r} is not a move of this game. The moves are {', '.join(game.inputs)}.")
    if not move.__struct_fields__:
        if fields is not True:
            raise NotationError(f"{name!r} has no fields. Send true.")
        return move()
    try:
        return msgspec.convert(fields, move)
    except msgspec.ValidationError as error:
        raise NotationError(f"{name}: {fault(error, move, fields)}.") from None
