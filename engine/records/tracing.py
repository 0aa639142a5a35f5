"""A table's view of a game: the cards that it sees, and what they reveal of the draws."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, NamedTuple

from msgspec import Struct

from taphouse.engine.contract import Move, Transition
from taphouse.engine.worlds.hidden_cards import DrawResult, Taken


class CannotEnter(ValueError):
    """A game of this kind, edition or options cannot be entered. The message says why."""


class CardQuestion(NamedTuple):
    """A question for a card that all see."""

    place: str
    """Its place as a slug, such as `tap-3`; a number at the end counts from 1."""
    names: Sequence[str]
    """The names of the cards that it can be, as slugs."""


class Shown(NamedTuple):
    """A card that all see, in one world."""

    ask: CardQuestion
    name: str


class Draws(NamedTuple):
    """The draws of one world that agrees with all that a table saw."""

    set_up: dict[int, DrawResult]
    """The orders of the set-up, by the number of the draw."""
    later: Sequence[DrawResult] = ()
    """The later orders, in turn."""
    taken: Sequence[Taken] = ()
    """The cards that chance took from hands and nobody saw, in turn."""


class TracedWorld(Struct):
    """A game as it may have been: a position, with the draws that led to it."""

    state: Any
    draws: dict[int, DrawResult]


class Trace(ABC):
    """The cards that a table sees in a game of one kind. A game folder exports one as `Game.trace`.

    A *lesson* is a value of the trace's own: what the table learns of hidden cards. `Course` has those of piles and hands.

    Args:
        rules: the rules.
        options: the options.
        seats: the number of seats.
    """

    def __init__(self, rules: Any, options: Any, seats: int) -> None:
        self.rules, self.options, self.seats = rules, options, seats

    @abstractmethod
    def dealt(self) -> Sequence[Any]:
        """The lessons of the deal, before any card is seen."""

    def questions(self, state: Any, move: Move) -> Sequence[CardQuestion]:  # noqa: ARG002 -- games may override it
        """The cards that a move lays open and that the move does not name, before it is made."""
        return ()

    def named(self, move: Move, step: Transition) -> Sequence[str]:  # noqa: ARG002 -- games may override it
        """The names of these cards in this world, in any order."""
        return ()

    @abstractmethod
    def left(self, state: Any, move: Move, cards: Sequence[str]) -> Sequence[Any]:
        """The lessons of a move before it is made: of the cards that it names, and of these that it lays open."""

    @abstractmethod
    def shown(self, move: Move | None, step: Transition, lessons: Sequence[Any]) -> Sequence[Shown]:
        """The cards that lie open after a move, None for the set-up, and that the table did not know before."""

    @abstractmethod
    def saw(
        self, world: TracedWorld, move: Move | None, step: Transition, told: Sequence[tuple[Shown, str]]
    ) -> Sequence[Any]:
        """The lessons of a move after it was made.

        Args:
            world: the world before the move, with the draws of the move; for the set-up the one after it.
            move: the move; None for the set-up.
            step: its result in this world.
            told: the cards that `shown` has, each with its true name. If there are less, only what they tell is a lesson.
        """

    @abstractmethod
    def check(self, lessons: Sequence[Any]) -> None:
        """Check that all lessons can be true.

        Raises:
            Contradiction: they cannot.
        """

    @abstractmethod
    def draws(self, lessons: Sequence[Any], rng: random.Random) -> Draws:
        """The draws of a world in which all lessons are true, each such world with its probability. Raises as `check`."""

    def picked(
        self,
        state: Any,  # noqa: ARG002 -- games may override it
        move: Move,  # noqa: ARG002
        cards: Sequence[str],  # noqa: ARG002
        draw: int,  # noqa: ARG002
    ) -> tuple[int, ...] | None:
        """The places that a draw of a move must pick, so that it lays open these cards. None if it lays open none.

        Args:
            state: the position before the move.
            move: the move.
            cards: the names of the cards that `questions` has.
            draw: the number of the draw.
        """
        return None
