"""Interfaces have what the members of a union share, so a document can ask for members that it does not name."""

from __future__ import annotations

import re
from collections.abc import Iterable

import pytest
from graphql import GraphQLObjectType, GraphQLUnionType, build_schema, parse, validate
from graphql.type import GraphQLSchema

from taphouse.engine import GAMES
from taphouse.schema.graphql.build import Api
from tests.tiny import about as tiny

OURS = Api.of(*GAMES.own().values()).core
GROWN = Api.of(*GAMES.own().values(), tiny.GAME).core
OF_OURS = "DankAndDraft", "PintCraft", "BrewCrafters"


def unshared(schema: GraphQLSchema) -> list[str]:
    """The fields that the members of a union share, and no interface has.

    Problems share an interface, and so does the rest of a union, unless it is one type.
    """
    found = []
    for union in schema.type_map.values():
        if isinstance(union, GraphQLUnionType) and not union.name.startswith("_"):
            problems = [one for one in union.types if "Problem" in {base.name for base in one.interfaces}]
            rest = [one for one in union.types if one not in problems]
            found += [f"{union.name} {name}" for one in (problems, rest) if len(one) > 1 for name in lacking(one)]
    return found


def lacking(members: Iterable[GraphQLObjectType]) -> set[str]:
    """The fields that all members have with one type, and no interface of all."""
    first, *others = members
    interfaces = [base for base in first.interfaces if all(base in one.interfaces for one in others)]
    shared = {
        name
        for name, field in first.fields.items()
        if all(name in one.fields and str(one.fields[name].type) == str(field.type) for one in others)
    }
    return shared - {name for base in interfaces for name in base.fields} or (set() if interfaces else {"interface"})


def test_the_members_of_a_union_share_interfaces() -> None:
    assert unshared(OURS) == []


@pytest.mark.parametrize(
    ("types", "missing"),
    [
        ("type A { a: Int! } type B { a: Int! }", ["U a"]),
        ("type A { a: Int! } type B { b: Int! }", ["U interface"]),
        (
            "interface I { a: Int! } type A implements I { a: Int! b: Int } type B implements I { a: Int! b: Int }",
            ["U b"],
        ),
        ("interface I { a: Int! } type A implements I { a: Int! b: Int } type B implements I { a: Int! b: Int! }", []),
    ],
)
def test_what_is_not_shared_is_found(types: str, missing: list[str]) -> None:
    assert unshared(build_schema(f"{types} union U = A | B type Query {{ u: U }}")) == missing


DOCUMENT = """query ($id: ID!) {
  catalogue { games { kind title } }
  game(id: $id) { ... on Game { kind seats { name } decision { prompt } legalMoves { edges { node { label input } } } } }
  events(gameId: $id) { ... on EventPage { entries { sentence
    ... on DankAndDraftLogEntry { events { ... on Event { sentence } ... on DankAndDraftTurnBegan { seat } } }
    ... on PintCraftLogEntry { move { ... on Move { verb } } } } } ... on Problem { code message } }
}"""


def test_a_document_that_names_our_kinds_is_valid_beside_another_game() -> None:
    assert validate(OURS, parse(DOCUMENT)) == []
    assert validate(GROWN, parse(DOCUMENT)) == []


def test_another_game_brings_only_members_of_the_interfaces() -> None:
    new = [
        one for name, one in GROWN.type_map.items() if name not in OURS.type_map and isinstance(one, GraphQLObjectType)
    ]
    of_unions = [one for one in new if any(one in union.types for union in unions(GROWN))]
    assert of_unions
    assert all(one.interfaces for one in of_unions)
    assert not [one.name for one in of_unions if re.match("|".join(OF_OURS), one.name)]


def unions(schema: GraphQLSchema) -> list[GraphQLUnionType]:
    return [
        one for one in schema.type_map.values() if isinstance(one, GraphQLUnionType) and not one.name.startswith("_")
    ]
