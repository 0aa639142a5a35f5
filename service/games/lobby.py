"""Lists games: those to join, those that are finished, and those of a player."""

from __future__ import annotations

import base64
import datetime
import math
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from msgspec import Struct

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
from taphouse.schema.values.games import GameKind, Status, Visibility
from taphouse.schema.values.seats import SPECTATOR
from taphouse.service.games.kernel.game_lists import (
    Lists,
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
    shown: Callable[[LoadedGame], Any]
    """Makes the item of a game. None to leave the game out."""
    since: str = ""
    """The lowest entry to list."""
    until: str | None = None
    """The entry below which all listed entries must be; None for no bound."""


class Lobby:
    """The lists of games in a store.

    Args:
        reader: Loads games.
        lists: The lists in the same store.
    """

    def __init__(self, reader: Reader, lists: Lists) -> None:
        self._reader, self._lists = reader, lists

    async def open_games(
        self,
        caller: Caller,
        kinds: Sequence[GameKind] | None,
        first: int,
        after: str | None,
        *,
        people_only: bool = False,
    ) -> Connection:
        """The open games that wait for players, and the running ones with an open seat, newest first."""
        await self._reader.identify(caller)
        await caller.admit()
        shown = self._public(caller.language, people_only=people_only)
        return await self._page(Listing(self.open_lists(kinds), _while_open, shown), first, after)

    def open_lists(self, kinds: Sequence[GameKind] | None) -> list[str]:
        """The names of the lists of open games of some kinds, or (None) of all.

        Raises:
            Refused: There is no such kind.
        """
        listed = self._reader.kinds(kinds)
        return [*map(waiting, listed), *map(vacant, listed)]

    async def newest(self, names: Sequence[str], *, people_only: bool) -> Connection:
        """The newest open games in some lists, as `LoadedGame`: as many as any page has."""
        public = self._public(ENGLISH, people_only=people_only)
        return await self._page(Listing(names, _while_open, lambda loaded: public(loaded) and loaded), MOST_GAMES, None)

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

        def shown(loaded: LoadedGame) -> Any:
            game_view = own(loaded)
            if game_view is None or (decision := game_view.awaited) is None:
                return None
            return pending(game_view, decision)

        return await self._page(Listing([of_player(player.id)], entry, shown), first, after)

    def _public(self, language: str, *, people_only: bool = False) -> Callable[[LoadedGame], GameView | None]:
        """Shows a listed game as anybody sees it. None if it is not public, those it waits for are invited ones, or it is not for
        people only and must be."""

        def shown(loaded: LoadedGame) -> GameView | None:
            if loaded.terms.visibility is not Visibility.OPEN or loaded.terms.people_only < people_only:
                return None
            game_view = self._reader.game_view(loaded, SPECTATOR, language)
            full = all(seat.taken for seat in game_view.seats)
            return game_view if full or game_view.open_seats or loaded.status is Status.OVER else None

        return shown

    def _own(
        self, player: AccountHolder, language: str, kinds: Sequence[GameKind] | None
    ) -> Callable[[LoadedGame], GameView | None]:
        """Shows a game of some kinds, or (None) of any, to a player who has a part in it.

        Raises:
            Refused: There is no such kind.
        """
        listed = self._reader.kinds(kinds)

        def shown(loaded: LoadedGame) -> GameView | None:
            viewer = self._reader.viewer(loaded, player) if loaded.record.kind in listed else SPECTATOR
            return None if viewer == SPECTATOR else self._reader.game_view(loaded, viewer, language)

        return shown

    async def _page(self, listing: Listing, first: int, after: str | None) -> Connection:
        """A page of at most `first` items, after a cursor."""
        marks = listing.until, None if after is None else _entry(after)
        below = min((mark for mark in marks if mark is not None), default=None)
        edges: list[Edge] = []
        end = after
        left = max(AT_ONCE, LOOKED_AT * first)
        more = True
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
                end = _cursor(listed)
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
                elif (node := listing.shown(loaded)) is not None:
                    edges.append(Edge(_cursor(listed), node))
            left -= len(found)
            await self._lists.forget(listing.names, gone)
        start = edges[0].cursor if edges else None
        return Connection(tuple(edges), PageInfo(more, end, after is not None, start))


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


def _cursor(listed: str) -> str:
    return base64.urlsafe_b64encode(listed.encode()).decode().rstrip("=")


def _entry(cursor: str) -> str:
    """The list entry of a cursor.

    Raises:
        Refused: The cursor is invalid.
    """
    found = ""
    if _CURSOR.fullmatch(cursor):
        with suppress(ValueError):  # invalid base64 or UTF-8
            found = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode()
    if not listed_game(found)[1] or _cursor(found) != cursor:
        raise Refused(bad_cursor())
    return found
