"""Measures quick play: its CPU next to creating a game and taking its open seat, and how long players wait who could meet."""

from __future__ import annotations

import asyncio
import random
import secrets
import time
from collections.abc import Sequence
from statistics import median, quantiles
from typing import Any

import msgspec
from msgspec import Struct

from bench.harness.client import ClientConnection, request
from bench.harness.documents import Body
from bench.harness.planned import KIND
from bench.harness.serving import Process, Stage, cpu
from taphouse.engine import GAMES

ROUNDS, PAIRS = 7, 60
"""The rounds, in which both ways take turns, and the pairs of players of each way in a round."""
CALLERS, A_SECOND = 10_000, 200
CONNECTIONS = 64
CLOCKS: Sequence[dict[str, Any]] = (
    {"clock": {"perMove": 60}},
    {"clock": {"perMove": 86_400}},
    {"clock": None},
    {"anyClock": True},
)
"""The terms of callers, each as likely as the others."""
_GAME = f"{{{GAMES[KIND].field}: {{}}}}"
_JOINED = "{ __typename ... on GameJoined { game { gameId } seat { seat } } ... on Problem { code message } }"
_QUICK = (
    "mutation ($key: String!, $clock: NewClockInput, $anyClock: Boolean! = false) { quickPlay("
    f"game: {_GAME}, maxSeats: 2, clock: $clock, anyClock: $anyClock, idempotencyKey: $key) {_JOINED} }}"
)
_CREATE = (
    f"mutation ($key: String!) {{ createGame(game: {_GAME}, seats: [{{kind: MINE}}, {{kind: OPEN}}], idempotencyKey: $key) "
    "{ __typename ... on GameCreated { game { gameId } seats { seat } } ... on Problem { code message } } }"
)
_JOIN = f"mutation ($key: String!, $game: ID!) {{ joinGame(gameId: $game, idempotencyKey: $key) {_JOINED} }}"


class Waiting(Struct, frozen=True):
    """A table while it waited."""

    terms: int
    """The index of its terms in `CLOCKS`."""
    since: float
    """The time when its player called."""
    until: float
    """The time when the other player was answered."""


def measure() -> dict[str, float]:
    """`quick.vs_create_and_join`, of the CPU of the service for two players who meet, and `quick.longest_unmet_s`.

    The second is the longest time for which two players waited who could have met, from the call of the later one. `quick.p50_ms`
    and `quick.p99_ms` are the times of answers under that load, and `quick.waiting` is the number of tables that wait at its end.
    """
    with Stage() as stage:
        service = stage.service("taphouse", "serve")
        return asyncio.run(_costs(service)) | asyncio.run(_waits(service))


async def _costs(service: Process) -> dict[str, float]:
    line = await ClientConnection.to(service.port)
    quick, usual = list[float](), list[float]()
    for number in range(ROUNDS + 1):
        begun = cpu(service.pid)
        for _ in range(PAIRS):
            (one, other) = [await _asked(line, {"query": _QUICK, "variables": {"key": _key()}}) for _ in range(2)]
            assert one["game"] == other["game"]
        between = cpu(service.pid)
        for _ in range(PAIRS):
            made = await _asked(line, {"query": _CREATE, "variables": {"key": _key()}})
            await _asked(line, {"query": _JOIN, "variables": {"key": _key(), "game": made["game"]["gameId"]}})
        if number:  # the first round warms the caches
            quick.append(between - begun)
            usual.append(cpu(service.pid) - between)
    line.close()
    return {
        "quick.ms_a_pair": median(quick) / PAIRS * 1e3,
        "quick.create_and_join_ms": median(usual) / PAIRS * 1e3,
        "quick.vs_create_and_join": median(one / other for one, other in zip(quick, usual, strict=True)),
    }


async def _waits(service: Process) -> dict[str, float]:
    rng, lines = random.Random(1), asyncio.Queue[ClientConnection]()
    for _ in range(CONNECTIONS):
        lines.put_nowait(await ClientConnection.to(service.port))
    opened, started, took = dict[str, tuple[int, float]](), dict[str, float](), list[float]()

    async def call(at: float) -> None:
        await asyncio.sleep(at - time.monotonic())
        terms, line = rng.randrange(len(CLOCKS)), await lines.get()
        joined = await _asked(line, {"query": _QUICK, "variables": {"key": _key(), **CLOCKS[terms]}})
        lines.put_nowait(line)
        game, now = joined["game"]["gameId"], time.monotonic()
        took.append(now - at)
        if joined["seat"]["seat"] == 1:
            opened[game] = terms, at
        else:
            started[game] = now

    begun = time.monotonic()
    await asyncio.gather(*[call(begun + number / A_SECOND) for number in range(CALLERS)])
    ended = time.monotonic()
    for _ in range(CONNECTIONS):
        lines.get_nowait().close()
    tables = [Waiting(terms, since, started.get(game, ended)) for game, (terms, since) in opened.items()]
    cuts = quantiles(took, n=100)
    return {
        "quick.p50_ms": cuts[49] * 1e3,
        "quick.p99_ms": cuts[98] * 1e3,
        "quick.longest_unmet_s": longest_unmet(tables),
        "quick.waiting": len(opened) - len(started),
    }


def longest_unmet(tables: Sequence[Waiting]) -> float:
    """The longest time for which two of these tables waited whose terms fit."""
    longest, there = 0.0, list[Waiting]()
    for table in sorted(tables, key=lambda one: one.since):
        there = [one for one in there if one.until > table.since]
        fitting = [
            one
            for one in there
            if one.terms == table.terms or "anyClock" in {**CLOCKS[one.terms], **CLOCKS[table.terms]}
        ]
        longest = max(longest, *(min(one.until, table.until) - table.since for one in fitting), 0.0)
        there.append(table)
    return longest


async def _asked(line: ClientConnection, body: Body) -> Any:
    (answer,) = msgspec.json.decode(await line.ask(request("/graphql", body)))["data"].values()
    assert "game" in answer, answer
    return answer


def _key() -> str:
    return secrets.token_urlsafe(16)
