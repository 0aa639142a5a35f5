"""Moves over HTTP: each way to make one, in turns with a route without guards, and how long they take under load."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from statistics import median

import uvloop

from bench.harness.planned import plans
from bench.harness.serving import Stage
from bench.moves import latency, turns
from bench.moves.turns import Contestant, cpu_ratios, take
from bench.moves.ways import ALIKE, PLAY, QUERY, REST, SHARED, TYPED, UNCHANGED, UNGUARDED, WAYS, WHOLE, changed

RATIOS = {
    "graphql.cpu_vs_unguarded": (TYPED, UNGUARDED),
    "graphql.cpu_at_one_address": (SHARED, TYPED),
    "graphql.cpu_of_rest": (REST, WHOLE),
    "looks.query_vs_move": (QUERY, PLAY),
    "looks.unchanged_vs_move": (UNCHANGED, PLAY),
}


def measure() -> dict[str, float]:
    """All figures of moves, medians of several runs.

    `moves.<way>` has requests per second, microseconds of CPU of the server and of the store per request, and the bytes of the
    store's traffic. The ratios are of CPU: `graphql.cpu_vs_unguarded` compares a typed move with one on the route of
    `bench.unguarded`, `graphql.cpu_at_one_address` typed moves of clients that share an address with those of others,
    `graphql.cpu_of_rest` a move by REST with one by GraphQL that has the same answer, `looks.*` a query of the whole table,
    and an unchanged game by REST, with a move as an input.
    """
    return turns.medians(_run)


def _run() -> dict[str, float]:
    with Stage() as stage:
        service = stage.service("bench.unguarded")
        contestants = {way.name: Contestant(f"moves.{way.name}", stage, service, way) for way in WAYS}
        uvloop.run(_check([contestants[way.name] for way in ALIKE]))
        played = uvloop.run(turns.rounds(list(contestants.values()), turns.ROUNDS))
    ratios = {
        name: median(cpu_ratios(played, f"moves.{way.name}", f"moves.{other.name}"))
        for name, (way, other) in RATIOS.items()
    }
    with Stage() as stage:  # a store that holds no other games
        latencies = uvloop.run(latency.measure(stage.service("bench.unguarded")))
    return {**turns.figures(played), **ratios, **latencies}


async def _check(alike: Sequence[Contestant]) -> None:
    """Check that ways to make the same moves answer alike."""
    planned = list(islice(plans(TYPED.kind, turns.MOVES), turns.CONNECTIONS))
    answers = [[changed(answer) for answer in (await take(each, planned))[1]] for each in alike]
    for each, answered in zip(alike, answers, strict=True):
        if answered != answers[0]:
            raise AssertionError(f"The answers of {each.name} and {alike[0].name} differ.")
