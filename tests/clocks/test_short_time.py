"""Webhooks are told once of each decision whose time is short."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from taphouse.lab.memory_store import MemoryStore
from taphouse.service.webhooks import deliveries, notices
from tests.api.client import Client
from tests.api.conftest import http
from tests.api.server import Server, until
from tests.clocks.shared import PER_MOVE, Clock, ended_by_itself, timed
from tests.webhooks.receiver import Receiver, receiver
from tests.webhooks.shared import log, made


@pytest.fixture(scope="module")
def telling(clock: Clock) -> Iterator[Client]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(notices, "POLL", 0.05)
        patch.setattr(deliveries, "POLL", 0.05)
        with Server(store=MemoryStore(clock), webhooks="any") as server, http(server) as client:
            yield Client(client)


@pytest.fixture
def friend() -> Iterator[Receiver]:
    with receiver() as here:
        yield here


def test_webhooks_are_told_when_a_tenth_of_the_time_is_left(telling: Client, clock: Clock, friend: Receiver) -> None:
    table = timed(telling, perMove=PER_MOVE)
    made(table.host, friend.url, table.id, events=["TIME_SHORT"])
    table.play(table.moves()[0]["notation"])
    seat, version = table.to_move, table.version
    clock += PER_MOVE * 0.9 - 1
    assert log(table.host, table.id) == []
    clock += 1
    until(lambda: log(table.host, table.id), "the webhook is told")
    (told,) = log(table.host, table.id)
    assert (told["event"], told["version"]) == ("TIME_SHORT", version)
    clock += PER_MOVE * 0.1
    ended_by_itself(table, version)
    assert len(log(table.host, table.id)) == 1
    assert table.to_move != seat


def test_a_webhook_is_told_of_a_decision_that_began_before_it(telling: Client, clock: Clock, friend: Receiver) -> None:
    table = timed(telling, perMove=PER_MOVE)
    clock += 60
    made(table.host, friend.url, table.id, events=["TIME_SHORT"])
    clock += PER_MOVE * 0.9 - 60
    until(lambda: log(table.host, table.id), "the webhook is told")


def test_short_times_are_not_told(telling: Client, clock: Clock, friend: Receiver) -> None:
    table = timed(telling, perMove=300)
    made(table.host, friend.url, table.id, events=["TIME_SHORT"])
    table.play(table.moves()[0]["notation"])
    version = table.version
    clock += 299
    clock += 1
    ended_by_itself(table, version)
    assert log(table.host, table.id) == []
