"""The stored values of reports. Each begins with a byte, its format. `tests/stores` has a digest of these types.

A report is an item of its own, `report:<id>`. What finds it is in two more: the queue, by the time at which it was filed, and the
reports that name an account, for when that is deleted.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from taphouse.service.store.failures import check_format, reads
from taphouse.service.store.rooms import StoredLine

FORMAT = 1
"""The format of reports. A change of these types takes the next number; a format that was released stays readable.
tests/stores/test_types.py says what to do."""
OPEN = "reports:open"
"""The name of the items of the queue: the id of each open report, with the time at which it was filed."""
CLOSED = "reports:closed"
"""That of the reports that were closed last, with the time at which each was closed."""
REPORT = "report"
"""The item that is a report."""


class QuotedLine(Struct, frozen=True, array_like=True):
    """A line of talk, as it was when it was reported."""

    room: str
    """The name of a `TalkRoom`."""
    line: StoredLine


class StoredReport(Struct, frozen=True, array_like=True):
    """A report. Times are in milliseconds since the epoch."""

    game: str
    version: int
    epoch: str | None
    """The epoch of the version."""
    filed: int
    category: str
    """The name of a `ReportCategory`; another release may have more."""
    author: str
    """A seat such as `seat:2`, `host`, or `player` for an account without a seat."""
    account: str | None
    """The author's account."""
    digest: str
    """The digest of the request that filed it."""
    text: str | None = None
    seat: int | None = None
    """The seat that it is about."""
    quoted: QuotedLine | None = None
    shares: bool = False
    """True if the operator may see the version as the author's seat saw it."""
    closed: int | None = None
    """The time at which it was closed; None while it is open."""
    word: str | None = None
    """The words with which it was closed."""


_encoder, _decoder = msgspec.msgpack.Encoder(), msgspec.msgpack.Decoder(StoredReport)


def pack(report: StoredReport) -> bytes:
    """Encode a report."""
    return bytes([FORMAT]) + _encoder.encode(report)


@reads("a report")
def unpack(source: bytes) -> StoredReport:
    """Decode a report.

    Raises:
        StoredByOtherRelease: It is of another format.
        Damaged: It is no report.
    """
    check_format(source, FORMAT, 1, "a report")
    return _decoder.decode(memoryview(source)[1:])


def report_name(id_: str) -> str:
    """The name of the item of a report."""
    return f"report:{id_}"


def naming(account: str) -> str:
    """The name of the items with the ids of the reports that name an account."""
    return f"reports:{account}"
