"""The storage of games: the protocol that every store implements, and its values.

A store knows nothing of games' rules. For each game it holds one `StoredGame` (the current position) and a log of `StoredEntry`
values (one per version, from 1, without gaps), and changes both in one atomic step, `Store.commit`. Its lists and reminders are
indexes of games, never the truth. See section 4 of docs/design.md.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Protocol, Self

from msgspec import Struct

from taphouse.service.store.absences import Attended
from taphouse.service.store.failures import Failure, StoreUnavailable
from taphouse.service.store.feed import StoredEvent
from taphouse.service.store.health import Health, Reminders
from taphouse.service.store.rooms import KeyUsed, LineRefused, Said, Saying, StoredLine

BOTS, NOTICES, DELIVERIES, CLOCKS, ACCOUNTS = "bots", "notices", "deliveries", "clocks", "accounts"
QUICK, RATINGS, ORDERS, FEED, PROFILES = "quick", "ratings", "orders", "feed", "profiles"
"""The queues of reminders: games in which a bot must decide, games with notices to pass on, deliveries to webhooks, games in
which a clock runs, accounts that are being deleted, tables of quick play that wait, rated games that have ended, games in which
a standing order may be due, versions that the feed of all games lacks, and accounts whose profile is being closed."""
NOTICE_LEASE = 10.0
"""Seconds after a commit within which the instance that made it should have passed its notices on."""
MOST_NOTICES = 256
"""The most notices that a game keeps if no instance passes them on; the newest remain."""
REWRITTEN = 1 << 53
"""The version that a message names once stored versions were rewritten: those who follow read again what they keep."""
PUT_OFF = 600.0
"""Seconds until a reminder of something damaged is due again, in case it has been repaired."""
FULL, TOO_FULL = 0.8, 0.95
"""The shares of a server's memory in use from which there is a warning, and from which the server is not ready."""


class StoredGame(Struct, frozen=True):
    """The current position of one game, as loaded or to be stored."""

    version: int
    """The version of its newest log entry."""
    kind: str
    """The kind of game, such as `dank-and-draft`; stored in plain text for operators."""
    status: str
    """WAITING, RUNNING, OVER or ABANDONED; stored in plain text for operators."""
    created: int
    """Milliseconds since the epoch."""
    updated: int
    """Milliseconds since the epoch."""
    setup: bytes
    """The constant part of the game; opaque to the store."""
    snapshot: bytes
    """The position; opaque to the store."""
    watched: bool = False
    """True if a webhook may be interested in the game; see `Store.watch`. A commit can set it, but never removes it."""
    epochs: str = ""
    """The histories of the store in which the game was changed, such as `1f3a9c27:1,77aa0e1d:16`: the name of each, and the
    first version made in it. A version that is lost can be made again only in another history. A commit names
    those that it was judged on."""
    orders: bytes = b""
    """The standing orders of its seats; opaque to the store. A commit that was judged without them is a `Conflict` while there
    are some, and never changes them."""


class Brief(Struct, frozen=True):
    """The current state of a game without its position."""

    version: int
    status: str
    updated: int
    """Milliseconds since the epoch."""
    epochs: str = ""
    """See `StoredGame`."""


class StoredEntry(Struct, frozen=True):
    """One version in the log of a game."""

    version: int
    at: int
    """Milliseconds since the epoch."""
    who: str
    """The author: `host`, `house` (the service), or a seat such as `seat:2`; opaque to the store."""
    body: bytes
    """The move or the events; opaque to the store."""
    snapshot: bytes | None = None
    """The position after it: in every sixteenth version, and wherever the writer adds one."""


class Key(Struct, frozen=True):
    """An idempotency key."""

    who: str
    """The owner: keys of different owners are independent."""
    key: str
    digest: str
    """The digest of the request that it was sent with."""


class Commit(Struct, frozen=True):
    """One atomic change of one game."""

    game: str
    expected: int
    """The version that the change was judged on; 0 creates the game."""
    record: StoredGame
    """The new position; `record.version` is the version of the last entry."""
    entries: tuple[StoredEntry, ...]
    """The versions `expected + 1` to `record.version`, at least one."""
    key: Key
    expires: int
    """Milliseconds from now until the game expires."""
    notices: tuple[bytes, ...] = ()
    """Its notices to webhooks; opaque to the store. A reminder in the queue `NOTICES` is set before the commit."""
    before: int | None = None
    """Nothing is written at this time or later, in milliseconds of the store's clock."""
    not_before: int | None = None
    """Nothing is written before this time, in milliseconds of the store's clock."""
    alarm: float | None = None
    """Seconds until an instance must look at the game's clocks: a reminder in the queue `CLOCKS` is due then or earlier."""
    ahead: StoredGame | None = None
    """The game that it was judged on, if that was not loaded for it, but kept. Unless the game is still the same and not watched,
    the result is a `Conflict`."""
    takes: Sequence[Take] = ()
    """The cost of the request, for a commit that was judged ahead, without alarm and notices. If a bucket lacks it, the result is
    a `Conflict`. If the key was used, nothing is taken."""


class Amendment(Struct, frozen=True):
    """New stored values of a game, which stays at its version."""

    game: str
    entries: tuple[tuple[StoredEntry, StoredEntry], ...] = ()
    """Entries of the log: each as it was, and the new one of the same version."""
    setup: tuple[bytes, bytes] | None = None
    """The setup as it was, and the new one; None if it stays."""


class Due(Struct, frozen=True):
    """A reminder that something must be done."""

    member: str
    """Its subject, such as a game's id."""
    score: str
    """The time at which it is due, in milliseconds of the store's clock; it identifies the reminder."""
    queue: str = BOTS


class Committed(Struct, frozen=True):
    """This call applied the commit."""

    due: Due | None = None
    """The reminder of its notices, if it had any."""
    epochs: str = ""
    """The epochs of the game now; see `StoredGame`."""
    taken: tuple[TakeResult, ...] = ()
    """The result of each take."""


class Repeated(Struct, frozen=True):
    """The key was used for the same request before, which wrote the versions `first` to `last`. This call wrote nothing."""

    first: int
    last: int


class KeyTaken(Struct, frozen=True):
    """The key was used for another request before. Nothing was written."""


class Conflict(Struct, frozen=True):
    """The game is at this version instead of the expected one; 0 if there is no such game. Nothing was written."""

    version: int
    taken: tuple[TakeResult, ...] = ()
    """The result of each take; those that were allowed were made."""


class Untimely(Struct, frozen=True):
    """The commit came too late or too early. Nothing was written."""

    now: int
    """Milliseconds of the store's clock."""


Result = Committed | Repeated | KeyTaken | Conflict | Untimely


class Take(Struct, frozen=True):
    """A request's cost, to be taken from a token bucket that all instances share. A new bucket is full."""

    bucket: str
    """Its name, a digest that does not reveal its owner."""
    cost: int
    """The points to take; at most the capacity, or they could never be taken."""
    capacity: int
    flow: float
    """Points that flow into the bucket per second."""


class TakeResult(Struct, frozen=True):
    """The result of a `Take`."""

    allowed: bool
    """True if the bucket had enough; if not, nothing was taken."""
    left: int
    """The points in the bucket now."""
    retry: float
    """Seconds until the bucket has enough; 0 if allowed."""


class Hold(Struct, frozen=True):
    """Something that an owner holds for a while, of which they may hold a limited number."""

    name: str
    """The name of the owner's holds, such as `waiting:<digest>`."""
    member: str
    most: int
    lease: int
    """Milliseconds until it no longer counts."""


class Loaded(Struct, frozen=True):
    """A game, an idempotency key and rate limits, read in one round trip."""

    record: StoredGame | None
    """None if there is no such game, or it has expired."""
    earlier: Repeated | KeyTaken | None
    """The earlier use of the idempotency key; None if there was none, or no key was given."""
    taken: tuple[TakeResult, ...] = ()
    """The result of each take; empty if the store could not take."""


class StoredNews(Struct, frozen=True):
    """A game and its new entries, read in one round trip."""

    record: StoredGame | None
    """None if there is no such game, or it has expired."""
    entries: tuple[StoredEntry, ...]
    """The entries after the given version, in order, up to the record's version or the given count."""
    taken: tuple[TakeResult, ...] = ()
    """The result of each take; empty if the store could not take."""


class Heard(Struct, frozen=True):
    """A game, the newest lines of some of its rooms, and the settings of its talk, read in one round trip."""

    record: StoredGame | None
    """None if there is no such game, or it has expired."""
    rooms: Mapping[str, tuple[StoredLine, ...]]
    """By the name of the room, in order."""
    settings: Mapping[str, str]
    """The settings of the talk, such as its `mode`."""


class Woken(Protocol):
    """Waits for a game to change."""

    known: int
    """A version: messages about it and earlier ones do not count. The waiter's owner sets it."""
    heard: bool
    """True if the game may have changed since what was heard was last taken."""
    back: Callable[[], None]
    """Called whenever the game may have changed, unless somebody waits for that."""

    def take(self) -> int | None:
        """Take what was heard: the newest version that the store reported; 0 if nothing was heard, None if it is unknown."""

    async def __aenter__(self) -> Self:
        """Subscribe. Changes from before it returns are not reported: read the game afterwards."""

    async def __aexit__(self, *_: object) -> None:
        """See `leave`."""

    def leave(self) -> None:
        """End the subscription."""

    async def __call__(self, timeout: float | None = None) -> int | None:  # noqa: ASYNC109 a timeout is no error here
        """Return when the game may have changed since the last call, at the latest after `timeout` seconds.

        So it also returns when a broken subscription has been restored.

        Returns:
            The newest version that the store reported since the last call. None if that is unknown.
        """


class Listener(Protocol):
    """Waits for any of some lists and games to change; see `Woken`."""

    heard: set[str]
    back: Callable[[], None]

    def take(self) -> AbstractSet[str]:
        """Take what was heard."""

    async def __aenter__(self) -> Self:
        """See `Woken`, as for the next two."""

    async def __aexit__(self, *_: object) -> None:
        pass

    def leave(self) -> None:
        pass

    async def add(self, games: Sequence[str]) -> None:
        """Listen to these games as well. Changes from before it returns are not reported: read them afterwards."""

    def drop(self, games: Sequence[str]) -> None:
        """Stop listening to these games."""

    async def __call__(self, timeout: float | None = None) -> AbstractSet[str]:  # noqa: ASYNC109 a timeout is no error here
        """The games and lists that may have changed since the last call; none after `timeout` seconds.

        All of them may have changed when a broken subscription has been restored.
        """


class Store(Attended, Protocol):
    """The storage of games.

    Every method may raise `StoreUnavailable`, in bounded time; the next call tries again. A value that is damaged, or of a newer
    release, raises `Unreadable` if it is asked for alone; among others, a `Failure` takes its place. Reminders, lists and holds
    get less time than games: callers continue without them. `commit`, `amend`, `put_edition`, `put_item`, `put_orders`, `remind`,
    `say`, `set_talk`, `tell` and `watch` return once enough replicas have the values.
    """

    async def load(self, game: str, key: Key | None = None, takes: Sequence[Take] = ()) -> Loaded:
        """Load a game, look up an idempotency key and take from buckets, in one round trip."""

    async def take(self, takes: Sequence[Take]) -> tuple[TakeResult, ...]:
        """Take from these buckets, in one round trip; each take is independent. Empty if the store could not take."""

    async def commit(self, commit: Commit) -> Result:
        """Apply a change completely or not at all. The key is checked before the version, and the time last.

        Raises:
            StoreUnavailable: It is unknown whether it was applied, or too few replicas have it: repeat it with the same key.
            ValueError: The entries are not the versions from `expected + 1` to `record.version`.
        """

    def takes_with_commits(self) -> bool:
        """Return whether a commit can take from buckets, as far as that is known."""

    async def amend(self, amendment: Amendment) -> bool:
        """Replace stored values, and wake those who listen if entries are among them. Nothing else may depend on the setup.

        Returns:
            True if the new values are stored. False if one of them is not what it was: then nothing was written.
        """

    async def entries(self, game: str, after: int, count: int) -> tuple[StoredEntry, ...]:
        """The entries `after + 1`, `after + 2`, ... in order, at most `count`."""

    async def news(self, game: str, after: int, count: int, takes: Sequence[Take] = ()) -> StoredNews:
        """Load a game and the entries `after + 1` to `after + count`, and take from buckets, in one round trip."""

    async def own_commits(self, game: str) -> None:
        """Return when no commit to a game is under way from this process, and who made the last one has gone on."""

    def listening(self, game: str) -> Woken:
        """A subscription to the changes of a game, while the body of its context runs. `amend` names the version `REWRITTEN`."""

    def hearing(self, *lists: str) -> Listener:
        """Listen to additions to some lists, and to games that are added to the listener. Like `listening`."""

    async def say(self, saying: Saying) -> Said | KeyUsed | LineRefused | None:
        """Say a line. None if there is no such game.

        Raises:
            StoreUnavailable: It is unknown whether it was said: repeat it with the same key.
        """

    async def heard(self, game: str, rooms: Sequence[str], count: int) -> Heard:
        """The newest lines of these rooms, at most `count` of each."""

    async def set_talk(self, game: str, name: str, value: str, expires: int) -> None:
        """Store a setting of a game's talk, and wake those who listen to it. It expires at this time, unless the game changes."""

    async def forget_lines(self, game: str, account: str) -> None:
        """Remove the text and the account from all lines of an account, and wake those who listen."""

    def listening_to_talk(self, game: str) -> Woken:
        """Subscribe to what is said in the rooms of a game, like `Store.listening`. A message names the number of a new line, and
        none if lines were forgotten, or a setting changed."""

    async def put_orders(self, game: str, orders: bytes, was: bytes) -> bool:
        """Store the standing orders of a game, empty for none, if they still are `was`. True if they are stored."""

    async def tell(self, id_: str, body: bytes) -> None:
        """Add an event to the feed of all games, unless it is there. After a failover it may be there twice.

        Raises:
            StoreUnavailable: It is unknown whether it was added: repeat it.
        """

    async def told(self, number: int, count: int, *, back: bool = False) -> tuple[StoredEvent, ...]:
        """The events of the feed after a number, oldest first, at most `count`; with `back` those up to it, newest first."""

    def listening_to_feed(self) -> Woken:
        """Subscribe to the feed, like `Store.listening`."""

    async def remind(self, member: str, after: float, queue: str = BOTS) -> Due:
        """Set a reminder that is due in `after` seconds; it replaces an earlier one of the same member in the queue.

        Raises:
            StoreUnavailable: It is not safe yet. This instance sets it again until it is.
        """

    async def claim(self, lease: float, count: int, queue: str = BOTS) -> tuple[Due, ...]:
        """Claim at most `count` due reminders, the longest due first. Each is due again in `lease` seconds unless settled."""

    async def settle(self, due: Due) -> None:
        """Remove a reminder, unless it was replaced since."""

    async def postpone(self, due: Due, after: float) -> None:
        """Make it due in `after` seconds instead, unless it was replaced since."""

    async def reminders(self, queues: Sequence[str]) -> tuple[Reminders | StoreUnavailable, ...]:
        """The reminders in each of these queues, in one round trip; the failure for one whose server does not answer."""

    async def now(self, game: str) -> int:
        """The time by which `commit` judges this game, in milliseconds since the epoch.

        It is derived from earlier measurements, so this usually asks no server. Its error is at most half a round trip.
        """

    async def watch(self, games: Sequence[str]) -> None:
        """Mark games as watched, in one round trip. A game that does not exist is marked if it is created within a minute."""

    async def notices(self, game: str) -> tuple[bytes, ...]:
        """The notices of a game that were not passed on yet, oldest first."""

    async def drop_notices(self, game: str, notices: Sequence[bytes]) -> None:
        """Remove these notices, which must differ from all others of the game; those that are gone already are ignored."""

    async def items(self, names: Sequence[str]) -> tuple[dict[str, bytes], ...]:
        """The items under each of these names, such as the webhooks of an owner, in one round trip."""

    async def put_item(self, name: str, item: str, value: bytes, was: bytes | None, expires: int) -> bool:
        """Store an item if its value still is `was` (None: if there is none). All items of the name expire together.

        Args:
            name: The name that the item belongs to.
            item: The item.
            value: Its new value, not empty.
            was: Its old value.
            expires: Milliseconds from now until the items of this name expire.

        Returns:
            True if the value was stored.
        """

    async def drop_items(self, name: str, items: Sequence[str], *, told: bool = False) -> None:
        """Remove items.

        Args:
            name: The name that they belong to.
            items: The items.
            told: True if a client is told that they are gone, or nobody would look for them again, so enough replicas must
                know. Otherwise who finds them again removes them again.
        """

    async def enlist(self, name: str, entry: str, oldest: str, expires: int) -> None:
        """Add an entry to a list, remove entries below `oldest`, and wake those who listen to the list.

        The list expires in `expires` milliseconds. This instance adds the entry again until enough replicas have it.
        """

    async def strike(self, name: str, entries: Sequence[str]) -> None:
        """Remove entries from a list."""

    async def listed(self, names: Sequence[str], below: str | None, count: int) -> tuple[str, ...]:
        """The entries of these lists below a given one, in descending text order, at most `count`.

        Lists whose server does not answer are left out, unless that is all of them.
        """

    async def lengths(self, names: Sequence[str]) -> tuple[int | Failure, ...]:
        """The number of entries of each of these lists, in one round trip; the failure for one that cannot be read."""

    async def records(self, games: Sequence[str]) -> tuple[StoredGame | Failure | None, ...]:
        """The record of each game, in one round trip; the failure for one that cannot be read."""

    async def briefs(self, games: Sequence[str]) -> tuple[Brief | Failure | None, ...]:
        """The current state of each game, whatever its format, in one round trip; the failure for one that cannot be read."""

    async def hold(self, holds: Sequence[Hold]) -> tuple[float, ...]:
        """Take these holds, in one round trip; each is independent. Taking a hold again renews its lease.

        Returns:
            For each, 0 if it is held now or its server does not answer; else the seconds until the first of the other leases
            ends.
        """

    async def held(self, names: Sequence[str]) -> tuple[int | Failure, ...]:
        """The number of members that each of these holds has now, in one round trip; the failure for one that cannot be read."""

    async def release(self, names: Sequence[str], member: str) -> None:
        """Remove a member from these holds, in one round trip."""

    async def put_edition(self, digest: str, source: bytes, lease: int | None = None) -> None:
        """Store an edition file under its digest, as it was first put.

        Args:
            digest: The digest.
            source: The file.
            lease: The milliseconds from now for which it is kept at least; None for always. Nothing shortens the time.
        """

    async def edition(self, digest: str) -> bytes | None:
        """The edition file with this digest; None if it is not stored."""

    async def put_file(self, name: str, content: bytes, lease: int) -> None:
        """Store a file of a page, which never changes, for so many milliseconds from now."""

    async def file(self, name: str) -> bytes | None:
        """The file of a page with this name; None if it is not stored."""

    async def health(self) -> Health:
        """The health of the store: whether it answers, and stores games safely."""

    async def close(self) -> None:
        """Close all connections."""
