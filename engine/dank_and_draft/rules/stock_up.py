"""The choice of a Stock Up: which beers to take from the taps (DD-14, DD-15)."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from msgspec import Struct

from taphouse.engine.contract import Move, Refusal
from taphouse.engine.dank_and_draft.cards import GAP, TYPES, UNKNOWN, Deck
from taphouse.engine.dank_and_draft.moves import BeersStockedUp, Decline, StockUp, StockUpLabel, TapCard
from taphouse.engine.dank_and_draft.reasons import NotDifferentTaps, NumberOfTaps, SeveralTypes, TapIsGap, TapIsUnknown
from taphouse.engine.dank_and_draft.rules.in_play import DECLINE, ActionChoice
from taphouse.engine.dank_and_draft.state import Board, DankAndDraftState, ToStockUp


class AsksToStockUp(ActionChoice):
    """The choice of taps to stock up from."""

    entry = ToStockUp
    task = "stock-up"
    rules = ("DD-14",)
    answers = (Decline, StockUp)

    def __init__(self, deck: Deck) -> None:
        super().__init__()
        self.deck, self.type_of, self.most = deck, deck.type_of, deck.most_stocked_up

    def moves(self, state: DankAndDraftState, _owed: ToStockUp) -> tuple[Move, ...]:
        """DD-14: taps that hold beers of one type, known ones only."""
        type_of = self.type_of
        return _answers(tuple([type_of[card >> 4] if card > UNKNOWN else -1 for card in state.taps]), self.most)

    def labelled(self, state: DankAndDraftState, _owed: ToStockUp, move: StockUp | Decline) -> Struct:
        """With the beers that are at the taps."""
        if type(move) is not StockUp:
            return move
        beers = tuple([TapCard(tap, self.deck.beer(state.taps[tap - 1])) for tap in move.taps])
        return StockUpLabel(move, beers[0].card.type, beers)

    def why_not(self, state: DankAndDraftState, _owed: ToStockUp, move: StockUp | Decline) -> Refusal | None:
        """DD-14; it may always be declined."""
        if type(move) is not StockUp:
            return None
        return self._why_not_these_taps(move.taps) or self._why_not_these_beers(state, move.taps)

    def _why_not_these_taps(self, taps: tuple[int, ...]) -> Refusal | None:
        if not 1 <= len(taps) <= self.most:
            return Refusal("DD-14", NumberOfTaps(self.most))
        if len(set(taps)) < len(taps) or not all(1 <= tap <= 9 for tap in taps):
            return Refusal("DD-14", NotDifferentTaps())
        return None

    def _why_not_these_beers(self, state: DankAndDraftState, taps: tuple[int, ...]) -> Refusal | None:
        cards = [state.taps[tap - 1] for tap in taps]
        if GAP in cards:
            return Refusal("DD-14", TapIsGap(taps[cards.index(GAP)]))
        types = [self.type_of[card >> 4] for card in cards]
        if -1 in types:
            return Refusal("DD-14", TapIsUnknown(taps[types.index(-1)]))
        if len(set(types)) > 1:
            return Refusal("DD-14", SeveralTypes())
        return None

    def perform(self, board: Board, move: StockUp) -> None:
        """DD-14, DD-15, DD-19: row by row from the left."""
        cards = board.take_from_taps(tuple([tap - 1 for tap in move.taps]))
        t = self.type_of[cards[0] >> 4]
        board.gain(t, cards)
        if board.events is not None:
            beers = tuple([TapCard(tap, board.deck.beer(card)) for tap, card in zip(move.taps, cards, strict=True)])
            board.events.append(BeersStockedUp(board.seat, TYPES[t], beers))


@lru_cache(maxsize=256)
def _answers(types: tuple[int, ...], most: int) -> tuple[Move, ...]:
    """None, and every choice of 1 to `most` taps of one type, from the types at the taps."""
    moves: list[Move] = [DECLINE]
    for t in range(len(TYPES)):
        if t in types:
            moves += _stock_ups(tuple([tap for tap, type_ in enumerate(types, 1) if type_ == t]), most)
    return tuple(moves)


@lru_cache(maxsize=1024)
def _stock_ups(taps: tuple[int, ...], most: int) -> tuple[StockUp, ...]:
    """Every choice of 1 to `most` of these taps."""
    counts = range(1, min(most, len(taps)) + 1)
    return tuple(StockUp(chosen) for count in counts for chosen in combinations(taps, count))
