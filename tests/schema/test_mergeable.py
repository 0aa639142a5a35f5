"""One selection can name the same fields of every kind of game of this package."""

from __future__ import annotations

import pytest
from graphql import build_schema, parse, validate

from taphouse.engine import GAMES
from taphouse.schema.graphql.build import Api
from tests.schema.mergeable import check_mergeable

SCHEMA = Api.of(*GAMES.own().values()).core
PHASES = """query ($dank: ID!, $pint: ID!, $brew: ID!) {
  dank: game(id: $dank) { ...where } pint: game(id: $pint) { ...where } brew: game(id: $brew) { ...where }
}
fragment where on Game {
  ... on DankAndDraftGame { table { turnPhase players { seat score } } }
  ... on PintCraftGame { table { step season players { seat } } }
  ... on BrewCraftersGame { table { phase season players { seat scoreByCategory { points } } } }
}"""


def test_one_query_asks_all_games_for_their_phase() -> None:
    assert validate(SCHEMA, parse(PHASES)) == []


def test_no_fields_of_our_games_are_in_each_others_way() -> None:
    check_mergeable(SCHEMA)


@pytest.mark.parametrize(
    ("types", "conflict"),
    [
        ("type A implements I { a: Int! b: [Int] } type B implements I { a: Int! b: Int }", "A.b and B.b"),
        ("type A implements I { a: Int! b: Int! } type B implements I { a: Int! b: Int }", "A.b and B.b"),
        ("type A implements I { a: Int! b: E } type B implements I { a: Int! b: F }", "A.b and B.b"),
        ("type A implements I { a: Int! b: C } type B implements I { a: Int! b: [D] }", "A.b and B.b"),
        ("type A implements I { a: Int! b: C } type B implements I { a: Int! b: D }", "C.c and D.c"),
        ("type A implements I { a: Int! b: [C!]! } type B implements I { a: Int! b: [U!]! }", "C.c and D.c"),
    ],
)
def test_fields_that_cannot_be_selected_together_are_reported(types: str, conflict: str) -> None:
    more = "type C { c: Int! } type D { c: Int } union U = D enum E { X } enum F { X } interface I { a: Int! } "
    schema = build_schema(more + types + " type Query { i: I e: E f: F c: C d: D u: U }")
    with pytest.raises(TypeError, match=conflict):
        check_mergeable(schema)


def test_members_without_a_conflict_pass() -> None:
    check_mergeable(
        build_schema(
            "interface I { a: Int! } type A implements I { a: Int! b: C } type B implements I { a: Int! b: D }"
            "type C { c: [Int!] own: Int } type D { c: [Int!] own2: String } type Query { i: I }"
        )
    )
