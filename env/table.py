"""A game as an environment plays it: moves are numbers, and what a seat knows is an array."""

from __future__ import annotations

import copy
import operator
from collections.abc import Collection, Mapping
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from taphouse.engine import GAMES
from taphouse.engine.bots.names import NotLearnt
from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.contract import IllegalMove, Move, Options, Outcome, Rules, Seen
from taphouse.engine.editions import Edition
from taphouse.engine.game import BoundedCache, Game, edition_of
from taphouse.engine.notation import write
from taphouse.engine.play import opened, text
from taphouse.engine.results import results_of
from taphouse.engine.worlds.beliefs import Contradiction
from taphouse.env.actions import Actions
from taphouse.env.observers import OBSERVERS
from taphouse.env.observers.general import GeneralObserver, lists_players
from taphouse.env.observers.layout import Floats, Layout
from taphouse.env.steps import Choice, Steps, Way

Rewards = Literal["place", "points"]
Encoding = Literal["integers", "floats"]
Numbering = Literal["moves", "steps"]
Array = NDArray[Any]
_INT8, _INT16 = np.dtype(np.int8), np.dtype(np.int16)
_ACTIONS = BoundedCache[tuple[Actions, Steps]]()
"""The numbers of moves and of steps by kind, edition and seats: games of one kind share them."""


def _numbers(game: Game, edition: Edition, seats: int) -> tuple[Actions, Steps]:
    actions = Actions(game, edition, seats)
    return actions, Steps(actions, game.about.moves)


def action_number(action: Any) -> int:
    """An action as a number.

    Raises:
        TypeError: it is no whole number, such as a network's output that was not rounded.
    """
    if isinstance(action, bool | np.bool):
        raise TypeError(f"an action is the number of a move, not {action}")
    return operator.index(action)


def refuse_options(options: Mapping[str, Any] | None) -> None:
    """Refuse options of a reset.

    Raises:
        ValueError: there are some.
    """
    if options:
        raise ValueError(
            f"reset() has no option {min(options)!r}; those of the game are an argument of the environment"
        )


class GameTable:
    """A game in numbers and arrays.

    A copy or a pickle of it goes on identically. Copies share what never changes.

    Args:
        kind: the kind of game, such as `dank-and-draft`.
        seats: the number of seats.
        rewards: what a seat gets when the game is over: by `place`, which is the result of `engine.results`, from 1 for the first
            to -1 for the last, or the same for all who win or lose together, times the stake; or its `points`.
        options: the options, or their values by the names that the API uses, as in `{"turnCap": 20}`; None for the defaults.
        edition: the edition, the name of a packaged one, or the path of a `.toml` file; None for the first packaged one.
        memory: True to add to observations what the seat remembers of what it saw.
        encoding: the numbers of observations: 16-bit `integers`, or `floats` from 0 to 1, with a place of its own for each
            value of a code.
        numbering: the meaning of actions: `moves`, or the `steps` in which a move is chosen.

    Raises:
        ValueError: there is no such game, or something does not fit. The message lists the valid values.
    """

    def __init__(
        self,
        kind: str,
        seats: int = 2,
        rewards: Rewards = "place",
        options: Options | Mapping[str, Any] | None = None,
        edition: Edition | str | None = None,
        memory: bool = False,
        encoding: Encoding = "integers",
        numbering: Numbering = "moves",
    ) -> None:
        self.rules, self.options = opened(kind, seats, options, edition)
        used = edition_of(self.rules)
        self._arguments = kind, seats, rewards, options, used, memory, encoding, numbering
        self.game, self.seats = GAMES[kind], seats
        if rewards not in ("place", "points"):
            raise ValueError(f"rewards are 'place' or 'points', not {rewards!r}")
        if encoding not in ("integers", "floats"):
            raise ValueError(f"encodings are 'integers' or 'floats', not {encoding!r}")
        if numbering not in ("moves", "steps"):
            raise ValueError(f"numberings are 'moves' or 'steps', not {numbering!r}")
        self._rewards = rewards
        self.actions, steps = _ACTIONS.get((kind, used.digest, seats), lambda: _numbers(self.game, used, seats))
        self.steps = steps if numbering == "steps" else None
        """The numbers of steps; None if actions are whole moves."""
        self.size = steps.size if self.steps else self.actions.size
        """The number of actions."""
        self.observer = (
            OBSERVERS[kind](self.rules, self.options, seats)
            if kind in OBSERVERS
            else GeneralObserver(self.game.about.view, self.actions.names, self.rules, seats)
        )
        remembered = self.observer.of_memory.parts if memory else {}
        chosen = {"chosen": steps.part} if self.steps else {}
        self._of_players = lists_players(self.game.about.view)
        self.layout = Layout({**self.observer.of_row.parts, **remembered, **chosen})
        """The parts of an observation of integers."""
        self.floats = Floats(self.layout) if encoding == "floats" else None
        """The encoder of observations; None for integers."""
        self.recalls = bool(memory and self.observer.of_memory.size)
        """True if observations hold what the seat remembers."""
        self._plain = not self.recalls and self.floats is None and self.steps is None
        self.witnesses: Collection[int] = range(1, seats + 1) if self.recalls else ()
        """The seats whose sight is kept from the next beginning on."""
        self.begin("")

    def begin(self, seed: str) -> None:
        """Begin a new game; the same seed gives the same game."""
        self._seen: dict[int, list[Seen]] = {seat: [] for seat in self.witnesses}
        self._memories: dict[int, tuple[int, Any]] = {}
        self._seed, self._chance = seed, Chance(seed_from(seed))
        self._come_to(self.begun(self._chance))

    def begun(self, chance: Chance) -> Any:
        """The first position of a game with these draws."""
        return self.rules.new(self.options, self.seats, chance)

    def _come_to(self, state: Any) -> None:
        self.state = state
        self.seat = self.rules.decider(state)
        """The seat that decides; None when the game is over."""
        self._moves: list[Move] | None = None
        self._legal: list[int] | None = None
        self._choice: Choice | None = None

    @property
    def moves(self) -> list[Move]:
        """The legal moves, the passive one first; none when the game is over."""
        if self._moves is None:
            self._moves = [*self.rules.moves(self.state)]
        return self._moves

    @property
    def legal(self) -> list[int]:
        """The numbers of the moves that have one, in the same order; the others are no longer among the moves.

        Of the steps, the next ones.
        """
        if self._legal is None:
            if self.steps is None:
                self._legal, self._moves = self.actions.numbered(self.moves)
            else:
                self._choice = self._choice or self.choice(self.moves)
                self._legal = self._choice.legal
        return self._legal

    def choice(self, moves: list[Move]) -> Choice:
        """The choice between legal moves, as actions make it."""
        if self.steps is not None:
            return Choice(self.steps.ways(moves))
        return Choice({(number,): move for number, move in zip(*self.actions.numbered(moves), strict=True)})

    @property
    def chosen(self) -> Way:
        """The steps of the decision that were made."""
        return self._choice.chosen if self.legal and self._choice else ()

    def __deepcopy__(self, memo: dict[int, Any]) -> GameTable:
        twin = copy.copy(self)
        twin._seen = {seat: [*seen] for seat, seen in self._seen.items()}
        twin._memories = {**self._memories}
        return twin

    def __copy__(self) -> GameTable:
        twin = object.__new__(type(self))
        vars(twin).update(vars(self))
        return twin

    def __reduce__(self) -> Any:
        state = self._seed, self.state, self.witnesses, self._seen, self._memories, self._choice
        return type(self), self._arguments, state

    def __setstate__(self, game: tuple[Any, ...]) -> None:
        self._seed, state, self.witnesses, self._seen, self._memories, choice = game
        self._chance = Chance(seed_from(self._seed))
        self._come_to(state)
        self._choice = choice

    def play(self, action: int) -> None:
        """Make the move of this number, or this step of a move.

        Raises:
            ValueError: it is not legal. The message says why.
        """
        try:
            place = self.legal.index(action)
        except ValueError:
            raise ValueError(self.why_not(action)) from None
        if self._choice is None:
            self.make(self.moves[place])
            return
        choice = self._choice.after(action)
        if choice.move is None:
            self._choice, self._legal = choice, choice.legal
        else:
            self.make(choice.move)

    def make(self, move: Move) -> None:
        """Make a legal move."""
        rules, before = self.rules, self.state
        step = rules.make(before, move, self._chance)
        for seat, seen in self._seen.items() if self._seen else ():
            seen.append(rules.seen(before, self.seat, move, step.events, seat))
        self._come_to(step.state)

    def memory(self, seat: int) -> Any:
        """The memory of a seat among the witnesses, as `remembered` makes it of what the seat saw."""
        seen, (count, memory) = self._seen[seat], self._memories.get(seat, (0, None))
        if count < len(seen):
            try:
                memory = self.rules.remembered_on(memory, seen[count:], seat) if count else None
            except Contradiction:  # it has left out what was unlikely
                memory = None
            memory = memory or self.rules.remembered(seen, seat)
            self._memories[seat] = len(seen), memory
        return memory

    def why_not(self, action: int) -> str:
        """The reason why a number is not a legal move."""
        if self.steps is not None or not 0 <= action < len(self.actions.moves):
            return f"{action} is not the number of a legal move; the action mask has those that are"
        move = self.actions.moves[action]
        try:
            self.rules.apply(self.state, move, self._chance)
        except IllegalMove as illegal:
            return f"{write(move)!r} (action {action}) is not legal: {illegal}"
        return f"{action} is not the number of a legal move"

    def mask(self, seat: int) -> Array:
        """The action mask of a seat: 1 for each legal move; all 0 for a seat that does not decide."""
        mask = bytearray(self.size)
        if seat == self.seat:
            for number in self.legal:
                mask[number] = 1
        return np.frombuffer(mask, _INT8)

    def observe(self, seat: int) -> Array:
        """The knowledge of a seat, as an array with the layout of `layout`, or as the floats of it."""
        if self._plain:
            return np.frombuffer(bytearray(self.observer.row(self.state, seat)), _INT16)
        return self._as_array(self.row(seat))

    def row(self, seat: int) -> bytes:
        """The knowledge of a seat, as the bytes of an array of 16-bit integers with the layout of `layout`."""
        chosen = self.chosen if self.steps and seat == self.seat else ()
        return self._row(self.state, seat, self.memory(seat) if self.recalls else None, chosen)

    def _row(self, state: Any, seat: int, memory: Any, chosen: Way) -> bytes:
        row = self.observer.row(state, seat)
        if self.recalls:
            row += self.observer.recall(state, seat, memory).tobytes()
        return row + self.steps.shown(chosen) if self.steps else row

    def observed(self, state: Any, seat: int, memory: Any = None, chosen: Way = ()) -> Array:
        """The knowledge of a seat in a given position, as `observe` gives it.

        Args:
            state: the position.
            seat: the seat.
            memory: what `remembered` made of all that the seat saw, if observations hold it.
            chosen: the steps of the decision that were made.
        """
        return self._as_array(self._row(state, seat, memory, chosen))

    def _as_array(self, numbers: bytes) -> Array:
        row = np.frombuffer(bytearray(numbers), _INT16)
        return row if self.floats is None else self.floats(row)

    def check(self, rules: Rules, known: Any) -> None:
        """Refuse a position of another game than this one.

        Raises:
            NotLearnt: it has another number of seats, or rules under another edition.
        """
        title, own, other = self.game.about.title, edition_of(self.rules), edition_of(rules)
        view = rules.view(known)
        seats = max([len(getattr(view, name) or ()) for name in self._of_players], default=0) or self.seats
        if seats != self.seats:
            raise NotLearnt(f"the policy has learnt {title} with {self.seats} seats, not with {seats}")
        if other.digest != own.digest:
            learnt, here = [f"{one.name} ({one.digest[:8]})" for one in (own, other)]
            raise NotLearnt(f"the policy has learnt the edition {learnt} of {title}, not {here}")

    def whole(self) -> Array:
        """The whole position, with nothing hidden, as integers with the layout of `observer.of_whole`."""
        return self.observer.whole(self.state)

    def rewards(self) -> list[float]:
        """The reward of each seat: 0 before the end."""
        return self.rewards_in(self.state)

    def rewards_in(self, state: Any) -> list[float]:
        """The reward of each seat in a given position."""
        return self.rewards_of(self.rules.outcome(state))

    def rewards_of(self, outcome: Outcome | None) -> list[float]:
        """The reward of each seat by an outcome, as the rules of the service may have changed it."""
        if outcome is None:
            return [0.0] * self.seats
        if self._rewards == "points":
            points = {one.seat: float(one.points) for one in outcome.standings}
            return [points[seat] for seat in range(1, self.seats + 1)]
        return results_of(outcome, self.game.about)

    def text(self, seat: int | None) -> str:
        """The position as a seat sees it, as text; None for a spectator."""
        return text(self.rules, self.state, seat)
