"""Compares two GraphQL schemas."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphql import (
    GraphQLInputObjectType,
    GraphQLSchema,
    ResolvedFieldArgument,
    ResolvedInputField,
    build_schema,
    is_required_argument,
    is_required_input_field,
    resolve_schema_coordinate,
)
from graphql.utilities import BreakingChangeType, DangerousChangeType, find_schema_changes

from taphouse.lab.contract.change import ContractChange

# graphql-core describes changes in sentences that contain a schema coordinate. Changes without one are named after their SDL.
_NAMES = [
    (re.compile(r"(\w+) was removed from union type (\w+)\."), r"\2 | \1"),
    (re.compile(r"(\w+) no longer implements interface (\w+)\."), r"\1 implements \2"),
    (re.compile(r"Repeatable flag was removed from (@\w+)\."), r"\1 repeatable"),
    (re.compile(r"([A-Z_]+) was removed from (@\w+)\."), r"\2 on \1"),
    (
        re.compile(r"(?:(?:Field|Argument|Enum value|Directive|Standard scalar|An? \w+ (?:field|argument)) )?(\S+).*"),
        r"\1",
    ),
]
_DEFAULTS = {DangerousChangeType.ARG_DEFAULT_VALUE_CHANGE, DangerousChangeType.INPUT_FIELD_DEFAULT_VALUE_CHANGE}


def changes(released: str, now: str) -> list[ContractChange]:
    """All breaking and dangerous changes between two schemas in SDL."""
    old, new = build_schema(released), build_schema(now)
    return [*_found(old, new), *_one_ofs(old, new)]


def _found(old: GraphQLSchema, new: GraphQLSchema) -> Iterator[ContractChange]:
    """The changes that graphql-core finds. It calls removing the default of a required input dangerous; it is breaking."""
    for change in find_schema_changes(old, new):
        breaking = isinstance(change.type, BreakingChangeType)
        if breaking or isinstance(change.type, DangerousChangeType):
            thing = _thing(change.description)
            lost = change.type in _DEFAULTS and _is_required(new, thing)
            yield ContractChange(thing, change.description, breaking or lost)


def _one_ofs(old: GraphQLSchema, new: GraphQLSchema) -> Iterator[ContractChange]:
    """Inputs that became `@oneOf`, which graphql-core does not check."""
    for name, type_ in old.type_map.items():
        match type_, new.type_map.get(name):
            case GraphQLInputObjectType(is_one_of=False), GraphQLInputObjectType(is_one_of=True):
                yield ContractChange(f"{name} @oneOf", f"{name} takes exactly one of its fields now.")


def _thing(description: str) -> str:
    return next(found.expand(name) for pattern, name in _NAMES if (found := pattern.fullmatch(description)))


def _is_required(schema: GraphQLSchema, coordinate: str) -> bool:
    match resolve_schema_coordinate(schema, coordinate):
        case ResolvedFieldArgument(field_argument=argument):
            return is_required_argument(argument)
        case ResolvedInputField(input_field=field):
            return is_required_input_field(field)
    return False  # an argument of a directive: clients do not use these
