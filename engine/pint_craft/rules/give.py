"""Ingredients that a player gives up by their own choice, to another player or to the pot (PC-16)."""

from __future__ import annotations

from collections.abc import Iterator

from taphouse.engine.game import Refusal
from taphouse.engine.pint_craft.choices import Choice, more_than, so_many
from taphouse.engine.pint_craft.deck import amounts, counts
from taphouse.engine.pint_craft.moves import Give
from taphouse.engine.pint_craft.state import Board, PintCraftState, Position, ToGive


class AsksToGive(Choice):
    """Which ingredients a player gives up."""

    entry = ToGive
    task = "give"
    rules = ("PC-16",)
    answers = (Give,)

    def prompt(self, state: PintCraftState, owed: ToGive) -> str:
        """With how many, and who gets them."""
        number = min(owed.amount, sum(state.ingredients[owed.seat - 1]))
        receiver = f"to seat {owed.to}" if owed.to else "back to the pot"
        return f"{self.deck.spoken[owed.source]}: give {number} of your ingredients {receiver}."

    def moves(self, state: Position, owed: ToGive) -> Iterator[Give]:
        """Every way to give so many of what the player has, or all of it (PC-16)."""
        has = state.ingredients[owed.seat - 1]
        rest = min(owed.amount, sum(has))
        for b in range(min(has[0], rest), -1, -1):
            for s in range(min(has[1], rest - b), -1, -1):
                for h in range(min(has[2], rest - b - s), -1, -1):
                    if rest - b - s - h <= has[3]:
                        yield Give(amounts((b, s, h, rest - b - s - h)))

    def why_not(self, state: PintCraftState, owed: ToGive, move: Give) -> Refusal | None:
        """PC-16."""
        given, has = counts(move.ingredients), state.ingredients[owed.seat - 1]
        if over := more_than(given, has):
            return Refusal("PC-16", f"You have {over}.")
        due = min(owed.amount, sum(has))
        if sum(given) == due:
            return None
        much = f"too {'many' if sum(given) > due else 'few'}"
        return Refusal("PC-16", f"{so_many(given)} {much}: give exactly {due}.")

    def make(self, board: Board, owed: ToGive, move: Give) -> None:
        """PC-16."""
        board.pending.pop()
        given = counts(move.ingredients)
        if owed.to:
            board.give(owed.seat, owed.to, given, owed.source)
        else:
            board.lose(owed.seat, given, owed.source)
