"""Moves that revealed something to somebody; taking one back gives nobody knowledge of the future."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from taphouse.engine.chance import after_undos
from taphouse.engine.contract import Transition
from taphouse.engine.records.chances import Recording
from taphouse.engine.worlds import other_world
from taphouse.engine.worlds.disclosure import discloses
from taphouse.lab.game_tests.effort import many
from taphouse.lab.game_tests.tables import GAMES, TablePlayout, playout, tables

KINDS = {kind: tuple(tables(kind)) for kind in GAMES}


def told(game: TablePlayout, k: int) -> bool:
    """True if move k, counted from 0, revealed anything to anybody."""
    step = Transition(game.states[k + 1], game.events[k])
    return discloses(game.table.rules, game.before[k], game.moves[k], step, game.table.seats)


@pytest.mark.parametrize("kind", GAMES)
@given(data=st.data())
@settings(max_examples=many(12), deadline=None)
def test_a_move_that_told_nothing_would_look_the_same_whatever_was_drawn(kind: str, data: st.DataObject) -> None:
    """Nobody learns from a move that revealed nothing: with everything drawn anew that nobody knows, it would look the same."""
    game = playout(data.draw(st.sampled_from(KINDS[kind])), f"telling {data.draw(st.integers(0, 3))}")
    k = data.draw(st.integers(0, len(game.moves) - 1))
    rules, seat, move = game.table.rules, game.movers[k], game.moves[k]
    if told(game, k):
        return
    chance = after_undos(game.chance, data.draw(st.integers(1, 5)))
    other = rules.with_decider(rules.reshuffled(game.before[k], chance), seat)
    assert rules.why_not(rules.known(other, seat), move) is None, "the move would not be legal"
    again = rules.apply(other, move, chance)
    for viewer in game.table.viewers:
        assert rules.known(again.state, viewer) == rules.known(game.states[k + 1], viewer), "it would lead elsewhere"
        here, there = ([rules.redact(one, viewer) for one in events] for events in (game.events[k], again.events))
        assert here == there, "it would tell something else"


@pytest.mark.parametrize("kind", GAMES)
@given(data=st.data())
@settings(max_examples=many(12), deadline=None)
def test_after_an_undo_nobody_knows_more_of_the_position_and_every_draw_is_new(kind: str, data: st.DataObject) -> None:
    """Else a player could look ahead, and take the move back."""
    game = playout(data.draw(st.sampled_from(KINDS[kind])), f"telling {data.draw(st.integers(0, 3))}")
    k, undos = data.draw(st.integers(0, len(game.moves) - 1)), data.draw(st.integers(1, 500))
    rules, seen = game.table.rules, Recording(game.chance)
    rules.new(game.table.options, game.table.seats, seen)
    for before, move in zip(game.before, game.moves, strict=True):
        rules.apply(before, move, seen)
    later = Recording(game.chance)
    back = rules.reshuffled(game.states[k], after_undos(later, undos))
    assert rules.outcome(back) is None, "a move was taken back, and the game is over"
    for viewer in game.table.viewers:
        assert rules.known(back, viewer) == rules.known(game.states[k], viewer), f"{viewer} knows something else"
    rules.apply(back, random.Random(k).choice(list(rules.moves(back))), after_undos(later, undos))
    assert not seen.drawn.keys() & later.drawn.keys(), "a draw after an undo was made before"


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
        seat, move = world.made[k]
        before = table.rules.with_decider(world.steps[k].state, seat)
        there = discloses(table.rules, before, move, world.steps[k + 1], table.seats)
        assert there == told(game, k), f"{viewer} can tell the worlds apart by what can be taken back"
