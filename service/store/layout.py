"""The layout of games in Redis: names of keys, and conversion of values. See docs/design.md, section 4."""

from __future__ import annotations

import enum
import hashlib
import math
import re
import struct
from collections.abc import Sequence
from typing import Any

from taphouse.service.store.failures import StoredBeforeFirstRelease, StoredByNewerRelease, damaged, reads
from taphouse.service.store.feed import StoredEvent
from taphouse.service.store.protocol import (
    BOTS,
    Amendment,
    Brief,
    Commit,
    Committed,
    Conflict,
    Key,
    KeyTaken,
    Repeated,
    Result,
    StoredEntry,
    StoredGame,
    Take,
    TakeResult,
    Untimely,
)
from taphouse.service.store.rooms import KeyUsed, LineRefused, Said, Saying, StoredLine

FIELDS = (
    *("version", "kind", "status", "created", "updated", "setup", "snapshot", "watched", "epochs", "orders"),
    "format",
)
"""The fields of a game's hash, in the order they are read."""
BRIEF = ("version", "status", "updated", "epochs")
"""The fields of a `Brief`, which all formats have."""
_AT, _LENGTH = 6, 3
"""The bytes of an entry's time, and of the length of its body."""
RAW = "surrogateescape"
"""The error handler for the text of list entries, so that any bytes that another application wrote there can be removed."""
_DIGEST = 16
"""The hexadecimal digits that are kept of the digest of a request."""
FORMAT = 3
"""The format of the layout, which commit.lua also writes. A change of it takes the next number. Until the first release it also
drops the format before; a format that was released stays readable. tests/stores/test_types.py says what to do."""
LATER = 3_600_000
"""The most milliseconds for which commit.lua keeps a game longer than asked for."""
_TAKE, _COMMIT = struct.Struct("<ddd"), struct.Struct("<dddddddd??12s")
_NAMED = str(FORMAT).encode()
_FORMAT = re.compile(rb"(?:1>)?([1-9]\d{0,3})")
"""The field `format`. Games of format 1 have none; those that were converted have `1>2`."""


def game_key(game: str) -> str:
    """The hash of a game, and the channel for its changes."""
    return f"th:{{{game}}}"


def log_key(game: str) -> str:
    """The list of a game's log: the entry of version 1 first. An entry that was lost is empty."""
    return f"th:{{{game}}}:entries"


def notices_key(game: str) -> str:
    """The list of a game's notices that were not passed on yet, oldest first."""
    return f"th:{{{game}}}:notices"


def touched_key(game: str) -> str:
    """A string that is written to ask whether replicas have the earlier writes; it lives for a second."""
    return f"th:{{{game}}}:touched"


def room_key(game: str, room: str) -> str:
    """The list of the lines that were said in a room of a game, oldest first."""
    return f"th:{{{game}}}:room:{room}"


def talk_key(game: str) -> str:
    """The hash of the settings of a game's talk, and the channel for what is said."""
    return f"th:{{{game}}}:talk"


FEED_KEY = "th:feed"
"""The sorted set of the events of all games, by their numbers, and the channel for new ones."""


def due_key(queue: str) -> str:
    """The sorted set of a queue's reminders, by the time when they are due."""
    return "th:due" if queue == BOTS else f"th:due:{queue}"


def items_key(name: str) -> str:
    """The hash of the items under a name."""
    return f"th:items:{name}"


def used_field(key: Key) -> bytes:
    """The field of the game's hash that records the use of an idempotency key. No other field begins with a zero byte."""
    return b"\0" + hashlib.blake2b(f"{key.who}\0{key.key}".encode(), digest_size=11).digest()


def edition_key(digest: str) -> str:
    """The string that holds an edition file."""
    return f"th:edition:{digest}"


def list_key(name: str) -> str:
    """The sorted set of a list of games; all scores are 0, so it is sorted by entry."""
    return f"th:list:{name}"


def hold_key(name: str) -> str:
    """The sorted set of the things that an owner holds, by the end of each lease."""
    return f"th:hold:{name}"


def attended_key(tag: str) -> str:
    """The hash in which a server notes when instances were present; with a hash tag if there are several servers."""
    return f"th:attended:{{{tag}}}" if tag else "th:attended"


def file_key(name: str) -> str:
    """The string that holds a file of a page."""
    return f"th:file:{name}"


def bucket_key(bucket: str) -> str:
    """The string that holds the level of a bucket."""
    return f"th:rate:{bucket}"


class Kind(enum.Enum):
    """The kinds of values that keys hold."""

    GAME = "game"
    PART = "part of a game"
    ITEMS = "items"
    EDITION = "edition"
    LIST = "list"
    DUE = "queue"
    HOLD = "hold"
    RATE = "rate"
    ATTENDED = "attended"
    FILE = "file"
    FEED = "feed"
    UNKNOWN = "unknown"


_NAMED_KINDS = Kind.ITEMS, Kind.EDITION, Kind.LIST, Kind.HOLD, Kind.RATE, Kind.ATTENDED, Kind.FILE, Kind.FEED
_KINDS = {kind.value: kind for kind in _NAMED_KINDS}
_KEY = re.compile(r"th:(?:\{(?P<game>[^}]*)\}(?P<part>:.*)?|(?P<kind>[a-z]+)(?::(?P<name>.*))?)", re.DOTALL)
ROOMS = ("players", "spectators")
"""The names of the rooms of a game."""
_PARTS = {":entries", ":notices", ":touched", ":talk", *(f":room:{room}" for room in ROOMS)}


def kind_of(key: str) -> tuple[Kind, str]:
    """The kind of a key and its name: the id of a game, the name of a list, or the key itself if it has no name."""
    found = _KEY.fullmatch(key)
    if found is None:
        return Kind.UNKNOWN, key
    if (game := found["game"]) is not None:
        part = found["part"]
        if part is None or part in _PARTS:
            return Kind.GAME if part is None else Kind.PART, game
        return Kind.UNKNOWN, key
    if found["kind"] == "due":
        return Kind.DUE, key
    kind = _KINDS.get(found["kind"], Kind.UNKNOWN)
    return kind, key if kind is Kind.UNKNOWN else found["name"] or ""


def is_used(field: bytes) -> bool:
    """True if a field of a game's hash records the use of an idempotency key."""
    return field.startswith(b"\0")


def check_format(format_: bytes | None) -> None:
    """Check the format that a game names.

    Raises:
        StoredBeforeFirstRelease: It is of an earlier format.
        StoredByNewerRelease: A newer release wrote the game.
        Damaged: There is no such format.
    """
    if format_ == _NAMED:
        return
    named = _FORMAT.fullmatch(b"1" if format_ is None else format_)
    if named is None or (number := int(named[1])) == FORMAT:
        raise damaged("a game", ValueError(f"there is no format {format_!r}"))
    if number < FORMAT:
        raise StoredBeforeFirstRelease("a game", number)
    raise StoredByNewerRelease(f"The store holds a game of format {number}.")


def record(fields: Sequence[bytes | None]) -> StoredGame | None:
    """The record from the values of `FIELDS`; None if there is no such game.

    Raises:
        StoredBeforeFirstRelease: It is of an earlier format.
        StoredByNewerRelease: A newer release wrote the game.
        Damaged: No release writes such a value.
    """
    version, kind, status, created, updated, setup, snapshot, watched, epochs, orders, format_ = fields
    if version is None:
        return None
    check_format(format_)
    try:
        return StoredGame(
            version=int(version),
            kind=(kind or b"").decode(),
            status=(status or b"").decode(),
            created=int(created or 0),
            updated=int(updated or 0),
            setup=setup or b"",
            snapshot=snapshot or b"",
            watched=watched is not None,
            epochs=(epochs or b"").decode(),
            orders=orders or b"",
        )
    except ValueError as error:
        raise damaged("a game", error) from error


@reads("a game")
def brief(fields: Sequence[bytes | None]) -> Brief | None:
    """The current state of a game without its position, from the values of `BRIEF`; None if there is no such game.

    Raises:
        Damaged: No release writes such a value.
    """
    version, status, updated, epochs = fields
    if version is None:
        return None
    return Brief(int(version), (status or b"").decode(), int(updated or 0), (epochs or b"").decode())


def pack(entry: StoredEntry) -> bytes:
    """An entry as an item of the log: time, length and text of `who`, length of the body, body, snapshot if any."""
    who = entry.who.encode()
    head = entry.at.to_bytes(_AT) + bytes([len(who)]) + who + len(entry.body).to_bytes(_LENGTH)
    return head + entry.body + (entry.snapshot or b"")


@reads("a log")
def entries(first: int, items: Sequence[bytes], version: int) -> tuple[StoredEntry, ...]:
    """The entries from version `first` on, up to the game's version: later ones were never committed.

    Raises:
        Damaged: One of them is damaged.
    """
    found = []
    for number, item in enumerate(items[: max(0, version - first + 1)], first):
        if item:
            who = _AT + 1 + item[_AT]
            body = who + _LENGTH
            end = body + int.from_bytes(item[who:body])
            at = int.from_bytes(item[:_AT])
            found.append(StoredEntry(number, at, item[_AT + 1 : who].decode(), item[body:end], item[end:] or None))
    return tuple(found)


@reads("the version of a game")
def version_of(value: bytes | None) -> int:
    """The version of a game, 0 if there is no such game.

    Raises:
        Damaged: It is no number.
    """
    return int(value or 0)


def earlier(used: bytes | None, key: Key) -> Repeated | KeyTaken | None:
    """The earlier use of an idempotency key, from its stored value (`digest:first:last`)."""
    return None if used is None else _use(used, key)


@reads("the use of an idempotency key")
def _use(used: bytes, key: Key) -> Repeated | KeyTaken:
    digest, first, last = used.rsplit(b":", 2)
    return Repeated(int(first), int(last)) if digest == key.digest[:_DIGEST].encode() else KeyTaken()


def taking(takes: Sequence[Take]) -> tuple[list[str], bytes]:
    """The buckets, and the takes for buckets.lua."""
    keys: list[str] = []
    numbers = b""
    for take in takes:
        keys.append(bucket_key(take.bucket))
        numbers += _TAKE.pack(take.cost, take.capacity, take.flow)
    return keys, numbers


def taken(answer: Sequence[int]) -> list[TakeResult]:
    """The answer of buckets.lua."""
    return [TakeResult(bool(answer[at]), answer[at + 1], answer[at + 2] / 1000) for at in range(0, len(answer), 3)]


def check(commit: Commit) -> None:
    """Check that the entries are the versions `expected + 1` to `record.version`, at least one.

    Raises:
        ValueError: They are not.
    """
    numbers = [entry.version for entry in commit.entries]
    if not numbers or numbers != list(range(commit.expected + 1, commit.record.version + 1)):
        raise ValueError(f"A commit from {commit.expected} to {commit.record.version} cannot write versions {numbers}.")


def committing(commit: Commit) -> list[Any]:
    """The number of keys of commit.lua, the keys, and the arguments except the last one. Most are in one, since each takes this
    process and the server long."""
    new, was = commit.record, commit.ahead
    late, early = math.inf if commit.before is None else commit.before, commit.not_before or 0
    judged = -1 if was is None else was.updated
    times = commit.expires, new.updated, late, early, len(commit.notices), new.created, judged
    numbers = _COMMIT.pack(commit.expected, *times, bool(new.orders), new.watched, used_field(commit.key))
    texts = f"{commit.key.digest[:_DIGEST]}\0{new.status}\0{new.epochs}\0{new.kind}\0"
    setup: tuple[bytes, ...] = () if commit.expected else (new.setup,)
    buckets: Sequence[str] = ()
    if was is not None:
        buckets, takes = taking(commit.takes)
        setup = was.setup, takes
    keys = [game_key(commit.game), log_key(commit.game), *buckets]
    if commit.notices:
        keys.append(notices_key(commit.game))
    head = numbers + texts.encode(), new.snapshot
    return [len(keys), *keys, *head, *setup, *map(pack, commit.entries), *commit.notices]


def amending(amendment: Amendment) -> list[int | bytes]:
    """The arguments of amend.lua."""
    given: list[int | bytes] = [*(amendment.setup or (b"", b""))]
    for was, now in amendment.entries:
        given += [was.version - 1, pack(was), pack(now)]
    return given


def result(answer: Sequence[Any]) -> Result:
    """The result of commit.lua."""
    match answer:
        case [0, epochs, *answers]:
            return Committed(None, epochs.decode(), tuple(taken(answers)) if answers else ())
        case [1, first, last]:
            return Repeated(first, last)
        case [2]:
            return KeyTaken()
        case [3, version, *answers]:
            return Conflict(version, tuple(taken(answers)) if answers else ())
        case [4, now]:
            return Untimely(now)
    raise ValueError(f"commit.lua answered {answer!r}")


def saying(wanted: Saying) -> list[str | bytes]:
    """The arguments of say.lua, except the last one."""
    free = "1" if wanted.free else ""
    return [wanted.author, wanted.key, wanted.account or "-", wanted.body, free, wanted.mode]


def said(answer: Sequence[Any]) -> Said | KeyUsed | LineRefused | None:
    """The result of say.lua; None if there is no such game."""
    match answer:
        case [0 | 1, item]:
            return Said(line(item))
        case [2]:
            return KeyUsed()
        case [3, mode]:
            return LineRefused(mode=mode.decode())
        case [4, wait]:
            return LineRefused(wait=wait)
    return None


@reads("a line")
def line(item: bytes) -> StoredLine:
    """A line from an item of its room.

    Raises:
        Damaged: It is none.
    """
    number, at, era, key, author, account, body = item.split(b" ", 6)
    epoch, of = ("" if one == b"-" else one.decode() for one in (era, account))
    return StoredLine(int(number), int(at), epoch, key.decode(), author.decode(), of or None, body)


@reads("the feed")
def told(found: Sequence[bytes]) -> tuple[StoredEvent, ...]:
    """The events of the feed from its members and their scores.

    Raises:
        Damaged: One is no event.
    """
    events = []
    for member, number in zip(found[::2], found[1::2], strict=True):
        era, id_, body = member.split(b" ", 2)
        events.append(StoredEvent(int(float(number)), "" if era == b"-" else era.decode(), id_.decode(), body))
    return tuple(events)
