"""What is selected of a plain value, as a Python function that is generated once and builds the response's part at once.

The function does what graphql-core's interpreter does for plain values, in the same order, and nothing else. Whatever it
does not expect, such as None where the schema has no null, makes it give up: the interpreter then takes the value from
the start, and says what is wrong with it. So there is one place that reports errors, and the result is the same.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from graphql import (
    GraphQLEnumType,
    GraphQLInterfaceType,
    GraphQLLeafType,
    GraphQLList,
    GraphQLNonNull,
    GraphQLObjectType,
    GraphQLOutputType,
    GraphQLResolveInfo,
    GraphQLUnionType,
    OperationDefinitionNode,
    Undefined,
    is_leaf_type,
)
from graphql.execution.collect_fields import FieldDetailsList, FragmentDetails, collect_subfields
from graphql.execution.values import VariableValues
from graphql.pyutils import is_awaitable
from graphql.type import GRAPHQL_MAX_INT, GRAPHQL_MIN_INT, specified_scalar_types
from msgspec import Struct

from schema.plain import AbstractType, PlainTypes, attribute

_MOST_FIELDS = 1000
"""Fragments that use each other twice are short to write and grow without end when they are written out."""

Project = Callable[[Any], Any]


class Interpret(Exception):
    """This value, or this selection, is for the interpreter."""


class Asked(Struct, frozen=True):
    """What of a request decides which fields are selected."""

    fragments: dict[str, FragmentDetails]
    operation: OperationDefinitionNode
    variables: VariableValues
    """Those that directives depend on; no other, for this is kept longer than the request."""


class Selection:
    """What a document selects at one place, compiled: an object's fields here, a union's members as they come up.

    Raises:
        Interpret: the selection is too large, or nothing that can be compiled.
    """

    def __init__(self, plain: PlainTypes, asked: Asked, type_: GraphQLOutputType, fields: FieldDetailsList) -> None:
        self._plain = plain
        self._asked = asked
        self._left = _MOST_FIELDS
        self._project = self._compiled(type_, fields)

    def of(self, value: object, info: GraphQLResolveInfo[Any]) -> Any:
        """What is selected of the value.

        Raises:
            Interpret: the value is none of the schema's, or one that only the interpreter knows how to treat.
        """
        while True:
            try:
                return self._project(value)
            except _Stranger as stranger:  # at most once per class and place
                stranger.place.meet(stranger.value, info)
            except Exception as error:
                raise Interpret from error

    def member(self, name: str, fields: FieldDetailsList) -> Project:
        """The function for the values of one of an abstract type's members."""
        type_ = self._plain.schema.get_type(name)
        if not isinstance(type_, GraphQLObjectType):
            raise Interpret
        return self._compiled(type_, fields, known=True)

    def name_of(self, type_: GraphQLObjectType | AbstractType, value: object, info: GraphQLResolveInfo[Any]) -> str:
        """The object type of a value."""
        name = self._plain.name_of(type_, value, info)
        if name is None:
            raise Interpret
        return name

    def collect(self, type_: GraphQLObjectType, fields: FieldDetailsList) -> dict[str, FieldDetailsList]:
        """The fields that are selected of an object of this type, by the name that they have in the response."""
        schema, asked = self._plain.schema, self._asked
        collected = collect_subfields(schema, asked.fragments, asked.variables, asked.operation, type_, fields, True)
        self._left -= len(collected.grouped_field_set)
        if self._left < 0:
            raise Interpret
        return collected.grouped_field_set

    def _compiled(self, type_: GraphQLOutputType, fields: FieldDetailsList, known: bool = False) -> Project:
        try:
            return _Writer(self).function(type_, fields, known)
        except Exception as error:  # 20 lists within each other, for one, are too many for Python
            raise Interpret from error


class _Stranger(Exception):
    """A class that has not been seen at this place before."""

    def __init__(self, place: _Place, value: object) -> None:
        self.place = place
        self.value = value


class _Place:
    """Where an object is expected, and the classes of which one has been accepted there.

    `known` leads from the class to the function for its values. At a place of one object type no function is needed:
    its fields are written out where the value is used.
    """

    def __init__(self, selection: Selection, type_: GraphQLObjectType | AbstractType, fields: FieldDetailsList) -> None:
        self._selection = selection
        self._type = type_
        self._fields = fields
        self._members: dict[str, Project] = {}
        self.known: dict[type, Project | None] = {}

    def meet(self, value: object, info: GraphQLResolveInfo[Any]) -> None:
        name = self._selection.name_of(self._type, value, info)
        if isinstance(self._type, GraphQLObjectType):
            self.known[value.__class__] = None
            return
        if name not in self._members:
            self._members[name] = self._selection.member(name, self._fields)
        self.known[value.__class__] = self._members[name]


class _Writer:
    """Writes the source of one function: statements that turn a local variable into its part of the response.

    Source is made of the schema's identifiers, names that are counted here, and quoted response names.
    """

    def __init__(self, selection: Selection) -> None:
        self._selection = selection
        self._lines = ["def project(v):"]
        self._names: dict[str, Any] = {"Interpret": Interpret, "Stranger": _Stranger}
        self._locals = 0

    def function(self, type_: GraphQLOutputType, fields: FieldDetailsList, known: bool) -> Project:
        if known and isinstance(type_, GraphQLObjectType):
            self._fields("v", type_, fields, " ")
        else:
            self._value("v", type_, fields, " ")
        self._lines.append(" return v")
        exec(compile("\n".join(self._lines), "<selection>", "exec"), self._names)  # noqa: S102 -- see the class
        project: Project = self._names["project"]
        return project

    def _value(self, var: str, type_: GraphQLOutputType, fields: FieldDetailsList, pad: str) -> None:
        nullable = not isinstance(type_, GraphQLNonNull)
        inner = type_.of_type if isinstance(type_, GraphQLNonNull) else type_
        if is_leaf_type(inner):
            self._leaf(var, inner, nullable, pad)
            return
        if nullable:
            self._lines.append(f"{pad}if {var} is not None:")
            pad += " "
        if isinstance(inner, GraphQLList):
            self._list(var, inner.of_type, fields, pad)
        elif isinstance(inner, GraphQLObjectType):
            self._object(var, inner, fields, pad)
        elif isinstance(inner, GraphQLInterfaceType | GraphQLUnionType):
            place = self._name(_Place(self._selection, inner, fields))
            known = self._name(self._names[place].known)
            project = self._local()
            self._lines += [
                f"{pad}{project} = {known}.get({var}.__class__)",
                f"{pad}if {project} is None: raise Stranger({place}, {var})",
                f"{pad}{var} = {project}({var})",
            ]
        else:
            raise Interpret

    def _list(self, var: str, of: GraphQLOutputType, fields: FieldDetailsList, pad: str) -> None:
        item, made = self._local(), self._local()
        self._lines += [
            f"{pad}if {var}.__class__ is not tuple and {var}.__class__ is not list: raise Interpret",
            f"{pad}{made} = []",
            f"{pad}for {item} in {var}:",
        ]
        self._value(item, of, fields, pad + " ")
        self._lines += [f"{pad} {made}.append({item})", f"{pad}{var} = {made}"]

    def _object(self, var: str, type_: GraphQLObjectType, fields: FieldDetailsList, pad: str) -> None:
        place = self._name(_Place(self._selection, type_, fields))
        known = self._name(self._names[place].known)
        self._lines.append(f"{pad}if {var}.__class__ not in {known}: raise Stranger({place}, {var})")
        self._fields(var, type_, fields, pad)

    def _fields(self, var: str, type_: GraphQLObjectType, fields: FieldDetailsList, pad: str) -> None:
        parts = []
        for name, details in self._selection.collect(type_, fields).items():
            field_name = details[0].node.name.value
            if field_name == "__typename":
                parts.append(f"{name!r}: {type_.name!r}")
                continue
            field = type_.fields[field_name]
            part = self._local()
            self._lines.append(f"{pad}{part} = {var}.{attribute(field)}")
            self._value(part, field.type, details, pad)
            parts.append(f"{name!r}: {part}")
        self._lines.append(f"{pad}{var} = {{{', '.join(parts)}}}")

    def _leaf(self, var: str, type_: GraphQLLeafType, nullable: bool, pad: str) -> None:
        """What is in the response as it is stays so; anything else goes through the type's own function."""
        serialize = self._name(_serializer(type_))
        null = f" and {var} is not None" if nullable else ""
        if isinstance(type_, GraphQLEnumType) and (members := _members(type_)):
            self._lines += [
                f"{pad}if {var}.__class__ is {self._name(members)}: {var} = {var}._value_",
                f"{pad}el{f'if {var} is not None' if nullable else 'se'}: {var} = {serialize}({var})",
            ]
            return
        unusual = _UNUSUAL.get(type_.name) if type_ is specified_scalar_types.get(type_.name) else None
        test = f"({unusual.format(var)}){null}" if unusual else null.removeprefix(" and ") or "True"
        self._lines.append(f"{pad}if {test}: {var} = {serialize}({var})")

    def _name(self, value: object) -> str:
        name = f"g{len(self._names)}"
        self._names[name] = value
        return name

    def _local(self) -> str:
        self._locals += 1
        return f"v{self._locals}"


_UNUSUAL = {
    "String": "{0}.__class__ is not str",
    "ID": "{0}.__class__ is not str",
    "Boolean": "{0} is not True and {0} is not False",
    "Int": f"{{0}}.__class__ is not int or not {GRAPHQL_MIN_INT} <= {{0}} <= {GRAPHQL_MAX_INT}",
    "Float": f"{{0}}.__class__ is not float or not -{sys.float_info.max!r} <= {{0}} <= {sys.float_info.max!r}",
}
"""For a scalar of the specification, when a value is not the one that is sent."""


def _members(type_: GraphQLEnumType) -> type | None:
    """The enum whose members' values are the names that the schema has for them."""
    enum: type | None = getattr(type_, "wrapped_cls", None)
    names = {name: value.value for name, value in type_.values.items()}
    values = [member.value for member in enum] if enum is not None else []  # type: ignore[attr-defined]
    return enum if all(name == value for name, value in names.items()) and set(values) == set(names) else None


def _serializer(type_: GraphQLLeafType) -> Project:
    coerce = type_.coerce_output_value

    def serialize(value: Any) -> Any:
        if value is None or value is Undefined or isinstance(value, Exception) or is_awaitable(value):
            raise Interpret
        sent = coerce(value)
        if sent is None or sent is Undefined:
            raise Interpret
        return sent

    return serialize
