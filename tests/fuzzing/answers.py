"""Checks that the schema allows an answer to an operation. The executor says so too; this does not ask it."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from typing import Any

from graphql import (
    FieldNode,
    GraphQLEnumType,
    GraphQLError,
    GraphQLInputObjectType,
    GraphQLList,
    GraphQLNamedType,
    GraphQLNonNull,
    GraphQLObjectType,
    GraphQLOutputType,
    GraphQLSchema,
    InlineFragmentNode,
    OperationDefinitionNode,
    SelectionSetNode,
    coerce_input_value,
    get_named_type,
    is_abstract_type,
    is_leaf_type,
    is_union_type,
    parse,
)

from taphouse.schema.values.versions import TIME


def _text(value: object) -> bool:
    return isinstance(value, str)


def _whole(value: object) -> bool:
    return type(value) is int and -(2**31) <= value < 2**31


def _moment(value: object) -> bool:
    return re.fullmatch(TIME, str(value)) is not None


SCALARS = {
    "String": _text,
    "ID": _text,
    "Int": _whole,
    "Float": lambda value: type(value) in (int, float) and math.isfinite(value),
    "Boolean": lambda value: isinstance(value, bool),
    "DateTime": _moment,
    "JSON": lambda value: json.dumps(value) != "",
}
"""The values of each scalar. Of a `MoveInputObject`, the schema says it: see `_is_input`."""


BAD_CURSOR, OF_TOKENS = "INPUT_REFUSED", {"TOKEN_REJECTED", "NO_ACCOUNT"}
"""The codes of the errors that a client can cause while an operation is executed."""


def is_problem(schema: GraphQLSchema, error: Any) -> bool:
    """True if an error is of what was sent: a bad cursor, or the token of a root field that has no union for its problems."""
    code, path = error.get("extensions", {}).get("code"), error.get("path")
    if code not in OF_TOKENS or not path or schema.query_type is None:
        return bool(code == BAD_CURSOR)
    field = schema.query_type.fields.get(path[0])
    return field is not None and not is_union_type(get_named_type(field.type))


def faults(schema: GraphQLSchema, query: str, body: Any) -> list[str]:
    """The faults of the body of an answer to a document of one operation; none where it is as promised."""
    if not isinstance(body, dict) or not body.keys() <= {"data", "errors"} or not body:
        return ["the body is no GraphQL response"]
    found = [fault for error in body.get("errors", []) for fault in _of_error(schema, error)]
    if "errors" in body and not body["errors"]:
        found.append("errors: empty")
    data = body.get("data")
    if data is not None:
        (operation,) = [node for node in parse(query).definitions if isinstance(node, OperationDefinitionNode)]
        root = schema.get_root_type(operation.operation)
        assert root is not None
        found += _of_object(schema, root, [operation.selection_set], data, "data")
    elif "errors" not in body:
        found.append("neither data nor errors")
    return found


def _of_error(schema: GraphQLSchema, error: Any) -> Iterator[str]:
    if not isinstance(error, dict) or not error.keys() <= {"message", "locations", "path", "extensions"}:
        yield "errors: not an error"
    elif not isinstance(error.get("message"), str) or not error["message"]:
        yield "errors: no message"
    elif "path" in error and not is_problem(schema, error):
        yield f"errors: {error['message']}"


def _of_value(
    schema: GraphQLSchema, type_: GraphQLOutputType, selections: list[SelectionSetNode], value: Any, path: str
) -> Iterator[str]:
    if isinstance(type_, GraphQLNonNull):
        if value is None:
            yield f"{path}: null"
            return
        type_ = type_.of_type
    if value is None:
        return
    if isinstance(type_, GraphQLList):
        if not isinstance(value, list):
            yield f"{path}: no list"
            return
        for number, one in enumerate(value):
            yield from _of_value(schema, type_.of_type, selections, one, f"{path}[{number}]")
    elif isinstance(type_, GraphQLEnumType):
        if value not in type_.values:
            yield f"{path}: {value!r} is not one of {type_}"
    elif is_leaf_type(type_):
        fits = _is_input(schema, "MoveInput", value) if type_.name == "MoveInputObject" else SCALARS[type_.name](value)
        if not fits:
            yield f"{path}: {value!r} is no {type_}"
    else:
        yield from _of_object(schema, type_, selections, value, path)


def _is_input(schema: GraphQLSchema, name: str, value: Any) -> bool:
    """True if a value can be sent as a variable of this input type."""
    type_ = schema.get_type(name)
    assert isinstance(type_, GraphQLInputObjectType)
    try:
        coerce_input_value(value, type_)
    except GraphQLError:
        return False
    return True


def _of_object(
    schema: GraphQLSchema, type_: GraphQLNamedType, selections: list[SelectionSetNode], value: Any, path: str
) -> Iterator[str]:
    if not isinstance(value, dict):
        yield f"{path}: no object"
        return
    if is_abstract_type(type_):
        actual = schema.get_type(str(value.get("__typename")))
        if not isinstance(actual, GraphQLObjectType) or not schema.is_sub_type(type_, actual):
            yield f"{path}: {value.get('__typename')} is not one of {type_}"
            return
        type_ = actual
    assert isinstance(type_, GraphQLObjectType)
    asked: dict[str, list[FieldNode]] = {}
    for selection in selections:
        _collect(schema, type_, selection, asked)
    if asked.keys() != value.keys():
        yield f"{path}: has {sorted(value)}, and {sorted(asked)} was asked"
        return
    for key, nodes in asked.items():
        name = nodes[0].name.value
        if name == "__typename":
            if value[key] != type_.name:
                yield f"{path}.{key}: {value[key]!r} is not {type_}"
            continue
        parts = [node.selection_set for node in nodes if node.selection_set is not None]
        yield from _of_value(schema, type_.fields[name].type, parts, value[key], f"{path}.{key}")


def _collect(
    schema: GraphQLSchema, type_: GraphQLObjectType, selection: SelectionSetNode, asked: dict[str, list[FieldNode]]
) -> None:
    """The fields selected of an object of this type, by the name in the answer. Only inline fragments are generated."""
    for node in selection.selections:
        if isinstance(node, FieldNode):
            asked.setdefault((node.alias or node.name).value, []).append(node)
            continue
        assert isinstance(node, InlineFragmentNode)
        on = None if node.type_condition is None else schema.get_type(node.type_condition.name.value)
        if on is None or on is type_ or (is_abstract_type(on) and schema.is_sub_type(on, type_)):
            _collect(schema, type_, node.selection_set, asked)
