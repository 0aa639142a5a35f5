"""Compares the CPU of a typed move of Dank & Draft with that of another checkout of the project."""

from __future__ import annotations

from pathlib import Path
from statistics import fmean, median, stdev

import uvloop

from bench.harness import checked
from bench.harness.serving import Stage
from bench.moves.turns import Contestant, Turns, cpu_ratios, figures, rounds
from bench.moves.ways import TYPED

STARTS = 8
"""The times that both services are started: two processes of the same code differ by some percent for as long as they live."""
ROUNDS = 10
"""After each start."""
THIS, OTHER = "against.this", "against.other"


def measure(checkout: Path) -> dict[str, float]:
    """Serve both checkouts at the same time, each with a store of its own, and let them play the same games in turns.

    Both run in this environment: its Python, and its versions of the libraries. Requests are those of this checkout.

    Args:
        checkout: The other one's root.

    Returns:
        `against.cpu_ratio`, this checkout's CPU relative to the other's: the mean over the starts of the medians over their
        rounds. `against.cpu_ratio_error` is its standard error. The other figures are medians over the starts.

    Raises:
        FileNotFoundError: There is no checkout.
    """
    other = checked(checkout)
    starts = [_start(other) for _ in range(STARTS)]
    ratios = [median(cpu_ratios(turns, THIS, OTHER)) for turns in starts]
    found = list(map(figures, starts))
    return {
        **{name: median(one[name] for one in found) for name in found[0]},
        "against.cpu_ratio": fmean(ratios),
        "against.cpu_ratio_error": stdev(ratios) / STARTS**0.5,
    }


def _start(checkout: Path) -> Turns:
    with Stage() as ours, Stage() as theirs:
        contestants = [
            Contestant(THIS, ours, ours.service("taphouse", "serve"), TYPED),
            Contestant(OTHER, theirs, theirs.service("taphouse", "serve", checkout=checkout), TYPED),
        ]
        return uvloop.run(rounds(contestants, ROUNDS))
