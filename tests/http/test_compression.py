"""Responses are compressed for clients that accept it, but never with a token."""

from __future__ import annotations

import gzip
import secrets
from collections.abc import Iterator

import httpx
import pytest

from taphouse.lab.memory_store import MemoryStore
from tests.api.server import Server

CREATE = """mutation { createGame(game: {brewCrafters: {}}, seats: [{kind: MINE}, {kind: MINE}]) {
  ... on GameCreated { game { gameId ... on BrewCraftersGame { table { workers { name title text } } } } %s } } }"""
LOOK = "{ catalogue { games { rules { key text } } } }"
PLAIN, ANY = {"accept-encoding": "identity"}, {"accept-encoding": "br, gzip;q=0.5"}


@pytest.fixture(scope="module")
def client() -> Iterator[httpx.Client]:
    with Server(store=MemoryStore()) as server, httpx.Client(base_url=server.url, trust_env=False) as http:
        yield http


@pytest.fixture(scope="module")
def game(client: httpx.Client) -> str:
    made = client.post("/graphql", json={"query": CREATE % "hostToken"}).json()["data"]["createGame"]
    return str(made["game"]["gameId"])


def encoding(response: httpx.Response) -> str | None:
    assert response.is_success, response.text
    return response.headers.get("content-encoding")


@pytest.mark.parametrize("accepted", ["gzip", "br, gzip;q=0.5", "GZIP", "gzip;q=0.001, *;q=0"])
def test_a_large_answer_is_compressed(client: httpx.Client, accepted: str) -> None:
    body = {"query": LOOK}
    plain = client.post("/graphql", json=body, headers=PLAIN)
    with client.stream("POST", "/graphql", json=body, headers={"accept-encoding": accepted}) as small:
        sent = b"".join(small.iter_raw())
    assert (encoding(plain), encoding(small)) == (None, "gzip")
    assert len(sent) == int(small.headers["content-length"]) < len(plain.content) / 2
    assert gzip.decompress(sent)[:200] == plain.content[:200]
    assert "accept-encoding" in plain.headers["vary"]
    assert small.headers["vary"] == plain.headers["vary"]


@pytest.mark.parametrize("accepted", ["identity", "br", "gzip;q=0", "gzip; q=0.0, br", ""])
def test_a_client_that_does_not_accept_gzip_gets_none(client: httpx.Client, game: str, accepted: str) -> None:
    for response in (
        client.post("/graphql", json={"query": LOOK}, headers={"accept-encoding": accepted}),
        client.get(f"/v1/games/{game}", headers={"accept-encoding": accepted}),
    ):
        assert encoding(response) is None


def test_a_small_answer_is_not_compressed(client: httpx.Client) -> None:
    assert encoding(client.post("/graphql", json={"query": "{ __typename }"}, headers=ANY)) is None


def test_an_answer_to_a_request_that_got_a_token_is_never_compressed(client: httpx.Client) -> None:
    key = secrets.token_hex(16)
    made = client.post("/graphql", json={"query": CREATE % "seats { secret: token }"}, headers=ANY)
    body = {"kind": "BREW_CRAFTERS", "seats": [{"kind": "MINE"}, {"kind": "OPEN"}], "powers": "FULL"}
    rest = client.post("/v1/games", json=body, headers={**ANY, "idempotency-key": key})
    repeated = client.post("/v1/games", json=body, headers={**ANY, "idempotency-key": key})
    path = f"/v1/games/{rest.json()['game']['gameId']}"
    host = {**ANY, "authorization": f"Bearer {rest.json()['hostToken']}"}
    joined = client.post(f"{path}/seats", json={}, headers=ANY)
    reissued = client.post(f"{path}/tokens/reissue", json={"seat": 1}, headers=host)
    for response in (made, rest, repeated, joined, reissued):
        assert len(response.content) > 1024
        assert encoding(response) is None
    assert encoding(client.get(path, headers=ANY)) == "gzip"


def test_a_compressed_answer_has_a_tag_of_its_own_and_both_are_understood(client: httpx.Client) -> None:
    body = {"kind": "BREW_CRAFTERS", "seats": [{"kind": "MINE"}, {"kind": "MINE"}]}
    made = client.post("/v1/games", json=body).json()
    path, host = f"/v1/games/{made['game']['gameId']}", {"authorization": f"Bearer {made['hostToken']}"}
    plain = client.get(path, headers={**PLAIN, **host}).headers["etag"]
    small = client.get(path, headers={**ANY, **host}).headers["etag"]
    assert plain != small
    for tag in (plain, small):
        known = client.get(path, headers={**ANY, **host, "if-none-match": f'"other", {tag}'})
        assert (known.status_code, known.headers["etag"]) == (304, tag)
    assert client.post(f"{path}/abandon", headers={**host, "if-match": small}).status_code == 200
    stale = client.post(
        f"{path}/abandon", headers={**host, "if-match": small, "idempotency-key": secrets.token_hex(16)}
    )
    assert stale.status_code == 412


def test_an_operator_can_turn_it_off() -> None:
    with Server(store=MemoryStore(), compress_from=0) as server, httpx.Client(base_url=server.url) as http:
        assert encoding(http.get("/v1/catalogue", headers=ANY)) is None
