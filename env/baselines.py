"""A batch of games as a vectorised environment of Stable-Baselines3, which must be installed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from stable_baselines3.common.vec_env import VecEnv

from taphouse.env.batch import TaphouseBatch
from taphouse.env.table import Array, refuse_options

Indices = int | Iterable[int] | None


class TaphouseVecEnv(VecEnv):  # type: ignore[misc]
    """Several games in this process, for `MlpPolicy`: observations are arrays without the masks.

    `MaskablePPO` finds the masks by itself. When a game is over, the next one begins at once; its info has the last observation
    of the one before as `terminal_observation`.

    Args:
        num_envs: the number of games.
        kind: the kind of game.
        arguments: those of `TaphouseBatch`.
    """

    def __init__(self, num_envs: int, kind: str, **arguments: Any) -> None:
        self.batch = TaphouseBatch(num_envs, kind, **arguments)
        space = self.batch.single_observation_space["observation"]  # type: ignore[index]  # it is a Dict
        super().__init__(num_envs, space, self.batch.single_action_space)
        self._actions: Array = np.zeros(num_envs, int)

    def reset(self) -> Array:
        """Begin all games anew, with the seeds that `seed` gave."""
        for options in self._options:
            refuse_options(options)
        self.batch.reset(seed=self._seeds)
        self._reset_seeds()
        return self._observations()

    def step_async(self, actions: Array) -> None:
        """Note the actions for `step_wait`."""
        self._actions = actions

    def step_wait(self) -> tuple[Array, Array, Array, list[dict[str, Any]]]:
        """Make the moves; the observations, the rewards, the games that are over, and an info for each."""
        batch = self.batch
        _, rewards, over, truncated, shared = batch.step(self._actions)
        infos: list[dict[str, Any]] = [{"TimeLimit.truncated": cut} for cut in truncated.tolist()]
        for name in [name for name in shared if not name.startswith("_")]:
            for i in np.flatnonzero(shared[f"_{name}"]):
                infos[i][name] = shared[name][i]
        done, observations = over | truncated, self._observations()
        gained = rewards.astype(np.float32)
        if done.any():
            for i in np.flatnonzero(done):
                infos[i]["terminal_observation"] = observations[i]
            batch.reset(options={"reset_mask": done})
            observations = self._observations()
        return observations, gained, done, infos

    def _observations(self) -> Array:
        return self.batch.observations["observation"].copy()

    def get_images(self) -> Sequence[Any]:
        """The picture of each game, with `render_mode="rgb_array"`."""
        return [env.render() for env in self.batch.envs]

    def close(self) -> None:
        """Close the batch."""
        self.batch.close()

    def get_attr(self, attr_name: str, indices: Indices = None) -> list[Any]:
        """An attribute of each environment."""
        return [getattr(self.batch.envs[i], attr_name) for i in self._chosen(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Indices = None) -> None:
        """Set an attribute of each environment."""
        for i in self._chosen(indices):
            setattr(self.batch.envs[i], attr_name, value)

    def env_method(self, method_name: str, *args: Any, indices: Indices = None, **given: Any) -> list[Any]:
        """Call a method of each environment; of `action_masks`, give what the batch has."""
        if method_name == "action_masks":
            return [*self.batch.action_masks()[[*self._chosen(indices)]]]
        return [getattr(self.batch.envs[i], method_name)(*args, **given) for i in self._chosen(indices)]

    def env_is_wrapped(self, wrapper_class: type, indices: Indices = None) -> list[bool]:  # noqa: ARG002 -- none is
        """False for each environment."""
        return [False for _ in self._chosen(indices)]

    def _chosen(self, indices: Indices) -> Sequence[int]:
        return [*self._get_indices(indices)]
