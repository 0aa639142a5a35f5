"""Presence: the players of a game see who is there, and nobody else does."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from taphouse.service.games.streams import attending
from tests import servers
from tests.access.brief import Brief
from tests.access.issuer import Issuer
from tests.api.client import Client
from tests.api.conftest import http
from tests.api.server import Server
from tests.http.rest_events.shared import STREAM, Streamed, headers_of
from tests.streams.conftest import Player
from tests.talk.shared import Table, told

HERE, LATELY, AWAY = "HERE", "LATELY", "AWAY"


@pytest.fixture(scope="module")
def quick(issuer: Issuer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Client, Client]]:
    """Two instances on one Valkey that look often."""
    with pytest.MonkeyPatch.context() as patched, ExitStack() as stack:
        patched.setattr(attending, "ROUND", 0.2)
        url = stack.enter_context(servers.valkey_server(tmp_path_factory.mktemp("valkey")))
        made = [stack.enter_context(Server(url=url, **issuer.settings)) for _ in range(2)]
        one, two = [Brief(stack.enter_context(http(server))) for server in made]
        yield one, two


@pytest.fixture
def table(quick: tuple[Client, Client], player: Player) -> Table:
    return Table(quick, player)


@contextmanager
def stream(table: Table, by: Client, path: str) -> Iterator[Streamed]:
    """A stream of the game."""
    with by.http.stream("GET", f"/v1/games/{table.id}/{path}", headers=headers_of(by, STREAM)) as response:
        assert response.status_code == 200, response.read()
        found = Streamed(response)
        yield found


def states(event: str) -> list[str]:
    return [one["state"] for one in json.loads(event)["seats"]]


def look(table: Table, by: Client) -> list[str]:
    response = by.http.get(f"/v1/games/{table.id}/presence", headers=headers_of(by, "application/json"))
    assert response.status_code == 200, response.text
    return states(response.text)


def until(table: Table, by: Client, wanted: list[str]) -> None:
    deadline = time.monotonic() + 10
    while (found := look(table, by)) != wanted:
        assert time.monotonic() < deadline, found
        time.sleep(0.05)


@pytest.mark.parametrize("path", ["events", "patches", "presence"])
def test_a_player_is_there_while_a_stream_is_open(table: Table, path: str) -> None:
    assert look(table, table.ann) == [AWAY, AWAY]
    with stream(table, table.bob, path) as opened:
        opened.next()
        until(table, table.ann, [AWAY, HERE])
    until(table, table.ann, [AWAY, LATELY])


def test_the_stream_of_talk_counts_too(table: Table) -> None:
    table.say(table.ann, phrase="HELLO")
    with told(table, table.bob) as lines:
        lines.line()
        until(table, table.ann, [AWAY, HERE])


def test_changes_come_by_a_stream_at_another_instance(table: Table) -> None:
    with stream(table, table.ann, "presence") as seen:
        assert states(seen.next().data) == [HERE, AWAY]
        with stream(table, table.bob, "events") as opened:
            opened.next()
            assert states(seen.next().data) == [HERE, HERE]
        assert states(seen.next().data) == [HERE, LATELY]


def test_nobody_else_learns_it(table: Table) -> None:
    for other in (table.cid, table.anyone):
        for accept in ("application/json", STREAM):
            response = other.http.get(f"/v1/games/{table.id}/presence", headers=headers_of(other, accept))
            assert response.json()["code"] == "NOT_SEATED"


def test_a_read_only_token_is_nobody(table: Table) -> None:
    narrow = table.bob.done("narrowToken", gameId=table.id, readOnly=True)["token"]
    with stream(table, table.bob.with_token(narrow), "events") as opened:
        opened.next()
        assert look(table, table.ann) == [AWAY, AWAY]


def test_a_profile_hides_it(table: Table) -> None:
    table.bob.do("saveProfile", handle=f"Bob-{table.id[:9]}", hidePresence=True)
    table.bob.do("saveProfile", handle=f"Bob-{table.id[:9]}", name="Bob")
    with stream(table, table.bob, "events") as opened:
        opened.next()
        assert look(table, table.ann) == [AWAY, AWAY]


def test_a_profile_hides_who_is_there_already(table: Table) -> None:
    with stream(table, table.bob, "events") as opened:
        opened.next()
        until(table, table.ann, [AWAY, HERE])
        for hides, state in ((True, AWAY), (False, HERE)):
            table.bob.do("saveProfile", handle=f"Bob-{table.id[:9]}", hidePresence=hides)
            until(table, table.ann, [AWAY, state])


def test_an_operator_turns_it_off(issuer: Issuer, player: Player, tmp_path: Path) -> None:
    with (
        servers.valkey_server(tmp_path) as url,
        Server(url=url, presence=False, talk="off", **issuer.settings) as server,
        http(server) as client,
    ):
        table = Table((Brief(client), Brief(client)), player)
        response = table.ann.http.get(f"/v1/games/{table.id}/presence", headers=headers_of(table.ann, STREAM))
        assert response.json()["code"] == "PRESENCE_OFF"
        assert table.say(table.ann, phrase="HELLO")["code"] == "TALK_OFF"
        assert table.ann.refused("setTalk", gameId=table.id, mode="PHRASES")["code"] == "TALK_OFF"
        assert table.page(table.ann)["mode"] == "OFF"
