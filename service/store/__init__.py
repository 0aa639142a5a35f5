"""Where games are kept: the protocol that every store fulfils, and its values.

A store knows nothing of games. It keeps, per game, one `Record` (the present) and a log of `Entry` values (one per
version, from 1 on, without gaps), and it changes both in one atomic step, `Store.commit`. Its lists and reminders are an index
of games, never the truth. See section 4 of docs/design.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from typing import Protocol

from msgspec import Struct

from taphouse.schema.failures import Unavailable


class Record(Struct, frozen=True):
    """The present of one game, as loaded or to be stored."""

    version: int
    """The number of its newest log entry."""
    kind: str
    """The kind of game, such as `dank-and-draft`; plain for operators."""
    status: str
    """WAITING, RUNNING, OVER or ABANDONED; plain for operators."""
    created: int
    """Milliseconds since the epoch."""
    updated: int
    """Milliseconds since the epoch."""
    setup: bytes
    """What never changes: opaque to the store."""
    snapshot: bytes
    """The position: opaque to the store."""


class Entry(Struct, frozen=True):
    """One version in the log of a game."""

    version: int
    at: int
    """Milliseconds since the epoch."""
    who: str
    """`seat:2`, `host`, `anyone` or `house`; opaque to the store."""
    body: bytes
    """What happened: opaque to the store."""
    snapshot: bytes | None = None
    """The position after it, in every sixteenth version and wherever its writer put one."""


class Key(Struct, frozen=True):
    """An idempotency key: who uses it, the key, and a digest of the request it stands for."""

    who: str
    key: str
    digest: str


class Commit(Struct, frozen=True):
    """One atomic change of one game."""

    game: str
    expected: int
    """The version it builds on; 0 creates the game."""
    record: Record
    """The new present; `record.version` is the version of the last entry."""
    entries: tuple[Entry, ...]
    """`expected + 1` to `record.version`, at least one."""
    key: Key
    expires: int
    """Milliseconds from now until the game may be forgotten."""


class Committed(Struct, frozen=True):
    """The commit was applied, by this call."""


class Repeated(Struct, frozen=True):
    """The key was used before for the same request, which wrote the versions `first` to `last`. Now nothing was."""

    first: int
    last: int


class KeyReused(Struct, frozen=True):
    """The key was used before for another request. Nothing was written."""


class Conflict(Struct, frozen=True):
    """The game is at another version than expected (0: there is no such game). Nothing was written."""

    version: int


Result = Committed | Repeated | KeyReused | Conflict


class Take(Struct, frozen=True):
    """What a request takes from a bucket that all instances share; a bucket that nobody took from is full."""

    bucket: str
    """Its name, which says nothing of whose it is."""
    cost: int
    """At most the capacity, or it is never there."""
    capacity: int
    flow: float
    """What flows into the bucket in a second."""


class Taken(Struct, frozen=True):
    """What came of a `Take`."""

    allowed: bool
    """Whether there was enough; else nothing was taken."""
    left: int
    """What is in the bucket now."""
    retry: float
    """Seconds until there is enough, where there was not."""


class Loaded(Struct, frozen=True):
    """What one round trip tells about a game."""

    record: Record | None
    """None: there is no such game (or no longer)."""
    earlier: Repeated | KeyReused | None
    """What became of the idempotency key, where one was given and it had been used."""
    taken: tuple[Taken, ...] = ()
    """What came of each take; empty where the store could do none."""


class News(Struct, frozen=True):
    """What one round trip tells to somebody who follows a game."""

    record: Record | None
    """None: there is no such game (or no longer)."""
    entries: tuple[Entry, ...]
    """Those after the version that was asked about, in order, up to the record's version; fewer where the count ends them."""


class Woken(Protocol):
    """Waits for a game to change."""

    async def __call__(self, timeout: float | None = None) -> None:  # noqa: ASYNC109 the caller's word
        """Return when the game may have changed since the last call, at the latest after `timeout` seconds.

        Raises:
            StoreUnavailable: changes are no longer heard of; listen anew.
        """


class Due(Struct, frozen=True):
    """A reminder that something must be done in a game."""

    game: str
    score: str
    """When to look, in milliseconds of the store's clock; it tells one reminder from the next."""


class Health(Struct, frozen=True):
    """Whether the store may be relied on."""

    ready: bool
    reason: str = ""
    """Why it is not ready, for operators."""
    warnings: tuple[str, ...] = ()
    """What an operator should change although the store works, such as a missing append-only file."""


class StoreUnavailable(Unavailable):
    """The store did not answer in time. Whether a commit was applied is unknown: repeat it with the same key."""


class Store(Protocol):
    """Every method may raise `StoreUnavailable`, in bounded time; the next call tries anew."""

    async def load(self, game: str, key: Key | None = None, takes: Sequence[Take] = ()) -> Loaded:
        """The present of a game, the fate of a key and what could be taken, in one round trip."""

    async def take(self, takes: Sequence[Take]) -> tuple[Taken, ...]:
        """Take from each of these buckets, in one round trip, whatever comes of the others; empty where none could be."""

    async def commit(self, commit: Commit) -> Result:
        """Apply a change or nothing of it. The key is looked at before the version."""

    async def entries(self, game: str, after: int, count: int) -> tuple[Entry, ...]:
        """The entries `after + 1`, `after + 2`, ... in order, at most `count`."""

    async def since_snapshot(self, game: str, at: int) -> tuple[Entry, ...]:
        """The newest entry with a snapshot up to version `at`, and those after it up to `at`. Empty: there is none."""

    async def news(self, game: str, after: int, count: int) -> News:
        """The present of a game and the entries `after + 1` to `after + count`, in one round trip."""

    def listening(self, game: str) -> AbstractAsyncContextManager[Woken]:
        """Hear of the changes of a game from when the body begins; what happened before is to be read then."""

    async def remind(self, game: str, after: float) -> Due:
        """Have somebody look at a game after so many seconds; an earlier reminder of it is forgotten."""

    async def claim(self, lease: float, count: int) -> tuple[Due, ...]:
        """The games that are due, at most `count`. If they are not settled within `lease` seconds they are due again."""

    async def settle(self, due: Due) -> None:
        """Nothing more is to be done; unless somebody was reminded of the game since."""

    async def enlist(self, name: str, entry: str, oldest: str, expires: int) -> None:
        """Put an entry into a list; those below `oldest` are taken out. The list is forgotten `expires` milliseconds later."""

    async def strike(self, name: str, entries: Sequence[str]) -> None:
        """Take entries out of a list."""

    async def listed(self, names: Sequence[str], below: str | None, count: int) -> tuple[str, ...]:
        """The entries of these lists below one, the greatest first, at most `count`. They are compared as text."""

    async def records(self, games: Sequence[str]) -> tuple[Record | None, ...]:
        """The present of each game, in one round trip."""

    async def put_edition(self, digest: str, source: bytes) -> None:
        """Keep an edition file under its digest; a second time changes nothing."""

    async def edition(self, digest: str) -> bytes | None:
        """The edition file with this digest."""

    async def health(self) -> Health:
        """Whether the store answers and keeps what it is given."""

    async def close(self) -> None:
        """Give back every connection."""
