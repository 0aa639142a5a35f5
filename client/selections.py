"""Selections of every field of a struct: a struct that decodes an answer also writes the selection that asks for it."""

from __future__ import annotations

import types
from collections.abc import Iterator
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from msgspec import Meta, Struct

from taphouse.engine.contract import Options
from taphouse.schema.descriptions import graphql_name

TYPENAME = "__typename"
"""The field that distinguishes the members of a union, and the `tag_field` of structs that decode them."""


def selection(hint: Any) -> str:
    """The selection that a field of this type needs, such as `{ seat name }`; empty for a leaf.

    Of the members of a union, one may name an `interface` of all: its fields are selected of members that are not known, too.
    """
    members = list(structs_in(hint))
    if not members:
        return ""
    if not is_tagged(members[0]):
        return f"{{ {fields(members[0])} }}"
    general = next((one for one in members if hasattr(one, "interface")), None)
    shared: tuple[str, ...] = () if general is None else general.__struct_fields__
    parts = [] if general is None else [f"... on {general.interface} {{ {fields(general)} }}"]
    apart = [(one, fields(one, shared)) for one in members if one is not general]
    parts += [f"... on {one.__struct_config__.tag} {{ {inner} }}" for one, inner in apart if inner]
    return f"{{ {' '.join([TYPENAME, *parts])} }}"


def fields(struct: type[Struct], without: tuple[str, ...] = ()) -> str:
    """The selections of all fields of a struct, but some."""
    hints = get_type_hints(struct, include_extras=True)
    keys = zip(struct.__struct_fields__, struct.__struct_encode_fields__, strict=True)
    return " ".join(
        f"{_called(key, hints[name])}{_arguments(hints[name])} {selection(hints[name])}".rstrip()
        for name, key in keys
        if name not in without and not _is_empty(hints[name])
    )


def alias(field: str, owner: str) -> str:
    """The key of a field in answers where fields of other types have the same name."""
    return f"{field}_{owner}"


def _called(key: str, hint: Any) -> str:
    """A field by its key in answers, such as `seat`, or with an alias: `seat_TurnEnded: seat`, `id: key`."""
    field = graphql_name(key.partition("_")[0], hint)
    return field if field == key else f"{key}: {field}"


def _is_empty(hint: Any) -> bool:
    """True for the options of a game without any: there is nothing to select."""
    return any(issubclass(one, Options) and not one.__struct_fields__ for one in structs_in(hint))


def _arguments(hint: Any) -> str:
    """The arguments of a field, which its `Meta` declares in `extra`."""
    for meta in get_args(hint)[1:] if get_origin(hint) is Annotated else ():
        if isinstance(meta, Meta) and meta.extra and "arguments" in meta.extra:
            return f"({meta.extra['arguments']})"
    return ""


def is_tagged(struct: type[Struct]) -> bool:
    """True for a struct that represents one type of the contract, such as a member of a union. The type is its tag."""
    return struct.__struct_config__.tag_field == TYPENAME


def structs_in(hint: Any) -> Iterator[type[Struct]]:
    """The structs that a value of this type can be, or be a list of."""
    origin = get_origin(hint)
    if origin in (Annotated, tuple):
        yield from structs_in(get_args(hint)[0])
    elif origin in (Union, types.UnionType):
        for part in get_args(hint):
            yield from structs_in(part)
    elif isinstance(hint, type) and issubclass(hint, Struct):
        yield hint
