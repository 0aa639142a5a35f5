"""Runs attacks beside the light client."""

from __future__ import annotations

import asyncio
import subprocess
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager

from msgspec import Struct

from bench.bare import STEPS
from bench.harness.serving import PYTHON, Stage
from bench.hostile.attacks import ATTACKS
from bench.hostile.light_client import PATIENCE, LightClient, Looks
from bench.hostile.target import Target
from taphouse.service.runtime.child_processes import leashed

QUIET = 3.0
"""Seconds of looks before each attack."""
SOON = 0.4
"""Seconds of each attack in `measure`; the looks before take half as long."""
FLOOR = 150.0
"""Milliseconds below which p99 is fine, whatever it is on a quiet service."""
FACTOR = 5.0


class Result(Struct, frozen=True):
    """An attack, and the light client's looks before and during it."""

    attack: str
    quiet: Looks
    loaded: Looks
    held: float
    """The most milliseconds of CPU that one step of a task, or one read, took during the attack."""
    held_by: str
    """The coroutine of that task, or that it was a read."""
    turn: float
    """The most milliseconds of CPU between two samples: many steps, and a collection of garbage perhaps."""

    @property
    def vs_bound(self) -> float:
        """The loaded p99 relative to its bound: the floor, or five times the quiet p99. A failure counts as `PATIENCE`."""
        slowest = PATIENCE * 1e3 if self.loaded.failures else self.loaded.p99
        return slowest / max(FLOOR, FACTOR * self.quiet.p99)


def run(names: Iterable[str], seconds: float, quiet: float = QUIET) -> Iterator[Result]:
    """Run attacks one after another, each against a service of its own, with default limits."""
    for name in names:
        with Stage() as stage:
            target = Target(stage.service("bench.bare", STEPS, limited=True).port)
            yield asyncio.run(_under(name, target, seconds, quiet))


def measure() -> dict[str, float]:
    """`hostile.<attack>.vs_bound` of each attack, and `hostile.worst_vs_bound` and `hostile.longest_hold_ms`, the most of all."""
    results = list(run(ATTACKS, SOON, SOON / 2))
    return {
        **{f"hostile.{result.attack}.vs_bound": result.vs_bound for result in results},
        "hostile.worst_vs_bound": max(result.vs_bound for result in results),
        "hostile.longest_hold_ms": max(result.held for result in results),
    }


async def _under(name: str, target: Target, seconds: float, before: float) -> Result:
    client = await LightClient.of(target)
    with closing(client):
        await client.look_for(before / 3)  # fills caches
        quiet = await client.look_for(before)
        with _attacker(name, target):
            await client.sample()
            loaded = await client.look_for(seconds)
            seen = await client.sampled()
            return Result(name, quiet, loaded, seen.longest_step * 1e3, seen.longest_step_of, seen.longest_busy * 1e3)


@contextmanager
def _attacker(name: str, target: Target) -> Iterator[None]:
    command = leashed([PYTHON, "-m", "bench.hostile.attacker", name, str(target.port)])
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        process.stdout.readline()  # it is ready
        try:
            yield
            if process.poll() is not None:
                raise AssertionError(f"the attack {name} ended by itself with {process.returncode}")
        finally:
            process.kill()
