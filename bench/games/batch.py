"""Measures a step of many games in one process: `TaphouseBatch` against as many `TaphouseEnv` that are stepped in a loop.

Both play the same random games against a random bot. They are timed alternately in short rounds, by the time of the processor.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from statistics import median
from time import process_time

import numpy as np

from bench.games.engine import seconds_per_move
from taphouse.engine import GAMES
from taphouse.env import TaphouseBatch, TaphouseEnv

ROUNDS = 31
STEPS = 10
"""Steps of all games per round."""
GAMES_AT_ONCE = 32


def measure() -> dict[str, float]:
    """For each kind of game `batch.<kind>.us_per_step`, of one game, and `batch.<kind>.vs_loop`, the ratio of speeds."""
    figures = {}
    for kind in GAMES:
        playing = batch(kind), loop(kind)
        for each in playing:
            seconds_per_move(each, 3 * STEPS)  # to warm the caches
        rounds = [[seconds_per_move(each, STEPS, process_time) for each in playing] for _ in range(ROUNDS)]
        figures[f"batch.{kind}.us_per_step"] = median(together for together, _ in rounds) / GAMES_AT_ONCE * 1e6
        figures[f"batch.{kind}.vs_loop"] = median(alone / together for together, alone in rounds)
    return figures


def batch(kind: str) -> Iterator[None]:
    """Steps of all games together; yields after each."""
    env, number = TaphouseBatch(GAMES_AT_ONCE, kind), random.Random(1).random
    env.reset(seed=1)
    while True:
        env.step(np.array([_chosen(one, number()) for one in env.envs]))
        yield


def loop(kind: str) -> Iterator[None]:
    """Steps of the games one by one, with their observations in one array; yields after all."""
    envs, number = [TaphouseEnv(kind) for _ in range(GAMES_AT_ONCE)], random.Random(1).random
    for seed, env in enumerate(envs, 1):
        env.reset(seed=seed)
    while True:
        seen = [env.reset()[0] if env.table.seat is None else env.step(_chosen(env, number()))[0] for env in envs]
        for name in ("observation", "action_mask"):
            np.stack([one[name] for one in seen])
        yield


def _chosen(env: TaphouseEnv, number: float) -> int:
    legal = env.table.legal
    return legal[int(number * len(legal))] if legal else 0


if __name__ == "__main__":
    for name, figure in measure().items():
        print(f"{name}: {figure:.2f}")
