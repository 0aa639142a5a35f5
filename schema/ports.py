"""What the public contract needs from the service: the port that the service fulfils, and the context of a request."""

from __future__ import annotations

import datetime
from collections.abc import AsyncGenerator, Sequence
from typing import Annotated, Any, Protocol

from msgspec import Meta, Struct

from taphouse.engine.game import Decision
from taphouse.engine.vocabulary import Public
from taphouse.schema.game_view import Sent, Sight
from taphouse.schema.input_bounds import BREWERY_TEXT, NAME_TEXT, Name
from taphouse.schema.shared_values import SharedValue
from taphouse.schema.values import (
    BotKind,
    Catalogue,
    EventPage,
    LegalMove,
    LogEntry,
    NarrowToken,
    PageInfo,
    SeatKind,
    SeatToken,
    Visibility,
)


class Meter(Protocol):
    """Takes what a request costs from what its sender may ask for."""

    async def admit(self) -> None:
        """Take it, where that has not been done.

        Raises:
            RateLimited: there is not enough left.
        """


class Caller:
    """Who asks, and for what request: what it came with."""

    __slots__ = ("address", "meter", "token")

    def __init__(self, token: str | None = None, address: str = "") -> None:
        self.meter: Meter | None = None
        """Of this request; None where requests are not metered."""
        self.token = token
        """The bearer token, empty when its scheme was another; None without one."""
        self.address = address
        """The client's network address."""


class SeatAsked(Public, frozen=True, forbid_unknown_fields=True):
    """A seat of a new game."""

    kind: Annotated[SeatKind, Meta(description="Who plays the seat.")]
    bot: Annotated[BotKind | None, Meta(description="The bot, for a seat of kind BOT. Null for other kinds.")] = None
    name: Annotated[Name | None, Meta(description=f"The player's name: {NAME_TEXT}.")] = None
    brewery: Annotated[Name | None, Meta(description=BREWERY_TEXT)] = None


class Created(Struct, frozen=True):
    """A new game, as its host sees it, with the tokens that go to whoever created it."""

    game: Sight
    host_token: str
    seats: tuple[SeatToken, ...]


class Joined(Struct, frozen=True):
    """A seat was taken."""

    game: Sight
    seat: SeatToken


class Changed(Struct, frozen=True):
    """A game was changed; the entries are the versions that this request made."""

    game: Sight
    entries: tuple[LogEntry, ...]


class Reissued(Struct, frozen=True):
    """A token was made anew; the one before has ended."""

    game: Sight
    token: str
    seat: int | None
    """None for the host's."""


class Pending(Struct, frozen=True):
    """What a seat must decide at a version."""

    game: Sight
    decision: Decision | None
    """None while it has nothing to decide."""

    @property
    def since(self) -> datetime.datetime:
        """When the game came to this version."""
        return self.game.updated_at

    @property
    def version(self) -> int:
        """The version at which this is so."""
        return self.game.version


class Tables(Protocol):
    """What is done with games. Each raises `Refused` where it is refused, and then nothing was changed.

    `caller` is who asks. `key` is the client's idempotency key.
    """

    def catalogue(self) -> Catalogue:
        """What can be played."""

    async def create(
        self,
        caller: Caller,
        kind: str,
        options: dict[str, Any],
        seats: Sequence[SeatAsked],
        edition: str | None,
        seed: str | None,
        visibility: Visibility,
        key: str | None,
    ) -> Created:
        """Set up a game; it starts at once where all seats are the creator's."""

    async def join(
        self,
        caller: Caller,
        game: str,
        name: str | None,
        brewery: str | None,
        seat: int | None,
        expected: int | None,
        key: str | None,
    ) -> Joined:
        """Take an open seat; the last one starts the game."""

    async def play(
        self, caller: Caller, game: str, moves: Sequence[Sent], expected: int | None, key: str | None
    ) -> Changed:
        """Make moves, all or none."""

    async def resign(self, caller: Caller, game: str, expected: int | None, key: str | None) -> Changed:
        """Leave the seat's remaining decisions to the first legal move."""

    async def abandon(self, caller: Caller, game: str, expected: int | None, key: str | None) -> Changed:
        """End the game before its end; the host's right."""

    async def open_seat(self, caller: Caller, game: str, seat: int, expected: int | None, key: str | None) -> Changed:
        """Let anybody join at a seat; the host's right, before the start."""

    async def close_seat(self, caller: Caller, game: str, seat: int, expected: int | None, key: str | None) -> Changed:
        """Let nobody but the host join at a seat; the host's right, before the start."""

    async def reissue(
        self, caller: Caller, game: str, seat: int | None, expected: int | None, key: str | None
    ) -> Reissued:
        """Make the token of a seat, or the host's own, anew; the host's right."""

    async def narrow(self, caller: Caller, game: str, read_only: bool, until: datetime.datetime | None) -> NarrowToken:
        """A token that may do less than the caller's and ends with it."""

    async def see(self, caller: Caller, game: str, at: int | None) -> Sight:
        """The game as the token's holder sees it, now or at a version."""

    async def suggestion(self, sight: Sight, bot: BotKind) -> LegalMove | None:
        """What a bot would do; None where the viewer of the sight has nothing to decide."""

    async def history(self, sight: Sight, after: int, first: int) -> tuple[LogEntry, ...]:
        """What happened after a version, up to the version of the sight."""


Events = AsyncGenerator[SharedValue, None]
"""The events of a subscription; who takes it closes it. A refusal, as of a token that was replaced, is the last event."""


class Live(Protocol):
    """What happens in games. Each raises `Refused` where it is refused from the start.

    `caller` is who asks; his token is looked at again before every event.
    """

    async def page(self, caller: Caller, game: str, after: int, wait: float, first: int) -> EventPage:
        """What happened after a version, waiting for the next one where there is none yet."""

    async def entries(self, caller: Caller, game: str, after: int) -> Events:
        """A `LogEntry` for each version after this one, until the game has ended."""

    async def tables(self, caller: Caller, game: str) -> Events:
        """A `Sight` of the game as it is, and again when it has changed, until it has ended."""

    async def decisions(self, caller: Caller, game: str | None = None) -> Events:
        """A `Pending` of the caller's seat as it is, and again when it has changed, until the game has ended.

        The game may be left out where the caller's token is a seat's.
        """


class Edge(Struct, frozen=True):
    """One of a list, and where it stands there."""

    cursor: str
    node: Any


class Page(Struct, frozen=True):
    """Some of a list."""

    edges: tuple[Edge, ...]
    page_info: PageInfo


class Player(Struct, frozen=True):
    """Somebody with an account."""

    id: str
    """A digest of who he is to his issuer."""
    until: int
    """When his token ends, in milliseconds since the epoch."""


class Lobby(Protocol):
    """Which games there are. Each raises `Refused` where it is refused. `after` is a cursor of the page before."""

    async def open_games(self, caller: Caller, kind: str | None, first: int, after: str | None) -> Page:
        """The `Sight`s of the listed games that wait for players, the newest first."""

    async def player(self, caller: Caller) -> Player:
        """Who the caller is, by his account."""

    async def games(self, player: Player, first: int, after: str | None) -> Page:
        """The `Sight`s of a player's games, the newest first."""

    async def pending(self, player: Player, first: int, after: str | None) -> Page:
        """The `Pending` decisions that a player must make."""


class Context:
    """What a resolver gets: the use cases, who asks, and what the whole operation was estimated to cost.

    `cost` is in the points of `schema.prices`; each event of a subscription costs that anew.
    """

    def __init__(self, tables: Tables, live: Live, lobby: Lobby, caller: Caller, cost: int) -> None:
        self.tables, self.live, self.lobby = tables, live, lobby
        self.caller = caller
        self.cost = cost

    async def admit(self) -> None:
        """Take what the request costs before something is done that loads no game.

        Raises:
            RateLimited: there is not enough left.
        """
        if self.caller.meter is not None:
            await self.caller.meter.admit()
