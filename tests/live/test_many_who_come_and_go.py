"""Streams and long polls that come and go take no memory with time, and no collection of garbage holds up the others."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from bench.following import openings
from tests.effort import EFFORT, many

OPENINGS = 20_000
MOST = 1.3
"""The memory in the end, relative to that when caches were full."""
MOST_WALKED = 50_000
"""The objects that a collection may walk in one go. More live in the process."""


@pytest.mark.ecosystem
def test_in_a_process_leave_no_memory_and_no_long_collection() -> None:
    command = [sys.executable, "-m", "tests.live.coming_and_going", str(many(OPENINGS))]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    seen = json.loads(done.stdout)
    assert seen["stay"] > 0
    assert seen["late"] < MOST * seen["early"], seen
    assert seen["walked"] < MOST_WALKED, seen


@pytest.mark.skipif(EFFORT == 1, reason="make soak")
def test_over_sockets_leave_no_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openings, "OPENINGS", OPENINGS)
    figures = openings.measure()
    assert figures["openings.memory_vs_early"] < MOST, figures
