"""Every benchmark runs, in small, and tells the figures that goals are set for; how large they are is not for a test."""

import math
from types import ModuleType

import pytest

from bench import __main__ as bench
from bench import engine, graphql, hops, hostile, live, pipeline, store

SMALL = {
    engine: {"ROUNDS": 1, "MOVES": 20},
    graphql: {"ROUNDS": 1, "WARM_UP": 1, "CONNECTIONS": 2, "MOVES": 4},
    hostile: {"ROUNDS": 1},
    hops: {"WARM_UP": 1},
    pipeline: {"ROUNDS": 2, "OPERATIONS": 3},
    store: {"ROUNDS": 1, "MOVES": 20, "CALLERS": (1, 16)},
    live: {"ROUNDS": 1, "WARM_UP": 1, "PATIENCE": 0.0, "MANY": 20, "HUNDRED": 4, "OTHERS": 2, "MOVES": 10},
}


@pytest.mark.parametrize("module", SMALL, ids=lambda module: module.__name__)
def test_measures(module: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in SMALL[module].items():
        monkeypatch.setattr(module, name, value)
    figures = module.measure()
    assert figures
    assert all(math.isfinite(figure) for figure in figures.values())
    limited = {name for name in (*bench.GOALS, *bench.BOUNDS) if name.split(".")[0] == _family(module)}
    assert limited <= figures.keys()
    assert all(figures[name] > 0 for name in limited)


def test_every_goal_is_of_a_figure() -> None:
    assert {name.split(".")[0] for name in (*bench.GOALS, *bench.BOUNDS)} == {_family(module) for module in SMALL} - {
        "pipeline"
    }


def _family(module: ModuleType) -> str:
    """How the names of its figures begin."""
    return "documents" if module is hostile else module.__name__.removeprefix("bench.")
