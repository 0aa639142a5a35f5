"""Whole games, played again from their files, are the same to the letter; and every way of ending is among them."""

from __future__ import annotations

import pytest

from tests.conformance.tables import GAMES
from tests.golden import ENDINGS, FOLDER, Ending, path_of, read, table_of, write
from tests.per_game import check_told

ANEW = "if the rules were changed on purpose, write the playthroughs anew: python -m tests.golden"


@pytest.mark.parametrize("ending", ENDINGS, ids=lambda ending: path_of(ending).stem)
def test_a_golden_game_goes_as_ever(ending: Ending):
    text = path_of(ending).read_text()
    table, seed, moves = read(text)
    assert table == table_of(ending)
    try:
        again = write(table, seed, moves)
    except Exception as error:
        pytest.fail(f"{path_of(ending).name} cannot be played any more: {error}; {ANEW}")
    assert again.splitlines() == text.splitlines(), ANEW
    assert f"ended by {ending.reason} " in again


def test_there_is_a_golden_game_for_every_reason_of_every_game():
    what, where = "a way to end for each of its reasons", "ENDINGS in tests/golden/__init__.py"
    check_told((ending.kind for ending in ENDINGS), GAMES, what, where)
    reasons = {(kind, reason.name) for kind, game in GAMES.items() for reason in game.about.reasons}
    assert {(ending.kind, ending.reason) for ending in ENDINGS} == reasons, f"add to ENDINGS; then {ANEW}"
    assert {path.name for path in FOLDER.glob("*.txt")} == {path_of(ending).name for ending in ENDINGS}
