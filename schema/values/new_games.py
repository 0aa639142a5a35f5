"""The kind and the seats of a game to create."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from msgspec import Meta, Struct

from taphouse.engine.vocabulary import Public
from taphouse.schema.inputs import BREWERY_TEXT, NAME_TEXT, SHOW_NAME_TEXT, Name
from taphouse.schema.values.advice import PROGRAM_TEXT
from taphouse.schema.values.bots import BotKind
from taphouse.schema.values.games import GameKind
from taphouse.schema.values.seats import SeatKind


class GameAsked(Struct, frozen=True):
    """The kind of a new game, with its options as builtin types."""

    input_name: ClassVar[str] = "NewGameInput"

    kind: GameKind
    options: dict[str, Any]


class SeatAsked(Public, frozen=True, forbid_unknown_fields=True):
    """A seat of a new game."""

    input_name: ClassVar[str] = "SeatInput"

    kind: Annotated[SeatKind, Meta(description="The kind of player.")]
    bot: Annotated[BotKind | None, Meta(description="The bot, for a seat of kind BOT. Null for other kinds.")] = None
    name: Annotated[Name | None, Meta(description=f"The player's name: {NAME_TEXT}.")] = None
    brewery: Annotated[Name | None, Meta(description=BREWERY_TEXT)] = None
    show_name: Annotated[
        bool, Meta(description=f"{SHOW_NAME_TEXT} Only for the first of your seats, which your account has.")
    ] = False
    program: Annotated[bool, Meta(description=f"{PROGRAM_TEXT} Only for seats of kind MINE.")] = False
    challenge: Annotated[
        str | None,
        Meta(
            description="The handle of a player whom you challenge: only they can take the seat. Only for seats of kind OPEN, "
            "and for accounts with a profile that have a seat themselves. Not in forks."
        ),
    ] = None
