"""Requests for the log of a game, and what comes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx

from taphouse.schema.values.versions import mark_of
from tests.api.client import Client, Json
from tests.http.fragile import Fragile

STREAM, JSON, PROBLEM = "text/event-stream", "application/json", "application/problem+json"

STORE = Fragile()


def path_of(game: str) -> str:
    return f"/v1/games/{game}/events"


def headers_of(client: Client, accept: str, last: int | str | None = None) -> dict[str, str]:
    token = {} if client.token is None else {"authorization": f"Bearer {client.token}"}
    return {"accept": accept, **token, **({} if last is None else {"last-event-id": str(last)})}


def poll(client: Client, game: str, **params: Any) -> httpx.Response:
    return client.http.get(path_of(game), params=params, headers=headers_of(client, JSON))


def page(client: Client, game: str, **params: Any) -> Json:
    response = poll(client, game, **params)
    assert response.status_code == 200, response.text
    assert response.headers["content-type"] == JSON
    assert (response.headers["vary"], response.headers["cache-control"]) == (
        "authorization, accept, accept-language, accept-encoding",
        "no-store",
    )
    found: Json = response.json()
    assert list(found) == ["version", "epoch", "latest", "entries", "ended"]
    return found


class Event:
    """A server-sent event."""

    def __init__(self, text: str) -> None:
        lines = [line for line in text.split("\n") if line != ":" and not line.startswith("retry: ")]
        fields = dict(line.split(": ", 1) for line in lines)
        assert "id" not in fields or [*fields][-1] == "id"  # of an event that is cut off, some readers remember the id
        self.id, self.name, self.data = fields.pop("id", None), fields.pop("event", None), fields.pop("data")
        assert not fields


class Streamed:
    """An answer that is read event by event."""

    def __init__(self, response: httpx.Response) -> None:
        self.response = response
        self._events = self._split()

    def next(self) -> Event:
        return next(self._events)

    def ids(self, count: int) -> list[int]:
        """The versions in the ids of the next events, which are log entries and say the same version and epoch."""
        return [self._id(self.next()) for _ in range(count)]

    def rest(self) -> list[Event]:
        """Whatever comes until the end."""
        return list(self._events)

    def _id(self, event: Event) -> int:
        assert event.name is None
        entry = json.loads(event.data)
        assert mark_of(event.id or "") == (entry["version"], entry["epoch"])
        version: int = entry["version"]
        return version

    def _split(self) -> Iterator[Event]:
        got = ""
        for text in self.response.iter_text():
            got += text
            while "\n\n" in got:
                event, _, got = got.partition("\n\n")
                yield Event(event)
        assert re.fullmatch(r"(retry: \d+\n)?(:\n)*", got)


@contextmanager
def stream(client: Client, game: str, last: int | str | None = None, **params: Any) -> Iterator[Streamed]:
    with client.http.stream("GET", path_of(game), params=params, headers=headers_of(client, STREAM, last)) as response:
        assert response.status_code == 200
        yield Streamed(response)


def problem(response: httpx.Response, status: int, code: str) -> Json:
    """The content of a problem, which must be as RFC 9457 has it."""
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == PROBLEM
    assert (response.headers["vary"], response.headers["cache-control"]) == (
        "authorization, accept, accept-language, accept-encoding",
        "no-store",
    )
    body: Json = response.json()
    assert (body["type"], body["status"], body["code"]) == (f"urn:taphouse:problem:{code}", status, code)
    assert body["title"]
    assert body["detail"].endswith(".")
    assert "message" not in body
    return body
