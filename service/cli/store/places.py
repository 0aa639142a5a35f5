"""The lists, and the queues of reminders, in which a game must be. Both follow from the game."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from typing import TypeVar

from msgspec import Struct

from taphouse.engine.game import Game
from taphouse.schema.failures import Unreadable
from taphouse.service.access.tokens import TokenIssuer
from taphouse.service.games.kernel.committing import wall_clock
from taphouse.service.games.kernel.editions import Editions
from taphouse.service.games.kernel.game_lists import Lists
from taphouse.service.games.kernel.loaded_game import LoadedGame
from taphouse.service.games.kernel.loading import Reader, kept
from taphouse.service.games.kernel.running_clocks import deadline
from taphouse.service.runtime.settings import Settings
from taphouse.service.store.protocol import BOTS, CLOCKS
from taphouse.service.store.redis import RedisStore
from taphouse.service.store.servers.replication import Replicas
from taphouse.service.store.upkeep.contents import PATIENCE, Contents
from taphouse.service.webhooks.stored import PENDING, Delivery, DeliveryPlace, Hook, hooks_name, unpack

_DELIVERIES, _HOOKS = "deliveries:", "hooks:"
T = TypeVar("T", bound=Struct)


class UpkeepStore(Struct, frozen=True):
    """A store as tools see it."""

    contents: Contents
    store: RedisStore
    reader: Reader
    lists: Lists


@asynccontextmanager
async def upkeep_store(url: str, settings: Settings, games: Mapping[str, Game]) -> AsyncIterator[UpkeepStore]:
    """The store at a URL.

    Args:
        url: The URL.
        settings: The operator's settings.
        games: The kinds of games that are known here.

    Raises:
        ValueError: The URL is invalid.
        EditionError: An edition of the operator is invalid.
    """
    editions = Editions(games, settings.editions_dir)
    replicas = Replicas.of(settings)
    contents, store = Contents(url, replicas), RedisStore.connect(url, timeout=PATIENCE, replicas=replicas)
    access = TokenIssuer((secrets.token_urlsafe(32),))  # nobody asks with a token
    reader = Reader(games, {}, editions, access, None, store, kept(settings), wall_clock)
    try:
        yield UpkeepStore(contents, store, reader, Lists(store, settings))
    finally:
        await contents.close()
        await store.close()


def queues(loaded: LoadedGame) -> Iterator[str]:
    """The queues in which a reminder of a game must be, by its position."""
    if loaded.bot_to_decide() is not None:
        yield BOTS
    if deadline(loaded) is not None:
        yield CLOCKS


async def pending(
    store: RedisStore, name: str, items: Mapping[str, bytes]
) -> tuple[list[tuple[DeliveryPlace, Delivery]], list[str]]:
    """The deliveries among the items under a name that must be made, and the reasons why other items cannot be read.

    Those of a webhook that was deleted, or that cannot be read, need not be made.
    """
    if not name.startswith(_DELIVERIES):
        return [], _unpacked(Hook, items)[1] if name.startswith(_HOOKS) else []
    owner, _, hook = name.removeprefix(_DELIVERIES).rpartition(":")
    delivered, unread = _unpacked(Delivery, items)
    waiting = [(DeliveryPlace(owner, hook, item), one) for item, one in delivered.items() if one.status == PENDING]
    if not waiting:
        return [], unread
    (hooks,) = await store.items([hooks_name(owner)])
    known, _ = _unpacked(Hook, {hook: hooks[hook]} if hook in hooks else {})
    return waiting if hook in known and known[hook].deleted is None else [], unread


def _unpacked(type_: type[T], items: Mapping[str, bytes]) -> tuple[dict[str, T], list[str]]:
    """The items that can be read, and the reasons why the others cannot."""
    read, unread = dict[str, T](), list[str]()
    for name, value in items.items():
        try:
            read[name] = unpack(type_, value)
        except Unreadable as error:
            unread.append(f"its item {name} cannot be read: {error}".rstrip("."))
    return read, unread
