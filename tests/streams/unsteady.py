"""An instance with accounts, in this process, on a store that loses wake-ups and can be away."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from taphouse.engine.vocabulary import constant
from taphouse.schema.ports import AccountHolder, Caller
from taphouse.schema.results import AccountEvent
from taphouse.schema.values.games import GameKind, HostPowers, MoveInputObject, Visibility
from taphouse.schema.values.new_games import SeatAsked
from taphouse.schema.values.seats import SeatKind
from taphouse.service.store.failures import Failure, StoredByNewerRelease, StoreUnavailable
from taphouse.service.store.protocol import Brief, StoredGame
from taphouse.service.store.wakeups import MultiChannelWaiter
from tests.live.build import KIND, Follower, House, Watched

T = TypeVar("T")
ANN, BOB = "ann.login.token", "bob.login.token"
FAR = 10**13


class Logins:
    """Takes every token with two dots for the login of a player of that name."""

    def __init__(self) -> None:
        self.until = FAR

    async def read(self, token: str) -> AccountHolder:
        return AccountHolder(token, self.until)


class Unsteady(Watched):
    """A store whose wake-ups can get lost, and which can be away or hold games of a newer release."""

    def __init__(self) -> None:
        super().__init__()
        self.listeners: list[MultiChannelWaiter] = []
        self.newer: set[str] = set()
        self.gone: set[str] = set()
        """The games whose server is away."""
        self.glances = self.reads = 0

    def hearing(self, *lists: str) -> MultiChannelWaiter:
        ear = super().hearing(*lists)
        wake, add, leave = ear.wake, ear.add, ear.leave

        def heard(one: str) -> None:
            if not self.deaf:
                wake(one)

        async def begun(games: Sequence[str]) -> None:
            if ear not in self.listeners:
                self._try()
                self.listeners.append(ear)
            await add(games)

        def left() -> None:
            leave()
            if ear in self.listeners:
                self.listeners.remove(ear)

        ear.wake, ear.add, ear.leave = heard, begun, left  # type: ignore[method-assign]
        return ear

    async def briefs(self, games: Sequence[str]) -> tuple[Brief | Failure | None, ...]:
        self._try()
        self.glances += len(games)
        return self._without_gone(games, await super().briefs(games))

    async def records(self, games: Sequence[str]) -> tuple[StoredGame | Failure | None, ...]:
        self._try()
        self.reads += 1
        found = zip(games, self._without_gone(games, await super().records(games)), strict=True)
        newer = StoredByNewerRelease("it is of a newer release")
        return tuple([newer if game in self.newer else one for game, one in found])

    def _without_gone(self, games: Sequence[str], found: Sequence[T]) -> tuple[T | StoreUnavailable, ...]:
        return tuple(
            [StoreUnavailable("gone") if game in self.gone else one for game, one in zip(games, found, strict=True)]
        )

    def break_off(self) -> None:
        """Be away, and wake those who listen as when their subscription is there again."""
        self.away = True
        for ear in self.listeners:
            for name in ear._parts:
                MultiChannelWaiter.wake(ear, name)

    def _try(self) -> None:
        if self.away:
            raise StoreUnavailable("away")


class Accounts(House):
    """An instance with accounts."""

    def __init__(self) -> None:
        super().__init__(Unsteady())
        self.logins = Logins()
        self.reader._accounts = self.logins  # type: ignore[assignment]

    async def begun(self, *, started: bool = True) -> str:
        """A game of Ann, which Bob joins."""
        kind, seats = GameKind(constant(KIND)), [SeatAsked(SeatKind.MINE), SeatAsked(SeatKind.OPEN)]
        full = {"powers": HostPowers.FULL}
        made = await self.tables.create(
            Caller(ANN), kind, {}, seats, None, "a seed", Visibility.UNLISTED, None, None, **full
        )
        if started:
            await self.tables.join(Caller(BOB), made.game.game_id, None, None, None, None, False, None, None)
        return made.game.game_id

    async def passes(self, game: str, token: str) -> int:
        moves = [MoveInputObject({"notation": "pass"})]
        return (await self.tables.play(Caller(token), game, moves, None, None)).game.version

    def follow(self, token: str = BOB, after: str | None = None) -> Follower:
        return Follower(self.accounts.account_events(Caller(token), after))


def told(events: list[Any]) -> list[tuple[str, int]]:
    return [(event.game_id, event.version) for event in events if isinstance(event, AccountEvent)]
