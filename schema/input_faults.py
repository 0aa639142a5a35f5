"""What is wrong with a value that a client sent: msgspec's words for it, and what could be chosen instead."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import inspect

_PLACE = re.compile(r" - at `\$\.?(.*)`$")
_STEPS = re.compile(r"[^.\[\]]+")
_LONGEST = 200
"""The characters of msgspec's words, which quote what was sent."""


def place(error: msgspec.ValidationError) -> str:
    """Where it is wrong, such as `seats[0].kind`; empty where the whole is."""
    found = _PLACE.search(str(error))
    return found[1] if found else ""


def fault(error: msgspec.ValidationError, type_: Any, value: Any) -> str:
    """What is wrong, without a full stop.

    Args:
        error: as it was raised.
        type_: what the value was to be.
        value: what was sent, as plain values.
    """
    choices = list(dict.fromkeys(_choices(inspect.type_info(type_), value, _STEPS.findall(place(error)))))
    return str(error)[:_LONGEST] + (f"; choose {' or '.join(choices)}" if choices else "")


def _choices(info: inspect.Type, value: Any, steps: Sequence[str]) -> list[str]:
    """What could stand where these steps lead to in a value of a type: the members of an enum, or the tags of a union."""
    match info:
        case inspect.Metadata(type=inner):
            return _choices(inner, value, steps)
        case inspect.UnionType(types=types):
            return [choice for one in types for choice in _choices(one, value, steps)]
        case inspect.EnumType(cls=words) if not steps:
            return [*words.__members__]
        case inspect.VarTupleType(item_type=item) if steps and isinstance(value, list):
            # msgspec quotes unknown members as they are, and one of them may look like a place.
            found = {str(number): one for number, one in enumerate(value)}.get(steps[0])
            return _choices(item, found, steps[1:])
        case inspect.StructType(tag_field=tag) if steps and isinstance(value, dict):
            if steps == [tag]:
                return [str(info.tag)]
            if tag is None or value.get(tag, info.tag) == info.tag:
                for field in info.fields:
                    if field.encode_name == steps[0]:
                        return _choices(field.type, value.get(steps[0]), steps[1:])
    return []
