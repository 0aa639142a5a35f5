"""Editions: the packaged ones, the operator's own, and those that stored games were created with."""

from __future__ import annotations

import asyncio
import hashlib
import math
import time
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
from taphouse.service.access.shown_names import is_visible
from taphouse.service.games.kernel.replaying import Versions
from taphouse.service.runtime.backoff import pauses
from taphouse.service.store.failures import StoredByNewerRelease, StoreUnavailable
from taphouse.service.store.protocol import Store

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 10.0
"""Seconds between attempts to store an edition whose server is away: at first and at most."""
MOST_KEPT = 64
"""The most cached editions of stored games that are not offered, and the most in use."""
MOST_STORED = 1024
"""The most editions of which this instance remembers when it stored them."""
RENEWED = 86_400.0
"""Seconds after which the store is asked again to keep an edition that is in use and not offered."""
_MARGIN = 2
"""It is kept for so many times that long after its last game may have expired."""


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
        kept: The longest time for which a game is kept without a move, in milliseconds, and so an edition that is not offered
            after its last use. None for tools, which renew nothing.

    Raises:
        EditionError: A file is invalid, or two editions of a game have the same name.
        MessagesError: The message catalogue of a game is invalid.
    """

    def __init__(
        self, games: Mapping[str, Game], directory: Path | None, *, imports: bool = False, kept: int | None = None
    ) -> None:
        self._games, self._imports = games, imports
        self._lease = None if kept is None else kept + int(_MARGIN * RENEWED * 1000)
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
        self._stored: OrderedDict[str, float] = OrderedDict()
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
        edition = brought(game, record)
        if edition.name in self.offered[record.kind]:
            raise RecordError(
                f"The edition {edition.name} here has other figures. Give yours another name.", "editionFile"
            )
        if (unseen := next((text for text in _texts(edition) if text and not is_visible(text)), None)) is not None:
            reason = f"The text {unseen[:40]!r} of the edition has invisible or control characters, or crowds of marks."
            raise RecordError(reason, "editionFile")
        return edition

    def offers(self, digest: str) -> bool:
        """True if an edition is offered here; False for a guest: a record brought it, or it was offered once."""
        return digest in self._by_digest

    async def keep(self, edition: Edition, store: Store) -> None:
        """Store the edition before a game is created with it. If its server is away, one that others have is stored later.

        Raises:
            StoreUnavailable: Nobody else has it: a record has just brought it.
        """
        if edition.digest in self._storing or time.monotonic() < self._stored.get(edition.digest, 0.0):
            return
        try:
            await self._put(edition, store)
        except StoreUnavailable:
            if not any(edition.digest in there for there in (self._by_digest, self._fetched, self._stored)):
                raise
            if edition.digest not in self._storing:
                self._storing[edition.digest] = asyncio.create_task(self._keep_later(edition, store))

    async def _put(self, edition: Edition, store: Store) -> None:
        offered = self.offers(edition.digest)
        await store.put_edition(edition.digest, edition.source, None if offered else self._lease)
        self._stored[edition.digest] = math.inf if offered else time.monotonic() + RENEWED
        if len(self._stored) > MOST_STORED:
            self._stored.popitem(last=False)

    async def _keep_later(self, edition: Edition, store: Store) -> None:
        try:
            for pause in pauses(FIRST_PAUSE, LONGEST_PAUSE):
                await asyncio.sleep(pause)
                with suppress(StoreUnavailable):
                    await self._put(edition, store)
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
        """The edition that a game was created with; fetched from the store if it is not offered here, and kept there.

        Raises:
            Damaged: The store has lost it, or has something else in its place.
            StoredByNewerRelease: It is whole, but this release cannot read it.
        """
        if (offered := self._by_digest.get(digest)) is not None:
            return offered
        if (edition := self._fetched.get(digest)) is None:
            edition = self._fetched[digest] = fetched(self._games[kind], digest, await store.edition(digest))
            if len(self._fetched) > MOST_KEPT:
                self._fetched.popitem(last=False)
        if self._lease is not None:
            await self.keep(edition, store)
        return edition


def _texts(edition: Edition) -> Iterator[str]:
    """All texts of an edition that players may be shown."""
    yield from (edition.title, edition.text)
    for entry in edition.listed():
        yield from (entry.name, entry.note, *[text for text in entry.figures.values() if isinstance(text, str)])


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
