"""The games as PettingZoo environments: agents move in turn, one at a time (AEC)."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import gymnasium
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from pettingzoo import AECEnv

from taphouse.engine.contract import Options
from taphouse.engine.editions import Edition
from taphouse.env.rendering import RENDER_MODES, check_mode, rendered
from taphouse.env.spaces import box_of, observation_space
from taphouse.env.table import Array, Encoding, GameTable, Numbering, Rewards, action_number


class TaphouseAEC(AECEnv[str, dict[str, Any], int]):  # type: ignore[misc]
    """A game whose agents are `seat_1` to `seat_n`. Observations hold `observation` and `action_mask`.

    The info of the agent to move has `legal_actions`: the numbers that the mask allows, the passive move first.

    An illegal action raises a ValueError that names the rule; PettingZoo's wrapper `TerminateIllegalWrapper` ends the game
    instead. Arguments are those of `GameTable`, and `render_mode`: None, `ansi` for text, or `rgb_array` for a picture.
    A copy or a pickle of an environment goes on identically.
    """

    metadata = {"name": "taphouse_v0", "render_modes": RENDER_MODES, "is_parallelizable": False}  # noqa: RUF012 -- as the base has it

    def __init__(
        self,
        kind: str,
        seats: int = 2,
        rewards: Rewards = "place",
        options: Options | Mapping[str, Any] | None = None,
        edition: Edition | str | None = None,
        render_mode: str | None = None,
        memory: bool = False,
        encoding: Encoding = "integers",
        numbering: Numbering = "moves",
    ) -> None:
        super().__init__()
        check_mode(render_mode)
        self.table = GameTable(kind, seats, rewards, options, edition, memory, encoding, numbering)
        self.state_space = box_of(self.table.observer.of_whole)
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(1, seats + 1)]
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents, 1)}
        self.agents: list[str] = []
        self._seeds = random.Random()
        self.observation_spaces = {agent: observation_space(self.table) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.table.size) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> gymnasium.Space[Any]:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.Space[Any]:
        """The space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002 -- the API's
        """Begin a new game; the same seed gives the same game, and the same games after it.

        It has no options, and ignores them, as PettingZoo's test of the API expects.
        """
        if seed is None:
            seed = self._seeds.getrandbits(62)
        else:
            self._seeds = random.Random(seed)
        self.table.begin(f"taphouse.env {seed}")
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.agents[0]
        self._go_on()

    def _go_on(self) -> None:
        """Turn to the agent that must move, or end the game."""
        table = self.table
        if table.seat is not None:  # rewards are still 0
            agent = self.agent_selection = self.possible_agents[table.seat - 1]
            self.infos[agent] = {"legal_actions": [*table.legal]}
            return
        self.terminations = dict.fromkeys(self.agents, True)
        self.rewards = dict(zip(self.possible_agents, table.rewards(), strict=True))
        self._accumulate_rewards()

    def last(self, observe: bool = True) -> tuple[dict[str, Any] | None, float, bool, bool, dict[str, Any]]:
        """The observation, reward, termination, truncation and info of the agent to move; all of it is the caller's own."""
        agent = self.agent_selection
        info = self.infos[agent]
        return (
            self.observe(agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            {"legal_actions": [*info["legal_actions"]]} if info else {},
        )

    def state(self) -> Array:
        """The whole position, with nothing hidden: what the first agent would observe, and the order of what is hidden."""
        return self.table.whole()

    def observe(self, agent: str) -> dict[str, Any]:
        """The knowledge of an agent, and the mask of its legal actions."""
        table, seat = self.table, self._seat[agent]
        return {"observation": table.observe(seat), "action_mask": table.mask(seat)}

    def step(self, action: int | None) -> None:
        """Make a move for the agent to move.

        Raises:
            ValueError: the action is not legal.
            TypeError: the action is no whole number.
            ResetNeeded: no game is in progress.
        """
        if not self.agents:
            raise ResetNeeded("no game is in progress; call reset() to begin one")
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("the game is not over; None is for agents whose game is over")
        self.table.play(action_number(action))
        self.infos[agent] = {}
        self._go_on()

    def render(self) -> str | Array | None:
        """The table as a spectator sees it, as text or as a picture."""
        return rendered(self.table, None, self.render_mode)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""
