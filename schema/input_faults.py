"""Messages about invalid client input: the message of msgspec, and the valid choices."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import inspect

_PLACE = re.compile(r" - at `\$\.?(.*)`$")
_STEPS = re.compile(r"[^.\[\]]+")
_LONGEST = 200
"""The most characters of a msgspec message, which quotes client input."""


def place(error: msgspec.ValidationError) -> str:
    """The path of the invalid value, such as `seats[0].kind`. Empty if it is the whole value."""
    found = _PLACE.search(str(error))
    return found[1] if found else ""


def fault(error: msgspec.ValidationError, type_: Any, value: Any) -> str:
    """A message that says what is wrong with a value, without a full stop.

    Args:
        error: the error from msgspec.
        type_: the expected type.
        value: the value that the client sent, as builtin types.
    """
    choices = list(dict.fromkeys(_choices(inspect.type_info(type_), value, _STEPS.findall(place(error)))))
    return str(error)[:_LONGEST] + (f"; choose {' or '.join(choices)}" if choices else "")


def _choices(info: inspect.Type, value: Any, steps: Sequence[str]) -> list[str]:
    """The valid values at a path in a value of a type: the members of an enum, or the tags of a union."""
    match info:
        case inspect.Metadata(type=inner):
            return _choices(inner, value, steps)
        case inspect.UnionType(types=types):
            return [choice for member in types for choice in _choices(member, value, steps)]
        case inspect.EnumType(cls=words) if not steps:
            return [*words.__members__]
        case inspect.VarTupleType(item_type=item) if steps and isinstance(value, list):
            # msgspec quotes unknown members verbatim, and one of them may look like a path.
            element = {str(number): element for number, element in enumerate(value)}.get(steps[0])
            return _choices(item, element, steps[1:])
        case inspect.StructType(tag_field=tag) if steps and isinstance(value, dict):
            if steps == [tag]:
                return [str(info.tag)]
            if tag is None or value.get(tag, info.tag) == info.tag:
                for field in info.fields:
                    if field.encode_name == steps[0]:
                        return _choices(field.type, value.get(steps[0]), steps[1:])
    return []
