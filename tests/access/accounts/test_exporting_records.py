"""An account exports the records of its games as a stream."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import httpx
import pytest

from taphouse.engine.records.record import RecordError
from taphouse.engine.records.text import parse, read, write_json
from taphouse.lab.memory_store import MemoryStore
from taphouse.schema.failures import Refused
from taphouse.schema.ports import AccountHolder, Caller
from taphouse.schema.prices import LOOK, RECORD
from taphouse.schema.problems.callers import TokenRejected
from taphouse.service.games.kernel.loading import Reader
from taphouse.service.games.records import exporting
from taphouse.service.store.failures import StoreUnavailable
from tests.access.brief import Brief
from tests.access.issuer import Issuer
from tests.api.client import CASK, DANK, MINE, OPEN, Client, Json, seats_of
from tests.api.conftest import http
from tests.api.server import Server
from tests.effort import BOUND

PATH = "/v1/account/records"
PROBLEM = "application/problem+json"


class Place:
    """A service, its store, and a player with some games."""

    def __init__(self, server: Server, store: MemoryStore, client: Client, issuer: Issuer, subject: str) -> None:
        self.server, self.store, self.issuer = server, store, issuer
        self.player = client.with_token(issuer.token(subject))
        self.stranger = client.with_token(issuer.token(f"not {subject}"))

    def create(self, kind: str = CASK, kinds: tuple[str, ...] = (MINE, MINE), host: Client | None = None) -> Json:
        options = {"turnCap": 6}
        return (host or self.player).done("createGame", game={kind: options}, seats=seats_of(kinds))

    def created(self, number: int) -> list[str]:
        """Some games of the player, newest first."""
        made = [self.create()["game"] for _ in range(number)]
        return [
            game["gameId"] for game in sorted(made, key=lambda one: (one["createdAt"], one["gameId"]), reverse=True)
        ]

    def ask(self, accept: str = "", method: str = "GET", **query: str) -> httpx.Response:
        return self.player.http.request(method, PATH, params=query, headers=self.headers(accept), timeout=BOUND)

    def broken_off(self) -> str:
        """The part that arrives of an export that breaks off."""
        got: list[bytes] = []
        with (
            pytest.raises(httpx.RemoteProtocolError),
            self.player.http.stream("GET", PATH, headers=self.headers(), timeout=BOUND) as answer,
        ):
            got.extend(answer.iter_raw())
        return b"".join(got).decode()

    def headers(self, accept: str = "") -> dict[str, str]:
        return {"authorization": f"Bearer {self.player.token}"} | ({"accept": accept} if accept else {})

    def exported(self, **query: str) -> list[str]:
        """The ids of the games of a whole export."""
        return [json.loads(line)["game"] for line in self.ask(**query).text.splitlines()]

    def record(self, game: str) -> str:
        """The record of a game, as its player gets it."""
        answer = self.player.http.get(f"/v1/games/{game}/record", headers=self.headers())
        assert answer.status_code == 200
        return answer.text


@pytest.fixture
def place(issuer: Issuer, request: pytest.FixtureRequest, service: Server, anyone: Client) -> Place:
    return Place(service, service.app.state.services.store, anyone, issuer, request.node.name)


def test_all_games_of_an_account_are_exported_as_their_records_are_given(place: Place) -> None:
    over, running = place.create(), place.create(DANK)
    place.player.with_token(over["seats"][0]["token"]).done("resign", gameId=over["game"]["gameId"])
    waiting = place.create(kinds=(OPEN, OPEN))
    others = place.create(host=place.stranger, kinds=(MINE, OPEN))
    place.create(host=place.stranger)
    place.player.done("joinGame", gameId=others["game"]["gameId"])
    games = {made["game"]["gameId"] for made in (over, running, waiting, others)}
    lines = place.ask()
    assert (lines.status_code, lines.headers["content-type"]) == (200, "application/jsonl")
    assert lines.headers["cache-control"] == "no-store"
    assert lines.text == "".join(write_json(parse(place.record(id_)).record) for id_ in place.exported())
    assert {*place.exported()} == games
    times = [one["created"] for one in map(json.loads, lines.text.splitlines())]
    assert times == sorted(times, reverse=True)
    for one in map(json.loads, lines.text.splitlines()):
        assert ("seed" in one) == (one["game"] == over["game"]["gameId"])
    texts = place.ask("text/plain")
    assert texts.headers["content-type"] == "text/plain; charset=utf-8"
    assert texts.text == "".join(place.record(id_) + "\n" for id_ in place.exported())
    found = list(read(texts.text.split("\n")))
    assert [one.record.game for one in found if not isinstance(one, RecordError)] == place.exported()
    assert place.ask(method="HEAD").text == ""


def test_an_account_without_games_exports_nothing(place: Place) -> None:
    answer = place.ask()
    assert (answer.status_code, answer.text) == (200, "")


def test_an_export_goes_on_after_the_last_record_that_arrived(place: Place) -> None:
    ids = place.created(3)
    assert place.exported() == ids
    assert place.exported(after=ids[0]) == ids[1:]
    assert place.exported(after=ids[2]) == []
    for after in ("a" * 24, "x"):
        refused = place.ask(after=after)
        assert (refused.status_code, refused.headers["content-type"]) == (400, PROBLEM)
        assert (refused.json()["code"], refused.json()["argument"]) == ("INPUT_REFUSED", "after")


def test_other_media_types_are_refused_with_those_that_there_are(place: Place) -> None:
    refused = place.ask("application/json")
    assert (refused.status_code, refused.json()["code"]) == (406, "NOT_ACCEPTABLE")
    assert refused.json()["detail"] == "Accept application/jsonl or text/plain."
    assert place.ask("text/*").headers["content-type"].startswith("text/plain")
    seat = place.create()["seats"][0]["token"]
    for token, status in ((seat, 403), (None, 401)):
        headers = {} if token is None else {"authorization": f"Bearer {token}"}
        answer = place.player.http.get(PATH, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (status, "NO_ACCOUNT")


def test_games_are_read_page_by_page_and_those_that_expired_are_left_out(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exporting, "PAGE", 2)
    ids = place.created(5)
    assert place.exported() == ids
    del place.store._games[ids[1]], place.store._games[ids[4]]
    assert place.exported() == [ids[0], *ids[2:4]]


def test_without_the_end_an_export_breaks_off_and_goes_on_with_the_next_request(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = place.created(3)
    honest = Reader.now
    for error in (StoreUnavailable("away"), Refused(TokenRejected(message="The bearer token has expired."))):

        async def now(self: Reader, game: str, caller: Any = None, error: Exception = error) -> Any:
            if game == ids[1]:
                raise error
            return await honest(self, game, caller)

        with monkeypatch.context() as ending:
            ending.setattr(Reader, "now", now)
            (line,) = place.broken_off().splitlines()
        assert json.loads(line)["game"] == ids[0]
        assert place.exported(after=ids[0]) == ids[1:]


def test_a_service_that_stops_does_not_end_an_export_as_if_it_were_whole(
    issuer: Issuer, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Server(store=MemoryStore(), **issuer.settings) as server, http(server) as client:
        place = Place(server, server.app.state.services.store, Brief(client), issuer, "stops")
        ids = place.created(2)
        services = server.app.state.services
        honest = exporting.recorded

        async def recorded(game_view: Any, *more: Any) -> Any:
            if game_view.game_id == ids[1]:
                services.stopping.set()
                await asyncio.Event().wait()
            return await honest(game_view, *more)

        monkeypatch.setattr(exporting, "recorded", recorded)
        (line,) = place.broken_off().splitlines()
        assert json.loads(line)["game"] == ids[0]


class Paid:
    """A budget whose prepaid points note what is taken."""

    def __init__(self, log: list[Any]) -> None:
        self.log, self.prepaid = log, self

    async def pay(self, points: int) -> None:
        self.log.append(points)

    def owe(self, points: int) -> None:
        self.log.append(points)


@pytest.fixture
def within(place: Place) -> tuple[Place, Any, AccountHolder]:
    services = place.server.app.state.services
    account = place.player.http.get("/v1/account", headers=place.headers()).json()["id"]
    return place, services.use_cases["records"], AccountHolder(account, 10**14)


async def test_each_record_is_paid_for_before_it_is_made(within: tuple[Place, Any, AccountHolder]) -> None:
    place, exported, player = within
    ids = place.created(3)
    del place.store._games[ids[1]]
    log: list[Any] = []
    budget: Any = Paid(log)
    records = await exported(Caller(budget=budget), player, None)
    async for record in records:
        log.append(record.game)
    price = LOOK + RECORD
    assert log == [price, ids[0], price, -RECORD, price, ids[2]]
