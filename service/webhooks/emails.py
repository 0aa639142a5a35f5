"""Decides when reminders are sent by email. An email is a delivery to an address, which is kept as a webhook of its account.

A notice makes one pending delivery of its game. A later notice of the game renews that, so an address gets one email when it
has been quiet. Deliveries are renewed and sent by comparing what was read, so neither the instance that renews one nor the one
that sends it overwrites the other.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

import msgspec
from msgspec import Struct

from taphouse.schema.concepts.webhooks import WebhookEvent
from taphouse.service.webhooks.sending import DeliveryResult
from taphouse.service.webhooks.stored import (
    DELIVERED,
    FAILED,
    PENDING,
    Delivery,
    DeliveryPlace,
    Hook,
    Notice,
    short_id,
)

QUIET = 600_000
"""Milliseconds without a change of a game after which its player gets an email: those who play at the moment need none."""
DAY = 86_400_000
"""Milliseconds between two emails about a game, and for which an email counts."""
MAILED = (WebhookEvent.YOUR_TURN.value, WebhookEvent.CHALLENGED.value)
"""The events that are sent by email."""
MOST_AT_ONCE = 25
"""The most emails to an address at once. As many may be sent again after a day, so there are at most twice as many in a day."""


class Mail(Struct, frozen=True):
    """The decision about an email that is due."""

    wait: float = 0.0
    """Seconds to wait before another look."""
    content: bytes | None = None
    """The email as it is sent. None if there is none, or not yet."""


class Mailer(Protocol):
    """Writes and sends emails; implemented by `service.mail.sending`."""

    async def due(self, place: DeliveryPlace, hook: Hook, delivery: Delivery) -> Mail:
        """The email of a delivery that is due, if it is still wanted."""

    async def send(self, hook: Hook, content: bytes) -> DeliveryResult:
        """Send an email once."""


def planned(log: Mapping[str, Delivery], game: str, notice: Notice, epoch: str | None) -> tuple[str, Delivery]:
    """The delivery that a notice makes or renews, with its id.

    Args:
        log: The deliveries to the address, by id.
        game: The game of the notice.
        notice: The notice.
        epoch: The epoch of its version.
    """
    of_game = {id_: one for id_, one in log.items() if one.game == game}
    waiting = [id_ for id_, one in of_game.items() if one.status == PENDING]
    mailed = [(one.tried or 0) + DAY for one in of_game.values() if one.status == DELIVERED]
    due = max([notice.at + QUIET, *mailed, *[of_game[id_].again or 0 for id_ in waiting]])
    id_ = waiting[0] if waiting else short_id(game, notice.version, notice.event, notice.seat, epoch)
    return id_, Delivery(notice.event, game, notice.version, notice.seat, due, again=due, epoch=epoch)


def outdated(log: Mapping[str, Delivery], now: int) -> list[str]:
    """The deliveries that have ended and count no more. None of them is ever renewed."""
    return [id_ for id_, one in log.items() if one.status != PENDING and (one.tried or 0) < now - DAY]


def needless(delivery: Delivery) -> Delivery:
    """A delivery that need not be mailed any more. It does not count as an email."""
    return msgspec.structs.replace(delivery, status=FAILED, tried=None, again=None, failure="Nothing waits any more.")


def begun(delivery: Delivery, now: int) -> Delivery:
    """A delivery that is about to be sent. One that renews it waits for a day, in case the email arrives."""
    return msgspec.structs.replace(delivery, tried=now, again=now + DAY)


def under_way(delivery: Delivery, now: int, lease: float) -> bool:
    """True if an instance has begun to send a delivery within so many seconds, and has not finished."""
    has_begun = delivery.tried is not None and delivery.again == delivery.tried + DAY
    return has_begun and now - (delivery.tried or 0) < lease * 1000
