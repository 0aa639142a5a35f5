"""The observers of an application, by its settings. An observer that is off is not loaded, and costs a move nothing."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Protocol

from starlette.middleware import Middleware

from taphouse.schema.ports import Caller, Context, UseCase
from taphouse.service.bots.bot_seats import Bots
from taphouse.service.games.streams.game_streams import GameStreams
from taphouse.service.observing.counted_commits import CountedCommits
from taphouse.service.observing.game_counts import GameCounts
from taphouse.service.observing.metrics import Metrics
from taphouse.service.observing.store_gauges import look_at_store
from taphouse.service.observing.wrapping import Around, wrap_method, wrap_methods
from taphouse.service.runtime.settings import BadSettings, Settings, variable
from taphouse.service.runtime.shutdown import background
from taphouse.service.store.protocol import Store
from taphouse.service.webhooks.deliveries import Deliveries

if TYPE_CHECKING:
    from opentelemetry.trace import Tracer

    from taphouse.schema.execution.executor import Executable
    from taphouse.service.observing.tracing import Tracing

_EXPORTER = ("opentelemetry.sdk", "opentelemetry.exporter.otlp.proto.http")


class MetricsServer(Protocol):
    """Serves metrics on a port."""

    port: int | None

    async def run(self) -> None:
        """Listen until cancelled."""


class Observers:
    """The observers of an application.

    Args:
        settings: The operator's settings.
        tracer: Makes spans. If None, one that exports them, if the settings want traces.

    Raises:
        BadSettings: The packages that traces need are not installed.
    """

    def __init__(self, settings: Settings, tracer: Tracer | None = None) -> None:
        self._settings = settings
        self.metrics = None if settings.metrics_port is None else Metrics()
        self.listener: MetricsServer | None = None
        """Serves the metrics while the application runs."""
        self._counts: GameCounts | None = None
        self._tracing: Tracing | None = None
        if tracer is None and settings.traces and not all(map(_installed, _EXPORTER)):
            raise BadSettings((f"{variable('traces')} needs more packages: pip install 'taphouse[traces]'.",))
        if tracer is not None or settings.traces:
            from taphouse.service.observing.tracing import Tracing

            self._tracing = Tracing(tracer)

    def executable(self, *given: Any, **named: Any) -> Executable:
        """An `Executable` with these arguments."""
        if self._tracing is None:
            from taphouse.schema.execution.executor import Executable

            return Executable(*given, **named)
        from taphouse.service.observing.tracing import TracedExecutable

        return TracedExecutable(self._tracing, *given, **named)

    def middleware(self) -> list[Middleware]:
        """The middleware within `RequestMiddleware`."""
        if self._tracing is None:
            return []
        from taphouse.service.observing.tracing import Traced

        return [Middleware(Traced, tracing=self._tracing)]

    def store(self, store: Store) -> Store:
        """A store with its calls observed."""
        if self.metrics is not None:
            store = wrap_methods(store, self.metrics.calling)
            self._counts = GameCounts(store)
        return store if self._tracing is None else wrap_methods(store, self._tracing.store)

    def commits(self, now: Callable[[], int]) -> CountedCommits | None:
        """The counter of commits; None without metrics. `now` returns the time in milliseconds since the epoch."""
        if self.metrics is None or self._counts is None:
            return None
        return CountedCommits(self.metrics, self._counts, now)

    def use_cases(self, use_cases: Mapping[str, UseCase]) -> Mapping[str, UseCase]:
        """Use cases with a span for each."""
        return use_cases if self._tracing is None else _around_each(use_cases, self._tracing.use_case)

    def context(self, use_cases: Mapping[str, UseCase]) -> Callable[[Caller], Context]:
        """Makes the context of GraphQL's resolvers. Refusals become data there, so they are counted where they are raised."""
        return partial(Context, use_cases if self.metrics is None else _around_each(use_cases, self.metrics.answering))

    @asynccontextmanager
    async def running(
        self,
        store: Store,
        streams: GameStreams,
        bots: Bots,
        deliveries: Deliveries,
        kinds: Iterable[str],
        listen: Callable[..., MetricsServer],
    ) -> AsyncIterator[None]:
        """Serve metrics inside this context.

        Args:
            store: The store.
            streams: The streams, with their followers.
            bots: The bots of this process.
            deliveries: The deliveries of this process.
            kinds: The kinds of games.
            listen: Makes the listener; see `MetricsListener`.
        """
        metrics, counts, settings = self.metrics, self._counts, self._settings
        if metrics is None or counts is None:
            yield
            return
        from taphouse.service.observing.exposition import Gauges, registry

        made = registry(metrics, Gauges(lambda: streams.followed, lambda: bots.queued, deliveries.attempts))
        port, ports = settings.metrics_port or 0, settings.workers
        self.listener = listen(made, settings.metrics_host, settings.hosts, port, ports)
        looks = look_at_store(
            metrics, store, tuple(kinds), webhooks=settings.webhooks != "off" or settings.mail_server is not None
        )
        async with background(self.listener.run(), metrics.look_at_loop(), counts.run(), looks):
            yield

    def close(self) -> None:
        """Export the last spans."""
        if self._tracing is not None:
            self._tracing.close()


def _around_each(use_cases: Mapping[str, UseCase], around: Around) -> Mapping[str, UseCase]:
    return {name: wrap_method(use_case, name, around) for name, use_case in use_cases.items()}


def _installed(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except ModuleNotFoundError:
        return False
