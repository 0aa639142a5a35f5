"""A game as JSON that is kept up to date by patches, in both clients: it is the one that REST shows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from taphouse.client import Access, AsyncClient, Client, Refused
from taphouse.lab.memory_store import MemoryStore
from tests.api.server import Server
from tests.effort import BOUND


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server(store=MemoryStore()) as made:
        yield made


def by_rest(server: Server, place: Access) -> Any:
    headers = {"authorization": f"Bearer {place.token}"}
    return httpx.get(f"{server.url}/v1/games/{place.game_id}", headers=headers, trust_env=False).json()


@pytest.mark.parametrize("kind", ["dank-and-draft", "pint-craft", "brew-crafters"])
def test_the_game_is_the_one_that_rest_shows(server: Server, kind: str) -> None:
    with Client(server.url, patience=BOUND) as client:
        created = client.create(kind, ["Anna", "Ben"])
        anna, kept = created.seats[0], []
        games, tables = client.follow_game(anna), client.follow_game(anna, "version", "table")
        for _ in range(6):
            kept.append(next(games))
            whole = by_rest(server, anna)
            assert kept[-1] == whole
            assert next(tables) == {"version": whole["version"], "table": whole["table"]}
            table = client.look(anna)
            seat = created.seats[table.deciders[0] - 1]
            client.move(seat, client.look(seat).moves[0])
        assert len({game["version"] for game in kept}) == 6  # what was given stays as it was
        client.abandon(created.host)
        assert [*games][-1] == by_rest(server, anna)
        with pytest.raises(Refused) as refused:
            next(client.follow_game(anna, "cards"))
        assert refused.value.code == "INPUT_REFUSED"


async def test_the_other_client_does_the_same(server: Server) -> None:
    async with AsyncClient(server.url, patience=BOUND) as client:
        created = await client.create("pint-craft", ["Anna", "Ben"])
        games = client.follow_game(created.game_id, "status")
        assert await anext(games) == {"status": "RUNNING"}
        await client.abandon(created.host)
        assert [game async for game in games] == [{"status": "ABANDONED"}]
