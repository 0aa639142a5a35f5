"""A viewer gets the same in two worlds that differ only in what they were never shown."""

from __future__ import annotations

import random

import pytest

from taphouse.lab.game_tests.effort import many
from taphouse.lab.game_tests.invariants import conserved
from taphouse.lab.game_tests.pairs import asked_at, check, pairs
from taphouse.lab.game_tests.tables import GAMES, hiding, one_table, playout, tables
from taphouse.lab.secrecy.hidden import Hidden, as_it_went

MOST_SEEDS = 40
"""The games at each table in which other worlds are looked for."""


@pytest.mark.parametrize("kind", GAMES)
def test_a_viewer_cannot_tell_two_worlds_apart(kind: str) -> None:
    """At every version, what `known`, `view` and `redact` show them is the same in worlds that differ in what is hidden."""
    enough, found, hidden = 50 if kind in hiding() else 10, 0, Hidden()
    for seed in range(MOST_SEEDS):
        for pair in pairs(kind, range(seed, seed + 1)):
            here, there = pair.game.states[0], pair.world.steps[0].state
            assert conserved(kind, here) == conserved(kind, there), "`other_world` makes something, or loses it"
            check(pair.game.table.rules, pair)
            hidden.add(pair.game.table.rules, pair.viewer, as_it_went(pair.game, pair.k), pair.world)
            found += 1
        if seed + 1 >= many(1) and found >= 2 * enough and (one_table() or not hidden.unproven()):
            return
    if found >= enough:
        if not hidden.unproven():
            return
        pytest.fail(" ".join([*hidden.unproven(), "Let `other_world` change it: what is the same cannot leak."]))
    pytest.fail(
        f"`other_world` found only {found} pairs of worlds in {MOST_SEEDS} games at each table; {enough} are enough"
    )


@pytest.mark.parametrize("kind", GAMES)
def test_who_knows_no_more_than_is_known_is_answered_the_same(kind: str) -> None:
    """Legal moves, refusals and previews follow from what `known` gives the seat."""
    for table in tables(kind):
        game = playout(table, "known")
        for state in game.states[:-1:3]:
            decision = table.rules.decision(state)
            assert decision is not None, "a game goes on, and nobody decides"
            seat, known = decision.seat, table.rules.known(state, decision.seat)
            here = asked_at(table.rules, table, state, seat, random.Random(1))
            there = asked_at(table.rules, table, known, seat, random.Random(1))
            assert here == there, f"{table}: seat {seat} is answered otherwise from what it knows"
