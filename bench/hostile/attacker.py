"""`python -m bench.hostile.attacker ATTACK PORT TOKEN ...`: the process of one attack, with the attacker's accounts.

It prints a line, and attacks until it is killed.
"""

from __future__ import annotations

import asyncio
import resource
import sys

from bench.hostile.attacks import ATTACKS
from bench.hostile.target import Target


def main(name: str, port: str, *accounts: str) -> None:
    """Attack the service at a port."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    print("ready", flush=True)
    asyncio.run(_persist(name, Target(int(port), accounts)))


async def _persist(name: str, target: Target) -> None:
    """Begin again after each refusal."""
    while True:
        try:
            await ATTACKS[name](target)
        except (OSError, EOFError):
            await asyncio.sleep(0.01)


if __name__ == "__main__":
    main(*sys.argv[1:])
