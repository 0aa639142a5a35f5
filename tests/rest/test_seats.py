"""Seats, their tokens, and lists of games, by REST."""

from __future__ import annotations

import datetime
import uuid
from collections.abc import Iterator

import pytest

from taphouse.lab.memory_store import MemoryStore
from tests.api.conftest import http
from tests.api.server import Server
from tests.rest.client import PASS, Json, Rest, Table, create, problem, table_of

CASK = "CASK_RACE"


def opened(anyone: Rest, *kinds: str, **more: str) -> Table:
    """A game that waits for players."""
    seats = [{"kind": kind} for kind in kinds]
    return table_of(anyone, anyone.post("/games", {"kind": CASK, "seats": seats, **more}))


def test_the_host_opens_and_closes_seats(anyone: Rest) -> None:
    table = opened(anyone, "MINE", "OPEN", "OPEN")
    tag = anyone.ask("GET", table.path).headers["etag"]
    closed = table.host.post(f"{table.path}/seats/2/close", None, {"if-match": tag})
    said = "Seat 2 is closed. Only the host and players with an invite can join."
    assert closed["entries"][0]["events"] == [{"event": "seat-closed", "seat": 2, "sentence": said}]
    assert closed["game"]["openSeats"] == [3]
    anyone.refused(f"{table.path}/seats", {"seat": 2}, 409, "NO_OPEN_SEAT")
    table.host.refused(f"{table.path}/seats/2/close", None, 409, "SEAT_UNCHANGED")
    assert table.host.post(f"{table.path}/seats/2/open")["game"]["openSeats"] == [2, 3]
    table.host.refused(f"{table.path}/seats/2/close", None, 412, "VERSION_CONFLICT", {"if-match": tag})
    table.seat(1).refused(f"{table.path}/seats/2/close", None, 403, "NOT_HOST")
    anyone.refused(f"{table.path}/seats/2/close", None, 401, "NOT_HOST")
    for seat in ("0", "17", "x", "1.0"):
        refused = table.host.refused(f"{table.path}/seats/{seat}/close", None, 400, "INPUT_REFUSED")
        assert refused["argument"] == "seat"
    running = create(anyone, CASK)
    running.host.refused(f"{running.path}/seats/2/open", None, 409, "ALREADY_STARTED")


def test_the_host_makes_a_token_anew_and_the_one_before_ends(anyone: Rest) -> None:
    table = create(anyone, CASK)
    key = {"idempotency-key": str(uuid.uuid4())}
    made = table.host.post(f"{table.path}/tokens/reissue", {"seat": 1}, key)
    assert table.host.post(f"{table.path}/tokens/reissue", {"seat": 1}, key) == made
    assert (made["seat"], made["game"]["version"]) == (1, 3)
    assert table.seat(1).get(table.path)["viewer"]["lost"]["reason"] == "TOKEN_REPLACED"
    problem(table.seat(1).ask("POST", f"{table.path}/handovers"), 401, "TOKEN_REJECTED")
    assert anyone.with_token(made["token"]).get(table.path)["viewer"]["seat"] == 1
    own = table.host.post(f"{table.path}/tokens/reissue")
    assert own["seat"] is None
    problem(table.host.ask("GET", table.path), 401, "TOKEN_REJECTED")


def test_a_narrow_token_may_do_less_and_has_tags_of_its_own(anyone: Rest) -> None:
    table = create(anyone, CASK)
    until = datetime.datetime.now(datetime.UTC) + datetime.timedelta(hours=1)
    body: Json = {"readOnly": True, "until": until.isoformat()}
    narrow = table.decider.post(f"{table.path}/tokens/narrow", body)
    assert narrow["readOnly"]
    looker = anyone.with_token(narrow["token"])
    assert looker.get(table.path)["viewer"] == {**table.decider.get(table.path)["viewer"], "readOnly": True}
    tags = {one.ask("GET", table.path).headers["etag"] for one in (looker, table.decider)}
    assert len(tags) == 2
    looker.refused(f"{table.path}/moves", {"moves": [PASS]}, 403, "TOKEN_READ_ONLY")
    for wrong, argument in (({"until": "tomorrow"}, "until"), ({"until": "2020-01-01T00:00:00"}, "until")):
        assert looker.refused(f"{table.path}/tokens/narrow", wrong, 400, "INPUT_REFUSED")["argument"] == argument


@pytest.fixture
def alone(anyone: Rest) -> Iterator[Rest]:
    """A service without any game."""
    with Server(store=MemoryStore()) as server, http(server) as client:
        yield Rest(client, anyone.document)


def test_open_games_are_listed_in_pages(alone: Rest) -> None:
    assert alone.get("/games") == {"games": [], "next": None}
    made = [opened(alone, "OPEN", "OPEN", visibility="OPEN").id for _ in range(3)]
    opened(alone, "OPEN", "OPEN")
    seen, after = [], None
    while True:
        page = alone.get("/games", first=2, kinds=CASK, **({"after": after} if after else {}))
        seen += [game["gameId"] for game in page["games"]]
        after = page["next"]
        if after is None:
            break
    assert sorted(seen) == sorted(made)
    assert alone.get("/games", kinds="PINT_CRAFT")["games"] == []
    for name, wrong in (("kind", "chess"), ("after", "x"), ("first", "51")):
        refused = problem(alone.ask("GET", "/games", params={name: wrong}), 400, "INPUT_REFUSED")
        assert refused["argument"] == name


@pytest.mark.parametrize("path", ["/account", "/account/games", "/account/decisions"])
def test_who_has_no_account_has_no_list_of_games(anyone: Rest, path: str) -> None:
    answer = anyone.ask("GET", path)
    problem(answer, 401, "NO_ACCOUNT")
    assert answer.headers["www-authenticate"] == "Bearer"
    problem(create(anyone, CASK).seat(1).ask("GET", path), 403, "NO_ACCOUNT")
    problem(anyone.with_token("forged").ask("GET", path), 401, "TOKEN_REJECTED")


def test_the_host_replaces_a_player_who_returns_and_invites_another(anyone: Rest) -> None:
    table = create(anyone, CASK)
    seat = table.look()["decision"]["seat"] % 2 + 1
    path, player = f"{table.path}/seats/{seat}", table.seat(seat)
    key = {"idempotency-key": str(uuid.uuid4())}
    body = {"with": {"bot": "GREEDY"}, "mayReturn": True}
    changed = table.host.post(f"{path}/replace", body, key)
    assert changed["entries"][0]["events"][0]["event"] == "bot-stands-in"
    assert table.host.post(f"{path}/replace", body, key) == changed
    found = changed["game"]["seats"][seat - 1]
    assert (found["bot"], found["away"]) == ("GREEDY", True)
    assert player.post(f"{table.path}/return")["game"]["seats"][seat - 1]["away"] is False
    player.refused(f"{table.path}/return", None, 409, "NOT_AWAY")
    anyone.refused(f"{table.path}/return", None, 401, "NOT_SEATED")
    for bad in ({}, {"bot": "GREEDY", "open": "ANYONE"}, {"open": None}):
        refused = table.host.refused(f"{path}/replace", {"with": bad}, 400, "INPUT_REFUSED")
        assert refused["argument"] == "with"
    table.host.post(f"{path}/replace", {"with": {"open": "INVITED"}})
    table.host.refused(f"{path}/replace", {"with": {"open": "INVITED"}}, 409, "SEAT_UNCHANGED")
    player.refused(f"{path}/invites", {}, 401, "TOKEN_REJECTED")
    invite = table.host.post(f"{path}/invites", {})
    assert (invite["seat"], invite["invite"].partition(".")[0]) == (seat, table.id)
    anyone.refused(f"{table.path}/seats", {}, 409, "NO_OPEN_SEAT")
    table.host.post(f"{path}/invites/revoke")
    anyone.refused(f"{table.path}/seats", {"invite": invite["invite"]}, 403, "INVITE_REJECTED")
    again = table.host.post(f"{path}/invites", {"until": "2099-01-01T00:00:00Z"})
    assert again["until"] == "2099-01-01T00:00:00.000Z"
    joined = anyone.post(f"{table.path}/seats", {"invite": again["invite"], "name": "Zoe"})
    assert (joined["seat"]["seat"], joined["game"]["status"]) == (seat, "RUNNING")
