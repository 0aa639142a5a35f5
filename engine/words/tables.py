"""Tables in few words, for language models. Things are called by the names that moves use, and empty fields are left out.

What is printed on a component is described once, apart from the table (`printed`). So a table that was shown once can be
followed by its changes alone. Of a thing or a list that goes on as it was, only what is new in it follows after `...`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from functools import cache
from itertools import cycle
from types import NoneType
from typing import Any, get_args, get_type_hints

from msgspec import Struct
from msgspec.structs import asdict

from taphouse.engine.contract import ScoreCategory
from taphouse.engine.vocabulary import REPEATS, Amounts, Printed, hints
from taphouse.engine.words.spelling import folded

_PROSE = ("title", "text")
_MANY = 12
"""Longer lists are sorted and counted."""


class Divided(Struct, frozen=True):
    """A thing or a list in words, with its own parts by name."""

    text: str
    """All of it."""
    opens: str
    closes: str
    """Text around the parts."""
    parts: Mapping[str, str | Divided]


Position = Mapping[str, Mapping[str, str | Divided]]
"""A table in words: for each of its lines the parts by name."""


def lying(view: Struct | None) -> dict[str, Mapping[str, str | Divided]]:
    """The parts of what lies on a table; none if there is nothing to show."""
    if view is None:
        return {}
    lines: dict[str, Mapping[str, str | Divided]] = {}
    table: dict[str, str | Divided] = {}
    lines["Table"] = table
    for name, value in asdict(view).items():
        if name in _untold(view) or _is_nothing(value):
            continue
        if name == "players":
            lines |= {f"Seat {player.seat}": _fields(player) for player in value}
        elif isinstance(value, tuple) and any(isinstance(one, Struct) for one in value):
            lines[_spoken(name)] = _items(value)
        else:
            table[name] = _divided(name, value)
    return lines


def whole(now: Position) -> list[str]:
    """A table as lines."""
    return [f"{name}: {_joined(map(_text, parts.values()))}" for name, parts in now.items()]


def changes(before: Position, now: Position) -> list[str]:
    """The parts of a table that have changed, as lines."""
    lines = []
    for name in dict.fromkeys((*before, *now)):
        old, new = before.get(name, {}), now.get(name, {})
        changed = _new(old, new) + [f"no {_spoken(key)}" for key in old if key not in new]
        if changed:
            lines.append(f"{name}: {_joined(changed)}")
    return lines


def _new(before: Mapping[str, str | Divided], now: Mapping[str, str | Divided]) -> list[str]:
    """The parts that are new or have changed."""
    return [_changed(before.get(key), part) for key, part in now.items() if before.get(key) != part]


def _changed(old: str | Divided | None, new: str | Divided) -> str:
    """A part that has changed: what is new in it, if that is shorter, and follows on what it had or replaces some of it."""
    if isinstance(new, str) or not isinstance(old, Divided) or old.opens != new.opens:
        return _text(new)
    news = _new(old.parts, new.parts)
    if not news or [*new.parts][: len(old.parts)] != [*old.parts]:
        return new.text
    return min(new.text, new.opens + _joined(["...", *news]) + new.closes, key=len)


def _text(part: str | Divided) -> str:
    return part if isinstance(part, str) else part.text


def printed(value: Any) -> Iterator[tuple[str, str]]:
    """The components in a value by their names, with what is printed on each."""
    if isinstance(value, Printed):
        yield str(asdict(value)["name"]), _face(value)
    elif isinstance(value, tuple):
        for one in value:
            yield from printed(one)
    elif isinstance(value, Struct) and not isinstance(value, Amounts):
        for one in asdict(value).values():
            yield from printed(one)


def _face(value: Struct) -> str:
    """The face of a component or of a part of one, apart from its name: all fields, also those with prose."""
    told = {name: one for name, one in asdict(value).items() if not _is_nothing(one)}
    name = told.pop("name", "")
    if folded(told.get("title", "")) == folded(name):
        told.pop("title", None)
    parts = []
    for key, one in told.items():
        if isinstance(one, tuple):
            parts.append(" | ".join(_face(part) if isinstance(part, Struct) else _short(part) for part in one))
        else:
            parts.append(one.rstrip(".") if isinstance(one, str) else _part(key, one))
    return ", ".join(parts)


def _joined(parts: Iterable[str]) -> str:
    told = list(parts)
    return ("; " if any("," in part for part in told) else ", ").join(told)


def _untold(thing: Struct) -> set[str]:
    """The fields of a thing that are left out: prose, which `printed` shows, and what only repeats others."""
    return {*_PROSE, *(name for name, hint in hints(type(thing)).items() if REPEATS in get_args(hint)[1:])}


def _items(values: tuple[Any, ...]) -> dict[str, str | Divided]:
    """The items of a list by what distinguishes them: a name or a number, or else the whole text.

    Where some are null, by their places: there the order says which these are.
    """
    if None in values:
        return {str(place): f"{place} {_short(one)}" for place, one in enumerate(values, 1) if one is not None}
    if (told := _distinct(values)) is not None:
        return told
    counts = Counter(map(_short, values))
    return {text: text if number == 1 else f"{number}x {text}" for text, number in counts.items() if text}


def _distinct(values: tuple[Any, ...]) -> dict[str, str | Divided] | None:
    """The items of a list by their names or numbers. None if these do not distinguish them."""
    told = {key: _thing(value) for value in values if (key := _key(value)) is not None}
    if len(told) < len(values):
        return None
    return {key: thing if isinstance(thing, str) or thing.opens else thing.text for key, thing in told.items()}


def _key(value: Any) -> str | None:
    name, first = next(iter(asdict(value).items()), ("", None)) if isinstance(value, Struct) else ("", None)
    if isinstance(first, Struct):
        return _key(first)
    told = isinstance(first, str | int | Enum) and not isinstance(first, bool) and name not in _untold(value)
    return str(first) if told else None


def _fields(value: Struct) -> dict[str, str | Divided]:
    """The fields of a player, each with its name."""
    told = asdict(value).items()
    return {
        name: _divided(name, one)
        for name, one in told
        if name not in (*_untold(value), "seat") and not _is_nothing(one)
    }


def _divided(name: str, value: Any) -> str | Divided:
    """A field, with its parts if it is a thing, or a list of things that differ by name."""
    text, opens = _field(name, value), f"{_spoken(name)} "
    if isinstance(value, tuple) and not _is_score(value) and (items := _distinct(value)) is not None:
        return Divided(text, opens, "", items)
    thing = _thing(value)
    return text if isinstance(thing, str) else Divided(text, opens + thing.opens, thing.closes, thing.parts)


def _field(name: str, value: Any) -> str:
    if _is_score(value):
        name = "score"
    return _spoken(name) if value is True else f"{_spoken(name)} {_short(value)}"


def _short(value: Any) -> str:
    """A value in few words."""
    if value is None:
        return "-"
    if isinstance(value, Enum):
        return value.name.replace("_", "-").lower()
    if isinstance(value, Amounts):
        return " ".join(f"{count} {_spoken(name)}" for name, count in asdict(value).items() if count)
    if isinstance(value, Printed):
        return str(asdict(value)["name"])
    if isinstance(value, Struct):
        return _text(_thing(value))
    if isinstance(value, tuple):
        if _is_score(value):
            return str(sum(one.points for one in value))
        texts = [text for text in map(_short, value) if text]
        between = "; " if any("," in text for text in texts) else ", "
        if None in value:
            return between.join(texts)
        counts = Counter(sorted(texts, key=_in_order) if len(texts) > _MANY else texts)
        return between.join(text if number == 1 else f"{number}x {text}" for text, number in counts.items())
    return str(value)


def _in_order(text: str) -> list[str | int]:
    """The place of a text among others: numbers in it count by their value."""
    return [int(part) if number else part for part, number in zip(re.split(r"(\d+)", text), cycle((False, True)))]


def _is_score(value: Any) -> bool:
    return isinstance(value, tuple) and bool(value) and all(isinstance(one, ScoreCategory) for one in value)


def _thing(value: Any) -> str | Divided:
    """The name of a thing, if moves call it by one, with what else is to be known of it in parentheses."""
    if not isinstance(value, Struct) or isinstance(value, Amounts | Printed):
        return _short(value)
    told = {name: one for name, one in asdict(value).items() if name not in _untold(value) and not _is_nothing(one)}
    if set(told) == {"size", "cards"}:
        return _short(told["cards"])
    name = told.pop("name", None)
    if name is None:
        first = next(iter(told)) if len(told) > 1 else ""
        key = next((key for key, one in told.items() if isinstance(one, Printed)), first)
        name = told.pop(key) if isinstance(told.get(key), str | Printed) else None
    parts: dict[str, str | Divided] = {key: _part(key, one) for key, one in told.items()}
    parts |= {key: f"no {_spoken(key)}" for key in _holds(type(value)) if getattr(value, key) is None}
    texts = [*map(_text, parts.values())]
    if name is None:
        alike = all(isinstance(one, Enum) for one in told.values())
        return " ".join(texts) if alike else Divided(", ".join(texts), "", "", parts)
    head = _short(name)
    return Divided(f"{head} ({_joined(texts)})", f"{head} (", ")", parts) if parts else head


@cache
def _holds(kind: type[Struct]) -> tuple[str, ...]:
    """The fields of a thing that hold a component or nothing."""
    types = {name: get_args(hint) for name, hint in get_type_hints(kind).items()}
    return tuple(
        name
        for name, of in types.items()
        if NoneType in of and any(isinstance(one, type) and issubclass(one, Struct) for one in of)
    )


def _part(name: str, value: Any) -> str:
    """A field of a thing: without its name if the value speaks for itself."""
    return _short(value) if isinstance(value, Enum | Amounts | Printed) else _field(name, value)


def _is_nothing(value: Any) -> bool:
    empty = isinstance(value, Struct | tuple) and not _short(value)
    return value is None or value is False or empty or value == 0


def _spoken(name: str) -> str:
    return re.sub(r"[_]|(?<=[a-z])(?=[A-Z])", " ", name).lower()
