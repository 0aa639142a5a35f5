"""The rules of a game in brief."""

from __future__ import annotations

import re
from collections.abc import Iterable

from taphouse.engine.messages.guides import Guide
from taphouse.engine.notation import A_NAME, A_NUMBER, AMOUNTS
from taphouse.engine.vocabulary import span

_IDS = re.compile(r"(,? [A-Z]+-\d+[a-z]?)+\.$")
"""The ids of rules at the end of a text."""


def in_brief(title: str, seats: range, text: str, guide: Guide, moves: Iterable[tuple[str, str]]) -> list[str]:
    """The rules of a game in brief: its subject, goal and end, and its moves.

    Args:
        title: the title of the game.
        seats: the numbers of seats.
        text: a summary of the play.
        guide: how to play.
        moves: the syntax of each kind of move in notation, and what it does.
    """
    lines = [f"{title}, {span(seats, 'seat')}. {text}", *(line.text for line in (*guide.goal, *guide.end))]
    lines.append("Moves in notation, with names in lower case with hyphens, and amounts as `name:2,other:1`:")
    return [*lines, *(f"- {_short(usage)}: {_IDS.sub('', does)}" for usage, does in moves)]


def _short(usage: str) -> str:
    """The syntax of a move without the syntax of its fields."""
    for syntax in (A_NAME, A_NUMBER):
        usage = usage.replace(f": {syntax}, or none", "").replace(f": {syntax}", "")
    return usage.replace(AMOUNTS, "amounts of ")
