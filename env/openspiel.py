"""The games for OpenSpiel, through its Python game API. See docs/environments.md.

`import taphouse.env.openspiel` registers `python_taphouse`, and `pyspiel.load_game("python_taphouse(kind=pint-craft,players=3)")`
loads a game.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import Any

import msgspec
import numpy as np
import pyspiel

from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.notation import write
from taphouse.engine.play import text
from taphouse.engine.worlds import MOST_MOVES
from taphouse.env.observers import OBSERVERS
from taphouse.env.table import Array, GameTable

SHUFFLES = 10_000
"""The shuffles that a game may have. A chance node at the start chooses one, and all that follows is drawn by it."""
_TYPE = pyspiel.GameType(
    short_name="python_taphouse",
    long_name="Taphouse: Dank & Draft, Pint Craft, Brew Crafters",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    min_num_players=2,
    max_num_players=6,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"kind": next(iter(OBSERVERS)), "players": 2},
)


class _Shared(GameTable):
    """The common part of all states of a game; a copy of a state keeps it, and a pickle names it."""

    def __reduce__(self) -> Any:
        return _shared, (self.game.about.kind, self.seats)

    def __deepcopy__(self, memo: Any) -> _Shared:
        return self

    @cached_property
    def chance(self) -> Any:
        """The draws that follow from the number of a shuffle."""
        return lru_cache(maxsize=64)(lambda shuffle: Chance(seed_from(f"openspiel {shuffle}")))

    def begun(self, shuffle: int) -> Any:
        """The first position after a shuffle."""
        return self.rules.new(self._options, self.seats, self.chance(shuffle))


@lru_cache(maxsize=16)
def _shared(kind: str, players: int) -> _Shared:
    return _Shared(kind, players)


class TaphouseGame(pyspiel.Game):  # type: ignore[misc]
    """A game for OpenSpiel.

    Its parameters are `kind`, such as `dank-and-draft`, and `players`. Returns are by place: 1 for the first, -1 for the last.
    Actions and observations are those of `taphouse.env`.
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**_TYPE.parameter_specification, **(params or {})}
        self.shared = _shared(given["kind"], given["players"])
        info = pyspiel.GameInfo(
            num_distinct_actions=self.shared.actions.size,
            max_chance_outcomes=SHUFFLES,
            num_players=given["players"],
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=MOST_MOVES,
        )
        super().__init__(_TYPE, info, given)

    def new_initial_state(self) -> TaphouseState:
        """The chance node before the shuffle."""
        return TaphouseState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> TaphouseObserver:
        """The knowledge of a player, as numbers."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if params or kind.perfect_recall:
            raise ValueError(
                "observations have no parameters and no memory; use IIGObservationType(perfect_recall=False)"
            )
        return TaphouseObserver(self.shared)


class TaphouseState(pyspiel.State):  # type: ignore[misc]
    """A position, or the chance node before the first one."""

    def __init__(self, game: TaphouseGame) -> None:
        super().__init__(game)
        self.shared = game.shared
        self.position: _Position | None = None
        """None before the shuffle."""

    def current_player(self) -> int:
        """The player who decides, from 0."""
        if self.position is None:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self.position.seat
        return int(pyspiel.PlayerId.TERMINAL) if seat is None else seat - 1

    def _legal_actions(self, player: int) -> list[int]:
        position = self.position
        return sorted(position.legal) if position is not None and position.seat == player + 1 else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The shuffles."""
        return [(shuffle, 1 / SHUFFLES) for shuffle in range(SHUFFLES)]

    def _apply_action(self, action: int) -> None:
        shared, position = self.shared, self.position
        if position is None:
            self.position = _Position(shared, action, shared.begun(action))
        else:
            chance = shared.chance(position.shuffle)
            self.position = _Position(
                shared, position.shuffle, shared.rules.apply(position.state, position.move(action), chance).state
            )

    def _action_to_string(self, player: int, action: int) -> str:
        if player < 0 or self.position is None:
            return f"shuffle {action}"
        return write(self.position.move(action))

    def is_terminal(self) -> bool:
        """True if the game is over."""
        return self.position is not None and self.position.seat is None

    def returns(self) -> list[float]:
        """The returns by place; 0 for all until the game is over."""
        if self.position is None:
            return [0.0] * self.shared.seats
        return self.shared.rewards_in(self.position.state)

    def __str__(self) -> str:
        return "before the shuffle" if self.position is None else text(self.shared.rules, self.position.state, None)


class _Position:
    """A position with its legal actions; immutable, so copies share it."""

    def __init__(self, shared: _Shared, shuffle: int, state: Any) -> None:
        self._shared, self.shuffle, self.state = shared, shuffle, state
        self.seat = shared.rules.decider(state)
        moves = [*shared.rules.moves(state)]
        self.legal = dict(zip(shared.actions.legal(moves), moves, strict=False))
        """The moves by their numbers."""

    def move(self, action: int) -> Any:
        """The move of a number.

        Raises:
            ValueError: it is not legal.
        """
        if action not in self.legal:
            raise ValueError(f"{action} is not the number of a legal move; see legal_actions()")
        return self.legal[action]

    def __deepcopy__(self, memo: Any) -> _Position:
        return self

    def __reduce__(self) -> Any:
        return _unpickled, (self._shared, self.shuffle, msgspec.msgpack.encode(self.state))


def _unpickled(shared: _Shared, shuffle: int, state: bytes) -> _Position:
    return _Position(shared, shuffle, msgspec.msgpack.decode(state, type=shared.game.about.state))


class TaphouseObserver:
    """The knowledge of a player, in the layout of `GameTable.observer`: the interface of OpenSpiel's observers."""

    def __init__(self, shared: _Shared) -> None:
        self._shared = shared
        self.tensor: Array = np.zeros(shared.observer.size, np.float32)
        self.dict = {name: self.tensor[where] for name, where in shared.observer.layout.items()}

    def set_from(self, state: TaphouseState, player: int) -> None:
        """Set `tensor`, and so `dict`, to what a player knows."""
        if state.position is None:
            self.tensor.fill(0)
        else:
            self.tensor[:] = self._shared.observed(state.position.state, player + 1)

    def string_from(self, state: TaphouseState, player: int) -> str:
        """The knowledge of a player, as text."""
        position = state.position
        return str(state) if position is None else text(self._shared.rules, position.state, player + 1)


pyspiel.register_game(_TYPE, TaphouseGame)
