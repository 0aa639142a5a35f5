"""Facts about this API for schemathesis: its process loads this module. See `suite.py`.

The tally is written when the process ends: how many cases were sent, how many reached a use case, and what came of them.
"""

from __future__ import annotations

import atexit
import os
import random
import re
import zlib
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import schemathesis
from graphql import DocumentNode, build_schema, print_ast
from hypothesis_graphql._strategies import sampler
from hypothesis_graphql._strategies.oracle import Oracle
from schemathesis.openapi.checks import (
    EnsureResourceAvailability,
    IgnoredAuth,
    JsonSchemaError,
    MissingHeaderNotRejected,
)

from tests.fuzzing.answers import faults, is_problem
from tests.fuzzing.documents import UNKNOWN_GAME, Furnisher
from tests.fuzzing.prepared import Games
from tests.fuzzing.requests import furnish

SCHEMA = build_schema(Path(os.environ["FUZZING_SCHEMA"]).read_text())
GAMES = Games.load(Path(os.environ["FUZZING_GAMES"]).read_bytes())
BY_ID = {game.id: game for game in (*GAMES.all, *GAMES.to_spend, *GAMES.to_agree)}
TALLY: Counter[str] = Counter()
TAGS: dict[str, str] = {}
"""The last ETag of each game."""
KEPT: dict[str, Any] = {}
UNSAID = {
    "name": "which characters cannot be seen, the version of Unicode says",
    "brewery": "which characters cannot be seen, the version of Unicode says",
    "seats": "names are in them",
    "edition": "which there are, the operator says",
    "options": "which names there are, the edition says",
    "at": "which versions there are, the game says",
    "seat": "how many there are, and who sits there, the game says",
    "since": "leap seconds are no moments",
    "until": "it must be to come, and leap seconds are no moments",
    "after": "a cursor is what a page gave",
    "Last-Event-ID": "an id is what an event of the stream had",
    "account": "which id confirms a deletion, the login says",
    "url": "which hosts and ports it may name, the operator says",
    "showName": "only who sends an account's token has a name to show",
    "rated": "it needs an account, and terms that go with it",
    "peopleOnly": "it goes without bots and programs",
    "mayReturn": "who holds the seat, the game says, and with which substitutes it goes",
    "secret": "base64 ends as its length has it",
    "fields": "which there are, its description says",
    "within": "it goes with `rated`",
    "bots": "they go without `rated` and `peopleOnly`",
    "minSeats": "how many there can be, the game says",
    "maxSeats": "how many there can be, the game says",
    "handle": "which letters there are, the version of Unicode says",
    "player": "players cannot mark themselves",
    "orders": "which moves there are, the game says",
    "text": "a line has either a text or a phrase",
    "line": "which the room has",
    "allGames": "it goes without a game",
    "Idempotency-Key": "a player without an account needs one for quick play",
    "ticket": "it goes without a token, and to streams alone",
}
"""The arguments whose limits JSON Schema cannot say, and why."""
PAGED = {"legalMoves": 0.12, "history": 0.12, "edges": 0.9, "node": 0.9, "pageInfo": 0.3}
"""The least probability of the fields that lead to a page."""
GRAPHQL = ("Query.", "Mutation.")
"""The prefixes of the labels of GraphQL operations."""
ANY_ID = re.compile(r"[a-z2-7]{24}")

# One for each field that may be selected, made anew for each case, takes a quarter of the time as well.
sampler.weighted_boolean = cache(sampler.weighted_boolean)


def _with_pages(right: Callable[[Oracle, str], dict[tuple[str, str | None], float]]) -> Any:
    """The probability of each field of a type; `PAGED` for pages."""

    def likely(self: Oracle, type_name: str) -> dict[tuple[str, str | None], float]:
        return {key: max(chance, PAGED.get(key[0], 0)) for key, chance in right(self, type_name).items()}

    return likely


# By its own measure, connections are so deep that a game is hardly ever asked for one.
Oracle.inclusion_probabilities = _with_pages(Oracle.inclusion_probabilities)


@atexit.register
def _write_the_tally() -> None:
    Path(os.environ["FUZZING_TALLY"]).write_bytes(msgspec.json.encode(TALLY))


@schemathesis.hook
def before_load_schema(context: schemathesis.HookContext, raw_schema: dict[str, Any]) -> None:
    """Events as schemathesis takes them, with their data as text; generated clients take the schema for that of the data.

    `tests/rest/test_streams.py` holds the data against it.
    """
    for path in raw_schema.get("paths", {}).values():
        for operation in path.values():
            for answer in operation["responses"].values():
                if "$ref" in answer.get("content", {}).get("text/event-stream", {}).get("schema", {}):
                    event = {"type": "object", "properties": {"data": {"type": "string"}}}
                    answer["content"]["text/event-stream"]["schema"] = event


@schemathesis.hook
def before_generate_body(context: schemathesis.HookContext, strategy: Any) -> Any:
    """That of an operation of GraphQL, made once: schemathesis makes it anew for each case, which takes half of its time."""
    assert context.operation is not None
    label = context.operation.label
    return KEPT.setdefault(label, strategy) if label.startswith(GRAPHQL) else strategy


@schemathesis.hook
def map_body(context: schemathesis.HookContext, body: Any) -> Any:
    """Documents that may be executed; what is done to one follows from it. What shall not be executed stays as it is."""
    if os.environ["FUZZING_MODE"] != "positive" or not isinstance(body, DocumentNode):
        return body
    return Furnisher(SCHEMA, GAMES, random.Random(zlib.crc32(print_ast(body).encode()))).document(body)


@schemathesis.auth(refresh_interval=None)
class Players:
    """Somebody sends it, most often who decides at the table that it is about. Who that is follows from what is sent."""

    def get(self, case: schemathesis.Case, ctx: schemathesis.AuthContext) -> str | None:
        """A token of the game, of another one, or none; and of REST all the rest too, since no hook sees whole cases of it."""
        sent = str((case.operation.label, case.path_parameters, case.query, case.headers, case.body))
        rng = random.Random(zlib.crc32(sent.encode()))
        if _is_graphql(case):
            game = next((BY_ID[id_] for id_ in ANY_ID.findall(sent) if id_ in BY_ID), rng.choice(GAMES.all))
        else:
            game = furnish(case, GAMES, TAGS, rng)
        nowhere = UNKNOWN_GAME in (case.path_parameters or {}).values()
        who: dict[str | None, int] = {**dict.fromkeys(game.seats, 4), "forged": 1, None: 60 if nowhere else 2}
        hosted = ("abandon", "replace", "nvite", "ebhook")
        who[game.host] = 24 if any(word in sent for word in hosted) else 2
        who[rng.choice(GAMES.all).seats[0]] = 1
        who[GAMES.account] = 60 if "account" in case.operation.label else 1
        if game.decider is not None:
            who[game.decider] = 24
        return rng.choices(list(who), list(who.values()))[0]

    def set(self, case: schemathesis.Case, data: str | None, ctx: schemathesis.AuthContext) -> None:
        """Send it along."""
        headers = {name: value for name, value in (case.headers or {}).items() if name != "Authorization"}
        case.headers = headers if data is None else {**headers, "Authorization": f"Bearer {data}"}


@schemathesis.hook
def after_call(context: schemathesis.HookContext, case: schemathesis.Case, response: schemathesis.Response) -> None:
    """Count what came of it."""
    TALLY["sent"] += 1
    if _is_graphql(case):
        body = response.json()
        for value in (body.get("data") or {}).values():
            TALLY["no node" if value is None else value.get("__typename", "Catalogue")] += 1
        for error in body.get("errors", ()):
            TALLY[f"error {error.get('extensions', {}).get('code')}"] += 1
        return
    TALLY[str(response.status_code)] += 1
    content_type = response.headers.get("content-type", [""])[0]
    if content_type == "application/problem+json":
        TALLY[response.json()["code"]] += 1
    if "etag" in response.headers and case.path_parameters and "id" in case.path_parameters:
        TAGS[case.path_parameters["id"]] = response.headers["etag"][0]


@schemathesis.check
def the_answer_is_of_the_schema(
    ctx: schemathesis.CheckContext, response: schemathesis.Response, case: schemathesis.Case
) -> None:
    """The data of GraphQL, which schemathesis does not look at."""
    if _is_graphql(case):
        found = faults(SCHEMA, str(case.body), response.json())
        assert not found, "\n".join(found[:5])


@schemathesis.hook
def filter_failure(
    context: schemathesis.HookContext, failure: Any, case: schemathesis.Case, response: schemathesis.Response
) -> bool:
    """A refusal that this API promises, and schemathesis does not know of, is no failure."""
    if _is_graphql(case):
        errors = response.json().get("errors") or [{}]
        # A limit is one such as TOO_COSTLY.
        return not all("limit" in one.get("extensions", {}) or is_problem(SCHEMA, one) for one in errors)
    if isinstance(failure, JsonSchemaError) and "preference-applied" in response.headers:
        return False  # a minimal answer lacks members that the schema requires, as the document says
    if response.status_code == 200 and case.path.endswith("/why-not"):
        return bool(response.json()["legal"])  # what is no move is answered with why it is none
    if isinstance(failure, EnsureResourceAvailability) and UNKNOWN_GAME in (case.path_parameters or {}).values():
        return False  # the game asked for is another one than the game just created
    if isinstance(failure, IgnoredAuth) and "got `4" in failure.message:
        return False  # refused for another reason: the same request with a token has changed the game
    if response.status_code != 400 or response.json()["code"] != "INPUT_REFUSED":
        return True
    another_fault, argument = isinstance(failure, MissingHeaderNotRejected), response.json()["argument"]
    # A query cannot tell a list of one empty text, which is tried, from an empty list.
    empty = argument == "kinds" and not any((case.query or {}).get(argument) or ())
    # Only a line of moves of all seats can have none.
    no_line = (
        argument == "moves"
        and case.path.endswith("/preview")
        and isinstance(case.body, dict)
        and not case.body.get("moves")
    )
    return not (another_fault or empty or no_line or argument in UNSAID)


def _is_graphql(case: schemathesis.Case) -> bool:
    return case.operation.label.startswith(GRAPHQL)
