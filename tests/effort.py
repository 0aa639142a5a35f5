"""The effort of the tests, and the time that they wait. `make soak` tries ten times as much as `make test`."""

from __future__ import annotations

from taphouse.lab.game_tests.effort import EFFORT, WHOLE, each, many, some_or_all

__all__ = ["BOUND", "EFFORT", "WHOLE", "each", "many", "some_or_all"]

BOUND = 20.0
"""Seconds after which something that should have happened has not, on a busy machine.

Fewer than those after which the service looks by itself (`shared_reading.RECHECK`), which would hide a lost wake-up.
"""
