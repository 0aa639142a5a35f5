"""GraphQL's schema is made when somebody first asks for it, once, and holds nobody up."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator

import httpx
import pytest
from pydantic import SecretStr
from starlette.applications import Starlette

from taphouse.lab.memory_store import MemoryStore
from taphouse.schema.graphql.build import Api
from taphouse.service.app import create_app
from taphouse.service.runtime.settings import Settings

LOADED = """
import sys
from taphouse.lab.memory_store import MemoryStore
from taphouse.service.app import create_app
from taphouse.service.runtime.settings import Settings
create_app(Settings(signing_key="k" * 40), store=MemoryStore())
print(*sorted({"graphql", "strawberry"} & sys.modules.keys()))
"""


@pytest.fixture
async def app() -> AsyncIterator[Starlette]:
    app = create_app(Settings(signing_key=SecretStr("k" * 40)), store=MemoryStore())
    async with app.router.lifespan_context(app):
        yield app


async def test_all_who_ask_before_it_is_made_get_an_answer_from_one(
    app: Starlette, monkeypatch: pytest.MonkeyPatch
) -> None:
    built, to = list[object](), Api.to
    monkeypatch.setattr(Api, "to", lambda served, federated: [built.append(served), to(served, federated)][1])
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://test") as client:
        first = asyncio.create_task(client.post("/graphql", json={"query": "{ __typename }"}))
        await asyncio.sleep(0)
        assert (await client.get("/healthz")).status_code == 200
        assert not first.done()
        others = [client.post("/graphql", json={"query": "{ __typename }"}) for _ in range(3)]
        first.cancel()
        assert [one.json()["data"] for one in await asyncio.gather(*others)] == [{"__typename": "Query"}] * 3
    assert len(built) == 1


async def test_if_it_cannot_be_made_the_next_request_tries_again(
    app: Starlette, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise MemoryError

    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
        with monkeypatch.context() as failing:
            failing.setattr(Api, "to", fails)
            asked = [client.post("/graphql", json={"query": "{ __typename }"}) for _ in range(2)]
            assert [one.status_code for one in await asyncio.gather(*asked)] == [500, 500]
        found = await client.post("/graphql", json={"query": "{ __typename }"})
        assert found.json()["data"] == {"__typename": "Query"}


def test_a_service_that_nobody_asks_has_not_loaded_it() -> None:
    done = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
