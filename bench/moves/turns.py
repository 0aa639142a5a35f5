"""Measures each way to make a move, and the peers, in turns: a round lets each serve once, over the same number of connections.

Load on the machine affects all of a round alike, so a ratio is the median of the ratios within the rounds.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from itertools import islice
from statistics import fmean, median
from time import perf_counter
from typing import Any

from msgspec import Struct

from bench.harness.client import OK, ClientConnection
from bench.harness.planned import Planned, plans
from bench.harness.serving import Process, Stage, cpu
from bench.moves.ways import (
    ALIKE,
    BARE,
    CHANGED,
    PLAY,
    QUERY,
    REST,
    TYPED,
    UNCHANGED,
    UNGUARDED,
    WAYS,
    WHOLE,
    Way,
    changed,
)
from bench.peers import servers
from taphouse.service.store import layout

CONNECTIONS = 12
"""Games played at once, each over its own connection."""
MOVES = 40
"""Requests per connection and round."""
ROUNDS = 5
CLOSE_ROUNDS = 4
"""More rounds for moves as inputs, and for what is compared with them and comes close to its goal."""
WARM_UP, PEERS_WARM_UP = 2, 12
"""Turns before the rounds. Node compiles functions until it has answered some 4,000 requests; CPU falls to a third meanwhile."""

Requests = list[list[bytes]]
"""One list per connection."""


class Contestant(Struct, frozen=True):
    """A contestant of the rounds."""

    name: str
    """The prefix of its figures' names."""
    process: Process
    prepare: Callable[[Sequence[ClientConnection]], Awaitable[Requests]]
    warm_up: int
    status: int = OK
    contains: bytes = CHANGED


class Turn(Struct, frozen=True):
    """The use of one contestant in one round, per request."""

    seconds: float
    cpu: float
    """Seconds of CPU of the server process."""
    store_cpu: float
    store_bytes: float
    """The bytes that the store received and sent."""


class Rounds:
    """The rounds, over one service and its store."""

    def __init__(self, stage: Stage, service: Process, node: str | None) -> None:
        self._stage, self._service, self._node = stage, service, node
        self._store: Any = stage.redis()  # whose commands are loosely typed
        self._plans = {kind: plans(kind, MOVES) for kind in {way.kind for way in WAYS}}
        self._planned: Mapping[str, Sequence[Planned]] = {}

    async def run(self) -> dict[str, float]:
        """Play all rounds, and return the figures."""
        position, fields = await self._look()
        contestants = [*map(self._way, WAYS), *self._peers(position)]
        turns: dict[str, list[Turn]] = {each.name: [] for each in contestants}
        for each in contestants:
            for _ in range(each.warm_up):
                await self._turn(each)
        for number in range(ROUNDS):
            self._plan()
            first = number * len(contestants) // ROUNDS  # each begins a round at most once: the first finds cold caches
            for each in contestants[first:] + contestants[:first]:
                turn, _ = await self._turn(each)
                turns[each.name].append(turn)
        for _ in range(CLOSE_ROUNDS):
            self._plan()
            for way in (PLAY, BARE, UNGUARDED, UNCHANGED):
                turn, _ = await self._turn(self._way(way))
                turns[f"moves.{way.name}"].append(turn)
        return {**_figures(turns), "moves.typed.fields": fields, **_peers_figures(turns, _leaves(position.table))}

    async def _look(self) -> tuple[servers.PeerValues, float]:
        """Check that all ways answer alike; return a table of medium size with the sizes of what is stored, and its fields."""
        self._plan()
        answers = {way.name: [changed(one) for one in (await self._turn(self._way(way)))[1]] for way in ALIKE}
        for name, answered in answers.items():
            if answered != answers[BARE.name]:
                raise AssertionError(f"The answers of {name} and {BARE.name} differ.")
        tables = [answer["game"]["table"] for answer in answers[TYPED.name]]
        mean = fmean(map(_leaves, tables))
        table = max((table for table in tables if _leaves(table) <= mean), key=_leaves)
        records = [layout.record(self._store.hmget(key, layout.FIELDS)) for key in self._store.keys("th:{*}")]
        setups = [len(record.setup) for record in records if record]
        snapshots = [len(record.snapshot) for record in records if record]
        return servers.PeerValues(table, round(fmean(setups)), round(fmean(snapshots))), mean

    def _plan(self) -> None:
        """Choose the games of the next round; ways of the same kind play the same."""
        self._planned = {kind: list(islice(endless, CONNECTIONS)) for kind, endless in self._plans.items()}

    def _way(self, way: Way) -> Contestant:
        async def prepare(lines: Sequence[ClientConnection]) -> Requests:
            pairs = zip(lines, self._planned[way.kind], strict=True)
            return await asyncio.gather(*(way.prepare(line, plan) for line, plan in pairs))

        return Contestant(f"moves.{way.name}", self._service, prepare, WARM_UP, way.status, way.contains)

    def _peers(self, position: servers.PeerValues) -> Iterator[Contestant]:
        if self._node is None:
            return
        games = {peer: [f"{peer}-{number}" for number in range(CONNECTIONS)] for peer in servers.PEERS}
        servers.write(self._stage, (game for each in games.values() for game in each), position)
        for peer, own in games.items():
            requests = [servers.drafts(game, MOVES) for game in own]
            process = servers.start(self._stage, self._node, peer)
            yield Contestant(f"peers.{peer}", process, _ready(requests), PEERS_WARM_UP)

    async def _turn(self, each: Contestant) -> tuple[Turn, list[bytes]]:
        """Let one contestant serve; return what it took and all answers."""
        # New ones each time: Node closes idle connections.
        lines = [await ClientConnection.to(each.process.port) for _ in range(CONNECTIONS)]
        requests = await each.prepare(lines)
        count = sum(map(len, requests))
        before = self._clocks(each)
        played = await asyncio.gather(
            *(line.ask_all(own, each.status) for line, own in zip(lines, requests, strict=True))
        )
        took = [now - then for now, then in zip(self._clocks(each), before, strict=True)]
        for line in lines:
            line.close()
        answers = [answer for own in played for answer in own]
        for answer in answers:
            if each.contains not in answer:
                raise AssertionError(f"{each.name} answered {answer.decode()}")
        return Turn(*(total / count for total in took)), answers

    def _clocks(self, each: Contestant) -> tuple[float, float, float, int]:
        """The fields of `Turn`, counted from some beginning."""
        stats = self._store.info("stats")
        carried = int(stats["total_net_input_bytes"]) + int(stats["total_net_output_bytes"])
        return perf_counter(), cpu(each.process.pid), cpu(self._stage.store_pid), carried


def _ready(requests: Requests) -> Callable[[Sequence[ClientConnection]], Awaitable[Requests]]:
    async def prepare(_: Sequence[ClientConnection]) -> Requests:
        return requests

    return prepare


def _figures(turns: Mapping[str, Sequence[Turn]]) -> dict[str, float]:
    """The figures of each contestant, and the ratios of GraphQL to the bare routes and to REST, and of looks to moves."""
    figures: dict[str, float] = {}
    for name, own in turns.items():
        figures[f"{name}.per_second"] = median(1 / turn.seconds for turn in own)
        figures[f"{name}.cpu_us"] = median(turn.cpu for turn in own) * 1e6
        figures[f"{name}.store_cpu_us"] = median(turn.store_cpu for turn in own) * 1e6
        figures[f"{name}.store_bytes"] = median(turn.store_bytes for turn in own)
    play = turns[f"moves.{PLAY.name}"]
    for way in (BARE, UNGUARDED):
        pairs = list(zip(play, turns[f"moves.{way.name}"], strict=True))
        figures[f"graphql.vs_{way.name}"] = median(theirs.seconds / ours.seconds for ours, theirs in pairs)
        figures[f"graphql.cpu_vs_{way.name}"] = median(ours.cpu / theirs.cpu for ours, theirs in pairs)
    for name, way, other in (
        ("graphql.cpu_of_rest", REST, WHOLE),
        ("looks.query_vs_move", QUERY, PLAY),
        ("looks.unchanged_vs_move", UNCHANGED, PLAY),
    ):
        rounds = zip(turns[f"moves.{way.name}"], turns[f"moves.{other.name}"], strict=False)  # some have more of them
        figures[name] = median(ours.cpu / theirs.cpu for ours, theirs in rounds)
    return figures


def _peers_figures(turns: Mapping[str, Sequence[Turn]], fields: int) -> dict[str, float]:
    """The ratios of a typed move of the service to the peers; nothing without them."""
    figures: dict[str, float] = {}
    ours = turns[f"moves.{TYPED.name}"]
    for peer in servers.PEERS:
        pairs = list(zip(ours, turns.get(f"peers.{peer}", ()), strict=False))
        if pairs:
            figures[f"peers.rate_vs_{peer}"] = median(theirs.seconds / own.seconds for own, theirs in pairs)
            figures[f"peers.cpu_vs_{peer}"] = median(own.cpu / theirs.cpu for own, theirs in pairs)
            figures["peers.fields"] = fields
    return figures


def _leaves(value: Any) -> int:
    """The number of fields of an answer that hold no others."""
    if isinstance(value, dict):
        return sum(map(_leaves, value.values()))
    return sum(map(_leaves, value)) if isinstance(value, list) else 1
