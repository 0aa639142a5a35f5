"""Times, numbers and cursors at the extremes of what a caller can write: an answer or a refusal, never a fault of the service."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from taphouse.lab.memory_store import MemoryStore
from taphouse.schema.rest.operations import OPERATIONS, Operation
from tests.access.issuer import ANN, Issuer
from tests.api.client import CASK, Client, create
from tests.api.conftest import http
from tests.api.server import Server

TIMES = [
    *("0001-01-01T00:00:00Z", "0001-01-01T00:00:00+14:00", "0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59.999999Z"),
    *("9999-12-31T23:59:59-14:00", "9999-12-31T23:59:59.999999-23:59", "1969-12-31T23:59:59Z", "2030-06-30T23:59:60Z"),
    *(
        "2030-01-01T24:00:00Z",
        "2030-01-01",
        "2030-W01-1",
        "2030-01-01T00:00:00",
        "20300101T000000Z",
        "2030-01-01T00:00:00+24:00",
    ),
]
NUMBERS = [
    *("0", "1", "-1", "00", "1.0", "1e5", "1e400", "-0", "nan", "inf", "253402300799", "253402300800", "-62135596801"),
    *(
        "2147483647",
        "2147483648",
        "-2147483649",
        "9007199254740993",
        "9" * 15,
        "9" * 16,
        "9" * 19,
        "9" * 400,
        "1_000",
        "\u0661",
    ),
]
CURSORS = [
    *(
        "",
        "a",
        "A" * 64,
        "A" * 65,
        "MTc",
        "LTE",
        "0" * 13,
        "9" * 13,
        "9" * 14,
        "9" * 13 + ".aaaaaaaaaa-0",
        "\u00e9",
        "\x00",
    ),
    *("0" * 13 + ".aaaaaaaaaa-1" * 2, "17-1f3a9c27", "999999999999999-ffffffff", "0-00000000"),
]
TIMED = {
    "finishedGames": "query ($time: DateTime) { finishedGames(since: $time, until: $time) { __typename } }",
    "account": "query ($time: DateTime) { account { ... on Account { finishedGames(since: $time) { edges { cursor } } } } }",
    "createInvite": "mutation ($time: DateTime, $game: ID!) { createInvite(gameId: $game, seat: 1, until: $time) {__typename} }",
}
READS = [one for one in OPERATIONS if one.method == "GET" and "{kind}" not in one.path and "{webhook}" not in one.path]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    issuer = Issuer(tmp_path_factory.mktemp("issuer") / "keys.json")
    with Server(store=MemoryStore(), long_poll_max=0.01, **issuer.settings) as server, http(server) as line:
        line.headers["authorization"] = f"Bearer {issuer.token(ANN)}"
        yield line


@pytest.fixture(scope="module")
def game(client: httpx.Client) -> str:
    return create(Client(client), 2, CASK).id


@pytest.mark.parametrize("operation", READS, ids=lambda one: one.id)
def test_of_rest_are_answered(client: httpx.Client, game: str, operation: Operation) -> None:
    path = operation.path.replace("{id}", game)
    for name, one in operation.parameters.items():
        kinds = {"a time": (*TIMES, *NUMBERS), "a number": (*NUMBERS, *TIMES[:2])}
        values = next((values for kind, values in kinds.items() if kind in one.wanted), CURSORS)
        for value in values if one.where == "query" else ():
            with client.stream("GET", path, params={name: value}) as response:
                assert response.status_code != 500, (name, value, response.read())


@pytest.mark.parametrize("operation", [one for one in READS if one.streams], ids=lambda one: one.id)
def test_of_streams_are_answered(client: httpx.Client, game: str, operation: Operation) -> None:
    path = operation.path.replace("{id}", game)
    for value in CURSORS:
        if "\x00" not in value:
            headers = {"accept": "text/event-stream", "last-event-id": value.encode()}
            with client.stream("GET", path, headers=headers) as response:
                assert response.status_code != 500, (value, response.read())


@pytest.mark.parametrize("field", ["finishedGames", "account", "createInvite"])
def test_of_graphql_are_answered(client: httpx.Client, game: str, field: str) -> None:
    for time in [*TIMES, "253402300800", 253402300800, -1, 1.5, True]:
        body = {"query": TIMED[field], "variables": {"time": time, "game": game}}
        response = client.post("/graphql", json=body)
        codes = [error.get("extensions", {}).get("code") for error in response.json().get("errors", ())]
        assert "INTERNAL" not in codes, (time, response.text)
        if not isinstance(time, str) or time.isdecimal():
            assert codes == [None], (time, response.text)  # refused by validation
