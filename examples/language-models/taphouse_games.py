"""The games as a taskset of verifiers: a model plays seat 1 against bots. `vf-eval taphouse-games --help` has its options."""

import random
from collections.abc import Iterator
from typing import Any

import verifiers.v1 as vf
from pydantic import Field

from taphouse.engine.bots.names import bot_named
from taphouse.env.words import TextGame

__all__ = ["GameEnv", "GameTaskset"]

MODEL = 1
"""The seat of the model."""


class GameConfig(vf.TasksetConfig):
    """The games to play."""

    kind: str = "dank-and-draft"
    seats: int = 2
    opponent: str = "greedy"
    options: dict[str, Any] = Field(default_factory=dict)
    games: int = 100


class GameData(vf.TaskData):
    """A game with its seed."""

    kind: str
    seats: int
    opponent: str
    options: dict[str, Any]
    seed: int


class GameTask(vf.Task[GameData, vf.State, vf.TaskConfig]):
    """A game to win."""


class Match:
    """A game of a model against bots."""

    def __init__(self, given: GameConfig | GameData, seed: int) -> None:
        self.game, rng = TextGame(given.kind, given.seats, str(seed), given.options), random.Random(seed)
        others = [seat for seat in range(1, given.seats + 1) if seat != MODEL]
        self._bots = {seat: bot_named(given.opponent)(self.game.game, rng) for seat in others}

    def observation(self) -> str:
        """Let the bots play until the model must decide, and tell it what happened."""
        while (seat := self.game.seat) not in (None, MODEL):
            known = self.game.rules.known(self.game.state, seat)
            self.game.make(seat, self._bots[seat].choose(self.game.rules, known, seat))
        return self.game.observe(MODEL)


class GameTaskset(vf.Taskset[GameTask, GameConfig]):
    """One game for each seed."""

    def load(self) -> Iterator[GameTask]:
        """Each game with its rules and first observation."""
        given = self.config
        for seed in range(given.games):
            match = Match(given, seed)
            data = GameData(
                name=f"{given.kind} {seed}",
                kind=given.kind,
                seats=given.seats,
                opponent=given.opponent,
                options=given.options,
                seed=seed,
                system_prompt=match.game.prompt(MODEL),
                prompt=match.observation(),
            )
            yield GameTask(data, given.task)


class GameEnvConfig(vf.EnvConfig):
    """The model, and the wrong answers in a row after which it has lost."""

    player: vf.AgentConfig = vf.AgentConfig(harness={"id": "null"})
    most_errors: int = 3


class GameEnv(vf.Env[GameEnvConfig]):
    """A whole game as one conversation."""

    async def run(self, task: GameTask, agents: vf.Agents) -> None:
        """Play, and reward the place at the end, from 1 for the first to -1 for the last."""
        match, wrong, faults = Match(task.data, task.data.seed), 0, 0
        match.observation()  # the prompt of the task has it
        async with agents.player.interaction(task) as interaction:
            segment = await interaction.turn()
            while not segment.terminated:
                answer = match.game.answer(MODEL, segment.last_reply)
                wrong = 0 if answer.move else wrong + 1
                faults += wrong > 0
                told = answer.why if wrong else match.observation()
                if match.game.seat is None or wrong == self.config.most_errors:
                    break
                segment = await interaction.turn(told)
        over = match.game.seat is None
        interaction.trace.record_reward("place", match.game.rewards[MODEL - 1] if over else -1.0)
        interaction.trace.record_metric("wrong_answers", float(faults))
