"""Other worlds: games that look the same to one viewer, but differ in what is hidden from that viewer.

The service's responses must be equal in both (docs/design.md, section 6). A game's `worlds.py` builds such a world from a played
game. It states independently what a viewer was shown, without the game's `known`, because that is the code under test.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Protocol

from msgspec import Struct

from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.contract import Event, IllegalMove, Move, Options, Rules, State, Step
from taphouse.engine.game import Game

MOST_MOVES = 5_000
"""The most moves of any game, however it is played."""


class Playout:
    """A complete game, played from a seed: its positions, and the move and events between each two.

    Args:
        rules: the rules.
        options: the options.
        seats: the number of seats.
        seed: the text that the seed is derived from.
        choose: chooses each move from the legal moves.
    """

    def __init__(
        self, rules: Rules, options: Options, seats: int, seed: str, choose: Callable[[list[Move]], Move]
    ) -> None:
        self.rules, self.options, self.seats, self.seed = rules, options, seats, seed
        self.secret = seed_from(seed)
        self.chance = Chance(self.secret)
        self.states: list[State] = [rules.new(options, seats, self.chance)]
        self.moves: list[Move] = []
        self.events: list[tuple[Event, ...]] = []
        while legal := list(rules.moves(self.states[-1])):
            if len(self.moves) == MOST_MOVES:
                raise RuntimeError(f"seed {seed!r}, {seats} seats, {options}: no end after {MOST_MOVES} moves")
            move = choose(legal)
            step = rules.apply(self.states[-1], move, self.chance)
            self.states.append(step.state)
            self.moves.append(move)
            self.events.append(step.events)


class PlayedWorld(Struct, frozen=True):
    """The beginning of a game: its seed, its first position, and the result of each move."""

    seed: bytes
    steps: tuple[Step, ...]


class OtherWorld(Protocol):
    """The `other_world` that a game's `worlds.py` exports."""

    def __call__(self, game: Playout, k: int, viewer: int | None, rng: random.Random) -> PlayedWorld | None:
        """Another world, in which the first k moves are legal and show the viewer the same. None if none was found.

        Args:
            game: the game as it was played.
            k: the number of moves.
            viewer: a seat, or None for a spectator.
            rng: chooses the differences.
        """


class NoWorlds(Exception):
    """The game has no `other_world`, or none was found."""


def other_world(game: Game) -> OtherWorld:
    """The `other_world` of a game.

    Raises:
        NoWorlds: the game has none.
    """
    if game.other_world is None:
        raise NoWorlds(f"{game.about.title} has no `other_world`. Pass one to its Game (docs/new-game.md).")
    return game.other_world


def replay(rules: Rules, begins: State, seed: bytes, log: Iterable[Move]) -> PlayedWorld | None:
    """The world in which a position is followed by these moves. None if one of them is illegal there.

    Args:
        rules: the rules.
        begins: the first position.
        seed: the seed of the draws.
        log: the moves, in order.
    """
    chance = Chance(seed)
    steps: list[Step] = [Step(begins, ())]
    for move in log:
        try:
            steps.append(rules.apply(steps[-1].state, move, chance))
        except IllegalMove:
            return None
    return PlayedWorld(seed, tuple(steps))
