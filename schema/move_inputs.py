"""Moves as clients send them: `MoveInput` objects, which hold a move in notation or as a typed value of one game."""

from __future__ import annotations

from typing import Any

import msgspec

from taphouse.engine.contract import Move, sealed_fields
from taphouse.engine.game import Game
from taphouse.engine.notation import NotationError, parse
from taphouse.engine.vocabulary import lower_first
from taphouse.schema.inputs import fault
from taphouse.schema.values.games import MoveInputObject

NOTATION = "notation"
"""The field of a `MoveInput` that holds a line of text. Each other field holds a typed move of one game."""


def move_input(move: Move, game: Game) -> MoveInputObject:
    """A move as a `MoveInput`, such as `{"dankAndDraft": {"draft": {"line": "ROW_1"}}}`.

    A move without fields has the value `true`, as in `{"dankAndDraft": {"endTurn": true}}`.
    """
    fields = msgspec.to_builtins(move)
    del fields["verb"]
    typed = {lower_first(type(move).__name__): fields if move.__struct_fields__ else True}
    return MoveInputObject({game.field: typed})


def read_move(field: str, value: Any, game: Game, *, seen: bool = False) -> Move:
    """The move in a `MoveInput`, given its `member`.

    Args:
        field: the field of the object.
        value: the value of that field. Values of enums are their names.
        game: the game of the move.
        seen: whether it is read as another seat sees it: `?` in notation is then a sealed field.

    Raises:
        NotationError: the value is not a move of this game.
    """
    if field == NOTATION:
        if not isinstance(value, str):
            raise NotationError("`notation` must be a line of text.")
        return parse(value, game.verbs, seen=seen)
    if field != game.field:
        raise NotationError(f"{field[:40]!r} is not a way to write a move. Use {NOTATION!r} or {game.field!r}.")
    return _typed(value, game)


def member(sent: MoveInputObject) -> tuple[str, Any]:
    """The one field of a `MoveInput`, and its value.

    Raises:
        NotationError: there is not exactly one.
    """
    if len(sent) != 1:
        raise NotationError("A move must be an object with exactly one field: `notation`, or the name of the game.")
    ((field, value),) = sent.items()
    return field, value


def _typed(value: Any, game: Game) -> Move:
    if not isinstance(value, dict) or len(value) != 1:
        raise NotationError(f"`{game.field}` must be an object with exactly one field, the verb.")
    ((name, fields),) = value.items()
    move = game.inputs.get(name)
    if move is None:
        raise NotationError(f"{name[:40]!r} is not a move of this game. The moves are {', '.join(game.inputs)}.")
    if not move.__struct_fields__:
        if fields is not True:
            raise NotationError(f"{name!r} has no fields. Send true.")
        return move()
    try:
        made = msgspec.convert(fields, move)
    except msgspec.ValidationError as error:
        raise NotationError(f"{name}: {fault(error, move, fields)}.") from None
    for field in sealed_fields(move):
        if getattr(made, field) is None:
            sent = move.__struct_encode_fields__[move.__struct_fields__.index(field)]
            raise NotationError(f"{name}: `{sent}` must not be null.")
    return made
