"""Turns, rounds and their Seasons, the Challenge Round, Face Offs and the end (PC-05 to PC-07, PC-18 to PC-28)."""

from __future__ import annotations

from collections.abc import Iterator

from taphouse.engine.pint_craft.cards import IMPROVEMENTS, SEASONAL_BONUS, SEASONS
from taphouse.engine.pint_craft.deck import Deck
from taphouse.engine.pint_craft.moves import (
    ChallengeRoundBegan,
    ChallengeRoundFailed,
    FaceOffBegan,
    SeasonBegan,
    TurnBegan,
)
from taphouse.engine.pint_craft.state import (
    ALL,
    BASE_MALT,
    BASIC,
    CHALLENGE_ROUND,
    FACE_OFF,
    HOPS,
    ROUNDS,
    Beginning,
    Board,
    Catching,
    Position,
    ToChoose,
    ToPlay,
    ToVote,
)
from taphouse.engine.vocabulary import Season

THRESHOLD, FACED_OFF, SHARED, ALL_ON_TAP, ROUND_CAP = "threshold", "face-off", "vote", "all-on-tap", "round-cap"
"""The reasons of the end."""
RULE_OF_END = {THRESHOLD: "PC-24", FACED_OFF: "PC-26", SHARED: "PC-26", ALL_ON_TAP: "PC-27", ROUND_CAP: "PC-28"}

TO_PLAY, _BEGINNING = ToPlay(), Beginning()
_PAID_IN = (BASE_MALT, ALL, HOPS, ALL)  # by Season (PC-19)
_FREE = (Season.SPRING, Season.FALL)

# --- turns -------------------------------------------------------------------------------------------------------------


def begin(board: Board, _owed: Beginning) -> bool:
    """The bonuses are paid, and the turn begins with playing cards."""
    board.pending[-1] = TO_PLAY
    if board.events is not None:
        board.events.append(TurnBegan(board.seat))
    return True


def drawn(deck: Deck, state: Position) -> int:
    """The number of cards that the player would draw if the turn ended now (PC-06, PC-07)."""
    return deck.most_played - state.played if state.hands[state.seat - 1] else deck.drawn_when_out


def end_turn(board: Board) -> None:
    """PC-06, PC-07: draw; then the turn is over."""
    board.pending.clear()
    board.draw(board.seat, drawn(board.deck, board))
    if board.stage == ROUNDS:
        _look_at_threshold(board)
    else:
        board.to_play = board.to_play[1:]
    if board.stage == ROUNDS:
        _begin_turn(board, board.next_after(board.seat))
    elif board.to_play:
        _begin_turn(board, board.to_play[0])
    elif board.stage == CHALLENGE_ROUND:
        _end_challenge_round(board)
    else:
        _end_face_off(board)


def _begin_turn(board: Board, seat: int) -> None:
    """PC-18: with the first player's turn a new round begins."""
    board.seat, board.played = seat, 0
    board.pending = [_BEGINNING]
    if seat == board.first and board.stage != FACE_OFF and not _ended_by_cap(board):
        _new_round(board)


# --- rounds and their Seasons ------------------------------------------------------------------------------------------


def _new_round(board: Board) -> None:
    """PC-18: the Season advances, and the bonuses are paid."""
    board.round += 1
    board.season = (board.season + 1) % len(SEASONS)
    season = SEASONS[board.season]
    if board.events is not None:
        board.events.append(SeasonBegan(board.round, season))
    owed = [bonus for seat in board.in_turn_order(board.first - 1) for bonus in _bonuses(board, seat)]
    board.pending += [*([Catching()] if season in _FREE else []), *reversed(owed)]


def _bonuses(board: Board, seat: int) -> Iterator[ToChoose]:
    """PC-19, the bonuses of all Recipes together; then PC-20."""
    taps = board.taps[seat - 1]
    seasonal = board.deck.seasonal_bonus(taps, board.season)
    if seasonal:
        yield ToChoose(seat, seasonal, _PAID_IN[board.season], SEASONAL_BONUS)
    improved = board.deck.improvements(board.fronts[seat - 1]) * len(taps)
    if improved:
        yield ToChoose(seat, improved, ALL if SEASONS[board.season] in _FREE else BASIC, IMPROVEMENTS)


def catch_up(board: Board, _owed: Catching) -> bool:
    """PC-21: all who tie for the fewest Pints draw a card."""
    board.pending.pop()
    pints = {seat: board.pints(seat) for seat in board.in_turn_order(board.first - 1)}
    fewest = min(pints.values())
    for seat, count in pints.items():
        if count == fewest:
            board.draw(seat, 1)
    return True


# --- the Challenge Round and Face Offs ---------------------------------------------------------------------------------


def threshold(deck: Deck, state: Position) -> int:
    """The Victory Pint Threshold (PC-22)."""
    return state.options.threshold or deck.thresholds[len(state.hands)]


def _look_at_threshold(board: Board) -> None:
    """PC-22, PC-23: the first player at the threshold, in turn order, starts the Challenge Round."""
    reached = _at_threshold(board)
    if reached:
        leader = next(seat for seat in board.in_turn_order(board.seat - 1) if seat in reached)
        board.stage, board.leader = CHALLENGE_ROUND, leader
        board.to_play = tuple([other for other in board.in_turn_order(board.seat) if other != leader])
        if board.events is not None:
            board.events.append(ChallengeRoundBegan(leader, board.pints(leader)))


def _at_threshold(board: Board) -> list[int]:
    """The seats at the threshold among those that are left."""
    least, pints, fronts, taps, reached = threshold(board.deck, board), board.deck.pints, board.fronts, board.taps, []
    for seat in board.left:  # the end of each turn asks, and a comprehension would take twice as long
        if pints(fronts[seat - 1], taps[seat - 1]) >= least:
            reached.append(seat)
    return reached


def _end_challenge_round(board: Board) -> None:
    """PC-24."""
    standing = _at_threshold(board)
    if len(standing) == 1:
        over(board, THRESHOLD)
    elif standing:
        face_off(board, standing)
    else:
        seat, board.stage, board.leader = board.leader, ROUNDS, 0
        if board.events is not None:
            board.events.append(ChallengeRoundFailed(seat))
        _begin_turn(board, seat)


def face_off(board: Board, seats: list[int]) -> None:
    """PC-24, PC-25: all others are eliminated; the starter of the Challenge Round begins, or the next one left."""
    if _ended_by_cap(board):
        return
    board.stage, board.left = FACE_OFF, tuple(seats)
    board.to_play = tuple(board.in_turn_order(board.leader - 1))
    if board.events is not None:
        board.events.append(FaceOffBegan(board.to_play))
    _begin_turn(board, board.to_play[0])
    _new_round(board)


def _end_face_off(board: Board) -> None:
    """PC-26; nobody votes on a Face Off that cannot begin (PC-28)."""
    tied = leaders(board)
    if len(tied) == 1:
        over(board, FACED_OFF)
    elif not _ended_by_cap(board):
        board.pending = [ToVote(seat) for seat in board.in_turn_order(board.leader - 1)[::-1] if seat in tied]


def leaders(board: Board) -> list[int]:
    """The seats with the most Pints among those that are left."""
    most = max([board.pints(seat) for seat in board.left])
    return [seat for seat in board.left if board.pints(seat) == most]


# --- the end -----------------------------------------------------------------------------------------------------------


def _ended_by_cap(board: Board) -> bool:
    """PC-28: whether no other round may begin; the game ends then."""
    last = board.round >= board.options.round_cap
    if last:
        over(board, ROUND_CAP)
    return last


def over(board: Board, reason: str) -> None:
    """The game is over, and with it the turn and the stage."""
    board.pending, board.ended = [], reason
    board.stage, board.seat, board.leader, board.played, board.to_play = ROUNDS, 0, 0, 0, ()
