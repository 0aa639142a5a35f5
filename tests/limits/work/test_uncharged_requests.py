"""A few requests of an address at a time are read and charged."""

from __future__ import annotations

import asyncio

from taphouse.service.access.rate_limits import UNCHARGED_AT_ONCE
from tests.limits.build import LOOK, house
from tests.limits.rates.shared import NOBODY


async def test_more_requests_of_an_address_wait_in_order_and_other_addresses_do_not() -> None:
    async with house(rate_token=1000, rate_address=10) as here:
        rates = here.app.state.services.rates
        charges = [await rates.budget(None, "192.0.2.1") for _ in range(UNCHARGED_AT_ONCE)]
        later = [asyncio.create_task(rates.budget(None, "192.0.2.1")) for _ in range(3)]
        other = await rates.budget(None, "192.0.2.2")
        assert not any(task.done() for task in later)
        later[0].cancel()
        for _ in range(2):
            charges[0].leave()  # once is enough
        await asyncio.wait(later[1:2])
        assert not later[2].done()
        charges[1].leave()
        for budget in (*charges, other, await later[1], await later[2]):
            budget.leave()
        assert not rates.uncharged._taken


async def test_every_request_leaves_whatever_becomes_of_it() -> None:
    async with house(rate_token=1000, rate_address=10) as here:
        rates = here.app.state.services.rates
        asked = [here.ask(LOOK, g=NOBODY) for _ in range(3 * UNCHARGED_AT_ONCE)]
        asked += [here.ask("{"), here.ask("{ nothing }"), here.get("/v1/nowhere"), here.get(f"/v1/games/{NOBODY}")]
        await asyncio.gather(*asked)
        here.store.away = True
        assert (await here.ask(LOOK, g=NOBODY)).status_code == 503
        assert not rates.uncharged._taken
