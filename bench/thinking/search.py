"""Compares searches in turns, each in a process of its own, by CPU time: load on the machine affects both alike."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from statistics import median

from bench.harness import checked
from taphouse.engine import GAMES

HERE = Path(__file__).resolve().parents[2]
WORKER = Path(__file__).with_name("worker.py")
ROUNDS = 3
DECISIONS, ITERATIONS = 10, 100
"""Those of the worker."""


def measure() -> dict[str, float]:
    """The medians of the figures of this checkout; see `worker.figures`."""
    rounds = [_figures(HERE) for _ in range(ROUNDS)]
    return {f"search.{name}": median(one[name] for one in rounds) for name in rounds[0]}


def against(checkout: Path) -> dict[str, float]:
    """The same, and `search.<kind>.vs_other`: its iterations per second, relative to another checkout's.

    Args:
        checkout: The other one's root.

    Raises:
        FileNotFoundError: There is no checkout.
    """
    other = checked(checkout)
    rounds = [(_figures(HERE), _figures(other)) for _ in range(ROUNDS)]
    found = {f"search.{name}": median(ours[name] for ours, _ in rounds) for name in rounds[0][0]}
    for kind in GAMES:
        speed = f"{kind}.iterations_per_s"
        found[f"search.{kind}.vs_other"] = median(ours[speed] / theirs[speed] for ours, theirs in rounds)
    found["search.memory_vs_other"] = median(ours["memory_mib"] / theirs["memory_mib"] for ours, theirs in rounds)
    return found


def _figures(checkout: Path) -> dict[str, float]:
    command = [sys.executable, "-P", str(WORKER), str(DECISIONS), str(ITERATIONS)]
    environment = {**os.environ, "PYTHONPATH": str(checkout)}
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True)
    figures: dict[str, float] = json.loads(done.stdout)
    return figures
