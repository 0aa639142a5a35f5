"""One line per request, no secret in it; a bug is logged once and told as an id; a body has a limit."""

from __future__ import annotations

import asyncio
import datetime
import io
import json
import logging
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Any

import httpx
import pytest
import uvicorn
from pydantic import SecretStr
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from taphouse.service.app import create_app
from taphouse.service.http.request_middleware import RequestMiddleware
from taphouse.service.runtime import telemetry
from taphouse.service.runtime.settings import Settings
from taphouse.service.runtime.telemetry import note, request_id
from taphouse.service.store.health import Health
from tests.log_lines import log_lines

CANARY = "CANARY-hunter2"
TOKEN = {"authorization": f"Bearer {CANARY}"}
Handler = Callable[[Request], Awaitable[Response]]


@pytest.fixture(params=["json", "console"])
def form(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    with log_lines() as lines:
        yield lines


def logged(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def app_of(handler: Handler, most: int = 1000) -> Starlette:
    return Starlette(
        routes=[Route("/{rest:path}", handler, methods=["GET", "POST"])],
        middleware=[Middleware(RequestMiddleware, most_body=most)],
    )


def client_of(app: Any) -> httpx.AsyncClient:
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://test")


async def echo(request: Request) -> Response:
    note(operation="play", outcome="NOT_YOUR_TURN")
    return Response(await request.body(), 201)


async def broken(request: Request) -> Response:
    token = request.headers["authorization"]
    hand = await request.body()
    raise LookupError(f"no seat for {token} in {request.url}") from ValueError(len(hand))


async def test_a_request_is_one_line_with_what_the_inner_layers_noted(lines):
    async with client_of(app_of(echo)) as client:
        response = await client.post("/graphql", content=b"1234567")
    (line,) = logged(lines)
    assert line["event"] == "request"
    assert (line["method"], line["path"], line["status"], line["bytes"]) == ("POST", "/graphql", 201, 7)
    assert (line["operation"], line["outcome"]) == ("play", "NOT_YOUR_TURN")
    assert line["duration_ms"] >= 0
    assert line["request_id"] == response.headers["x-request-id"]


def test_a_line_has_its_time_in_utc(lines):
    before = datetime.datetime.now(datetime.UTC)
    telemetry.log.info("of the service")
    logging.getLogger("a.library").warning("of a library")
    for line in logged(lines):
        assert line["timestamp"].endswith("Z")
        at = datetime.datetime.fromisoformat(line["timestamp"])
        assert before <= at <= datetime.datetime.now(datetime.UTC)
    assert len(logged(lines)) == 2


async def test_notes_of_one_request_are_not_in_another(lines):
    async def named(request: Request) -> Response:
        note(**{request.path_params["rest"]: request_id()})
        await asyncio.sleep(0)
        return Response()

    async with client_of(app_of(named)) as client:
        await asyncio.gather(*(client.get(f"/n{i}") for i in range(20)))
    for line in logged(lines):
        assert [name for name in line if name.startswith("n")] == [line["path"].strip("/")]
        assert line[line["path"].strip("/")] == line["request_id"]


def test_a_note_outside_a_request_goes_nowhere():
    note(operation="nothing")
    assert request_id() == ""


async def test_a_note_cannot_pass_for_what_is_measured(lines):
    async def lying(_: Request) -> Response:
        note(status=999, request_id="x")
        return Response()

    async with client_of(app_of(lying)) as client:
        await client.get("/")
    assert logged(lines)[0]["status"] == 200


@pytest.mark.parametrize("handler", [echo, broken])
async def test_no_secret_of_a_request_is_in_a_line(lines, form, handler):
    telemetry.configure(Settings(log_format=form, log_level="debug"), lines)
    async with client_of(app_of(handler)) as client:
        await client.post(
            f"/graphql?query={CANARY}1&token={CANARY}2",
            content=CANARY.encode() + b"3",
            headers={**TOKEN, "cookie": f"a={CANARY}4", "x-request-id": f"{CANARY}!", "user-agent": CANARY},
        )
    assert "graphql" in lines.getvalue()
    assert "CANARY" not in lines.getvalue()


@pytest.mark.parametrize("theirs", ["a" * 65, "a b", "a\u00e9", "", "a_b", 'a"b'])
async def test_an_odd_request_id_is_replaced(lines, theirs):
    async with client_of(app_of(echo)) as client:
        response = await client.get("/", headers=[(b"x-request-id", theirs.encode("latin-1"))])
    assert response.headers["x-request-id"] != theirs
    assert logged(lines)[0]["request_id"] == response.headers["x-request-id"]


async def test_a_plain_request_id_is_kept(lines):
    async with client_of(app_of(echo)) as client:
        response = await client.get("/", headers={"x-request-id": "Trace-0042"})
    assert response.headers["x-request-id"] == logged(lines)[0]["request_id"] == "Trace-0042"


async def test_a_path_cannot_break_a_line(lines, form):
    telemetry.configure(Settings(log_format=form), lines)
    async with client_of(app_of(echo)) as client:
        await client.get("/%0A%1B[31mforged" + "x" * 500)
    (line,) = lines.getvalue().splitlines()
    assert "%0A%1B" in line
    assert len(line) < 600


async def test_a_bug_is_logged_once_and_its_client_gets_only_the_id(lines):
    async with client_of(app_of(broken)) as client:
        response = await client.post("/graphql", headers=TOKEN)
    assert response.status_code == 500
    (given,) = response.json()["errors"]
    error = given["extensions"]
    assert error["code"] == "INTERNAL"
    assert (set(given), set(error)) == ({"message", "extensions"}, {"code", "id"})
    assert "LookupError" not in response.text
    bug, line = logged(lines)
    assert bug["event"] == "bug"
    assert bug["request_id"] == line["request_id"] == error["id"] == response.headers["x-request-id"]
    assert "LookupError: no seat for [hidden]" in bug["exception"]
    assert line["status"] == 500


@pytest.mark.parametrize("path", ["/graphql", "/v1/games"])
async def test_the_id_of_a_bug_is_the_services_own(lines, path):
    async with client_of(app_of(broken)) as client:
        response = await client.post(path, headers={"x-request-id": "Trace-0042"})
    body = response.json()
    given = body["errors"][0]["extensions"]["id"] if path == "/graphql" else body["id"]
    bug, line = logged(lines)
    assert (bug["id"], len(given)) == (given, 16)
    assert bug["request_id"] == line["request_id"] == response.headers["x-request-id"] == "Trace-0042"


async def test_a_bug_in_the_middle_of_an_answer_is_logged_once(lines):
    async def half(_: Request) -> Response:
        async def chunks() -> AsyncIterator[bytes]:
            yield b"half"
            raise LookupError

        return StreamingResponse(chunks())

    sent: list[Any] = []

    async def receive() -> Any:
        await asyncio.Event().wait()  # the client stays

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "GET", "path": "/", "headers": [], "query_string": b""}
    await app_of(half)(scope, receive, send)
    assert [message.get("body") for message in sent] == [None, b"half"]
    assert [line["event"] for line in logged(lines)] == ["bug", "request"]


async def chunks(count: int) -> AsyncIterator[bytes]:
    for _ in range(count):
        yield b"x" * 100


async def swallowing(request: Request) -> Response:
    try:
        return Response(await request.body())
    except Exception:
        return JSONResponse({"error": "something"}, 400)


@pytest.mark.parametrize("handler", [echo, swallowing])
@pytest.mark.parametrize("announced", [True, False])
async def test_a_body_over_the_limit_is_refused_and_one_at_it_is_not(lines, handler, announced):
    async with client_of(app_of(handler, most=1000)) as client:
        fits = await client.post("/", content=b"x" * 1000 if announced else chunks(10))
        large = await client.post("/", content=b"x" * 1001 if announced else chunks(11))
    assert len(fits.content) == 1000
    assert large.status_code == 413
    assert large.json()["code"] == "BODY_TOO_LARGE"
    assert large.headers["connection"] == "close"
    assert logged(lines)[1]["status"] == 413


async def test_a_body_that_lies_about_its_length_is_counted(lines):
    async with client_of(app_of(echo, most=1000)) as client:
        large = await client.post("/", content=chunks(50), headers={"content-length": "10"})
    assert large.status_code == 413


async def test_a_request_that_waits_when_the_service_stops_is_told_so_in_time(lines):
    waiting = asyncio.Event()

    async def long_poll(_: Request) -> Response:
        waiting.set()
        await asyncio.sleep(25)
        return Response()

    config = uvicorn.Config(app_of(long_poll), port=0, log_config=None, timeout_graceful_shutdown=1, ws="none")
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server._serve())
    async with asyncio.timeout(15):
        while not server.started:  # noqa: ASYNC110 -- uvicorn has no event for it
            await asyncio.sleep(0.01)
        port = server.servers[0].sockets[0].getsockname()[1]
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", trust_env=False) as client:
            asking = asyncio.create_task(client.get("/", timeout=20))
            await waiting.wait()
            server.should_exit = True
            response = await asking
        await serving
    assert response.status_code == 503
    assert response.json()["code"] == "STOPPING"
    (line,) = [line for line in logged(lines) if line["event"] == "request"]
    assert line["status"] == 503
    assert line["cancelled"] is True
    assert "Traceback" not in lines.getvalue()


class Slow:
    """Of a store, only the health, and that never comes."""

    async def health(self) -> Health:
        await asyncio.sleep(60)
        return Health(ready=True)


class Evicting:
    """Of a store, only the health."""

    async def health(self) -> Health:
        return Health(ready=False, reason="it evicts", warnings=("no append-only file",))


async def test_readiness_says_why_not_and_is_told_in_bounded_time(lines):
    for store, reason in ((Slow(), "the store does not answer"), (Evicting(), "it evicts")):
        app = create_app(Settings(store_timeout=0.05, signing_key=SecretStr("k" * 40)), store=store)
        async with asyncio.timeout(5), app.router.lifespan_context(app), client_of(app) as client:
            assert (await client.get("/healthz")).status_code == 200
            response = await client.get("/readyz")
        assert response.status_code == 503
        assert response.json()["ready"] is False
        assert response.json()["reason"] == reason
    assert "no append-only file" in lines.getvalue()


async def test_an_unknown_path_and_a_wrong_method_are_told_as_json(lines):
    app = create_app(Settings(signing_key=SecretStr("k" * 40)), store=Evicting())
    async with client_of(app) as client:
        nowhere = await client.get("/nowhere")
        wrong = await client.delete("/healthz")
    assert nowhere.status_code == 404
    assert nowhere.headers["content-type"] == "application/problem+json"
    assert (nowhere.json()["code"], nowhere.json()["detail"]) == ("NOT_FOUND", "There is nothing at this path.")
    assert wrong.status_code == 405
    assert wrong.json()["code"] == "METHOD_NOT_ALLOWED"
    assert "GET" in wrong.headers["allow"]


def test_a_service_inside_another_program_reports_only_failures():
    lines = "from taphouse.service.runtime.telemetry import log; log.info('request'); log.error('bug')"
    wrote = subprocess.run([sys.executable, "-c", lines], check=True, capture_output=True, text=True)
    assert (wrote.stdout, json.loads(wrote.stderr)["event"]) == ("", "bug")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("stream", "level", "shown"),
    [
        (Terminal(), "auto", ["warned"]),
        (io.StringIO(), "auto", ["request", "warned"]),
        (Terminal(), "info", ["request", "warned"]),
    ],
)
def test_requests_do_not_push_the_addresses_off_a_terminal(lines, stream, level, shown):
    telemetry.configure(Settings(log_format="json", log_level=level), stream)
    telemetry.log.info("request")
    telemetry.log.warning("warned")
    assert [one["event"] for one in logged(stream)] == shown
