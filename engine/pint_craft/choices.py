"""The common part of the choices that a card or a bonus asks for: the engine makes a choice that has one answer."""

from __future__ import annotations

from itertools import islice
from typing import Any

from taphouse.engine.contract import Slug
from taphouse.engine.decisions import Asks
from taphouse.engine.messages import Details
from taphouse.engine.pint_craft.cards import Ingredient, IngredientAmounts, Pot
from taphouse.engine.pint_craft.deck import Act, Deck, amounts
from taphouse.engine.pint_craft.state import Board, OfCard, PintCraftState, only

INGREDIENTS = tuple(Ingredient)


class Choice(Asks):
    """A choice that interrupts a turn. Its answers are the same for the state and for the board that comes to it."""

    def __init__(self, deck: Deck) -> None:
        super().__init__()
        self.deck = deck

    def carry_on(self, board: Board, owed: Any) -> bool:
        """Make the choice where public information leaves one answer; drop it where there is none."""
        answers = list(islice(self.moves(board, owed), 2))
        if len(answers) > 1 or self.is_known_in_part(board):
            return False
        if answers:
            self.make(board, owed, answers[0])
        else:
            board.pending.pop()
        return True

    def is_known_in_part(self, _board: Board) -> bool:
        """True if there may be answers that a preview does not know."""
        return False


class CardDetails(Details, frozen=True):
    """The card or bonus that asks for a choice."""

    source: Slug = ""


class CardChoice(Choice):
    """A choice that the effect of a card asks of its player."""

    told = CardDetails

    def details(self, _state: PintCraftState, owed: OfCard) -> CardDetails:
        """The card."""
        return CardDetails(self.deck.titles[owed.card].name)

    def act(self, owed: OfCard) -> Act:
        """The effect that asks for this choice."""
        return self.deck.titles[owed.card].acts[owed.at]


def within(part: Pot, whole: Pot) -> bool:
    """True if these ingredients, none of them a negative count, can be taken from the others."""
    return (
        0 <= part[0] <= whole[0] and 0 <= part[1] <= whole[1] and 0 <= part[2] <= whole[2] and 0 <= part[3] <= whole[3]
    )


def more_than(wanted: Pot, there: Pot) -> tuple[IngredientAmounts, Ingredient, int] | None:
    """The first ingredient of which more is wanted than there is: all that there is of it, the kind, and the number wanted."""
    for i, (count, most) in enumerate(zip(wanted, there, strict=True)):
        if not 0 <= count <= most:
            return amounts(only(i, most)), INGREDIENTS[i], count
    return None
