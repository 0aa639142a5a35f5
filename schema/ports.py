"""The ports of the public contract, which the service implements, and the context of a request."""

from __future__ import annotations

import datetime
from collections.abc import AsyncGenerator, Sequence
from typing import Annotated, Any, Protocol

import msgspec
from msgspec import Meta, Struct

from taphouse.engine.messages import ENGLISH
from taphouse.engine.records.record import Record
from taphouse.engine.vocabulary import Public
from taphouse.schema.catalogue import Catalogue
from taphouse.schema.execution.shared_values import Events
from taphouse.schema.execution.work import Work
from taphouse.schema.game_view import Sight
from taphouse.schema.inputs import BREWERY_TEXT, NAME_TEXT, SHOW_NAME_TEXT, Name
from taphouse.schema.paging import Connection
from taphouse.schema.prices import Charge
from taphouse.schema.results import (
    AccountEventPage,
    Analysis,
    Changed,
    GameCreated,
    GameJoined,
    GameRecord,
    RematchTaken,
    TicketCreated,
    TokenReissued,
)
from taphouse.schema.values import (
    BotKind,
    EventPage,
    GameKind,
    LegalMove,
    MoveInputObject,
    NarrowToken,
    SeatKind,
    Visibility,
)
from taphouse.schema.values.agreements import ProposalKind, UndoOption
from taphouse.schema.values.clocks import NewClock, Now
from taphouse.schema.values.seats import Invite, Replacement, Substitute
from taphouse.schema.values.worlds import World
from taphouse.schema.webhooks import WebhookCreated, WebhookDeleted, WebhookEvent, WebhookList, WebhookTested


class Caller(Struct, frozen=True):
    """The client of a request."""

    token: str | None = None
    """The bearer token. Empty if the header has another scheme, None if there is no header."""
    address: str = ""
    """The client's network address."""
    charge: Charge | None = None
    """What this request takes from the client's rate limits. None if it takes nothing."""
    work: Work = msgspec.field(default_factory=Work)
    """The work of this request."""
    language: str = ENGLISH
    """The language of the words for people."""
    ticket: str | None = None
    """The ticket in the URL of a stream, in place of a token."""

    async def admit(self) -> None:
        """Take the charge of the request. For use cases that load no game: loading a game takes it too.

        Raises:
            RateLimited: the client is over its limit.
        """
        if self.charge is not None:
            await self.charge.admit()

    async def pay(self, points: int) -> None:
        """Take points besides the charge, for a log longer than the charge allows for. Refused like `admit`."""
        if self.charge is not None and points:
            await self.charge.read(points)


class SeatAsked(Public, frozen=True, forbid_unknown_fields=True):
    """A seat of a new game."""

    kind: Annotated[SeatKind, Meta(description="Who plays the seat.")]
    bot: Annotated[BotKind | None, Meta(description="The bot, for a seat of kind BOT. Null for other kinds.")] = None
    name: Annotated[Name | None, Meta(description=f"The player's name: {NAME_TEXT}.")] = None
    brewery: Annotated[Name | None, Meta(description=BREWERY_TEXT)] = None
    show_name: Annotated[
        bool, Meta(description=f"{SHOW_NAME_TEXT} Only for the first of your seats, which your account has.")
    ] = False


class ProposalAsked(Struct, frozen=True):
    """What a seat proposes."""

    kind: ProposalKind
    to: int | None = None
    """Of an undo: the version to go back to."""
    replacement: Replacement | None = None
    """Of a new player for a seat: which."""


class Tables(Protocol):
    """The use cases of games. Each raises `Refused` if it is refused; then nothing is changed.

    `caller` is the client, `game` the id of the game, `expected` the version that the game must be at (None: any), and `key`
    the client's idempotency key.
    """

    def catalogue(self, language: str) -> Catalogue:
        """The catalogue of the kinds of games in a language."""

    async def create(
        self,
        caller: Caller,
        kind: GameKind,
        options: dict[str, Any],
        seats: Sequence[SeatAsked],
        edition: str | None,
        seed: str | None,
        visibility: Visibility,
        position: str | None,
        key: str | None,
        clock: NewClock | None = None,
        undo: UndoOption = UndoOption.FREE,
    ) -> GameCreated:
        """Create a game, perhaps from the last position of a record. It starts at once if no seat is open."""

    async def fork(
        self,
        caller: Caller,
        source: str,
        at: int | None,
        seat_tokens: Sequence[str],
        seats: Sequence[SeatAsked] | None,
        visibility: Visibility,
        key: str | None,
    ) -> GameCreated:
        """Create a game from a position of the game `source`. Without seats, all are the creator's, with the same bots."""

    async def import_record(self, caller: Caller, record: str, visibility: Visibility, key: str | None) -> GameCreated:
        """Create a game from a record, with its log."""

    async def join(
        self,
        caller: Caller,
        game: str,
        name: str | None,
        brewery: str | None,
        seat: int | None,
        invite: str | None,
        show_name: bool,
        expected: int | None,
        key: str | None,
    ) -> GameJoined:
        """Take an open seat, or with an invite its seat. A waiting game starts when all seats are taken.

        With `show_name`, the seat shows the display name of the caller's account, unless a name is given.
        """

    async def replace_player(
        self,
        caller: Caller,
        game: str,
        seat: int,
        substitute: Substitute,
        may_return: bool,
        expected: int | None,
        key: str | None,
    ) -> Changed:
        """Give a seat of a running game to a bot, or open it. Only for the host."""

    async def return_to_seat(self, caller: Caller, game: str, expected: int | None, key: str | None) -> Changed:
        """Take the caller's seat back from the bot that plays it."""

    async def invite(self, caller: Caller, game: str, seat: int, until: datetime.datetime | None) -> Invite:
        """An invite to a free seat. Only for the host."""

    async def revoke_invites(
        self, caller: Caller, game: str, seat: int, expected: int | None, key: str | None
    ) -> Changed:
        """Revoke all invites to a free seat. Only for the host."""

    async def play(
        self, caller: Caller, game: str, moves: Sequence[MoveInputObject], expected: int | None, key: str | None
    ) -> Changed:
        """Make moves. Either all are made or none."""

    async def resign(self, caller: Caller, game: str, expected: int | None, key: str | None) -> Changed:
        """Resign the caller's seat. The service then plays its first legal move at each decision."""

    async def undo(self, caller: Caller, game: str, to: int | None, expected: int | None, key: str | None) -> Changed:
        """Take back moves of the caller's seat, down to a version (None: the last one), if they told nobody anything."""

    async def propose(
        self, caller: Caller, game: str, proposal: ProposalAsked, seconds: int, expected: int | None, key: str | None
    ) -> Changed:
        """Propose something to the other seats for a time. If nobody else must agree, it is done at once."""

    async def accept_proposal(
        self, caller: Caller, game: str, proposal: str, expected: int | None, key: str | None
    ) -> Changed:
        """Accept a proposal. It is done once all seats that are asked have accepted."""

    async def decline_proposal(
        self, caller: Caller, game: str, proposal: str, expected: int | None, key: str | None
    ) -> Changed:
        """Decline a proposal of another seat, which ends it."""

    async def withdraw_proposal(
        self, caller: Caller, game: str, proposal: str, expected: int | None, key: str | None
    ) -> Changed:
        """Withdraw a proposal of the caller's seat."""

    async def take_rematch(self, caller: Caller, game: str) -> RematchTaken:
        """The next game, and the caller's tokens there."""

    async def abandon(self, caller: Caller, game: str, expected: int | None, key: str | None) -> Changed:
        """End the game early. Only for the host."""

    async def add_time(
        self, caller: Caller, game: str, seat: int, seconds: int, expected: int | None, key: str | None
    ) -> Changed:
        """Give a seat more time. Only for the host."""

    async def resume(self, caller: Caller, game: str, expected: int | None, key: str | None) -> Changed:
        """Go on after a pause. For every seat, and the host."""

    async def now(self, caller: Caller) -> Now:
        """The time by which clocks run."""

    async def upgrade_rules(self, caller: Caller, game: str, expected: int | None, key: str | None) -> Changed:
        """Move the game to the newest version of its rules. Only for the host."""

    async def open_seat(self, caller: Caller, game: str, seat: int, expected: int | None, key: str | None) -> Changed:
        """Remove the player of a seat, and let anyone join. Only for the host, before the start."""

    async def close_seat(self, caller: Caller, game: str, seat: int, expected: int | None, key: str | None) -> Changed:
        """Remove the player of a seat, and let only the host join. Only for the host, before the start."""

    async def reissue(
        self, caller: Caller, game: str, seat: int | None, expected: int | None, key: str | None
    ) -> TokenReissued:
        """Replace the token of a seat, or the host's own token (seat None). Only for the host."""

    async def narrow(self, caller: Caller, game: str, read_only: bool, until: datetime.datetime | None) -> NarrowToken:
        """A token with fewer rights than the caller's, which is revoked with it."""

    async def see(self, caller: Caller, game: str, at: int | None) -> Sight:
        """The game as the caller sees it, at a version or (None) at the newest."""

    async def suggestion(self, sight: Sight, bot: BotKind) -> LegalMove | None:
        """The move that a bot would make. None if the viewer has nothing to decide."""

    async def analysis(self, sight: Sight, iterations: int) -> Analysis:
        """What a search thinks of the moves of the viewer. Empty if the viewer has nothing to decide."""

    async def sample_world(self, caller: Caller, sight: Sight, seed: str | None) -> World | None:
        """A world in which the viewer's seat may be. None unless the viewer has a seat in a running game."""

    async def history(self, sight: Sight, after: str | None, first: int, work: Work) -> Connection:
        """At most `first` log entries after a cursor, up to the version of the sight, in version order."""

    async def record(self, caller: Caller, sight: Sight) -> GameRecord:
        """The record of the game of a sight, which shows its newest version. The caller pays for a long game."""

    async def records(self, caller: Caller, player: Player, after: str | None) -> AsyncGenerator[Record, None]:
        """The records of a player's games, newest first, each paid for and made when it is asked for.

        Args:
            caller: Who pays, with the player's login token. When it expires, the stream raises `Refused`.
            player: The player.
            after: The id of the game to continue after. None: begin with the newest game.
        """


class Live(Protocol):
    """The use cases of following games. Each raises `Refused` if it is refused at the start.

    The caller's token is checked again before every event.
    """

    async def page(
        self, caller: Caller, game: str, after: int, wait: float, first: int, epoch: str | None = None
    ) -> EventPage:
        """The log entries after a version. Waits up to `wait` seconds for an entry if there is none.

        Refused if the version was lost with a server of the store, as far as its epoch tells.
        """

    async def entries(self, caller: Caller, game: str, after: int, epoch: str | None = None) -> Events:
        """A `LogEntry` for each version after `after`, until the game is over or abandoned. Refused like `page`."""

    async def tables(self, caller: Caller, game: str) -> Events:
        """A `Sight` of the game at once and after each change, until it is over or abandoned."""

    async def decisions(self, caller: Caller, game: str | None = None) -> Events:
        """A `PendingDecision` of the caller's seat at once and after each change, until the game is over or abandoned.

        The game is optional if the caller has the token of a seat. Without it, an account gets those of all its games, as long
        as its token is valid.
        """

    async def account_events(self, caller: Caller, after: str | None) -> Events:
        """An `AccountEvent` for each game of the caller's account that has changed since the cursor `after`, and for each change.

        Without a cursor, one for each game that has not ended at first. It ends when the account's token does.
        """

    async def account_page(self, caller: Caller, after: str | None, wait: float, first: int) -> AccountEventPage:
        """The next events after a cursor, at most `first`. Waits up to `wait` seconds for one if there is none."""

    async def ticket(self, caller: Caller, game: str | None) -> TicketCreated:
        """A ticket for one stream of a game, or (None) of the caller's account."""


class Player(Struct, frozen=True):
    """A player with an account."""

    id: str
    """A digest of the issuer and subject of their login token."""
    until: int
    """When their login token expires, in milliseconds since the Unix epoch."""
    name: str | None = None
    """Their display name, from their login token. None if it has none that can be shown."""


class Lobby(Protocol):
    """The use cases of lists of games. Each raises `Refused` if it is refused. `after` is a cursor of the previous page."""

    async def open_games(self, caller: Caller, kind: GameKind | None, first: int, after: str | None) -> Connection:
        """The `Sight`s of games with visibility OPEN that wait for players, newest first."""

    async def finished_games(
        self,
        caller: Caller,
        kind: GameKind | None,
        since: datetime.datetime | None,
        until: datetime.datetime | None,
        first: int,
        after: str | None,
    ) -> Connection:
        """The `Sight`s of games with visibility OPEN that ended in a span of time, those that ended last first."""

    async def player(self, caller: Caller) -> Player:
        """The player whose login token the caller sent."""

    async def games(self, player: Player, language: str, first: int, after: str | None) -> Connection:
        """The `Sight`s of a player's games, newest first."""

    async def finished_games_of(
        self,
        player: Player,
        language: str,
        kind: GameKind | None,
        since: datetime.datetime | None,
        until: datetime.datetime | None,
        first: int,
        after: str | None,
    ) -> Connection:
        """The `Sight`s of a player's games that ended in a span of time, those that ended last first."""

    async def pending(self, player: Player, language: str, first: int, after: str | None) -> Connection:
        """The `PendingDecision`s of a player, newest game first."""


class Webhooks(Protocol):
    """The use cases of webhooks. Each raises `Refused` if it is refused; then nothing is changed.

    `game` is the game whose host the caller is; None for the webhooks of the caller's account.
    """

    async def create(
        self, caller: Caller, game: str | None, url: str, events: Sequence[WebhookEvent], secret: str, key: str | None
    ) -> WebhookCreated:
        """Create a webhook."""

    async def delete(self, caller: Caller, game: str | None, webhook: str) -> WebhookDeleted:
        """Delete a webhook."""

    async def test(self, caller: Caller, game: str | None, webhook: str) -> WebhookTested:
        """Send a test delivery, unless one is pending. One that succeeds starts a stopped webhook again."""

    async def listed(self, caller: Caller, game: str | None) -> WebhookList:
        """All webhooks with their last deliveries."""


class Context(Struct, frozen=True):
    """The context of resolvers: the use cases and the caller."""

    tables: Tables
    live: Live
    lobby: Lobby
    webhooks: Webhooks
    caller: Caller

    async def admit(self) -> None:
        """See `Caller.admit`."""
        await self.caller.admit()
