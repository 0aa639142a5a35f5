"""Versions of a game: the time when each was made, and its epoch; and what marks an id as unique.

Epochs are histories of the store. A failover begins a new one, and a version that was lost with a server can only be made again
in a new one. See docs/decisions/0037-a-replica-has-it-before-it-is-acknowledged.md.
"""

from __future__ import annotations

import datetime
from functools import lru_cache
from typing import Annotated, Any

import msgspec
from msgspec import Meta

UNIQUE = "unique"
"""Marks an `id` that nothing else in the service has. Any other `id` is called `key` in GraphQL, where clients' caches take an
`id` for the identity of an object."""
GivenTime = Annotated[datetime.datetime, Meta(tz=True)]
"""A point in time that a client sends: any RFC 3339 string with an offset from UTC."""
TIME = "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}[.][0-9]{3}Z$"
"""The format of all times that the service writes: RFC 3339 in UTC with three digits of a second's fraction."""
Moment = Annotated[GivenTime, Meta(extra_json_schema={"pattern": TIME})]
"""A point in time that the service writes, from `moment`."""


class Instant(datetime.datetime):
    """A UTC time that the service writes, from `moment`. msgspec leaves it to a hook; a plain time it writes with six digits or
    none."""

    __slots__ = ("_shown",)
    _shown: str

    def shown(self) -> str:
        """Its text in the format `TIME`. Microseconds are cut off."""
        return self._shown


def read_time(given: Any) -> datetime.datetime:
    """The time in a text of a client, as in RFC 3339; without an offset from UTC if the text has none.

    Raises:
        msgspec.ValidationError: It is not one.
    """
    return msgspec.convert(given, datetime.datetime)


_EPOCH = datetime.datetime(1970, 1, 1)  # of UTC


@lru_cache(maxsize=256)  # an answer to a move names one time twice, and the next answer the others again
def moment(milliseconds: int) -> Instant:
    """The UTC time of some milliseconds since the Unix epoch."""
    minutes, left = divmod(milliseconds, 60_000)
    year, month, day, hour, minute, text = _minute(minutes)
    made = Instant(year, month, day, hour, minute, left // 1000, left % 1000 * 1000, datetime.UTC)
    digits = f"{left:05}"
    made._shown = f"{text}:{digits[:2]}.{digits[2:]}Z"
    return made


@lru_cache(maxsize=256)
def _minute(minutes: int) -> tuple[int, int, int, int, int, str]:
    """Year, month, day, hour and minute of some minutes since the Unix epoch, and their text. A minute is shown many times, and
    what makes it of a number takes half as long as the whole rest of a time."""
    at = _EPOCH + datetime.timedelta(minutes=minutes)
    return at.year, at.month, at.day, at.hour, at.minute, at.isoformat(timespec="minutes")


Epoch = Annotated[
    str | None,
    Meta(
        description="The history of the store in which the version was made. If a version that you have is read with another "
        "epoch, it was lost and made again: drop what you have of the game, and read it again. Null if the store has none."
    ),
]


def marked(version: int, epoch: str | None) -> str:
    """A version and its epoch as one text, such as `17-1f3a9c27`, by which a client can go on after it. Just the version if there
    is no epoch.
    """
    return f"{version}-{epoch}" if epoch else str(version)


def mark_of(text: str) -> tuple[int, str | None]:
    """The version of such a text, and its epoch, if it has one."""
    version, _, epoch = text.partition("-")
    return int(version), epoch or None


def kept(epochs: str, version: int, epoch: str | None) -> int:
    """The last version that the game shares with the history that a client has read.

    Args:
        epochs: the epochs of the game now, as in `epoch_at`.
        version: the version that the client has.
        epoch: its epoch; None if the client does not say, and then nothing is known to be lost.
    """
    if epoch is None:
        return version
    spans = [one.partition(":") for one in epochs.split(",")] if epochs else []
    starts = [int(first) for _, _, first in spans]
    if starts and version < starts[0]:  # earlier epochs may have been forgotten
        return version
    for (name, _, _), first, next_ in zip(spans, starts, [*starts, version + 1][1:], strict=True):
        if name == epoch and first <= version:
            return min(version, next_ - 1)
    return 0  # all versions of that epoch were lost, and nobody knows how many those were


def epoch_at(epochs: str, version: int) -> str | None:
    """The epoch of a version.

    Args:
        epochs: the names of the epochs of a game, each with the first version made in it, such as `1f3a9c27:1,77aa0e1d:16`. The
            earliest may have been forgotten.
        version: the version.
    """
    found = None
    for one in epochs.split(",") if epochs else ():
        name, _, first = one.partition(":")
        if int(first) > version:
            break
        found = name
    return found
