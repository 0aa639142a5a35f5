"""The cost of a move at the store: the CPU of this process for a load and a commit (decision record 19).

The load looks up an idempotency key and takes from two buckets, as the service does. Each caller plays its own game, one move
after the other. The baseline sends the same commands through redis-py and makes the same values of the replies. It leaves out
what the store promises: timeouts, bounds, and commits that go on without their callers.
"""

from __future__ import annotations

import asyncio
import secrets
import tempfile
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from statistics import median
from time import process_time

import uvloop
from redis.asyncio import Redis

from taphouse.service.store import layout
from taphouse.service.store.embedded import Embedded
from taphouse.service.store.protocol import Commit, Committed, Key, Loaded, Result, StoredEntry, StoredGame, Take
from taphouse.service.store.redis import RedisStore
from taphouse.service.store.scripts import COMMIT, TAKE

CALLERS = (1, 16, 64)
ROUNDS = 5
MOVES = 640
"""In a round, by all callers together."""
TEXT = bytes(range(256)) * 16
NO_ERA = b""
"""The last field of a commit's reply at a server that never had a replica."""
TAKES = (Take("token", 1, 10**9, 1000.0), Take("address", 1, 10**9, 1000.0))
EXPIRES = 86_400_000

Load = Callable[[str, Key], Awaitable[Loaded]]
Save = Callable[[Commit], Awaitable[Result]]


class _RedisPy:
    """The baseline."""

    def __init__(self, client: Redis) -> None:
        self._client = client

    async def load(self, game: str, key: Key) -> Loaded:
        pipe = self._client.pipeline(transaction=False)
        pipe.execute_command("HMGET", layout.game_key(game), *layout.FIELDS, layout.used_field(key))
        pipe.execute_command("EVALSHA", TAKE.digest, *layout.taking(TAKES))
        fields, taken = await pipe.execute()
        return Loaded(layout.record(fields), layout.earlier(fields[-1], key), tuple(layout.taken(taken)))

    async def commit(self, commit: Commit) -> Result:
        keys, given = layout.keys(commit), (*layout.arguments(commit), NO_ERA)
        return layout.result(await self._client.execute_command("EVALSHA", COMMIT.digest, len(keys), *keys, *given))  # type: ignore[no-untyped-call]


def measure() -> dict[str, float]:
    """`store.us_16`, microseconds for a move with 16 callers, and `store.vs_redis_py_16`, how many times that redis-py takes."""
    with tempfile.TemporaryDirectory() as folder, Embedded(Path(folder) / "data") as server:
        return uvloop.run(_measure(server.url))


async def _measure(url: str) -> dict[str, float]:
    store = RedisStore.connect(url, timeout=20.0)
    figures = {}
    async with AsyncExitStack() as stack, Redis.from_url(url, protocol=2) as client:
        stack.push_async_callback(store.close)
        lean = _RedisPy(client)

        async def load(game: str, key: Key) -> Loaded:
            return await store.load(game, key, TAKES)

        ways: list[tuple[Load, Save]] = [(load, store.commit), (lean.load, lean.commit)]
        for callers in CALLERS:
            for way in ways:
                await _microseconds(callers, *way)  # opens the connections, and sends the scripts
            rounds = [[await _microseconds(callers, *way) for way in ways] for _ in range(ROUNDS)]
            figures[f"store.us_{callers}"] = median(ours for ours, _ in rounds)
            figures[f"store.vs_redis_py_{callers}"] = median(theirs / ours for ours, theirs in rounds)
    return figures


async def _microseconds(callers: int, load: Load, save: Save) -> float:
    moves = max(1, MOVES // callers)

    async def play() -> None:
        game = secrets.token_hex(8)
        for version in range(moves):
            key = Key("seat:1", str(version), "digest")
            assert (await load(game, key)).earlier is None
            record = StoredGame(version + 1, "dank-and-draft", "RUNNING", 1, 1, TEXT, TEXT)
            entries = (StoredEntry(version + 1, 1, "seat:1", TEXT[:256]),)
            saved = await save(Commit(game, version, record, entries, key, EXPIRES))
            assert isinstance(saved, Committed)

    begun = process_time()
    await asyncio.gather(*(play() for _ in range(callers)))
    return (process_time() - begun) / callers / moves * 1e6


if __name__ == "__main__":
    print(measure())
