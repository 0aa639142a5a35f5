"""The choice of a Spoil: which beers to destroy in another player's taproom (DD-10, DD-19)."""

from __future__ import annotations

from functools import lru_cache

from taphouse.engine.contract import Move, Refusal
from taphouse.engine.dank_and_draft.cards import TYPE_INDEX, TYPES, Deck
from taphouse.engine.dank_and_draft.moves import BeersSpoiled, Decline, Spoil
from taphouse.engine.dank_and_draft.reasons import NothingToSpoil, SpoilsOwnBeers, TooManySpoiled
from taphouse.engine.dank_and_draft.rules.in_play import DECLINE, ActionChoice, no_such_seat
from taphouse.engine.dank_and_draft.rules.turns import clockwise
from taphouse.engine.dank_and_draft.state import Board, DankAndDraftState, ToSpoil


class AsksToSpoil(ActionChoice):
    """The choice of beers to spoil."""

    entry = ToSpoil
    task = "spoil"
    rules = ("DD-10",)
    answers = (Decline, Spoil)

    def __init__(self, deck: Deck) -> None:
        super().__init__()
        self.most = deck.most_spoiled

    def moves(self, state: DankAndDraftState, _owed: ToSpoil) -> list[Move]:
        """DD-10: another player, a type in that taproom, as many beers as may be spoiled, or fewer."""
        moves: list[Move] = [DECLINE]
        for seat in clockwise(state.seat, len(state.hands)):
            for t, stack in enumerate(state.taprooms[seat - 1]):
                if stack:
                    moves += _spoils(seat, t, min(self.most, len(stack)))
        return moves

    def why_not(self, state: DankAndDraftState, _owed: ToSpoil, move: Spoil | Decline) -> Refusal | None:
        """DD-10; it may always be declined."""
        return self._why_not_spoiled(state, move) if type(move) is Spoil else None

    def _why_not_spoiled(self, state: DankAndDraftState, move: Spoil) -> Refusal | None:
        if move.seat == state.seat:
            return Refusal("DD-10", SpoilsOwnBeers())
        if not 1 <= move.seat <= len(state.hands):
            return no_such_seat("DD-10", move.seat, state)
        held = len(state.taprooms[move.seat - 1][TYPE_INDEX[move.type]])
        if not held:
            return Refusal("DD-10", NothingToSpoil(move.seat, move.type))
        most = min(self.most, held)
        if not 1 <= move.count <= most:
            return Refusal("DD-10", TooManySpoiled(move.type, most, move.count))
        return None

    def perform(self, board: Board, move: Spoil) -> None:
        """DD-10, DD-19: the beers placed last go to the discard pile."""
        beers = board.lift(move.seat, TYPE_INDEX[move.type], move.count)
        board.discards += beers
        if board.events is not None:
            board.events.append(BeersSpoiled(board.seat, move.seat, move.type, board.deck.beers(beers)))


@lru_cache(maxsize=1024)
def _spoils(seat: int, t: int, most: int) -> tuple[Spoil, ...]:
    return tuple(Spoil(seat, TYPES[t], count) for count in range(1, most + 1))
