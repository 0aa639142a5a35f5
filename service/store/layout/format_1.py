"""The first layout of games in Redis. It is only read: commit.lua converts a game when it writes it. Nothing here ever changes.

The hash of a game named no format. The log was a stream, with ids such as `7-0` for version 7. Each idempotency key had a key of
its own, with the whole digest of the request.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from taphouse.service.store import Entry, Key, KeyReused, Repeated


def log_key(game: str) -> str:
    """The stream of a game's log."""
    return f"th:{{{game}}}:log"


def used_key(game: str, key: Key) -> str:
    """The string that records the use of an idempotency key."""
    return f"th:{{{game}}}:key:{key.who}:{key.key}"


def entries(found: Iterable[tuple[bytes, Sequence[bytes]]], version: int) -> Iterator[Entry]:
    """The entries among those of a stream, up to the game's version: later ones were never committed."""
    for number, pairs in found:
        fields = dict(zip(pairs[::2], pairs[1::2], strict=True))
        entry = Entry(
            version=int(number.partition(b"-")[0]),
            at=int(fields[b"at"]),
            who=fields[b"who"].decode(),
            body=fields[b"body"],
            snapshot=fields.get(b"snapshot"),
        )
        if entry.version <= version:
            yield entry


def earlier(used: bytes | None, key: Key) -> Repeated | KeyReused | None:
    """How an idempotency key was used before, from its stored value (`digest:first:last`)."""
    if used is None:
        return None
    digest, first, last = used.rsplit(b":", 2)
    return Repeated(int(first), int(last)) if digest == key.digest.encode() else KeyReused()
