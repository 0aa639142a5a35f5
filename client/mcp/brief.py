"""Tables in few words, for language models. Things are called by the names that moves use, and empty fields are left out.

A table stays below 1,500 tokens. A token is counted as 3.6 characters: tokenizers make about four of such text, so there is a
margin of a tenth.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum
from itertools import groupby
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

from taphouse.client.values import LegalMove, Table
from taphouse.engine.vocabulary import Amounts
from taphouse.schema.values.games import Status

CHARACTERS_A_TOKEN = 3.6
MOST_TOKENS = 1500
"""The most tokens of a table, by that measure."""
MOST_MOVES = 25
"""The most legal moves that are shown beside a table, if there is room; `legal_moves` lists them all."""
_PROSE = {
    *("title", "text", "tracks", "shipped", "score_by_category", "running_costs"),
    *("row", "column", "top", "brewery"),
}
"""Fields that tell nothing new, or nothing that a player needs in order to choose."""
_MANY = 12
"""Longer lists are sorted and counted."""


def table(shown: Table) -> str:
    """A table: the game, the seats, what lies there, the decision, and the first legal moves.

    A game that is over is told by its result alone.
    """
    lines = [f"{shown.kind} game {shown.game_id}, version {shown.version}, {shown.status.name}"]
    lines += ["Seats: " + "; ".join(_seat(shown, one.seat) for one in shown.seats)]
    if shown.view is not None and not shown.ended:
        lines += position(shown.view)
    for proposal in shown.proposals:
        lines.append(f"Seat {proposal.seat} proposes {proposal.kind.name} (proposal {proposal.id})")
    lines += decision(shown)
    room = int(MOST_TOKENS * CHARACTERS_A_TOKEN) - sum(map(len, lines)) - 100
    return "\n".join([*lines, *listed(shown, room)])


def decision(shown: Table) -> list[str]:
    """The decision to make at a table, or the result of its game."""
    if shown.outcome is not None:
        standings = "; ".join(
            f"{one.place}. seat {one.seat} with {one.points} points" for one in shown.outcome.standings
        )
        return [f"The game is over ({shown.outcome.reason}): {standings}"]
    if shown.status is Status.WAITING:
        if all(seat.taken for seat in shown.seats):
            return ["All seats are taken. The game waits for its host to start it."]
        return ["The game waits for players: its open seats must be taken."]
    if shown.decision is None:
        return ["The game has ended early." if shown.ended else "Nobody can decide now."]
    if not shown.your_turn:
        return [f"Seat {shown.decision.seat} must decide. Use wait_for_turn."]
    return [f"YOUR TURN (rules {', '.join(shown.decision.rules)}): {shown.decision.prompt}"]


def listed(shown: Table, room: int = 1500) -> list[str]:
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
    return " | ".join(move.notation for move in legal) or "none"


def position(view: Struct) -> list[str]:
    """The position on a table: a line for each field, and one for each player."""
    lines = []
    for name, value in asdict(view).items():
        if _is_nothing(value) or name in _PROSE:
            continue
        if name == "players":
            lines += [_short(player).replace("seat", "Seat", 1).replace(",", ":", 1) for player in value]
        else:
            lines.append(f"{_spoken(name)}: {_short(value)}")
    return lines


def _seat(shown: Table, seat: int) -> str:
    info = shown.seats[seat - 1]
    marks = [
        "you" if seat == shown.seat else "",
        "" if info.taken else "open",
        f"bot {info.bot.name.lower()}" if info.bot else "",
        "resigned" if info.resigned else "",
    ]
    told = ", ".join(filter(None, marks))
    return f"{seat} {info.name or ''}".strip() + (f" ({told})" if told else "")


def _short(value: Any) -> str:
    """A value in few words."""
    if isinstance(value, Enum):
        return value.name.replace("_", "-").lower()
    if isinstance(value, Amounts):
        return " ".join(f"{count} {_spoken(name)}" for name, count in asdict(value).items() if count)
    if isinstance(value, Struct):
        return _object(value)
    if isinstance(value, tuple):
        texts = [text for text in map(_short, value) if text]
        between = "; " if any(isinstance(one, Struct) for one in value) else ", "
        counted = [(text, len(list(same))) for text, same in groupby(sorted(texts) if len(texts) > _MANY else texts)]
        return between.join(text if number == 1 else f"{number}x {text}" for text, number in counted)
    return str(value)


def _object(value: Struct) -> str:
    """The name of a thing, if moves call it by one, with what else is to be known of it in parentheses."""
    told = {name: one for name, one in asdict(value).items() if name not in _PROSE and not _is_nothing(one)}
    name = told.pop("name", None)
    if set(told) == {"size", "cards"}:
        return _short(told["cards"])
    parts = [_part(key, one) for key, one in told.items()]
    if name is None:
        return " ".join(parts) if all(isinstance(one, Enum) for one in told.values()) else ", ".join(parts)
    return f"{name} ({', '.join(parts)})" if parts else str(name)


def _part(name: str, value: Any) -> str:
    """A field of a thing: without its name if the value speaks for itself."""
    if value is True:
        return _spoken(name)
    named = isinstance(value, Enum | Amounts) or (isinstance(value, Struct) and hasattr(value, "name"))
    return _short(value) if named else f"{_spoken(name)} {_short(value)}"


def _is_nothing(value: Any) -> bool:
    empty = isinstance(value, Struct | tuple) and not _short(value)
    return value is None or value is False or empty or value == 0


def _spoken(name: str) -> str:
    return re.sub(r"[_]|(?<=[a-z])(?=[A-Z])", " ", name).lower()
