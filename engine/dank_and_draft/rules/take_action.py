"""The second phase of a turn: take an action from an opponent's hand (DD-08, DD-09), and the Recycle (DD-11, DD-12)."""

from __future__ import annotations

from taphouse.engine.contract import Move, Refusal
from taphouse.engine.dank_and_draft.cards import ACTION, ACTION_NUMBER, GAP, PLAYED, Action
from taphouse.engine.dank_and_draft.moves import (
    ActionTaken,
    Decline,
    DrawPileRecycled,
    EndTurn,
    Offer,
    RecycleTiming,
    Snatch,
    Spoil,
    StockUp,
    TakeAction,
)
from taphouse.engine.dank_and_draft.reasons import FromOwnHand, HandIsEmpty, NoActionInPlay, NoSuchAction
from taphouse.engine.dank_and_draft.rules.end_turn import END_TURN
from taphouse.engine.dank_and_draft.rules.in_play import discard_action_card, no_such_seat, performed
from taphouse.engine.dank_and_draft.rules.offer import TO_OFFER, AsksToOffer
from taphouse.engine.dank_and_draft.rules.turns import clockwise, end_turn
from taphouse.engine.dank_and_draft.state import (
    Board,
    DankAndDraftState,
    Pending,
    ToAct,
    ToSnatch,
    ToSpoil,
    ToStockUp,
)

_RECYCLE, _STOCK_UP = Action.RECYCLE, Action.STOCK_UP
_TAKES = [[(number, TakeAction(seat, action)) for action, number in ACTION_NUMBER.items()] for seat in range(1, 5)]
_CHOICES: dict[Action, type[ToSpoil | ToSnatch | ToStockUp]] = {
    Action.SPOIL: ToSpoil,
    Action.SNATCH: ToSnatch,
    Action.STOCK_UP: ToStockUp,
}
"""The choice that an action owes; a Recycle owes none."""


class AsksToAct(AsksToOffer):
    """The choice of an action to take, or of none. A player may also go on to offering, or end the turn."""

    entry = ToAct
    task = "act"
    rules = ("DD-08", "DD-16", "DD-17")
    answers = (TakeAction, Offer, EndTurn)

    # --- what is asked -------------------------------------------------------------------------------------------------

    def possible(self, state: DankAndDraftState, owed: Pending) -> tuple[str, ...]:
        """The conclusions from the public sizes of the other hands (DD-04)."""
        verbs = super().possible(state, owed)
        others = state.hands[: state.seat - 1] + state.hands[state.seat :]
        return (self.verbs[0], *verbs) if any(others) else verbs

    def moves(self, state: DankAndDraftState, _owed: Pending) -> list[Move]:
        """DD-08, DD-16, DD-17: every action in an opponent's hand, clockwise, comes before the offers."""
        moves: list[Move] = [END_TURN]
        for seat in clockwise(state.seat, len(state.hands)):
            there = {card & ACTION for card in state.hands[seat - 1]}
            moves += [take for number, take in _TAKES[seat - 1] if number in there]
        moves += self.offers(state)
        return moves

    # --- why a move is refused -----------------------------------------------------------------------------------------

    def why_not(self, state: DankAndDraftState, owed: Pending, move: Move) -> Refusal | None:
        """DD-08, DD-09."""
        return self._why_not_taken(state, move) if type(move) is TakeAction else super().why_not(state, owed, move)

    def _why_not_taken(self, state: DankAndDraftState, move: TakeAction) -> Refusal | None:
        if move.from_seat == state.seat:
            return Refusal("DD-08", FromOwnHand())
        if not 1 <= move.from_seat <= len(state.hands):
            return no_such_seat("DD-08", move.from_seat, state)
        hand = state.hands[move.from_seat - 1]
        if not hand:
            return Refusal("DD-09", HandIsEmpty(move.from_seat))
        if ACTION_NUMBER[move.action] not in [card & ACTION for card in hand]:
            return Refusal("DD-08", NoSuchAction(move.from_seat, move.action))
        return None

    def why_not_now(self, state: DankAndDraftState, owed: Pending, move: Move) -> Refusal:
        """DD-08: the choice of an action comes after taking it."""
        if isinstance(move, Spoil | Snatch | StockUp | Decline):
            return Refusal("DD-08", NoActionInPlay())
        return super().why_not_now(state, owed, move)

    # --- what a move does ----------------------------------------------------------------------------------------------

    def make(self, board: Board, owed: Pending, move: Move) -> None:
        """DD-08, DD-16, DD-17."""
        if type(move) is TakeAction:
            self._take(board, move)
        else:
            super().make(board, owed, move)

    def _take(self, board: Board, move: TakeAction) -> None:
        """DD-08, DD-09: the choice that the action owes comes next; one that can affect nothing is simply done."""
        number = ACTION_NUMBER[move.action]
        places = tuple([i for i, card in enumerate(board.hands[move.from_seat - 1]) if card & ACTION == number])
        (card,) = board.leave(move.from_seat, places, 1, number)
        board.pending = TO_OFFER
        if board.events is not None:
            board.events.append(ActionTaken(board.seat, move.from_seat, move.action))
        if move.action is _RECYCLE:
            self._recycle(board, card)
        elif _affects_nothing(board, move.action):
            performed(board, card, without_effect=True)
        else:
            board.pending = (*TO_OFFER, _CHOICES[move.action](card, move.from_seat))

    def _recycle(self, board: Board, card: int) -> None:
        """DD-11, DD-12: the card itself starts the new discard pile."""
        cards = board.pile + tuple([card & ~PLAYED for card in board.discards])
        board.shuffle_into_pile(cards)
        board.discards = ()
        board.extra_owed = True
        if board.events is not None:
            board.events.append(DrawPileRecycled(board.seat, len(cards)))
        discard_action_card(board, card)
        if board.options.recycle is RecycleTiming.AT_ONCE:
            end_turn(board)


def _affects_nothing(board: Board, action: Action) -> bool:
    """DD-09: whether the taps are empty for a Stock Up, the other taprooms for a Spoil or Snatch."""
    if action is _STOCK_UP:
        return all(card == GAP for card in board.taps)
    rooms = board.taprooms
    return not any(map(any, rooms[: board.seat - 1] + rooms[board.seat :]))
