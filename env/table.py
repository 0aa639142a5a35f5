"""A game as an environment plays it: moves are numbers, and what a seat knows is an array."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from taphouse.engine import GAMES
from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.contract import Event, IllegalMove, Move, Options
from taphouse.engine.editions import Edition, packaged
from taphouse.engine.notation import write
from taphouse.engine.play import text
from taphouse.env.actions import Actions
from taphouse.env.observers import OBSERVERS

Rewards = Literal["place", "points"]
LEAST, MOST = -1_000, 10_000
"""The bounds of an observation."""
Array = NDArray[Any]
_INT8, _INT16 = np.dtype(np.int8), np.dtype(np.int16)


class GameTable:
    """A game in numbers and arrays.

    Args:
        kind: the kind of game, such as `dank-and-draft`.
        seats: the number of seats.
        rewards: what a seat gets when the game is over: by `place`, from 1 for the first to -1 for the last, where tied
            seats get the mean of their places; or its `points`.
        options: the options; None for the defaults.
        edition: the edition; None for the first packaged one.

    Raises:
        ValueError: there is no such game, or something does not fit. The message lists the valid values.
    """

    def __init__(
        self,
        kind: str,
        seats: int = 2,
        rewards: Rewards = "place",
        options: Options | None = None,
        edition: Edition | None = None,
    ) -> None:
        if kind not in OBSERVERS:
            raise ValueError(f"{kind!r} is no kind of game; the kinds are {', '.join(OBSERVERS)}")
        self.game, self.seats = GAMES[kind], seats
        if seats not in self.game.about.seats:
            every = self.game.about.seats
            raise ValueError(f"{self.game.about.title} has {every[0]} to {every[-1]} seats, not {seats}")
        if rewards not in ("place", "points"):
            raise ValueError(f"rewards are 'place' or 'points', not {rewards!r}")
        self._rewards, self._options = rewards, options or self.game.about.options()
        edition = edition or packaged(self.game.edition, self.game.about.package)[0]
        self.rules = self.game.rules(edition)
        refusal = self.rules.why_not_new(self._options, seats)
        if refusal is not None:
            raise ValueError(self.rules.explained(refusal))
        self.actions = Actions(self.game, edition, seats)
        self._size = self.actions.size
        self.observer = OBSERVERS[kind](self.rules, seats)
        self.watch: Callable[[Any, Move, Sequence[Event]], None] | None = None
        """Called at every move with the position before it, the move and its events."""
        self.begin("")

    def begin(self, seed: str) -> None:
        """Begin a new game; the same seed gives the same game."""
        self._chance = Chance(seed_from(seed))
        self._come_to(self.rules.new(self._options, self.seats, self._chance))

    def _come_to(self, state: Any) -> None:
        self.state = state
        self.seat = self.rules.decider(state)
        """The seat that decides; None when the game is over."""
        self.moves: list[Move] = [*self.rules.moves(state)]
        """Its legal moves."""
        self.legal = self.actions.legal(self.moves)
        """Their numbers, in the same order."""

    def play(self, action: int) -> None:
        """Make the move of this number.

        Raises:
            ValueError: it is not legal. The message says why.
        """
        try:
            move = self.moves[self.legal.index(action)]
        except ValueError:
            raise ValueError(self.why_not(action)) from None
        self.make(move)

    def make(self, move: Move) -> None:
        """Make a legal move."""
        step = self.rules.apply(self.state, move, self._chance)
        if self.watch is not None:
            self.watch(self.state, move, step.events)
        self._come_to(step.state)

    def why_not(self, action: int) -> str:
        """The reason why a number is not a legal move."""
        if not 0 <= action < len(self.actions.moves):
            return f"{action} is not the number of a legal move; the action mask has those that are"
        move = self.actions.moves[action]
        try:
            self.rules.apply(self.state, move, self._chance)
        except IllegalMove as illegal:
            return f"{write(move)!r} (action {action}) is not legal: {illegal}"
        return f"{action} is not the number of a legal move"

    def mask(self, seat: int) -> Array:
        """The action mask of a seat: 1 for each legal move; all 0 for a seat that does not decide."""
        mask = bytearray(self._size)
        if seat == self.seat:
            for number in self.legal:
                mask[number] = 1
        return np.frombuffer(mask, _INT8)

    def observe(self, seat: int) -> Array:
        """The knowledge of a seat, as an array with the layout of `observer.layout`."""
        return np.frombuffer(self.observer.row(self.state, seat), _INT16)

    def observed(self, state: Any, seat: int) -> Array:
        """The knowledge of a seat in a given position, in the same layout."""
        return np.frombuffer(self.observer.row(state, seat), _INT16)

    def rewards(self) -> list[float]:
        """The reward of each seat: 0 before the end."""
        return self.rewards_in(self.state)

    def rewards_in(self, state: Any) -> list[float]:
        """The reward of each seat in a given position."""
        outcome = self.rules.outcome(state)
        if outcome is None:
            return [0.0] * self.seats
        if self._rewards == "points":
            points = {one.seat: float(one.points) for one in outcome.standings}
            return [points[seat] for seat in range(1, self.seats + 1)]
        places = {one.seat: one.place for one in outcome.standings}
        shared = [*places.values()]
        ranks = [places[seat] + (shared.count(places[seat]) - 1) / 2 for seat in range(1, self.seats + 1)]
        return [1 - 2 * (rank - 1) / (self.seats - 1) for rank in ranks]

    def text(self, seat: int | None) -> str:
        """The position as a seat sees it, as text; None for a spectator."""
        return text(self.rules, self.state, seat)
