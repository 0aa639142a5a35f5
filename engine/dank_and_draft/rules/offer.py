"""The third phase of a turn: offer stacks of beers (DD-16)."""

from __future__ import annotations

from typing import ClassVar

from taphouse.engine.contract import Move, Owed, Refusal
from taphouse.engine.dank_and_draft.cards import TYPE_INDEX, TYPES, Deck, backs
from taphouse.engine.dank_and_draft.moves import BeersOffered, EmptiedType, EndTurn, Offer, Offers
from taphouse.engine.dank_and_draft.reasons import NotSoManyInHand, TypeIsClosed
from taphouse.engine.dank_and_draft.rules.end_turn import END_TURN, AsksToEnd
from taphouse.engine.dank_and_draft.rules.turns import end_turn, look_at_five_types
from taphouse.engine.dank_and_draft.state import Board, DankAndDraftState, Pending, ToEnd, ToOffer

TO_OFFER = (ToOffer(),)
_TO_END = (ToEnd(),)
_ALL_TYPES = (1 << len(TYPES)) - 1
_OPENS, _ANY = EmptiedType.OPENS, Offers.ANY


class AsksToOffer(AsksToEnd):
    """The choice of a stack to offer, or of none."""

    entry: ClassVar[type[Owed]] = ToOffer
    task = "offer"
    rules: ClassVar[tuple[str, ...]] = ("DD-16", "DD-17")
    answers: ClassVar[tuple[type[Move], ...]] = (Offer, EndTurn)

    def __init__(self, deck: Deck) -> None:
        super().__init__()
        self.deck = deck
        self._offers = [
            tuple([Offer(type_, n) for n in range(1, most + 1)])
            for type_, most in zip(TYPES, deck.counts(deck.printed), strict=True)
        ]

    def possible(self, state: DankAndDraftState, _owed: Pending) -> tuple[str, ...]:
        """The conclusions from the public size of the hand and the closed types (DD-04)."""
        may_offer = state.hands[state.seat - 1] and closed_types(state, state.seat) != _ALL_TYPES
        return self.verbs[-2:] if may_offer else self.verbs[-1:]

    def moves(self, state: DankAndDraftState, _owed: Pending) -> list[Move]:
        """DD-16, DD-17."""
        return [END_TURN, *self.offers(state)]

    def offers(self, state: DankAndDraftState) -> list[Move]:
        """DD-16: every number of every type in the hand that is not closed."""
        offers: list[Move] = []
        closed = closed_types(state, state.seat)
        for t, count in enumerate(self.deck.counts(state.hands[state.seat - 1])):
            if count and not closed >> t & 1:
                offers += self._offers[t][:count]
        return offers

    def why_not(self, state: DankAndDraftState, _owed: Pending, move: Move) -> Refusal | None:
        """DD-16."""
        return self._why_not_offered(state, move) if type(move) is Offer else None

    def _why_not_offered(self, state: DankAndDraftState, move: Offer) -> Refusal | None:
        t = TYPE_INDEX[move.type]
        if closed_types(state, state.seat) >> t & 1:
            return Refusal("DD-16", TypeIsClosed(move.type))
        held = self.deck.counts(state.hands[state.seat - 1])[t]
        if not 1 <= move.count <= held:
            return Refusal("DD-16", NotSoManyInHand(move.type, held, move.count))
        return None

    def make(self, board: Board, _owed: Pending, move: Move) -> None:
        """DD-16, DD-17."""
        if type(move) is Offer:
            self._offer(board, move)
        else:
            end_turn(board)

    def _offer(self, board: Board, move: Offer) -> None:
        """DD-16: offering a stack gives up the action; with the fifth type the game ends (DD-20)."""
        t = TYPE_INDEX[move.type]
        cards = board.leave_by_type(t, move.count)
        board.gain(t, cards)
        if board.events is not None:
            board.events.append(BeersOffered(board.seat, move.type, self.deck.beers(cards), backs(cards)))
        board.pending = TO_OFFER if board.options.offers is _ANY else _TO_END
        look_at_five_types(board)


def closed_types(state: DankAndDraftState, seat: int) -> int:
    """DD-16: the types this seat can no longer offer, as bits."""
    if state.options.emptied_type is _OPENS:  # older stored positions have bits of emptied stacks in `opened` as well
        return sum(1 << t for t, stack in enumerate(state.taprooms[seat - 1]) if stack)
    return state.opened[seat - 1]
