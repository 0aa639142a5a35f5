"""The first phase of a turn: draft a complete line of the taps (DD-07)."""

from __future__ import annotations

from collections.abc import Sequence

from taphouse.engine.contract import Refusal
from taphouse.engine.dank_and_draft.cards import GAP, LINES, backs
from taphouse.engine.dank_and_draft.moves import BeersDrafted, Draft
from taphouse.engine.dank_and_draft.reasons import LineHasGap
from taphouse.engine.dank_and_draft.state import Board, DankAndDraftState, ToAct, ToDraft, changed
from taphouse.engine.decisions import Asks

_TO_ACT = (ToAct(),)
_DRAFTS = tuple((Draft(line), taps) for line, taps in LINES.items())
_ALL_DRAFTS = tuple(draft for draft, _ in _DRAFTS)


class AsksToDraft(Asks):
    """The choice of a line to draft."""

    entry = ToDraft
    task = "draft"
    rules = ("DD-07",)
    answers = (Draft,)

    def moves(self, state: DankAndDraftState, _owed: ToDraft) -> Sequence[Draft]:
        """DD-07: the complete lines."""
        return complete(state.taps)

    def why_not(self, state: DankAndDraftState, _owed: ToDraft, move: Draft) -> Refusal | None:
        """DD-07: a line with a gap is not complete."""
        a, b, c = LINES[move.line]
        if GAP in (state.taps[a], state.taps[b], state.taps[c]):
            return Refusal("DD-07", LineHasGap(move.line))
        return None

    def make(self, board: Board, _owed: ToDraft, move: Draft) -> None:
        """DD-07: the cards come into the hand, and the optional phases follow."""
        cards = board.take_from_taps(LINES[move.line])
        board.hands = changed(board.hands, board.seat, board.hands[board.seat - 1] + cards)
        if board.events is not None:
            board.events.append(BeersDrafted(board.seat, move.line, board.deck.beers(cards), backs(cards)))
        board.pending = _TO_ACT


def complete(taps: tuple[int, ...]) -> Sequence[Draft]:
    """DD-07: the drafts of the lines whose three taps hold a card."""
    if GAP not in taps:
        return _ALL_DRAFTS
    return [draft for draft, (a, b, c) in _DRAFTS if taps[a] != GAP and taps[b] != GAP and taps[c] != GAP]
