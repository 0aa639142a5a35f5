"""Coerces the values of variables as graphql-core does, with what it would work out for each value prepared once for each type.

So an input type with many fields, such as `MoveInput`, takes as long as what was given of it, and not as what could have been.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

from graphql import (
    GraphQLInputField,
    GraphQLInputObjectType,
    GraphQLInputType,
    GraphQLLeafType,
    GraphQLList,
    GraphQLNonNull,
    is_required_input_field,
)
from graphql.pyutils import Undefined
from graphql.utilities.coerce_input_value import coerce_default_value

Coerce = Callable[[Any], Any]
"""Returns the coerced form of a decoded JSON value, or `Undefined` if the value is invalid."""


class InputValues:
    """How to coerce the values of the input types of one schema."""

    def __init__(self) -> None:
        self._objects: dict[str, _InputObject] = {}

    def coerce(self, type_: GraphQLInputType) -> Coerce:
        """What coerces the values of a type."""
        if isinstance(type_, GraphQLNonNull):
            return _non_null(self.coerce(type_.of_type))
        if isinstance(type_, GraphQLList):
            return _list(self.coerce(type_.of_type))
        if isinstance(type_, GraphQLInputObjectType):
            if type_.name not in self._objects:
                self._objects[type_.name] = _InputObject(type_, self)
            return self._objects[type_.name].coerce
        return _leaf(type_)


def _non_null(of: Coerce) -> Coerce:
    def coerce(value: Any) -> Any:
        return Undefined if value is None else of(value)

    return coerce


def _list(of: Coerce) -> Coerce:
    def coerce(value: Any) -> Any:
        if value is None:
            return None
        coerced = [
            of(item) for item in (value if isinstance(value, list) else [value])
        ]  # one item may stand for a list
        for item in coerced:
            if item is Undefined:
                return Undefined
        return coerced

    return coerce


def _leaf(type_: GraphQLLeafType) -> Coerce:
    own = type_.coerce_input_value

    def coerce(value: Any) -> Any:
        try:
            return None if value is None else own(value)
        except Exception:  # a scalar may raise anything at a value that it does not accept
            return Undefined

    return coerce


class _InputObject:
    def __init__(self, type_: GraphQLInputObjectType, types: InputValues) -> None:
        self._type, self._types = type_, types

    @cached_property
    def _fields(self) -> dict[str, tuple[str, Coerce]]:
        """The name that resolvers know each field by, and how its values are coerced. Types may contain themselves."""
        fields = self._type.fields
        return {name: (field.out_name or name, self._types.coerce(field.type)) for name, field in fields.items()}

    @cached_property
    def _not_optional(self) -> list[tuple[str, GraphQLInputField]]:
        """The fields that are required, or have a default."""
        fields = self._type.fields.items()
        return [
            (name, field)
            for name, field in fields
            if is_required_input_field(field) or coerce_default_value(field) is not Undefined
        ]

    def coerce(self, value: Any) -> Any:
        if value is None:
            return None
        if not isinstance(value, dict):
            return Undefined
        fields, coerced = self._fields, {}
        for name, given in value.items():
            if name not in fields:
                return Undefined
            out_name, coerce = fields[name]
            coerced[out_name] = own = coerce(given)
            if own is Undefined:
                return Undefined
        for name, field in self._not_optional:
            if name not in value:
                if is_required_input_field(field):
                    return Undefined
                coerced[fields[name][0]] = coerce_default_value(field)
        if self._type.is_one_of and (len(coerced) != 1 or own is None):
            return Undefined
        return self._type.out_type(coerced)
