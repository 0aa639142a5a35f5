"""Runs attacks beside the light client."""

from __future__ import annotations

import asyncio
import subprocess
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager

from msgspec import Struct

from bench.harness.login import Login
from bench.harness.serving import PYTHON, Stage
from bench.hostile.attacks import ATTACKS
from bench.hostile.light_client import PATIENCE, LightClient, Looks
from bench.hostile.target import Target
from bench.unguarded import STEPS
from taphouse.service.runtime.child_processes import leashed

SECONDS = 0.4
"""Seconds of each attack; the looks before take half as long."""
FLOOR = 150.0
"""Milliseconds below which p99 is fine, whatever it is on a quiet service."""
FACTOR = 5.0
ACCOUNTS = 8
"""The accounts of an attacker."""
MAIL = {
    "TAPHOUSE_MAIL_SERVER": "smtp://127.0.0.1:9",
    "TAPHOUSE_MAIL_FROM": "games@receiver.invalid",
    "TAPHOUSE_PUBLIC_URL": "https://receiver.invalid",
}
"""Settings of a service that mails codes and reminders, by a mail server that does not answer."""


class Result(Struct, frozen=True):
    """The light client's looks before and during an attack."""

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


def measure(attacks: Iterable[str] | None = None, seconds: float | None = None) -> dict[str, float]:
    """Run attacks one after another, each against a service of its own, with default limits.

    Args:
        attacks: Names from `ATTACKS`; None for all.
        seconds: The length of each attack; None for `SECONDS`.

    Returns:
        Figures of each attack, and `hostile.worst_vs_bound` and `hostile.longest_hold_ms`, the most of all.
    """
    figures: dict[str, float] = {}
    results = []
    for name in attacks or ATTACKS:
        with Stage() as stage:
            login = Login(stage.folder)
            accounts = tuple([login.token(f"attacker {number}") for number in range(ACCOUNTS)])
            service = stage.service("bench.unguarded", STEPS, limited=True, more={**login.variables, **MAIL})
            target = Target(service.port, accounts)
            result = asyncio.run(_under(name, target, seconds or SECONDS))
        results.append(result)
        figures |= {
            f"hostile.{name}.vs_bound": result.vs_bound,
            f"hostile.{name}.quiet_p99_ms": result.quiet.p99,
            f"hostile.{name}.p99_ms": result.loaded.p99,
            f"hostile.{name}.hold_ms": result.held,
            f"hostile.{name}.turn_ms": result.turn,
            f"hostile.{name}.looks": len(result.loaded.seconds),
            f"hostile.{name}.failures": len(result.loaded.failures),
        }
        print(f"{name}: the longest step was of {result.held_by}", *result.loaded.failures[:1], sep="\n  ")
    return {
        **figures,
        "hostile.worst_vs_bound": max(result.vs_bound for result in results),
        "hostile.longest_hold_ms": max(result.held for result in results),
    }


async def _under(name: str, target: Target, seconds: float) -> Result:
    client = await LightClient.of(target)
    with closing(client):
        await client.look_for(seconds / 6)  # fills caches
        quiet = await client.look_for(seconds / 2)
        with _attacker(name, target):
            await client.sample()
            loaded = await client.look_for(seconds)
            seen = await client.sampled()
            return Result(quiet, loaded, seen.longest_step * 1e3, seen.longest_step_of, seen.longest_busy * 1e3)


@contextmanager
def _attacker(name: str, target: Target) -> Iterator[None]:
    command = leashed([PYTHON, "-m", "bench.hostile.attacker", name, str(target.port), *target.accounts])
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        process.stdout.readline()  # it is ready
        try:
            yield
            if process.poll() is not None:
                raise AssertionError(f"the attack {name} ended by itself with {process.returncode}")
        finally:
            process.kill()
