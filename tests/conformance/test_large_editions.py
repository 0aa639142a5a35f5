"""Under the largest editions that are accepted, a page of legal moves costs what it shows."""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable
from itertools import islice
from types import FrameType

import pytest

from bench.harness.large_editions import largest
from taphouse.engine import GAMES
from taphouse.engine.brew_crafters import edition as brew_crafters
from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.dank_and_draft import cards as dank_and_draft
from taphouse.engine.pint_craft import cards as pint_craft

MOST_CALLS = 1_500
"""The most calls of Python functions to find whether and how a first move is legal: about half of what 23 points pay for."""


MOST: dict[str, int] = {
    "dank-and-draft": dank_and_draft.MOST_MOVES,
    "pint-craft": pint_craft.MOST_MOVES,
    "brew-crafters": brew_crafters.MOST_MOVES,
}


def calls(function: Callable[[], object]) -> int:
    """The number of calls of Python functions, and of generators' steps, in a call."""
    counted = Counter[str]()

    def note(_frame: FrameType, event: str, _arg: object) -> None:
        counted[event] += 1

    sys.setprofile(note)
    try:
        function()
    finally:
        sys.setprofile(None)
    return counted["call"]


@pytest.mark.parametrize("kind", MOST)
@pytest.mark.parametrize("seed", range(4))
def test_the_first_move_of_every_decision_is_found_without_the_others(kind: str, seed: int) -> None:
    game, rng, chance = GAMES[kind], random.Random(seed), Chance(seed_from(str(seed)))
    rules, seats = game.rules(largest(kind)), game.about.seats[0]
    state, sizes = rules.new(game.about.options(), seats, chance), Counter[str]()
    for _ in range(150):
        decision = rules.decision(state)
        if decision is None:
            break
        at = state
        assert calls(lambda at=at: next(rules.moves(rules.known(at, decision.seat)))) < MOST_CALLS, decision.task  # noqa: B023
        assert calls(lambda at=at: rules.decision(at)) < MOST_CALLS, decision.task
        moves = list(islice(rules.moves(state), MOST[kind] + 1))
        assert len(moves) <= MOST[kind]
        sizes[decision.task] = max(sizes[decision.task], len(moves))
        state = rules.apply(state, rng.choice(moves), chance).state
    assert sum(sizes.values()) > 20
