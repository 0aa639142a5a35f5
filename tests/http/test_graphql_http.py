"""GraphQL over HTTP: statuses, media types, and what is no GraphQL request."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
import strawberry
from starlette.applications import Starlette
from starlette.middleware import Middleware

from taphouse.schema.execution.executor import Executable
from taphouse.schema.execution.scheduler import Scheduler
from taphouse.schema.ports import Caller
from taphouse.service.app import graphql_routes
from taphouse.service.http.graphql_on_demand import GraphQLOnDemand
from taphouse.service.http.negotiation import GRAPHQL, JSON, negotiate, preferred
from taphouse.service.http.pages import HTML, Pages
from taphouse.service.http.request_middleware import RequestMiddleware
from taphouse.service.runtime import telemetry
from taphouse.service.runtime.settings import Settings
from taphouse.service.runtime.shutdown import Stopping
from tests.log_lines import log_lines

BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,*/*;q=0.8"


@strawberry.type
class Query:
    @strawberry.field
    def hello(self, info: strawberry.Info, name: str | None = None) -> str:
        return f"Hello {name or info.context}"

    @strawberry.field
    def broken(self) -> str | None:
        raise RuntimeError("CANARY")


@strawberry.type
class Mutation:
    @strawberry.mutation
    def play(self) -> str:
        return "played"


EXECUTABLE = Executable(strawberry.Schema(Query, Mutation)._schema, telemetry.bug)


def viewer(caller: Caller) -> str:
    return caller.token or "you"


def client_of(settings: Settings) -> httpx.AsyncClient:
    app = Starlette(
        routes=graphql_routes(GraphQLOnDemand(lambda: EXECUTABLE, settings, None), settings, Pages()),
        middleware=[Middleware(RequestMiddleware, most_body=2000)],
    )
    app.state.services = SimpleNamespace(
        settings=settings, rates=None, scheduler=Scheduler(), metrics=None, stopping=Stopping(), context=viewer
    )
    client = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://test")
    del client.headers["accept"]
    return client


@pytest.fixture
async def client() -> AsyncIterator[httpx.AsyncClient]:
    async with client_of(Settings()) as client:
        yield client


def media(response: httpx.Response) -> str:
    kind, _, rest = response.headers["content-type"].partition(";")
    assert rest.strip() == "charset=utf-8"
    return str(kind)


def code(response: httpx.Response) -> str:
    (error,) = response.json()["errors"]
    assert error["message"]
    return str(error["extensions"]["code"])


async def post(client: httpx.AsyncClient, body: Any, accept: str = GRAPHQL) -> httpx.Response:
    return await client.post("/graphql", json=body, headers={"accept": accept})


@pytest.mark.parametrize(
    ("accept", "expected"),
    [
        (None, JSON),
        ("", JSON),
        ("*/*", JSON),
        ("application/*", JSON),
        (JSON, JSON),
        (GRAPHQL, GRAPHQL),
        ("APPLICATION/GraphQL-Response+JSON", GRAPHQL),
        (f"{GRAPHQL}, {JSON};q=0.9", GRAPHQL),
        (f"{JSON}, {GRAPHQL}", GRAPHQL),
        (f"{JSON}, {GRAPHQL};q=0.5", JSON),
        (f"*/*, {GRAPHQL}", GRAPHQL),
        (f"{GRAPHQL};q=0, */*;q=0.1", JSON),
        (f"{GRAPHQL}; charset=utf-8", GRAPHQL),
        (f"{GRAPHQL}; charset=utf-16, {JSON}", JSON),
        (f"{GRAPHQL};q=much, {JSON}", JSON),
        ("text/html", None),
        ("text/plain, image/png", None),
        (f"{JSON};q=0", None),
    ],
)
async def test_accept(client: httpx.AsyncClient, accept: str | None, expected: str | None) -> None:
    headers = {} if accept is None else {"accept": accept}
    response = await client.post("/graphql", json={"query": "{ hello }"}, headers=headers)
    if expected is None:
        assert (response.status_code, code(response)) == (406, "NOT_ACCEPTABLE")
    else:
        assert (response.status_code, media(response)) == (200, expected)
        assert response.json() == {"data": {"hello": "Hello you"}}
        assert (response.headers["vary"], response.headers["cache-control"]) == (
            "accept, accept-language, accept-encoding",
            "no-store",
        )


def test_a_browser_gets_html_where_it_is_offered() -> None:
    assert negotiate([BROWSER], (JSON, GRAPHQL, HTML)) == HTML
    assert negotiate([BROWSER], (JSON, GRAPHQL)) == JSON


def test_only_the_beginning_of_a_wish_is_read_and_kept() -> None:
    before = preferred.cache_info().misses
    assert negotiate([BROWSER, "x" * 100_000], (HTML, "only/here")) == HTML
    assert negotiate([BROWSER, "x" * 200_000], (HTML, "only/here")) == HTML
    assert preferred.cache_info().misses == before + 1  # what was kept ends before they differ


async def test_variables_operation_and_context(client: httpx.AsyncClient) -> None:
    query = "query A($n: String) { hello(name: $n) } query B { hello }"
    extensions = {"anything": 1}
    body = {"query": query, "variables": {"n": "Ä🏃"}, "operationName": "A", "extensions": extensions}
    assert (await post(client, body)).json() == {"data": {"hello": "Hello Ä🏃"}}
    headers = {"authorization": "Bearer x"}
    response = await client.post("/graphql", json={"query": query, "operationName": "B"}, headers=headers)
    assert response.json() == {"data": {"hello": "Hello x"}}
    params = {"query": query, "variables": '{"n": "Ä"}', "operationName": "A", "extensions": "{}"}
    assert (await client.get("/graphql", params=params)).json() == {"data": {"hello": "Hello Ä"}}
    params = {"query": "{ hello }", "variables": "", "operationName": ""}
    assert (await client.get("/graphql", params=params)).json() == {"data": {"hello": "Hello you"}}


@pytest.mark.parametrize("query", ["{", "{ nothing }", "query ($n: Int!) { hello }", "subscription { x }"])
async def test_nothing_was_executed(client: httpx.AsyncClient, query: str) -> None:
    for accept, status in ((GRAPHQL, 400), (JSON, 200)):
        response = await post(client, {"query": query}, accept)
        assert (response.status_code, media(response)) == (status, accept)
        assert list(response.json()) == ["errors"]


async def test_a_partial_answer(client: httpx.AsyncClient) -> None:
    response = await client.post(
        "/graphql", json={"query": "{ hello broken }"}, headers={"accept": GRAPHQL, "x-request-id": "abc"}
    )
    assert response.status_code == 200
    assert response.json()["data"] == {"hello": "Hello you", "broken": None}
    assert code(response) == "INTERNAL"
    assert response.headers["x-request-id"] == "abc"
    assert len(response.json()["errors"][0]["extensions"]["id"]) == 16, "the service's own"
    assert "CANARY" not in response.text


async def test_mutations_are_not_executed_by_get(client: httpx.AsyncClient) -> None:
    response = await client.get("/graphql", params={"query": "mutation { play }"})
    assert (response.status_code, response.headers["allow"], code(response)) == (405, "POST", "QUERIES_ONLY")
    assert (await post(client, {"query": "mutation { play }"})).json() == {"data": {"play": "played"}}


async def test_head_is_answered_as_get_is(client: httpx.AsyncClient) -> None:
    for params in ({"query": "{ hello }"}, {"query": "mutation { play }"}, {"query": "{"}, {}):
        for accept in (GRAPHQL, BROWSER, "text/plain"):
            read, head = [
                await client.request(m, "/graphql", params=params, headers={"accept": accept}) for m in ("GET", "HEAD")
            ]
            assert (head.status_code, head.headers["content-type"]) == (read.status_code, read.headers["content-type"])
            assert head.headers["content-length"] == read.headers["content-length"]
            assert head.headers.get("allow") == read.headers.get("allow")


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE", "OPTIONS", "QUERY"])
async def test_other_methods(client: httpx.AsyncClient, method: str) -> None:
    response = await client.request(method, "/graphql", json={"query": "{ hello }"})
    assert (response.status_code, response.headers["allow"]) == (405, "GET, HEAD, POST")
    assert code(response) == "METHOD_NOT_ALLOWED"


@pytest.mark.parametrize(
    "kind", [None, "text/plain", "application/x-www-form-urlencoded", "multipart/form-data", f"{JSON}; charset=latin-1"]
)
async def test_other_content_types(client: httpx.AsyncClient, kind: str | None) -> None:
    headers = {} if kind is None else {"content-type": kind}
    response = await client.post("/graphql", content=b'{"query": "{ hello }"}', headers=headers)
    assert (response.status_code, code(response)) == (415, "UNSUPPORTED_MEDIA_TYPE")


@pytest.mark.parametrize("kind", [f"{JSON}; charset=utf-8", f'{JSON}; Charset="UTF-8"', "Application/JSON"])
async def test_the_same_content_type_in_other_words(client: httpx.AsyncClient, kind: str) -> None:
    response = await client.post("/graphql", content=b'{"query": "{ hello }"}', headers={"content-type": kind})
    assert response.status_code == 200


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (b"", "BAD_JSON"),
        (b"{", "BAD_JSON"),
        (b"\xff", "BAD_JSON"),
        (b'{"query": "\xff"}', "BAD_JSON"),
        (b'{"query": "\\ud800"}', "BAD_JSON"),
        (b'{"query": "{hello}", "unknown": "\xff"}', "BAD_JSON"),
        (b'{"query": "{hello}", "variables": ' + b'{"a":' * 20 + b"1" + b"}" * 20 + b"}", None),
        (b'{"query": "{hello}", "x": ' + b"[" * 1900, "BAD_JSON"),
        (b' [{"query": "{ hello }"}]', "BATCHED"),
        (b"null", "BAD_REQUEST"),
        (b'"{ hello }"', "BAD_REQUEST"),
        (b"{}", "BAD_REQUEST"),
        *((json.dumps({"query": wrong}).encode(), "BAD_REQUEST") for wrong in (None, 0, False, ["x"], {"x": 1})),
        *(
            (json.dumps({"query": "{ hello }", name: wrong}).encode(), "BAD_REQUEST")
            for name in ("variables", "operationName", "extensions")
            for wrong in (0, False, ["x"], {"x": 1} if name == "operationName" else "x")
        ),
        (b'{"query": "{ hello }", "variables": null, "operationName": null, "extensions": null}', None),
    ],
)
async def test_bodies(client: httpx.AsyncClient, body: bytes, expected: str | None) -> None:
    for accept in (GRAPHQL, JSON):
        headers = {"content-type": JSON, "accept": accept}
        response = await client.post("/graphql", content=body, headers=headers)
        assert media(response) == accept
        if expected is None:
            assert response.status_code == 200
        else:
            assert (response.status_code, code(response)) == (400, expected)


@pytest.mark.parametrize(
    "params", [{}, {"query": "{ hello }", "variables": "[1]"}, {"query": "{ hello }", "extensions": "{"}]
)
async def test_urls(client: httpx.AsyncClient, params: dict[str, str]) -> None:
    response = await client.get("/graphql", params=params, headers={"accept": GRAPHQL})
    assert response.status_code == 400
    assert code(response) in {"BAD_REQUEST", "BAD_JSON"}


async def test_a_body_that_is_too_large(client: httpx.AsyncClient) -> None:
    assert (await post(client, {"query": "{ hello }" + " " * 3000})).status_code == 413


async def test_graphiql(client: httpx.AsyncClient) -> None:
    response = await client.get("/graphql", headers={"accept": BROWSER})
    assert media(response) == HTML
    assert "GraphiQL" in response.text or "not here yet" in response.text  # if the pages are not built
    assert "connect-src 'self'" in response.headers["content-security-policy"]
    params = {"query": "{ hello }"}
    assert media(await client.get("/graphql", params=params, headers={"accept": BROWSER})) == JSON
    assert (await client.post("/graphql", json=params, headers={"accept": HTML})).status_code == 406


async def test_graphiql_can_be_switched_off() -> None:
    async with client_of(Settings(graphiql=False)) as client:
        assert (await client.get("/graphql", headers={"accept": BROWSER})).status_code == 400
        assert (await client.get("/graphql", headers={"accept": HTML})).status_code == 406


async def test_the_log_tells_what_was_asked_and_no_more(client: httpx.AsyncClient) -> None:
    with log_lines() as stream:
        await post(
            client, {"query": f"query {'A' * 100}($n: String) {{ hello(name: $n) }}", "variables": {"n": "SECRET"}}
        )
        await post(client, {"query": "mutation Play { play }"})
        await post(client, {"query": "{ SECRET }"})
        await post(client, {"query": 1})
        await client.get("/graphql", params={"query": "mutation M { play }"})
        await post(client, {"query": "{ broken }"})
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]
    bug = lines.pop(-2)
    assert (bug["event"], bug["request_id"]) == ("bug", lines[-1]["request_id"])
    assert [(line.get("operation"), line.get("operation_type"), line["outcome"]) for line in lines] == [
        ("A" * 64, "query", "executed"),
        ("Play", "mutation", "executed"),
        ("", "", "request-error"),
        (None, None, "BAD_REQUEST"),
        ("M", "mutation", "QUERIES_ONLY"),
        ("", "query", "errors"),
    ]
    assert "SECRET" not in stream.getvalue()


def test_a_bug_outside_a_request_has_an_id_too(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[dict[str, Any]] = []
    monkeypatch.setattr(telemetry.log, "error", lambda _, **fields: told.append(fields), raising=False)
    error = RuntimeError()
    assert telemetry.bug(error) == told[0]["request_id"]
    assert told[0]["exception"] == "RuntimeError\n"
    assert len(told[0]["request_id"]) == 16
