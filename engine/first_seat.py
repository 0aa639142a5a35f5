"""The choice of the seat that takes the first turn: an option of several games."""

from __future__ import annotations

from taphouse.engine.chance import Chance, settled
from taphouse.engine.vocabulary import Word


class FirstSeat(Word):
    """The seat that takes the first turn."""

    SEED = "SEED", "A random seat, drawn from the seed."
    SEAT_1 = "SEAT_1", "Seat 1."


def starting_seat(option: FirstSeat, seats: int, draw: int, chance: Chance) -> int:
    """The seat that takes the first turn.

    Args:
        option: seat 1, or a random seat.
        seats: the number of seats.
        draw: the number of the draw.
        chance: the source of the draw.

    Raises:
        ValueError: the seat is drawn, but the chance is blind.
    """
    return 1 if option is FirstSeat.SEAT_1 else settled(chance.pick(draw, seats, 1))[0] + 1
