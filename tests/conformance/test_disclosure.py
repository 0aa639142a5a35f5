"""Moves that told somebody something; taking one back gives nobody knowledge of the future."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from taphouse.engine.chance import after_undos
from taphouse.engine.contract import Step
from taphouse.engine.records.chances import Recording
from taphouse.engine.worlds import other_world
from taphouse.engine.worlds.disclosure import discloses
from tests.conformance.tables import GAMES, Playout, playout, tables
from tests.effort import many

KINDS = {kind: tuple(tables(kind)) for kind in GAMES}


def told(game: Playout, k: int) -> bool:
    """True if move k, counted from 0, told anybody anything."""
    step = Step(game.states[k + 1], game.events[k])
    return discloses(game.table.rules, game.states[k], game.moves[k], step, game.table.seats)


@pytest.mark.parametrize("kind", GAMES)
@given(data=st.data())
@settings(max_examples=many(12), deadline=None)
def test_a_move_that_told_nothing_would_look_the_same_whatever_was_drawn(kind: str, data: st.DataObject) -> None:
    """Nobody learns from a move that told nothing: with everything drawn anew that nobody knows, it would look the same."""
    game = playout(data.draw(st.sampled_from(KINDS[kind])), f"telling {data.draw(st.integers(0, 3))}")
    k = data.draw(st.integers(0, len(game.moves) - 1))
    rules, state, move = game.table.rules, game.states[k], game.moves[k]
    if told(game, k):
        return
    chance = after_undos(game.chance, data.draw(st.integers(1, 5)))
    other = rules.reshuffled(state, chance)
    assert rules.why_not(rules.known(other, rules.decider(state)), move) is None
    again = rules.apply(other, move, chance)
    for viewer in game.table.viewers:
        assert rules.known(again.state, viewer) == rules.known(game.states[k + 1], viewer)
        assert [rules.redact(one, viewer) for one in again.events] == [
            rules.redact(one, viewer) for one in game.events[k]
        ]


@pytest.mark.parametrize("kind", GAMES)
@given(data=st.data())
@settings(max_examples=many(12), deadline=None)
def test_after_an_undo_nobody_knows_more_of_the_position_and_every_draw_is_new(kind: str, data: st.DataObject) -> None:
    game = playout(data.draw(st.sampled_from(KINDS[kind])), f"telling {data.draw(st.integers(0, 3))}")
    k, undos = data.draw(st.integers(0, len(game.moves) - 1)), data.draw(st.integers(1, 500))
    rules, seen = game.table.rules, Recording(game.chance)
    rules.new(game.table.options, game.table.seats, seen)
    for before, move in zip(game.states, game.moves, strict=False):
        rules.apply(before, move, seen)
    later = Recording(game.chance)
    back = rules.reshuffled(game.states[k], after_undos(later, undos))
    assert rules.outcome(back) is None
    for viewer in game.table.viewers:
        assert rules.known(back, viewer) == rules.known(game.states[k], viewer)
    rules.apply(back, random.Random(k).choice(list(rules.moves(back))), after_undos(later, undos))
    assert not seen.drawn.keys() & later.drawn.keys()


@pytest.mark.parametrize("kind", GAMES)
@given(data=st.data())
@settings(max_examples=many(12), deadline=None)
def test_whether_a_move_told_something_tells_nobody_anything(kind: str, data: st.DataObject) -> None:
    """It is equal in all worlds that look the same to a viewer."""
    table = data.draw(st.sampled_from(KINDS[kind]))
    game, rng = playout(table, f"telling {data.draw(st.integers(0, 3))}"), random.Random(data.draw(st.integers(0, 999)))
    k = data.draw(st.integers(0, len(game.moves) - 1))
    viewer = data.draw(st.sampled_from(table.viewers))
    world = other_world(GAMES[kind])(game, k + 1, viewer, rng)
    if world is not None:
        there = discloses(table.rules, world.steps[k].state, game.moves[k], world.steps[k + 1], table.seats)
        assert there == told(game, k)
