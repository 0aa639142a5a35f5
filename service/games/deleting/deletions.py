"""Deletes accounts: they leave their games, and their games forget them. See docs/decisions/0058.

The lists of an account's games are what is left to do: a game leaves them when it has nothing of the account any more. So a
deletion can be interrupted anywhere, and several instances can work on it: the next one goes on.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

from taphouse.schema.execution.scheduler import RequestScheduler, Scheduler
from taphouse.schema.failures import Busy, Refused, Unavailable, Unreadable
from taphouse.schema.ports import AccountHolder, Caller
from taphouse.schema.prices import forget_price
from taphouse.schema.problems.callers import NoAccount
from taphouse.schema.results import AccountDeleted
from taphouse.service.access.quotas import Quotas
from taphouse.service.games.deleting.pending import LEASE, asked_at, begin, end
from taphouse.service.games.deleting.rewriting import Rewriting
from taphouse.service.games.encoding.forgetting import Names, ToForget, Traces
from taphouse.service.games.kernel.checks import refuse
from taphouse.service.games.kernel.committing import MOST_TRIES, Committer
from taphouse.service.games.kernel.game_lists import (
    challenged,
    ever_challenged,
    finished_of,
    listed_game,
    of_player,
    spoken_in,
)
from taphouse.service.games.kernel.leaving import left
from taphouse.service.games.kernel.loaded_game import LoadedGame
from taphouse.service.games.kernel.loading import Reader
from taphouse.service.games.lobby import SETTLED
from taphouse.service.runtime import telemetry
from taphouse.service.runtime.backoff import around
from taphouse.service.store.protocol import ACCOUNTS, PUT_OFF, Amendment, Due, StoredEntry

POLL = 5.0
"""Seconds between two looks for deletions that another instance did not finish."""
PIECE = 20
"""The games that a request, or a worker in its turn, deletes an account from."""
PAGE = 50
"""The entries of a list that are read at once."""

Pay = Callable[[int], Awaitable[None]]
"""Takes points, and waits until there are as many: a deletion goes on where a request would be refused."""


async def unpaid(_points: int) -> None:
    """Take nothing: the service goes on with what a client has asked for."""


class ForgetWebhooks(Protocol):
    """Removes the webhooks of an account or of a game; implemented by `service.webhooks.managing`."""

    async def __call__(self, *, player: str | None = None, game: str | None = None, pay: Pay = unpaid) -> None:
        """Remove them, with what is pending. Each is paid for before."""


class Deletions:
    """Deletes accounts.

    Args:
        reader: Loads games, and identifies callers.
        committer: Commits changes.
        quotas: Knows the creators that games note; None without limits.
        forget_webhooks: Removes webhooks.
        forgetting: Each removes something else of an account, such as its profile.
        scheduler: Gives what the service goes on with its turns among requests.
    """

    def __init__(
        self,
        reader: Reader,
        committer: Committer,
        quotas: Quotas | None,
        forget_webhooks: ForgetWebhooks,
        forgetting: Sequence[Callable[[str], Awaitable[None]]],
        scheduler: Scheduler,
    ) -> None:
        self._reader, self._store, self._rewriting = reader, reader.store, Rewriting(reader, committer)
        self._quotas, self._scheduler = quotas, scheduler
        self._forget_webhooks, self._forgetting = forget_webhooks, forgetting

    async def delete_account(self, caller: Caller, account: str) -> AccountDeleted:
        """Delete the caller's account. If it has many games, the service goes on after the answer."""
        identity = await self._reader.identify(caller)
        await caller.admit()
        if not isinstance(identity, AccountHolder):
            raise Refused(NoAccount())
        if account != identity.id:
            refuse("account", "To confirm the deletion, give the `id` of your account.")
        return await self.delete(caller, account)

    async def delete(self, caller: Caller, account: str) -> AccountDeleted:
        """Delete an account for a caller who may. If it has many games, the service goes on after the answer."""
        paid = unpaid if caller.budget is None else caller.budget.prepaid.pay
        asked = self._reader.now_ms()
        await begin(self._store, account, asked)
        try:
            wait = await self._go_on(account, asked, caller.scheduler, paid)
            if wait is not None:
                await self._store.remind(account, wait, ACCOUNTS)
        except Unavailable:  # it has begun, and is reminded of
            return AccountDeleted(False)
        return AccountDeleted(wait is None)

    async def run(self) -> None:
        """Finish deletions until cancelled."""
        while True:
            await asyncio.sleep(around(POLL))
            try:
                while claimed := await self._store.claim(LEASE, 1, ACCOUNTS):
                    await self.finish(claimed[0])
            except Unavailable:
                continue  # the reminder remains
            except Exception as error:
                telemetry.bug(error)

    async def finish(self, due: Due) -> None:
        """Go on with a deletion, and look again once nothing can come that was begun before it."""
        asked = await asked_at(self._store, due.member)
        if asked is not None:
            wait = await self._go_on(due.member, asked, RequestScheduler(self._scheduler, due.member), unpaid)
            settled = asked + 2 * SETTLED - self._reader.now_ms()
            if wait is not None or settled > 0:
                await self._store.postpone(due, settled / 1000 if wait is None else wait)
                return
            await end(self._store, due.member)
        await self._store.settle(due)

    async def _go_on(self, player: str, asked: int, scheduler: RequestScheduler, pay: Pay) -> float | None:
        """Delete an account from some games. Returns the seconds until to go on; None if nothing is left of it.

        Args:
            player: The account.
            asked: The time at which the deletion was asked for, in milliseconds since the epoch.
            scheduler: Divides the work.
            pay: Pays for each log before it is read, and for webhooks.
        """
        await self._forget_webhooks(player=player, pay=pay)
        for forget in self._forgetting:
            await forget(player)
        wait, done = None, set[str]()
        lists = of_player(player), finished_of(player), challenged(player), ever_challenged(player), spoken_in(player)
        for name in lists:
            below = None
            while page := await self._store.listed([name], below, PAGE):
                for below in page:
                    if len(done) == PIECE:
                        return 0.0
                    noted, game = listed_game(below)
                    try:
                        gone = game in done or await self._forgets(game, player, asked, noted, scheduler, pay)
                    except Unreadable as error:
                        telemetry.left_out(f"game {game}", error)
                        wait = PUT_OFF
                        continue
                    except (Busy, Refused):  # others changed the game again and again, or a quota is used up
                        wait = PUT_OFF
                        continue
                    if gone:
                        done.add(game)
                        await self._store.strike(name, [below])
        return wait

    async def _forgets(
        self, game: str, player: str, asked: int, noted: int, scheduler: RequestScheduler, pay: Pay
    ) -> bool:
        """Make a game forget an account; False if it has a part in the game only since the deletion was asked for.

        Args:
            game: The game.
            player: The account.
            asked: The time at which the deletion was asked for, in milliseconds since the epoch.
            noted: The time of the game in the account's list.
            scheduler: Divides the work.
            pay: Pays for the log and the webhooks.
        """
        entries, found, gone = list[StoredEntry](), None, ToForget(player)
        for _ in range(MOST_TRIES):
            (record,) = await self._store.records([game])
            if isinstance(record, Exception):
                raise record
            if record is None:  # it may still be created
                return noted + SETTLED < self._reader.now_ms()
            loaded = await self._reader.open(game, record)
            if found is None:
                await pay(forget_price(loaded.version))
                found = Traces(loaded.codec, gone)
            await self._rewriting.read(loaded, entries, found, scheduler)
            if found.since is not None and found.since > asked:
                return False
            if loaded.host.player == player:
                await self._forget_webhooks(game=game, pay=pay)
            if steps := left(loaded, gone, found.names):
                await self._rewriting.commit(loaded, steps)
            elif await self._rewritten(loaded, entries, gone, found.names, scheduler):
                return True
            else:
                entries.clear()
        raise Busy

    async def _rewritten(
        self, loaded: LoadedGame, entries: list[StoredEntry], gone: ToForget, names: Names, scheduler: RequestScheduler
    ) -> bool:
        """Amend what was stored of a game that an account has left; False if somebody else has rewritten it meanwhile."""
        id_, setup, creators = loaded.id, loaded.record.setup, loaded.terms.creators
        if self._quotas is not None and (creator := self._quotas.account(gone.player)) in creators:
            less = loaded.codec.without_creator(setup, creator)
            if not await self._store.amend(Amendment(id_, setup=(setup, less))):
                return False
        await self._store.forget_lines(id_, gone.player)
        return await self._rewriting.rewrite(loaded, entries, gone, names, scheduler)
