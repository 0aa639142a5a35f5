"""The time for which games are kept in the store, and the clock by which they note their times."""

from __future__ import annotations

import time
from collections.abc import Mapping

from taphouse.schema.values.games import Status
from taphouse.service.runtime.settings import Settings

_HOUR = 3_600_000
_DAY = 24 * _HOUR

Kept = Mapping[tuple[Status, bool], int]
"""The milliseconds that a game is kept after its last change, by its status and whether a move was ever made."""


def kept(settings: Settings) -> Kept:
    """The time for which games are kept under these settings."""
    usual = {
        Status.WAITING: settings.waiting_days * _DAY,
        Status.RUNNING: settings.idle_days * _DAY,
        Status.OVER: settings.over_days * _DAY,
        Status.ABANDONED: settings.over_days * _DAY,
    }
    unplayed = settings.unplayed_hours * _HOUR
    return {
        (status, played): time if played or status is Status.WAITING else min(time, unplayed)
        for status, time in usual.items()
        for played in (False, True)
    }


def wall_clock() -> int:
    """The current time as games store it: in milliseconds since the epoch."""
    return time.time_ns() // 1_000_000
