"""The clock of a server, as known from its answers to TIME.

A server answers between sending and receiving, so half the round trip bounds the error. Local times are those of the event
loop, which never jump; the wall clock of this machine is not used.
"""

from __future__ import annotations

from typing import Any

DRIFT = 0.0005
"""Seconds by which two clocks may drift apart in a second, at most."""


class ServerTime:
    """An estimate of a server's clock."""

    def __init__(self) -> None:
        self._offset = 0.0
        self._error = float("inf")
        self._measured = 0.0

    def measured(self, sent: float, received: float, reply: Any) -> None:
        """Learn from a reply to TIME. A measurement by a slow round trip does not replace a better one that agrees with it."""
        if not (isinstance(reply, list) and len(reply) == 2):
            return
        offset = int(reply[0]) + int(reply[1]) / 1_000_000 - (sent + received) / 2
        error = (received - sent) / 2
        known = self._error + DRIFT * (received - self._measured)
        if error <= known or abs(offset - self._offset) > error + known:
            self._offset, self._error, self._measured = offset, error, received

    def now(self, local: float) -> int | None:
        """The server's time in milliseconds since the epoch, at a local time. None if it is not known."""
        return None if self._error == float("inf") else int((local + self._offset) * 1000)
