"""Which games there are to join, and which are somebody's. Fulfils `schema.ports.Lobby`."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from taphouse.schema.failures import Refused
from taphouse.schema.input_bounds import CURSOR, GAME_ID
from taphouse.schema.ports import Caller, Edge, Page, Pending, Player
from taphouse.schema.problems import InputRefused, NoAccount
from taphouse.schema.values import SPECTATOR, PageInfo, Status, Visibility
from taphouse.service.access import rate_limits
from taphouse.service.tables.game_lists import Lists, entry, of_player, waiting
from taphouse.service.tables.loading import Opened, Reader

LOOKED_AT = 4
"""The games that are opened for each that a page may show, at most; the next page goes on behind them."""
AT_ONCE = 20
"""The games that are opened at once at the least: of many only few may be shown."""
SETTLED = 60_000
"""Milliseconds after its creation when a game that is not there will not come any more."""
_CURSOR = re.compile(CURSOR)
_ENTRY = re.compile(rf"\d{{13}}:{GAME_ID}")


class Lobby:
    """The lists over a store.

    Args:
        reader: opens games.
        lists: of the games in its store.
    """

    def __init__(self, reader: Reader, lists: Lists) -> None:
        self._reader, self._lists = reader, lists

    async def open_games(self, caller: Caller, kind: str | None, first: int, after: str | None) -> Page:
        """The listed games that wait for players, the newest first."""
        await self._reader.identify(caller)
        await rate_limits.admit(caller)
        if kind is not None and kind not in self._reader.games:
            known = ", ".join(self._reader.games)
            raise Refused(
                InputRefused(message=f"There is no game {kind[:40]!r} here; there is {known}.", argument="kind")
            )
        kinds = [kind] if kind is not None else list(self._reader.games)

        def shown(opened: Opened) -> Any:
            sight = self._reader.sight(opened, SPECTATOR)
            return sight if sight.open_seats and opened.setup.visibility == Visibility.OPEN.value else None

        return await self._page([waiting(one) for one in kinds], first, after, shown, _waits)

    async def player(self, caller: Caller) -> Player:
        """Who the caller is, by his account."""
        identity = await self._reader.identify(caller)
        await rate_limits.admit(caller)
        if isinstance(identity, Player):
            return identity
        raise Refused(
            NoAccount(message="Send the token of your login as bearer token; seats' tokens belong to one game.")
        )

    async def games(self, player: Player, first: int, after: str | None) -> Page:
        """A player's games, the newest first."""

        def shown(opened: Opened) -> Any:
            viewer = self._reader.viewer(opened, player)
            return None if viewer == SPECTATOR else self._reader.sight(opened, viewer)

        return await self._page([of_player(player.id)], first, after, shown, _is_there)

    async def pending(self, player: Player, first: int, after: str | None) -> Page:
        """What a player must decide."""

        def shown(opened: Opened) -> Any:
            sight = self._reader.sight(opened, self._reader.viewer(opened, player))
            return Pending(sight, sight.decision) if sight.decides else None

        return await self._page([of_player(player.id)], first, after, shown, _is_there)

    async def _page(
        self,
        names: Sequence[str],
        first: int,
        after: str | None,
        shown: Callable[[Opened], Any],
        belongs: Callable[[Opened], bool],
    ) -> Page:
        """Of the entries behind a cursor, the first that something is shown of.

        Args:
            names: of the lists.
            first: how many at most.
            after: the cursor.
            shown: what is shown of a game; None where it is left out.
            belongs: whether a game may still be shown sometime.
        """
        below = None if after is None else _entry(after)
        edges: list[Edge] = []
        left = max(AT_ONCE, LOOKED_AT * first)
        more = True
        while more and len(edges) < first and left:
            count = min(max(first - len(edges), AT_ONCE), left)
            # One more than is looked at, to know whether there are more.
            found = await self._lists.page(names, below, count + 1)
            more, found = len(found) > count, found[:count]
            records = await self._reader.store.records([one.partition(":")[2] for one in found])
            gone = []
            for one, record in zip(found, records, strict=True):
                if len(edges) == first:
                    more = True
                    break
                below = one
                created, _, id_ = one.partition(":")
                if record is None:
                    if int(created) + SETTLED < self._reader.now_ms():
                        gone.append(one)
                elif record.kind in self._reader.games:  # another instance may play what this one does not know
                    opened = await self._reader.open(id_, record)
                    # A request to create it that was sent again left an entry with another time.
                    if entry(opened) != one or not belongs(opened):
                        gone.append(one)
                    elif (node := shown(opened)) is not None:
                        edges.append(Edge(_cursor(one), node))
            left -= len(found)
            await self._lists.forget(names, gone)
        start = edges[0].cursor if edges else None
        end = _cursor(below) if below is not None else None
        return Page(tuple(edges), PageInfo(more, end, after is not None, start))


def _waits(opened: Opened) -> bool:
    return opened.status is Status.WAITING


def _is_there(_: Opened) -> bool:
    return True


def _cursor(one: str) -> str:
    return base64.urlsafe_b64encode(one.encode()).decode().rstrip("=")


def _entry(cursor: str) -> str:
    """What a cursor stands for.

    Raises:
        Refused: it is none.
    """
    found = ""
    if _CURSOR.fullmatch(cursor):
        with suppress(ValueError):  # of base64, or of UTF-8
            found = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode()
    if not _ENTRY.fullmatch(found):
        raise Refused(InputRefused(message="This is no cursor; give `endCursor` of the page before.", argument="after"))
    return found
