"""Every path leads to its own endpoint, and no other path to any."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator

import httpx
import pytest
from pydantic import SecretStr
from starlette.routing import Match, Route

from taphouse.lab.memory_store import MemoryStore
from taphouse.schema.rest.operations import OPERATIONS
from taphouse.service.app import create_app
from taphouse.service.runtime.settings import Settings
from tests.api.server import BOTH

SETTINGS = Settings(signing_key=SecretStr("x" * 32), web=True, docs=True, graphiql=True)
APP = create_app(SETTINGS, BOTH, MemoryStore())
ROUTES = [route for route in APP.routes if isinstance(route, Route)]
OPERATION_PATHS = sorted({operation.path for operation in OPERATIONS})
GAME = "2zmfe6oefseudskrg5iswers"
NOWHERE = [
    *("/v1", "/v1/", "/graphql/", "/healthz/", "/v1/games/", "/v1//games", "/assets/", "/assets/a/b"),
    *(f"/v1/games/{GAME}/", f"/v1/games/{GAME}/moves/", f"/v1/games//{GAME}", "/v1/games//moves", "/V1/games"),
]


@pytest.fixture
async def client() -> AsyncIterator[httpx.AsyncClient]:
    async with (
        APP.router.lifespan_context(APP),
        httpx.AsyncClient(transport=httpx.ASGITransport(APP), base_url="http://localhost") as client,
    ):
        yield client


def first(method: str, path: str) -> tuple[str, dict[str, str]]:
    """The path of the route that serves a request, and the parameters."""
    for route in ROUTES:
        match, found = route.matches({"type": "http", "method": method, "path": path})
        if match is Match.FULL:
            return route.path, found["path_params"]
    pytest.fail(f"no route serves {method} {path}")


@pytest.mark.parametrize("path", sorted({route.path for route in ROUTES}))
def test_no_path_is_hidden_by_an_earlier_one(path: str) -> None:
    names = re.findall(r"\{(\w+)\}", path)
    values = {name: f"some-{name} é" for name in names}
    assert first("GET", path.format(**values)) == (path, values)


def test_post_of_graphql_comes_first() -> None:
    assert (ROUTES[0].path, ROUTES[0].methods) == ("/graphql", {"POST"})


@pytest.mark.parametrize("path", NOWHERE)
async def test_no_other_path_is_served(client: httpx.AsyncClient, path: str) -> None:
    for method in ("GET", "POST"):
        response = await client.request(method, path)
        assert (response.status_code, response.json()["code"]) == (404, "NOT_FOUND")


@pytest.mark.parametrize("path", OPERATION_PATHS)
async def test_other_methods_are_refused_with_those_that_there_are(client: httpx.AsyncClient, path: str) -> None:
    methods = {operation.method for operation in OPERATIONS if operation.path == path}
    allowed = methods | {"OPTIONS"} | ({"HEAD"} if "GET" in methods else set())
    concrete = re.sub(r"\{\w+\}", GAME, path)
    asked = await client.options(concrete)
    assert (asked.status_code, set(asked.headers["allow"].split(", "))) == (204, allowed)
    for method in {"GET", "POST", "PUT"} - methods:
        response = await client.request(method, concrete)
        assert (response.status_code, response.json()["code"]) == (405, "METHOD_NOT_ALLOWED")
        assert set(response.headers["allow"].split(", ")) == allowed


async def test_a_percent_encoded_path_is_the_same_path(client: httpx.AsyncClient) -> None:
    plain, encoded = await client.get("/v1/games/finished"), await client.get("/v1/g%61mes/%66inished")
    assert (plain.status_code, plain.json()) == (encoded.status_code, encoded.json()) == (200, plain.json())
    slash = await client.get(f"/v1/games%2F{GAME}")
    assert slash.json()["code"] == (await client.get(f"/v1/games/{GAME}")).json()["code"] == "GAME_NOT_FOUND"


async def test_head_is_get_without_a_body(client: httpx.AsyncClient) -> None:
    get, head = await client.get("/v1/catalogue"), await client.head("/v1/catalogue")
    assert (head.status_code, head.content, head.headers["etag"]) == (200, b"", get.headers["etag"])


async def test_an_unknown_asset_is_a_problem(client: httpx.AsyncClient) -> None:
    response = await client.get("/assets/none.js")
    assert (response.status_code, response.json()["code"]) == (404, "NOT_FOUND")
