"""Closes profiles: the profile goes first, and then each game of the account shows it no more. See docs/decisions/0058.

An account keeps its games, so a mark in the store says how far it is in its lists. It goes through them twice. Games that changed
after the request, as they were joined by a request that came before it, are looked at again in the second round. So are those
that still show the profile, since an instance owed their entries in the first one.
"""

from __future__ import annotations

from msgspec import Struct

from taphouse.schema.concepts.persons import ProfileClosed
from taphouse.schema.execution.scheduler import RequestScheduler, Scheduler
from taphouse.schema.failures import Busy, Refused, Unavailable, Unreadable
from taphouse.schema.ports import Caller
from taphouse.schema.prices import forget_price
from taphouse.service.games.deleting.deletions import PIECE, Pay, unpaid
from taphouse.service.games.deleting.rewriting import Rewriting
from taphouse.service.games.encoding.forgetting import ToForget, Traces
from taphouse.service.games.kernel.committing import MOST_TRIES, Committer
from taphouse.service.games.kernel.game_lists import ever_challenged, listed_game, of_player, spoken_in
from taphouse.service.games.kernel.leaving import unnamed
from taphouse.service.games.kernel.loading import Reader
from taphouse.service.games.kernel.reminded_games import LEASE, RemindedGames
from taphouse.service.games.lobby import SETTLED
from taphouse.service.persons.profiles import Profiles
from taphouse.service.persons.stored import KEPT
from taphouse.service.runtime import telemetry
from taphouse.service.store.protocol import PROFILES, PUT_OFF, Due, StoredEntry

LISTS = of_player, ever_challenged, spoken_in
"""The lists of the games that may show a profile, or what its player said under their handle."""
_PREFIX, _AT, _LEFT = "closing:", "at", "game:"
_END = 2 * len(LISTS)
_MARKED_AS_DONE = 60_000
"""Milliseconds for which a mark is kept that says that nothing is left to do."""


class At(Struct, frozen=True):
    """The place that the closing of a profile has come to."""

    asked: int
    """The time when it was asked for, in milliseconds since the epoch."""
    step: int = 0
    """The number of lists that are done, in both rounds."""
    below: str = ""
    """The entry of the list below which it goes on; empty at its beginning."""

    @property
    def again(self) -> bool:
        """True in the second round."""
        return self.step >= len(LISTS)

    @classmethod
    def read(cls, source: bytes) -> At:
        """The place that `written` gave."""
        asked, step, below = source.decode().split(" ")
        return cls(int(asked), int(step), below)

    def written(self) -> bytes:
        """The place as it is stored."""
        return f"{self.asked} {self.step} {self.below}".encode()


class Closing(RemindedGames):
    """Closes profiles, and goes on where another instance was interrupted.

    Args:
        reader: Loads games.
        committer: Commits changes.
        profiles: The profiles.
        scheduler: Gives what the service goes on with its turns among requests.
    """

    def __init__(self, reader: Reader, committer: Committer, profiles: Profiles, scheduler: Scheduler) -> None:
        super().__init__(reader, PROFILES, 1)
        self._rewriting, self._profiles, self._scheduler = Rewriting(reader, committer), profiles, scheduler

    async def close_profile(self, caller: Caller) -> ProfileClosed:
        """Close the profile of the caller's account. If it has many games, the service goes on after the answer."""
        account = (await self._profiles.account(caller)).id
        if await self._profiles.open_profile(account) is not None:
            await self._put(account, At(self._reader.now_ms()))
            await self._store.remind(account, LEASE, PROFILES)
            await self._profiles.close(account)
        else:
            await self._profiles.confirm(account)
        pay = unpaid if caller.budget is None else caller.budget.prepaid.pay
        try:
            await self._go_on(account, caller.scheduler, pay)
            at = await self._at(account)
        except Unavailable:  # it has begun, and is reminded of
            return ProfileClosed(False)
        return ProfileClosed(at is None or at.again)

    async def do(self, due: Due) -> None:
        """Go on with the profile of an account, and then remove the reminder."""
        account = due.member
        wait = await self._go_on(account, RequestScheduler(self._scheduler, account), unpaid)
        if wait is not None:
            await self._store.postpone(due, wait)
            return
        await self._store.settle(due)

    async def _go_on(self, account: str, scheduler: RequestScheduler, pay: Pay) -> float | None:
        """Close the profile in some games. Returns the seconds until to go on; None if nothing is left to do."""
        done = 0
        while (at := await self._at(account)) is not None:
            settled = at.asked + 2 * SETTLED - self._reader.now_ms()
            if at.again and settled > 0:
                return settled / 1000
            if at.step == _END:
                return await self._end(account, at, scheduler, pay)
            if done >= PIECE:
                return 0.0
            name = LISTS[at.step % len(LISTS)](account)
            page = await self._store.listed([name], at.below or None, PIECE)
            for game in [listed_game(one)[1] for one in page]:
                if not await self._done(account, at, game, scheduler, pay):
                    await self._store.put_item(_PREFIX + account, _LEFT + game, at.written(), None, KEPT)
            done += len(page)
            newer = At(at.asked, at.step, page[-1]) if page else At(at.asked, at.step + 1)
            await self._store.put_item(_PREFIX + account, _AT, newer.written(), at.written(), KEPT)
        return None

    async def _end(self, account: str, at: At, scheduler: RequestScheduler, pay: Pay) -> float | None:
        """Look again at the games that could not be read or changed, and change the mark once there is none."""
        (items,) = await self._store.items([_PREFIX + account])
        for item in [one for one in items if one.startswith(_LEFT)]:
            if not await self._done(account, At.read(items[item]), item.removeprefix(_LEFT), scheduler, pay):
                return PUT_OFF
            await self._store.drop_items(_PREFIX + account, [item])
        done = At(at.asked, _END + 1)
        mine = await self._store.put_item(_PREFIX + account, _AT, done.written(), at.written(), _MARKED_AS_DONE)
        return None if mine else 0.0

    async def _done(self, account: str, at: At, game: str, scheduler: RequestScheduler, pay: Pay) -> bool:
        """Have a game show the profile no more; False if that is to be tried again later."""
        try:
            await self._close(account, at, game, scheduler, pay)
            if LISTS[at.step % len(LISTS)] is spoken_in:
                await self._forget_lines(account, at, game)
        except Unreadable as error:
            telemetry.left_out(f"game {game}", error)
            return False
        except (Busy, Refused):  # others changed the game again and again, or it cannot have more versions
            return False
        return True

    async def _close(self, account: str, at: At, game: str, scheduler: RequestScheduler, pay: Pay) -> None:
        entries, found = list[StoredEntry](), None
        for _ in range(MOST_TRIES):
            (record,) = await self._store.records([game])
            if isinstance(record, Exception):
                raise record
            if record is None:
                return
            loaded = await self._reader.open(game, record)
            # Read after the game: a profile that it shows is this one, or was closed.
            gone = ToForget(account, profile=True, kept=await self._profiles.open_profile(account))
            if at.again and record.updated < at.asked and not unnamed(loaded, gone, {}):
                return
            if found is None:
                await pay(forget_price(loaded.version))
                found = Traces(loaded.codec, gone)
            await self._rewriting.read(loaded, entries, found, scheduler)
            if steps := unnamed(loaded, gone, found.names):
                await self._rewriting.commit(loaded, steps)
            elif await self._rewriting.rewrite(loaded, entries, gone, found.names, scheduler):
                return
            else:
                entries.clear()
        raise Busy

    async def _forget_lines(self, account: str, at: At, game: str) -> None:
        """Forget what was said under the handle. A line does not change its game, so the second round forgets the late ones."""
        # The handle of a profile that was opened since is the same, so its new lines can stay.
        if not at.again or await self._profiles.open_profile(account) is None:
            await self._store.forget_lines(game, account)

    async def forget(self, account: str) -> None:
        """Remove the mark of an account."""
        (items,) = await self._store.items([_PREFIX + account])
        await self._store.drop_items(_PREFIX + account, list(items))

    async def _at(self, account: str) -> At | None:
        (items,) = await self._store.items([_PREFIX + account])
        at = At.read(items[_AT]) if _AT in items else None
        return None if at is None or at.step > _END else at

    async def _put(self, account: str, at: At) -> None:
        for _ in range(MOST_TRIES):
            (items,) = await self._store.items([_PREFIX + account])
            if await self._store.put_item(_PREFIX + account, _AT, at.written(), items.get(_AT), KEPT):
                return
        raise Busy


def closing(name: str) -> str | None:
    """The account whose profile is being closed, by the name of the items of its mark; None if they are something else."""
    return name.removeprefix(_PREFIX) if name.startswith(_PREFIX) else None
