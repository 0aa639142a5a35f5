"""Ways to damage a game in a store, and to make it as a newer release would."""

from __future__ import annotations

from collections.abc import Callable

import redis

from taphouse.service.games.encoding.codec import FORMAT
from taphouse.service.store import layout
from tests.api.client import CASK, MINE, OPEN, Client, seats_of

Ruin = Callable[[redis.Redis, str], object]
"""Does something to the game whose hash has this key."""


def sets(field: str, value: bytes | str) -> Ruin:
    return lambda store, key: store.hset(key, field, value)


def begins(field: str, head: Callable[[bytes], bytes]) -> Ruin:
    """Another head, in the first two bytes of a field."""

    def ruin(store: redis.Redis, key: str) -> None:
        was = store.hget(key, field) or b""
        store.hset(key, field, head(was[:2]) + was[2:])

    return ruin


def _of_another_type(store: redis.Redis, key: str) -> None:
    store.delete(key)
    store.set(key, "of another application")


def _without_a_seat(store: redis.Redis, key: str) -> None:
    snapshot = store.hget(key, "snapshot") or b""
    store.hset(key, "snapshot", snapshot[: len(snapshot) // 2])


DAMAGED: dict[str, Ruin] = {
    "snapshot": sets("snapshot", "garbage"),
    "no snapshot": sets("snapshot", ""),
    "cut": _without_a_seat,
    "setup": sets("setup", bytes([FORMAT, 1]) + b"nonsense"),
    "version": sets("version", "many"),
    "created": sets("created", "early"),
    "kind": sets("kind", b"\xff"),
    "format": sets("format", "none"),
    "status": begins("snapshot", lambda head: head + b"\x98"),
    "type": _of_another_type,
}
NEWER: dict[str, Ruin] = {
    "of the store": sets("format", "99"),
    "of the service": begins("snapshot", lambda head: bytes([FORMAT + 1]) + head[1:]),
    "far ahead": begins("setup", lambda head: bytes([99]) + head[1:]),
    "of the game": begins("snapshot", lambda head: head[:1] + bytes([head[1] + 1])),
}
ALL = [
    *((f"damaged: {name}", "damaged", ruin) for name, ruin in DAMAGED.items()),
    *((f"newer: {name}", "newer", ruin) for name, ruin in NEWER.items()),
]


def waiting(host: Client) -> str:
    """An open game that waits for a player."""
    seats = seats_of([MINE, OPEN])
    id_: str = host.done("createGame", game={CASK: {}}, seats=seats, visibility="OPEN")["game"]["gameId"]
    return id_


def running(host: Client) -> str:
    """A game in which the first seat of an account must decide."""
    id_: str = host.done("createGame", game={CASK: {}}, seats=seats_of([MINE, MINE]))["game"]["gameId"]
    return id_


def key_of(game: str) -> str:
    return layout.game_key(game)
