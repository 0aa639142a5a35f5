"""Each event is told, whatever fails between a commit and the feed; and places in the feed outlast failovers."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from taphouse.lab.memory_store import MemoryStore
from taphouse.schema.failures import Damaged
from taphouse.service.access.operators import OperatorTokens
from taphouse.service.feed.following import BEGINNING, Feed, Place
from taphouse.service.feed.stored import unpack
from taphouse.service.feed.telling import Tellable, Telling
from taphouse.service.operating.admitting import Operators
from taphouse.service.runtime.shutdown import Stopping
from taphouse.service.store.failures import StoreUnavailable
from taphouse.service.store.feed import StoredEvent
from taphouse.service.store.protocol import FEED
from tests.use_cases.accounts import ANN, BOB, PASS
from tests.use_cases.rated import RatedPlace


class ToldPlace(RatedPlace):
    """A place whose instance dies before it tells the feed."""

    def __init__(self) -> None:
        super().__init__()
        self.telling = Telling(self.reader, self.rating, None)
        self.committer._feed = self.telling

    async def recover(self) -> None:
        """Let another instance tell what is due."""
        self.now += 11_000
        for due in await self.store.claim(10, 100, FEED):
            await Telling(self.reader, self.rating, None).do(due)

    async def events(self) -> list[tuple[str, str]]:
        return [(body.game, body.event) for body in [unpack(one.body) for one in await self.store.told(0, 100)]]


@pytest.fixture
def place() -> ToldPlace:
    return ToldPlace()


async def test_another_instance_tells_what_one_that_died_did_not(place: ToldPlace) -> None:
    game = await place.lost(BOB, ANN)
    assert await place.events() == []
    await place.recover()
    assert await place.events() == [(game, "BEGUN"), (game, "ENDED")]
    assert place.store._due[FEED] == {}
    assert await place.games(ANN, BOB) == [1, 1]


async def test_a_version_that_was_not_committed_is_not_told(place: ToldPlace, monkeypatch: pytest.MonkeyPatch) -> None:
    game = await place.begun(ANN, BOB)

    async def away(*_: Any) -> None:
        raise StoreUnavailable("away")

    with monkeypatch.context() as breaking:
        breaking.setattr(place.store, "commit", away)
        with pytest.raises(StoreUnavailable):
            await place.playing.resign(BOB, game, None, None)
    assert len(place.store._due[FEED]) == 2
    await place.recover()
    assert await place.events() == [(game, "BEGUN")]
    assert place.store._due[FEED] == {}
    await place.playing.play(ANN, game, PASS, None, None)  # the version that would have been the end
    await place.playing.resign(BOB, game, None, None)
    await place.recover()
    assert await place.events() == [(game, "BEGUN"), (game, "ENDED")]


async def test_another_instance_tells_that_a_game_was_taken_back(place: ToldPlace) -> None:
    game = await place.lost(BOB, ANN)
    await place.recover()
    loaded = await place.game(game)
    await place.telling.remind_of_annulment(loaded)  # and the instance dies before it takes the game back
    await place.recover()
    assert await place.events() == [(game, "BEGUN"), (game, "ENDED")]
    for _ in range(2):
        await place.telling.remind_of_annulment(loaded)
        await place.rating.annul(game)
        at = await place.rating.annulled_at(game)
        await place.recover()
        assert await place.events() == [(game, "BEGUN"), (game, "ENDED"), (game, "ANNULLED")]
    ended, annulled = [unpack(one.body) for one in await place.store.told(0, 100)][1:]
    assert [one.rating for one in ended.results] != [0, 0]
    assert [(one.place, one.rating) for one in annulled.results] == [(1, 0), (2, 0)]
    assert (annulled.version, annulled.at) == (ended.version, at)
    assert place.store._due[FEED] == {}


async def test_a_move_sets_no_reminder(place: ToldPlace, monkeypatch: pytest.MonkeyPatch) -> None:
    game = await place.begun(ANN, BOB)
    set_ = list[str]()
    monkeypatch.setattr(place.store, "remind", lambda member, *_: set_.append(member))
    await place.playing.play(ANN, game, PASS, None, None)
    assert set_ == []


@pytest.mark.parametrize("breaks", range(1, 20))
async def test_whatever_call_fails_each_event_is_there_once(
    place: ToldPlace, breaks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await place.lost(BOB, ANN)
    place.now += 11_000
    dues = await place.store.claim(10, 10, FEED)
    for late in (False, True):
        calls = 0

        def failing(honest: Any, *, late: bool = late) -> Any:
            async def call(*given: Any, **named: Any) -> Any:
                nonlocal calls
                calls += 1
                if calls == breaks and not late:
                    raise StoreUnavailable("away")
                found = await honest(*given, **named)
                if calls == breaks:
                    raise StoreUnavailable("it answered, but its answer was lost")
                return found

            return call

        with monkeypatch.context() as breaking:
            for method in ("items", "put_item", "enlist", "drop_items", "settle", "records", "entries", "tell"):
                breaking.setattr(place.store, method, failing(getattr(place.store, method)))
            for due in dues:
                try:
                    await Telling(place.reader, place.rating, None).do(due)
                except StoreUnavailable:
                    assert calls == breaks
    await place.recover()
    assert sorted(await place.events()) == [(game, "BEGUN"), (game, "ENDED")]
    assert place.store._due[FEED] == {}
    assert await place.games(ANN, BOB) == [1, 1]


async def test_a_reminder_that_could_not_be_set_is_owed(place: ToldPlace, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = place.store.remind

    async def away(member: str, after: float, queue: str) -> Any:
        if queue == FEED:
            raise StoreUnavailable("away")
        return await honest(member, after, queue)

    with monkeypatch.context() as breaking:
        breaking.setattr(place.store, "remind", away)
        game = await place.begun(ANN, BOB)
    due = place.telling._waiting.get_nowait()
    assert not due.score
    await place.telling.do(due)
    assert await place.events() == [(game, "BEGUN")]


@pytest.mark.parametrize("member", ["", "a b", "a BEGUN x", "a NOTHING 1"])
def test_what_the_queue_names_otherwise_is_damaged(member: str) -> None:
    with pytest.raises(Damaged):
        Tellable.of(member)


class Numbered(MemoryStore):
    """A store whose feed has events of these numbers and epochs."""

    def __init__(self, *events: tuple[int, str]) -> None:
        super().__init__()
        self.events = [StoredEvent(number, epoch, f"{number}", b"") for number, epoch in events]

    async def told(self, number: int, count: int, *, back: bool = False) -> tuple[StoredEvent, ...]:
        if back:
            return tuple([one for one in reversed(self.events) if one.number <= number][:count])
        return tuple([one for one in self.events if one.number > number][:count])


async def after(place: Place, *events: tuple[int, str]) -> tuple[Sequence[int], bool]:
    """The numbers of the events after a place in a feed, and whether there is a gap."""
    reader: Any = SimpleNamespace(store=Numbered(*events), now_ms=lambda: 0)
    feed = Feed(reader, Operators(reader, OperatorTokens("")), 1, Stopping(), on=True)
    found, gap = await feed._after(place, 100)
    return [one.number for one in found], gap


A, B = "aaaaaaaa", "bbbbbbbb"


@pytest.mark.parametrize(
    ("place", "events", "found", "gap"),
    [
        (BEGINNING, [(5, A), (6, A)], [5, 6], False),
        (Place(5, A), [(5, A), (6, A)], [6], False),
        (Place(6, A), [(5, A), (6, A)], [], False),
        (Place(6, A), [(5, A), (7, B)], [7], False),  # 6 was lost with its server
        (Place(9, A), [(5, A), (7, B), (8, B)], [7, 8], False),  # 9 too, and the clock of the new server is behind
        (Place(9, A), [(5, A), (7, B), (9, B)], [7, 9], False),
        (Place(9, A), [(5, A)], [], False),
        (Place(9, A), [*[(number, B) for number in range(1, 300)]], [*range(1, 101)], True),
        (Place(3, A), [(5, A), (6, A)], [5, 6], True),  # 3 has made room
        (Place(3, ""), [], [], True),
    ],
)
async def test_a_place_outlasts_lost_events(
    place: Place, events: list[tuple[int, str]], found: list[int], gap: bool
) -> None:
    assert await after(place, *events) == (found, gap)
