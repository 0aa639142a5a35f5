"""The fuzzer writes down what it finds, so that it can be played again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from taphouse.engine.chance import Chance
from taphouse.engine.contract import Transition
from taphouse.engine.game import Game
from taphouse.lab.game_tests import fuzz
from tests.conformance.tables import GAMES
from tests.tiny.rules import CaskRaceRules


class LosesDeclinedGifts(CaskRaceRules):
    """A gift that is not accepted goes nowhere."""

    def _answer(self, state: Any, move: Any, giver: int, card: int) -> Transition:
        step = super()._answer(state, move, giver, card)
        return step if move.accept else Transition(replace(step.state, discards=state.discards), step.events)


class RaisesOnSpice(CaskRaceRules):
    def _brew(self, state: Any, move: Any) -> Transition:
        return super()._brew(state, move) if move.spice is None else self._figures.no_such_figure


class CannotBegin(CaskRaceRules):
    def new(self, options: Any, seats: int, chance: Chance) -> Any:
        raise ZeroDivisionError("no table")


@pytest.mark.parametrize(
    ("broken", "error", "last"),
    [
        (LosesDeclinedGifts, "AssertionError: answer no makes something, or loses it", "answer no"),
        (RaisesOnSpice, "AttributeError: 'Figures' object has no attribute 'no_such_figure'", "brew "),
        (CannotBegin, "ZeroDivisionError: no table", None),
    ],
)
def test_a_planted_bug_is_found_written_down_and_played_again(
    broken: Any,
    error: str,
    last: str | None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    sound = GAMES["cask-race"]
    monkeypatch.setitem(GAMES, "cask-race", Game(sound.about, sound.edition, broken, fixes=sound.fixes))
    assert fuzz.main(["--games", "30", "--kind", "cask-race", "--into", str(tmp_path)]) == 1
    assert error in capsys.readouterr().out

    path = min(tmp_path.glob("*.json"))
    crash = json.loads(path.read_text())
    assert crash["error"] == error
    assert {*crash} >= {"kind", "edition", "options", "seats", "seed", "moves"}
    assert last is None or crash["moves"][-1].startswith(last)

    assert fuzz.main(["--load", str(path)]) == 1
    assert error in capsys.readouterr().out

    pressed = []
    monkeypatch.setattr("builtins.input", pressed.append)
    assert fuzz.main(["--load", str(path), "--step"]) == 1
    assert len(pressed) == len(crash["moves"])

    monkeypatch.setitem(GAMES, "cask-race", sound)
    assert fuzz.main(["--load", str(path)]) == 0
    assert "nothing broke" in capsys.readouterr().out
