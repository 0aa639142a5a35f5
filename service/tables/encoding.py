"""What the store holds of a game, and its bytes: what never changes, a position, and what happened in a version."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Raw, Struct

from taphouse.engine.game import Event, Game, Move, State
from taphouse.schema.game_view import Happening, union
from taphouse.schema.values import LIFECYCLE, BotKind, SeatInfo, Status, Visibility
from taphouse.service.store import Entry

SNAPSHOT_EVERY = 16
"""Every so many versions the log holds the position too."""


class Setup(Struct, frozen=True, array_like=True):
    """What never changes."""

    edition: str
    options: Raw
    seed: bytes
    seeded: bool
    commitment: str
    visibility: str = Visibility.UNLISTED.value


class Host(Struct, frozen=True, array_like=True):
    """Who created the game."""

    generation: int = 1
    """Of the host's token."""
    player: str | None = None
    """The account, where it was one's."""


class Sitting(Struct, frozen=True, array_like=True):
    """A seat."""

    name: str | None
    taken: bool
    resigned: bool = False
    generation: int = 1
    """Of the seat's token."""
    bot: str | None = None
    """The `BotKind` that plays it."""
    closed: bool = False
    player: str | None = None
    """The account that holds it."""
    brewery: str | None = None
    """What the player calls their brewery."""

    @property
    def open(self) -> bool:
        """Whether anybody may join here."""
        return not self.taken and not self.closed

    def empty(self, closed: bool) -> Sitting:
        """The seat once nobody sits there any more."""
        return Sitting(None, False, generation=self.generation + 1, closed=closed)

    def info(self, seat: int) -> SeatInfo:
        """As the API shows it."""
        bot = BotKind[self.bot] if self.bot else None
        return SeatInfo(seat, self.name, self.taken, self.resigned, bot, self.closed, self.brewery)


class Position(Struct, frozen=True, array_like=True):
    """A game at a version."""

    status: str
    seats: tuple[Sitting, ...]
    state: Raw
    """Nil before the start."""
    host: Host = Host()


class Body(Struct, frozen=True, array_like=True):
    """What happened in a version."""

    move: Raw
    """Nil where it was none."""
    automatic: bool
    events: Raw


class Codec:
    """The bytes of one kind of game."""

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
        """Read what never changes."""
        return self._setup.decode(source)

    def options(self, setup: Setup) -> Any:
        """The game's options."""
        return self._options.decode(setup.options)

    def position(self, source: bytes) -> tuple[Position, Any]:
        """Read a position and its state; None for the state before the start."""
        position = self._position.decode(source)
        return position, self._state.decode(position.state)

    def snapshot(self, status: Status, seats: tuple[Sitting, ...], state: State | None, host: Host) -> bytes:
        """Write a position."""
        return self._encoder.encode(Position(status.value, seats, Raw(self._encoder.encode(state)), host))

    def new_setup(
        self, edition: str, options: Any, seed: bytes, seeded: bool, commitment: str, visibility: Visibility
    ) -> bytes:
        """Write what never changes."""
        raw = Raw(self._encoder.encode(options))
        return self._encoder.encode(Setup(edition, raw, seed, seeded, commitment, visibility.value))

    def body(self, move: Move | None, automatic: bool, events: Iterable[Event]) -> bytes:
        """Write what happened."""
        raw = Raw(self._encoder.encode(move))
        return self._encoder.encode(Body(raw, automatic, Raw(self._encoder.encode(tuple(events)))))

    def happening(self, entry: Entry) -> Happening:
        """Read what happened."""
        body = self._body.decode(entry.body)
        move = self._move.decode(body.move)
        return Happening(
            entry.version, entry.at, seat_of(entry.who), move, body.automatic, self._events.decode(body.events)
        )


def seat_of(who: str) -> int | None:
    """The seat of `seat:2`; None for the host and the service."""
    return int(who.removeprefix("seat:")) if who.startswith("seat:") else None
