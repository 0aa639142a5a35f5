"""Background work goes on past a bad thing, and does not look at it again at once."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import redis

from taphouse.schema.values.games import Status
from taphouse.service.observing.game_counts import counted
from taphouse.service.runtime import telemetry
from taphouse.service.store import layout
from taphouse.service.store.protocol import BOTS, CLOCKS, DELIVERIES, NOTICES, PUT_OFF
from taphouse.service.store.redis import RedisStore
from taphouse.service.webhooks.stored import FORMAT, hooks_name, log_name
from tests.api.client import CASK, MINE, Client, create
from tests.api.server import until
from tests.damage.shared import NEWER, key_of, sets
from tests.webhooks.receiver import Receiver
from tests.webhooks.shared import listed, made, turns

NEW = bytes([FORMAT + 1])
"""The first bytes of what a newer release stores of webhooks."""


def overdue(store: redis.Redis, queue: str, *members: str) -> None:
    """Make these due, before everything else."""
    store.zadd(layout.due_key(queue), {member: number for number, member in enumerate(members)})


def put_off(store: redis.Redis, queue: str, member: str) -> bool:
    """True if a reminder was put off for a while, by the store's clock."""
    seconds, _ = store.time()
    score = store.zscore(layout.due_key(queue), member)
    return score is not None and score > (seconds + PUT_OFF / 2) * 1000


def leased(store: redis.Redis, queue: str, member: str) -> bool:
    """True if some instance has claimed a reminder, and has left it to others."""
    score = store.zscore(layout.due_key(queue), member)
    return score is not None and score > 1000 and not put_off(store, queue, member)


def with_bot(client: Client) -> str:
    seats = [{"kind": "BOT", "bot": "RANDOM"}, {"kind": MINE}]
    return str(client.done("createGame", game={CASK: {}}, seats=seats)["game"]["gameId"])


def timed(client: Client) -> str:
    return create(client, 2, CASK, clock={"perMove": 3600}).id


@pytest.mark.parametrize(("queue", "new"), [(BOTS, with_bot), (CLOCKS, timed)])
def test_bots_and_clocks_go_on_past_a_bad_game(
    queue: str,
    new: Callable[[Client], str],
    anyone: Client,
    store: redis.Redis,
    left_out: telemetry.LeftOut,
    bugs: telemetry.Bugs,
) -> None:
    damaged, of_another_type, newer, good = (new(anyone) for _ in range(4))
    sets("snapshot", "garbage")(store, key_of(damaged))
    store.delete(key_of(of_another_type))
    store.set(key_of(of_another_type), "of another application")
    NEWER["of the service"](store, key_of(newer))
    overdue(store, queue, damaged, of_another_type, newer, "nonsense", good)
    until(lambda: put_off(store, queue, damaged) and put_off(store, queue, of_another_type), "they are put off")
    until(lambda: leased(store, queue, newer), "it is left to instances of the newer release")
    until(lambda: (store.zscore(layout.due_key(queue), good) or 10**12) >= 10**12, "the next one has its turn")
    bad = {f"game {game}" for game in (damaged, of_another_type, newer)}
    until(lambda: bad <= left_out.logged.keys(), "they are noted")
    assert bugs.count == 0
    assert anyone.look(good)["version"]


def test_notices_go_on_past_bad_webhooks(
    anyone: Client,
    store: redis.Redis,
    friend: Receiver,
    left_out: telemetry.LeftOut,
    bugs: telemetry.Bugs,
) -> None:
    table = create(anyone, game=CASK)
    webhook = made(table.host, friend.url, table.id)
    hooks, log = layout.items_key(hooks_name(f"game:{table.id}")), log_name(f"game:{table.id}", webhook["id"])
    store.hset(hooks, mapping={"a" * 24: b"\x01garbage", "b" * 24: NEW + b"\x90", b"\xff": b""})
    store.hset(layout.items_key(log), mapping={"c" * 24: b"garbage", "d" * 24: NEW + b"\x90", "e" * 24: b""})
    store.rpush(layout.notices_key(table.id), b"garbage")
    told = turns(table, 2)
    until(lambda: len(friend.got) >= len(told), "the webhook is told of every turn")
    assert left_out.counts["damaged"] >= 2
    assert bugs.count == 0
    assert leased(store, NOTICES, table.id)  # for the webhook that a newer release wrote
    (only,) = listed(table.host, table.id)
    assert len(only["lastDeliveries"]) >= len(told)
    store.hdel(hooks, "b" * 24)
    overdue(store, NOTICES, table.id)
    until(lambda: store.zscore(layout.due_key(NOTICES), table.id) is None, "nothing is left to pass on")
    assert store.llen(layout.notices_key(table.id)) == 0
    assert len(friend.got) == len(told)


def test_a_damaged_webhook_can_be_deleted_and_made_anew(anyone: Client, store: redis.Redis, friend: Receiver) -> None:
    table = create(anyone, game=CASK)
    webhook = made(table.host, friend.url, table.id)
    hooks = layout.items_key(hooks_name(f"game:{table.id}"))
    store.hset(hooks, webhook["id"], b"garbage")
    assert listed(table.host, table.id) == []
    assert table.host.do("deleteWebhook", gameId=table.id, webhookId=webhook["id"])["key"] == webhook["id"]
    again = made(table.host, friend.url, table.id)
    assert [one["id"] for one in listed(table.host, table.id)] == [again["id"]]


def test_deliveries_go_on_past_bad_ones(
    anyone: Client, store: redis.Redis, friend: Receiver, left_out: telemetry.LeftOut, bugs: telemetry.Bugs
) -> None:
    table = create(anyone, game=CASK)
    owner, id_ = f"game:{table.id}", made(table.host, friend.url, table.id)["id"]
    log = layout.items_key(log_name(owner, id_))
    store.hset(log, mapping={"damaged": b"garbage", "newer": NEW + b"\x90"})
    members = [f"{owner} {id_} {name}" for name in ("damaged", "newer")]
    overdue(store, DELIVERIES, "nonsense", "", *members)
    until(lambda: all(put_off(store, DELIVERIES, one) for one in ("nonsense", "", members[0])), "they are put off")
    until(lambda: leased(store, DELIVERIES, members[1]), "it is left to instances of the newer release")
    (told,) = turns(table, 1)
    until(lambda: len(friend.got) == 1, "the webhook is told of the turn")
    assert told
    assert bugs.count == 0
    assert {f"delivery {name}" for name in ("'nonsense'", "''", "damaged", "newer")} <= left_out.logged.keys()


async def test_a_count_that_is_none_harms_no_other(store: redis.Redis) -> None:
    kinds = ("pint-craft", "cask-race")
    store.set(layout.hold_key("status:RUNNING:pint-craft"), "of another application")
    store.set(layout.list_key("open:pint-craft"), "of another application")
    path = store.connection_pool.connection_kwargs["path"]
    there = RedisStore.connect(f"unix://{path}")
    try:
        found = await counted(there, kinds)
        assert found.keys() == {(kind, one.value) for kind in kinds for one in Status} - {("pint-craft", "RUNNING")}
        one, other = await there.lengths(["open:pint-craft", "open:cask-race"])
        assert (isinstance(one, int), isinstance(other, int)) == (False, True)
    finally:
        await there.close()
        store.delete(layout.hold_key("status:RUNNING:pint-craft"), layout.list_key("open:pint-craft"))
