"""Prices in points, of fields and of REST operations, and the rate budget of a request.

A point is at most 0.1 ms of one core. Encoding a legal move, or ten values of a response, costs one.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Protocol

from msgspec import Struct

from taphouse.engine.bots import EXPERT, STRENGTHS
from taphouse.engine.vocabulary import Word, kebab

POINT = 0.0001
"""The seconds of one core that a point pays for."""
READ = 30
"""A document that must be parsed and validated because it is not cached."""
READ_TOKEN = 0.6
"""Each of its tokens."""
READ_CHARACTER = 0.003
"""Each of its characters."""
LARGE = 1 << 15
"""The size of a body in bytes from which reading it has a price."""
READ_BYTE = 0.0005
"""A byte of such a body."""
LEAST = 8
"""The least that a request costs: to receive it, and to answer."""
ROOT = 1
"""The least that a field of a root type costs: its resolver is called, and mostly a task is made for it."""
LOG = 5
"""A page of a log, which is read from the store."""
VALUE = 0.1
"""A value in a response."""
LOOK = 20
"""Loading a game, to show it, judge a move or preview moves."""
THINK = 500
"""Advice of a bot, besides the iterations of a search."""
ITERATION = 70
"""An iteration of a bot that searches, in the game and with the players that take the most."""
PAID: Mapping[str, int] = {**STRENGTHS, EXPERT: STRENGTHS["search-strong"]}
"""The iterations that each bot that searches pays for. The expert, which searches by time, pays as much as the strongest of the
others: the number of experts that think at once bounds what they take."""
ANALYSE = 50
"""An analysis, besides the advice of the bot: the reasons for its moves."""
IMAGINE = 100
"""A world: the log is read, and what the seat saw in it is remembered."""
IMAGINED, VERSIONS_IMAGINED = 2, 50
"""The price of each version that is remembered for a world, beyond a number of free ones."""
TRIED, TRIED_AT_MOST = 150, 5000
"""A line of moves of all seats: worlds are imagined, and the moves are made in each. Where the rules of a game are slow, it costs
what it takes, and is refused beyond the most."""
RECORD = 300
"""A record of a game: its log is read, and if the game is over, it is replayed to list the draws."""
RECORDED, VERSIONS_RECORDED = 0.5, 400
"""The price of each version in a record of a game, beyond a number of free ones."""
BOT_MOVE = 100
"""A move that the service makes for a bot, besides the iterations of a search: loading the game, thinking and writing the
version."""
CREATE = 500
"""Creating a game, which is stored for at least a day."""
REPLAYED = 0.018
"""A character of a record that is verified: its moves are applied, and stored."""
ANEW = 80
"""The number of characters that an undo counts as if it draws hidden things anew; a record marks it with `anew`."""
JOIN = 100
"""Joining a game, which may start it."""
AGREE = 300
"""A proposal, its acceptance, or an undo: up to 64 moves are judged as all seats see them, or a rematch is created."""
WEBHOOK = 100
"""Creating or testing a webhook, whose deliveries keep the service busy later."""
WEBHOOKS = 30
"""The webhooks of a game or an account, whose deliveries are read with them."""
MAIL = 200
"""An email that is sent because a client asks for it."""
FORGET = 500
"""Deleting an account from the first of its games, or closing its profile there."""
FORGOTTEN, VERSIONS_FORGOTTEN = 0.5, 100
"""The price of each version of a game from which an account is deleted, beyond a number of free ones."""
FORGOTTEN_GAME, FORGOTTEN_WEBHOOK, FORGOTTEN_DELIVERY = 40, 15, 1
"""Each of these games, besides; a webhook that is deleted with the account; and each of its deliveries that was still tried."""
SHOWN = 30
"""Encoding a whole game, as REST does. GraphQL counts the selected values instead."""
BROWSED = 60
"""A page of games, for the games that are examined but not listed."""
GLANCE = 0.1
"""A look at a game of an account, to see whether it has changed."""
MOST_SKIPPED = 150_000
"""The most legal moves that a position has, and so the most that a page can skip."""
PAGE = 1
"""A page of the legal moves of a game."""
LISTED = 1
"""A legal move or log entry in a list, besides its values."""
SKIPPED = 0.01
"""A legal move before the page: it is generated but not listed."""
TOLD = 1
"""An event whose response was already made, for another follower with the same request."""
TOLD_PART = 50
"""The divisor for the price of a cached event: longer events cost more. The actual length must not count, since a price that
depends on what a client is shown would reveal it to others at the same address."""
EVENT = 5
"""An event whose answer must be made, at least."""
MOST_EVENT = 2000
"""The most points that an event may cost: each version may need an answer for each follower."""
JUDGED = 2
"""A move in a request."""
TYPICAL = 4
"""The assumed size of a list without a declared size, such as the seats of a game."""
BY_PARENT = 1
"""The size of the list on a page. An argument of the field that returns the page already prices it."""

LONGEST_NUMBER = 15
"""The most digits of the number in a cursor."""
MOST_POINTS = 1e9
"""The cap on sums. Without it, nested fragments that double each other would overflow a float."""


def number_in(value: Any) -> int:
    """The number that an argument counts as: an integer itself, the number in a cursor, or the length of a list.

    A single value is a list of one. Null counts as 0.
    """
    match value:
        case int():
            return value
        case str():
            return int(value) if value.isdecimal() and len(value) <= LONGEST_NUMBER else 0
        case list() | tuple():
            return len(value)
    return 0 if value is None else 1


def iterations_of(bot: Word | str | None) -> int:
    """The iterations that a kind of bot pays for, given as in the API or as it is stored; 0 if it does not search."""
    return PAID.get(kebab(str(bot)), 0)


class Price(Struct, frozen=True):
    """The price of a field in points, besides the price of its selected values."""

    once: float = 0
    """The price of the field itself."""
    each: float = 0
    """The price of each item."""
    size: float | None = None
    """The size of a list that no argument limits; for any other field, a factor for its selected fields."""
    listed: str = ""
    """The argument that limits the number of items."""
    most: int = 0
    """The upper bound of `listed`."""
    skipped: str = ""
    """The argument that is a cursor whose number is that of the skipped items."""
    judged: str = ""
    """The argument that is a list of moves."""
    replayed: str = ""
    """The argument that is the text of a record."""
    searched: str = ""
    """The argument that is a kind of bot."""
    tried: str = ""
    """The argument that is true for a line of moves of all seats."""

    def of(self, inner: float, given: Mapping[str, Any]) -> float:
        """The points of the field.

        Args:
            inner: the points of what is selected in one item.
            given: the numbers of the arguments in `counted`, by `number_in`.
        """
        total, times = self.once, 1 if self.size is None else self.size
        if self.listed:
            times = max(1, min(given[self.listed], self.most))
        if self.skipped:
            total += SKIPPED * max(0, min(given[self.skipped], MOST_SKIPPED))
        if self.judged:
            total += JUDGED * given[self.judged]
        if self.replayed:
            total += REPLAYED * given[self.replayed]
        if self.searched:
            total += ITERATION * given[self.searched]
        if self.tried:
            total += TRIED * given[self.tried]
        return min(total + times * (self.each + VALUE + inner), MOST_POINTS)

    @property
    def counted(self) -> tuple[str, ...]:
        """The arguments that the price depends on."""
        return tuple(filter(None, (self.listed, self.skipped, self.judged, self.replayed, self.searched, self.tried)))

    def number(self, name: str, value: Any) -> int:
        """The number that an argument in `counted` counts as."""
        if name == self.replayed and isinstance(value, str):
            return len(value) + ANEW * value.count("anew")
        if name == self.searched:
            return iterations_of(value)
        return number_in(value)


def priced(price: Price) -> dict[Any, Any]:
    """The `metadata` of a Strawberry field that declares its price."""
    return {Price: price}


def event_price(cost: int) -> int:
    """The price of an event of a subscription, given the cost of the operation: events load no game."""
    return max(EVENT, cost - LOOK)


def record_price(version: int) -> int:
    """The price of the record of a game at a version, besides `RECORD`."""
    return math.ceil(RECORDED * max(0, version - VERSIONS_RECORDED))


def forget_price(version: int) -> int:
    """The price of deleting an account from a game at a version, besides `FORGET`."""
    return FORGOTTEN_GAME + math.ceil(FORGOTTEN * max(0, version - VERSIONS_FORGOTTEN))


def world_price(versions: int) -> int:
    """The price of a world, besides `IMAGINE`, by the number of versions that are remembered for it."""
    return IMAGINED * max(0, versions - VERSIONS_IMAGINED)


def told_price(price: int) -> int:
    """The price of a cached event, given its full price."""
    return max(TOLD, price // TOLD_PART)


class PrepaidBudget(Protocol):
    """Points that the streams of a client have taken from its rate limits in advance, so that events need not ask the store."""

    def pays(self, points: int) -> bool:
        """Take points, if there are enough and no other stream waits for some."""

    async def pay(self, points: int) -> None:
        """Take points, and wait until there are enough."""

    def owe(self, points: int) -> None:
        """Take points even if there are not enough; what is missing is taken before the next event. Negative: give back."""


class RateBudget(Protocol):
    """The points that a request takes from the rate limits of its client, once."""

    cost: int
    """In points. Set when the request has been read."""
    moved: bool | None
    """True once a move of the request was made, False if one was refused and none made, None if it has no moves."""

    @property
    def prepaid(self) -> PrepaidBudget:
        """The budget that pays for the request's events, if it starts a stream."""

    async def read(self, points: int, *, reserve: bool = True) -> None:
        """Take the cost of reading something long, before it is read: a document, or the log of a long game.

        Args:
            points: the cost.
            reserve: whether a move may come in it, so that it may use the reserve for moves.

        Raises:
            RateLimited: the client is over its limit.
        """

    async def admit(self) -> None:
        """Take the cost, unless it was already taken.

        Raises:
            RateLimited: the client is over its limit.
        """
