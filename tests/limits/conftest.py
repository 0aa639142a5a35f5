"""Where log lines go in these tests."""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator

import pytest
import structlog

from service import telemetry
from service.settings import Settings


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    """All log lines, at the level of most; the logging of the test run itself is as before afterwards."""
    root, ours, theirs = (logging.getLogger(name) for name in ("", "service", "uvicorn.error"))
    before = root.handlers, root.level, ours.level, list(theirs.filters)
    stream = io.StringIO()
    telemetry.configure(Settings(log_format="json", log_level="debug"), stream)
    yield stream
    root.handlers, root.level, ours.level, theirs.filters = before
    structlog.reset_defaults()
