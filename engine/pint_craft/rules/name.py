"""The choice of the Recipe on offer that an Expansion pays from (PC-15)."""

from __future__ import annotations

from taphouse.engine.contract import Refusal
from taphouse.engine.pint_craft.cards import INGREDIENTS, Ingredient
from taphouse.engine.pint_craft.choices import CardChoice, CardDetails
from taphouse.engine.pint_craft.deck import Deck
from taphouse.engine.pint_craft.moves import NameRecipe
from taphouse.engine.pint_craft.rules.brew import why_not_on_offer
from taphouse.engine.pint_craft.state import (
    Board,
    OfCard,
    PintCraftState,
    Position,
    ToName,
    offered,
    only,
    unknown_on_offer,
)


class NameDetails(CardDetails, frozen=True):
    """The ingredient that the Expansion pays."""

    ingredient: Ingredient = Ingredient.BASE_MALT


class AsksForName(CardChoice):
    """The choice of the Recipe that the Expansion pays from."""

    entry = ToName
    task = "name"
    rules = ("PC-15",)
    answers = (NameRecipe,)
    told = NameDetails

    def __init__(self, deck: Deck) -> None:
        super().__init__(deck)
        self._names = tuple(NameRecipe(beer.name) for beer in deck.beers)

    def details(self, _state: PintCraftState, owed: OfCard) -> NameDetails:
        """The card and the ingredient."""
        return NameDetails(self.deck.names[owed.card], INGREDIENTS[self.act(owed).ingredient])

    def moves(self, state: Position, _owed: ToName) -> list[NameRecipe]:
        """PC-15."""
        return [self._names[recipe] for recipe in offered(state.stacks)]

    def is_known_in_part(self, board: Board) -> bool:
        """True if a Recipe on offer is not known."""
        return unknown_on_offer(board.stacks)

    def why_not(self, state: PintCraftState, _owed: ToName, move: NameRecipe) -> Refusal | None:
        """PC-03."""
        return why_not_on_offer(self.deck, state, move.recipe)

    def make(self, board: Board, owed: ToName, move: NameRecipe) -> None:
        """PC-15: as much of one ingredient as the Recipe costs."""
        board.pending.pop()
        ingredient = self.act(owed).ingredient
        cost = self.deck.beers[self.deck.recipe_code[move.recipe]].cost
        board.take(board.seat, only(ingredient, cost[ingredient]), self.deck.names[owed.card])
