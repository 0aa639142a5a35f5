"""The stream of open games: the first page of their list, and again whenever a game appears in it, changes or goes.

A page needs no code to merge it into a list, and a client that was away misses nothing. All followers of the same kinds share one
read, and those who ask the same in one language share the answer.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from functools import partial
from typing import Any

from taphouse.schema.execution.shared_values import Events, SharedValue
from taphouse.schema.failures import Refused
from taphouse.schema.inputs import MOST_GAMES
from taphouse.schema.paging import Connection, Edge, PageInfo
from taphouse.schema.ports import Caller
from taphouse.schema.values.clocks import Pace
from taphouse.schema.values.games import GameKind
from taphouse.schema.values.seats import SPECTATOR
from taphouse.service.access.tokens import Identity
from taphouse.service.games.kernel.game_lists import Lists, listed_game
from taphouse.service.games.kernel.loading import Reader
from taphouse.service.games.lobby import LOOKED_AT, Filter, Lobby
from taphouse.service.games.streams.game_streams import begun
from taphouse.service.games.streams.shared_reading import Place, SharedReading
from taphouse.service.store.protocol import Listener

APART = 1.0
"""The least seconds between two reads of a list: changes in between come together."""


class OpenGames(SharedReading):
    """The newest open games of some lists.

    Args:
        reader: Makes views of games.
        lists: Has the lists.
        lobby: Reads the games that they name.
        names: The names of the lists.
        wanted: The games to include.
    """

    def __init__(self, reader: Reader, lists: Lists, lobby: Lobby, names: list[str], wanted: Filter) -> None:
        self._reader, self._lists, self._lobby, self._names = reader, lists, lobby, names
        self._wanted = wanted
        self._now: Connection | None = None
        self._pages: dict[tuple[int, str], SharedValue] = {}
        self._next = 0.0
        self._listener: Listener | None = None
        self._heard = frozenset[str]()
        """The games that are listened to."""
        self.number = 0
        """The number of changes so far; the first read is one."""
        super().__init__()

    @property
    def begun(self) -> bool:
        """See `SharedReading.begun`."""
        return self._now is not None

    def subscribed(self) -> Listener:
        """See `SharedReading.subscribed`."""
        return self._reader.store.hearing(*self._names)

    async def catch_up(self) -> None:
        """See `SharedReading.catch_up`."""
        clock = asyncio.get_running_loop()
        await asyncio.sleep(self._next - clock.time())
        self._next = clock.time() + APART
        listed = await self._lists.page(self._names, None, LOOKED_AT * MOST_GAMES)
        games = frozenset(game for _, game in map(listed_game, listed) if game)
        if self._listener is not self.woken:
            self._listener, self._heard = self.woken, frozenset()
        self.woken.drop([*self._heard - games])
        await self.woken.add([*games - self._heard])
        self._heard = games
        now = await self._lobby.newest(self._names, self._wanted)
        if self._now is None or _mark(now) != _mark(self._now):
            self._now = now
            self.number += 1
            for page in self._pages.values():
                page.outdated = True
            self._pages.clear()
            self.wake()

    async def beyond(self, number: int) -> None:
        """Wait for a change after this number of changes."""
        while not self.failed and self.number <= number:
            await self.change()
        self.check()

    def page(self, first: int, language: str) -> SharedValue:
        """The first page in a language."""
        if (key := (first, language)) not in self._pages:
            self._pages[key] = SharedValue(self._page(first, language))
        return self._pages[key]

    def _page(self, first: int, language: str) -> Connection:
        if self._now is None:
            raise RuntimeError("the lists have not been read yet")
        edges = tuple(
            [
                Edge(edge.cursor, self._reader.game_view(edge.node, SPECTATOR, language))
                for edge in self._now.edges[:first]
            ]
        )
        if len(self._now.edges) <= first:
            return Connection(edges, self._now.page_info)
        return Connection(edges, PageInfo(True, edges[-1].cursor, False, edges[0].cursor))


class OpenGameStreams:
    """The streams of open games in this process.

    Args:
        reader: Identifies callers, and makes views of games.
        lists: The lists of games.
        lobby: Reads the games that they name.
    """

    def __init__(self, reader: Reader, lists: Lists, lobby: Lobby) -> None:
        self._reader, self._lists, self._lobby = reader, lists, lobby
        self._followed: dict[str, OpenGames] = {}

    async def follow_open_games(
        self,
        caller: Caller,
        kinds: Sequence[GameKind] | None,
        first: int,
        *,
        people_only: bool = False,
        pace: Pace | None = None,
        free_seats: int = 0,
        rated: bool | None = None,
        friends: bool = False,
        language: str | None = None,
    ) -> Events:
        """A `Connection` with the first page of open games, now and after each change of it."""
        identity = await self._reader.identify(caller)
        await caller.admit()
        names = self._lobby.open_lists(kinds)
        known = await self._lobby.friends(identity) if friends else None
        wanted = Filter(people_only, pace, free_seats, rated, known, language)
        return await begun(self._stream(identity, names, wanted, first, caller.language))

    async def _stream(
        self, identity: Identity, names: list[str], wanted: Filter, first: int, language: str
    ) -> AsyncGenerator[Any, bool | None]:
        def make() -> OpenGames:
            return OpenGames(self._reader, self._lists, self._lobby, names, wanted)

        with Place(self._followed, f"{wanted} {' '.join(names)}") as place:
            games = place.join(make)
            await games.beyond(0)
            yield None
            told = 0
            try:
                while True:
                    await self._reader.in_time(identity, partial(games.beyond, told))
                    self._reader.check_time(identity)
                    told, page = games.number, games.page(first, language)
                    while (yield page) is True and not page.outdated:
                        self._reader.check_time(identity)
            except Refused as refused:
                yield SharedValue(refused.told(language))


def _mark(page: Connection) -> Any:
    """The entries and records of a page of loaded games, which change with it."""
    return [(edge.cursor, edge.node.record) for edge in page.edges], page.page_info
