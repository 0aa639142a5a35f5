"""What an engine move costs: list the legal moves, choose one by chance, apply it, in random games from start to end.

The yardstick is python-chess doing the same. Both are timed in turns, in short rounds, so that a busy machine slows both
alike, and the median of the rounds' ratios is what counts.
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

ROUNDS = 15
MOVES = 3000
"""Moves in a round."""


def measure() -> dict[str, float]:
    """`engine.<kind>.us_per_move` and `engine.<kind>.vs_python_chess` (how many times as fast) for every game."""
    figures = {}
    for kind, game in GAMES.items():
        engine, yardstick = games(game, random.Random(1)), chess_games(random.Random(1))
        _time(engine), _time(yardstick)  # caches warm, both
        rounds = [(_time(engine), _time(yardstick)) for _ in range(ROUNDS)]
        figures[f"engine.{kind}.us_per_move"] = median(ours for ours, _ in rounds) * 1e6
        figures[f"engine.{kind}.vs_python_chess"] = median(theirs / ours for ours, theirs in rounds)
    return figures


def games(game: Game, rng: random.Random) -> Iterator[None]:
    """Random games one after the other, with every number of players in turn; each step is a move."""
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
    """Random games of chess, cut after 80 half-moves, a usual length: later ones only move almost bare kings about."""
    number = rng.random
    while True:
        board = chess.Board()
        while len(board.move_stack) < 80 and (moves := list(board.legal_moves)):
            board.push(moves[int(number() * len(moves))])
            yield


def _time(playing: Iterator[None]) -> float:
    """Seconds a move, over one round."""
    start = perf_counter()
    for _ in islice(playing, MOVES):
        pass
    return (perf_counter() - start) / MOVES
