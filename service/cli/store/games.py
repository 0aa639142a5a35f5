"""Checks one game of a store: that it can be read, that its log leads to its position, and that lists and queues have it."""

from __future__ import annotations

from collections.abc import AsyncIterator

from taphouse.service.cli.shadow.compare import DifferingValue, NotReplayable, Shadow
from taphouse.service.cli.shadow.stored import PAGE, compared
from taphouse.service.cli.store.places import UpkeepStore, queues
from taphouse.service.games.kernel.loaded_game import LoadedGame
from taphouse.service.games.kernel.replaying import snapshot_before
from taphouse.service.store.failures import LogIncomplete, StoreUnavailable
from taphouse.service.store.protocol import NOTICES, StoredEntry

Version = tuple[int, str]
"""A version of a game, and its epochs."""


async def look(upkeep: UpkeepStore, id_: str) -> tuple[Version, tuple[str, ...]] | None:
    """The problems of a game, and the version that was read. None if there is no such game (any more)."""
    try:
        news = await upkeep.store.news(id_, 0, PAGE)
    except StoreUnavailable:
        raise
    except Exception as error:  # what is stored may be anything
        return (0, ""), (f"its record cannot be read: {_named(error)}",)
    if (record := news.record) is None:
        return None
    version = record.version, record.epochs
    if record.kind not in upkeep.reader.games:
        return version, (f"there is no kind of game {record.kind!r} here",)
    try:
        loaded = await upkeep.reader.open(id_, record)
    except StoreUnavailable:
        raise
    except Exception as error:
        return version, (f"it cannot be opened: {_named(error)}",)
    if (record.kind, record.status) != (loaded.game.about.kind, loaded.status.value):
        return version, (f"its status is {record.status}, but its position is {loaded.status.value}",)
    wrong = [what async for what in _replayed(upkeep, loaded, news.entries)]
    return version, (*wrong, *[what async for what in _indexed(upkeep, loaded)])


async def _replayed(upkeep: UpkeepStore, loaded: LoadedGame, entries: tuple[StoredEntry, ...]) -> AsyncIterator[str]:
    """The problems of the log, which must lead from the first position to the stored one under the rules that it names."""
    shadow = Shadow(loaded.versions, None, loaded.options, len(loaded.seats), loaded.terms.chance, loaded.terms.begins)
    try:
        difference = await compared(upkeep.store, loaded.id, loaded.record, entries, loaded.codec, shadow)
        if difference is not None:
            yield f"version {difference.number} is not what the log leads to: {_told(difference.differing)}"
            return
        if ends := shadow.ends(loaded.state):
            yield f"its position is not what the log leads to: {_told(ends)}"
            return
        if len(entries) == loaded.version:
            then = upkeep.reader.replayed(
                loaded, loaded.version, entries[snapshot_before(loaded.version) :], loaded.state
            )
        else:
            then = await upkeep.reader.as_of(loaded, loaded.version)
    except StoreUnavailable:
        raise
    except NotReplayable as error:
        yield _sentence(str(error))
        return
    except LogIncomplete:
        yield "its last snapshot in the log is lost"
        return
    except Exception as error:
        yield f"its log cannot be replayed: {_named(error)}"
        return
    for name in ("seats", "host", "status", "played", "clock", "agreements", "options"):
        if getattr(then, name) != getattr(loaded, name):
            yield f"what its position says of {name} is not what the log leads to"
    if then.record.updated != loaded.record.updated:
        yield "the time of its last change is not that of its log"


async def _indexed(upkeep: UpkeepStore, loaded: LoadedGame) -> AsyncIterator[str]:
    """The lists and queues in which the game should be, and is not."""
    places = [(name, entry) for name, entry, _, _ in upkeep.lists.places(loaded)]
    waits = [*queues(loaded), NOTICES]
    found = await upkeep.contents.index_of(loaded.id, places, waits)
    for (name, _), there in zip(places, found.listed, strict=True):
        if not there:
            yield f"it is not in the list {name}"
    for queue, due in zip(waits, found.due, strict=True):
        if not due and (queue != NOTICES or found.notices):
            yield f"it has no reminder in the queue {queue}"


def _told(differing: tuple[DifferingValue, ...]) -> str:
    return "; ".join(f"{one.what} is {one.was}, and should be {one.now}" for one in differing)


def _named(error: Exception) -> str:
    return f"{type(error).__name__}: {error}".rstrip(".")


def _sentence(text: str) -> str:
    """A sentence without its full stop, as a part of a line."""
    return text[:1].lower() + text[1:].rstrip(".")
