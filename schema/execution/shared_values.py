"""An event that several subscriptions share, with a cache of its encoded responses."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import suppress
from typing import Any, Generic, Self, TypeVar

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


Take = Callable[[SharedValue], bool]
"""Takes an event at once; False if it cannot, and then its consumer must be woken. It leaves errors to the consumer."""
Push = Callable[[bytes], bool]
"""Sends the response to an event at once; False if that would have to wait, or cannot be done any more."""
Events = AsyncGenerator[SharedValue, bool | Take | None]
"""The events of a subscription. The consumer must close it. A problem, such as a replaced token, is the last event.

A consumer that let time pass before it used an event sends True: it gets the same event again, if it may still have it and no
newer one replaces it. One that sends a `Take` may be given the next events by it, and gets those that it does not take.
"""
Item = TypeVar("Item")
Given = TypeVar("Given")


class Taking(Generic[Item, Given]):
    """The items of a generator that are not taken at once.

    Args:
        items: the generator, which need not have begun.
        take: takes items at once.
    """

    def __init__(self, items: AsyncGenerator[Item, Given], take: Given) -> None:
        self._next, self._take = items.asend, take
        self._begun = False

    def __aiter__(self) -> Self:
        return self

    def __anext__(self) -> Any:
        if self._begun:
            return self._next(self._take)
        self._begun = True
        return self._next(None)  # type: ignore[arg-type] # to begin


class Payer:
    """Pays for the events of a subscription, for each once.

    Args:
        events: the events.
        prepaid: the budget that pays for them; None if they cost nothing.
        price: the price of an event, in points.
    """

    def __init__(self, events: Events, prepaid: PrepaidBudget | None, price: Callable[[SharedValue], int]) -> None:
        self._events, self._prepaid, self._price = events, prepaid, price
        self._paid: SharedValue | None = None
        self._points = 0
        """Those that were paid for an event that its consumer has not got yet."""

    def pays(self, event: SharedValue) -> bool:
        """Pay for an event at once, unless it was paid for. False if there are not enough points for it."""
        if self._prepaid is None or event is self._paid:
            return True
        points = self._price(event)
        if not self._prepaid.pays(points - self._points):
            return False
        self._paid, self._points = event, points
        return True

    def got(self) -> bool:
        """Note that the event that was paid for has been sent. Returns True."""
        self._paid, self._points = None, 0
        return True

    async def paid(self, event: SharedValue) -> SharedValue:
        """Pay for an event, and wait until there are enough points.

        Returns:
            The event that was paid for: this one, or the one that follows from what has changed meanwhile.
        """
        if not self.pays(event) and self._prepaid is not None:
            due = self._price(event) - self._points
            await self._prepaid.pay(due)
            with suppress(StopAsyncIteration):  # the only event, such as a problem
                event = await self._events.asend(True)
            self._prepaid.owe(self._price(event) - self._points - due)
        self.got()
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
