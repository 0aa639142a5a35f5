"""Requests for the log of a game that are refused, and what is accepted."""

from __future__ import annotations

import httpx
import pytest

from taphouse.lab.memory_store import MemoryStore
from tests.api.client import CASK, Client, Table, create
from tests.api.server import Server
from tests.http.rest_events.shared import JSON, STREAM, headers_of, path_of, poll, problem

NOBODY = "a" * 24


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        *(("after", wrong) for wrong in ("-1", "x", "1.5", "", " 1", "1" * 16, "²")),
        *(("wait", wrong) for wrong in ("-1", "26", "x", "0.5", "")),
        *(("first", wrong) for wrong in ("0", "501", "x", "")),
    ],
)
def test_a_number_that_is_none_is_refused(anyone: Client, table: Table, name: str, wrong: str) -> None:
    body = problem(poll(anyone, table.id, **{name: wrong}), 400, "INPUT_REFUSED")
    assert body["argument"] == name
    assert name in body["detail"]
    assert body["rules"] == []
    if name == "after":
        headers = headers_of(anyone, STREAM)
        problem(anyone.http.get(path_of(table.id), params={name: wrong}, headers=headers), 400, "INPUT_REFUSED")


@pytest.mark.parametrize("accept", [JSON, STREAM])
def test_what_is_not_there_is_not_found(server: Server, anyone: Client, table: Table, accept: str) -> None:
    headers = headers_of(anyone, accept)
    for game in (NOBODY, "x", "A" * 24, "%20", "a" * 25):
        assert problem(anyone.http.get(path_of(game), headers=headers), 404, "GAME_NOT_FOUND")["rules"] == []
    response = anyone.http.get(path_of(table.id), params={"after": 3}, headers=headers)
    assert problem(response, 404, "VERSION_NOT_FOUND")["version"] == 2
    server.check_free()


@pytest.mark.parametrize("accept", [JSON, STREAM])
def test_a_token_that_is_not_of_the_game_is_refused(anyone: Client, table: Table, accept: str) -> None:
    other = create(anyone, 2, CASK)
    for given in ("Bearer forged", "Bearer", "Basic eDp5", "", f"Bearer {other.host.token}"):
        response = anyone.http.get(path_of(table.id), headers={"accept": accept, "authorization": given})
        problem(response, 401, "TOKEN_REJECTED")
        assert response.headers["www-authenticate"] == "Bearer"
        assert "forged" not in response.text


def test_a_token_in_the_url_is_none(table: Table) -> None:
    for name in ("token", "access_token", "authorization"):
        response = poll(table.spectator, table.id, **{name: str(table.seat(1).token)})
        assert problem(response, 400, "INPUT_REFUSED")["argument"] == name
        assert str(table.seat(1).token) not in response.text


@pytest.mark.parametrize("accept", ["text/html", "image/png", f"{JSON};q=0", "application/graphql-response+json"])
def test_something_else_is_not_acceptable(anyone: Client, table: Table, accept: str) -> None:
    response = anyone.http.get(path_of(table.id), headers={"accept": accept})
    body = problem(response, 406, "NOT_ACCEPTABLE")
    assert JSON in body["detail"]
    assert STREAM in body["detail"]


@pytest.mark.parametrize(
    ("accept", "media"),
    [
        ("*/*", JSON),
        ("application/*", JSON),
        ("", JSON),
        (f"{STREAM};q=0.5, {JSON}", JSON),
        ("text/*", STREAM),
        (f"{STREAM}, {JSON};q=0.9", STREAM),
        ("Text/Event-Stream", STREAM),
    ],
)
def test_what_is_accepted_decides_which_it_is(anyone: Client, accept: str, media: str) -> None:
    table = create(anyone, 2, CASK)
    table.host.done("abandon", gameId=table.id)
    response = anyone.http.get(path_of(table.id), headers={"accept": accept})
    assert response.headers["content-type"].partition(";")[0] == media
    assert response.text.count('"version":3') >= 1


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
def test_it_is_only_read(anyone: Client, table: Table, method: str) -> None:
    response = anyone.http.request(method, path_of(table.id))
    problem(response, 405, "METHOD_NOT_ALLOWED")
    assert response.headers["allow"] == "GET, HEAD, OPTIONS"


def test_who_asks_for_the_headers_only_follows_nothing() -> None:
    with Server(store=MemoryStore()) as server:
        with httpx.Client(base_url=server.url, timeout=5, trust_env=False) as client:
            path = path_of(create(Client(client), 2, CASK).id)
            assert client.head(path, headers={"accept": STREAM}).content == b""
            assert client.get("/healthz").status_code == 200  # on the same connection
        server.check_free()
