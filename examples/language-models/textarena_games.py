"""The games as environments of TextArena: `ta.make("Taphouse-PintCraft-v0")`. Run it to see a game of each kind."""

import random
from collections.abc import Mapping
from typing import Any

import textarena as ta

from taphouse.engine import GAMES
from taphouse.engine.vocabulary import pascal
from taphouse.env.words import TextGame

MOST_ERRORS = 3
"""The wrong answers in a row after which a player has lost."""


class TaphouseGame(ta.Env):
    """A game. Player 0 has seat 1. A player may have to decide several times in a row.

    Args:
        kind: the kind of game, such as `pint-craft`.
        options: the options that differ from the defaults, as in `{"roundCap": 20}`.
    """

    def __init__(self, kind: str, options: Mapping[str, Any] | None = None) -> None:
        self._kind, self._options = kind, options

    def reset(self, num_players: int, seed: int | None = None) -> None:
        """Begin a game; the same seed gives the same game."""
        game_seed = random.getrandbits(62) if seed is None else seed
        self.game = TextGame(self._kind, num_players, str(game_seed), self._options)
        self.state = ta.MinimalMultiPlayerState(num_players, seed, error_allowance=MOST_ERRORS - 1)
        self.state.reset(player_prompt_function=lambda player_id, **_: self.game.prompt(player_id + 1))
        self._tell()

    def step(self, action: str) -> tuple[bool, ta.Info]:
        """Make the move that a text of the current player means."""
        player = self.state.current_player_id
        self.state.add_observation(action, ta.ObservationType.PLAYER_ACTION, player, player)
        answer = self.game.answer(player + 1, action)
        if answer.move is not None:
            self._tell()
        elif self.state.set_invalid_move(answer.why):
            others = {one: 1.0 for one in range(self.state.num_players) if one != player}
            self.state.set_game_outcome({player: -1.0} | others, f"Player {player} gave no legal move.")
        return self.state.step(rotate_player=False)

    def _tell(self) -> None:
        """Turn to the player who must decide, or end the game."""
        if self.game.seat is None:
            self.state.set_game_outcome(dict(enumerate(self.game.rewards)), "The game is over.")
            return
        self.state.manually_set_current_player_id(self.game.seat - 1)
        news = self.game.observe(self.game.seat)
        self.state.add_observation(news, ta.ObservationType.GAME_BOARD, to_id=self.game.seat - 1)


for kind in GAMES:
    ta.register(f"Taphouse-{pascal(kind)}-v0", TaphouseGame, [ta.wrappers.LLMObservationWrapper], kind=kind)


class Chooser(ta.Agent):
    """A stand-in for a model: it chooses among the legal moves that it was shown last."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)

    def __call__(self, observation: str) -> str:
        listed = observation.rpartition("Legal moves: ")[2].splitlines()[0]
        moves = [move for move in listed.split(" | ") if not move.startswith("and ")]
        return f"I choose [{self._rng.choice(moves)}]."


if __name__ == "__main__":
    for kind in GAMES:
        env = ta.make(f"Taphouse-{pascal(kind)}-v0")
        env.reset(num_players=2, seed=1)
        agents, done = [Chooser(1), Chooser(2)], False
        while not done:
            player, observation = env.get_observation()
            done, _ = env.step(agents[player](observation))
        rewards, _ = env.close()
        print(kind, sorted(rewards.values()))
