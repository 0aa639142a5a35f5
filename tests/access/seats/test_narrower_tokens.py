"""A narrower token sees what the whole one sees, does nothing, and ends in time."""

from __future__ import annotations

import pytest

from tests.access.issuer import Json
from tests.access.seats.shared import NEWS, Waiting, code, later, streaming
from tests.api.client import CASK, DANK, Client, create, in_notation, new_key
from tests.api.server import Server


def test_a_read_only_token_sees_what_the_whole_one_sees_and_does_nothing(anyone: Client) -> None:
    table = create(anyone, game=DANK)
    player = table.decider
    narrow = player.done("narrowToken", gameId=table.id, readOnly=True)
    assert (narrow["readOnly"], narrow["until"]) == (True, None)
    reader = anyone.with_token(narrow["token"])
    whole, seen = player.look(table.id), reader.look(table.id)
    assert seen["viewer"] == {**whole["viewer"], "readOnly": True}
    assert {**seen, "viewer": None} == {**whole, "viewer": None}
    assert reader.legal_moves(table.id) == player.legal_moves(table.id)
    assert code(reader, "play", gameId=table.id, moves=in_notation("draft row-1")) == "TOKEN_READ_ONLY"
    assert code(reader, "resign", gameId=table.id) == "TOKEN_READ_ONLY"
    assert code(reader, "joinGame", gameId=table.id) == "TOKEN_READ_ONLY"
    assert table.version == 2


def test_a_narrower_token_cannot_be_widened(anyone: Client) -> None:
    table = create(anyone, game=CASK)
    short = anyone.with_token(table.seat(1).done("narrowToken", gameId=table.id, until=later(1))["token"])
    until = short.done("narrowToken", gameId=table.id, readOnly=True)["until"]
    both = short.done("narrowToken", gameId=table.id, readOnly=True, until=later(2))
    assert (both["readOnly"], both["until"]) == (True, until)
    again = anyone.with_token(both["token"]).done("narrowToken", gameId=table.id, readOnly=False, until=later(9))
    assert (again["readOnly"], again["until"]) == (True, until)
    assert again["token"] == both["token"]
    assert code(anyone.with_token(both["token"]), "resign", gameId=table.id) == "TOKEN_READ_ONLY"


def test_a_retry_of_what_a_whole_token_did_is_not_answered_to_a_read_only_one(anyone: Client) -> None:
    table = create(anyone, game=CASK)
    request = {"gameId": table.id, "seat": 1, "idempotencyKey": new_key()}
    table.host.done("reissueToken", **request)
    reader = anyone.with_token(table.host.done("narrowToken", gameId=table.id, readOnly=True)["token"])
    assert code(reader, "reissueToken", **request) == "TOKEN_READ_ONLY"
    waiting = Waiting(anyone)
    join = {"gameId": waiting.id, "seat": 2, "idempotencyKey": new_key()}
    waiting.host.done("joinGame", **join)
    reader = anyone.with_token(waiting.host.done("narrowToken", gameId=waiting.id, readOnly=True)["token"])
    assert code(reader, "joinGame", **join) == "TOKEN_READ_ONLY"


def test_a_retry_of_a_new_token_is_not_answered_to_a_token_that_ends(anyone: Client) -> None:
    table = create(anyone, game=CASK)
    lent = anyone.with_token(table.host.done("narrowToken", gameId=table.id, until=later(1))["token"])
    for seat in (1, None):
        request = {"gameId": table.id, "seat": seat, "idempotencyKey": new_key()}
        table.host.done("reissueToken", **request)
        assert code(lent, "reissueToken", **request) == "NOT_HOST"


def test_a_date_alone_is_no_time(anyone: Client) -> None:
    table = create(anyone)
    for until in ("2100-01-01", "2100", "20300101T000000Z"):
        refused = table.host.send("narrowToken", gameId=table.id, readOnly=True, until=until).json()
        assert "A DateTime is a time as in RFC 3339" in refused["errors"][0]["message"]


@pytest.mark.parametrize(
    ("given", "argument"),
    [
        ({}, "readOnly"),
        ({"readOnly": False}, "readOnly"),
        ({"until": "2001-01-01T00:00:00Z"}, "until"),
        ({"until": "0001-01-01T00:00:00+14:00"}, "until"),
        ({"until": "9999-12-31T23:59:59-12:00"}, "until"),
        ({"until": "2100-01-01T00:00:00"}, "until"),
    ],
)
def test_a_token_that_would_not_be_narrower_or_end_when_nobody_knows_is_refused(
    anyone: Client, given: Json, argument: str
) -> None:
    table = create(anyone, game=CASK)
    problem = table.host.refused("narrowToken", gameId=table.id, **given)
    assert (problem["code"], problem["argument"]) == ("INPUT_REFUSED", argument)


def test_the_last_moment_that_can_be_shown_is_one_when_a_token_may_end(anyone: Client) -> None:
    table = create(anyone, game=CASK)
    for last in ("9999-12-31T23:59:59.000", "9999-12-31T23:59:59.998"):
        done = table.host.done("narrowToken", gameId=table.id, until=f"{last}Z")
        assert done["until"] == f"{last}Z"


def test_a_token_that_has_ended_tells_its_stream_nothing_more(
    anyone: Client, service: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is looked at before each event."""
    table, reader = create(anyone, game=CASK), service.app.state.services.reader
    token = table.seat(1).done("narrowToken", gameId=table.id, until=later(1))["token"]
    with streaming(anyone.with_token(token), NEWS % table.id) as events:
        assert next(events) == {"version": 2}
        in_an_hour = reader.now_ms() + 3_600_000
        monkeypatch.setattr(reader, "now_ms", lambda: in_an_hour)
        assert anyone.with_token(token).look(table.id)["code"] == "TOKEN_REJECTED"
        table.decider.done("play", gameId=table.id, moves=in_notation("pass"))
        assert list(events) == [{"code": "TOKEN_REJECTED"}]
