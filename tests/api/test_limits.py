"""Bounds of one request: one that is beyond them, or malformed, is refused before anything is executed."""

from __future__ import annotations

from typing import Any

import pytest
from graphql import get_introspection_query

from taphouse.lab.memory_store import MemoryStore
from taphouse.schema.execution.limits import LIMITS
from taphouse.schema.prices import LOG, LOOK
from tests.api.client import Client, Json, create
from tests.api.conftest import http
from tests.api.selections import everything
from tests.api.server import Server

GRAPHQL = "application/graphql-response+json"


def games(count: int, fields: str, more: str = "") -> str:
    """So many times the same game, with these fields of it."""
    looks = " ".join(f"a{i}: game(id: $game) {{ ...Fields }}" for i in range(count))
    return f"query ($game: ID!) {{ {looks} }} fragment Fields on Game {{ {fields} }} {more}"


def refusal(client: Client, document: str, variables: dict[str, Any] | None = None) -> dict[str, Any]:
    """The only error of a request that is refused as a whole, as its extensions."""
    parameters = {"query": document, "variables": variables or {}}
    response = client.http.post("/graphql", json=parameters, headers={"accept": GRAPHQL})
    body = response.json()
    assert (response.status_code, body.keys()) == (400, {"errors"}), body
    ((error,),) = body.values()
    extensions: dict[str, Any] = error["extensions"]
    assert f"{extensions['limit']:,}" in error["message"]
    assert f"{extensions['figure']:,}" in error["message"]
    assert extensions["figure"] > extensions["limit"]
    return extensions


def test_aliases_and_fragments_cannot_multiply_what_a_small_document_asks_for(on_memory: Client) -> None:
    table = create(on_memory)
    histories = " ".join(f"h{i}: history(first: 500) {{ edges {{ node {{ ...Much }} }} }}" for i in range(20))
    much = " ".join(f"v{i}: notation" for i in range(60))
    document = games(20, histories, f"fragment Much on LogEntry {{ {much} }}")
    assert refusal(on_memory, document, {"game": table.id}) == {
        "code": "TOO_COSTLY",
        "limit": LIMITS.cost,
        "figure": round(20 * (LOOK + 0.1 + 20 * (LOG + 500 * (1 + 0.3 + 6)))),
    }


@pytest.mark.parametrize(
    "field",
    [
        "legalMoves(first: 500) { pageInfo { hasNextPage } }",
        'legalMoves(first: 1, after: "2000") { pageInfo { hasNextPage } }',
        "history(first: 500) { edges { node { version } } }",
        'whyNot(move: {notation: "end-turn"}) { message }',
        'preview(moves: [{notation: "end-turn"}]) { __typename }',
        "suggestion(bot: RANDOM) { ... on LegalMove { notation } }",
    ],
)
def test_every_costly_field_is_counted(on_memory: Client, field: str) -> None:
    """As many as would be enough with nothing inside are too many with it."""
    table = create(on_memory)
    many = LIMITS.cost // LOOK // 10
    document = games(many, " ".join(f"f{i}: {field}" for i in range(10)))
    assert refusal(on_memory, document, {"game": table.id})["code"] == "TOO_COSTLY"
    assert len(on_memory.ask(games(many, "version"), game=table.id)) == many


def test_a_list_of_many_games_with_their_decisions_is_not_too_much(on_memory: Client) -> None:
    table = create(on_memory)
    fields = "version decision { seat } legalMoves { pageInfo { hasNextPage } }"
    assert len(on_memory.ask(games(15, fields), game=table.id)) == 15


def test_everything_of_a_game_with_the_longest_pages_is_not_too_much(on_memory: Client) -> None:
    table = create(on_memory)
    all_of_it = (
        "query ($game: ID!) { game(id: $game) { ...All_GameResult ... on Game { legalMoves(first: 500) "
        "{ edges { cursor node { notation label input } } pageInfo { endCursor } } "
        "history(first: 500) { edges { node { ...All_LogEntry } } } } } }"
    )
    answer = table.decider.ask(f"{all_of_it} {everything('GameResult', 'LogEntry')}", game=table.id)["game"]
    assert len(answer["history"]["edges"]) == answer["version"]


def test_the_events_of_a_subscription_are_priced_like_a_query(on_memory: Client) -> None:
    """Each event is answered anew."""
    histories = " ".join(f"h{i}: history(first: 500) {{ edges {{ node {{ version }} }} }}" for i in range(20))
    document = f'subscription {{ gameUpdated(gameId: "x") {{ ... on Game {{ {histories} }} }} }}'
    headers = {"accept": "text/event-stream"}
    response = on_memory.http.post("/graphql", json={"query": document}, headers=headers)
    assert response.status_code == 400
    assert response.json()["errors"][0]["extensions"]["code"] == "TOO_COSTLY"


NESTED: Any = {"a": 1}
for _ in range(LIMITS.nesting):
    NESTED = {"a": NESTED}


@pytest.mark.parametrize(
    ("variables", "code"),
    [
        ({"move": [{"notation": "x"}] * LIMITS.values}, "TOO_MANY_VALUES"),
        ({f"unused{i}": 1 for i in range(LIMITS.values + 1)}, "TOO_MANY_VALUES"),
        ({"unused": [1e308] * (LIMITS.values + 1)}, "TOO_MANY_VALUES"),  # counted as they are read
        ({"deep": NESTED}, "VARIABLES_TOO_DEEP"),
        ({"move": NESTED}, "VARIABLES_TOO_DEEP"),
    ],
)
def test_variables_are_bounded_in_number_and_depth(on_memory: Client, variables: dict[str, Any], code: str) -> None:
    document = (
        "query ($game: ID!, $move: MoveInput!) { game(id: $game) { ... on Game { whyNot(move: $move) { code } } } }"
    )
    assert refusal(on_memory, document, variables)["code"] == code


def test_variables_that_no_parser_can_nest_are_no_json(on_memory: Client) -> None:
    body = b'{"query": "{ __typename }", "variables": {"a": ' + b"[" * 100_000 + b"]" * 100_000 + b"}}"
    response = on_memory.http.post("/graphql", content=body, headers={"content-type": "application/json"})
    assert (response.status_code, response.json()["errors"][0]["extensions"]["code"]) == (400, "BAD_JSON")


def test_batches_are_not_answered(on_memory: Client) -> None:
    response = on_memory.http.post("/graphql", json=[{"query": "{ __typename }"}] * 2)
    assert (response.status_code, response.json()["errors"][0]["extensions"]["code"]) == (400, "BATCHED")


@pytest.mark.parametrize(
    ("document", "near"),
    [
        ("{ catalog { games { kind } } }", "catalogue"),
        ("{ catalogue { games { titel } } }", "title"),
        ('{ game(ide: "x") { __typename } }', '"id"'),
        ('{ game(id: "x") { ... on DankAndDraftGam { version } } }', "DankAndDraftGame"),
        ('{ game(id: "x") { ... on Game { suggestion(bot: GREEDI) { __typename } } } }', "GREEDY"),
        ('{ game(id: "x") { ... on Game { whyNot(move: {notatio: "x"}) { message } } } }', "notation"),
        ("query ($m: MoveInputt) { __typename }", '"MoveInput"'),
        ("{ __typename @inclde(if: true) }", "include"),
    ],
)
def test_no_name_of_the_schema_is_suggested(on_memory: Client, document: str, near: str) -> None:
    """A client that may not ask for the schema must not find it out by guessing."""
    response = on_memory.post(document)
    assert "errors" in response.json()
    assert "Did you mean" not in response.text
    assert near not in response.text


def test_no_name_is_suggested_for_a_variable_either(on_memory: Client) -> None:
    document = (
        "mutation ($game: NewGameInput!, $seats: [SeatInput!]!) "
        "{ createGame(game: $game, seats: $seats) { __typename } }"
    )
    response = on_memory.post(document, {"game": {"dankAndDraf": {}}, "seats": [{"kind": "MIN"}]})
    assert "errors" in response.json()
    assert "Did you mean" not in response.text
    assert "MINE" not in response.text


def test_introspection_is_on_unless_the_operator_switches_it_off(on_memory: Client) -> None:
    type_, schema = '{ __type(name: "Game") { name } }', "{ __schema { queryType { name } } }"
    assert on_memory.ask(type_) == {"__type": {"name": "Game"}}
    assert on_memory.ask(schema) == {"__schema": {"queryType": {"name": "Query"}}}
    with Server(store=MemoryStore(), introspection=False) as server, http(server) as client:
        closed = Client(client)
        for document in (type_, schema, get_introspection_query()):
            body = closed.post(document).json()
            assert "data" not in body
            assert "introspection" in body["errors"][0]["message"]
        assert closed.ask("{ __typename }") == {"__typename": "Query"}


def test_the_whole_schema_can_be_asked_for_in_one_request(on_memory: Client) -> None:
    assert on_memory.ask(get_introspection_query(input_value_deprecation=True, directive_is_repeatable=True))


@pytest.mark.parametrize("move", ["{}", '{notation: "end-turn", dankAndDraft: {endTurn: true}}', "{notation: null}"])
def test_a_move_input_with_none_or_two_of_its_fields_is_a_malformed_request(on_memory: Client, move: str) -> None:
    """`whyNot: null` means that the move may be made, so nothing may be answered in its place."""
    table = create(on_memory)
    body = on_memory.post(games(1, f"whyNot(move: {move}) {{ message }}"), {"game": table.id}).json()
    assert body.get("data") is None
    assert "exactly one field" in body["errors"][0]["message"]


@pytest.mark.parametrize("move", [{}, {"notation": "end-turn", "dankAndDraft": None}, {"notation": None}])
def test_so_is_one_in_variables(on_memory: Client, move: Json) -> None:
    query = (
        "query ($game: ID!, $move: MoveInput!) { game(id: $game) { ... on Game { whyNot(move: $move) { message } } } }"
    )
    body = on_memory.post(query, {"game": create(on_memory).id, "move": move}).json()
    assert body.get("data") is None
    assert "exactly one field" in body["errors"][0]["message"]


def test_an_empty_operation_name_is_none_by_post_and_by_get(on_memory: Client) -> None:
    parameters = {"query": "{ __typename }", "operationName": ""}
    by_post = on_memory.http.post("/graphql", json=parameters)
    by_get = on_memory.http.get("/graphql", params=parameters)
    assert by_post.json() == by_get.json() == {"data": {"__typename": "Query"}}
