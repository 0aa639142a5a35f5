"""The service plays the seats of bots in whole games."""

from __future__ import annotations

import random

import pytest

from taphouse.engine import GAMES
from tests.api.client import CASK, MINE, OPEN, Client, Json, Table, new_key, table_of
from tests.api.server import until
from tests.bots.house.shared import (
    BOT,
    GREEDY,
    RANDOM,
    Thoughts,
    against,
    bot,
    check_log,
    created,
    ended,
    my_turn,
    seats,
)
from tests.effort import BOUND


def play_mine(table: Table, rng: random.Random) -> bool:
    """Wait for the bot, and make a move; False when the game has ended."""
    until(lambda: my_turn(table), "the bot's move")
    if table.to_move is None:
        return False
    table.play(rng.choice(table.seat(1).legal_moves(table.id))["notation"])
    return True


@pytest.mark.parametrize("kind", [*GAMES, "cask-race"])
def test_a_game_of_bots_plays_itself_to_the_end(anyone: Client, kind: str) -> None:
    both = (RANDOM, RANDOM) if kind == "brew-crafters" else (GREEDY, RANDOM)
    made = created(anyone, *both, kind=kind)
    game = made["game"]["gameId"]
    assert made["seats"] == []
    assert made["game"]["status"] == "RUNNING"
    until(lambda: ended(anyone, game), "the end")
    entries = check_log(anyone, game)
    assert not any(entry["automatic"] for entry in entries)


def test_a_seat_of_a_bot_is_shown_as_one_and_has_no_token(anyone: Client) -> None:
    asked = [{"kind": MINE, "name": "Ada"}, bot(GREEDY, "Robert"), bot(RANDOM)]
    made = anyone.done("createGame", game={CASK: {}}, seats=asked)
    assert [seat["seat"] for seat in made["seats"]] == [1]
    for seen in (made["game"], anyone.look(made["game"]["gameId"])):
        assert [(seat["name"], seat["taken"], seat["bot"]) for seat in seen["seats"]] == [
            ("Ada", True, None),
            ("Robert", True, GREEDY),
            (None, True, RANDOM),
        ]


def test_who_joins_starts_the_game_and_the_bot_begins(anyone: Client) -> None:
    game = created(anyone, RANDOM, OPEN)["game"]["gameId"]
    assert anyone.within(game, "status decision { seat }") == {"status": "WAITING", "decision": None}
    assert anyone.refused("joinGame", gameId=game, seat=1)["code"] == "NO_OPEN_SEAT"
    joined = anyone.done("joinGame", gameId=game)
    assert joined["seat"]["seat"] == 2
    until(lambda: anyone.within(game, "decision { seat }")["decision"]["seat"] == 2, "the bot's moves")


@pytest.mark.parametrize("asked", [{"kind": BOT}, *({"kind": kind, "bot": GREEDY} for kind in (MINE, OPEN))])
def test_a_bot_without_its_name_and_a_name_without_a_bot_are_refused(on_memory: Client, asked: Json) -> None:
    problem = on_memory.refused("createGame", game={CASK: {}}, seats=[{"kind": MINE}, asked])
    assert (problem["code"], problem["argument"]) == ("INPUT_REFUSED", "seats")
    assert "bot: GREEDY" in problem["message"]


def test_a_bot_answers_each_of_a_players_moves(anyone: Client) -> None:
    table, rng = against(anyone, GREEDY), random.Random(3)
    while play_mine(table, rng):
        pass
    entries = check_log(anyone, table.id)
    assert {entry["seat"] for entry in entries if entry["notation"]} == {1, 2}


def test_the_same_request_creates_a_game_of_bots_once(two_instances: tuple[Client, Client]) -> None:
    here, there = two_instances
    request = {"game": {CASK: {}}, "seats": seats(MINE, GREEDY), "idempotencyKey": new_key()}
    first = here.send("createGame", **request)
    assert there.send("createGame", **request).content == first.content
    for other in (seats(MINE, RANDOM), seats(MINE, MINE)):
        assert there.refused("createGame", **{**request, "seats": other})["code"] == "KEY_REUSED"
    game = first.json()["data"]["createGame"]["game"]["gameId"]
    assert here.look(game)["version"] == there.look(game)["version"]


def test_when_a_player_resigns_the_bots_play_on_to_the_end(anyone: Client) -> None:
    table = table_of(anyone, created(anyone, MINE, RANDOM, RANDOM, kind="cask-race"))
    until(lambda: my_turn(table), "the bots' moves")
    table.seat(1).done("resign", gameId=table.id)
    until(lambda: ended(anyone, table.id), "the end")
    entries = check_log(anyone, table.id)
    assert {entry["automatic"] for entry in entries if entry["notation"] and entry["seat"] != 1} == {False}
    assert {entry["automatic"] for entry in entries if entry["notation"] and entry["seat"] == 1} == {True}


def test_in_an_abandoned_game_no_bot_moves(on_memory: Client, thoughts: Thoughts) -> None:
    made = created(on_memory, RANDOM, MINE)
    assert thoughts.asked.wait(BOUND)
    on_memory.with_token(made["hostToken"]).done("abandon", gameId=made["game"]["gameId"])
    thoughts.go.set()
    other = created(on_memory, RANDOM, RANDOM)["game"]["gameId"]
    until(lambda: ended(on_memory, other), "another game's end")
    look = on_memory.look(made["game"]["gameId"])
    assert (look["status"], look["version"]) == ("ABANDONED", 3)
