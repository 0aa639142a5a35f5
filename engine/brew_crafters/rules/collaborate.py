"""Collaborating (BC-06, BC-23, BC-24), and the end of an action in which beer was processed, where it may still be done."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from taphouse.engine.brew_crafters.box import Box, Portion
from taphouse.engine.brew_crafters.cards import (
    BASICS,
    INDEX,
    INGREDIENTS,
    EffectName,
    Ingredient,
    Stock,
    amounts,
    covers,
    minus,
    one,
)
from taphouse.engine.brew_crafters.events import CollaborationShare, CollaborationSold, PortionGiven
from taphouse.engine.brew_crafters.moves import Collaborate, EndAction, Trade
from taphouse.engine.brew_crafters.reasons import (
    ActionIsTaken,
    AdvancedIsNotNamed,
    BrewingIsDone,
    HasCollaborated,
    LastPortionIsOthers,
    NoCollaboration,
    PortionIsFixed,
    PortionIsGiven,
    ShortOf,
)
from taphouse.engine.brew_crafters.rules.trade import ACTIONS, BREWING, Deciding, Possible
from taphouse.engine.brew_crafters.state import Board, BrewCraftersState, Brewer, Position, ToEnd, means_of
from taphouse.engine.contract import Move, Refusal
from taphouse.engine.messages.reasons import NoSuchName
from taphouse.engine.upgrades import Fixes

END = (EndAction(),)
_ADVANCED = INGREDIENTS[BASICS:]
Given = tuple[int, Stock, Collaborate]
"""A portion that can be given: its number, what it takes, and the move."""


def every_portion(box: Box) -> list[Given]:
    """The portions of the collaboration card, those of any advanced ingredient once for each."""
    return [
        (code, _cost(portion, kind), Collaborate(portion.name, kind))
        for code, portion in enumerate(box.portions)
        for kind in (_ADVANCED if portion.advanced else (None,))
    ]


def collaborations(portions: list[Given], state: Position, seat: int) -> list[Collaborate]:
    """BC-23: of these portions, those that this player can give."""
    stock = state.brewers[seat - 1].stock
    return [move for _, cost, move in open_portions(portions, state, seat) if covers(stock, cost)]


def open_portions(portions: list[Given], state: Position, seat: int) -> list[Given]:
    """BC-23, BC-24: of these portions, those that this player may give, whatever is in their storage."""
    givers = state.portions
    if not givers or _would_be_alone(state, seat):
        return []
    return [given for given in portions if not givers[given[0]]]


def _would_be_alone(state: Position, seat: int) -> bool:
    """BC-24: whether nobody but this seat would have given a portion, were this the last one."""
    return state.portions.count(0) == 1 and not any(giver not in (0, seat) for giver in state.portions)


def why_not_collaborate(state: BrewCraftersState, collaborated: bool) -> Refusal | None:
    """The reason why no portion can be given in this action, after one was given or not (BC-06, BC-23). None if one can."""
    if not state.portions:
        return Refusal("BC-06", NoCollaboration())
    if collaborated:
        return Refusal("BC-23", HasCollaborated())
    return None


def why_not_give(box: Box, state: BrewCraftersState, seat: int, move: Collaborate) -> Refusal | None:
    """The reason why this player cannot give this portion, where portions can be given."""
    code = box.portion_code.get(move.portion)
    if code is None:
        return Refusal("BC-23", NoSuchName(move.portion, tuple(box.portion_code)))
    portion = box.portions[code]
    if state.portions[code]:
        return Refusal("BC-23", PortionIsGiven(move.portion, state.portions[code]))
    if _would_be_alone(state, seat):
        return Refusal("BC-24", LastPortionIsOthers())
    return _why_not_of(state.brewers[seat - 1], portion, move.advanced)


def _why_not_of(brewer: Brewer, portion: Portion, ingredient: Ingredient | None) -> Refusal | None:
    """BC-23: why this player cannot give a portion of this ingredient."""
    if portion.advanced and (ingredient is None or INDEX[ingredient] < BASICS):
        return Refusal("BC-23", AdvancedIsNotNamed(portion.name))
    if not portion.advanced and ingredient is not None:
        return Refusal("BC-23", PortionIsFixed(portion.name))
    cost = _cost(portion, ingredient)
    if not covers(brewer.stock, cost):
        return Refusal("BC-23", short_of(cost, brewer.stock))
    return None


def short_of(cost: Stock, stock: Stock) -> ShortOf:
    """The ingredients that a player with this stock lacks to pay a cost."""
    return ShortOf(amounts(cost), amounts([max(0, needed - has) for needed, has in zip(cost, stock, strict=True)]))


def _cost(portion: Portion, ingredient: Ingredient | None) -> Stock:
    """The cost of a portion; this ingredient stands for any advanced one."""
    return portion.cost if ingredient is None else one(INDEX[ingredient], portion.advanced)


def collaborate(board: Board, seat: int, move: Collaborate) -> None:
    """BC-23; with the last portion the collaboration is sold (BC-24)."""
    code = board.box.portion_code[move.portion]
    cost = _cost(board.box.portions[code], move.advanced)
    board.change(seat, stock=minus(board.brewers[seat - 1].stock, cost))
    board.portions = (*board.portions[:code], seat, *board.portions[code + 1 :])
    board.events.append(PortionGiven(seat, move.portion, amounts(cost)))
    if all(board.portions):
        _sell(board)


def _sell(board: Board) -> None:
    """BC-24."""
    givers, board.portions = board.portions, (0,) * len(board.portions)
    portions = board.box.portions
    gave: dict[int, list[str]] = {}
    for giver, portion in zip(givers, portions, strict=True):
        gave.setdefault(giver, []).append(portion.name)
    shares = tuple([CollaborationShare(giver, tuple(names)) for giver, names in gave.items()])
    board.events.append(CollaborationSold(givers, shares))
    for giver, portion in zip(givers, portions, strict=True):
        board.reward(giver, portion.points, portion.name, for_portion=True)
        board.earn(giver, portion.money, portion.name, for_portion=True)
        for source, act in means_of(board.brewers[giver - 1], board.box).of(EffectName.COLLABORATION_POINTS):
            board.reward(giver, act.amount, source)


class WithinAction(Deciding):
    """A decision within Process Beer and/or Collaborate, which is the one action of a shift (BC-19)."""

    def why_not_now(self, state: BrewCraftersState, owed: Any, move: Move) -> Refusal:
        if isinstance(move, ACTIONS):
            return self.refused(state, owed, "BC-19", ActionIsTaken())
        return super().why_not_now(state, owed, move)


class EndDetails(Possible, frozen=True):
    """The moves that are possible besides ending the action."""

    collaborate: bool = False


class EndOfAction(WithinAction):
    """The steps still open in an action in which beer was processed."""

    entry = ToEnd
    task = "end-action"
    rules = ("BC-23",)
    answers = (EndAction, Collaborate, Trade)
    told = EndDetails

    def __init__(self, box: Box, fixes: Fixes) -> None:
        super().__init__(box, fixes)
        self._portions = every_portion(box)

    def asked_by(self, state: BrewCraftersState, _owed: ToEnd) -> tuple[str, ...]:
        """Without a collaboration, the action is all that is ended."""
        return self.rules if state.portions else ("BC-19",)

    def rows(self, state: Position, owed: ToEnd) -> tuple[Sequence[Move], ...]:
        return END, () if owed.collaborated else collaborations(self._portions, state, owed.seat)

    def why_not_own(self, state: BrewCraftersState, owed: ToEnd, move: EndAction | Collaborate) -> Refusal | None:
        if isinstance(move, EndAction):
            return None
        return why_not_collaborate(state, owed.collaborated) or why_not_give(self.box, state, owed.seat, move)

    def why_not_now(self, state: BrewCraftersState, owed: ToEnd, move: Move) -> Refusal:
        if isinstance(move, BREWING):
            return self.refused(state, owed, "BC-20", BrewingIsDone())
        return super().why_not_now(state, owed, move)

    def make_own(self, board: Board, owed: ToEnd, move: EndAction | Collaborate) -> None:
        if isinstance(move, EndAction):
            board.pending.pop()
        else:
            board.pending[-1] = replace(owed, collaborated=True)
            collaborate(board, owed.seat, move)

    def trades_matter(self, board: Board, owed: ToEnd) -> bool:
        there = () if owed.collaborated else open_portions(self._portions, board, owed.seat)
        return self.could_have(board, owed.seat, (cost for _, cost, _ in there))
