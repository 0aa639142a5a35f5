"""The streams of games in one process, and a table at them."""

from __future__ import annotations

import pytest

from tests.live.build import House, Table


@pytest.fixture
async def house() -> House:
    return House()


@pytest.fixture
async def table(house: House) -> Table:
    return await house.table()
