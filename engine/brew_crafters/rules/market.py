"""Market actions (BC-10 to BC-13, BC-15, BC-18): a player takes what an unoccupied space of the market gives."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from itertools import product
from typing import NamedTuple

from taphouse.engine.brew_crafters.box import MONEY, Act, Box, Side, Space
from taphouse.engine.brew_crafters.cards import NONE, EffectName, Stock, one, plus
from taphouse.engine.brew_crafters.effects import AT_ONCE, ImmediateEffect, choose_basic, gain_at_market
from taphouse.engine.brew_crafters.events import MarketActionLost, ShiftHired, SpaceTaken, StartingPlayerChanged
from taphouse.engine.brew_crafters.fixes import PASSIVE_SEATS_TAKE_MONEY
from taphouse.engine.brew_crafters.moves import Market, Trade
from taphouse.engine.brew_crafters.reasons import (
    MostShifts,
    NoPartnershipLeft,
    NoWorkerLeft,
    SideIsNotNamed,
    SpaceGivesOneThing,
    SpaceIsTaken,
    TooFewBatches,
)
from taphouse.engine.brew_crafters.rules.trade import Deciding
from taphouse.engine.brew_crafters.state import (
    MOST_SHIFTS,
    Board,
    BrewCraftersState,
    Brewer,
    Position,
    ToForm,
    ToHire,
    ToMarket,
    means_of,
)
from taphouse.engine.contract import Move, Refusal
from taphouse.engine.messages.reasons import NoSuchName
from taphouse.engine.upgrades import Fixes

_AT_ONCE = (EffectName.TAKE_ALL, EffectName.STARTING_PLAYER, EffectName.SHIFT)
_CHOSEN = (EffectName.CHOOSE_BASIC, EffectName.CHOOSE_ADVANCED)
_LIMITED = (EffectName.WORKER, EffectName.PARTNERSHIP, EffectName.SHIFT)
"""Effects that can be impossible for a player (BC-13)."""
_LASTING = (*_LIMITED, EffectName.STARTING_PLAYER)
"""Effects that go beyond what is taken now."""


class _Offer(NamedTuple):
    """A side of a market space, and the move that takes it."""

    number: int
    """The number of the space."""
    space: Space
    side: Side
    move: Market
    gives: Stock
    """The ingredients that are printed on the side."""
    at_once: tuple[Act, ...]
    """The ingredients that are taken with them."""
    after: tuple[Act, ...]
    """The effects after them, the last one first: the player's decisions are put on a stack."""
    chosen: bool
    """True if it includes ingredients of choice."""
    limited: bool
    """True if it can be impossible for a player (BC-13)."""


class _Spaces:
    """The market spaces for a number of players."""

    def __init__(self, spaces: tuple[Space, ...], fixes: Fixes) -> None:
        offers = [_offer(i, space, side) for i, space in enumerate(spaces) for side in space.sides]
        # what a seat that has resigned leaves to the others comes last
        offers.sort(key=_wanted if PASSIVE_SEATS_TAKE_MONEY in fixes else lambda offer: bool(offer.space.amount))
        self.offers = {(offer.move.space, offer.move.side): offer for offer in offers}
        self.limited = len({offer.number for offer in offers if offer.limited})
        """On how many spaces something can be impossible."""
        self.possible = {
            there: [(offer.number, offer.move) for offer in offers if _possible(offer.side, there)]
            for there in product((False, True), repeat=len(_LIMITED))
        }
        """The spaces that give something, and the moves, for each combination of possible limited effects."""


class MarketAction(Deciding):
    """A market action: a token is placed, or what a worker gives is done (BC-10)."""

    entry = ToMarket
    task = "market"
    rules = ("BC-10", "BC-11")
    answers = (Market, Trade)

    def __init__(self, box: Box, fixes: Fixes) -> None:
        super().__init__(box, fixes)
        self._spaces = {players: _Spaces(spaces, fixes) for players, spaces in box.spaces.items()}

    def rows(self, state: Position, owed: ToMarket) -> tuple[Sequence[Move], ...]:
        return (self._open(state, owed.seat),)

    def _open(self, state: Position, seat: int) -> list[Market]:
        """BC-11, BC-13."""
        taken, brewers = state.taken, state.brewers
        shift = self._may_hire_shift(brewers[seat - 1])
        possible = self._spaces[len(brewers)].possible[bool(state.workers), bool(state.partnerships), shift]
        return [move for number, move in possible if not taken[number]]

    def why_not_own(self, state: BrewCraftersState, owed: ToMarket, move: Market) -> Refusal | None:
        offer = self._spaces[len(state.brewers)].offers.get((move.space, move.side))
        if offer is None:
            return self._why_no_offer(len(state.brewers), move)
        if taker := state.taken[offer.number]:
            return Refusal("BC-11", SpaceIsTaken(move.space, taker))
        return self._why_no_side(state, owed.seat, offer.side) if offer.limited else None

    def _why_no_offer(self, players: int, move: Market) -> Refusal:
        """BC-01, BC-11: why there is no such side of a space."""
        space = self.box.space_code[players].get(move.space)
        if space is None:
            return Refusal("BC-01", NoSuchName(move.space, tuple(self.box.space_code[players])))
        sides = tuple([side.name for side in self.box.spaces[players][space].sides if side.name])
        return Refusal("BC-11", SideIsNotNamed(move.space, sides) if sides else SpaceGivesOneThing(move.space))

    def _why_no_side(self, state: Position, seat: int, side: Side) -> Refusal | None:
        """BC-13."""
        for act in side.acts:
            if act.effect is EffectName.WORKER and not state.workers:
                return Refusal("BC-13", NoWorkerLeft())
            if act.effect is EffectName.PARTNERSHIP and not state.partnerships:
                return Refusal("BC-13", NoPartnershipLeft())
            if act.effect is EffectName.SHIFT and (refusal := self._why_no_shift(state.brewers[seat - 1])):
                return refusal
        return None

    def _may_hire_shift(self, brewer: Brewer) -> bool:
        """BC-18."""
        return brewer.shifts < MOST_SHIFTS and sum(brewer.brewed) >= self.box.shift_batches[brewer.shifts]

    def _why_no_shift(self, brewer: Brewer) -> Refusal | None:
        """BC-18."""
        if self._may_hire_shift(brewer):
            return None
        if brewer.shifts == MOST_SHIFTS:
            return Refusal("BC-18", MostShifts(MOST_SHIFTS))
        return Refusal("BC-18", TooFewBatches(self.box.shift_batches[brewer.shifts], sum(brewer.brewed)))

    def make_own(self, board: Board, owed: ToMarket, move: Market) -> None:
        """BC-10 to BC-12: what comes at once, then what the player must choose, hire or form."""
        board.pending.pop()
        seat, offer = owed.seat, self._spaces[len(board.brewers)].offers[move.space, move.side]
        source = offer.space.name
        board.taken[offer.number] = seat
        board.events.append(SpaceTaken(seat, move.space, move.side))
        taken = offer.gives
        for act in offer.at_once:
            taken = plus(taken, _take(board, seat, offer, act))
        ingredients = any(taken)
        if ingredients:
            gain_at_market(board, seat, taken, source)
        if ingredients or offer.chosen:
            self._choose_more(board, seat)
        for act in offer.after:
            _AFTER[act.effect](board, seat, act, source)

    def _choose_more(self, board: Board, seat: int) -> None:
        """The first time in a season that ingredients are taken from a market space, what a worker adds."""
        brewer = board.brewers[seat - 1]
        if brewer.supplied:
            return
        for source, act in means_of(brewer, self.box).of(EffectName.CHOOSE_AT_MARKET):
            board.change(seat, supplied=True)
            choose_basic(board, seat, act, source)

    def carry_on(self, board: Board, owed: ToMarket) -> bool:
        """BC-13: with no space left to choose the action is lost."""
        if board.taken.count(0) > self._spaces[len(board.brewers)].limited + 1:
            return False  # two other spaces are unoccupied
        if self._open(board, owed.seat):
            return super().carry_on(board, owed)
        board.pending.pop()
        board.events.append(MarketActionLost(owed.seat))
        return True


def _take(board: Board, seat: int, offer: _Offer, act: Act) -> Stock:
    """The ingredients that lie on the space; the money that lies there, a shift and the first place are taken here."""
    match act.effect:
        case EffectName.TAKE_ALL:
            lies, board.lying[offer.number] = board.lying[offer.number], 0
            if offer.space.what != MONEY:
                return one(offer.space.what, lies)
            board.earn(seat, lies, offer.space.name)
        case EffectName.STARTING_PLAYER if board.first != seat:
            board.first = seat
            board.events.append(StartingPlayerChanged(seat))
        case EffectName.SHIFT:
            shifts = board.change(seat, shifts=board.brewers[seat - 1].shifts + 1).shifts
            board.events.append(ShiftHired(seat, shifts))
    return NONE


def _hire(board: Board, seat: int, _act: Act, _source: str) -> None:
    board.pending.append(ToHire(seat))


def _form(board: Board, seat: int, _act: Act, _source: str) -> None:
    board.pending.append(ToForm(seat))


_AFTER: dict[EffectName, ImmediateEffect] = {
    effect: do for effect, do in AT_ONCE.items() if effect is not EffectName.TAKE
}
_AFTER |= {EffectName.WORKER: _hire, EffectName.PARTNERSHIP: _form}
"""The steps after the ingredients."""


def _possible(side: Side, there: tuple[bool, ...]) -> bool:
    """True if all effects of a side are possible. `there` says which of the limited ones are."""
    possible = dict(zip(_LIMITED, there, strict=True))
    return all(possible.get(act.effect, True) for act in side.acts)


def _wanted(offer: _Offer) -> tuple[bool, bool, bool, bool, int]:
    """A sort key: sides that others want least come first, and those with lasting effects last (BC-10).

    It counts ingredients as they are printed, not as they lie there: the order is the same in every position.
    """
    acts = [act.effect for act in offer.side.acts]
    others = [act.effect for side in offer.space.sides for act in side.acts]
    return (
        any(effect in _LASTING for effect in acts),
        any(effect is not EffectName.MONEY for effect in acts),
        bool(offer.space.amount),
        any(effect in _LASTING for effect in others),
        sum(offer.gives),
    )


def _offer(number: int, space: Space, side: Side) -> _Offer:
    return _Offer(
        number,
        space,
        side,
        Market(space.name, side.name),
        gives=reduce(plus, [act.stock for act in side.acts], NONE),
        at_once=tuple([act for act in side.acts if act.effect in _AT_ONCE]),
        after=tuple([act for act in reversed(side.acts) if act.effect in _AFTER]),
        chosen=any(act.effect in _CHOSEN for act in side.acts),
        limited=any(act.effect in _LIMITED for act in side.acts),
    )
