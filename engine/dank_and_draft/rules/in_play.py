"""The common part of the choices of an action in play (DD-08 to DD-10, DD-14)."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from taphouse.engine.contract import Move, Refusal
from taphouse.engine.dank_and_draft.cards import PLAYED
from taphouse.engine.dank_and_draft.moves import ActionCardDiscarded, Decline
from taphouse.engine.dank_and_draft.rules.turns import look_at_five_types
from taphouse.engine.dank_and_draft.state import Board, DankAndDraftState, InPlay
from taphouse.engine.decisions import Asks
from taphouse.engine.messages.reasons import NoSuchSeat

DECLINE = Decline()


class ActionChoice(Asks):
    """The choice of an action. Once it is made, the action is performed."""

    def make(self, board: Board, owed: InPlay, move: Move) -> None:
        """DD-10, DD-14: up to three beers may be none."""
        board.pending = board.pending[:-1]
        declined = type(move) is Decline
        if not declined:
            self.perform(board, move)
        performed(board, owed.card, without_effect=declined)

    @abstractmethod
    def perform(self, board: Board, move: Any) -> None:
        """The effect of the action on the table."""


def performed(board: Board, card: int, without_effect: bool) -> None:
    """DD-08: the action is performed; its card is discarded, and only then DD-20 is looked at."""
    discard_action_card(board, card, without_effect)
    look_at_five_types(board)


def discard_action_card(board: Board, card: int, without_effect: bool = False) -> None:
    """DD-08: the card of the action goes to the discard pile, and both of its sides are shown."""
    board.discards += (card | PLAYED,)
    if board.events is not None:
        board.events.append(ActionCardDiscarded(board.seat, board.deck.card(card), without_effect))


def no_such_seat(rule: str, seat: int, state: DankAndDraftState) -> Refusal:
    """The refusal of a move that names a seat which is not at the table."""
    return Refusal(rule, NoSuchSeat(seat, len(state.hands)))
