"""What one request may ask for is bounded, and what is malformed is refused before anything is executed."""

from __future__ import annotations

import pytest

from schema.context import BUDGET, LOOK
from tests.api.client import Client, create


def games(count: int, fields: str) -> str:
    """So many times the same game, with these fields of it."""
    looks = " ".join(f"a{i}: game(id: $game) {{ ... on Game {{ {fields} }} }}" for i in range(count))
    return f"query ($game: ID!) {{ {looks} }}"


def test_aliases_and_fragments_cannot_multiply_what_a_small_document_asks_for(on_memory: Client) -> None:
    table = create(on_memory)
    histories = " ".join(f"h{i}: history(first: 500) {{ ...Much }}" for i in range(20))
    much = " ".join(f"v{i}: notation" for i in range(60))
    document = f"{games(20, '...All')} fragment All on Game {{ {histories} }} fragment Much on LogEntry {{ {much} }}"
    body = on_memory.post(document, {"game": table.id}).json()
    assert body["data"] is None
    assert {error["extensions"]["code"] for error in body["errors"]} == {"TOO_MUCH"}
    assert body["errors"][0]["extensions"]["limit"] == BUDGET


@pytest.mark.parametrize(
    "field",
    [
        "legalMoves(first: 500) { next }",
        "legalMoves(first: 1, after: 2000) { next }",
        "history(first: 500) { version }",
        'whyNot(move: {notation: "end-turn"}) { message }',
        'preview(moves: [{notation: "end-turn"}]) { __typename }',
    ],
)
def test_every_costly_field_is_counted(on_memory: Client, field: str) -> None:
    table = create(on_memory)
    many = " ".join(f"f{i}: {field}" for i in range(BUDGET // LOOK))
    body = on_memory.post(games(1, many), {"game": table.id}).json()
    assert body["errors"][0]["extensions"]["code"] == "TOO_MUCH"


def test_a_list_of_many_games_with_their_decisions_is_not_too_much(on_memory: Client) -> None:
    table = create(on_memory)
    assert len(on_memory.ask(games(15, "version decision { seat } legalMoves { next }"), game=table.id)) == 15


@pytest.mark.parametrize("move", ["{}", '{notation: "end-turn", dankAndDraft: {endTurn: true}}', "{notation: null}"])
def test_a_move_input_with_none_or_two_of_its_fields_is_a_malformed_request(on_memory: Client, move: str) -> None:
    """`whyNot: null` means that the move may be made, so nothing may be answered in its place."""
    table = create(on_memory)
    body = on_memory.post(games(1, f"whyNot(move: {move}) {{ message }}"), {"game": table.id}).json()
    assert body.get("data") is None
    assert "exactly one field" in body["errors"][0]["message"]


def test_an_empty_operation_name_is_none_by_post_and_by_get(on_memory: Client) -> None:
    parameters = {"query": "{ __typename }", "operationName": ""}
    by_post = on_memory.http.post("/graphql", json=parameters)
    by_get = on_memory.http.get("/graphql", params=parameters)
    assert by_post.json() == by_get.json() == {"data": {"__typename": "Query"}}
