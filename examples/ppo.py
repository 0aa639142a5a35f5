"""Learns Dank & Draft by PPO with NumPy alone, and writes the policy to a file: `python examples/ppo.py mine.json`."""

import argparse
from pathlib import Path

import numpy as np

from taphouse.env import TaphouseBatch
from taphouse.env.table import GameTable
from taphouse.env.trained import write_network

KIND, GAMES, STEPS = "dank-and-draft", 32, 64


class Network:
    """A network with one hidden layer, which learns by Adam."""

    def __init__(self, inputs, outputs, rng, hidden=64):
        shapes = [(inputs, hidden), (hidden,), (hidden, outputs), (outputs,)]
        self.parts = [rng.normal(0, shape[0] ** -0.5, shape) * (len(shape) - 1) for shape in shapes]
        self.moments, self.times = [(np.zeros(shape), np.zeros(shape)) for shape in shapes], 0

    def __call__(self, rows):
        first, biases, second, bias = self.parts
        self.rows, self.hidden = rows, np.tanh(rows @ first + biases)
        return self.hidden @ second + bias

    def learn(self, slopes, rate=1e-3):
        """Make a step against the slopes of the loss by the outputs of the last call."""
        back = (slopes @ self.parts[2].T) * (1 - self.hidden**2)
        self.times += 1
        every = (self.rows.T @ back, back.sum(0), self.hidden.T @ slopes, slopes.sum(0))
        for part, slope, (mean, square) in zip(self.parts, every, self.moments, strict=True):
            mean[:] += 0.1 * (slope - mean)
            square[:] += 0.001 * (slope**2 - square)
            part[:] -= rate * mean / (1 - 0.9**self.times) / (np.sqrt(square / (1 - 0.999**self.times)) + 1e-8)


def chances(logits, masks):
    """The probability of each action; those that are not legal have none."""
    raised = np.where(masks, np.exp(logits - logits.max(1, keepdims=True)), 0) + 1e-12
    return raised / raised.sum(1, keepdims=True)


def advantages(rewards, values, ended):
    """The advantage of each step (GAE): the sum of later surprises, each weighing 0.95 of the one before."""
    found, later = np.zeros_like(rewards), 0.0
    for t in reversed(range(len(rewards))):
        later = rewards[t] + np.where(ended[t], 0, values[t + 1]) - values[t] + np.where(ended[t], 0, 0.95 * later)
        found[t] = later
    return found


def improve(policy, critic, rows, rng):
    """Learn from some steps: four passes in parts of 512."""
    sight, masks, chosen, before, better, worth = rows
    better = (better - better.mean()) / (better.std() + 1e-8)
    for part in np.array_split(np.tile(rng.permutation(len(sight)), 4), 4 * len(sight) // 512 + 1):
        likely = chances(policy(sight[part]), masks[part])
        picked = np.arange(len(part)), chosen[part]
        ratio, gain = likely[picked] / before[part], better[part]
        pull = np.where(np.where(gain > 0, ratio < 1.2, ratio > 0.8), gain * ratio, 0)[:, None]
        surprise = np.log(likely)
        spread = (likely * surprise).sum(1, keepdims=True)
        slopes = likely * pull + 0.01 * likely * (surprise - spread)
        slopes[picked] -= pull[:, 0]
        policy.learn(slopes / len(part))
        critic.learn((critic(sight[part]) - worth[part, None]) / len(part))


def main(file, steps, opponent):
    """Learn for a number of steps, and write the policy."""
    table, rng = GameTable(KIND, encoding="floats"), np.random.default_rng(1)
    policy, critic = (Network(table.floats.size, size, rng) for size in (table.actions.size, 1))
    envs = TaphouseBatch(GAMES, KIND, opponents=[opponent], seat=0, encoding="floats")
    seen, _ = envs.reset(seed=1)
    fresh = np.zeros(GAMES, bool)  # the step after the end of a game begins another one, whatever the action is
    for _ in range(steps // (GAMES * STEPS)):
        told = [[] for _ in range(8)]
        for _ in range(STEPS):
            sight, masks = seen["observation"].copy(), seen["action_mask"] > 0
            likely = chances(policy(sight), masks)
            chosen = (likely.cumsum(1) > rng.random((GAMES, 1))).argmax(1)
            real = ~fresh
            seen, rewards, ended, *_ = envs.step(chosen)
            fresh = ended.copy()
            step = (
                sight,
                masks,
                chosen,
                likely[np.arange(GAMES), chosen],
                rewards * real,
                critic(sight)[:, 0],
                fresh,
                real,
            )
            for column, value in zip(told, step, strict=True):
                column.append(value)
        sights, masks, chosen, before, rewards, values, ended, real = map(np.array, told)
        values = np.concatenate([values, critic(seen["observation"])[None, :, 0]])
        better = advantages(rewards, values, ended)
        rows = [column[real] for column in (sights, masks, chosen, before, better, better + values[:-1])]
        improve(policy, critic, rows, rng)
        print(f"{(rewards[ended] > 0).mean():.0%} of {ended.sum()} games won", flush=True)
    first, biases, second, bias = policy.parts
    write_network(file, table, [(first.T, biases), (second.T, bias)])


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("file", type=Path)
    asked.add_argument("--steps", type=int, default=200_000)
    asked.add_argument("--opponent", default="random")
    main(**vars(asked.parse_args()))
