"""A client that asks of a mutation only what these tests look at: to validate a document that asks for all takes long."""

from __future__ import annotations

from functools import cache
from typing import Any

import httpx

from tests.api.client import Client
from tests.api.selections import SCHEMA, operation
from tests.api.server import BOTH

GAME = """game { id gameId kind version latest status visibility createdAt openSeats seats { seat name taken }
  viewer { role seat host readOnly } }"""
EVENTS = " ".join(f"... on {game.about.name}LogEntry {{ events {{ __typename }} }}" for game in BOTH.values())
SELECTED = {
    "GameCreated": f"{GAME} hostToken seats {{ seat name token }}",
    "GameJoined": f"{GAME} seat {{ seat name token }}",
    "GameChanged": f"{GAME} entries {{ version at seat notation {EVENTS} }}",
    "TokenReissued": f"{GAME} seat token",
    "NarrowToken": "token readOnly until",
    "Invite": "seat invite until",
    "Handover": "seat handover until",
    "HandoverTaken": f"{GAME} seat {{ seat name token }} hostToken",
    "InputRefused": "argument",
    "VersionConflict": "version entries { version }",
    "AlreadySeated": "yourSeat",
    "AccountDeleted": "finished",
    "LineSaid": "line { room number cursor seat host handle phrase text }",
    "TalkSet": "mode",
    "SeatsMuted": "muted",
    "SaidTooOften": "retryAfter",
    "ReportFiled": "reportId version",
    "StandingOrders": "orders { after play } since ended { reason version move code }",
    "TooManyOrders": "limit",
}


@cache
def document(field: str, given: tuple[str, ...]) -> str:
    mutations = SCHEMA.mutation_type
    assert mutations
    result: Any = mutations.fields[field].type
    parts = [
        f"... on {member.name} {{ {SELECTED[member.name]} }}"
        for member in result.of_type.types
        if member.name in SELECTED
    ]
    return operation("mutation", field, given, f"__typename ... on Problem {{ code message rules }} {' '.join(parts)}")


class Brief(Client):
    """Somebody with a bearer token, or without one a spectator."""

    def with_token(self, token: str | None, game: str = "") -> Brief:
        return Brief(self.http, token)

    def send(self, field: str, **arguments: Any) -> httpx.Response:
        return self.post(document(field, tuple(arguments)), arguments)

    def do(self, field: str, **arguments: Any) -> dict[str, Any]:
        result: dict[str, Any] = self.ask(document(field, tuple(arguments)), **arguments)[field]
        return result
