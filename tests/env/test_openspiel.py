"""The adapter passes OpenSpiel's own simulation test, and shows each player what the environments show."""

from __future__ import annotations

import random

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install open_spiel")

from taphouse.env import openspiel  # noqa: E402 -- needs OpenSpiel
from taphouse.env.table import GameTable  # noqa: E402

GAMES = ["dank-and-draft", "pint-craft", "brew-crafters"]


@pytest.mark.parametrize("kind", GAMES)
def test_it_passes_the_simulation_test(kind: str) -> None:
    game = pyspiel.load_game("python_taphouse", {"kind": kind, "players": 2})
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_a_game_is_that_of_its_shuffle_and_hides_what_the_environments_hide() -> None:
    game = pyspiel.load_game("python_taphouse(kind=pint-craft,players=3)")
    table, rng = GameTable("pint-craft", 3), random.Random(1)
    state, again = game.new_initial_state(), game.new_initial_state()
    assert len(state.chance_outcomes()) == openspiel.SHUFFLES
    for one in (state, again):
        one.apply_action(7)
    observer = game.make_py_observer()
    for _ in range(30):
        action = rng.choice(state.legal_actions())
        copy = state.clone()
        state.apply_action(action)
        again.apply_action(action)
        copy.apply_action(action)
        assert str(state) == str(again) == str(copy)
        for player in range(3):
            observer.set_from(state, player)
            assert observer.tensor.tolist() == table.observed(state.position.state, player + 1).tolist()
            assert observer.string_from(state, player) != str(state)
    with pytest.raises(ValueError, match="not the number of a legal move"):
        state.position.move(10**9)
