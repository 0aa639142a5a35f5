"""Measures a move in the environments against the bare engine, and a batch of games against as many in a loop.

All play whole random games, with action masks and observations. What is compared is timed alternately in short rounds that take
about as long, by the time of the processor that this process has, so that load on the machine affects both alike; the results
are the medians of the rounds. The goal is half the engine's speed in Dank & Draft.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from statistics import median
from time import process_time

import numpy as np

from bench.games import engine
from taphouse.engine import GAMES
from taphouse.env import TaphouseAEC, TaphouseBatch, TaphouseEnv

ROUNDS = 101
MOVES = 150
"""Moves per round, twice as many of the engine: few, so that a busy machine interrupts few rounds."""
TOGETHER = 32
"""The games of a batch."""


def measure() -> dict[str, float]:
    """For each kind of game `env.<kind>.us_per_move`, and `env.<kind>.vs_engine`, the ratio of speeds; for a step of the agent in
    a batch, against a random bot, `env.<kind>.batch_us_per_step`, and `env.<kind>.batch_vs_loop`.
    """
    figures = {}
    for kind, game in GAMES.items():
        bare, agents = engine.games(game, random.Random(1)), games(kind, random.Random(1))
        alone, took = _compared(bare, 2 * MOVES, agents, MOVES)
        figures[f"env.{kind}.us_per_move"], figures[f"env.{kind}.vs_engine"] = took * 1e6, alone
        steps = max(1, MOVES // TOGETHER)
        ratio, took = _compared(loop(kind), steps, batch(kind), steps)
        figures[f"env.{kind}.batch_us_per_step"], figures[f"env.{kind}.batch_vs_loop"] = took / TOGETHER * 1e6, ratio
    return figures


def _compared(other: Iterator[None], moves_of_other: int, ours: Iterator[None], moves: int) -> tuple[float, float]:
    """The ratio of the speeds, and the seconds of a move of ours."""
    for each in (other, ours):
        engine.seconds_per_move(each, 10 * moves)  # to warm the caches
    rounds = [
        (
            engine.seconds_per_move(other, moves_of_other, process_time),
            engine.seconds_per_move(ours, moves, process_time),
        )
        for _ in range(ROUNDS)
    ]
    return median(theirs / took for theirs, took in rounds), median(took for _, took in rounds)


def games(kind: str, rng: random.Random) -> Iterator[None]:
    """Play random games endlessly by PettingZoo's calls, with each number of players in turn; yields after each move."""
    environments = [TaphouseAEC(kind, seats) for seats in GAMES[kind].about.seats]
    while True:
        for env in environments:
            env.reset(seed=rng.getrandbits(32))
            while True:
                _, _, over, _, info = env.last()
                if over:
                    break
                legal = info["legal_actions"]
                env.step(legal[int(rng.random() * len(legal))])
                yield


def batch(kind: str) -> Iterator[None]:
    """Step all games of a batch together, endlessly; yields after each step."""
    envs, number = TaphouseBatch(TOGETHER, kind), random.Random(1).random
    envs.reset(seed=1)
    while True:
        envs.step(np.array([_chosen(env, number()) for env in envs.envs]))
        yield


def loop(kind: str) -> Iterator[None]:
    """Step as many games one by one, and stack what they show, endlessly; yields after each round."""
    envs, number = [TaphouseEnv(kind) for _ in range(TOGETHER)], random.Random(1).random
    for seed, env in enumerate(envs, 1):
        env.reset(seed=seed)
    while True:
        seen = [env.reset()[0] if env.table.seat is None else env.step(_chosen(env, number()))[0] for env in envs]
        for name in ("observation", "action_mask"):
            np.stack([one[name] for one in seen])
        yield


def _chosen(env: TaphouseEnv, number: float) -> int:
    """A random action; any where the game is over."""
    legal = env.table.legal
    return legal[int(number * len(legal))] if legal else 0
