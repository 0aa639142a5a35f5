"""Nodes by their ids, the lists of a viewer, and what a gateway asks of a subgraph: what each token sees of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from graphql import specified_rules

from taphouse.engine import GAMES
from taphouse.lab.memory_store import MemoryStore
from taphouse.schema.execution.documents import Document, DocumentCache
from taphouse.schema.execution.limits import LIMITS
from taphouse.schema.graphql.build import Api
from taphouse.schema.graphql.federation import MOST_ENTITIES
from taphouse.schema.prices import LOOK
from tests.access.brief import Brief
from tests.access.issuer import BOB, CID, Issuer
from tests.api.client import CASK, MINE, OPEN, Client, Json, Table, create, seats_of
from tests.api.conftest import http
from tests.api.server import BOTH, Server

OF_GAME, OF_ACCOUNT = "... on Game { id gameId version viewer { seat } }", "... on Account { id name }"
SHOWN = f"__typename {OF_GAME} {OF_ACCOUNT}"
NODE = f"query ($id: ID!) {{ node(id: $id) {{ {SHOWN} }} }}"
GAME = f"query ($id: ID!, $at: Int) {{ game(id: $id, at: $at) {{ __typename {OF_GAME} }} }}"
ACCOUNT = f"{{ account {{ __typename {OF_ACCOUNT} }} }}"
ENTITIES = f"query ($all: [_Any!]!) {{ _entities(representations: $all) {{ {SHOWN} }} }}"
LISTS = "query ($after: String) { viewer { openGames(first: 2, after: $after) { edges { node { id } } } } }"


@pytest.fixture(scope="module")
def somebody(issuer: Issuer) -> Iterator[Client]:
    """A client of a subgraph, with an account."""
    with Server(store=MemoryStore(), federation=True, **issuer.settings) as server, http(server) as client:
        yield Brief(client).with_token(issuer.token(CID))


@pytest.fixture(scope="module")
def table(somebody: Client) -> Table:
    return create(somebody, game=CASK)


def entities(client: Client, *representations: Any) -> list[Json | None]:
    found: list[Json | None] = client.ask(ENTITIES, all=representations)["_entities"]
    return found


def failed(client: Client, query: str, **variables: Any) -> tuple[Any, set[str]]:
    """The data of a request that has errors, and their codes."""
    body = client.post(query, variables).json()
    return body["data"], {error["extensions"]["code"] for error in body["errors"]}


def test_a_game_is_a_node_and_an_entity_as_its_viewer_sees_it(table: Table, somebody: Client) -> None:
    for viewer in (*table.seats, table.host, table.spectator, somebody):
        seen = viewer.ask(GAME, id=table.id)["game"]
        assert viewer.ask(NODE, id=seen["id"])["node"] == seen
        kinds = ("Game", "CaskRaceGame")
        assert entities(viewer, *({"__typename": kind, "gameId": table.id} for kind in kinds)) == [seen, seen]


def test_the_id_of_a_version_finds_that_version(table: Table) -> None:
    version = table.version
    table.play("pass")
    earlier = table.spectator.ask(GAME, id=table.id, at=version)["game"]
    assert earlier["id"] == f"{table.id}@{version}"
    assert table.spectator.ask(NODE, id=earlier["id"])["node"] == earlier
    assert table.spectator.ask(NODE, id=table.id)["node"]["version"] > version


@pytest.mark.parametrize(
    "id_", ["", "x", "a" * 24, "a" * 24 + "@1", "Query", "{table}@0", "{table}@01", "{table}@999", "{table}@"]
)
def test_what_is_not_there_is_null(table: Table, id_: str) -> None:
    assert table.spectator.ask(NODE, id=id_.format(table=table.id)) == {"node": None}


def test_an_account_is_a_node_and_an_entity_for_its_owner_alone(somebody: Client, issuer: Issuer, table: Table) -> None:
    own = somebody.ask(ACCOUNT)["account"]
    representation = {"__typename": "Account", "id": own["id"]}
    assert somebody.ask(NODE, id=own["id"])["node"] == own
    assert entities(somebody, representation) == [own]
    for other in (somebody.with_token(issuer.token(BOB)), somebody.with_token(None), table.seat(1)):
        assert other.ask(NODE, id=own["id"]) == {"node": None}
        assert entities(other, representation) == [None]


def test_a_representation_that_names_nothing_is_null(somebody: Client, table: Table) -> None:
    own = somebody.ask(ACCOUNT)["account"]["id"]
    wrong = [
        {"__typename": "DankAndDraftGame", "gameId": table.id},
        {"__typename": "Account", "gameId": table.id},
        {"__typename": "Account", "id": table.id},
        {"__typename": "Game", "id": table.id},
        {"__typename": "Game", "gameId": own},
        {"__typename": "Game", "gameId": f"{table.id}@1"},
        {"__typename": "Game", "gameId": 7},
        {"__typename": ["Game"], "gameId": table.id},
        {"gameId": table.id},
        table.id,
    ]
    assert entities(somebody, *wrong) == [None] * len(wrong)


def test_a_problem_is_an_error_with_its_code(somebody: Client, table: Table) -> None:
    other = create(somebody, game=CASK).seat(1)
    game, lost = {"__typename": "Game", "gameId": table.id}, {"__typename": "Game", "gameId": "a" * 24}
    assert failed(other, NODE, id=table.id) == ({"node": None}, {"TOKEN_REJECTED"})
    assert failed(other, ENTITIES, all=[lost, game]) == ({"_entities": [None, None]}, {"TOKEN_REJECTED"})
    assert failed(somebody, ENTITIES, all=[game] * (MOST_ENTITIES + 1)) == (None, {"INPUT_REFUSED"})
    assert failed(somebody, LISTS, after="!") == (None, {"INPUT_REFUSED"})
    assert failed(somebody.with_token("forged"), LISTS) == (None, {"TOKEN_REJECTED"})


def test_the_lists_of_a_viewer_are_those_that_everybody_gets(somebody: Client) -> None:
    for _ in range(3):
        somebody.done("createGame", game={CASK: {}}, seats=seats_of([MINE, OPEN]), visibility="OPEN")
    listed = "openGames(first: 2) { __typename ... on GameConnection { edges { cursor node { id } } pageInfo { endCursor } } }"
    found = somebody.with_token(None).ask(f"{{ viewer {{ {listed} }} {listed} }}")
    assert found["viewer"]["openGames"] == found["openGames"]
    assert len(found["openGames"]["edges"]) == 2


def test_each_entity_costs_as_much_as_a_game() -> None:
    documents = DocumentCache(Api.of(*BOTH.values(), federated=True).core, specified_rules, 100, LIMITS)

    def cost(document: str, **variables: Any) -> int:
        found = documents.get(document)
        assert isinstance(found, Document)
        return found.operation(None).cost(variables)

    one, two, most, more = (cost(ENTITIES, all=[{}] * count) for count in (1, 2, MOST_ENTITIES, MOST_ENTITIES + 1))
    assert one >= cost(GAME, id="x", at=None) - 1
    assert two - one >= LOOK
    assert more == most > (MOST_ENTITIES - 1) * (two - one - 1)


def test_the_schema_is_served_with_its_keys_and_plain_otherwise(somebody: Client) -> None:
    sdl = somebody.ask("{ _service { sdl } }")["_service"]["sdl"]
    assert sdl == Api.of(*BOTH.values(), federated=True).sdl()
    keyed = {
        line.split()[1]: line
        for line in sdl.splitlines()
        if "@key" in line and line.split()[0] in ("type", "interface")
    }
    games = {f"{game.about.name}Game" for game in BOTH.values()}
    assert {name for name, line in keyed.items() if 'fields: "gameId"' in line} == {"Game", *games}
    assert {name for name, line in keyed.items() if 'fields: "id"' in line} == {"Account"}
    plain = Api.of(*GAMES.values()).sdl()
    assert not any(word in plain for word in ("@key", "@link", "_entities", "_service", "_Any"))
