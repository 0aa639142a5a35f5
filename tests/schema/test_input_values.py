"""Values of variables are coerced as graphql-core coerces them."""

from __future__ import annotations

from typing import Any

from graphql import (
    GraphQLEnumType,
    GraphQLInputObjectType,
    GraphQLInputType,
    GraphQLList,
    GraphQLNonNull,
    build_schema,
    is_input_type,
)
from graphql.pyutils import Undefined
from graphql.utilities import coerce_input_value
from hypothesis import given, settings
from hypothesis import strategies as st

from taphouse.engine import GAMES
from taphouse.schema.execution.operations import InputValues
from taphouse.schema.graphql.build import Api
from tests.effort import EFFORT

PUB = build_schema("""
    enum Malt { PALE DARK }
    input Recipe { name: String!, malt: Malt! = PALE, hops: [Int!] = [1, 2], of: Recipe, sizes: [[Int]], to: Serving }
    input Serving @oneOf { pints: Int, glass: Recipe, all: Boolean }
    scalar Date
    type Query { brew(recipe: Recipe!, servings: [Serving!]!, on: Date, id: ID, share: Float): Boolean }
""")
OURS = Api.of(*GAMES.values()).core
INPUTS = [type_ for schema in (PUB, OURS) for type_ in schema.type_map.values() if is_input_type(type_)]
ODD = (
    st.none() | st.booleans() | st.integers(-3, 3) | st.just(2**31) | st.floats(-2, 2) | st.sampled_from(["", "x", "1"])
)


def values(type_: GraphQLInputType, depth: int = 3) -> st.SearchStrategy[Any]:
    """Values for a type, most of which fit."""
    if isinstance(type_, GraphQLNonNull):
        return values(type_.of_type, depth)
    if isinstance(type_, GraphQLList):
        items = values(type_.of_type, depth)
        return st.lists(items, max_size=2) | items
    if isinstance(type_, GraphQLEnumType):
        return st.sampled_from([*type_.values]) | ODD
    if isinstance(type_, GraphQLInputObjectType):
        if not depth:
            return st.just({})
        fields = {name: values(field.type, depth - 1) for name, field in type_.fields.items()}
        if type_.is_one_of:
            names = st.sampled_from([*fields])
            return names.flatmap(lambda name: st.fixed_dictionaries({name: fields[name]})) | ODD
        needed = {name: fields[name] for name in fields if isinstance(type_.fields[name].type, GraphQLNonNull)}
        complete = st.fixed_dictionaries(needed, optional={name: fields[name] for name in fields if name not in needed})
        return complete | st.dictionaries(st.sampled_from([*fields, "unknown"]), ODD, max_size=2)
    return ODD


@settings(max_examples=400 * EFFORT)
@given(st.sampled_from(INPUTS).flatmap(lambda type_: st.tuples(st.just(type_), values(type_))))
def test_a_value_is_coerced_as_graphql_core_does_it(given: tuple[GraphQLInputType, Any]) -> None:
    type_, value = given
    for wrapped in (type_, GraphQLNonNull(type_), GraphQLList(GraphQLNonNull(type_))):
        assert InputValues().coerce(wrapped)(value) == coerce_input_value(value, wrapped)


def test_what_is_compared_is_both_valid_and_invalid() -> None:
    recipe = PUB.type_map["Recipe"]
    assert isinstance(recipe, GraphQLInputObjectType)
    coerce = InputValues().coerce(recipe)
    given = {"name": "Ale", "of": {"name": "Stout", "malt": "DARK"}, "to": {"pints": 2}}
    assert coerce(given) == {
        "name": "Ale",
        "malt": "PALE",
        "hops": [1, 2],
        "of": {"name": "Stout", "malt": "DARK", "hops": [1, 2]},
        "to": {"pints": 2},
    }
    for wrong in (
        {},
        {"name": None},
        {"name": "Ale", "to": {"pints": None}},
        {"name": "Ale", "to": {"pints": 1, "all": True}},
    ):
        assert coerce(wrong) is Undefined
