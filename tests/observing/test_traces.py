"""Traces: spans over HTTP, schema and store, within the trace that a client names, and without anything that it sent."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Event, Thread
from typing import Any

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import SpanKind, StatusCode

from taphouse.lab.memory_store import MemoryStore
from taphouse.service.observing import observers, tracing
from taphouse.service.runtime.settings import BadSettings
from taphouse.service.store.protocol import Loaded
from tests.observing.build import CANARY, LOOK, application

TRACE, PARENT = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"


class Broken(MemoryStore):
    """A store with a bug that quotes what it was asked."""

    async def load(self, game: str, *_: Any, **__: Any) -> Loaded:
        raise LookupError(f"{game} {CANARY}")


@pytest.fixture
def exported() -> InMemorySpanExporter:
    return InMemorySpanExporter()


@pytest.fixture
def tracer(exported: InMemorySpanExporter) -> Any:
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exported))
    return provider.get_tracer("test")


def named(spans: tuple[ReadableSpan, ...], name: str) -> ReadableSpan:
    (found,) = [span for span in spans if span.name == name]
    return found


def ancestors(spans: tuple[ReadableSpan, ...], span: ReadableSpan) -> list[str]:
    by_id = {one.context.span_id: one for one in spans}
    names = []
    while span.parent is not None and span.parent.span_id in by_id:
        span = by_id[span.parent.span_id]
        names.append(span.name)
    return names


async def test_a_move_has_spans_over_http_schema_and_store(tracer, exported):
    async with application(tracer=tracer) as client:
        await client.begin()
        exported.clear()
        client.http.headers["traceparent"] = f"00-{TRACE}-{PARENT}-01"
        await client.draft()
        spans = exported.get_finished_spans()
    request = named(spans, "POST /graphql dankAndDraftDraft")
    assert request.kind is SpanKind.SERVER
    assert request.parent.span_id == int(PARENT, 16)
    assert {span.context.trace_id for span in spans} == {int(TRACE, 16)}
    assert request.attributes["http.response.status_code"] == 200
    assert request.attributes["taphouse.outcome"] == "executed"
    commit = named(spans, "store commit")
    assert ancestors(spans, commit) == ["use case play", "graphql mutation dankAndDraftDraft", request.name]
    assert commit.attributes["db.operation.name"] == "commit"
    assert ancestors(spans, named(spans, "store load"))[0] == "use case play"


async def test_a_request_of_rest_is_named_by_its_route(tracer, exported):
    async with application(tracer=tracer) as client:
        await client.begin()
        exported.clear()
        await client.http.get(f"/v1/games/{client.game}")
        spans = exported.get_finished_spans()
    request = named(spans, "GET /v1/games/{id} game")
    assert ancestors(spans, named(spans, "store load")) == ["use case see", request.name]


async def test_no_span_holds_what_a_client_sent(tracer, exported):
    async with application(tracer=tracer) as client:
        await client.begin()
        await client.draft()
        await client.http.get(f"/v1/games/{CANARY}?{CANARY}", headers={"authorization": f"Bearer {CANARY}"})
        await client.http.get(f"/{CANARY}")
        told = "".join(span.to_json() for span in exported.get_finished_spans())
        assert CANARY not in told
        assert client.token not in told
        assert client.game not in told


async def test_a_bug_is_marked_by_its_type_alone(tracer, exported):
    async with application(Broken(), tracer=tracer) as client:
        assert (await client.http.get(f"/v1/games/{'a' * 24}")).status_code == 500
    load = named(exported.get_finished_spans(), "store load")
    assert load.status.status_code is StatusCode.ERROR
    assert load.attributes["error.type"] == "LookupError"
    assert CANARY not in "".join(span.to_json() for span in exported.get_finished_spans())


async def test_a_refusal_is_no_error_of_the_schema(tracer, exported):
    async with application(tracer=tracer) as client:
        assert (await client.ask(LOOK, game="a" * 24))["code"] == "GAME_NOT_FOUND"
    spans = exported.get_finished_spans()
    assert named(spans, "graphql query game").status.status_code is StatusCode.UNSET


class Collector(BaseHTTPRequestHandler):
    """Takes spans as a collector does."""

    got: list[ExportTraceServiceRequest]

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        self.got.append(ExportTraceServiceRequest.FromString(body))
        self.send_response(200)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def collector(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[ExportTraceServiceRequest]]:
    Collector.got = []
    with HTTPServer(("127.0.0.1", 0), Collector) as server:
        thread = Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", f"http://127.0.0.1:{server.server_port}")
        yield Collector.got
        server.shutdown()
        thread.join()


async def test_spans_are_exported_over_otlp_before_the_service_ends(collector):
    async with application(traces=True) as client:
        await client.http.get("/healthz")
    resources = [spans for request in collector for spans in request.resource_spans]
    names = {span.name for one in resources for scope in one.scope_spans for span in scope.spans}
    assert "GET /healthz" in names
    assert "store health" in names
    services = {pair.value.string_value for pair in resources[0].resource.attributes if pair.key == "service.name"}
    assert services == {"taphouse"}


async def test_a_collector_that_is_away_holds_up_nothing(monkeypatch):
    released = Event()

    class Waiting(TracerProvider):
        def shutdown(self) -> None:
            released.wait()

    monkeypatch.setattr(tracing, "PATIENCE", 0.01)
    monkeypatch.setattr(tracing, "_provider", Waiting)
    async with application(traces=True) as client:
        assert (await client.http.get("/healthz")).status_code == 200
    assert not released.is_set()
    released.set()


async def test_without_the_packages_it_says_what_to_install(monkeypatch):
    monkeypatch.setattr(observers, "find_spec", lambda _: None)
    with pytest.raises(BadSettings, match=r"taphouse\[traces\]"):
        async with application(traces=True):
            pass


def test_what_is_off_is_not_loaded():
    script = (
        "import sys\n"
        "import taphouse.service.cli.serve\n"
        "print([name for name in sys.modules if name.startswith(('opentelemetry', 'prometheus_client'))])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
