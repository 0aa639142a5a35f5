"""A selection of all that a table has is sent as the table itself, and reads as the interpreter sends it."""

from __future__ import annotations

import random
from typing import Any, cast

import msgspec
import pytest
import strawberry
from graphql import GraphQLObjectType, GraphQLSchema, get_named_type

from taphouse.engine import GAMES
from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.contract import View
from taphouse.engine.editions import packaged
from taphouse.schema.execution.executor import Executable
from taphouse.schema.graphql.derive import Types
from taphouse.schema.libraries.strawberry import core_schema
from tests.schema.execute.asking import LARGE, ask


def tables(kind: str, number: int) -> list[Any]:
    """Tables of a game, as the deciding seats see them."""
    game, rng = GAMES[kind], random.Random(7)
    rules, chance = game.rules(packaged(game.edition, game.about.package)[0]), Chance(seed_from("whole"))
    state, found = rules.new(game.about.options(), 3, chance), []
    while len(found) < number:
        known = rules.known(state, rules.decider(state))
        found.append(rules.view(known))
        state = rules.apply(state, rng.choice(list(rules.moves(known))), chance).state
    return found


def schema_of(kind: str) -> GraphQLSchema:
    """A schema whose only field is the table."""
    game = GAMES[kind]
    table = Types({game.about.package: game.about.name}).output(game.about.view)

    def shown(info: strawberry.Info[Any]) -> Any:
        return info.context

    query = type("Query", (), {"table": strawberry.field(shown, graphql_type=table), "__annotations__": {}})
    return core_schema(strawberry.Schema(strawberry.type(query)))


def selection(schema: GraphQLSchema, type_: GraphQLObjectType, typename: str) -> str:
    """All fields of a type, in the order of the schema, under the names that the struct has."""
    parts = [typename] if typename else []
    for name, field in type_.fields.items():
        inner, called = get_named_type(field.type), "id: key" if name == "key" else name
        parts.append(
            f"{called} {selection(schema, inner, typename)}" if isinstance(inner, GraphQLObjectType) else called
        )
    return "{" + " ".join(parts) + "}"


@pytest.mark.parametrize("kind", GAMES)
async def test_a_whole_table_is_sent_as_it_is(kind: str) -> None:
    schema = schema_of(kind)
    compiled, interpreted = (
        Executable(schema, lambda error: type(error).__name__, compiled=compiled, limits=LARGE)
        for compiled in (True, False)
    )
    type_ = cast(GraphQLObjectType, schema.type_map[GAMES[kind].about.view.__name__])
    for typename in ("", "__typename", "named: __typename"):
        query = f"{{ table {selection(schema, type_, typename)} }}"
        sent = set()
        for table in tables(kind, 6):
            answer = await ask(compiled, query, table)
            assert msgspec.json.encode(answer) == msgspec.json.encode(await ask(interpreted, query, table))
            assert not answer.errors
            assert answer.data
            sent.add(isinstance(answer.data["table"], View))
        assert (True in sent) is (typename == "")


@pytest.mark.parametrize(
    "other", ["extraTurn: extraTurnOwed extraTurnOwed: extraTurn", "extraTurnOwed extraTurn", "extraTurn"]
)
async def test_other_names_and_orders_are_no_whole_table(other: str) -> None:
    schema = schema_of("dank-and-draft")
    compiled = Executable(schema, lambda error: type(error).__name__, limits=LARGE)
    whole = selection(schema, cast(GraphQLObjectType, schema.type_map["DankAndDraftTable"]), "")
    both = "extraTurn extraTurnOwed"
    assert both in whole
    for table in tables("dank-and-draft", 3):
        answer = await ask(compiled, f"{{ table {whole.replace(both, other)} }}", table)
        assert not answer.errors
        assert answer.data
        assert isinstance(answer.data["table"], dict)
        assert [*answer.data["table"]][3] == other.split(maxsplit=1)[0].rstrip(":")
