"""A deleted account is gone at every instance: from games, lists and webhooks, and its stream ends."""

from __future__ import annotations

import asyncio
import json
import threading
from typing import Any

import httpx
import jwt
import pytest
import redis
from typer.testing import CliRunner

from taphouse.command_line import main
from taphouse.lab.memory_store import MemoryStore
from taphouse.schema.prices import FORGOTTEN_DELIVERY, FORGOTTEN_WEBHOOK
from taphouse.service.access.accounts import account_id
from taphouse.service.games.deleting.rewriting import Rewriting
from taphouse.service.webhooks.managing import Managing
from taphouse.service.webhooks.stored import Delivery, DeliveryPlace, log_name, owner_of, pack
from tests.access.issuer import ANN, BOB, CID, DEB, ISSUER
from tests.access.seats.shared import streaming
from tests.api.client import MINE, OPEN, Client, in_notation
from tests.api.server import Server, until
from tests.http.rest_events.shared import stream
from tests.streams.conftest import Player
from tests.streams.shared import TURNS, told

PATH = "/v1/account"
DELETE = (
    "mutation ($account: ID!) { deleteAccount(account: $account) { __typename ... on AccountDeleted { finished } } }"
)


def by_rest(client: Client, account: str | None, **headers: str) -> httpx.Response:
    sent = {} if client.token is None else {"authorization": f"Bearer {client.token}"}
    return client.http.delete(PATH, params={} if account is None else {"account": account}, headers=sent | headers)


def own_id(client: Client) -> str:
    found: str = client.ask("{ account { ... on Account { id } } }")["account"]["id"]
    return found


def began(ann: Client, bob: Client) -> str:
    seats = [{"kind": MINE, "name": "Annabel"}, {"kind": OPEN}, {"kind": MINE}]
    game: str = ann.done("createGame", game=TURNS, seats=seats)["game"]["gameId"]
    bob.done("joinGame", gameId=game, name="Bobby")
    return game


def test_an_account_is_deleted_at_another_instance_and_its_stream_ends(
    at_two: tuple[Client, Client], player: Player
) -> None:
    ann, bob, there = player(ANN, at_two[0]), player(BOB, at_two[0]), at_two[1]
    game, account = began(ann, bob), own_id(ann)
    with told(ann) as events:
        assert events.news()["viewer"]["seat"] == 1
        assert there.with_token(ann.token).ask(DELETE, account=account)["deleteAccount"]["finished"]
        name, problem = events.end()
    assert (name, problem["code"], problem["detail"]) == ("problem", "TOKEN_REJECTED", "The account was deleted.")
    seats = there.within(game, "seats { name bot } viewer { host }")["seats"]
    assert seats == [{"name": None, "bot": "GREEDY"}, {"name": "Bobby", "bot": None}, {"name": None, "bot": None}]
    assert bob.within(game, "viewer { seat host }")["viewer"] == {"seat": 2, "host": True}
    assert ann.ask("{ account { ... on Account { games(first: 5) { edges { cursor } } } } }")["account"]["games"] == {
        "edges": []
    }
    answer = by_rest(ann, account, **{"idempotency-key": "k" * 22})
    assert (answer.status_code, answer.json()) == (200, {"finished": True})
    assert "etag" not in answer.headers


def test_its_names_are_gone_where_others_follow(at_two: tuple[Client, Client], player: Player) -> None:
    """A client that reads the log there from its beginning shares what is kept for those who follow."""
    ann, bob, cid = player(ANN, at_two[0]), player(BOB, at_two[0]), player(CID, at_two[0])
    seats = [{"kind": MINE}, {"kind": OPEN}, {"kind": OPEN}]
    game: str = bob.done("createGame", game=TURNS, seats=seats)["game"]["gameId"]
    account = own_id(ann)
    with stream(at_two[1], game) as one:
        assert one.ids(1) == [1]
        for client, name in ((ann, "Annabel"), (cid, "Cidney")):
            client.done("joinGame", gameId=game, name=name)
            assert name in one.next().data
        assert ann.ask(DELETE, account=account)["deleteAccount"]["finished"]

        def names(client: Client) -> list[bool]:
            with stream(client, game) as other:
                told = [other.next().data for _ in range(3)]
            return [name in str(told) for name in ("Annabel", "Cidney")]

        for client in at_two:
            until(lambda client=client: names(client) == [False, True], "it is forgotten")  # type: ignore[misc]


def test_its_names_are_gone_where_spectators_see_an_earlier_version(
    at_two: tuple[Client, Client], player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also if they look between the version without the account and the log before it."""
    rewrite = Rewriting.rewrite

    async def late(*given: Any) -> bool:
        await asyncio.sleep(0.5)
        return await rewrite(*given)

    monkeypatch.setattr(Rewriting, "rewrite", late)
    ann, bob, cid, deb = [player(name, at_two[name == DEB]) for name in (ANN, BOB, CID, DEB)]
    seats = [{"kind": MINE}, {"kind": OPEN}, {"kind": OPEN}]
    game: str = bob.done("createGame", game=TURNS, seats=seats, spectatorDelay=2)["game"]["gameId"]
    account = own_id(ann)
    ann.done("joinGame", gameId=game, name="Annabel")
    cid.done("joinGame", gameId=game)
    for _ in range(2):
        assert "GameChanged" in [
            one.do("play", gameId=game, moves=in_notation("pass"))["__typename"] for one in (ann, bob, cid)
        ]

    def names() -> list[str | None]:
        with streaming(
            deb, f'subscription {{ gameUpdated(gameId: "{game}") {{ ... on Game {{ seats {{ name }} }} }} }}'
        ) as shown:
            return [seat["name"] for seat in next(shown)["seats"]]

    with streaming(
        deb, f'subscription {{ gameUpdated(gameId: "{game}") {{ ... on Game {{ version }} }} }}'
    ) as followed:
        next(followed)
        deleting = threading.Thread(target=ann.ask, args=(DELETE,), kwargs={"account": account})
        deleting.start()
        while deleting.is_alive():
            names()
        deleting.join()
        until(lambda: "Annabel" not in names(), "it is forgotten", 5)


def test_it_must_be_confirmed(anyone: Client, player: Player) -> None:
    ann, bob = player(ANN, anyone), player(BOB, anyone)
    game = began(ann, bob)
    for account in (None, "", own_id(bob)):
        refused = by_rest(ann, account)
        assert (refused.status_code, refused.json()["code"]) == (400, "INPUT_REFUSED")
        assert refused.json()["argument"] == "account"
    assert anyone.within(game, "seats { name }")["seats"][0]["name"] == "Annabel"


def dump(url: str) -> str:
    """Everything in a store, as text."""
    read: dict[bytes, Any] = {}
    with redis.Redis.from_url(url) as store:
        for key in store.scan_iter("*"):
            match store.type(key):
                case b"hash":
                    read[key] = store.hgetall(key)
                case b"list":
                    read[key] = store.lrange(key, 0, -1)
                case b"zset":
                    read[key] = store.zrange(key, 0, -1)
                case _:
                    read[key] = store.get(key)
    return repr({key: value for key, value in read.items() if b"deletion:" not in key and key != b"th:due:accounts"})


def test_the_operator_finds_what_no_list_leads_to(
    two_services: tuple[Server, Server], two_instances: tuple[Client, Client], player: Player
) -> None:
    settings = two_services[0].app.state.services.settings
    url = settings.redis_url.get_secret_value()
    ann, bob = player("Ann Lost", two_instances[0]), player(BOB, two_instances[1])
    subject = str(jwt.decode(str(ann.token), options={"verify_signature": False})["sub"])
    account = account_id(ISSUER, subject)
    assert account == own_id(ann)
    began(ann, bob)
    hook = {"url": "https://receiver.example/annas", "events": ["TURN"], "secret": "whsec_" + "A" * 32}
    with redis.Redis.from_url(url) as store:
        store.hset(f"th:items:hooks:player:{account}", "h" * 24, json.dumps(hook))
        store.delete(f"th:list:player:{account}")
    command = ["store", "forget", ISSUER, subject, url, "--json"]
    found = json.loads(CliRunner().invoke(main, command).stdout)
    assert found == {"is": "forgotten", "account": account, "games": 1, "others": 1}
    assert by_rest(ann, account).json() == {"finished": True}
    left = dump(url)
    assert [trace for trace in (account, "Annabel", "receiver.example/annas") if trace in left] == []
    assert "Bobby" in left
    assert json.loads(CliRunner().invoke(main, command).stdout)["games"] == 0
    assert "nothing of this account" in CliRunner().invoke(main, command[:-1]).stdout


@pytest.fixture
def managing(service: Server) -> tuple[Managing, MemoryStore]:
    services = service.app.state.services
    return services.webhooks, services.store


async def test_webhooks_go_with_their_logs_and_what_is_pending(managing: tuple[Managing, MemoryStore]) -> None:
    webhooks, store = managing
    owner, hook = owner_of("a" * 32), "h" * 24
    place = DeliveryPlace(owner, hook, "d" * 24)
    await store.put_item(f"hooks:{owner}", hook, b"anything", None, 10_000)
    await store.put_item(log_name(owner, hook), place.delivery, pack(Delivery("TURN", "5", 3, 1, 1)), None, 10_000)
    paid = list[int]()

    async def pay(points: int) -> None:
        paid.append(points)

    await webhooks.forget(player="a" * 32, pay=pay)
    assert paid == [FORGOTTEN_WEBHOOK + FORGOTTEN_DELIVERY]
    assert await store.items([f"hooks:{owner}", log_name(owner, hook)]) == ({}, {})
