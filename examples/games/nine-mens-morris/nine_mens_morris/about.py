"""The description of Nine Men's Morris."""

from __future__ import annotations

from typing import Any

from nine_mens_morris.board import MorrisEdition
from nine_mens_morris.moves import EVENTS, MOVES, REFUSALS, MorrisOptions
from nine_mens_morris.rules import BLOCKED, FEW_MEN, NO_PROGRESS, PROMPTS, RULE_OF_END, MorrisRules, MorrisState, Table
from taphouse.engine.contract import Reason, Victory
from taphouse.engine.game import About, Game

ABOUT = About(
    kind="nine-mens-morris",
    title="Nine Men's Morris",
    text="Two players place nine men each, and slide them along the lines. Three in a line take a man of the other player.",
    seats=range(2, 3),
    minutes=15,
    options=MorrisOptions,
    moves=MOVES,
    events=EVENTS,
    prompts=PROMPTS,
    refusals=REFUSALS,
    view=Table,
    state=MorrisState,
    reasons=(
        Reason(FEW_MEN, RULE_OF_END[FEW_MEN], "A player has fewer than three men."),
        Reason(BLOCKED, RULE_OF_END[BLOCKED], "A player cannot slide."),
        Reason(NO_PROGRESS, RULE_OF_END[NO_PROGRESS], "For 50 turns, no man was placed or removed.", Victory.NOBODY),
    ),
    package="nine_mens_morris",
)


def _men_ahead(_rules: Any, state: MorrisState, seat: int) -> float:
    """An estimate of a position: the men that a seat has more than the other, and a mill that it is about to use."""
    men = [state.points.count(one) + state.hand[one - 1] for one in (seat, 3 - seat)]
    return men[0] - men[1] + (0.5 if state.removing and state.seat == seat else 0.0)


GAME = Game(ABOUT, MorrisEdition, MorrisRules, evaluate=_men_ahead)
