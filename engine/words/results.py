"""The result of a game in a sentence."""

from __future__ import annotations

from taphouse.engine.contract import Outcome, Victory
from taphouse.engine.resigning import OTHERS_RESIGNED

_WITH_OTHERS = {
    Victory.TEAM: "YOUR TEAM WINS. ",
    Victory.ALL_WON: "ALL WIN TOGETHER. ",
    Victory.ALL_LOST: "ALL LOSE TOGETHER. ",
    Victory.ALL_SCORED: "ALL SHARE THE SCORE. ",
    Victory.NOBODY: "NOBODY WINS. ",
}
"""The result for a seat in first place, where that is no victory of its own."""


def over(outcome: Outcome, seat: int | None = None) -> str:
    """The end of a game in words: first the result of a seat, if one is given, or that of all; then the places."""
    scored = outcome.rule != OTHERS_RESIGNED.rule
    standings = "; ".join(
        f"{one.place}. seat {one.seat}" + (f" with {one.points} point{'s' * (one.points != 1)}" if scored else "")
        for one in outcome.standings
    )
    counts = f" The result counts as {outcome.stake} games." if outcome.multiplied else ""
    return f"{_own(outcome, seat)}The game is over ({outcome.reason}): {standings}.{counts}"


def _own(outcome: Outcome, seat: int | None) -> str:
    """The result of a seat; for a spectator that of all seats, if they have one."""
    places = {one.seat: one for one in outcome.standings}
    mine = places.get(seat or 0)
    first = [one for one in places.values() if one.place == 1]
    together = _WITH_OTHERS.get(outcome.victory, "")
    if mine is None:
        return "" if outcome.victory is Victory.TEAM else together
    if together and mine.place == 1:
        return together
    if mine.place == 1:
        return "YOU WIN. " if len(first) == 1 else "YOU SHARE THE VICTORY. "
    behind = first[0].points - mine.points if first else 0
    return f"YOU LOSE by {behind}. " if behind > 0 else "YOU LOSE. "
