"""The rules take every figure from the edition: they are tested under a second one, in which every figure differs."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from taphouse.engine import GAMES
from taphouse.engine.bots.greedy import GreedyBot
from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.editions import packaged
from tests.conformance.invariants import check_move, check_position, check_step
from tests.conformance.tables import Table, tables
from tests.edition_under_test import SECOND, SWITCH, second_path
from tests.per_game import PerGame

TESTS = Path(__file__).parents[1]
SECOND_TABLES = [
    table
    for kind, game in GAMES.items()
    for table in tables(kind)
    if (table.edition, table.version) == (SECOND, game.newest)
]

UNCHANGED: PerGame[set[str]] = PerGame(
    "the numbers that its second edition cannot change",
    "UNCHANGED in tests/conformance/test_second_editions.py",
    {
        "dank-and-draft": set(),
        "pint-craft": {"totals.titles.value", "totals.recipes.value"},
        "brew-crafters": {
            *(
                f"totals.{name}.value"
                for name in ("recipes", "spaces", "partnerships", "workers", "tracks", "portions")
            ),
            "tiles.brewpub.count.value",
            "tiles.farm.count.value",
        },
    },
)
"""Numbers that both editions have: of entries, which are the same, and of tiles that nobody can have twice."""
WORDING = {"title", "text", "note", "provenance", "name", "first_game"}
"""Fields that may differ besides figures. The names of entries are compared, as they stand for their entries."""
DECK_OF_FACES = "breweries"
"""The section of Dank & Draft that pairs faces; it differs because their counts do."""


def source(kind: str) -> dict[str, Any]:
    """The packaged edition's file."""
    about = GAMES[kind].about
    name = packaged(GAMES[kind].edition, about.package)[0].name
    return tomllib.loads(files(about.package).joinpath(f"editions/{name}.toml").read_text())


def entries(value: Any, at: str = "") -> Iterator[tuple[str, Any]]:
    """Every value of a file, with its place. Entries of a list are told by their names, others by their numbers."""
    if isinstance(value, dict):
        for key, one in value.items():
            yield from entries(one, f"{at}.{key}" if at else key)
    elif isinstance(value, list):
        for i, one in enumerate(value, 1):
            own = one.get("name") or one.get("beer") or one.get("action") if isinstance(one, dict) else None
            yield from entries(one, f"{at}.{own or i}")
    else:
        yield at, value


def figures(table: dict[str, Any]) -> dict[str, int]:
    return {at: value for at, value in entries(table) if type(value) is int}


@pytest.mark.parametrize("kind", GAMES)
def test_every_figure_differs(kind: str) -> None:
    here, there = figures(source(kind)), figures(tomllib.loads(second_path(GAMES[kind]).read_text()))
    same = {at for at, value in here.items() if there[at] == value}
    played_by_all = {at for at in same if at.endswith("players") and here[at] == min(GAMES[kind].about.seats)}
    assert same - played_by_all == UNCHANGED[kind]


@pytest.mark.parametrize("kind", GAMES)
def test_names_and_structure_are_the_same(kind: str) -> None:
    def structure(table: dict[str, Any]) -> dict[str, Any]:
        kept = entries({key: value for key, value in table.items() if key != DECK_OF_FACES})
        return {
            at: type(value) if type(value) is int else value for at, value in kept if not WORDING & {at.split(".")[-1]}
        }

    here, there = source(kind), tomllib.loads(second_path(GAMES[kind]).read_text())
    assert structure(here) == structure(there)
    breweries = [[brewery["name"] for brewery in table.get(DECK_OF_FACES, [])] for table in (here, there)]
    assert breweries[0] == breweries[1]


def rule_tests(kind: str) -> list[str]:
    """The files and folders with the rule tests of a game."""
    return [
        str(path)
        for path in sorted(second_path(GAMES[kind]).parent.iterdir())
        if (path.name.startswith("test_") or (path / "__init__.py").exists())
        and path.stem.removeprefix("test_") != "edition"  # it is about the packaged file
    ]


@pytest.mark.ecosystem
@pytest.mark.parametrize("kind", GAMES)
def test_the_rule_tests_pass_under_it(kind: str) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", "0", "--tb", "short"]
    environment = os.environ | {SWITCH: SECOND}
    done = subprocess.run([*command, *rule_tests(kind)], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("table", SECOND_TABLES, ids=str)
def test_greedy_bots_play_it_to_the_end(table: Table) -> None:
    rules, chance = table.rules, Chance(seed_from("greedy"))
    bot = GreedyBot(table.game, random.Random("greedy"))
    state = rules.new(table.options, table.seats, chance)
    while decision := rules.decision(state):
        check_position(table, state)
        move = bot.choose(rules, rules.known(state, decision.seat), decision.seat)
        check_move(table.kind, move)
        step = rules.apply(state, move, chance)
        check_step(table, state, move, step)
        state = step.state
    check_position(table, state)
