"""The keys of an issuer: new ones, old ones, and none that can be had."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from taphouse.lab.memory_store import MemoryStore
from taphouse.service.access import accounts
from taphouse.service.access.accounts import FRESH, PAUSE, KeysAway
from tests.access.accounts.shared import reading
from tests.access.issuer import ANN, AUDIENCE, BOB, ISSUER, Pair, Published, claims, key_set, published
from tests.api.client import Client
from tests.api.conftest import http
from tests.api.server import Server, until
from tests.outgoing.servers import Does, repeating, serving, silent


class Clock:
    """Seconds that a test moves."""

    now = 0.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    moved = Clock()
    monkeypatch.setattr(accounts, "time", SimpleNamespace(monotonic=moved.monotonic))
    return moved


@pytest.fixture
def keys() -> Iterator[Published]:
    with published() as state:
        yield state


async def test_a_new_key_is_found_as_soon_as_a_token_names_it_and_an_old_one_ends(
    keys: Published, clock: Clock
) -> None:
    old, new = Pair("old"), Pair("new")
    reader = reading(keys.url)
    keys.publish(old)
    assert await reader.read(old.sign(claims(ANN)))
    keys.publish(old, new)
    clock.now += PAUSE
    assert await reader.read(new.sign(claims(ANN)))
    assert await reader.read(old.sign(claims(ANN)))
    keys.publish(new)
    clock.now += FRESH
    assert await reader.read(old.sign(claims(ANN))) is None
    assert await reader.read(new.sign(claims(ANN)))
    assert keys.asked == 3


async def test_whatever_names_tokens_make_up_the_issuer_is_asked_seldom(keys: Published, clock: Clock) -> None:
    keys.publish(Pair("one"))
    reader, strange = reading(keys.url), Pair("strange")
    for number in range(20):
        assert await reader.read(strange.sign(claims(ANN), kid=f"made up {number}")) is None
    assert keys.asked == 1
    clock.now += PAUSE
    for number in range(20):
        assert await reader.read(strange.sign(claims(ANN), kid=f"made up {number}")) is None
    assert keys.asked == 2


async def test_who_comes_while_the_keys_are_fetched_waits_for_them(keys: Published) -> None:
    pair = Pair("one")
    keys.publish(pair)
    keys.let.clear()
    reader = reading(keys.url)
    reads = [asyncio.create_task(reader.read(pair.sign(claims(ANN)))) for _ in range(5)]
    await asyncio.to_thread(until, lambda: keys.asked, "the issuer is asked")
    keys.let.set()
    assert all(await asyncio.gather(*reads))
    assert keys.asked == 1


async def test_who_comes_with_a_known_key_does_not_wait(keys: Published, clock: Clock) -> None:
    old, new = Pair("old"), Pair("new")
    keys.publish(old)
    reader = reading(keys.url)
    assert await reader.read(old.sign(claims(ANN)))
    keys.publish(old, new)
    keys.let.clear()
    clock.now += FRESH
    first = asyncio.create_task(reader.read(new.sign(claims(ANN))))
    await asyncio.to_thread(until, lambda: keys.asked == 2, "the issuer is asked again")
    assert await reader.read(old.sign(claims(BOB)))
    keys.let.set()
    assert await first


async def test_a_look_that_is_given_up_is_made_by_the_next_one(keys: Published) -> None:
    pair = Pair("one")
    keys.publish(pair)
    keys.let.clear()
    reader = reading(keys.url)
    first = asyncio.create_task(reader.read(pair.sign(claims(ANN))))
    await asyncio.to_thread(until, lambda: keys.asked, "the issuer is asked")
    first.cancel()
    await asyncio.wait([first])
    keys.let.set()
    assert await reader.read(pair.sign(claims(ANN)))


BROKEN = [
    *((500, b""), (404, b"{}"), (302, b""), (200, b""), (200, b"[]"), (200, b"null"), (200, b"7"), (200, b"\xff")),
    *(
        (200, b'{"keys": []}'),
        (200, b'{"keys": 7}'),
        (200, b'{"keys": [7, {}, {"kty": "RSA"}]}'),
        (200, b"[" * 100_000),
    ),
    (200, b'{"keys": []}' + b" " * (1 << 20)),
]


@pytest.mark.parametrize("answer", BROKEN, ids=range(len(BROKEN)))
async def test_keys_that_cannot_be_had_are_away_and_those_before_are_kept(
    keys: Published, clock: Clock, answer: tuple[int, bytes]
) -> None:
    pair, reader = Pair("one"), reading(keys.url)
    token, good = pair.sign(claims(ANN)), (200, json.dumps(key_set(pair)).encode())
    keys.answer = answer
    for _ in range(2):
        with pytest.raises(KeysAway):
            await reader.read(token)
    assert keys.asked == 1
    keys.answer = good
    clock.now += PAUSE
    assert await reader.read(token)
    keys.answer = answer
    clock.now += FRESH
    assert await reader.read(token)
    assert keys.asked == 3


@pytest.mark.parametrize(
    "does", [repeating(b"HTTP/1.1 100 \r\n\r\n" * 100), repeating(b" " * 65_536, b"HTTP/1.1 200 OK\r\n\r\n"), silent]
)
async def test_an_issuer_that_never_comes_to_an_end_has_no_keys(does: Does, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(accounts, "_PATIENCE", 0.5)
    async with serving(does) as port:
        reader = reading(f"http://localhost:{port}/keys")
        with pytest.raises(KeysAway):
            await reader.read(Pair("one").sign(claims(ANN)))


def test_while_the_keys_are_away_a_request_may_be_sent_again(keys: Published) -> None:
    keys.answer = (500, b"")
    settings = {"accounts_issuer": ISSUER, "accounts_audience": AUDIENCE, "accounts_keys": keys.url}
    with Server(store=MemoryStore(), **settings) as server, http(server) as client:
        answer = Client(client, Pair("one").sign(claims(ANN))).post("{ account { __typename } }")
        assert (answer.status_code, answer.json()["errors"][0]["extensions"]["code"]) == (503, "UNAVAILABLE")
        headers = {"authorization": f"Bearer {Pair('one').sign(claims(ANN))}"}
        assert client.get(f"/v1/games/{'a' * 24}/events", headers=headers).status_code == 503
        assert "errors" not in Client(client).post("{ account { __typename } }").json()
