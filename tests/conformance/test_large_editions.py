"""Under the largest editions that are accepted, a page of legal moves costs what it shows."""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable
from itertools import islice
from types import FrameType
from typing import Any

import pytest

from taphouse.engine import GAMES
from taphouse.engine.brew_crafters import edition as brew_crafters
from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.dank_and_draft import cards as dank_and_draft
from taphouse.engine.editions import load, packaged
from taphouse.engine.pint_craft import cards as pint_craft
from tests.changed_editions import Remade

MOST_CALLS = 1_500
"""The most calls of Python functions to find whether and how a first move is legal: about half of what 23 points pay for."""


def large_hands(table: dict[str, Any]) -> None:
    figures = {"starting_hand": 29, "hand_limit": 20, "most_spoiled": 30, "most_stocked_up": 9}
    for name, value in figures.items():
        table["figures"][name]["value"] = value
    for brewery in table["breweries"]:
        brewery["cards"] *= 2
    for row in (*table["types"], *table["actions"]):
        row["count"] *= 2


def many_tokens(table: dict[str, Any]) -> None:
    for name, count in {"base_malt": 10_000, "specialty_malt": 33, "hops": 33, "adjuncts": 33}.items():
        table["tokens"][name]["value"] = count
    table["totals"]["tokens"]["value"] = 10_099
    for card in table["cards"]:
        for effect in card.get("effects", ()):
            if effect["effect"] in ("choose", "others-give", "another-loses"):
                effect["amount"] = 99


def many_hops(table: dict[str, Any]) -> None:
    for tile in table["tiles"]:
        if tile["name"] == "hops-infuser":
            tile["effects"] = [{"effect": "infuse", "amount": 98, "provenance": "inferred"}]
    table["figures"]["storage"]["value"] = 99
    table["figures"]["starting_hops"]["value"] = 90


LARGE: dict[str, tuple[Callable[[dict[str, Any]], None], int]] = {
    "dank-and-draft": (large_hands, dank_and_draft.MOST_MOVES),
    "pint-craft": (many_tokens, pint_craft.MOST_MOVES),
    "brew-crafters": (many_hops, brew_crafters.MOST_MOVES),
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


@pytest.mark.parametrize("kind", LARGE)
@pytest.mark.parametrize("seed", range(4))
def test_the_first_move_of_every_decision_is_found_without_the_others(kind: str, seed: int) -> None:
    change, most = LARGE[kind]
    game, rng, chance = GAMES[kind], random.Random(seed), Chance(seed_from(str(seed)))
    source = Remade(packaged(game.edition, game.about.package)[0].source.decode())(change)
    rules, seats = game.rules(load(game.edition, source, "mine.toml")), game.about.seats[0]
    state, sizes = rules.new(game.about.options(), seats, chance), Counter[str]()
    for _ in range(150):
        decision = rules.decision(state)
        if decision is None:
            break
        at = state
        assert calls(lambda at=at: next(rules.moves(rules.known(at, decision.seat)))) < MOST_CALLS, decision.task  # noqa: B023
        assert calls(lambda at=at: rules.decision(at)) < MOST_CALLS, decision.task
        moves = list(islice(rules.moves(state), most + 1))
        assert len(moves) <= most
        sizes[decision.task] = max(sizes[decision.task], len(moves))
        state = rules.apply(state, rng.choice(moves), chance).state
    assert sum(sizes.values()) > 20
