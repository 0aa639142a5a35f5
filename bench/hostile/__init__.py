"""Attacks on a served instance with default limits, and what a light client at another address notices of them.

`python -m bench.hostile [--seconds 15] [ATTACK ...]` runs each attack, or those named, and prints the light client's p99
before and during it. An attack is a coroutine in `bench/hostile/attacks`, registered in `ATTACKS`. It runs in a process of its
own, from an address of its own, until it is cancelled.
"""

from __future__ import annotations

from bench.hostile.run import measure

__all__ = ["measure"]
