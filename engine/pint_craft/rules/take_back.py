"""The choice of a card of the discard stack that comes into the hand (PC-10)."""

from __future__ import annotations

from taphouse.engine.contract import Refusal
from taphouse.engine.messages.reasons import NoSuchName
from taphouse.engine.pint_craft.cards import UNKNOWN
from taphouse.engine.pint_craft.choices import CardChoice
from taphouse.engine.pint_craft.moves import CardTakenBack, TakeBack
from taphouse.engine.pint_craft.reasons import NotDiscarded, TakesBackItself
from taphouse.engine.pint_craft.state import Board, PintCraftState, Position, ToTakeBack


class AsksToTakeBack(CardChoice):
    """The choice of the card that the player takes back."""

    entry = ToTakeBack
    task = "take-back"
    rules = ("PC-10",)
    answers = (TakeBack,)

    def moves(self, state: Position, owed: ToTakeBack) -> list[TakeBack]:
        """PC-10: any title but that of the card itself, in the edition's order; a card that is not known is left out."""
        cards = sorted({*state.discards} - {owed.card, UNKNOWN})
        return [TakeBack(self.deck.names[card]) for card in cards]

    def is_known_in_part(self, board: Board) -> bool:
        """True if a card of the discard stack is not known."""
        return UNKNOWN in board.discards

    def why_not(self, state: PintCraftState, owed: ToTakeBack, move: TakeBack) -> Refusal | None:
        """PC-10."""
        code = self.deck.code.get(move.card)
        if code is None:
            return Refusal("PC-10", NoSuchName(move.card))
        if code == owed.card:
            return Refusal("PC-10", TakesBackItself(move.card))
        return None if code in state.discards else Refusal("PC-10", NotDiscarded(move.card))

    def make(self, board: Board, _owed: ToTakeBack, move: TakeBack) -> None:
        """The card comes from the discard stack into the hand; of several alike it is the uppermost."""
        board.pending.pop()
        card = self.deck.code[move.card]
        i = len(board.discards) - 1 - board.discards[::-1].index(card)
        board.discards = board.discards[:i] + board.discards[i + 1 :]
        board.gain(board.seat, (card,))
        if board.events is not None:
            board.events.append(CardTakenBack(board.seat, move.card))
