"""The choice of the seat that takes the first turn: an option of several games."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from taphouse.engine.chance import Chance, settled
from taphouse.engine.contract import Refusal
from taphouse.engine.messages.reasons import NoSuchSeat
from taphouse.engine.vocabulary import Word


class FirstSeat(Word):
    """The seat that takes the first turn."""

    SEED = "SEED", "A random seat, drawn from the seed."
    SEAT_1 = "SEAT_1", "Seat 1."
    SEAT_2 = "SEAT_2", "Seat 2."
    SEAT_3 = "SEAT_3", "Seat 3."
    SEAT_4 = "SEAT_4", "Seat 4."
    SEAT_5 = "SEAT_5", "Seat 5."
    SEAT_6 = "SEAT_6", "Seat 6."

    @property
    def seat(self) -> int | None:
        """The seat; None if the seed chooses it."""
        return None if self is FirstSeat.SEED else int(self.value.removeprefix("SEAT_"))


def has_first_seat(options: Any) -> bool:
    """True if a game with these options lets its players choose the seat that takes the first turn."""
    return "first_seat" in options.__struct_fields__


def with_first_seat(options: Any, seat: int | None) -> Any:
    """The options with another first seat; None lets the seed choose it."""
    return replace(options, first_seat=FirstSeat.SEED if seat is None else FirstSeat[f"SEAT_{seat}"])


def why_not_first_seat(option: FirstSeat, seats: int, rule: str) -> Refusal | None:
    """The reason why a game with so many seats cannot have this choice, under a rule. None if it can."""
    seat = option.seat
    if seat is None or seat <= seats:
        return None
    return Refusal(rule, NoSuchSeat(seat, seats))


def starting_seat(option: FirstSeat, seats: int, draw: int, chance: Chance) -> int:
    """The seat that takes the first turn.

    Args:
        option: a seat of the game, or a random one.
        seats: the number of seats.
        draw: the number of the draw.
        chance: the source of the draw.

    Raises:
        ValueError: the seat is drawn, but the chance is blind.
    """
    return option.seat or settled(chance.pick(draw, seats, 1))[0] + 1
