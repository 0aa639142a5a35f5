"""Other worlds: games that went the same way before the eyes of one viewer, with other faces on the cards that he never saw.

What a viewer gets must be the same in both (docs/design.md, section 6). A game's `worlds.py` makes such a world of a game that
was played. It says in words of its own what a viewer was shown, not by the game's `known`, which is what is on trial.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Protocol

from msgspec import Struct

from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.game import Event, Game, IllegalMove, Move, Options, Rules, State, Step

MOST_MOVES = 5_000
"""No game takes longer, however it is played."""


class Playout:
    """A game from its seed: the positions, the moves that lead from each to the next, and their events.

    Args:
        rules: what is played.
        options: the readings of the rules.
        seats: how many play.
        seed: the text that the seed is derived from.
        choose: makes each move, of all legal ones.
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


class World(Struct, frozen=True):
    """A game up to some version: its seed, and its steps, the first one without a move."""

    seed: bytes
    steps: tuple[Step, ...]


class OtherWorld(Protocol):
    """What `worlds.py` of a game exports as `other_world`."""

    def __call__(self, game: Playout, k: int, viewer: int | None, rng: random.Random) -> World | None:
        """Another world, in which the first k moves are legal and show the viewer the same; None where none was found.

        Args:
            game: the game as it went.
            k: the number of moves.
            viewer: a seat; None for a spectator.
            rng: chooses what is different.
        """


class NoWorlds(Exception):
    """The game does not say how its worlds differ, or none was found."""


def other_world(game: Game) -> OtherWorld:
    """How another world of a game is made.

    Raises:
        NoWorlds: the game does not say.
    """
    if game.other_world is None:
        raise NoWorlds(f"{game.about.title} makes no other worlds; give its Game an `other_world` (docs/new-game.md).")
    return game.other_world


def replay(rules: Rules, begins: State, seed: bytes, log: Iterable[Move]) -> World | None:
    """These moves in a world that begins so; None where one of them is illegal there."""
    chance = Chance(seed)
    steps: list[Step] = [Step(begins, ())]
    for move in log:
        try:
            steps.append(rules.apply(steps[-1].state, move, chance))
        except IllegalMove:
            return None
    return World(seed, tuple(steps))
