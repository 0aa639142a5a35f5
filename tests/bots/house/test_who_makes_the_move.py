"""Each decision of a bot is made once, on whichever instance, and nobody waits for it."""

from __future__ import annotations

import asyncio
import random
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from taphouse.engine.contract import Move
from taphouse.engine.notation import parse
from taphouse.lab.memory_store import MemoryStore
from taphouse.service.bots import bot_seats
from taphouse.service.bots.bot_seats import Bots
from taphouse.service.bots.process_pool import BotProcesses, NoBotMove
from taphouse.service.store.redis import RedisStore
from tests.api.client import MINE, Client, in_notation, table_of
from tests.api.conftest import http
from tests.api.server import BOTH, Server, until
from tests.bots.house.shared import GREEDY, RANDOM, Thoughts, check_log, created, ended
from tests.effort import BOUND


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Miss a dead instance soon."""
    monkeypatch.setattr(bot_seats, "LEASE", 0.3)


# --- who makes the move ------------------------------------------------------------------------------------------------


def test_each_decision_is_made_once_where_two_instances_are_reminded_of_it_again_and_again(
    valkey: str, two_instances: tuple[Client, Client], monkeypatch: pytest.MonkeyPatch, told: list[dict[str, Any]]
) -> None:
    monkeypatch.setattr(bot_seats, "LEASE", 0.0)  # what is claimed is due again at once
    monkeypatch.setattr(bot_seats, "POLL", 0.005)
    choosing, choose = 0, BotProcesses.choose

    async def slowly(*given: Any) -> Move:
        nonlocal choosing
        choosing += 1
        move = await choose(*given)
        await asyncio.sleep(random.choice((0, 0.02)))
        return move

    monkeypatch.setattr(BotProcesses, "choose", slowly)

    async def remind(game: str, over: threading.Event) -> None:
        store = RedisStore.connect(valkey, timeout=BOUND)
        while not over.is_set():
            await store.remind(game, 0)
            await asyncio.sleep(0.002)
        await store.close()

    first, second = two_instances
    with ThreadPoolExecutor(1) as pool:
        game, over = created(first, RANDOM, RANDOM, RANDOM)["game"]["gameId"], threading.Event()
        reminding = pool.submit(asyncio.run, remind(game, over))
        try:
            until(lambda: ended(second, game), "the end")
        finally:
            over.set()
            reminding.result()
    entries = check_log(first, game)
    assert check_log(second, game) == entries
    assert choosing > len(entries) - 2
    assert told == []


def test_every_instance_chooses_the_same(two_instances: tuple[Client, Client]) -> None:
    logs = []
    for client in two_instances:
        game = created(client, RANDOM, GREEDY)["game"]["gameId"]
        until(lambda client=client, game=game: ended(client, game), "the end")
        logs.append([entry["notation"] for entry in check_log(client, game)])
    assert logs[0] == logs[1]


def test_when_an_instance_dies_right_after_a_commit_another_one_makes_the_bots_move(
    valkey: str, two_instances: tuple[Client, Client], quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as dying:
        dying.setattr(Bots, "expect", lambda *_: None)
        with Server(url=valkey) as server, http(server) as client:
            game = created(Client(client), RANDOM, RANDOM)["game"]["gameId"]
        other, _ = two_instances
        assert other.within(game, "version")["version"] == 2
    until(lambda: ended(other, game), "the end")
    check_log(other, game)


def test_when_an_instance_stops_while_a_bot_thinks_another_one_makes_the_move(
    valkey: str, two_instances: tuple[Client, Client], quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    other, _ = two_instances
    with monkeypatch.context() as stopping:
        thoughts = Thoughts(stopping)
        with Server(url=valkey) as server, http(server) as client:
            game = created(Client(client), RANDOM, RANDOM)["game"]["gameId"]
            assert thoughts.asked.wait(BOUND)
    assert other.within(game, "version")["version"] == 2
    thoughts.go.set()  # another one may have begun to think
    until(lambda: ended(other, game), "the end")
    check_log(other, game)


def test_a_game_whose_reminder_was_lost_goes_on_when_somebody_looks_at_it(
    on_memory: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nothing(*_: Any) -> tuple[()]:
        return ()

    monkeypatch.setattr(MemoryStore, "claim", nothing)
    with monkeypatch.context() as losing:
        losing.setattr(Bots, "expect", lambda *_: None)
        game = created(on_memory, RANDOM, RANDOM)["game"]["gameId"]
    for _ in range(3):
        assert on_memory.within(game, "version")["version"] == 2  # it may still be thought about
    monkeypatch.setattr(bot_seats, "OVERDUE", -1)
    until(lambda: ended(on_memory, game), "the end")
    check_log(on_memory, game)


# --- while bots think --------------------------------------------------------------------------------------------------


def test_while_bots_think_everything_is_answered(on_memory: Client, thoughts: Thoughts) -> None:
    made = created(on_memory, RANDOM, MINE)
    game, mine = made["game"]["gameId"], on_memory.with_token(made["seats"][0]["token"])
    assert thoughts.asked.wait(BOUND)
    assert on_memory.http.get("/healthz").status_code == 200
    assert on_memory.look(game)["version"] == 2
    assert mine.refused("play", gameId=game, moves=in_notation("pass"))["code"] == "NOT_YOUR_TURN"
    other = table_of(on_memory, created(on_memory, MINE, MINE))
    other.play("pass")
    assert on_memory.look(game)["version"] == 2
    thoughts.go.set()
    until(lambda: on_memory.look(game)["version"] > 2, "the bot's move")


def test_a_bot_that_fails_makes_the_first_legal_move_and_the_operator_is_told_without_the_position(
    on_memory: Client, monkeypatch: pytest.MonkeyPatch, told: list[dict[str, Any]]
) -> None:
    async def fail(*_: Any) -> Move:
        raise NoBotMove("Traceback: it fell over")

    monkeypatch.setattr(BotProcesses, "choose", fail)
    game = created(on_memory, GREEDY, GREEDY)["game"]["gameId"]
    until(lambda: ended(on_memory, game), "the end")
    moves = [entry for entry in check_log(on_memory, game) if entry["notation"]]
    assert {move["notation"] for move in moves} == {"pass"}
    lines = [line for line in told if line["game"] == game]
    assert [line["version"] for line in lines] == list(range(2, 2 + len(moves)))
    assert {line["exception"].partition("NoBotMove: ")[2] for line in lines} == {"Traceback: it fell over\n"}


def test_a_bots_move_that_is_not_legal_is_replaced_by_the_first_that_is(
    on_memory: Client, monkeypatch: pytest.MonkeyPatch, told: list[dict[str, Any]]
) -> None:
    async def cheat(*_: Any) -> Move:
        return parse("keep 1", BOTH["cask-race"].verbs)

    monkeypatch.setattr(BotProcesses, "choose", cheat)
    game = created(on_memory, RANDOM, RANDOM)["game"]["gameId"]
    until(lambda: ended(on_memory, game), "the end")
    moves = [entry["notation"] for entry in check_log(on_memory, game) if entry["notation"]]
    assert set(moves) == {"pass"}
    assert len([line for line in told if line["game"] == game]) == len(moves)
