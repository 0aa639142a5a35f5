"""The last phase of a turn: discard down to the hand limit (DD-17)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from msgspec.structs import replace

from taphouse.engine.chance import BLIND
from taphouse.engine.contract import Refusal
from taphouse.engine.dank_and_draft.cards import TYPES, Deck, backs
from taphouse.engine.dank_and_draft.moves import BeerAmounts, BeersDiscarded, Discard
from taphouse.engine.dank_and_draft.reasons import DiscardsOther, NotSoManyInHand
from taphouse.engine.dank_and_draft.rules.turns import refill
from taphouse.engine.dank_and_draft.state import Board, DankAndDraftState, ToDiscard
from taphouse.engine.decisions import Asks, StackedRules
from taphouse.engine.messages import Details

_MOST_KEPT = 3
"""The ways to discard more cards than this are too many to be kept; they are made as they are asked for."""


class DiscardDetails(Details, frozen=True):
    """The number of cards to discard, and the hand limit."""

    count: int = 0
    limit: int = 0


class AsksToDiscard(Asks):
    """The choice of beers to discard."""

    entry = ToDiscard
    task = "discard"
    rules = ("DD-17",)
    answers = (Discard,)
    told = DiscardDetails

    def __init__(self, deck: Deck) -> None:
        super().__init__()
        self.deck = deck

    def details(self, state: DankAndDraftState, _owed: ToDiscard) -> DiscardDetails:
        """The size of the hand is public."""
        limit = self.deck.hand_limit
        return DiscardDetails(len(state.hands[state.seat - 1]) - limit, limit)

    def moves(self, state: DankAndDraftState, _owed: ToDiscard) -> Iterable[Discard]:
        """DD-17: every way down to the hand limit."""
        hand = state.hands[state.seat - 1]
        over = len(hand) - self.deck.hand_limit
        return (_kept_discards if over <= _MOST_KEPT else _discards)(self.deck.counts(hand), over)

    def why_not(self, state: DankAndDraftState, _owed: ToDiscard, move: Discard) -> Refusal | None:
        """DD-17: no more than the hand has of a type, and exactly down to the hand limit."""
        hand, wanted, limit = state.hands[state.seat - 1], _counts(move.beers), self.deck.hand_limit
        for type_, held, count in zip(TYPES, self.deck.counts(hand), wanted, strict=True):
            if not 0 <= count <= held:
                return Refusal("DD-17", NotSoManyInHand(type_, held, count))
        over = len(hand) - limit
        if sum(wanted) != over:
            return Refusal("DD-17", DiscardsOther(over, limit, sum(wanted)))
        return None

    def make(self, board: Board, _owed: ToDiscard, move: Discard) -> None:
        """DD-17: it ends the turn."""
        gone = self._discard(board, move)
        if board.events is not None:
            board.events.append(BeersDiscarded(board.seat, self.deck.beers(gone), backs(gone)))
        refill(board)

    def _discard(self, board: Board, move: Discard) -> tuple[int, ...]:
        """DD-17: each type has a draw of its own, needed or not."""
        gone: tuple[int, ...] = ()
        draws = board.draws
        for t, count in enumerate(_counts(move.beers)):
            if count:
                board.draws = draws + t
                gone += board.leave_by_type(t, count)
        board.draws = draws + len(TYPES)
        board.discards += gone
        return gone

    def previews(
        self, rules: StackedRules, state: DankAndDraftState, owed: ToDiscard, moves: Sequence[Discard]
    ) -> list[DankAndDraftState]:
        """Only the hand and the discard pile differ: the refill looks at neither."""
        board: Board = rules.board_without_events(state, BLIND)  # type: ignore[assignment]  # that of this game
        self.make(board, owed, moves[0])
        reached, positions = board.state(), []
        for move in moves:
            board.draws, board.seat, board.hands, board.discards = state.draws, state.seat, state.hands, state.discards
            self._discard(board, move)
            positions.append(replace(reached, hands=board.hands, discards=board.discards))
        return positions


def _counts(beers: BeerAmounts) -> tuple[int, ...]:
    """The amounts in the order of the types."""
    return beers.ipa, beers.pilsner, beers.amber, beers.sour, beers.stout


def _discards(counts: tuple[int, ...], over: int) -> Iterator[Discard]:
    """Every way to take `over` cards from these counts, the earlier types first."""
    for amounts in _choices(counts, over):
        yield Discard(BeerAmounts(*amounts))


@lru_cache(maxsize=1024)
def _kept_discards(counts: tuple[int, ...], over: int) -> tuple[Discard, ...]:
    """Cached `_discards`, for few cards."""
    return tuple(_discards(counts, over))


def _choices(counts: tuple[int, ...], total: int) -> Iterator[tuple[int, ...]]:
    if not counts:
        yield ()
        return
    first, *others = counts
    for take in range(min(first, total), max(0, total - sum(others)) - 1, -1):
        for rest in _choices(tuple(others), total - take):
            yield (take, *rest)
