"""The rules of the service about seats that resign, above those of each game. See docs/decisions/0006.

Under version 1, a seat that has resigned is ranked like any other, and the game is played to its end. Since version 2, nobody who
resigns wins: the game ends once all seats but one have resigned, and a seat that has resigned is placed behind all others. If all
seats have the same result in every game, nobody can win by staying: such a game goes on. A game may have rules of its own for
resignations, `Rules.conceded`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from taphouse.engine.contract import COMMON, EndReason, Outcome, Reason, Rules, Standing

SERVICE_RULES = 2
"""The newest version of the rules of the service."""
OTHERS_RESIGNED = Reason("others-resigned", "TH-1", "All others have resigned.")
"""The end of a game because all seats but one have resigned."""


def outcome_of(rules: Rules, state: Any, seats: int, resigned: Sequence[int], version: int) -> Outcome | None:
    """The outcome of a game by its rules and those of the service; None before the end.

    Args:
        rules: The rules of the game.
        state: The position.
        seats: The number of seats.
        resigned: The seats that have resigned, in the order of their resignations.
        version: The version of the rules of the service.
    """
    outcome = rules.outcome(state)
    if version == 1 or not resigned or (outcome is not None and outcome.victory in COMMON):
        return outcome
    if outcome is not None:
        return replace(outcome, standings=_ranked(outcome.standings, resigned))
    if (outcome := rules.conceded(state, resigned)) is not None:
        return outcome
    if len(resigned) < (seats if rules.cooperative else seats - 1):
        return None
    stay = [seat for seat in range(1, seats + 1) if seat not in resigned]
    standings = [Standing(seat, place, 0, ()) for place, seat in enumerate((*stay, *reversed(resigned)), 1)]
    return Outcome(EndReason(OTHERS_RESIGNED.name), OTHERS_RESIGNED.rule, tuple(standings))


def _ranked(standings: Iterable[Standing], resigned: Sequence[int]) -> tuple[Standing, ...]:
    """The standings with the seats that have resigned behind the others, those that resigned later before earlier ones."""
    by_seat = {one.seat: one for one in standings}
    gone = [by_seat.pop(seat) for seat in reversed(resigned)]
    ranked = [
        replace(one, place=one.place - sum(other.place < one.place for other in gone)) for one in by_seat.values()
    ]
    last = max([len(ranked), *[one.place for one in ranked]])
    return (*ranked, *[replace(one, place=place) for place, one in enumerate(gone, last + 1)])
