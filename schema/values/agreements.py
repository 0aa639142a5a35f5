"""Agreements between the seats of a game: proposals, undos and early ends."""

from __future__ import annotations

import datetime
from typing import Annotated

from msgspec import Meta, Struct

from taphouse.engine.contract import Seat
from taphouse.engine.vocabulary import Public, Word
from taphouse.schema.values.seats import Replacement

_Moment = Annotated[datetime.datetime, Meta(tz=True)]


class ProposalKind(Word):
    """A kind of proposal."""

    UNDO = "UNDO", "To go back to an earlier version. A move ends the proposal."
    DRAW = "DRAW", "To end the game as a draw."
    UNSCORED = "UNSCORED", "To end the game without a result."
    PAUSE = "PAUSE", "To stop all clocks, so that nobody can move until a player resumes the game."
    REPLACE_PLAYER = "REPLACE_PLAYER", "To give the seat of a player who ran out of time to a bot, or to open it."
    REMATCH = "REMATCH", "To play another game, once this one has ended."


class UndoOption(Word):
    """The conditions for taking moves of a game back."""

    FREE = (
        "FREE",
        "A seat can take back its last moves by itself if they told nobody anything and no other seat has decided since. "
        "Anything else takes the consent of the other seats.",
    )
    CONSENT = "CONSENT", "Only with the consent of the other seats."
    NEVER = "NEVER", "Never."


class AgreedEnd(Word):
    """An early end that the seats of a game agreed on."""

    DRAW = "DRAW", "As a draw."
    UNSCORED = "UNSCORED", "Without a result."


class UndoReason(Word):
    """A reason why moves cannot be taken back."""

    NEVER = "NEVER", "The game does not allow it."
    NO_CONSENT = "NO_CONSENT", "The game allows it with the consent of the other seats only. Propose it."
    NOTHING = "NOTHING", "There is no move to take back, or the version is not one that the game has come from."
    TOO_FAR = "TOO_FAR", "The version lies too far back, or the game has had too many undos."
    NOT_YOURS = (
        "NOT_YOURS",
        "Another seat has decided since, or the first move to take back is another seat's. Propose it.",
    )
    REVEALED = "REVEALED", "The moves told somebody something. Propose it, in a game without bots."
    RULES = "RULES", "The rules have changed since, and the newer ones cannot go on from there."
    NO_TIME = "NO_TIME", "A seat has used what time it had then, or more. The host can add some first."


class ProposalReason(Word):
    """A reason why a proposal, or an answer to one, is refused."""

    BOTS = "BOTS", "The bots in the game decline it."
    NOT_ENDED = "NOT_ENDED", "It is possible only once the game has ended."
    NOT_STARTED = "NOT_STARTED", "The game ended before it started."
    REMATCH_MADE = "REMATCH_MADE", "The next game has begun already."
    ANSWERED = "ANSWERED", "Your seat has accepted it already, or made it. To take that back, withdraw or decline it."
    NOT_YOURS = "NOT_YOURS", "Another seat made it. Decline it instead."
    NOT_ABSENT = "NOT_ABSENT", "The player has not run out of time, or has moved or returned since."
    ABOUT_YOU = "ABOUT_YOU", "It is about your seat. Move, or return to it."


class Proposal(Public, frozen=True):
    """Something that a seat has proposed to the others."""

    id: Annotated[str, Meta(description="The proposal's id, to answer it.")]
    kind: Annotated[ProposalKind, Meta(description="The kind of proposal.")]
    seat: Annotated[Seat, Meta(description="The seat that made it.")]
    to_version: Annotated[int | None, Meta(description="Of an undo: the version to go back to. Null for other kinds.")]
    since: Annotated[_Moment, Meta(description="The time when it was made.")]
    until: Annotated[_Moment, Meta(description="The time when it expires.")]
    accepted: Annotated[tuple[Seat, ...], Meta(description="The seats that agree, the one that made it included.")]
    awaited: Annotated[tuple[Seat, ...], Meta(description="The seats that have not answered yet.")]
    replacement: Annotated[
        Replacement | None, Meta(description="Of a new player for a seat: which. Null for other kinds.")
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
