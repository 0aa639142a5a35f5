"""The values that a client returns: places at games, tables, moves and entries of logs.

Where the engine or the contract has a type, the client uses it: cards and moves are those of the engine, seats and decisions
those of the contract. The types here are bases: `contract.py` derives one of each for each kind of game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import Meta, Struct

from taphouse.engine.contract import Event, Move, Outcome
from taphouse.engine.game import Game
from taphouse.engine.notation import parse
from taphouse.engine.vocabulary import Public
from taphouse.schema.move_inputs import member, read_move
from taphouse.schema.values import games as contract
from taphouse.schema.values.advice import Advice
from taphouse.schema.values.agreements import AgreedEnd, Proposal
from taphouse.schema.values.bots import BotKind
from taphouse.schema.values.clocks import Clock, NewClock
from taphouse.schema.values.games import Decision, GameKind, HostPowers, StartOption, Status
from taphouse.schema.values.seats import Player, SeatInfo, SeatKind, Viewer
from taphouse.schema.values.versions import Moment

FIRST_LISTED, MORE_LISTED = 100, 200
"""The legal moves that come with a table, and those on each further page. A page costs what it asks for, and most positions have
fewer than the first one."""
GAMES_LISTED = 20
"""The games on a page of a list. Such a page costs what it asks for, too."""
PAGED = Meta(extra={"arguments": f"first: {FIRST_LISTED}"})


class Access(Struct, frozen=True):
    """A place at a game, with its token. Keep it to come back: a player needs nothing else.

    Its `repr` hides the token.
    """

    game_id: str
    token: str | None = None
    """Null for a spectator. Keep it secret."""
    seat: int | None = None
    """Null for the host and for a spectator."""
    name: str | None = None
    """The player's name."""

    def __repr__(self) -> str:
        hidden = None if self.token is None else "..."
        return f"Access(game_id={self.game_id!r}, token={hidden!r}, seat={self.seat!r}, name={self.name!r})"


class Created(Struct, frozen=True):
    """A new game, with your places at it."""

    game_id: str
    host: Access
    """Manages seats and tokens. Sees what a spectator sees."""
    seats: tuple[Access, ...]
    """Your seats, in turn order."""


class NewSeat(Public, frozen=True, kw_only=True):
    """A seat of a new game, and who plays it."""

    kind: SeatKind = SeatKind.MINE
    bot: BotKind | None = None
    """The bot of a seat of kind `BOT`."""
    name: str | None = None
    brewery: str | None = None
    show_name: bool = False
    """True if others see the name of your account."""
    challenge: str | None = None
    """The handle of a player whom you challenge, for a seat of kind `OPEN`."""


OPEN_SEAT = NewSeat(kind=SeatKind.OPEN)
"""A seat for a player who joins."""


class QuickTerms(Struct, frozen=True, kw_only=True, rename="camel"):
    """The terms that a player of quick play accepts."""

    min_seats: int | None = None
    """The least number of players; None for the least of the game, but two."""
    max_seats: int | None = None
    """The most players; None for the most of the game."""
    edition: str | None = None
    """The name of an edition; None for the default."""
    clock: NewClock | None = None
    """The clocks; None to play without."""
    any_clock: bool = False
    """True to accept every clock. Yours then counts only if nobody asks for another one."""
    people_only: bool = False
    """True for a game without programs and bots."""
    bots: BotKind | None = None
    """The bots for seats that nobody takes, unless another player there wants none."""
    bots_after: int = 30
    """The seconds after which bots take these seats."""
    rated: bool = False
    """True for a rated game. It needs the token of a login."""
    within: int | None = None
    """The most points between your rating and that of each other player, in a rated game; None for any."""


ANY_TERMS = QuickTerms()


class LegalMove(contract.LegalMove, frozen=True):
    """A legal move, ready to send. `move` is the same as a value of the engine, such as `Draft(line=Line.ROW_1)`."""

    game: ClassVar[Game | None] = None

    @property
    def move(self) -> Move:
        """The move as a typed value.

        Raises:
            LookupError: The client does not know this kind of game.
        """
        if self.game is None:
            raise LookupError(
                "The client does not know this kind of game: install its package, or send the legal move itself"
            )
        return read_move(*member(self.input), self.game)


class World(contract.World, frozen=True):
    """A world in which your seat may be. `state` is the same as a value of the engine."""

    game: ClassVar[Game | None] = None

    @property
    def state(self) -> Any:
        """The position as a state of the engine, to play on from with the rules of its kind.

        Raises:
            LookupError: The client does not know this kind of game.
        """
        if self.game is None:
            raise LookupError("The client does not know this kind of game: install its package to read its positions")
        return msgspec.json.decode(self.position, type=self.game.about.state)


class LegalMoveEdge(Struct, frozen=True):
    """A legal move in a list."""

    node: LegalMove


class PageInfo(Public, frozen=True):
    """The position of a page in its list."""

    has_next_page: bool
    end_cursor: str | None


class LegalMoves(Public, frozen=True):
    """A page of legal moves."""

    edges: tuple[LegalMoveEdge, ...]
    page_info: PageInfo


class Summary(Public, frozen=True):
    """A game in a list."""

    game_id: str
    kind: GameKind
    version: int
    status: Status
    start: StartOption
    advice: Advice
    people_only: bool
    """True if programs and bots are refused at the seats."""
    rated: bool
    """True if the result counts for ratings."""
    language: str | None
    """The language in which the players want to talk, such as `de`; None for any."""
    host: Player | None
    """The host's profile, if they have one."""
    powers: HostPowers
    seats: tuple[SeatInfo, ...]
    open_seats: tuple[int, ...]
    created_at: Moment
    expires_at: Moment


class Table(Public, frozen=True, kw_only=True):
    """A game at one version, as the viewer sees it, with the legal moves of its seat."""

    game_id: str
    kind: GameKind
    version: int
    epoch: str | None
    """The history of the store in which the version was made: another one if the version was lost and made again."""
    latest: int
    """The game's newest version."""
    status: Status
    edition: str
    """The digest of the edition. If it is none of the catalogue's, its titles and texts may be those of a stranger."""
    start: StartOption
    advice: Advice
    """The advice that the service gives to the seats."""
    people_only: bool
    """True if programs and bots are refused at the seats."""
    rated: bool
    """True if the result counts for ratings."""
    rules_version: int
    powers: HostPowers
    seats: tuple[SeatInfo, ...]
    viewer: Viewer
    """You, by the token that was sent."""
    decision: Decision | None
    """The decision to make now. None if the game is not running."""
    clock: Clock | None
    outcome: Outcome | None
    """The outcome. None unless the game was played to its end."""
    proposals: tuple[Proposal, ...]
    agreed_end: AgreedEnd | None
    rematch: str | None
    legal_moves: Annotated[LegalMoves, PAGED]

    game: ClassVar[Game | None] = None

    @property
    def options(self) -> Any:
        """The options, such as `DankAndDraftOptions`. None if the client does not know this kind of game."""

    @property
    def view(self) -> Any:
        """The view of the table, such as a `DankAndDraftTable` of `taphouse.engine.dank_and_draft.view`.

        None before the start, and if the client does not know this kind of game.
        """

    @property
    def moves(self) -> tuple[LegalMove, ...]:
        """All legal moves of your seat. Empty while another seat decides."""
        return tuple([edge.node for edge in self.legal_moves.edges])

    @property
    def seat(self) -> int | None:
        """Your seat. None for the host and for a spectator."""
        return self.viewer.seat

    @property
    def deciding(self) -> int | None:
        """The seat that must decide: yours, if it is one of several. None if the game is not running."""
        return None if self.decision is None else self.decision.seat

    @property
    def your_turn(self) -> bool:
        """True if your seat must decide, and the game is not paused."""
        return self.viewer.seat in self.deciders and not self.paused

    @property
    def deciders(self) -> tuple[int, ...]:
        """All seats that must decide now, in turn order. Empty if the game is not running."""
        return () if self.decision is None else self.decision.seats

    @property
    def paused(self) -> bool:
        """True if the game is paused: no clock runs, and nobody can move."""
        return self.clock is not None and self.clock.paused

    @property
    def ended(self) -> bool:
        """True if the game is over or was abandoned."""
        return self.status in (Status.OVER, Status.ABANDONED)


class Decided(Struct, frozen=True, kw_only=True):
    """A decision of your account at a version of a game; or the news that it no longer has to decide there."""

    version: int
    since: Moment
    """The time when this version was created."""
    decision: Decision | None
    """None if nothing waits for you in this game any more."""
    table: Table
    """The table as your seat sees it, with all its legal moves."""

    @property
    def place(self) -> Access:
        """Your seat, for a client with the token of your login."""
        return Access(self.table.game_id, seat=self.table.seat)


class News(Public, frozen=True):
    """News of a game of your account."""

    cursor: str
    """The position in the stream. Pass it as `after` to continue after this event."""
    game_id: str
    version: int
    """The newest version. Versions in between may be skipped."""
    epoch: str | None
    """The history of the store in which it was made. After a failover, the version may be lower than before."""
    at: Moment
    """The time when this version was created."""
    status: Status
    viewer: Viewer
    """You in this game. A spectator has lost their seat."""
    deciding_seat: int | None
    your_turn: bool


class Ticket(Public, frozen=True):
    """A ticket, which opens one stream, once, for reading. Put it into the stream's URL as `ticket`."""

    ticket: str
    game_id: str | None
    """None for a stream of your account."""
    until: Moment
    """The time by which it must be used."""


class Entry(contract.LogEntry, frozen=True):
    """An entry of a game's log: how one version came about, as the viewer sees it."""

    game: ClassVar[Game | None] = None

    @property
    def move(self) -> Move | None:
        """The move as a typed value. None if the entry is not a move, and if the client does not know this kind of game.

        Raises:
            ValueError: This version of the client does not know the move.
        """
        return None if self.game is None or self.notation is None else parse(self.notation, self.game.verbs, seen=True)

    @property
    def events(self) -> tuple[Event, ...]:
        """The events of this version, in order, each with a `sentence`. None of a kind of game that the client does not know."""
        return ()


class Ahead(contract.Preview, frozen=True):
    """The result of some moves, as the seat can know it. Nothing was changed.

    For a kind of game that the client does not know, `tells_news` and `decision` are all.
    """

    @property
    def view(self) -> Any:
        """The table after the moves."""

    @property
    def events(self) -> tuple[Event, ...]:
        """The events of the moves, in order."""
        return ()


class UnknownEvent(Event, frozen=True, tag_field="__typename", tag="UnknownEvent"):
    """An event that this version of the client does not know."""

    interface: ClassVar[str] = "Event"

    sentence: str
    """The event as a sentence for people."""


MoveLike = Move | contract.LegalMove | str | Mapping[str, Any]
"""A value that can be sent as a move: a legal move of a table, a move of the engine, a line of notation, or a `MoveInput`."""
