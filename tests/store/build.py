"""Commits to test with."""

import asyncio
import itertools
import random
import secrets
import time
from collections.abc import Callable, Sequence
from contextlib import suppress

import msgspec
import pytest

from taphouse.service.store.failures import StoreUnavailable
from taphouse.service.store.protocol import Commit, Committed, Key, Store, StoredEntry, StoredGame

NOTHING_IS_TEXT = bytes(range(256)) + b"\r\n$-1\r\n"
_numbers = itertools.count()


def a_game() -> str:
    return secrets.token_hex(8)


def a_key(key: str | None = None, digest: str = "d1", who: str = "seat:1") -> Key:
    return Key(who, key if key is not None else f"key-{next(_numbers)}", digest)


class ARecord(StoredGame, frozen=True, eq=False):
    """A record that equals one with any epochs: these are the store's."""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, StoredGame):
            return NotImplemented
        return msgspec.structs.asdict(self) | {"epochs": ""} == msgspec.structs.asdict(other) | {"epochs": ""}

    __hash__ = None


class Made(Committed, frozen=True, eq=False):
    """A commit that was applied, whatever the epochs are."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Committed) and other.due == self.due

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = None


def a_record(version: int, **given: object) -> StoredGame:
    fields = {
        "version": version,
        "kind": "dank-and-draft",
        "status": "RUNNING",
        "created": 1_700_000_000_000,
        "updated": 1_700_000_000_000 + version,
        "setup": b"setup" + NOTHING_IS_TEXT,
        "snapshot": b"snapshot %d" % version + NOTHING_IS_TEXT,
    }
    return ARecord(**fields | given)


def an_entry(version: int, body: bytes | None = None, every: int = 16) -> StoredEntry:
    return StoredEntry(
        version=version,
        at=1_700_000_000_000 + version,
        who="seat:1",
        body=body if body is not None else b"body %d" % version + NOTHING_IS_TEXT,
        snapshot=b"snapshot %d" % version if version == 1 or version % every == 0 else None,
    )


def a_commit(game: str, expected: int = 0, count: int = 1, key: Key | None = None, **given: object) -> Commit:
    last = expected + count
    fields = {
        "game": game,
        "expected": expected,
        "record": a_record(last),
        "entries": tuple(an_entry(version) for version in range(expected + 1, last + 1)),
        "key": key or a_key(),
        "expires": 86_400_000,
    }
    return Commit(**fields | given)


def some_bytes(size: int) -> bytes:
    return random.randbytes(size)


async def changed(store: Store, game: str, version: int, timeout: float) -> None:  # noqa: ASYNC109 as stores have it
    """Return when the game may have moved past a version, or no more is heard of it; at the latest after a timeout."""
    try:
        async with asyncio.timeout(timeout), store.listening(game) as woken:
            record = (await store.load(game)).record
            if version == (record.version if record else 0):
                with suppress(StoreUnavailable):
                    await woken()
    except TimeoutError:
        return


async def play(store: Store, game: str, versions: int) -> None:
    for version in range(versions):
        assert await store.commit(a_commit(game, version)) == Made()


async def until(condition: Callable[[], object], patience: float = 10.0) -> None:
    """Wait for an awaitable condition by asking again, for a bounded time."""
    deadline = time.monotonic() + patience
    while not await condition():
        assert time.monotonic() < deadline, "it did not come true in time"
        await asyncio.sleep(0.005)


def confirmed_drops(store: Store, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The names from which items are removed and enough replicas know it, from now on."""
    confirmed, drop = set[str](), store.drop_items

    async def noted(name: str, items: Sequence[str], *, told: bool = False) -> None:
        if told and items:
            confirmed.add(name)
        await drop(name, items, told=told)

    monkeypatch.setattr(store, "drop_items", noted)
    return confirmed
