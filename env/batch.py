"""Many games of one kind in one process, stepped together into arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space, create_empty_array

from taphouse.env.single import TaphouseEnv
from taphouse.env.table import Array, refuse_options

Observations = dict[str, Array]


class TaphouseBatch(VectorEnv[Observations, Array, Array]):
    """Several `TaphouseEnv` that play in this process, and write what they show into arrays.

    Each plays the games that it would play alone. After the end of a game, the next step begins another one, whatever the
    action is (`AutoresetMode.NEXT_STEP`). The arrays of observations, masks, rewards and terminations are the same ones at
    every step: copy what must outlast the next one.

    Args:
        num_envs: the number of environments, at least 1.
        kind: the kind of game.
        max_episode_steps: the number of the agent's moves after which a game is truncated; None without a limit.
        arguments: those of `TaphouseEnv`.
    """

    def __init__(self, num_envs: int, kind: str, max_episode_steps: int | None = None, **arguments: Any) -> None:
        if num_envs < 1:
            raise ValueError(f"a batch has at least 1 environment, not {num_envs}")
        if max_episode_steps is not None and max_episode_steps < 1:
            raise ValueError(f"games are truncated after at least 1 step, not {max_episode_steps}")
        self.envs = [TaphouseEnv(kind, **arguments) for _ in range(num_envs)]
        first = self.envs[0]
        self.num_envs, self.render_mode = num_envs, first.render_mode
        self.metadata = {**first.metadata, "autoreset_mode": AutoresetMode.NEXT_STEP}
        self.single_observation_space, self.single_action_space = first.observation_space, first.action_space
        self.observation_space = batch_space(first.observation_space, num_envs)
        self.action_space = batch_space(first.action_space, num_envs)
        self.observations = cast(Observations, create_empty_array(first.observation_space, num_envs))
        """The observations of the agents, and their masks: a row for each environment."""
        self.rewards = np.zeros(num_envs)
        self.terminations, self.truncations = np.zeros(num_envs, bool), np.zeros(num_envs, bool)
        self._rows = self.observations["observation"]
        if first.table.floats is not None:
            self._rows = np.zeros((num_envs, first.table.layout.size), np.int16)
        self._over: list[bool] = []
        self._most = max_episode_steps
        self._steps = np.zeros(num_envs, int)
        self._view()

    def _view(self) -> None:
        """Open the memory of each row of observations and of masks."""
        self._bytes = [memoryview(row).cast("B") for row in self._rows]
        self._masks = [memoryview(mask) for mask in self.observations["action_mask"]]

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Begin a new game in each environment, or in some.

        Args:
            seed: the seed of the first environment, from which the others count on; or a seed for each; None to go on.
            options: `reset_mask`, an array of flags: True for the environments that begin a new game.

        Raises:
            ValueError: there are more or fewer seeds or flags than environments, or another option is given.
            TypeError: the flags are none.
            ResetNeeded: an environment that goes on has no game in progress.
        """
        others = {**(options or {})}
        begun = np.asarray(others.pop("reset_mask", np.ones(self.num_envs, bool)))
        refuse_options(others)
        self._check(begun, "flag")
        if begun.dtype != np.bool:
            raise TypeError(f"reset_mask is an array of flags, not of {begun.dtype}")
        if not self._over and not begun.all():
            raise ResetNeeded("no games are in progress; call reset() to begin all of them")
        seeds = [seed] * self.num_envs if seed is None else seed
        if isinstance(seeds, int):
            seeds = range(seeds, seeds + self.num_envs)
        self._check(seeds, "seed")
        infos: dict[str, Any] = {}
        for i, (env, one, begins) in enumerate(zip(self.envs, seeds, begun.tolist(), strict=True)):
            if begins:
                infos = self._add_info(infos, env.deal(one), i)
        self._over = [over and not begins for over, begins in zip(self._over or begun, begun, strict=True)]
        self._steps[begun] = 0
        self._show()
        return self.observations, infos

    def step(self, actions: Array) -> tuple[Observations, Array, Array, Array, dict[str, Any]]:
        """Make a move in each environment, or begin another game where one is over.

        Raises:
            ResetNeeded: no games are in progress.
            ValueError: there are more or fewer actions than environments.
            TypeError: the actions are no whole numbers.
        """
        if not self._over:
            raise ResetNeeded("no games are in progress; call reset() to begin them")
        numbers = np.asarray(actions)
        self._check(numbers, "action")
        if numbers.dtype.kind not in "iu":
            raise TypeError(f"actions are the numbers of moves, not {numbers.dtype}")
        infos: dict[str, Any] = {}
        self.rewards.fill(0)
        for i, (env, over, action) in enumerate(zip(self.envs, self._over, numbers.tolist(), strict=True)):
            info = env.deal() if over else env.advance(action)
            if info:
                infos = self._add_info(infos, info, i)
            if env.table.seat is None:
                self.rewards[i] = env.table.rewards()[env.seat - 1]
        self._steps[:] = np.where(self._over, 0, self._steps + 1)
        self.terminations[:] = [env.table.seat is None for env in self.envs]
        if self._most is not None:
            np.greater_equal(self._steps, self._most, out=self.truncations)
            self.truncations &= ~self.terminations
        self._over = (self.terminations | self.truncations).tolist()
        self._show()
        return self.observations, self.rewards, self.terminations, self.truncations, infos

    def _check(self, given: Sequence[Any] | Array, named: str) -> None:
        """Check that there is one of these for each environment, before any of them goes on.

        Raises:
            ValueError: there is not.
        """
        shape = np.shape(given)
        if shape != (self.num_envs,):
            found = shape[0] if len(shape) == 1 else f"an array of shape {shape}"
            raise ValueError(f"a batch of {self.num_envs} takes one {named} for each environment, not {found}")

    def action_masks(self) -> Array:
        """The action masks, under the name that maskable algorithms expect."""
        return self.observations["action_mask"].astype(bool)

    def render(self) -> tuple[Any, ...]:
        """The tables as their seats see them, as texts or as pictures."""
        return tuple([env.render() for env in self.envs])

    def _show(self) -> None:
        """Write what the agents observe."""
        self.observations["action_mask"].fill(0)
        for env, row, mask in zip(self.envs, self._bytes, self._masks, strict=True):
            table = env.table
            row[:] = table.row(env.seat)
            if table.seat is not None:
                for number in table.legal:
                    mask[number] = 1
        if (floats := self.envs[0].table.floats) is not None:
            self.observations["observation"][:] = floats(self._rows)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in ("_bytes", "_masks")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._view()
