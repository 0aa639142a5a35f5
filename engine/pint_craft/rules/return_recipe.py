"""The choice among a player's Recipes on tap with the fewest Pints, one of which the player loses (PC-03, PC-16)."""

from __future__ import annotations

from taphouse.engine.contract import Refusal
from taphouse.engine.pint_craft.choices import CardDetails, Choice
from taphouse.engine.pint_craft.moves import RecipeReturned, ReturnRecipe
from taphouse.engine.pint_craft.reasons import NotFewestPints
from taphouse.engine.pint_craft.state import Board, Cards, PintCraftState, Position, ToReturn, only, put, without


class AsksToReturn(Choice):
    """The choice of the Recipe that the player loses."""

    entry = ToReturn
    task = "return"
    rules = ("PC-16",)
    answers = (ReturnRecipe,)
    told = CardDetails

    def details(self, _state: PintCraftState, owed: ToReturn) -> CardDetails:
        """The card that demands it."""
        return CardDetails(owed.source)

    def moves(self, state: Position, owed: ToReturn) -> list[ReturnRecipe]:
        """PC-16."""
        return [ReturnRecipe(self.deck.beers[recipe].name) for recipe in self._fewest(state, owed)]

    def _fewest(self, state: Position, owed: ToReturn) -> Cards:
        """Those of the player's Recipes that have the fewest Pints."""
        beers, taps = self.deck.beers, state.taps[owed.seat - 1]
        least = min([beers[recipe].pints for recipe in taps], default=0)
        return tuple([recipe for recipe in taps if beers[recipe].pints == least])

    def why_not(self, state: PintCraftState, owed: ToReturn, move: ReturnRecipe) -> Refusal | None:
        """PC-16."""
        fewest = self._fewest(state, owed)
        if self.deck.recipe_code.get(move.recipe) in fewest:
            return None
        return Refusal("PC-16", NotFewestPints(tuple([self.deck.beers[one].name for one in fewest])))

    def make(self, board: Board, owed: ToReturn, move: ReturnRecipe) -> None:
        """Put it on top of the smallest stack that is not empty, the first of equals (PC-03); its Base Malt is paid."""
        board.pending.pop()
        recipe, seat = self.deck.recipe_code[move.recipe], owed.seat
        number = min((len(stack), i) for i, stack in enumerate(board.stacks, 1) if stack)[1]
        board.stacks = put(board.stacks, number, (*board.stacks[number - 1], recipe))
        board.taps = put(board.taps, seat, without(board.taps[seat - 1], recipe))
        if board.events is not None:
            board.events.append(RecipeReturned(seat, move.recipe, number))
        board.take(seat, only(0, self.deck.beers[recipe].cost[0]), owed.source)
