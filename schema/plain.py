"""Which types are plain: a value of one holds every field as an attribute, and so does all that can be reached from it.

What is selected of a plain value is a function of the value alone. It can be compiled; see `schema.compile`.
"""

from __future__ import annotations

from collections.abc import Iterator
from keyword import iskeyword
from typing import Any

from graphql import (
    GraphQLField,
    GraphQLInterfaceType,
    GraphQLNamedType,
    GraphQLObjectType,
    GraphQLOutputType,
    GraphQLResolveInfo,
    GraphQLSchema,
    GraphQLUnionType,
    default_type_resolver,
    get_named_type,
    is_leaf_type,
)
from msgspec import Struct
from strawberry.schema.schema_converter import GraphQLCoreConverter
from strawberry.types.base import StrawberryObjectDefinition
from strawberry.types.field import StrawberryField

AbstractType = GraphQLInterfaceType | GraphQLUnionType
DEFINITION = GraphQLCoreConverter.DEFINITION_BACKREF


class PlainTypes:
    """The plain types of a schema, and which struct is a value of which of them."""

    def __init__(self, schema: GraphQLSchema) -> None:
        self.schema = schema
        self._plain: dict[GraphQLOutputType, bool] = {}
        self._names: dict[tuple[str, type], str] = {}

    def __contains__(self, type_: GraphQLOutputType) -> bool:
        """Is it a plain type that fields are selected of, or a list of one?"""
        plain = self._plain.get(type_)
        if plain is None:
            named = get_named_type(type_)
            plain = self._plain[type_] = not is_leaf_type(named) and self._all_plain(named)
        return plain

    def name_of(
        self, type_: GraphQLObjectType | AbstractType, value: object, info: GraphQLResolveInfo[Any]
    ) -> str | None:
        """The object type of this value where `type_` is expected; None when the interpreter must look at it.

        The answer of Strawberry's own functions is asked for once per class: they may look at nothing but the class. That
        can be said of structs without a `__dict__`, and of nothing that may have been through `strawberry.cast`.
        """
        key = type_.name, value.__class__
        name = self._names.get(key)
        if name is None and isinstance(value, Struct) and not hasattr(value, "__dict__"):
            name = self._resolve(type_, value, info)
            if name is not None:
                self._names[key] = name
        return name

    def _resolve(
        self, type_: GraphQLObjectType | AbstractType, value: object, info: GraphQLResolveInfo[Any]
    ) -> str | None:
        resolved: object = type_.name
        if not isinstance(type_, GraphQLObjectType):
            resolved = (type_.resolve_type or default_type_resolver)(value, info, type_)
        if not isinstance(resolved, str):
            return None
        runtime = self.schema.get_type(resolved)
        if not isinstance(runtime, GraphQLObjectType):
            return None
        if not isinstance(type_, GraphQLObjectType) and not self.schema.is_sub_type(type_, runtime):
            return None
        return resolved if runtime.is_type_of is None or runtime.is_type_of(value, info) is True else None

    def _all_plain(self, root: GraphQLNamedType) -> bool:
        seen, ahead = {root.name}, [root]
        while ahead:
            type_ = ahead.pop()
            if not _plain_alone(type_):
                return False
            for next_ in self._from(type_):
                if next_.name not in seen:
                    seen.add(next_.name)
                    ahead.append(next_)
        return True

    def _from(self, type_: GraphQLNamedType) -> Iterator[GraphQLNamedType]:
        if isinstance(type_, GraphQLObjectType):
            yield from (get_named_type(field.type) for field in type_.fields.values())
        elif isinstance(type_, AbstractType):
            yield from self.schema.get_possible_types(type_)


def attribute(field: GraphQLField) -> str | None:
    """The attribute that Strawberry reads this field from; None for a field that does anything else."""
    definition = field.extensions.get(DEFINITION)
    # `_is_default` alone says too much: a field with a permission and no resolver is a default one too.
    if (
        isinstance(definition, StrawberryField)
        and definition.is_basic_field
        and definition.default_resolver is getattr
        and type(definition).get_result is StrawberryField.get_result
        and getattr(field.resolve, "_is_default", False)
        and not field.args
    ):
        name = definition.python_name
        return name if name.isidentifier() and not iskeyword(name) else None
    return None


def _plain_alone(type_: GraphQLNamedType) -> bool:
    """Is it plain if all the types of its fields are?"""
    definition = type_.extensions.get(DEFINITION)
    if isinstance(definition, StrawberryObjectDefinition) and (definition.concrete_of or definition.resolve_type):
        return False  # which type a value has depends on more than its class
    if isinstance(type_, GraphQLObjectType):
        return all(attribute(field) is not None for field in type_.fields.values())
    return True
