"""The games for OpenSpiel, through its Python game API. See docs/environments.md.

`import taphouse.env.openspiel` registers `python_taphouse`, and `pyspiel.load_game("python_taphouse(kind=pint-craft,players=3)")`
loads a game.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from hashlib import blake2b
from typing import Any

import numpy as np
import pyspiel

from taphouse.engine import GAMES
from taphouse.engine.contract import COMMON, Options
from taphouse.engine.game import Game
from taphouse.engine.notation import write
from taphouse.engine.play import text
from taphouse.engine.vocabulary import MOST_SEATS
from taphouse.engine.worlds import MOST_MOVES
from taphouse.env.histories import ChanceNode, HistoryPosition, Node, reached
from taphouse.env.table import Array, GameTable, Rewards

LEAST, MOST = -1_000, 10_000
"""The points that a seat can have at the end, with room to spare."""
MOST_OUTCOMES = 1_000
"""More than the outcomes of any pick."""
DIGEST = 64
"""The bits of the digest of a history."""
_PARAMETERS: dict[str, Any] = {
    "kind": next(iter(GAMES)),
    "players": 2,
    "rewards": "place",
    "edition": "",
    "options": "",
}
_Information = pyspiel.PrivateInfoType


def _type(utility: Any, *, perfect: bool = False) -> Any:
    information = pyspiel.GameType.Information
    return pyspiel.GameType(
        short_name="python_taphouse",
        long_name="The games of Taphouse",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information.PERFECT_INFORMATION if perfect else information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        min_num_players=2,
        max_num_players=MOST_SEATS,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=_PARAMETERS,
    )


class _Shared(GameTable):
    """The common part of all states of a game; a copy of a state keeps it, and a pickle names it."""

    def __init__(self, kind: str, players: int, rewards: Rewards, edition: str, options: str) -> None:
        if kind not in GAMES:
            raise ValueError(f"{kind!r} is no kind of game; the kinds are {', '.join(GAMES)}")
        self._parameters = kind, players, rewards, edition, options
        game = GAMES[kind]
        super().__init__(kind, players, rewards, _options(game, options), edition or None)
        self.first = reached(self, None, 0, {})
        """The first node."""

    def __reduce__(self) -> Any:
        return _shared, self._parameters

    def __deepcopy__(self, memo: Any) -> _Shared:
        return self


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
        return game.about.chosen(values, strict=False)
    except ValueError as error:
        raise ValueError(f"options={written!r} is not valid: {error} Write them as name:value;name:value.") from None


class TaphouseGame(pyspiel.Game):  # type: ignore[misc]
    """A game for OpenSpiel.

    Its parameters are `kind`, such as `dank-and-draft`, `players`, `rewards` (`place` or `points`), `edition` and `options`. The
    utilities are identical if all seats have one result in every game; by place, they sum to zero if several seats never have.
    Each draw is a sequence of chance nodes: a shuffle is dealt card by card. Actions and observations are those of
    `taphouse.env`.
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**_PARAMETERS, **(params or {})}
        shared = self.shared = _shared(*[given[name] for name in _PARAMETERS])
        about, utility = shared.game.about, pyspiel.GameType.Utility
        by_place = given["rewards"] == "place"
        common = [reason.victory in COMMON for reason in about.reasons]
        zero = by_place and shared.seats > 1 and not any(common)
        kind = utility.IDENTICAL if all(common) else utility.ZERO_SUM if zero else utility.GENERAL_SUM
        most = float(about.most_stake_with(shared.options)) if by_place else MOST
        info = pyspiel.GameInfo(
            num_distinct_actions=shared.actions.size,
            max_chance_outcomes=MOST_OUTCOMES,
            num_players=shared.seats,
            min_utility=-most if by_place else LEAST,
            max_utility=most,
            utility_sum=0.0 if zero else None,
            max_game_length=MOST_MOVES,
        )
        super().__init__(_type(kind, perfect=not shared.rules.hides), info, given)

    def new_initial_state(self, position: Any = None) -> TaphouseState:
        """The first node: that of the first card of a shuffle, if there is one.

        Raises:
            ValueError: a position is given. It would lack the history that information states recall.
        """
        if position is not None:
            raise ValueError("a state cannot be made from a position: apply the actions of its history to a new state")
        return TaphouseState(self)

    def max_chance_nodes_in_history(self) -> int:
        """More than any game has."""
        return MOST_MOVES

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> TaphouseObserver:
        """The knowledge of a player: see `TaphouseObserver`."""
        if params:
            raise ValueError("observations have no parameters; leave params empty")
        return TaphouseObserver(self.shared, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class TaphouseState(pyspiel.State):  # type: ignore[misc]
    """A position, or a pick of a draw."""

    def __init__(self, game: TaphouseGame) -> None:
        super().__init__(game)
        self.shared = game.shared
        self.node: Node = game.shared.first

    @property
    def position(self) -> HistoryPosition | None:
        """The position; at a chance node the one before the move, and None before the game."""
        return self.node.before if isinstance(self.node, ChanceNode) else self.node

    def current_player(self) -> int:
        """The player who decides, from 0."""
        if isinstance(self.node, ChanceNode):
            return int(pyspiel.PlayerId.CHANCE)
        seat = self.node.seat
        return int(pyspiel.PlayerId.TERMINAL) if seat is None else seat - 1

    def _legal_actions(self, player: int) -> list[int]:
        node = self.node
        return sorted(node.legal) if isinstance(node, HistoryPosition) and node.seat == player + 1 else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of the pick."""
        return self.node.outcomes() if isinstance(self.node, ChanceNode) else []

    def _apply_action(self, action: int) -> None:
        self.node = self.node.after(action)

    def _action_to_string(self, player: int, action: int) -> str:  # noqa: ARG002 -- the API's
        return f"pick {action}" if isinstance(self.node, ChanceNode) else write(self.node.move(action))

    def is_terminal(self) -> bool:
        """True if the game is over."""
        return isinstance(self.node, HistoryPosition) and self.node.seat is None

    def returns(self) -> list[float]:
        """The returns, by place or points; 0 for all until the game is over."""
        position = self.position
        return [0.0] * self.shared.seats if position is None else self.shared.rewards_in(position.state)

    def resample_from_infostate(self, player: int, probability_sampler: Callable[[], float]) -> TaphouseState:
        """A state that the player cannot tell from this one, as likely as in a fair shuffle, with draws of its own.

        Of the moves so far, it holds what the player saw, so the other players remember in it what that tells of them. Its
        `history()` is that of this state.

        Raises:
            ValueError: there is no such player.
        """
        if not 0 <= player < self.shared.seats:
            raise ValueError(f"there is no player {player}; the players are 0 to {self.shared.seats - 1}")
        other: TaphouseState = self.clone()
        if isinstance(self.node, HistoryPosition) and self.node.seat is not None:
            other.node = self.node.world(player + 1, f"{probability_sampler()} {probability_sampler()}")
        return other

    def __str__(self) -> str:
        return "before the game" if self.position is None else text(self.shared.rules, self.position.state, None)


class TaphouseObserver:
    """The knowledge of a player, by the interface of OpenSpiel's observers.

    The table is shown as the player sees it, with a tensor in the layout of `GameTable.observer`; or only what everybody sees of
    it; or only what nobody else sees. With perfect recall, the history is shown instead, as the player or as everybody saw it: a
    line of text that is equal exactly if the history is, and for the player the tensor of the table followed by a digest of that
    line, bit by bit.

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
        if self._public and self._own:
            tensor = self.tensor = np.zeros(shared.observer.size + DIGEST * self._recalls, np.float32)
            self.dict = {name: tensor[where] for name, where in shared.observer.layout.items()}
            if self._recalls:
                self.dict["history"] = tensor[shared.observer.size :]

    def set_from(self, state: TaphouseState, player: int) -> None:
        """Set `tensor`, and so `dict`, to what a player knows."""
        if self.tensor is None:
            return
        self.tensor.fill(0)
        if state.position is not None:
            self.tensor[: self._shared.observer.size] = self._shared.observed(state.position.state, player + 1)
        if self._recalls:
            digest = blake2b(self.string_from(state, player).encode(), digest_size=DIGEST // 8).digest()
            self.dict["history"][:] = np.unpackbits(np.frombuffer(digest, np.uint8))

    def string_from(self, state: TaphouseState, player: int) -> str:
        """The knowledge of a player, as text."""
        position, seat = state.position, player + 1 if self._own else None
        if self._recalls:
            return f"player {player}: {state.node.told(seat)}"
        if position is None:
            return str(state)
        shown = text(self._shared.rules, position.state, seat)
        if self._public:
            return shown
        public = text(self._shared.rules, position.state, None).splitlines()
        return "\n".join([line for line in shown.splitlines() if line not in public])


pyspiel.register_game(_type(pyspiel.GameType.Utility.ZERO_SUM), TaphouseGame)
