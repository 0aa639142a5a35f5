"""The reasons for a move: what it changes and threatens, by what the seat that makes it can know."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from msgspec import Struct
from msgspec.structs import fields

from taphouse.engine.chance import BLIND
from taphouse.engine.contract import Event, Move, Rules, Transition
from taphouse.engine.game import Game
from taphouse.engine.messages import Merit
from taphouse.engine.messages.merits import NothingBetter, OnlyMove, Raises, SharesVictory, WinsGame
from taphouse.engine.vocabulary import kebab

MOST_REASONS = 3
"""The most reasons for a move."""


def reasons(
    game: Game, rules: Rules, known: Any, move: Move, seat: int, *, best: bool = False
) -> tuple[Merit | Event, ...]:
    """The reasons for a move, the strongest first: merits of the game, or what the move changes and brings about.

    They follow from the preview of the move, so they reveal nothing that the seat does not know.

    Args:
        game: the game.
        rules: its rules.
        known: `rules.known(state, seat)` of a position in which the seat must decide.
        move: a legal move.
        seat: the seat.
        best: True for the move that is advised, which always has a reason.

    Returns:
        At most `MOST_REASONS`. An event of the move speaks for itself, unless another move brings it about, too.
    """
    if best and next(islice(rules.moves(known), 1, None), None) is None:
        return (OnlyMove(),)
    step = rules.make(known, move, BLIND)
    found: list[Merit | Event] = [
        *_ending(rules, step.state, seat),
        *islice(game.merits(rules, known, move, step, seat), MOST_REASONS),
    ]
    found = found or [*_raised(rules, known, step.state, seat), *_own_events(rules, known, move, step, seat)]
    if best and not found:
        return (NothingBetter(),)
    return tuple(found[:MOST_REASONS])


def _ending(rules: Rules, state: Any, seat: int) -> Iterator[Merit]:
    outcome = rules.outcome(state)
    if outcome is not None and seat in outcome.winners:
        yield WinsGame() if len(outcome.winners) == 1 else SharesVictory()


def _raised(rules: Rules, known: Any, state: Any, seat: int) -> Iterator[Merit]:
    """The numbers in the player's area of the table that are higher after the move."""
    before, after = _area(rules.view(known), seat), _area(rules.view(rules.known(state, seat)), seat)
    if before is None or after is None:
        return
    for field in fields(type(before)):
        old, new = getattr(before, field.name), getattr(after, field.name)
        if type(old) is int and type(new) is int and new > old:
            yield Raises(kebab(field.name), old, new)


def _area(table: Any, seat: int) -> Any:
    """The part of a table that belongs to a seat: an item of a list, with the seat in its field `seat`. None if there is none."""
    for field in fields(type(table)):
        value = getattr(table, field.name)
        if isinstance(value, tuple):
            for item in value:
                if isinstance(item, Struct) and getattr(item, "seat", None) == seat:
                    return item
    return None


def _own_events(rules: Rules, known: Any, move: Move, step: Transition, seat: int) -> Iterator[Event]:
    """The events of the move that are of the player, and that the first other legal move does not bring about, too."""
    other = next((one for one in islice(rules.moves(known), 2) if one != move), None)
    either = () if other is None else rules.make(known, other, BLIND).events
    for event in step.events:
        shown = rules.redact(event, seat)
        if shown is not None and getattr(shown, "seat", None) == seat and event not in either:
            yield shown
