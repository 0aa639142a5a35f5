"""A client of REST that knows no rules, and holds every answer against the OpenAPI document."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import httpx
import jsonschema_rs

Json = dict[str, Any]

JSON, PROBLEM = "application/json", "application/problem+json"
PASS = {"notation": "pass"}
"""A move of Cask Race."""


class Document:
    """The service's description of itself."""

    def __init__(self, document: Json) -> None:
        self.document = document
        self.seen: set[tuple[str, int, str]] = set()
        """The operations, statuses and codes that were met."""
        self._validators: dict[int, tuple[Json, jsonschema_rs.Validator]] = {}
        self._paths = [
            (re.compile(re.sub(r"\\{\w+\\}", "[^/]+", re.escape(template))), path_item)
            for template, path_item in document["paths"].items()
        ]

    @cached_property
    def operations(self) -> dict[str, Json]:
        """The operations by their ids."""
        paths = self.document["paths"].values()
        return {operation["operationId"]: operation for path in paths for operation in path.values()}

    def operation(self, method: str, path: str) -> Json:
        """The operation that a request is for."""
        for pattern, path_item in self._paths:
            if pattern.fullmatch(path):
                return path_item["get" if method == "HEAD" else method.lower()]
        raise AssertionError(f"{path} is not documented")

    def check(self, schema: Json, value: Any) -> None:
        """Hold a value against a schema of the document."""
        key = id(schema)
        if key not in self._validators:
            whole = {**schema, "components": self.document["components"]}
            self._validators[key] = schema, jsonschema_rs.Draft202012Validator(whole, validate_formats=True)
        self._validators[key][1].validate(value)

    def check_answer(self, answer: httpx.Response) -> None:
        """Hold an answer against what is said of the operation that it answers."""
        request = answer.request
        operation = self.operation(request.method, request.url.path)
        described = operation["responses"].get(str(answer.status_code))
        assert described, f"{operation['operationId']} answers {answer.status_code}: {answer.text}"
        self.seen.add((operation["operationId"], answer.status_code, ""))
        minimal = "preference-applied" in answer.headers
        assert not minimal or "Preference-Applied" in described["headers"]
        for name, header in described.get("headers", {}).items():
            if name != "Preference-Applied" or minimal:
                self.check(header["schema"], answer.headers[name])
        assert ("etag" in answer.headers) == ("ETag" in described.get("headers", {}))
        if not answer.content:
            assert request.method == "HEAD" or "content" not in described
            return
        assert answer.headers["content-type"] in described["content"]
        if answer.headers["content-type"].endswith("json"):
            body = answer.json()
            if answer.status_code >= 400 or not (minimal or "fields" in request.url.params):  # those lack members
                self.check(described["content"][answer.headers["content-type"]]["schema"], body)
            if answer.status_code >= 400:
                self.seen.add((operation["operationId"], answer.status_code, body["code"]))


class Rest:
    """Somebody with a bearer token, or without one a spectator."""

    def __init__(self, http: httpx.Client, document: Document, token: str | None = None) -> None:
        self.http, self.document, self.token = http, document, token

    def with_token(self, token: str | None) -> Rest:
        """The same connection with another token."""
        return Rest(self.http, self.document, token)

    def ask(self, method: str, path: str, headers: dict[str, str] | None = None, **more: Any) -> httpx.Response:
        """An answer, whatever it is, that is as the document says."""
        token = {} if self.token is None else {"authorization": f"Bearer {self.token}"}
        answer = self.http.request(method, f"/v1{path}", headers={**token, **(headers or {})}, **more)
        self.document.check_answer(answer)
        return answer

    def get(self, path: str, headers: dict[str, str] | None = None, **query: Any) -> Json:
        """The body of a read."""
        return done(self.ask("GET", path, headers, params=query))

    def post(self, path: str, body: Any = None, headers: dict[str, str] | None = None) -> Json:
        """The body of an answer to a request that is not refused."""
        return done(self.send(path, body, headers))

    def send(self, path: str, body: Any = None, headers: dict[str, str] | None = None) -> httpx.Response:
        """The response to a request."""
        return self.ask("POST", path, headers, **({} if body is None else {"json": body}))

    def refused(self, path: str, body: Any, status: int, code: str, headers: dict[str, str] | None = None) -> Json:
        """The problem with which a POST is refused."""
        return problem(self.send(path, body, headers), status, code)


def done(answer: httpx.Response) -> Json:
    """The content of a success."""
    assert answer.status_code in (200, 201), answer.text
    content: Json = answer.json()
    return content


def problem(answer: httpx.Response, status: int, code: str) -> Json:
    """The content of a problem, which must be as RFC 9457 has it."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == PROBLEM
    assert answer.headers["cache-control"] == "no-store"
    body: Json = answer.json()
    assert (body["type"], body["status"], body["code"]) == (f"urn:taphouse:problem:{code}", status, code)
    assert body["detail"].endswith(".")
    return body


@dataclass(frozen=True)
class Table:
    """A game and everybody around it."""

    id: str
    path: str
    host: Rest
    seats: tuple[Rest, ...]
    spectator: Rest

    @property
    def everybody(self) -> tuple[Rest, ...]:
        """All viewers."""
        return (*self.seats, self.host, self.spectator)

    def seat(self, number: int) -> Rest:
        """The player of a seat, counted from 1."""
        return self.seats[number - 1]

    def look(self, viewer: Rest | None = None, **query: Any) -> Json:
        """The game as somebody sees it, a spectator without another."""
        return (viewer or self.spectator).get(self.path, **query)

    @property
    def decider(self) -> Rest:
        """The player who decides."""
        return self.seat(self.look()["decision"]["seat"])

    def legal(self, **query: Any) -> list[Json]:
        """Legal moves of the seat that decides."""
        moves: list[Json] = self.decider.get(f"{self.path}/moves/legal", **query)["moves"]
        return moves

    def play(self, *moves: Json | str) -> Json:
        """Moves of the seat that decides: objects as they are sent, or lines in notation."""
        sent = [{"notation": move} if isinstance(move, str) else move for move in moves]
        return self.decider.post(f"{self.path}/moves", {"moves": sent})

    def steps(self, choose: Callable[[list[Json]], Json] | None = None, seed: int = 0) -> Iterator[Json]:
        """Play to the end, by chance or as is chosen; yields what each move changed."""
        pick = choose or random.Random(seed).choice
        decision = self.look()["decision"]
        while decision:
            player = self.seat(decision["seat"])
            page = player.get(f"{self.path}/moves/legal", first=500)
            changed = player.post(f"{self.path}/moves", {"moves": [pick(page["moves"])["input"]]})
            yield changed
            decision = changed["game"]["decision"]


def create(anyone: Rest, kind: str, seats: int = 2, options: Json | None = None, **more: Any) -> Table:
    """A game of which all seats are one's own: it runs."""
    body = {"kind": kind, "options": options or {}, "seats": [{"kind": "MINE"}] * seats, **more}
    return table_of(anyone, anyone.post("/games", body))


def table_of(anyone: Rest, made: Json) -> Table:
    """The table of a created game whose seats are all one's own."""
    players = tuple(anyone.with_token(seat["token"]) for seat in made["seats"])
    id_ = made["game"]["gameId"]
    return Table(id_, f"/games/{id_}", anyone.with_token(made["hostToken"]), players, anyone.with_token(None))
