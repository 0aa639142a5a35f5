"""Helpers of the tests of the end."""

from __future__ import annotations

from taphouse.engine.contract import Event, Outcome
from taphouse.engine.pint_craft.moves import (
    CardsDrawn,
    TurnBegan,
)
from taphouse.engine.pint_craft.state import PintCraftState
from tests.pint_craft.build import (
    RULES,
    after,
    asked,
    brewing,
    position,
)

# These Recipes have no bonus of a Season, so that no round asks for anything.
FIVE, FIVE_MORE = "belgian-trippel", "american-ipa american-amber"


THREE, ANOTHER_THREE = "german-pilsner", "california-common"


RICH = "base-malt:40,specialty-malt:18,hops:20,adjuncts:10"


def outcome(state: PintCraftState) -> Outcome:
    found = RULES.outcome(state)
    assert found is not None
    return found


def table(state: PintCraftState) -> list[tuple[int, int, int]]:
    """Seat, place and points, as they are listed."""
    return [(standing.seat, standing.place, standing.points) for standing in outcome(state).standings]


def kinds(events: list[Event]) -> list[str]:
    return [type(event).__name__ for event in events]


def turns(events: list[Event]) -> list[int]:
    """The seats whose turns began."""
    return [event.seat for event in events if isinstance(event, TurnBegan)]


def drawn(events: list[Event]) -> list[tuple[int, int]]:
    """The number of cards that each seat drew."""
    return [(event.seat, event.count) for event in events if isinstance(event, CardsDrawn)]


def venues(seats: int) -> dict[int, str]:
    """A hand of cards that need no target, for each seat."""
    return dict.fromkeys(range(1, seats + 1), "venue restock-hops")


def turn_of(state: PintCraftState) -> PintCraftState:
    """The position after a turn in which nothing is done; a turn in which nothing can be brewed ends by itself (PC-05)."""
    stopped = after(state, "stop-playing") if asked(state)[1] == "play" else state
    unfinished = not stopped.ended and asked(stopped) == (state.seat, "brew")
    return after(stopped, "end-turn") if unfinished else stopped


def challenge(seats: int = 3, leader: int = 1, seat: int = 0, **words: object) -> PintCraftState:
    """The last turn of a Challenge Round, at a threshold of 5: all that is left to do is to end it."""
    last = seat or (seats if leader == 1 else leader - 1)
    words = {"hands": venues(seats), "season": "winter", "round": 2, "threshold": 5} | words
    return brewing(seats=seats, seat=last, stage="challenge", leader=leader, to_play=(last,), **words)


def face_off(seats: int = 3, left: tuple[int, ...] = (1, 2), **words: object) -> PintCraftState:
    """A Face Off of these seats, in the turn of the first of them who has one yet."""
    to_play = words.pop("to_play", left)
    words = {"hands": venues(seats), "season": "winter", "round": 3, "threshold": 5, "leader": left[0]} | words
    return position(seats=seats, seat=to_play[0], stage="face-off", left=left, to_play=to_play, **words)


def last_of_face_off(seats: int = 3, left: tuple[int, ...] = (1, 2), **words: object) -> PintCraftState:
    """The last turn of it: all that is left to do is to end it."""
    words = {"hands": venues(seats), "season": "winter", "round": 3, "threshold": 5, "leader": left[0]} | words
    return brewing(seats=seats, seat=left[-1], stage="face-off", left=left, to_play=left[-1:], **words)
