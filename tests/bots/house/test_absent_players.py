"""Bots play for absent players, who return; for good, if the host says so."""

from __future__ import annotations

import pytest

from taphouse.engine.records.text import parse
from taphouse.service.bots import bot_seats
from taphouse.service.bots.bot_seats import Bots
from tests.api.client import CASK, Client, Table, create, in_notation, new_key
from tests.api.conftest import http
from tests.api.server import Server, until
from tests.bots.house.shared import GREEDY, RANDOM, Thoughts
from tests.effort import BOUND
from tests.records.test_replay import verified

RECORD = "query($id: ID!) { record(id: $id) { ... on GameRecord { text } } }"
SEATS = "seats { seat name taken bot away resigned } status"


def away(table: Table, seat: int, bot: str = RANDOM, may_return: bool = True, **more: object) -> list[str]:
    """A bot plays a seat; returns the events of that."""
    given = {"gameId": table.id, "seat": seat, "with": {"bot": bot}, "mayReturn": may_return, **more}
    changed = table.host.done("replacePlayer", **given)
    return [event["__typename"] for entry in changed["entries"] for event in entry["events"]]


def sat(table: Table, seat: int) -> dict[str, object]:
    found: dict[str, object] = table.spectator.within(table.id, SEATS)["seats"][seat - 1]
    return found


def to_move(table: Table) -> int:
    seat = table.to_move
    assert seat is not None
    return seat


def test_a_bot_plays_until_the_player_makes_a_move(anyone: Client, thoughts: Thoughts) -> None:
    table = create(anyone, game=CASK)
    seat = to_move(table)
    player, before = table.seat(seat), table.version
    assert away(table, seat) == ["BotStandsIn"]
    assert sat(table, seat) == {
        "seat": seat,
        "taken": True,
        "resigned": False,
        "name": table.look()["seats"][seat - 1]["name"],
        "bot": RANDOM,
        "away": True,
    }
    assert thoughts.asked.wait(BOUND)
    assert player.look(table.id)["viewer"]["seat"] == seat
    request = {"gameId": table.id, "moves": in_notation("pass", "fill bright")[:1], "idempotencyKey": new_key()}
    made = player.send("play", **request)
    entries = made.json()["data"]["play"]["entries"]
    assert [entry["seat"] for entry in entries] == [seat, seat]
    assert [event["__typename"] for event in entries[0]["events"]] == ["PlayerReturned"]
    assert [entry["notation"] for entry in entries] == [None, "pass"]
    thoughts.go.set()
    assert player.send("play", **request).content == made.content
    assert sat(table, seat)["away"] is False
    assert sat(table, seat)["bot"] is None
    assert table.version == before + 3, "the bot's move was for a version that is past"


def test_a_bot_plays_on_while_the_player_is_away_and_they_return_without_a_move(anyone: Client) -> None:
    table = create(anyone, game=CASK)
    seat = to_move(table)
    player = table.seat(seat)
    away(table, seat, GREEDY)
    until(lambda: table.to_move != seat, "the bot's move")
    assert player.refused("play", gameId=table.id, moves=in_notation("pass"))["code"] == "NOT_YOUR_TURN"
    assert sat(table, seat)["away"] is True, "a refused move is no return"
    done = player.done("returnToSeat", gameId=table.id)
    assert [event["__typename"] for event in done["entries"][0]["events"]] == ["PlayerReturned"]
    assert done["entries"][0]["seat"] == seat
    assert player.refused("returnToSeat", gameId=table.id)["code"] == "NOT_AWAY"
    while table.to_move != seat:
        table.play(table.moves()[0]["notation"])
    assert player.legal_moves(table.id), "nobody plays for them any more"
    table.finish()
    record = parse(table.spectator.ask(RECORD, id=table.id)["record"]["text"]).record
    kinds = [type(line).__name__ for line in record.lines]
    assert (kinds[0], kinds.count("Covered"), kinds.count("Returned")) == ("Covered", 1, 1)
    assert set(kinds[1 : kinds.index("Returned")]) == {"Played"}
    assert [player.bot for player in record.seats] == [None, None]
    assert verified(record).draws


def test_who_resigns_while_they_are_away_is_back_and_has_resigned(anyone: Client) -> None:
    table = create(anyone, 3, CASK)
    seat = to_move(table) % 3 + 1
    away(table, seat)
    changed = table.seat(seat).done("resign", gameId=table.id)
    events = [event["__typename"] for entry in changed["entries"][:2] for event in entry["events"]]
    assert events == ["PlayerReturned", "SeatResigned"]
    found = sat(table, seat)
    assert (found["bot"], found["away"], found["resigned"]) == (None, False, True)
    assert away(table, seat, may_return=False) == ["SeatEnded", "BotTakesOver"], "a bot plays better than nobody"
    assert sat(table, seat)["resigned"] is False


def test_a_bot_takes_a_seat_over_for_good(anyone: Client, thoughts: Thoughts) -> None:
    table = create(anyone, game=CASK)
    seat = to_move(table)
    player = table.seat(seat)
    away(table, seat)
    assert away(table, seat, may_return=False) == ["SeatEnded", "BotTakesOver"]
    assert player.look(table.id)["viewer"]["lost"]["reason"] == "REPLACED"
    assert player.refused("returnToSeat", gameId=table.id)["code"] == "TOKEN_REJECTED"
    found = sat(table, seat)
    assert (found["name"], found["bot"], found["away"], found["taken"]) == (None, RANDOM, False, True)
    assert table.host.refused("reissueToken", gameId=table.id, seat=seat)["code"] == "INPUT_REFUSED"
    for given, code in (
        ({"with": {"bot": RANDOM}}, "SEAT_UNCHANGED"),
        ({"with": {"bot": GREEDY}, "mayReturn": True}, "INPUT_REFUSED"),
        ({"with": {"open": "ANYONE"}, "mayReturn": True}, "INPUT_REFUSED"),
    ):
        assert table.host.refused("replacePlayer", gameId=table.id, seat=seat, **given)["code"] == code
    version = table.version
    thoughts.go.set()
    until(lambda: table.version > version, "the bot's move")


def test_when_an_instance_dies_right_after_a_bot_stands_in_another_one_makes_its_move(
    valkey: str, two_instances: tuple[Client, Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_seats, "LEASE", 0.3)
    with monkeypatch.context() as dying:
        dying.setattr(Bots, "expect", lambda *_: None)
        with Server(url=valkey) as server, http(server) as client:
            table = create(Client(client), game=CASK)
            seat = to_move(table)
            away(table, seat)
        other, _ = two_instances
        version = other.within(table.id, "version")["version"]
    until(lambda: other.within(table.id, "version")["version"] > version, "the bot's move")
    (entry,) = other.events(gameId=table.id, after=version, first=1)["entries"]
    assert (entry["seat"], entry["notation"] is None) == (seat, False)
