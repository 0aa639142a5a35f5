"""A gateway composes the service with a second subgraph, and runs queries that cross both."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from taphouse.lab.memory_store import MemoryStore
from tests.access.issuer import CID, Issuer
from tests.api.client import CASK, Client, create
from tests.api.server import Server
from tests.clients.conftest import FOLDER, Run

pytestmark = pytest.mark.ecosystem
GATEWAY = str(FOLDER / "federation" / "gateway.mjs")


@pytest.fixture
def subgraph(tmp_path: Path) -> Iterator[tuple[str, Client]]:
    """The address of a subgraph, and a player with an account."""
    issuer = Issuer(tmp_path / "keys.json")
    with (
        Server(store=MemoryStore(), federation=True, **issuer.settings) as server,
        httpx.Client(base_url=server.url, timeout=30, trust_env=False) as client,
    ):
        yield f"{server.url}/graphql", Client(client, issuer.token(CID))


@pytest.mark.parametrize("composer", ["apollo", "guild"])
async def test_a_gateway_goes_from_either_subgraph_to_the_other(
    run: Run, subgraph: tuple[str, Client], composer: str
) -> None:
    url, player = subgraph
    table = create(player, game=CASK)
    game, variables = {"__typename": "Game", "gameId": table.id}, {"id": table.id}
    given = {"composer": composer, "url": url, "token": player.token, "variables": variables}

    query = "{ noted { __typename gameId notes version status viewer { role } } }"
    found = await run(GATEWAY, query=query, **given)
    assert found["data"]["noted"] == [
        {
            "__typename": "CaskRaceGame",
            "gameId": table.id,
            "notes": [f"of {table.id}"],
            "version": table.version,
            "status": "RUNNING",
            "viewer": {"role": "SEAT"},
        }
    ]
    assert [(one["of"], one["entities"]) for one in found["asked"]] == [("notes", []), ("taphouse", [game])]

    query = "{ account { ... on Account { id friends games(first: 1) { edges { node { gameId notes } } } } } }"
    found = await run(GATEWAY, query=query, **given)
    account = found["data"]["account"]
    assert account["friends"] == 3
    assert account["games"]["edges"] == [{"node": {"gameId": table.id, "notes": [f"of {table.id}"]}}]
    asked = [one["entities"] for one in found["asked"] if one["of"] == "notes"]
    assert sorted(asked, key=str) == [[{"__typename": "Account", "id": account["id"]}], [game]]


TWO_MOVES = """mutation ($id: ID!, $moves: [MoveInput!]!) {
  play(gameId: $id, moves: $moves) { __typename ... on GameChanged { game { version } } }
}"""


@pytest.mark.parametrize(("composer", "kept"), [("apollo", False), ("guild", True)])
async def test_a_move_with_two_keys_is_refused_whatever_the_gateway_knows(
    run: Run, subgraph: tuple[str, Client], composer: str, kept: bool
) -> None:
    """The composer of Apollo drops `@oneOf`, so its gateway passes on what the service then refuses."""
    url, player = subgraph
    table = create(player, game=CASK)
    move = table.moves()[0]
    given = {"composer": composer, "url": url, "token": table.decider.token, "query": TWO_MOVES}
    for more in ({"notation": move["notation"]}, {"dankAndDraft": None}):
        found = await run(GATEWAY, **given, variables={"id": table.id, "moves": [move["input"] | more]})
        assert (found["choices"] > 0) is kept
        assert [one["of"] for one in found["asked"]] == ([] if kept else ["taphouse"])
        assert "OneOf" in " ".join(found["errors"])
    found = await run(GATEWAY, **given, variables={"id": table.id, "moves": [move["input"]]})
    assert found["data"]["play"]["game"]["version"] == table.version
