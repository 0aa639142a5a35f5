"""Games with named recipes and workers, and with drawn ones."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from taphouse.engine.brew_crafters.events import BatchBrewed, WorkerHired
from taphouse.engine.brew_crafters.moves import BrewCraftersOptions, Selection
from taphouse.engine.chance import Chance, seed_from
from tests.brew_crafters.build import BOX, RULES, WORKER
from tests.brew_crafters.games.checks import check_all
from tests.brew_crafters.games.shared import FIGURES, play


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_game_with_named_recipes_and_workers_is_played_with_these(seats: int) -> None:
    by_style = [[b.name for b in BOX.beers if b.advanced and b.style == style] for style in range(3)]
    recipes = tuple(name for names in by_style for name in names[-FIGURES.advanced_per_style.value :])
    there = [worker.name for worker in BOX.workers if worker.players <= seats]
    workers = tuple(there[-FIGURES.skilled_workers.value :])
    game = play(seats, f"named {seats}", BrewCraftersOptions(named_recipes=recipes, named_workers=workers))
    check_all(game)
    brewed = {event.recipe for event in game.events if isinstance(event, BatchBrewed)}
    assert brewed <= {*recipes, "ale", "porter", "stout"}
    hired = {event.worker for event in game.events if isinstance(event, WorkerHired)}
    assert hired
    assert hired <= {*workers}


def drawn(seed: str, seats: int = 3) -> tuple[Any, ...]:
    """The draws of a seed, of everything."""
    options = BrewCraftersOptions(recipes=Selection.RANDOM, workers=Selection.RANDOM)
    state = RULES.new(options, seats, Chance(seed_from(seed)))
    return state.recipes, state.workers, state.first


def test_a_seed_draws_recipes_workers_and_the_first_seat_and_the_same_one_the_same() -> None:
    found = [drawn(f"draw {n}") for n in range(60)]
    assert found == [drawn(f"draw {n}") for n in range(60)]
    recipes, workers, first = (set(part) for part in zip(*found, strict=True))
    assert min(len(recipes), len(workers)) > 20
    assert first == {1, 2, 3}
    assert {code for one in recipes for code in one} == {*range(len(BOX.beers))}
    for chosen in recipes:
        styles = Counter((BOX.beers[code].style, BOX.beers[code].advanced) for code in chosen)
        per_style = FIGURES.advanced_per_style.value
        assert styles == {(s, advanced): per_style if advanced else 1 for s in range(3) for advanced in (False, True)}
    host = WORKER["festival-host"]
    assert any(host in one for one in workers) is (BOX.workers[host].players <= 3)
    assert not any(host in drawn(f"draw {n}", 2)[1] for n in range(60)), "not with two players"
