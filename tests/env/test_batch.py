"""Many games in one process are those of as many environments alone; and each game is registered with Gymnasium."""

from __future__ import annotations

import random
from typing import Any

import pytest

pytest.importorskip("gymnasium", reason="install the environments: pip install 'taphouse[env]'")

import gymnasium
import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.wrappers import TimeLimit

from taphouse.engine import GAMES
from taphouse.env import TaphouseBatch, TaphouseEnv

MEMBERS = 3


@pytest.mark.parametrize(
    ("kind", "arguments"),
    [
        ("dank-and-draft", {"opponents": ["greedy"], "seat": 0}),
        ("dank-and-draft", {"encoding": "floats", "memory": True}),
        ("pint-craft", {"opponents": ["random", "random"]}),
        ("brew-crafters", {"rewards": "points"}),
    ],
)
def test_a_batch_plays_the_games_of_its_members(kind: str, arguments: dict[str, Any]) -> None:
    batch = TaphouseBatch(MEMBERS, kind, **arguments)
    alone = [TaphouseEnv(kind, **arguments) for _ in range(MEMBERS)]
    observations, infos = batch.reset(seed=20)
    shown = [env.reset(seed=20 + i) for i, env in enumerate(alone)]
    assert infos["skipped"].tolist() == [info["skipped"] for _, info in shown]
    rows, over, luck, ends = [row for row, _ in shown], [False] * MEMBERS, random.Random(1), 0
    arrays = {name: id(array) for name, array in observations.items()}
    for _ in range(120 if kind == "dank-and-draft" and "memory" not in arguments else 30):
        assert batch.observation_space.contains(observations)
        for i, row in enumerate(rows):
            assert all((observations[name][i] == row[name]).all() for name in row)
        actions = [luck.choice([*np.flatnonzero(row["action_mask"]), 0]) for row in rows]
        observations, rewards, terminations, truncations, infos = batch.step(np.array(actions))
        for i, env in enumerate(alone):
            reward, illegal = 0.0, None
            if over[i]:
                rows[i], _ = env.reset()
                over[i] = False
            else:
                rows[i], reward, over[i], _, info = env.step(actions[i])
                illegal = info["illegal"] or None
            assert (rewards[i], bool(terminations[i]), bool(truncations[i])) == (reward, over[i], False)
            assert (infos["illegal"][i] if "illegal" in infos else None) == illegal
        ends += sum(over)
        assert {name: id(array) for name, array in observations.items()} == arrays
        assert (batch.action_masks() == observations["action_mask"]).all()
    assert ends or kind != "dank-and-draft" or "memory" in arguments


def test_a_batch_is_reset_first_and_has_a_seed_for_each_member() -> None:
    batch = TaphouseBatch(2, "dank-and-draft")
    with pytest.raises(ResetNeeded, match="no games are in progress"):
        batch.step(np.zeros(2, int))
    rows = batch.reset(seed=[8, 8])[0]["observation"]
    assert (rows[0] == rows[1]).all()
    before = rows.copy()
    assert (batch.reset()[0]["observation"] != before).any()


def test_no_game_of_a_batch_goes_on_if_one_lacks_its_action_or_seed() -> None:
    batch = TaphouseBatch(3, "dank-and-draft")
    batch.reset(seed=1)
    before = [env.table.state for env in batch.envs]
    with pytest.raises(ValueError, match="a batch of 3 takes one action for each environment, not 2"):
        batch.step(batch.observations["action_mask"].argmax(axis=1)[:2])
    with pytest.raises(ValueError, match=r"one action for each environment, not an array of shape \(3, 1\)"):
        batch.step(batch.observations["action_mask"].argmax(axis=1)[:, None])
    with pytest.raises(ValueError, match=r"one flag for each environment, not an array of shape \(\)"):
        batch.reset(options={"reset_mask": None})
    with pytest.raises(ValueError, match="a batch of 3 takes one seed for each environment, not 2"):
        batch.reset(seed=[8, 8])
    assert [env.table.state for env in batch.envs] == before
    with pytest.raises(ValueError, match="at least 1 environment"):
        TaphouseBatch(0, "dank-and-draft")


def test_a_reset_of_some_leaves_the_others_where_they_are() -> None:
    batch = TaphouseBatch(3, "pint-craft")
    with pytest.raises(ResetNeeded, match="begin all of them"):
        batch.reset(options={"reset_mask": np.array([True, False, False])})
    batch.reset(seed=1)
    for _ in range(3):
        batch.step(batch.observations["action_mask"].argmax(axis=1))
    before = batch.observations["observation"].copy()
    states = [env.table.state for env in batch.envs]
    given = {"reset_mask": np.array([True, False, True])}
    observations, infos = batch.reset(seed=[5, 6, 7], options=given)
    assert [env.table.state is state for env, state in zip(batch.envs, states, strict=True)] == [False, True, False]
    assert (observations["observation"][1] == before[1]).all()
    assert infos["_skipped"].tolist() == [True, False, True]
    assert given, "what the caller gives stays theirs"
    alone = TaphouseEnv("pint-craft").reset(seed=7)[0]
    assert (observations["observation"][2] == alone["observation"]).all()
    for options, error in (
        ({"reset_mask": np.array([True])}, ValueError),
        ({"reset_mask": np.array([1, 0, 1])}, TypeError),
        ({"turnCap": 5}, ValueError),
    ):
        with pytest.raises(error):
            batch.reset(options=options)
    assert batch.envs[1].table.state is states[1]


def test_a_batch_truncates_as_its_members_do_alone() -> None:
    name = "taphouse.env:Taphouse/BrewCrafters-v0"
    with pytest.raises(ValueError, match="at least 1 step, not 0"):
        TaphouseBatch(1, "dank-and-draft", max_episode_steps=0)
    batch: Any = gymnasium.make_vec(name, num_envs=2, max_episode_steps=3)
    alone: Any = gymnasium.vector.SyncVectorEnv([lambda: TimeLimit(TaphouseEnv("brew-crafters"), 3)] * 2)
    assert isinstance(batch, TaphouseBatch)
    seen, same = batch.reset(seed=1)[0], alone.reset(seed=1)[0]
    cut = []
    for _ in range(9):
        assert (seen["observation"] == same["observation"]).all()
        actions = seen["action_mask"].argmax(axis=1)
        seen, *one, _ = batch.step(actions)
        same, *other, _ = alone.step(actions)
        assert [[*values] for values in one] == [[*values] for values in other]
        cut.append(one[2].all())
    assert cut == [False, False, True, False] * 2 + [False]


@pytest.mark.parametrize("actions", [[1.5, 2.0], [True, False]])
def test_what_is_no_whole_number_is_no_action_of_a_batch(actions: list[Any]) -> None:
    batch = TaphouseBatch(2, "pint-craft")
    batch.reset(seed=1)
    before = [env.table.state for env in batch.envs]
    with pytest.raises(TypeError, match="numbers of moves"):
        batch.step(np.array(actions))
    assert [env.table.state for env in batch.envs] == before


@pytest.mark.parametrize("kind", GAMES)
def test_each_game_is_registered(kind: str) -> None:
    name = f"Taphouse/{GAMES[kind].about.name}-v0"
    env = gymnasium.make(f"taphouse.env:{name}", opponents=["random"], encoding="floats", disable_env_checker=True)
    observation, _ = env.reset(seed=3)
    assert isinstance(env.unwrapped, TaphouseEnv)
    assert env.observation_space.contains(observation)
    assert env.unwrapped.table.game.about.kind == kind
    several: Any = gymnasium.make_vec(name, num_envs=2)
    assert isinstance(several, TaphouseBatch)
    assert several.reset(seed=3)[0]["observation"].shape[0] == 2
