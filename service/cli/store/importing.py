"""`taphouse store import`: puts the contents of an export into a store. Nothing that the store has already is changed."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import suppress
from pathlib import Path

import msgspec
import typer
from msgspec import Struct

from taphouse.engine import GAMES
from taphouse.engine import game as engine
from taphouse.schema.failures import Damaged, Unreadable
from taphouse.service.cli.output import counted
from taphouse.service.cli.store.places import UpkeepStore, pending, queues, upkeep_store
from taphouse.service.cli.store.pool import each
from taphouse.service.games.deleting.pending import marked
from taphouse.service.games.kernel.loaded_game import ENDED
from taphouse.service.observing.game_counts import holding
from taphouse.service.persons.closing import closing
from taphouse.service.persons.ratings import board_entries
from taphouse.service.persons.stored import handle_entries, person_in
from taphouse.service.runtime.progress import Progress
from taphouse.service.runtime.settings import Settings
from taphouse.service.store.failures import StoredByNewerRelease
from taphouse.service.store.layout import Kind
from taphouse.service.store.protocol import ACCOUNTS, DELIVERIES, NOTICES, ORDERS, PROFILES, RATINGS
from taphouse.service.store.upkeep.archive import ArchivedGame, EditionFile, Held, Items, Record, read, verify
from taphouse.service.store.upkeep.contents import Restored
from taphouse.service.webhooks.notices import KEPT


class NotImported(Struct, frozen=True, tag="refused", tag_field="is"):
    """Something that was not imported, because the store has another version of it."""

    name: str
    """The id of the game, or the name of the items."""
    why: str


class Unopened(Struct, frozen=True, tag="unopened", tag_field="is"):
    """Something that was imported unchanged, but cannot be read here. It is in no list and no queue."""

    name: str
    why: str


class Imported(Struct, frozen=True, tag="imported", tag_field="is"):
    """The numbers of games and other records of a file that were written, were there, or were refused."""

    written: int
    there: int
    """The number that the store had already, perhaps at a later version."""
    expired: int
    """The number that had expired before they were imported."""
    refused: int
    unopened: int
    """The number that cannot be read here, of those that were written or there."""


def run(url: str, path: Path, settings: Settings, as_json: bool, games: Mapping[str, engine.Game] = GAMES) -> Imported:
    """Import a file, and print what was refused and a summary.

    Args:
        url: The URL of the store.
        path: The file.
        settings: The operator's settings: how long games are kept, and their editions.
        as_json: True to print a JSON object on each line instead of text.
        games: The kinds of games that are known here.

    Raises:
        ValueError: The URL is invalid.
        BadArchive: The file is no export, not whole, or damaged. Nothing was written.
        EditionError: An edition of the operator is invalid.
        StoredBeforeFirstRelease: The store has one of the games in an earlier format.
        StoreUnavailable: The store does not answer. Some records may have been written: import the file again.
        OSError: The file cannot be read.
    """
    total = verify(path)

    def wrong(one: NotImported | Unopened) -> None:
        what = "was not imported" if isinstance(one, NotImported) else "was imported, but cannot be opened here"
        typer.echo(msgspec.json.encode(one) if as_json else f"{one.name} {what}: {one.why}.")

    with Progress("records", total) as progress:
        imported = asyncio.run(_imported(url, path, settings, games, wrong, progress))
    typer.echo(msgspec.json.encode(imported) if as_json else _sentence(imported))
    return imported


async def _imported(
    url: str,
    path: Path,
    settings: Settings,
    games: Mapping[str, engine.Game],
    wrong: Callable[[NotImported | Unopened], None],
    progress: Progress,
) -> Imported:
    async with upkeep_store(url, settings, games) as upkeep:
        doing = _Import(upkeep, wrong)
        for games_now in (False, True):  # what games refer to comes first, such as their editions
            async for _ in each(_records(path, games=games_now), doing.put):
                progress.advance()
        return doing.summary()


async def _records(path: Path, *, games: bool) -> AsyncIterator[Record]:
    """The games of a file, or everything else in it."""
    for record in read(path):
        if isinstance(record, ArchivedGame) is games:
            yield record


class _Import:
    """One import into a store."""

    def __init__(self, upkeep: UpkeepStore, wrong: Callable[[NotImported | Unopened], None]) -> None:
        self._upkeep, self._wrong = upkeep, wrong
        self._counts: Counter[Restored | None] = Counter()
        self._unopened = 0

    def summary(self) -> Imported:
        """The summary so far."""
        counts = self._counts
        became = counts[Restored.WRITTEN], counts[Restored.EXISTS], counts[Restored.EXPIRED], counts[None]
        return Imported(*became, self._unopened)

    async def put(self, record: Record) -> None:
        """Put a record into the store, and its entries into lists and queues."""
        try:
            became = await self._upkeep.contents.restore(record)
            if isinstance(record, Items) and became is not Restored.EXPIRED:
                await self._items(record)
        except Damaged as error:  # another application wrote there
            self._counts[None] += isinstance(record, ArchivedGame)
            self._wrong(NotImported(_name(record), f"the store has something else there: {error}"))
            return
        if not isinstance(record, ArchivedGame):
            return
        why = await self._why_not(record) if became is Restored.EXISTS else None
        self._counts[None if why is not None else became] += 1
        if why is not None:
            self._wrong(NotImported(_name(record), why))
        elif became is not Restored.EXPIRED and (fault := await self._index(record.id)) is not None:
            self._unopened += 1
            self._wrong(Unopened(_name(record), fault))

    async def _why_not(self, record: ArchivedGame) -> str | None:
        """The reason to refuse a game that the store has. None if it is the same, perhaps at a later version."""
        try:
            there = await self._upkeep.contents.record(Kind.GAME, record.id)
        except Damaged:
            return "the store has it already, but damaged"
        except StoredByNewerRelease:
            return "the store has it already, as a newer release wrote it"
        if not isinstance(there, ArchivedGame):
            return "it expired meanwhile"
        least = min(there.version, record.version)
        if there.fields.get("setup") != record.fields.get("setup") or there.log[:least] != record.log[:least]:
            return "the store has another game with this id, or another history of it"
        if there.version < record.version:
            return f"the store has it at version {there.version}, and the file at version {record.version}"
        return None

    async def _items(self, record: Items) -> None:
        """Add the items that the store lacks, and reminders of deliveries and of accounts that are being deleted."""
        store, now = self._upkeep.store, self._upkeep.reader.now_ms()
        (there,) = await store.items([record.name])
        for item, value in record.items.items():
            if item not in there:
                await store.put_item(record.name, item, value, None, KEPT)
        if (player := marked(record.name)) is not None:
            await store.remind(player, 0, ACCOUNTS)
        if (player := closing(record.name)) is not None:
            await store.remind(player, 0, PROFILES)
        if (account := person_in(record.name)) is not None:
            with suppress(Unreadable):
                for board, entry in (
                    *board_entries(account, record.items, now),
                    *handle_entries(account, record.items),
                ):
                    await store.enlist(board, entry, "", KEPT)
        waiting, unread = await pending(store, record.name, record.items)
        for why in unread:
            self._wrong(Unopened(record.name, why))
        for place, delivery in waiting:
            await store.remind(str(place), max(0, (delivery.again or now) - now) / 1000, DELIVERIES)

    async def _index(self, id_: str) -> str | None:
        """Put a game into its lists and queues. Returns the reason if it cannot be read."""
        store, reader = self._upkeep.store, self._upkeep.reader
        try:
            (record,) = await store.records([id_])
            if isinstance(record, Exception):
                raise record
            if record is None:  # it has expired
                return None
            if record.kind not in reader.games:
                return f"there is no kind of game {record.kind!r} here"
            loaded = await reader.open(id_, record)
        except Unreadable as error:  # the file has what was stored, which may be anything
            return str(error).rstrip(".")
        for place in self._upkeep.lists.places(loaded):
            await store.enlist(*place)
        await store.hold([holding(loaded, reader.now_ms())])
        rated = [RATINGS] if loaded.terms.rated and loaded.status in ENDED else []
        ordered = [ORDERS] if record.orders else []
        for queue in (*queues(loaded), *rated, *ordered, *([NOTICES] if await store.notices(id_) else ())):
            await store.remind(id_, 0, queue)
        return None


def _name(record: Record) -> str:
    """The name of a record for operators."""
    match record:
        case ArchivedGame(id=id_):
            return f"Game {id_}"
        case EditionFile(digest=digest):
            return f"Edition {digest}"
        case Items(name=name) | Held(name=name):
            return name


def _sentence(imported: Imported) -> str:
    written, there, expired, refused = imported.written, imported.there, imported.expired, imported.refused
    said = f"{counted(written, 'game')} {_were(written)} imported, and {there} {_were(there)} there already."
    said += f" {expired} {'has' if expired == 1 else 'have'} expired since the export." if expired else ""
    said += f" {imported.unopened} cannot be opened here." if imported.unopened else ""
    return said + (f" {refused} {_were(refused)} not imported." if refused else "")


def _were(number: int) -> str:
    return "was" if number == 1 else "were"
