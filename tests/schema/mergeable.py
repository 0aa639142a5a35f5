"""Checks that one selection can name the same field of every member of an interface or union.

GraphQL refuses a document that selects fields of one name and different types below one parent, even in fragments on different
types (Field Selection Merging). A client that shows several kinds of games would have to alias such fields.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from graphql import (
    GraphQLInterfaceType,
    GraphQLList,
    GraphQLNonNull,
    GraphQLObjectType,
    GraphQLOutputType,
    GraphQLSchema,
    GraphQLUnionType,
    is_leaf_type,
)

Composite = GraphQLObjectType | GraphQLInterfaceType | GraphQLUnionType


def check_mergeable(schema: GraphQLSchema) -> None:
    """Check the members of all interfaces and unions.

    Raises:
        TypeError: two members have fields of one name that cannot be selected together. Names them.
    """
    seen: set[frozenset[str]] = set()
    for type_ in schema.type_map.values():
        if isinstance(type_, GraphQLInterfaceType | GraphQLUnionType):
            for one, other in combinations(schema.get_possible_types(type_), 2):
                for conflict in _conflicts(schema, one, other, seen):
                    raise TypeError(f"{conflict} cannot be selected together; rename one field, or give both one type")


def _conflicts(schema: GraphQLSchema, one: Composite, other: Composite, seen: set[frozenset[str]]) -> Iterator[str]:
    """The fields of two types that have one name and cannot be merged, also below fields that can."""
    pair = frozenset((one.name, other.name))
    if one is other or pair in seen:
        return
    seen.add(pair)
    for left in _members(schema, one):
        for right in _members(schema, other):
            for name in left.fields.keys() & right.fields.keys():
                below = _inner(left.fields[name].type, right.fields[name].type)
                if below is None:
                    yield f"{left.name}.{name} and {right.name}.{name}"
                elif below:
                    yield from _conflicts(schema, *below, seen)


def _members(schema: GraphQLSchema, type_: Composite) -> list[GraphQLObjectType]:
    return [type_] if isinstance(type_, GraphQLObjectType) else list(schema.get_possible_types(type_))


def _inner(one: GraphQLOutputType, other: GraphQLOutputType) -> tuple[Composite, Composite] | tuple[()] | None:
    """The types whose fields must be merged as well: none for leaves. None if the two types differ in shape."""
    for wrapper in (GraphQLNonNull, GraphQLList):
        if isinstance(one, wrapper) or isinstance(other, wrapper):
            both = isinstance(one, wrapper) and isinstance(other, wrapper)
            return _inner(one.of_type, other.of_type) if both else None  # type: ignore[union-attr]
    if is_leaf_type(one) or is_leaf_type(other):
        return () if one is other else None
    return one, other  # type: ignore[return-value]
