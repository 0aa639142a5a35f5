"""The games as Gymnasium environments: one seat learns, bots play the others."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import gymnasium
from gymnasium import spaces
from gymnasium.vector import AsyncVectorEnv

from taphouse.engine.bots import BOTS, Bot, Players
from taphouse.engine.contract import Options
from taphouse.engine.editions import Edition
from taphouse.engine.game import Game
from taphouse.env.aec import observation_space
from taphouse.env.rendering import RENDER_MODES, check_mode, rendered
from taphouse.env.table import Array, GameTable, Rewards

Opponent = str | Callable[[Game, random.Random], Bot]
"""The name of a bot in `BOTS`, or what makes one from a game and a source of randomness."""


class TaphouseEnv(gymnasium.Env[dict[str, Any], int]):
    """A game in which an agent learns to play one seat. Observations hold `observation` and `action_mask`.

    An illegal action does not end the game: the passive move is made instead, and `info["illegal"]` says why. Agents should
    therefore sample with the mask: `env.action_space.sample(observation["action_mask"])`.

    Args:
        kind: the kind of game, such as `dank-and-draft`.
        opponents: who plays the other seats, in turn order after the agent; there is one more seat than opponents.
        seat: the agent's seat; 0 for another one each game, in turn.
        rewards: as for `GameTable`.
        options: the options; None for the defaults.
        edition: the edition; None for the first packaged one.
        render_mode: None, `ansi` for text, or `rgb_array` for a picture.

    Raises:
        ValueError: something does not fit. The message lists the valid values.
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 4}  # noqa: RUF012 -- as the base has it

    def __init__(
        self,
        kind: str,
        opponents: Sequence[Opponent] = ("random",),
        seat: int = 1,
        rewards: Rewards = "place",
        options: Options | None = None,
        edition: Edition | None = None,
        render_mode: str | None = None,
    ) -> None:
        check_mode(render_mode)
        self.table = GameTable(kind, len(opponents) + 1, rewards, options, edition)
        if not 0 <= seat <= self.table.seats:
            raise ValueError(f"there is no seat {seat}; the seats are 1 to {self.table.seats}, or 0 for each in turn")
        for opponent in opponents:
            if isinstance(opponent, str) and opponent not in BOTS:
                raise ValueError(f"{opponent!r} is no bot; the bots are {', '.join(BOTS)}")
        self._opponents, self._each_in_turn = opponents, not seat
        self.seat = seat
        self.render_mode = render_mode
        self.observation_space = observation_space(self.table)
        self.action_space: gymnasium.Space[Any] = spaces.Discrete(self.table.actions.size)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a new game, and play it up to the first decision of the seat; the same seed gives the same games."""
        super().reset(seed=seed, options=options)
        begins = f"taphouse.env {self.np_random.integers(2**62)}"
        if self._each_in_turn:
            self.seat = self.seat % self.table.seats + 1
        bots: dict[int, Bot] = {}
        for place, opponent in enumerate(self._opponents, 1):
            rng = random.Random(f"{begins} {place}")
            made = BOTS[opponent] if isinstance(opponent, str) else opponent
            bots[(self.seat - 1 + place) % self.table.seats + 1] = made(self.table.game, rng)
        self._bots = Players(self.table.rules, bots)
        self.table.watch = self._bots.saw
        self.table.begin(begins)
        self._go_on()
        return self._observation(), {}

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Make a move, and play on up to the next decision of the seat."""
        info = {}
        try:
            self.table.play(int(action))
        except ValueError as illegal:
            info["illegal"] = str(illegal)
            self.table.make(self.table.moves[0])
        self._go_on()
        over = self.table.seat is None
        return self._observation(), self.table.rewards()[self.seat - 1], over, False, info

    def action_masks(self) -> Array:
        """The action mask, under the name that maskable algorithms expect."""
        return self.table.mask(self.seat).astype(bool)

    def render(self) -> str | Array | None:
        """The table as the seat sees it, as text or as a picture."""
        return rendered(self.table, self.seat, self.render_mode)

    def _go_on(self) -> None:
        """Let the others play."""
        table = self.table
        while table.seat is not None and table.seat != self.seat:
            table.make(self._bots.choose(table.state, table.seat))

    def _observation(self) -> dict[str, Any]:
        return {"observation": self.table.observe(self.seat), "action_mask": self.table.mask(self.seat)}


def vector(number: int, kind: str, **arguments: Any) -> AsyncVectorEnv:
    """Several environments, each in its own process.

    Args:
        number: how many.
        kind: the kind of game.
        arguments: those of `TaphouseEnv`.
    """
    return AsyncVectorEnv([partial(TaphouseEnv, kind, **arguments) for _ in range(number)])
