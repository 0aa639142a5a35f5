"""Searches from fixed positions, and prints figures by kind as JSON. It runs alone, on whichever checkout `PYTHONPATH` names."""

from __future__ import annotations

import json
import random
import resource
import sys
from collections.abc import Iterator
from statistics import median
from time import process_time
from typing import Any

from taphouse.engine import GAMES
from taphouse.engine.bots import STRENGTHS, SearchBot
from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.contract import Rules
from taphouse.engine.editions import packaged
from taphouse.engine.game import Game

DECISIONS, ITERATIONS = map(int, sys.argv[1:])
"""The decisions of a kind, from as many games, and the iterations for each."""


def positions(game: Game, rules: Rules) -> Iterator[tuple[Any, int]]:
    """For the last real choice of each of some random games, cut short: what the seat knows, and the seat."""
    for number in range(DECISIONS):
        rng, chance = random.Random(number), Chance(seed_from(f"thinking {number}"))
        state = rules.new(game.about.options(), game.about.seats[0], chance)
        known, seat = None, 0
        for _ in range(5 + 6 * number):
            if not (moves := list(rules.moves(state))):
                break
            if len(moves) > 2:
                seat = rules.decider(state) or 0
                known = rules.known(state, seat)
            state = rules.apply(state, rng.choice(moves), chance).state
        yield known, seat


def figures() -> dict[str, float]:
    """Iterations per second of CPU and the median CPU of a decision of SEARCH_QUICK by kind, and the memory of all."""
    found: dict[str, float] = {}
    for kind, game in GAMES.items():
        rules = game.rules(packaged(game.edition, game.about.package)[0])
        quick, took = [], 0.0
        for known, seat in positions(game, rules):
            for iterations in (STRENGTHS["search-quick"], ITERATIONS):
                begins = process_time()
                SearchBot(game, random.Random(1), iterations).consider(rules, known, seat)
                took = took + process_time() - begins if iterations == ITERATIONS else took
                if iterations != ITERATIONS:
                    quick.append(process_time() - begins)
        found[f"{kind}.iterations_per_s"] = DECISIONS * ITERATIONS / took
        found[f"{kind}.quick_p50_ms"] = median(quick) * 1000
    found["memory_mib"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return found


if __name__ == "__main__":
    print(json.dumps(figures()))
