"""Notation: a move as one line of text, such as `draft row-1`, `take-action 2 spoil` or `discard ipa:2,stout:1`.

A line is the verb in kebab case and the fields in order, separated by spaces. A number is written in digits, a `Word` in kebab
case, a boolean as `yes` or `no`, and an entry of an edition by its name. Several numbers are separated by commas, as are
amounts, which are written as `name:count`. `none` is an empty list, no amounts, or null. Trailing fields with their default
values are omitted. `?` is a sealed field as other seats see it. Everything is derived from the move types, and
`parse(write(move)) == move` for every move.
"""

from __future__ import annotations

import re
import types
from collections.abc import Callable, Mapping
from functools import cache
from typing import Annotated, Any, NamedTuple, Never, Union, get_args, get_origin

import msgspec
from msgspec import NODEFAULT

from taphouse.engine.contract import Move, verb_of
from taphouse.engine.vocabulary import SEALED, Amounts, Word, hints, kebab, without_null

A_NAME, A_NUMBER, AMOUNTS = (
    "a name in lower case, with hyphens between words",
    "a number",
    "name:count separated by commas, or none; the names are ",
)
"""The syntax of fields, as `usage` has it."""
_NUMBER = re.compile(r"0|-?[1-9][0-9]{0,8}")
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class NotationError(ValueError):
    """The value is not a move of this game. The message says what is valid."""


class _Codec(NamedTuple):
    """Writes and reads the values of one type. `read` returns builtin types for `msgspec.convert`."""

    usage: str
    write: Callable[[Any], str]
    read: Callable[[str], Any]


class _Field(NamedTuple):
    """A field of a move."""

    name: str
    key: str
    default: Any
    codec: _Codec


def write(move: Move) -> str:
    """The notation of a move."""
    fields = _fields(type(move))
    values = [getattr(move, field.name) for field in fields]
    while values and values[-1] == fields[len(values) - 1].default:
        values.pop()
    words = [str(move.__struct_config__.tag)]
    for field, value in zip(fields, values, strict=False):
        words.append(field.codec.write(value))
    return " ".join(words)


def parse(text: str, verbs: Mapping[str, type[Move]], *, seen: bool = False) -> Move:
    """Parse the notation of a move.

    Args:
        text: a line of notation.
        verbs: the game's move types by verb.
        seen: True for a move that was seen, in which fields may be sealed; a move to make has none.

    Raises:
        NotationError: the line is not a move. The message says what is wrong and what is valid.
    """
    verb, *words = text.split(maxsplit=32) or [""]
    if verb not in verbs:
        raise NotationError(f"{verb[:40]!r} is not a move of this game. The moves are {', '.join(sorted(verbs))}.")
    fields, syntax = _fields(verbs[verb]), usage(verbs[verb])
    if len(words) > len(fields):
        raise NotationError(f"There are too many words after {verb!r}. Write {syntax}.")
    for field in fields[len(words) :]:
        if field.default is NODEFAULT:
            raise NotationError(f"{kebab(field.name)} is missing after {verb!r}. Write {syntax}.")
    values = {}
    for field, word in zip(fields, words, strict=False):
        try:
            values[field.key] = field.codec.read(word)
        except ValueError:
            raise NotationError(f"{word[:40]!r} is not a valid {kebab(field.name)}. Write {syntax}.") from None
        if word == "?" and not seen:
            raise NotationError(f"The {kebab(field.name)} of this {verb} is hidden. Write {syntax}.")
    try:
        return msgspec.convert(values, verbs[verb])
    except msgspec.ValidationError as error:  # a value is out of its bounds, at a path such as `$.taps[0]`
        wrong = [
            f"{word[:40]!r} is not a valid {kebab(field.name)}"
            for field, word in zip(fields, words, strict=False)
            if re.search(rf"`\$\.{field.key}\b", str(error))
        ]
        raise NotationError(f"{wrong[0] if wrong else error}. Write {syntax}.") from None


@cache
def usage(move: type[Move]) -> str:
    """The syntax of a move type, such as `draft <line: row-1, row-2, ...>`. Optional fields are in brackets."""
    words = [verb_of(move)]
    for field in _fields(move):
        word = f"<{kebab(field.name)}: {field.codec.usage}>"
        words.append(word if field.default is NODEFAULT else f"[{word}]")
    return " ".join(words)


@cache
def _fields(move: type[Move]) -> tuple[_Field, ...]:
    return tuple(
        _Field(field.name, field.encode_name, field.default, _codec(hints(move)[field.name]))
        for field in msgspec.structs.fields(move)
    )


def _codec(hint: Any) -> _Codec:
    if get_origin(hint) is Annotated and SEALED in hint.__metadata__:
        inner = _codec(without_null(hint))
        return _Codec(
            inner.usage,
            lambda value: "?" if value is None else inner.write(value),
            lambda word: None if word == "?" else inner.read(word),
        )
    if get_origin(hint) is Annotated:
        return _codec(get_args(hint)[0])
    if get_origin(hint) in (Union, types.UnionType):
        inner = _codec(without_null(hint))
        if "none" in re.split("[,; ]+", inner.usage):
            raise TypeError(
                f"a move cannot have a field of type {hint}: notation writes null as none, which means another value"
            )
        return _Codec(
            inner.usage + ", or none",
            lambda value: "none" if value is None else inner.write(value),
            lambda word: None if word == "none" else inner.read(word),
        )
    if get_origin(hint) is tuple and get_args(hint)[1:] == (...,) and _codec(get_args(hint)[0]).read is _read_number:
        return _Codec("numbers separated by commas, or none", _write_numbers, _read_numbers)
    if hint is bool:
        return _Codec("yes or no", lambda value: "yes" if value else "no", _read_bool)
    if hint is int:
        return _Codec(A_NUMBER, str, _read_number)
    if hint is str:
        return _Codec(A_NAME, str, _read_name)
    if issubclass(hint, Word):
        words = {member: str(member) for member in hint}
        return _Codec(", ".join(words.values()), words.__getitem__, lambda word: hint(word).value)
    if issubclass(hint, Amounts):
        keys = {
            kebab(name): key for name, key in zip(hint.__struct_fields__, hint.__struct_encode_fields__, strict=True)
        }
        return _Codec(AMOUNTS + ", ".join(keys), _write_amounts, lambda word: _read_amounts(word, keys))
    raise TypeError(f"a move cannot have a field of type {hint}")


def _read_number(word: str) -> int:
    return int(word) if _NUMBER.fullmatch(word) else _wrong(word)


def _read_bool(word: str) -> bool:
    return word == "yes" if word in ("yes", "no") else _wrong(word)


def _read_name(word: str) -> str:
    return word if _NAME.fullmatch(word) else _wrong(word)


def _wrong(word: str) -> Never:
    raise ValueError(word)


def _write_numbers(values: tuple[int, ...]) -> str:
    return ",".join(map(str, values)) or "none"


def _read_numbers(word: str) -> list[int]:
    return [] if word == "none" else [_read_number(part) for part in word.split(",")]


def _write_amounts(amounts: Amounts) -> str:
    counts = ((name, getattr(amounts, name)) for name in amounts.__struct_fields__)
    return ",".join(f"{kebab(name)}:{count}" for name, count in counts if count) or "none"


def _read_amounts(word: str, keys: Mapping[str, str]) -> dict[str, int]:
    amounts: dict[str, int] = {}
    for part in () if word == "none" else word.split(","):
        name, colon, count = part.partition(":")
        if not colon or name not in keys or keys[name] in amounts:
            raise ValueError(word)
        amounts[keys[name]] = _read_number(count)
    return amounts
