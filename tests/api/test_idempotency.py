"""The same request again with the same key: the first answer, byte for byte, whatever has happened since, on any instance."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from taphouse.lab.memory_store import MemoryStore
from tests.api.client import ADA, BEN, DANK, MINE, OPEN, Client, create, in_notation, new_key, seats_of, table_of
from tests.api.conftest import http
from tests.api.server import Server
from tests.effort import EFFORT


@pytest.fixture(params=["memory", "valkey"])
def instances(request: pytest.FixtureRequest) -> tuple[Client, Client]:
    """The instance that gets a request first, and the one that gets it again."""
    if request.param == "valkey":
        pair: tuple[Client, Client] = request.getfixturevalue("two_instances")
        return pair
    client = request.getfixturevalue("on_memory")
    return client, client


def twice(one: Client, other: Client, field: str, **arguments: Any) -> tuple[httpx.Response, httpx.Response]:
    return one.send(field, **arguments), other.with_token(one.token).send(field, **arguments)


def typename(response: httpx.Response) -> str:
    (result,) = response.json()["data"].values()
    name: str = result["__typename"]
    return name


@pytest.mark.parametrize("kinds", [[MINE, MINE], [MINE, OPEN]])
@pytest.mark.parametrize("seed", [None, "a known one"])
def test_a_game_is_created_once_and_the_tokens_are_the_same(
    instances: tuple[Client, Client], kinds: list[str], seed: str | None
) -> None:
    here, there = instances
    request = {"game": {DANK: {}}, "seats": seats_of(kinds), "seed": seed, "idempotencyKey": new_key()}
    first, again = twice(here, there, "createGame", **request)
    assert typename(first) == "GameCreated"
    assert again.content == first.content


def test_a_game_that_was_played_on_is_still_answered_as_it_was_created(instances: tuple[Client, Client]) -> None:
    here, there = instances
    request = {"game": {DANK: {"turnCap": 8}}, "seats": seats_of([MINE, MINE]), "idempotencyKey": new_key()}
    first = here.send("createGame", **request)
    table_of(here, first.json()["data"]["createGame"]).finish()
    assert there.send("createGame", **request).content == first.content


def test_a_key_is_remembered_as_long_as_the_game_that_it_created() -> None:
    now = 1000.0
    store = MemoryStore(lambda: now)
    with Server(store=store, waiting_days=2) as server, http(server) as client:
        anyone, key = Client(client), new_key()
        request = {"game": {DANK: {}}, "seats": seats_of([MINE, OPEN]), "idempotencyKey": key}
        first = anyone.send("createGame", **request)
        assert typename(first) == "GameCreated"
        now += 47 * 3600
        assert anyone.send("createGame", **request).content == first.content
        now += 2 * 3600
        again = anyone.done("createGame", **request)["game"]
        assert again["gameId"] == first.json()["data"]["createGame"]["game"]["gameId"]
        assert again["commitment"] != first.json()["data"]["createGame"]["game"]["commitment"]


@pytest.mark.parametrize("kinds", [[MINE, OPEN], [OPEN, OPEN]])
def test_a_seat_is_taken_once_and_its_token_is_the_same(instances: tuple[Client, Client], kinds: list[str]) -> None:
    here, there = instances
    game = here.done("createGame", game={DANK: {}}, seats=seats_of(kinds))["game"]["gameId"]
    request = {"gameId": game, "name": "Carla", "idempotencyKey": new_key()}
    first, again = twice(here, there, "joinGame", **request)
    assert typename(first) == "GameJoined"
    assert again.content == first.content
    taken = [seat["taken"] for seat in here.look(game)["seats"]]
    assert taken.count(True) == 1 + kinds.count(MINE)
    if kinds == [OPEN, OPEN]:
        here.done("joinGame", gameId=game, name=BEN)
        assert there.send("joinGame", **request).content == first.content


def test_a_move_is_made_once_and_answered_the_same_while_the_game_goes_on(instances: tuple[Client, Client]) -> None:
    here, there = instances
    table = create(here, options={"turnCap": 6})
    sent = []
    for field, arguments in (
        ("dankAndDraftDraft", {"line": "ROW_1"}),
        ("play", {"moves": in_notation("end-turn"), "expectedVersion": 3}),
        ("play", {"moves": [{DANK: {"draft": {"line": "ROW_2"}}}, {"notation": "end-turn"}]}),
    ):
        request = {"gameId": table.id, "idempotencyKey": new_key(), **arguments}
        player = table.decider
        first, again = twice(player, there, field, **request)
        assert typename(first) == "GameChanged"
        assert again.content == first.content
        sent.append((player, field, request, first))
    assert table.version == 6
    table.finish()
    for player, field, request, first in sent:
        assert there.with_token(player.token).send(field, **request).content == first.content


def test_the_move_that_ends_a_game_is_answered_the_same(instances: tuple[Client, Client]) -> None:
    here, there = instances
    table = create(here, options={"turnCap": 1})
    table.play("draft row-1")
    request = {"gameId": table.id, "moves": in_notation("end-turn"), "idempotencyKey": new_key()}
    first, again = twice(table.decider, there, "play", **request)
    assert first.json()["data"]["play"]["game"]["status"] == "OVER"
    assert again.content == first.content


def test_resigning_and_abandoning_are_done_once(instances: tuple[Client, Client]) -> None:
    here, there = instances
    table = create(here, 4)
    for client, field in ((table.decider, "resign"), (table.waiting, "resign"), (table.host, "abandon")):
        first, again = twice(client, there, field, gameId=table.id, idempotencyKey=new_key())
        assert typename(first) == "GameChanged"
        assert again.content == first.content


def test_a_retry_needs_the_same_token(instances: tuple[Client, Client]) -> None:
    """The first answer shows what only that seat may see."""
    here, there = instances
    table = create(here, options={"firstSeat": "SEAT_1"})
    request = {"gameId": table.id, "moves": in_notation("draft row-1"), "idempotencyKey": new_key()}
    assert typename(table.seat(1).send("play", **request)) == "GameChanged"
    for other, refusal in ((table.seat(2), "NotYourTurn"), (table.spectator, "NotSeated"), (table.host, "NotSeated")):
        assert typename(there.with_token(other.token).send("play", **request)) == refusal


def test_two_seats_may_use_the_same_key(on_memory: Client) -> None:
    table, key = create(on_memory), new_key()
    for _ in range(2):
        table.decider.done("play", gameId=table.id, moves=in_notation("draft row-1"), idempotencyKey=key)
        table.play("end-turn")


@pytest.mark.parametrize(
    "changed",
    [
        {"game": {DANK: {"turnCap": 9}}},
        {"seats": seats_of([MINE] * 3)},
        {"seats": seats_of([MINE, OPEN])},
        {"seats": seats_of([MINE, MINE], ["Ada", "Bob"])},
        {"seed": "another"},
        {"edition": "reconstructed"},
    ],
)
def test_another_new_game_with_the_same_key_is_refused(
    instances: tuple[Client, Client], changed: dict[str, Any]
) -> None:
    here, there = instances
    request = {"game": {DANK: {}}, "seats": seats_of([MINE, MINE]), "idempotencyKey": new_key()}
    here.done("createGame", **request)
    assert there.refused("createGame", **request | changed)["code"] == "KEY_REUSED"


def test_another_request_with_the_same_key_is_refused_and_changes_nothing(instances: tuple[Client, Client]) -> None:
    here, there = instances
    made = here.done("createGame", game={DANK: {}}, seats=seats_of([OPEN, OPEN, OPEN]))
    id_, key = made["game"]["gameId"], new_key()
    here.done("joinGame", gameId=id_, name=ADA, idempotencyKey=key)
    for more in ({"name": BEN}, {"name": ADA, "seat": 2}, {}):
        assert there.refused("joinGame", gameId=id_, idempotencyKey=key, **more)["code"] == "KEY_REUSED"
    assert [seat["taken"] for seat in here.look(id_)["seats"]] == [True, False, False]


def test_a_refusal_is_not_kept_so_its_key_can_still_be_used(instances: tuple[Client, Client]) -> None:
    here, there = instances
    table, key = create(here), new_key()
    player = there.with_token(table.decider.token)
    assert (
        player.refused("play", gameId=table.id, moves=in_notation("end-turn"), idempotencyKey=key)["code"]
        == "MOVE_REFUSED"
    )
    player.done("play", gameId=table.id, moves=in_notation("draft row-1"), idempotencyKey=key)


# --- all at once -----------------------------------------------------------------------------------------------------------

MANY = 16 if EFFORT == 1 else 50


@pytest.mark.parametrize("expected", [2, None])
def test_of_many_moves_at_once_exactly_one_is_made(two_instances: tuple[Client, Client], expected: int | None) -> None:
    table = create(two_instances[0])
    token = table.decider.token
    moves = [f"draft {line}-{number}" for line in ("row", "column") for number in (1, 2, 3)]

    def play(number: int) -> str:
        client = two_instances[number % 2].with_token(token)
        result = client.do("play", gameId=table.id, moves=in_notation(moves[number % 6]), expectedVersion=expected)
        return str(result["__typename"])

    with ThreadPoolExecutor(MANY) as pool:
        results = list(pool.map(play, range(MANY)))
    assert sorted(results) == ["GameChanged"] + [("MoveRefused" if expected is None else "VersionConflict")] * (
        MANY - 1
    )
    assert table.version == 3


def test_of_many_at_once_with_one_key_all_get_the_same_answer_and_one_move_is_made(
    two_instances: tuple[Client, Client],
) -> None:
    table = create(two_instances[0])
    token, request = (
        table.decider.token,
        {"gameId": table.id, "moves": in_notation("draft row-1"), "idempotencyKey": new_key()},
    )

    def play(number: int) -> bytes:
        return two_instances[number % 2].with_token(token).send("play", **request).content

    with ThreadPoolExecutor(MANY) as pool:
        (answer,) = set(pool.map(play, range(MANY)))
    assert b"GameChanged" in answer
    assert table.version == 3


def test_many_who_create_a_game_with_one_key_create_one(two_instances: tuple[Client, Client]) -> None:
    request = {"game": {DANK: {}}, "seats": seats_of([MINE, MINE]), "idempotencyKey": new_key()}
    with ThreadPoolExecutor(MANY) as pool:
        answers = pool.map(lambda n: two_instances[n % 2].send("createGame", **request).content, range(MANY))
        (answer,) = set(answers)
    assert b"GameCreated" in answer


def test_of_many_who_join_at_once_as_many_sit_down_as_there_are_seats(two_instances: tuple[Client, Client]) -> None:
    here, there = two_instances
    id_ = here.done("createGame", game={DANK: {}}, seats=seats_of([MINE, OPEN, OPEN, OPEN]))["game"]["gameId"]
    with ThreadPoolExecutor(MANY) as pool:
        results = list(pool.map(lambda n: two_instances[n % 2].do("joinGame", gameId=id_, name=f"P{n}"), range(MANY)))
    joined = [result for result in results if result["__typename"] == "GameJoined"]
    assert sorted(result["seat"]["seat"] for result in joined) == [2, 3, 4]
    assert len({result["seat"]["token"] for result in joined}) == 3
    assert {result["__typename"] for result in results} == {"GameJoined", "NoOpenSeat"}
    assert there.look(id_)["status"] == "RUNNING"


def test_keys_that_the_service_makes_do_not_come_again_when_a_library_seeds_random(on_memory: Client) -> None:
    table = create(on_memory, 2)
    for _ in range(4):
        random.seed(1)
        table.play(table.moves()[0]["notation"])
