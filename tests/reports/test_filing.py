"""Filing reports: who can, their bounds, and what the deletion of an account leaves."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from taphouse.lab.memory_store import MemoryStore
from taphouse.schema.concepts.reports import MOST_WORDS
from taphouse.service.access.operators import digest_of
from taphouse.service.reports import filing
from taphouse.service.reports.stored import OPEN, REPORT, StoredReport, report_name, unpack
from tests.access.issuer import Issuer
from tests.api.client import CASK, Client, Json, create
from tests.api.conftest import http
from tests.api.server import Server
from tests.operating.shared import TOKENS, setting
from tests.reports.shared import filed
from tests.store.build import confirmed_drops
from tests.streams.conftest import Player
from tests.talk.shared import Table

KEY = "a-key-of-ann-for-this-report"


def stored(store: MemoryStore, id_: str) -> StoredReport | None:
    (items,) = asyncio.run(store.items([report_name(id_)]))
    return unpack(items[REPORT]) if REPORT in items else None


def queued(store: MemoryStore, id_: str) -> bool:
    return id_ in asyncio.run(store.items([OPEN]))[0]


def test_a_report_keeps_what_its_author_says_and_no_more(table: Table, store: MemoryStore) -> None:
    line = table.say(table.bob, "You cheat!")
    version = table.ann.look(table.id)["version"]
    id_ = filed(table.ann, table, text="They insult me.\nAgain.", seat=2, line=line["cursor"], shareView=True)
    found = stored(store, id_)
    assert found is not None
    assert queued(store, id_)
    assert (found.game, found.version, found.category, found.author) == (table.id, version, "ABUSE", "seat:1")
    assert (found.text, found.seat, found.shares) == ("They insult me.\nAgain.", 2, True)
    assert found.quoted is not None
    assert (found.quoted.room, found.quoted.line.author) == ("PLAYERS", "seat:2")
    plain = stored(store, filed(table.bob, table, category="BUG", version=1))
    assert plain is not None
    assert (plain.version, plain.text, plain.seat, plain.quoted, plain.shares) == (1, None, None, None, False)


def test_spectators_with_a_login_report_and_strangers_cannot(table: Table, store: MemoryStore) -> None:
    found = stored(store, filed(table.cid, table, shareView=True))
    assert found is not None
    assert (found.author, found.shares) == ("player", False)  # who has no seat has no view to share
    assert table.anyone.refused("report", gameId=table.id, category="ABUSE")["code"] == "NO_ACCOUNT"


def test_a_player_reports_who_has_lost_the_seat(store: MemoryStore, anyone: Client) -> None:
    table = create(anyone, game=CASK)
    first = table.seats[0]
    table.host.done("replacePlayer", gameId=table.id, seat=1, **{"with": {"bot": "RANDOM"}})
    done = first.done("report", gameId=table.id, category="ABUSE", text="They threw me out.")
    found = stored(store, done["reportId"])
    assert found is not None
    assert (found.author, found.shares) == ("seat:1", False)


def test_a_repeated_report_is_filed_once(table: Table) -> None:
    first = table.ann.done("report", gameId=table.id, category="BUG", idempotencyKey=KEY)
    assert table.ann.done("report", gameId=table.id, category="BUG", idempotencyKey=KEY) == first
    assert table.ann.refused("report", gameId=table.id, category="ABUSE", idempotencyKey=KEY)["code"] == "KEY_REUSED"
    assert filed(table.bob, table, category="BUG", idempotencyKey=KEY) != first["reportId"]


@pytest.mark.parametrize(
    ("more", "code", "argument"),
    [
        ({"text": "x" * (MOST_WORDS + 1)}, "INPUT_REFUSED", "text"),
        ({"text": "\N{FAMILY}" + "\u0301" * 5 * MOST_WORDS}, "INPUT_REFUSED", "text"),
        ({"text": "a\u202eb"}, "INPUT_REFUSED", "text"),
        ({"seat": 3}, "INPUT_REFUSED", "seat"),
        ({"seat": 0}, "INPUT_REFUSED", "seat"),
        ({"version": 0}, "VERSION_NOT_FOUND", None),
        ({"version": 999}, "VERSION_NOT_FOUND", None),
        ({"line": "t7"}, "INPUT_REFUSED", "line"),
        ({"line": "7"}, "INPUT_REFUSED", "line"),
        ({"line": "t1", "room": "SPECTATORS"}, "ROOM_CLOSED", None),
    ],
)
def test_what_does_not_fit_is_refused(table: Table, more: Json, code: str, argument: str | None) -> None:
    refused = table.ann.refused("report", gameId=table.id, category="OTHER", **more)
    assert (refused["code"], refused.get("argument")) == (code, argument)


def test_a_deleted_account_leaves_neither_its_reports_nor_what_others_quote_of_it(
    table: Table, store: MemoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    line, gone = table.say(table.bob, "You cheat!"), confirmed_drops(store, monkeypatch)
    about, by = filed(table.ann, table, line=line["cursor"]), filed(table.bob, table)
    account = table.bob.ask("{ account { ... on Account { id } } }")["account"]["id"]
    table.bob.do("deleteAccount", account=account)
    assert stored(store, by) is None
    assert report_name(by) in gone, "nothing names it any more, so nobody would find it after a failover"
    assert not queued(store, by)
    left = stored(store, about)
    assert left is not None
    assert left.quoted is not None
    assert (left.quoted.line.account, left.quoted.line.body) == (None, b"")


def test_the_queue_is_bounded_and_makes_room_when_reports_expire(
    table: Table, store: MemoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_ = len(asyncio.run(store.items([OPEN]))[0])
    monkeypatch.setattr(filing, "MOST_OPEN", open_ + 1)
    filed(table.ann, table, idempotencyKey=KEY)
    refused = table.bob.refused("report", gameId=table.id, category="ABUSE")
    assert refused["code"] == "REPORTS_FULL"
    filed(table.ann, table, idempotencyKey=KEY)  # which is there already
    asyncio.run(store.put_item(OPEN, "a" * 24, b"0", None, 10**9))  # one that has expired
    filed(table.bob, table)
    assert not queued(store, "a" * 24)


def test_an_address_files_so_many_reports_in_a_day(issuer: Issuer, player: Player) -> None:
    rates = {"rate_address": 10**6, "rate_address_burst": 10**6, "quota_reports": 2}
    with Server(store=MemoryStore(), operators=setting(), **rates, **issuer.settings) as server, http(server) as client:
        one = create(Client(client), game=CASK)
        for seat in one.seats:
            seat.done("report", gameId=one.id, category="BUG")
        refused = one.host.refused("report", gameId=one.id, category="BUG")
        assert (refused["code"], refused["quota"], refused["limit"]) == ("QUOTA_REACHED", "reports", 2)


@pytest.mark.parametrize(
    "settings",
    [{"report_days": 0, "operators": setting()}, {}, {"operators": f"games:games:{digest_of(TOKENS['games'])}"}],
)
def test_no_reports_are_taken_if_none_are_kept_or_nobody_can_read_them(settings: dict[str, Any]) -> None:
    with Server(store=MemoryStore(), **settings) as server, http(server) as client:
        one = create(Client(client), game=CASK)
        assert one.host.refused("report", gameId=one.id, category="BUG")["code"] == "REPORTS_OFF"
