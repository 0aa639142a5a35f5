"""The condition of a store, as its operator sees it."""

from __future__ import annotations

from msgspec import Struct


class Health(Struct, frozen=True):
    """The readiness of the store, with figures."""

    ready: bool
    reason: str = ""
    """The reason why it is not ready, for operators."""
    warnings: tuple[str, ...] = ()
    """Problems that the operator should fix although the store works, such as a missing append-only file."""
    reachable: float = 1.0
    """The share of the games that can be read and changed."""
    unmet: tuple[str, ...] = ()
    """The needs of the service that a server does not meet, such as its version. Waiting does not help."""
    memory: float | None = None
    """The share of its memory that the fullest server uses; None if no server says."""
    replicas: int | None = None
    """The replicas of all servers that are connected and up to date; None if no server says."""
    spare: int | None = None
    """The replicas that each server can lose and still acknowledge changes; negative if one lacks any. None if none needs any."""


class Reminders(Struct, frozen=True):
    """The reminders in a queue."""

    count: int
    late: float
    """Seconds since the first of them was due and nobody has claimed it; 0 if none is due."""
