"""The layout of games in Redis: names of keys, and conversion of values. See docs/design.md, section 4."""

from __future__ import annotations

from collections.abc import Sequence

from taphouse.service.store import (
    Commit,
    Committed,
    Conflict,
    Entry,
    Key,
    KeyReused,
    Record,
    Repeated,
    Result,
    Take,
    Taken,
)

FIELDS = ("version", "kind", "status", "created", "updated", "setup", "snapshot")
"""The fields of a game's hash, in the order they are read."""


DUE_KEY = "th:due"
"""The sorted set of reminders: games by the time when they are due."""


def game_key(game: str) -> str:
    """The hash of a game, and the channel for its changes."""
    return f"th:{{{game}}}"


def log_key(game: str) -> str:
    """The stream of a game's log, with one entry per version."""
    return f"th:{{{game}}}:log"


def used_key(game: str, key: Key) -> str:
    """The string that records the use of an idempotency key."""
    return f"th:{{{game}}}:key:{key.who}:{key.key}"


def edition_key(digest: str) -> str:
    """The string that holds an edition file."""
    return f"th:edition:{digest}"


def list_key(name: str) -> str:
    """The sorted set of a list of games; all scores are 0, so it is sorted by entry."""
    return f"th:list:{name}"


def bucket_key(bucket: str) -> str:
    """The string that holds the level of a bucket."""
    return f"th:rate:{bucket}"


def record(fields: Sequence[bytes | None]) -> Record | None:
    """The record from the values of `FIELDS`; None if there is no such game."""
    version, kind, status, created, updated, setup, snapshot = fields
    if version is None:
        return None
    return Record(
        version=int(version),
        kind=(kind or b"").decode(),
        status=(status or b"").decode(),
        created=int(created or 0),
        updated=int(updated or 0),
        setup=setup or b"",
        snapshot=snapshot or b"",
    )


def entry(stored: tuple[bytes, Sequence[bytes]]) -> Entry:
    """The log entry of a stream entry: its id, and names and values in turn."""
    number, pairs = stored
    fields = dict(zip(pairs[::2], pairs[1::2], strict=True))
    return Entry(
        version=int(number.partition(b"-")[0]),
        at=int(fields[b"at"]),
        who=fields[b"who"].decode(),
        body=fields[b"body"],
        snapshot=fields.get(b"snapshot"),
    )


def earlier(used: bytes | None, key: Key) -> Repeated | KeyReused | None:
    """How an idempotency key was used before, from its stored value (`digest:first:last`)."""
    if used is None:
        return None
    digest, first, last = used.rsplit(b":", 2)
    return Repeated(int(first), int(last)) if digest == key.digest.encode() else KeyReused()


def taking(takes: Sequence[Take]) -> list[str | int | float]:
    """The arguments of take.lua: number of keys, keys, and three numbers per key."""
    given: list[str | int | float] = [len(takes), *(bucket_key(take.bucket) for take in takes)]
    for take in takes:
        given += [take.cost, take.capacity, take.flow]
    return given


def taken(answer: Sequence[int]) -> list[Taken]:
    """The result of take.lua."""
    return [
        Taken(bool(allowed), left, milliseconds / 1000)
        for allowed, left, milliseconds in zip(answer[::3], answer[1::3], answer[2::3], strict=True)
    ]


def arguments(commit: Commit, key_ttl: int) -> list[str | int | bytes]:
    """The arguments of commit.lua, without the keys."""
    new = commit.record
    given: list[str | int | bytes] = [commit.expected, commit.key.digest, key_ttl, commit.expires]
    given += [new.kind, new.status, new.created, new.updated, new.setup, new.snapshot]
    for entry in commit.entries:
        given += [entry.at, entry.who, entry.body, int(entry.snapshot is not None), entry.snapshot or b""]
    return given


def result(answer: Sequence[int]) -> Result:
    """The result of commit.lua."""
    match answer:
        case [0]:
            return Committed()
        case [1, first, last]:
            return Repeated(first, last)
        case [2]:
            return KeyReused()
        case [3, version]:
            return Conflict(version)
    raise ValueError(f"commit.lua answered {answer!r}")
