"""The choice of two Recipes on tap, one's own and another player's, that are exchanged (PC-16)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from taphouse.engine.contract import Refusal
from taphouse.engine.pint_craft.choices import CardChoice
from taphouse.engine.pint_craft.deck import Beer
from taphouse.engine.pint_craft.moves import RecipesSwapped, SwapLabel, SwapRecipes
from taphouse.engine.pint_craft.reasons import NotOnOtherTap, NotOnOwnTap, PintsTooDifferent
from taphouse.engine.pint_craft.state import Board, Cards, PintCraftState, Position, ToSwap, put, without


class AsksToSwap(CardChoice):
    """The choice of two Recipes that change owners."""

    entry = ToSwap
    task = "swap"
    rules = ("PC-16",)
    answers = (SwapRecipes,)

    def moves(self, state: Position, owed: ToSwap) -> Iterator[SwapRecipes]:
        """PC-16: with any other player who is not eliminated (PC-24)."""
        beers = self.deck.beers
        theirs = [state.taps[seat - 1] for seat in state.left if seat != state.seat]
        for own, other in swaps(beers, state.taps[state.seat - 1], theirs, self.act(owed).amount):
            yield SwapRecipes(beers[own].name, beers[other].name)

    def why_not(self, state: PintCraftState, owed: ToSwap, move: SwapRecipes) -> Refusal | None:
        """PC-16."""
        beers, codes, most = self.deck.beers, self.deck.recipe_code, self.act(owed).amount
        own, other = codes.get(move.own), codes.get(move.other)
        if own is None or own not in state.taps[state.seat - 1]:
            return Refusal("PC-16", NotOnOwnTap(move.own))
        if other is None or not any(other in state.taps[seat - 1] for seat in state.left if seat != state.seat):
            return Refusal("PC-16", NotOnOtherTap(move.other))
        pints, others = beers[own].pints, beers[other].pints
        if abs(pints - others) > most:
            return Refusal("PC-16", PintsTooDifferent(move.own, pints, move.other, others, most))
        return None

    def labelled(self, state: PintCraftState, _owed: ToSwap, move: SwapRecipes) -> SwapLabel:
        """With the player who has the other Recipe."""
        return SwapLabel(move, _owner(state, self.deck.recipe_code[move.other]))

    def make(self, board: Board, _owed: ToSwap, move: SwapRecipes) -> None:
        """The two Recipes change owners."""
        board.pending.pop()
        seat, own, other = board.seat, self.deck.recipe_code[move.own], self.deck.recipe_code[move.other]
        owner = _owner(board, other)
        board.taps = put(board.taps, seat, (*without(board.taps[seat - 1], own), other))
        board.taps = put(board.taps, owner, (*without(board.taps[owner - 1], other), own))
        if board.events is not None:
            board.events.append(RecipesSwapped(seat, move.own, owner, move.other))


def _owner(state: Position, recipe: int) -> int:
    """The seat that has a Recipe on tap."""
    return next(seat for seat, taps in enumerate(state.taps, 1) if recipe in taps)


def swaps(beers: Sequence[Beer], own: Cards, theirs: Sequence[Cards], difference: int) -> Iterator[tuple[int, int]]:
    """Every pair of a Recipe of one's own and another player's whose Pints differ by at most so many."""
    for mine in own:
        for taps in theirs:
            for other in taps:
                if abs(beers[mine].pints - beers[other].pints) <= difference:
                    yield mine, other
