"""The data of server-sent events is as the OpenAPI document says, for each stream with a path of its own."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from taphouse.lab.memory_store import MemoryStore
from tests.access.conftest import issuer  # noqa: F401
from tests.access.issuer import Issuer
from tests.api.client import MINE, OPEN, Json
from tests.api.conftest import http
from tests.api.server import BOTH, Server
from tests.fuzzing.games import RECORDS
from tests.http.rest_events.shared import STREAM, Event, Streamed
from tests.operating.shared import TOKENS, Office, Person, setting
from tests.rest.client import Document


class Streams:
    """Reads streams, and holds each event against its schema."""

    def __init__(self, office: Office) -> None:
        self.office, self.http = office, office.anyone.http
        self.document = Document(self.http.get("/openapi.json").json())
        self.checked = set[str]()
        """The ids of the operations whose events were checked."""

    def all(self) -> set[str]:
        """The ids of the operations whose events have a schema."""
        return {name for name, one in self.document.operations.items() if "$ref" in _schema_of(one)}

    def read(self, path: str, count: int, token: str | None = None, **params: Any) -> list[Any]:
        """The data of the first events; of all until the end, with 0."""
        with self.open(path, token, **params) as events:
            return [self.check(path, events.next()) for _ in range(count)] or [
                self.check(path, one) for one in events.rest()
            ]

    @contextmanager
    def open(self, path: str, token: str | None = None, **params: Any) -> Iterator[Streamed]:
        headers = {"accept": STREAM} | ({} if token is None else {"authorization": f"Bearer {token}"})
        with self.http.stream("GET", f"/v1{path}", params=params, headers=headers) as response:
            assert response.status_code == 200
            yield Streamed(response)

    def check(self, path: str, event: Event) -> Any:
        """The data of an event."""
        operation = self.document.operation("GET", f"/v1{path}")
        value = json.loads(event.data)
        if event.name == "problem":
            self.document.check(
                operation["responses"][str(value["status"])]["content"]["application/problem+json"]["schema"], value
            )
            return value
        assert event.name is None
        self.document.check(_schema_of(operation), value)
        self.checked.add(operation["operationId"])
        return value


def _schema_of(operation: Json) -> Json:
    found: Json = operation["responses"].get("200", {}).get("content", {}).get(STREAM, {}).get("schema", {})
    return found


@pytest.fixture(scope="module")
def streams(issuer: Issuer) -> Iterator[Streams]:  # noqa: F811
    with (
        Server(store=MemoryStore(), operators=setting(), feed=True, **issuer.settings) as server,
        http(server) as client,
    ):
        yield Streams(Office(Person(client), issuer))


def test_the_data_of_every_stream_is_as_the_document_says(streams: Streams) -> None:
    office = streams.office
    ann, bob = office.player("ann", "Ann"), office.player("bob", "Bob")
    game, ended = office.table(ann, bob), office.table(ann, bob, rated=True, undo="CONSENT")
    ann.done(
        "createGame",
        game={"caskRace": {}},
        seats=[{"kind": MINE}, {"kind": OPEN}],
        visibility="OPEN",
        clock={"perMove": 60},
    )
    bob.done("resign", gameId=ended)
    for what in ("annul", "end"):
        office.done(f"/games/{ended if what == 'annul' else game}/{what}", {})
    assert [one["event"] for one in streams.read("/operator/feed/stream", 5, TOKENS["games"])]
    assert streams.read("/account/events/stream", 2, bob.token)
    assert streams.read("/games/stream", 1)
    running = office.table(ann, bob, powers="FULL")
    for said in ({"text": "Hello."}, {"phrase": "HELLO"}):
        assert ann.do("say", gameId=running, **said)["__typename"] == "LineSaid"
    assert [one["text"] for one in streams.read(f"/games/{running}/talk/stream", 2, bob.token)]
    assert streams.read(f"/games/{running}/presence/stream", 1, bob.token)
    assert streams.read(f"/games/{running}/events/stream", 2, bob.token, after=0)
    assert streams.checked == streams.all()


@pytest.mark.parametrize("kind", BOTH)
def test_the_entries_of_whole_games_are_as_the_document_says(streams: Streams, kind: str) -> None:
    ann = streams.office.player("ann")
    whole, _ = RECORDS[kind]
    game = ann.done("importRecord", record=whole)["game"]["gameId"]
    entries = streams.read(f"/games/{game}/events/stream", 0, after=0)
    paged = [
        event["event"]
        for entry in ann.http.get(f"/v1/games/{game}/events").json()["entries"]
        for event in entry["events"]
    ]
    assert [event["event"] for entry in entries for event in entry["events"]][: len(paged)] == paged
    assert len({event["event"] for entry in entries for event in entry["events"]}) > 5


def test_a_problem_that_ends_a_stream_is_as_the_document_says(streams: Streams) -> None:
    ann = streams.office.player("ann")
    made = ann.done("createGame", game={"caskRace": {}}, seats=[{"kind": MINE}, {"kind": MINE}])
    game, host = made["game"]["gameId"], ann.with_token(made["hostToken"])
    path = f"/games/{game}/events/stream"
    with streams.open(path, host.token, after=1) as events:
        streams.check(path, events.next())
        host.done("reissueToken", gameId=game)
        (told,) = [streams.check(path, one) for one in events.rest()]
    assert told["code"] == "TOKEN_REJECTED"
