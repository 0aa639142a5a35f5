"""Worlds that a seat can imagine: each is a position in which it would know the same, and would have seen the same."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from taphouse.engine.chance import BLIND, Chance, seed_from
from taphouse.lab.game_tests.effort import many
from taphouse.lab.game_tests.invariants import conserved
from taphouse.lab.game_tests.pairs import history
from taphouse.lab.game_tests.tables import GAMES, checks, default_table, drawing, hiding, playout, tables


@pytest.mark.parametrize("kind", GAMES)
@given(data=st.data())
@settings(max_examples=many(12), deadline=None)
def test_a_sample_agrees_with_all_that_a_seat_knows_and_saw(kind: str, data: st.DataObject) -> None:
    """Bots that search, and imagined worlds, begin from a sample."""
    table = data.draw(st.sampled_from(tables(kind)))
    game = playout(table, f"worlds {data.draw(st.integers(0, 5))}")
    rules, seat = table.rules, data.draw(st.integers(1, table.seats))
    k = data.draw(st.integers(0, len(game.states) - 1))
    begins = data.draw(st.just(0) | st.integers(0, k))
    state: Any = game.states[k]
    known = rules.known(state, seat)
    seen = history(game, seat, begins, k)
    memory = rules.remembered(seen, seat)
    at = data.draw(st.integers(0, len(seen)))
    before = rules.remembered(seen[:at], seat)
    assert before is None or rules.remembered_on(before, seen[at:], seat) in (None, memory), (
        "`remembered_on` gives another memory than `remembered` of all moves"
    )
    for remembers in (None, memory):
        chance = Chance(seed_from(str(data.draw(st.integers(0, 999)))))
        world = rules.sample(known, seat, chance, remembers)
        assert rules.known(world, seat) == known, "`sample` gives a world in which the seat knows something else"
        assert conserved(kind, world) == conserved(kind, state), "`sample` makes something, or loses it"
        assert rules.deciders(world) == rules.deciders(state), "another seat decides in the sample"
        assert bool(next(rules.moves(world), None)) == bool(next(rules.moves(state), None)), (
            "the sample is over, or not"
        )
        if seat in rules.deciders(state):
            own = list(rules.moves(rules.with_decider(state, seat)))
            assert list(rules.moves(world)) == own, "other moves are legal in the sample"
        assert getattr(world, "viewer", -1) == -1, "the sample is not a whole position: its viewer is not WHOLE"
    if rules.outcome(state) is None:
        checks(kind).imagined(game, seat, begins, k, world)


@pytest.mark.parametrize("kind", drawing())
def test_a_sample_can_be_played_on_and_draws_by_the_seed(kind: str) -> None:
    """A search plays a sample to its end, many times."""
    table = default_table(kind)
    game = playout(table, "played on")
    known = table.rules.known(game.states[min(3, len(game.moves) - 1)], 1)
    worlds = [table.rules.sample(known, 1, Chance(seed_from(str(n)))) for n in range(12)]
    assert len({*worlds}) == 12, "`sample` gives the same world with different seeds"
    assert worlds[3] == table.rules.sample(known, 1, Chance(seed_from("3"))), "`sample` depends on more than the seed"
    for n, world in enumerate(worlds[:3]):
        state, chance = world, Chance(seed_from(str(n)))
        while (move := next(iter(table.rules.moves(state)), None)) is not None:
            state = table.rules.apply(state, move, chance).state
        assert table.rules.outcome(state) is not None, "a game from a sample ends without an outcome"
    with pytest.raises(ValueError, match="needs a seed"):
        table.rules.sample(known, 1, BLIND)


@pytest.mark.parametrize("kind", hiding())
def test_what_another_seat_knows_is_refused(kind: str) -> None:
    """A sample of another seat's knowledge would be a leak."""
    table = default_table(kind)
    state: Any = playout(table, "refused").states[1]
    for wrong in (table.rules.known(state, 2), table.rules.known(state, None), state):
        with pytest.raises(ValueError, match="not what seat 1 knows"):
            table.rules.sample(wrong, 1, Chance(seed_from("")))
