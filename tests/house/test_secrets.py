"""Secrets of clients are in no log line and in no error, over every transport, whatever goes wrong with them."""

from __future__ import annotations

import base64
import io
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from taphouse.lab.memory_store import MemoryStore
from taphouse.service.store.protocol import Key, Loaded
from tests.api.client import in_notation
from tests.api.conftest import http
from tests.api.server import Server, until
from tests.http.raw_socket import RawSocket, Refused, subscribe
from tests.log_lines import log_lines

INIT = {"type": "connection_init"}
CANARY = "CANARY-7f3a91-in-confidence"
KEY = "CANARY_key_0123456789abcdef"
FORGED = ["Bearer " + CANARY, "Bearer a." + CANARY, CANARY, "Basic " + base64.b64encode(CANARY.encode()).decode()]
CREATE = (
    "mutation New($name: String, $key: String, $seed: String) { createGame(game: {caskRace: {}}, idempotencyKey: $key, "
    "seed: $seed, seats: [{kind: MINE, name: $name}, {kind: MINE}]) "
    "{ ... on GameCreated { game { gameId } hostToken seats { token } } ... on Problem { code message } } }"
)
PLAY = (
    "mutation Move($g: ID!, $m: [MoveInput!]!, $key: String) { play(gameId: $g, moves: $m, idempotencyKey: $key) "
    "{ __typename ... on Problem { code } } }"
)
LOOK = "query Look($g: ID!) { game(id: $g) { ... on Game { version } ... on Problem { code message } } }"
EVENTS = "subscription Follow($g: ID!) { events(gameId: $g) { ... on LogEntry { version } ... on Problem { code } } }"
LITERALS = (
    'mutation { createGame(game: {caskRace: {}}, idempotencyKey: %s, seed: "%s", seats: [{kind: MINE}, {kind: MINE}]) '
    "{ ... on Problem { code message } } }"
)


class Breaking(MemoryStore):
    """A store with a bug that quotes what it was asked."""

    said = ""

    async def load(self, game: str, key: Key | None = None, takes: Any = ()) -> Loaded:
        if self.said:
            raise LookupError(f"{game} {key} {self.said!r} {self.said}") from ValueError(self.said)
        return await super().load(game, key, takes)


STORE = Breaking()


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server(store=STORE, rate_address=10**6, rate_address_burst=10**6, max_body=4096, log_level="debug") as server:
        yield server


@pytest.fixture
def client(server: Server) -> Iterator[httpx.Client]:
    with http(server) as client:
        yield client


@pytest.fixture(params=["json", "console"])
def lines(request: pytest.FixtureRequest) -> Iterator[io.StringIO]:
    with log_lines(log_format=request.param, log_level="debug") as lines:
        yield lines


@pytest.fixture
def table(client: httpx.Client) -> tuple[str, str, list[str]]:
    """A game, a token of it, and what nobody may hear of any token."""
    made = client.post("/graphql", json={"query": CREATE}).json()["data"]["createGame"]
    tokens = [made["hostToken"], *(seat["token"] for seat in made["seats"])]
    return made["game"]["gameId"], tokens[1], [token.rpartition(".")[2] for token in tokens]


@pytest.fixture(autouse=True)
def whole() -> Iterator[None]:
    yield
    STORE.said = ""


def check(lines: io.StringIO, answers: list[str], signatures: list[str], count: int) -> None:
    """There are so many lines, and neither they nor the answers hold what was sent in confidence."""
    until(lambda: len(lines.getvalue().splitlines()) >= count, "a line for each request")
    for text in (lines.getvalue(), *answers):
        for secret in ("CANARY", FORGED[3].split()[1], *signatures):
            assert secret not in text


def test_nothing_of_a_graphql_request_is_told(
    client: httpx.Client, lines: io.StringIO, table: tuple[str, str, list[str]]
) -> None:
    game, token, signatures = table
    secret = {"key": KEY, "seed": CANARY, "name": CANARY}
    asked: list[Any] = [
        {"query": CREATE, "variables": secret},
        {"query": CREATE, "variables": {**secret, "seed": CANARY + "2"}},  # the key is used anew
        {"query": CREATE, "variables": {"key": CANARY, "name": CANARY + "\n"}},
        {"query": CREATE, "variables": {"key": [KEY], "seed": {"of": CANARY}, "name": CANARY * 9}},
        {"query": CREATE, "variables": {"seed": CANARY * 20}},
        {"query": LITERALS % (f'"{KEY}"', CANARY), "extensions": {"x": CANARY}},
        {"query": LITERALS % (f'["{KEY}"]', CANARY)},
        {"query": LITERALS % (f'"{KEY}', CANARY)},
        {"query": LITERALS % ("12", CANARY)},
        {"query": PLAY, "variables": {"g": game, "m": in_notation("pass"), "key": CANARY}},
        {"query": LOOK, "variables": {"g": CANARY}},
        {"query": f"# {CANARY}\n{LOOK}", "variables": {"g": game, "more": CANARY}, "operationName": "Look"},
        {"query": LOOK, "variables": CANARY},
    ]
    answers = []
    for given in (f"Bearer {token}", *FORGED):
        headers = {"authorization": given, "cookie": f"a={CANARY}", "user-agent": CANARY, "x-request-id": CANARY + "!"}
        answers += [client.post("/graphql", json=body, headers=headers) for body in asked]
        for content in (CANARY, f'{{"query": "{CANARY}', f'["{CANARY}"]', CANARY * 400):
            headers["content-type"] = "application/json"
            answers.append(client.post("/graphql", content=content, headers=headers))
        url = {"query": LOOK, "variables": f'{{"g": "{game}"}}', "token": CANARY, "authorization": CANARY}
        answers.append(client.get("/graphql", params=url, headers=headers))
        answers.append(client.get("/graphql", params={**url, "variables": CANARY}, headers=headers))
    tokens = [answer for answer in answers if "hostToken" in answer.text]
    assert tokens
    told = [answer.text + str(answer.headers) for answer in answers if answer not in tokens]
    check(lines, told, signatures, len(answers))


def test_nothing_of_a_rest_request_is_told(
    client: httpx.Client, lines: io.StringIO, table: tuple[str, str, list[str]]
) -> None:
    game, token, signatures = table
    answers = []
    for given in (f"Bearer {token}", *FORGED):
        headers = {"authorization": given, "last-event-id": CANARY, "cookie": CANARY, "if-match": f'"{CANARY}"'}
        for query in ({"token": CANARY}, {"after": CANARY}, {"after": "99"}):
            answers.append(client.get(f"/v1/games/{game}/events", params=query, headers=headers))
        answers.append(client.get("/nowhere", params={"token": CANARY}, headers=headers))
        for key in (KEY, CANARY, f'"{CANARY}"'):
            for path, body in (
                (
                    "games",
                    {"kind": "CASK_RACE", "seats": [{"kind": "MINE", "name": CANARY + "\n"}] * 2, "seed": CANARY},
                ),
                ("games", {"kind": "CASK_RACE", "seats": CANARY, "seed": [CANARY]}),
                (f"games/{game}/seats", {"name": CANARY * 9}),
                (f"games/{game}/tokens/narrow", {"until": CANARY}),
            ):
                given_too = {**headers, "idempotency-key": key}
                answers.append(client.post(f"/v1/{path}", json=body, headers=given_too))
            answers.append(client.post("/v1/games", content=CANARY, headers={"content-type": "application/json"}))
    check(lines, [answer.text + str(answer.headers) for answer in answers], signatures, len(answers))


def test_nothing_of_a_websocket_is_told(server: Server, lines: io.StringIO, table: tuple[str, str, list[str]]) -> None:
    game, token, signatures = table
    answers = []
    for given in (f"Bearer {token}", None):
        with RawSocket(server.url, headers={} if given is None else {"Authorization": given}) as wire:
            wire.init({"token": CANARY, "more": CANARY})
            wire.send(subscribe("a", LOOK, {"g": game}), subscribe("b", CREATE, {"key": [KEY], "name": CANARY}))
            wire.send(subscribe("c", PLAY, {"g": game, "m": in_notation("nothing"), "key": CANARY}))
            wire.send(subscribe("d", EVENTS, {"g": CANARY}))
            answers += [str(wire.receive()) for _ in range(7)]
            wire.send(CANARY)
            closed = wire.closed()
            answers.append(closed.reason)
    for payload in ({"authorization": FORGED[0]}, {"authorization": [CANARY]}, {"Authorization": FORGED[3]}):
        with RawSocket(server.url, headers={"Authorization": FORGED[0]}) as wire:
            wire.send({**INIT, "payload": payload})
            closed = wire.closed()
            assert closed.code == 4403
            answers.append(closed.reason)
    with pytest.raises(Refused):
        RawSocket(server.url, headers={"Origin": f"https://{CANARY}", "Authorization": FORGED[0]})
    check(lines, answers, signatures, 6)


def test_a_bug_that_quotes_the_request_tells_nothing_of_it(
    server: Server, client: httpx.Client, lines: io.StringIO, table: tuple[str, str, list[str]]
) -> None:
    game, token, signatures = table
    headers = {"authorization": f"Bearer {token}"}
    answers = []
    for said in (CANARY, KEY, token, f"{CANARY} {KEY} Bearer {token}"):
        STORE.said = said
        variables = {"g": game, "m": in_notation("pass", CANARY), "key": KEY}
        answers.append(client.post("/graphql", json={"query": PLAY, "variables": variables}, headers=headers).text)
        moves = f'[{{notation: "{CANARY}"}}]'
        literal = f'mutation {{ play(gameId: "{game}", moves: {moves}, idempotencyKey: "{KEY}") {{ __typename }} }}'
        answers.append(client.post("/graphql", json={"query": literal}, headers=headers).text)
        with RawSocket(server.url, token=token) as wire:
            wire.init()
            wire.send(subscribe("a", PLAY, variables))
            answers.append(str(wire.receive()))
    STORE.said = f"CANARY as a member of {game}"
    variables = {"g": game, "more": [{STORE.said: 1}]}
    answers.append(client.post("/graphql", json={"query": LOOK, "variables": variables}, headers=headers).text)
    STORE.said = f"{CANARY} {KEY} {token}"
    for path, body in (("moves", {"moves": in_notation(CANARY)}), ("seats", {"name": CANARY})):
        given = {**headers, "idempotency-key": KEY}
        rest = client.post(f"/v1/games/{game}/{path}", json=body, headers=given)
        assert (rest.status_code, rest.json()["code"]) == (500, "INTERNAL")
        answers.append(rest.text)
    assert all("INTERNAL" in answer for answer in answers)
    check(lines, answers, signatures, 21)
    assert lines.getvalue().count("LookupError") >= 13


def test_a_token_in_a_url_is_not_taken(client: httpx.Client, table: tuple[str, str, list[str]]) -> None:
    game, token, _ = table
    query = f'{{ game(id: "{game}") {{ ... on Game {{ viewer {{ role }} }} }} }}'
    for name in ("token", "access_token", "authorization", "bearer"):
        found = client.get("/graphql", params={"query": query, name: token}).json()["data"]
        assert found == {"game": {"viewer": {"role": "SPECTATOR"}}}
        forged = client.get(f"/v1/games/{game}/events", params={name: CANARY}, headers={"accept": "application/json"})
        assert (forged.status_code, forged.json()["code"]) == (400, "INPUT_REFUSED")
        assert "CANARY" not in forged.text
