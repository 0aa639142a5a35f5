"""Positions, rules, games and chance can be copied and pickled at any moment, and the copies go on as the same game."""

from __future__ import annotations

import copy
import pickle
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from taphouse.engine import GAMES
from taphouse.engine.chance import BLIND, IN_ORDER, Chance, after_undos, seed_from
from taphouse.engine.editions import packaged
from taphouse.engine.play import opened
from tests.tiny.about import GAME as TINY

COPIES: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda one: pickle.loads(pickle.dumps(one)),  # noqa: S301 -- our own
}
GOES_ON = """
import pickle, sys
from tests.conformance.test_copies import course
pickle.dump(course(*pickle.load(sys.stdin.buffer)), sys.stdout.buffer)
"""


def course(game: Any, rules: Any, state: Any, chance: Chance, steps: int = 30) -> tuple[Any, list[Any]]:
    """The position after some moves by chance, and what they led to; a game that ends is followed by another one."""
    luck, led = random.Random(steps), []
    for _ in range(steps):
        if (seat := rules.decider(state)) is None:
            state = rules.new(game.about.options(), min(game.about.seats), chance)
            continue
        step = rules.apply(state, luck.choice([*rules.moves(rules.known(state, seat))]), chance)
        led.append((step.events, rules.view(rules.known(step.state, seat))))
        state = step.state
    return state, led


def reached(kind: str, seats: int, seed: str, steps: int) -> tuple[Any, Any, Any, Chance]:
    """A game, its rules, a position of it and its draws."""
    rules, options = opened(kind, seats)
    chance = Chance(seed_from(seed))
    state, _ = course(GAMES[kind], rules, rules.new(options, seats, chance), chance, steps)
    return GAMES[kind], rules, state, chance


@pytest.mark.parametrize("kind", GAMES)
@given(data=st.data())
def test_what_is_copied_goes_on_as_the_same_game(kind: str, data: st.DataObject) -> None:
    seats = data.draw(st.sampled_from([*GAMES[kind].about.seats]))
    all_of_it = reached(kind, seats, data.draw(st.text(max_size=3)), data.draw(st.integers(0, 60)))
    expected = course(*all_of_it)
    for how, make in COPIES.items():
        assert course(*make(all_of_it)) == expected, how
        assert course(*map(make, all_of_it)) == expected, how


def test_what_is_pickled_goes_on_in_another_process() -> None:
    for kind in GAMES:
        all_of_it = reached(kind, 2, "elsewhere", 20)
        given = {"cwd": Path(__file__).parents[2], "input": pickle.dumps(all_of_it), "stdout": subprocess.PIPE}
        done = subprocess.run([sys.executable, "-c", GOES_ON], check=True, **given)
        assert pickle.loads(done.stdout) == course(*all_of_it), kind  # noqa: S301 -- our own


@pytest.mark.parametrize("make", COPIES.values(), ids=COPIES)
def test_rules_keep_their_edition_version_and_language(make: Callable[[Any], Any]) -> None:
    game = GAMES["dank-and-draft"]
    (edition, *_) = packaged(game.edition, game.about.package)
    assert make(edition) == edition
    for language in ("en", "de"):
        rules = game.rules(edition, 1, language)
        assert make(rules) is rules
    assert make(game) is game


@pytest.mark.parametrize("make", COPIES.values(), ids=COPIES)
def test_every_kind_of_chance_draws_the_same(make: Callable[[Any], Any]) -> None:
    fair = Chance(seed_from("x"))
    for chance in (fair, after_undos(fair, 2), BLIND, IN_ORDER):
        again = make(chance)
        assert [again.order(n, 6) for n in range(9)] == [chance.order(n, 6) for n in range(9)]
        assert type(again) is type(chance)


def test_a_game_that_is_not_installed_is_copied_but_not_pickled() -> None:
    assert copy.copy(TINY) is copy.deepcopy(TINY) is TINY
    with pytest.raises(pickle.PicklingError, match="only installed games can be pickled"):
        pickle.dumps(TINY)
