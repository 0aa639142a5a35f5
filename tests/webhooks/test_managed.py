"""Webhooks as hosts and accounts manage them: who may, what is refused, and requests that are sent again."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from functools import partial

import pytest

from taphouse.lab.memory_store import MemoryStore
from taphouse.schema.concepts.webhooks import MOST_WEBHOOKS
from tests.access.issuer import ANN, BOB, DEB, Issuer
from tests.api.client import Client, Json, create, new_key
from tests.api.conftest import http
from tests.api.server import Server, until
from tests.webhooks.receiver import EVERYTHING, SECRET, Receiver
from tests.webhooks.shared import CASK, listed, log, made, turns

NOWHERE = "http://127.0.0.1:9/"
ASKED: Json = {"url": NOWHERE, "events": EVERYTHING, "secret": SECRET}


@pytest.mark.parametrize(
    ("given", "argument"),
    [
        ({"url": "ftp://127.0.0.1/"}, "url"),
        ({"url": "127.0.0.1"}, "url"),
        ({"url": ""}, "url"),
        ({"url": "http://ann:secret@127.0.0.1/"}, "url"),
        ({"url": "http://127.0.0.1/#here"}, "url"),
        ({"url": "http://127.0.0.1/a b"}, "url"),
        ({"url": "http://127.0.0.1/\n"}, "url"),
        ({"url": "http://127.0.0.1/é"}, "url"),
        ({"url": "http://127.0.0.1:99999/"}, "url"),
        ({"url": "http://127.0.0.1:0/"}, "url"),
        ({"url": "http://169.254.169.254/latest/meta-data/"}, "url"),
        ({"url": "http://metadata.google.internal/"}, "url"),
        ({"url": "http://127.0.0.1\\@example.org/"}, "url"),
        ({"url": "http://169.254.169.254/latest"}, "url"),
        ({"url": "http://127.0.0.1/" + "a" * 1000}, "url"),
        ({"events": []}, "events"),
        ({"secret": ""}, "secret"),
        ({"secret": SECRET.removeprefix("whsec_")}, "secret"),
        ({"secret": "whsec_" + base64.b64encode(bytes(23)).decode()}, "secret"),
        ({"secret": "whsec_" + base64.b64encode(bytes(65)).decode()}, "secret"),
        ({"secret": "whsec_" + "A" * 33}, "secret"),
        ({"idempotencyKey": "short"}, "idempotencyKey"),
    ],
)
def test_what_is_not_acceptable_is_refused_by_name(on_memory: Client, given: Json, argument: str) -> None:
    table = create(on_memory, game=CASK)
    refused = table.host.refused("createWebhook", gameId=table.id, **ASKED | given)
    assert (refused["code"], refused["argument"]) == ("INPUT_REFUSED", argument)
    assert SECRET not in str(refused)
    assert listed(table.host, table.id) == []


def test_a_request_sent_again_finds_its_webhook(anyone: Client) -> None:
    table, key = create(anyone, game=CASK), new_key()
    first = made(table.host, NOWHERE, table.id, idempotencyKey=key)
    assert made(table.host, NOWHERE, table.id, idempotencyKey=key) == first
    assert listed(table.host, table.id) == [first]
    refused = table.host.refused("createWebhook", gameId=table.id, idempotencyKey=key, **ASKED | {"url": NOWHERE + "x"})
    assert refused["code"] == "KEY_REUSED"
    for _ in range(2):
        deleted = table.host.do("deleteWebhook", gameId=table.id, webhookId=first["id"])
        assert deleted == {"__typename": "WebhookDeleted", "key": first["id"]}
        assert listed(table.host, table.id) == []
    assert made(table.host, NOWHERE, table.id, idempotencyKey=key) == first
    assert listed(table.host, table.id) == [], "what was deleted stays deleted"


def test_there_are_only_so_many(anyone: Client) -> None:
    table = create(anyone, game=CASK)
    ids = [made(table.host, NOWHERE, table.id)["id"] for _ in range(MOST_WEBHOOKS)]
    refused = table.host.refused("createWebhook", gameId=table.id, **ASKED)
    assert (refused["code"], refused["limit"]) == ("TOO_MANY_WEBHOOKS", MOST_WEBHOOKS)
    assert {one["id"] for one in listed(table.host, table.id)} == set(ids)
    table.host.do("deleteWebhook", gameId=table.id, webhookId=ids[0])
    made(table.host, NOWHERE, table.id)


def test_webhooks_of_others_are_not_there(on_memory: Client, issuer: Issuer) -> None:
    ann, bob = (on_memory.with_token(issuer.token(one)) for one in (ANN, BOB))
    one, two = create(on_memory, game=CASK), create(on_memory, game=CASK)
    of_game = made(one.host, NOWHERE, one.id)["id"]
    of_ann = made(ann, NOWHERE)["id"]
    for by, game, webhook in ((two.host, two.id, of_game), (bob, None, of_ann), (one.host, one.id, of_ann)):
        for field in ("deleteWebhook", "testWebhook"):
            assert by.refused(field, gameId=game, webhookId=webhook)["code"] == "WEBHOOK_NOT_FOUND"
    assert [hook["id"] for hook in listed(ann)] == [of_ann]
    ann.do("deleteWebhook", webhookId=of_ann)


def test_a_game_that_has_ended_gets_no_webhook_and_an_expiring_token_makes_none(on_memory: Client) -> None:
    table = create(on_memory, game=CASK)
    narrow = table.host.done("narrowToken", gameId=table.id, until="2099-01-01T00:00:00Z")["token"]
    soon = on_memory.with_token(narrow)
    assert soon.refused("createWebhook", gameId=table.id, **ASKED)["code"] == "NOT_HOST"
    assert listed(soon, table.id) == []
    table.host.done("abandon", gameId=table.id)
    assert table.host.refused("createWebhook", gameId=table.id, **ASKED)["code"] == "GAME_OVER"


def test_only_an_account_has_webhooks_of_its_own(on_memory: Client, issuer: Issuer) -> None:
    table = create(on_memory, game=CASK)
    for by in (on_memory, table.host, table.seat(1)):
        assert by.refused("createWebhook", **ASKED)["code"] == "NO_ACCOUNT"
    deb = on_memory.with_token(issuer.token(DEB))
    webhook = made(deb, NOWHERE)
    assert listed(deb) == [webhook]
    deb.do("deleteWebhook", webhookId=webhook["id"])


def test_a_test_delivery_is_in_the_log(anyone: Client, friend: Receiver) -> None:
    table = create(anyone, game=CASK)
    webhook = made(table.host, friend.url, table.id)["id"]
    friend.hold.clear()
    tested = [table.host.do("testWebhook", gameId=table.id, webhookId=webhook)["delivery"] for _ in range(2)]
    assert tested[0]["id"] == tested[1]["id"], "one that is pending is enough"
    friend.hold.set()
    assert friend.wait(1) == [("TEST", None, None)]
    until(lambda: log(table.host, table.id)[0]["status"] == "DELIVERED", "it is in the log")
    (found,) = log(table.host, table.id)
    assert (found["id"], found["event"], found["gameId"]) == (tested[0]["id"], None, table.id)
    assert friend.ids() == [tested[0]["id"]]


def test_the_same_by_rest(anyone: Client, friend: Receiver, issuer: Issuer) -> None:
    table = create(anyone, game=CASK)
    asked = {"url": friend.url, "events": EVERYTHING, "secret": SECRET}
    for base, token in (
        (f"/v1/games/{table.id}/webhooks", table.host.token),
        ("/v1/account/webhooks", issuer.token("eve")),
    ):
        headers, key = {"authorization": f"Bearer {token}"}, {"idempotency-key": new_key()}
        answers = [anyone.http.post(base, json=asked, headers=headers | key) for _ in range(2)]
        assert [answer.status_code for answer in answers] == [200, 200], answers[0].text
        webhook = answers[0].json()["webhook"]
        assert answers[1].json()["webhook"] == webhook
        tested = anyone.http.post(f"{base}/{webhook['id']}/test", headers=headers).json()["delivery"]
        until(partial(_has, friend, tested["id"]), "the test was delivered")
        found = anyone.http.get(base, headers=headers)
        assert [one["id"] for one in found.json()["webhooks"]] == [webhook["id"]]
        assert SECRET not in found.text
        gone = anyone.http.post(f"{base}/{webhook['id']}/delete", headers=headers)
        assert (gone.status_code, gone.json()) == (200, {"id": webhook["id"]})
        assert anyone.http.get(base, headers=headers).json() == {"webhooks": []}
        unknown = anyone.http.post(f"{base}/{'b' * 24}/test", headers=headers)
        assert (unknown.status_code, unknown.json()["code"]) == (404, "WEBHOOK_NOT_FOUND")


def _has(friend: Receiver, id_: str) -> bool:
    return id_ in friend.ids()


@pytest.fixture
def strict() -> Iterator[Client]:
    """A service on the open network, with few webhooks."""
    rates = {"rate_address": 10**6, "rate_address_burst": 10**6}
    with Server(store=MemoryStore(), quota_webhooks=2, **rates) as server, http(server) as client:
        yield Client(client)


def test_an_address_creates_so_many_webhooks_in_a_day_and_only_of_public_https(strict: Client) -> None:
    one, two = create(strict, game=CASK), create(strict, game=CASK)
    for url in (NOWHERE, "http://receiver.invalid/", "https://10.0.0.1/", "https://receiver.invalid:22/"):
        assert one.host.refused("createWebhook", gameId=one.id, **ASKED | {"url": url})["argument"] == "url"
    given = {**ASKED, "url": "https://receiver.invalid/"}
    made(one.host, given["url"], one.id)
    made(two.host, given["url"], two.id)
    refused = two.host.refused("createWebhook", gameId=two.id, **given)
    assert (refused["code"], refused["quota"], refused["limit"]) == ("QUOTA_REACHED", "webhooks", 2)


def test_an_operator_can_turn_webhooks_off() -> None:
    store = MemoryStore()
    with Server(store=store, webhooks="any") as server, http(server) as client:
        table = create(Client(client), game=CASK)
        webhook = made(table.host, NOWHERE, table.id)
    with Server(store=store, webhooks="off") as server, http(server) as client:
        host = Client(client, table.host.token)
        assert host.refused("createWebhook", gameId=table.id, **ASKED)["code"] == "WEBHOOKS_OFF"
        tested = host.refused("testWebhook", gameId=table.id, webhookId=webhook["id"])
        assert tested["code"] == "WEBHOOKS_OFF"
        turns(create(Client(client), game=CASK), 1)
        assert [one["id"] for one in listed(host, table.id)] == [webhook["id"]]
        assert host.do("deleteWebhook", gameId=table.id, webhookId=webhook["id"])["__typename"] == "WebhookDeleted"
    assert SECRET not in json.dumps(webhook)
