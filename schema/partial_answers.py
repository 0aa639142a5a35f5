"""Parts of answers: the members of a game or a log entry that a client asks for, and the least that it needs after a change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from msgspec import Meta, Struct

from taphouse.schema.failures import Refused
from taphouse.schema.game_view import Changed, GameView
from taphouse.schema.inputs import FIELDS_TEXT
from taphouse.schema.problems.inputs import InputRefused
from taphouse.schema.values.games import Game, LogEntry

Fields = Annotated[tuple[str, ...] | None, Meta(description=FIELDS_TEXT, extra_json_schema={"minItems": 1})]
_MOST_QUOTED = 40


def _members(struct: type[Struct], *derived: str) -> Mapping[str, str]:
    """The names in the API of the members that all kinds have, with their attributes."""
    names = zip(struct.__struct_encode_fields__, struct.__struct_fields__, strict=True)
    return {"kind": "kind", **dict(names), **{name: name for name in derived}}


GAME_FIELDS = _members(Game, "options", "table")
ENTRY_FIELDS = _members(LogEntry, "move", "events")
"""The members that `fields` can name, with their attributes."""
_MINIMAL = ("gameId", "version", "epoch")


def check_fields(fields: Sequence[str] | None, known: Mapping[str, str]) -> tuple[str, ...] | None:
    """The members, if they are known and named once, in the order of the whole answer, so that followers of the same members
    share it.

    Raises:
        Refused: They are not.
    """
    if fields is None:
        return None
    wrong = next((name for name in fields if name not in known), None)
    if wrong is not None:
        message = f"There is no member {wrong[:_MOST_QUOTED]!r}; the members are {', '.join(known)}."
    elif not fields or len({*fields}) < len(fields):
        message = "Name at least one member, and each only once."
    else:
        return tuple([name for name in known if name in fields])
    raise Refused(InputRefused(message=message, argument="fields"))


def part_of_game(game_view: GameView, fields: Sequence[str]) -> dict[str, Any]:
    """These members of a game, as its viewer sees it."""
    return {name: getattr(game_view, GAME_FIELDS[name]) for name in fields}


def part_of_entry(entry: LogEntry, fields: Sequence[str]) -> dict[str, Any]:
    """These members of a log entry."""
    kind = entry.__struct_config__.tag
    return {name: kind if name == "kind" else getattr(entry, ENTRY_FIELDS[name]) for name in fields}


def minimal(result: Any) -> dict[str, Any]:
    """The part of a change's result that a client needs to go on: tokens, and of the game its id, version and epoch."""
    if isinstance(result, GameView):
        return part_of_game(result, _MINIMAL)
    if isinstance(result, Changed):
        return {"game": part_of_game(result.game, _MINIMAL)}
    members = zip(result.__struct_encode_fields__, result.__struct_fields__, strict=True)
    return {
        name: part_of_game(value, _MINIMAL) if isinstance(value := getattr(result, field), GameView) else value
        for name, field in members
    }
