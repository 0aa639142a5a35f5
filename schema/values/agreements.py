"""Agreements between the seats of a game: proposals, undos and early ends."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from taphouse.engine.contract import Seat
from taphouse.engine.vocabulary import Public, Word
from taphouse.schema.values.seats import Replacement
from taphouse.schema.values.versions import UNIQUE, Moment


class ProposalKind(Word):
    """A kind of proposal."""

    UNDO = "UNDO", "To go back to an earlier version. A move ends the proposal."
    DRAW = "DRAW", "To end the game as a draw."
    UNSCORED = "UNSCORED", "To end the game without a result."
    PAUSE = "PAUSE", "To stop all clocks, so that nobody can move until a player resumes the game."
    REPLACE_PLAYER = "REPLACE_PLAYER", "To give a seat to a bot, or to open it. Its player is asked too, unless absent."
    ADD_TIME = "ADD_TIME", "To give a seat more time."
    UPGRADE_RULES = "UPGRADE_RULES", "To move the game to the newest version of its rules."
    REMATCH = "REMATCH", "To play another game, once this one has ended."


class UndoOption(Word):
    """The conditions for taking moves of a game back."""

    FREE = (
        "FREE",
        "A seat can take back its last moves by itself if they revealed nothing and no other seat has decided since. "
        "Anything else takes the consent of the other seats.",
    )
    CONSENT = "CONSENT", "Only with the consent of the other seats."
    NEVER = "NEVER", "Never."


class AgreedEnd(Word):
    """An early end that the seats of a game agreed on."""

    DRAW = "DRAW", "As a draw."
    UNSCORED = "UNSCORED", "Without a result."


class AddedTime(Public, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """More time for a seat."""

    seat: Annotated[Seat, Meta(description="The seat.")]
    seconds: Annotated[int, Meta(description="The seconds that it gets.", extra_json_schema={"minimum": 1})]


class Proposal(Public, frozen=True):
    """Something that a seat has proposed to the others."""

    id: Annotated[
        str,
        UNIQUE,
        Meta(description="The proposal's id, to answer it. It ends with `@version` where the game's `id` does."),
    ]
    kind: Annotated[ProposalKind, Meta(description="The kind of proposal.")]
    seat: Annotated[Seat, Meta(description="The seat that made it.")]
    to_version: Annotated[int | None, Meta(description="Of an undo: the version to go back to. Null for other kinds.")]
    since: Annotated[Moment, Meta(description="The time when it was made.")]
    until: Annotated[Moment, Meta(description="The time when it expires.")]
    accepted: Annotated[tuple[Seat, ...], Meta(description="The seats that agree, the one that made it included.")]
    awaited: Annotated[tuple[Seat, ...], Meta(description="The seats that have not answered yet.")]
    replacement: Annotated[
        Replacement | None, Meta(description="Of a new player for a seat: which. Null for other kinds.")
    ] = None
    time: Annotated[
        AddedTime | None, Meta(description="Of more time: how much, and for which seat. Null for other kinds.")
    ] = None


class Agreed(Struct, frozen=True):
    """The proposals and agreements of a game, as viewers see them."""

    proposals: tuple[Proposal, ...] = ()
    undos: int = 0
    """The number of undos so far. The draws after each have numbers of their own."""
    end: AgreedEnd | None = None
    rematch: str | None = None
    """The id of the next game."""


NOTHING_AGREED = Agreed()
