"""The REST requests of the audit, derived from `schema.rest.operations` like the routes."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urlencode

import msgspec

from taphouse.engine.contract import Move
from taphouse.engine.game import Game
from taphouse.engine.notation import write
from taphouse.engine.vocabulary import constant
from taphouse.lab.secrecy.in_process_service import OPERATOR, InProcessRequest
from taphouse.lab.secrecy.question import NotCovered, Question, bearer, in_turn
from taphouse.lab.secrecy.random_inputs import NONSENSE, sent
from taphouse.schema.move_inputs import NOTATION
from taphouse.schema.partial_answers import ENTRY_FIELDS, GAME_FIELDS
from taphouse.schema.rest.operations import FIELDS, OPERATIONS, Operation
from taphouse.service.http import server_sent_events
from taphouse.service.http.negotiation import JSON

EXEMPT: Mapping[str, str] = {
    "GET /v1/catalogue": "independent of games, and the same for everyone",
    "GET /v1/catalogue/{kind}": "like the catalogue",
    "GET /v1/talk/phrases": "like the query phrases",
    "POST /v1/games": "like the mutation createGame",
    "POST /v1/quick-play": "like the mutation quickPlay",
    "POST /v1/records": "like the mutation importRecord",
    "GET /v1/players/{handle}": "like the query player",
    "GET /v1/games/{id}/seats/{seat}/player": "like the query playerAt",
    "POST /v1/account/profile": "like the mutation saveProfile",
    "DELETE /v1/account/profile": "like the mutation closeProfile",
    "POST /v1/account/players": "like the mutation markPlayer",
    "GET /v1/account/ratings": "as public as a profile, and no game changes it while it is played",
    "GET /v1/ratings/{kind}/history": "like the query ratingHistory",
    "GET /v1/ratings/{kind}": "like the query leaderboard",
    "GET /v1/operator/log": "like the query operatorLog",
    **dict.fromkeys(
        (
            *("GET /v1/operator/accounts", "GET /v1/operator/accounts/{account}"),
            "GET /v1/operator/accounts/{account}/data",
            *(f"POST /v1/operator/accounts/{{account}}/{act}" for act in ("mute", "ban", "delete")),
        ),
        "like the queries and mutations of accounts by operators",
    ),
    **dict.fromkeys(("GET /v1/operator/feed", "GET /v1/operator/feed/stream"), "like the query feed"),
    "GET /v1/operator/reports": "like the query reports",
    "POST /v1/operator/reports/{report}/close": "like the mutation closeReport",
    "GET /v1/account/email": "like the query emailReminders",
    "POST /v1/account/email": "like the mutation remindByEmail",
    "POST /v1/account/email/verify": "like the mutation verifyEmail",
    "POST /v1/account/email/test": "like the mutation testEmail",
    "POST /v1/account/email/stop": "like the mutation stopEmail",
    "DELETE /v1/account": "answers whether the account has games left, which its owner knows",
}
"""Operations that are not audited, and why."""
PATHS = frozenset(operation.path for operation in OPERATIONS)
READS, CHANGES = 3, 2
"""The number of read operations, and of refused changes, for each world."""
RENAMED = {("agreements", "kind"): "proposalKind", ("agreements", "proposal"): "proposalId"}
"""The names of values that have another name here, by tag and name."""
NUMBERED = ("moves", "log")
"""The tags of operations whose cursors are numbers. Other cursors come from other answers."""
OF_OPERATORS = ("operatorGames", "operatorGame", "operatorSeat")
"""The operations that an operator asks."""
CONDITIONAL = 0.3
"""The share of reads that have `If-None-Match`."""
PARTIAL = 0.5
"""The share of answers that are asked for in part."""
WAIT = 20
"""Seconds that a long poll may wait; here it never waits that long."""


class RestQuestions:
    """The ways out over REST."""

    def __init__(self, game: Game) -> None:
        self._game = game
        audited = [operation for operation in OPERATIONS if named(operation) not in EXEMPT]
        self._of = {operation.id: operation for operation in audited}
        self._streams = [operation for operation in audited if operation.streams]
        self._reads = [operation for operation in audited if not operation.takes_condition and operation.offered]
        self._of_accounts = [operation for operation in self._reads if operation.tag == "account"]
        self._changes = [operation for operation in audited if operation.takes_condition]

    def following(self, question: Question) -> Iterator[tuple[str, InProcessRequest]]:
        """Requests that are answered when the next version comes."""
        for operation in self._streams:
            values: dict[str, Any] = {"id": question.id, "first": None, "wait": None, "after": question.follows}
            values |= {"ticket": None, "room": None, "kinds": [constant(self._game.about.kind)]}
            values |= {
                "peopleOnly": False,
                "pace": None,
                "freeSeats": None,
                "rated": None,
                "friends": None,
                "language": None,
            }
            yield (
                f"{named(operation)}, streaming",
                _request(operation, question, values, accept=server_sent_events.MEDIA),
            )
            if operation.offered:
                values |= {"after": question.before, "wait": WAIT}
                yield f"{named(operation)}, waiting", _request(operation, question, values)

    def by_ticket(self, question: Question, ticket: str) -> Iterator[tuple[str, InProcessRequest]]:
        """Streams of the game that a ticket opens in place of the viewer's token."""
        for operation in self._streams:
            if "{id}" in operation.path:
                values = {"id": question.id, "first": None, "wait": None, "after": question.follows, "ticket": ticket}
                values["room"] = None
                asked = _request(operation, question, values, accept=server_sent_events.MEDIA)
                headers = tuple([header for header in asked.headers if header[0] != b"authorization"])
                yield f"{named(operation)}, by ticket", msgspec.structs.replace(asked, headers=headers)

    def questions(
        self, question: Question, values: Mapping[str, Any], rng: random.Random
    ) -> Iterator[tuple[str, InProcessRequest]]:
        """Some of the read operations, and some changes that are refused."""
        moves = [sent(move, self._game, rng) for move in values["moves"]]
        values = {**values, "move": sent(values["move"], self._game, rng), "moves": moves}
        asked = in_turn(self._reads, question.number, READS)
        if question.account:
            asked = [*dict.fromkeys([*asked, *self._of_accounts])]
        for operation in asked:
            given = {**values, "at": rng.choice((None, question.version, *question.earlier, question.never))}
            known = operation.etag and operation.method == "GET" and rng.random() < CONDITIONAL
            more = {"if-none-match": "*"} if known else {}
            more |= {"idempotency-key": values["idempotencyKey"]} if operation.takes_key else {}
            by = OPERATOR if operation.id in OF_OPERATORS else None
            yield named(operation) + ", known" * known, _request(operation, question, given, more, token=by)
        for operation in in_turn(self._changes, question.number, CHANGES):
            stale = f'"{question.id}-{question.stale}-{0:016}"'
            yield (
                f"{named(operation)}, expecting another version",
                _request(operation, question, values, {"if-match": stale}),
            )
            if operation.id == "play":
                given = {**values, "moves": [*moves, NONSENSE]}
                yield f"{named(operation)}, refused", _request(operation, question, given)

    def play(self, question: Question, last: Move, key: str) -> tuple[str, InProcessRequest]:
        """The request that makes the last move."""
        operation = self._of["play"]
        values = {"id": question.id, "moves": [{NOTATION: write(last)}]}
        more = {"idempotency-key": key, **_preference(question)}
        return named(operation), _request(operation, question, values, more, token=question.mover)

    def change(self, name: str, question: Question, values: Mapping[str, Any]) -> tuple[str, InProcessRequest]:
        """A change that the viewer may make."""
        operation = self._of[name]
        return f"{named(operation)}, made", _request(operation, question, values, _preference(question))


def named(operation: Operation) -> str:
    """The name of an operation, such as `GET /v1/games/{id}`."""
    return f"{operation.method} {operation.path}"


def _request(
    operation: Operation,
    question: Question,
    values: Mapping[str, Any],
    more: Mapping[str, str] | None = None,
    *,
    accept: str | None = None,
    token: str | None = None,
) -> InProcessRequest:
    """A request for an operation, by the viewer unless another token is given."""
    query = {}
    path = operation.path
    for one in operation.parameters.values():
        chosen = one.name == FIELDS
        value = _members(operation, question) if chosen else _given(operation, one.name, values)
        if one.where == "path":
            path = path.replace(f"{{{one.name}}}", str(value))
        elif value is not None and (one.name != "after" or operation.tag in NUMBERED):
            listed = ",".join(value) if isinstance(value, list) else value
            query[one.name] = str(listed).lower() if isinstance(value, bool) else listed
    names = msgspec.structs.fields(operation.body) if operation.method == "POST" else ()
    body = {field.encode_name: _given(operation, field.encode_name, values) for field in names}
    accept = accept or operation.media
    headers = {"accept": accept, "content-type": JSON} if body else {"accept": accept}
    encoded = tuple((name.encode(), value.encode()) for name, value in (headers | dict(more or {})).items())
    sent = msgspec.json.encode(body) if body else b""
    authorization = bearer(token) if token is not None else question.headers
    return InProcessRequest(operation.method, path, urlencode(query), (*encoded, *authorization), sent)


def _members(operation: Operation, question: Question) -> str | None:
    """All members of a game or of log entries, or some."""
    of_entries = operation.tag == "log" and operation.id != "gamePatches"
    known, rng = [*(ENTRY_FIELDS if of_entries else GAME_FIELDS)], random.Random(f"{operation.id} {question.luck}")
    return ",".join(rng.sample(known, rng.randint(1, len(known)))) if rng.random() < PARTIAL else None


def _preference(question: Question) -> dict[str, str]:
    """A header that asks for a minimal answer, or none."""
    return {"prefer": "return=minimal"} if random.Random(question.luck).random() < PARTIAL else {}


def _given(operation: Operation, name: str, values: Mapping[str, Any]) -> Any:
    name = RENAMED.get((operation.tag, name), name)
    if name not in values:
        raise NotCovered(f"{named(operation)} takes {name}; define its value in lab/secrecy/audited_requests.py.")
    return values[name]
