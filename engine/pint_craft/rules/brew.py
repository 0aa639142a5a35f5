"""The second step of a turn: put Recipes on tap, or end the turn (PC-03, PC-05, PC-09)."""

from __future__ import annotations

from collections.abc import Iterable

from taphouse.engine.contract import Move, Refusal
from taphouse.engine.decisions import Asks
from taphouse.engine.messages import Details
from taphouse.engine.messages.reasons import NoSuchName
from taphouse.engine.pint_craft.cards import UNKNOWN
from taphouse.engine.pint_craft.deck import Deck, amounts
from taphouse.engine.pint_craft.moves import Brew, EndTurn, PlayCard, RecipeBrewed, StopPlaying, TradeIn
from taphouse.engine.pint_craft.reasons import (
    HandIsEmpty,
    MostCardsPlayed,
    OneCardInFaceOff,
    PlayingIsDone,
    RecipeNotOnOffer,
    RecipeTooDear,
)
from taphouse.engine.pint_craft.rules.rounds import ALL_ON_TAP, end_turn, over
from taphouse.engine.pint_craft.state import FACE_OFF, Board, PintCraftState, Position, ToBrew, can_pay, offered, put

_END = EndTurn()


class BrewDetails(Details, frozen=True):
    """The moves that are possible besides ending the turn."""

    brew: bool = False


class AsksToBrew(Asks):
    """The choice of a Recipe to put on tap, or of none."""

    entry = ToBrew
    task = "brew"
    rules = ("PC-05", "PC-09")
    answers = (EndTurn, Brew)
    told = BrewDetails

    def __init__(self, deck: Deck) -> None:
        super().__init__()
        self.deck = deck
        self._brews = tuple(Brew(beer.name) for beer in deck.beers)

    # --- what is asked -------------------------------------------------------------------------------------------------

    def possible(self, state: PintCraftState, _owed: ToBrew) -> tuple[str, ...]:
        """A player who cannot pay for any Recipe only ends the turn."""
        return self.verbs if may_pay(self.deck, state) else self.verbs[:1]

    def moves(self, state: PintCraftState, _owed: ToBrew) -> list[Move]:
        """PC-03, PC-09."""
        payable = self.deck.payable(state.ingredients[state.seat - 1], offered(state.stacks))
        return [_END, *[self._brews[recipe] for recipe in payable]]

    # --- why a move is refused -----------------------------------------------------------------------------------------

    def why_not(self, state: PintCraftState, _owed: ToBrew, move: Brew | EndTurn) -> Refusal | None:
        """PC-03, PC-09; a turn may always be ended."""
        if type(move) is Brew:
            return why_not_on_offer(self.deck, state, move.recipe) or self._why_not_paid(state, move)
        return None

    def _why_not_paid(self, state: PintCraftState, move: Brew) -> Refusal | None:
        beer = self.deck.beers[self.deck.recipe_code[move.recipe]]
        has = state.ingredients[state.seat - 1]
        if can_pay(has, beer.cost):
            return None
        short = [max(0, cost - held) for cost, held in zip(beer.cost, has, strict=True)]
        return Refusal("PC-09", RecipeTooDear(move.recipe, amounts(beer.cost), amounts(short)))

    def why_not_now(self, state: PintCraftState, owed: ToBrew, move: Move) -> Refusal:
        """The reason why no more cards can be played in this turn."""
        match move:
            case StopPlaying():
                return Refusal("PC-05", PlayingIsDone())
            case PlayCard() | TradeIn():
                return self._why_no_more_cards(state)
        return super().why_not_now(state, owed, move)

    def _why_no_more_cards(self, state: PintCraftState) -> Refusal:
        if state.stage == FACE_OFF:
            return Refusal("PC-25", OneCardInFaceOff())
        if state.played >= self.deck.most_played:
            return Refusal("PC-06", MostCardsPlayed(state.played))
        if not state.hands[state.seat - 1]:
            return Refusal("PC-07", HandIsEmpty())
        return Refusal("PC-05", PlayingIsDone())

    # --- what a move does ----------------------------------------------------------------------------------------------

    def make(self, board: Board, _owed: ToBrew, move: Brew | EndTurn) -> None:
        """PC-05, PC-09."""
        if type(move) is Brew:
            self._put_on_tap(board, move)
        else:
            end_turn(board)

    def _put_on_tap(self, board: Board, move: Brew) -> None:
        """PC-09; with the last Recipe the game ends at once (PC-27)."""
        recipe = self.deck.recipe_code[move.recipe]
        number = next(i for i, stack in enumerate(board.stacks, 1) if stack and stack[-1] == recipe)
        below = board.stacks[number - 1][:-1]
        board.stacks = put(board.stacks, number, below)
        board.uncovered |= bool(below)
        board.pay(board.seat, self.deck.beers[recipe].cost)
        board.taps = put(board.taps, board.seat, (*board.taps[board.seat - 1], recipe))
        if board.events is not None:
            board.events.append(RecipeBrewed(board.seat, move.recipe, number, board.top(number)))
        if not any(board.stacks):
            over(board, ALL_ON_TAP)

    def carry_on(self, board: Board, _owed: ToBrew) -> bool:
        """PC-05: a turn ends by itself when its player cannot pay for any Recipe on offer.

        A Recipe that this move has uncovered counts as unknown, so that the turn ends in a preview of the move as well.
        """
        if may_pay(self.deck, board, board.uncovered):
            return False
        end_turn(board)
        return True


def may_pay(deck: Deck, state: Position, uncovered: bool = False) -> bool:
    """PC-05: whether the player may be able to pay for a Recipe on offer; otherwise the turn ends.

    A Recipe that is not known, or was just uncovered, may be any that is not on tap.
    """
    has = state.ingredients[state.seat - 1]
    if not can_pay(has, deck.least_cost):
        return False
    recipes: Iterable[int] = [stack[-1] for stack in state.stacks if stack]
    if uncovered or UNKNOWN in recipes:
        recipes = deck.recipes.difference(*state.taps)
    return any(deck.payable(has, recipes))


def why_not_on_offer(deck: Deck, state: PintCraftState, recipe: str) -> Refusal | None:
    """PC-03: why the Recipe of this name cannot be chosen; None where it is on offer."""
    code, on_offer = deck.recipe_code.get(recipe), offered(state.stacks)
    if code in on_offer:
        return None
    names = tuple([deck.beers[one].name for one in on_offer])
    return Refusal("PC-03", NoSuchName(recipe, names) if code is None else RecipeNotOnOffer(recipe, names))
