"""A game that the suite's lists do not know is an error that says what to add, and where."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

from taphouse.engine.game import About, Game
from tests.conformance.tables import GAMES
from tests.edition_under_test import second
from tests.per_game import PerGame, check_told
from tests.tiny.about import GAME as CASK_RACE

ROOT = Path(__file__).parents[2]
LISTS = [
    "tests.conformance.conserved:CONSERVED",
    "tests.conformance.test_second_editions:UNCHANGED",
    "tests.secrecy.test_canaries:CASES",
    "tests.short_games:SHORT",
    "tests.worlds.seen:STILL_TRUE",
]


def named(path: str) -> PerGame[object]:
    module, _, name = path.partition(":")
    return getattr(import_module(module), name)


@pytest.mark.parametrize("path", LISTS)
def test_an_unknown_game_is_told_what_to_add_and_where(path: str) -> None:
    with pytest.raises(LookupError, match=r"^The tests do not know the game skittles: add [a-z].* to \w+ in \S+\.py\."):
        named(path)["skittles"]


@pytest.mark.parametrize("path", LISTS)
def test_the_place_is_where_it_says(path: str) -> None:
    found = re.fullmatch(r"(\w+) in (\S+)", named(path).where)
    assert found
    name, file = found.groups()
    assert f"{file.removesuffix('.py').replace('/', '.')}:{name}" == path
    assert (ROOT / file).is_file()


def test_no_list_of_games_is_a_plain_dict() -> None:
    written = {
        str(path.relative_to(ROOT).with_suffix("")).replace("/", ".")
        for path in (ROOT / "tests").rglob("*.py")
        if "= PerGame(" in path.read_text() and path != Path(__file__)
    }
    assert written == {path.partition(":")[0] for path in LISTS}


def test_a_game_without_a_second_edition_is_told_where_to_put_it() -> None:
    about = {name: getattr(CASK_RACE.about, name) for name in About.__struct_fields__} | {"kind": "skittles"}
    with pytest.raises(LookupError, match=r"skittles: add an edition .* to tests/skittles/second\.toml"):
        second(Game(About(**about), CASK_RACE.edition, dict))


def test_lists_with_several_entries_for_a_game_are_checked_alike() -> None:
    check_told(GAMES, GAMES, "a pair", "PAIRS in tests/pairs.py")
    with pytest.raises(AssertionError, match=r"know the game cask-race: add a pair to PAIRS in tests/pairs\.py"):
        check_told(GAMES.keys() - {"cask-race"}, GAMES, "a pair", "PAIRS in tests/pairs.py")
    with pytest.raises(AssertionError, match=r"PAIRS in tests/pairs\.py tells of games that there are not: skittles"):
        check_told({*GAMES, "skittles"}, GAMES, "a pair", "PAIRS in tests/pairs.py")
