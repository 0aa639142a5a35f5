"""Lists games: those to join, and those of a player. Implements `schema.ports.Lobby`."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from taphouse.engine.vocabulary import constant
from taphouse.schema.failures import Refused
from taphouse.schema.inputs import CURSOR, GAME_ID
from taphouse.schema.paging import Connection, Edge, PageInfo, bad_cursor
from taphouse.schema.ports import Caller, Player
from taphouse.schema.problems import InputRefused, NoAccount
from taphouse.schema.results import pending
from taphouse.schema.values import SPECTATOR, GameKind, Status, Visibility
from taphouse.service.tables.game_lists import Lists, entry, of_player, waiting
from taphouse.service.tables.loading import Opened, Reader

LOOKED_AT = 4
"""The most games opened per item of a page; the page may then be short, and the next one continues."""
AT_ONCE = 20
"""The least games opened at once, since many may be left out."""
SETTLED = 60_000
"""Milliseconds after which a listed game that does not exist was never committed, or has expired."""
_CURSOR = re.compile(CURSOR)
_ENTRY = re.compile(rf"\d{{13}}:{GAME_ID}")


class Lobby:
    """The lists of games in a store.

    Args:
        reader: Loads games.
        lists: The lists in the same store.
    """

    def __init__(self, reader: Reader, lists: Lists) -> None:
        self._reader, self._lists = reader, lists

    async def open_games(self, caller: Caller, kind: GameKind | None, first: int, after: str | None) -> Connection:
        """The open games that wait for players, newest first."""
        await self._reader.identify(caller)
        await caller.admit()
        kinds = {constant(kind): kind for kind in self._reader.games}
        if kind is not None and kind not in kinds:
            message = f"There is no kind {kind[:40]!r}. The kinds are {', '.join(kinds)}."
            raise Refused(InputRefused(message=message, argument="kind"))
        names = [waiting(slug) for name, slug in kinds.items() if kind in (None, name)]

        def shown(opened: Opened) -> Any:
            sight = self._reader.sight(opened, SPECTATOR)
            return sight if sight.open_seats and opened.setup.visibility == Visibility.OPEN.value else None

        return await self._page(names, first, after, shown, _waits)

    async def player(self, caller: Caller) -> Player:
        """The player of the caller's account."""
        identity = await self._reader.identify(caller)
        await caller.admit()
        if isinstance(identity, Player):
            return identity
        raise Refused(
            NoAccount(message="Send your account's token as bearer token; a seat's token only works for its game.")
        )

    async def games(self, player: Player, first: int, after: str | None) -> Connection:
        """A player's games, newest first."""

        def shown(opened: Opened) -> Any:
            viewer = self._reader.viewer(opened, player)
            return None if viewer == SPECTATOR else self._reader.sight(opened, viewer)

        return await self._page([of_player(player.id)], first, after, shown, _is_there)

    async def pending(self, player: Player, first: int, after: str | None) -> Connection:
        """The decisions that wait for a player, newest game first."""

        def shown(opened: Opened) -> Any:
            sight = self._reader.sight(opened, self._reader.viewer(opened, player))
            return pending(sight, sight.decision) if sight.decides else None

        return await self._page([of_player(player.id)], first, after, shown, _is_there)

    async def _page(
        self,
        names: Sequence[str],
        first: int,
        after: str | None,
        shown: Callable[[Opened], Any],
        belongs: Callable[[Opened], bool],
    ) -> Connection:
        """A page of the games in some lists.

        Args:
            names: The names of the lists.
            first: The most items.
            after: The cursor to continue after.
            shown: Makes the item of a game; None to leave the game out.
            belongs: Whether a game still belongs in the lists; if not, it is removed.
        """
        below = None if after is None else _entry(after)
        edges: list[Edge] = []
        left = max(AT_ONCE, LOOKED_AT * first)
        more = True
        while more and len(edges) < first and left:
            count = min(max(first - len(edges), AT_ONCE), left)
            # One more than needed, to know whether there are more.
            found = await self._lists.page(names, below, count + 1)
            more, found = len(found) > count, found[:count]
            records = await self._reader.store.records([listed.partition(":")[2] for listed in found])
            gone = []
            for listed, record in zip(found, records, strict=True):
                if len(edges) == first:
                    more = True
                    break
                below = listed
                created, _, id_ = listed.partition(":")
                if record is None:
                    if int(created) + SETTLED < self._reader.now_ms():
                        gone.append(listed)
                elif record.kind in self._reader.games:  # another instance may serve more kinds of games
                    opened = await self._reader.open(id_, record)
                    # A repeated request to create the game left an entry with another time.
                    if entry(opened) != listed or not belongs(opened):
                        gone.append(listed)
                    elif (node := shown(opened)) is not None:
                        edges.append(Edge(_cursor(listed), node))
            left -= len(found)
            await self._lists.forget(names, gone)
        start = edges[0].cursor if edges else None
        end = _cursor(below) if below is not None else None
        return Connection(tuple(edges), PageInfo(more, end, after is not None, start))


def _waits(opened: Opened) -> bool:
    return opened.status is Status.WAITING


def _is_there(_: Opened) -> bool:
    return True


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
    if not _ENTRY.fullmatch(found):
        raise Refused(bad_cursor())
    return found
