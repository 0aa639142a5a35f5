"""Helpers of the tests of seats and tokens."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

from tests.access.issuer import Json
from tests.api.client import CASK, MINE, OPEN, Client, seats_of

SEATS = "seats { seat name taken closed bot } openSeats status version"


class Waiting:
    """A game that waits: seat 1 is its host's, 2 and 3 are open."""

    def __init__(self, client: Client, **more: Any) -> None:
        made = client.done("createGame", game={CASK: {}}, seats=seats_of([MINE, OPEN, OPEN]), **more)
        self.id: str = made["game"]["gameId"]
        self.host = client.with_token(made["hostToken"])
        self.first = client.with_token(made["seats"][0]["token"])

    def at(self, client: Client) -> Json:
        return client.within(self.id, SEATS)


def code(client: Client, field: str, **arguments: Any) -> str:
    refused: str = client.refused(field, **arguments)["code"]
    return refused


NEWS = 'subscription { events(gameId: "%s", after: 1) { ... on LogEntry { version } ... on Problem { code } } }'


@contextmanager
def streaming(client: Client, query: str) -> Iterator[Iterator[Json]]:
    """The events of a subscription, by server-sent events."""
    headers = {"accept": "text/event-stream", "authorization": f"Bearer {client.token}"}
    with client.http.stream("POST", "/graphql", json={"query": query}, headers=headers) as answer:
        yield (only(json.loads(line[6:])["data"]) for line in answer.iter_lines() if line.startswith("data: {"))


def only(data: Json) -> Json:
    (found,) = data.values()
    value: Json = found
    return value


def later(hours: float) -> str:
    return (datetime.now(UTC) + timedelta(hours=hours)).isoformat()
