"""The names under which Prometheus gets the metrics of a process."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import accumulate
from typing import Any

from prometheus_client import CollectorRegistry, GCCollector, PlatformCollector, ProcessCollector
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from taphouse.service.observing.metrics import BOUNDS, Durations, Metrics
from taphouse.service.runtime import telemetry

PREFIX = "taphouse_"
EVERYWHERE = "It is the same at every instance."
"""A sentence in the help texts of metrics that are read from the store."""
_EDGES = [*map(str, BOUNDS), "+Inf"]


class Gauges(Collector):
    """The gauges that are computed at each scrape.

    Args:
        followers: Returns the number of followers of each followed game.
        bots: Returns the number of games in which a bot of this process must decide.
        attempts: The attempts to deliver to webhooks, by result.
    """

    def __init__(
        self, followers: Callable[[], Mapping[str, int]], bots: Callable[[], int], attempts: Mapping[str, int]
    ) -> None:
        self._followers, self._bots, self._attempts = followers, bots, attempts

    def collect(self) -> Iterator[Metric]:
        """See `Collector`."""
        followers = self._followers()
        yield _gauge("followed_games", "Games that somebody follows at this process.", len(followers))
        yield _gauge("followers", "Streams and long polls of games.", sum(followers.values()))
        yield _gauge("bot_queue", "Games in which a bot of this process must decide.", self._bots())
        text = "Attempts of this process to deliver to a webhook, by result."
        yield _counter("delivery_attempts", text, ("result",), self._attempts)


class ServiceCollector(Collector):
    """The counts of a process."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics

    def collect(self) -> Iterator[Metric]:
        """See `Collector`."""
        seen = self._metrics
        yield _counter("requests", "HTTP requests.", ("interface", "status"), seen.requests)
        yield _histogram(
            "operation_duration_seconds",
            "Time from the head of a request to the end of its answer, without operations that wait for something to happen.",
            ("interface", "operation"),
            seen.operations,
        )
        yield _counter("refusals", "Refused requests, by the code of the problem.", ("code",), seen.refusals)
        bugs = {(): telemetry.bugs.count}
        yield _counter("bugs", "Unexpected exceptions, in requests and in the background.", (), bugs)
        left_out = telemetry.leaves_out.counts
        yield _counter("unreadable", "What is stored and cannot be read here; each thing once.", ("why",), left_out)
        yield _counter("moves", "Moves that were made.", ("kind", "by"), seen.moves)
        yield _counter("games", "Games that came to a status.", ("kind", "status"), seen.games)
        yield _counter("lines", "Lines that were said beside games.", ("room",), seen.lines)
        yield _histogram("store_call_duration_seconds", "Calls of the store.", ("method",), seen.calls)
        yield _counter("store_failures", "Calls of the store that failed.", ("method", "failure"), seen.failures)
        yield _gauges("open_streams", "Open streams.", ("transport",), seen.streams)
        yield from _of_store(seen)
        pauses = {(): seen.pauses}
        yield _histogram("event_loop_pause_seconds", "How late the event loop was when it was looked at.", (), pauses)


def _of_store(seen: Metrics) -> Iterator[Metric]:
    """The metrics that were read from the store, without those that could not be read."""
    listed = f"Games in the lists that anybody can read. {EVERYWHERE}"
    yield _gauges("listed_games", listed, ("kind", "list"), seen.listed)
    yield _gauges("open_reports", f"Open reports of players. {EVERYWHERE}", (), _known(seen.reports))
    yield _gauges("stored_games", f"Games in the store, by status. {EVERYWHERE}", ("kind", "status"), seen.stored)
    waiting = f"What the store reminds instances of, now or later, by queue. {EVERYWHERE}"
    yield _gauges("reminders", waiting, ("queue",), {queue: one.count for queue, one in seen.reminders.items()})
    late = f"Seconds since the first reminder was due that no instance has claimed. {EVERYWHERE}"
    yield _gauges(
        "reminders_late_seconds", late, ("queue",), {queue: one.late for queue, one in seen.reminders.items()}
    )
    if (health := seen.health) is None:
        return
    yield _gauge(
        "store_reachable_ratio", "The part of the games that this process can read and change.", health.reachable
    )
    memory = f"The part of its memory that the fullest server of the store uses. {EVERYWHERE}"
    yield _gauges("store_memory_ratio", memory, (), _known(health.memory))
    replicas = f"The replicas of the store that are connected and up to date. {EVERYWHERE}"
    yield _gauges("store_replicas", replicas, (), _known(health.replicas))
    spare = (
        f"The replicas that each server can lose and still acknowledge changes. {EVERYWHERE} "
        "Below 0, changes get 503. Where changes need no replica, there is no value."
    )
    yield _gauges("store_spare_replicas", spare, (), _known(health.spare))


def registry(metrics: Metrics, gauges: Gauges) -> CollectorRegistry:
    """All metrics of a process, with those of prometheus-client about Python and the process."""
    made = CollectorRegistry()
    made.register(ServiceCollector(metrics))
    made.register(gauges)
    ProcessCollector("", lambda: "self", "/proc", made)  # as it is by default
    PlatformCollector(made)
    GCCollector(made)
    return made


def _known(value: float | None) -> Mapping[tuple[()], float]:
    return {} if value is None else {(): value}


def _texts(key: Any) -> list[str]:
    return [str(one) for one in (key if isinstance(key, tuple) else (key,))]


def _counter(name: str, text: str, labels: tuple[str, ...], counts: Mapping[Any, int]) -> Metric:
    family = CounterMetricFamily(PREFIX + name, text, labels=labels)
    for key, count in counts.items():
        family.add_metric(_texts(key), count)
    return family


def _gauge(name: str, text: str, value: float) -> Metric:
    return GaugeMetricFamily(PREFIX + name, text, value)


def _gauges(name: str, text: str, labels: tuple[str, ...], values: Mapping[Any, float]) -> Metric:
    family = GaugeMetricFamily(PREFIX + name, text, labels=labels)
    for key, value in values.items():
        family.add_metric(_texts(key), value)
    return family


def _histogram(name: str, text: str, labels: tuple[str, ...], found: Mapping[Any, Durations]) -> Metric:
    family = HistogramMetricFamily(PREFIX + name, text, labels=labels)
    for key, durations in found.items():
        buckets = list(zip(_EDGES, accumulate(durations.counts), strict=True))
        family.add_metric(_texts(key), buckets, durations.total)
    return family
