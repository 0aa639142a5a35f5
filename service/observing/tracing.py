"""Traces: a span for each request, for the execution of GraphQL, for each use case and for each call of the store.

Spans hold the same as log lines: names, codes and statuses, never what a player sent or sees. The code uses only the API of
OpenTelemetry, except `_provider`, which sets up the SDK with an exporter that its own `OTEL_` variables configure.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, Any

from opentelemetry.trace import Span, SpanKind, StatusCode, Tracer
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from taphouse.schema.execution.executor import Executable
from taphouse.service.runtime import telemetry

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import TracerProvider

NAME = "taphouse"
PATIENCE = 2.0
"""Seconds in which the last spans must be exported when the service stops."""
_PARENT = (b"traceparent", b"tracestate")
_propagator = TraceContextTextMapPropagator()


class Tracing:
    """Makes spans while the application runs.

    Args:
        tracer: Makes them. If None, one that exports them over OTLP.
    """

    def __init__(self, tracer: Tracer | None = None) -> None:
        self._tracer = tracer
        self._provider: TracerProvider | None = None

    def close(self) -> None:
        """Export the last spans, for a moment: a collector that is away must not hold up the end of the service."""
        if self._provider is not None:
            closing = threading.Thread(target=self._provider.shutdown, name="traces", daemon=True)
            closing.start()
            closing.join(PATIENCE)

    def span(self, name: str, **attributes: Any) -> AbstractContextManager[Span]:
        """A span within the current one."""
        return self._made(name, attributes=attributes)

    def use_case(self, name: str) -> AbstractContextManager[Span]:
        """The span of a use case; see `wrap_methods`."""
        return self._made(f"use case {name}")

    def store(self, name: str) -> AbstractContextManager[Span]:
        """The span of a call of the store; see `wrap_methods`."""
        attributes = {"db.system.name": "redis", "db.operation.name": name}
        return self._made(f"store {name}", kind=SpanKind.CLIENT, attributes=attributes)

    def request(self, scope: Scope) -> AbstractContextManager[Span]:
        """The span of an HTTP request or WebSocket, within the one that its `traceparent` names."""
        carrier = {name.decode(): value.decode("latin-1") for name, value in scope["headers"] if name in _PARENT}
        method = scope.get("method", "WEBSOCKET")
        attributes = {"http.request.method": method, "network.protocol.name": scope["type"]}
        return self._made(method, context=_propagator.extract(carrier), kind=SpanKind.SERVER, attributes=attributes)

    @contextmanager
    def _made(self, name: str, **given: Any) -> Iterator[Span]:
        """A span. It records only the type of an exception: the message may quote what a player sent."""
        if self._tracer is None:  # the exporter has a thread, so it starts in the process that serves
            self._provider = _provider()
            self._tracer = self._provider.get_tracer(NAME)
        with self._tracer.start_as_current_span(
            name, record_exception=False, set_status_on_exception=False, **given
        ) as span:
            try:
                yield span
            except HTTPException:  # `RequestMiddleware` answers it
                raise
            except Exception as error:
                span.set_attribute("error.type", type(error).__name__)
                span.set_status(StatusCode.ERROR)
                raise


class TracedExecutable(Executable):
    """A schema whose operations have a span."""

    def __init__(self, tracing: Tracing, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._tracing = tracing

    async def execute(self, *given: Any, **named: Any) -> Any:
        """See `Executable`."""
        with self._tracing.span("graphql") as span:
            result = await super().execute(*given, **named)
            span.update_name(f"graphql {result.type} {result.field}")
            span.set_attributes({"graphql.operation.type": result.type, "graphql.field": result.field})
            return result


class Traced:
    """ASGI middleware that gives each request and WebSocket a span, and its log line the id of the trace."""

    def __init__(self, app: ASGIApp, tracing: Tracing) -> None:
        self.app, self._tracing = app, tracing

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request or WebSocket."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        with self._tracing.request(scope) as span:
            telemetry.note(trace_id=f"{span.get_span_context().trace_id:032x}")
            try:
                await self.app(scope, receive, _noting(span, send))
            except HTTPException as error:
                span.set_attribute("http.response.status_code", error.status_code)
                raise
            finally:
                line = telemetry.line.get()
                notes = {} if line is None else line.notes
                route = getattr(scope.get("route"), "path", "")
                operation = notes.get("field") or (notes.get("operation") if "operation_type" not in notes else None)
                span.update_name(" ".join(filter(None, (scope.get("method", "WEBSOCKET"), route, operation))))
                span.set_attribute("http.route", route)
                if "outcome" in notes:
                    span.set_attribute("taphouse.outcome", notes["outcome"])


def _noting(span: Span, send: Send) -> Send:
    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            span.set_attribute("http.response.status_code", message["status"])
        await send(message)

    return sent


def _provider() -> TracerProvider:
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import SERVICE_NAME, Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    named = "OTEL_SERVICE_NAME" in os.environ
    provider = TracerProvider(resource=Resource.create({} if named else {SERVICE_NAME: NAME}))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    return provider
