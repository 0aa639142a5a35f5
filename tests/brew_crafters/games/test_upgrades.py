"""Stored games of Brew Crafters from before sold batches kept their points."""

from __future__ import annotations

import msgspec

from taphouse.engine.brew_crafters.about import GAME
from taphouse.engine.brew_crafters.state import BrewCraftersState
from tests.brew_crafters.build import BOX, RECIPE, RULES, after, at_work


def in_format_1(state: BrewCraftersState) -> list:
    """The state as format 1 stored it: the counts of sold batches after those of brewed ones."""
    stored = msgspec.json.decode(msgspec.json.encode(state))
    for seat, one in enumerate(state.brewers):
        row = stored[12][seat]
        stored[12][seat] = [*row[:7], row[8], list(one.sold), *row[9:]]
    return stored


def test_sold_batches_of_format_1_are_shown_with_the_points_of_their_recipes() -> None:
    players = {1: {"sold": {"ale": 2, "lambic": 1}, "bottled": "stout", "bonus": 3}, 2: {}}
    state = at_work(1, 2, players=players)
    (upgrade,) = GAME.upgrades
    read = msgspec.convert(upgrade.state(in_format_1(state)), BrewCraftersState)
    assert [brewer.sold for brewer in read.brewers] == [brewer.sold for brewer in state.brewers]
    assert RULES.view(read) == RULES.view(state)
    assert [RULES.score(read, seat) for seat in (1, 2)] == [RULES.score(state, seat) for seat in (1, 2)]
    later = RULES.view(after(read, "process")).players[0].shipped
    sold = ["ale", "ale", "lambic", "stout"]
    assert [(one.recipe, one.points) for one in later] == [(name, BOX.beers[RECIPE[name]].points) for name in sold]
