"""The standing orders of a game as they are stored beside its log, in a field of its hash, and how those of a seat ended.

Each value begins with a byte, its format. Moves are in notation. `tests/stores` has a digest of these types.
"""

from __future__ import annotations

from typing import TypeVar

import msgspec
from msgspec import Struct

from taphouse.service.store.failures import check_format, reads

FORMAT = 1
"""The format of orders. A change of these types takes the next number; a format that was released stays readable.
tests/stores/test_types.py says what to do."""


class Order(Struct, frozen=True, array_like=True):
    """An order of a seat."""

    after: tuple[str, ...]
    """The moves that it expects."""
    play: tuple[str, ...]
    """The moves that it makes."""


class SeatOrders(Struct, frozen=True, array_like=True):
    """The orders of a seat."""

    seat: int
    generation: int
    """The generation of the seat whose player left them."""
    since: int
    """The version after which they expect moves."""
    epoch: str | None
    """The epoch of that version."""
    undos: int
    """The number of undos in the game at that version."""
    orders: tuple[Order, ...]


class Ended(Struct, frozen=True, array_like=True):
    """The end of the last orders of a seat."""

    reason: str
    """The name of an `OrdersEnd`."""
    version: int
    move: str | None = None
    """The refused move."""
    code: str | None = None
    """The code of the problem that refused it."""


T = TypeVar("T", tuple[SeatOrders, ...], Ended)
_encoder = msgspec.msgpack.Encoder()
_orders = msgspec.msgpack.Decoder(tuple[SeatOrders, ...])
_ended = msgspec.msgpack.Decoder(Ended)


def pack(value: tuple[SeatOrders, ...] | Ended) -> bytes:
    """Encode the orders of all seats, or the end of those of a seat. No orders are no bytes."""
    return bytes([FORMAT]) + _encoder.encode(value) if value else b""


def orders_in(source: bytes) -> tuple[SeatOrders, ...]:
    """Decode the orders of all seats.

    Raises:
        StoredByOtherRelease: They are of another format.
        Damaged: They are none.
    """
    return _unpacked(source, _orders) if source else ()


def ended_in(source: bytes) -> Ended:
    """Decode the end of the orders of a seat. Raises the same."""
    return _unpacked(source, _ended)


@reads("standing orders")
def _unpacked(source: bytes, decoder: msgspec.msgpack.Decoder[T]) -> T:
    check_format(source, FORMAT, 1, "standing orders")
    return decoder.decode(memoryview(source)[1:])


def ends_name(game: str) -> str:
    """The name of the items that hold the ends of a game's orders, by seat and generation."""
    return f"orders:{game}"


def ends_item(seat: int, generation: int) -> str:
    """The item of a seat."""
    return f"{seat}.{generation}"
