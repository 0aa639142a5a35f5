"""Helpers of the tests of Winter and of the table."""

from __future__ import annotations

from taphouse.engine.brew_crafters.events import CostsPaid
from taphouse.engine.brew_crafters.moves import Phase
from taphouse.engine.brew_crafters.state import Closing, ToEnd
from taphouse.engine.chance import BLIND
from tests.brew_crafters.build import (
    BOX,
    EDITION,
    RULES,
    TILE,
    WORKER,
    into,
    position,
    score,
)

FIGURES = EDITION.figures


BUILDINGS = (FIGURES.storehouse_cost.value, FIGURES.research_lab_cost.value, FIGURES.single_system_cost.value)


START_COSTS = sum(BUILDINGS) + FIGURES.shift_1_cost.value
"""Storehouse, lab, system and a shift (BC-27)."""


LOAN = FIGURES.loan.value
"""The money of a loan (BC-27)."""


LABEL, ROOM = FIGURES.gold_label_points.value, FIGURES.storage.value


EVERY_TILE = " ".join(tile.name for tile in BOX.tiles for _ in range(tile.copies))


EVERY_WORKER = " ".join(WORKER)


CATEGORIES = ["Beer", "Research", "Tasting Room", "Bonus points", "Gold labels", "Loans"]


def does(name):
    """The effect of a tile or a worker; each has one."""
    owned = BOX.tiles[TILE[name]] if name in TILE else BOX.workers[WORKER[name]]
    (act,) = owned.acts
    return act


def cost(name):
    return (BOX.tiles[TILE[name]] if name in TILE else BOX.workers[WORKER[name]]).cost


def last_of_winter(year=1, **words):
    """The last action of a Winter is to be ended."""
    return position(Closing(), ToEnd(1, False, 0), phase=Phase.BREWERY, season="winter", year=year, **words)


def winter(year=1, **words):
    """The result of the end of a Winter."""
    return into("spring", year=year, **words)


def over(**words):
    """The end of the game."""
    return winter(year=3, **words).state


def costs(made):
    return [event for event in made.events if isinstance(event, CostsPaid)]


def points(state, seat):
    """The score of a player by category, now."""
    assert [*score(state, seat)] == CATEGORIES
    return score(state, seat)


def first_moves(state):
    """The positions of a game in which the first legal move is always made, from this one on."""
    while RULES.decision(state) is not None:
        yield state
        state = RULES.apply(state, next(iter(RULES.moves(state))), BLIND).state
    yield state


RICH = {
    "tiles": EVERY_TILE,
    "workers": "accountant brewmaster intern tour-guide",
    "shifts": 3,
    "partnerships": "coffee-roaster",
    "tanks": "lambic stout",
    "bottled": "ale",
    "pub": "imperial-stout",
    "steps": {"business": 4, "flavour": 2},
    "bonus": 3,
    "money": 4,
}


PLAYERS = [
    {},
    {"money": 0},
    {"money": 4},
    {"money": 5},
    {"money": 6, "loans": 1, "shifts": 2},
    {"money": 0, "shifts": 3, "tiles": EVERY_TILE, "loans": 3},
    {"workers": "accountant", "money": 2},
    {"workers": EVERY_WORKER, "money": 7},
    RICH,
    RICH | {"money": 60},
]


def seen(state, seat=1):
    return RULES.view(state).players[seat - 1]
