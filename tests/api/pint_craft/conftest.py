"""Somebody who asks about Pint Craft."""

from __future__ import annotations

import pytest

from tests.api.client import Client


@pytest.fixture
def anyone(on_memory: Client) -> Client:
    """Somebody without a token."""
    return on_memory
