"""Plain fields, which only read an attribute, and the object types of values.

A selection of plain fields depends only on the value, so `compiled_selections` can compile it.
"""

from __future__ import annotations

from keyword import iskeyword
from typing import Any

from graphql import (
    GraphQLEnumType,
    GraphQLField,
    GraphQLInterfaceType,
    GraphQLNamedType,
    GraphQLObjectType,
    GraphQLResolveInfo,
    GraphQLSchema,
    GraphQLUnionType,
    Undefined,
    default_type_resolver,
)
from msgspec import Struct

from taphouse.schema.libraries.graphql_core import is_awaitable
from taphouse.schema.libraries.strawberry import (
    DEFINITION,
    StrawberryField,
    StrawberryObjectDefinition,
    is_default_resolver,
)

AbstractType = GraphQLInterfaceType | GraphQLUnionType
STRUCT = "struct_of_values"
"""The attribute by which the class of an object type tells the struct that it was derived from and that its values are."""


class TypesOfValues:
    """The object types of values in a schema, as Strawberry resolves them. Cached by class where that is safe.

    A class promises by the attribute `has_one_type = True` that all its values have the same type, wherever they are expected.
    """

    def __init__(self, schema: GraphQLSchema) -> None:
        self.schema = schema
        self._of_class: dict[tuple[str, type], GraphQLObjectType] = {}

    def of(
        self, type_: GraphQLObjectType | AbstractType, value: object, info: GraphQLResolveInfo[Any]
    ) -> GraphQLObjectType | None:
        """The object type of a value where `type_` is expected. None if the interpreter must handle the value."""
        key = type_.name, value.__class__
        found = self._of_class.get(key)
        if found is None:
            found = self._resolve(type_, value, info)
            promised = getattr(value, "has_one_type", False)
            if found is not None and (promised or (_tells_all(value) and _by_class(type_) and _by_class(found))):
                self._of_class[key] = found
        return found

    def is_of_class(self, type_: GraphQLObjectType | AbstractType, value: object) -> bool:
        """True if the cache holds an object type for all values of this value's class where `type_` is expected."""
        return (type_.name, value.__class__) in self._of_class

    def _resolve(
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
    """True for null, an error to raise, or an awaitable."""
    return value is None or value is Undefined or isinstance(value, Exception) or is_awaitable(value)


def attribute(field: GraphQLField) -> str | None:
    """The attribute that a plain field reads. None if the field does anything else."""
    definition = field.extensions.get(DEFINITION)
    # A default resolver alone is not enough: it is also true for a field with a permission and no resolver.
    if (
        isinstance(definition, StrawberryField)
        and definition.is_basic_field
        and definition.default_resolver is getattr
        and type(definition).get_result is StrawberryField.get_result
        and is_default_resolver(field.resolve)
        and not field.args
    ):
        name = definition.python_name
        return name if name.isidentifier() and not iskeyword(name) else None
    return None


def struct_of(type_: GraphQLObjectType) -> type[Struct] | None:
    """The struct that a type was derived from, and whose instances are its values. None if there is none."""
    definition = type_.extensions.get(DEFINITION)
    return getattr(definition.origin, STRUCT, None) if isinstance(definition, StrawberryObjectDefinition) else None


def members(type_: GraphQLEnumType) -> type | None:
    """The Python enum of a type, if its member values equal the names in the schema."""
    enum: type | None = getattr(type_, "wrapped_cls", None)
    names = {name: value.value for name, value in type_.values.items()}
    values = [member.value for member in enum] if enum is not None else []  # type: ignore[attr-defined]
    return enum if all(name == value for name, value in names.items()) and set(values) == set(names) else None


def _tells_all(value: object) -> bool:
    """True if the class decides the object type of a value: for structs without `__dict__`, which `cast` cannot tag."""
    return isinstance(value, Struct) and not hasattr(value, "__dict__")


def _by_class(type_: GraphQLNamedType) -> bool:
    """True if a type resolves its values by their class alone."""
    definition = type_.extensions.get(DEFINITION)
    return not (
        isinstance(definition, StrawberryObjectDefinition) and (definition.concrete_of or definition.resolve_type)
    )
