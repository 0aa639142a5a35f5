"""What the effects of Brewery cards do, one function each, by its name in an edition; and what may be chosen where they ask."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from taphouse.engine.pint_craft.cards import UNKNOWN, EffectName, Pot
from taphouse.engine.pint_craft.deck import Act, Beer, amounts
from taphouse.engine.pint_craft.moves import (
    CardTaken,
    CardTakenBack,
    Choose,
    Give,
    HandDiscarded,
    RecipeBuried,
    RecipeReturned,
    RecipesSwapped,
)
from taphouse.engine.pint_craft.state import (
    ALL,
    Board,
    Cards,
    OfCard,
    ToBury,
    ToChoose,
    ToGive,
    ToName,
    ToReturn,
    ToSwap,
    ToTakeBack,
    ToTarget,
    names,
)

MOST_KEPT = 16
"""The choices of more ingredients than this are too many to be kept; they are made as they are asked for."""

# --- what a card does ------------------------------------------------------------------------------------------------------


def _choose(board: Board, act: Act, of: OfCard) -> None:
    _owe_choice(board, board.seat, act.amount, of)


def _choose_per_improvement(board: Board, act: Act, of: OfCard) -> None:
    _owe_choice(board, board.seat, act.amount + board.deck.improvements(board.fronts[board.seat - 1]), of)


def _choose_per_recipe(board: Board, act: Act, of: OfCard) -> None:
    _owe_choice(board, board.seat, min(act.amount, len(board.taps[board.seat - 1])), of)


def _others_choose(board: Board, act: Act, of: OfCard) -> None:
    for seat in reversed(board.others()):
        _owe_choice(board, seat, act.amount, of)


def _owe_choice(board: Board, seat: int, amount: int, of: OfCard) -> None:
    board.pending.append(ToChoose(seat, amount, ALL, _source(board, of)))


def _pay(board: Board, act: Act, of: OfCard) -> None:
    board.take(board.seat, act.pot, _source(board, of))


def _pay_from_recipe(board: Board, _act: Act, of: OfCard) -> None:
    board.pending.append(ToName(of.card, of.at))


def _draw(board: Board, act: Act, _of: OfCard) -> None:
    board.draw(board.seat, act.amount)


def _redraw(board: Board, act: Act, _of: OfCard) -> None:
    hand = board.hands[board.seat - 1]
    if hand:
        board.hands[board.seat - 1] = ()
        board.discards += hand
        board.events.append(HandDiscarded(board.seat, names(board.deck, hand)))
    board.draw(board.seat, len(hand) + act.amount)


def _owe_target(board: Board, _act: Act, of: OfCard) -> None:
    board.pending.append(ToTarget(of.card, of.at))


def _take_back(board: Board, _act: Act, of: OfCard) -> None:
    board.pending.append(ToTakeBack(of.card, of.at))


def _bury(board: Board, _act: Act, of: OfCard) -> None:
    board.pending.append(ToBury(of.card, of.at))


def _others_give(board: Board, act: Act, of: OfCard) -> None:
    for seat in reversed(board.others()):
        board.pending.append(ToGive(seat, act.amount, board.seat, _source(board, of)))


def _others_lose(board: Board, act: Act, of: OfCard) -> None:
    for seat in board.others():
        board.lose(seat, _only(act.ingredient, act.amount), _source(board, of))


def _swap_recipes(board: Board, _act: Act, of: OfCard) -> None:
    board.pending.append(ToSwap(of.card, of.at))


Effect = Callable[[Board, Act, OfCard], None]

EFFECTS: dict[EffectName, Effect] = {
    EffectName.CHOOSE: _choose,
    EffectName.CHOOSE_PER_IMPROVEMENT: _choose_per_improvement,
    EffectName.CHOOSE_PER_RECIPE: _choose_per_recipe,
    EffectName.CHOOSE_PER_RECIPE_OF_ANOTHER: _owe_target,
    EffectName.OTHERS_CHOOSE: _others_choose,
    EffectName.PAY: _pay,
    EffectName.PAY_FROM_RECIPE: _pay_from_recipe,
    EffectName.DRAW: _draw,
    EffectName.REDRAW: _redraw,
    EffectName.TAKE_CARD: _owe_target,
    EffectName.TAKE_BACK: _take_back,
    EffectName.BURY: _bury,
    EffectName.OTHERS_GIVE: _others_give,
    EffectName.ANOTHER_LOSES: _owe_target,
    EffectName.OTHERS_LOSE: _others_lose,
    EffectName.RETURN_RECIPE: _owe_target,
    EffectName.SWAP_RECIPES: _swap_recipes,
}
"""What an effect does at once, or the choice that it owes."""


# --- what an effect does to the player who was chosen --------------------------------------------------------------------------


def _choose_per_recipe_of(board: Board, act: Act, of: OfCard, seat: int) -> None:
    _owe_choice(board, board.seat, min(act.amount, len(board.taps[seat - 1])), of)


def _take_card(board: Board, act: Act, of: OfCard, seat: int) -> None:
    hand = board.hands[seat - 1]
    if hand:
        picked = board.chance.pick(board.draws, len(hand), 1)
        if picked is None:  # any of the cards may be the one, so that none of those that stay is known
            board.hands[seat - 1] = (UNKNOWN,) * len(hand)
        card = UNKNOWN if picked is None else hand[picked[0]]
        board.draws += 1
        board.leave(seat, card)
        board.gain(board.seat, (card,))
        known = names(board.deck, (card,))
        board.events.append(CardTaken(board.seat, seat, known[0] if known else None))
    _owe_choice(board, seat, act.amount, of)


def _another_loses(board: Board, act: Act, of: OfCard, seat: int) -> None:
    board.pending.append(ToGive(seat, act.amount, 0, _source(board, of)))


def _return_recipe(board: Board, _act: Act, of: OfCard, seat: int) -> None:
    if board.taps[seat - 1]:
        board.pending.append(ToReturn(seat, _source(board, of)))


HITS: dict[EffectName, Callable[[Board, Act, OfCard, int], None]] = {
    EffectName.CHOOSE_PER_RECIPE_OF_ANOTHER: _choose_per_recipe_of,
    EffectName.TAKE_CARD: _take_card,
    EffectName.ANOTHER_LOSES: _another_loses,
    EffectName.RETURN_RECIPE: _return_recipe,
}
"""What an effect does to the player who was chosen."""


# --- what the choices do ---------------------------------------------------------------------------------------------------


def take_back(board: Board, card: int) -> None:
    """The card comes from the discard stack into the hand; of several alike it is the uppermost."""
    i = len(board.discards) - 1 - board.discards[::-1].index(card)
    board.discards = board.discards[:i] + board.discards[i + 1 :]
    board.gain(board.seat, (card,))
    board.events.append(CardTakenBack(board.seat, board.deck.titles[card].name))


def bury(board: Board, number: int) -> None:
    """The top Recipe of the stack goes under it."""
    stack = board.stacks[number - 1]
    board.stacks[number - 1] = (stack[-1], *stack[:-1])
    board.uncovered |= len(stack) > 1
    board.events.append(RecipeBuried(board.seat, board.deck.beers[stack[-1]].name, number, board.top(number)))


def return_recipe(board: Board, seat: int, recipe: int, source: str) -> None:
    """It goes on top of the smallest stack that is not empty, the first of equals (PC-03); its Base Malt is paid."""
    beer = board.deck.beers[recipe]
    number = min((len(stack), i) for i, stack in enumerate(board.stacks, 1) if stack)[1]
    board.stacks[number - 1] += (recipe,)
    board.taps[seat - 1] = _without(board.taps[seat - 1], recipe)
    board.events.append(RecipeReturned(seat, beer.name, number))
    board.take(seat, _only(0, beer.cost[0]), source)


def swap_recipes(board: Board, own: int, other: int) -> None:
    """The two Recipes change owners."""
    seat = board.seat
    owner = next(i for i, taps in enumerate(board.taps, 1) if other in taps)
    board.taps[seat - 1] = (*_without(board.taps[seat - 1], own), other)
    board.taps[owner - 1] = (*_without(board.taps[owner - 1], other), own)
    beers = board.deck.beers
    board.events.append(RecipesSwapped(seat, beers[own].name, owner, beers[other].name))


def _without(cards: Cards, card: int) -> Cards:
    return tuple([other for other in cards if other != card])


def _only(ingredient: int, amount: int) -> Pot:
    pot = [0, 0, 0, 0]
    pot[ingredient] = amount
    return pot[0], pot[1], pot[2], pot[3]


def _source(board: Board, of: OfCard) -> str:
    return board.deck.titles[of.card].name


# --- what may be chosen ----------------------------------------------------------------------------------------------------


def limits(amount: int, allowed: int, pot: Pot) -> Pot:
    """How many of each ingredient can be part of a choice of so many."""
    most = [min(count, amount) if allowed >> i & 1 else 0 for i, count in enumerate(pot)]
    return most[0], most[1], most[2], most[3]


def choices(amount: int, price: int, most: Pot) -> Iterator[Choose]:
    """Every choice of so many, those with fewer Adjuncts and with more Base Malt first (PC-11)."""
    base, specialty, hops, adjuncts = most
    for n in range(min(adjuncts, amount // price) + 1):
        rest = min(amount - price * n, base + specialty + hops)
        for b in range(min(base, rest), max(0, rest - specialty - hops) - 1, -1):
            for s in range(min(specialty, rest - b), max(0, rest - b - hops) - 1, -1):
                yield Choose(amounts((b, s, rest - b - s, n)))


@lru_cache(maxsize=512)
def kept_choices(amount: int, price: int, most: Pot) -> tuple[Choose, ...]:
    """The same, kept; for small amounts."""
    return tuple(choices(amount, price, most))


def gifts(amount: int, has: Pot) -> Iterator[Give]:
    """Every way to give so many of what a player has, or all of it (PC-16)."""
    rest = min(amount, sum(has))
    for b in range(min(has[0], rest), -1, -1):
        for s in range(min(has[1], rest - b), -1, -1):
            for h in range(min(has[2], rest - b - s), -1, -1):
                if rest - b - s - h <= has[3]:
                    yield Give(amounts((b, s, h, rest - b - s - h)))


def titles_in(discards: Cards, but: int) -> list[int]:
    """The titles in the discard stack but for this one, in the edition's order; a card that is not known is left out."""
    return sorted({*discards} - {but, UNKNOWN})


def swaps(beers: Sequence[Beer], own: Cards, theirs: Sequence[Cards], difference: int) -> Iterator[tuple[int, int]]:
    """Every pair of a Recipe of one's own and another player's whose Pints differ by at most so many."""
    for mine in own:
        for taps in theirs:
            for other in taps:
                if abs(beers[mine].pints - beers[other].pints) <= difference:
                    yield mine, other


def cheapest(beers: Sequence[Beer], taps: Cards) -> list[int]:
    """Those of these Recipes that have the fewest Pints."""
    least = min([beers[recipe].pints for recipe in taps], default=0)
    return [recipe for recipe in taps if beers[recipe].pints == least]
