"""Walks the types of a table, so that its fields can be named and shown without knowing the game."""

from __future__ import annotations

import types
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, Union, get_args, get_origin

from msgspec import Meta, Struct

from taphouse.engine.editions import SLUG
from taphouse.engine.vocabulary import SEAT, Amounts, Public, Symbol, Word, hints, kebab, lower_first


class Holds(Word):
    """A kind of value in a field of a table."""

    SEAT = "SEAT", "The number of a seat."
    NUMBER = "NUMBER", "A number."
    FLAG = "FLAG", "True or false."
    WORD = "WORD", "One of `words`."
    NAME = "NAME", "The name of an entry of the edition."
    TEXT = "TEXT", "A title or text for people."
    AMOUNTS = "AMOUNTS", "A number for each of several names, which are its fields."
    GROUP = "GROUP", "Further fields."


class Field(Struct, frozen=True):
    """A field of a table."""

    owner: type[Public]
    name: str
    path: tuple[str, ...]
    """The names of the fields that lead to it, and its own, as the API writes them."""
    holds: Holds
    many: bool
    """True for a list."""
    core: Any
    """The type of its value, or of the items of the list."""

    @property
    def counted(self) -> bool:
        """True for a name of amounts, which is a word of the messages."""
        return issubclass(self.owner, Amounts)

    @property
    def symbolic(self) -> bool:
        """True if its words are spoken by their names in every language."""
        return issubclass(self.core, Symbol)

    @property
    def words(self) -> tuple[str, ...]:
        """The names in the messages of the words that it can hold, or of the amount that it is."""
        return (kebab(self.name),) if self.counted else tuple(map(str, self.core)) if self.holds is Holds.WORD else ()


def fields_of(owner: type[Public], path: tuple[str, ...] = ()) -> Iterator[Field]:
    """The fields of a table, each before the fields within it.

    Raises:
        TypeError: a field has a type that no table can show.
    """
    for (name, hint), encoded in zip(hints(owner).items(), owner.__struct_encode_fields__, strict=True):
        holds, many, core = _kind(hint)
        if holds is None:
            raise TypeError(f"{owner.__module__}.{owner.__name__}.{name} is {hint}, which no table can show")
        here = (*path, encoded)
        yield Field(owner, name, here, holds, many, core)
        if holds in (Holds.GROUP, Holds.AMOUNTS):
            yield from fields_of(core, here)


def named_by(view: type[Public], moves: Iterable[type[Struct]]) -> Mapping[tuple[str, ...], tuple[str, ...]]:
    """The fields of moves that name a value of a field of the table, as GraphQL has them, by the path of that field.

    Raises:
        ValueError: `at` in the `Meta` of such a field is no path of a field that holds what it holds.
    """
    named = {(move, name): at for move in moves for name, hint in hints(move).items() if (at := _at(hint))}
    fields = {".".join(field.path): field for field in fields_of(view)} if named else {}
    found = defaultdict[tuple[str, ...], list[str]](list)
    for (move, name), at in named.items():
        holds, many, _ = _kind(hints(move)[name])
        if at not in fields or many or fields[at].holds is not holds:
            alike = ", ".join(path for path, field in fields.items() if field.holds is holds) or "none"
            raise ValueError(f"{move.__name__}.{name} is at {at!r}, where the table has no such value; it has {alike}")
        encoded = move.__struct_encode_fields__[move.__struct_fields__.index(name)]
        found[fields[at].path].append(f"{lower_first(move.__name__)}.{encoded}")
    return {path: tuple(names) for path, names in found.items()}


def _at(hint: Any) -> str | None:
    """The path of the field of the table whose value a field of a move names, from its `Meta`; None if it has none."""
    extras = (meta.extra or {} for meta in getattr(hint, "__metadata__", ()) if isinstance(meta, Meta))
    return next((extra["at"] for extra in extras if "at" in extra), None)


def _kind(hint: Any) -> tuple[Holds | None, bool, Any]:
    """The kind of value of a type, whether it is a list, and the type without annotations, null and list.

    The kind is None for a type that no table can show.
    """
    many, metas = False, list[Any]()
    while (origin := get_origin(hint)) is not None:
        first, *rest = get_args(hint)
        if origin is Annotated:
            metas += rest
        elif origin in (Union, types.UnionType):
            first, *rest = [part for part in (first, *rest) if part is not type(None)]
            first = object if rest else first
        else:
            first = first if origin is tuple and rest == [...] and not many else object
            many = True
        hint = first
    if issubclass(hint, Struct):
        return (Holds.AMOUNTS if issubclass(hint, Amounts) else Holds.GROUP), many, hint
    if issubclass(hint, str):
        named = any(isinstance(meta, Meta) and meta.pattern == SLUG for meta in metas)
        return (Holds.NAME if named else Holds.TEXT), many, hint
    kinds = {Word: Holds.WORD, bool: Holds.FLAG, int: Holds.SEAT if SEAT in metas else Holds.NUMBER}
    return next((holds for type_, holds in kinds.items() if issubclass(hint, type_)), None), many, hint
