"""The versions of a followed game that followers share."""

from __future__ import annotations

from taphouse.schema.execution.shared_values import SharedValue
from taphouse.schema.game_view import Sight
from taphouse.schema.values.lifecycle import Happening


class Heard:
    """A buffered version, and its entries as seen by each kind of viewer."""

    __slots__ = ("_entries", "_fresh", "happening")

    def __init__(self, happening: Happening) -> None:
        self.happening = happening
        self._entries: dict[tuple[int | None, bool, str], SharedValue] = {}
        self._fresh = True

    def forget(self) -> None:
        """Drop the cached entries for good; slow followers get uncached ones."""
        self._fresh = False
        self._entries.clear()

    def entry(self, sight: Sight) -> SharedValue:
        """The log entry as seen by the viewer of a sight."""
        key = sight.viewer.seat, sight.open_to_all, sight.wording.language
        shared = self._entries.get(key)
        if shared is None:
            (entry,) = sight.entries([self.happening])
            shared = SharedValue(entry)
            if self._fresh:
                self._entries[key] = shared
        return shared
