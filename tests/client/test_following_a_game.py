"""A game as JSON that is kept up to date by patches, in both clients: it is the one that REST shows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from taphouse.client import Access, AsyncClient, Client, Refused
from taphouse.lab.memory_store import MemoryStore
from taphouse.service.store.protocol import Loaded
from tests.api.server import Server
from tests.effort import BOUND
from tests.live.build import Watched


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


class Failing(Watched):
    """A store that loses what came after a value of a game which it kept."""

    lost: Any = None

    async def load(self, game: str, *given: Any) -> Loaded:
        if self.lost is not None:
            self._games[game], self.lost = self.lost, None
            self.cut()
        return await super().load(game, *given)


def test_tables_and_games_go_on_after_versions_were_lost() -> None:
    store = Failing()
    with Server(store=store) as server, Client(server.url, patience=BOUND) as client:
        created = client.create("pint-craft", ["Anna", "Ben"])
        game, kept = created.game_id, store._games[created.game_id]
        before = client.look(game).version

        def move() -> None:
            seat = created.seats[client.look(game).deciders[0] - 1]
            client.move(seat, client.look(seat).moves[0])

        move()
        tables, games = client.tables(game), client.follow_game(game, "version")
        assert (next(tables).version, next(games)) == (before + 1, {"version": before + 1})
        store.lost = kept
        assert client.look(game).version == before
        assert (next(tables).version, next(games)) == (before, {"version": before})
        client.abandon(created.host)
        assert [table.version for table in tables][-1] == before + 1
        assert [*games][-1] == {"version": before + 1}
