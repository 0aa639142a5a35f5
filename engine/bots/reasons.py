"""The reasons for a move: what it changes and threatens, by what the seat that makes it can know."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
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
MOST_OTHERS = 12
"""The most other moves that are compared. Of more, they are taken at equal distances."""


def reasons(
    game: Game, rules: Rules, known: Any, move: Move, seat: int, *, best: bool = False
) -> tuple[Merit | Event, ...]:
    """The reasons for a move, the strongest first: merits of the game, or what the move changes and brings about.

    They follow from previews of moves, so they reveal nothing that the seat does not know. What the other moves have in common
    with it is no reason, except that it wins.

    Args:
        game: the game.
        rules: its rules.
        known: `rules.known(state, seat)` of a position in which the seat must decide.
        move: a legal move.
        seat: the seat.
        best: True for the move that is advised, which always has a reason.

    Returns:
        At most `MOST_REASONS`. An event of the move speaks for itself.
    """
    others = [one for one in rules.moves(known) if one != move]
    if best and not others:
        return (OnlyMove(),)
    others = others[:: ceil(len(others) / MOST_OTHERS) or 1]
    step = rules.make(known, move, BLIND)
    ending = [*_ending(rules, step.state, seat)]
    for source in (game.merits, _effects):
        found = [*source(rules, known, move, step, seat)]
        common = found if others else []
        for other in others:
            if not common:
                break
            theirs = [*source(rules, known, other, rules.make(known, other, BLIND), seat)]
            common = [one for one in common if one in theirs]
        found = [*ending, *[one for one in found if one not in common]]
        if found:
            return tuple(found[:MOST_REASONS])
    return (NothingBetter(),) if best else ()


def _ending(rules: Rules, state: Any, seat: int) -> Iterator[Merit]:
    outcome = rules.outcome(state)
    if outcome is not None and seat in outcome.winners:
        yield WinsGame() if len(outcome.winners) == 1 else SharesVictory()


def _effects(rules: Rules, known: Any, move: Move, step: Transition, seat: int) -> Iterator[Merit | Event]:  # noqa: ARG001
    """The numbers that a move raises for the player, and its events that are of the player, as they see them."""
    yield from _raised(rules, known, step.state, seat)
    for event in step.events:
        shown = rules.redact(event, seat)
        if shown is not None and getattr(shown, "seat", None) == seat:
            yield shown


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
