"""The whole of Pig: the types, the rules and the description."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from taphouse.engine.chance import Chance
from taphouse.engine.contract import (
    Decision,
    EndReason,
    Event,
    IllegalMove,
    Move,
    Options,
    Outcome,
    Reason,
    Refusal,
    ScoreCategory,
    Seat,
    State,
    Transition,
    View,
    standings,
)
from taphouse.engine.decisions import RollingRules
from taphouse.engine.editions import Edition, EditionEntry
from taphouse.engine.game import About, Game
from taphouse.engine.messages import NO_DETAILS, Details
from taphouse.engine.messages.reasons import GameIsOver
from taphouse.engine.upgrades import Fixes
from taphouse.engine.vocabulary import Public

GOAL, MOST_TURNS = 20, 60
UNKNOWN = -1
"""A roll in a position that does not know it."""
Die = Annotated[int, Meta(ge=1, le=6)]
Count = Annotated[int, Meta(ge=0, le=200)]


class PigOptions(Options, frozen=True, kw_only=True):
    """No options."""


class Hold(Move, frozen=True):
    """Add the sum of your turn to your score, and end the turn. PG-02."""


class Roll(Move, frozen=True):
    """Roll two dice. PG-03."""


class DiceRolled(Event, frozen=True):
    """Two dice were rolled."""

    dice: Annotated[tuple[Die, ...] | None, Meta(description="The dice; null in a preview, which cannot know them.")]


class TurnHeld(Event, frozen=True):
    """A player has ended their turn."""

    seat: Seat


class Player(Public, frozen=True):
    """A player."""

    seat: Seat
    score: Annotated[Count, Meta(description="The score.")]


class PigTable(View, frozen=True):
    """The table."""

    seat: Annotated[
        Seat | None, Meta(description="Whose turn it is; null at the end, and where the roll is not known.")
    ]
    sum: Annotated[Count | None, Meta(description="The sum of the turn; null where the roll is not known.")]
    dice: Annotated[tuple[Die, ...] | None, Meta(description="The last roll; null before it, and if it is not known.")]
    turns: Annotated[Count | None, Meta(description="The turns so far; null where the roll is not known.")]
    players: Annotated[tuple[Player, ...], Meta(description="The players.")]


class PigState(State, frozen=True):
    """A position."""

    scores: tuple[int, ...]
    seat: int = 1
    sum: int = 0
    dice: tuple[int, ...] = ()
    turns: int = 0
    draws: int = 0


class PigEdition(Edition):
    """An edition without figures."""

    other_names = ("score.points",)

    def listed(self) -> Iterator[EditionEntry]:
        """No entry."""
        return iter(())


class PigRules(RollingRules):
    """The rules."""

    def __init__(self, edition: PigEdition, _fixes: Fixes) -> None:
        self._category = edition.titled("score", ("points",))[0]

    def new(self, options: PigOptions, seats: int, chance: Chance) -> PigState:
        """PG-01."""
        return PigState((0,) * seats)

    def decision(self, state: PigState) -> Decision | None:
        """PG-01."""
        if self._over(state) or UNKNOWN in state.dice:
            return None
        return Decision(state.seat, "go-on", NO_DETAILS, ("PG-01",), ("hold", "roll"))

    def moves(self, state: PigState) -> Iterator[Move]:
        """PG-01."""
        return iter(() if self.decision(state) is None else (Hold(), Roll()))

    def why_not(self, state: PigState, move: Move) -> Refusal | None:
        """PG-05."""
        return Refusal("PG-05", GameIsOver()) if self.decision(state) is None else None

    def apply(self, state: PigState, move: Move, chance: Chance) -> Transition:
        """PG-02, PG-03."""
        if refusal := self.why_not(state, move):
            raise IllegalMove(refusal, self)
        if isinstance(move, Hold):
            scores = [score + state.sum * (seat == state.seat) for seat, score in enumerate(state.scores, 1)]
            return Transition(self._next(replace(state, scores=tuple(scores))), (TurnHeld(state.seat),))
        dice, draws = self.rolled(state, chance, 2), state.draws + 2
        if dice is None:
            return Transition(replace(state, dice=(UNKNOWN, UNKNOWN), draws=draws), (DiceRolled(None),))
        after = replace(state, dice=dice, draws=draws, sum=state.sum + sum(dice))
        return Transition(self._next(after) if 1 in dice else after, (DiceRolled(dice),))

    def _next(self, state: PigState) -> PigState:
        """The position in which the turn of the next player begins."""
        return replace(state, seat=state.seat % len(state.scores) + 1, sum=0, turns=state.turns + 1)

    def _over(self, state: PigState) -> bool:
        return max(state.scores) >= GOAL or state.turns == MOST_TURNS

    def view(self, state: PigState) -> PigTable:
        """The table."""
        players = tuple([Player(seat, score) for seat, score in enumerate(state.scores, 1)])
        if UNKNOWN in state.dice:
            return PigTable(None, None, None, None, players)
        return PigTable(None if self._over(state) else state.seat, state.sum, state.dice or None, state.turns, players)

    def outcome(self, state: PigState) -> Outcome | None:
        """PG-04."""
        if not self._over(state):
            return None
        scores = {seat: (ScoreCategory(*self._category, score),) for seat, score in enumerate(state.scores, 1)}
        return Outcome(EndReason("goal"), "PG-04", standings(scores, lambda _, points: -points))


ABOUT = About(
    kind="pig",
    title="Pig",
    text="Players roll two dice as often as they dare. A 1 ends the turn, and loses its sum.",
    seats=range(2, 4),
    minutes=5,
    options=PigOptions,
    moves=(Hold, Roll),
    events=(DiceRolled, TurnHeld),
    prompts={"go-on": Details},
    refusals=(),
    view=PigTable,
    state=PigState,
    reasons=(Reason("goal", "PG-04", "A player has 20 points, or 60 turns are over."),),
    package="tests.rolling",
)
GAME = Game(ABOUT, PigEdition, PigRules)
