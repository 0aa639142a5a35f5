"""Measures a move in the environments against the bare engine: whole random games, with action masks and observations.

Both are timed alternately in short rounds that take about as long, by the time of the processor that this process has, so that
load on the machine affects both alike; the results are the medians of the rounds. The goal is half the engine's speed in
Dank & Draft.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from statistics import median
from time import process_time

from bench.games import engine
from taphouse.engine import GAMES
from taphouse.env import TaphouseAEC

ROUNDS = 101
MOVES = 150
"""Moves per round, twice as many of the engine: few, so that a busy machine interrupts few rounds."""


def measure() -> dict[str, float]:
    """For each kind of game `env.<kind>.us_per_move`, and `env.<kind>.vs_engine`, the ratio of speeds."""
    figures = {}
    for kind, game in GAMES.items():
        bare, agents = engine.games(game, random.Random(1)), games(kind, random.Random(1))
        for each in (bare, agents):
            engine.seconds_per_move(each, 10 * MOVES)  # to warm the caches
        rounds = [(_seconds(bare, 2 * MOVES), _seconds(agents, MOVES)) for _ in range(ROUNDS)]
        figures[f"env.{kind}.us_per_move"] = median(took for _, took in rounds) * 1e6
        figures[f"env.{kind}.vs_engine"] = median(alone / took for alone, took in rounds)
    return figures


def _seconds(playing: Iterator[None], moves: int) -> float:
    return engine.seconds_per_move(playing, moves, process_time)


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


if __name__ == "__main__":
    for name, figure in measure().items():
        print(f"{name}: {figure:.2f}")
