"""Documents that the services of a process read once."""

from __future__ import annotations

from typing import Any, ClassVar

from taphouse.schema.execution.documents import Document, DocumentCache, Wrong

_LONG, _MOST = 1000, 100
"""The characters of a document that takes long to read, and how many of these are kept."""


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
