"""Moves per second through OpenSpiel's API: our games and those of OpenSpiel, by one loop.

All play random games in turns of a short time of the processor, with an observation of the player who decides and without; the
figures are medians. What chance decides counts as no move.
"""

from __future__ import annotations

import random
from statistics import median
from time import process_time
from typing import Any

import open_spiel.python.games  # noqa: F401 -- registers games
import pyspiel
from open_spiel.python.observation import make_observation

import taphouse.env.openspiel  # noqa: F401 -- registers games
from taphouse.engine import GAMES

OTHERS = (
    *("gin_rummy", "backgammon", "hanabi", "leduc_poker"),
    *("python_kuhn_poker", "python_liars_poker", "python_block_dominoes"),
)
NAMES = {kind: f"python_taphouse(kind={kind})" for kind in GAMES} | {name: name for name in OTHERS}
"""The names by which OpenSpiel loads games."""
ROUNDS, SECONDS = 3, 0.5


def measure() -> dict[str, float]:
    """`spiel.<game>.per_second` of each game, and with observations `spiel.<game>.observed_per_second`."""
    ways = {"per_second": False, "observed_per_second": True}
    speeds = [
        {
            f"spiel.{name}.{way}": moves_per_second(loaded, observing=ways[way])
            for name, loaded in NAMES.items()
            for way in ways
        }
        for _ in range(ROUNDS)
    ]
    return {figure: median(one[figure] for one in speeds) for figure in speeds[0]}


def moves_per_second(name: str, *, observing: bool) -> float:
    """Play whole random games for some seconds."""
    game, rng, moves = pyspiel.load_game(name), random.Random(1), 0
    observation: Any = make_observation(game) if observing else None
    start = process_time()
    while (took := process_time() - start) < SECONDS:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, chances)[0])
                continue
            if observing:
                observation.set_from(state, state.current_player())
            actions = state.legal_actions()
            state.apply_action(actions[int(rng.random() * len(actions))])
            moves += 1
    return moves / took
