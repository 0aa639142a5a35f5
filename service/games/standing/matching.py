"""Compares standing orders with what has happened since they were left. Pure functions."""

from __future__ import annotations

from collections.abc import Sequence

from taphouse.engine.contract import Move, sealed
from taphouse.engine.notation import write
from taphouse.schema.concepts.standing_orders import MOST_VERSIONS, OrdersEnd
from taphouse.schema.values.games import Status
from taphouse.schema.values.versions import epoch_at
from taphouse.service.games.kernel.loaded_game import LoadedGame
from taphouse.service.games.standing.stored import SeatOrders

Made = Sequence[tuple[int | None, Move]]
"""The moves that were made since a version, with their seats."""


def broken(loaded: LoadedGame, left: SeatOrders) -> OrdersEnd | None:
    """The reason for which the orders of a seat end, whatever was moved; None if there is none."""
    sitting, clock = loaded.seats[left.seat - 1], loaded.clock
    late = clock is not None and clock.time_outs[left.seat - 1] > 0
    if late or sitting.generation != left.generation or not sitting.taken or sitting.bot or sitting.resigned:
        return OrdersEnd.ABSENT
    if loaded.agreements.undos != left.undos:
        return OrdersEnd.UNDONE
    lost = epoch_at(loaded.record.epochs, left.since) != left.epoch
    return OrdersEnd.UNEXPECTED if lost or not 0 <= loaded.version - left.since <= MOST_VERSIONS else None


def due(loaded: LoadedGame, left: SeatOrders, made: Made) -> str | OrdersEnd | None:
    """The move that an order makes now, or the reason for which all orders of the seat end; None while one waits.

    Other seats' moves are compared as the seat sees them: an order must not find out what it cannot see.
    """
    paused = loaded.clock is not None and loaded.clock.paused
    decides = loaded.status is Status.RUNNING and not paused and left.seat in loaded.rules.deciders(loaded.state)
    seen = [write(move if seat == left.seat else sealed(move)) for seat, move in made]
    waits = played = False
    for order in left.orders:
        expected = [*order.after, *order.play]
        if seen[: len(expected)] != expected[: len(seen)]:
            continue
        if len(seen) >= len(expected):
            played = True
        elif len(seen) >= len(order.after) and decides:
            return expected[len(seen)]
        else:
            waits = True
    if waits:
        return None
    return OrdersEnd.PLAYED if played else OrdersEnd.UNEXPECTED
