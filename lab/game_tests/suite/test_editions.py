"""The rules take every figure from the edition."""

from __future__ import annotations

import random

import pytest

from taphouse.engine.bots.greedy import GreedyBot
from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.checks import found
from taphouse.lab.game_tests.effort import thorough
from taphouse.lab.game_tests.figures import changed, differs, figures, file_of
from taphouse.lab.game_tests.invariants import check_move, check_position, check_step
from taphouse.lab.game_tests.tables import GAMES, SECOND, GameTerms, checks, editions, tables

WITH_SECOND = [kind for kind, game in GAMES.items() if found(game).second.exists()]
"""The games with a second edition, in which every figure differs. Their own tests of rules pass under both."""
TRIED = 4
"""The games at each table in which a figure must show."""


def newest(kind: str | None = None) -> list[GameTerms]:
    """The tables with the newest rules."""
    return [table for table in tables(kind) if table.version == table.game.newest]


@thorough
@pytest.mark.parametrize("kind", WITH_SECOND)
def test_every_figure_of_the_second_edition_differs(kind: str) -> None:
    """A figure that is the same could stand in the code, and nobody would notice."""
    first, second = next(iter(editions(kind).values())), editions(kind)[SECOND]
    here, there = figures(file_of(first)), figures(file_of(second))
    same = {at for at, value in here.items() if there.get(at) == value}
    played_by_all = {at for at in same if at.endswith("players") and here[at] == min(GAMES[kind].about.seats)}
    alike = same - played_by_all - checks(kind).unchanged
    assert not alike, f"{found(GAMES[kind]).second} has the same figures as {first.name}: {', '.join(sorted(alike))}"
    other = checks(kind).unchanged - same
    assert not other, f"`unchanged` of CHECKS names figures that differ: {', '.join(sorted(other))}"


@thorough
@pytest.mark.parametrize("table", [one for one in newest() if one.edition == SECOND], ids=str)
def test_greedy_bots_play_the_second_edition_to_the_end(table: GameTerms) -> None:
    """The rules take what they need from the edition, so other figures break nothing."""
    rules, chance = table.rules, Chance(seed_from("greedy"))
    bot = GreedyBot(table.game, random.Random("greedy"))
    state = rules.new(table.options, table.seats, chance)
    while decision := rules.decision(state):
        check_position(table, state)
        move = bot.choose(rules, rules.known(state, decision.seat), decision.seat)
        check_move(table.kind, move)
        step = rules.apply(state, move, chance)
        check_step(table, state, move, step)
        state = step.state
    check_position(table, state)


@thorough
@pytest.mark.parametrize("kind", [kind for kind in GAMES if kind not in WITH_SECOND])
def test_every_figure_changes_something(kind: str) -> None:
    """With another figure in its place, games of the same draws and choices go another way."""
    edition = next(iter(editions(kind).values()))
    here = [table for table in newest(kind) if table.edition == edition.name]
    idle = {
        at
        for at in figures(file_of(edition))
        if (others := [*changed(edition, at)])
        and not any(differs(table, other, f"figures {n}") for n in range(TRIED) for other in others for table in here)
    }
    unused = idle - checks(kind).unchanged
    assert not unused, (
        f"nothing in {TRIED} games at each table changes with these figures of {edition.name}: {', '.join(sorted(unused))}. Use "
        "them in the rules, take them out, or name them in `unchanged` of CHECKS."
    )
