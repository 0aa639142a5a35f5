"""Discarding the ingredients that do not fit into storage, before anybody else acts (BC-14)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations_with_replacement

from taphouse.engine.brew_crafters.cards import INGREDIENTS, SPOKEN, Stock, amounts, counts, minus
from taphouse.engine.brew_crafters.events import IngredientsDiscarded
from taphouse.engine.brew_crafters.moves import Discard
from taphouse.engine.brew_crafters.rules.trade import Deciding
from taphouse.engine.brew_crafters.state import (
    DISCARDED_AT_ONCE,
    Board,
    BrewCraftersState,
    Position,
    ToDiscard,
    due,
    excess,
)
from taphouse.engine.contract import Refusal
from taphouse.engine.messages import Details


class DiscardDetails(Details, frozen=True):
    """The number of ingredients to discard."""

    count: int = 0
    """Now."""
    later: int = 0
    """After that, because so many are discarded at once at most."""


class Discarding(Deciding):
    """The choice of what does not fit into storage. It is the one decision before which nobody trades (BC-16)."""

    entry = ToDiscard
    task = "discard"
    rules = ("BC-14",)
    answers = (Discard,)
    told = DiscardDetails

    def details(self, state: BrewCraftersState, owed: ToDiscard) -> DiscardDetails:
        brewer = state.brewers[owed.seat - 1]
        number = due(brewer, self.box)
        return DiscardDetails(number, excess(brewer, self.box) - number)

    def possible(self, _state: BrewCraftersState, _owed: ToDiscard) -> tuple[str, ...]:
        return self.verbs

    def rows(self, state: Position, owed: ToDiscard) -> tuple[Sequence[Discard], ...]:
        return (self.moves(state, owed),)

    def moves(self, state: Position, owed: ToDiscard) -> tuple[Discard, ...]:
        brewer = state.brewers[owed.seat - 1]
        number = due(brewer, self.box)
        # more of a kind than that make no difference, and so fewer stocks are different
        a, b, c, d, e, f = [count if count < number else number for count in brewer.stock]
        return _parts((a, b, c, d, e, f), number)

    def why_not_own(self, state: BrewCraftersState, owed: ToDiscard, move: Discard) -> Refusal | None:
        gone, brewer = counts(move.ingredients), state.brewers[owed.seat - 1]
        for count, has, kind in zip(gone, brewer.stock, SPOKEN, strict=True):
            if not 0 <= count <= has:
                return Refusal("BC-14", f"You have {has} {kind}, not {count}.")
        number = due(brewer, self.box)
        if sum(gone) == number:
            return None
        much = "many" if sum(gone) > number else "few"
        return Refusal("BC-14", f"{sum(gone)} is too {much}: discard exactly {number}.")

    def make_own(self, board: Board, owed: ToDiscard, move: Discard) -> None:
        """Discard; the decision stays owed until all fits."""
        board.change(owed.seat, stock=minus(board.brewers[owed.seat - 1].stock, counts(move.ingredients)))
        board.events.append(IngredientsDiscarded(owed.seat, move.ingredients))

    def carry_on(self, board: Board, owed: ToDiscard) -> bool:
        brewer = board.brewers[owed.seat - 1]
        if due(brewer, self.box):
            kinds = sum(map(bool, brewer.stock))  # some ingredients stay, so two kinds are a choice
            if kinds == 1:
                self.make(board, owed, self.moves(board, owed)[0])
            return kinds == 1
        board.pending.pop()
        return True


def _discards(number: int) -> list[tuple[Stock, Discard]]:
    """The ways to discard so many ingredients of six kinds, the first kinds last."""
    kinds = range(len(INGREDIENTS))
    ways = [tuple(map(way.count, kinds)) for way in combinations_with_replacement(kinds, number)]
    parts = [(a, b, c, d, e, f) for a, b, c, d, e, f in sorted(ways)]
    return [(part, Discard(amounts(part))) for part in parts]


_DISCARDS = tuple(map(_discards, range(DISCARDED_AT_ONCE + 1)))
"""Every discard and its stock, by the number of ingredients."""


@lru_cache(maxsize=8192)
def _parts(stock: Stock, number: int) -> tuple[Discard, ...]:
    """The ways to discard so many ingredients of a stock, in which no count is above that number."""
    u, v, w, x, y, z = stock
    return tuple(
        [
            move
            for (a, b, c, d, e, f), move in _DISCARDS[number]
            if a <= u and b <= v and c <= w and d <= x and e <= y and f <= z
        ]
    )
