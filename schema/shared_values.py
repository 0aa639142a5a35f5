"""A value that several followers are told, with the answers that were made of it for all of them."""

from __future__ import annotations

import asyncio
from typing import Any

MOST_SHARED = 1 << 20
"""The bytes of the answers that are kept of one event."""


class SharedValue:
    """An event of a subscription: the root value, and some of the answers that were made of it, by what was asked.

    Everybody to whom the value says the same may be given the same one: then what many ask alike is answered once.
    """

    __slots__ = ("answers", "size", "value")

    def __init__(self, value: Any) -> None:
        self.value = value
        self.answers: dict[bytes, bytes | asyncio.Future[bytes]] = {}
        self.size = 0

    def keep(self, asked: bytes, body: bytes) -> None:
        """Keep an answer for those who ask the same, as long as there is room."""
        if self.size + len(body) <= MOST_SHARED:
            self.size += len(body)
            self.answers[asked] = body
