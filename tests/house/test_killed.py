"""Two instances on one Redis, of which one is killed in the middle of a game: who followed it there goes on at the other."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests import servers
from tests.house.test_serve import BOUND, House

PLAY = """mutation ($game: ID!, $move: MoveInput!) {
  play(gameId: $game, moves: [$move]) { ... on GameChanged { game { version } } ... on Problem { code message } } }"""
SEE = "query ($game: ID!) { game(id: $game) { ... on Game { legalMoves(first: 1) { edges { node { input } } } } } }"
CREATE = """mutation { createGame(game: {dankAndDraft: {firstSeat: SEAT_1}}, seats: [{kind: MINE}, {kind: MINE}], seed: "ale") {
  ... on GameCreated { game { gameId } seats { token } } } }"""
"""With a seed, since a game by chance might be over too soon."""
EVENTS = (
    "subscription ($game: ID!, $after: Int!) { events(gameId: $game, after: $after) { ... on LogEntry { version } } }"
)


@pytest.fixture
def two(tmp_path: Path) -> Iterator[tuple[House, House]]:
    with servers.debian_redis(tmp_path / "redis") as url:
        houses = [House(tmp_path, REDIS_URL=url, SIGNING_KEY="k" * 40).start() for _ in range(2)]
        try:
            yield houses[0].opened(), houses[1].opened()
        finally:
            for house in houses:
                house.end()


def ask(house: House, token: str, query: str, **variables: Any) -> Any:
    with httpx.Client(trust_env=False, timeout=BOUND, base_url=house.url) as client:
        headers = {"authorization": f"Bearer {token}"} if token else {}
        answer = client.post("/graphql", json={"query": query, "variables": variables}, headers=headers).json()
        return next(iter(answer["data"].values()))


class Follower:
    """A client that follows a game over a WebSocket, and resumes after the last version it got."""

    def __init__(self, house: House, game: str, stack: ExitStack) -> None:
        self.game, self.stack, self.seen = game, stack, list[int]()
        self.line = self._line(house)

    def _line(self, house: House) -> ClientConnection:
        url = house.url.replace("http", "ws") + "/graphql"
        line = self.stack.enter_context(connect(url, subprotocols=["graphql-transport-ws"], proxy=None))
        variables = {"game": self.game, "after": self.seen[-1] if self.seen else 0}
        line.send(json.dumps({"type": "connection_init"}))
        asked = {"query": EVENTS, "variables": variables}
        line.send(json.dumps({"type": "subscribe", "id": "1", "payload": asked}))
        assert json.loads(line.recv(BOUND))["type"] == "connection_ack"
        return line

    def take(self, version: int, instead: House) -> None:
        """Follow up to a version, at another instance where this one is gone."""
        while not self.seen or self.seen[-1] < version:
            try:
                told = json.loads(self.line.recv(BOUND))
            except ConnectionClosed:
                self.line = self._line(instead)
            else:
                self.seen.append(told["payload"]["data"]["events"]["version"])


def test_who_followed_an_instance_that_is_killed_goes_on_at_another_one(two: tuple[House, House]) -> None:
    dying, living = two
    created = ask(dying, "", CREATE)
    game, tokens = created["game"]["gameId"], [seat["token"] for seat in created["seats"]]

    def plays(house: House) -> int:
        """Make some moves; the version after them."""
        for _ in range(5):
            legal = {token: ask(house, token, SEE, game=game)["legalMoves"]["edges"] for token in tokens}
            ((token, moves),) = [(token, moves) for token, moves in legal.items() if moves]
            changed = ask(house, token, PLAY, game=game, move=moves[0]["node"]["input"])
        return int(changed["game"]["version"])

    with ExitStack() as stack:
        followers = [Follower(house, game, stack) for house in (dying, dying, living)]
        version = plays(dying)
        for follower in followers[1:]:
            follower.take(version, living)
        dying.main.kill()
        version = plays(living)
        for follower in followers:
            follower.take(version, living)
            assert follower.seen == list(range(1, version + 1))
