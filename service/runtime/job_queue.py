"""Jobs that workers of this instance do: urgent ones first, and in rotation among owners."""

from __future__ import annotations

import asyncio
from typing import cast

from taphouse.schema.execution.fair_queue import FairQueue


class JobQueue:
    """Jobs that wait for a worker, such as games in which a bot must decide."""

    def __init__(self) -> None:
        self._urgent, self._later = FairQueue[str](), FairQueue[str]()
        self._count = asyncio.Semaphore(0)

    def put(self, job: str, owner: str, *, later: bool) -> None:
        """Add a job.

        Args:
            job: The job. It must not be in the queue yet.
            owner: The owner of the job.
            later: True if it comes only after all urgent jobs.
        """
        (self._later if later else self._urgent).put(job, owner)
        self._count.release()

    async def get(self) -> str:
        """Take the next job, and wait until there is one."""
        await self._count.acquire()
        return cast(str, self._urgent.pop() or self._later.pop())
