"""The use cases that the service implements, as the operations of the contract call them, and their callers."""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable, Generator, Mapping
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from taphouse.engine.messages import ENGLISH
from taphouse.schema.execution.scheduler import RequestScheduler
from taphouse.schema.game_view import GameView
from taphouse.schema.prices import POINT, RateBudget

MORE = 200
"""The points of the next piece of work that takes longer than was paid for."""
T = TypeVar("T")


class Caller(Struct, frozen=True):
    """The client of a request."""

    token: str | None = None
    """The bearer token. Empty if the header has another scheme, None if there is no header."""
    address: str = ""
    """The client's network address."""
    budget: RateBudget | None = None
    """The budget that pays for this request. None if the request is free."""
    scheduler: RequestScheduler = msgspec.field(default_factory=RequestScheduler)
    """The scheduler of this request."""
    language: str = ENGLISH
    """The language of the words for people."""
    ticket: str | None = None
    """The ticket in the URL of a stream, in place of a token."""
    gone: Callable[[], Awaitable[None]] | None = None
    """Returns when the client has disconnected, so that a long poll ends. None where the connection cancels the request."""

    async def admit(self) -> None:
        """Take the cost of the request. For use cases that load no game: loading a game takes it too.

        Raises:
            RateLimited: the client is over its limit.
        """
        if self.budget is not None:
            await self.budget.admit()

    async def pay(self, points: int) -> None:
        """Take points besides the cost, for a log that is longer than the cost covers. Raises the same error as `admit`."""
        if self.budget is not None and points:
            await self.budget.read(points)

    async def work(self, work: Generator[None, None, T], paid: int, most: int) -> T | None:
        """Do work that takes as long as a game's rules need, and pay for it as it goes on. Raises the same error as `admit`.

        Args:
            work: the work, which yields wherever it can pause.
            paid: the points that the cost of the request has for it.
            most: the most points.

        Returns:
            The result; None if it would take more.
        """
        spent = 0.0
        while True:
            used, result = await self.scheduler.piece(work, (paid - spent) * POINT)
            spent += used / POINT
            goes_on = not result and spent < most
            points = max(0, math.ceil(spent - paid)) + (MORE if goes_on else 0)
            if self.budget is not None and points:
                await self.budget.read(points, reserve=False)
            if not goes_on:
                return result[0] if result else None
            paid += points


class AccountHolder(Struct, frozen=True):
    """A player with an account."""

    id: str
    """A digest of the issuer and subject of their login token."""
    until: int
    """The time when their login token expires, in milliseconds since the Unix epoch."""
    name: str | None = None
    """Their display name, from their login token. None if it has none that can be shown."""
    program: bool = False
    """True if their login token says that the account is a program's."""


UseCase = Callable[..., Any]
"""Takes the caller, and the arguments by their names. Most are asynchronous. Raises `Refused` if it is refused: then nothing is
changed."""


class Context(Struct, frozen=True):
    """The use cases and the caller, with which an operation is called."""

    use_cases: Mapping[str, UseCase]
    """By name. The declarations in `schema.registry` say what each takes and returns."""
    caller: Caller
    shows: Callable[[GameView | None], None] = lambda _: None
    """Called with the game that the result shows, before it is computed, or with None for a result that never changes while the
    service runs. Raises if the client has a current copy."""

    async def see(self, game: str, at: int | None) -> GameView:
        """The game as the caller sees it, at a version or (None) at the newest. Nothing of it is computed yet."""
        game_view: GameView = await self.use_cases["see"](self.caller, game, at)
        self.shows(game_view)
        return game_view
