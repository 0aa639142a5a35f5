"""Seats that come and go within a moment are noted in the store together, and none of them is forgotten."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from taphouse.schema.concepts.presence import PresenceState
from taphouse.schema.ports import Caller
from taphouse.service.store.failures import StoreUnavailable
from taphouse.service.store.protocol import Hold
from tests.live.build import Table, take
from tests.streams.unsteady import ANN, BOB, Accounts

HERE, LATELY, AWAY = PresenceState.HERE, PresenceState.LATELY, PresenceState.AWAY


@pytest.fixture
def asked(house: Accounts, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The calls that set and release leases."""
    found, hold, release = list[str](), house.store.hold, house.store.release

    async def held(holds: Sequence[Hold]) -> tuple[float, ...]:
        if holds:
            found.append("hold")
        return await hold(holds)

    async def released(names: Sequence[str], member: str) -> None:
        if names:
            found.append("release")
        await release(names, member)

    monkeypatch.setattr(house.store, "hold", held)
    monkeypatch.setattr(house.store, "release", released)
    return found


async def states(house: Accounts, game: str, token: str) -> list[PresenceState]:
    return [one.state for one in (await house.attending.presence(Caller(token), game)).seats]


async def test_those_of_a_moment_take_one_round_trip(house: Accounts, asked: list[str]) -> None:
    tables: list[Table] = [await house.table() for _ in range(5)]
    streams = [await house.streams.entries(Caller(seat), table.id, 1) for table in tables for seat in table.seats]
    assert asked == []
    for table in tables:
        assert await states(house, table.id, table.seats[0]) == [HERE, HERE]
    assert asked == ["hold"]
    for stream in streams:
        await take(stream, 1)
        await stream.aclose()
    for table in tables:
        assert await states(house, table.id, table.seats[0]) == [LATELY, LATELY]
    assert asked == ["hold", "release"]


async def test_who_has_gone_again_is_not_noted(house: Accounts, asked: list[str]) -> None:
    table = await house.table()
    await (await house.streams.entries(Caller(table.seats[0]), table.id, 1)).aclose()
    assert await states(house, table.id, table.seats[1]) == [AWAY, AWAY]
    assert asked == []


async def test_what_the_store_did_not_take_is_noted_later(house: Accounts, monkeypatch: pytest.MonkeyPatch) -> None:
    game, items = await house.begun(), house.store.items

    async def away(_: Sequence[str]) -> tuple[dict[str, bytes], ...]:
        raise StoreUnavailable("away")

    async def slow(_: Sequence[str]) -> tuple[dict[str, bytes], ...]:
        await asyncio.Event().wait()
        raise AssertionError

    stream = await house.streams.entries(Caller(BOB), game, 1)
    monkeypatch.setattr(house.store, "items", away)
    assert await states(house, game, ANN) == [AWAY, AWAY]
    monkeypatch.setattr(house.store, "items", slow)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.01):  # whose client leaves
            await states(house, game, ANN)
    monkeypatch.setattr(house.store, "items", items)
    assert await states(house, game, ANN) == [AWAY, HERE]
    await stream.aclose()
    assert await states(house, game, ANN) == [AWAY, LATELY]
