"""What does not fit into storage is discarded, before anybody else acts (BC-14)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from taphouse.engine.brew_crafters.cards import SPOKEN, Stock, amounts, counts, minus
from taphouse.engine.brew_crafters.events import IngredientsDiscarded
from taphouse.engine.brew_crafters.moves import Discard, Trade
from taphouse.engine.brew_crafters.rules.trade import Deciding
from taphouse.engine.brew_crafters.state import Board, BrewCraftersState, Position, ToDiscard, due, excess
from taphouse.engine.game import Refusal


class Discarding(Deciding):
    """The choice of what does not fit into storage. It is the one decision before which nobody trades (BC-16)."""

    entry = ToDiscard
    task = "discard"
    rules = ("BC-14",)
    answers = (Discard,)

    def prompt(self, state: BrewCraftersState, owed: ToDiscard) -> str:
        brewer = state.brewers[owed.seat - 1]
        number, all_ = due(brewer, self.box), excess(brewer, self.box)
        more = f", and then {all_ - number} more" if all_ > number else ""
        return f"Discard {number} ingredient{'s' * (number > 1)}{more}: storage is full."

    def possible(self, _state: BrewCraftersState, _owed: ToDiscard) -> tuple[str, ...]:
        return self.verbs

    def rows(self, state: Position, owed: ToDiscard) -> tuple[Iterable[Discard], ...]:
        brewer = state.brewers[owed.seat - 1]
        return ((Discard(amounts(gone)) for gone in _parts(brewer.stock, due(brewer, self.box))),)

    def trades(self, _state: Position, _owed: ToDiscard) -> list[Trade]:
        return []

    def why_not_own(self, state: BrewCraftersState, owed: ToDiscard, move: Discard) -> Refusal | None:
        gone, brewer = counts(move.ingredients), state.brewers[owed.seat - 1]
        for i, count in enumerate(gone):
            if not 0 <= count <= brewer.stock[i]:
                return Refusal("BC-14", f"You have {brewer.stock[i]} {SPOKEN[i]}, not {count}.")
        number = due(brewer, self.box)
        if sum(gone) == number:
            return None
        much = "many" if sum(gone) > number else "few"
        return Refusal("BC-14", f"{sum(gone)} is too {much}: discard exactly {number}.")

    def make_own(self, board: Board, owed: ToDiscard, move: Discard) -> None:
        """It stays owed until all fits."""
        board.change(owed.seat, stock=minus(board.brewers[owed.seat - 1].stock, counts(move.ingredients)))
        board.events.append(IngredientsDiscarded(owed.seat, move.ingredients))

    def carry_on(self, board: Board, owed: ToDiscard) -> bool:
        if due(board.brewers[owed.seat - 1], self.box):
            return super().carry_on(board, owed)
        board.pending.pop()
        return True


def _parts(stock: Stock, number: int, taken: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """The ways to take so many ingredients out of a stock, apart from those of the first kinds, which are taken already."""
    kind = len(taken)
    further = sum(stock[kind + 1 :])
    for n in range(max(0, number - further), min(stock[kind], number) + 1):
        if kind < len(stock) - 2:
            yield from _parts(stock, number - n, (*taken, n))
        else:
            yield (*taken, n, number - n)
