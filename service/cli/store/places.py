"""Where games must be found: in which lists, and in which queues of reminders. Both follow from the games."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager

from msgspec import Struct

from taphouse.engine.game import Game
from taphouse.service.access.tokens import Access
from taphouse.service.runtime.settings import Settings
from taphouse.service.store import BOTS, CLOCKS
from taphouse.service.store.redis import RedisStore
from taphouse.service.store.servers.replication import Replicas
from taphouse.service.store.upkeep.contents import PATIENCE, Contents
from taphouse.service.tables.clocks.running import deadline
from taphouse.service.tables.editions import Editions
from taphouse.service.tables.encoding import kept, wall_clock
from taphouse.service.tables.game_lists import Lists
from taphouse.service.tables.loading import Opened, Reader
from taphouse.service.webhooks.stored import PENDING, Delivery, Hook, Place, hooks_name, unpack

_DELIVERIES = "deliveries:"


class Whole(Struct, frozen=True):
    """A store as tools see it."""

    contents: Contents
    store: RedisStore
    reader: Reader
    lists: Lists


@asynccontextmanager
async def opened_whole(url: str, settings: Settings, games: Mapping[str, Game]) -> AsyncIterator[Whole]:
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
    access = Access((secrets.token_urlsafe(32),))  # nobody asks with a token
    reader = Reader(games, {}, editions, access, None, store, kept(settings), wall_clock)
    try:
        yield Whole(contents, store, reader, Lists(store, settings))
    finally:
        await contents.close()
        await store.close()


def queues(opened: Opened) -> Iterator[str]:
    """The queues in which a reminder of a game must be, by its position."""
    if opened.bot_to_decide() is not None:
        yield BOTS
    if deadline(opened) is not None:
        yield CLOCKS


async def pending(store: RedisStore, name: str, items: Mapping[str, bytes]) -> list[tuple[Place, Delivery]]:
    """The deliveries among the items under a name that must be made: those of a webhook that was not deleted.

    Raises:
        StoredByNewerRelease: A newer release wrote one of them.
        MsgspecError: One of them is damaged.
    """
    if not name.startswith(_DELIVERIES):
        return []
    owner, _, hook = name.removeprefix(_DELIVERIES).rpartition(":")
    delivered = {item: unpack(Delivery, value) for item, value in items.items()}
    waiting = [(Place(owner, hook, item), one) for item, one in delivered.items() if one.status == PENDING]
    if not waiting:
        return []
    (hooks,) = await store.items([hooks_name(owner)])
    source = hooks.get(hook)
    return waiting if source is not None and unpack(Hook, source).deleted is None else []
