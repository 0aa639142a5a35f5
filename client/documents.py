"""The operations that a client sends, each written when it is first used."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, cached_property
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from taphouse.client.contract import Contract, GameTypes, Operation, named, problems, success
from taphouse.client.values import MOST_LISTED, Decided, News, PageInfo, Summary, Ticket
from taphouse.engine import GAMES
from taphouse.engine.vocabulary import Public
from taphouse.schema.catalogue import Catalogue
from taphouse.schema.problems import (
    ACCOUNT,
    ADDING_TIME,
    ANSWERING,
    CHANGING,
    CREATING,
    FOLLOWING,
    FORKING,
    JUDGING,
    LISTING,
    NARROWING,
    OWNING_WEBHOOKS,
    PROPOSING,
    READING,
    RECORDING,
    REISSUING,
    RESUMING,
    SEATING,
    TAKING_REMATCH,
    TICKETING,
    UNDOING,
    UPGRADING,
    WATCHING,
    WATCHING_ACCOUNT,
    WEBHOOK_CREATING,
    WEBHOOK_DELETING,
    WEBHOOK_TESTING,
    NotSeated,
    Problem,
)
from taphouse.schema.problems.seats import INVITING, JOINING, REPLACING, RETURNING, REVOKING
from taphouse.schema.values import Moment, SeatToken, Viewer, union
from taphouse.schema.webhooks import Webhook, WebhookDelivery

_GAME = {"gameId": "ID!"}
_ONCE = {"expectedVersion": "Int", "idempotencyKey": "String"}
CHANGES: dict[str, tuple[tuple[type[Problem], ...], dict[str, str]]] = {
    "play": (CHANGING, {"moves": "[MoveInput!]!"}),
    "resign": (CHANGING, {}),
    "abandon": (CHANGING, {}),
    "undo": (UNDOING, {"to": "Int"}),
    "propose": (PROPOSING, {"proposal": "ProposalInput!", "seconds": "Int!"}),
    "acceptProposal": (ANSWERING, {"proposalId": "ID!"}),
    "declineProposal": (ANSWERING, {"proposalId": "ID!"}),
    "withdrawProposal": (ANSWERING, {"proposalId": "ID!"}),
    "openSeat": (SEATING, {"seat": "Int!"}),
    "closeSeat": (SEATING, {"seat": "Int!"}),
    "replacePlayer": (REPLACING, {"seat": "Int!", "with": "SubstituteInput!", "mayReturn": "Boolean!"}),
    "returnToSeat": (RETURNING, {}),
    "revokeInvites": (REVOKING, {"seat": "Int!"}),
    "addTime": (ADDING_TIME, {"seat": "Int!", "seconds": "Int!"}),
    "resumeGame": (RESUMING, {}),
    "upgradeRules": (UPGRADING, {}),
}
"""The mutations that change a game and show it: the problems and the arguments of each."""


class _Id(Public, frozen=True):
    game_id: str


class _Seen(Public, frozen=True):
    game_id: str
    viewer: Viewer


class _Edge(Public, frozen=True):
    node: Summary


class _Page(Public, frozen=True):
    edges: tuple[_Edge, ...]
    page_info: PageInfo


class _Account(Public, frozen=True):
    page: _Page


class Documents(Contract):
    """The operations of a service with these games."""

    @cache  # noqa: B019 -- an instance lives as long as the games that it knows
    def change(self, field: str) -> Operation:
        """A mutation in `CHANGES`."""
        expected, variables = CHANGES[field]
        changed = success("GameChanged", game=self.table)
        return self.operation("mutation", field, changed, expected, **_GAME, **variables, **_ONCE)

    @cached_property
    def catalogue(self) -> Operation:
        """The catalogue."""
        return self.operation("query", "catalogue", Catalogue)

    @cached_property
    def open_games(self) -> Operation:
        """A page of the games that wait for players."""
        return self._list("openGames")

    @cached_property
    def finished_games(self) -> Operation:
        """A page of the games that are over."""
        return self._list("finishedGames")

    def _list(self, field: str) -> Operation:
        page = success("GameConnection", edges=tuple[_Edge, ...], page_info=PageInfo)
        return self.operation("query", field, page, LISTING, kind="GameKind", first="Int!", after="String")

    @cached_property
    def look(self) -> Operation:
        """A game, now or at a version."""
        return self.operation("query", "game", self.table, READING, id="ID!", at="Int")

    @cached_property
    def more_moves(self) -> Operation:
        """A further page of legal moves."""
        paged = Meta(extra={"arguments": f"first: {MOST_LISTED}, after: $after"})
        return self._of_game(
            lambda types: {"version": int, "legal_moves": Annotated[types.legal_moves, paged]}, after="String!"
        )

    @cached_property
    def why_not(self) -> Operation:
        """Why a move is not legal."""
        asked, refusal = Meta(extra={"arguments": "move: $move"}), problems(JUDGING)
        return self._of_game(lambda _: {"why_not": Annotated[refusal | None, asked]}, move="MoveInput!")

    @cached_property
    def suggestion(self) -> Operation:
        """The move that a bot would make."""
        asked = Meta(extra={"arguments": "bot: $bot"})
        return self._of_game(lambda types: {"suggestion": Annotated[types.legal_move | None, asked]}, bot="BotKind!")

    @cached_property
    def preview(self) -> Operation:
        """What moves lead to."""
        asked = Meta(extra={"arguments": "moves: $moves"})
        return self._of_game(
            lambda types: {"preview": Annotated[types.ahead | problems(JUDGING), asked]}, moves="[MoveInput!]!"
        )

    def _of_game(self, fields: Callable[[GameTypes], dict[str, Any]], **variable: str) -> Operation:
        """A query of these fields of a game, whatever its kind, with one variable."""
        selected = success("Game", **fields(self.any))
        decoded = union((selected, *(success(types.name, **fields(types)) for types in self.types)))
        return self.operation(
            "query", "game", decoded, READING, selected=selected, inside=(*variable,), id="ID!", **variable
        )

    @cached_property
    def record(self) -> Operation:
        """The record of a game."""
        return self.operation("query", "record", success("GameRecord", text=str), RECORDING, id="ID!")

    @cached_property
    def events(self) -> Operation:
        """The log after a version, as a stream."""
        return self.operation("subscription", "events", self.entry, FOLLOWING, **_GAME, after="Int!", epoch="String")

    @cached_property
    def tables(self) -> Operation:
        """A game after each change, as a stream."""
        return self.operation("subscription", "gameUpdated", self.table, WATCHING, **_GAME)

    @cached_property
    def holder(self) -> Operation:
        """The game and the seat of a token, as the first event of a stream."""
        pending = success("PendingDecision", game=_Seen)
        return self.operation("subscription", "decisions", pending, (*WATCHING, NotSeated))

    @cached_property
    def create(self) -> Operation:
        """A new game."""
        return self.operation(
            "mutation",
            "createGame",
            self._created,
            CREATING,
            game="NewGameInput!",
            seats="[SeatInput!]!",
            edition="String",
            seed="String",
            visibility="Visibility!",
            position="String",
            clock="NewClockInput",
            undo="UndoOption!",
            idempotencyKey="String",
        )

    @cached_property
    def fork(self) -> Operation:
        """A new game from a position of another one."""
        own = {"at": "Int", "seatTokens": "[String!]!", "seats": "[SeatInput!]", "visibility": "Visibility!"}
        return self.operation("mutation", "forkGame", self._created, FORKING, **_GAME, **own, idempotencyKey="String")

    @cached_property
    def import_record(self) -> Operation:
        """A new game from a record."""
        own = {"record": "String!", "visibility": "Visibility!", "idempotencyKey": "String"}
        return self.operation("mutation", "importRecord", self._created, CREATING, **own)

    @property
    def _created(self) -> Any:
        return success("GameCreated", game=_Id, host_token=str, seats=tuple[SeatToken, ...])

    @cached_property
    def join(self) -> Operation:
        """A seat of a game."""
        joined = success("GameJoined", game=_Id, seat=SeatToken)
        own = {"name": "String", "brewery": "String", "seat": "Int", "invite": "String", "showName": "Boolean!"}
        return self.operation("mutation", "joinGame", joined, JOINING, **_GAME, **own, **_ONCE)

    @cached_property
    def reissue_token(self) -> Operation:
        """A new token for a seat or the host."""
        reissued = success("TokenReissued", seat=int | None, token=str)
        return self.operation("mutation", "reissueToken", reissued, REISSUING, **_GAME, seat="Int", **_ONCE)

    @cached_property
    def narrow_token(self) -> Operation:
        """A token with fewer rights."""
        narrow = success("NarrowToken", token=str)
        return self.operation(
            "mutation", "narrowToken", narrow, NARROWING, **_GAME, readOnly="Boolean!", until="DateTime"
        )

    @cached_property
    def invite(self) -> Operation:
        """An invite to a seat."""
        invited = success("Invite", seat=int, invite=str, until=Moment)
        return self.operation("mutation", "createInvite", invited, INVITING, **_GAME, seat="Int!", until="DateTime")

    @cached_property
    def take_rematch(self) -> Operation:
        """The tokens of the next game."""
        taken = success("RematchTaken", game=_Id, seat=SeatToken | None, host_token=str | None)
        return self.operation("mutation", "takeRematch", taken, TAKING_REMATCH, **_GAME)

    @cached_property
    def my_games(self) -> Operation:
        """A page of the games of an account."""
        return self._of_account("games")

    @cached_property
    def my_finished_games(self) -> Operation:
        """A page of those that are over."""
        return self._of_account("finishedGames")

    def _of_account(self, field: str) -> Operation:
        paged = Meta(extra={"arguments": "first: $first, after: $after"})
        page = named(_Account, "Account", ("page", Annotated[_Page, paged], msgspec.field(name=field)))
        return self.operation(
            "query", "account", page, ACCOUNT, inside=("first", "after"), first="Int!", after="String"
        )

    @cached_property
    def my_decisions(self) -> Operation:
        """The decisions of an account, as a stream."""
        table = ("table", self.table, msgspec.field(name="game"))
        pending = named(Decided, "PendingDecision", table)
        return self.operation("subscription", "decisions", pending, (*WATCHING, NotSeated))

    @cached_property
    def account_events(self) -> Operation:
        """What the games of an account come to, as a stream."""
        news = named(News, "AccountEvent")
        return self.operation("subscription", "accountEvents", news, WATCHING_ACCOUNT, after="String")

    @cached_property
    def ticket(self) -> Operation:
        """A ticket for a stream."""
        return self.operation("mutation", "createTicket", named(Ticket, "TicketCreated"), TICKETING, gameId="ID")

    @cached_property
    def webhooks(self) -> Operation:
        """The webhooks of a game or an account."""
        found = success("WebhookList", webhooks=tuple[Webhook, ...])
        return self.operation("query", "webhooks", found, OWNING_WEBHOOKS, gameId="ID")

    @cached_property
    def create_webhook(self) -> Operation:
        """A new webhook."""
        own = {"url": "String!", "events": "[WebhookEvent!]!", "secret": "String!", "idempotencyKey": "String"}
        made = success("WebhookCreated", webhook=Webhook)
        return self.operation("mutation", "createWebhook", made, WEBHOOK_CREATING, gameId="ID", **own)

    @cached_property
    def test_webhook(self) -> Operation:
        """A test delivery."""
        sent = success("WebhookTested", delivery=WebhookDelivery)
        return self.operation("mutation", "testWebhook", sent, WEBHOOK_TESTING, webhookId="ID!", gameId="ID")

    @cached_property
    def delete_webhook(self) -> Operation:
        """The end of a webhook."""
        gone = success("WebhookDeleted", id=str)
        return self.operation("mutation", "deleteWebhook", gone, WEBHOOK_DELETING, webhookId="ID!", gameId="ID")


@cache
def standard() -> Documents:
    """The operations of a service with the games of this package."""
    return Documents(GAMES)
