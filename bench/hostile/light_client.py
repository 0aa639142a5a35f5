"""The light client: it looks at one game every 20 ms, and notes how long each answer takes."""

from __future__ import annotations

import asyncio
from time import perf_counter
from typing import Any

import msgspec
from msgspec import Struct

from bench.harness.client import ClientConnection, request
from bench.harness.pauses import Pauses
from bench.harness.planned import KIND, Planned, create
from bench.hostile.target import LIGHT, Target

EVERY = 0.02
"""Seconds between two looks, from start to start."""
PATIENCE = 30.0
"""Seconds after which an answer counts as failed."""


class Looks(Struct, frozen=True):
    """The observations of the light client over a period."""

    seconds: tuple[float, ...]
    """The time of each answer."""
    failures: tuple[str, ...]

    @property
    def p99(self) -> float:
        """The 99th percentile, in milliseconds."""
        return sorted(self.seconds)[int(len(self.seconds) * 0.99)] * 1e3 if self.seconds else PATIENCE * 1e3


class LightClient:
    """A client of a game of its own. Looks do not wait for each other, so that one slow answer does not hide the next."""

    def __init__(self, target: Target, look: bytes) -> None:
        self._target, self._look = target, look
        self._idle: list[ClientConnection] = []

    @classmethod
    async def of(cls, target: Target) -> LightClient:
        """Create the game at which the client looks."""
        line = ClientConnection(*await target.connect(LIGHT))
        game = await create(line, Planned(KIND, "light", ()))
        line.close()
        query = "query ($id: ID!) { game(id: $id) { __typename ... on Game { version status } } }"
        return cls(target, request("/graphql", {"query": query, "variables": {"id": game.id}}, game.tokens[0]))

    async def look_for(self, duration: float) -> Looks:
        """Look for so many seconds."""
        seconds: list[float] = []
        failures: list[str] = []
        begun = perf_counter()
        async with asyncio.TaskGroup() as looks:
            for number in range(round(duration / EVERY)):
                await asyncio.sleep(max(0.0, begun + number * EVERY - perf_counter()))
                looks.create_task(self._once(seconds, failures))
        return Looks(tuple(seconds), tuple(failures))

    async def sample(self) -> None:
        """Have the service begin to sample how long it holds its event loop."""
        await self._pauses({})

    async def sampled(self) -> Pauses:
        """The samples so far."""
        return msgspec.json.decode(await self._pauses(None), type=Pauses)

    async def _pauses(self, body: dict[str, Any] | None) -> bytes:
        line = ClientConnection(*await self._target.connect(LIGHT))
        try:
            return await line.ask(request("/pauses", body))
        finally:
            line.close()

    def close(self) -> None:
        """Disconnect."""
        while self._idle:
            self._idle.pop().close()

    async def _once(self, seconds: list[float], failures: list[str]) -> None:
        start = perf_counter()
        try:
            async with asyncio.timeout(PATIENCE):
                line = self._idle.pop() if self._idle else ClientConnection(*await self._target.connect(LIGHT))
                answer = await line.ask(self._look)
                assert b'"version"' in answer, answer.decode()
                self._idle.append(line)
        except (AssertionError, OSError, EOFError, TimeoutError) as error:
            failures.append(f"{type(error).__name__}: {error}"[:300])
        seconds.append(perf_counter() - start)
