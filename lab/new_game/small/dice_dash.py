"""Dice Dash, a game of dice in one file: roll as often as you dare, and hold before a 1 comes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from taphouse.engine.chance import Chance
from taphouse.engine.contract import Decision, Event, Move, Outcome, Seat, State, Transition, View
from taphouse.engine.decisions import RollingRules
from taphouse.engine.messages import NO_DETAILS
from taphouse.engine.small import SmallRules, small_game
from taphouse.engine.vocabulary import Public

GOAL, LOSS = 20, 1
RULES = {
    "DD-01": "Seat 1 begins; the players take turns. A turn begins with a roll.",
    "DD-02": f"**Roll** a die. Its number is added to the sum of your turn, but a {LOSS} loses the sum and ends the turn.",
    "DD-03": "Or **hold**: the sum is added to your score, and your turn ends.",
    "DD-04": f"The game ends when somebody has {GOAL} points. The most points win.",
}
WORDS = {
    "moves": {"hold": "Hold", "roll": "Roll the die"},
    "events": {"rolled": "[{seat} rolls {face}|The die is rolled].", "held": "{seat} holds, and has {score:point}."},
    "prompts": {"roll": "Roll the die.", "go-on": "Hold, or roll again."},
    "examples": {"roll": "You roll 5.", "go-on": "Your sum is 9. You hold, and add 9 to your score."},
    "reasons": {"goal": "DD-04"},
    "words": {"point": ["point", "points"]},
}
UNKNOWN = -1
"""A roll that is not known, in a preview."""
Face = Annotated[int, Meta(ge=1, le=6)]
Points = Annotated[int, Meta(ge=0, le=GOAL + 200)]


class Hold(Move, frozen=True):
    """Add the sum of your turn to your score. DD-03."""


class Roll(Move, frozen=True):
    """Roll the die. DD-02."""


class Rolled(Event, frozen=True):
    """A player rolled the die."""

    seat: Seat
    face: Annotated[Face | None, Meta(description="The number; null in a preview, which cannot know it.")]


class Held(Event, frozen=True):
    """A player ended their turn."""

    seat: Seat
    score: Annotated[Points, Meta(description="Their score.")]


class Player(Public, frozen=True):
    """A player."""

    seat: Seat
    score: Annotated[Points, Meta(description="The score.")]


class DiceDashTable(View, frozen=True):
    """The table; null where it depends on a roll that is not known."""

    seat: Annotated[Seat | None, Meta(description="Whose turn it is; null when the game is over.")]
    sum: Annotated[Points | None, Meta(description="The sum of the turn.")]
    players: Annotated[tuple[Player, ...], Meta(description="The players.")]


class DiceDashState(State, frozen=True):
    """A position."""

    scores: tuple[int, ...]
    seat: int = 1
    sum: int = 0
    draws: int = 0


class DiceDashRules(SmallRules, RollingRules):
    """The rules: nothing is hidden, and `rolled` rolls the dice."""

    def new(self, _options: object, seats: int, _chance: Chance) -> DiceDashState:
        """DD-01."""
        return DiceDashState((0,) * seats)

    def decision(self, state: DiceDashState) -> Decision | None:
        """DD-02, DD-03."""
        if state.sum == UNKNOWN or max(state.scores) >= GOAL:
            return None
        if not state.sum:
            return Decision(state.seat, "roll", NO_DETAILS, ("DD-02",), ("roll",))
        return Decision(state.seat, "go-on", NO_DETAILS, ("DD-03",), ("hold", "roll"))

    def moves(self, state: DiceDashState) -> Iterator[Move]:
        """DD-02, DD-03. The first one is made for a player who has left."""
        decision = self.decision(state)
        return ({"hold": Hold, "roll": Roll}[verb]() for verb in (decision.verbs if decision else ()))

    def make(self, state: DiceDashState, move: Move, chance: Chance) -> Transition:
        """DD-02, DD-03."""
        if isinstance(move, Hold):
            scores = tuple(score + state.sum * (seat == state.seat) for seat, score in enumerate(state.scores, 1))
            return Transition(self._next(replace(state, scores=scores)), (Held(state.seat, scores[state.seat - 1]),))
        dice, state = self.rolled(state, chance, 1), replace(state, draws=state.draws + 1)
        if dice is None:  # what follows is not known, so the preview ends here
            return Transition(replace(state, sum=UNKNOWN), (Rolled(state.seat, None),))
        (face,) = dice
        after = self._next(state) if face == LOSS else replace(state, sum=state.sum + face)
        return Transition(after, (Rolled(state.seat, face),))

    def _next(self, state: DiceDashState) -> DiceDashState:
        """DD-01."""
        return replace(state, sum=0, seat=state.seat % len(state.scores) + 1)

    def view(self, state: DiceDashState) -> DiceDashTable:
        """The table."""
        players = tuple(Player(seat, score) for seat, score in enumerate(state.scores, 1))
        going = self.decision(state) is not None
        return DiceDashTable(state.seat if going else None, None if state.sum == UNKNOWN else state.sum, players)

    def outcome(self, state: DiceDashState) -> Outcome | None:
        """DD-04."""
        return self.ended("goal", "DD-04", dict(enumerate(state.scores, 1))) if max(state.scores) >= GOAL else None


TEXT = "Players roll a die as often as they dare. A 1 loses the sum of the turn."
GAME = small_game(__name__, DiceDashRules, seats=range(2, 5), minutes=5, text=TEXT, ids=RULES, words=WORDS)
