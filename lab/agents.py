"""Trains the agents that come with the games: `make agents`. Each is a network that scores positions; see docs/environments.md.

It learns the results of games, first between greedy bots, then between itself and them. Each round has new games, from which it
learns together with those of the rounds before.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path
from typing import Any

import numpy as np

from taphouse.engine import GAMES
from taphouse.engine.bots import Bot
from taphouse.engine.bots.greedy import GreedyBot
from taphouse.env.observers.layout import Floats
from taphouse.env.table import Array, GameTable
from taphouse.env.trained import Network, PositionBot, write_network

FOLDER = Path(__file__).parents[1] / "env" / "agents"
HIDDEN = 64
"""The width of the hidden layer."""
GAMES_OF_A_ROUND, ROUNDS, PASSES = 400, 6, 6
WANDERING = 0.15
"""The share of moves that are made at random, so that positions differ."""
LATER = 0.8
"""The weight of what came of a position, against what the network thought of it then."""
BATCH, RATE, DECAY = 256, 1e-3, 1e-4


class Learner:
    """A network that learns by Adam to tell results from -1 to 1 by positions."""

    def __init__(self, inputs: int, rng: np.random.Generator) -> None:
        self._rng = rng
        sizes = [(inputs, HIDDEN), (HIDDEN, 1)]
        self.layers = [
            (rng.normal(0, np.sqrt(1 / rows), (rows, columns)).astype(np.float32), np.zeros(columns, np.float32))
            for rows, columns in sizes
        ]
        self._moments = [(np.zeros_like(part), np.zeros_like(part)) for layer in self.layers for part in layer]
        self._steps = 0
        self.network = Network(self.layers, "tanh")

    def learn(self, rows: Array, results: Array) -> None:
        """Pass through all rows in random order."""
        for chosen in np.array_split(self._rng.permutation(len(rows)), len(rows) // BATCH + 1):
            self._step(rows[chosen], results[chosen])

    def _step(self, rows: Array, results: Array) -> None:
        (first, biases), (second, bias) = self.layers
        hidden = np.tanh(rows @ first + biases)
        error = 2 * ((hidden @ second + bias)[:, 0] - results)[:, None] / len(rows)
        back = (error @ second.T) * (1 - hidden**2)
        self._steps += 1
        slopes = (rows.T @ back, back.sum(0), hidden.T @ error, error.sum(0))
        parts = [part for layer in self.layers for part in layer]
        for part, slope, (mean, square) in zip(parts, slopes, self._moments, strict=True):
            mean[:] += 0.1 * (slope - mean)
            square[:] += 0.001 * (slope**2 - square)
            corrected = mean / (1 - 0.9**self._steps) / (np.sqrt(square / (1 - 0.999**self._steps)) + 1e-8)
            part[:] -= RATE * (corrected + DECAY * part)


def played(table: GameTable, bots: dict[int, Bot], seed: str, luck: random.Random) -> dict[int, list[bytes]]:
    """For each seat, the positions after its moves in a game, as it saw them; the reward of each seat is in the table."""
    rules, sights = table.rules, {seat: list[bytes]() for seat in bots}
    table.begin(seed)
    while (seat := table.seat) is not None:
        known: Any = rules.known(table.state, seat)
        wanders = luck.random() < WANDERING
        move = luck.choice(table.moves) if wanders else bots[seat].choose(rules, known, seat)
        sights[seat].append(table.observer.row(rules.previews(known, [move])[0], seat))
        table.make(move)
    return sights


class Experience:
    """The positions of the games so far: for each seat of a game those after its moves, in order, and its result."""

    def __init__(self, floats: Floats) -> None:
        self._floats = floats
        self._rows: list[bytes] = []
        self._ends: dict[int, float] = {}

    def add(self, sights: list[bytes], result: float) -> None:
        """Add those of a seat in a game."""
        if sights:
            self._rows += sights
            self._ends[len(self._rows) - 1] = result

    def lesson(self, network: Network) -> tuple[Array, Array]:
        """The observations, and what they were worth: in part what the next one is to the network, in part what came of it."""
        rows = self._floats(np.frombuffer(b"".join(self._rows), np.int16).reshape(len(self._rows), -1))
        worths, later = network(rows)[:, 0].tolist(), 0.0
        for n in reversed(range(len(rows))):
            here = worths[n]
            worths[n] = self._ends.get(n, later)
            later = LATER * worths[n] + (1 - LATER) * here
        return rows, np.array(worths, np.float32)


def train(kind: str, seed: str, games: int = GAMES_OF_A_ROUND, rounds: int = ROUNDS) -> tuple[GameTable, Learner]:
    """Train the agent of a game with two seats. The same arguments give the same agent, on one machine."""
    table, game, luck = GameTable(kind, encoding="floats"), GAMES[kind], random.Random(seed)
    floats = Floats(table.observer.of_row)
    learner, seen = Learner(floats.size, np.random.default_rng(luck.getrandbits(32))), Experience(floats)
    for number in range(rounds):
        own = PositionBot(game, learner.network, table)
        for n in range(games):
            greedy = GreedyBot(game, luck)
            bots: list[Bot] = [own if number else greedy, own if number and n % 2 else greedy]
            luck.shuffle(bots)
            for seat, sights in played(table, dict(enumerate(bots, 1)), f"{seed} {number} {n}", luck).items():
                seen.add(sights, table.rewards()[seat - 1])
        for _ in range(PASSES):
            learner.learn(*seen.lesson(learner.network))
    return table, learner


def main() -> None:
    """Train the agents of some games, and write their files."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kinds", nargs="*", metavar="KIND", help="the games; without one, those of Taphouse")
    parser.add_argument("--seed", default="1", help="the same seed gives the same agents")
    parser.add_argument("--games", type=int, default=GAMES_OF_A_ROUND, help="the games of a round")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--out", type=Path, default=FOLDER, help="the folder of the files")
    given = parser.parse_args()
    for kind in given.kinds or GAMES.own():
        table, learner = train(kind, given.seed, given.games, given.rounds)
        layers = [(weights.T, biases) for weights, biases in learner.layers]
        write_network(given.out / f"{kind}.json", table, layers)


if __name__ == "__main__":
    main()
