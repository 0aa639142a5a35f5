"""Other worlds: games that look the same to one viewer, but differ in what is hidden from that viewer.

The service's responses must be equal in both (docs/design.md, section 6). A game's `worlds.py` builds such a world from a played
game. It states independently what a viewer was shown, without the game's `known`, because that is the code under test.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from msgspec import Struct

from taphouse.engine.chance import SEED_BYTES, Chance, seed_from
from taphouse.engine.contract import Event, IllegalMove, Move, Options, Rules, State, Transition
from taphouse.engine.game import Game

MOST_MOVES = 5_000
"""The most moves of any game, however it is played."""
_SEEDS = 20
"""The seeds of which one may roll the same dice."""


class SeatMove(NamedTuple):
    """A move, and the seat that made it."""

    seat: int
    move: Move


class Playout:
    """A complete game, played from a seed: its positions, and the move and events between each two.

    Args:
        rules: the rules.
        options: the options.
        seats: the number of seats.
        seed: the text that the seed is derived from.
        choose: chooses each move from the legal moves, and which of several seats decides first.
    """

    def __init__(
        self, rules: Rules, options: Options, seats: int, seed: str, choose: Callable[[list[Any]], Any]
    ) -> None:
        self.rules, self.options, self.seats, self.seed = rules, options, seats, seed
        self.secret = seed_from(seed)
        self.chance = Chance(self.secret)
        self.states: list[State] = [rules.new(options, seats, self.chance)]
        self.before: list[State] = []
        """The position before each move, in which the seat that made it is the `decider`."""
        self.moves: list[Move] = []
        self.movers: list[int] = []
        """The seats that made the moves."""
        self.events: list[tuple[Event, ...]] = []
        while deciders := rules.deciders(self.states[-1]):
            if len(self.moves) == MOST_MOVES:
                raise RuntimeError(f"seed {seed!r}, {seats} seats, {options}: no end after {MOST_MOVES} moves")
            seat = deciders[0] if len(deciders) == 1 else choose([*deciders])
            state = rules.with_decider(self.states[-1], seat)
            move = choose(list(rules.moves(state)))
            step = rules.apply(state, move, self.chance)
            self.before.append(state)
            self.states.append(step.state)
            self.moves.append(move)
            self.movers.append(seat)
            self.events.append(step.events)

    def first(self, k: int) -> tuple[SeatMove, ...]:
        """The first k moves."""
        return tuple(map(SeatMove, self.movers[:k], self.moves[:k]))


class PlayedWorld(Struct, frozen=True):
    """The beginning of a game: its seed, its moves, its first position, and the result of each move."""

    seed: bytes
    made: tuple[SeatMove, ...]
    steps: tuple[Transition, ...]


class OtherWorld(Protocol):
    """The `other_world` that a game's `worlds.py` exports."""

    def __call__(self, game: Playout, k: int, viewer: int | None, rng: random.Random) -> PlayedWorld | None:
        """Another world, in which the first k moves are legal and show the viewer the same. None if none was found.

        The moves are those of the game, but for what is sealed in the moves of others.

        Args:
            game: the game as it was played.
            k: the number of moves.
            viewer: a seat, or None for a spectator.
            rng: chooses the differences.
        """


class NoWorlds(Exception):
    """The game has no `other_world`, or none was found."""


def other_world(game: Game) -> OtherWorld:
    """The `other_world` of a game. A game that hides nothing needs none: its worlds differ in what is to be drawn."""
    return game.other_world or _another_seed


def _another_seed(game: Playout, k: int, viewer: int | None, rng: random.Random) -> PlayedWorld | None:  # noqa: ARG001 -- all see all
    """The same position, played on with another seed. It will do if all that was drawn is the same.

    Raises:
        NoWorlds: the game hides something.
    """
    rules, made = game.rules, game.first(k)
    if rules.hides:
        raise NoWorlds("This game hides something, and has no `other_world`. Pass one to its Game (docs/new-game.md).")
    for _ in range(_SEEDS):
        seed = rng.randbytes(SEED_BYTES)
        chance, steps = Chance(seed), [Transition(game.states[0], ())]
        for (seat, move), state, events in zip(made, game.states[1:], game.events, strict=False):
            steps.append(rules.apply(rules.with_decider(steps[-1].state, seat), move, chance))
            if steps[-1] != Transition(state, events):
                break
        else:
            return PlayedWorld(seed, made, tuple(steps))
    return None


def replay(rules: Rules, begins: State, seed: bytes, made: tuple[SeatMove, ...]) -> PlayedWorld | None:
    """The world in which a position is followed by these moves. None if one of them is illegal there.

    Args:
        rules: the rules.
        begins: the first position.
        seed: the seed of the draws.
        made: the moves, in order.
    """
    chance = Chance(seed)
    steps: list[Transition] = [Transition(begins, ())]
    for seat, move in made:
        try:
            steps.append(rules.apply(rules.with_decider(steps[-1].state, seat), move, chance))
        except IllegalMove:
            return None
    return PlayedWorld(seed, made, tuple(steps))
