"""The parts of an instance that tell webhooks what happens: they are built, run and closed together."""

from __future__ import annotations

import asyncio

from msgspec import Struct

from taphouse.service.games.kernel.loading import Reader
from taphouse.service.outgoing.names import Resolver
from taphouse.service.runtime.settings import Settings
from taphouse.service.webhooks.deliveries import Deliveries
from taphouse.service.webhooks.notices import Notices
from taphouse.service.webhooks.sending import HttpSender, Sender


class WebhookDispatcher(Struct, frozen=True):
    """The parts that tell webhooks."""

    resolver: Resolver
    sender: Sender
    deliveries: Deliveries
    notices: Notices | None
    """None if the operator has turned webhooks off."""

    @classmethod
    def of(cls, reader: Reader, settings: Settings, sender: Sender | None = None) -> WebhookDispatcher:
        """The parts that tell webhooks under these settings. Another sender may be given."""
        resolver = Resolver(search=settings.webhooks == "any")
        used = HttpSender(settings.webhooks, resolver) if sender is None else sender
        deliveries = Deliveries(reader.store, used, reader.now_ms)
        notices = None if settings.webhooks == "off" else Notices(reader, deliveries)
        return cls(resolver, used, deliveries, notices)

    async def run(self) -> None:
        """Pass notices on and make deliveries until cancelled; nothing if webhooks are off."""
        if self.notices is not None:
            async with asyncio.TaskGroup() as group:
                group.create_task(self.notices.run())
                group.create_task(self.deliveries.run())

    async def close(self) -> None:
        """Give up all names that are being resolved."""
        await self.resolver.close()
