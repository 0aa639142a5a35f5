"""The games for OpenSpiel, through its Python game API. See docs/environments.md.

`import taphouse.env.openspiel` registers `python_taphouse`, and `pyspiel.load_game("python_taphouse(kind=pint-craft,players=3)")`
loads a game.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pyspiel

from taphouse.engine import GAMES
from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.contract import Options
from taphouse.engine.editions import Edition, load, packaged
from taphouse.engine.game import Game
from taphouse.engine.notation import write
from taphouse.engine.play import text
from taphouse.engine.vocabulary import MOST_SEATS
from taphouse.engine.worlds import MOST_MOVES
from taphouse.env.histories import HistoryPosition
from taphouse.env.table import Array, GameTable, Rewards

LEAST, MOST = -1_000, 10_000
"""The points that a seat can have at the end, with room to spare."""
_PARAMETERS: dict[str, Any] = {
    "kind": next(iter(GAMES)),
    "players": 2,
    "rewards": "place",
    "edition": "",
    "options": "",
    "shuffles": 10_000,
}
_Information = pyspiel.PrivateInfoType


def _type(utility: Any) -> Any:
    return pyspiel.GameType(
        short_name="python_taphouse",
        long_name="The games of Taphouse",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        min_num_players=2,
        max_num_players=MOST_SEATS,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=_PARAMETERS,
    )


class _Shared(GameTable):
    """The common part of all states of a game; a copy of a state keeps it, and a pickle names it."""

    def __init__(self, kind: str, players: int, rewards: Rewards, edition: str, options: str, shuffles: int) -> None:
        if kind not in GAMES:
            raise ValueError(f"{kind!r} is no kind of game; the kinds are {', '.join(GAMES)}")
        if shuffles < 1:
            raise ValueError(f"a game has at least 1 shuffle, not {shuffles}")
        self._parameters = kind, players, rewards, edition, options, shuffles
        self.shuffles = [(shuffle, 1 / shuffles) for shuffle in range(shuffles)]
        """The outcomes of the chance node, with their probabilities."""
        game = GAMES[kind]
        super().__init__(kind, players, rewards, _options(game, options), _edition(game, edition))

    def __reduce__(self) -> Any:
        return _shared, self._parameters

    def __deepcopy__(self, memo: Any) -> _Shared:
        return self

    def begun(self, shuffle: int) -> HistoryPosition:
        """The first position after a shuffle."""
        seed = f"openspiel {shuffle}"
        return HistoryPosition(self, seed, self.rules.new(self._options, self.seats, Chance(seed_from(seed))))


@lru_cache(maxsize=16)
def _shared(*parameters: Any) -> _Shared:
    return _Shared(*parameters)


def _options(game: Game, written: str) -> Options:
    """The options that a parameter gives, such as `turnCap:20;firstSeat:SEAT_1`; `+` joins the items of a list.

    Raises:
        ValueError: they are not options of the game.
    """
    given = dict(one.partition(":")[::2] for one in written.split(";") if one)
    values = {name: [*filter(None, value.split("+"))] if "+" in value else value for name, value in given.items()}
    try:
        return msgspec.convert(values, game.about.options, strict=False)
    except msgspec.ValidationError as error:
        known = ", ".join(game.about.options.__struct_encode_fields__)
        raise ValueError(
            f"options={written!r} is not valid: {error}. Write them as name:value;name:value; the options of "
            f"{game.about.title} are {known}"
        ) from None


def _edition(game: Game, named: str) -> Edition:
    """The edition that a parameter gives: the name of a packaged one, or the path of a file; the first one if it is empty.

    Raises:
        ValueError: there is none.
    """
    every = {edition.name: edition for edition in packaged(game.edition, game.about.package)}
    if named.endswith(".toml"):
        return load(game.edition, Path(named).read_bytes(), named)
    if named and named not in every:
        raise ValueError(
            f"{game.about.title} has no edition {named!r}; the packaged ones are {', '.join(every)}; of another one, give "
            "the path of its .toml file"
        )
    return every[named] if named else next(iter(every.values()))


class TaphouseGame(pyspiel.Game):  # type: ignore[misc]
    """A game for OpenSpiel.

    Its parameters are `kind`, such as `dank-and-draft`, `players`, `rewards` (`place`, which sums to zero, or `points`),
    `edition`, `options`, and `shuffles`, the number of shuffles that a game may have: a chance node at the start chooses one,
    and all that follows is drawn by it. Actions and observations are those of `taphouse.env`.
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**_PARAMETERS, **(params or {})}
        shared = self.shared = _shared(*[given[name] for name in _PARAMETERS])
        by_place = given["rewards"] == "place"
        info = pyspiel.GameInfo(
            num_distinct_actions=shared.actions.size,
            max_chance_outcomes=len(shared.shuffles),
            num_players=shared.seats,
            min_utility=-1.0 if by_place else LEAST,
            max_utility=1.0 if by_place else MOST,
            utility_sum=0.0 if by_place else None,
            max_game_length=MOST_MOVES,
        )
        utility = pyspiel.GameType.Utility
        super().__init__(_type(utility.ZERO_SUM if by_place else utility.GENERAL_SUM), info, given)

    def new_initial_state(self) -> TaphouseState:
        """The chance node before the shuffle."""
        return TaphouseState(self)

    def max_chance_nodes_in_history(self) -> int:
        """One: the shuffle."""
        return 1

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> TaphouseObserver:
        """The knowledge of a player: see `TaphouseObserver`."""
        if params:
            raise ValueError("observations have no parameters; leave params empty")
        return TaphouseObserver(self.shared, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class TaphouseState(pyspiel.State):  # type: ignore[misc]
    """A position, or the chance node before the first one."""

    def __init__(self, game: TaphouseGame) -> None:
        super().__init__(game)
        self.shared = game.shared
        self.position: HistoryPosition | None = None
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
        return self.shared.shuffles

    def _apply_action(self, action: int) -> None:
        position = self.position
        self.position = self.shared.begun(action) if position is None else position.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player < 0 or self.position is None:
            return f"shuffle {action}"
        return write(self.position.move(action))

    def is_terminal(self) -> bool:
        """True if the game is over."""
        return self.position is not None and self.position.seat is None

    def returns(self) -> list[float]:
        """The returns, by place or points; 0 for all until the game is over."""
        if self.position is None:
            return [0.0] * self.shared.seats
        return self.shared.rewards_in(self.position.state)

    def resample_from_infostate(self, player: int, probability_sampler: Callable[[], float]) -> TaphouseState:
        """A state that the player cannot tell from this one, as likely as in a fair shuffle, with draws of its own.

        Of the moves so far, it holds what the player saw, so the other players remember in it what that tells of them. Its
        `history()` is that of this state.
        """
        other: TaphouseState = self.clone()
        if self.position is not None and self.position.seat is not None:
            other.position = self.position.world(player + 1, f"{probability_sampler()} {probability_sampler()}")
        return other

    def __str__(self) -> str:
        return "before the shuffle" if self.position is None else text(self.shared.rules, self.position.state, None)


class TaphouseObserver:
    """The knowledge of a player, by the interface of OpenSpiel's observers.

    The table is shown as the player sees it, with a tensor in the layout of `GameTable.observer`; or only what everybody sees of
    it; or only what nobody else sees. With perfect recall, the history is shown instead, as the player or as everybody saw it: a
    line of text that is equal exactly if the history is.

    Raises:
        ValueError: there is no such observation.
    """

    def __init__(self, shared: _Shared, kind: Any) -> None:
        private = pyspiel.PrivateInfoType
        self._shared, self._public, self._recalls = shared, kind.public_info, kind.perfect_recall
        self._own = kind.private_info == private.SINGLE_PLAYER
        if kind.private_info == private.ALL_PLAYERS or not (
            kind.public_info or (self._own and not kind.perfect_recall)
        ):
            raise ValueError(
                "there is no such observation: ask for public_info=True and PrivateInfoType.SINGLE_PLAYER or NONE; or for "
                "public_info=False, PrivateInfoType.SINGLE_PLAYER and perfect_recall=False"
            )
        self.tensor: Array | None = None
        self.dict: dict[str, Array] = {}
        if self._public and self._own and not self._recalls:
            tensor = self.tensor = np.zeros(shared.observer.size, np.float32)
            self.dict = {name: tensor[where] for name, where in shared.observer.layout.items()}

    def set_from(self, state: TaphouseState, player: int) -> None:
        """Set `tensor`, and so `dict`, to what a player knows."""
        if self.tensor is None:
            return
        if state.position is None:
            self.tensor.fill(0)
        else:
            self.tensor[:] = self._shared.observed(state.position.state, player + 1)

    def string_from(self, state: TaphouseState, player: int) -> str:
        """The knowledge of a player, as text."""
        position, seat = state.position, player + 1 if self._own else None
        if position is None:
            return str(state)
        if self._recalls:
            return f"player {player}: {position.told(seat)}"
        shown = text(self._shared.rules, position.state, seat)
        if self._public:
            return shown
        public = text(self._shared.rules, position.state, None).splitlines()
        return "\n".join([line for line in shown.splitlines() if line not in public])


pyspiel.register_game(_type(pyspiel.GameType.Utility.ZERO_SUM), TaphouseGame)
