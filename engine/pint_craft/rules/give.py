"""Ingredients that a player gives up by their own choice, to another player or to the pot (PC-16)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from taphouse.engine.contract import Refusal, Seat
from taphouse.engine.pint_craft.cards import Pot
from taphouse.engine.pint_craft.choices import CardDetails, Choice, more_than, within
from taphouse.engine.pint_craft.deck import amounts, counts
from taphouse.engine.pint_craft.moves import Give
from taphouse.engine.pint_craft.reasons import NotSoMuchToGive, WrongNumber
from taphouse.engine.pint_craft.state import Board, PintCraftState, Position, ToGive, least

_MOST_KEPT = 6
"""The ways to give more ingredients than this are too many to be kept; they are made as they are asked for."""


class GiveDetails(CardDetails, frozen=True):
    """The number of ingredients to give, and the player who gets them."""

    amount: int = 0
    to: Seat | None = None
    """Null for the pot."""


class AsksToGive(Choice):
    """The choice of ingredients to give up."""

    entry = ToGive
    task = "give"
    rules = ("PC-16",)
    answers = (Give,)
    told = GiveDetails

    def details(self, state: PintCraftState, owed: ToGive) -> GiveDetails:
        """The number, and the player who gets them."""
        return GiveDetails(owed.source, min(owed.amount, sum(state.ingredients[owed.seat - 1])), owed.to or None)

    def moves(self, state: Position, owed: ToGive) -> Iterable[Give]:
        """Every way to give so many of what the player has, or all of it (PC-16)."""
        has = state.ingredients[owed.seat - 1]
        amount = min(owed.amount, sum(has))
        most = least(has, (amount, amount, amount, amount))
        return kept_gifts(amount, most) if amount <= _MOST_KEPT else gifts(amount, most)

    def why_not(self, state: PintCraftState, owed: ToGive, move: Give) -> Refusal | None:
        """PC-16."""
        given, has = counts(move.ingredients), state.ingredients[owed.seat - 1]
        due = min(owed.amount, sum(has))
        if within(given, has) and sum(given) == due:
            return None
        if over := more_than(given, has):
            return Refusal("PC-16", NotSoMuchToGive(*over))
        return self.refused(state, owed, "PC-16", WrongNumber(move.ingredients, sum(given) > due))

    def make(self, board: Board, owed: ToGive, move: Give) -> None:
        """PC-16."""
        board.pending.pop()
        given = counts(move.ingredients)
        if owed.to:
            board.give(owed.seat, owed.to, given, owed.source)
        else:
            board.lose(owed.seat, given, owed.source)


def gifts(amount: int, most: Pot) -> Iterator[Give]:
    """Every way to give so many, those with more Base Malt first."""
    base, specialty, hops, adjuncts = most
    for b in range(base, -1, -1):
        for s in range(min(specialty, amount - b), -1, -1):
            for h in range(min(hops, amount - b - s), -1, -1):
                if amount - b - s - h <= adjuncts:
                    yield Give(amounts((b, s, h, amount - b - s - h)))


@lru_cache(maxsize=512)
def kept_gifts(amount: int, most: Pot) -> tuple[Give, ...]:
    """Cached `gifts`, for small amounts."""
    return tuple(gifts(amount, most))
