"""Common Dam, a cooperative game in one file: all build a dam, and win or lose together."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from taphouse.engine.chance import Chance
from taphouse.engine.contract import Decision, Event, Move, Outcome, Seat, State, Transition, Victory, View
from taphouse.engine.decisions import RollingRules
from taphouse.engine.messages import NO_DETAILS
from taphouse.engine.small import SmallRules, small_game

GOAL, FLOOD, DRAINED = 8, 16, 6
RULES = {
    "CD-01": "Seat 1 begins; the players take turns. There is no water and no dam.",
    "CD-02": "**Build**: the dam grows by one stone.",
    "CD-03": f"Or **drain**: the water falls by {DRAINED}, but not below 0. That is only possible if there is water.",
    "CD-04": "Then a die is rolled, and the water rises by its number.",
    "CD-05": f"If the dam has {GOAL} stones, and the water is not higher than {FLOOD}, all win together.",
    "CD-06": f"If the water is higher than {FLOOD}, all lose together.",
}
WORDS = {
    "moves": {"build": "Build the dam", "drain": "Drain the water"},
    "events": {
        "built": "{seat} builds.",
        "drained": "{seat} drains.",
        "rose": "[The water rises by {by}|The water rises].",
    },
    "prompts": {"work": "Build the dam, or drain the water."},
    "examples": {"work": f"The water is at {FLOOD - 2}. You drain, or a roll of 3 would lose the game."},
    "reasons": {"dam-built": ("CD-05", Victory.ALL_WON), "flooded": ("CD-06", Victory.ALL_LOST)},
    "names": {"score.points": "stones"},
}
UNKNOWN = -1
"""A height of the water that is not known, in a preview."""
Roll = Annotated[int, Meta(ge=1, le=6)]
Height = Annotated[int, Meta(ge=0, le=FLOOD + 6)]
Stones = Annotated[int, Meta(ge=0, le=GOAL, description="The stones of the dam.")]


class Build(Move, frozen=True):
    """Add a stone to the dam. CD-02."""


class Drain(Move, frozen=True):
    """Lower the water. CD-03."""


class Built(Event, frozen=True):
    """A player added a stone."""

    seat: Seat


class Drained(Event, frozen=True):
    """A player lowered the water."""

    seat: Seat


class Rose(Event, frozen=True):
    """The water rose."""

    by: Annotated[Roll | None, Meta(description="The roll; null in a preview, which cannot know it.")]


class CommonDamTable(View, frozen=True):
    """The table; null where it depends on a roll that is not known."""

    seat: Annotated[Seat | None, Meta(description="Whose turn it is; null when the game is over.")]
    stones: Stones
    water: Annotated[Height | None, Meta(description="The height of the water.")]


class CommonDamState(State, frozen=True):
    """A position."""

    seats: int
    seat: int = 1
    stones: int = 0
    water: int = 0
    draws: int = 0


class CommonDamRules(SmallRules, RollingRules):
    """The rules: an `Outcome` with `ALL_WON` or `ALL_LOST` is one for all."""

    def new(self, _options: object, seats: int, _chance: Chance) -> CommonDamState:
        """CD-01."""
        return CommonDamState(seats)

    def decision(self, state: CommonDamState) -> Decision | None:
        """CD-02, CD-03."""
        if state.water == UNKNOWN or self.outcome(state):
            return None
        verbs = ("build", "drain") if state.water else ("build",)
        return Decision(state.seat, "work", NO_DETAILS, ("CD-02", "CD-03"), verbs)

    def moves(self, state: CommonDamState) -> Iterator[Move]:
        """CD-02, CD-03. The first one is made for a player who has left."""
        decision = self.decision(state)
        return ({"build": Build, "drain": Drain}[verb]() for verb in (decision.verbs if decision else ()))

    def make(self, state: CommonDamState, move: Move, chance: Chance) -> Transition:
        """CD-02 to CD-04."""
        builds, rolled = isinstance(move, Build), self.rolled(state, chance, 1)
        told = Built(state.seat) if builds else Drained(state.seat)
        water = state.water if builds else max(0, state.water - DRAINED)
        after = replace(
            state,
            stones=state.stones + builds,
            water=UNKNOWN if rolled is None else water + rolled[0],  # a preview ends where what follows is not known
            seat=state.seat % state.seats + 1,
            draws=state.draws + 1,
        )
        return Transition(after, (told, Rose(rolled[0] if rolled else None)))

    def view(self, state: CommonDamState) -> CommonDamTable:
        """The table."""
        seat, water = state.seat if self.decision(state) else None, None if state.water == UNKNOWN else state.water
        return CommonDamTable(seat, state.stones, water)

    def outcome(self, state: CommonDamState) -> Outcome | None:
        """CD-05, CD-06."""
        points = dict.fromkeys(range(1, state.seats + 1), state.stones)
        if state.water > FLOOD:
            return self.ended("flooded", "CD-06", points, Victory.ALL_LOST)
        won = state.stones == GOAL and state.water != UNKNOWN
        return self.ended("dam-built", "CD-05", points, Victory.ALL_WON) if won else None


TEXT = "All build a dam while the water rises. They win or lose together."
GAME = small_game(__name__, CommonDamRules, seats=range(1, 5), minutes=5, text=TEXT, ids=RULES, words=WORDS)
