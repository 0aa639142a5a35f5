"""Points that were given back to clients, and reduce what their next requests take."""

from __future__ import annotations

from collections import OrderedDict

MOST_KEPT = 8192
"""The most buckets with credits. Beyond it the oldest credits are dropped."""


class Credits:
    """The credits of buckets, in this process: giving them back in the store would be a round trip."""

    def __init__(self) -> None:
        self._points: OrderedDict[str, int] = OrderedDict()

    def clear(self) -> None:
        """Drop all credits."""
        self._points.clear()

    def of(self, bucket: str) -> int:
        """The credit of a bucket."""
        return self._points.get(bucket, 0)

    def give(self, bucket: str, points: int) -> None:
        """Add to the credit of a bucket."""
        self._points[bucket] = self._points.pop(bucket, 0) + points
        if len(self._points) > MOST_KEPT:
            self._points.popitem(last=False)

    def use(self, bucket: str, due: int) -> int:
        """Use the credit of a bucket for what is due. Returns how much of that it covers."""
        credit = self._points.pop(bucket, 0) if self._points else 0
        if credit > due:
            self._points[bucket] = credit - due
        return min(credit, due)
