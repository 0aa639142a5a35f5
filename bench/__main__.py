"""`python -m bench`: runs all benchmarks, prints a table with the goals, and writes both to bench/latest.json.

Moves and the peers are measured in five runs, and each of their figures is the median: one run may miss a goal by chance.
If the peers can run, it also draws docs/pictures/peers.svg.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import platform
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from msgspec import Struct
from rich.console import Console
from rich.table import Table

from bench import client, hops, hostile, memory, moves, page, store, workers
from bench.execution import pipeline, prices, refused_documents
from bench.following import live, openings
from bench.games import engine, env
from bench.peers import picture, servers
from taphouse.engine import GAMES

LATEST = Path(__file__).with_name("latest.json")


class Goal(Struct, frozen=True):
    """A bound that a figure should keep."""

    bound: Literal["at least", "at most"]
    value: float

    def met(self, figure: float) -> bool:
        """Return whether a figure meets it."""
        return figure >= self.value if self.bound == "at least" else figure <= self.value

    def __str__(self) -> str:
        return f"{self.bound} {self.value:g}"


GOALS = {
    "engine.dank-and-draft.vs_python_chess": Goal("at least", 3.0),
    "engine.pint-craft.vs_python_chess": Goal("at least", 1.2),
    "engine.brew-crafters.vs_python_chess": Goal("at least", 0.8),
    "env.dank-and-draft.vs_engine": Goal("at least", 0.5),
    "engine.dank-and-draft.vs_openspiel": Goal("at least", 1.39),
    "engine.pint-craft.vs_openspiel": Goal("at least", 1.28),
    "engine.brew-crafters.vs_openspiel": Goal("at least", 0.9),
    **{f"client.{kind}.{way}": Goal("at most", 1.0) for kind in GAMES for way in ("vs_service", "async_vs_service")},
    "graphql.vs_bare": Goal("at least", 0.8),
    "graphql.cpu_of_rest": Goal("at most", 1.0),
    "looks.query_vs_move": Goal("at most", 1.0),
    "looks.unchanged_vs_move": Goal("at most", 0.5),
    "peers.cpu_vs_apollo": Goal("at most", 1.1),
    "peers.cpu_vs_yoga": Goal("at most", 1.0),
    "latency.p99_vs_p50": Goal("at most", 4.0),
    "latency.longest_pause_ms": Goal("at most", 20.0),
    "live.elsewhere_vs_none": Goal("at least", 0.8),
    "openings.memory_vs_early": Goal("at most", 1.3),
    "openings.longest_pause_ms": Goal("at most", 50.0),
    "openings.kib_per_follower": Goal("at most", 45),  # the aim is 40
    "documents.refusal_vs_largest": Goal("at most", 5.0),
    "documents.odd_vs_largest": Goal("at most", 5.0),
    "hostile.worst_vs_bound": Goal("at most", 1.0),
    "hostile.longest_hold_ms": Goal("at most", 25.0),
    "prices.worst": Goal("at most", 1.3),
    "prices.worst_field": Goal("at most", 1.3),
    "hops.between_files": Goal("at most", 59),
    "store.vs_redis_py_16": Goal("at least", 2.0),
    "workers.start_two_vs_one": Goal("at most", 1.3),
    "workers.cpu_two_vs_one": Goal("at most", 1.1),
    "memory.bytes_at_start": Goal("at most", 2560),
    "memory.bytes_a_move": Goal("at most", 160),
    "page.first_move_s": Goal("at most", 2.0),
    "page.first_load_kb": Goal("at most", 120),
}
"""By the names of figures. Those of moves and peers are for medians of five runs, as `bench.moves` measures them."""


def main() -> None:
    """Run the benchmarks, and print and write the figures."""
    argparse.ArgumentParser(prog="python -m bench", description=__doc__).parse_args()
    console, node = Console(), None
    try:
        node = servers.install()
    except servers.NoPeersError as error:
        console.print(f"The peers are skipped: {error}.")
    shown = {}
    try:
        shown = page.measure()
    except page.NoBrowserError as error:
        console.print(f"The page is skipped: {error}.")
    figures = {
        **engine.measure(),
        **env.measure(),
        **client.measure(),
        **moves.measure(node),
        **live.measure(),
        **openings.measure(),
        **refused_documents.measure(),
        **hostile.measure(),
        **prices.measure(),
        **pipeline.measure(),
        **hops.measure(),
        **store.measure(),
        **memory.measure(),
        **workers.measure(),
        **shown,
    }
    console.print(table(figures))
    today = datetime.datetime.now(datetime.UTC).date()
    latest = {
        "date": today.isoformat(),
        "machine": f"{os.cpu_count()} cores, Python {platform.python_version()}",
        "figures": figures,
        "goals": {
            name: {"goal": str(goal), "measured": figures.get(name), "met": name in figures and goal.met(figures[name])}
            for name, goal in GOALS.items()
        },
    }
    LATEST.write_text(json.dumps(latest, indent=2) + "\n", encoding="utf-8")
    if node is not None:
        picture.draw(figures, today)


def table(figures: Mapping[str, float]) -> Table:
    """All figures; those with goals last, with the goal and whether it is met."""
    shown = Table("figure", "measured", "goal", "met")
    for name in sorted(figures, key=lambda name: name in GOALS):
        shown.add_row(name, _written(figures[name]), *_judged(name, figures))
    for name in GOALS.keys() - figures.keys():
        shown.add_row(name, "skipped", str(GOALS[name]), "")
    return shown


def _written(figure: float) -> str:
    return f"{figure:.0f}" if figure >= 100 else f"{figure:.3g}"


def _judged(name: str, figures: Mapping[str, float]) -> tuple[str, str]:
    goal = GOALS.get(name)
    if goal is None:
        return "", ""
    return str(goal), "met" if goal.met(figures[name]) else "not met"


if __name__ == "__main__":
    main()
