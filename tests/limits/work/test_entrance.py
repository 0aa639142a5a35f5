"""A few requests of an address at a time are read and charged."""

from __future__ import annotations

import asyncio

from taphouse.service.access.entrance import AT_ONCE, Entrance
from tests.limits.build import LOOK, house
from tests.limits.rates.shared import NOBODY


async def test_more_requests_of_an_address_wait_in_order_and_other_addresses_do_not() -> None:
    entrance, inside = Entrance(), list[int]()

    async def enter(number: int) -> None:
        await entrance.enter("one")
        inside.append(number)

    tasks = [asyncio.create_task(enter(number)) for number in range(AT_ONCE + 3)]
    await asyncio.sleep(0)
    assert inside == list(range(AT_ONCE))
    await asyncio.wait_for(entrance.enter("other"), 5)
    tasks[AT_ONCE].cancel()
    for _ in range(2):
        entrance.leave("one")
    await asyncio.gather(*tasks, return_exceptions=True)
    assert inside == [*range(AT_ONCE), AT_ONCE + 1, AT_ONCE + 2]
    for _ in range(AT_ONCE):
        entrance.leave("one")
    entrance.leave("other")
    assert not entrance._inside
    assert not entrance._waiting


async def test_every_request_leaves_whatever_becomes_of_it() -> None:
    async with house(rate_token=1000, rate_address=10) as here:
        rates = here.app.state.services.rates
        asked = [here.ask(LOOK, g=NOBODY) for _ in range(3 * AT_ONCE)]
        asked += [here.ask("{"), here.ask("{ nothing }"), here.get("/v1/nowhere"), here.get(f"/v1/games/{NOBODY}")]
        await asyncio.gather(*asked)
        here.store.away = True
        assert (await here.ask(LOOK, g=NOBODY)).status_code == 503
        assert not rates.entrance._inside
