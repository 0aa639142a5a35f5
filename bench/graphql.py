"""Measures a move over GraphQL: Dank & Draft with the whole table selected, through the real server and store.

The baseline is `bench.bare`, a route that does the same load, engine call and commit, and returns the same JSON. One process
serves both. Two games with the same seed and moves are played, one each way, alternately in short rounds, so that load on the
machine affects both alike; the result is the median of the rounds' ratios.
"""

from __future__ import annotations

import asyncio
import os
import random
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import count, islice
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import msgspec
import uvloop
from graphql import (
    GraphQLNamedType,
    GraphQLObjectType,
    GraphQLUnionType,
    get_named_type,
    is_leaf_type,
)
from msgspec import Struct

from bench.bare import FIELD, KIND
from taphouse.engine import GAMES
from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.editions import packaged
from taphouse.engine.game import Move
from taphouse.schema.game_view import as_input
from taphouse.schema.graphql.build import Api
from taphouse.service.runtime.settings import variable
from taphouse.service.store.child_processes import leashed
from taphouse.service.store.embedded import Embedded

CONNECTIONS = 6
"""The games played at once, each over its own connection."""
ROUNDS = 20
PATIENCE = 30.0
"""Seconds after which no further round begins."""
MOVES = 40
"""Moves per game and round."""
WARM_UP = 2
"""Rounds that do not count, to compile documents and open connections."""
_MOST = str(10**9)
UNREACHED = {
    **{variable(f"rate_{whose}{what}"): _MOST for whose in ("token", "address") for what in ("", "_burst")},
    variable("connections_per_address"): "0",
    variable("ws_messages"): "0",
}
"""Rate limits that are checked as usual, but never reached."""

_CREATE = (
    "mutation ($seed: String) { createGame(seed: $seed, game: {dankAndDraft: {}}, seats: [{kind: MINE}, {kind: MINE}]) "
    "{ ... on GameCreated { game { id } seats { token } } } }"
)


class Planned(Struct, frozen=True):
    """A game simulated from its seed before it is played: the seat and the move of each version."""

    seed: str
    moves: tuple[tuple[int, Move], ...]


def measure() -> dict[str, float]:
    """`graphql.vs_bare` (throughput relative to the bare route), and microseconds per move both ways.

    On Linux also the microseconds of CPU that the server takes for a move, which a busy machine changes less.
    """
    with _served() as (port, server):
        return uvloop.run(_measure(port, server))


async def _measure(port: int, server: int) -> dict[str, float]:
    lines = [await _Line.to(port) for _ in range(CONNECTIONS)]
    plans = _plans()
    rounds: list[dict[str, float]] = []
    cpu: dict[str, list[float]] = {"graphql": [], "bare": []}
    begun = perf_counter()
    for number in range(WARM_UP + ROUNDS):
        if rounds and perf_counter() - begun > PATIENCE:
            break
        planned = list(islice(plans, CONNECTIONS))
        api = [await _prepared(line, plan, _by_api) for line, plan in zip(lines, planned, strict=True)]
        bare = [await _prepared(line, plan, _by_bare) for line, plan in zip(lines, planned, strict=True)]
        seconds: dict[str, float] = {}
        answers: dict[str, list[bytes]] = {}
        ways = [("graphql", api), ("bare", bare)]
        for way, requests in ways if number % 2 else reversed(ways):
            start, cpu_before = perf_counter(), _cpu(server)
            played = await asyncio.gather(*(line.ask_all(each) for line, each in zip(lines, requests, strict=True)))
            seconds[way] = (perf_counter() - start) / (CONNECTIONS * MOVES)
            cpu[way].append((_cpu(server) - cpu_before) / (CONNECTIONS * MOVES))
            answers[way] = [answer for each in played for answer in each]
        if number < WARM_UP:
            _compare(answers["graphql"], answers["bare"])
        else:
            rounds.append(seconds)
    for line in lines:
        line.close()
    return {
        "graphql.vs_bare": median(each["bare"] / each["graphql"] for each in rounds),
        "graphql.us_per_move": median(each["graphql"] for each in rounds) * 1e6,
        "bare.us_per_move": median(each["bare"] for each in rounds) * 1e6,
        **{f"{way}.cpu_us_per_move": median(each[WARM_UP:]) * 1e6 for way, each in cpu.items() if any(each)},
    }


def _cpu(process: int) -> float:
    """The seconds of CPU that a process has taken; 0 where the kernel does not tell."""
    threads = Path(f"/proc/{process}/task").glob("*/schedstat")
    return sum(int(thread.read_text().split()[0]) for thread in threads) / 1e9


def _compare(api: Sequence[bytes], bare: Sequence[bytes]) -> None:
    """Check that both games gave the same answers."""
    for ours, theirs in zip(api, bare, strict=True):
        decoded = msgspec.json.decode(ours)
        decoded.pop("extensions", None)  # the cost
        if decoded != msgspec.json.decode(theirs) or not decoded["data"][FIELD]["game"]["table"]:
            raise AssertionError(f"The two answers differ:\n{ours.decode()}\n{theirs.decode()}")


def _plans() -> Iterator[Planned]:
    """Games of two players with random moves, each as long as a round."""
    game, rng = GAMES[KIND], random.Random(1)
    rules = game.rules(packaged(game.edition, game.about.package)[0])
    for number in count():
        seed = f"bench {number}"
        chance = Chance(seed_from(seed))
        state = rules.new(game.about.options(), 2, chance)
        moves: list[tuple[int, Move]] = []
        while len(moves) < MOVES and (decision := rules.decision(state)) is not None:
            move = rng.choice(list(rules.moves(state)))
            moves.append((decision.seat, move))
            state = rules.apply(state, move, chance).state
        if len(moves) == MOVES:  # skip games that end too soon
            yield Planned(seed, tuple(moves))


async def _prepared(line: _Line, plan: Planned, write: Callable[[str, str, Move], bytes]) -> list[bytes]:
    """Create a planned game, and return the requests that play it."""
    answer = await line.ask(_request("/graphql", {"query": _CREATE, "variables": {"seed": plan.seed}}))
    created = msgspec.json.decode(answer)["data"]["createGame"]
    tokens = [seat["token"] for seat in created["seats"]]
    return [write(created["game"]["id"], tokens[seat - 1], move) for seat, move in plan.moves]


def _by_api(game: str, token: str, move: Move) -> bytes:
    return _request("/graphql", {"query": QUERY, "variables": {"game": game, "moves": [as_input(move)]}}, token)


def _by_bare(game: str, token: str, move: Move) -> bytes:
    return _request("/bare", {"game": game, "move": move}, token)


def _request(path: str, body: Any, token: str = "") -> bytes:
    encoded = msgspec.json.encode(body)
    head = [f"POST {path} HTTP/1.1", "host: 127.0.0.1", "content-type: application/json", "accept: application/json"]
    head += [f"content-length: {len(encoded)}"] + ([f"authorization: Bearer {token}"] if token else [])
    return "\r\n".join(head).encode() + b"\r\n\r\n" + encoded


def _query() -> str:
    """The mutation, with everything of the table selected."""
    schema = Api(GAMES).schema._schema
    game = GAMES[KIND].about.name
    table = _whole(schema.type_map[f"{game}Table"])
    return (
        f"mutation ($game: ID!, $moves: [{game}MoveInput!]!) {{ {FIELD}(gameId: $game, moves: $moves) {{ __typename "
        f"... on GameChanged {{ game {{ version ... on {game}Game {{ table {table} }} }} }} "
        "... on Problem { code message } } }"
    )


def _whole(type_: GraphQLNamedType) -> str:
    """A selection of everything of a type."""
    if is_leaf_type(type_):
        return ""
    if isinstance(type_, GraphQLUnionType):
        return "{ " + " ".join(f"... on {member.name} {_whole(member)}" for member in type_.types) + " }"
    assert isinstance(type_, GraphQLObjectType)
    return "{ " + " ".join(f"{name} {_whole(get_named_type(f.type))}" for name, f in type_.fields.items()) + " }"


QUERY = _query()


class _Line:
    """A minimal HTTP/1.1 client on one connection, so that the client does not affect the measurement."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    @classmethod
    async def to(cls, port: int) -> _Line:
        return cls(*await asyncio.open_connection("127.0.0.1", port))

    async def ask(self, request: bytes) -> bytes:
        """Send a request, and return the body of the answer."""
        self._writer.write(request)
        head = (await self._reader.readuntil(b"\r\n\r\n")).lower()
        size = int(head.partition(b"content-length:")[2].partition(b"\r\n")[0])
        body = await self._reader.readexactly(size)
        if not head.startswith(b"http/1.1 200"):
            raise AssertionError(head.decode() + body.decode())
        return body

    async def ask_all(self, requests: Sequence[bytes]) -> list[bytes]:
        """Send requests one after another, since each move depends on the one before."""
        return [await self.ask(request) for request in requests]

    def close(self) -> None:
        self._writer.close()


@contextmanager
def _served() -> Iterator[tuple[int, int]]:
    """Run an embedded store and one server process, and yield its port and its process id."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        store = stack.enter_context(Embedded(folder / "data"))
        listening = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        log = stack.enter_context((folder / "log").open("w"))
        environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith(variable(""))},
            variable("redis_url"): store.url,
            variable("signing_key"): store.signing_key(),
            **UNREACHED,
        }
        command = [sys.executable, "-m", "bench.bare", str(listening.fileno())]
        server = subprocess.Popen(
            leashed(command), env=environment, pass_fds=[listening.fileno()], stdout=log, stderr=log
        )
        try:
            yield int(listening.getsockname()[1]), server.pid
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    print(measure())
