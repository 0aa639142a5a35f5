"""A choice of ingredients from the pot, for a card, a trade-in or a bonus (PC-11 to PC-14, PC-19, PC-20)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from msgspec.structs import replace

from taphouse.engine.chance import BLIND
from taphouse.engine.contract import Refusal
from taphouse.engine.decisions import StackedRules
from taphouse.engine.pint_craft.cards import BASICS, IMPROVEMENTS, SEASONAL_BONUS, SEASONS, Pot
from taphouse.engine.pint_craft.choices import CardDetails, Choice, more_than, within
from taphouse.engine.pint_craft.deck import amounts, counts
from taphouse.engine.pint_craft.moves import Choose, ChooseLabel
from taphouse.engine.pint_craft.reasons import CannotChoose, NotSoMuchInPot, WrongNumber
from taphouse.engine.pint_craft.rules.brew import may_pay
from taphouse.engine.pint_craft.rules.rounds import end_turn
from taphouse.engine.pint_craft.state import (
    ALL,
    BASE_MALT,
    BASIC,
    HOPS,
    Board,
    PintCraftState,
    Position,
    ToBrew,
    ToChoose,
    least,
)
from taphouse.engine.vocabulary import Word


class Chosen(Word):
    """The ingredients that a choice may consist of."""

    INGREDIENT = "INGREDIENT", "Any ingredients."
    BASIC_INGREDIENT = "BASIC_INGREDIENT", "Basic Ingredients."
    BASE_MALT = "BASE_MALT", "Base Malt."
    HOPS = "HOPS", "Hops."


_CHOSEN = {
    ALL: Chosen.INGREDIENT,
    BASIC: Chosen.BASIC_INGREDIENT,
    BASE_MALT: Chosen.BASE_MALT,
    HOPS: Chosen.HOPS,
}
_BONUS_RULES = {SEASONAL_BONUS: "PC-19", IMPROVEMENTS: "PC-20"}
_MOST_KEPT = 8
"""The choices of more ingredients than this are too many to be kept; they are made as they are asked for."""


class ChooseDetails(CardDetails, frozen=True):
    """The number of ingredients to choose, and those to choose from."""

    amount: int = 0
    what: Chosen = Chosen.INGREDIENT
    adjunct: int = 0
    """The number that an Adjunct counts as; 0 if none can be chosen."""
    left: int = 0
    """The number of Basic Ingredients, if the pot has too few of them."""
    basic: Chosen = Chosen.BASIC_INGREDIENT
    """The Basic Ingredients that may be chosen."""
    none_left: bool = False


class AsksToChoose(Choice):
    """The choice of ingredients to take."""

    entry = ToChoose
    task = "choose"
    rules = ("PC-11", "PC-13")
    answers = (Choose,)
    told = ChooseDetails

    # --- what is asked -------------------------------------------------------------------------------------------------

    def asked_by(self, _state: PintCraftState, owed: ToChoose) -> tuple[str, ...]:
        """The rules behind the choice. For a bonus, the rule that pays it comes first."""
        rule = _BONUS_RULES.get(owed.source)
        return (rule, *self.rules) if rule else self.rules

    def details(self, state: PintCraftState, owed: ToChoose) -> ChooseDetails:
        """PC-11: what pays, how much, and what limits the choice."""
        price, most = self._limits(state, owed)
        basics = sum(most[:BASICS])
        short = basics < owed.amount
        return ChooseDetails(
            owed.source,
            owed.amount,
            _CHOSEN[owed.allowed],
            price if most[BASICS] else 0,
            basics if short else 0,
            _CHOSEN[owed.allowed & BASIC],
            short and not basics,
        )

    def _limits(self, state: Position, owed: ToChoose) -> tuple[int, Pot]:
        """The value of an Adjunct to the player (PC-11), and the most of each ingredient in a choice."""
        amount, price = owed.amount, self.deck.adjunct_price(state.fronts[owed.seat - 1])
        most = least(state.pot, (amount, amount, amount, amount // price))
        return price, most if owed.allowed == ALL else _allowed(most, owed.allowed)

    def moves(self, state: Position, owed: ToChoose) -> Iterable[Choose]:
        """PC-11, PC-13."""
        price, most = self._limits(state, owed)
        return (kept_choices if owed.amount <= _MOST_KEPT else choices)(owed.amount, price, most)

    def labelled(self, _state: PintCraftState, owed: ToChoose, move: Choose) -> ChooseLabel:
        """With the card or bonus."""
        return ChooseLabel(move, owed.source)

    # --- why a move is refused -----------------------------------------------------------------------------------------

    def why_not(self, state: PintCraftState, owed: ToChoose, move: Choose) -> Refusal | None:
        """PC-11, PC-13, PC-19, PC-20."""
        chosen, (price, most) = counts(move.ingredients), self._limits(state, owed)
        basics, rest = chosen[0] + chosen[1] + chosen[2], owed.amount - price * chosen[BASICS]
        # fewer than the rest are legal where the pot has no more of the Basic Ingredients
        if within(chosen, most) and (basics == rest or basics == sum(most[:BASICS]) < rest):
            return None
        unpaid = _allowed(chosen, ALL & ~owed.allowed)
        if any(unpaid):
            why = CannotChoose(amounts(unpaid), SEASONS[state.season])
            return self.refused(state, owed, _BONUS_RULES[owed.source], why)
        if over := more_than(chosen, state.pot):
            return Refusal("PC-13", NotSoMuchInPot(*over))
        return self.refused(state, owed, "PC-11", WrongNumber(move.ingredients, basics > rest))

    # --- what a move does ----------------------------------------------------------------------------------------------

    def make(self, board: Board, owed: ToChoose, move: Choose) -> None:
        """PC-11."""
        board.pending.pop()
        board.take_all(owed.seat, move.ingredients, owed.source)

    def previews(
        self, rules: StackedRules, state: PintCraftState, owed: ToChoose, moves: Sequence[Choose]
    ) -> list[PintCraftState]:
        """Only ingredients differ, unless what follows the choice looks at them."""
        reached = self.reached(rules, state, owed, moves)
        if reached is None:
            return super().previews(rules, state, owed, moves)
        return [holding(position, owed.seat, has, pot) for position, has, pot in reached]

    def reached(
        self, rules: StackedRules, state: PintCraftState, owed: ToChoose, moves: Sequence[Choose]
    ) -> list[tuple[PintCraftState, Pot, Pot]] | None:
        """For each answer a position with the ingredients that the player then has, and the pot, in place of those in it.

        Most answers share one position. None where what follows uncovers a Recipe, or an effect looks at ingredients.
        """
        board: Board = rules.board_without_events(state, BLIND)  # type: ignore[assignment]  # that of this game
        self.make(board, owed, moves[0])
        looked = _looks(rules, board)  # decisions do so before they change anything
        if looked and (board.uncovered or type(board.pending[-1]) not in rules.entries):
            return None
        position, place, found = board.state(), owed.seat - 1, []
        ended = _ended(rules, position) if looked and type(position.pending[-1]) is ToBrew else None
        had, pot = state.ingredients[place], state.pot
        for move in moves:
            board.ingredients[place], board.pot = had, pot
            board.receive(owed.seat, counts(move.ingredients))
            if ended is not None and not may_pay(self.deck, board):
                found.append((ended, board.ingredients[place], board.pot))
            elif ended is None and looked and rules.step(board):
                rules.go_on(board)
                followed = board.state()
                found.append((followed, followed.ingredients[place], followed.pot))
                board = rules.board_without_events(position, BLIND)  # type: ignore[assignment]
            else:
                found.append((position, board.ingredients[place], board.pot))
        return found

    def carry_on(self, board: Board, owed: ToChoose) -> bool:
        """See `carry_on`; but with enough Base Malt, and some Specialty Malt instead, there is more than one answer."""
        base, specialty, _, _ = board.pot
        if base >= owed.amount > 0 and specialty and owed.allowed & BASIC == BASIC:
            return False
        return super().carry_on(board, owed)


def holding(position: PintCraftState, seat: int, has: Pot, pot: Pot) -> PintCraftState:
    """The position in which a player has these ingredients, and the pot those."""
    ingredients = position.ingredients
    return replace(position, ingredients=(*ingredients[: seat - 1], has, *ingredients[seat:]), pot=pot)


def _ended(rules: StackedRules, state: PintCraftState) -> PintCraftState | None:
    """The position after the end of the turn in a preview; None if what follows looks at ingredients."""
    board: Board = rules.board_without_events(state, BLIND)  # type: ignore[assignment]  # that of this game
    end_turn(board)
    return None if _looks(rules, board) else board.state()


def _looks(rules: StackedRules, board: Board) -> bool:
    """Run the steps that need no decision, up to the first that looks at ingredients or the pot, if one does."""
    kept = board.ingredients, board.pot
    del board.ingredients, board.pot
    try:
        rules.go_on(board)
    except AttributeError:
        return True
    finally:
        board.ingredients, board.pot = kept
    return False


def _allowed(pot: Pot, allowed: int) -> Pot:
    """Those of these ingredients that may be chosen."""
    base, specialty, hops, adjuncts = [count if allowed >> i & 1 else 0 for i, count in enumerate(pot)]
    return base, specialty, hops, adjuncts


def choices(amount: int, price: int, most: Pot) -> Iterator[Choose]:
    """Every choice of so many, those with fewer Adjuncts and with more Base Malt first (PC-11)."""
    base, specialty, hops, adjuncts = most
    for n in range(adjuncts + 1):
        rest = min(amount - price * n, base + specialty + hops)
        for b in range(min(base, rest), max(0, rest - specialty - hops) - 1, -1):
            for s in range(min(specialty, rest - b), max(0, rest - b - hops) - 1, -1):
                yield Choose(amounts((b, s, rest - b - s, n)))


@lru_cache(maxsize=512)
def kept_choices(amount: int, price: int, most: Pot) -> tuple[Choose, ...]:
    """Cached `choices`, for small amounts."""
    return tuple(choices(amount, price, most))
