"""Compiles selections of plain fields into Python functions that build the part of the response for a value.

A compiled function does what graphql-core's interpreter does for plain fields, in the same order. On anything unexpected, such
as None for a non-null field, it gives up: the interpreter then handles the value from the start and reports the error. So
errors have one source, and the results are the same.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from typing import Any, NoReturn

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
from graphql.type import GRAPHQL_MAX_INT, GRAPHQL_MIN_INT, specified_scalar_types
from msgspec import Struct

from taphouse.schema.execution.fields.plain_fields import (
    AbstractType,
    TypesOfValues,
    attribute,
    members,
    no_value,
)
from taphouse.schema.execution.fields.whole_structs import whole_struct
from taphouse.schema.libraries.graphql_core import FieldDetailsList, FragmentDetails, VariableValues, collect_subfields

MOST_FIELDS = 1000
"""The most fields to compile in one selection, and about the most in one request. Compiling a field takes as long as
interpreting it three times. Nested fragments that double each other are short, but expand exponentially."""

Project = Callable[[Any, GraphQLResolveInfo[Any]], Any]


class Interpret(Exception):
    """The interpreter must handle this value and everything selected of it."""


class Resolve(Exception):
    """The interpreter must handle these fields, because they cannot be compiled. The fields below them may be compiled."""


class SelectionContext(Struct, frozen=True):
    """The parts of a request that decide which fields are selected."""

    fragments: dict[str, FragmentDetails]
    operation: OperationDefinitionNode
    variables: VariableValues
    """In a `CompiledSelection`, only the variables of @include and @skip, because it outlives the request."""


class Budget(Struct):
    """The number of fields that can still be compiled for a document in this request. It spreads the work over requests."""

    left: int = 0


class CompiledSelection:
    """The selection at one place of a document, compiled on first use.

    The fields of an object are compiled at once, the members of a union when a value of the member occurs. If a part cannot
    be compiled, the selection is interpreted from then on.
    """

    def __init__(
        self,
        types: TypesOfValues,
        context: SelectionContext,
        budget: Budget,
        type_: GraphQLOutputType,
        fields: FieldDetailsList,
    ) -> None:
        self.types = types
        self._context = context
        self._budget = budget
        self._left = MOST_FIELDS
        self._collected: dict[tuple[str, int], dict[str, FieldDetailsList]] = {}
        self.project: Project = partial(self._first, type_, fields)
        """Makes the part of the response for a value. It raises `Resolve` if a selected field is not plain, or the selection is
        too large; any other exception means that the value needs the interpreter, or that the budget of the request is spent."""

    def compiled(self, type_: GraphQLOutputType, fields: FieldDetailsList, known: bool = False) -> Project:
        """Compile the function for the values at a place. `known` skips the type check for values of an object type."""
        if self._budget.left <= 0:
            raise Interpret
        try:
            return _Writer(self).function(type_, fields, known)
        except Exception as error:  # such as Python's limit of 20 nested blocks, for nested lists
            self.project = _give_up
            raise Resolve from error

    def collect(self, type_: GraphQLObjectType, fields: FieldDetailsList) -> dict[str, FieldDetailsList]:
        """The fields selected of an object of this type, by response name. They are collected and counted once."""
        key = type_.name, id(fields)  # which stays the same: what was collected is kept
        if key in self._collected:
            return self._collected[key]
        schema, context = self.types.schema, self._context
        collected = collect_subfields(
            schema, context.fragments, context.variables, context.operation, type_, fields, True
        )
        self._left -= len(collected.grouped_field_set)
        self._budget.left -= len(collected.grouped_field_set)
        if self._left < 0:
            raise Resolve
        self._collected[key] = collected.grouped_field_set
        return collected.grouped_field_set

    def _first(
        self, type_: GraphQLOutputType, fields: FieldDetailsList, value: object, info: GraphQLResolveInfo[Any]
    ) -> Any:
        self.project = project = self.compiled(type_, fields)
        return project(value, info)


def _give_up(_value: object, _info: GraphQLResolveInfo[Any]) -> NoReturn:
    """The function of a selection that cannot be compiled."""
    raise Resolve


class _Place:
    """A place in a response where an object is expected.

    `known` maps the classes that were accepted there to the function for their values, if the class alone decides the type.
    At a place of a single object type the function is None, because the code for its fields is inlined.
    """

    def __init__(
        self, selection: CompiledSelection, type_: GraphQLObjectType | AbstractType, fields: FieldDetailsList
    ) -> None:
        self._selection = selection
        self._type = type_
        self._fields = fields
        self._members: dict[str, Project] = {}
        self.known: dict[type, Project | None] = {}

    def meet(self, value: object, info: GraphQLResolveInfo[Any]) -> Project | None:
        """The function for a value of a new class. None at a place of a single object type."""
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
    """Generates the source of one function: statements that replace a local variable by its part of the response.

    The source contains only identifiers of the schema, numbered names, and quoted response names.
    """

    def __init__(self, selection: CompiledSelection) -> None:
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
        if (struct := whole_struct(type_, fields, self._selection.collect)) is not None:
            self._lines.append(f"{pad}if {var}.__class__ is not {self._name(struct)}: raise Interpret")
            return
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
        """Keep values that already have their JSON form. Convert all others with the type's own function."""
        serialize = self._name(_serializer(type_))
        null = f" and {var} is not None" if nullable else ""
        if isinstance(type_, GraphQLEnumType) and (enum := members(type_)):
            self._lines += [
                f"{pad}if {var}.__class__ is {self._name(enum)}: {var} = {var}._value_",
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
"""For built-in scalars, the condition under which a value needs conversion."""


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
