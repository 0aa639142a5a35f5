"""A game between strangers, from the first seat to its end, with a restart of the service after each step."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests import servers
from tests.access.issuer import ANN, BOB, Issuer
from tests.advice.shared import asked, shown
from tests.api.client import CASK, DANK, MINE, OPEN, Client, Table, seats_of
from tests.api.conftest import http
from tests.api.server import Server
from tests.api.test_resigning import BREW, PINT, order, record_of
from tests.records.test_replay import verified

NAMED = (None,) * 6


@pytest.mark.parametrize(("kind", "seats"), [(DANK, 2), (CASK, 3), (BREW, 3), (PINT, 6)])
def test_every_restart_keeps_what_the_players_may_rely_on(
    issuer: Issuer, tmp_path: Path, kind: str, seats: int
) -> None:
    with servers.valkey_server(tmp_path) as url:

        @contextmanager
        def restarted() -> Iterator[Client]:
            with Server(url=url, **issuer.settings) as server, http(server) as client:
                yield Client(client, None, kind[0].upper() + kind[1:])

        with restarted() as anyone:
            ann = anyone.with_token(issuer.token(ANN))
            asked_for = seats_of([MINE, *[OPEN] * (seats - 1)], NAMED)
            made = ann.done("createGame", game={kind: {}}, seats=asked_for, start="BY_HOST")
            id_, host, first = made["game"]["gameId"], made["hostToken"], made["seats"][0]["token"]
            removed = anyone.done("joinGame", gameId=id_, seat=2)["seat"]["token"]
            anyone.with_token(host).done("closeSeat", gameId=id_, seat=2)
            anyone.with_token(host).done("openSeat", gameId=id_, seat=2)
        with restarted() as anyone:
            assert anyone.with_token(removed).look(id_)["viewer"]["lost"]["reason"] == "REMOVED"
            tokens = [first, *[anyone.done("joinGame", gameId=id_)["seat"]["token"] for _ in range(1, seats)]]
            anyone.with_token(issuer.token(BOB)).done("claimSeat", gameId=id_, token=tokens[1])
        with restarted() as anyone:
            table = Table(id_, anyone.with_token(host), tuple(map(anyone.with_token, tokens)), anyone)
            assert anyone.with_token(issuer.token(BOB)).look(id_)["viewer"]["seat"] == 2
            table.host.done("startGame", gameId=id_)
        with restarted() as anyone:
            table = Table(id_, anyone.with_token(host), tuple(map(anyone.with_token, tokens)), anyone)
            refused = table.host.refused("abandon", gameId=id_)
            assert (refused["code"], refused["seats"]) == ("CONSENT_NEEDED", [*range(1, seats + 1)])
            assert (table.look()["powers"], shown(anyone, id_)["advice"]) == ("AGREED", "NONE")
            for what in ("suggestion", "analysis", "sampleWorld"):
                assert (asked(table.decider, id_, what) or {})["__typename"] == "AdviceRefused"
            replacing = {"replacePlayer": {"seat": 2, "bot": "RANDOM"}}
            table.seat(1).done("propose", gameId=id_, proposal=replacing)
        with restarted() as anyone:
            table = Table(id_, anyone.with_token(host), tuple(map(anyone.with_token, tokens)), anyone)
            (proposal,) = table.look()["proposals"]
            assert proposal["awaited"] == [*range(2, seats + 1)]
            for seat in proposal["awaited"]:
                table.seat(seat).done("acceptProposal", gameId=id_, proposalId=proposal["id"])
        with restarted() as anyone:
            table = Table(id_, anyone.with_token(host), tuple(map(anyone.with_token, tokens)), anyone)
            for former in (tokens[1], issuer.token(BOB)):
                assert anyone.with_token(former).look(id_)["viewer"]["lost"]["reason"] == "AGREED"
            gone = [*range(seats, 2, -1), 1]
            for seat in gone[:-1]:
                table.seat(seat).done("resign", gameId=id_)
        with restarted() as anyone:
            table = Table(id_, anyone.with_token(host), tuple(map(anyone.with_token, tokens)), anyone)
            over = table.seat(1).done("resign", gameId=id_)["game"]
            assert (over["status"], over["outcome"]["reason"]) == ("OVER", "OTHERS_RESIGNED")
            assert order(over["outcome"]) == [2, *reversed(gone)]
        with restarted() as anyone:
            table = Table(id_, anyone.with_token(host), tuple(map(anyone.with_token, tokens)), anyone)
            record = record_of(table)
            assert verified(record).draws == record.draws
