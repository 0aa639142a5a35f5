"""Reads the arguments of a call, and forgives slips whose meaning is plain: `"2"` for 2, one text for a list, `gameId`."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from taphouse.client.mcp.tool import Tool, ToolArgument, ToolError
from taphouse.engine.vocabulary import kebab
from taphouse.engine.words.spelling import choice, folded

MOST_CHARACTERS, MOST_VALUES, MOST_NESTED = 20_000, 1_000, 8
"""The most characters of all texts in the arguments of a call, values, and lists and objects within each other."""
LARGEST = 2**53
"""The largest whole number in arguments, as in JSON of other programs."""
_CLOSE = 0.7
"""The least likeness of a misspelt argument, from 0 to 1."""
_KINDS = {str: "a text", int: "a whole number", bool: "true or false", list: "a list of texts", dict: "an object"}
_BOOLS = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
_BETWEEN = re.compile(r"\n| \| |;")
_LONGEST = 60
"""The most characters of an argument that an error repeats."""


def read(tool: Tool, given: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of a call of a tool.

    Raises:
        ToolError: An argument is missing or unknown, or no slip explains its value; or the arguments are above a bound.
    """
    _check(given)
    named: dict[str, tuple[ToolArgument, Any]] = {}
    for name, value in given.items():
        argument = _named(tool, name)
        if argument.name in named:
            raise ToolError(f"{argument.name} is given twice.")
        named[argument.name] = argument, value
    chosen = {name: _value(one, value) for name, (one, value) in named.items() if value is not None or one.required}
    for argument in tool.arguments:
        if argument.required and argument.name not in chosen:
            raise ToolError(f"{tool.name} needs {argument.name}. {argument.description.text}")
    return chosen


def _check(given: Any) -> None:
    """Check the size and structure of arguments, before anything is done with them.

    Raises:
        ToolError: They are above a bound.
    """
    characters, values, level, ahead = 0, 0, 0, [given]
    while ahead:
        values += len(ahead)
        characters += sum(len(one) for one in ahead if isinstance(one, str))
        lists = [one for one in ahead if isinstance(one, list)]
        objects = [one for one in ahead if isinstance(one, dict)]
        level += bool(lists or objects)
        for found, most, what in (
            (values, MOST_VALUES, "values"),
            (characters, MOST_CHARACTERS, "characters"),
            (level, MOST_NESTED, "lists and objects within each other"),
        ):
            if found > most:
                raise ToolError(f"The arguments have more than {most} {what}. Send less at once.")
        if any(isinstance(one, int) and abs(one) > LARGEST for one in ahead):
            raise ToolError(f"The arguments have a number beyond {LARGEST}.")
        ahead = [inner for one in lists for inner in one]
        ahead += [inner for one in objects for pair in one.items() for inner in pair]


def _named(tool: Tool, name: str) -> ToolArgument:
    names = {folded(one.name): one for one in tool.arguments}
    close = get_close_matches(folded(kebab(name)), names, 1, _CLOSE)
    if not close:
        takes = ", ".join(one.name for one in tool.arguments) or "no arguments"
        raise ToolError(f"{tool.name} has no argument {name[:_LONGEST]!r}. It takes {takes}.")
    return names[close[0]]


def _value(argument: ToolArgument, given: Any) -> Any:
    """A value of an argument, as its type has it."""
    readers = {str: _text, int: _number, bool: _bool, list: _texts, dict: _object}
    value = readers[argument.type](argument, given)
    if value is None:
        raise ToolError(f"{argument.name} must be {_KINDS[argument.type]}. {argument.description.text}")
    return value


def _text(argument: ToolArgument, given: Any) -> str | None:
    if isinstance(given, list) and len(given) == 1:
        given = given[0]
    if isinstance(given, bool) or not isinstance(given, str | int | float):
        return None
    return _chosen(argument, str(given).encode(errors="replace").decode().strip())


def _chosen(argument: ToolArgument, text: str) -> str:
    choices = argument.description.choices
    if not choices or (text == "" and not argument.required):
        return text
    found = choice(text, choices)
    if found is None:
        raise ToolError(f"{argument.name} cannot be {text[:_LONGEST]!r}. Choose {', '.join(choices)}.")
    return found


def _number(_: ToolArgument, given: Any) -> int | None:
    if isinstance(given, float) and given.is_integer():
        given = int(given)
    if isinstance(given, str):
        digits = re.findall(r"-?\d{1,9}(?!\d)", given)
        return int(digits[0]) if len(digits) == 1 else None
    return given if isinstance(given, int) and not isinstance(given, bool) and abs(given) < 2**31 else None


def _bool(_: ToolArgument, given: Any) -> bool | None:
    return _BOOLS.get(folded(str(given)))


def _texts(argument: ToolArgument, given: Any) -> list[str] | None:
    if isinstance(given, str):
        listed = _decoded(given) if given.lstrip().startswith("[") else None
        comma = argument.description.choices and "," in given  # a move can have commas
        given = listed if listed is not None else given.split(",") if comma else _BETWEEN.split(given)
    if not isinstance(given, list):
        return None
    _check(given)
    texts = [_text(argument, one) for one in given if one != ""]
    return None if None in texts else [text for text in texts if text]


def _object(_: ToolArgument, given: Any) -> dict[str, Any] | None:
    value = _decoded(given or "{}") if isinstance(given, str) else given
    _check(value)
    return value if isinstance(value, dict) else None


def _decoded(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
