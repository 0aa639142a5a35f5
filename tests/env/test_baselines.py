"""The batch as Stable-Baselines3 has it. The tests do not install PyTorch, so a stand-in of its base class serves without it."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("gymnasium", reason="install the environments: pip install 'taphouse[env]'")

import numpy as np

from taphouse.env import TaphouseEnv


class VecEnv:
    """The part of the base class that ours rests on."""

    def __init__(self, num_envs: int, observation_space: Any, action_space: Any) -> None:
        self.num_envs, self.observation_space, self.action_space = num_envs, observation_space, action_space
        self._options: list[dict[str, Any]] = [{} for _ in range(num_envs)]
        self.seed(None)

    def seed(self, seed: int | None) -> None:
        self._seeds = [None if seed is None else seed + i for i in range(self.num_envs)]

    def _reset_seeds(self) -> None:
        self.seed(None)

    def _get_indices(self, indices: Any) -> Any:
        return range(self.num_envs) if indices is None else [indices] if isinstance(indices, int) else indices

    def step(self, actions: Any) -> Any:
        self.step_async(actions)  # type: ignore[attr-defined]
        return self.step_wait()  # type: ignore[attr-defined]


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    for name in ("stable_baselines3", "stable_baselines3.common", "stable_baselines3.common.vec_env"):
        monkeypatch.setitem(sys.modules, name, SimpleNamespace(VecEnv=VecEnv))
    yield importlib.import_module("taphouse.env.baselines").TaphouseVecEnv
    del sys.modules["taphouse.env.baselines"]


def test_games_follow_one_another_as_alone(made: Any) -> None:
    envs = made(2, "dank-and-draft", encoding="floats")
    envs.seed(5)
    alone = [TaphouseEnv("dank-and-draft", encoding="floats") for _ in range(2)]
    seen = envs.reset()
    own = [env.reset(seed=seed)[0] for seed, env in enumerate(alone, 5)]
    ends = 0
    for _ in range(120):
        masks = envs.env_method("action_masks")
        assert (np.array(masks) == [one["action_mask"] for one in own]).all()
        assert (seen == [one["observation"] for one in own]).all()
        before, kept = seen, seen.copy()
        actions = [int(np.flatnonzero(mask)[-1]) for mask in masks]
        seen, rewards, done, infos = envs.step(np.array(actions))
        assert (before == kept).all(), "what was shown stays"
        for i, env in enumerate(alone):
            own[i], reward, over, _, _ = env.step(actions[i])
            assert (reward, over) == (rewards[i], done[i])
            assert ("terminal_observation" in infos[i]) == over
            if over:
                ends += 1
                assert (infos[i]["terminal_observation"] == own[i]["observation"]).all()
                own[i] = env.reset()[0]
    assert ends > 2
    assert envs.observation_space.contains(seen[0])


def test_each_environment_can_be_asked(made: Any) -> None:
    envs = made(3, "pint-craft", numbering="steps", max_episode_steps=2)
    envs.reset()
    assert envs.get_attr("seat", [0, 2]) == [1, 1]
    envs.set_attr("seat", 2, indices=1)
    assert envs.get_attr("seat") == [1, 2, 1]
    assert envs.env_is_wrapped(TaphouseEnv, 0) == [False]
    assert len(envs.env_method("render", indices=0)) == 1
    assert envs.get_images() == [None] * 3, "there is no render mode"
    envs.reset()
    illegal = np.array([envs.action_space.n - 1] * 3)
    _, _, done, infos = envs.step(illegal)
    assert not done.any()
    assert all("not the number of a legal move" in info["illegal"] for info in infos)
    _, rewards, done, infos = envs.step(illegal)
    assert done.all()
    assert rewards.dtype == np.float32
    assert all(info["TimeLimit.truncated"] for info in infos)
    envs._options = [{"turnCap": 5}] * 3
    with pytest.raises(ValueError, match="turnCap"):
        envs.reset()
