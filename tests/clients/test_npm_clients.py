"""Clients that others wrote, graphql-ws and graphql-sse as npm has them, play whole games and miss nothing."""

from __future__ import annotations

import json

import pytest

from tests.api.client import DANK, Client, Json, Table, create
from tests.api.server import Server
from tests.clients.conftest import FOLDER, Run
from tests.clients.proxy import breaking_before

pytestmark = pytest.mark.ecosystem

PINT, BREW = "pintCraft", "brewCrafters"


def given(table: Table, transport: str, url: str) -> Json:
    tokens = [seat.token for seat in table.seats]
    return {"transport": transport, "url": f"{url}/graphql", "game": table.id, "tokens": tokens}


def missed_nothing(played: Json, table: Table) -> None:
    """Every seat and the spectator was told every version once, in order, to the end of the game."""
    found = table.spectator.within(table.id, "version status")
    assert found["status"] == "OVER"
    assert played["status"] == ["OVER"] * len(table.seats)
    assert played["seen"] == [list(range(1, found["version"] + 1))] * (len(table.seats) + 1)
    assert played["moves"] == found["version"] - 2  # one was its creation, one its start


@pytest.mark.parametrize(
    ("transport", "kind", "seats", "options"),
    [
        ("websocket", DANK, 2, {}),
        ("sse", DANK, 3, {}),
        ("websocket", PINT, 2, {"threshold": 10}),
        ("sse", BREW, 2, {}),
    ],
)
async def test_a_client_plays_a_whole_game_and_is_told_every_version(
    somebody: Client, server: Server, run: Run, transport: str, kind: str, seats: int, options: Json
) -> None:
    table = create(somebody, seats, kind, options, seed="the clients")
    played = await run("play.mjs", **given(table, transport, server.url))
    missed_nothing(played, table)
    # One WebSocket is enough for all that somebody does; of server-sent events each operation is a request.
    operations = len(played["seen"]) + seats + played["moves"]
    assert played["connections"] == (seats + 1 if transport == "websocket" else operations)


@pytest.mark.parametrize("transport", ["websocket", "sse"])
async def test_a_client_whose_connections_break_goes_on_without_a_gap(
    somebody: Client, server: Server, run: Run, transport: str
) -> None:
    table = create(somebody, seed="the clients")
    async with breaking_before(int(server.url.rpartition(":")[2])) as proxy:
        played = await run("play.mjs", **given(table, transport, f"http://127.0.0.1:{proxy.port}"))
    missed_nothing(played, table)
    assert proxy.broken > 9


async def test_a_forged_token_closes_the_websocket_as_forbidden(somebody: Client, server: Server, run: Run) -> None:
    own, other = (create(somebody).seat(1).token or "" for _ in range(2))
    forged = own.rpartition(".")[0] + "." + other.rpartition(".")[2]
    closed = await run("forged.mjs", url=f"{server.url}/graphql", token=forged)
    assert closed["code"] == 4403
    assert "token" in closed["reason"]


def test_the_lock_file_names_versions_and_no_place_to_get_them_from() -> None:
    wanted = json.loads((FOLDER / "package.json").read_text())["dependencies"]
    packages = json.loads((FOLDER / "package-lock.json").read_text())["packages"]
    locked = {path.rpartition("node_modules/")[2]: found for path, found in packages.items() if path}
    assert {name: locked[name]["version"] for name in wanted} == wanted
    assert all("integrity" in found and "resolved" not in found for found in locked.values())
    # Where to pay for a package is no place to get it from.
    assert "://" not in json.dumps([{**found, "funding": None} for found in packages.values()])
