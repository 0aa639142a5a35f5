"""An owner with slow receivers, or with names that never resolve, keeps no other owner's deliveries waiting."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from taphouse.lab.memory_store import MemoryStore
from taphouse.service.outgoing.names import Resolver
from taphouse.service.store.protocol import DELIVERIES
from taphouse.service.webhooks import deliveries
from taphouse.service.webhooks.deliveries import (
    AT_ONCE,
    MOST_CLAIMED,
    MOST_OWN,
    OWN_AT_ONCE,
    SLOW,
    SLOW_AT_ONCE,
    SLOW_FOR,
    Deliveries,
)
from taphouse.service.webhooks.sending import DeliveryResult, HttpSender, Sender
from taphouse.service.webhooks.stored import DELIVERED, Delivery, DeliveryPlace, Hook, hooks_name, pack, unpack
from tests.effort import BOUND
from tests.outgoing.servers import name_server
from tests.store.build import until
from tests.webhooks.receiver import SECRET, Receiver

AT = 1_700_000_000_000
DAY = 86_400_000


class Gate:
    """A sender that holds deliveries to `slow` hosts until they are let go, which takes very long by its clock."""

    def __init__(self) -> None:
        self.seconds, self.open = 0.0, asyncio.Event()
        self.held, self.sent, self.most = list[str](), list[str](), 0

    async def send(self, hook: Hook, id_: str, delivery: Delivery, now: int) -> DeliveryResult:
        if "slow" in hook.url:
            self.held.append(hook.url)
            self.most = max(self.most, len(self.held))
            await self.open.wait()
            self.seconds += SLOW
            self.held.remove(hook.url)
        self.sent.append(hook.url)
        return DeliveryResult(None)


class Here:
    """An instance that makes deliveries, and its store."""

    def __init__(self, sender: Sender, gate: Gate | None = None) -> None:
        self.store = MemoryStore(lambda: 1000.0)
        clock = {} if gate is None else {"seconds": lambda: gate.seconds}
        self.deliveries = Deliveries(self.store, sender, lambda: AT, **clock)
        self._number = 0

    async def hook(self, owner: str, id_: str, url: str) -> None:
        hook = Hook(url, ("YOUR_TURN",), SECRET.removeprefix("whsec_"), AT, "")
        assert await self.store.put_item(hooks_name(owner), id_, pack(hook), None, DAY)

    async def begin(self, owner: str, hook: str) -> DeliveryPlace:
        self._number += 1
        place = DeliveryPlace(owner, hook, f"d{self._number}")
        delivery = Delivery("YOUR_TURN", "a", self._number, 1, AT)
        await self.store.put_item(place.name, place.delivery, pack(delivery), None, DAY)
        await self.deliveries.begin(place, owner)
        return place

    async def arrived(self, place: DeliveryPlace) -> bool:
        (items,) = await self.store.items([place.name])
        return unpack(Delivery, items[place.delivery]).status == DELIVERED


@asynccontextmanager
async def running(here: Here) -> AsyncIterator[None]:
    task = asyncio.create_task(here.deliveries.run())
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait([task])


async def test_an_owner_gets_few_deliveries_at_once() -> None:
    gate = Gate()
    here = Here(gate, gate)
    for number in range(10):
        await here.hook("many", f"slow-{number}", f"https://slow-{number}.invalid/")
        await here.begin("many", f"slow-{number}")
    await here.hook("other", "quick", "https://quick.invalid/")
    async with running(here):
        place = await here.begin("other", "quick")
        await until(lambda: here.arrived(place), BOUND)
        assert len(gate.held) == OWN_AT_ONCE

        async def all_sent() -> bool:
            return len(gate.sent) == 11

        gate.open.set()
        await until(all_sent, BOUND)
    assert gate.most == OWN_AT_ONCE


async def test_all_webhooks_that_were_slow_share_a_few_places(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deliveries, "POLL", 3600)
    gate, count = Gate(), SLOW_AT_ONCE + 10
    here = Here(gate, gate)
    for number in range(count):
        await here.hook(f"game:{number}", f"slow-{number}", f"https://slow-{number}.invalid/")
        await here.begin(f"game:{number}", f"slow-{number}")

    async def held(most: int) -> bool:
        return len(gate.held) == most

    async with running(here):
        await until(lambda: held(count), BOUND)  # nobody knows them yet
        gate.open.set()
        await until(lambda: held(0), BOUND)
        gate.open.clear()
        gate.most = 0
        for _ in range(3):
            for number in range(count):
                await here.begin(f"game:{number}", f"slow-{number}")
        await until(lambda: held(SLOW_AT_ONCE), BOUND)
        await here.hook("other", "quick", "https://quick.invalid/")
        place = await here.begin("other", "quick")
        await until(lambda: here.arrived(place), BOUND)
        assert gate.most == SLOW_AT_ONCE
        assert len(here.deliveries._due) <= 2 * SLOW_AT_ONCE, "more of them wait in the store alone"
        assert len(here.store._due[DELIVERIES]) == 3 * count
        gate.open.set()
        await until(lambda: held(0), BOUND)
        gate.open.clear()
        gate.seconds += SLOW_FOR  # forgotten
        for number in range(count):
            await here.begin(f"game:{number}", f"slow-{number}")
        await until(lambda: held(count), BOUND)


async def test_deliveries_of_one_owner_do_not_fill_an_instance() -> None:
    gate = Gate()
    here = Here(gate, gate)
    for owner in ("one", "two"):
        await here.hook(owner, f"slow-{owner}", "https://slow.invalid/")
        for _ in range(MOST_OWN + 5):
            await here.begin(owner, f"slow-{owner}")
    assert len(here.deliveries._due) == 2 * MOST_OWN < MOST_CLAIMED
    assert len(here.store._due[DELIVERIES]) == 2 * (MOST_OWN + 5), "the reminders remain"
    gate.open.set()
    async with running(here):

        async def all_sent() -> bool:
            return len(gate.sent) >= deliveries.BURST

        await until(all_sent, BOUND)


async def test_what_is_slow_is_remembered_of_a_bounded_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deliveries, "MOST_SLOW", 3)
    here = Here(Gate())
    for number in range(10):
        here.deliveries._note(f"hook-{number}", SLOW)
    assert list(here.deliveries._slow) == ["hook-7", "hook-8", "hook-9"]
    here.deliveries._note("hook-8", SLOW / 2)
    assert list(here.deliveries._slow) == ["hook-7", "hook-9"]


async def test_names_that_never_resolve_keep_no_other_owner_waiting(friend: Receiver) -> None:
    hanging = [f"hanging-{number}.example" for number in range(AT_ONCE // 2)]
    async with (
        name_server({"good.example": ["127.0.0.1"], **dict.fromkeys(hanging)}) as (server, address),
        Resolver(search=True, servers=[address]) as resolve,
    ):
        here = Here(HttpSender("any", resolve))
        lost = []
        for number, name in enumerate(hanging):
            owner = "player:a" if number < 10 else f"game:{number}"
            await here.hook(owner, name, f"http://{name}/")
            lost.append(await here.begin(owner, name))
        async with running(here):

            async def asked() -> bool:
                return len(set(server.asked)) >= len(hanging) - 10 + OWN_AT_ONCE

            await until(asked, BOUND)
            await here.hook("other", "good", friend.url.replace("127.0.0.1", "good.example"))
            place = await here.begin("other", "good")
            await until(lambda: here.arrived(place), BOUND)
        assert not any([await here.arrived(one) for one in lost])
    assert len(friend.got) == 1
