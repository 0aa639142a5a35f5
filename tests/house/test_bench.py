"""Every benchmark runs, in small, and tells the figures that goals are set for; how large they are is not for a test."""

import datetime
import math
from types import ModuleType
from xml.dom import minidom

import pytest

from bench import __main__ as bench
from bench import client, hops, hostile, memory, moves, page, store, workers
from bench.execution import pipeline, prices, refused_documents
from bench.following import live, openings
from bench.games import engine, env
from bench.hostile import run as attacks
from bench.moves import latency, turns
from bench.peers import servers
from bench.peers.picture import svg

pytestmark = pytest.mark.ecosystem

SMALL = {
    engine: {"ROUNDS": 1, "MOVES": 20},
    env: {"ROUNDS": 1, "MOVES": 20},
    client: {"ROUNDS": 1, "MOVES": 3},
    refused_documents: {"ROUNDS": 1},
    attacks: {"QUIET": 0.1, "SOON": 0.1, "ATTACKS": ("dear-documents",)},
    hops: {"WARM_UP": 1},
    memory: {"MOVES": 10},
    pipeline: {"ROUNDS": 2, "OPERATIONS": 3},
    store: {"ROUNDS": 1, "MOVES": 20, "CALLERS": (1, 16)},
    prices: {"ROUNDS": 1, "LEAST": 0.001, "LEAST_OF_FIELD": 0.001, "EVERY": 16, "PLAYED": 10},
    workers: {"ROUNDS": 1, "CONNECTIONS": 2, "MOVES": 4},
    live: {"ROUNDS": 1, "WARM_UP": 1, "PATIENCE": 0.0, "MANY": 20, "HUNDRED": 4, "OTHERS": 2, "MOVES": 10},
    page: {"ROUNDS": 1},
    openings: {"OPENINGS": 30, "EARLY": 10, "GAMES": 20, "PLAYED": 2, "KEPT": 20},
    moves: {"RUNS": 2},
    turns: {"ROUNDS": 1, "CLOSE_ROUNDS": 1, "WARM_UP": 0, "PEERS_WARM_UP": 0, "CONNECTIONS": 2, "MOVES": 20},
    latency: {"AT_CAPACITY": 1, "WARM_UP": 0.1, "ROUNDS": 2, "SECONDS": 0.2},
}
MEASURED = (
    client,
    engine,
    env,
    refused_documents,
    hostile,
    hops,
    pipeline,
    prices,
    live,
    memory,
    openings,
    store,
    workers,
)
"""All but the moves, which are measured with the peers below."""
PEERS = {name for name in bench.GOALS if name.startswith("peers.")}


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    for module, figures in SMALL.items():
        for name, value in figures.items():
            monkeypatch.setattr(module, name, value)


@pytest.mark.parametrize("module", MEASURED, ids=lambda module: module.__name__)
def test_measures(module: ModuleType) -> None:
    check(module, module.measure())


def check(module: ModuleType, figures: dict[str, float]) -> None:
    assert figures
    assert all(math.isfinite(figure) for figure in figures.values())
    limited = {name for name in bench.GOALS.keys() - PEERS if name.split(".")[0] in _families(module)}
    assert limited <= figures.keys()
    assert all(figures[name] > 0 for name in limited)


def test_every_goal_is_of_a_figure() -> None:
    families = {family for module in (moves, page, *MEASURED) for family in _families(module)}
    assert {name.split(".")[0] for name in bench.GOALS} == families - {"pipeline"}


def test_measures_the_page() -> None:
    try:
        check(page, page.measure())
    except page.NoBrowserError as error:
        pytest.skip(f"the page cannot be measured: {error}")


def test_measures_moves_and_the_peers() -> None:
    try:
        node = servers.install()
    except servers.NoPeersError as error:
        check(moves, moves.measure())
        pytest.skip(f"the peers cannot run: {error}")
    figures = moves.measure(node)
    check(moves, figures)
    assert figures.keys() >= PEERS
    assert figures["moves.typed.fields"] >= figures["peers.fields"] > 50
    for peer in servers.PEERS:  # the work is the same, except for the rates that the service takes
        assert figures[f"peers.{peer}.store_bytes"] == pytest.approx(figures["moves.unguarded.store_bytes"], rel=0.1)
    picture = minidom.parseString(svg(figures, datetime.date(2026, 1, 31)))  # noqa: S318 -- it is ours
    assert len(picture.getElementsByTagName("rect")) == 1 + 2 * (1 + len(servers.PEERS))


def test_a_figure_meets_its_goal_or_not() -> None:
    assert bench.Goal("at least", 2.0).met(2.0)
    assert not bench.Goal("at least", 2.0).met(1.9)
    assert bench.Goal("at most", 2.0).met(2.0)
    assert not bench.Goal("at most", 2.0).met(2.1)


def _families(module: ModuleType) -> set[str]:
    """The prefixes of the names of its figures with goals."""
    if module is moves:
        return {"graphql", "looks", "peers", "latency"}
    return {"documents"} if module is refused_documents else {module.__name__.rpartition(".")[2]}
