"""The steps without a decision: the seasons and their phases (BC-08 to BC-10), the operating costs (BC-27), the end (BC-28)."""

from __future__ import annotations

from collections.abc import Callable

from taphouse.engine.brew_crafters.box import MONEY
from taphouse.engine.brew_crafters.cards import INGREDIENTS, SEASONS, EffectName, one
from taphouse.engine.brew_crafters.effects import choose_advanced
from taphouse.engine.brew_crafters.events import CostsPaid, PhaseBegan, SeasonBegan, SpaceStock
from taphouse.engine.brew_crafters.moves import Phase
from taphouse.engine.brew_crafters.rules.research import with_annual_research
from taphouse.engine.brew_crafters.state import (
    FALL,
    MOST_SHIFTS,
    SPRING,
    WINTER,
    YEARS,
    Beginning,
    Board,
    Closing,
    Ending,
    Extras,
    Opening,
    Paying,
    Pending,
    Starting,
    ToAct,
    ToMarket,
    ToPlant,
    ToResearch,
    ToTrade,
    extra_actions,
    in_turn_order,
    loans_for,
    means_of,
    operating_costs,
)
from taphouse.engine.contract import Owed
from taphouse.engine.decisions import Goes


def begin_season(board: Board, _owed: Beginning) -> bool:
    """BC-08, BC-09: the market is restocked."""
    board.season = (board.season + 1) % len(SEASONS)
    board.year += board.season == 0
    board.phase = Phase.RESTOCK.name
    spaces = board.box.spaces[len(board.brewers)]
    board.lying = [lies + space.amount for lies, space in zip(board.lying, spaces, strict=True)]
    restocked = [
        SpaceStock(space.name, None if space.what == MONEY else INGREDIENTS[space.what], space.amount, lies)
        for space, lies in zip(spaces, board.lying, strict=True)
        if space.amount
    ]
    board.events.append(SeasonBegan(board.year, SEASONS[board.season], tuple(restocked)))
    phases = [Phase.BREWERY, Phase.MARKET] + ([Phase.RESEARCH] if board.season == WINTER else [])
    starts = map(Starting, reversed(_in_turn_order(board)))
    board.pending = [Closing(), *[Opening(phase.name) for phase in phases], *starts]
    return True


def start_for_player(board: Board, owed: Starting) -> bool:
    """BC-09: what the player's tiles and workers give at the season's start; then the Farm."""
    board.pending.pop()
    seat, season = owed.seat, board.season
    brewer = board.brewers[seat - 1]
    means = means_of(brewer, board.box)
    farm = means.of(EffectName.FARM)
    for source, act in means.of(EffectName.TAKE_AT_START):
        if season in act.seasons:
            board.gain(seat, act.stock, source)
    if farm and season == FALL and brewer.planted >= 0:
        planted, (source, act) = brewer.planted, farm[0]
        board.change(seat, planted=-1)
        board.gain(seat, one(planted, act.stock[planted]), source)
    if farm and season == SPRING:
        board.pending.append(ToPlant(seat))
    for source, act in reversed(means.of(EffectName.CHOOSE_AT_START)):
        if season in act.seasons:
            choose_advanced(board, seat, act, source)
    return True


def open_phase(board: Board, owed: Opening) -> bool:
    """BC-08: the phase's decisions, in the order from the starting player."""
    board.pending.pop()
    for seat, brewer in enumerate(board.brewers, 1):
        if brewer.supplied:  # it means nothing after the Market phase, and would set equal positions apart
            board.change(seat, supplied=False)
    board.phase = owed.phase
    board.events.append(PhaseBegan(Phase[owed.phase], board.first))
    board.pending += reversed(_DECISIONS[owed.phase](board))
    return True


def _in_turn_order(board: Board) -> list[int]:
    return in_turn_order(len(board.brewers), board.first)


def _research_decisions(board: Board) -> list[Pending]:
    """BC-25."""
    annuals = [(seat, with_annual_research(board.brewers[seat - 1])) for seat in _in_turn_order(board)]
    return [ToResearch(seat, tracks) for seat, tracks in annuals if tracks]


def _market_decisions(board: Board) -> list[Pending]:
    """BC-10."""
    return [*map(ToMarket, _in_turn_order(board) * board.box.market_tokens), Extras(board.first)]


def _brewery_decisions(board: Board) -> list[Pending]:
    """BC-19: all first actions come before any second."""
    seats, brewers = _in_turn_order(board), board.brewers
    return [ToAct(seat) for action in range(MOST_SHIFTS) for seat in seats if brewers[seat - 1].shifts > action]


def _last_trades(board: Board) -> list[Pending]:
    """BC-16: a decision for each owner of a partnership, in the order from the starting player."""
    return [ToTrade(seat) for seat in _in_turn_order(board) if board.brewers[seat - 1].partnerships]


def _costs_decisions(board: Board) -> list[Pending]:
    """BC-16, BC-27."""
    return [*_last_trades(board), Paying()]


_DECISIONS: dict[str, Callable[[Board], list[Pending]]] = {
    Phase.RESEARCH.name: _research_decisions,
    Phase.MARKET.name: _market_decisions,
    Phase.BREWERY.name: _brewery_decisions,
    Phase.COSTS.name: _costs_decisions,
}
"""The decisions of each phase, the first one first."""


def give_extra_actions(board: Board, owed: Extras) -> bool:
    """BC-10."""
    board.pending.pop()
    board.pending += map(ToMarket, reversed(extra_actions(board, board.box, owed.first)))
    return True


def close_season(board: Board, _owed: Closing) -> bool:
    """BC-08: the tokens go back to their players; after Winter come the operating costs (BC-27)."""
    board.taken = [0] * len(board.taken)
    winter = board.season == WINTER
    board.pending[-1] = Ending() if winter and board.year == YEARS else Beginning()
    if winter:
        board.pending.append(Opening(Phase.COSTS.name))
    return True


def pay(board: Board, _owed: Paying) -> bool:
    """BC-27; after the last costs the players may trade once more (BC-16)."""
    board.pending.pop()
    for seat in _in_turn_order(board):
        _pay_costs(board, seat)
    if board.year == YEARS:
        board.pending += reversed(_last_trades(board))
    return True


def _pay_costs(board: Board, seat: int) -> None:
    """BC-27."""
    brewer, loan = board.brewers[seat - 1], board.box.loan
    costs = operating_costs(brewer, board.box)
    loans = loans_for(costs, brewer.money, loan)
    board.change(seat, money=brewer.money + loans * loan - costs, loans=brewer.loans + loans)
    board.events.append(CostsPaid(seat, costs, loans, loans * loan))


def end(board: Board, _owed: Ending) -> bool:
    """BC-28."""
    board.phase, board.first = Phase.OVER.name, 0
    board.pending.pop()
    return True


STEPS_WITHOUT_DECISION: dict[type[Owed], Goes] = {
    Beginning: begin_season,
    Starting: start_for_player,
    Opening: open_phase,
    Extras: give_extra_actions,
    Closing: close_season,
    Paying: pay,
    Ending: end,
}
