"""Apollo Client and urql show a running game beside one of its earlier versions, and their caches do not mix the two."""

from __future__ import annotations

import pytest

from tests.api.client import DANK, Client, create
from tests.api.server import Server
from tests.clients.conftest import Run

pytestmark = pytest.mark.ecosystem


@pytest.mark.parametrize("library", ["apollo", "urql"])
@pytest.mark.parametrize("kind", [DANK, "pintCraft", "brewCrafters"])
async def test_a_version_is_cached_apart_from_the_running_game(
    run: Run, server: Server, somebody: Client, library: str, kind: str
) -> None:
    table = create(somebody, game=kind)
    seat = table.decider
    first = table.look()["version"]
    move = seat.legal_moves(table.id)[0]["input"]
    url, moves = f"{server.url}/graphql", [move]
    found = await run("caches.mjs", library=library, url=url, token=seat.token, game=table.id, at=first, moves=moves)

    now, then = table.look()["version"], {"id": f"{table.id}@{first}", "gameId": table.id, "version": first}
    assert now > first
    for moment, version in (("before", first), ("after", now)):
        live = {"id": table.id, "gameId": table.id, "version": version, "latest": version}
        assert {name: found[moment]["live"][name] for name in live} == live
        assert {name: found[moment]["then"][name] for name in then} == then
