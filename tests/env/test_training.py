"""The libraries for training, which need PyTorch, learn on the environments. `make training` installs and tests them."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("sb3_contrib", reason="make training")
pytest.importorskip("tianshou", reason="make training")

import torch
from sb3_contrib import MaskablePPO
from tianshou.env import DummyVectorEnv, PettingZooEnv

from taphouse.env import TaphouseAEC
from taphouse.env.baselines import TaphouseVecEnv

pytestmark = [pytest.mark.ecosystem, pytest.mark.filterwarnings("default")]
ROOT = Path(__file__).parents[2]


def test_masked_ppo_learns_on_a_batch() -> None:
    envs = TaphouseVecEnv(4, "pint-craft", encoding="floats", numbering="steps")
    model = MaskablePPO("MlpPolicy", envs, n_steps=32, batch_size=32, seed=1, device="cpu")
    model.learn(256)
    assert model.num_timesteps == 256
    seen = envs.reset()
    masks = np.array(envs.env_method("action_masks"))
    actions, _ = model.predict(seen, action_masks=masks)
    assert masks[range(4), actions].all()


def test_tianshou_plays_whole_games_of_all_seats() -> None:
    envs = DummyVectorEnv([lambda: PettingZooEnv(TaphouseAEC("dank-and-draft", 3)) for _ in range(2)])
    rng, earned, ends = np.random.default_rng(1), np.zeros((2, 3)), np.zeros(2, bool)
    seen: Any = envs.reset(seed=1)[0]
    while not ends.all():
        going = np.flatnonzero(~ends)
        actions = [rng.choice(np.flatnonzero(one["mask"])) for one in seen]
        seen, rewards, over, _, _ = envs.step(np.array(actions), going)
        earned[going] += rewards
        ends[going] = over
        seen = seen[~over]
    assert (np.sort(earned) == [-1.0, 0.0, 1.0]).all()


def test_deep_cfr_leaves_little_to_exploit(small: Any) -> None:
    from open_spiel.python import policy
    from open_spiel.python.algorithms.exploitability import nash_conv
    from open_spiel.python.pytorch.deep_cfr import DeepCFRSolver

    torch.manual_seed(1)
    np.random.seed(1)
    solver = DeepCFRSolver(
        small,
        policy_network_layers=(32, 32),
        advantage_network_layers=(32, 32),
        num_iterations=10,
        num_traversals=20,
        batch_size_advantage=64,
        batch_size_strategy=64,
        memory_capacity=100_000,
    )
    solver.solve()
    learnt = policy.tabular_policy_from_callable(small, solver.action_probabilities)
    assert nash_conv(small, learnt) < nash_conv(small, policy.UniformRandomPolicy(small)) / 10


def test_the_example_imitates_and_trains(tmp_path: Path) -> None:
    made = ["--game", "dank-and-draft", "--bots", "greedy", "--games", "5", "--records", "greedy.jsonl"]
    for command in (
        ["-m", "taphouse", "simulate", *made],
        [str(ROOT / "examples" / "train.py"), "--minutes", "0.05", "--records", "greedy.jsonl"],
    ):
        done = subprocess.run([sys.executable, *command], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
    assert re.fullmatch(
        r"imitation: \d+% against greedy\n(\d+) steps: \d+% against random\n\1 steps: \d+% against greedy\n",
        done.stdout[-200:],
    ), done.stdout
    assert (tmp_path / "learnt.zip").exists()
