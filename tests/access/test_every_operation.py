"""Every operation asked by everybody: who is let in, and what problem the others get. Made from the schema."""

from __future__ import annotations

import json
import secrets

import pytest

from taphouse.schema.rest.operations import OPERATIONS
from tests.access.askers import NAMES, Asker, Round, gather
from tests.access.issuer import Issuer
from tests.access.operations import (
    AT_THE_DOOR,
    BODIES,
    CLASSES,
    IN,
    MOVES,
    QUERIES,
    RAISING,
    REJECTED,
    REST,
    SEEING,
    asked,
    root,
)
from tests.api.client import Client
from tests.api.server import BOTH, Server
from tests.http.raw_socket import RawSocket

AT_ONCE = 10
"""The operations that share a document."""
ENDING = ("replacePlayer", "reissueToken", "abandon", "resign", "declareProgram", "play")
"""Operations that get a game of their own for each caller, since they change it for later callers."""
SAY = 'mutation ($id: ID!) { say(gameId: $id, phrase: "HELLO") { ... on LineSaid { line { number } } } }'
everybody = pytest.mark.parametrize("name", NAMES)
every_kind = pytest.mark.parametrize("kind", list(BOTH))

Answers = dict[str, str]


@pytest.fixture(scope="module")
def rounds(anyone: Client, issuer: Issuer) -> dict[str, Round]:
    """A running game of each kind, which nothing that is refused may change."""
    found = {kind: gather(anyone, issuer, BOTH[kind].field) for kind in BOTH}
    for there in found.values():
        for name in ("another seat", "host"):  # something to hear in each room
            anyone.with_token(there.askers[name].token).ask(SAY, id=there.id)
    return found


def ask(client: Client, operation: str, fields: list[str], game: str) -> Answers:
    """The result of each of these fields: the code of a problem at the door, or `IN` and the rest."""
    found: Answers = {}
    for field in set(fields) & set(RAISING):
        answer = client.post(*asked(operation, [field], game)).json()
        found[field] = code(answer["errors"][0]["extensions"] if "errors" in answer else {})
    fields = [field for field in fields if field not in RAISING]
    for start in range(0, len(fields), AT_ONCE):
        query, variables = asked(operation, fields[start : start + AT_ONCE], game)
        found |= {field: code(answer) for field, answer in client.ask(query, **variables).items()}
    return found


def code(answer: dict[str, str]) -> str:
    found = answer.get("code", IN)
    return found if found in AT_THE_DOOR or found == "NOT_YOUR_TURN" else IN


def expected(asker: Asker, operation: str, field: str, to_move: int | None = None) -> str:
    answered = asker.answered((REST if operation == "rest" else CLASSES[operation])[field])
    is_move = field in ("play", "preview") or any(field in moves for moves in MOVES.values())
    return "NOT_YOUR_TURN" if answered == IN and is_move and asker.seat != to_move else answered


def test_every_operation_is_in_a_class() -> None:
    there = {operation: {*root(operation).fields} for operation in CLASSES} | {"rest": {one.id for one in OPERATIONS}}
    classed = {operation: {*classes} for operation, classes in CLASSES.items()} | {"rest": {*REST}}
    new = {field for operation, fields in there.items() for field in fields - classed[operation]}
    assert not new, f"say in CLASSES or REST of tests/access/operations.py who may call {', '.join(sorted(new))}"
    assert there == classed


@everybody
def test_a_query_shows_what_a_token_allows(anyone: Client, rounds: dict[str, Round], name: str) -> None:
    there, fields = rounds["cask-race"], list(CLASSES["query"])
    asker = there.askers[name]
    answers = ask(anyone.with_token(asker.token), "query", fields, there.id)
    assert answers == {field: expected(asker, "query", field) for field in fields}


@everybody
def test_who_is_not_let_in_changes_nothing_by_any_mutation(anyone: Client, rounds: dict[str, Round], name: str) -> None:
    for kind, there in rounds.items():
        asker, before = there.askers[name], there.look(anyone)
        general = [field for field in CLASSES["mutation"] if not any(field in moves for moves in MOVES.values())]
        answers = {
            field: expected(asker, "mutation", field, before["decision"]["seat"])
            for field in [*MOVES[kind], *(general if kind == "cask-race" else ())]
        }
        refused = {field: answer for field, answer in answers.items() if answer != IN}
        assert ask(anyone.with_token(asker.token), "mutation", list(refused), there.id) == refused, kind
        assert there.look(anyone) == before


@everybody
def test_who_is_let_in_by_a_mutation_that_ends_nothing_is(anyone: Client, rounds: dict[str, Round], name: str) -> None:
    there = rounds["cask-race"]
    asker, before = there.askers[name], there.look(anyone)
    fields = [
        field
        for field, of in CLASSES["mutation"].items()
        if asker.answered(of) == IN and field not in ENDING and not any(field in moves for moves in MOVES.values())
    ]
    assert ask(anyone.with_token(asker.token), "mutation", fields, there.id) == dict.fromkeys(fields, IN)
    assert there.look(anyone) == before


@everybody
def test_who_may_end_something_can(anyone: Client, issuer: Issuer, rounds: dict[str, Round], name: str) -> None:
    asker = rounds["cask-race"].askers[name]
    for field in ("replacePlayer", "resign", "reissueToken", "declareProgram", "abandon"):
        if asker.answered(CLASSES["mutation"][field]) == IN:
            there = gather(anyone, issuer)
            before = there.look(anyone)["version"]
            token = there.askers[name].token
            assert ask(anyone.with_token(token), "mutation", [field], there.id) == {field: IN}
            assert there.look(anyone)["version"] > before, field


@every_kind
def test_whose_turn_it_is_gets_past_the_door_with_every_move(anyone: Client, issuer: Issuer, kind: str) -> None:
    there = gather(anyone, issuer, BOTH[kind].field)
    for field in [*MOVES[kind], "play"]:  # a move may be legal, and give the turn away
        turn = there.look(anyone)["decision"]["seat"]
        movers = [asker for asker in there.askers.values() if asker.sort == "seat" and asker.seat == turn]
        assert ask(anyone.with_token(movers[0].token), "mutation", [field], there.id) == {field: IN}


@everybody
def test_a_subscription_tells_what_a_token_allows(anyone: Client, rounds: dict[str, Round], name: str) -> None:
    there = rounds["cask-race"]
    asker = there.askers[name]
    for field, of in CLASSES["subscription"].items():
        query, variables = asked("subscription", [field], there.id)
        headers = {"accept": "text/event-stream", **bearing(asker.token)}
        body = {"query": query, "variables": variables}
        if field == "accountEvents" and asker.account and asker.sort == "nobody":
            continue  # it is let in, and has no games to be told of
        with anyone.http.stream("POST", "/graphql", json=body, headers=headers) as stream:
            data = next(line for line in stream.iter_lines() if line.startswith("data: "))
        assert code(json.loads(data[6:])["data"][field]) == asker.answered(of), field


@everybody
def test_rest_answers_what_a_token_allows(anyone: Client, rounds: dict[str, Round], name: str) -> None:
    there = rounds["cask-race"]
    asker, before = there.askers[name], there.look(anyone)
    for operation in [one for one in OPERATIONS if one.id in REST and one.offered]:
        answered = expected(asker, "rest", operation.id, before["decision"]["seat"])
        if answered == IN and operation.id in (*ENDING, "nameSeat"):
            continue  # they are the use cases of GraphQL, and the game is needed yet
        named = {
            "handle": "nobody",
            "account": "nobody",
            "webhook": "a" * 24,
            "report": "a" * 24,
            "proposal": f"{there.id}-1",
        }
        path = operation.path.format(id=there.id, kind="CASK_RACE", seat=1, **named)
        query = QUERIES.get(operation.id, {})
        body = {"json": BODIES.get(operation.id, {})} if operation.method == "POST" else {}
        headers = bearing(asker.token) | {"idempotency-key": secrets.token_urlsafe(16)}
        answer = anyone.http.request(operation.method, path, params=query, headers=headers, **body)
        found = code(answer.json()) if answer.status_code >= 400 else IN
        assert found == answered, f"{operation.id}: {answer.text}"
        known = (
            "CHALLENGE_NOT_FOUND",
            "PLAYER_NOT_FOUND",
            "WEBHOOK_NOT_FOUND",
            "PROPOSAL_NOT_FOUND",
            "To confirm the deletion",
        )
        proper = answer.status_code not in (400, 404, 415) or any(one in answer.text for one in known)
        assert proper, f"{operation.id} was not asked properly: {answer.text}"
        if found in AT_THE_DOOR:
            unknown = asker.token is None or found == REJECTED
            assert answer.status_code == (401 if unknown else 403)
            assert ("www-authenticate" in answer.headers) == unknown
            assert asker.token is None or asker.token not in answer.text
    assert there.look(anyone) == before


@everybody
@pytest.mark.parametrize("path", ["events", "patches"])
def test_a_stream_of_rest_tells_what_a_token_allows(
    anyone: Client, rounds: dict[str, Round], name: str, path: str
) -> None:
    there = rounds["cask-race"]
    asker = there.askers[name]
    headers = {"accept": "text/event-stream", **bearing(asker.token)}
    with anyone.http.stream("GET", f"/v1/games/{there.id}/{path}", headers=headers) as answer:
        lines = answer.iter_lines()
        if asker.answered(SEEING) == IN:
            assert next(lines).startswith("retry: ")
            version = json.loads(next(lines).removeprefix("data: "))["version"]
            assert (answer.status_code, next(lines)) == (200, f"id: {version}")
        else:
            assert (answer.status_code, json.loads(next(lines))["code"]) == (401, REJECTED)


@everybody
def test_a_websocket_takes_the_token_of_its_beginning(service: Server, rounds: dict[str, Round], name: str) -> None:
    there = rounds["cask-race"]
    asker = there.askers[name]
    payload = None if asker.token is None else {"authorization": f"Bearer {asker.token}"}
    with RawSocket(service.url) as wire:
        if asker.sort == "bad":
            wire.send({"type": "connection_init", "payload": payload})
            closed = wire.closed()
            assert closed.code == 4403
            assert asker.token
            assert asker.token not in str(closed)
            return
        wire.init(payload)
        for operation, field in (("query", "game"), ("mutation", "openSeat"), ("subscription", "gameUpdated")):
            wire.subscribe(field, *asked(operation, [field], there.id))
            assert code(wire.next(field)[field]) == expected(asker, operation, field)
            if operation != "subscription":
                assert wire.receive() == {"id": field, "type": "complete"}


def bearing(token: str | None) -> dict[str, str]:
    return {} if token is None else {"authorization": f"Bearer {token}"}
