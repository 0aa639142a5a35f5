"""Presence: the players of a game see whether the others are there."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from taphouse.engine.contract import Seat
from taphouse.engine.vocabulary import Public, Word
from taphouse.schema.operations.arguments import GameOf
from taphouse.schema.operations.declaration import QUERY, SUBSCRIPTION, declare, get
from taphouse.schema.prices import LOOK, Price
from taphouse.schema.problems.base import PlayerProblem, ProblemCode
from taphouse.schema.problems.callers import NotSeated, TicketRejected, TokenRejected
from taphouse.schema.problems.games import GameNotFound

LATELY_MINUTES = 5
"""The minutes for which a player counts as seen lately."""


class PresenceState(Word):
    """The presence of a player. A later release may add values."""

    HERE = "HERE", "The player has a stream of the game open."
    LATELY = "LATELY", f"The player had one less than {LATELY_MINUTES} minutes ago."
    AWAY = "AWAY", "Neither, or the player does not show it."


class SeatPresence(Public, frozen=True):
    """The presence of the player at a seat."""

    seat: Annotated[Seat, Meta(description="The seat.")]
    state: Annotated[PresenceState, Meta(description="The player's presence.")]


class TablePresence(Public, frozen=True):
    """The presence of the players of a game."""

    seats: Annotated[
        tuple[SeatPresence, ...], Meta(description="The seats that people or their programs hold, in turn order.")
    ]


class PresenceOff(PlayerProblem, frozen=True, kw_only=True):
    """The operator has turned presence off."""

    code = ProblemCode("PRESENCE_OFF")
    http_status = 403


@declare(
    SUBSCRIPTION,
    (GameNotFound, TokenRejected, TicketRejected, NotSeated, PresenceOff),
    name="presence",
    use="follow_presence",
    union="PresenceChangeResult",
    outcome="The presence of the players, or why the stream ends.",
    price=Price(once=2 * LOOK),
)
def follow_presence(game: GameOf) -> TablePresence:
    """The presence of the players of your game: at once, and again after each change, at most once in ten seconds.

    While it is open, you are there yourself, as with any stream of the game.
    """


@declare(
    QUERY,
    (GameNotFound, TokenRejected, NotSeated, PresenceOff),
    get(
        "/games/{id}/presence",
        "talk",
        etag=False,
        stream=follow_presence,
        endless=True,
        more="As `text/event-stream`, each event replaces the one before, and has no id. A problem is the last event, of the "
        "type `problem`.",
    ),
    outcome="The presence of the players, or why it is not shown.",
    price=Price(once=2 * LOOK),
)
def presence(game: GameOf) -> TablePresence:
    """The presence of the players of your game, for a seat or the host. A profile can hide it."""
