"""The pauses of a server's event loop. Only the server of the benchmarks has this."""

from __future__ import annotations

import asyncio
import gc
from time import perf_counter, thread_time
from typing import Any

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from bench.harness.holds import StepTimes

PERIOD = 0.001
"""Seconds between samples. The server's CPU for them is not in any other figure."""
LONG = 0.02
"""Seconds after which a pause is long."""


class Pauses(Struct, frozen=True):
    """The pauses since sampling began. Times are in seconds."""

    longest: float = 0.0
    """The longest time between two samples, so at most the period more than the longest pause."""
    longest_busy: float = 0.0
    """The most CPU that the thread used between two samples: a pause with less was the machine's."""
    long: int = 0
    """The times between two samples that were long."""
    longest_collection: float = 0.0
    """The longest garbage collection."""
    longest_step: float = 0.0
    """The most CPU of one step of a task, or of one read; 0 where steps are not measured."""
    longest_step_of: str = ""
    """The cause."""


class Sampler:
    """Samples while a client measures. `start` and `report` are endpoints.

    Args:
        holds: Measures single steps; None if nothing does.
    """

    def __init__(self, holds: StepTimes | None) -> None:
        self._holds = holds
        self._sampling: asyncio.Task[None] | None = None
        self._seen = Pauses()
        self._collecting = 0.0

    async def start(self, _: Request) -> Response:
        """Begin."""
        self._seen = Pauses()
        if self._holds:
            self._holds.longest, self._holds.of = 0.0, ""
        self._sampling = asyncio.create_task(self._sample())
        gc.callbacks.append(self._collected)
        return Response(b"{}")

    async def report(self, _: Request) -> Response:
        """Stop, and return the `Pauses`."""
        assert self._sampling
        self._sampling.cancel()
        gc.callbacks.remove(self._collected)
        longest, of = (self._holds.longest, self._holds.of) if self._holds else (0.0, "")
        seen = msgspec.structs.replace(self._seen, longest_step=longest, longest_step_of=of)
        return Response(msgspec.json.encode(seen))

    async def _sample(self) -> None:
        at, busy = perf_counter(), thread_time()
        while True:
            await asyncio.sleep(PERIOD)
            now, used = perf_counter(), thread_time()
            seen, apart = self._seen, now - at
            if apart > seen.longest or used - busy > seen.longest_busy or apart > LONG:
                self._seen = msgspec.structs.replace(
                    seen,
                    longest=max(seen.longest, apart),
                    longest_busy=max(seen.longest_busy, used - busy),
                    long=seen.long + (apart > LONG),
                )
            at, busy = now, used

    def _collected(self, phase: str, _: dict[str, Any]) -> None:
        if phase == "start":
            self._collecting = perf_counter()
        elif (took := perf_counter() - self._collecting) > self._seen.longest_collection:
            self._seen = msgspec.structs.replace(self._seen, longest_collection=took)
