"""Environments can be copied and pickled in the middle of a game, and what they hand out is the caller's own."""

from __future__ import annotations

import copy
import pickle
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pettingzoo", reason="install the environments: pip install 'taphouse[env]'")

import numpy as np

from taphouse.engine import GAMES
from taphouse.env import TaphouseAEC, TaphouseBatch, TaphouseEnv

COPIES: dict[str, Callable[[Any], Any]] = {
    "deepcopy": copy.deepcopy,
    "pickle": lambda env: pickle.loads(pickle.dumps(env)),  # noqa: S301 -- our own
}
GOES_ON = """
import pickle, sys
from tests.env.test_copies import course
env = pickle.load(open(sys.argv[1], "rb"))
pickle.dump(course(env, 12), open(sys.argv[2], "wb"))
"""


def begun(env: Any) -> Any:
    env.reset(seed=5)
    course(env, 6)
    return env


def course(env: Any, steps: int) -> list[Any]:
    """The things that an environment shows while random moves are made in it; games that end are followed by others."""
    luck, shown = random.Random(steps), []
    for _ in range(steps):
        if isinstance(env, TaphouseAEC):
            if env.agents and env.terminations[env.agent_selection]:
                env.reset()
            observation, *_, info = env.last()
            assert observation is not None
            shown.append(([*observation["observation"]], info, env.state().tolist()))
            env.step(luck.choice(info["legal_actions"]))
        elif isinstance(env, TaphouseBatch):
            masks = env.observations["action_mask"]
            observations, rewards, over, *_ = env.step(
                np.array([luck.choice(np.flatnonzero(m) if m.any() else [0]) for m in masks])
            )
            shown.append((observations["observation"].tolist(), rewards.tolist(), over.tolist()))
        elif env.table.seat is None:
            shown.append(env.reset()[0]["observation"].tolist())
        else:
            observation, reward, over, *_ = env.step(luck.choice(env.table.legal))
            shown.append((observation["observation"].tolist(), reward, over, env.seat))
    return shown


ENVIRONMENTS: dict[str, Callable[[], Any]] = {
    **{f"agents of {kind}": lambda kind=kind: TaphouseAEC(kind, memory=True) for kind in GAMES},  # type: ignore[misc]
    **{f"one of {kind}": lambda kind=kind: TaphouseEnv(kind, ["greedy", "random"], seat=0) for kind in GAMES},  # type: ignore[misc]
    "one against a search": lambda: TaphouseEnv("dank-and-draft", ["search-quick"], memory=True),
    "several": lambda: TaphouseBatch(3, "dank-and-draft", opponents=["greedy"], seat=0),
    "several in floats": lambda: TaphouseBatch(2, "brew-crafters", encoding="floats"),
}


@pytest.mark.parametrize("name", ENVIRONMENTS)
def test_a_copy_and_a_pickle_go_on_identically(name: str) -> None:
    env = begun(ENVIRONMENTS[name]())
    copies = {how: make(env) for how, make in COPIES.items()}
    expected = course(env, 12)
    assert len({str(shown) for shown in expected}) > 1
    for how, again in copies.items():
        assert course(again, 12) == expected, how


def test_a_pickle_goes_on_identically_in_another_process(tmp_path: Path) -> None:
    env = begun(ENVIRONMENTS["one of dank-and-draft"]())
    before, after = tmp_path / "before", tmp_path / "after"
    before.write_bytes(pickle.dumps(env))
    subprocess.run([sys.executable, "-c", GOES_ON, before, after], check=True, cwd=Path(__file__).parents[2])
    assert pickle.loads(after.read_bytes()) == course(env, 12)  # noqa: S301 -- our own


@pytest.mark.parametrize("name", ["agents of dank-and-draft", "one of dank-and-draft", "several"])
def test_games_after_a_seed_follow_from_it(name: str) -> None:
    env = ENVIRONMENTS[name]()
    courses = []
    for seed in (3, 3, 4):
        env.reset(seed=seed)
        course(env, 2)
        env.reset()
        courses.append(course(env, 4))
    assert courses[0] == courses[1] != courses[2]


def test_what_is_handed_out_is_the_callers_own() -> None:
    env, twin = TaphouseAEC("pint-craft"), TaphouseAEC("pint-craft")
    for one in (env, twin):
        one.reset(seed=1)
    for _ in range(10):
        observation, *_, info = env.last()
        assert observation is not None
        action = info["legal_actions"][-1]
        observation["observation"].fill(7)
        observation["action_mask"].fill(1)
        info["legal_actions"].clear()
        env.state().fill(7)
        assert str(env.last()) == str(twin.last())
        env.step(action)
        twin.step(action)
    single = TaphouseEnv("dank-and-draft")
    seen, info = single.reset(seed=207)
    seen["observation"].fill(7)
    info.clear()
    again, info = single.reset(seed=207)
    assert (again["observation"] != 7).any()
    assert info["skipped"] == 1
