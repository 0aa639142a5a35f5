"""The vote of the players who tie for the most Pints after a Face Off (PC-26)."""

from __future__ import annotations

from taphouse.engine.contract import Refusal
from taphouse.engine.decisions import Asks
from taphouse.engine.pint_craft.moves import Vote, VoteCast
from taphouse.engine.pint_craft.rules.rounds import SHARED, face_off, leaders, over
from taphouse.engine.pint_craft.state import Board, PintCraftState, ToVote

_VOTES = (Vote(False), Vote(True))


class AsksForVote(Asks):
    """The vote on another Face Off."""

    entry = ToVote
    task = "vote"
    rules = ("PC-26",)
    answers = (Vote,)

    def moves(self, _state: PintCraftState, _owed: ToVote) -> tuple[Vote, ...]:
        """PC-26."""
        return _VOTES

    def why_not(self, _state: PintCraftState, _owed: ToVote, _move: Vote) -> Refusal | None:
        """Both votes are always legal."""
        return None

    def make(self, board: Board, owed: ToVote, move: Vote) -> None:
        """PC-26: another Face Off needs the vote of every tied leader."""
        board.pending.pop()
        if board.events is not None:
            board.events.append(VoteCast(owed.seat, move.another))
        if not move.another:
            over(board, SHARED)
        elif not board.pending:
            face_off(board, leaders(board))
