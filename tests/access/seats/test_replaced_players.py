"""Hosts open seats of running games to others, who take them over; and let players return to seats that bots play."""

from __future__ import annotations

from typing import Any

import pytest

from tests.access.issuer import BOB, Issuer
from tests.access.seats.shared import NEWS, code, streaming
from tests.access.test_open_games import LIST
from tests.api.client import CASK, DANK, Client, Table, create, in_notation, new_key

ANYONE, INVITED = {"open": "ANYONE"}, {"open": "INVITED"}


def replaced(table: Table, seat: int, by: Any = ANYONE, **more: Any) -> Any:
    return table.host.done("replacePlayer", **{"gameId": table.id, "seat": seat, "with": by, **more})


def test_who_joins_an_open_seat_takes_it_over_with_all_that_it_knows(instances: tuple[Client, Client]) -> None:
    here, there = instances
    table = create(here, game=DANK)
    seat = table.to_move
    assert seat is not None
    before = there.with_token(table.seat(seat).token)
    seen = before.look(table.id)["table"]
    (entry,) = replaced(table, seat)["entries"]
    assert ([event["__typename"] for event in entry["events"]], entry["seat"]) == (["SeatEnded", "SeatOpened"], None)
    assert before.look(table.id)["viewer"]["role"] == "SPECTATOR"
    assert there.within(table.id, "status openSeats decision { seat }") == {
        "status": "RUNNING",
        "openSeats": [seat],
        "decision": {"seat": seat},
    }
    joined = there.done("joinGame", gameId=table.id, name="Zoe")
    after = here.with_token(joined["seat"]["token"])
    assert joined["seat"]["seat"] == seat
    assert joined["game"]["status"] == "RUNNING"
    assert after.look(table.id)["table"] == seen
    assert after.token != before.token
    assert before.look(table.id)["viewer"]["lost"]["reason"] == "REPLACED"
    assert after.legal_moves(table.id)
    assert after.done("play", gameId=table.id, moves=[after.legal_moves(table.id)[0]["input"]])["game"]["version"] == 5
    assert code(there, "joinGame", gameId=table.id) == "NO_OPEN_SEAT"


def test_an_open_stream_of_the_former_player_tells_the_end_of_the_seat_and_goes_on(anyone: Client) -> None:
    table = create(anyone, game=CASK)
    player = table.seat(1)
    with streaming(player, NEWS % table.id) as told:
        assert next(told)["version"] == 2
        replaced(table, 1)
        assert next(told)["version"] == 3
        replaced(table, 1, {"bot": "RANDOM"})
        assert next(told)["version"] == 4


def test_a_request_sent_again_is_done_once(instances: tuple[Client, Client]) -> None:
    here, there = instances
    table = create(here, game=CASK)
    request = {"gameId": table.id, "seat": 1, "with": ANYONE, "idempotencyKey": new_key()}
    first = table.host.send("replacePlayer", **request)
    again = there.with_token(table.host.token, table.host.game)
    assert again.send("replacePlayer", **request).content == first.content
    assert code(again, "replacePlayer", **{**request, "with": INVITED}) == "KEY_REUSED"
    join = {"gameId": table.id, "idempotencyKey": new_key()}
    joined = here.send("joinGame", **join)
    assert there.send("joinGame", **join).content == joined.content
    assert table.version == 4


def test_what_would_change_nothing_is_refused_and_what_is_out_of_bounds(anyone: Client) -> None:
    table = create(anyone, game=CASK)
    replaced(table, 1)
    for by, wanted in ((ANYONE, "SEAT_UNCHANGED"), ({"bot": "RANDOM"}, None)):
        found = table.host.do("replacePlayer", **{"gameId": table.id, "seat": 1, "with": by})
        assert found.get("code") == wanted
    for seat in (0, 3, 2**31 - 1):
        problem = table.host.refused("replacePlayer", **{"gameId": table.id, "seat": seat, "with": ANYONE})
        assert (problem["code"], problem["argument"]) == ("INPUT_REFUSED", "seat")
    expected = {"gameId": table.id, "seat": 2, "with": ANYONE, "expectedVersion": 2}
    assert code(table.host, "replacePlayer", **expected) == "VERSION_CONFLICT"
    for by in ({}, {"bot": "RANDOM", "open": "ANYONE"}, {"open": None}, {"open": "NOBODY"}):
        answer = table.host.post(
            "mutation($id: ID!, $with: SubstituteInput!) { replacePlayer(gameId: $id, seat: 2, with: $with) { __typename } }",
            {"id": table.id, "with": by},
        )
        assert answer.json()["errors"]
    table.host.done("abandon", gameId=table.id)
    assert code(table.host, "replacePlayer", **{"gameId": table.id, "seat": 2, "with": ANYONE}) == "GAME_OVER"


def test_before_the_start_seats_are_opened_otherwise(anyone: Client) -> None:
    made = anyone.done("createGame", game={CASK: {}}, seats=[{"kind": "MINE"}, {"kind": "OPEN"}])
    host, id_ = anyone.with_token(made["hostToken"]), made["game"]["gameId"]
    assert code(host, "replacePlayer", **{"gameId": id_, "seat": 1, "with": ANYONE}) == "GAME_NOT_STARTED"
    player = anyone.with_token(made["seats"][0]["token"])
    assert code(player, "returnToSeat", gameId=id_) == "GAME_NOT_STARTED"


def test_an_account_loses_a_seat_that_is_opened_and_may_take_another(anyone: Client, issuer: Issuer) -> None:
    bob = anyone.with_token(issuer.token(BOB))
    made = anyone.done("createGame", game={CASK: {}}, seats=[{"kind": "MINE"}, {"kind": "OPEN"}], powers="FULL")
    id_ = made["game"]["gameId"]
    bob.done("joinGame", gameId=id_)
    host = anyone.with_token(made["hostToken"])
    host.done("replacePlayer", **{"gameId": id_, "seat": 2, "with": {"bot": "RANDOM"}, "mayReturn": True})
    assert bob.look(id_)["viewer"]["seat"] == 2
    assert bob.refused("joinGame", gameId=id_)["code"] == "ALREADY_SEATED"
    host.done("replacePlayer", **{"gameId": id_, "seat": 2, "with": ANYONE})
    assert bob.look(id_)["viewer"]["role"] == "SPECTATOR"
    assert bob.done("joinGame", gameId=id_)["seat"]["seat"] == 2
    assert bob.look(id_)["viewer"]["seat"] == 2


@pytest.mark.parametrize("visibility", ["OPEN", "UNLISTED"])
def test_open_games_list_a_running_game_while_anybody_can_join_it(anyone: Client, visibility: str) -> None:
    def listed() -> bool:
        return any(edge["node"]["id"] == table.id for edge in anyone.ask(LIST)["openGames"]["edges"])

    table = create(anyone, game=CASK, visibility=visibility)
    assert not listed()
    replaced(table, 1)
    assert listed() == (visibility == "OPEN")
    replaced(table, 1, INVITED)
    assert not listed()
    assert code(anyone, "joinGame", gameId=table.id, seat=1) == "NO_OPEN_SEAT"
    replaced(table, 1)
    assert listed() == (visibility == "OPEN")
    anyone.done("joinGame", gameId=table.id)
    assert not listed()
    replaced(table, 2)
    table.host.done("abandon", gameId=table.id)
    assert not listed()


def test_other_seats_play_on_while_a_seat_is_open(anyone: Client) -> None:
    table = create(anyone, game=CASK)
    seat = table.to_move
    assert seat is not None
    replaced(table, 3 - seat)
    table.play("pass")
    assert table.to_move == 3 - seat, "the game waits for a player who joins"
    joined = anyone.done("joinGame", gameId=table.id)
    anyone.with_token(joined["seat"]["token"]).done("play", gameId=table.id, moves=in_notation("pass"))
