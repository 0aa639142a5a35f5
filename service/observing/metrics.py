"""The counts of an instance, as plain numbers; `exposition` names them for Prometheus.

Only the event loop changes and reads them, so they need no locks, and a count costs well under a microsecond. Their labels are
bounded: kinds of games, codes, statuses, names of operations and of methods; never text that a client sent.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from time import perf_counter
from types import TracebackType
from typing import Any

from taphouse.schema.failures import Refused
from taphouse.schema.rest.operations import OPERATIONS
from taphouse.service.store.health import Health, Reminders

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""The upper bounds of the buckets of durations, in seconds; the last bucket has none."""
LOOK_EVERY = 0.05
"""Seconds between two measurements of the event loop's delay."""
MOST_CODES = 500
"""The most codes that are counted separately: there are about a hundred, and more would be a mistake."""
OTHER = "other"
WAITING = {"events", *(one.id for one in OPERATIONS if one.streams or one.written)}
"""The operations that last as long as their clients like: streams, long polls and exports. They have no durations."""


class Durations:
    """A histogram of durations."""

    __slots__ = ("counts", "total")

    def __init__(self) -> None:
        self.counts = [0] * (len(BOUNDS) + 1)
        """The number in each bucket."""
        self.total = 0.0
        """Their sum in seconds."""

    def add(self, seconds: float) -> None:
        """Count one."""
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.total += seconds


class Metrics:
    """The numbers of one process."""

    def __init__(self) -> None:
        self.requests: Counter[tuple[str, int]] = Counter()
        """Answered requests by interface and status."""
        self.operations: defaultdict[tuple[str, str], Durations] = defaultdict(Durations)
        """Durations by interface and operation: an operation of REST, or the root field of an operation of GraphQL."""
        self.refusals: Counter[str] = Counter()
        """Refused requests by the code of the problem."""
        self.moves: Counter[tuple[str, str]] = Counter()
        """Moves by kind of game and by author: a player, a bot, or the service for a seat that resigned."""
        self.games: Counter[tuple[str, str]] = Counter()
        """Games that came to a status, by kind and status."""
        self.lines: Counter[str] = Counter()
        """Lines that were said, by room."""
        self.calls: defaultdict[str, Durations] = defaultdict(Durations)
        """Durations of calls of the store, by method."""
        self.failures: Counter[tuple[str, str]] = Counter()
        """Failed calls of the store, by method and kind of failure."""
        self.streams: Counter[str] = Counter()
        """Open streams by transport."""
        self.health: Health | None = None
        """The health of the store, as this process sees it; None before it was read."""
        self.reminders: Mapping[str, Reminders] = {}
        """The reminders by queue of the store."""
        self.listed: Mapping[tuple[str, str], int] = {}
        """The lengths of the lists of games that anybody can find, by kind and list."""
        self.reports: int | None = None
        """The open reports of players; None if they were not read."""
        self.stored: Mapping[tuple[str, str], int] = {}
        """The games in the store, by kind and status."""
        self.pauses = Durations()
        """The delays of the event loop, one for each measurement."""

    def request(self, path: str, notes: Mapping[str, Any], status: int, seconds: float) -> None:
        """Count an HTTP request.

        Args:
            path: Its path.
            notes: The fields of its log line.
            status: The status of the answer; 0 if there was none.
            seconds: The seconds that it took.
        """
        interface = "graphql" if path == "/graphql" else "rest" if path.startswith("/v1/") else OTHER
        self.requests[interface, status] += 1
        operation = notes.get("field") or (notes.get("operation") if interface == "rest" else None)
        if operation and notes.get("operation_type") != "subscription" and operation not in WAITING:
            self.operations[interface, operation].add(seconds)
        code = notes.get("outcome")
        if isinstance(code, str) and code.isupper():  # other outcomes are no refusals
            self.refused(code)

    def refused(self, code: str) -> None:
        """Count a refusal."""
        self.refusals[code if code in self.refusals or len(self.refusals) < MOST_CODES else OTHER] += 1

    @contextmanager
    def streaming(self, transport: str) -> Iterator[None]:
        """Count a stream while it is open."""
        self.streams[transport] += 1
        try:
            yield
        finally:
            self.streams[transport] -= 1

    def calling(self, method: str) -> _Call:
        """Count a call of the store, and how long it takes; see `wrap_methods`."""
        return _Call(self, method)

    def answering(self, _: str) -> _Refusals:
        """Count a refusal by a use case; see `wrap_methods`."""
        return _Refusals(self)

    async def look_at_loop(self) -> None:
        """Measure the delay of the event loop until cancelled."""
        while True:
            due = perf_counter() + LOOK_EVERY
            await asyncio.sleep(LOOK_EVERY)
            self.pauses.add(max(0.0, perf_counter() - due))


class _Call:
    __slots__ = ("_began", "_method", "_metrics")

    def __init__(self, metrics: Metrics, method: str) -> None:
        self._metrics, self._method, self._began = metrics, method, perf_counter()

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._metrics.calls[self._method].add(perf_counter() - self._began)
        if kind is not None and issubclass(kind, Exception):  # being cancelled is no failure
            self._metrics.failures[self._method, kind.__name__] += 1


class _Refusals:
    __slots__ = ("_metrics",)

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if isinstance(error, Refused):
            self._metrics.refused(error.problem.code)
