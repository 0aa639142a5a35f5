"""The feed of all games: the values of the protocol. See docs/decisions/0070."""

from __future__ import annotations

from msgspec import Struct

MOST_EVENTS = 100_000
"""The most events that are kept; the oldest makes room."""
KEPT = 90 * 86_400_000
"""Milliseconds without an event after which the feed expires."""


class StoredEvent(Struct, frozen=True):
    """An event in the feed."""

    number: int
    """Numbers grow in the order in which events were added, in one history of the store."""
    epoch: str
    """The history of the store in which it was added; empty if the store has none."""
    id: str
    body: bytes
    """Opaque to the store."""
