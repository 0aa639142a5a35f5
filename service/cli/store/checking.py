"""`taphouse store check`: looks at everything in a store, while the service runs. Writes nothing, and keeps little in memory."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any

import msgspec
import typer
from msgspec import Struct

from taphouse.engine import GAMES
from taphouse.engine.game import Game
from taphouse.schema.failures import Unreadable
from taphouse.service.cli.output import counted
from taphouse.service.cli.store import games as one_game
from taphouse.service.cli.store.places import UpkeepStore, pending, upkeep_store
from taphouse.service.cli.store.pool import each
from taphouse.service.games.kernel.game_lists import listed_game
from taphouse.service.games.lobby import SETTLED
from taphouse.service.runtime.progress import Progress
from taphouse.service.runtime.settings import Settings
from taphouse.service.store.failures import WrongType
from taphouse.service.store.layout import Kind
from taphouse.service.store.protocol import BOTS, DELIVERIES
from taphouse.service.store.upkeep.archive import EditionFile, Items

LOOKS = 6
"""The most looks at a problem, until two in a row find the same."""
PAUSE = 0.3
"""Seconds between two looks."""
PAGE = 100
"""The entries of a list that are read at once."""
_LISTS = ("open:", "vacant:", "over:")
"""Prefixes of lists in which every entry must belong. Readers of accounts' lists skip entries that do not."""


class Finding(Struct, frozen=True, tag="finding", tag_field="is"):
    """A problem in the store."""

    where: str
    """`game`, `list` or `items`."""
    name: str
    """The id of the game, or the name of the list or of the items."""
    what: str


class Leftover(Finding, frozen=True, tag="leftover", tag_field="is"):
    """An entry of a list that harms nothing: a failed attempt to change a game has left it, and readers leave it out."""


class CheckSummary(Struct, frozen=True, tag="summary", tag_field="is"):
    """The numbers of things that were checked, and those of problems."""

    games: int
    lists: int
    findings: int
    leftovers: int
    unsettled: int
    """The number of things that were wrong in another way at each look: they change too fast to be judged, so check again."""


class _Check:
    """One check of a store."""

    def __init__(self, upkeep: UpkeepStore, found: Callable[[Finding], None]) -> None:
        self._upkeep, self._found = upkeep, found
        self._shortest = min(upkeep.reader.kept.values())
        self.games = self.lists = self.findings = self.leftovers = self.unsettled = 0

    async def of(self, key: tuple[Kind, str]) -> None:
        """Check a key."""
        kind, name = key
        match kind:
            case Kind.GAME:
                there = await self._settled("game", name, lambda: one_game.look(self._upkeep, name))
                self.games += there
            case Kind.LIST:
                self.lists += 1
                try:
                    await self._list(name)
                except WrongType as error:
                    self._tell(Finding("list", name, f"it cannot be read: {error}"))
            case Kind.ITEMS:
                await self._settled("items", name, lambda: self._items(name))
            case Kind.DUE:
                await self._settled("queue", name, lambda: self._queue(name))
            case Kind.EDITION | Kind.HOLD:
                await self._settled(kind.value, name, lambda: self._readable(kind, name))

    def _tell(self, finding: Finding) -> None:
        if isinstance(finding, Leftover):
            self.leftovers += 1
        else:
            self.findings += 1
        self._found(finding)

    async def _settled(
        self, where: str, name: str, look: Callable[[], Awaitable[Any]], kind: type[Finding] = Finding
    ) -> bool:
        """Look until nothing is wrong, or the same twice in a row, and report that. Returns False if the thing is gone."""
        before = None
        for _ in range(LOOKS):
            try:
                seen = await look()
            except WrongType as error:
                seen = 0, (f"it cannot be checked: {error}",)
            if seen is None or not seen[1]:
                return seen is not None
            if seen == before:
                for what in seen[1]:
                    self._tell(kind(where, name, what))
                return True
            before = seen
            await asyncio.sleep(PAUSE)
        self.unsettled += 1
        return True

    async def _list(self, name: str) -> None:
        """Check each entry of a list. Where entries of any kind may stay, check only that it is a list."""
        below, strict = None, name.startswith(_LISTS) and not name.startswith("over:player:")
        while page := await self._upkeep.store.listed([name], below, PAGE if strict else 1):
            if not strict:
                return
            for entry in page:
                await self._settled("list", name, partial(self._listed, name, entry), Leftover)
            below = page[-1]

    async def _listed(self, name: str, entry: str) -> Any:
        """The problem of an entry that does not belong in its list."""
        noted, id_ = listed_game(entry)
        if not id_:
            return None, (f"has the entry {entry!r}, which is none of a game",)
        try:
            (record,) = await self._upkeep.store.records([id_])
            if isinstance(record, Exception):
                raise record
            if record is not None and record.kind not in self._upkeep.reader.games:
                return None
            loaded = None if record is None else await self._upkeep.reader.open(id_, record)
        except Unreadable:  # the check of the game reports it
            return None
        if loaded is None:
            age = self._upkeep.reader.now_ms() - noted
            # Younger ones may still be created, and older ones have expired.
            wrong = ("lists game {}, which does not exist",) if SETTLED < age < self._shortest else ()
        else:
            places = [(list_, one) for list_, one, _, _ in self._upkeep.lists.places(loaded)]
            wrong = () if (name, entry) in places else ("lists game {}, which does not belong there",)
        if wrong and not (await self._upkeep.contents.in_lists([(name, entry)]))[0]:
            return None  # it was removed meanwhile
        return None if loaded is None else loaded.version, tuple([what.format(id_) for what in wrong])

    async def _items(self, name: str) -> Any:
        """The problems of items: they must be readable, and deliveries that are due must have reminders."""
        try:
            record = await self._upkeep.contents.record(Kind.ITEMS, name)
            if not isinstance(record, Items):
                return None
            waiting, unread = await pending(self._upkeep.store, name, record.items)
        except Unreadable as error:
            return 0, (f"it cannot be read: {error}",)
        due = await self._upkeep.contents.due([(DELIVERIES, str(place)) for place, _ in waiting])
        lost = [place.delivery for (place, _), when in zip(waiting, due, strict=True) if when is None]
        unreminded = [f"delivery {one} is to be made, but has no reminder in the queue {DELIVERIES}" for one in lost]
        return 0, (*unread, *unreminded)

    async def _queue(self, name: str) -> Any:
        """Read a queue of reminders; raises WrongType if it is something else."""
        await self._upkeep.contents.due([(name.removeprefix("th:due").removeprefix(":") or BOTS, "")])
        return 0, ()

    async def _readable(self, kind: Kind, name: str) -> Any:
        """The problem of a value that does not match its kind or, if it is an edition, its digest."""
        try:
            record = await self._upkeep.contents.record(kind, name)
        except Unreadable as error:
            return 0, (f"it cannot be read: {error}",)
        if isinstance(record, EditionFile) and hashlib.sha256(record.source).hexdigest() != name:
            return 0, ("its digest is another one",)
        return None if record is None else (0, ())


def run(url: str, settings: Settings, as_json: bool, games: Mapping[str, Game] = GAMES) -> CheckSummary:
    """Check a store, and print the problems and a summary.

    Args:
        url: The URL of the store.
        settings: The operator's settings: how long games are kept, and their editions.
        as_json: True to print a JSON object on each line instead of text.
        games: The kinds of games that are known here.

    Raises:
        ValueError: The URL is invalid.
        EditionError: An edition of the operator is invalid.
        StoreUnavailable: The store does not answer.
    """
    with Progress("keys") as progress:
        summary = asyncio.run(_checked(url, settings, games, lambda one: _print(one, as_json), progress.advance))
    _print(summary, as_json)
    return summary


async def _checked(
    url: str,
    settings: Settings,
    games: Mapping[str, Game],
    found: Callable[[Finding], None],
    advance: Callable[[], None],
) -> CheckSummary:
    async with upkeep_store(url, settings, games) as upkeep:
        check = _Check(upkeep, found)
        async for _ in each(upkeep.contents.keys(), check.of):
            advance()
        health = await upkeep.store.health()
        for sentence in filter(None, (health.reason, *health.warnings)):
            typer.echo(f"Warning: {sentence}", err=True)
        return CheckSummary(check.games, check.lists, check.findings, check.leftovers, check.unsettled)


def _print(what: Finding | CheckSummary, as_json: bool) -> None:
    if as_json:
        typer.echo(msgspec.json.encode(what))
        return
    match what:
        case Finding(where, name, sentence):
            harmless = " (harmless)" if isinstance(what, Leftover) else ""
            typer.echo(f"{where} {name}: {sentence}{harmless}")
        case CheckSummary(games, lists, findings, leftovers, unsettled):
            more = (
                f" {counted(leftovers, 'leftover')} in lists: readers leave them out, and remove them."
                if leftovers
                else ""
            )
            more += f" {unsettled} changed too fast to be judged: check again." if unsettled else ""
            seen = f"{counted(games, 'game')} and {counted(lists, 'list')}"
            typer.echo(f"{seen} were checked; {findings or 'nothing'} wrong.{more}")
