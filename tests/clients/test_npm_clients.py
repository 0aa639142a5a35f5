"""Clients that others wrote, graphql-ws and graphql-sse as npm has them, play whole games and miss nothing."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from tests.api.client import DANK, Client, Json, Table, create
from tests.api.server import Server
from tests.clients.conftest import FOLDER, Run

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


class Breaking:
    """Passes bytes on, both ways, and closes each connection in the middle of some answer."""

    def __init__(self, port: int) -> None:
        self.upstream, self.port, self.broken = port, 0, 0
        self._random = random.Random(0)
        self._serving: set[asyncio.Task[None]] = set()

    def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(self._pass_on(reader, writer))
        self._serving.add(task)
        task.add_done_callback(self._serving.discard)

    async def close(self) -> None:
        for task in self._serving:
            task.cancel()
        await asyncio.gather(*self._serving, return_exceptions=True)

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        from_server, to_server = await asyncio.open_connection("127.0.0.1", self.upstream)
        lasts = self._random.randint(300, 4000)

        async def ask() -> None:
            while asked := await reader.read(65536):
                to_server.write(asked)

        async def answer() -> None:
            nonlocal lasts
            while lasts and (answered := await from_server.read(lasts)):
                lasts -= len(answered)
                writer.write(answered)

        tasks = [asyncio.create_task(ask()), asyncio.create_task(answer())]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.broken += not lasts
            for task in tasks:
                task.cancel()
            writer.close()
            to_server.close()
            await asyncio.gather(*tasks, writer.wait_closed(), to_server.wait_closed(), return_exceptions=True)


@asynccontextmanager
async def breaking_before(port: int) -> AsyncIterator[Breaking]:
    proxy = Breaking(port)
    async with await asyncio.start_server(proxy.serve, "127.0.0.1", 0) as server:
        proxy.port = server.sockets[0].getsockname()[1]
        try:
            yield proxy
        finally:
            await proxy.close()


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
