"""A service with small buckets."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.limits.build import House, house
from tests.limits.rates.shared import ADDRESS_BURST, ADDRESS_FLOW, BURST, FLOW


@pytest.fixture
async def here() -> AsyncIterator[House]:
    settings = {"rate_token": FLOW, "rate_token_burst": BURST}
    async with house(**settings, rate_address=ADDRESS_FLOW, rate_address_burst=ADDRESS_BURST) as one:
        yield one
