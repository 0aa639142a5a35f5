"""The changes of an account's games, for one stream.

The stream listens to the account's lists, of its games and of challenges to it, and to each of its games, and reads the games
that have changed. Commits wake listeners anyway, so it adds nothing to the path of a move. It keeps the version of each game that
it sent; a slow client therefore skips versions and gets the newest. Now and then it looks at all games, in case a message was
lost.
"""

from __future__ import annotations

import asyncio
import heapq
import math
from collections.abc import AsyncGenerator, Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet

from msgspec import Struct

from taphouse.schema.failures import Refused, Unreadable
from taphouse.schema.ports import AccountHolder
from taphouse.schema.prices import GLANCE, LOOK, PrepaidBudget
from taphouse.schema.problems.callers import TokenRejected
from taphouse.schema.problems.reasons import AccountGone
from taphouse.schema.values.seats import Viewer
from taphouse.schema.values.versions import epoch_at, marked
from taphouse.service.games.deleting.pending import asked_at
from taphouse.service.games.kernel.game_lists import Lists, challenged, listed_game, of_player, stamp
from taphouse.service.games.kernel.loaded_game import ENDED, LoadedGame
from taphouse.service.games.kernel.loading import Reader
from taphouse.service.games.lobby import SETTLED
from taphouse.service.games.streams import cursors
from taphouse.service.games.streams.cursors import StreamPosition
from taphouse.service.games.streams.shared_reading import FIRST_PAUSE, LONGEST_PAUSE, RECHECK
from taphouse.service.runtime import telemetry
from taphouse.service.runtime.backoff import around, pauses
from taphouse.service.store.failures import Failure, StoreUnavailable
from taphouse.service.store.protocol import Brief, Listener, StoredGame

MOST_GAMES = 1000
"""The newest games of an account that a stream covers."""
MOST_FOLLOWED = 500
"""The most games whose changes wake a stream; the others are looked at now and then."""
AT_ONCE = 20
"""The most games that are loaded at once."""
LATELY, MOST_ENDED = 86_400_000, 100
"""The milliseconds since the end of a game in which a new stream of events tells it, and the most such games: a client that was
away may still show them as running."""
_ENDED = {status.value for status in ENDED}


class ChangedGame(Struct, frozen=True):
    """The new version of a game."""

    loaded: LoadedGame
    viewer: Viewer
    """The account in this game; a spectator if it has lost its part."""
    since: int
    """The time for which the game was read, if the stream began with it; else 0."""
    record: StoredGame
    """The version that cursors name: the newest one, unless the account must not learn of it."""


class AccountGames:
    """The games of an account, as one stream sends them.

    Args:
        reader: Loads games.
        lists: Has the account's list.
        player: The player whose games they are.
        after: The position of an earlier stream to continue from. None: begin with the games that have not ended.
        lately: Milliseconds: without a position, begin also with the games that ended in this time.
        notice: Called with every game that was read.
        prepaid: The budget for looking at games and loading them; None if that is free, or paid already.
        kinds: The kinds of games to send.
    """

    def __init__(
        self,
        reader: Reader,
        lists: Lists,
        player: AccountHolder,
        after: StreamPosition | None,
        lately: int,
        notice: Callable[[LoadedGame], None],
        prepaid: PrepaidBudget | None,
        kinds: Iterable[str],
    ) -> None:
        self._reader, self._store, self._lists, self._player = reader, reader.store, lists, player
        self._after, self._lately, self._notice, self._prepaid = after, lately, notice, prepaid
        self._other_kinds = reader.games.keys() - {*kinds}
        self._names, self._begun = (of_player(player.id), challenged(player.id)), reader.now_ms()
        self._at = 0 if after is None else after.at
        self._looked = False
        """True once all games were looked at."""
        self._known: dict[str, str] = {}
        """The version of each game that was sent or did not need to be, with its epoch."""
        self._recent: dict[str, tuple[str, int]] = {}
        """The versions that were sent lately, and their times."""
        self._due: dict[str, int] = {}
        """The games to read, in this order. The stream begins with games sorted by the times of their versions, which are the
        values; the value of a later game is 0."""
        self._delayed: set[str] = set()
        """The games that were sent as far as the account sees them, which is told nothing of what follows until they end."""
        self._mine: set[str] = set()
        """The games that were sent as the account's."""
        self._ended: set[str] = set()
        """The games that ended long enough ago that no failover takes it back."""
        self._followed: set[str] = set()
        self._missed: set[str] = set()
        """The games whose server was away at the last look: they are looked at again soon. The cursor does not move while there
        are any."""

    @property
    def cursor(self) -> str:
        """The position of the stream, as text."""
        return cursors.write(self._at, self._recent)

    async def changes(self) -> AsyncGenerator[ChangedGame | None, None]:
        """Each game that has changed, and None whenever all were sent. Ends only with an error.

        Raises:
            Refused: The player's token has expired, or the account was deleted.
            StoreUnavailable: The first look failed; later ones are repeated.
        """
        waits, clock = pauses(FIRST_PAUSE, LONGEST_PAUSE), asyncio.get_running_loop()
        while True:
            self._reader.check_time(self._player)
            try:
                async with self._store.hearing(*self._names) as listener:
                    self._followed.clear()
                    look, swept = clock.time(), self._at
                    heard: AbstractSet[str] = frozenset()
                    while True:
                        renewed = heard >= {*self._names, *self._followed}  # all may have changed
                        if renewed or clock.time() >= look:
                            look, swept = clock.time() + around(RECHECK), self._reader.now_ms()
                            await self._look(listener, everywhere=True)
                        elif self._missed or not heard.isdisjoint(self._names):
                            await self._look(listener, everywhere=False)
                        if not renewed:
                            self._due |= dict.fromkeys(self._followed & heard, 0)
                        while self._due:
                            for change in await self._read(listener):
                                self._told(change)
                                yield change
                        self._move_on(swept)
                        if not self._missed:
                            waits = pauses(FIRST_PAUSE, LONGEST_PAUSE)
                        again = min(look, clock.time() + next(waits)) if self._missed else look
                        yield None
                        heard = await listener(min(again - clock.time(), self._left()))
                        self._reader.check_time(self._player)
            except StoreUnavailable:
                if not self._looked:
                    raise
                await asyncio.sleep(min(next(waits), self._left()))

    async def _look(self, listener: Listener, *, everywhere: bool) -> None:
        """Find the games and those of them that have changed: among all, or among those that wake nobody or were missed."""
        if everywhere and self._looked:
            await self._check_account()
        listed = await self._lists.page(self._names, None, MOST_GAMES)
        noted = {game: at for at, game in map(listed_game, listed) if game}
        if (
            len(listed) < MOST_GAMES
        ):  # then what is not listed did not make room: its entry was lost, or the game has expired
            noted |= dict.fromkeys(self._known.keys() - noted.keys(), 0)
        asleep = self._followed - self._missed
        asked = [game for game in noted if game not in self._ended and (everywhere or game not in asleep)]
        found = await self._glanced(asked)
        new = [game for game, brief in found.items() if game not in self._followed and not _has_ended(brief)]
        new = new[: MOST_FOLLOWED - len(self._followed)]
        await listener.add(new)
        self._followed.update(new)
        found |= await self._glanced(new)  # what changed before the stream listened
        wanted, now = [], self._reader.now_ms()
        lately = self._ended_lately(found, now) if self._after is None else frozenset()
        for game, brief in found.items():
            if isinstance(brief, Unreadable):
                telemetry.left_out(f"game {game}", brief)
                continue
            if isinstance(brief, StoreUnavailable):
                self._missed.add(game)
                continue
            if brief is None:
                if noted[game] + SETTLED < now:  # it was never committed, or has expired
                    await self._lists.forget(self._names, [f"{stamp(noted[game])}:{game}"] if noted[game] else [])
                    self._leave(listener, game)
            elif game not in self._due:
                if game in lately or self._wants(game, brief):
                    wanted.append((brief.updated, game))
                else:
                    self._known[game] = mark = _mark(brief)
                    if brief.updated > now - cursors.SLACK:
                        self._recent.setdefault(game, (mark, brief.updated))
                    elif _has_ended(brief):
                        self._ended.add(game)
            self._missed.discard(game)
        self._due |= {game: 0 if self._looked else updated for updated, game in sorted(wanted)}
        if everywhere:
            for game in self._known.keys() - noted.keys():
                self._leave(listener, game)
        self._looked = True

    def _wants(self, game: str, brief: Brief) -> bool:
        """Return whether a game must be sent."""
        if (known := self._known.get(game)) is not None:
            return known != _mark(brief)
        if self._after is None and (not self._looked or game in self._missed):
            return not _has_ended(brief)
        return (self._after or StreamPosition(self._at)).owes(game, _mark(brief), brief.updated)

    def _ended_lately(self, found: Mapping[str, Brief | Failure | None], now: int) -> frozenset[str]:
        """The games that ended last, if that was not long ago, of those that are looked at for the first time."""
        ended = (
            (brief.updated, game)
            for game, brief in found.items()
            if isinstance(brief, Brief) and _has_ended(brief) and brief.updated > now - self._lately
            if not self._looked or game in self._missed
        )
        return frozenset([game for _, game in heapq.nlargest(MOST_ENDED, ended)])

    async def _read(self, listener: Listener) -> list[ChangedGame]:
        """Load the next games that are due."""
        games = list(self._due)[:AT_ONCE]
        self._owe(LOOK * len(games))
        changes = []
        for game, record in zip(games, await self._store.records(games), strict=True):
            since = self._due.pop(game)
            if record is None or (isinstance(record, StoredGame) and _mark(record) == self._known.get(game)):
                continue
            if isinstance(record, StoredGame) and record.kind in self._other_kinds:
                self._known[game] = _mark(record)
                continue
            try:
                loaded = await self._reader.readable(game, record)
            except StoreUnavailable:
                self._missed.add(game)
                continue
            if loaded is None:
                continue
            self._notice(loaded)
            viewer, told = self._reader.viewer(loaded, self._player), loaded.record
            takes_part = _takes_part(viewer)
            if game in self._mine and not takes_part:
                await self._check_account()
            news = takes_part or game in self._mine or (since and self._after is not None)
            if viewer.seat is None and loaded.delayed_to is not None:
                told = (await self._reader.as_of(loaded, loaded.agreements.began or 1)).record
                since, news = min(since, told.updated), news and self._is_first(game, told)
            if news:
                changes.append(ChangedGame(loaded, viewer, since, told))
            else:
                self._known[game] = _mark(loaded.record)
            if loaded.status in ENDED:
                listener.drop([game])
                self._followed.discard(game)
        return changes

    def _is_first(self, game: str, told: StoredGame) -> bool:
        """Return whether a game with a spectators' delay has not been sent since it started."""
        if game in self._delayed:
            return False
        self._delayed.add(game)
        return self._after is None or self._after.owes(game, _mark(told), told.updated)

    def _told(self, change: ChangedGame) -> None:
        """Note that a game was sent."""
        record, game = change.record, change.loaded.id
        self._known[game] = _mark(change.loaded.record)
        self._move_on(change.since)
        self._recent[game] = _mark(record), record.updated
        for old in [one for one, (_, updated) in self._recent.items() if updated <= self._at - cursors.SLACK]:
            del self._recent[old]
        if _takes_part(change.viewer):
            self._mine.add(game)
        else:
            self._mine.discard(game)

    def _move_on(self, at: int) -> None:
        """Note that everything up to a time was sent."""
        if not self._missed:
            self._at = max(self._at, at)

    async def _check_account(self) -> None:
        """Refuse to go on if the account was deleted since the stream began."""
        asked = await asked_at(self._store, self._player.id)
        if asked is not None and asked >= self._begun:
            raise Refused(TokenRejected(), AccountGone())

    async def _glanced(self, games: Sequence[str]) -> dict[str, Brief | Failure | None]:
        self._owe(math.ceil(GLANCE * len(games)))
        return dict(zip(games, await self._store.briefs(games), strict=True))

    def _owe(self, points: int) -> None:
        if self._prepaid is not None:
            self._prepaid.owe(points)

    def _leave(self, listener: Listener, game: str) -> None:
        """Forget a game that is no longer the account's, or has expired."""
        listener.drop([game])
        self._followed.discard(game)
        self._known.pop(game, None)
        self._missed.discard(game)
        self._mine.discard(game)
        self._ended.discard(game)

    def _left(self) -> float:
        """Seconds until the player's token expires."""
        return max(0.0, (self._player.until - self._reader.now_ms()) / 1000 + 0.001)


def _takes_part(viewer: Viewer) -> bool:
    return viewer.host or viewer.seat is not None or viewer.challenged is not None


def _mark(game: Brief | StoredGame) -> str:
    return marked(game.version, epoch_at(game.epochs, game.version))


def _has_ended(brief: Brief | Failure | None) -> bool:
    return isinstance(brief, Brief) and brief.status in _ENDED
