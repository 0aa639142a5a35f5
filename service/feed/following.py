"""The pages and streams of the feed, which `schema.concepts.feed` declares.

A cursor is the number of an event and the epoch in which it was added. If that event was lost with a server of the store, a
client goes on after the last event before it that was added in the same epoch: some events may come again, and none is left out.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncGenerator, Sequence
from typing import Any

from msgspec import Struct

from taphouse.engine.contract import Victory
from taphouse.engine.vocabulary import constant
from taphouse.schema.concepts.feed import FeedEvent, FeedEventKind, FeedOff, FeedPage
from taphouse.schema.concepts.operators import OperatorScope
from taphouse.schema.execution.shared_values import Events, SharedValue
from taphouse.schema.failures import Refused, Unreadable
from taphouse.schema.inputs import FEED_CURSOR
from taphouse.schema.ports import Caller
from taphouse.schema.values.games import GameKind
from taphouse.schema.values.versions import mark_of, marked, moment
from taphouse.service.feed.stored import shown_results, unpack
from taphouse.service.games.kernel.checks import refuse
from taphouse.service.games.kernel.loading import Reader
from taphouse.service.games.streams.game_streams import begun
from taphouse.service.games.streams.long_polls import polled
from taphouse.service.games.streams.shared_reading import FIRST_PAUSE, LONGEST_PAUSE, RECHECK
from taphouse.service.operating.admitting import Operators
from taphouse.service.runtime import telemetry
from taphouse.service.runtime.backoff import around, pauses
from taphouse.service.runtime.shutdown import Stopping
from taphouse.service.store.failures import StoreUnavailable
from taphouse.service.store.feed import StoredEvent

PAGE = 100
"""The events that a stream reads at once, and those among which a lost place is looked for."""
_CURSOR = re.compile(FEED_CURSOR)


class Place(Struct, frozen=True):
    """A place in the feed: after an event."""

    number: int = 0
    epoch: str = ""


BEGINNING = Place()


class Feed:
    """The feed, for operators.

    Args:
        reader: Knows the store.
        operators: Admits operators.
        on: False if the service keeps no feed.
        longest_wait: The longest that a long poll waits, in seconds.
        stopping: Set when the service is stopping, which ends long polls.
    """

    def __init__(
        self, reader: Reader, operators: Operators, longest_wait: float, stopping: Stopping, *, on: bool
    ) -> None:
        self._store, self._operators, self._on = reader.store, operators, on
        self._longest_wait, self._stopping = longest_wait, stopping

    async def feed(self, caller: Caller, after: str | None, wait: int, first: int) -> FeedPage:
        """A page of the feed. Waits up to `wait` seconds for an event if there is none yet."""
        place = await self._admitted(caller, after)
        events, gap = await self._after(place, first + 1)
        if wait and not events:
            await polled(self._news(place), min(wait, self._longest_wait), self._stopping, caller)
            events, gap = await self._after(place, first + 1)
        page = events[:first]
        cursor = _cursor(page[-1]) if page else after
        return FeedPage(tuple(_shown(page, gap=gap)), cursor, len(events) > first)

    async def follow_feed(self, caller: Caller, after: str | None) -> Events:
        """A `FeedEvent` for each event after a cursor."""
        return await begun(self._stream(await self._admitted(caller, after)))

    async def _admitted(self, caller: Caller, after: str | None) -> Place:
        """The place of a cursor that an operator sends."""
        if after is not None and not _CURSOR.fullmatch(after):
            refuse("after", "This is no cursor of the feed. Send the `cursor` of an event or a page, or none.")
        await self._operators.admit(caller, OperatorScope.GAMES, "feed")
        if not self._on:
            raise Refused(FeedOff(message="This service keeps no feed of its games."))
        if after is None:
            return BEGINNING
        number, epoch = mark_of(after[1:])
        return Place(number, epoch or "")

    async def _stream(self, place: Place) -> AsyncGenerator[Any, bool | None]:
        yield None
        waits = pauses(FIRST_PAUSE, LONGEST_PAUSE)
        while True:
            try:
                async with self._store.listening_to_feed() as woken:
                    while True:
                        events, gap = await self._after(place, PAGE)
                        waits = pauses(FIRST_PAUSE, LONGEST_PAUSE)
                        for shown in _shown(events, gap=gap):
                            event = SharedValue(shown)
                            while (yield event) is True:
                                pass
                        if events:
                            place = Place(events[-1].number, events[-1].epoch)
                        else:
                            await woken(around(RECHECK))
            except StoreUnavailable:
                await asyncio.sleep(next(waits))

    async def _news(self, place: Place) -> None:
        """Wait for an event after a place."""
        async with self._store.listening_to_feed() as woken:
            while not (await self._after(place, 1))[0]:
                await woken(around(RECHECK))

    async def _after(self, place: Place, count: int) -> tuple[Sequence[StoredEvent], bool]:
        """The events after a place, and whether events in between are gone."""
        if place == BEGINNING:
            return await self._store.told(0, count), False
        number = place.number
        while before := await self._store.told(number, 1 if number == place.number else PAGE, back=True):
            for event in before:
                if event.epoch == place.epoch:
                    return await self._store.told(event.number, count), False
            number = before[-1].number - 1
        return await self._store.told(0, count), True


def _cursor(event: StoredEvent) -> str:
    return "f" + marked(event.number, event.epoch or None)


def _shown(events: Sequence[StoredEvent], *, gap: bool) -> list[FeedEvent]:
    """Events for the API, without those that cannot be read here; with `gap`, the first follows a gap."""
    found = list[FeedEvent]()
    for event in events:
        try:
            body = unpack(event.body)
        except Unreadable as error:
            telemetry.left_out(f"event {event.id}", error)
            continue
        if body.event not in FeedEventKind.__members__:
            continue
        found.append(
            FeedEvent(
                event.id,
                _cursor(event),
                FeedEventKind[body.event],
                moment(body.at),
                body.game,
                GameKind(constant(body.kind)),
                body.version,
                body.epoch,
                body.rated,
                shown_results(body),
                Victory.__members__.get(body.victory or ""),
                body.stake,
                gap and not found,
            )
        )
    return found
