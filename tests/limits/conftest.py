"""The stream of log lines in these tests."""

from __future__ import annotations

import io
from collections.abc import Iterator

import pytest

from tests.log_lines import log_lines


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    """All log lines, at the level of most."""
    with log_lines(log_level="debug") as lines:
        yield lines
