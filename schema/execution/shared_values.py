"""An event that several subscriptions share, with a cache of its encoded responses."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from typing import Any, Self

MOST_SHARED = 1 << 20
"""The most bytes of cached responses for one event."""


class SharedValue:
    """The root value of a subscription event, with a cache of its responses by request digest.

    Viewers that see the same value can share one instance, so that equal requests are executed once.
    """

    __slots__ = ("answers", "size", "value")

    def __init__(self, value: Any) -> None:
        self.value = value
        self.answers: dict[bytes, bytes | asyncio.Future[bytes]] = {}
        self.size = 0

    def keep(self, digest: bytes, body: bytes) -> None:
        """Cache the response to the request with this digest, if there is room."""
        if self.size + len(body) <= MOST_SHARED:
            self.size += len(body)
            self.answers[digest] = body


class PlainEvents:
    """The events of a subscription as plain values, as any GraphQL executor takes them.

    Args:
        shared: the same events with their caches, for our executor.
    """

    def __init__(self, shared: AsyncGenerator[SharedValue, None]) -> None:
        self.shared = shared

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Any:
        return (await anext(self.shared)).value

    async def aclose(self) -> None:
        """Close the events."""
        await self.shared.aclose()
