"""Long polls: requests that wait for news."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

from taphouse.schema.failures import ClientGone
from taphouse.schema.ports import Caller
from taphouse.service.runtime.shutdown import Stopping


async def polled(work: Coroutine[Any, Any, None], longest: float | None, stopping: Stopping, caller: Caller) -> None:
    """Do work until it is done. It is cancelled when the time is over, the client has disconnected, or the service stops.

    Args:
        work: Waits for news, and keeps what there is.
        longest: The most seconds; None for as many as it takes.
        stopping: Set when the service stops.
        caller: The client.

    Raises:
        ClientGone: The client has disconnected.
    """
    working = asyncio.ensure_future(work)
    tasks = [working] if caller.gone is None else [working, asyncio.ensure_future(caller.gone())]
    stopping.calls.add(working.cancel)
    try:
        if not stopping.is_set():
            await asyncio.wait(tasks, timeout=longest, return_when=asyncio.FIRST_COMPLETED)
    finally:
        stopping.calls.discard(working.cancel)
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
    if not working.cancelled():
        working.result()
    elif not tasks[-1].cancelled():
        tasks[-1].result()
        raise ClientGone
