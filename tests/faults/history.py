"""Histories of games that several clients changed at once, and the check that a store may have answered so.

Each change has content of its own, so a version that was lost and made again is told from the one that was acknowledged. The
position after it depends on all changes before, so a change that was judged on a lost version shows.
"""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import secrets
from collections.abc import Sequence
from contextlib import suppress

from msgspec import Struct

from taphouse.service.cli.shadow.stored import missing, spans
from taphouse.service.store.failures import StoreUnavailable
from taphouse.service.store.protocol import Commit, Committed, Conflict, Key, Repeated, Store, StoredGame
from taphouse.service.store.servers.replication import kept
from tests.store.build import a_record, an_entry

PAUSE = 0.02
"""Seconds between two tries, where the store was away."""


class Acknowledged(Struct, frozen=True):
    """A change that a client was told is made."""

    body: bytes
    version: int
    asked: int
    """The step of all clients at which it was first asked for."""
    answered: int
    """The step at which the client was told."""


class Told(Struct):
    """The versions that a follower was told, without those that it was then told are lost."""

    entries: list[tuple[int, bytes]] = []
    """Versions, with what they contain."""
    record: StoredGame | None = None
    """The game when it was last read."""


class History(Struct):
    """The history of a game: acknowledged changes, and the versions that followers were told."""

    game: str
    acknowledged: list[Acknowledged] = []
    told: list[Told] = []
    """The versions that each follower was told."""


_steps = itertools.count()


def position(before: bytes, body: bytes) -> bytes:
    """The position after a change."""
    return hashlib.blake2b(before + body, digest_size=16).digest()


async def play(store: Store, history: History, stop: asyncio.Event) -> None:
    """Make changes until told to stop: each again and again under one key, until it is known what became of it."""
    while not stop.is_set():
        await asyncio.sleep(PAUSE)
        body, key, asked = secrets.token_bytes(12), Key("seat:1", secrets.token_urlsafe(16), "d1"), next(_steps)
        while True:
            with suppress(StoreUnavailable):
                loaded = await store.load(history.game, key)
                if isinstance(loaded.earlier, Repeated):
                    history.acknowledged.append(Acknowledged(body, loaded.earlier.first, asked, next(_steps)))
                    break
                now = loaded.record or a_record(0, snapshot=b"")
                version = now.version
                record = a_record(version + 1, epochs=now.epochs, snapshot=position(now.snapshot, body))
                commit = Commit(history.game, version, record, (an_entry(version + 1, body),), key, 86_400_000)
                result = await store.commit(commit)
                if isinstance(result, Conflict):
                    continue
                made = version + 1 if isinstance(result, Committed) else result.first  # type: ignore[union-attr]
                history.acknowledged.append(Acknowledged(body, made, asked, next(_steps)))
                break
            if stop.is_set():
                return  # nobody was told of it
            await asyncio.sleep(PAUSE)


async def follow(store: Store, history: History, stop: asyncio.Event) -> None:
    """Be told each version once; go back to where the history was replaced."""
    told = Told()
    history.told.append(told)
    while not stop.is_set():
        with suppress(StoreUnavailable):
            after = len(told.entries)
            news = await store.news(history.game, after, 100)
            if news.record is not None and go_back(told, news.record) == after:
                told.entries += [(entry.version, entry.body) for entry in news.entries]
        await asyncio.sleep(PAUSE)


def go_back(told: Told, now: StoredGame) -> int:
    """Forget what was lost, as the epochs of a game say. Returns the version up to which nothing was."""
    if told.record is not None:
        del told.entries[kept(told.record, now) :]
    told.record = now
    return len(told.entries)


async def faults(store: Store, history: History) -> list[str]:
    """The faults of a history, given what the store holds in the end."""
    record = (await store.load(history.game)).record
    log = {
        entry.version: entry.body
        for entry in await store.entries(history.game, 0, (record.version if record is not None else 0) + 100)
    }
    return list(found(history, log, record or a_record(0, snapshot=b"")))


def found(history: History, log: dict[int, bytes], record: StoredGame) -> Sequence[str]:
    """The faults of a history, given the log in the end, and the game."""
    wrong, version, replayed = [], record.version, b""
    for _, body in sorted(log.items()):
        replayed = position(replayed, body)
    if replayed != record.snapshot:
        wrong.append("the position is not what the log leads to")
    if lost := missing(log, 1, version):
        wrong.append(f"the log lacks versions {spans(lost)}")
    if beyond := sorted(number for number in log if number > version):
        wrong.append(f"the log has versions {spans(beyond)}, but the game is at version {version}")
    if len(set(log.values())) != len(log):
        wrong.append("a change was made twice")
    for one in history.acknowledged:
        if log.get(one.version) != one.body:
            wrong.append(f"version {one.version} was acknowledged, and lost")
    versions = [one.version for one in history.acknowledged]
    if len(set(versions)) != len(versions):
        wrong.append("a version was acknowledged twice")
    latest, ended = 0, sorted(history.acknowledged, key=lambda one: one.answered)
    for one in sorted(history.acknowledged, key=lambda one: one.asked):
        while ended and ended[0].answered < one.asked:
            latest = max(latest, ended.pop(0).version)
        if one.version < latest:
            wrong.append(f"version {one.version} was asked for after version {latest} was acknowledged")
    for told in history.told:
        upto = go_back(told, record)
        if told.entries != [(number, log.get(number)) for number in range(1, upto + 1)]:
            wrong.append("a follower was not told each version once")
    return wrong
