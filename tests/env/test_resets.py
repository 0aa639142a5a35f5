"""A reset gives a game in which the seat decides, and a step after the end is refused."""

from __future__ import annotations

from importlib import import_module

import pytest
from msgspec.structs import replace

pytest.importorskip("pettingzoo", reason="install the environments: pip install 'taphouse[env]'")

from gymnasium.error import ResetNeeded

from taphouse.engine import GAMES
from taphouse.engine.game import Game
from taphouse.env import TaphouseAEC, TaphouseEnv, single
from tests.effort import many

SEATS = [(kind, seats) for kind, game in GAMES.items() for seats in (game.about.seats[0], game.about.seats[-1])]


@pytest.mark.parametrize("opponent", ["random", "greedy"])
@pytest.mark.parametrize(("kind", "seats"), SEATS)
def test_a_reset_gives_a_game_in_which_the_seat_decides(kind: str, seats: int, opponent: str) -> None:
    for seat in (1, seats):
        env = TaphouseEnv(kind, [opponent] * (seats - 1), seat=seat)
        for seed in range(500 if opponent == "random" else many(25)):
            info = env.deal(seed)
            assert env.table.seat == seat
            assert abs(info["skipped_reward"]) <= info["skipped"]


def test_a_game_that_an_opponent_won_at_once_is_skipped_and_told_of() -> None:
    env, again = (TaphouseEnv("dank-and-draft", ["random"], seat=1) for _ in range(2))
    observation, info = env.reset(seed=207)
    assert info == {"skipped": 1, "skipped_reward": -1.0, "illegal": ""}
    assert observation["action_mask"].any()
    assert (again.reset(seed=207)[0]["observation"] == observation["observation"]).all()
    env.step(env.table.legal[0])


def test_games_that_the_seat_never_decides_in_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(single, "MOST_DEALS", 1)
    with pytest.raises(RuntimeError, match="1 games in a row were over before seat 1 decided"):
        TaphouseEnv("dank-and-draft", ["random"], seat=1).reset(seed=207)


def test_a_game_that_its_set_up_ends_has_no_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    env = TaphouseAEC("dank-and-draft")
    env.reset(seed=1)
    while env.table.seat is not None:
        env.step(env.table.legal[-1])
    over, rewards = env.table.state, env.rewards
    monkeypatch.setattr(env.table.rules, "new", lambda *_: over)
    env.reset(seed=2)
    ended = {}
    for agent in env.agent_iter(max_iter=3):
        _, ended[agent], terminated, _, _ = env.last()
        assert terminated
        env.step(None)
    assert (ended, env.agents) == (rewards, [])


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_the_seat_of_a_seed_is_always_the_same(seed: int) -> None:
    env = TaphouseEnv("pint-craft", ["random", "random"], seat=0)
    for _ in range(2):
        env.reset(seed=seed)
        assert env.seat == seed + 1
        env.reset()
        assert env.seat == (seed + 1) % 3 + 1


def test_a_game_of_one_player_is_played_without_opponents(monkeypatch: pytest.MonkeyPatch) -> None:
    game: Game = import_module("goofspiel.about").GAME
    alone = Game(replace(game.about, seats=range(1, 2)), game.edition, game._make)
    for module in ("engine.play", "env.table"):
        monkeypatch.setattr(f"taphouse.{module}.GAMES", {"goofspiel": alone})
    env = TaphouseEnv("goofspiel", [], seat=1)
    with pytest.raises(ResetNeeded):
        env.step(0)
    env.reset(seed=1)
    for _ in range(13):
        *_, over, _, _ = env.step(env.table.legal[0])
    assert over


def test_a_step_without_a_game_is_refused() -> None:
    env = TaphouseEnv("dank-and-draft")
    with pytest.raises(ResetNeeded, match=r"no game is in progress; call reset\(\) to begin one"):
        env.step(0)
    env.reset(seed=1)
    over = False
    while not over:
        *_, over, _, _ = env.step(env.table.legal[-1])
    with pytest.raises(ResetNeeded, match="no game is in progress"):
        env.step(0)
    aec = TaphouseAEC("dank-and-draft")
    with pytest.raises(ResetNeeded, match="no game is in progress"):
        aec.step(0)
    aec.reset(seed=1)
    for _ in aec.agent_iter():
        *_, over, _, info = aec.last()
        if over:
            assert not any(aec.infos.values())
            with pytest.raises(ValueError, match="only valid action is None"):
                aec.step(0)
        aec.step(None if over else info["legal_actions"][-1])
    with pytest.raises(ResetNeeded, match="no game is in progress"):
        aec.step(None)
