"""Measures what ratings take: the CPU of a leaderboard's first page, and the memory of a player with a profile and a history."""

from __future__ import annotations

import asyncio
import base64
import random
import secrets
import time

import redis

from bench.harness.client import ClientConnection, request
from bench.harness.login import Login
from bench.harness.serving import Stage, cpu
from taphouse.engine import GAMES
from taphouse.service.persons.rating import RATED, after, new
from taphouse.service.persons.ratings import PAGE, board_entry, board_name, page_name
from taphouse.service.persons.stored import OWNER, SELF, Owner, Person, Rated, Rival, handle_names, pack, person_name
from taphouse.service.store import layout

PLAYERS, REQUESTS = 100_000, 400
KIND = "pint-craft"
HISTORY = 6 * PAGE
"""The rated games of the player whose history is measured."""
NOW = time.time_ns() // 1_000_000
_QUERY = """{ leaderboard(kind: PINT_CRAFT) { ... on LeaderConnection {
  edges { node { place handle name rating { rating strength doubt games } } } pageInfo { hasNextPage endCursor } } } }"""


def measure() -> dict[str, float]:
    """`ratings.first_page_ms` of CPU of the service, `ratings.profile_bytes` and `ratings.history_bytes_a_game`."""
    with Stage() as stage, stage.redis() as store:
        sizes = {"ratings.profile_bytes": _profile_bytes(store), "ratings.history_bytes_a_game": _game_bytes(store)}
        rng = random.Random(1)
        for first in range(0, PLAYERS, 1000):
            with store.pipeline(transaction=False) as pipe:
                for number in range(first, min(first + 1000, PLAYERS)):
                    _put(pipe, number, rng)
                pipe.execute()
        return {"ratings.first_page_ms": asyncio.run(_page_ms(stage)), **sizes}


async def _page_ms(stage: Stage) -> float:
    process = stage.service("taphouse", "serve", more=Login(stage.folder).variables)
    line = await ClientConnection.to(process.port)
    asked = request("/graphql", {"query": _QUERY})
    for _ in range(REQUESTS // 4):
        assert b'"place":1,' in await line.ask(asked)
    before = cpu(process.pid)
    for _ in range(REQUESTS):
        await line.ask(asked)
    used = cpu(process.pid) - before
    line.close()
    return 1000 * used / REQUESTS


def _put(pipe: redis.client.Pipeline, number: int, rng: random.Random) -> None:
    """Store a player with a profile and a place on the leaderboard."""
    account, person = rng.randbytes(16).hex(), _person(f"player-{number}")
    at = NOW // 1000 - rng.randint(0, 30 * 86_400)
    rated = Rated(round(rng.gauss(25_000, 5_000)), rng.randint(1_000, 3_000), rng.randint(10, 500), at, b"")
    pipe.hset(layout.items_key(person_name(account)), mapping={SELF: pack(person), RATED + KIND: pack(rated)})
    pipe.zadd(layout.list_key(board_name(KIND)), {str(board_entry(account, person, rated, NOW)): 0})


def _profile_bytes(store: redis.Redis) -> float:
    """The memory of a profile with its handle, and a rating in each kind of game, without histories."""
    account, handle = secrets.token_hex(16), "Hopfenzupferin"
    names = [layout.items_key(person_name(account)), layout.items_key(handle_names(handle)[0])]
    store.hset(names[0], SELF, pack(_person(handle)))
    for kind in GAMES:
        store.hset(names[0], RATED + kind, pack(Rated(27_100, 3_200, 12, NOW // 1000, b"")))
    store.hset(names[1], mapping={OWNER: pack(Owner(account, NOW))})
    return float(sum(store.memory_usage(name, samples=0) or 0 for name in names))


def _game_bytes(store: redis.Redis) -> float:
    """The memory of a rated game in a history, on average."""
    account, rated = secrets.token_hex(16), new(NOW)
    rivals = (Rival(account, 1, 25.0, 8.0), Rival(secrets.token_hex(16), 2, 25.0, 8.0))
    for number in range(HISTORY):
        rated = after(rated, base64.b32encode(secrets.token_bytes(15)).decode().lower(), rivals, 0, NOW + number)
    size = len(rated.recent) // HISTORY * PAGE
    names = [layout.items_key(page_name(account, KIND, page)) for page in range(HISTORY // PAGE - 1)]
    for page, name in enumerate(names):
        store.hset(name, "games", rated.recent[page * size : (page + 1) * size])
        store.pexpire(name, 1000 * 86_400_000)
    recent = layout.items_key(person_name(account))
    store.hset(recent, RATED + KIND, pack(Rated(27_100, 3_200, HISTORY, NOW // 1000, b"")))
    without = store.memory_usage(recent, samples=0) or 0
    store.hset(recent, RATED + KIND, pack(Rated(27_100, 3_200, HISTORY, NOW // 1000, rated.recent[-size:])))
    total = sum(store.memory_usage(name, samples=0) or 0 for name in (*names, recent)) - without
    return total / HISTORY


def _person(handle: str) -> Person:
    return Person(
        secrets.token_bytes(32),
        base64.b32encode(secrets.token_bytes(10)).decode().lower(),
        handle,
        "Hanna Hopfen",
        "hop-3",
        NOW,
        NOW,
    )
