"""A check sends tens of thousands of requests, of which no line is wanted, to services that all read the same documents."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any

import pytest
import structlog

from taphouse.schema.execution.documents import Document, DocumentCache, Wrong


@pytest.fixture(autouse=True)
def only_errors() -> Iterator[None]:
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    yield
    structlog.reset_defaults()


@pytest.fixture(scope="module")
def documents() -> dict[Any, Document | Wrong]:
    """Documents that were read in this module."""
    return {}


@pytest.fixture(autouse=True)
def each_document_is_read_once(documents: dict[Any, Document | Wrong], monkeypatch: pytest.MonkeyPatch) -> None:
    """Validated documents are shared: they depend on the schema alone, and each service would validate the same large ones."""
    honest = DocumentCache._read

    def read(self: DocumentCache, text: str) -> Document | Wrong:
        key = self._schema, self._limits, text
        if key not in documents:
            documents[key] = honest(self, text)
        return documents[key]

    monkeypatch.setattr(DocumentCache, "_read", read)
