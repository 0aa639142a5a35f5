"""Documents that the services of a process read once."""

from __future__ import annotations

from typing import Any, ClassVar

from msgspec.structs import replace

from taphouse.schema.execution.documents import Document, DocumentCache, Wrong

ROOM = 2
"""A document of the audit may be so many times as long as others: fewer documents repeat fewer fragments."""
_LONG, _MOST = 1000, 100
"""The characters of a document that takes long to read, and how many of these are kept."""
_ALL = ("characters", "tokens", "operations", "fragments", "aliases", "directives", "merged")
"""The limits of a whole document."""


class SharedDocuments(DocumentCache):
    """The documents of a service. Long ones are read once for all services: they depend on the schema alone."""

    most_kept = 1_000_000  # all documents of an audit, so that none is read, and paid for, in one of two worlds only
    read: ClassVar[dict[Any, Document | Wrong]] = {}

    def _read(self, text: str) -> Document | Wrong:
        if len(text) < _LONG:
            return super()._read(text)
        key = self._schema, *self._rules, self._limits, text
        if key not in self.read:
            if len(self.read) >= _MOST:
                self.read.clear()
            self.read[key] = super()._read(text)
        return self.read[key]


class LongDocuments(SharedDocuments):
    """The documents of a service that is audited."""

    def __init__(self, *of: Any) -> None:
        super().__init__(*of)
        longer = {name: ROOM * getattr(self._limits, name) for name in _ALL}
        self._limits = replace(self._limits, **longer)
