"""What is plain: fields that are read from an attribute, and the object types that values have.

What is selected of a value through plain fields alone is a function of the value. It can be compiled; see `compiled_selections`.
"""

from __future__ import annotations

from keyword import iskeyword
from typing import Any

from graphql import (
    GraphQLField,
    GraphQLInterfaceType,
    GraphQLNamedType,
    GraphQLObjectType,
    GraphQLResolveInfo,
    GraphQLSchema,
    GraphQLUnionType,
    default_type_resolver,
)
from graphql.pyutils import Undefined, is_awaitable
from msgspec import Struct
from strawberry.schema.schema_converter import GraphQLCoreConverter
from strawberry.types.base import StrawberryObjectDefinition
from strawberry.types.field import StrawberryField

AbstractType = GraphQLInterfaceType | GraphQLUnionType
DEFINITION = GraphQLCoreConverter.DEFINITION_BACKREF


class TypesOfValues:
    """The object types that values have in a schema, by Strawberry's own functions."""

    def __init__(self, schema: GraphQLSchema) -> None:
        self.schema = schema
        self._of_class: dict[tuple[str, type], GraphQLObjectType] = {}

    def of(
        self, type_: GraphQLObjectType | AbstractType, value: object, info: GraphQLResolveInfo[Any]
    ) -> GraphQLObjectType | None:
        """The object type of this value where `type_` is expected; None when the interpreter must look at it."""
        key = type_.name, value.__class__
        found = self._of_class.get(key)
        if found is None:
            found = self._asked(type_, value, info)
            if found is not None and _tells_all(value) and _by_class(type_) and _by_class(found):
                self._of_class[key] = found
        return found

    def is_of_class(self, type_: GraphQLObjectType | AbstractType, value: object) -> bool:
        """Whether all values of this one's class have its object type where `type_` is expected, as far as is known."""
        return (type_.name, value.__class__) in self._of_class

    def _asked(
        self, type_: GraphQLObjectType | AbstractType, value: object, info: GraphQLResolveInfo[Any]
    ) -> GraphQLObjectType | None:
        if no_value(value):
            return None
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
        return runtime if runtime.is_type_of is None or runtime.is_type_of(value, info) is True else None


def no_value(value: object) -> bool:
    """Whether this stands for something else: for null, for an error that is to be raised, for what must be waited for."""
    return value is None or value is Undefined or isinstance(value, Exception) or is_awaitable(value)


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


def _tells_all(value: object) -> bool:
    """Whether its class decides its type: so it is with structs without a `__dict__`, which `strawberry.cast` cannot mark."""
    return isinstance(value, Struct) and not hasattr(value, "__dict__")


def _by_class(type_: GraphQLNamedType) -> bool:
    """Whether which type a value has may depend on its class alone."""
    definition = type_.extensions.get(DEFINITION)
    return not (
        isinstance(definition, StrawberryObjectDefinition) and (definition.concrete_of or definition.resolve_type)
    )
