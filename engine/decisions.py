"""Bases for rules: for those of games that hide nothing, and for those that are organised by kind of decision.

A state holds a stack of pending decisions, with the next one at the end. `StackedRules` implements `Rules` on top of it. A game
adds one `Asks` for each kind of decision, in its own file. See docs/design.md, section 2.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Protocol

from msgspec import Struct
from msgspec.structs import replace

from taphouse.engine.chance import BLIND, Chance
from taphouse.engine.contract import WHOLE, Decision, Move, Owed, Refusal, Rules, Transition, verb_of
from taphouse.engine.messages import Details, Why
from taphouse.engine.messages.reasons import DecidedByOther, SomethingElse, not_listed


class OpenRules(Rules):
    """The rules of a game that hides nothing, and draws nothing after its set-up: everybody knows the whole position."""

    hides = False

    def known(self, state: Any, seat: int | None) -> Any:  # noqa: ARG002 -- it is the same for all
        """The position itself."""
        return state

    def reshuffled(self, state: Any, chance: Chance, without: Collection[int] = ()) -> Any:  # noqa: ARG002 -- nothing is drawn
        """The position itself."""
        return state

    def sample(self, known: Any, seat: int, chance: Chance, memory: Any = None) -> Any:  # noqa: ARG002 -- nothing is drawn
        """The position itself."""
        return known

    def redact(self, event: Any, seat: int | None) -> Any:  # noqa: ARG002 -- it is the same for all
        """The event itself."""
        return event


class RollingRules(OpenRules):
    """The rules of a game that hides nothing, and draws between decisions, such as rolls of dice: everybody knows the whole
    position, and nobody the next draw.

    Its state counts the draws in its field `draws`. After a blind draw, what was drawn is unknown in the position. If that
    decides whose turn is next, the position has no decision and no outcome.
    """

    def rolled(self, state: Any, chance: Chance, dice: int, sides: int = 6) -> tuple[int, ...] | None:
        """A roll of some dice, each from 1 to its sides. None if it is not known. The next `state.draws` is higher by `dice`.

        Args:
            state: the position before the roll.
            chance: the source of the draws.
            dice: the number of dice.
            sides: the number of sides of each.
        """
        faces = [chance.pick(state.draws + die, sides, 1) for die in range(dice)]
        return None if None in faces else tuple([face[0] + 1 for face in faces if face is not None])


class Board(Protocol):
    """A mutable position on which a move is carried out. Only `apply` ever holds one."""

    events: list[Any]

    @property
    def pending(self) -> Sequence[Any]:
        """The stack of pending decisions, the next one at the end."""

    def state(self) -> Any:
        """The current position."""


class Asks(ABC):
    """A kind of decision. `owed` is its item on the stack, `state` a position in which it is the next decision."""

    entry: ClassVar[type[Owed]]
    """The type of its items on the stack."""
    task: ClassVar[str]
    rules: ClassVar[tuple[str, ...]]
    """The ids of the rules that require the decision. A move that answers another decision breaks the first of them."""
    answers: ClassVar[tuple[type[Move], ...]]
    told: ClassVar[type[Details]] = Details
    """The type of its details."""
    together: ClassVar[bool] = False
    """True if all seats that owe this decision at the top of the stack decide at the same time, in any order."""
    verbs: tuple[str, ...]
    """The verbs of the answers, the passive one first."""

    def __init__(self) -> None:
        self.verbs = tuple(map(verb_of, self.answers))
        self._names_seat = "seat" in self.entry.__struct_fields__
        told = {verb: verb.replace("-", "_") for verb in self.verbs}
        self._told = {verb: field for verb, field in told.items() if field in self.told.__struct_fields__}

    def seat(self, state: Any, owed: Any) -> int:
        """The seat that must decide: the one that `owed` names, or the one whose turn it is."""
        return (owed.seat if self._names_seat else 0) or state.seat

    def asked_by(self, state: Any, owed: Any) -> tuple[str, ...]:  # noqa: ARG002 -- for overrides
        """The ids of the rules that require the decision here."""
        return self.rules

    def possible(self, state: Any, owed: Any) -> tuple[str, ...]:  # noqa: ARG002 -- for overrides
        """The verbs that can answer the decision, by public information alone."""
        return self.verbs

    def details(self, state: Any, owed: Any) -> Details:
        """The details of the prompt, besides the task. A field with the name of a verb is true if such a move is possible."""
        if not self._told:
            return self.told()
        verbs, told = self.possible(state, owed), {}
        for verb, field in self._told.items():
            told[field] = verb in verbs
        return self.told(**told)

    @abstractmethod
    def moves(self, state: Any, owed: Any) -> Iterable[Move]:
        """The legal answers, the passive one first."""

    def labelled(self, state: Any, owed: Any, move: Any) -> Struct:  # noqa: ARG002 -- for overrides
        """A legal answer in its `Label`, if it has one."""
        return move  # type: ignore[no-any-return]

    def why_not(self, state: Any, owed: Any, move: Any) -> Refusal | None:
        """The reason why an answer is not legal here. None if it is legal. By default, it names what is possible instead."""
        listed = [*self.moves(state, owed)]
        if move in listed:
            return None
        return self.refused(state, owed, self.asked_by(state, owed)[0], not_listed(move, listed))

    def why_not_now(self, state: Any, owed: Any, move: Move) -> Refusal:  # noqa: ARG002 -- for overrides
        """The refusal of a move that answers another kind of decision."""
        return self.refused(state, owed, self.asked_by(state, owed)[0], SomethingElse())

    def refused(self, state: Any, owed: Any, rule: str, why: Why) -> Refusal:
        """A refusal that ends with the prompt of this decision, which tells the player what is legal instead."""
        return Refusal(rule, why, self.task, self.details(state, owed))

    @abstractmethod
    def make(self, board: Any, owed: Any, move: Any) -> None:
        """Carry out a legal answer, and push the decisions that it requires."""

    def previews(self, rules: StackedRules, state: Any, owed: Any, moves: Sequence[Any]) -> list[Any]:  # noqa: ARG002 -- see above
        """The positions after these legal answers, with blind chance."""
        return [rules.after(state, move, BLIND) for move in moves]

    def carry_on(self, board: Any, owed: Any) -> bool:  # noqa: ARG002 -- for overrides
        """Answer the decision without the player if public information leaves at most one answer. True if it was answered."""
        return False


def prompts(asks: Iterable[type[Asks]]) -> dict[str, type[Details]]:
    """The details of these decisions by task, as `About.prompts` has them."""
    return {kind.task: kind.told for kind in asks}


Goes = Callable[[Any, Any], bool]
"""(board, item on the stack) -> whether the step was done. False if it waits for a player."""


class StackedRules(Rules):
    """Rules whose states hold a stack of pending decisions, `pending`.

    Args:
        asks: the kinds of decisions.
        steps: the steps without a decision, by the type of their items on the stack.
        only_the_decider: the id of the rule that only the deciding player can move.
    """

    def __init__(self, asks: Iterable[Asks], steps: Mapping[type[Owed], Goes], only_the_decider: str) -> None:
        self._asks = {kind.entry: kind for kind in asks}
        self.entries = tuple(self._asks)
        """The types of the items that stand for decisions, in a fixed order."""
        self._carry_on: dict[type[Owed], Goes] = {
            entry: kind.carry_on for entry, kind in self._asks.items() if type(kind).carry_on is not Asks.carry_on
        }
        self._carry_on.update(steps)
        self.together = any(kind.together for kind in self._asks.values())
        self._only_the_decider = only_the_decider

    @abstractmethod
    def board(self, state: Any, chance: Chance) -> Board:
        """A mutable copy of the position."""

    def board_without_events(self, state: Any, chance: Chance) -> Board:
        """The same where it is not asked what happens. A game may override it so that no event is made."""
        return self.board(state, chance)

    @abstractmethod
    def why_over(self, state: Any) -> Refusal:
        """The refusal of a move after the end of the game."""

    def why_not_yours(self, seat: int) -> Refusal:
        """The refusal of a move by another player than the one that decides, who is at `seat`."""
        return Refusal(self._only_the_decider, DecidedByOther(seat))

    def decision(self, state: Any) -> Decision | None:
        """The decision on top of the stack. None if the game is over."""
        if not state.pending:
            return None
        owed = state.pending[-1]
        asks = self._asks[type(owed)]
        seat, rules = asks.seat(state, owed), asks.asked_by(state, owed)
        return Decision(seat, asks.task, asks.details(state, owed), rules, asks.possible(state, owed))

    def decider(self, state: Any) -> int | None:
        """The seat that must decide. None if the game is over."""
        return self._asks[type(owed := state.pending[-1])].seat(state, owed) if state.pending else None

    def deciders(self, state: Any) -> tuple[int, ...]:
        """The seats that must decide, in turn order."""
        if self.together:
            return tuple(sorted([seat for seat, _ in self._owed(state)]))
        return (self._asks[type(owed := state.pending[-1])].seat(state, owed),) if state.pending else ()

    def with_decider(self, state: Any, seat: int) -> Any:
        """The position with the decision of one of the `deciders` on top of the stack."""
        pending = state.pending
        for decider, place in self._owed(state) if self.together else ():
            if decider == seat and place < len(pending) - 1:
                return replace(state, pending=(*pending[:place], *pending[place + 1 :], pending[place]))
        return state

    def _owed(self, state: Any) -> list[tuple[int, int]]:
        """The seats that must decide, with the places of their decisions on the stack, from its top."""
        pending = state.pending
        if not pending:
            return []
        entry = type(pending[-1])
        asks, last = self._asks[entry], len(pending) - 1
        found = [(asks.seat(state, pending[last]), last)]
        if asks.together:
            for place in range(last - 1, -1, -1):
                if type(owed := pending[place]) is not entry:
                    break
                found.append((asks.seat(state, owed), place))
        return found

    def moves(self, state: Any) -> Iterator[Move]:
        """The legal moves, the passive one first. Empty for a position as known to a viewer that does not decide."""
        if not state.pending:
            return iter(())
        owed = state.pending[-1]
        asks, viewer = self._asks[type(owed)], getattr(state, "viewer", WHOLE)
        return iter(asks.moves(state, owed)) if viewer == WHOLE or viewer == asks.seat(state, owed) else iter(())

    def labelled(self, state: Any, move: Move) -> Struct:
        """A legal move, with what its label says besides."""
        owed = state.pending[-1]
        return self._asks[type(owed)].labelled(state, owed, move)

    def why_not(self, state: Any, move: Move) -> Refusal | None:
        """The refusal of a move. None if the move is legal."""
        if not state.pending:
            return self.why_over(state)
        owed = state.pending[-1]
        asks, viewer = self._asks[type(owed)], getattr(state, "viewer", WHOLE)
        if viewer != WHOLE and viewer != asks.seat(state, owed):
            return self.why_not_yours(asks.seat(state, owed))
        return asks.why_not(state, owed, move) if type(move) in asks.answers else asks.why_not_now(state, owed, move)

    def make(self, state: Any, move: Move, chance: Chance) -> Transition:
        """The position after a legal move, at the next decision or the end, and the events."""
        board = self.board(state, chance)
        owed = board.pending[-1]
        self._asks[type(owed)].make(board, owed, move)
        if self._carry_on:
            self.go_on(board)
        return Transition(board.state(), tuple(board.events))

    def after(self, state: Any, move: Move, chance: Chance) -> Any:
        """The position after a legal move, at the next decision or the end."""
        board = self.board_without_events(state, chance)
        owed = board.pending[-1]
        self._asks[type(owed)].make(board, owed, move)
        if self._carry_on:
            self.go_on(board)
        return board.state()

    def previews(self, known: Any, moves: Sequence[Move]) -> list[Any]:
        """The positions after each of these legal moves, with blind chance."""
        owed = known.pending[-1]
        return self._asks[type(owed)].previews(self, known, owed, moves)

    def go_on(self, board: Board) -> None:
        """Run the steps that need no decision, until a player must decide or the game is over."""
        carry_on = self._carry_on
        while (pending := board.pending) and (goes := carry_on.get(type(owed := pending[-1]))) and goes(board, owed):
            pass

    def step(self, board: Board) -> bool:
        """Run the next step if it needs no decision. True if it was run; otherwise nothing has changed."""
        owed = board.pending[-1]
        carry_on = self._carry_on.get(type(owed))
        return carry_on is not None and carry_on(board, owed)
