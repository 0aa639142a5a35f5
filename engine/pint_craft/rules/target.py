"""The choice of another player whom a card affects (PC-16)."""

from __future__ import annotations

from taphouse.engine.contract import Refusal
from taphouse.engine.messages.reasons import NoSuchSeat
from taphouse.engine.pint_craft.choices import CardChoice
from taphouse.engine.pint_craft.effects import HITS
from taphouse.engine.pint_craft.moves import Target, TargetLabel
from taphouse.engine.pint_craft.reasons import IsEliminated, NotOneself
from taphouse.engine.pint_craft.state import Board, PintCraftState, Position, ToTarget

_TARGETS = tuple(map(Target, range(1, 7)))


class AsksForTarget(CardChoice):
    """The choice of the player whom the card affects."""

    entry = ToTarget
    task = "target"
    rules = ("PC-16",)
    answers = (Target,)

    def moves(self, state: Position, _owed: ToTarget) -> list[Target]:
        """PC-16: any other player who is not eliminated (PC-24)."""
        return [_TARGETS[seat - 1] for seat in state.left if seat != state.seat]

    def why_not(self, state: PintCraftState, _owed: ToTarget, move: Target) -> Refusal | None:
        """PC-16, PC-24."""
        if move.seat == state.seat:
            return Refusal("PC-16", NotOneself())
        if not 1 <= move.seat <= len(state.hands):
            return Refusal("PC-16", NoSuchSeat(move.seat, len(state.hands)))
        if move.seat not in state.left:
            return Refusal("PC-24", IsEliminated(move.seat))
        return None

    def labelled(self, _state: PintCraftState, owed: ToTarget, move: Target) -> TargetLabel:
        """With the card."""
        return TargetLabel(move, self.deck.names[owed.card])

    def make(self, board: Board, owed: ToTarget, move: Target) -> None:
        """The card does to the player what its effect says."""
        board.pending.pop()
        act = self.act(owed)
        HITS[act.effect](board, act, owed, move.seat)
