"""The end of the optional phases: the player ends the turn (DD-17, DD-25)."""

from __future__ import annotations

from typing import ClassVar

from taphouse.engine.contract import Move, Owed, Refusal
from taphouse.engine.dank_and_draft.moves import Discard, Draft, EndTurn, Offer
from taphouse.engine.dank_and_draft.reasons import ActionIsGone, DraftIsDone, NoDiscardYet, OfferIsMade
from taphouse.engine.dank_and_draft.rules.turns import end_turn
from taphouse.engine.dank_and_draft.state import Board, DankAndDraftState, Pending, ToEnd
from taphouse.engine.decisions import Asks
from taphouse.engine.messages import Details

END_TURN = EndTurn()


class EndDetails(Details, frozen=True):
    """The moves that are possible besides ending the turn."""

    take_action: bool = False
    offer: bool = False


class AsksToEnd(Asks):
    """Nothing but to end the turn. The optional phases before this one add what else may be done in them."""

    entry: ClassVar[type[Owed]] = ToEnd
    task: ClassVar[str] = "end"
    rules: ClassVar[tuple[str, ...]] = ("DD-17",)
    answers: ClassVar[tuple[type[Move], ...]] = (EndTurn,)
    told = EndDetails

    def moves(self, _state: DankAndDraftState, _owed: Pending) -> list[Move]:
        """DD-17."""
        return [END_TURN]

    def why_not(self, _state: DankAndDraftState, _owed: Pending, _move: Move) -> Refusal | None:
        """DD-17: the turn may always be ended."""
        return None

    def why_not_now(self, _state: DankAndDraftState, _owed: Pending, move: Move) -> Refusal:
        """DD-25: what has closed the phase of the move, or comes before it."""
        if isinstance(move, Draft):
            return Refusal("DD-25", DraftIsDone())
        if isinstance(move, Discard):
            return Refusal("DD-25", NoDiscardYet())
        if isinstance(move, Offer):
            return Refusal("DD-16", OfferIsMade())
        return Refusal("DD-25", ActionIsGone())

    def make(self, board: Board, _owed: Pending, _move: Move) -> None:
        """DD-17."""
        end_turn(board)
