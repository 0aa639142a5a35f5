"""The followers of the games of an account, and what they are told."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx

from tests.api.client import CASK, MINE, OPEN, Client, seats_of
from tests.http.rest_events.shared import STREAM, Event, Streamed

Json = dict[str, Any]
PATH = "/v1/account/events"
TURNS = {CASK: {"turnCap": 6}}


class Told(Streamed):
    """The events of an account, read one by one."""

    def news(self) -> Json:
        """The next event, whose id is its cursor."""
        event = self.next()
        found: Json = json.loads(event.data)
        assert event.name is None, event.data
        assert event.id == found["cursor"]
        return found

    def until(self, game: str, version: int) -> list[Json]:
        """The events up to this version of a game."""
        found = [self.news()]
        while (found[-1]["gameId"], found[-1]["version"]) != (game, version):
            found.append(self.news())
        return found

    def end(self) -> tuple[str | None, Json]:
        """The last event: its type and what it says."""
        (event,) = self.rest()
        return event.name, json.loads(event.data)


@contextmanager
def told(client: Client, last: str | None = None, path: str = PATH, **params: Any) -> Iterator[Told]:
    """A stream of the client's account, or of whatever is at a path."""
    headers = {"accept": STREAM, **({} if last is None else {"last-event-id": last})}
    if client.token is not None:
        headers["authorization"] = f"Bearer {client.token}"
    with client.http.stream("GET", path, params=params, headers=headers) as response:
        assert response.status_code == 200, response.read()
        yield Told(response)


def page(client: Client, **params: Any) -> Json:
    """A page of the events of the client's account."""
    headers = {"authorization": f"Bearer {client.token}"}
    response = client.http.get(PATH, params=params, headers=headers)
    assert response.status_code == 200, response.text
    found: Json = response.json()
    assert list(found) == ["cursor", "events"]
    return found


def began(host: Client, guest: Client | None = None) -> str:
    """A game of two that the first player's account creates; the second one's joins."""
    made = host.done("createGame", game=TURNS, seats=seats_of([MINE, OPEN]), powers="FULL")
    id_: str = made["game"]["gameId"]
    if guest is not None:
        guest.done("joinGame", gameId=id_)
    return id_


def passes(player: Client, game: str) -> int:
    """Pass, and return the new version."""
    version: int = player.done("play", gameId=game, moves=[{"notation": "pass"}])["game"]["version"]
    return version


def refused(response: httpx.Response, status: int, code: str) -> Json:
    """The content of a problem."""
    assert response.status_code == status, response.text
    body: Json = response.json()
    assert body["code"] == code, body
    return body


__all__ = ["Event", "Told", "began", "page", "passes", "refused", "told"]
