"""The client's documents and types, compared with the SDL."""

from __future__ import annotations

import datetime
import subprocess
import sys
import types
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import pytest
from graphql import (
    FieldNode,
    GraphQLEnumType,
    GraphQLList,
    GraphQLNonNull,
    GraphQLObjectType,
    GraphQLOutputType,
    GraphQLScalarType,
    GraphQLUnionType,
    InlineFragmentNode,
    OperationDefinitionNode,
    SelectionSetNode,
    build_schema,
    get_named_type,
    parse,
    validate,
)
from msgspec import Struct

from taphouse import client as package
from taphouse import schema as schema_package
from taphouse.client.contract import ClientOperation
from taphouse.client.documents import _FIELDS, Documents, standard
from taphouse.client.selections import is_tagged, structs_in
from taphouse.client.values import UnknownEvent
from taphouse.engine import GAMES
from taphouse.engine.vocabulary import Word, constant
from taphouse.schema.descriptions import graphql_name
from taphouse.schema.operations.declaration import MUTATION, SUBSCRIPTION
from taphouse.schema.problems.base import Problem
from taphouse.schema.registry import declared

SDL = build_schema(Path(schema_package.__file__).with_name("taphouse.graphql").read_text(encoding="utf-8"))
INTERFACES = ("Game", "LogEntry")
OF_A_KIND = {one.name for name in INTERFACES for one in SDL.get_possible_types(SDL.type_map[name])}  # type: ignore[arg-type]
SINGLE = [name for name, value in vars(Documents).items() if isinstance(value, cached_property)]
LEAVES: dict[Any, set[str]] = {
    int: {"Int"},
    bool: {"Boolean"},
    float: {"Float"},
    str: {"String", "ID"},
    datetime.datetime: {"DateTime"},
}


QUERIES = ("catalogue", "openGames", "finishedGames", "game", "record", "webhooks")
KINDS = ("", *map(constant, GAMES.own()))
ALL = [
    *SINGLE,
    "more_moves",
    *(f"field {name}" for name in _FIELDS),
    *(f"query {name}" for name in QUERIES),
    *(f"mutation {one.name}" for one in declared(MUTATION)),
    *(f"subscription {one.name}" for one in declared(SUBSCRIPTION)),
]


def written(name: str) -> list[ClientOperation]:
    """An operation as it is written for each kind of game, and for none."""
    method, *field = name.split()
    found = getattr(standard(), method)
    made = [found] if name in SINGLE else [found(*field, kind) for kind in KINDS]
    return [*{one.document: one for one in made}.values()]


@pytest.mark.parametrize("name", ALL)
def test_every_operation_is_valid_and_repeatable_and_asks_for_whole_problems(name: str) -> None:
    for operation in written(name):
        check(operation)


def check(operation: ClientOperation) -> None:
    document = parse(operation.document)
    assert validate(SDL, document) == []
    root = SDL.type_map[operation.type.capitalize()]
    assert isinstance(root, GraphQLObjectType)
    field = root.fields[operation.field]
    if "idempotencyKey" in field.args:
        assert "idempotencyKey" in operation.variables
    (definition,) = document.definitions
    assert isinstance(definition, OperationDefinitionNode)
    (result,) = definition.selection_set.selections
    assert isinstance(result, FieldNode)
    if isinstance(get_named_type(field.type), GraphQLUnionType):
        members = {one.name for one in get_named_type(field.type).types}
        told = set(distinguished(result.selection_set))
        assert members - OF_A_KIND <= told
        assert len(told & {*OF_A_KIND, *INTERFACES}) == bool(members & OF_A_KIND)
    data = next(iter(structs_in(get_type_hints(operation.decoder.type, include_extras=True)["data"])))
    for problem in structs_in(get_type_hints(data, include_extras=True)["result"]):
        if issubclass(problem, Problem):
            assert selected(result.selection_set, problem.__name__) == {*problem.__struct_encode_fields__}
    wrong = list(differences(get_type_hints(data, include_extras=True)["result"], field.type, "result", set()))
    assert wrong == []


def distinguished(selection: SelectionSetNode | None) -> list[str]:
    """The types that a selection names in fragments."""
    parts = selection.selections if selection else ()
    return [
        part.type_condition.name.value for part in parts if isinstance(part, InlineFragmentNode) and part.type_condition
    ]


def selected(selection: SelectionSetNode | None, name: str) -> set[str]:
    """The fields that a selection has of a type that it names in a fragment."""
    (part,) = [
        one
        for one in (selection.selections if selection else ())
        if isinstance(one, InlineFragmentNode) and one.type_condition and one.type_condition.name.value == name
    ]
    return {one.name.value for one in part.selection_set.selections if isinstance(one, FieldNode)}


def bare(hint: Any) -> Any:
    """A type without its metadata and without its own name."""
    while get_origin(hint) is Annotated or hasattr(hint, "__supertype__"):
        hint = get_args(hint)[0] if get_origin(hint) is Annotated else hint.__supertype__
    return hint


def differences(hint: Any, shown: GraphQLOutputType, where: str, seen: set[tuple[Any, str]]) -> Iterator[str]:
    """The differences of a type that decodes from the type of the SDL."""
    hint = bare(hint)
    parts = list(get_args(hint)) if get_origin(hint) in (Union, types.UnionType) else [hint]
    nullable = type(None) in parts
    if not isinstance(shown, GraphQLNonNull):
        if not nullable and hint is not Any:
            yield f"{where} can be null"
    else:
        shown = shown.of_type
    parts = [bare(part) for part in parts if part is not type(None)]
    if isinstance(shown, GraphQLList):
        if get_origin(parts[0]) is not tuple:
            yield f"{where} is a list"
        else:
            yield from differences(get_args(parts[0])[0], shown.of_type, f"{where}[]", seen)
    elif isinstance(shown, GraphQLEnumType):
        if parts[0] is not str and set(getattr(parts[0], "__members__", ())) != set(shown.values):
            yield f"{where} is {shown.name}"
    elif isinstance(shown, GraphQLScalarType):
        if shown.name not in {"JSON", "MoveInputObject"} and shown.name not in LEAVES.get(parts[0], ()):
            yield f"{where} is {shown.name}, not {parts[0]}"
    else:
        for struct in [one for part in parts for one in structs_in(part)]:
            yield from members(struct, shown, where, seen)


def members(struct: type[Struct], shown: GraphQLOutputType, where: str, seen: set[tuple[Any, str]]) -> Iterator[str]:
    tag = UnknownEvent.interface if struct is UnknownEvent else struct.__struct_config__.tag
    name = str(tag) if is_tagged(struct) else get_named_type(shown).name
    if (struct, name) in seen:
        return
    seen.add((struct, name))
    type_ = SDL.type_map.get(name)
    fields = getattr(type_, "fields", {})
    hints = get_type_hints(struct, include_extras=True)
    for field, key in zip(struct.__struct_fields__, struct.__struct_encode_fields__, strict=True):
        api_name = graphql_name(key.partition("_")[0], hints[field])  # it may have an alias
        if api_name not in fields:
            yield f"{where}: {name} has no field {api_name}"
        else:
            yield from differences(hints[field], fields[api_name].type, f"{where}.{api_name}", seen)


def test_a_type_that_differs_is_found() -> None:
    class Outcome(Struct):
        reason: int
        missing: str
        rule: str | None

    shown = SDL.type_map["Outcome"]
    assert isinstance(shown, GraphQLObjectType)
    assert [one.split(" ")[0] for one in differences(Outcome, GraphQLNonNull(shown), "it", set())] == [
        "it.reason",
        "it:",
    ]


def test_words_are_those_of_the_engine() -> None:
    assert issubclass(get_type_hints(standard().types("PINT_CRAFT").table)["status"], Word)


def test_it_needs_neither_server_nor_its_libraries() -> None:
    program = (
        "import sys; import taphouse.client\n"
        "heavy = ('strawberry', 'graphql', 'starlette', 'redis', 'typer', 'taphouse.service')\n"
        "print([name for name in heavy if name in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"


def test_what_callers_pass_can_be_imported_from_the_package() -> None:
    methods = [
        one.__wrapped__ for base in package.Client.__mro__ for one in vars(base).values() if hasattr(one, "__wrapped__")
    ]
    passed = [
        hint for one in (package.NewSeat, *methods) for name, hint in get_type_hints(one).items() if name != "return"
    ]
    types = {type_ for hint in passed for type_ in _types(hint) if type_.__module__.startswith("taphouse.schema.")}
    assert types, "nothing is passed"
    assert {type_.__name__ for type_ in types} <= {*package.__all__}


def _types(hint: Any) -> Iterator[type]:
    if isinstance(hint, type):
        yield hint
    for part in get_args(hint):
        yield from _types(part)
