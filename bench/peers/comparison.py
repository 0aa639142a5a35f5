"""Compares a typed move of Dank & Draft on the service with the same work at the peers, in turns."""

from __future__ import annotations

import datetime
from itertools import cycle, islice
from statistics import fmean, median
from typing import Any

import uvloop

from bench.harness.client import ClientConnection
from bench.harness.planned import Planned, plans
from bench.harness.serving import Stage
from bench.moves import turns
from bench.moves.turns import Contestant, Turns, cpu_ratios, take
from bench.moves.ways import TYPED, Way, changed
from bench.peers import picture, servers
from taphouse.service.store import layout

OURS = "peers.taphouse"
WARM_UP = 12
"""Turns before the rounds. Node compiles functions until it has answered some 4,000 requests; CPU falls to a third meanwhile."""


def measure() -> dict[str, float]:
    """All figures of the peers, medians of several runs; they are also drawn in docs/pictures/peers.svg.

    `peers.<peer>` and `peers.taphouse` have what `moves.<way>` has, and `peers.fields` and `peers.taphouse.fields` the fields of
    an answer. `peers.cpu_vs_<peer>` compares the CPU of a move, and `peers.rate_vs_<peer>` moves per second.

    Raises:
        Skipped: The peers cannot run.
    """
    node = servers.install()
    figures = turns.medians(lambda: _run(node))
    picture.draw(figures, datetime.datetime.now(datetime.UTC).date())
    return figures


def _run(node: str) -> dict[str, float]:
    with Stage() as stage:
        ours = Contestant(OURS, stage, stage.service("taphouse", "serve"), TYPED)
        values, fields = uvloop.run(_look(ours))
        peers = [_peer(stage, node, peer, values) for peer in servers.PEERS]
        played = uvloop.run(turns.rounds([ours, *peers], turns.ROUNDS))
    sizes = {f"{OURS}.fields": fields, "peers.fields": float(_leaves(values.table))}
    return {**turns.figures(played), **sizes, **_ratios(played)}


async def _look(ours: Contestant) -> tuple[servers.PeerValues, float]:
    """Return a table of medium size with the mean sizes of what is stored, and the mean of the fields of a table."""
    planned = list(islice(plans(TYPED.kind, turns.MOVES), turns.CONNECTIONS))
    tables = [changed(answer)["game"]["table"] for answer in (await take(ours, planned))[1]]
    mean = fmean(map(_leaves, tables))
    table = max((table for table in tables if _leaves(table) <= mean), key=_leaves)
    store: Any = ours.stage.redis()  # whose commands are loosely typed
    records = [layout.record(store.hmget(key, layout.FIELDS)) for key in store.keys("th:{*}")]
    setups = [len(record.setup) for record in records if record]
    snapshots = [len(record.snapshot) for record in records if record]
    return servers.PeerValues(table, round(fmean(setups)), round(fmean(snapshots))), mean


def _peer(stage: Stage, node: str, peer: str, values: servers.PeerValues) -> Contestant:
    """A peer with a game for each connection."""
    games = [f"{peer}-{number}" for number in range(turns.CONNECTIONS)]
    servers.write(stage, games, values)
    requests = cycle([servers.drafts(game, turns.MOVES) for game in games])

    async def prepare(_: ClientConnection, __: Planned) -> list[bytes]:
        return next(requests)

    return Contestant(f"peers.{peer}", stage, servers.start(stage, node, peer), Way(peer, TYPED.kind, prepare), WARM_UP)


def _ratios(played: Turns) -> dict[str, float]:
    found = {}
    for peer in servers.PEERS:
        pairs = zip(played[OURS], played[f"peers.{peer}"], strict=True)
        found[f"peers.rate_vs_{peer}"] = median(theirs.seconds / ours.seconds for ours, theirs in pairs)
        found[f"peers.cpu_vs_{peer}"] = median(cpu_ratios(played, OURS, f"peers.{peer}"))
    return found


def _leaves(value: Any) -> int:
    """The number of fields of an answer that hold no others."""
    if isinstance(value, dict):
        return sum(map(_leaves, value.values()))
    return sum(map(_leaves, value)) if isinstance(value, list) else 1
