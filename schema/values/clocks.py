"""Clocks as clients see them. docs/api/clocks.md explains them."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from taphouse.engine.contract import Seat
from taphouse.engine.vocabulary import Public, Word
from taphouse.schema.values.versions import Moment

LEAST_TIME, MOST_TIME = 10, 30 * 86_400
"""The bounds of a time per move and of a bank, in seconds."""
MOST_INCREMENT = 3600
"""The most seconds of an increment."""
PER_MOVE_TEXT = f"The seconds that a seat has for each move, {LEAST_TIME} to {MOST_TIME}. Null with a bank."
BANK_TEXT = (
    f"The seconds that each seat has for the whole game, {LEAST_TIME} to {MOST_TIME}. Null with a time per move."
)
INCREMENT_TEXT = (
    "The seconds that are added to the bank of a seat whenever another one must decide after its move, 0 to "
    f"{MOST_INCREMENT}."
)
ADDED_TEXT = (
    f"The seconds to add, 1 to {MOST_TIME}. A seat can have at most {MOST_TIME} seconds, even if it got them later."
)

CLOCK_TEXT = "The clocks: either `perMove` or `bank`. Without it, everybody has all the time that they want."


class TimeOutAction(Word):
    """The action when a seat runs out of time."""

    PASSIVE_MOVE = (
        "PASSIVE_MOVE",
        "The service makes the seat's first legal move, and its next ones until another seat must decide. Then the player can "
        "go on. If all players have run out of time since their last moves, the game is paused.",
    )
    BOT = "BOT", "A bot of kind `GREEDY` plays the seat until its player returns. The player keeps the seat."
    RESIGN = "RESIGN", "The seat resigns."


class NewClock(Public, frozen=True, forbid_unknown_fields=True):
    """The clocks of a new game. Give either `perMove` or `bank`."""

    per_move: Annotated[
        Annotated[int, Meta(extra_json_schema={"minimum": LEAST_TIME, "maximum": MOST_TIME})] | None,
        Meta(description=PER_MOVE_TEXT),
    ] = None
    bank: Annotated[
        Annotated[int, Meta(extra_json_schema={"minimum": LEAST_TIME, "maximum": MOST_TIME})] | None,
        Meta(description=BANK_TEXT),
    ] = None
    increment: Annotated[
        int,
        Meta(description=INCREMENT_TEXT, extra_json_schema={"minimum": 0, "maximum": MOST_INCREMENT}),
    ] = 0
    on_time_out: Annotated[TimeOutAction, Meta(description="The action when a seat runs out of time.")] = (
        TimeOutAction.PASSIVE_MOVE
    )


MOST_LIVE, MOST_LIVE_BANK = 300, 7200
"""The most seconds of a time per move, and of a bank, with which a game is played in one sitting."""


class Pace(Word):
    """The pace of a game, by its clocks."""

    LIVE = (
        "LIVE",
        f"Played in one sitting: at most {MOST_LIVE} seconds for each move, or a bank of at most {MOST_LIVE_BANK}.",
    )
    SLOW = "SLOW", "With more time than that."
    UNTIMED = "UNTIMED", "Without clocks."


class SeatClock(Public, frozen=True):
    """The time of a seat at a version."""

    seat: Seat
    left: Annotated[
        int,
        Meta(
            description="The seconds that it had when this version was made, rounded down. If its clock runs, `deadline` is "
            "exact."
        ),
    ]
    time_outs: Annotated[
        int, Meta(description="The number of times that it has run out of time since its player's last move or return.")
    ]
    deadline: Annotated[
        Moment | None,
        Meta(
            description="The time when it runs out of time, unless it gets more. Null if its clock does not run. It is a time of "
            "the store, as `now` is."
        ),
    ]


class Now(Public, frozen=True):
    """The current time."""

    time: Annotated[Moment, Meta(description="The current time of the store, by which clocks run.")]


class Clock(Public, frozen=True):
    """The clocks of a game at a version. Only the clocks of seats that must decide run; those of bots never do."""

    per_move: Annotated[int | None, Meta(description=PER_MOVE_TEXT)]
    bank: Annotated[int | None, Meta(description=BANK_TEXT)]
    increment: Annotated[int, Meta(description=INCREMENT_TEXT)]
    on_time_out: Annotated[TimeOutAction, Meta(description="The action when a seat runs out of time.")]
    paused: Annotated[bool, Meta(description="True if the game is paused: no clock runs, and nobody can move.")]
    running: Annotated[
        Seat | None,
        Meta(description="The seat whose clock runs; of several, the one whose time ends first. Null if none runs."),
    ]
    deadline: Annotated[
        Moment | None,
        Meta(
            description="The time when the running clock runs out, unless its seat gets more. Null if no clock runs. It is a "
            "time of the store, as `now` is."
        ),
    ]
    seats: Annotated[tuple[SeatClock, ...], Meta(description="The time of each seat, in turn order.")]
