"""Editions that records brought are guests of the store: it keeps them while they are in use."""

from __future__ import annotations

import asyncio
import hashlib
from types import SimpleNamespace

import pytest

from taphouse.engine.editions import load, packaged
from taphouse.lab.memory_store import MemoryStore
from taphouse.service.games.kernel import editions as module
from taphouse.service.games.kernel.editions import MOST_STORED, RENEWED, Editions
from taphouse.service.store.failures import StoreUnavailable
from tests.effort import BOUND
from tests.use_cases.build import GAMES, KIND

GAME = GAMES[KIND]
(OFFERED, *_) = packaged(GAME.edition, GAME.about.package)
SOURCE = OFFERED.source.replace(f'name = "{OFFERED.name}"'.encode(), b'name = "ours"', 1)
GUEST = load(GAME.edition, SOURCE, "ours.toml")
DAY = 86_400_000


class CountedStore(MemoryStore):
    """A store that notes the editions that it is asked to keep, and for how long."""

    away = False

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[tuple[str, int | None]] = []

    async def put_edition(self, digest: str, source: bytes, lease: int | None = None) -> None:
        if self.away:
            raise StoreUnavailable("its server is away")
        self.asked.append((digest, lease))
        await super().put_edition(digest, source, lease)


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    clock = [1000.0]
    monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=lambda: clock[0]))  # that of the event loop goes on
    return clock


async def test_an_edition_that_is_offered_is_stored_once_and_kept_always(now: list[float]) -> None:
    store, editions = CountedStore(), Editions(GAMES, None, kept=30 * DAY)
    for _ in range(3):
        await editions.keep(OFFERED, store)
        assert await editions.by_digest(KIND, OFFERED.digest, store) is OFFERED
        now[0] += 10 * RENEWED
    assert store.asked == [(OFFERED.digest, None)]


async def test_a_guest_is_kept_longer_than_any_game_and_again_while_it_is_in_use(now: list[float]) -> None:
    store, editions = CountedStore(), Editions(GAMES, None, kept=30 * DAY)
    await editions.keep(GUEST, store)
    for days in range(1, 4):
        for _ in range(5):  # the requests of a day
            assert (await editions.by_digest(KIND, GUEST.digest, store)).digest == GUEST.digest
            now[0] += RENEWED / 5
        assert store.asked == [(GUEST.digest, 32 * DAY)] * days
    later = Editions(GAMES, None, kept=30 * DAY)  # another instance
    await later.by_digest(KIND, GUEST.digest, store)
    assert store.asked[3:] == [(GUEST.digest, 32 * DAY)]


async def test_no_game_begins_under_a_guest_that_the_store_does_not_have(
    now: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "FIRST_PAUSE", 0.001)
    store, editions = CountedStore(), Editions(GAMES, None, kept=30 * DAY)
    store.away = True
    await editions.keep(OFFERED, store)  # every instance has it
    with pytest.raises(StoreUnavailable):
        await editions.keep(GUEST, store)
    store.away = False
    await editions.keep(GUEST, store)
    later = Editions(GAMES, None, kept=30 * DAY)
    store.away, now[0] = True, now[0] + 2 * RENEWED
    for one in (editions, later):
        await one.by_digest(KIND, GUEST.digest, store)  # the store has it, and keeps it for another day
    store.away = False
    async with asyncio.timeout(BOUND):
        while len(store.asked) < 4:  # noqa: ASYNC110 -- no event tells of it
            await asyncio.sleep(0.01)
    assert store.asked.count((GUEST.digest, 32 * DAY)) == 3


async def test_a_tool_that_reads_a_store_keeps_nothing(now: list[float]) -> None:
    store = CountedStore()
    await store.put_edition(GUEST.digest, GUEST.source)
    await Editions(GAMES, None).by_digest(KIND, GUEST.digest, store)
    assert store.asked == [(GUEST.digest, None)]


async def test_what_an_instance_remembers_of_guests_is_bounded() -> None:
    store, editions = CountedStore(), Editions(GAMES, None, kept=DAY)
    await store.put_edition(GUEST.digest, GUEST.source)
    await editions.by_digest(KIND, GUEST.digest, store)
    for number in range(MOST_STORED + 5):
        source = b"%b\n# %d" % (SOURCE, number)
        await editions.keep(
            GUEST.model_copy(update={"source": source, "digest": hashlib.sha256(source).hexdigest()}), store
        )
    assert len(editions._stored) == MOST_STORED
    store.away = True
    assert (await editions.by_digest(KIND, GUEST.digest, store)).digest == GUEST.digest  # the store has it all the same
    for task in editions._storing.values():
        task.cancel()
