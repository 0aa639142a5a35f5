"""Two instances behind a proxy are restarted in turn, while games are played through it: nobody notices who retries with keys."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import httpx
from msgspec import Struct
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.effort import BOUND, EFFORT
from tests.faults.draining_proxy import DrainingProxy
from tests.faults.instances import Instances
from tests.servers import valkey_server

PLAYERS = 3
MOVES = 3
"""The moves that each player has acknowledged between two restarts."""
CREATE = """mutation ($key: String) { createGame(game: {dankAndDraft: {}}, seats: [{kind: MINE}, {kind: MINE}],
  idempotencyKey: $key) { ... on GameCreated { game { gameId version } seats { token } } } }"""
SEE = """query ($game: ID!) { game(id: $game) { ... on Game { version status decision { seat }
  legalMoves(first: 1) { edges { node { input } } } } } }"""
PLAY = """mutation ($game: ID!, $move: MoveInput!, $key: String) {
  play(gameId: $game, moves: [$move], idempotencyKey: $key) {
    __typename ... on GameChanged { game { version } } ... on Problem { code message } } }"""
EVENTS = (
    "subscription ($game: ID!, $after: Int!) { events(gameId: $game, after: $after) { ... on LogEntry { version } } }"
)


class Played(Struct):
    """The versions that a player was told of a game that they play alone, and those of a follower."""

    game: str
    began: int
    """The version in which the first move was to be made."""
    acknowledged: list[int] = []
    followed: list[int] = []
    done: bool = False
    """True if there will be no more moves."""


def wrong(played: Played) -> Sequence[str]:
    """The faults of a game: each version after it began must be an acknowledged move, and be told once."""
    last, found = max(played.acknowledged, default=played.began), []
    if played.acknowledged != list(range(played.began + 1, last + 1)):
        found.append(f"acknowledged: {played.acknowledged}")
    if played.followed != list(range(1, last + 1)):
        found.append(f"followed: {played.followed}")
    return found


class Players:
    """Players who send what was not answered again, with the same key."""

    def __init__(self, proxy: DrainingProxy) -> None:
        self.proxy = proxy
        self.games: list[Played] = []
        self.retried, self.resumed = 0, 0
        """The number of requests that were sent again, and of streams that were opened again."""
        self.stop = asyncio.Event()
        self._moved = asyncio.Condition()
        self._moves = [0] * PLAYERS

    async def moved(self) -> None:
        """Return when each has made some moves from now on."""
        enough = [moves + MOVES for moves in self._moves]
        async with asyncio.timeout(BOUND * 2), self._moved:
            await self._moved.wait_for(lambda: all(a >= b for a, b in zip(self._moves, enough, strict=True)))

    async def ask(self, client: httpx.AsyncClient, query: str, token: str = "", **variables: Any) -> Any:
        """The value of the only root field. What fails in between is sent again, as it was."""
        headers = {"authorization": f"Bearer {token}"} if token else {}
        async with asyncio.timeout(BOUND):
            while True:
                try:
                    answer = await client.post(
                        "/graphql", json={"query": query, "variables": variables}, headers=headers
                    )
                except httpx.TransportError:
                    self.retried += 1
                    await asyncio.sleep(0.01)
                    continue
                if answer.status_code != 503:
                    break
                self.retried += 1
                await asyncio.sleep(0.01)
        body = answer.json()
        assert "errors" not in body, body
        return next(iter(body["data"].values()))

    async def play(self, number: int) -> None:
        """Play one game after another until told to stop."""
        url = f"http://127.0.0.1:{self.proxy.port}"
        async with httpx.AsyncClient(trust_env=False, base_url=url, timeout=BOUND) as client:
            while not self.stop.is_set():
                made = await self.ask(client, CREATE, key=secrets.token_urlsafe(24))
                played = Played(made["game"]["gameId"], made["game"]["version"])
                self.games.append(played)
                tokens = [seat["token"] for seat in made["seats"]]
                following = asyncio.create_task(self.follow(played))
                await self._play(client, number, played, tokens)
                played.done = True
                await following

    async def _play(self, client: httpx.AsyncClient, number: int, played: Played, tokens: list[str]) -> None:
        seat = 0
        while True:
            seen = await self.ask(client, SEE, tokens[seat], game=played.game)
            if seen["status"] != "RUNNING" or (self.stop.is_set() and played.acknowledged):
                return
            if seen["decision"]["seat"] != seat + 1:
                seat = seen["decision"]["seat"] - 1
                continue
            move = seen["legalMoves"]["edges"][0]["node"]["input"]
            key = secrets.token_urlsafe(24)
            changed = await self.ask(client, PLAY, tokens[seat], game=played.game, move=move, key=key)
            assert changed["__typename"] == "GameChanged", changed
            played.acknowledged.append(changed["game"]["version"])
            async with self._moved:
                self._moves[number] += 1
                self._moved.notify_all()

    async def follow(self, played: Played) -> None:
        """Follow a game over WebSockets, each from the version after the last, until all its moves were told."""
        url = f"ws://127.0.0.1:{self.proxy.port}/graphql"
        while True:
            try:
                async with connect(url, subprotocols=["graphql-transport-ws"], proxy=None) as line:
                    variables = {"game": played.game, "after": len(played.followed)}
                    asked = {"type": "subscribe", "id": "1", "payload": {"query": EVENTS, "variables": variables}}
                    await line.send('{"type": "connection_init"}')
                    await line.send(json.dumps(asked))
                    while await self._told(played, line):
                        pass
                    return
            except (ConnectionClosed, InvalidHandshake, OSError, EOFError):
                self.resumed += 1
                await asyncio.sleep(0.01)

    async def _told(self, played: Played, line: ClientConnection) -> bool:
        """Take the next message; whether there may be more."""
        if played.done and len(played.followed) >= max(played.acknowledged, default=played.began):
            return False
        try:
            async with asyncio.timeout(0.2):  # to look again whether the game is done
                told = json.loads(await line.recv())
        except TimeoutError:
            return True
        if told["type"] == "next":
            played.followed.append(told["payload"]["data"]["events"]["version"])
        return True


async def roll(folder: Path, rounds: int) -> Players:
    """Play through a proxy, restart each instance in turn, one drained and the other not, and return what the players saw."""
    with valkey_server(folder) as url:
        given = {"REDIS_URL": url, "SIGNING_KEY": "k" * 40, "STOP_TIMEOUT": "3", "LOG_LEVEL": "warning"}
        off = {"RATE_TOKEN": "0", "RATE_ADDRESS": "0", "WS_MESSAGES": "0", "CONNECTIONS_PER_ADDRESS": "0"}
        with Instances({f"TAPHOUSE_{name}": value for name, value in (given | off).items()}) as instances:
            running = [instances.start() for _ in range(2)]
            async with DrainingProxy([port for port, _ in running]) as proxy, asyncio.TaskGroup() as group:
                players = Players(proxy)
                playing = [group.create_task(players.play(number)) for number in range(PLAYERS)]
                await players.moved()
                for turn in range(2 * rounds):
                    port, pid = running[turn % 2]
                    drained = turn % 2 == 0
                    if drained:
                        proxy.ports.remove(port)
                    assert await asyncio.to_thread(instances.stop, pid) == 0
                    if not drained:  # until now, it refused connections, and the proxy tried the other one
                        proxy.ports.remove(port)
                    await players.moved()
                    running[turn % 2] = await asyncio.to_thread(instances.start)
                    proxy.ports.append(running[turn % 2][0])
                    await players.moved()
                players.stop.set()
                await asyncio.gather(*playing)
    return players


async def test_no_request_that_is_retried_with_its_key_fails_and_streams_resume(tmp_path: Path) -> None:
    players = await roll(tmp_path, EFFORT)
    assert len(players.games) >= PLAYERS
    assert [found for played in players.games for found in wrong(played)] == []
    assert players.resumed >= PLAYERS, "each instance ended its streams"


def test_a_lost_move_and_one_that_was_made_twice_are_found() -> None:
    assert not wrong(Played("g", 1, [2, 3, 4], [1, 2, 3, 4]))
    assert wrong(Played("g", 1, [2, 4], [1, 2, 3, 4]))
    assert wrong(Played("g", 1, [2, 3, 3], [1, 2, 3]))
    assert wrong(Played("g", 1, [2, 3], [1, 2]))
    assert wrong(Played("g", 1, [2, 3], [1, 2, 2, 3]))
