"""Lists of games that wait for players or have an open seat, of finished games, and of each account's games. They are an index.

A game is added to its lists before the commit that makes it belong there. If that fails, the commit is made all the same, and
the store owes the entry. Versions with a snapshot add the game again. So does reading it, every ten minutes in each process, and
whenever the last attempt failed. Lists that were lost thus fill up again. `service.games.lobby` skips entries that do not belong
in a list, and removes those that never will again.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import suppress

from taphouse.schema.inputs import GAME_ID
from taphouse.schema.values.games import OriginKind, Status, Visibility
from taphouse.service.games.kernel.loaded_game import LoadedGame
from taphouse.service.runtime.settings import Settings
from taphouse.service.store.failures import StoreUnavailable
from taphouse.service.store.protocol import Store

LATEST = 10**13 - 1
"""The latest time that entries can hold, in milliseconds since the epoch."""
MOST_KNOWN = 8192
"""The most games that are remembered to be in their lists."""
KNOWN_FOR = 600.0
"""Seconds for which they are: a failover may have taken their entries."""
NEAR = 60_000
"""Milliseconds after the end of a game within which attempts to commit it may have been listed."""
MOST_NEAR = 100
"""The most entries of a list that are looked through for such attempts."""
MOST_ADDING = 32
"""The most games that are added at once because they were read."""
ALL_GAMES, ALL_DAYS = "games", 240
"""The name of the list of all games, which only operators read, and the days for which a game is in it that nobody changes."""
_DAY = 86_400_000
_ENTRY = re.compile(rf"[0-9]{{13}}:{GAME_ID}")


class Lists:
    """The lists in a store.

    Args:
        store: The store.
        settings: The expiry times of games.
    """

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        # Every join extends the expiry of a waiting game, so allow twice the time.
        self._waiting = 2 * settings.waiting_days * _DAY
        self._over = settings.over_days * _DAY
        self._all = bool(settings.operators)
        self.longest = settings.idle_days * _DAY + self._over
        """The most milliseconds for which a game is kept."""
        self._known: OrderedDict[str, tuple[Status, float]] = (
            OrderedDict()
        )  # each with the time until which it is known
        self._adding: set[asyncio.Task[None]] = set()

    async def put(self, loaded: LoadedGame, *, read: bool = False) -> None:
        """Add a game to its lists, in one round trip: those of its players, and those of open or finished games.

        It does not fail: a game that cannot be added now is added when it is next read. So is a game that ends, since
        attempts to commit its end may differ in their times.
        """
        places = [self._store.enlist(*place) for place in self.places(loaded)]
        if read or loaded.status is not Status.OVER:
            self._known[loaded.id] = loaded.status, time.monotonic() + KNOWN_FOR
            self._known.move_to_end(loaded.id)
        if len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)
        for failure in await asyncio.gather(*places, return_exceptions=True) if places else ():
            if failure is not None:
                self._known.pop(loaded.id, None)
                if not isinstance(failure, StoreUnavailable):
                    raise failure
        if read and loaded.status is Status.OVER:
            await self._strike_attempts(loaded)

    async def _strike_attempts(self, loaded: LoadedGame) -> None:
        """Remove the entries that earlier attempts to commit the end of a game have left in lists of finished games."""
        for name, right, _, _ in self.places(loaded):
            if right == ended(loaded):
                with suppress(StoreUnavailable):
                    near = await self._store.listed([name], stamp(listed_game(right)[0] + NEAR), MOST_NEAR)
                    await self.forget(
                        [name], [one for one in near if listed_game(one)[1] == loaded.id and one != right]
                    )

    def notice(self, loaded: LoadedGame) -> None:
        """Add a game to its lists in the background, unless it is known to be there. Call it whenever a game is read."""
        status, until = self._known.get(loaded.id, (None, 0.0))
        if (status is loaded.status and time.monotonic() < until) or len(self._adding) >= MOST_ADDING:
            return
        if next(self.places(loaded), None) is not None:  # most games are in no list
            task = asyncio.create_task(self.put(loaded, read=True))
            self._adding.add(task)
            task.add_done_callback(self._adding.discard)

    def places(self, loaded: LoadedGame) -> Iterator[tuple[str, str, str, int]]:
        """The lists of a game: each with the entry, the oldest entry to keep, and the milliseconds until the list expires."""
        kind, record = loaded.record.kind, loaded.record
        listed = loaded.terms.visibility is Visibility.OPEN
        if self._all:
            oldest = stamp(record.created - ALL_DAYS * _DAY)
            yield ALL_GAMES, entry(loaded), oldest, self.longest
        players = {loaded.host.player, *(sitting.player for sitting in loaded.seats)} - {None}
        former = {end.player for sitting in loaded.seats for end in sitting.ends} - {None}
        for player in players | former:
            yield of_player(str(player)), entry(loaded), "", self.longest
        if loaded.status is Status.WAITING:
            for sitting in loaded.seats:
                if (one := sitting.reserved) is None:
                    continue
                yield ever_challenged(one.account), entry(loaded), "", self.longest
                if one.delivered:
                    yield challenged(one.account), entry(loaded), "", self._waiting
        if listed and loaded.status is Status.WAITING:
            yield waiting(kind), entry(loaded), stamp(record.created - self._waiting), self._waiting
        if has_vacancy(loaded):
            yield vacant(kind), entry(loaded), "", self.longest
        if loaded.status is Status.OVER:
            # What is older has expired.
            oldest = stamp(record.updated - self._over)
            origin = loaded.terms.origin
            public = listed and (origin is None or origin.kind is not OriginKind.IMPORT)  # anybody can write a record
            for name in (*map(finished_of, map(str, players)), *([finished(kind)] if public else ())):
                yield name, ended(loaded), oldest, self._over

    async def drop_open(self, before: LoadedGame, after: LoadedGame) -> None:
        """Remove a game from the lists of open games and challenges in which it no longer belongs.

        If that fails, readers of the lists do.
        """
        kind = before.record.kind
        for seat, sitting in enumerate(before.seats):
            ended = after.status is not Status.WAITING or after.seats[seat].reserved != sitting.reserved
            if (one := sitting.reserved) is not None and before.status is Status.WAITING and ended:
                await self.forget([challenged(one.account)], [entry(before)])
                await self._store.release([challenged(one.account)], before.id)
        if before.status is Status.WAITING and after.status is not Status.WAITING:
            await self.forget([waiting(kind)], [entry(before)])
        if has_vacancy(before) and not has_vacancy(after):
            await self.forget([vacant(kind)], [entry(before)])

    async def page(self, names: Sequence[str], below: str | None, count: int) -> tuple[str, ...]:
        """Entries of some lists, newest first, below a given entry."""
        return await self._store.listed(names, below, count)

    async def forget(self, names: Sequence[str], entries: Sequence[str]) -> None:
        """Remove entries. Those that cannot be removed now are removed when they are next read."""
        for name in names if entries else ():
            with suppress(StoreUnavailable):
                await self._store.strike(name, entries)


def listed_game(listed: str) -> tuple[int, str]:
    """The time and the game id in an entry of a list; 0 and an empty id if the service did not write it."""
    at, _, id_ = listed.partition(":")
    return (int(at), id_) if _ENTRY.fullmatch(listed) else (0, "")


def waiting(kind: str) -> str:
    """The name of the list of games of a kind that wait for players."""
    return f"open:{kind}"


def vacant(kind: str) -> str:
    """The name of the list of running games of a kind with an open seat. Unlike `waiting`, it keeps old games."""
    return f"vacant:{kind}"


def has_vacancy(loaded: LoadedGame) -> bool:
    """True if a game is running, listed, and has an open seat."""
    listed = loaded.status is Status.RUNNING and loaded.terms.visibility is Visibility.OPEN
    return listed and any(sitting.open for sitting in loaded.seats)


def of_player(player: str) -> str:
    """The name of the list of a player's games."""
    return f"player:{player}"


def challenged(player: str) -> str:
    """The name of the list of games with an open challenge to a player, and of the holds that count them."""
    return f"challenged:{player}"


def ever_challenged(player: str) -> str:
    """The name of the list of games in whose logs a player was ever challenged."""
    return f"ever-challenged:{player}"


def finished(kind: str) -> str:
    """The name of the list of finished games of a kind that anybody could find."""
    return f"over:{kind}"


def finished_of(player: str) -> str:
    """The name of the list of a player's finished games."""
    return f"over:player:{player}"


def spoken_in(account: str) -> str:
    """The name of the list of the games among whose spectators an account has spoken."""
    return f"spoken:{account}"


def entry(loaded: LoadedGame) -> str:
    """The list entry of a game. Entries sort as text by time of creation."""
    return f"{stamp(loaded.record.created)}:{loaded.id}"


def ended(loaded: LoadedGame) -> str:
    """The entry of a game in the lists of finished games. Entries sort as text by the time of the end."""
    return f"{stamp(loaded.agreements.ended or loaded.record.updated)}:{loaded.id}"


def stamp(milliseconds: int) -> str:
    """The text of a time since the epoch with which entries begin; it sorts by time."""
    return f"{min(max(0, milliseconds), LATEST):013d}"
