"""Events of every kind of game: how it begins, what its host does, and how it ends."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from taphouse.engine.contract import Event, Move, Outcome, Rules, Seat
from taphouse.schema.values.bots import BotKind


class TableOpened(Event, frozen=True):
    """The game was created."""

    commitment: Annotated[
        str, Meta(description="The commitment to the seed. The seed itself is published when the game is over.")
    ]


class GameForked(Event, frozen=True):
    """The game begins from a position of another game. What nobody knew there is drawn anew."""

    from_game_id: Annotated[str, Meta(description="The other game.")]
    from_version: Annotated[int, Meta(description="The version of the other game.")]


class PositionTaken(Event, frozen=True):
    """The game begins from the last position of a record. What nobody knew there is drawn anew."""

    moves_recorded: Annotated[int, Meta(description="The number of moves in the record.")]


class GameImported(Event, frozen=True):
    """The game is imported from a record. The entries that follow are those of the record."""

    moves_recorded: Annotated[int, Meta(description="The number of moves in the record.")]


class SeatTaken(Event, frozen=True):
    """A player joined."""

    seat: Seat
    name: Annotated[str | None, Meta(description="The player's name. Null if none was given.")]
    brewery: Annotated[str | None, Meta(description="The name of the player's brewery. Null if none was given.")] = None


class SeatOpened(Event, frozen=True):
    """A seat was opened. Its player, if any, was removed, and anyone can join."""

    seat: Seat


class SeatClosed(Event, frozen=True):
    """A seat was closed. Its player, if any, was removed, and only the host can join, or a player with an invite."""

    seat: Seat


class SeatTokenReplaced(Event, frozen=True):
    """The host replaced a seat's token. The old token is revoked, and an account that held the seat no longer does."""

    seat: Seat


class HostTokenReplaced(Event, frozen=True):
    """The host replaced their own token. The old token is revoked."""

    by: Annotated[str, Meta(description="Always `host`.")] = "host"


class GameStarted(Event, frozen=True):
    """All seats are taken, and the game is set up."""

    seats: Annotated[int, Meta(description="The number of seats.")]


class SeatResigned(Event, frozen=True):
    """A player resigned. From now on the service plays the seat's first legal move at each of its decisions."""

    seat: Seat


class BotStandsIn(Event, frozen=True):
    """A bot plays for an absent player, until they return. Their token stays valid."""

    seat: Seat
    bot: Annotated[BotKind, Meta(description="The bot.")]


class BotTakesOver(Event, frozen=True):
    """A bot took over a seat. Its player, if any, was removed."""

    seat: Seat
    bot: Annotated[BotKind, Meta(description="The bot.")]


class PlayerReturned(Event, frozen=True):
    """An absent player returned to their seat, which a bot had played."""

    seat: Seat


class InvitesRevoked(Event, frozen=True):
    """All invites to a seat were revoked."""

    seat: Seat


class RulesUpgraded(Event, frozen=True):
    """The host moved the game to a newer version of its rules. Moves up to here keep the rules that they were made under."""

    rules_version: Annotated[int, Meta(description="The version of the rules from now on.")]


class GameAbandoned(Event, frozen=True):
    """The host ended the game early."""

    by: Annotated[str, Meta(description="Always `host`.")] = "host"


class GameEnded(Event, frozen=True):
    """The game was played to its end."""

    # At most one entry of a page ends the game, so this counts as a fraction of an item.
    outcome: Annotated[Outcome, Meta(description="How the game ended.", extra={"size": 0.1})]


LIFECYCLE: tuple[type[Event], ...] = (
    TableOpened,
    GameForked,
    PositionTaken,
    GameImported,
    SeatTaken,
    SeatOpened,
    SeatClosed,
    SeatTokenReplaced,
    HostTokenReplaced,
    GameStarted,
    SeatResigned,
    BotStandsIn,
    BotTakesOver,
    PlayerReturned,
    InvitesRevoked,
    RulesUpgraded,
    GameAbandoned,
    GameEnded,
)


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
