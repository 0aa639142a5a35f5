"""`python -m bench`: runs all benchmarks, prints a table and writes the figures to bench/latest.json."""

from __future__ import annotations

import json
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bench import engine, graphql, hops, hostile, live, pipeline, store

GOALS = {
    "engine.dank-and-draft.vs_python_chess": 3.0,
    "engine.pint-craft.vs_python_chess": 1.2,
    "engine.brew-crafters.vs_python_chess": 0.8,
    "graphql.vs_bare": 0.4,
    "live.elsewhere_vs_none": 0.8,
    "store.vs_redis_py_16": 2.0,
}
"""The least values that the figures should reach."""
BOUNDS = {
    "documents.refusal_vs_largest": 5.0,
    "documents.odd_vs_largest": 5.0,
    "hops.between_files": 59,
}
"""The greatest values that the figures should have."""


def main() -> None:
    """Run the benchmarks, and print and write the figures."""
    figures = {
        **engine.measure(),
        **graphql.measure(),
        **live.measure(),
        **hostile.measure(),
        **pipeline.measure(),
        **hops.measure(),
        **store.measure(),
    }
    table = Table("figure", "value", "goal")
    for name, value in figures.items():
        goal = f"at least {GOALS[name]:g}" if name in GOALS else ""
        table.add_row(name, f"{value:.3g}", f"at most {BOUNDS[name]:g}" if name in BOUNDS else goal)
    Console().print(table)
    latest = Path(__file__).with_name("latest.json")
    latest.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
