"""An event that several subscriptions share, with a cache of its encoded responses."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import suppress
from typing import Any, Self

from taphouse.schema.prices import PrepaidBudget

MOST_SHARED = 1 << 20
"""The most bytes of cached responses for one event. A quarter of them can be responses to one client."""


class SharedValue:
    """The root value of a subscription event, with a cache of its responses by request digest.

    Viewers that see the same value can share one instance, so that equal requests are executed once.
    """

    __slots__ = ("_sizes", "answers", "outdated", "size", "value")

    def __init__(self, value: Any) -> None:
        self.value = value
        self.outdated = False
        """True if a newer value replaces it for subscribers that have not got it yet."""
        self.answers: dict[bytes, bytes | asyncio.Future[bytes]] = {}
        self.size = 0
        self._sizes: dict[str, int] = {}

    def keep(self, digest: bytes, body: bytes, client: str = "") -> None:
        """Cache the response to the request with this digest, if there is room for it and for more of this client."""
        of_client = self._sizes.get(client, 0) + len(body)
        if self.size + len(body) <= MOST_SHARED and (not client or of_client <= MOST_SHARED // 4):
            self._sizes[client] = of_client
            self.size += len(body)
            self.answers[digest] = body


Events = AsyncGenerator[SharedValue, bool | None]
"""The events of a subscription. The consumer must close it. A problem, such as a replaced token, is the last event.

A consumer that let time pass before it used an event sends True: it gets the same event again, if it may still have it and no
newer one replaces it.
"""


async def paid(
    events: Events, event: SharedValue, prepaid: PrepaidBudget, price: Callable[[SharedValue], int]
) -> SharedValue:
    """Wait until an event can be paid for that `prepaid.pays` has refused, and pay for it.

    Args:
        events: the events of the subscription.
        event: the event.
        prepaid: the budget that pays for it.
        price: the price of an event, in points.

    Returns:
        The event that was paid for: this one, or the one that follows from what has changed meanwhile.
    """
    due = price(event)
    await prepaid.pay(due)
    with suppress(StopAsyncIteration):  # the only event, such as a problem
        event = await events.asend(True)
    prepaid.owe(price(event) - due)
    return event


class PlainEvents:
    """The events of a subscription as plain values, as any GraphQL executor takes them.

    Args:
        shared: the same events with their caches, for our executor.
        refused: True if a problem that refuses the subscription is the only one: the request has paid for it.
    """

    def __init__(self, shared: Events, *, refused: bool = False) -> None:
        self.shared, self.refused = shared, refused

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Any:
        return (await anext(self.shared)).value

    async def aclose(self) -> None:
        """Close the events."""
        await self.shared.aclose()
