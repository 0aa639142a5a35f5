"""Hosts open and close seats."""

from __future__ import annotations

import pytest

from tests.access.seats.shared import SEATS, Waiting, code
from tests.api.client import CASK, OPEN, Client, create

BOT = {"kind": "BOT", "bot": "RANDOM"}


def test_a_closed_seat_takes_only_who_sends_the_hosts_token(instances: tuple[Client, Client]) -> None:
    here, there = instances
    table = Waiting(here)
    changed = table.host.done("closeSeat", gameId=table.id, seat=2)
    (entry,) = changed["entries"]
    assert [event["__typename"] for event in entry["events"]] == ["SeatClosed"]
    assert (entry["seat"], table.at(there)["openSeats"]) == (None, [3])
    for client in (there, table.first):
        assert code(client, "joinGame", gameId=table.id, seat=2) == "NO_OPEN_SEAT"
    assert there.done("joinGame", gameId=table.id)["seat"]["seat"] == 3
    assert code(there, "joinGame", gameId=table.id) == "NO_OPEN_SEAT"
    assert there.within(table.id, "status")["status"] == "WAITING"
    joined = there.with_token(table.host.token).done("joinGame", gameId=table.id, seat=2, name="Let in")
    assert (joined["seat"]["seat"], joined["game"]["status"]) == (2, "RUNNING")
    assert there.with_token(joined["seat"]["token"]).look(table.id)["viewer"]["seat"] == 2


def test_an_opened_seat_takes_anybody_and_who_sat_there_does_not_any_more(instances: tuple[Client, Client]) -> None:
    here, there = instances
    table = Waiting(here)
    joined = there.done("joinGame", gameId=table.id, seat=2, name="Ben")
    before = there.with_token(joined["seat"]["token"])
    table.host.done("openSeat", gameId=table.id, seat=2)
    lost = before.look(table.id)["viewer"]["lost"]
    assert (lost["seat"], lost["by"], lost["reason"]) == (2, "HOST", "REMOVED")
    assert table.at(there)["seats"][1] == {"seat": 2, "name": None, "taken": False, "closed": False, "bot": None}
    after = there.done("joinGame", gameId=table.id, seat=2)["seat"]["token"]
    assert after != before.token
    assert before.look(table.id)["viewer"]["lost"] == lost
    assert there.with_token(after).look(table.id)["viewer"]["seat"] == 2


def test_a_bots_seat_can_be_opened_for_a_player(anyone: Client) -> None:
    made = anyone.done("createGame", game={CASK: {}}, seats=[{"kind": OPEN}, BOT])
    id_, host = made["game"]["gameId"], anyone.with_token(made["hostToken"])
    host.done("openSeat", gameId=id_, seat=2)
    assert [seat["bot"] for seat in anyone.within(id_, SEATS)["seats"]] == [None, None]
    anyone.done("joinGame", gameId=id_)
    assert anyone.done("joinGame", gameId=id_)["game"]["status"] == "RUNNING"


@pytest.mark.parametrize("field", ["openSeat", "closeSeat", "reissueToken"])
@pytest.mark.parametrize("seat", [0, -1, 4, 2**31 - 1])
def test_there_is_no_other_seat_than_those_of_the_game(anyone: Client, field: str, seat: int) -> None:
    table = Waiting(anyone)
    problem = table.host.refused(field, gameId=table.id, seat=seat)
    assert (problem["code"], problem["argument"]) == ("INPUT_REFUSED", "seat")


def test_what_is_so_already_is_refused(anyone: Client) -> None:
    table = Waiting(anyone)
    assert code(table.host, "openSeat", gameId=table.id, seat=2) == "SEAT_UNCHANGED"
    table.host.done("closeSeat", gameId=table.id, seat=2)
    assert code(table.host, "closeSeat", gameId=table.id, seat=2) == "SEAT_UNCHANGED"
    assert code(table.host, "reissueToken", gameId=table.id, seat=2) == "INPUT_REFUSED"
    table.host.done("openSeat", gameId=table.id, seat=2)
    assert table.at(anyone)["version"] == 3


def test_after_the_start_seats_are_not_opened_and_after_the_end_nothing_is_done(anyone: Client) -> None:
    table = create(anyone, game=CASK)
    for field in ("openSeat", "closeSeat"):
        assert code(table.host, field, gameId=table.id, seat=1) == "ALREADY_STARTED"
    table.host.done("abandon", gameId=table.id)
    for field in ("openSeat", "closeSeat", "reissueToken"):
        assert code(table.host, field, gameId=table.id, seat=1) == "GAME_OVER"
    assert code(anyone, "joinGame", gameId=table.id) == "GAME_OVER"


def test_a_bots_seat_has_no_token(anyone: Client) -> None:
    made = anyone.done("createGame", game={CASK: {}}, seats=[{"kind": OPEN}, BOT])
    host = anyone.with_token(made["hostToken"])
    assert code(host, "reissueToken", gameId=made["game"]["gameId"], seat=2) == "INPUT_REFUSED"
