"""Deliveries that fail: tried again under the same id, given up after a day, and taken over by another instance."""

from __future__ import annotations

import asyncio

import pytest

from taphouse.engine import GAMES
from taphouse.lab.memory_store import MemoryStore
from taphouse.service.store.protocol import DELIVERIES, NOTICES
from taphouse.service.webhooks import deliveries
from taphouse.service.webhooks.deliveries import LASTS, Deliveries, judged, tried
from taphouse.service.webhooks.notices import Notices
from taphouse.service.webhooks.sending import DeliveryResult
from taphouse.service.webhooks.stored import (
    DELIVERED,
    FAILED,
    PENDING,
    STOPPED,
    TEST,
    Delivery,
    DeliveryPlace,
    Hook,
    hooks_name,
    pack,
    unpack,
)
from tests.api.client import Client, create
from tests.api.conftest import http
from tests.api.server import Server, until
from tests.log_lines import log_lines
from tests.store.build import until as until_so
from tests.webhooks.receiver import Receiver
from tests.webhooks.shared import CASK, listed, log, made, turns

AT = 1_700_000_000_000
DAY = 86_400_000
HOOK = Hook("https://receiver.invalid/", ("YOUR_TURN",), "", AT, "")
NO, GONE, YES = DeliveryResult("It did not answer."), DeliveryResult("Gone.", gone=True), DeliveryResult(None)


def test_a_delivery_is_tried_again_under_its_id_until_it_succeeds(anyone: Client, friend: Receiver) -> None:
    table = create(anyone, game=CASK)
    made(table.host, friend.url, table.id)
    friend.answers = [500, 302, 200]
    friend.headers = {"location": friend.url + "/elsewhere"}
    expected = turns(table, 1)
    assert friend.wait(3) == expected * 3
    assert len(set(friend.ids())) == 1
    until(lambda: log(table.host, table.id)[0]["status"] == "DELIVERED", "it has succeeded")
    (found,) = log(table.host, table.id)
    assert (found["attempts"], found["failure"]) == (3, None)


def test_why_it_failed_is_kept(anyone: Client, friend: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deliveries, "PAUSES", (300,))
    table = create(anyone, game=CASK)
    made(table.host, friend.url, table.id)
    friend.answers, friend.body = [503], b"a secret of the receiver" * 10_000
    turns(table, 1)
    until(lambda: [one["attempts"] for one in log(table.host, table.id)] == [1], "it was tried")
    (found,) = log(table.host, table.id)
    assert (found["status"], found["failure"]) == ("PENDING", "The receiver answered with status 503.")
    assert found["nextAttemptAt"] > found["lastAttemptAt"]


def test_a_receiver_that_is_gone_gets_nothing_until_a_test_succeeds(anyone: Client, friend: Receiver) -> None:
    table = create(anyone, game=CASK)
    webhook = made(table.host, friend.url, table.id)["id"]
    friend.answers = [410]
    turns(table, 1)
    until(lambda: listed(table.host, table.id)[0]["status"] == "STOPPED", "it was stopped")
    (stopped,) = listed(table.host, table.id)
    assert stopped["failure"] == "The receiver answered with status 410."
    assert [one["status"] for one in stopped["lastDeliveries"]] == ["FAILED"]
    turns(table, 2)
    table.host.do("testWebhook", gameId=table.id, webhookId=webhook)
    friend.wait(2)
    friend.answers = [200]
    assert listed(table.host, table.id)[0]["status"] == "STOPPED"

    def started() -> bool:
        table.host.do("testWebhook", gameId=table.id, webhookId=webhook)
        return bool(listed(table.host, table.id)[0]["status"] == "ACTIVE")

    until(started, "a test has started it again")
    expected = turns(table, 1)
    until(lambda: friend.told()[-1:] == expected, "the next turn is told")
    assert {event for event, _, _ in friend.told()[1:-1]} == {"TEST"}


def test_pauses_grow_and_end_after_a_day() -> None:
    delivery, now, hook = Delivery("YOUR_TURN", "a", 3, 1, AT), AT, HOOK
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(deliveries, "PAUSES", (10, 60, 300, 1800, 3600, 7200, 14_400))
        pauses = []
        while delivery.status == PENDING:
            before = delivery
            delivery = tried(delivery, NO, now)
            hook = judged(hook, before, delivery, NO, now)
            assert (delivery.tried, delivery.failure, delivery.attempts) == (now, NO.failure, len(pauses) + 1)
            if delivery.again is not None:
                pauses.append((delivery.again - now) / 1000)
                now = delivery.again
    assert 5 <= pauses[0] <= 15
    assert 7 <= len(pauses) < 30
    assert DAY - 1.5 * 14_400_000 <= now - AT <= DAY == LASTS
    assert delivery.status == FAILED
    assert (hook.status, hook.failure) == (STOPPED, NO.failure)


def test_what_stops_a_webhook_and_what_starts_it() -> None:
    old, test = Delivery("YOUR_TURN", "a", 3, 1, AT), Delivery(TEST, "a", None, None, AT)
    late = AT + DAY
    failed = tried(old, NO, late)
    assert failed.status == FAILED
    recent = Hook(*(getattr(HOOK, name) for name in ("url", "events", "secret", "created", "digest")), succeeded=late)
    assert judged(recent, old, failed, NO, late) is recent, "another delivery has succeeded meanwhile"
    assert judged(HOOK, old, tried(old, NO, AT), NO, AT) is HOOK, "it will be tried again"
    assert judged(HOOK, test, tried(test, NO, AT), NO, AT) is HOOK, "a test stops nothing"
    assert tried(test, NO, AT).status == FAILED
    stopped = judged(recent, old, tried(old, GONE, AT), GONE, AT)
    assert (stopped.status, stopped.failure) == (STOPPED, GONE.failure)
    done = tried(test, YES, late)
    assert (done.status, done.failure) == (DELIVERED, None)
    started = judged(stopped, test, done, YES, late)
    assert (started.status, started.failure, started.succeeded) == ("ACTIVE", None, late)


def test_what_one_instance_did_not_pass_on_or_deliver_another_does(
    friend: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first dies after its commit, one has no package of the game, and the next dies while it sends."""
    store = MemoryStore(lambda: clock[0])
    clock = [1000.0]
    with Server(store=store, webhooks="any") as server, http(server) as client:
        table = create(Client(client), game=CASK)
        made(table.host, friend.url, table.id)
        with monkeypatch.context() as dying:
            dying.setattr(Notices, "expect", lambda *_: None)  # it dies here
            expected = turns(table, 1)
        assert list(store._due[NOTICES]) == [table.id]
    with Server(store=store, games=dict(GAMES), webhooks="any") as server:
        clock[0] += 60
        until(lambda: server.app.state.services.reader.foreign, "an instance without the package has seen the notice")
        assert list(store._due[NOTICES]) == [table.id]
    with Server(store=store, webhooks="any") as server, http(server) as client:
        server.app.state.services.webhooks._deliveries._make = _never  # type: ignore[attr-defined]
        clock[0] += 60
        until(lambda: store._due[DELIVERIES], "it was passed on")
        until(lambda: not store._due[NOTICES], "the notice is settled")
    assert friend.got == []
    with Server(store=store, webhooks="any") as server, http(server) as client:
        clock[0] += 60
        assert friend.wait(1) == expected
        host = Client(client, table.host.token)
        until(lambda: log(host, table.id)[0]["status"] == "DELIVERED", "it is in the log")
        until(lambda: not store._due[DELIVERIES], "it is settled")
        clock[0] += 60
        turns(create(Client(client), game=CASK), 1)
    assert len(friend.got) == 1


async def _never(*_: object) -> None:
    await asyncio.sleep(3600)


class Slow:
    """A sender that counts how many deliveries it sends at once to each webhook."""

    def __init__(self) -> None:
        self.now: dict[str, int] = {}
        self.most: dict[str, int] = {}
        self.order: list[str] = []

    async def send(self, hook: Hook, id_: str, delivery: Delivery, now: int) -> DeliveryResult:
        url = hook.url
        self.now[url] = self.now.get(url, 0) + 1
        self.most[url] = max(self.most.get(url, 0), self.now[url])
        await asyncio.sleep(0.002)
        self.now[url] -= 1
        self.order.append(url)
        return YES


async def test_a_webhook_gets_one_delivery_at_a_time_and_owners_take_turns() -> None:
    store, sender = MemoryStore(lambda: 1000.0), Slow()
    made_here = Deliveries(store, sender, lambda: AT)
    places = []
    for owner, count in (("many", 40), ("few", 3)):
        hook = Hook(f"https://{owner}.invalid/", ("YOUR_TURN",), "", AT, "")
        await store.put_item(hooks_name(owner), f"hook-of-{owner}", pack(hook), None, DAY)
        for number in range(count):
            place = DeliveryPlace(owner, f"hook-of-{owner}", f"d{number}")
            await store.put_item(place.name, place.delivery, pack(Delivery("YOUR_TURN", "a", number, 1, AT)), None, DAY)
            await made_here.begin(place, owner)
            places.append(place)
    task = asyncio.create_task(made_here.run())

    async def delivered() -> bool:
        return len(sender.order) == len(places) and not store._due[DELIVERIES]

    await until_so(delivered)
    task.cancel()
    await asyncio.wait([task])
    assert sender.most == {"https://many.invalid/": 1, "https://few.invalid/": 1}
    assert sender.order[:8].count("https://few.invalid/") == 3
    for place in places:
        (items,) = await store.items([place.name])
        assert unpack(Delivery, items[place.delivery]).status == DELIVERED
    assert store._due[DELIVERIES] == {}


async def test_a_webhook_gets_only_so_many_in_a_second() -> None:
    clock = [1000.0]
    store, sender = MemoryStore(lambda: clock[0]), Slow()
    made_here = Deliveries(store, sender, lambda: AT)
    await store.put_item(hooks_name("o"), "h", pack(HOOK), None, DAY)
    count = deliveries.BURST + 5
    for number in range(count):
        place = DeliveryPlace("o", "h", f"d{number}")
        await store.put_item(place.name, place.delivery, pack(Delivery("YOUR_TURN", "a", number, 1, AT)), None, DAY)
        await made_here.begin(place, "o")
    task = asyncio.create_task(made_here.run())

    async def delivered() -> bool:
        return len(sender.order) == deliveries.BURST and len(store._due[DELIVERIES]) == 5

    await until_so(delivered)

    async def all_delivered() -> bool:
        clock[0] += 0.2
        return len(sender.order) == count

    await until_so(all_delivered)
    task.cancel()
    await asyncio.wait([task])


class Broken(Slow):
    """A sender with a bug that quotes what it was given."""

    async def send(self, hook: Hook, id_: str, delivery: Delivery, now: int) -> DeliveryResult:
        if not self.order:
            self.order.append(hook.url)
            raise LookupError(f"{hook.url} {hook.secret}")
        return await super().send(hook, id_, delivery, now)


async def test_a_bug_ends_no_worker_and_its_traceback_tells_no_secret() -> None:
    store, sender = MemoryStore(), Broken()
    made_here = Deliveries(store, sender, lambda: AT)
    secret, path = "c2VjcmV0LW9mLWEtcmVjZWl2ZXI=", "secret-path"
    hook = Hook(f"https://receiver.invalid/{path}", ("YOUR_TURN",), secret, AT, "")
    await store.put_item(hooks_name("o"), "h", pack(hook), None, DAY)
    place = DeliveryPlace("o", "h", "d")
    await store.put_item(place.name, place.delivery, pack(Delivery("YOUR_TURN", "a", 3, 1, AT)), None, DAY)
    with log_lines() as lines:
        task = asyncio.create_task(made_here.run())
        for _ in range(2):  # the second time, its reminder is claimed again
            await made_here.begin(place, "o")

            async def tried_once_more(before: int = len(sender.order)) -> bool:
                return len(sender.order) > before

            await until_so(tried_once_more)
        task.cancel()
        await asyncio.wait([task])
        assert "LookupError" in lines.getvalue()
        assert secret not in lines.getvalue()
        assert path not in lines.getvalue()
