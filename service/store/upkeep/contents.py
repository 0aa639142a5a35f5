"""The contents of a store, for tools. Values that only matter to a running service, such as rate limits, are left out."""

from __future__ import annotations

import enum
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from taphouse.schema.failures import Damaged, Unreadable
from taphouse.service.runtime.redis_urls import parsed
from taphouse.service.store import layout
from taphouse.service.store.failures import StoreUnavailable
from taphouse.service.store.layout import Kind
from taphouse.service.store.scripts import Script
from taphouse.service.store.servers.discovery import Discovery
from taphouse.service.store.servers.pipelined_connection import Command
from taphouse.service.store.servers.replication import Replicas
from taphouse.service.store.servers.routing import Router
from taphouse.service.store.upkeep.archive import ArchivedGame, EditionFile, Held, Items, Record

PATIENCE = 20.0
"""Seconds within which the store must answer: a tool has more time than a request."""
WHOLE, RESTORE = Script("upkeep/whole.lua"), Script("upkeep/restore.lua")
_SCRIPTS = {script.digest: script.text for script in (WHOLE, RESTORE)}
KEPT: Mapping[Kind, Callable[[str], str]] = {
    Kind.GAME: str,
    Kind.EDITION: layout.edition_key,
    Kind.ITEMS: layout.items_key,
    Kind.HOLD: layout.hold_key,
}
"""The kinds of keys that are exported, each with a function that names one for operators: by a game's id, or by the key."""


class Restored(enum.Enum):
    """The result of restoring a record."""

    EXISTS = 0
    WRITTEN = 1
    EXPIRED = 2


class Indexed(Struct, frozen=True):
    """The lists and queues that have a game."""

    listed: tuple[bool, ...]
    """True for each list that has it."""
    due: tuple[bool, ...]
    """True for each queue that has a reminder of it."""
    notices: int
    """The number of notices that were not passed on yet."""


class Contents:
    """The contents of a store. Every method may raise `StoreUnavailable`.

    Args:
        url: The URL of the store; see `runtime.redis_urls`.
        replicas: The replicas that must have the values that are written. By default one, if there are any.

    Raises:
        ValueError: The URL is invalid.
    """

    def __init__(self, url: str, replicas: Replicas | None = None) -> None:
        self._discovery = Discovery(parsed(url), PATIENCE)
        self._router = Router(self._discovery, PATIENCE, 4096, _SCRIPTS, replicas or Replicas())

    async def keys(self) -> AsyncIterator[tuple[Kind, str]]:
        """The kind and the name of each key, in no order. One that comes or goes meanwhile may be missing, or come twice."""
        async for key in self._router.scan("th:*", None):
            yield layout.kind_of(key.decode("utf-8", "backslashreplace"))

    async def record(self, kind: Kind, name: str) -> Record | None:
        """The stored record of a kind in `KEPT` and a name, read at one moment. None if it is gone.

        Raises:
            StoredBeforeFirstRelease: The game is of an earlier format.
            StoredByNewerRelease: A newer release wrote the game.
            Damaged: The stored value cannot be read.
        """
        try:
            return await self._read(kind, name, KEPT[kind](name))
        except (Unreadable, StoreUnavailable):
            raise
        except Exception as error:  # what is stored may be anything
            raise Damaged(f"It cannot be read: {error}.") from error

    async def _read(self, kind: Kind, name: str, key: str) -> Record | None:
        match kind:
            case Kind.GAME:
                return await self._game(name)
            case Kind.EDITION:
                source, expires = await self._router.ask([("GET", key), ("PEXPIRETIME", key)])
                return None if source is None else EditionFile(name, source, _time(expires))
            case Kind.ITEMS:
                pairs, expires = await self._router.ask([("HGETALL", key), ("PEXPIRETIME", key)])
                items = {item.decode(): value for item, value in sorted(_pairs(pairs))}
                return Items(name, _time(expires), items) if items else None
            case Kind.HOLD:
                held, expires = await self._router.ask([("ZRANGE", key, 0, -1, "WITHSCORES"), ("PEXPIRETIME", key)])
                until = {member.decode(): float(score) for member, score in sorted(_pairs(held))}
                return Held(name, _time(expires), until) if until else None
        return None

    async def restore(self, record: Record) -> Restored:
        """Write a record in one step, unless the store has the game or items already. Repeating it changes nothing."""
        match record:
            case ArchivedGame():
                log = layout.log_key(record.id), "list", record.log
                notices = layout.notices_key(record.id), "list", record.notices
                named = [(name.encode(), value) for name, value in record.fields.items() if name != "version"]
                pairs = [*record.used, *named, (b"version", record.fields["version"])]
                hash_ = layout.game_key(record.id), "hash", _flat(pairs)
                talk = layout.talk_key(record.id), "hash", _flat([(n.encode(), v) for n, v in record.talk.items()])
                rooms = [(layout.room_key(record.id, room), "list", lines) for room, lines in record.rooms.items()]
                return await self._restore([log, notices, talk, *rooms, hash_], record.expires, "version")
            case EditionFile():
                key = layout.edition_key(record.digest)
                became = await self._restore([(key, "string", (record.source,))], record.expires)
                if became is Restored.EXISTS:  # the games that come with it may live longer
                    lasts = ("PERSIST", key) if record.expires is None else ("PEXPIREAT", key, record.expires, "GT")
                    await self._router.ask([lasts], change=True)
                return became
            case Items():
                pairs = [(item.encode(), value) for item, value in record.items.items()]
                return await self._restore([(layout.items_key(record.name), "hash", _flat(pairs))], record.expires)
            case Held():
                scores = [(f"{until:.0f}".encode(), member.encode()) for member, until in record.until.items()]
                return await self._restore([(layout.hold_key(record.name), "set", _flat(scores))], record.expires)

    async def in_lists(self, places: Sequence[tuple[str, str]]) -> list[bool]:
        """Return whether lists have entries, given as pairs of a list's name and an entry."""
        asked: list[Command] = [("ZSCORE", layout.list_key(name), entry) for name, entry in places]
        return [score is not None for score in (await self._router.ask_each(asked) if asked else ())]

    async def due(self, reminders: Sequence[tuple[str, str]]) -> list[int | None]:
        """The due times of reminders, given as pairs of queue and member, in milliseconds of the store's clock; else None."""
        asked: list[Command] = [("ZSCORE", layout.due_key(queue), member) for queue, member in reminders]
        scores = await self._router.ask_each(asked) if asked else ()
        return [None if score is None else int(float(score)) for score in scores]

    async def index_of(self, game: str, places: Sequence[tuple[str, str]], queues: Sequence[str]) -> Indexed:
        """The lists and queues that have a game, read in one round trip.

        Args:
            game: The game's id.
            places: Pairs of the name of a list and an entry.
            queues: Queues of reminders.
        """
        asked: list[Command] = [("ZSCORE", layout.list_key(name), entry) for name, entry in places]
        asked += [("ZSCORE", layout.due_key(queue), game) for queue in queues]
        *scores, notices = await self._router.ask_each([*asked, ("LLEN", layout.notices_key(game))])
        there = [score is not None for score in scores]
        return Indexed(tuple(there[: len(places)]), tuple(there[len(places) :]), notices)

    async def close(self) -> None:
        """Close all connections."""
        await self._router.close()
        await self._discovery.close()

    async def _game(self, id_: str) -> ArchivedGame | None:
        game = layout.game_key(id_)
        rooms = [layout.room_key(id_, room) for room in layout.ROOMS]
        keys = game, layout.log_key(id_), layout.notices_key(id_), layout.talk_key(id_), *rooms
        asked: Command = ("EVALSHA", WHOLE.digest, len(keys), *keys)
        ((pairs, log, notices, expires, talk, *lines),) = await self._router.ask([asked])
        found = dict(_pairs(pairs))
        if b"version" not in found:  # a mark of a game that is being created
            return None
        layout.check_format(found.get(b"format"))
        used = tuple([one for one in sorted(found.items()) if layout.is_used(one[0])])
        fields = {name.decode(): value for name, value in sorted(found.items()) if not layout.is_used(name)}
        kept, settings = (
            tuple(log[: int(found[b"version"])]),
            {name.decode(): one for name, one in sorted(_pairs(talk))},
        )
        said = {room: tuple(items) for room, items in zip(layout.ROOMS, lines, strict=True) if items}
        return ArchivedGame(id_, _time(expires), fields, used, kept, tuple(notices), settings, said)

    async def _restore(
        self, parts: Sequence[tuple[str, str, Sequence[bytes]]], expires: int | None, truth: str = ""
    ) -> Restored:
        """Write keys of one slot, each with its type and values; the last one is the truth. See restore.lua."""
        given: list[Any] = ["" if expires is None else expires, truth]
        for _, type_, values in parts:
            given += [type_, len(values), *values]
        keys = [key for key, _, _ in parts]
        (answer,) = await self._router.ask([("EVALSHA", RESTORE.digest, len(keys), *keys, *given)], change=True)
        return Restored(answer)


def _pairs(flat: Sequence[bytes]) -> list[tuple[bytes, bytes]]:
    return list(zip(flat[::2], flat[1::2], strict=True))


def _flat(pairs: Sequence[tuple[bytes, bytes]]) -> list[bytes]:
    return [one for pair in pairs for one in pair]


def _time(reply: int) -> int | None:
    return None if reply < 0 else reply
