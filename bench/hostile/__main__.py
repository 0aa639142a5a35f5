"""`python -m bench.hostile [--seconds 15] [ATTACK ...]`: see the package."""

from __future__ import annotations

import argparse

from rich.console import Console
from rich.table import Table

from bench.hostile.attacks import ATTACKS
from bench.hostile.run import run


def main() -> None:
    """Run attacks, and print the light client's p99 before and during each."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.hostile", description="Attack a service with default limits."
    )
    parser.add_argument("attacks", nargs="*", metavar="ATTACK", help=f"one of {', '.join(ATTACKS)}; all by default")
    parser.add_argument("--seconds", type=float, default=15.0, help="how long each attack lasts (15)")
    given = parser.parse_args()
    if unknown := [name for name in given.attacks if name not in ATTACKS]:
        parser.error(f"there is no attack {unknown[0]}; choose from {', '.join(ATTACKS)}")
    times = ("quiet p99, ms", "loaded p99, ms", "longest turn, ms", "longest step, ms")
    shown = Table("attack", *times, "of", "looks", "failures", "vs bound")
    first = []
    for result in run(given.attacks or ATTACKS, given.seconds):
        loaded = result.loaded
        first += [f"{result.attack}: {failure}" for failure in loaded.failures[:1]]
        taken = (f"{each:.1f}" for each in (result.quiet.p99, loaded.p99, result.turn, result.held))
        counts = (str(len(loaded.seconds)), str(len(loaded.failures)))
        shown.add_row(result.attack, *taken, result.held_by, *counts, f"{result.vs_bound:.2f}")
    console = Console()
    console.print(shown)
    for failure in first:
        console.print(failure)


if __name__ == "__main__":
    main()
