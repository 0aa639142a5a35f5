"""The analysis and the sampled worlds that a client asks for."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from taphouse.client import Client
from taphouse.engine import GAMES
from taphouse.engine.bots import STRENGTHS
from taphouse.engine.editions import packaged
from taphouse.lab.memory_store import MemoryStore
from tests.api.server import Server


@pytest.fixture
def client() -> Iterator[Client]:
    with Server(store=MemoryStore()) as server, Client(server.url) as made:
        yield made


def test_a_seat_asks_for_an_analysis_and_imagines_a_world(client: Client) -> None:
    game = client.create("dank-and-draft", ["Anna", "Ben"])
    table = client.look(game.seats[0])
    mine, other = game.seats if table.your_turn else game.seats[::-1]
    considered = client.analysis(mine, "search-quick")
    legal = {move.notation: move.move for move in client.look(mine).moves}
    assert considered
    assert 0 < sum(one.visits for one in considered) <= STRENGTHS["search-quick"]
    suggested = client.suggestion(mine, "search-quick")
    assert suggested is not None
    assert considered[0].move.move == suggested.move
    assert all(reason.key and reason.sentence for reason in considered[0].reasons)
    assert considered[0].reasons
    assert all(legal[one.move.notation] == one.move.move for one in considered)
    assert client.analysis(other) == ()
    world = client.sample_world(mine, seed="x")
    assert world is not None
    assert world == client.sample_world(mine, seed="x")
    kind = GAMES["dank-and-draft"]
    rules = kind.rules(packaged(kind.edition, kind.about.package)[0])
    assert set(legal.values()) == set(rules.moves(world.state))
    assert client.sample_world(game.game_id) is None
