"""Tables in few words, for language models. Things are called by the names that moves use, and empty fields are left out.

What is printed on a component is told once, apart from the table (`printed`). So a table that was shown once can be followed by
its changes alone.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from typing import Any, get_args

from msgspec import Struct
from msgspec.structs import asdict

from taphouse.client.mcp.words import folded
from taphouse.client.values import LegalMove, Table
from taphouse.engine.contract import ScoreCategory
from taphouse.engine.resigning import OTHERS_RESIGNED
from taphouse.engine.vocabulary import REPEATS, Amounts, Printed, hints, kebab
from taphouse.schema.values.agreements import Proposal
from taphouse.schema.values.games import Status

CHARACTERS_A_TOKEN = 2.9
"""The characters of a token, counted low: o200k_base makes fewer tokens of such texts (`tests/clients/test_tokens.py`)."""
MOST_TOKENS = 1500
MOST_CHARACTERS = int(MOST_TOKENS * CHARACTERS_A_TOKEN)
"""The most characters of an answer."""
MOST_MOVES = 25
"""The most legal moves that are shown beside a table, if there is room; `legal_moves` lists them all."""
_PROSE = ("title", "text")
_MANY = 12
"""Longer lists are sorted and counted."""

Position = Mapping[str, Mapping[str, str]]
"""A table in words: for each of its lines the parts by name."""


def position(shown: Table) -> Position:
    """A table without its decision: the game, the seats, proposals, and what lies there."""
    proposals = {one.id: _proposal(one) for one in shown.proposals}
    times = {} if shown.clock is None else {str(one.seat): f"seat {one.seat} {one.left} s" for one in shown.clock.seats}
    head: dict[str, Mapping[str, str]] = {
        "Game": {
            "game": f"{shown.kind} {shown.game_id}",
            "status": shown.status.name.lower(),
            "advice": f"advice {shown.advice.name}",
        },
        "Seats": {str(one.seat): _seat(shown, one.seat) for one in shown.seats},
        "Proposals": proposals,
        "Clocks": times,
    }
    there = {"Table": {"table": unknown(shown)}} if shown.game is None else lying(shown.view)
    return {line: parts for line, parts in (head | there).items() if parts}


def unknown(shown: Table) -> str:
    """A sentence about a kind of game that the client does not know."""
    return f"not shown. The game {kebab(shown.kind)} is not installed beside this MCP server."


def lying(view: Struct | None) -> dict[str, Mapping[str, str]]:
    """The parts of what lies on a table; none if there is nothing to show."""
    if view is None:
        return {}
    lines: dict[str, Mapping[str, str]] = {}
    table: dict[str, str] = {}
    lines["Table"] = table
    for name, value in asdict(view).items():
        if name in _untold(view) or _is_nothing(value):
            continue
        if name == "players":
            lines |= {f"Seat {player.seat}": _fields(player) for player in value}
        elif isinstance(value, tuple) and any(isinstance(one, Struct) for one in value):
            lines[_spoken(name)] = _items(value)
        else:
            table[name] = _field(name, value)
    return lines


def whole(now: Position) -> list[str]:
    """A table as lines."""
    return [_line(name, parts.values()) for name, parts in now.items()]


def changes(before: Position, now: Position) -> list[str]:
    """The parts of a table that have changed, as lines."""
    lines = []
    for name in dict.fromkeys((*before, *now)):
        old, new = before.get(name, {}), now.get(name, {})
        changed = [text for key, text in new.items() if old.get(key) != text]
        changed += [f"no {_spoken(key)}" for key in old if key not in new]
        if changed:
            lines.append(_line(name, changed))
    return lines


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


def decision(shown: Table, own: str | None = None) -> list[str]:
    """The decision to make at a table, or the result of its game.

    Args:
        shown: The table.
        own: Another place of the reader that must decide.
    """
    if shown.outcome is not None:
        scored = shown.outcome.rule != OTHERS_RESIGNED.rule
        standings = "; ".join(
            f"{one.place}. seat {one.seat}" + (f" with {one.points} points" if scored else "")
            for one in shown.outcome.standings
        )
        return [f"{_result(shown)}The game is over ({shown.outcome.reason}): {standings}"]
    if shown.status is Status.WAITING:
        if all(seat.taken for seat in shown.seats):
            if shown.seat is not None and shown.seats[shown.seat - 1].asked:
                return ["All seats are taken. You were away, so the game waits for you: agree START starts it."]
            asked = " and ".join(str(seat.seat) for seat in shown.seats if seat.asked)
            return [f"All seats are taken. The game waits for {f'seat {asked}' if asked else 'its host'} to start it."]
        return ["The game waits for players: its open seats must be taken."]
    if shown.ended:
        agreed = f" by agreement: {shown.agreed_end.name.lower()}" if shown.agreed_end else ""
        return [f"The game has ended early{agreed}."]
    if shown.paused:
        return ["The game is paused. agree RESUME resumes it."]
    if shown.decision is None:
        return ["Nobody can decide now."]
    if not shown.your_turn:
        seats = " and ".join(map(str, shown.deciders))
        waits = f"Seat{'s' if len(shown.deciders) > 1 else ''} {seats} must decide."
        if own is not None:
            return [f"{waits} Your place there: {own}"]
        if shown.seat is not None and shown.seats[shown.seat - 1].resigned:
            return [f"{waits} You have resigned: your moves are made for you."]
        return [f"{waits} Use wait_for_turn."]
    return [f"YOUR TURN ({', '.join(shown.decision.rules)}): {shown.decision.prompt}"]


def _result(shown: Table) -> str:
    """The result of a game for the seat that sees it; empty for others."""
    places = {one.seat: one for one in shown.outcome.standings} if shown.outcome is not None else {}
    mine = places.get(shown.seat or 0)
    if mine is None:
        return ""
    first = [one for one in places.values() if one.place == 1]
    if mine.place == 1:
        return "YOU WIN. " if len(first) == 1 else "YOU SHARE THE VICTORY. "
    behind = first[0].points - mine.points if first else 0
    return f"YOU LOSE by {behind}. " if behind > 0 else "YOU LOSE. "


def listed(shown: Table, room: int) -> list[str]:
    """The first legal moves, as many as there is room for, in characters."""
    legal = shown.moves
    if not legal:
        return []
    number = min(len(legal), MOST_MOVES)
    while number > 1 and len(moves(legal[:number])) > room:
        number -= 1
    more = f" | and {len(legal) - number} more: use legal_moves" if number < len(legal) else ""
    return [f"Legal moves: {moves(legal[:number])}{more}"]


def moves(legal: Sequence[LegalMove]) -> str:
    """Legal moves in notation."""
    return " | ".join(move.notation for move in legal)


def _proposal(one: Proposal) -> str:
    undo = f" to version {one.to_version}" if one.to_version is not None else ""
    seat = f" at seat {one.replacement.seat}" if one.replacement is not None else ""
    return f"seat {one.seat} proposes {one.kind.name}{undo}{seat} (proposal {one.id})"


def _seat(shown: Table, seat: int) -> str:
    info = shown.seats[seat - 1]
    marks = [
        "you" if seat == shown.seat else "",
        "" if info.taken else "for invited players" if info.closed else "open",
        f"bot {info.bot.name}" if info.bot else "program" if info.program else "",
        "away" if info.away else "",
        "resigned" if info.resigned else "",
    ]
    told = ", ".join(filter(None, marks))
    return f"{seat} {info.name or ''}".strip() + (f" ({told})" if told else "")


def _line(name: str, parts: Any) -> str:
    told = list(parts)
    return f"{name}: {('; ' if any(',' in part for part in told) else ', ').join(told)}"


def _untold(thing: Struct) -> set[str]:
    """The fields of a thing that are left out: prose, which `printed` shows, and what only repeats others."""
    return {*_PROSE, *(name for name, hint in hints(type(thing)).items() if REPEATS in get_args(hint)[1:])}


def _items(values: tuple[Any, ...]) -> dict[str, str]:
    """The items of a list by what distinguishes them: a name or a number, or else the whole text.

    Where some are null, by their places: there the order says which these are.
    """
    if None in values:
        return {str(place): f"{place} {_short(one)}" for place, one in enumerate(values, 1) if one is not None}
    keys = [_key(value) for value in values]
    if None in keys or len(set(keys)) < len(keys):
        counts = Counter(map(_short, values))
        return {text: text if number == 1 else f"{number}x {text}" for text, number in counts.items() if text}
    return {str(key): _short(value) for key, value in zip(keys, values, strict=True)}


def _key(value: Any) -> str | None:
    name, first = next(iter(asdict(value).items()), ("", None)) if isinstance(value, Struct) else ("", None)
    if isinstance(first, Struct):
        return _key(first)
    told = isinstance(first, str | int | Enum) and not isinstance(first, bool) and name not in _untold(value)
    return str(first) if told else None


def _fields(value: Struct) -> dict[str, str]:
    """The fields of a player, each with its name."""
    told = asdict(value).items()
    return {
        name: _field(name, one) for name, one in told if name not in (*_untold(value), "seat") and not _is_nothing(one)
    }


def _field(name: str, value: Any) -> str:
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
        return _object(value)
    if isinstance(value, tuple):
        if value and all(isinstance(one, ScoreCategory) for one in value):
            return str(sum(one.points for one in value))
        texts = [text for text in map(_short, value) if text]
        between = "; " if any("," in text for text in texts) else ", "
        if None in value:
            return between.join(texts)
        counts = Counter(sorted(texts) if len(texts) > _MANY else texts)
        return between.join(text if number == 1 else f"{number}x {text}" for text, number in counts.items())
    return str(value)


def _object(value: Struct) -> str:
    """The name of a thing, if moves call it by one, with what else is to be known of it in parentheses."""
    told = {name: one for name, one in asdict(value).items() if name not in _untold(value) and not _is_nothing(one)}
    if set(told) == {"size", "cards"}:
        return _short(told["cards"])
    name = told.pop("name", None) or next(
        (told.pop(key) for key, one in told.items() if isinstance(one, Printed)), None
    )
    parts = [_part(key, one) for key, one in told.items()]
    if name is None:
        return " ".join(parts) if all(isinstance(one, Enum) for one in told.values()) else ", ".join(parts)
    between = "; " if any("," in part for part in parts) else ", "
    return f"{_short(name)} ({between.join(parts)})" if parts else _short(name)


def _part(name: str, value: Any) -> str:
    """A field of a thing: without its name if the value speaks for itself."""
    return _short(value) if isinstance(value, Enum | Amounts | Printed) else _field(name, value)


def _is_nothing(value: Any) -> bool:
    empty = isinstance(value, Struct | tuple) and not _short(value)
    return value is None or value is False or empty or value == 0


def _spoken(name: str) -> str:
    return re.sub(r"[_]|(?<=[a-z])(?=[A-Z])", " ", name).lower()
