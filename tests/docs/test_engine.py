"""docs/engine.md: its code runs, and a game in one call is what it says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from taphouse.engine import GAMES
from taphouse.engine.play import WIDTH, play, text
from tests.docs.test_guides import blocks

ROOT = Path(__file__).parents[2]


def test_the_code_of_engine_md_runs(capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, Any] = {}
    for block in blocks((ROOT / "docs" / "engine.md").read_text(), "python"):
        exec(compile(block, "docs/engine.md", "exec"), names)  # noqa: S102 -- our own document
    said = capsys.readouterr().out
    assert "draft row-1" in said
    assert "The draft of this turn is done" in said
    assert len(names["seen"]) == 12


@pytest.mark.parametrize("kind", GAMES)
def test_a_position_is_text_that_can_be_read(kind: str) -> None:
    seats = GAMES[kind].about.seats[-1]
    game = play(kind, ["random"] * seats, "text")
    assert game == play(kind, ["random"] * seats, "text")
    for state in game.states[:: len(game.states) // 7]:
        shown = text(game.rules, state, 1)
        lines = shown.splitlines()
        assert len(lines) < 700
        assert sum(len(line) > WIDTH for line in lines) < len(lines) / 4, shown
        assert "{" not in shown
        assert text(game.rules, game.rules.known(state, 1), 2) == shown or game.rules.known(state, 1) is state


def test_what_cannot_be_played_is_refused_with_what_can() -> None:
    with pytest.raises(ValueError, match="the kinds are dank-and-draft"):
        play("chess", ["random"] * 2, "")
    with pytest.raises(ValueError, match="2 to 4 seats, not 5"):
        play("dank-and-draft", ["random"] * 5, "")
    with pytest.raises(ValueError, match="the bots are random, greedy"):
        play("dank-and-draft", ["random", "rnadom"], "")
