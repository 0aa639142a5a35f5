"""Observations of learning agents: what a seat is shown differently does not look alike."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from taphouse.lab.game_tests.effort import many
from taphouse.lab.game_tests.tables import GAMES, TablePlayout, default_table, editions, playout

pytest.importorskip("numpy", reason="the environments are not installed: pip install 'taphouse[env]'")

SEEDS = tuple(map(str, range(1, 1 + many(4))))


def unordered(value: Any) -> Any:
    """A value as builtin values, with its lists in any one order."""
    if isinstance(value, dict):
        return {name: unordered(one) for name, one in value.items()}
    return sorted(map(unordered, value), key=repr) if isinstance(value, list | tuple) else value


def shown(game: TablePlayout) -> Iterator[tuple[str, int, Any, Any]]:
    """The tables that deciding seats are shown in a game: the part of it, the seat, the value, and the numbers of that."""
    from taphouse.env.actions import Actions
    from taphouse.env.observers import OBSERVERS
    from taphouse.env.observers.general import GeneralObserver

    table, kind = game.table, game.table.kind
    own = OBSERVERS.get(kind)
    if own is not None:
        observer = own(table.rules, table.options, table.seats)
        for state, seat in zip(game.before, game.movers, strict=True):
            yield "the table", seat, table.rules.view(table.rules.known(state, seat)), observer.row(state, seat)
        return
    names = Actions(table.game, editions(kind)[table.edition], table.seats).names
    general = GeneralObserver(table.game.about.view, names, table.rules, table.seats)
    for state, seat in zip(game.before, game.movers, strict=True):
        for name, value, numbers in general.fields(table.rules.known(state, seat), seat):
            yield name, seat, value, numbers


@pytest.mark.parametrize("kind", GAMES)
def test_what_a_seat_is_shown_differently_does_not_look_alike_to_learners(kind: str) -> None:
    """Agents learn from observations: where they are equal, what a seat sees must be."""
    seen: dict[Any, Any] = {}
    for seed in SEEDS:
        for name, seat, value, numbers in shown(playout(default_table(kind), seed)):
            told = unordered(msgspec.to_builtins(value))
            before = seen.setdefault((name, seat, numbers), told)
            assert before == told, (
                f"Learners cannot tell two values of {name} apart: {before} and {told}. Give numbers their bounds, "
                "Meta(ge=..., le=...), so that each value has a place of its own, and let the items of a list begin with a "
                "word, a seat or their place."
            )
