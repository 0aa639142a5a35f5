"""Parts of answers by REST: the members that `fields` names, and minimal answers to changes (RFC 7240)."""

from __future__ import annotations

import json
import uuid
from typing import Any

import pytest

from taphouse.schema.partial_answers import ENTRY_FIELDS, GAME_FIELDS
from taphouse.schema.rest.operations import OPERATIONS
from tests.rest.client import PASS, Json, Rest, Table, create, problem

MINIMAL = {"prefer": "return=minimal"}


@pytest.fixture
def table(anyone: Rest) -> Table:
    return create(anyone, "CASK_RACE")


def part(whole: Json, fields: str) -> Json:
    return {name: whole[name] for name in fields.split(",")}


def test_a_look_has_the_members_that_it_asks_for(table: Table) -> None:
    for viewer in table.everybody:
        whole = table.look(viewer)
        assert whole.keys() == GAME_FIELDS.keys()
        for fields in ("version", "table,decision", "kind,options,openSeats,createdAt", ",".join(GAME_FIELDS)):
            assert table.look(viewer, fields=fields) == part(whole, fields)
        earlier = table.look(viewer, at=1)
        assert table.look(viewer, at=1, fields="status,table") == part(earlier, "status,table")


def test_a_part_that_the_client_has_is_not_sent_again(table: Table) -> None:
    seen = table.spectator.ask("GET", table.path, params={"fields": "table"})
    again = {"if-none-match": seen.headers["etag"]}
    assert table.spectator.ask("GET", table.path, again, params={"fields": "table"}).status_code == 304
    table.play("pass")
    assert table.spectator.ask("GET", table.path, again, params={"fields": "table"}).status_code == 200


@pytest.mark.parametrize("path", ["events", "history"])
def test_a_page_of_the_log_has_entries_with_the_members_that_it_asks_for(table: Table, path: str) -> None:
    table.play("pass")
    whole = table.seat(1).get(f"{table.path}/{path}")
    assert [entry.keys() for entry in whole["entries"]] == [ENTRY_FIELDS.keys()] * 3
    for fields in ("version,sentence", "kind,move,events", ",".join(ENTRY_FIELDS)):
        found = table.seat(1).get(f"{table.path}/{path}", fields=fields)
        assert found == {**whole, "entries": [part(entry, fields) for entry in whole["entries"]]}


def test_a_stream_has_entries_with_the_members_that_it_asks_for(table: Table) -> None:
    """Streams that ask for other members share nothing."""
    table.host.post(f"{table.path}/abandon", {})
    entries = table.spectator.get(f"{table.path}/events")["entries"]
    for fields in ("version,sentence", "sentence,version", "events", "version,sentence"):
        answer = table.spectator.http.get(
            f"/v1{table.path}/events", params={"fields": fields}, headers={"accept": "text/event-stream"}
        )
        lines = [line for line in answer.text.splitlines() if line]
        assert [json.loads(line[6:]) for line in lines if line.startswith("data: ")] == [
            part(entry, fields) for entry in entries
        ]
        assert [line for line in lines if line.startswith("id: ")] == ["id: 1", "id: 2", "id: 3"]


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ("", "no member ''"),
        ("version,", "no member ''"),
        ("version,nothing", "no member 'nothing'; the members are kind, "),
        ("gameview", "no member"),
        ("game_id", "no member"),
        ("_state", "no member"),
        ("x" * 5000, f"no member '{'x' * 40}';"),
        ("version,table,version", "only once"),
    ],
)
@pytest.mark.parametrize("path", ["", "/history", "/events"])
def test_other_members_are_refused(table: Table, path: str, fields: str, said: str) -> None:
    fields = fields.replace("table", "kind") if path else fields
    for accept in ("application/json", "text/event-stream") if path == "/events" else ("application/json",):
        answer = table.spectator.ask("GET", table.path + path, {"accept": accept}, params={"fields": fields})
        refused = problem(answer, 400, "INPUT_REFUSED")
        assert refused["argument"] == "fields"
        assert said in refused["detail"]


def test_a_minimal_answer_is_a_part_of_the_whole_one(anyone: Rest) -> None:
    key = {"idempotency-key": str(uuid.uuid4())}
    body = {"kind": "CASK_RACE", "seats": [{"kind": "MINE"}, {"kind": "OPEN"}]}
    created = both(anyone, "/games", body, key)
    game = created["game"]
    there = f"/games/{game['gameId']}"
    joined = both(anyone, f"{there}/seats", {"name": "Ben"}, {"idempotency-key": str(uuid.uuid4())})
    assert joined.keys() == {"game", "seat"}
    player = anyone.with_token(created["seats"][0]["token"])
    moved = both(player, f"{there}/moves", {"moves": [PASS]}, {"idempotency-key": str(uuid.uuid4())})
    assert moved == {"game": {"gameId": game["gameId"], "version": 4, "epoch": None}}
    host = anyone.with_token(created["hostToken"])
    reissued = both(host, f"{there}/tokens/reissue", {}, {"idempotency-key": str(uuid.uuid4())})
    assert reissued.keys() == {"game", "seat", "token"}


def both(who: Rest, path: str, body: Any, key: dict[str, str]) -> Json:
    """The minimal answer to a change, which is made once, and answered in whole as well."""
    short = who.send(path, body, {**key, **MINIMAL})
    assert short.headers["preference-applied"] == "return=minimal"
    whole = who.send(path, body, key)
    assert "preference-applied" not in whole.headers
    assert whole.status_code == short.status_code
    assert [whole.headers.get(name) for name in ("etag", "location")] == [
        short.headers.get(name) for name in ("etag", "location")
    ]
    found: Json = short.json()
    assert found == {
        **{name: value for name, value in whole.json().items() if name != "entries"},
        "game": part(whole.json()["game"], "gameId,version,epoch"),
    }
    return found


@pytest.mark.parametrize(
    ("prefer", "applied"),
    [
        ("return=minimal", True),
        ('respond-async, RETURN = "minimal"; foo', True),
        ("return=representation", False),
        ("return=representation, return=minimal", False),
        ("return", False),
        ("minimal", False),
        ("", False),
    ],
)
def test_the_preference_is_read_as_the_rfc_says(table: Table, prefer: str, applied: bool) -> None:
    answer = table.decider.send(f"{table.path}/moves", {"moves": [PASS]}, {"prefer": prefer})
    assert ("preference-applied" in answer.headers, "entries" in answer.json()) == (applied, not applied)


def test_a_refusal_and_what_shows_no_game_are_never_minimal(table: Table) -> None:
    refused = table.seat(1).send(f"{table.path}/moves", {"moves": [{"notation": "no move"}]}, MINIMAL)
    assert "detail" in problem(refused, 422, "MOVE_NOT_UNDERSTOOD")
    narrowed = table.seat(1).send(f"{table.path}/tokens/narrow", {"readOnly": True}, MINIMAL)
    looked = table.seat(1).ask("GET", table.path, MINIMAL)
    for answer in (refused, narrowed, looked):
        assert "preference-applied" not in answer.headers
    assert looked.json() == table.look(table.seat(1))


def test_every_change_that_shows_a_game_can_be_minimal() -> None:
    silent = {one.id for one in OPERATIONS if one.method == "POST" and not one.shortens}
    assert silent == {
        *("createInvite", "narrowToken", "createHandover", "createTicket", "whyNot", "preview"),
        *("createWebhook", "createAccountWebhook", "deleteWebhook", "deleteAccountWebhook"),
        *("testWebhook", "testAccountWebhook", "saveProfile", "markPlayer"),
        *("say", "setTalk", "muteSeat", "leaveOrders", "report", "closeReport"),
        *("remindByEmail", "verifyEmail", "testEmail", "stopEmail"),
        *("operatorEndTalk", "operatorMute", "operatorBan", "operatorDelete"),
        *("createOperatorWebhook", "deleteOperatorWebhook", "testOperatorWebhook"),
    }
