"""Events of every kind of game: how it begins, what its host does, and how it ends."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from taphouse.engine.contract import Event, Move, Outcome, Rules, Seat
from taphouse.schema.values.bots import BotKind
from taphouse.schema.values.seats import SeatEnder, SeatEndReason


class LifecycleEvent(Event, frozen=True):
    """An event of every kind of game. Everybody sees all of it."""


class TableOpened(LifecycleEvent, frozen=True):
    """The game was created."""

    commitment: Annotated[
        str, Meta(description="The commitment to the seed. The seed itself is published when the game is over.")
    ]


class GameForked(LifecycleEvent, frozen=True):
    """The game begins from a position of another game. What nobody knew there is drawn anew."""

    from_game_id: Annotated[str, Meta(description="The other game.")]
    from_version: Annotated[int, Meta(description="The version of the other game.")]


class PositionTaken(LifecycleEvent, frozen=True):
    """The game begins from the last position of a record. What nobody knew there is drawn anew."""

    moves_recorded: Annotated[int, Meta(description="The number of moves in the record.")]


class GameImported(LifecycleEvent, frozen=True):
    """The game is imported from a record. The entries that follow are those of the record."""

    moves_recorded: Annotated[int, Meta(description="The number of moves in the record.")]


class SeatTaken(LifecycleEvent, frozen=True):
    """A player joined, or an account holds their seat from now on."""

    seat: Seat
    name: Annotated[str | None, Meta(description="The player's name. Null if none was given.")]
    brewery: Annotated[str | None, Meta(description="The name of the player's brewery. Null if none was given.")] = None
    claimed: Annotated[
        bool,
        Meta(description="True if the player had the seat by a token alone, and their account holds it from now on."),
    ] = False
    program: Annotated[bool, Meta(description="True if the player is a program, and said so.")] = False


class SeatNamed(LifecycleEvent, frozen=True):
    """A seat was named, or got other names."""

    seat: Seat
    name: Annotated[str | None, Meta(description="The player's name from now on. Null if none was given.")]
    brewery: Annotated[str | None, Meta(description="The name of the brewery from now on. Null if none was given.")]


class FirstSeatChosen(LifecycleEvent, frozen=True):
    """The host chose the seat that takes the first turn."""

    first_seat: Annotated[Seat | None, Meta(description="The seat. Null if the seed chooses it.")]


class SeatOpened(LifecycleEvent, frozen=True):
    """A seat was opened: anyone can join."""

    seat: Seat


class SeatClosed(LifecycleEvent, frozen=True):
    """A seat was closed: only the host can join, or a player with an invite."""

    seat: Seat


class SeatEnded(LifecycleEvent, frozen=True):
    """A player lost their seat: their token and their account no longer have it. The next event says who has it then."""

    seat: Seat
    ended_by: Annotated[SeatEnder, Meta(description="Who ended it.")]
    reason: Annotated[SeatEndReason, Meta(description="The reason.")]


class SeatTokenReplaced(LifecycleEvent, frozen=True):
    """A seat's token was replaced. If the host did it, an account that held the seat no longer does."""

    seat: Seat
    replaced_by: Annotated[SeatEnder, Meta(description="Who replaced it: the host, or the account that has the seat.")]


class HostTokenReplaced(LifecycleEvent, frozen=True):
    """The host's token was replaced. The old token is revoked."""

    by: Annotated[str, Meta(description="Always `host`.")] = "host"
    by_seat: Annotated[
        Seat | None,
        Meta(
            description="The player who became the host, because the host was away. Null if the host replaced their own token."
        ),
    ] = None


class GameStarted(LifecycleEvent, frozen=True):
    """All seats are taken, and the game is set up."""

    seats: Annotated[int, Meta(description="The number of seats.")]


class SeatResigned(LifecycleEvent, frozen=True):
    """A player resigned. If others go on, the service plays the seat's first legal move at each of its decisions from now on."""

    seat: Seat


class BotStandsIn(LifecycleEvent, frozen=True):
    """A bot plays for an absent player, until they return. Their token stays valid."""

    seat: Seat
    bot: Annotated[BotKind, Meta(description="The bot.")]


class BotTakesOver(LifecycleEvent, frozen=True):
    """A bot took over a seat. Its player, if any, was removed."""

    seat: Seat
    bot: Annotated[BotKind, Meta(description="The bot.")]


class PlayerReturned(LifecycleEvent, frozen=True):
    """An absent player returned to their seat, which a bot had played."""

    seat: Seat


class InvitesRevoked(LifecycleEvent, frozen=True):
    """All invites to a seat were revoked."""

    seat: Seat


class TimedOut(LifecycleEvent, frozen=True):
    """The time of a seat is over. What then happens was agreed when the game was created."""

    seat: Seat


class TimeAdded(LifecycleEvent, frozen=True):
    """A seat got more time."""

    seat: Seat
    seconds: Annotated[int, Meta(description="The seconds that it got.")]
    by_host: Annotated[
        bool,
        Meta(
            description="True if the host gave it. Otherwise the players agreed on it, in a version that accepts a proposal, or "
            "the service was away while the seat's clock ran."
        ),
    ]


class GamePaused(LifecycleEvent, frozen=True):
    """The game is paused: no clock runs, and nobody can move until it is resumed."""

    everybody_away: Annotated[
        bool,
        Meta(
            description="True if the service paused it, because all players have run out of time since their last moves."
        ),
    ]


class GameResumed(LifecycleEvent, frozen=True):
    """The game goes on after a pause."""

    by_seat: Annotated[Seat | None, Meta(description="The seat that resumed it. Null if the host did.")]


class RulesUpgraded(LifecycleEvent, frozen=True):
    """The game has moved to a newer version of its rules. Moves up to here keep the rules that they were made under."""

    rules_version: Annotated[int, Meta(description="The version of the rules from now on.")]


class GameAbandoned(LifecycleEvent, frozen=True):
    """The game ended early, without an outcome."""

    by: Annotated[str, Meta(description="`host`, or `service` if the game is `deserted`, or an operator ended it.")] = (
        "host"
    )
    deserted: Annotated[
        bool,
        Meta(
            description="True if the game came to its end while all players had resigned or were absent; bots of absent players "
            "do not count."
        ),
    ] = False
    by_operator: Annotated[bool, Meta(description="True if an operator of the service ended it.")] = False


class GameEnded(LifecycleEvent, frozen=True):
    """The game is over: it was played to its end, or all others have resigned."""

    # At most one entry of a page ends the game, so this counts as a fraction of an item.
    outcome: Annotated[Outcome, Meta(description="The outcome.", extra={"size": 0.1})]


class Happening(Struct, frozen=True):
    """A log entry before redaction."""

    version: int
    at: int
    rules: Rules
    """The rules in force at this version."""
    seat: int | None
    move: Move | None
    automatic: bool
    events: tuple[Event, ...]
    told: list[tuple[Any, Any]] = []
    """The `LogEntry` of each who have seen the same of it, after what they have seen."""
