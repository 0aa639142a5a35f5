"""Measures a move in the engine: list the legal moves, choose a random one, apply it, in complete random games.

The baseline is python-chess doing the same. Both are timed alternately in short rounds, so that load on the machine affects
both alike; the result is the median of the rounds' ratios.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from statistics import median
from time import perf_counter

import chess

from taphouse.engine import GAMES
from taphouse.engine.chance import Chance
from taphouse.engine.editions import packaged
from taphouse.engine.game import Game

ROUNDS = 9
MOVES = 3000
"""Moves per round."""


def measure() -> dict[str, float]:
    """`engine.<kind>.us_per_move` and `engine.<kind>.vs_python_chess` (the ratio of speeds) for each kind of game."""
    figures = {}
    for kind, game in GAMES.items():
        engine, baseline = games(game, random.Random(1)), chess_games(random.Random(1))
        _time(engine), _time(baseline)  # to warm the caches
        rounds = [(_time(engine), _time(baseline)) for _ in range(ROUNDS)]
        figures[f"engine.{kind}.us_per_move"] = median(ours for ours, _ in rounds) * 1e6
        figures[f"engine.{kind}.vs_python_chess"] = median(theirs / ours for ours, theirs in rounds)
    return figures


def games(game: Game, rng: random.Random) -> Iterator[None]:
    """Play random games endlessly, with each number of players in turn; yields after each move."""
    rules = game.rules(packaged(game.edition, game.about.package)[0])
    options, number = game.about.options(), rng.random
    while True:
        for seats in game.about.seats:
            chance = Chance(rng.randbytes(32))
            state = rules.new(options, seats, chance)
            while moves := list(rules.moves(state)):
                state = rules.apply(state, moves[int(number() * len(moves))], chance).state
                yield


def chess_games(rng: random.Random) -> Iterator[None]:
    """Play random games of chess endlessly, each cut off after 80 half-moves: later positions have few pieces and moves."""
    number = rng.random
    while True:
        board = chess.Board()
        while len(board.move_stack) < 80 and (moves := list(board.legal_moves)):
            board.push(moves[int(number() * len(moves))])
            yield


def _time(playing: Iterator[None]) -> float:
    """Seconds per move, over one round."""
    start = perf_counter()
    for _ in islice(playing, MOVES):
        pass
    return (perf_counter() - start) / MOVES
