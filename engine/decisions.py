"""Rules by decision: for each kind of decision what is asked, which moves answer it, why others do not, and what a move does.

A state holds its pending decisions as a stack, the next one at the end. `StackedRules` does what is the same for every game that
is written this way; a game brings one `Asks` for each kind of decision, in a file of its own. See docs/design.md, section 2.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, ClassVar, Protocol

from taphouse.engine.chance import Chance
from taphouse.engine.game import WHOLE, Decision, IllegalMove, Move, Owed, Refusal, Rules, Step, verb_of


class Board(Protocol):
    """A position in the making: a move is carried out on it, and nothing but `apply` ever holds it."""

    pending: list[Any]
    events: list[Any]

    def state(self) -> Any:
        """The position as it is now."""


class Asks(ABC):
    """One kind of decision. `owed` is its entry of the stack, `state` the position in which it is the next one."""

    entry: ClassVar[type[Owed]]
    """The type of its entries of the stack."""
    task: ClassVar[str]
    rules: ClassVar[tuple[str, ...]]
    """The ids of the rules that ask for it. A move that answers another decision breaks the first of them."""
    answers: ClassVar[tuple[type[Move], ...]]
    verbs: tuple[str, ...]
    """The verbs of its answers, the passive one first."""

    def __init__(self) -> None:
        self.verbs = tuple(map(verb_of, self.answers))

    def seat(self, state: Any, owed: Any) -> int:
        """Who must decide: the seat that the entry names, or the one whose turn it is."""
        return getattr(owed, "seat", 0) or int(state.seat)

    def asked_by(self, state: Any, owed: Any) -> tuple[str, ...]:  # noqa: ARG002 -- a kind may depend on them
        """The ids of the rules that ask for it here."""
        return self.rules

    def possible(self, state: Any, owed: Any) -> tuple[str, ...]:  # noqa: ARG002 -- a kind may depend on them
        """The verbs that may answer it, as far as everybody at the table can tell."""
        return self.verbs

    @abstractmethod
    def prompt(self, state: Any, owed: Any) -> str:
        """What to decide, as a sentence to the player."""

    @abstractmethod
    def moves(self, state: Any, owed: Any) -> Iterable[Move]:
        """Every legal answer, the passive one first."""

    @abstractmethod
    def why_not(self, state: Any, owed: Any, move: Any) -> Refusal | None:
        """Why one of its answers is not legal here; None where it is."""

    def why_not_now(self, state: Any, owed: Any, move: Move) -> Refusal:  # noqa: ARG002 -- a kind may depend on it
        """Why a move that answers another decision is not made now."""
        rule = self.asked_by(state, owed)[0]
        return Refusal(rule, f"Something else must be decided now. {self.prompt(state, owed)}")

    @abstractmethod
    def make(self, board: Any, owed: Any, move: Any) -> None:
        """Carry out one of its answers, which is legal; what it asks for is put on the stack."""

    def carry_on(self, board: Any, owed: Any) -> bool:  # noqa: ARG002 -- a kind may depend on them
        """Whether the engine has answered it by itself, because public information left one answer or none."""
        return False


Goes = Callable[[Any, Any], bool]
"""A step without a decision, of the board and its entry of the stack: whether it was done, or waits for a player."""


class StackedRules(Rules):
    """Rules whose states hold a stack of pending decisions, `pending`.

    Args:
        asks: the kinds of decisions.
        steps: what is done without a decision, by the type of its entries of the stack.
        only_the_decider: the id of the rule by which only the player moves who must decide.
    """

    def __init__(self, asks: Iterable[Asks], steps: Mapping[type[Owed], Goes], only_the_decider: str) -> None:
        self._asks = {one.entry: one for one in asks}
        self._carry_on: dict[type[Owed], Goes] = {entry: one.carry_on for entry, one in self._asks.items()}
        self._carry_on.update(steps)
        self._only_the_decider = only_the_decider

    @abstractmethod
    def board(self, state: Any, chance: Chance) -> Board:
        """The position, to carry out a move on."""

    @abstractmethod
    def why_over(self, state: Any) -> Refusal:
        """The refusal of any move after the end."""

    def decision(self, state: Any) -> Decision | None:
        """What the next entry of the stack asks for."""
        if not state.pending:
            return None
        owed = state.pending[-1]
        asks = self._asks[type(owed)]
        seat, rules = asks.seat(state, owed), asks.asked_by(state, owed)
        return Decision(seat, asks.task, asks.prompt(state, owed), rules, asks.possible(state, owed))

    def moves(self, state: Any) -> Iterator[Move]:
        """Every legal move, the passive one first; none for a viewer who does not decide."""
        if not state.pending:
            return iter(())
        owed = state.pending[-1]
        asks = self._asks[type(owed)]
        return iter(asks.moves(state, owed)) if self._is_decided_on(state, asks, owed) else iter(())

    def why_not(self, state: Any, move: Move) -> Refusal | None:
        """The rule that a move breaks, and a sentence; None where it is legal."""
        if not state.pending:
            return self.why_over(state)
        owed = state.pending[-1]
        asks = self._asks[type(owed)]
        if not self._is_decided_on(state, asks, owed):
            return Refusal(self._only_the_decider, f"Only seat {asks.seat(state, owed)} decides now.")
        return asks.why_not(state, owed, move) if type(move) in asks.answers else asks.why_not_now(state, owed, move)

    def _is_decided_on(self, state: Any, asks: Asks, owed: Any) -> bool:
        """Whether this position holds what the seat knows that must decide. Games that hide nothing always do."""
        viewer: int = getattr(state, "viewer", WHOLE)
        return viewer == WHOLE or viewer == asks.seat(state, owed)

    def apply(self, state: Any, move: Move, chance: Chance) -> Step:
        """The position after the move and what happened, up to the next decision."""
        refusal = self.why_not(state, move)
        if refusal is not None:
            raise IllegalMove(refusal)
        board = self.board(state, chance)
        owed = board.pending[-1]
        self._asks[type(owed)].make(board, owed, move)
        self.go_on(board)
        return Step(board.state(), tuple(board.events))

    def go_on(self, board: Board) -> None:
        """Do what follows without a decision, until a player must decide or the game is over."""
        while board.pending:
            owed = board.pending[-1]
            if not self._carry_on[type(owed)](board, owed):
                return
