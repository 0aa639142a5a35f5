"""Games that hide nothing, and draw between decisions."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from taphouse.client import Client as PythonClient
from taphouse.client.errors import Refused
from taphouse.engine.chance import BLIND, Chance, seed_from
from taphouse.engine.editions import packaged
from taphouse.engine.game import Game
from taphouse.engine.records import text
from taphouse.engine.records.replaying import verify
from taphouse.lab.game_tests import invariants, tables
from taphouse.lab.game_tests.suite.test_conformance import walk
from taphouse.lab.game_tests.suite.test_messages import test_a_viewer_reads_the_same_in_two_worlds as same_sentences
from taphouse.lab.game_tests.suite.test_observations import (
    test_what_a_seat_is_shown_differently_does_not_look_alike_to_learners as not_alike,
)
from taphouse.lab.memory_store import MemoryStore
from tests.api.conftest import http
from tests.api.server import Server
from tests.rolling.about import ABOUT, GAME, Hold, PigRules, PigState, Roll
from tests.tiny.installed import install

EDITION = packaged(GAME.edition, ABOUT.package)[0]
RULES: Any = GAME.rules(EDITION)


@pytest.fixture
def pig(monkeypatch: pytest.MonkeyPatch) -> str:
    """Pig, among the games that the suite tests."""
    monkeypatch.setitem(tables.GAMES, ABOUT.kind, GAME)
    return ABOUT.kind


def test_a_dice_game_passes_the_suite(pig: str) -> None:
    for table in tables.tables(pig):
        for seed in "12":
            walk(tables.playout(table, seed), random.Random(seed), 2)
    same_sentences(pig)
    not_alike(pig)


def test_a_roll_that_is_not_known_ends_a_preview() -> None:
    state = PigState((0, 0))
    preview = RULES.apply(state, Roll(), BLIND).state
    assert (RULES.decision(preview), RULES.outcome(preview), [*RULES.moves(preview)]) == (None, None, [])
    assert RULES.decision(RULES.apply(state, Hold(), BLIND).state).seat == 2


class Certain(PigRules):
    """Rules that take the roll of a preview for one that goes on."""

    def decision(self, state: PigState) -> Any:
        """The same seat decides."""
        return super().decision(PigState(state.scores, state.seat, turns=state.turns))


def test_a_preview_that_takes_a_roll_for_granted_is_found(pig: str, monkeypatch: pytest.MonkeyPatch) -> None:
    certain = Game(ABOUT, GAME.edition, Certain)
    monkeypatch.setitem(tables.GAMES, pig, certain)
    game = tables.playout(tables.tables(pig)[0], "certain")
    with pytest.raises(AssertionError, match="leads to another decision; where what follows is not known"):
        walk(game, random.Random(1), 2)


def test_rolls_are_even_and_count_their_draws() -> None:
    rolls = [RULES.rolled(PigState((0, 0), draws=n), Chance(seed_from("even")), 2) for n in range(0, 1200, 2)]
    faces = [face for roll in rolls for face in roll]
    assert all(150 < faces.count(face) < 250 for face in range(1, 7))
    assert RULES.rolled(PigState((0, 0)), BLIND, 2) is None


def test_a_roll_is_told_and_is_not_taken_back() -> None:
    with (
        Server(store=MemoryStore(), games={ABOUT.kind: GAME}) as server,
        http(server) as web,
        PythonClient(str(web.base_url), games={ABOUT.kind: GAME}) as client,
    ):
        made = client.create(ABOUT.kind, ["Ann", "Ben"], seed="rolled")
        seat = made.seats[0]
        at = f"/v1/games/{made.game_id}"
        given = {"authorization": f"Bearer {seat.token}"}
        preview = web.post(f"{at}/moves/preview", json={"moves": [{"notation": "roll"}]}, headers=given).json()
        assert (preview["tellsNews"], preview["decision"], preview["table"]["seat"]) == (True, None, None)
        client.move(seat, "roll")
        entry = web.get(f"{at}/events").json()["entries"][-1]
        first, second = entry["events"][0]["dice"]
        assert entry["sentences"] == [f"The dice show {first} and {second}."]
        with pytest.raises(Refused):
            client.undo(seat)
        client.play(made, lambda table: table.moves[table.version % 2])
        record = text.parse(web.get(f"{at}/record").text).record
        verified, shown = verify(record, GAME, EDITION).outcome, client.look(seat).outcome
        assert verified is not None
        assert shown is not None
        assert verified.standings == shown.standings


def test_openspiel_has_the_rolls_as_chance_nodes_of_a_perfect_information_game(monkeypatch: pytest.MonkeyPatch) -> None:
    pyspiel: Any = pytest.importorskip("pyspiel")
    pytest.importorskip("taphouse.env.openspiel")
    from open_spiel.python.algorithms import mcts, minimax

    game = pyspiel.load_game(f"python_taphouse(kind={install(monkeypatch, GAME)})")
    kind = game.get_type()
    assert kind.information == pyspiel.GameType.Information.PERFECT_INFORMATION
    assert kind.chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
    state = game.new_initial_state()
    hold, roll = [state.action_to_string(0, action) for action in state.legal_actions()], state.legal_actions()[1]
    assert hold == ["hold", "roll"]
    state.apply_action(roll)
    for _ in range(2):
        assert state.is_chance_node()
        assert state.chance_outcomes() == [(face, pytest.approx(1 / 6)) for face in range(6)]
        state.apply_action(5)
    assert (state.current_player(), state.position.state.dice) == (0, (6, 6))
    value, best = minimax.expectiminimax(state, 2, lambda one: one.position.state.scores[0] / 20, 0)
    assert (value, state.action_to_string(0, best)) == (pytest.approx(24 / 36), "roll"), (
        "and then hold, if there is no 1"
    )
    luck = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 1, 20, mcts.RandomRolloutEvaluator(1, luck), random_state=luck)
    assert bot.step(state) in state.legal_actions()


class NotTheBase:
    """No game derives from it."""


def test_a_game_that_draws_derives_from_the_base_for_it(pig: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(invariants, "RollingRules", NotTheBase)
    with pytest.raises(AssertionError, match="derive the rules from RollingRules"):
        walk(tables.playout(tables.tables(pig)[0], "drawing"), random.Random(1), 2)
