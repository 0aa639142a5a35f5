"""Names whose servers never answer keep no others waiting, and names are looked for as the machine's settings say."""

from __future__ import annotations

import asyncio
import threading

import pytest

from taphouse.service.outgoing import names
from taphouse.service.outgoing.names import MOST_ADDRESSES, Resolver
from tests.effort import BOUND
from tests.outgoing.servers import name_server
from tests.store.build import until

PUBLIC = "93.184.216.34"


async def test_a_name_is_resolved_while_hundreds_hang() -> None:
    hanging = [f"hanging-{number}.example" for number in range(200)]
    known: dict[str, list[str] | None] = {"quick.example": [PUBLIC], **dict.fromkeys(hanging)}
    async with name_server(known) as (server, address), Resolver(search=False, servers=[address]) as resolve:
        await resolve("quick.example")
        threads = threading.active_count()
        lost = [asyncio.create_task(resolve(name)) for name in hanging]

        async def all_asked() -> bool:
            return set(hanging) <= set(server.asked)

        await until(all_asked, BOUND)
        known["late.example"] = [PUBLIC]
        assert await resolve("late.example") == [PUBLIC]
        assert threading.active_count() == threads
        assert not any(task.done() and not task.exception() for task in lost)
        for task in lost:
            task.cancel()
        async with asyncio.timeout(BOUND):
            await asyncio.wait(lost)
        assert await resolve("late.example") == [PUBLIC]


async def test_a_name_that_hangs_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(names, "PATIENCE", 0.05)
    async with (
        name_server({"hanging.example": None}) as (_, address),
        Resolver(search=False, servers=[address]) as resolve,
    ):
        with pytest.raises(TimeoutError):
            await resolve("hanging.example")


async def test_what_is_not_resolved_when_it_is_closed_is_given_up() -> None:
    async with name_server({"hanging.example": None}) as (server, address):
        async with Resolver(search=False, servers=[address]) as resolve:
            task = asyncio.create_task(resolve("hanging.example"))

            async def asked() -> bool:
                return bool(server.asked)

            await until(asked, BOUND)
        async with asyncio.timeout(BOUND):
            await asyncio.wait([task])
        assert isinstance(task.exception(), OSError)


async def test_a_public_name_is_not_searched_for_and_one_inside_is() -> None:
    known: dict[str, list[str] | None] = {"hook.club.svc": ["10.1.2.3"], "hook.example": [PUBLIC]}
    async with name_server(known) as (server, address):
        settings = {"servers": [address], "domains": ["club.svc", "svc"], "ndots": 5}
        async with Resolver(search=True, **settings) as resolve:
            assert await resolve("hook") == ["10.1.2.3"]
            assert await resolve("hook.club") == ["10.1.2.3"]
            assert await resolve("hook.example") == [PUBLIC]
        server.asked.clear()
        async with Resolver(search=False, **settings) as resolve:
            assert await resolve("hook.example") == [PUBLIC]
            with pytest.raises(OSError, match="does not resolve"):
                await resolve("hook")
        assert set(server.asked) == {"hook.example", "hook"}


@pytest.mark.parametrize("name", ["nothing.example", "a..b", "-", "x" * 64 + ".example", "empty.example"])
async def test_a_name_without_addresses_is_an_error(name: str) -> None:
    async with (
        name_server({"empty.example": []}) as (_, address),
        Resolver(search=False, servers=[address]) as resolve,
    ):
        with pytest.raises(OSError, match="does not resolve"):
            await resolve(name)


async def test_a_name_with_very_many_addresses_is_an_error() -> None:
    many = [f"1.2.3.{number}" for number in range(MOST_ADDRESSES + 1)]
    async with (
        name_server({"most.example": many[1:], "more.example": many}) as (_, address),
        Resolver(search=False, servers=[address]) as resolve,
    ):
        assert sorted(await resolve("most.example")) == sorted(many[1:])
        with pytest.raises(OSError, match="too many"):
            await resolve("more.example")


async def test_the_names_of_this_machine_are_known_without_a_server() -> None:
    async with name_server({}) as (server, address):
        for search in (False, True):
            async with Resolver(search=search, servers=[address]) as resolve:
                assert "127.0.0.1" in await resolve("localhost")
                assert await resolve("127.0.0.1") == ["127.0.0.1"]
                assert await resolve("::1") == ["::1"]
        assert server.asked == []
