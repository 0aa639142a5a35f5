"""Lists games: those to join, those that are finished, and those of a player."""

from __future__ import annotations

import base64
import datetime
import math
import re
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import suppress
from typing import Any

from msgspec import Struct

from taphouse.engine.clocks import SECOND, Timing
from taphouse.engine.messages import ENGLISH
from taphouse.schema.failures import Refused
from taphouse.schema.game_view import GameView
from taphouse.schema.inputs import CURSOR, MOST_GAMES
from taphouse.schema.operations.answers import Visitor
from taphouse.schema.paging import Connection, Edge, PageInfo, bad_cursor
from taphouse.schema.ports import AccountHolder, Caller
from taphouse.schema.problems.callers import NoAccount
from taphouse.schema.problems.inputs import InputRefused
from taphouse.schema.results import pending
from taphouse.schema.values.clocks import MOST_LIVE, MOST_LIVE_BANK, Pace
from taphouse.schema.values.games import GameKind, Status, Visibility
from taphouse.schema.values.seats import SPECTATOR
from taphouse.service.access.tokens import Identity
from taphouse.service.games.kernel.game_lists import (
    Lists,
    challenged,
    ended,
    entry,
    finished,
    finished_of,
    has_vacancy,
    listed_game,
    of_player,
    stamp,
    vacant,
    waiting,
)
from taphouse.service.games.kernel.loaded_game import LoadedGame
from taphouse.service.games.kernel.loading import Reader
from taphouse.service.store.failures import StoreUnavailable

LOOKED_AT = 4
"""The most games loaded per item of a page; the page may then be short, and the next one continues."""
AT_ONCE = 20
"""The least games loaded at once, since many may be left out."""
SETTLED = 60_000
"""Milliseconds after which a listed game that does not exist was never committed, or has expired."""
_CURSOR = re.compile(CURSOR)


class Listing(Struct, frozen=True):
    """The contents of a page."""

    names: Sequence[str]
    """The names of the lists."""
    entry: Callable[[LoadedGame], str | None]
    """The entry of a game in these lists. None if it does not belong there."""
    shown: Callable[[LoadedGame], Awaitable[Any]]
    """Makes the item of a game. None to leave the game out."""
    since: str = ""
    """The lowest entry to list."""
    until: str | None = None
    """The entry below which all listed entries must be; None for no bound."""


class Filter(Struct, frozen=True):
    """The open games that a client wants to see."""

    people_only: bool = False
    """True for games for people only."""
    pace: Pace | None = None
    """Their pace; None for any."""
    free_seats: int = 0
    """The least number of open seats."""
    rated: bool | None = None
    """True for rated games, False for others; None for both."""
    friends: tuple[str, ...] | None = None
    """The accounts of whom one must sit there, with a profile; None for any players."""
    language: str | None = None
    """Their language; None for all."""

    def shows(self, loaded: LoadedGame) -> bool:
        """True if a game is one of these."""
        terms = loaded.terms
        if terms.people_only < self.people_only or self.pace not in (None, pace_of(terms.timing)):
            return False
        if self.rated not in (None, terms.rated) or self.language not in (None, terms.language):
            return False
        if self.friends is not None and not any(one.profile and one.player in self.friends for one in loaded.seats):
            return False
        return not self.free_seats or sum(one.open for one in loaded.seats) >= self.free_seats


ALL = Filter()
FriendsOf = Callable[[str], Awaitable[Collection[str]]]
"""Returns the accounts that an account has marked as friends."""


class Lobby:
    """The lists of games in a store.

    Args:
        reader: Loads games.
        lists: The lists in the same store.
        friends_of: Finds the friends of an account.
    """

    def __init__(self, reader: Reader, lists: Lists, friends_of: FriendsOf) -> None:
        self._reader, self._lists, self._friends_of = reader, lists, friends_of

    async def open_games(
        self,
        caller: Caller,
        kinds: Sequence[GameKind] | None,
        first: int,
        after: str | None,
        *,
        people_only: bool = False,
        pace: Pace | None = None,
        free_seats: int = 0,
        rated: bool | None = None,
        friends: bool = False,
        language: str | None = None,
    ) -> Connection:
        """The open games that wait for players, and the running ones with an open seat, newest first."""
        identity = await self._reader.identify(caller)
        await caller.admit()
        known = await self.friends(identity) if friends else None
        shown = self._public(caller.language, Filter(people_only, pace, free_seats, rated, known, language))
        return await self._page(Listing(self.open_lists(kinds), _while_open, shown), first, after)

    async def friends(self, identity: Identity) -> tuple[str, ...]:
        """The friends of the caller's account, in a fixed order.

        Raises:
            Refused: The caller has no account.
        """
        if not isinstance(identity, AccountHolder):
            raise Refused(NoAccount())
        return tuple(sorted(await self._friends_of(identity.id)))

    def open_lists(self, kinds: Sequence[GameKind] | None) -> list[str]:
        """The names of the lists of open games of some kinds, or (None) of all.

        Raises:
            Refused: There is no such kind.
        """
        listed = self._reader.kinds(kinds)
        return [*map(waiting, listed), *map(vacant, listed)]

    async def newest(self, names: Sequence[str], wanted: Filter) -> Connection:
        """The newest open games in some lists, as `LoadedGame`: as many as any page has."""
        public = self._public(ENGLISH, wanted)

        async def shown(loaded: LoadedGame) -> LoadedGame | None:
            return None if await public(loaded) is None else await self._reader.seen(loaded, SPECTATOR)

        return await self._page(Listing(names, _while_open, shown), MOST_GAMES, None)

    async def finished_games(
        self,
        caller: Caller,
        kinds: Sequence[GameKind] | None,
        since: datetime.datetime | None,
        until: datetime.datetime | None,
        first: int,
        after: str | None,
    ) -> Connection:
        """The finished games that anybody could find, latest end first."""
        await self._reader.identify(caller)
        await caller.admit()
        names = list(map(finished, self._reader.kinds(kinds)))
        return await self._page(
            Listing(names, _once_over, self._public(caller.language), **_span(since, until)), first, after
        )

    async def viewer(self, caller: Caller) -> Visitor:
        """The caller as a visitor. A token must be valid if one is sent."""
        await self._reader.identify(caller)
        await caller.admit()
        return Visitor()

    async def player(self, caller: Caller) -> AccountHolder:
        """The player of the caller's account."""
        identity = await self._reader.identify(caller)
        await caller.admit()
        if isinstance(identity, AccountHolder):
            return identity
        raise Refused(NoAccount())

    async def games(
        self, player: AccountHolder, language: str, kinds: Sequence[GameKind] | None, first: int, after: str | None
    ) -> Connection:
        """A player's games, newest first."""
        own = self._own(player, language, kinds)
        return await self._page(Listing([of_player(player.id)], entry, own), first, after)

    async def challenges(self, player: AccountHolder, language: str, first: int, after: str | None) -> Connection:
        """The games to which a player is challenged, newest first."""

        def listed(loaded: LoadedGame) -> str | None:
            return None if loaded.viewer(player).challenged is None else entry(loaded)

        async def shown(loaded: LoadedGame) -> GameView:
            return self._reader.game_view(loaded, self._reader.viewer(loaded, player), language)

        return await self._page(Listing([challenged(player.id)], listed, shown), first, after)

    async def finished_games_of(
        self,
        player: AccountHolder,
        language: str,
        kinds: Sequence[GameKind] | None,
        since: datetime.datetime | None,
        until: datetime.datetime | None,
        first: int,
        after: str | None,
    ) -> Connection:
        """A player's finished games, latest end first."""
        names, own = [finished_of(player.id)], self._own(player, language, kinds)
        return await self._page(Listing(names, _once_over, own, **_span(since, until)), first, after)

    async def pending(
        self, player: AccountHolder, language: str, kinds: Sequence[GameKind] | None, first: int, after: str | None
    ) -> Connection:
        """The decisions that wait for a player, newest game first."""
        own = self._own(player, language, kinds)

        async def shown(loaded: LoadedGame) -> Any:
            game_view = await own(loaded)
            if game_view is None or (decision := game_view.awaited) is None:
                return None
            return pending(game_view, decision)

        return await self._page(Listing([of_player(player.id)], entry, shown), first, after)

    def _public(self, language: str, wanted: Filter = ALL) -> Callable[[LoadedGame], Awaitable[GameView | None]]:
        """Shows a listed game as anybody sees it. None if it is not public or not wanted, or those it waits for are invited."""

        async def shown(loaded: LoadedGame) -> GameView | None:
            if loaded.terms.visibility is not Visibility.OPEN or not wanted.shows(loaded):
                return None
            game_view = self._reader.game_view(await self._reader.seen(loaded, SPECTATOR), SPECTATOR, language)
            full = all(seat.taken for seat in game_view.seats)
            return game_view if full or game_view.open_seats or loaded.status is Status.OVER else None

        return shown

    def _own(
        self, player: AccountHolder, language: str, kinds: Sequence[GameKind] | None
    ) -> Callable[[LoadedGame], Awaitable[GameView | None]]:
        """Shows a game of some kinds, or (None) of any, to a player who has a part in it.

        Raises:
            Refused: There is no such kind.
        """
        listed = self._reader.kinds(kinds)

        async def shown(loaded: LoadedGame) -> GameView | None:
            viewer = self._reader.viewer(loaded, player) if loaded.record.kind in listed else SPECTATOR
            if viewer == SPECTATOR:
                return None
            return self._reader.game_view(await self._reader.seen(loaded, viewer), viewer, language)

        return shown

    async def _page(self, listing: Listing, first: int, after: str | None) -> Connection:
        """A page of at most `first` items, after a cursor."""
        marks = listing.until, None if after is None else entry_of(after)
        below = min((mark for mark in marks if mark is not None), default=None)
        edges, end, more = list[Edge](), after, True
        left = max(AT_ONCE, LOOKED_AT * first)
        while more and len(edges) < first and left:
            count = min(max(first - len(edges), AT_ONCE), left)
            # One more than needed, to know whether there are more.
            found = [one for one in await self._lists.page(listing.names, below, count + 1) if one >= listing.since]
            more, found = len(found) > count, found[:count]
            games = [listed_game(listed) for listed in found]
            records = await self._reader.store.records([id_ for _, id_ in games])
            gone = []
            for listed, (noted, id_), record in zip(found, games, records, strict=True):
                if len(edges) == first:
                    more = True
                    break
                below = listed
                if not id_:  # no entry of a game
                    gone.append(listed)
                    continue
                end = cursor_of(listed)
                try:
                    loaded = None if record is None else await self._reader.readable(id_, record)
                except StoreUnavailable:
                    continue
                if loaded is None and record is not None:
                    continue
                if loaded is None or listing.entry(loaded) != listed:
                    # It was noted before a commit that may still come.
                    if noted + SETTLED < self._reader.now_ms():
                        gone.append(listed)
                elif (node := await listing.shown(loaded)) is not None:
                    edges.append(Edge(cursor_of(listed), node))
            left -= len(found)
            await self._lists.forget(listing.names, gone)
        return Connection(tuple(edges), PageInfo(more, end, after is not None, edges[0].cursor if edges else None))


def pace_of(timing: Timing | None) -> Pace:
    """The pace of games with a time control, or (None) without."""
    if timing is None:
        return Pace.UNTIMED
    most = MOST_LIVE_BANK if timing.per_move is None else MOST_LIVE
    return Pace.LIVE if timing.begin <= most * SECOND else Pace.SLOW


def _while_open(loaded: LoadedGame) -> str | None:
    return entry(loaded) if loaded.status is Status.WAITING or has_vacancy(loaded) else None


def _once_over(loaded: LoadedGame) -> str | None:
    return ended(loaded) if loaded.status is Status.OVER else None


def _span(since: datetime.datetime | None, until: datetime.datetime | None) -> Mapping[str, Any]:
    """The bounds of a `Listing` between two times, the first of them included."""
    return {
        "since": "" if since is None else stamp(_milliseconds("since", since)),
        "until": None if until is None else stamp(_milliseconds("until", until)),
    }


def _milliseconds(argument: str, time: datetime.datetime) -> int:
    """The first millisecond that is not before a time, since the epoch.

    Raises:
        Refused: The time has no UTC offset.
    """
    if time.tzinfo is None:
        message = "The time needs an offset from UTC, such as 2030-01-01T00:00:00Z."
        raise Refused(InputRefused(message=message, argument=argument))
    return math.ceil(time.timestamp() * 1000)


def cursor_of(listed: str) -> str:
    """The cursor of a list entry."""
    return base64.urlsafe_b64encode(listed.encode()).decode().rstrip("=")


def entry_of(cursor: str) -> str:
    """The list entry of a cursor.

    Raises:
        Refused: The cursor is invalid.
    """
    found = ""
    if _CURSOR.fullmatch(cursor):
        with suppress(ValueError):  # invalid base64 or UTF-8
            found = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode()
    if not listed_game(found)[1] or cursor_of(found) != cursor:
        raise Refused(bad_cursor())
    return found
