"""Selections of every field of a struct: a struct that decodes an answer also writes the selection that asks for it."""

from __future__ import annotations

import types
from collections.abc import Collection, Iterator
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from msgspec import Meta, Struct

from taphouse.engine.contract import Move, Options
from taphouse.schema.problems.base import Problem

TYPENAME = "__typename"
"""The field that tells the members of a union apart, and the `tag_field` of structs that decode them."""
INTERFACES = ("Game", "LogEntry")
"""Interfaces of the contract that can be members of a union here. They stand for kinds of games that a client does not know, and
their fields are selected once for all kinds."""


def selection(hint: Any, names: dict[type, str]) -> str:
    """The selection that a field of this type needs, such as `{ seat name }`; empty for a leaf.

    Args:
        hint: The type, as in the annotation of a struct's field.
        names: The names in the contract of structs without a tag that are members of unions.
    """
    members = list(structs_in(hint))
    if not members:
        return ""
    if len(members) == 1 and members[0].__struct_config__.tag_field != TYPENAME:
        return f"{{ {fields(members[0], names)} }}"
    parts = [TYPENAME] if members[0].__struct_config__.tag_field == TYPENAME else []
    shared = {name for member in members if name_of(member, names) in INTERFACES for name in member.__struct_fields__}
    for member in members:
        name = name_of(member, names)
        alone = name in INTERFACES or issubclass(member, Problem)
        inner = fields(member, names, set() if alone else shared)
        if inner:
            parts.append(f"... on {name} {{ {inner} }}")
    return f"{{ {' '.join(parts)} }}"


def fields(struct: type[Struct], names: dict[type, str], without: Collection[str] = ()) -> str:
    """The selections of all fields of a struct, but not of those `without`."""
    hints = get_type_hints(struct, include_extras=True)
    api_names = dict(zip(struct.__struct_fields__, struct.__struct_encode_fields__, strict=True))
    selected = [
        f"{api_names[name]}{_arguments(hints[name])} {selection(hints[name], names)}".rstrip()
        for name in struct.__struct_fields__
        if name not in without and not _is_empty(hints[name])
    ]
    if issubclass(struct, Move):
        selected.insert(0, "verb")
    return " ".join(selected)


def _is_empty(hint: Any) -> bool:
    """True for the options of a game without any: there is nothing to select."""
    return any(issubclass(one, Options) and not one.__struct_fields__ for one in structs_in(hint))


def _arguments(hint: Any) -> str:
    """The arguments of a field, which its `Meta` declares in `extra`."""
    for meta in get_args(hint)[1:] if get_origin(hint) is Annotated else ():
        if isinstance(meta, Meta) and meta.extra and "arguments" in meta.extra:
            return f"({meta.extra['arguments']})"
    return ""


def name_of(struct: type[Struct], names: dict[type, str]) -> str:
    """The name of a struct in the contract."""
    config = struct.__struct_config__
    return str(config.tag) if config.tag_field == TYPENAME else names.get(struct, struct.__name__)


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
