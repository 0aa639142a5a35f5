"""Editions: the packaged ones, the operator's own, and those that stored games were created with."""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from taphouse.engine.bounded_toml import NotToml, read_toml
from taphouse.engine.editions import Edition, EditionError, editions_among, load, packaged, translated
from taphouse.engine.game import Game
from taphouse.engine.records.headers import brought
from taphouse.engine.records.record import Record, RecordError
from taphouse.schema.failures import Damaged
from taphouse.schema.texts import OWN
from taphouse.schema.words import Wordings, wording
from taphouse.service.games.kernel.replaying import Versions
from taphouse.service.runtime.backoff import pauses
from taphouse.service.store.failures import StoredByNewerRelease, StoreUnavailable
from taphouse.service.store.protocol import Store

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 10.0
"""Seconds between attempts to store an edition whose server is away: at first and at most."""
MOST_KEPT = 64
"""The most cached editions of stored games that are no longer offered, and the most in use."""


class InUse(Struct, frozen=True):
    """The rules and the wordings that all games under one edition share."""

    versions: Versions
    wordings: Wordings


class Editions:
    """The editions of all games.

    Args:
        games: The games by kind.
        directory: The directory of the operator's edition files, `*.toml`, each of which names its game, and of their
            translations, such as `mine.de.toml` beside `mine.toml`.
        imports: True if records may bring editions of their own.

    Raises:
        EditionError: A file is invalid, or two editions of a game have the same name.
        MessagesError: The message catalogue of a game is invalid.
    """

    def __init__(self, games: Mapping[str, Game], directory: Path | None, *, imports: bool = False) -> None:
        self._games, self._imports = games, imports
        self.offered: dict[str, dict[str, Edition]] = {}
        """The editions for new games, by kind and name; the first is the default."""
        for kind, game in games.items():
            self.offered[kind] = {edition.name: edition for edition in packaged(game.edition, game.about.package)}
        for path, edition in () if directory is None else in_directory(directory, games):
            if edition.name in self.offered[edition.game]:
                raise EditionError(path, "name", f"there is another edition named {edition.name!r}")
            self.offered[edition.game][edition.name] = edition
        for kind, game in games.items():
            for edition in self.offered[kind].values():
                for language in OWN.languages:  # made now: a request that did so would hold up all others
                    wording(game, edition, language)
                    game.rules(edition, language=language)
        self._by_digest = {e.digest: e for editions in self.offered.values() for e in editions.values()}
        self._fetched: OrderedDict[str, Edition] = OrderedDict()
        self._in_use: OrderedDict[tuple[str, str], InUse] = OrderedDict()
        self._stored: set[str] = set()
        self._storing: dict[str, asyncio.Task[None]] = {}

    def of_record(self, record: Record) -> Edition:
        """The edition for a new game that a record names: one that is offered, or its own, where that is allowed.

        Raises:
            RecordError: There is none.
        """
        game = self._games[record.kind]
        offered = (one for one in self.offered[record.kind].values() if one.digest == record.edition.digest)
        if (found := next(offered, None)) is not None:
            return found
        if not self._imports or record.edition_file is None:
            raise RecordError(f"No edition of {game.about.title} here has this digest.", "edition")
        return brought(game, record)

    async def keep(self, edition: Edition, store: Store) -> None:
        """Store the edition before a game is created with it. If its server is away, it is stored later: this instance has it."""
        if edition.digest in self._stored or edition.digest in self._storing:
            return
        try:
            await store.put_edition(edition.digest, edition.source)
            self._stored.add(edition.digest)
        except StoreUnavailable:
            if edition.digest not in self._storing:
                self._storing[edition.digest] = asyncio.create_task(self._keep_later(edition, store))

    async def _keep_later(self, edition: Edition, store: Store) -> None:
        try:
            for pause in pauses(FIRST_PAUSE, LONGEST_PAUSE):
                await asyncio.sleep(pause)
                with suppress(StoreUnavailable):
                    await store.put_edition(edition.digest, edition.source)
                    self._stored.add(edition.digest)
                    return
        finally:
            del self._storing[edition.digest]

    def in_use(self, game: Game, edition: Edition) -> InUse:
        """The rules and the wordings of a game under an edition."""
        key = game.about.kind, edition.digest
        if (known := self._in_use.get(key)) is None:
            known = self._in_use[key] = InUse(Versions(game, edition), Wordings(game, edition))
            if len(self._in_use) > MOST_KEPT:
                self._in_use.popitem(last=False)
        return known

    async def by_digest(self, kind: str, digest: str, store: Store) -> Edition:
        """The edition that a game was created with; fetched from the store if it is not offered here.

        Raises:
            Damaged: The store has lost it, or has something else in its place.
            StoredByNewerRelease: It is whole, but this release cannot read it.
        """
        known = self._by_digest.get(digest) or self._fetched.get(digest)
        if known is not None:
            return known
        edition = fetched(self._games[kind], digest, await store.edition(digest))
        self._fetched[digest] = edition
        if len(self._fetched) > MOST_KEPT:
            self._fetched.popitem(last=False)
        return edition


def fetched(game: Game, digest: str, source: bytes | None) -> Edition:
    """The edition of a digest that was fetched from a store.

    Raises:
        Damaged: The store has lost it, or has something else in its place.
        StoredByNewerRelease: It is whole, but this release cannot read it: editions have no format, and this release reads
            those of all earlier ones.
    """
    if source is None:
        raise Damaged(f"The store has lost the edition {digest}.")
    if hashlib.sha256(source).hexdigest() != digest:
        raise Damaged(f"The store holds an edition {digest} that is damaged.")
    try:
        return load(game.edition, source, digest)
    except EditionError as error:
        raise StoredByNewerRelease(f"The store holds an edition that this release cannot read: {error}.") from error


def in_directory(directory: Path, games: Mapping[str, Game]) -> Iterator[tuple[str, Edition]]:
    """The editions in a directory with their paths, each with its translations.

    Raises:
        EditionError: There is no such directory, or a file in it is invalid.
    """
    if not directory.is_dir():
        raise EditionError(str(directory), "the directory", "it does not exist")
    there = {file.name: file.read_bytes() for file in directory.glob("*.toml")}
    for name in editions_among(there):
        path = str(directory / name)
        kind = _kind(path, there[name])
        if kind not in games:
            raise EditionError(path, "game", f"{kind!r} is none of {', '.join(games)}")
        yield path, translated(load(games[kind].edition, there[name], path), name, there)


def _kind(path: str, source: bytes) -> str:
    """The kind of game that an edition file names."""
    try:
        return str(read_toml(source).get("game"))
    except NotToml as error:
        raise EditionError(path, "the file", str(error)) from None
