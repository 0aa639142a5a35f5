"""A game that is played over HTTP, and those who follow it in every way."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from datetime import datetime

import httpx
import msgspec
import websockets
from websockets.asyncio.client import connect
from websockets.typing import Subprotocol

from taphouse.schema.values.versions import mark_of, marked
from tests.api.client import CASK, MINE, Json, in_notation, new_key, seats_of
from tests.effort import BOUND
from tests.live.build import until

ENTRY = "version at seat notation automatic"
EVENTS = f"""subscription ($id: ID!, $after: Int!, $epoch: String) {{
  events(gameId: $id, after: $after, epoch: $epoch) {{
    ... on LogEntry {{ {ENTRY} epoch }} ... on Problem {{ code }} ... on VersionNotFound {{ version }}
  }}
}}"""
CREATE = """mutation ($game: NewGameInput!, $seats: [SeatInput!]!) {
  createGame(game: $game, seats: $seats) { ... on GameCreated { game { gameId } seats { token } } }
}"""
PLAY = """mutation ($id: ID!, $moves: [MoveInput!]!, $key: String) {
  play(gameId: $id, moves: $moves, idempotencyKey: $key) { __typename }
}"""
LOST = (httpx.TransportError, OSError, websockets.WebSocketException)
"""Ways in which a connection is lost."""
TURNS = 30
PAUSE = 0.02
"""Seconds between two tries, where there was no connection."""


class Away(Exception):
    """The service said that it cannot tell anything now."""


class Game:
    """A game of passes, played through any of some instances, each move until it is made."""

    def __init__(self, http: httpx.AsyncClient, urls: Sequence[str], id_: str, tokens: Sequence[str]) -> None:
        self.http, self.urls, self.id, self.tokens = http, list(urls), id_, tokens
        self.made = 0

    @classmethod
    async def new(cls, http: httpx.AsyncClient, *urls: str) -> Game:
        variables = {"game": {CASK: {"turnCap": TURNS}}, "seats": seats_of([MINE, MINE])}
        answer = await http.post(f"{urls[0]}/graphql", json={"query": CREATE, "variables": variables})
        made = answer.json()["data"]["createGame"]
        return cls(http, urls, made["game"]["gameId"], [seat["token"] for seat in made["seats"]])

    async def play(self, moves: int) -> None:
        for _ in range(moves):
            key, headers = new_key(), {"authorization": f"Bearer {self.tokens[self.made % 2]}"}
            body = {"query": PLAY, "variables": {"id": self.id, "moves": in_notation("pass"), "key": key}}
            async with asyncio.timeout(BOUND):
                for number in range(self.made, 1_000_000):
                    with suppress(*LOST):
                        url = self.urls[number % len(self.urls)]
                        answer = await self.http.post(f"{url}/graphql", json=body, headers=headers)
                        if answer.status_code == 200:
                            break
                    await asyncio.sleep(PAUSE)
            assert answer.json() == {"data": {"play": {"__typename": "GameChanged"}}}
            self.made += 1

    async def finish(self) -> None:
        await self.play(TURNS - self.made)

    async def log(self) -> list[Json]:
        answer = await self.http.get(f"{self.urls[-1]}/v1/games/{self.id}/events?first=500")
        page: Json = answer.json()
        assert page["ended"]
        assert [entry["version"] for entry in page["entries"]] == list(range(1, TURNS + 3))
        return [comparable(entry) for entry in page["entries"]]


def comparable(entry: Json) -> Json:
    """The part of a version that GraphQL and REST both give; they write a time in different ways."""
    return {name: entry[name] for name in ENTRY.split()} | {"at": datetime.fromisoformat(entry["at"])}


class Watcher:
    """Follows a game to its end; when the connection is lost it goes on after what it has.

    It asks `bases` in turn, after the version that it has and with the epoch of that. It keeps all entries that come, until it
    learns that the store has lost some of them.
    """

    def __init__(
        self, http: httpx.AsyncClient, game: Game, bases: Sequence[str], before: Watcher | None = None
    ) -> None:
        self.http, self.id, self.bases = http, game.id, bases
        self.log: list[Json] = [] if before is None else before.log[:]
        self.epochs: list[str | None] = [] if before is None else before.epochs[:]
        self.connections, self.lost = 0, list[int]()
        self.task = asyncio.create_task(self._follow())

    async def _follow(self) -> None:
        for base in itertools.cycle(self.bases):
            try:
                await self.connected(base)
                return
            except (*LOST, Away):
                await asyncio.sleep(PAUSE)

    async def connected(self, base: str) -> None:
        """Be told what follows, over one connection; return when the stream is complete."""
        raise NotImplementedError

    @property
    def last(self) -> int:
        return self.log[-1]["version"] if self.log else 0

    @property
    def epoch(self) -> str | None:
        return self.epochs[-1] if self.epochs else None

    @property
    def mark(self) -> str:
        return marked(self.last, self.epoch)

    def take(self, entry: Json) -> None:
        if "code" in entry:
            self.go_back(entry)
        self.log.append(comparable(entry))
        self.epochs.append(entry["epoch"])

    def go_back(self, problem: Json) -> None:
        """Drop what the store has lost, and connect again."""
        assert problem["code"] == "VERSION_NOT_FOUND", problem
        assert problem["version"] < self.last
        self.lost.append(self.last)
        del self.log[problem["version"] :], self.epochs[problem["version"] :]
        raise Away

    def take_answer(self, answer: Json) -> None:
        if "errors" in answer:
            assert [error["extensions"]["code"] for error in answer["errors"]] == ["UNAVAILABLE"]
            raise Away
        self.take(answer["data"]["events"])

    async def has(self, version: int) -> None:
        await until(lambda: self.last >= version or self.task.done(), f"version {version}")
        assert self.last >= version

    async def all(self) -> list[Json]:
        async with asyncio.timeout(2 * BOUND):
            await self.task
        return self.log

    @property
    def asked(self) -> Json:
        return {"query": EVENTS, "variables": {"id": self.id, "after": self.last, "epoch": self.epoch}}


class OverWebSocket(Watcher):
    async def connected(self, base: str) -> None:
        url = base.replace("http", "ws", 1) + "/graphql"
        protocol = Subprotocol("graphql-transport-ws")
        async with connect(url, subprotocols=[protocol], compression=None, proxy=None, close_timeout=1) as socket:
            self.connections += 1
            await socket.send('{"type": "connection_init"}')
            assert msgspec.json.decode(await socket.recv()) == {"type": "connection_ack"}
            await socket.send(msgspec.json.encode({"id": "1", "type": "subscribe", "payload": self.asked}).decode())
            async for text in socket:
                message = msgspec.json.decode(text)
                if message["type"] == "complete":
                    return
                assert message["type"] == "next"
                self.take_answer(message["payload"])
            raise ConnectionError("closed before the stream was complete")


class OverGraphQLEvents(Watcher):
    async def connected(self, base: str) -> None:
        headers = {"accept": "text/event-stream"}
        async with self.http.stream("POST", f"{base}/graphql", json=self.asked, headers=headers) as answer:
            self.connections += 1
            if answer.status_code == 503:
                raise Away
            assert answer.status_code == 200
            async for event in events_of(answer):
                if event["event"] == "complete":
                    return
                self.take_answer(msgspec.json.decode(event["data"]))
        raise ConnectionError("closed before the stream was complete")


class OverRestEvents(Watcher):
    """As `EventSource` does: it comes again, whatever happened, until it is answered 204."""

    async def connected(self, base: str) -> None:
        headers = {"accept": "text/event-stream"} | ({"last-event-id": self.mark} if self.last else {})
        async with self.http.stream("GET", f"{base}/v1/games/{self.id}/events", headers=headers) as answer:
            if answer.status_code == 204:
                return
            self.connections += 1
            if answer.status_code == 503:
                raise Away
            if answer.status_code == 404:
                self.go_back(msgspec.json.decode(await answer.aread()))
            assert answer.status_code == 200
            async for event in events_of(answer):
                entry = msgspec.json.decode(event["data"])
                assert (event["event"] == "message") is ("code" not in entry)
                self.take(entry)
                assert mark_of(event["id"]) == (entry["version"], entry["epoch"])
        raise ConnectionError("closed, and perhaps the game has not ended")


class ByLongPoll(Watcher):
    async def connected(self, base: str) -> None:
        while True:
            url = f"{base}/v1/games/{self.id}/events?after={self.mark}&wait=25&first=7"
            answer = await self.http.get(url)
            if answer.status_code == 503:
                raise Away
            if answer.status_code == 404:
                self.go_back(answer.json())
            assert answer.status_code == 200
            page = answer.json()
            for entry in page["entries"]:
                self.take(entry)
            if page["ended"] and page["latest"] == self.last:
                return


EVERY_WAY: tuple[type[Watcher], ...] = (OverWebSocket, OverGraphQLEvents, OverRestEvents, ByLongPoll)


async def events_of(answer: httpx.Response) -> AsyncIterator[dict[str, str]]:
    """The server-sent events that came whole. A frame without data, such as that with the time to wait, is none."""
    event: dict[str, str] = {}
    rest = ""
    async for text in answer.aiter_text():
        *lines, rest = (rest + text).split("\n")
        for line in lines:
            if line.startswith(":"):
                continue
            if line:
                name, _, value = line.partition(": ")
                event[name] = value
            else:
                if "data" in event:
                    yield {"event": "message", **event}
                event = {}
