"""The newest open games, in both clients: now, and after each change."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from taphouse.client import OPEN_SEAT, AsyncClient, Client, RequestFailed, Visibility
from taphouse.lab.memory_store import MemoryStore
from tests.api.server import Server
from tests.effort import BOUND


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server(store=MemoryStore()) as made:
        yield made


def test_the_list_is_told_again_when_it_changes(server: Server) -> None:
    with Client(server.url, patience=BOUND) as client:
        pages = client.follow_open_games("pint-craft")
        before = next(pages)
        game = client.create("pint-craft", ["Anna", OPEN_SEAT], visibility=Visibility.OPEN).game_id
        client.create("dank-and-draft", ["Anna", OPEN_SEAT], visibility=Visibility.OPEN)
        (listed, *others) = next(pages)
        assert (listed.game_id, listed.open_seats, (*others,)) == (game, (2,), before)
        client.join(game)
        assert next(pages) == before
        with pytest.raises(RequestFailed):
            next(client.follow_open_games("chess"))


async def test_the_other_client_does_the_same(server: Server) -> None:
    async with AsyncClient(server.url, patience=BOUND) as client:
        pages = client.follow_open_games()
        before = await anext(pages)
        game = await client.create("pint-craft", ["Anna", OPEN_SEAT], visibility=Visibility.OPEN)
        assert [one.game_id for one in await anext(pages)] == [game.game_id, *(one.game_id for one in before)]
        await pages.aclose()
