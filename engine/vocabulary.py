"""Base classes for enums and structs whose descriptions become part of the public API."""

from __future__ import annotations

import enum
import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, lru_cache
from typing import Annotated, Any, Self, get_args, get_origin, get_type_hints

from msgspec import Meta, Struct

MOST_SEATS = 16
SEAT = Meta(ge=1, le=MOST_SEATS, description="A seat, counted from 1 in turn order.")
"""Marks an integer as a seat. Messages speak it by the player's name."""


REPEATS = "repeats"
"""Marks a field of a view that only repeats what others contain, for readers who pay for each word."""
SEALED = "sealed"
"""Marks a field of a move that nobody but its own seat sees while the game goes on. Its type has None, as the others see it."""


def kebab(name: str) -> str:
    """Convert `TakeAction` or `TAKE_ACTION` to `take-action`, and `H2O` to `h2o`."""
    words = name if name.isupper() else re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", name)
    return words.replace("_", "-").lower()


def capital(text: str) -> str:
    """The text with a capital letter."""
    return text[:1].upper() + text[1:]


def constant(name: str) -> str:
    """Convert `five-types` to `FIVE_TYPES`, the spelling of enum values in the API."""
    return name.replace("-", "_").upper()


@lru_cache(maxsize=256)
def pascal(kind: str) -> str:
    """Convert `dank-and-draft` or `DANK_AND_DRAFT` to `DankAndDraft`, the prefix of a game's types in the API."""
    return "".join(map(str.capitalize, kebab(kind).split("-")))


def lower_first(name: str) -> str:
    """Convert `TakeAction` to `takeAction`."""
    return name[:1].lower() + name[1:]


def span(numbers: range, noun: str = "") -> str:
    """A range of whole numbers in words, with a noun if there is one: `2 to 4 seats`, `2 seats`, or `1 seat`."""
    text = str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]} to {numbers[-1]}"
    return f"{text} {noun}{'s' * (numbers[-1] > 1)}" if noun else text


_accepts_unknown = ContextVar("accepts_unknown", default=False)


@contextmanager
def unknown_words() -> Iterator[None]:
    """Accept values that an enum does not have, for answers of a newer service: each becomes a member of its own."""
    token = _accepts_unknown.set(True)
    try:
        yield
    finally:
        _accepts_unknown.reset(token)


@lru_cache(maxsize=256)
def _unknown(words: type[Word], value: str) -> Any:
    member = object.__new__(words)
    member._name_ = member._value_ = value
    member.description = ""
    return member


class Word(enum.Enum):
    """An enum of the public API. A member is declared as `NAME = "NAME", "description"`. Its value is its name.

    Files and notation write `STOCK_UP` as `stock-up`. Calling the class accepts both, and `unknown_words` any other value.
    """

    description: str

    def __new__(cls, value: str, description: str) -> Self:
        member = object.__new__(cls)
        member._value_ = value
        member.description = description
        return member

    @classmethod
    def _missing_(cls, value: object) -> Self | None:
        name = str(value).replace("-", "_").upper()
        found = cls.__members__.get(name) if str(value) == kebab(name) else None
        return _unknown(cls, str(value)) if found is None and _accepts_unknown.get() else found

    def __str__(self) -> str:
        return kebab(self.name)

    __hash__ = (
        object.__hash__
    )  # members compare by identity, and Enum's own hash of the name is slow where rules look words up


class Symbol(Word):
    """A word that every language speaks by its name in notation, such as a point of a board. It needs no description.

    A member is declared as `A1 = "A1"`.
    """

    def __new__(cls, value: str) -> Self:
        member = object.__new__(cls)
        member._value_, member.description = value, f"{kebab(value)}."
        return member


class Season(Word):
    """A season of the year."""

    SPRING = "SPRING", "Spring."
    SUMMER = "SUMMER", "Summer."
    FALL = "FALL", "Fall."
    WINTER = "WINTER", "Winter."


@cache
def hints(of: Any) -> dict[str, Any]:
    """The types of the fields of a struct, or of a function, with annotations. Evaluating them takes long."""
    return get_type_hints(of, include_extras=True)


def without_null(hint: Any) -> Any:
    """The type of a value that a hint describes, if it is not null."""
    if get_origin(hint) is Annotated:
        return without_null(get_args(hint)[0])
    return next(part for part in (get_args(hint) or (hint,)) if part is not type(None))


class Public(Struct, frozen=True, gc=False, rename="camel"):
    """The base of values of the public API. Every subclass and each of its fields has a description."""


def words_in(struct: type[Struct]) -> dict[str, tuple[Word, ...]]:
    """The names of a struct's fields, each with the words that it can hold; none if it holds other values."""
    found = {}
    for name, hint in get_type_hints(struct).items():
        types = [type_ for type_ in (hint, *get_args(hint)) if isinstance(type_, type) and issubclass(type_, Word)]
        found[name] = tuple(word for type_ in types for word in type_)
    return found


class Printed(Public, frozen=True):
    """A component as it is printed, with its `name` in moves. It stays the same for a whole game."""


class Amounts(Public, frozen=True, forbid_unknown_fields=True):
    """A multiset: a non-negative count for each name, with 0 as default."""
