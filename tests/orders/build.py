"""A place where players leave standing orders, and instances that make their moves once a test lets them."""

from __future__ import annotations

from typing import Any

from taphouse.schema.concepts.standing_orders import StandingOrder, StandingOrders
from taphouse.schema.ports import Caller
from taphouse.schema.values.games import MoveInputObject
from taphouse.service.games.kernel.committing import Committer
from taphouse.service.games.playing import Playing
from taphouse.service.games.standing.ordering import Ordered, Ordering
from taphouse.service.store.protocol import ORDERS, Due
from tests.use_cases.accounts import ANN, BOB, CID, Place
from tests.use_cases.build import IdleBots

__all__ = ["ANN", "BOB", "CID", "Standing", "order"]


def order(after: str, play: str) -> StandingOrder:
    """An order; moves are separated by semicolons."""
    return StandingOrder(*[tuple(one.strip() for one in moves.split(";")) for moves in (after, play)])


class Standing(Place):
    """A place with an instance that makes the moves of orders when a test says so."""

    def __init__(self, store: Any = None) -> None:
        super().__init__(store)
        self.ordered = Ordered(self.reader)
        self.committer = Committer(self.reader, self.lists, IdleBots(), orders=self.ordered)
        self.playing = Playing(self.committer, self.reader)
        self.ordering = Ordering(self.reader, self.committer, self.ordered)

    async def leave(self, caller: Caller, game: str, *orders: StandingOrder) -> StandingOrders:
        return await self.ordering.leave_orders(caller, game, orders, None)

    async def left(self, caller: Caller, game: str) -> StandingOrders:
        return await self.ordering.standing_orders(caller, game)

    async def play(self, caller: Caller, game: str, *moves: str) -> None:
        sent = [MoveInputObject({"notation": move}) for move in moves]
        await self.playing.play(caller, game, sent, None, None)

    async def settle(self) -> None:
        """Do all that this instance expects."""
        while not self.ordered._waiting.empty():
            await self.ordered.do(self.ordered._waiting.get_nowait())

    async def later(self) -> None:
        """Do all that instances left which were killed."""
        while not self.ordered._waiting.empty():
            self.ordered._waiting.get_nowait()
        self.now += 11_000
        for due in await self.store.claim(10, 100, ORDERS):
            await self.ordered.do(due)
        await self.settle()

    def reminded(self) -> dict[str, Any]:
        """The reminders that the store has."""
        return self.store._due[ORDERS]

    async def log(self, game: str) -> list[tuple[str, str | None]]:
        """The moves of a game, with their authors."""
        loaded = await self.game(game)
        found = await self.reader.happenings(loaded, 0, loaded.version)
        return [(f"{one.seat}", type(one.move).__name__) for one in found if one.move is not None]

    @staticmethod
    def due(game: str) -> Due:
        return Due(game, "", ORDERS)
