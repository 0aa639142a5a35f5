"""The packaged edition with changes."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import pytest

from bench.harness.changed_editions import Remade
from taphouse.engine.editions import EditionError, load
from taphouse.engine.pint_craft.about import ABOUT
from taphouse.engine.pint_craft.cards import PintCraftEdition
from tests.pint_craft.build import EDITION

SOURCE = files(ABOUT.package).joinpath("editions/reconstructed.toml").read_text()


def changed(*pairs: tuple[str, str]) -> bytes:
    """The packaged edition with the first place of each text replaced."""
    text = SOURCE
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new, 1)
    return text.encode()


remade = Remade(SOURCE)
TABLE = remade.table


ROWS = {(rows, row["name"]): i for rows in ("cards", "recipes") for i, row in enumerate(TABLE[rows])}


def card(name: str, /, **fields: Any) -> bytes:
    """The packaged edition with fields of a card changed, or left out where they are None."""
    return _with("cards", name, fields)


def recipe(name: str, /, **fields: Any) -> bytes:
    """The packaged edition with fields of a Recipe changed, or left out where they are None."""
    return _with("recipes", name, fields)


def _with(rows: str, name: str, fields: dict[str, Any]) -> bytes:
    def change(table: dict[str, Any]) -> None:
        row = table[rows][ROWS[rows, name]]
        row |= fields
        for key in [key for key, value in row.items() if value is None]:
            del row[key]

    return remade(change)


def tokens(name: str, count: int) -> bytes:
    """The packaged edition with so many tokens of an ingredient."""

    def change(table: dict[str, Any]) -> None:
        table["tokens"][name]["value"] = count
        table["totals"]["tokens"]["value"] = sum(one["value"] for one in table["tokens"].values())

    return remade(change)


FIRST = EDITION.recipes[0]
HOPPIEST = max(EDITION.recipes, key=lambda one: one.cost.hops)
FRUITY = next(one for one in EDITION.recipes if one.cost.adjuncts)


def at(rows: str, name: str, *fields: str) -> str:
    """The name of a card's or Recipe's field in an error."""
    return ".".join((rows, name, *fields))


def refused(source: bytes) -> EditionError:
    """The refusal of an edition."""
    with pytest.raises(EditionError) as caught:
        load(PintCraftEdition, source, "mine.toml")
    error = caught.value
    assert error.file == "mine.toml"
    assert str(error) == f"mine.toml: {error.entry}: {error.reason}"
    return error


def figure(value: Any) -> dict[str, Any]:
    """A figure of one's own."""
    return {"value": value, "provenance": "inferred"}


def effect(name: str, **parameters: Any) -> dict[str, Any]:
    """An effect of one's own."""
    return {"effect": name, **parameters, "provenance": "inferred"}
