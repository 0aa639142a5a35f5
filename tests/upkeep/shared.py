"""Stores with games of every kind, and the commands on them."""

from __future__ import annotations

import itertools
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import redis
from typer.testing import CliRunner

from taphouse.command_line import main
from taphouse.service.store import layout
from taphouse.service.webhooks.stored import Delivery, DeliveryPlace, Hook, hooks_name, pack
from tests.api.client import CASK, Client, create
from tests.api.conftest import http
from tests.api.server import Server
from tests.stores import restore, stored

OWNER, HOOK, DELIVERY = "game:5", "h" * 24, "d" * 24
WEBHOOK = pack(Hook("https://receiver.example", ("TURN",), "c2VjcmV0", 1, "digest"))
PENDING = pack(Delivery("TURN", "5", 3, 1, 1, again=2))
LATER = 4_000_000_000_000
"""A time in the year 2096."""


def fill(url: str) -> dict[str, str]:
    """Write what a store can hold; returns games of interest by what they are."""
    with Server(url=url) as server, http(server) as client:
        anyone = Client(client)
        moved = create(anyone, game=CASK, seed="upkeep")
        for _ in range(20):
            moved.play("pass")
        timed = create(anyone, 2, CASK, clock={"perMove": 3600})
        waiting = anyone.done(
            "createGame", game={CASK: {}}, seats=[{"kind": "MINE"}, {"kind": "OPEN"}], visibility="OPEN"
        )
    with redis.Redis.from_url(url) as store:
        restore(stored(), store)
        place = DeliveryPlace(OWNER, HOOK, DELIVERY)
        for name, item, value in ((hooks_name(OWNER), HOOK, WEBHOOK), (place.name, DELIVERY, PENDING)):
            store.hset(layout.items_key(name), item, value)
            store.pexpireat(layout.items_key(name), LATER)
        store.zadd(layout.due_key("deliveries"), {str(place): 2})
        store.zadd(layout.hold_key("waiting:someone"), {"a game": LATER})
    return {"moved": moved.id, "timed": timed.id, "waiting": waiting["game"]["gameId"]}


def of_kind(store: redis.Redis, kind: str, status: str) -> str:
    """The id of a game of this kind and status."""
    for key in sorted(store.scan_iter("th:{*}", _type="hash")):
        if store.hmget(key, "kind", "status") == [kind.encode(), status.encode()]:
            return layout.kind_of(key.decode())[1]
    raise AssertionError(f"there is no such game: {kind}, {status}")


def run(*arguments: object, **settings: object) -> tuple[int, list[dict[str, Any]], str]:
    """The exit status of a `taphouse store` command, its lines of JSON, and what it says on standard error."""
    names = {f"TAPHOUSE_{name.upper()}": str(value) for name, value in settings.items()}
    command = ["store", *map(str, arguments), "--json"]
    done = CliRunner().invoke(main, command, env=names)
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.exit_code, [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")], done.stderr


@contextmanager
def playing(url: str, count: int) -> Iterator[None]:
    """Meanwhile, some games of a store are played."""
    stop = threading.Event()
    with Server(url=url) as server, http(server) as client:
        tables = [create(Client(client), game=CASK) for _ in range(count)]

        def play() -> None:
            for _ in itertools.chain(*zip(*(table.steps() for table in tables), strict=False)):
                if stop.is_set():
                    return

        player = threading.Thread(target=play)
        player.start()
        try:
            yield
            assert all(table.version > 1 for table in tables)
        finally:
            stop.set()
            player.join()
