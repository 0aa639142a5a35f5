"""Requests of a host take effect once, and only the host gets their answers again."""

from __future__ import annotations

import pytest

from taphouse.lab.memory_store import MemoryStore
from taphouse.service.access.tokens import Claims, TokenIssuer
from tests.access.brief import Brief
from tests.access.seats.shared import Waiting, code
from tests.api import server as build
from tests.api.client import CASK, MINE, OPEN, Client, Table, create, in_notation, new_key, seats_of
from tests.api.conftest import http
from tests.api.server import SIGNING_KEY, Server


@pytest.mark.parametrize("field", ["openSeat", "closeSeat", "reissueToken", "a seat's reissueToken"])
def test_what_a_host_does_is_done_once_and_answered_the_same(instances: tuple[Client, Client], field: str) -> None:
    """Also where the answer that got lost held the host's own new token: the one that it was sent with has ended."""
    here, there = instances
    table = Waiting(here)
    there.done("joinGame", gameId=table.id, seat=2)
    given = {"reissueToken": {}, "a seat's reissueToken": {"seat": 2}}.get(field, {"seat": 2})
    field = field.rsplit(maxsplit=1)[-1]
    request = {"gameId": table.id, "idempotencyKey": new_key(), **given}
    first = table.host.send(field, **request)
    assert first.json()["data"][field]["__typename"] in ("GameChanged", "TokenReissued")
    again = there.with_token(table.host.token)
    assert again.send(field, **request).content == first.content
    there.done("joinGame", gameId=table.id, seat=3)
    assert again.send(field, **request).content == first.content
    assert table.at(there)["version"] == (5 if field == "reissueToken" else 4)  # with all seats taken it has started


def test_who_lost_their_token_by_another_request_gets_no_first_answer_again(anyone: Client) -> None:
    table = create(anyone, game=CASK)
    seat = {"gameId": table.id, "seat": 1, "idempotencyKey": new_key()}
    move = {"gameId": table.id, "moves": in_notation("pass"), "idempotencyKey": new_key()}
    player = table.decider
    player.done("play", **move)
    table.host.done("reissueToken", **seat)
    table.host.done("reissueToken", gameId=table.id)
    for number in (1, 2):
        anyone.with_token(hosting(table, 2)).do("reissueToken", gameId=table.id, seat=number)
    assert code(table.host, "reissueToken", **seat) == "TOKEN_REJECTED"
    assert code(player, "play", **move) == "TOKEN_REJECTED"


def hosting(table: Table, generation: int) -> str:
    return TokenIssuer([SIGNING_KEY]).token(Claims(table.id, "host", generation))


def test_nobody_else_gets_the_first_answer(anyone: Client) -> None:
    table = create(anyone, game=CASK)
    request = {"gameId": table.id, "idempotencyKey": new_key()}
    table.host.done("reissueToken", **request)
    assert code(anyone, "reissueToken", **request) == "NOT_HOST"
    assert code(table.seat(1), "reissueToken", **request) == "NOT_HOST"


@pytest.mark.parametrize("field", ["openSeat", "closeSeat", "reissueToken"])
def test_another_request_with_the_same_key_is_refused(instances: tuple[Client, Client], field: str) -> None:
    here, there = instances
    table, key = Waiting(here), new_key()
    there.done("joinGame", gameId=table.id, seat=2)
    table.host.done("closeSeat", gameId=table.id, seat=3, idempotencyKey=key)
    host = there.with_token(table.host.token)
    assert code(host, field, gameId=table.id, seat=1, idempotencyKey=key) == "KEY_REUSED"
    assert code(host, field, gameId=table.id, seat=3, expectedVersion=2, idempotencyKey=key) == "KEY_REUSED"
    assert table.at(there)["version"] == 3


@pytest.mark.parametrize("field", ["openSeat", "closeSeat", "reissueToken"])
def test_a_host_may_say_which_version_they_saw(instances: tuple[Client, Client], field: str) -> None:
    here, there = instances
    table = Waiting(here)
    there.done("joinGame", gameId=table.id, seat=2)
    problem = table.host.refused(field, gameId=table.id, seat=2, expectedVersion=1)
    assert (problem["code"], problem["version"]) == ("VERSION_CONFLICT", 2)
    assert [entry["version"] for entry in problem["entries"]] == [2]
    table.host.done(field, gameId=table.id, seat=2, expectedVersion=2)


def test_a_game_is_found_again_when_the_signing_keys_were_rotated(monkeypatch: pytest.MonkeyPatch) -> None:
    store, request = MemoryStore(), {"game": {CASK: {}}, "seats": seats_of([MINE, OPEN]), "idempotencyKey": new_key()}
    old, new, newest = (
        "the first of three signing keys all of them long",
        "the second of three signing keys all of them long",
        "k" * 40,
    )

    def create_with(keys: str) -> bytes:
        monkeypatch.setattr(build, "SIGNING_KEY", keys)
        with Server(store=store) as server, http(server) as client:
            made = Brief(client).done("createGame", **request)
            mine = Client(client).with_token(made["seats"][0]["token"])
            assert mine.look(made["game"]["gameId"])["viewer"]["seat"] == 1
            answer: bytes = made["game"]["gameId"].encode()
            return answer

    first = create_with(old)
    assert create_with(f"{new},{old}") == first
    assert create_with(f"{newest},{new},{old}") == first
