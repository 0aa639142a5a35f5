"""A table at which moves are refused."""

from __future__ import annotations

import pytest

from tests.api.client import Client, Table, create


@pytest.fixture
def table(on_memory: Client) -> Table:
    return create(on_memory, options={"firstSeat": "SEAT_1"})
