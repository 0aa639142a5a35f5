"""Backgammon of examples/games is that of OpenSpiel, and its doubling cube, which OpenSpiel lacks, multiplies what is lost."""

from __future__ import annotations

import random
import re
from importlib import import_module
from typing import Any

import pytest
from msgspec.structs import replace

from taphouse.client import Client as PythonClient
from taphouse.engine.bots.greedy import GreedyBot
from taphouse.engine.chance import BLIND, Chance, seed_from
from taphouse.engine.contract import Rules
from taphouse.engine.editions import packaged
from taphouse.engine.game import Game
from taphouse.engine.notation import parse, write
from taphouse.engine.play import text
from taphouse.engine.records import text as records
from taphouse.engine.records.replaying import verify
from taphouse.engine.words.tables import lying, whole
from taphouse.env import TaphouseAEC
from taphouse.lab.memory_store import MemoryStore
from tests.api.conftest import http
from tests.api.server import Server
from tests.effort import BOUND
from tests.tiny.installed import install

BACKGAMMON: Game = import_module("backgammon").GAME
EDITION = packaged(BACKGAMMON.edition, BACKGAMMON.about.package)[0]
RULES = BACKGAMMON.rules(EDITION)
CHANCE = Chance(seed_from("a game"))
GAMES = 4


def sides(their: Any) -> tuple[Any, ...]:
    """Their position, as ours has it: the checkers of each player off the board, on each point from their end, and on the bar."""
    after_bar = str(their).partition("Bar:")[2]
    bar, off = after_bar.splitlines()[0], re.findall(r"[XO]: (\d+)", after_bar)
    ways = (range(23, -1, -1), range(24))
    return tuple(
        (int(off[player]), *(their.board(player, place) for place in ways[player]), bar.count(mark))
        for player, mark in enumerate("xo")
    )


def turns(their: Any) -> list[Any]:
    """Their positions after a turn; equal numbers are two turns to them."""
    player, dice = their.current_player(), str(their).partition("Dice: ")[2][:2]
    ends, now = [], [their]
    for _ in range(2 if dice[0] == dice[1] else 1):
        ends += [one for one in now if one.current_player() != player]
        now = [one.child(action) for one in now if one.current_player() == player for action in one.legal_actions()]
    return ends + now


def reached(rules: Rules, state: Any) -> set[Any]:
    """The positions that can come of a turn of ours."""
    ends, now = set(), {state}
    while now:
        after = {rules.make(one, move, BLIND).state for one in now for move in rules.moves(one)}
        ends |= {one.sides for one in after if rules.decision(one) is None}
        now = {one for one in after if rules.decision(one) is not None}
    return ends or {state.sides}


@pytest.mark.ecosystem
def test_each_turn_reaches_the_positions_that_openspiel_reaches() -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install open_spiel")
    rules = RULES
    game = pyspiel.load_game("backgammon", {"scoring_type": "full_scoring"})
    begun: Any = rules.new(BACKGAMMON.about.options(), 2, CHANCE)
    for number in range(GAMES):
        rng, their = random.Random(number), game.new_initial_state()
        assert sides(their) == begun.sides
        while not their.is_terminal():
            if their.is_chance_node():
                their.apply_action(rng.choice(their.legal_actions()))
                continue
            dice = tuple(sorted(map(int, str(their).partition("Dice: ")[2][:2]), reverse=True))
            used = dice * 2 if dice[0] == dice[1] else dice
            state = replace(begun, sides=sides(their), seat=their.current_player() + 1, dice=used)
            ends = {sides(one): one for one in turns(their)}
            assert reached(rules, state) == ends.keys(), their
            their = ends[rng.choice(sorted(ends))]
        outcome = rules.outcome(replace(begun, sides=sides(their)))
        assert outcome is not None
        assert their.returns() == [outcome.stake if seat in outcome.winners else -outcome.stake for seat in (1, 2)]


def after(state: Any, *moves: str) -> Any:
    """The position after some moves."""
    for move in moves:
        state = RULES.apply(state, parse(move, BACKGAMMON.verbs), CHANCE).state
    return state


def rolling(state: Any) -> Any:
    """The position after first moves, when somebody may double or the game is over."""
    while (decision := RULES.decision(state)) and decision.task == "go":
        state = after(state, write(next(iter(RULES.moves(state)))))
    return state


@pytest.fixture
def second() -> Any:
    """The beginning of the second turn of a game with the cube, of seat 1 or 2: the first roll is nobody's to double."""
    return rolling(RULES.new(BACKGAMMON.about.chosen({"cube": True}), 2, CHANCE))


def test_without_the_option_nobody_is_asked_to_double() -> None:
    state = RULES.new(BACKGAMMON.about.options(), 2, CHANCE)
    assert RULES.view(state).cube is None
    assert RULES.outcome(rolling(state)) is not None


def test_a_double_that_is_taken_gives_the_cube_to_the_other_player(second: Any) -> None:
    one, other = second.seat, 3 - second.seat
    assert [*map(write, RULES.moves(second))] == ["roll", "double"]
    offered = after(second, "double")
    assert (RULES.decider(offered), RULES.turn(offered)) == (other, one)
    assert text(RULES, offered).splitlines()[2] == "cube: stake 1, offered yes"
    taken = after(offered, "take")
    assert text(RULES, taken).splitlines()[2] == f"cube: stake 2, owner {other}, offered no"
    assert (taken.seat, bool(taken.dice)) == (one, True)
    again = rolling(taken)
    assert RULES.decision(again).seat == other  # type: ignore[union-attr]
    theirs = after(again, "roll")
    assert rolling(theirs).seat == other, "only the owner of the cube is asked"


def test_a_double_that_is_dropped_loses_what_the_cube_shows(second: Any) -> None:
    for stake, state in ((1, second), (16, replace(second, cube=16, owner=second.seat))):
        outcome = RULES.outcome(after(state, "double", "drop"))
        assert outcome is not None
        assert (outcome.reason, outcome.winners, outcome.stake) == ("dropped", (second.seat,), stake)


def test_the_cube_ends_at_64(second: Any) -> None:
    state = replace(second, cube=32, owner=second.seat)
    assert RULES.outcome(rolling(after(state, "double", "take"))) is not None


@pytest.mark.parametrize(("loser", "games"), [({0: 1, 20: 14}, 1), ({5: 15}, 2), ({25: 1, 5: 14}, 3)])
def test_the_cube_multiplies_gammons(second: Any, loser: dict[int, int], games: int) -> None:
    home, there = ((15, *[0] * 25), tuple(loser.get(number, 0) for number in range(26)))
    outcome = RULES.outcome(replace(second, sides=(home, there), cube=4))
    assert outcome is not None
    assert (outcome.reason, outcome.winners, outcome.stake) == ("home", (1,), 4 * games)


@pytest.mark.parametrize(
    ("off", "chosen"), [(0, ["roll", "take"]), (6, ["double", "take"]), (12, ["double", "drop"])], ids=str
)
def test_greedy_bots_double_when_they_are_ahead(second: Any, off: int, chosen: list[str]) -> None:
    """A race in which the player on turn has so many checkers less to bring home."""
    ahead, behind = ((off, *[0] * 5, 15 - off, *[0] * 19), (0, *[0] * 5, 15, *[0] * 19))
    state = replace(second, sides=(ahead, behind) if second.seat == 1 else (behind, ahead))
    bot = GreedyBot(BACKGAMMON, random.Random(1))
    offered = after(state, "double")
    assert [write(bot.choose(RULES, one, RULES.decision(one).seat)) for one in (state, offered)] == chosen  # type: ignore[union-attr]


@pytest.mark.parametrize("resigns", [False, True], ids=["dropped", "conceded"])
def test_log_record_and_models_tell_of_the_cube(resigns: bool) -> None:
    kind, options = BACKGAMMON.about.kind, {"cube": True}
    served = {kind: BACKGAMMON}
    with (
        Server(store=MemoryStore(), games=served) as server,
        http(server) as web,
        PythonClient(server.url, patience=BOUND, games=served) as client,
    ):
        made = client.create(kind, ["Ann", "Ben"], options)

        def until(task: str) -> Any:
            """The place of the player who has this task, after the first legal moves; they double each time."""
            while decision := client.look(made.seats[0]).decision:
                place = made.seats[decision.seat - 1]
                if decision.task == task:
                    return place
                client.move(place, "double" if decision.task == "roll" else client.look(place).moves[0])
            return None

        client.move(until("answer"), "take")
        loses = until("answer")
        assert f"cube stake 2, owner {3 - loses.seat}, offered" in whole(lying(client.look(loses).view))[0]
        shown = client.resign(loses) if resigns else client.move(loses, "drop")
        assert shown.outcome is not None
        assert (shown.outcome.reason, shown.outcome.stake) == ("CONCEDED" if resigns else "DROPPED", 2)
        at = f"/v1/games/{made.game_id}"
        told = [one for entry in web.get(f"{at}/events").json()["entries"] for one in entry["sentences"]]
        winner = "Ben" if loses == made.seats[0] else "Ann"
        assert f"{winner} doubles to 4." in told
        assert told[-1].endswith(f"Victory goes to {winner}; the result counts as 2 games.")
        record = records.parse(web.get(f"{at}/record").text).record
        verified = verify(record, BACKGAMMON, EDITION).outcome
        assert verified is not None
        assert (verified.winners, verified.stake) == (shown.outcome.winners, 2)


def test_environments_reward_the_stake(monkeypatch: pytest.MonkeyPatch) -> None:
    env = TaphouseAEC(install(monkeypatch, BACKGAMMON), options={"cube": True})
    env.reset(seed=3)
    table, number = env.table, env.table.actions.number
    chosen = {"roll": "double", "answer": "take"}
    while (decision := table.rules.decision(table.state)) is not None:
        move = "drop" if table.state.cube == 4 and decision.task == "answer" else chosen.get(decision.task)
        env.step(number[parse(move, BACKGAMMON.verbs)] if move else table.legal[0])
    assert sorted(env.rewards.values()) == [-4, 4]


@pytest.mark.parametrize(("options", "most"), [("", 3), ("cube:true", 192)])
def test_openspiel_is_told_what_a_game_can_count_as(options: str, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install open_spiel")
    pytest.importorskip("taphouse.env.openspiel")
    game = pyspiel.load_game(f"python_taphouse(kind={install(monkeypatch, BACKGAMMON)},options={options})")
    assert (game.min_utility(), game.max_utility()) == (-most, most)
