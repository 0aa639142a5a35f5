"""A table at which people talk, and requests of its talk by REST."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx

from tests.access.issuer import ANN, BOB, CID
from tests.api.client import CASK, MINE, OPEN, Client, Json, seats_of
from tests.http.rest_events.shared import STREAM, Streamed, headers_of
from tests.streams.conftest import Player

END = {"turnCap": 6}


class Table:
    """A running game of Ann, who hosts it, and Bob; Cid watches."""

    def __init__(self, at: tuple[Client, Client], player: Player, **more: Any) -> None:
        one, two = at
        self.ann, self.bob, self.cid, self.anyone = player(ANN, one), player(BOB, two), player(CID, one), two
        made = self.ann.done("createGame", game={CASK: END}, seats=seats_of([MINE, OPEN]), **more)
        self.id: str = made["game"]["gameId"]
        self.bob.done("joinGame", gameId=self.id)

    def say(self, by: Client, text: str | None = None, **more: Any) -> Json:
        """Say something; the line, or the problem."""
        said = by.do("say", gameId=self.id, **({} if text is None else {"text": text}), **more)
        line: Json = said.get("line", said)
        return line

    def ask(
        self, by: Client, last: str | None = None, accept: str = "application/json", **params: Any
    ) -> httpx.Response:
        return by.http.get(f"/v1/games/{self.id}/talk", params=params, headers=headers_of(by, accept, last))

    def page(self, by: Client, **params: Any) -> Json:
        response = self.ask(by, **params)
        assert response.status_code == 200, response.text
        found: Json = response.json()
        return found

    def hears(self, by: Client, **params: Any) -> list[str]:
        """The texts of a page."""
        return [line["text"] for line in self.page(by, **params)["lines"]]

    def end(self) -> None:
        """Resign, which ends the game."""
        self.bob.done("resign", gameId=self.id)


class Told(Streamed):
    """The lines of a stream, one by one."""

    def line(self) -> Json:
        event = self.next()
        found: Json = json.loads(event.data)
        assert event.name is None, found
        assert event.id == found["cursor"]
        return found

    def problem(self) -> str:
        (event,) = self.rest()
        assert event.name == "problem"
        code: str = json.loads(event.data)["code"]
        return code


@contextmanager
def told(table: Table, by: Client, last: str | None = None, **params: Any) -> Iterator[Told]:
    """A stream of the talk."""
    headers = headers_of(by, STREAM, last)
    with by.http.stream("GET", f"/v1/games/{table.id}/talk", params=params, headers=headers) as response:
        assert response.status_code == 200, response.read()
        yield Told(response)
