"""Measures a move in the engine: list the legal moves, choose a random one, apply it, in complete random games.

The baselines are python-chess and OpenSpiel's gin rummy, which is in C++, doing the same. All are timed
alternately in short rounds, so that load on the machine affects all alike; the results are the medians of the rounds' ratios.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import islice
from statistics import median
from time import perf_counter

import chess
import pyspiel

from taphouse.engine import GAMES
from taphouse.engine.chance import Chance
from taphouse.engine.editions import packaged
from taphouse.engine.game import Game

ROUNDS = 9
MOVES = 3000
"""Moves per round."""


def measure() -> dict[str, float]:
    """For each kind of game `engine.<kind>.us_per_move`, and `.vs_python_chess` and `.vs_openspiel`, the ratios of speeds."""
    figures = {}
    baselines = {"python_chess": chess_games, "openspiel": gin_rummy_games}
    for kind, game in GAMES.items():
        playing = {name: baseline(random.Random(1)) for name, baseline in baselines.items()}
        playing["ours"] = games(game, random.Random(1))
        for each in playing.values():
            seconds_per_move(each, MOVES)  # to warm the caches
        rounds = [{name: seconds_per_move(each, MOVES) for name, each in playing.items()} for _ in range(ROUNDS)]
        figures[f"engine.{kind}.us_per_move"] = median(took["ours"] for took in rounds) * 1e6
        for name in baselines:
            figures[f"engine.{kind}.vs_{name}"] = median(took[name] / took["ours"] for took in rounds)
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


def gin_rummy_games(rng: random.Random) -> Iterator[None]:
    """Play random games of OpenSpiel's gin rummy endlessly. Each draw of a card counts as a move, and is chosen like one."""
    game, number = pyspiel.load_game("gin_rummy"), rng.random
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(number() * len(actions))])
            yield


def seconds_per_move(playing: Iterator[None], moves: int, clock: Callable[[], float] = perf_counter) -> float:
    """Seconds per move by a clock, over one round of so many."""
    start = clock()
    for _ in islice(playing, moves):
        pass
    return (clock() - start) / moves
