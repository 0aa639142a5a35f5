"""Trades (BC-16): they answer nearly every decision, so the base of all decisions is here; and the last chance to trade."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from math import inf
from typing import Any, ClassVar

from taphouse.engine.brew_crafters.box import Box, Partnership
from taphouse.engine.brew_crafters.cards import EffectName, Stock, minus
from taphouse.engine.brew_crafters.fixes import TRADES_WAIT
from taphouse.engine.brew_crafters.moves import (
    Brew,
    Collaborate,
    EndTrading,
    Install,
    LeaveEmpty,
    Market,
    Phase,
    Process,
    Research,
    Trade,
)
from taphouse.engine.brew_crafters.reasons import NotThisPhase, NotYourPartner, TooDear
from taphouse.engine.brew_crafters.state import YEARS, Board, BrewCraftersState, Paying, Position, ToTrade, means_of
from taphouse.engine.contract import Move, Refusal
from taphouse.engine.decisions import Asks
from taphouse.engine.messages import Details
from taphouse.engine.messages.reasons import NoSuchName
from taphouse.engine.upgrades import Fixes

ACTIONS = (Process, Research, Install)
"""The moves that a shift may begin with, apart from collaborating (BC-19)."""
BREWING = (Brew, LeaveEmpty)
"""The moves that belong to Process Beer alone (BC-20)."""


class Possible(Details, frozen=True):
    """Moves that are possible besides those that every decision of the kind has."""

    trade: bool = False


class Deciding(Asks):
    """A kind of decision of Brew Crafters, before which its player may also trade, any number of times (BC-16).

    Its `answers` end with `Trade`; the others are its own.
    """

    told: ClassVar[type[Details]] = Possible

    def __init__(self, box: Box, fixes: Fixes) -> None:
        super().__init__()
        self.box, self.fixes = box, fixes
        self._trades = tuple(Trade(partnership.name) for partnership in box.partnerships)

    @abstractmethod
    def rows(self, state: Position, owed: Any) -> tuple[Sequence[Move], ...]:
        """Its own legal answers: a row for each of its own verbs, in the order of `answers`."""

    @abstractmethod
    def why_not_own(self, state: BrewCraftersState, owed: Any, move: Any) -> Refusal | None:
        """The reason why one of its own answers is not legal here; None if it is."""

    @abstractmethod
    def make_own(self, board: Board, owed: Any, move: Any) -> None:
        """Carry out one of its own answers, which is legal."""

    def trades(self, state: Position, owed: Any) -> list[Trade]:
        """BC-16: the partnerships for which the player has the money."""
        brewer, partnerships = state.brewers[owed.seat - 1], self.box.partnerships
        if not brewer.partnerships:
            return []
        return [self._trades[i] for i in brewer.partnerships if partnerships[i].price <= brewer.money]

    def moves(self, state: Position, owed: Any) -> Sequence[Move]:
        listed: list[Move] = []
        for row in self.rows(state, owed):
            listed += row
        listed += self.trades(state, owed)
        return listed

    def possible(self, state: BrewCraftersState, owed: Any) -> tuple[str, ...]:
        """The verbs of the legal moves."""
        rows = (*self.rows(state, owed), self.trades(state, owed))
        return tuple([verb for verb, row in zip(self.verbs, rows, strict=True) if row])

    def why_not(self, state: BrewCraftersState, owed: Any, move: Move) -> Refusal | None:
        if isinstance(move, Trade):
            return self._why_no_trade(state, owed.seat, move)
        return self.why_not_own(state, owed, move)

    def _why_no_trade(self, state: BrewCraftersState, seat: int, move: Trade) -> Refusal | None:
        """BC-16."""
        partnership, brewer = self.box.partnership_code.get(move.partnership), state.brewers[seat - 1]
        if partnership is None:
            return no_partnership(self.box, move.partnership)
        about = self.box.partnerships[partnership]
        if partnership not in brewer.partnerships:
            return Refusal("BC-16", NotYourPartner(move.partnership))
        if brewer.money < about.price:
            return Refusal("BC-16", TooDear(about.price, brewer.money))
        return None

    def why_not_now(self, state: BrewCraftersState, owed: Any, move: Move) -> Refusal:
        """The rule that closes the step to which such a move belongs, or the first one that asks for what is owed."""
        if isinstance(move, Market) and state.phase != Phase.MARKET.name:
            return self.refused(state, owed, "BC-08", NotThisPhase(Phase.MARKET))
        if isinstance(move, (*ACTIONS, *BREWING, Collaborate)) and state.phase != Phase.BREWERY.name:
            return self.refused(state, owed, "BC-08", NotThisPhase(Phase.BREWERY))
        return super().why_not_now(state, owed, move)

    def make(self, board: Board, owed: Any, move: Move) -> None:
        if isinstance(move, Trade):
            partnership = self.box.partnerships[self.box.partnership_code[move.partnership]]
            board.pay(owed.seat, partnership.price, partnership.name)
            board.gain(owed.seat, partnership.gives, partnership.name)
        else:
            self.make_own(board, owed, move)

    def carry_on(self, board: Board, owed: Any) -> bool:
        """BC-16: make the answer if there is only one, and trades that can wait. Return whether it was made."""
        answers = [move for row in self.rows(board, owed) for move in row]
        if len(answers) != 1:
            return False
        if self.trades(board, owed) and (TRADES_WAIT not in self.fixes or self.trades_matter(board, owed)):
            return False
        self.make(board, owed, answers[0])
        return True

    def trades_matter(self, board: Board, owed: Any) -> bool:  # noqa: ARG002 -- for overrides
        """True if trades could lead to more than the same trades at the player's next decision: to another answer here."""
        return False

    def could_have(self, state: Position, seat: int, costs: Iterable[Stock]) -> bool:
        """True if a player has the ingredients of one of these costs, or could buy what they lack."""
        brewer = state.brewers[seat - 1]
        deals = [self.box.partnerships[code] for code in brewer.partnerships]
        found = dict[Stock, float]()
        return any(_price(_above_0(minus(cost, brewer.stock)), deals, found) <= brewer.money for cost in costs)


def no_partnership(box: Box, name: str) -> Refusal:
    """The refusal of a partnership that is not in the edition."""
    return Refusal("BC-16", NoSuchName(name, tuple(box.partnership_code)))


def _price(lacking: Stock, deals: list[Partnership], found: dict[Stock, float]) -> float:
    """The least money that buys what is above 0 among these ingredients; infinite if no deals give it.

    Args:
        lacking: the ingredients.
        deals: what can be bought, as often as wanted.
        found: the prices found so far: many orders of the same deals lack the same in the end.
    """
    kind = next((i for i, n in enumerate(lacking) if n > 0), None)
    if kind is None:
        return 0
    if lacking not in found:
        prices = [
            deal.price + _price(_above_0(minus(lacking, deal.gives)), deals, found)
            for deal in deals
            if deal.gives[kind]
        ]
        found[lacking] = min(prices, default=inf)
    return found[lacking]


def _above_0(stock: Stock) -> Stock:
    a, b, c, d, e, f = [max(0, n) for n in stock]
    return a, b, c, d, e, f


_END = (EndTrading(),)


class TradeDetails(Details, frozen=True):
    """The steps after the trades."""

    costs_follow: bool = False
    """True if the operating costs are paid; else the score is counted."""


class LastTrades(Deciding):
    """The last chance to trade before the operating costs, or before the score."""

    entry = ToTrade
    task = "trade"
    rules = ("BC-16",)
    answers = (EndTrading, Trade)
    told = TradeDetails

    def details(self, state: BrewCraftersState, _owed: ToTrade) -> TradeDetails:
        return TradeDetails(Paying() in state.pending)

    def rows(self, _state: Position, _owed: ToTrade) -> tuple[Sequence[Move], ...]:
        return (_END,)

    def why_not_own(self, _state: BrewCraftersState, _owed: ToTrade, _move: EndTrading) -> None:
        return None

    def make_own(self, board: Board, _owed: ToTrade, _move: EndTrading) -> None:
        board.pending.pop()

    def trades_matter(self, board: Board, owed: ToTrade) -> bool:
        """Money that is traded away cannot pay costs. In the last year ingredients are worth what they score, or nothing."""
        means = means_of(board.brewers[owed.seat - 1], self.box)
        return board.year < YEARS or bool(means.of(EffectName.POINTS_PER_INGREDIENTS))
