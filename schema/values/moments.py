"""Points in time."""

from __future__ import annotations

import datetime
from typing import Annotated, Any

import msgspec
from msgspec import Meta

Moment = Annotated[datetime.datetime, Meta(tz=True)]
"""A point in time in UTC; an RFC 3339 string in JSON."""


def read_time(given: Any) -> datetime.datetime:
    """The time in a text of a client, as in RFC 3339; without an offset from UTC if the text has none.

    Raises:
        msgspec.ValidationError: It is not one.
    """
    return msgspec.convert(given, datetime.datetime)


_EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)


def moment(milliseconds: int) -> datetime.datetime:
    """The UTC time of some milliseconds since the Unix epoch."""
    return _EPOCH + datetime.timedelta(milliseconds=milliseconds)
