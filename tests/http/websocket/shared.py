"""Documents to send, and what comes of them."""

from __future__ import annotations

import io
import json

from tests.http.fragile import Fragile
from tests.http.raw_socket import Json, RawSocket

EVENTS = (
    "subscription($g: ID!, $a: Int! = 0) { events(gameId: $g, after: $a) "
    "{ __typename ... on LogEntry { version } ... on Problem { code } } }"
)
UPDATED = "subscription($g: ID!) { gameUpdated(gameId: $g) { ... on Game { version viewer { role seat } } } }"
DECISIONS = (
    "subscription { decisions "
    "{ __typename ... on PendingDecision { version decision { seat } } ... on Problem { code } } }"
)
WHO = "query($g: ID!) { game(id: $g) { ... on Game { viewer { role seat } } ... on Problem { code } } }"
PLAY = "mutation($g: ID!, $m: [MoveInput!]!) { play(gameId: $g, moves: $m) { __typename ... on Problem { code } } }"

INIT = {"type": "connection_init"}

STORE = Fragile()


def logged(stream: io.StringIO, event: str) -> list[Json]:
    return [line for line in map(json.loads, stream.getvalue().splitlines()) if line["event"] == event]


def event(wire: RawSocket, id_: str) -> Json:
    found: Json = wire.next(id_)["events"]
    return found


def versions(wire: RawSocket, id_: str, count: int) -> list[int]:
    return [event(wire, id_)["version"] for _ in range(count)]
