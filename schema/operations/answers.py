"""Pages of lists, and the responses that only REST has."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import Annotated, Any, Self

from msgspec import Meta, Struct

from taphouse.engine.records.record import Record
from taphouse.engine.vocabulary import Public
from taphouse.schema.game_view import GameView
from taphouse.schema.inputs import DISPLAY_NAME_TEXT, MOST_GAMES
from taphouse.schema.paging import Connection
from taphouse.schema.ports import AccountHolder
from taphouse.schema.prices import BROWSED, LOOK, SHOWN, Price
from taphouse.schema.problems.base import Problem
from taphouse.schema.request_problems import detailed
from taphouse.schema.results import AccountEvent, AccountEventPage, GameNews, PendingDecision
from taphouse.schema.values.games import LegalMove, LogEntry, World

Games = Annotated[Connection, GameView]
PendingDecisions = Annotated[Connection, PendingDecision]
LegalMoves = Annotated[Connection, LegalMove]
LogEntries = Annotated[Connection, LogEntry]
"""Pages of lists, with the types of their items."""
GAMES_PRICE = Price(once=BROWSED, each=LOOK, listed="first", most=MOST_GAMES)
"""The price of a page of games."""
SHOWN_GAMES_PRICE = Price(once=BROWSED, each=LOOK + SHOWN, listed="first", most=MOST_GAMES)
"""The price in REST, which encodes whole games."""


class Page(Public, frozen=True, kw_only=True):
    """A page of a list."""

    next: Annotated[str | None, Meta(description="The `after` of the next page. Null on the last page.")]

    @classmethod
    def of(cls, page: Connection) -> Self:
        """A page with its items in the field that the class adds."""
        (items,) = set(cls.__struct_fields__) - {"next"}
        return cls(next=page.next, **{items: page.nodes})


class LegalMovePage(Page, frozen=True, kw_only=True):
    """A page of the legal moves of your seat. Empty while another seat decides."""

    moves: Annotated[tuple[LegalMove, ...], Meta(description="The moves, in an order that is fixed for a version.")]


class LogEntryPage(Page, frozen=True, kw_only=True):
    """A page of a game's log up to a version."""

    entries: Annotated[tuple[LogEntry, ...], Meta(description="The entries, in version order, without gaps.")]


class GamePage(Page, frozen=True, kw_only=True):
    """A page of games, newest first."""

    games: Annotated[tuple[GameView, ...], Meta(description="The games on this page, newest first.")]


class PendingDecisionPage(Page, frozen=True, kw_only=True):
    """A page of pending decisions, by game, newest game first."""

    decisions: Annotated[
        tuple[PendingDecision, ...], Meta(description="The decisions on this page, by game, newest game first.")
    ]


class GameOrAccount(Struct, frozen=True):
    """A game or an account, found by its id."""


class Visitor(Struct, frozen=True):
    """The sender of a request."""


class Records(Struct, frozen=True):
    """The records of your games, one after another, newest game first."""

    items: AsyncGenerator[Record, None]


class Judgement(Public, frozen=True):
    """A judgement of a move."""

    legal: Annotated[bool, Meta(description="True if your seat can make the move now.")]
    problem: Annotated[
        dict[str, Any] | None, Meta(description="The problem that would refuse the move. Null if the move is legal.")
    ]

    @classmethod
    def of(cls, problem: Problem | None) -> Self:
        """The judgement of a move that this problem refuses, or that is legal if there is none."""
        return cls(problem is None, None if problem is None else detailed(problem))


class Suggestion(Public, frozen=True):
    """The move that a bot would make."""

    move: Annotated[LegalMove | None, Meta(description="A legal move of your seat. Null while another seat decides.")]

    @classmethod
    def of(cls, move: LegalMove | None) -> Self:
        """A suggestion of this move."""
        return cls(move)


class SampledWorld(Public, frozen=True):
    """A world in which your seat may be."""

    world: Annotated[World | None, Meta(description="The world. Null unless you have a seat in a running game.")]

    @classmethod
    def of(cls, world: World | None) -> Self:
        """A sample that is this world."""
        return cls(world)


class Account(Public, frozen=True):
    """Your account."""

    id: Annotated[str, Meta(description="The account's id, derived from the issuer and subject of your login token.")]
    name: Annotated[str | None, Meta(description=DISPLAY_NAME_TEXT)] = None
    program: Annotated[bool, Meta(description="True if your login says that the account is a program's.")] = False

    @classmethod
    def of(cls, player: AccountHolder) -> Self:
        """The account of a player."""
        return cls(player.id, player.name, player.program)


class AccountEvents(Public, frozen=True):
    """The next events of your account."""

    cursor: Annotated[str, Meta(description="Continues after these events: the next `after`.")]
    events: Annotated[tuple[GameNews, ...], Meta(description="The events, in order. A game can occur again.")]

    @classmethod
    def of(cls, page: AccountEventPage) -> Self:
        """The events of a page, without the games."""
        return cls(page.cursor, tuple(map(news_of, page.events)))


def news_of(event: AccountEvent) -> GameNews:
    """An event without the game."""
    return GameNews(*(getattr(event, name) for name in GameNews.__struct_fields__))
