"""Selections of all that a struct has, in its order. The struct itself is then the part of the response.

msgspec encodes it as it encodes the dicts that a selection makes, and faster. Documents that are generated from the schema select
whole tables in this way.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import NoneType
from typing import Any, get_args, get_origin, get_type_hints

import msgspec
from graphql import GraphQLEnumType, GraphQLList, GraphQLNonNull, GraphQLObjectType, GraphQLOutputType
from graphql.type import specified_scalar_types
from msgspec import Struct

from taphouse.schema.execution.fields.plain_fields import attribute, members, struct_of
from taphouse.schema.libraries.graphql_core import FieldDetailsList

Collect = Callable[[GraphQLObjectType, FieldDetailsList], dict[str, FieldDetailsList]]
"""Returns the fields selected of an object of a type, by response name."""

_SCALARS = {"String": str, "ID": str, "Boolean": bool, "Int": int}
"""The built-in scalars whose values have their JSON form, with the type of these values."""


def whole_struct(type_: GraphQLObjectType, fields: FieldDetailsList, collect: Collect) -> type[Struct] | None:
    """The struct whose values are encoded just as the selection of them. None if there is none.

    It is chosen by the types of the struct's fields, which are checked statically. What a struct holds is not checked: null where
    the schema has none, an integer beyond 32 bits or a value of another type would be sent as it is, as REST sends it.

    Args:
        type_: The object type.
        fields: What is selected of it.
        collect: See `Collect`.
    """
    struct = struct_of(type_)
    if struct is None or struct.__subclasses__():  # a value of a subclass could have more
        return None
    selected, own = collect(type_, fields), _fields_of(struct)
    if not own or [*selected] != [*own]:
        return None
    for (name, details), (source, hint) in zip(selected.items(), own.values(), strict=True):
        field = type_.fields.get(name)
        if field is None or details[0].node.name.value != name or attribute(field) != source:
            return None
        if not _is_alike(hint, field.type, details, collect):
            return None
    return struct


def _is_alike(hint: Any, type_: GraphQLOutputType, fields: FieldDetailsList, collect: Collect) -> bool:
    """Whether values with this type hint are encoded just as what is sent of them for a GraphQL type."""
    if isinstance(type_, GraphQLNonNull):
        type_ = type_.of_type
    elif NoneType in (parts := get_args(hint)):
        hint, *more = [part for part in parts if part is not NoneType]
        if more:
            return False
    if isinstance(type_, GraphQLList):
        item, *more = get_args(hint) or (None,)
        return get_origin(hint) is tuple and more == [...] and _is_alike(item, type_.of_type, fields, collect)
    if isinstance(type_, GraphQLObjectType):
        return hint is whole_struct(type_, fields, collect)
    if isinstance(type_, GraphQLEnumType):
        return hint is members(type_)
    return type_ is specified_scalar_types.get(type_.name) and _SCALARS.get(type_.name) is hint


@cache
def _fields_of(struct: type[Struct]) -> dict[str, tuple[str, Any]]:
    """The attribute and the type hint of each field, by its name in JSON. Nothing if structs have another form there."""
    config, hints = struct.__struct_config__, get_type_hints(struct)
    if config.tag is not None or config.array_like or config.omit_defaults:
        return {}
    return {field.encode_name: (field.name, hints[field.name]) for field in msgspec.structs.fields(struct)}
