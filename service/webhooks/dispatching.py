"""The parts of an instance that report to webhooks and email addresses what happens: they are built, run and closed together."""

from __future__ import annotations

import asyncio

from msgspec import Struct

from taphouse.service.games.kernel.loading import Reader
from taphouse.service.outgoing.names import Resolver
from taphouse.service.runtime.settings import Settings
from taphouse.service.webhooks.deliveries import Deliveries
from taphouse.service.webhooks.emails import Mailer
from taphouse.service.webhooks.notices import Announce, Notices
from taphouse.service.webhooks.sending import HttpSender, Sender


class WebhookDispatcher(Struct, frozen=True):
    """The parts that report to webhooks and email addresses."""

    resolver: Resolver
    sender: Sender
    deliveries: Deliveries
    notices: Notices | None
    """None if the operator has turned webhooks off, and has no emails sent."""

    @classmethod
    def of(
        cls, reader: Reader, settings: Settings, sender: Sender | None = None, mailer: Mailer | None = None
    ) -> WebhookDispatcher:
        """The parts under these settings. Another sender may be given, and what sends emails."""
        resolver = Resolver(search=settings.webhooks == "any")
        used = HttpSender(settings.webhooks, resolver) if sender is None else sender
        deliveries = Deliveries(reader.store, used, reader.now_ms, mailer=mailer)
        on = settings.webhooks != "off"
        notices = Notices(reader, deliveries, on) if on or mailer is not None else None
        return cls(resolver, used, deliveries, notices)

    @property
    def announce(self) -> Announce | None:
        """Makes deliveries of an event to the webhooks of all games; None if the operator has turned webhooks off."""
        return None if self.notices is None else self.notices.announce

    async def run(self) -> None:
        """Pass notices on and make deliveries until cancelled; nothing if both are off."""
        if self.notices is not None:
            async with asyncio.TaskGroup() as group:
                group.create_task(self.notices.run())
                group.create_task(self.deliveries.run())

    async def close(self) -> None:
        """Give up all names that are being resolved."""
        await self.resolver.close()
