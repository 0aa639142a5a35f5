"""The use cases of ratings, which `schema.concepts.ratings` declares, and what is stored of them.

The rating of an account in a kind of game is an item of its person, with the newest part of its history. Whatever shows a person
thus reads the ratings with it. The rest of the history is in pages of their own. Leaderboards are lists: an index, whose entries
count only if they agree with the rating.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress

from msgspec.structs import replace

from taphouse.schema.concepts.ratings import LEAST_GAMES, Leader, OwnRatings, RatingPoint, RatingsOff
from taphouse.schema.failures import Refused
from taphouse.schema.paging import Connection, Edge, PageInfo, bad_cursor, number_of, numbered
from taphouse.schema.ports import AccountHolder, Caller
from taphouse.schema.problems.callers import NoAccount
from taphouse.schema.values.games import GameKind
from taphouse.schema.values.ratings import Rating
from taphouse.schema.values.versions import moment
from taphouse.service.games.kernel.checks import account_of
from taphouse.service.games.kernel.loading import Reader
from taphouse.service.persons.finding import found_by
from taphouse.service.persons.rating import (
    DOUBT,
    RATED,
    Point,
    counted,
    doubt,
    new,
    order,
    points_in,
    ratings_in,
    shown,
    split,
)
from taphouse.service.persons.stored import KEPT, SELF, Person, Rated, person_name, unpack
from taphouse.service.store.failures import StoreUnavailable
from taphouse.service.store.protocol import Store

PAGE = 32
"""The games on a page of a history. The newest ones, up to twice as many, are with the rating."""
_GAMES = "games"
_CURSOR = re.compile(r"([1-9][0-9]{0,8})-([0-9]{7})-([a-z2-7]{16})")
_ENTRY = re.compile(r"[0-9]{7}:[a-z2-7]{16}:([0-9a-f]{32})")


class Ratings:
    """The ratings in a store.

    Args:
        reader: Identifies callers, and knows the kinds of games.
        on: False if no games are rated.
    """

    def __init__(self, reader: Reader, on: bool) -> None:
        self._reader, self._store, self.on = reader, reader.store, on

    def shown(self, items: Mapping[str, bytes]) -> tuple[Rating, ...]:
        """The ratings among the items of a person, for the API."""
        if not self.on:
            return ()
        now = self._reader.now_ms()
        return tuple([shown(kind, one, now) for kind, one in ratings_in(items).items() if kind in self._reader.games])

    def points(self, items: Mapping[str, bytes]) -> dict[str, int]:
        """The ratings among the items of a person as numbers, by the kind of game."""
        now = self._reader.now_ms()
        return {kind: shown(kind, one, now).rating for kind, one in ratings_in(items).items()} if self.on else {}

    async def rating_of(self, account: str, kind: str) -> int:
        """The rating of an account in a kind of game, by its slug; that of a new player if it has none."""
        (items,) = await self._store.items([person_name(account)])
        now = self._reader.now_ms()
        return shown(kind, ratings_in(items).get(kind) or new(now), now).rating

    async def ratings(self, player: AccountHolder) -> OwnRatings:
        """The ratings of an account."""
        (items,) = await self._store.items([person_name(player.id)])
        return OwnRatings(self.shown(items))

    async def rating_history(
        self, caller: Caller, kind: GameKind, handle: str | None, first: int, after: str | None
    ) -> Connection:
        """The rated games of a player, newest first."""
        identity = await self._reader.identify(caller)
        await caller.admit()
        slug, below = self._kind(kind), number_of(after)
        if handle is not None:
            account, _, items = await found_by(self._store, handle)
        elif (own := account_of(identity)) is not None:
            account, (items,) = own, await self._store.items([person_name(own)])
        else:
            raise Refused(NoAccount())
        rated = ratings_in(items).get(slug)
        games = 0 if rated is None else min(rated.games, below - 1) if below else rated.games
        numbers = range(games, max(0, games - first), -1)
        points = {} if rated is None else await self._points(account, slug, rated, numbers)
        nodes = [
            (number, _shown_point(number, points[number], handle is None)) for number in numbers if number in points
        ]
        return numbered(nodes, after, more=games > first)

    async def histories(self, account: str, items: Mapping[str, bytes]) -> list[tuple[str, list[RatingPoint]]]:
        """The histories of an account with these items, by the kind of game, oldest point first."""
        found = list[tuple[str, list[RatingPoint]]]()
        for kind, rated in ratings_in(items).items() if self.on else ():
            if kind in self._reader.games:
                points = await self._points(account, kind, rated, range(1, rated.games + 1))
                found.append((kind, [_shown_point(number, one, True) for number, one in sorted(points.items())]))
        return found

    async def _points(self, account: str, kind: str, rated: Rated, numbers: Sequence[int]) -> dict[int, Point]:
        """The games with these numbers in a history. Those of pages that were lost are left out."""
        recent = points_in(rated.recent)
        paged = rated.games - len(recent)
        pages = sorted({(number - 1) // PAGE for number in numbers if number <= paged})
        found = dict(enumerate(recent, paged + 1))
        stored = await self._store.items([page_name(account, kind, page) for page in pages])
        for page, items in zip(pages, stored, strict=True):
            found |= dict(enumerate(points_in(items.get(_GAMES, b"")), page * PAGE + 1))
        return found

    async def leaderboard(self, caller: Caller, kind: GameKind, first: int, after: str | None) -> Connection:
        """The players with the highest ratings in a kind of game. Entries that do not count any more are removed."""
        await self._reader.identify(caller)
        await caller.admit()
        slug, (place, below) = self._kind(kind), _place(after)
        listed = await self._store.listed([board_name(slug)], below, first + 1)
        entries = listed[:first]
        accounts = [found[1] if (found := _ENTRY.fullmatch(one)) else "" for one in entries]
        stored = await self._store.items([person_name(account) for account in accounts])
        now, edges, gone = self._reader.now_ms(), list[Edge](), list[str]()
        end = after
        for entry, account, items in zip(entries, accounts, stored, strict=True):
            person = unpack(Person, items[SELF]) if SELF in items else None
            rated = unpack(Rated, items[RATED + slug]) if RATED + slug in items else None
            if person is None or rated is None or board_entry(account, person, rated, now) != entry:
                gone.append(entry)
                continue
            place, end = place + 1, f"{place + 1}-{entry[:7]}-{person.id}"
            edges.append(Edge(end, Leader(place, person.handle or "", person.name, shown(slug, rated, now))))
        with suppress(StoreUnavailable):
            await self._store.strike(board_name(slug), gone)
        start = edges[0].cursor if edges else None
        return Connection(tuple(edges), PageInfo(len(listed) > first and bool(edges), end, after is not None, start))

    async def leave_boards(self, account: str, items: Mapping[str, bytes]) -> None:
        """Remove the entries of a person with these items from leaderboards."""
        person = unpack(Person, items[SELF]) if SELF in items else None
        if person is not None and person.id is not None:
            for kind, rated in ratings_in(items).items():
                await self._store.strike(board_name(kind), [_entry(account, person, rated)])

    async def forget(self, account: str, items: Mapping[str, bytes]) -> None:
        """Remove the histories of a person with these items. The items themselves stay."""
        for kind, rated in ratings_in(items).items():
            for page in range((rated.games - len(points_in(rated.recent))) // PAGE):
                await self._store.drop_items(page_name(account, kind, page), [_GAMES], told=True)

    def _kind(self, kind: GameKind) -> str:
        if not self.on:
            raise Refused(RatingsOff(message="This service rates no games."))
        return self._reader.kinds([kind])[0]


def page_name(account: str, kind: str, page: int) -> str:
    """The name of the item with a page of a history; pages count from 0."""
    return f"history:{account}:{kind}:{page}"


async def last_point(store: Store, account: str, kind: str, rated: Rated, game: str, since: int) -> Point | None:
    """The last point of a game in a history; None if the rating does not count it. Only those after the game ended are looked at.

    Args:
        store: The store.
        account: The account.
        kind: The kind of game.
        rated: Its rating.
        game: The game's id.
        since: A time before the game was first rated, in milliseconds since the epoch.
    """
    points = points_in(rated.recent)
    page = (rated.games - len(points)) // PAGE
    while (found := next((one for one in reversed(points) if one.game == game), None)) is None:
        if not page or (points and points[0].at < since):
            break
        page -= 1
        (items,) = await store.items([page_name(account, kind, page)])
        points = points_in(items.get(_GAMES, b""))
    return found


async def turned_over(store: Store, account: str, kind: str, rated: Rated) -> Rated:
    """A rating with fewer recent games, the first of which are on a page now, once there are many. Doing it twice is harmless."""
    if len(points_in(rated.recent)) < 2 * PAGE:
        return rated
    page, recent = split(rated.recent, PAGE)
    await store.put_item(page_name(account, kind, rated.games // PAGE - 2), _GAMES, page, None, KEPT)
    return replace(rated, recent=recent)


def board_name(kind: str) -> str:
    """The name of the list that is a leaderboard."""
    return f"ratings:{kind}"


def board_entry(account: str, person: Person, rated: Rated, now: int) -> str | None:
    """The entry of a player in a leaderboard; None if they do not belong there."""
    listed = person.id is not None and counted(rated) >= LEAST_GAMES and doubt(rated, now) < DOUBT
    return _entry(account, person, rated) if listed else None


def board_entries(account: str, items: Mapping[str, bytes], now: int) -> Iterator[tuple[str, str]]:
    """The leaderboards on which a person with these items belongs, each with the entry."""
    if SELF in items:
        person = unpack(Person, items[SELF])
        for kind, rated in ratings_in(items).items():
            if (entry := board_entry(account, person, rated, now)) is not None:
                yield board_name(kind), entry


def _entry(account: str, person: Person, rated: Rated) -> str:
    return f"{max(0, order(rated)):07d}:{person.id}:{account}"


def _place(cursor: str | None) -> tuple[int, str | None]:
    """The place of the player of a cursor, and the entry below which a leaderboard goes on."""
    if cursor is None:
        return 0, None
    found = _CURSOR.fullmatch(cursor)
    if found is None:
        raise Refused(bad_cursor())
    return int(found[1]), f"{found[2]}:{found[3]}:"


def _shown_point(number: int, point: Point, own: bool) -> RatingPoint:
    game = point.game if own else None
    return RatingPoint(number, moment(point.at), point.rating, point.place, point.players, game, not point.place)
