"""Selections of all that a struct has, in its order: the struct itself is then the part of the response.

msgspec encodes it as it encodes the dicts that a selection makes, and faster. A document that is generated from the schema, such
as those of our clients, selects a table in this way. Its figure stands in docs/decisions/0005-an-executor-of-our-own.md.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args, get_type_hints

import msgspec
from graphql import GraphQLEnumType, GraphQLNamedType, GraphQLObjectType, get_named_type
from graphql.type import specified_scalar_types
from msgspec import Struct

from taphouse.schema.execution.fields.plain_fields import attribute, members, struct_of
from taphouse.schema.libraries.graphql_core import FieldDetailsList

Collect = Callable[[GraphQLObjectType, FieldDetailsList], dict[str, FieldDetailsList]]
"""Returns the fields selected of an object of a type, by response name."""


def whole_struct(type_: GraphQLObjectType, fields: FieldDetailsList, collect: Collect) -> type[Struct] | None:
    """The struct whose values are encoded just as this selection of them. None if there is none.

    The type was derived from the struct, so their fields agree. What a value holds is left to the static types of the struct:
    null where the schema has none, or an integer beyond 32 bits, would be sent as REST sends it.
    """
    struct = struct_of(type_)
    if struct is None or struct.__subclasses__():  # a value of a subclass could have more
        return None
    config, selected = struct.__struct_config__, collect(type_, fields)
    if config.tag is not None or config.array_like or config.omit_defaults:
        return None
    if [*selected] != [field.encode_name for field in msgspec.structs.fields(struct)]:
        return None
    hints = get_type_hints(struct)
    for field, details in zip(struct.__struct_fields__, selected.values(), strict=True):
        shown = type_.fields[details[0].node.name.value]
        if attribute(shown) != field:  # an alias that has the name of another field
            return None
        if not _is_whole(hints[field], get_named_type(shown.type), details, collect):
            return None
    return struct


def _is_whole(hint: Any, type_: GraphQLNamedType, fields: FieldDetailsList, collect: Collect) -> bool:
    """True if values with this type hint are encoded just as what is sent of them for a GraphQL type."""
    while parts := get_args(hint):  # without null and lists
        hint = parts[0]
    if isinstance(type_, GraphQLObjectType):
        return hint is whole_struct(type_, fields, collect)
    if isinstance(type_, GraphQLEnumType):
        return hint is members(type_)
    return type_ is specified_scalar_types.get(type_.name)
