"""Market actions (BC-10 to BC-13, BC-15, BC-18): a player takes what an unoccupied space of the market gives."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from taphouse.engine.brew_crafters.box import MONEY, Box, Side, Space
from taphouse.engine.brew_crafters.cards import NONE, EffectName, Stock, one, plus
from taphouse.engine.brew_crafters.effects import AT_ONCE, choose_basic, gain_at_market
from taphouse.engine.brew_crafters.events import MarketActionLost, ShiftHired, SpaceTaken, StartingPlayerChanged
from taphouse.engine.brew_crafters.moves import Market, Trade
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
from taphouse.engine.game import Move, Refusal

_CHOSEN = (EffectName.CHOOSE_BASIC, EffectName.CHOOSE_ADVANCED)
_LIMITED = (EffectName.WORKER, EffectName.PARTNERSHIP, EffectName.SHIFT)
"""What can be impossible for a player (BC-13)."""


class _Offer(NamedTuple):
    """A side of a space, and the move that takes it."""

    space: int
    side: Side
    move: Market
    always: bool
    """Whether nothing can make it impossible for a player (BC-13)."""


class MarketAction(Deciding):
    """A market action: a token is placed, or what a worker gives is done (BC-10)."""

    entry = ToMarket
    task = "market"
    rules = ("BC-10", "BC-11")
    answers = (Market, Trade)

    def __init__(self, box: Box) -> None:
        super().__init__(box)
        self._offers = {players: _offers(spaces) for players, spaces in box.spaces.items()}

    def prompt(self, _state: BrewCraftersState, _owed: ToMarket) -> str:
        return "Take a market action on an unoccupied space."

    def rows(self, state: Position, owed: ToMarket) -> tuple[Iterable[Move], ...]:
        return (self._open(state, owed.seat),)

    def _open(self, state: Position, seat: int) -> Iterator[Market]:
        """BC-11, BC-13."""
        taken = state.taken
        for space, side, move, always in self._offers[len(state.brewers)]:
            if not taken[space] and (always or self._why_no_side(state, seat, side) is None):
                yield move

    def why_not_own(self, state: BrewCraftersState, owed: ToMarket, move: Market) -> Refusal | None:
        players = len(state.brewers)
        space = self.box.space_code[players].get(move.space)
        if space is None:
            there = ", ".join(self.box.space_code[players])
            return Refusal("BC-01", f"There is no market space {move.space} for {players} players; there are {there}.")
        about = self.box.spaces[players][space]
        sides = {side.name: side for side in about.sides}
        if move.side not in sides:
            if len(sides) == 1:
                return Refusal("BC-11", f"{about.title} gives one thing; name the space alone.")
            return Refusal("BC-11", f"Name what you take from {about.title}: {' or '.join(map(str, sides))}.")
        if state.taken[space]:
            return Refusal("BC-11", f"{about.title} was taken by seat {state.taken[space]} this season.")
        return self._why_no_side(state, owed.seat, sides[move.side])

    def _why_no_side(self, state: Position, seat: int, side: Side) -> Refusal | None:
        """BC-13."""
        for act in side.acts:
            if act.effect is EffectName.WORKER and not state.workers:
                return Refusal("BC-13", "There is no skilled worker left to hire.")
            if act.effect is EffectName.PARTNERSHIP and not state.partnerships:
                return Refusal("BC-13", "There is no partnership left to form.")
            if act.effect is EffectName.SHIFT and (refusal := self._why_no_shift(state.brewers[seat - 1])):
                return refusal
        return None

    def _why_no_shift(self, brewer: Brewer) -> Refusal | None:
        """BC-18."""
        if brewer.shifts == MOST_SHIFTS:
            return Refusal("BC-18", f"You employ {MOST_SHIFTS} shifts; that is the most.")
        needed, brewed = self.box.shift_batches[brewer.shifts], sum(brewer.brewed)
        if brewed < needed:
            which = ("second", "third")[brewer.shifts - 1]
            return Refusal("BC-18", f"The {which} shift needs {needed} batches brewed; you have brewed {brewed}.")
        return None

    def make_own(self, board: Board, owed: ToMarket, move: Market) -> None:
        """BC-10 to BC-12: what comes at once, then what the player must choose, hire or form."""
        board.pending.pop()
        seat, players = owed.seat, len(board.brewers)
        number = self.box.space_code[players][move.space]
        space = self.box.spaces[players][number]
        side = next(side for side in space.sides if side.name == move.side)
        board.taken[number] = seat
        board.events.append(SpaceTaken(seat, move.space, move.side))
        taken = self._take(board, seat, number, side)
        gain_at_market(board, seat, taken, space.name)
        if any(taken) or any(act.effect in _CHOSEN for act in side.acts):
            self._choose_more(board, seat)
        for act in reversed(side.acts):  # a stack: what comes first is put there last
            if act.effect is EffectName.WORKER:
                board.pending.append(ToHire(seat))
            elif act.effect is EffectName.PARTNERSHIP:
                board.pending.append(ToForm(seat))
            elif act.effect is not EffectName.TAKE and act.effect in AT_ONCE:
                AT_ONCE[act.effect](board, seat, act, space.name)

    def _take(self, board: Board, seat: int, number: int, side: Side) -> Stock:
        """The ingredients of this space's side; the money that lies there, a shift and the first place are taken here."""
        space, taken = self.box.spaces[len(board.brewers)][number], NONE
        for act in side.acts:
            match act.effect:
                case EffectName.TAKE:
                    taken = plus(taken, act.stock)
                case EffectName.TAKE_ALL if space.what == MONEY:
                    board.earn(seat, board.lying[number], space.name)
                    board.lying[number] = 0
                case EffectName.TAKE_ALL:
                    taken = plus(taken, one(space.what, board.lying[number]))
                    board.lying[number] = 0
                case EffectName.STARTING_PLAYER if board.first != seat:
                    board.first = seat
                    board.events.append(StartingPlayerChanged(seat))
                case EffectName.SHIFT:
                    shifts = board.change(seat, shifts=board.brewers[seat - 1].shifts + 1).shifts
                    board.events.append(ShiftHired(seat, shifts))
        return taken

    def _choose_more(self, board: Board, seat: int) -> None:
        """The first time in a season that ingredients are taken from a market space, what a worker adds."""
        brewer = board.brewers[seat - 1]
        more = means_of(brewer, self.box).of(EffectName.CHOOSE_AT_MARKET)
        if more and not brewer.supplied:
            board.change(seat, supplied=True)
            for source, act in more:
                choose_basic(board, seat, act, source)

    def carry_on(self, board: Board, owed: ToMarket) -> bool:
        """BC-13: with no space left to choose the action is lost."""
        if next(self._open(board, owed.seat), None) is not None:
            return super().carry_on(board, owed)
        board.pending.pop()
        board.events.append(MarketActionLost(owed.seat))
        return True


def _offers(spaces: tuple[Space, ...]) -> list[_Offer]:
    """What these spaces give. What restocks comes last: a seat that has resigned leaves it to the others."""
    unhurried = sorted(range(len(spaces)), key=lambda i: bool(spaces[i].amount))
    return [
        _Offer(i, side, Market(spaces[i].name, side.name), not any(act.effect in _LIMITED for act in side.acts))
        for i in unhurried
        for side in spaces[i].sides
    ]
