"""A new game from a position: everybody knows what they knew, and what nobody knew comes from the new seed alone."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from taphouse.engine.chance import BLIND, IN_ORDER, Chance, seed_from
from taphouse.engine.records.chances import Recording
from tests.conformance.conserved import CONSERVED
from tests.conformance.tables import GAMES, HIDING, default_table, playout, tables
from tests.effort import many


@pytest.mark.parametrize("kind", GAMES)
@given(data=st.data())
@settings(max_examples=many(40), deadline=None)
def test_only_what_nobody_knows_is_drawn_anew(kind: str, data: st.DataObject) -> None:
    table = data.draw(st.sampled_from(tables(kind)))
    game = playout(table, f"reshuffled {data.draw(st.integers(0, 3))}")
    state: Any = game.states[data.draw(st.integers(0, len(game.states) - 1))]
    rules, chance = table.rules, Recording(Chance(seed_from(data.draw(st.text(max_size=5)))))
    without = data.draw(st.just(()) | st.sets(st.integers(1, table.seats)))
    new = rules.reshuffled(state, chance, without)
    for viewer in table.viewers:
        if viewer not in without:
            assert rules.known(new, viewer) == rules.known(state, viewer), viewer
    assert CONSERVED[kind](new) == CONSERVED[kind](state)
    if rules.decider(state) not in without:
        assert list(rules.moves(new)) == list(rules.moves(state))
    assert bool(next(rules.moves(new), None)) == bool(next(rules.moves(state), None))
    again = rules.reshuffled(rules.reshuffled(state, IN_ORDER, without), chance, without)
    assert again == new, "it depends on what was hidden before"
    assert rules.reshuffled(rules.reshuffled(state, IN_ORDER), IN_ORDER) == rules.reshuffled(state, IN_ORDER)
    assert all(number < getattr(state, "draws", 0) for number in chance.drawn), "a later draw has the same number"


@pytest.mark.parametrize("kind", HIDING)
def test_the_seed_decides_what_comes_next(kind: str) -> None:
    state = playout(default_table(kind), "reshuffled").states[1]
    rules = default_table(kind).rules
    assert len({rules.reshuffled(state, Chance(seed_from(str(seed)))) for seed in range(20)}) == 20
    with pytest.raises(ValueError, match="needs a seed"):
        rules.reshuffled(state, BLIND)


class Counting(Chance):
    """Notes the numbers of all draws."""

    __slots__ = ("numbers",)

    def __init__(self, seed: str) -> None:
        super().__init__(seed_from(seed))
        self.numbers: list[int] = []

    def _first(self, draw: int, n: int, k: int) -> list[int]:
        self.numbers.append(draw)
        return super()._first(draw, n, k)


@pytest.mark.parametrize("kind", HIDING)
def test_draws_of_a_game_from_a_position_have_different_numbers(kind: str) -> None:
    """The numbers of the set-up are free in it, and a game uses no number twice."""
    table, chance = default_table(kind), Counting("new")
    state = table.rules.reshuffled(playout(table, "numbers").states[5], chance)
    while (move := next(iter(table.rules.moves(state)), None)) is not None:
        state = table.rules.apply(state, move, chance).state
    assert len(chance.numbers) == len({*chance.numbers}) >= 1


@pytest.mark.parametrize("kind", HIDING)
def test_what_only_seats_without_know_is_drawn_anew(kind: str) -> None:
    table = default_table(kind)
    state: Any = playout(table, "strangers").states[0]
    news = [table.rules.reshuffled(state, Chance(seed_from(str(seed))), [2]) for seed in range(20)]
    assert len({table.rules.known(new, 2).hands[1] for new in news}) >= 8
    assert len({table.rules.known(new, 1).hands[0] for new in news}) == 1


def test_every_order_of_the_draw_pile_is_possible() -> None:
    """In Cask Race with three cards of different grain left, all six orders come, about equally often."""
    table = default_table("cask-race")
    state: Any = playout(table, "orders").states[0]
    few = type(state)(**{f: getattr(state, f) for f in state.__struct_fields__} | {"pile": (1, 2, 3)})
    piles = [table.rules.reshuffled(few, Chance(seed_from(str(n)))).pile for n in range(600)]
    assert {piles.count(pile) > 60 for pile in {*piles}} == {True}
    assert len({*piles}) == 6
