"""Rematches: the next game with the same seats, and how each player gets their tokens of it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from tests.api.agreeing.shared import answer, events, propose, table
from tests.api.client import Client, Json, Table
from tests.effort import BOUND


def again(anyone: Client, bots: int = 0, **more: object) -> tuple[Table, Json]:
    """A game of two and bots that was abandoned, and how it looks once a rematch is agreed."""
    game = table(anyone, 2, bots=bots, **more)
    game.host.done("abandon", gameId=game.id)
    propose(game.seat(1), game, rematch=True)
    return game, answer("accept", game.seat(2), game)


def test_a_rematch_has_the_same_seats_moved_on_by_one(anyone: Client) -> None:
    game, after = again(anyone, bots=1, visibility="OPEN", undo="CONSENT")
    old, new = game.look(), game.spectator.look(after["rematch"])
    assert events(game, 2) == ["GameAbandoned", "ProposalMade", "ProposalAccepted", "RematchAgreed"]
    assert (old["status"], new["status"]) == ("ABANDONED", "RUNNING")
    assert [(one["name"], one["bot"]) for one in new["seats"]] == [
        (one["name"], one["bot"]) for one in (*old["seats"][1:], old["seats"][0])
    ]
    for same in ("edition", "visibility", "undo"):
        assert new[same] == old[same]
    assert new["origin"] == {"kind": "REMATCH", "gameId": game.id, "version": 4}
    assert new["commitment"] != old["commitment"]
    assert not new["seeded"]
    (begun,) = game.spectator.events(gameId=new["gameId"], after=0, first=1)["entries"]
    assert [event["__typename"] for event in begun["events"]] == ["TableOpened", "RematchBegun"]


def test_each_player_gets_their_own_tokens(anyone: Client) -> None:
    game, after = again(anyone)
    for number, player in enumerate(game.seats, 1):
        taken = player.done("takeRematch", gameId=game.id)
        assert taken == player.done("takeRematch", gameId=game.id)
        assert taken["hostToken"] is None
        assert taken["seat"]["seat"] == 3 - number
        assert taken["game"]["viewer"]["seat"] == 3 - number
        there = player.with_token(taken["seat"]["token"]).look(after["rematch"])
        assert (there["viewer"]["role"], there["viewer"]["seat"]) == ("SEAT", 3 - number)
    host = game.host.done("takeRematch", gameId=game.id)
    assert host["seat"] is None
    assert (
        game.host.with_token(host["hostToken"]).done("abandon", gameId=after["rematch"])["game"]["status"]
        == "ABANDONED"
    )
    assert game.spectator.refused("takeRematch", gameId=game.id)["code"] == "NOT_SEATED"


def test_a_narrow_token_gets_a_narrow_token(on_memory: Client) -> None:
    game, after = again(on_memory)
    narrow = game.seat(1).done("narrowToken", gameId=game.id, readOnly=True)["token"]
    taken = on_memory.with_token(narrow).done("takeRematch", gameId=game.id)
    assert taken["game"]["viewer"]["readOnly"]
    there = on_memory.with_token(taken["seat"]["token"])
    assert there.look(after["rematch"])["viewer"]["readOnly"]
    assert there.refused("resign", gameId=after["rematch"])["code"] == "TOKEN_READ_ONLY"


def test_a_seat_that_was_given_away_in_the_next_game_stays_away(on_memory: Client) -> None:
    game, after = again(on_memory)
    host = on_memory.with_token(game.host.done("takeRematch", gameId=game.id)["hostToken"])
    host.done("reissueToken", gameId=after["rematch"], seat=2)
    assert game.seat(1).refused("takeRematch", gameId=game.id)["code"] == "NOT_SEATED"
    assert game.seat(2).done("takeRematch", gameId=game.id)["seat"]["seat"] == 1


def test_there_is_one_rematch_and_none_before_it_is_agreed(on_memory: Client) -> None:
    game = table(on_memory, 2)
    game.host.done("abandon", gameId=game.id)
    assert game.seat(1).refused("takeRematch", gameId=game.id)["code"] == "NO_REMATCH"
    propose(game.seat(2), game, rematch=True)
    after = answer("accept", game.seat(1), game)
    refused = game.seat(1).refused("propose", gameId=game.id, proposal={"rematch": True})
    assert refused["proposalReason"] == "REMATCH_MADE"
    assert after["rematch"] in refused["message"]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_all_propose_a_rematch_at_the_same_moment_on_two_instances(
    two_instances: tuple[Client, Client], seats: int
) -> None:
    game = table(two_instances[0], seats, "pintCraft")
    ended = game.host.done("abandon", gameId=game.id)["game"]["version"]
    players = [two_instances[number % 2].with_token(seat.token) for number, seat in enumerate(game.seats)]
    together = Barrier(seats)

    def press(player: Client) -> Json:
        together.wait(BOUND)
        return propose(player, game, rematch=True)

    with ThreadPoolExecutor(seats) as pool:
        shown = list(pool.map(press, players))
    (begun,) = {one["rematch"] for one in shown} - {None}
    assert events(game, ended) == ["ProposalMade", *["ProposalAccepted"] * (seats - 1), "RematchAgreed"]
    taken = [player.done("takeRematch", gameId=game.id) for player in players]
    assert {one["game"]["gameId"] for one in taken} == {begun}
    assert {one["seat"]["seat"] for one in taken} == set(range(1, seats + 1))


def test_who_has_resigned_plays_again(on_memory: Client) -> None:
    game = table(on_memory, 2)
    game.seat(1).done("resign", gameId=game.id)
    assert game.look()["status"] == "OVER"
    propose(game.seat(2), game, rematch=True)
    after = answer("accept", game.seat(1), game)
    assert [one["resigned"] for one in on_memory.look(after["rematch"])["seats"]] == [False, False]


def test_a_game_that_never_started_has_no_rematch(on_memory: Client) -> None:
    made = on_memory.done("createGame", game={"caskRace": {}}, seats=[{"kind": "MINE"}, {"kind": "OPEN"}])
    on_memory.with_token(made["hostToken"]).done("abandon", gameId=made["game"]["gameId"])
    seat = on_memory.with_token(made["seats"][0]["token"])
    refused = seat.refused("propose", gameId=made["game"]["gameId"], proposal={"rematch": True})
    assert refused["proposalReason"] == "NOT_STARTED"
