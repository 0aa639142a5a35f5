"""From the end of a turn to the next turn, and the ends of the game (DD-11, DD-17, DD-18, DD-20, DD-21, DD-24)."""

from __future__ import annotations

from functools import cache

from taphouse.engine.dank_and_draft.cards import GAP
from taphouse.engine.dank_and_draft.moves import TapCard, TapsRefilled, TurnBegan
from taphouse.engine.dank_and_draft.rules.draft import complete
from taphouse.engine.dank_and_draft.state import Board, ToDiscard, ToDraft

FIVE_TYPES, TAPS, TURN_CAP = "five-types", "taps", "turn-cap"
"""The reasons of the end."""
RULE_OF_END = {FIVE_TYPES: "DD-20", TAPS: "DD-21", TURN_CAP: "DD-24"}

TO_DRAFT = (ToDraft(),)
_TO_DISCARD = (ToDiscard(),)


@cache
def clockwise(seat: int, seats: int) -> tuple[int, ...]:
    """The other seats, from the player's left."""
    return tuple((seat - 1 + i) % seats + 1 for i in range(1, seats))


# --- the end of a turn and the next turn -------------------------------------------------------------------------------


def end_turn(board: Board) -> None:
    """DD-17: with more cards than the hand limit a discard is owed first."""
    if len(board.hands[board.seat - 1]) > board.deck.hand_limit:
        board.pending = _TO_DISCARD
    else:
        refill(board)


def refill(board: Board) -> None:
    """DD-18, then the ends that are looked at only now (DD-21, DD-24), then the next turn."""
    if GAP in board.taps and board.pile:
        _fill_gaps(board)
    if not complete(board.taps):
        over(board, TAPS)
    elif board.turn >= board.options.turn_cap:
        over(board, TURN_CAP)
    else:
        _begin_turn(board)


def _fill_gaps(board: Board) -> None:
    """DD-18: row by row from the left, as far as the draw pile goes."""
    taps, new = list(board.taps), []
    for drawn in board.pile[: -taps.count(GAP) - 1 : -1]:
        i = taps.index(GAP)
        taps[i] = drawn
        new.append((i + 1, drawn))
    board.taps, board.pile = tuple(taps), board.pile[: -len(new)]
    if board.events is not None:
        board.events.append(TapsRefilled(tuple([TapCard(tap, board.deck.beer(card)) for tap, card in new])))


def _begin_turn(board: Board) -> None:
    """DD-11: an extra turn comes before the next player's turn."""
    if not board.extra_owed:
        board.seat = board.seat % len(board.hands) + 1
    board.turn += 1
    board.extra, board.extra_owed = board.extra_owed, False
    board.pending = TO_DRAFT
    if board.events is not None:
        board.events.append(TurnBegan(board.seat, board.turn, board.extra))


# --- the end -----------------------------------------------------------------------------------------------------------


def look_at_five_types(board: Board) -> None:
    """DD-20: with all five types in the player's taproom the game is over, and nothing else of the turn happens."""
    if all(board.taprooms[board.seat - 1]):
        over(board, FIVE_TYPES)


def over(board: Board, reason: str) -> None:
    """The game has ended: it is nobody's turn, and an extra turn that was owed does not follow (DD-11)."""
    board.seat, board.pending, board.ended = 0, (), reason
    board.extra = board.extra_owed = False
