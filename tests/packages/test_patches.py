"""Patches lead from each position of a game to each other one, as every seat and a spectator see them, in games of every kind."""

from __future__ import annotations

import json
import random
from importlib import import_module
from itertools import pairwise
from typing import Any

import jsonpatch
import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from taphouse.engine import GAMES
from taphouse.engine.contract import Rules, State
from taphouse.engine.editions import packaged
from taphouse.engine.game import Game
from taphouse.engine.worlds import Playout
from taphouse.schema.game_patches import patched
from tests.effort import many

ALL: dict[str, Game] = {**GAMES, "goofspiel": import_module("goofspiel.about").GAME}
PAIRS = 12


def shown(rules: Rules, state: State, seat: int | None) -> Any:
    """The table that a seat sees, as JSON."""
    return msgspec.json.decode(msgspec.json.encode(rules.view(rules.known(state, seat))))


def written(document: Any) -> str:
    return json.dumps(document, sort_keys=True)


@pytest.mark.parametrize("kind", ALL)
@settings(max_examples=many(4))
@given(seed=st.integers(0, 2**32))
def test_a_patch_makes_the_table_before_into_the_table_after(kind: str, seed: int) -> None:
    game, chance = ALL[kind], random.Random(seed)
    rules: Rules = game.rules(packaged(game.edition, game.about.package)[0])
    seats = chance.choice(game.about.seats)
    played = Playout(rules, game.about.options(), seats, str(chance.random()), chance.choice)
    following = [*pairwise(played.states)]
    some = [*chance.choices(following, k=PAIRS), *(chance.choices(played.states, k=2) for _ in range(PAIRS))]
    for viewer in (None, *range(1, seats + 1)):
        for states in some:
            before, after = (shown(rules, state, viewer) for state in states)
            had = written(before)
            patch = msgspec.json.decode(msgspec.json.encode(patched(before, after)))
            assert written(jsonpatch.apply_patch(before, patch)) == written(after)
            assert written(before) == had
            assert {one["op"] for one in patch} <= {"add", "remove", "replace"}


def test_names_with_slashes_and_nulls_are_patched() -> None:
    before, after = {"a/b": 1, "~c": [1, 0], "n": None, "m": 1}, {"a/b": 2, "~c": [0, 1], "n": 0, "": None, "m": None}
    assert written(jsonpatch.apply_patch(before, [*patched(before, after)])) == written(after)
