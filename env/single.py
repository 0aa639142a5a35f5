"""The games as Gymnasium environments: one seat learns, bots play the others."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import gymnasium
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from gymnasium.vector import AsyncVectorEnv

from taphouse.engine.bots import Bot, RandomBot
from taphouse.engine.bots.names import MakesBot, bot_named
from taphouse.engine.bots.players import remembers
from taphouse.engine.contract import Options
from taphouse.engine.editions import Edition
from taphouse.env.policies import TableBot
from taphouse.env.rendering import RENDER_MODES, check_mode, rendered
from taphouse.env.spaces import observation_space
from taphouse.env.table import Array, Encoding, GameTable, Numbering, Rewards, action_number, refuse_options

Opponent = str | MakesBot
"""The name of a bot, as for `bot_named`, or what makes one from a game and a source of randomness."""
NO_INFO = {"illegal": "", "skipped": 0, "skipped_reward": 0.0}
"""The members of each info, which recorders expect to be the same at each step."""
MOST_DEALS = 1_000
"""The most games in a row that may be over before the agent decides."""


class TaphouseEnv(gymnasium.Env[dict[str, Any], int]):
    """A game in which an agent learns to play one seat. Observations hold `observation` and `action_mask`.

    An illegal action does not end the game: the passive move is made instead, and `info["illegal"]` says why. Agents should
    therefore sample with the mask: `env.action_space.sample(observation["action_mask"])`.

    A copy or a pickle of an environment goes on identically. Its opponents are made anew, with their randomness where it was:
    bots keep nothing else from one decision to the next.

    Args:
        kind: the kind of game, such as `dank-and-draft`.
        opponents: who plays the other seats, in turn order after the agent; there is one more seat than opponents.
        seat: the agent's seat; 0 for another one each game, in turn, from a seat that follows from the seed.
        rewards: as for `GameTable`.
        options, edition: as for `GameTable`.
        render_mode: None, `ansi` for text, or `rgb_array` for a picture.
        memory, encoding, numbering: as for `GameTable`.

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
        options: Options | Mapping[str, Any] | None = None,
        edition: Edition | str | None = None,
        render_mode: str | None = None,
        memory: bool = False,
        encoding: Encoding = "integers",
        numbering: Numbering = "moves",
    ) -> None:
        check_mode(render_mode)
        if isinstance(opponents, str):
            raise ValueError(f"opponents are a list of bots, such as ['greedy'], not {opponents!r}")
        self.table = GameTable(kind, len(opponents) + 1, rewards, options, edition, memory, encoding, numbering)
        if not 0 <= seat <= self.table.seats:
            raise ValueError(f"there is no seat {seat}; the seats are 1 to {self.table.seats}, or 0 for each in turn")
        for opponent in opponents:
            if not callable(opponent):
                bot = bot_named(opponent)(self.table.game, random.Random())
                if isinstance(bot, TableBot):
                    bot.check(self.table.rules, self.table.rules.known(self.table.state, None))
        self._opponents, self._each_in_turn = opponents, not seat
        self._luck: list[random.Random] | None = None  # until a game begins
        self._bots: dict[int, Bot] = {}
        self._random: dict[int, random.Random] = {}
        self.seat = seat
        self.render_mode = render_mode
        self.observation_space = observation_space(self.table)
        self.action_space: gymnasium.Space[Any] = spaces.Discrete(self.table.size)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a new game, and play it up to the first decision of the seat; the same seed gives the same games.

        A game that is over before that is not shown: the next one is dealt. `info["skipped"]` is how many there were, and
        `info["skipped_reward"]` is the sum of what the seat would have got for them.

        Raises:
            ValueError: options are given. Those of the game are arguments of the environment.
        """
        refuse_options(options)
        info = self.deal(seed)
        return self._observation(), {**NO_INFO, **info}

    def deal(self, seed: int | None = None) -> dict[str, Any]:
        """Do what `reset` does, without making an observation; the info."""
        super().reset(seed=seed)
        if self._each_in_turn:
            self.seat = (self.seat if seed is None else seed) % self.table.seats + 1
        skipped, reward = 0, 0.0
        self._begin()
        while self.table.seat is None:
            skipped, reward = skipped + 1, reward + self.table.rewards()[self.seat - 1]
            if skipped == MOST_DEALS:
                raise RuntimeError(f"{MOST_DEALS} games in a row were over before seat {self.seat} decided")
            self._begin()
        return {"skipped": skipped, "skipped_reward": reward}

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Make a move, and play on up to the next decision of the seat.

        Raises:
            ResetNeeded: no game is in progress.
            TypeError: the action is no whole number.
        """
        info = self.advance(action_number(action))
        over = self.table.seat is None
        return self._observation(), self.table.rewards()[self.seat - 1], over, False, {**NO_INFO, **info}

    def advance(self, action: int) -> dict[str, Any]:
        """Do what `step` does, without making an observation; the info."""
        table, info = self.table, {}
        if self._luck is None or table.seat is None:
            raise ResetNeeded("no game is in progress; call reset() to begin one")
        try:
            table.play(action)
        except ValueError as illegal:
            info["illegal"] = str(illegal)
            table.make(table.moves[0])
        self._go_on()
        return info

    def _begin(self) -> None:
        """Begin a game, and let the others play up to the first decision of the seat."""
        begins = f"taphouse.env {self.np_random.integers(2**62)}"
        self._luck = [random.Random(f"{begins} {place}") for place in range(1, self.table.seats)]
        self._seat_bots()
        own = {self.seat} if self.table.recalls else set[int]()
        self.table.witnesses = own | {seat for seat, bot in self._bots.items() if remembers(bot)}
        self.table.begin(begins)
        self._go_on()

    def _seat_bots(self) -> None:
        """Make the bots of the opponents."""
        self._bots, self._random = {}, {}
        for place, (opponent, luck) in enumerate(zip(self._opponents, self._luck or (), strict=False)):
            makes = bot_named(opponent) if isinstance(opponent, str) else opponent
            seat = (self.seat + place) % self.table.seats + 1
            bot = self._bots[seat] = makes(self.table.game, luck)
            if isinstance(bot, RandomBot):
                self._random[seat] = luck

    def action_masks(self) -> Array:
        """The action mask, under the name that maskable algorithms expect."""
        return self.table.mask(self.seat).astype(bool)

    def render(self) -> str | Array | None:
        """The table as the seat sees it, as text or as a picture."""
        return rendered(self.table, self.seat, self.render_mode)

    def _go_on(self) -> None:
        """Let the others play."""
        table, own = self.table, self.seat
        while (seat := table.seat) is not None and seat != own:
            if (luck := self._random.get(seat)) is not None:  # as its bot chooses from what the seat knows
                table.make(luck.choice(table.moves))
                continue
            bot = self._bots[seat]
            memory = (table.memory(seat),) if remembers(bot) else ()
            table.make(bot.choose(table.rules, table.rules.known(table.state, seat), seat, *memory))

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "_bots"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._seat_bots()

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
