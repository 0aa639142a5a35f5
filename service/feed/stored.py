"""The stored event of the feed. It begins with a byte, its format. `tests/stores` has a digest of these types.

It names no player: who sat at the seats is in the game, which forgets an account that is deleted.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from taphouse.schema.concepts.feed import SeatResult
from taphouse.service.store.failures import check_format, reads

FORMAT = 2
"""The format of events. A change of these types takes the next number; a format that was released stays readable.
tests/stores/test_types.py says what to do."""


class StoredResult(Struct, frozen=True, array_like=True):
    """The result of a seat."""

    place: int | None
    """None if the game has no result."""
    points: int | None
    rating: int | None
    """The rating of its player after the game; None if it was not rated."""


class FeedBody(Struct, frozen=True, array_like=True):
    """An event of a game. What it holds follows from what is stored, so that it is the same each time that it is told."""

    event: str
    """The name of a `FeedEventKind`; another release may have more."""
    game: str
    kind: str
    """The kind of game, such as `dank-and-draft`."""
    version: int
    epoch: str | None
    """The epoch of the version."""
    at: int
    """Milliseconds since the epoch."""
    rated: bool
    results: tuple[StoredResult, ...] = ()
    """The result of each seat, in turn order; empty when the game begins."""
    victory: str | None = None
    """The name of a `Victory`; None if the game has no result."""
    stake: int | None = None


_encoder, _decoder = msgspec.msgpack.Encoder(), msgspec.msgpack.Decoder(FeedBody)


def pack(body: FeedBody) -> bytes:
    """Encode an event."""
    return bytes([FORMAT]) + _encoder.encode(body)


@reads("an event of the feed")
def unpack(source: bytes) -> FeedBody:
    """Decode an event.

    Raises:
        StoredByOtherRelease: It is of another format.
        Damaged: It is no event.
    """
    check_format(source, FORMAT, 1, "an event of the feed")
    return _decoder.decode(memoryview(source)[1:])


def shown_results(body: FeedBody) -> tuple[SeatResult, ...]:
    """The results of an event for the API."""
    return tuple([SeatResult(seat, one.place, one.points, one.rating) for seat, one in enumerate(body.results, 1)])
