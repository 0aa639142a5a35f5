"""The answers to requests that reach no use case, and under which names the service answers."""

from __future__ import annotations

from collections.abc import AsyncIterator

import httpx
import pytest

from taphouse.lab.memory_store import MemoryStore
from taphouse.service.access.hosts import Hosts, why_not_count
from taphouse.service.http.negotiation import GRAPHQL, JSON
from taphouse.service.http.refusals import PROBLEM
from taphouse.service.runtime.settings import Settings
from tests.api.server import Server
from tests.http.raw_socket import RawSocket, Refused
from tests.limits.build import House, house


@pytest.fixture
async def here() -> AsyncIterator[House]:
    async with house(allowed_hosts="test, play.example.org:8443, loopback", max_body=2000) as one:
        yield one


@pytest.mark.parametrize("media", [JSON, GRAPHQL])
@pytest.mark.parametrize(
    ("headers", "body", "status", "code"),
    [
        ({}, "x" * 3000, 413, "BODY_TOO_LARGE"),
        ({"host": "evil.example"}, "", 421, "HOST_REFUSED"),
        ({"host": "a b"}, "", 400, "MALFORMED"),
    ],
)
async def test_graphql_refuses_as_graphql_does(
    here: House, media: str, headers: dict[str, str], body: str, status: int, code: str
) -> None:
    async with here.client() as client:
        answer = await client.post("/graphql", content=body, headers={"accept": media, **headers})
        elsewhere = await client.post("/v1/games", content=body, headers=headers)
    assert (answer.status_code, answer.headers["content-type"]) == (status, f"{media}; charset=utf-8")
    (error,) = answer.json()["errors"]
    assert set(answer.json()) == {"errors"}
    assert (set(error), error["extensions"]) == ({"message", "extensions"}, {"code": code})
    assert (elsewhere.status_code, elsewhere.headers["content-type"]) == (status, PROBLEM)
    assert elsewhere.json()["code"] == code


@pytest.mark.parametrize(
    ("host", "allowed"),
    [
        ("play.example.org", True),
        ("PLAY.example.org.", True),
        ("play.example.org:8443", True),
        ("other.example.org:8443", True),
        ("other.example.org", False),
        ("play.example.org.evil.example", False),
        ("localhost:8000", True),
        ("a.localhost", True),
        ("127.0.0.9:1", True),
        ("[::1]:8000", True),
        ("127.0.0.1.evil.example", False),
        ("localhost.evil.example", False),
        ("[2001:db8::1]", False),
        ("", False),
    ],
)
def test_only_allowed_names_are_answered(host: str, allowed: bool) -> None:
    found = Hosts(("play.example.org", "other.example.org:8443", "loopback")).why_not(host.encode())
    assert (None if found is None else found.code) == (None if allowed else "HOST_REFUSED")
    assert Hosts(()).why_not(host.encode()) is None
    assert Hosts(("*",)).why_not(host.encode()) is None


@pytest.mark.parametrize("host", [b"a b", b"a,b", b"user@a", b"a/b", b"a\xff", b"[::1", b"a:b", b"a:1:2"])
def test_what_is_no_host_is_malformed(host: bytes) -> None:
    for allowed in ((), ("loopback",)):
        found = Hosts(allowed).why_not(host)
        assert found is not None
        assert found.code == "MALFORMED"


def test_a_request_has_one_host() -> None:
    assert [why_not_count(count, "1.1") is None for count in (0, 2, 3)] == [False, False, False]
    assert [why_not_count(count, "1.0") is None for count in (0, 2)] == [True, False]


async def test_health_is_told_under_any_name(here: House) -> None:
    assert (await here.get("/healthz", host="10.0.0.7:8000")).status_code == 200
    assert (await here.get("/v1/catalogue", host="10.0.0.7:8000")).status_code == 421


def test_a_page_that_resolves_its_own_name_to_this_machine_gets_nothing() -> None:
    """DNS rebinding: `Host` and `Origin` are both the attacker's."""
    with Server(store=MemoryStore(), allowed_hosts="loopback") as server:
        rebound = {"Host": "evil.example:8000", "Origin": "http://evil.example:8000"}
        with pytest.raises(Refused, match="421"):
            RawSocket(server.url, headers=rebound)
        with httpx.Client(base_url=server.url, trust_env=False) as client:
            assert client.get("/v1/catalogue", headers=rebound).status_code == 421
        with RawSocket(server.url, headers={"Host": "localhost:8000", "Origin": "http://localhost:8000"}) as wire:
            wire.init()


async def test_one_setting_hides_both_descriptions() -> None:
    async with house(introspection=False) as here:
        assert (await here.get("/openapi.json")).status_code == 404
        refused = await here.ask("{ __schema { queryType { name } } }")
        assert "errors" in refused.json()


async def test_an_impossible_game_is_not_found_whatever_the_condition(here: House) -> None:
    game, _ = await here.table()
    async with here.client() as client:
        for tag, status in (('"x"', 412), ("x", 400)):
            for id_, expected in ((game, status), ("a" * 24, 404), ("x", 404)):
                path = f"/v1/games/{id_}/moves"
                answer = await client.post(path, json={"moves": [{"notation": "pass"}]}, headers={"if-match": tag})
                assert answer.status_code == expected, (tag, id_)


LONG = "x" * 40_000


@pytest.mark.parametrize(
    ("query", "variables"),
    [
        (f"{{ {LONG} }}", {}),
        (f"{{ catalogue({LONG}: 1) {{ kind }} }}", {}),
        (f"{{ ...{LONG} }}", {}),
        (f"query ($a: {LONG}) {{ catalogue {{ kind }} }}", {}),
        ('query ($a: Int!) { events(gameId: "a", after: $a) { __typename } }', {"a": LONG * 4}),
        ('query ($a: Int!) { events(gameId: "a", after: $a) { __typename } }', {"a": {LONG * 4: "a b " * 9999}}),
        ("query ($a: ID!) { game(id: $a) { ... on Problem { message } } }", {"a": LONG * 4}),
        ('mutation ($a: MoveInput!) { play(gameId: "a", moves: [$a]) { __typename } }', {"a": {LONG * 4: 1}}),
    ],
)
async def test_echoes_are_short(query: str, variables: dict[str, object]) -> None:
    async with house() as here:
        assert len((await here.ask(query, a=variables.get("a"))).content) < 2500


async def test_text_that_is_no_unicode_is_refused(here: House) -> None:
    async with here.client() as client:
        for path, body in (
            ("/graphql", '{"query": "{ game(id: \\"\\ud800\\") { __typename } }"}'),
            ("/graphql", '{"query": "query ($a: ID!) { game(id: $a) { __typename } }", "variables": {"a": "\\ud800"}}'),
            ("/graphql", '{"query": "{ game(id: \\"\\\\ud800\\") { __typename } }"}'),
            ("/graphql", '{"query": "{ __typename }", "operationName": "\\ud800"}'),
            ("/v1/games", '{"kind": "\\ud800"}'),
            (
                "/v1/games",
                '{"kind": "DANK_AND_DRAFT", "seed": "\\ud800", "seats": [{"kind": "MINE"}, {"kind": "MINE"}]}',
            ),
        ):
            answer = await client.post(path, content=body, headers={"content-type": "application/json"})
            assert answer.status_code in (200, 400), (path, body, answer.text)
            assert "errors" in answer.json() or answer.json()["code"]
        for path in ("/v1/games/%ED%A0%80", "/v1/open-games?after=%ED%A0%80", "/graphql?query=%ED%A0%80"):
            answer = await client.get(path, headers={"accept": f"{GRAPHQL}, {JSON}"})
            assert answer.status_code in (400, 404)


def test_settings_of_hosts() -> None:
    assert Settings(allowed_hosts="a.example, loopback").hosts == ("a.example", "loopback")
    assert Settings().hosts == ()
