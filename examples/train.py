"""Learns a game by masked PPO, from records, bots and its own past: `python examples/train.py --minutes 10`."""

import argparse
import time
from pathlib import Path

import gymnasium
import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback

from taphouse.engine.bots import BOTS
from taphouse.engine.play import play
from taphouse.env import PolicyBot, TaphouseEnv, dataset
from taphouse.env.table import GameTable

KIND, MODEL = "dank-and-draft", Path("learnt.zip")
TABLE = GameTable(KIND)


def scaled(observation):
    """Numbers from -1,000 to 10,000 as small ones."""
    numbers = np.asarray(observation, np.float32)
    return np.sign(numbers) * np.log1p(np.abs(numbers))


def policy_of(model):
    """The policy of a model, as bots use it: the best legal action."""

    def policy(observation, mask):
        return int(model.predict(scaled(observation), action_masks=mask, deterministic=True)[0])

    return policy


class Shaped(gymnasium.Wrapper):
    """Scaled observations, and a reward for each move by how much better the game's own evaluation likes the position."""

    def __init__(self, env):
        super().__init__(env)
        self.observation_space = spaces.Box(-10, 10, (TABLE.observer.size,), np.float32)

    def action_masks(self):
        return self.env.action_masks()

    def reset(self, **given):
        observation, info = self.env.reset(**given)
        self.worth = self.evaluated()
        return scaled(observation["observation"]), info

    def step(self, action):
        observation, reward, over, truncated, info = self.env.step(action)
        before, self.worth = self.worth, 0.0 if over else self.evaluated()
        return scaled(observation["observation"]), reward + self.worth - before, over, truncated, info

    def evaluated(self):
        table, seat = self.env.table, self.env.seat
        worth = table.game.evaluate(table.rules, table.rules.known(table.state, seat), seat)
        return float(np.tanh(worth / 30))


class League(BaseCallback):
    """The opponents: two bots, and the last ten versions of the model. A new one joins every so many steps.

    Training ends after so many minutes of processor time, counted from the start of the program.
    """

    def __init__(self, minutes, every=10_000):
        super().__init__()
        self.minutes, self.every, self.past = minutes, every, []

    def opponent(self, game, rng):
        """Draw the opponent of a game."""
        if self.past and rng.random() < 0.5:
            return PolicyBot(rng.choice(self.past), TABLE)
        return BOTS[rng.choice(["greedy", "random"])](game, rng)

    def _on_step(self):
        if self.n_calls % self.every == 0:
            self.model.save("past.zip")
            self.past = [*self.past[-9:], policy_of(MaskablePPO.load("past.zip"))]
        return time.process_time() < 60 * self.minutes


def imitate(model, files, passes=3):
    """Learn the moves of recorded games, before the first game of its own."""
    rows = dataset(files)
    observations, actions = scaled(rows["observation"]), rows["action"]
    for _ in range(passes):
        for chosen in np.array_split(np.random.permutation(len(actions)), len(actions) // 256 + 1):
            sight, moves = (torch.as_tensor(part[chosen]) for part in (observations, actions))
            _, likely, _ = model.policy.evaluate_actions(sight, moves, action_masks=rows["action_mask"][chosen])
            model.policy.optimizer.zero_grad()
            (-likely.mean()).backward()
            model.policy.optimizer.step()


def learnt(_game, _rng):
    """The bot for the arena: `PYTHONPATH=examples taphouse arena train:learnt greedy random`."""
    return PolicyBot(policy_of(MaskablePPO.load(MODEL)), TABLE)


def wins(policy, opponent, games=100):
    """The share of games that a policy wins, from both seats in turn; a shared win is half of one."""
    won = 0.0
    for n in range(games):
        seat = n % 2 + 1
        bots = [PolicyBot(policy, TABLE), opponent][:: 1 if seat == 1 else -1]
        winners = play(KIND, bots, seed=f"exam {n}").outcome.winners
        won += (seat in winners) / len(winners)
    return won / games


if __name__ == "__main__":
    asked = argparse.ArgumentParser()
    asked.add_argument("--minutes", type=float, default=10)
    asked.add_argument("--records", nargs="*", default=[])
    given = asked.parse_args()
    torch.set_num_threads(1)
    league = League(given.minutes)
    env = Shaped(TaphouseEnv(KIND, [league.opponent], seat=0))
    model = MaskablePPO("MlpPolicy", env, gamma=1.0, n_steps=1024, batch_size=256, ent_coef=0.01, seed=1)
    if given.records:
        imitate(model, given.records)
        print(f"imitation: {wins(policy_of(model), 'greedy'):.0%} against greedy")
    model.learn(10**9, callback=league)
    model.save(MODEL)
    for bot in ("random", "greedy"):
        print(f"{model.num_timesteps} steps: {wins(policy_of(model), bot):.0%} against {bot}")
