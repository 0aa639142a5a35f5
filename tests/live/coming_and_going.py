"""`python -m tests.live.coming_and_going 20000`: so many open a stream or a long poll and leave, in a process that serves."""

from __future__ import annotations

import asyncio
import gc
import json
import resource
import sys
from collections import deque
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from taphouse.schema.execution.shared_values import Events
from taphouse.schema.ports import Caller
from taphouse.service.runtime import interpreter
from tests.live.build import Table, take
from tests.streams.unsteady import ANN, Accounts

STAY = 1000
"""Those who stay, each at a game of their own: what they hold would take long to walk."""
OPEN = 100
"""The streams that are open at a time: they are older than what a collection of young objects walks."""
EARLY = 5_000
"""The openings after which caches are full."""
PASSES = 12


async def main(openings: int) -> None:
    """Come and go, and print what is left and what collections walked."""
    house = Accounts()
    walked: list[int] = []

    def count(phase: str, about: dict[str, Any]) -> None:
        if phase == "start":
            walked.append(sum(len(gc.get_objects(generation=number)) for number in range(about["generation"] + 1)))

    interpreter.settle()
    interpreter.SLICE = 0.02  # so that a fast machine does not make more in a slice than may be walked
    gc.callbacks.append(count)
    tending = asyncio.create_task(interpreter.tend())
    attending = asyncio.create_task(house.attending.run())
    await house.begun()
    stay = [await (await house.table()).tables() for _ in range(STAY)]
    for stream in stay:
        await take(stream, 1)
    tables = [await house.table() for _ in range(2 * OPEN)]
    for table in tables:
        await table.passes(PASSES)
    comes = cycle(tables)
    await come_and_go(islice(comes, EARLY))
    early = resident()
    await come_and_go(islice(comes, openings - EARLY))
    print(json.dumps({"early": early, "late": resident(), "walked": max(walked), "stay": len(house.streams.followed)}))
    tending.cancel()
    attending.cancel()
    for stream in stay:
        await stream.aclose()


async def come_and_go(tables: islice[Table]) -> None:
    """Follow as another client does each time: entries of a game, its table, its patches, decisions in it, who is there, the open
    games, the games of an account; or wait for news of a game or of an account in a long poll.
    """
    there: deque[Events] = deque()
    for number, table in enumerate(tables):
        streams, player, accounts = table.house.streams, Caller(table.seats[0]), table.house.accounts
        match number % 9:
            case 0:
                there.append(await streams.entries(Caller(), table.id, PASSES - number % 8))
            case 1:
                there.append(await streams.tables(player, table.id))
            case 2:
                there.append(await accounts.decisions(player, table.id))
            case 3:
                await streams.page(player, table.id, PASSES + 2, 0.0001, 1)
                continue
            case 4:
                there.append(await table.house.open.follow_open_games(player, None, 10))
            case 5:
                there.append(await accounts.account_events(Caller(ANN), None))
            case 6:
                there.append(await streams.patches(player, table.id, None))
            case 7:
                there.append(await table.house.attending.follow_presence(player, table.id))
            case _:
                await accounts.account_page(Caller(ANN), None, 0.0001, 1)
                continue
        await take(there[-1], 1)
        if len(there) > OPEN:
            await there.popleft().aclose()
        table.house.noticed.clear()
    for stream in there:
        await stream.aclose()


def resident() -> int:
    """The resident memory of this process, in bytes."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1])))
