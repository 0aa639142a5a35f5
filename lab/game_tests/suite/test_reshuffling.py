"""A new game from a position: everybody knows what they knew, and what nobody knew comes from the new seed alone."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Struct
from msgspec.structs import astuple

from taphouse.engine.chance import BLIND, IN_ORDER, Chance, seed_from
from taphouse.engine.records.chances import Recording
from taphouse.engine.worlds.disclosure import as_if_whole
from taphouse.lab.game_tests.effort import many
from taphouse.lab.game_tests.invariants import conserved
from taphouse.lab.game_tests.tables import GAMES, default_table, drawing, playout, tables


@pytest.mark.parametrize("kind", GAMES)
@given(data=st.data())
@settings(max_examples=many(40), deadline=None)
def test_only_what_nobody_knows_is_drawn_anew(kind: str, data: st.DataObject) -> None:
    """A game from a position, and a move taken back, keep what players know."""
    table = data.draw(st.sampled_from(tables(kind)))
    game = playout(table, f"reshuffled {data.draw(st.integers(0, 3))}")
    state: Any = game.states[data.draw(st.integers(0, len(game.states) - 1))]
    rules, chance = table.rules, Recording(Chance(seed_from(str(data.draw(st.integers(0, 999))))))
    without = data.draw(st.just(()) | st.sets(st.integers(1, table.seats)))
    new = rules.reshuffled(state, chance, without)
    for viewer in table.viewers:
        if viewer not in without:
            assert rules.known(new, viewer) == rules.known(state, viewer), f"{viewer} knows something else"
    assert conserved(kind, new) == conserved(kind, state), "`reshuffled` makes something, or loses it"
    if rules.decider(state) not in without:
        assert list(rules.moves(new)) == list(rules.moves(state)), "other moves are legal"
    assert bool(next(rules.moves(new), None)) == bool(next(rules.moves(state), None)), "the game is over, or not"
    again = rules.reshuffled(rules.reshuffled(state, IN_ORDER, without), chance, without)
    assert again == new, "`reshuffled` depends on what was hidden before"
    ordered = rules.reshuffled(state, IN_ORDER)
    assert rules.reshuffled(ordered, IN_ORDER) == ordered, "`reshuffled` in order changes what is in order"
    late = [number for number in chance.drawn if number >= getattr(state, "draws", 0)]
    assert not late, (
        f"`reshuffled` uses the numbers {late}; use those of `new`. From `state.draws` on, a later draw has the same number"
    )


@pytest.mark.parametrize("kind", drawing())
def test_the_seed_decides_what_comes_next(kind: str) -> None:
    """Games from one position differ by their seeds."""
    table = default_table(kind)
    rules, state = table.rules, playout(table, "reshuffled").states[1]
    if not _unseen(state, [as_if_whole(rules.known(state, viewer)) for viewer in table.viewers]):
        pytest.skip("all cards are dealt: a seat knows each")
    assert len({rules.reshuffled(state, Chance(seed_from(str(seed)))) for seed in range(20)}) == 20, (
        "`reshuffled` gives the same position with different seeds"
    )
    with pytest.raises(ValueError, match="needs a seed"):
        rules.reshuffled(state, BLIND)


def _unseen(value: Any, seen: list[Any]) -> bool:
    """True if no viewer sees some part of a value; `seen` is the value as each viewer sees it."""
    if value in seen:
        return False
    parts = [astuple(one) if isinstance(one, Struct) else one for one in (value, *seen)]
    if not isinstance(parts[0], tuple):
        return True
    alike = [one for one in parts if isinstance(one, tuple) and len(one) == len(parts[0])]
    return len(alike) == 1 or any(_unseen(part, others) for part, *others in zip(*alike, strict=True))


class Counting(Chance):
    """Notes the numbers of all draws."""

    __slots__ = ("numbers",)

    def __init__(self, seed: str) -> None:
        super().__init__(seed_from(seed))
        self.numbers: list[int] = []

    def _first(self, draw: int, n: int, k: int) -> list[int]:
        self.numbers.append(draw)
        return super()._first(draw, n, k)


@pytest.mark.parametrize("kind", drawing())
def test_draws_of_a_game_from_a_position_have_different_numbers(kind: str) -> None:
    """The numbers of the set-up are free in it, and a game uses no number twice."""
    table, chance = default_table(kind), Counting("new")
    states = playout(table, "numbers").states
    state = table.rules.reshuffled(states[min(5, len(states) - 2)], chance)
    while (move := next(iter(table.rules.moves(state)), None)) is not None:
        state = table.rules.apply(state, move, chance).state
    assert chance.numbers, "`reshuffled` draws nothing"
    assert len(chance.numbers) == len({*chance.numbers}), "two draws have the same number"


@pytest.mark.parametrize("kind", drawing())
def test_what_only_seats_without_know_is_drawn_anew(kind: str) -> None:
    """A seat that another knows nothing of begins anew; what the others know stays."""
    table = default_table(kind)
    rules, state, others = table.rules, playout(table, "strangers").states[0], range(2, table.seats + 1)
    news = [rules.reshuffled(state, Chance(seed_from(str(seed))), others) for seed in range(20)]
    assert {rules.known(new, 1) for new in news} == {rules.known(state, 1)}, "seat 1 knows something else"
    if rules.view(rules.known(state, 2)) != rules.view(rules.known(state, None)):
        assert len({rules.known(new, 2) for new in news}) >= 8, (
            "what seat 2 and others know, and seat 1 does not, is not drawn anew"
        )
