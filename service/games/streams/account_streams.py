"""The streams of accounts: of all their games, and of decisions; and the tickets that open streams."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from typing import Any

import msgspec

from taphouse.schema.concepts.tickets import TicketCreated
from taphouse.schema.execution.shared_values import Events, SharedValue
from taphouse.schema.failures import Refused
from taphouse.schema.game_view import GameView
from taphouse.schema.ports import AccountHolder, Caller
from taphouse.schema.problems.callers import NoAccount, NotSeated
from taphouse.schema.results import (
    AccountEvent,
    AccountEventPage,
    PendingDecision,
    account_event,
    pending,
)
from taphouse.schema.values.games import GameKind
from taphouse.service.access.tokens import Identity
from taphouse.service.games.kernel.game_lists import Lists
from taphouse.service.games.kernel.game_tokens import as_claims
from taphouse.service.games.kernel.loading import Reader
from taphouse.service.games.streams import cursors
from taphouse.service.games.streams.account_games import LATELY, AccountGames, ChangedGame
from taphouse.service.games.streams.admission import Admission
from taphouse.service.games.streams.channel import Notice
from taphouse.service.games.streams.game_streams import GameStreams, begun
from taphouse.service.games.streams.long_polls import polled
from taphouse.service.games.streams.tickets import Tickets
from taphouse.service.runtime.shutdown import Stopping


class AccountStreams:
    """The streams and long polls of accounts in this process.

    Args:
        reader: Loads games, and verifies tokens.
        longest_wait: The longest that a long poll waits, in seconds.
        notice: Called with every followed game whenever it is read.
        stopping: Set when the service is stopping, which ends long polls.
        admission: Admits followers.
        lists: The lists of accounts' games.
        tickets: Issues tickets.
        games: The streams of games.
    """

    def __init__(
        self,
        reader: Reader,
        longest_wait: float,
        notice: Notice,
        stopping: Stopping,
        admission: Admission,
        lists: Lists,
        tickets: Tickets,
        games: GameStreams,
    ) -> None:
        self._reader, self._longest_wait, self._notice, self._stopping = reader, longest_wait, notice, stopping
        self._admission, self._lists, self._tickets, self._game_streams = admission, lists, tickets, games

    async def ticket(self, caller: Caller, game: str | None) -> TicketCreated:
        """A ticket for a stream of a game, or (None) of the caller's account."""
        identity = await self._reader.identify(caller, game)
        if game is None:
            await caller.admit()
            return self._tickets.issue(_player(identity))
        loaded = await self._reader.now(game, caller)
        claims = as_claims(loaded, self._reader.viewer(loaded, identity), identity)
        if claims is None:
            raise Refused(NotSeated())
        return self._tickets.issue(claims.narrower(True, None))

    async def decisions(
        self, caller: Caller, game: str | None = None, kinds: Sequence[GameKind] | None = None
    ) -> Events:
        """The decisions of the caller's seat in a game, or of the caller's account in all its games of some kinds."""
        if game is None and caller.ticket is not None and (ticket := self._tickets.read(caller.ticket)) is not None:
            game = ticket.game
        identity = await self._admission.identify(caller, game)
        if game is None and isinstance(identity, AccountHolder):
            await caller.admit()
            games = self._games(caller, identity, kinds, None, 0)
            return await begun(self._of_account(caller, identity, games, _decisions()))
        return await self._game_streams.decisions_of(caller, identity, game)

    async def account_events(
        self, caller: Caller, after: str | None, kinds: Sequence[GameKind] | None = None
    ) -> Events:
        """An `AccountEvent` for each game that has changed since the cursor `after`, and whenever one changes."""
        player = _player(await self._admission.admit(caller, None))
        games = self._games(caller, player, kinds, after)
        return await begun(self._of_account(caller, player, games, account_event))

    async def account_page(
        self, caller: Caller, after: str | None, wait: float, first: int, kinds: Sequence[GameKind] | None = None
    ) -> AccountEventPage:
        """At most `first` events of an account; waits up to `wait` seconds for one if there is none yet."""
        player = _player(await self._reader.identify(caller))
        await caller.admit()
        games = self._games(msgspec.structs.replace(caller, budget=None), player, kinds, after)  # it was paid for
        events: list[AccountEvent] = []
        longest = min(wait, self._longest_wait) if wait else None
        await polled(self._read(caller, games, events, first, wait > 0), longest, self._stopping, caller)
        return AccountEventPage(events[-1].cursor if events else games.cursor, tuple(events))

    async def _read(
        self, caller: Caller, games: AccountGames, events: list[AccountEvent], first: int, waits: bool
    ) -> None:
        async with aclosing(games.changes()) as changes:
            async for change in changes:
                if change is not None:
                    events.append(account_event(await self._game_view(caller, change), games.cursor))
                if len(events) == first or (change is None and (events or not waits)):
                    return

    def _games(
        self,
        caller: Caller,
        player: AccountHolder,
        kinds: Sequence[GameKind] | None,
        after: str | None,
        lately: int = LATELY,
    ) -> AccountGames:
        place, listed = None if after is None else cursors.read(after), self._reader.kinds(kinds)
        prepaid = None if caller.budget is None else caller.budget.prepaid
        return AccountGames(self._reader, self._lists, player, place, lately, self._notice, prepaid, listed)

    async def _game_view(self, caller: Caller, change: ChangedGame) -> GameView:
        seen = await self._reader.seen(change.loaded, change.viewer)
        return self._reader.game_view(seen, change.viewer, caller.language)

    async def _of_account(
        self, caller: Caller, player: AccountHolder, games: AccountGames, told: Callable[[GameView, str], Any]
    ) -> AsyncGenerator[Any, bool | None]:
        """The values that `told` makes of changed games, without None. The first item is None, once the stream is ready."""
        ready = False
        try:
            async with aclosing(games.changes()) as changes:
                async for change in changes:
                    if not ready:
                        ready = True
                        yield None
                    value = None if change is None else told(await self._game_view(caller, change), games.cursor)
                    if value is not None:
                        event = SharedValue(value)
                        while (yield event) is True:
                            self._reader.check_time(player)
        except Refused as refused:
            if not ready:
                raise
            yield SharedValue(refused.told(caller.language))


def _player(identity: Identity) -> AccountHolder:
    if isinstance(identity, AccountHolder):
        return identity
    raise Refused(NoAccount())


def _decisions() -> Callable[[GameView, str], Any]:
    """Makes the decisions of an account: each one that waits for it, and the note that one no longer does."""
    waiting: set[str] = set()

    def told(game_view: GameView, _: str) -> PendingDecision | None:
        before = game_view.game_id in waiting
        if (decision := game_view.awaited) is not None:
            waiting.add(game_view.game_id)
            return pending(game_view, decision)
        waiting.discard(game_view.game_id)
        return pending(game_view, None) if before else None

    return told
