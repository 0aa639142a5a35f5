"""Whole games, played again from their files, are the same to the letter; every way of ending is among them; and perft."""

from __future__ import annotations

import pytest

from taphouse.engine.checks import found
from taphouse.engine.resources import in_one_file
from taphouse.lab.game_tests import counts
from taphouse.lab.game_tests.playthroughs import by_resigning, read, table_of, write
from taphouse.lab.game_tests.tables import GAMES, checks

REASONS = [(kind, reason.name) for kind, game in GAMES.items() for reason in game.about.reasons]


def anew(kind: str) -> str:
    """The advice about a file that is missing or differs."""
    return f"If the rules are right, write it anew and read it: taphouse test-game {kind} --write"


def skip_without_files(kind: str) -> None:
    """Skip a test of files that a game in one file does not have yet."""
    if in_one_file(GAMES[kind].about.package) and not found(GAMES[kind]).counts.exists():
        pytest.skip("a game in one file has playthroughs after --write")


@pytest.mark.parametrize(("kind", "reason"), REASONS)
def test_a_golden_game_goes_as_ever(kind: str, reason: str) -> None:
    """A game that was stored goes on under a new release as it began."""
    skip_without_files(kind)
    path = found(GAMES[kind]).playthrough(reason)
    if reason in by_resigning(kind) and not path.exists():
        pytest.skip("resignations end a game so")
    assert path.exists(), f"No golden game ends by {reason}: {path} is missing. {anew(kind)}"
    text = path.read_text(encoding="utf-8")
    table, seed, moves = read(text)
    ending = checks(kind).endings.get(reason)
    assert ending is None or table == table_of(kind, ending), f"{path} is another game than CHECKS says. {anew(kind)}"
    try:
        again = write(table, seed, moves)
    except Exception as error:
        pytest.fail(f"{path} cannot be played any more: {error}. {anew(kind)}")
    assert again.splitlines() == text.splitlines(), anew(kind)
    assert f"ended by {reason} " in again, f"{path} does not end by {reason}. {anew(kind)}"


@pytest.mark.parametrize("kind", GAMES)
def test_each_golden_game_is_that_of_a_reason(kind: str) -> None:
    """A playthrough that belongs to no ending tests nothing."""
    names = {reason.name for reason in GAMES[kind].about.reasons}
    others = {path.stem for path in found(GAMES[kind]).playthrough("").parent.glob("*.txt")} - names
    assert not others, f"No game ends by {', '.join(sorted(others))}: delete these golden games."
    unknown = checks(kind).endings.keys() - names
    assert not unknown, f"`endings` of CHECKS names what is no reason of ending: {', '.join(sorted(unknown))}"


@pytest.mark.parametrize("kind", GAMES)
def test_the_number_of_move_sequences_is_as_ever(kind: str) -> None:
    """A change of any rule changes some of these counts, so no rule changes by mistake."""
    skip_without_files(kind)
    path = found(GAMES[kind]).counts
    assert path.exists(), f"No moves are counted: {path} is missing. {anew(kind)}"
    rows = [*counts.read(path.read_text(encoding="utf-8"))]
    assert rows, f"{path} has no rows. {anew(kind)}"
    for row in rows:
        now = counts.counted(kind, row)
        assert now == row, f"{path} says '{row}', and now it is '{now}'. {anew(kind)}"
