"""A service below a path of a proxy, which keeps the path or removes it, and may tell it."""

from __future__ import annotations

from typing import Any

import pytest

from taphouse.client import AsyncClient
from taphouse.service.runtime.settings import BadSettings
from tests.limits.build import CREATE, HERE, House, house

ROOT = "/play/beta"
SET = {"root_path": f"{ROOT}/"}
TOLD = {"trusted_proxies": HERE}
HEADER = {"x-forwarded-prefix": f"{ROOT}/"}
NEW = {"kind": "CASK_RACE", "options": {}, "seats": [{"kind": "MINE"}, {"kind": "MINE"}]}


async def asked(here: House, method: str, path: str, headers: dict[str, str], **more: Any) -> Any:
    async with here.client() as client:
        return await client.request(method, path, headers=headers, **more)


@pytest.mark.parametrize("sent", ["", ROOT])
@pytest.mark.parametrize(
    ("settings", "told"), [(SET, {}), (TOLD, HEADER), (SET | TOLD, {"x-forwarded-prefix": "/else"})]
)
async def test_whatever_leads_somewhere_leads_below_the_root_path(
    settings: dict[str, str], told: dict[str, str], sent: str
) -> None:
    async with house(**settings) as here:
        made = await asked(here, "POST", f"{sent}/v1/games", told, json=NEW)
        assert made.headers["location"] == f"{ROOT}/v1/games/{made.json()['game']['gameId']}"
        assert (await asked(here, "GET", made.headers["location"], told)).status_code == 200
        document = await asked(here, "GET", f"{sent}/openapi.json", told)
        assert [server["url"] for server in document.json()["servers"]] == [ROOT]
        same = await asked(here, "GET", f"{sent}/openapi.json", told | {"if-none-match": document.headers["etag"]})
        assert same.status_code == 304
        assert (await asked(here, "POST", f"{sent}/graphql", told, json={"query": CREATE})).json()["data"]
        refused = await asked(here, "POST", f"{sent}/graphql", told, content=b"no JSON")
        assert refused.json()["errors"]  # not problem details
        assert (await asked(here, "GET", f"{sent}/healthz", told | {"host": "anything"})).status_code == 200
        assert (await asked(here, "GET", f"{sent}/none", told)).json()["code"] == "NOT_FOUND"


async def test_the_root_path_without_its_slash_leads_to_the_page() -> None:
    async with house(**SET) as here:
        moved = await asked(here, "GET", f"{ROOT}?board=plain", {})
        assert (moved.status_code, moved.headers["location"]) == (308, f"{ROOT}/?board=plain")
        assert (await asked(here, "GET", f"{ROOT}else", {})).status_code == 404


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({}, ROOT),
        (TOLD, ""),
        (TOLD, "/"),
        (TOLD, "//evil.example"),
        (TOLD, "play"),
        (TOLD, "/a/../b"),
        (TOLD, "/%C3%A9"),
        (TOLD, "/a b"),
    ],
)
async def test_a_root_path_that_is_none_or_not_trusted_is_not_believed(settings: dict[str, str], told: str) -> None:
    async with house(**settings) as here:
        made = await asked(here, "POST", "/v1/games", {"x-forwarded-prefix": told}, json=NEW)
        assert made.headers["location"].startswith("/v1/games/")
        document = await asked(here, "GET", "/openapi.json", {"x-forwarded-prefix": told})
        assert [server["url"] for server in document.json()["servers"]] == ["/"]


async def test_a_root_path_must_not_be_one_of_the_service() -> None:
    with pytest.raises(BadSettings, match="TAPHOUSE_ROOT_PATH must not begin with /graphql"):
        async with house(root_path="/graphql/play"):
            pass


async def test_the_python_client_takes_an_address_below_a_root_path() -> None:
    async with house(**SET) as here, here.client() as http, AsyncClient(f"http://test{ROOT}", http=http) as client:
        assert await client.catalogue()
