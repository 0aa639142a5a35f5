"""The packaged edition with changes."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import pytest

from bench.harness.changed_editions import Remade
from taphouse.engine.brew_crafters.about import ABOUT, GAME
from taphouse.engine.brew_crafters.edition import BrewCraftersEdition
from taphouse.engine.brew_crafters.rules import BrewCraftersRules
from taphouse.engine.brew_crafters.state import BrewCraftersState
from taphouse.engine.chance import BLIND
from taphouse.engine.editions import EditionError, load
from taphouse.engine.notation import parse
from tests.brew_crafters.build import EDITION

SOURCE = files(ABOUT.package).joinpath("editions/reconstructed.toml").read_text()


def changed(old: str, new: str) -> bytes:
    """The packaged edition with the first place of a text replaced."""
    assert old in SOURCE
    return SOURCE.replace(old, new, 1).encode()


remade = Remade(SOURCE)
TABLE = remade.table


PLACE = {
    (part, row["name"]): i for part, rows_ in TABLE.items() if isinstance(rows_, list) for i, row in enumerate(rows_)
}


def with_(part: str, name: str, /, **fields: Any) -> bytes:
    """The packaged edition with fields of a component changed, or left out where they are None."""

    def change(table: dict[str, Any]) -> None:
        row = table[part][PLACE[part, name]]
        row |= fields
        for key in [key for key, value in row.items() if value is None]:
            del row[key]

    return remade(change)


def set_(part: str, name: str, value: object) -> bytes:
    """The packaged edition with another total or figure."""
    return remade(lambda table: table[part][name].update(value=value))


def at(part: str, name: str, *fields: str) -> str:
    """The name of a component's field in an error."""
    return ".".join((part, name, *fields))


def figure(value: Any) -> dict[str, Any]:
    """A figure of one's own."""
    return {"value": value, "provenance": "inferred"}


def effect(name: str, **parameters: Any) -> dict[str, Any]:
    """An effect of one's own."""
    return {"effect": name, **parameters, "provenance": "inferred"}


def side(*effects: dict[str, Any], name: str = "mine") -> dict[str, Any]:
    """A side of a space of one's own."""
    return {"name": name, "title": "Mine", "text": "Mine.", "effects": [*effects]}


def worker_like(**fields: Any) -> dict[str, Any]:
    """A worker of one's own."""
    about = {"name": "cooper", "title": "Cooper", "text": "Mine.", "cost": figure(1), "provenance": "inferred"}
    return about | {"effects": [effect("store", amount=3)]} | fields


def recipes_but(**changes: Any) -> bytes:
    """The packaged edition with fields of recipes changed, by their names with underscores."""

    def change(table: dict[str, Any]) -> None:
        for name, fields in changes.items():
            table["recipes"][PLACE["recipes", name.replace("_", "-")]] |= fields

    return remade(change)


def refused(source: bytes) -> EditionError:
    """The refusal of an edition."""
    with pytest.raises(EditionError) as caught:
        load(BrewCraftersEdition, source, "mine.toml")
    error = caught.value
    assert error.file == "mine.toml"
    assert str(error) == f"mine.toml: {error.entry}: {error.reason}"
    return error


LEAST = {"loan": 1, "market_tokens": 1, "skilled_workers": 1, "advanced_per_style": 1, "storage": 1}
MOST = {"market_tokens": 5, "advanced_per_style": 5, "skilled_workers": 30}
PER_STYLE, IN_GAME = EDITION.figures.advanced_per_style.value, EDITION.figures.skilled_workers.value

SPARED = next(worker.name for worker in EDITION.workers if not worker.first_game)
ONE_MALT, ONE_GIVEN = {"malt": 1}, {"malt": 1, "provenance": "inferred"}
SPRING = ["spring"]
AT_START = EDITION.figures.starting_malt.value + EDITION.figures.starting_hops.value
MOST_EFFECTS, MOST_CHOSEN = 6, 9

(FARM,) = (effect for effect in TABLE["tiles"][PLACE["tiles", "farm"]]["effects"])


def rules_of(source: bytes) -> BrewCraftersRules:
    """The rules under an edition of one's own."""
    made: BrewCraftersRules = GAME.rules(load(BrewCraftersEdition, source, "mine.toml"))
    return made


def done(rules: BrewCraftersRules, state: BrewCraftersState, *lines: str) -> BrewCraftersState:
    """The position after these moves, by these rules."""
    for line in lines:
        state = rules.apply(state, parse(line, GAME.verbs), BLIND).state
    return state
