"""The effects of Brewery cards, one function each, by its name in an edition (PC-10, PC-16)."""

from __future__ import annotations

from collections.abc import Callable

from taphouse.engine.pint_craft.cards import UNKNOWN, EffectName
from taphouse.engine.pint_craft.deck import Act
from taphouse.engine.pint_craft.moves import CardDiscarded, CardTaken, HandDiscarded
from taphouse.engine.pint_craft.state import (
    ALL,
    Acting,
    Board,
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
    only,
)

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
    board.pending.append(ToChoose(seat, amount, ALL, board.deck.names[of.card]))


def _pay(board: Board, act: Act, of: OfCard) -> None:
    board.take(board.seat, act.pot, board.deck.names[of.card])


def _pay_from_recipe(board: Board, _act: Act, of: OfCard) -> None:
    board.pending.append(ToName(of.card, of.at))


def _draw(board: Board, act: Act, _of: OfCard) -> None:
    board.draw(board.seat, act.amount)


def _redraw(board: Board, act: Act, _of: OfCard) -> None:
    hand = board.hands[board.seat - 1]
    if hand:
        board.hands[board.seat - 1] = ()
        board.discards += hand
        if board.events is not None:
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
        board.pending.append(ToGive(seat, act.amount, board.seat, board.deck.names[of.card]))


def _others_lose(board: Board, act: Act, of: OfCard) -> None:
    for seat in board.others():
        board.lose(seat, only(act.ingredient, act.amount), board.deck.names[of.card])


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
"""The immediate result of an effect, or the choice that it owes."""


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
        if board.events is not None:
            board.events.append(CardTaken(board.seat, seat, known[0] if known else None))
    _owe_choice(board, seat, act.amount, of)


def _another_loses(board: Board, act: Act, of: OfCard, seat: int) -> None:
    board.pending.append(ToGive(seat, act.amount, 0, board.deck.names[of.card]))


def _return_recipe(board: Board, _act: Act, of: OfCard, seat: int) -> None:
    if board.taps[seat - 1]:
        board.pending.append(ToReturn(seat, board.deck.names[of.card]))


HITS: dict[EffectName, Callable[[Board, Act, OfCard, int], None]] = {
    EffectName.CHOOSE_PER_RECIPE_OF_ANOTHER: _choose_per_recipe_of,
    EffectName.TAKE_CARD: _take_card,
    EffectName.ANOTHER_LOSES: _another_loses,
    EffectName.RETURN_RECIPE: _return_recipe,
}
"""The result of an effect for the player who was chosen."""


# --- the card, one effect after the other ----------------------------------------------------------------------------------


def act(board: Board, owed: Acting) -> bool:
    """Carry out the effects of a card up to one that owes a choice; after the last a green one is discarded (PC-10)."""
    title, pending = board.deck.titles[owed.card], board.pending
    for effect in title.acts[owed.at :]:
        of, owed = owed, Acting(owed.card, owed.at + 1)
        pending[-1] = owed
        EFFECTS[effect.effect](board, effect, of)
        if pending[-1] is not owed:
            return True
    pending.pop()
    if board.in_play:
        board.discards += (board.in_play,)
        board.in_play = 0
        if board.events is not None:
            board.events.append(CardDiscarded(board.seat, title.name))
    return True
