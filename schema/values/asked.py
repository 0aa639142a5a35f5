"""Values in requests: a kind of game, its seats, a proposal."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from msgspec import Meta, Struct

from taphouse.engine.vocabulary import Public
from taphouse.schema.inputs import BREWERY_TEXT, NAME_TEXT, PROPOSED_UNDO_TEXT, SHOW_NAME_TEXT, Name
from taphouse.schema.values.agreements import ProposalKind
from taphouse.schema.values.bots import BotKind
from taphouse.schema.values.games import GameKind
from taphouse.schema.values.seats import Replacement, SeatKind

Version = Annotated[int, Meta(extra_json_schema={"minimum": 1})]
"""A version of a game. Use cases refuse those that it does not have."""


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


class ProposalAsked(Public, frozen=True):
    """A proposal of a seat."""

    input_name: ClassVar[str] = "ProposalInput"

    kind: Annotated[ProposalKind, Meta(description="The kind of proposal.")]
    to: Annotated[Version | None, Meta(description=f"For the kind UNDO. {PROPOSED_UNDO_TEXT}")] = None
    replacement: Annotated[
        Replacement | None, Meta(description="For the kind REPLACE_PLAYER: whose seat, and who plays it from now on.")
    ] = None
