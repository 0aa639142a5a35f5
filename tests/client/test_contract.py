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

from taphouse import schema as schema_package
from taphouse.client.contract import ClientOperation
from taphouse.client.documents import Documents, standard
from taphouse.client.selections import INTERFACES, name_of, structs_in
from taphouse.client.values import UnknownEvent
from taphouse.engine.vocabulary import Word
from taphouse.schema.operations.declaration import MUTATION, SUBSCRIPTION
from taphouse.schema.operations.table import declared
from taphouse.schema.problems.base import Problem

SDL = build_schema(Path(schema_package.__file__).with_name("taphouse.graphql").read_text(encoding="utf-8"))
SINGLE = [name for name, value in vars(Documents).items() if isinstance(value, cached_property)]
LEAVES: dict[Any, set[str]] = {
    int: {"Int"},
    bool: {"Boolean"},
    float: {"Float"},
    str: {"String", "ID"},
    datetime.datetime: {"DateTime"},
}


QUERIES = ("catalogue", "openGames", "finishedGames", "game", "record", "webhooks")
ALL = [
    *SINGLE,
    *(f"query {name}" for name in QUERIES),
    *(f"mutation {one.name}" for one in declared(MUTATION)),
    *(f"subscription {one.name}" for one in declared(SUBSCRIPTION)),
]


def written(name: str) -> ClientOperation:
    kind, _, field = name.partition(" ")
    found = getattr(standard(), kind)
    return found(field) if field else found  # type: ignore[no-any-return]


@pytest.mark.parametrize("name", ALL)
def test_every_operation_is_valid_and_repeatable_and_asks_for_whole_problems(name: str) -> None:
    operation = written(name)
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
        assert members <= set(distinguished(result.selection_set)) | implementing(result.selection_set)
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


def implementing(selection: SelectionSetNode | None) -> set[str]:
    """The types behind the interfaces that a selection names in fragments."""
    interfaces = [name for name in distinguished(selection) if name in INTERFACES]
    return {one.name for name in interfaces for one in SDL.get_possible_types(SDL.type_map[name])}  # type: ignore[arg-type]


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
    name = name_of(struct, standard()._names) if isinstance(shown, GraphQLUnionType) else get_named_type(shown).name
    if struct is UnknownEvent or (struct, name) in seen:
        return
    seen.add((struct, name))
    type_ = SDL.type_map.get(name)
    if struct.__struct_config__.tag_field == "__typename":
        type_ = SDL.type_map[str(struct.__struct_config__.tag)]
    fields = getattr(type_, "fields", {})
    hints = get_type_hints(struct, include_extras=True)
    for field, api_name in zip(struct.__struct_fields__, struct.__struct_encode_fields__, strict=True):
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
    assert issubclass(get_type_hints(standard().types[0].table)["status"], Word)


def test_it_needs_neither_server_nor_its_libraries() -> None:
    program = (
        "import sys; import taphouse.client\n"
        "heavy = ('strawberry', 'graphql', 'starlette', 'redis', 'typer', 'taphouse.service')\n"
        "print([name for name in heavy if name in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"
