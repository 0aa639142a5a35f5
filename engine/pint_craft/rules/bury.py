"""The choice of a stack whose top Recipe goes under it (PC-03)."""

from __future__ import annotations

from taphouse.engine.contract import Refusal
from taphouse.engine.pint_craft.choices import CardChoice
from taphouse.engine.pint_craft.moves import Bury, RecipeBuried
from taphouse.engine.pint_craft.reasons import NoSuchStack, StackIsEmpty
from taphouse.engine.pint_craft.state import Board, PintCraftState, Position, ToBury, put

_BURIES = tuple(map(Bury, range(1, 8)))


class AsksToBury(CardChoice):
    """The choice of a top Recipe that goes under its stack."""

    entry = ToBury
    task = "bury"
    rules = ("PC-10", "PC-03")
    answers = (Bury,)

    def moves(self, state: Position, _owed: ToBury) -> list[Bury]:
        """Any stack that is not empty (PC-03)."""
        return [_BURIES[i] for i, stack in enumerate(state.stacks) if stack]

    def why_not(self, state: PintCraftState, _owed: ToBury, move: Bury) -> Refusal | None:
        """PC-02, PC-03."""
        if not 1 <= move.stack <= len(state.stacks):
            return Refusal("PC-02", NoSuchStack(move.stack, len(state.stacks)))
        if not state.stacks[move.stack - 1]:
            return Refusal("PC-03", StackIsEmpty(move.stack))
        return None

    def make(self, board: Board, _owed: ToBury, move: Bury) -> None:
        """The top Recipe of the stack goes under it."""
        board.pending.pop()
        number = move.stack
        stack = board.stacks[number - 1]
        board.stacks = put(board.stacks, number, (stack[-1], *stack[:-1]))
        board.uncovered |= len(stack) > 1
        buried = self.deck.beers[stack[-1]].name
        if board.events is not None:
            board.events.append(RecipeBuried(board.seat, buried, number, board.top(number)))
