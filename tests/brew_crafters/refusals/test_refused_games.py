"""Every way in which a game with named recipes or workers is refused."""

from __future__ import annotations

import re

import pytest

from taphouse.engine.brew_crafters.moves import BrewCraftersOptions, Selection
from taphouse.engine.chance import Chance, seed_from
from tests.brew_crafters.build import BOX, RULES, WORKER, said
from tests.brew_crafters.refusals.positions import GOOD_RECIPES, GOOD_WORKERS
from tests.brew_crafters.refusals.refused import NAMED


@pytest.mark.parametrize("what", NAMED)
def test_a_game_with_bad_names_is_refused_and_not_set_up(what: str) -> None:
    given, seats, rule, sentence = NAMED[what]
    options = BrewCraftersOptions(**given)
    refused = RULES.why_not_new(options, seats)
    assert refused is not None
    assert refused.rule == rule
    assert said(refused).startswith(sentence)
    with pytest.raises(ValueError, match=f"^{re.escape(RULES.explained(refused))}$"):
        RULES.new(options, seats, Chance(seed_from("bad names")))


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_game_with_good_names_has_these_and_the_basic_recipes(seats: int) -> None:
    alone = seats < BOX.workers[WORKER["festival-host"]].players
    workers = GOOD_WORKERS if alone else (*GOOD_WORKERS[1:], "festival-host")
    options = BrewCraftersOptions(
        named_recipes=GOOD_RECIPES[::-1],
        named_workers=workers[::-1],
        recipes=Selection.RANDOM,
        workers=Selection.RANDOM,
    )
    assert RULES.why_not_new(options, seats) is None
    state = RULES.new(options, seats, Chance(seed_from("good names")))
    assert {BOX.beers[code].name for code in state.recipes} == {*GOOD_RECIPES, "ale", "porter", "stout"}
    assert {BOX.workers[code].name for code in state.workers} == {*workers}
    assert RULES.why_not_new(BrewCraftersOptions(), seats) is None
