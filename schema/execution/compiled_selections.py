"""What is selected of a value through plain fields, as a Python function that is generated once and builds the response's part.

The function does what graphql-core's interpreter does for fields that are attributes, in the same order, and nothing else.
Whatever it does not expect, such as None where the schema has no null, makes it give up: the interpreter then takes the value
from the start, and says what is wrong with it. So there is one place that reports errors, and the result is the same.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
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
    is_leaf_type,
)
from graphql.execution.collect_fields import FieldDetailsList, FragmentDetails, collect_subfields
from graphql.execution.values import VariableValues
from graphql.pyutils import Undefined
from graphql.type import GRAPHQL_MAX_INT, GRAPHQL_MIN_INT, specified_scalar_types
from msgspec import Struct

from taphouse.schema.execution.plain_fields import AbstractType, TypesOfValues, attribute, no_value

MOST_FIELDS = 1000
"""In one selection, and about as many in one request: a field takes as long as selecting it three times. Fragments that use
each other twice are short to write and grow without end when they are written out."""

Project = Callable[[Any, GraphQLResolveInfo[Any]], Any]


class Interpret(Exception):
    """This value is for the interpreter, with all that is selected of it."""


class Resolve(Exception):
    """The fields that are selected here are for the interpreter, as they cannot be compiled. What lies below them may be."""


class Asked(Struct, frozen=True):
    """What of a request decides which fields are selected."""

    fragments: dict[str, FragmentDetails]
    operation: OperationDefinitionNode
    variables: VariableValues
    """Those that directives depend on; no other, for this is kept longer than the request."""


class Budget(Struct):
    """How many fields may be compiled for a document until it is used again, lest one request waits for all of them."""

    left: int = 0


class Selection:
    """What a document selects at one place, compiled when it is first asked for: an object's fields as soon as its place is
    reached, a union's members as they come up. Once something in it turns out not to be compilable, it is never tried again.
    """

    def __init__(
        self, types: TypesOfValues, asked: Asked, budget: Budget, type_: GraphQLOutputType, fields: FieldDetailsList
    ) -> None:
        self.types = types
        self._asked = asked
        self._budget = budget
        self._left = MOST_FIELDS
        self._project: Project | None = partial(self._first, type_, fields)

    def of(self, value: object, info: GraphQLResolveInfo[Any]) -> Any:
        """What is selected of the value.

        Raises:
            Interpret: the value is none of the schema's, or one that only the interpreter knows how to treat; or enough has
                been compiled for one request.
            Resolve: a field that is selected is not plain, or the selection is too large.
        """
        if self._project is None:
            raise Resolve
        try:
            return self._project(value, info)
        except Resolve:
            raise
        except Exception as error:
            raise Interpret from error

    def compiled(self, type_: GraphQLOutputType, fields: FieldDetailsList, known: bool = False) -> Project:
        """The function for values at a place; for those `known` to be of an object type, their type is not asked for."""
        if self._budget.left <= 0:
            raise Interpret
        try:
            return _Writer(self).function(type_, fields, known)
        except Exception as error:  # 20 lists within each other, for one, are too many for Python
            self._project = None
            raise Resolve from error

    def collect(self, type_: GraphQLObjectType, fields: FieldDetailsList) -> dict[str, FieldDetailsList]:
        """The fields that are selected of an object of this type, by the name that they have in the response."""
        schema, asked = self.types.schema, self._asked
        collected = collect_subfields(schema, asked.fragments, asked.variables, asked.operation, type_, fields, True)
        self._left -= len(collected.grouped_field_set)
        self._budget.left -= len(collected.grouped_field_set)
        if self._left < 0:
            raise Resolve
        return collected.grouped_field_set

    def _first(
        self, type_: GraphQLOutputType, fields: FieldDetailsList, value: object, info: GraphQLResolveInfo[Any]
    ) -> Any:
        self._project = project = self.compiled(type_, fields)
        return project(value, info)


class _Place:
    """Where an object is expected.

    `known` has the classes of which one has been accepted there, where the class alone decides. It leads to the function for
    their values. At a place of one object type no function is needed: its fields are written out where the value is used.
    """

    def __init__(self, selection: Selection, type_: GraphQLObjectType | AbstractType, fields: FieldDetailsList) -> None:
        self._selection = selection
        self._type = type_
        self._fields = fields
        self._members: dict[str, Project] = {}
        self.known: dict[type, Project | None] = {}

    def meet(self, value: object, info: GraphQLResolveInfo[Any]) -> Project | None:
        """The function for a value whose class is not known here; None at a place of one object type."""
        types, project = self._selection.types, None
        type_ = types.of(self._type, value, info)
        if type_ is None:
            raise Interpret
        if not isinstance(self._type, GraphQLObjectType):
            project = self._members.get(type_.name)
            if project is None:
                project = self._members[type_.name] = self._selection.compiled(type_, self._fields, known=True)
        if types.is_of_class(self._type, value):
            self.known[value.__class__] = project
        return project


class _Writer:
    """Writes the source of one function: statements that turn a local variable into its part of the response.

    Source is made of the schema's identifiers, names that are counted here, and quoted response names.
    """

    def __init__(self, selection: Selection) -> None:
        self._selection = selection
        self._lines = ["def project(v, info):"]
        self._names: dict[str, Any] = {"Interpret": Interpret}
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
            known, meet = self._place(inner, fields)
            self._lines.append(f"{pad}{var} = ({known}.get({var}.__class__) or {meet}({var}, info))({var}, info)")
        else:
            raise Resolve

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
        known, meet = self._place(type_, fields)
        self._lines.append(f"{pad}if {var}.__class__ not in {known}: {meet}({var}, info)")
        self._fields(var, type_, fields, pad)

    def _fields(self, var: str, type_: GraphQLObjectType, fields: FieldDetailsList, pad: str) -> None:
        parts, read = [], []
        for name, details in self._selection.collect(type_, fields).items():
            field_name = details[0].node.name.value
            if field_name == "__typename":
                parts.append(f"{name!r}: {type_.name!r}")
                continue
            field = type_.fields.get(field_name)
            source = attribute(field) if field else None
            if field is None or source is None:
                raise Resolve
            part = self._local()
            parts.append(f"{name!r}: {part}")
            read.append((part, source, field.type, details))
        for part, source, of, details in read:
            self._lines.append(f"{pad}{part} = {var}.{source}")
            self._value(part, of, details, pad)
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

    def _place(self, type_: GraphQLObjectType | AbstractType, fields: FieldDetailsList) -> tuple[str, str]:
        place = _Place(self._selection, type_, fields)
        return self._name(place.known), self._name(place.meet)

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


def _serializer(type_: GraphQLLeafType) -> Callable[[Any], Any]:
    coerce = type_.coerce_output_value

    def serialize(value: Any) -> Any:
        if no_value(value):
            raise Interpret
        sent = coerce(value)
        if sent is None or sent is Undefined:
            raise Interpret
        return sent

    return serialize
