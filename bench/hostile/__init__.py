"""Attacks on a served instance with default limits, and what a light client at another address notices of them.

An attack is a coroutine in `bench/hostile/attacks`, registered in `ATTACKS`. It runs in a process of its own, from an address of
its own, until it is cancelled. `python -m bench hostile --attack ATTACK --seconds 15` runs one for longer.
"""

from __future__ import annotations

from bench.hostile.attacks import ATTACKS
from bench.hostile.run import measure

__all__ = ["ATTACKS", "measure"]
