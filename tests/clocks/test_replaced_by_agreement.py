"""After a time-out, all other seats together give the seat to a bot, or open it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.client import CASK, MINE, Client, Json, Table, new_key, seats_of, table_of
from tests.clocks.shared import PER_MOVE, Clock, ended_by_itself, events, timed

BOT = {"bot": "GREEDY"}


def late(table: Table, clock: Clock) -> int:
    """Let the seat that must decide run out of time, and return it."""
    seat, version = table.to_move, table.version
    assert seat is not None
    clock += PER_MOVE
    ended_by_itself(table, version)
    return seat


def sentence(table: Table, by: int, absent: int) -> str:
    names = [seat["name"] for seat in table.look()["seats"]]
    return f"{names[by - 1]} proposes a new player for {names[absent - 1]}."


def propose(table: Table, by: int, absent: int, **who: Any) -> Json:
    return table.seat(by).do("propose", gameId=table.id, proposal={"replacePlayer": {"seat": absent, **who}})


def accept(table: Table, by: int) -> Json:
    (one,) = table.look()["proposals"]
    return table.seat(by).do("acceptProposal", gameId=table.id, proposalId=one["id"])


def others(table: Table, absent: int) -> list[int]:
    return [seat for seat in range(1, len(table.seats) + 1) if seat != absent]


@pytest.mark.parametrize(
    ("who", "event", "token"),
    [
        ({"bot": "GREEDY"}, "BotTakesOver", False),
        ({"bot": "GREEDY", "mayReturn": True}, "BotStandsIn", True),
        ({"open": "ANYONE"}, "SeatOpened", False),
    ],
)
def test_the_other_seats_together_replace_who_ran_out_of_time(
    anyone: Client, clock: Clock, who: Json, event: str, token: bool
) -> None:
    table = timed(anyone, 3, perMove=PER_MOVE)
    absent = late(table, clock)
    first, second = others(table, absent)
    made = propose(table, first, absent, **who)
    (shown,) = made["game"]["proposals"]
    assert (shown["kind"], shown["accepted"], shown["awaited"]) == ("REPLACE_PLAYER", [first], [second])
    assert shown["replacement"] == {"seat": absent, "bot": None, "open": None, "mayReturn": False} | who
    (told,) = made["entries"][0]["events"]
    assert (told["about"], told["sentence"]) == (absent, sentence(table, first, absent))
    before = table.version
    accept(table, second)
    assert events(table, before)[:2] == ["ProposalAccepted", *([] if token else ["SeatEnded"]), event][:2]
    assert table.look()["proposals"] == []
    assert (table.seat(absent).look(table.id)["viewer"]["lost"] is None) is token
    if "open" in who:
        taken = anyone.done("joinGame", gameId=table.id, seat=absent, name="Someone", idempotencyKey=new_key())
        assert taken["game"]["clock"]["seats"][absent - 1]["timeOuts"] == 0, "they begin anew"


def test_the_absent_seat_is_not_asked_and_is_safe_once_it_moves(anyone: Client, clock: Clock) -> None:
    table = timed(anyone, 3, perMove=PER_MOVE)
    one, two = others(table, 3)
    absent = late(table, clock)
    one, two = others(table, absent)
    propose(table, one, absent, **BOT)
    assert accept(table, absent)["proposalReason"] == "ABOUT_YOU"
    while table.to_move != absent:
        table.play(table.moves()[0]["notation"])
    table.play(table.moves()[0]["notation"])
    assert table.look()["proposals"] == []
    table.seat(one).done("propose", gameId=table.id, proposal={"replacePlayer": {"seat": absent, **BOT}})
    (asked,) = table.look()["proposals"]
    assert asked["awaited"] == sorted([two, absent]), "they are there, and are asked"


def test_a_return_without_a_move_makes_the_seat_safe(anyone: Client, clock: Clock) -> None:
    table = timed(anyone, 3, perMove=PER_MOVE, onTimeOut="BOT")
    absent = late(table, clock)
    one, _ = others(table, absent)
    table.seat(absent).done("returnToSeat", gameId=table.id)
    propose(table, one, absent, **BOT)
    assert absent in table.look()["proposals"][0]["awaited"]


def test_a_bad_replacement_is_refused_as_the_host_s_would_be(anyone: Client, clock: Clock) -> None:
    table = timed(anyone, 3, perMove=PER_MOVE)
    absent = late(table, clock)
    one, _ = others(table, absent)
    for who in ({}, {"bot": "GREEDY", "open": "ANYONE"}, {"open": "ANYONE", "mayReturn": True}):
        assert propose(table, one, absent, **who)["code"] == "INPUT_REFUSED"
    for seat in (9, 0, -1, 2**31 - 1, -(2**31)):
        refused = propose(table, one, seat, **BOT)
        assert (refused["code"], refused["argument"]) == ("INPUT_REFUSED", "seat")


def test_bots_agree(anyone: Client, clock: Clock) -> None:
    seats = [*seats_of([MINE, MINE]), {"kind": "BOT", "bot": "RANDOM"}]
    made = anyone.done("createGame", game={CASK: {}}, seats=seats, clock={"perMove": PER_MOVE})
    table = table_of(anyone, made)
    while table.to_move not in (1, 2):
        pass
    absent = late(table, clock)
    assert propose(table, 3 - absent, absent, **BOT)["game"]["seats"][absent - 1]["bot"] == "GREEDY"
