"""The encoding of games in the store: the setup, which never changes, snapshots of positions, and bodies of entries."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Raw, Struct

from taphouse.engine.game import Event, Game, Move, State
from taphouse.schema.game_view import Happening
from taphouse.schema.values import LIFECYCLE, BotKind, SeatInfo, Status, Visibility, union
from taphouse.service.store import Entry

SNAPSHOT_EVERY = 16
"""The most versions from one snapshot in the log to the next."""


class Setup(Struct, frozen=True, array_like=True):
    """What never changes in a game."""

    edition: str
    """The digest of the edition."""
    options: Raw
    seed: bytes
    seeded: bool
    """Whether the creator chose the seed."""
    commitment: str
    """The published commitment to the seed."""
    visibility: str = Visibility.UNLISTED.value


class Host(Struct, frozen=True, array_like=True):
    """The host of a game."""

    generation: int = 1
    """The generation of the host's token."""
    player: str | None = None
    """The account that created the game, if any."""


class Sitting(Struct, frozen=True, array_like=True):
    """The occupancy of a seat."""

    name: str | None
    taken: bool
    resigned: bool = False
    generation: int = 1
    """The generation of the seat's token."""
    bot: str | None = None
    """The `BotKind` that plays it, if any."""
    closed: bool = False
    player: str | None = None
    """The account that holds it, if any."""
    brewery: str | None = None
    """What the player calls their brewery."""

    @property
    def open(self) -> bool:
        """Whether anyone may take it."""
        return not self.taken and not self.closed

    def empty(self, closed: bool) -> Sitting:
        """The seat without its occupant; tokens of the old generation become invalid."""
        return Sitting(None, False, generation=self.generation + 1, closed=closed)


def shown(seats: Iterable[Sitting]) -> tuple[SeatInfo, ...]:
    """The seats for the API."""
    return tuple(
        [
            SeatInfo(
                number,
                one.name,
                one.taken,
                one.resigned,
                BotKind[one.bot] if one.bot else None,
                one.closed,
                one.brewery,
            )
            for number, one in enumerate(seats, 1)
        ]
    )


class Position(Struct, frozen=True, array_like=True):
    """A game at a version."""

    status: str
    seats: tuple[Sitting, ...]
    state: Raw
    """Nil before the game starts."""
    host: Host = Host()


class Body(Struct, frozen=True, array_like=True):
    """The body of a log entry."""

    move: Raw
    """Nil if the version was not made by a move."""
    automatic: bool
    """Whether the service made the move for a resigned seat."""
    events: Raw


class Codec:
    """Encodes and decodes games of one kind."""

    def __init__(self, game: Game) -> None:
        about = game.about
        self._encoder = msgspec.msgpack.Encoder()
        self._setup = msgspec.msgpack.Decoder(Setup)
        self._position = msgspec.msgpack.Decoder(Position)
        self._body = msgspec.msgpack.Decoder(Body)
        self._state: Any = msgspec.msgpack.Decoder(about.state | None)
        self._options: Any = msgspec.msgpack.Decoder(about.options)
        self._move: Any = msgspec.msgpack.Decoder(union(about.moves) | None)
        event: Any = union((*about.events, *LIFECYCLE))
        self._events: Any = msgspec.msgpack.Decoder(tuple[event, ...])

    def setup(self, source: bytes) -> Setup:
        """Decode a setup."""
        return self._setup.decode(source)

    def options(self, setup: Setup) -> Any:
        """Decode the options of a setup."""
        return self._options.decode(setup.options)

    def position(self, source: bytes) -> tuple[Position, Any]:
        """Decode a position and its state; the state is None before the game starts."""
        position = self._position.decode(source)
        return position, self._state.decode(position.state)

    def snapshot(self, status: Status, seats: tuple[Sitting, ...], state: State | None, host: Host) -> bytes:
        """Encode a position."""
        return self._encoder.encode(Position(status.value, seats, Raw(self._encoder.encode(state)), host))

    def new_setup(
        self, edition: str, options: Any, seed: bytes, seeded: bool, commitment: str, visibility: Visibility
    ) -> bytes:
        """Encode a setup."""
        raw = Raw(self._encoder.encode(options))
        return self._encoder.encode(Setup(edition, raw, seed, seeded, commitment, visibility.value))

    def body(self, move: Move | None, automatic: bool, events: Iterable[Event]) -> bytes:
        """Encode the body of an entry."""
        raw = Raw(self._encoder.encode(move))
        return self._encoder.encode(Body(raw, automatic, Raw(self._encoder.encode(tuple(events)))))

    def happening(self, entry: Entry) -> Happening:
        """Decode an entry."""
        body = self._body.decode(entry.body)
        move = self._move.decode(body.move)
        return Happening(
            entry.version, entry.at, seat_of(entry.who), move, body.automatic, self._events.decode(body.events)
        )


def wall_clock() -> int:
    """The current time as games store it: in milliseconds since the epoch."""
    return time.time_ns() // 1_000_000


def seat_of(who: str) -> int | None:
    """The seat number of `seat:2`; None for the host and the service."""
    return int(who.removeprefix("seat:")) if who.startswith("seat:") else None
