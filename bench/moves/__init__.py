"""Moves over HTTP: each way to make one, in turns with bare routes and with the peers, and how long they take under load."""

from __future__ import annotations

from statistics import median

import uvloop

from bench.harness.serving import Stage
from bench.moves import latency
from bench.moves.turns import Rounds

RUNS = 5
"""Each figure is the median of so many runs: the machine's load changes the ratios of a run by more than most changes do."""


def measure(node: str | None = None) -> dict[str, float]:
    """All figures of moves, medians of `RUNS` runs.

    `moves.<way>` and `peers.<peer>` have requests per second, microseconds of CPU of the server and of the store per request, and
    the bytes of the store's traffic. `peers.cpu_vs_<peer>` and `peers.rate_vs_<peer>` compare a typed move of the service with
    that of a peer, `graphql.vs_bare` and `graphql.vs_unguarded` the throughput of moves as inputs with that of the routes of
    `bench.bare`, and `graphql.cpu_of_rest` a move by REST with one by GraphQL that has the same answer. `looks.*` compare a query
    of the whole table, and an unchanged game by REST, with a move as an input.

    Args:
        node: The path of Node; without it there are no figures of the peers.
    """
    runs = [_run(node) for _ in range(RUNS)]
    return {name: median(run[name] for run in runs) for name in runs[0]}


def _run(node: str | None) -> dict[str, float]:
    with Stage() as stage:
        figures = uvloop.run(Rounds(stage, stage.service("bench.bare"), node).run())
    with Stage() as stage:  # without the peers, and without their share of the store
        return {**figures, **uvloop.run(latency.measure(stage.service("bench.bare")))}
