"""The tables of rules.md about the edition."""

from __future__ import annotations

import re
from importlib.resources import files

from taphouse.engine.editions import Provenance
from taphouse.engine.pint_craft.about import ABOUT
from tests.pint_craft.build import EDITION

RULES_TEXT = files(ABOUT.package).joinpath("rules.md").read_text()
RULEBOOK, RECONSTRUCTED = Provenance.RULEBOOK, Provenance.RECONSTRUCTED


def section(heading: str) -> str:
    """The text below a heading that begins so."""
    found = re.search(rf"^## {re.escape(heading)}[^\n]*\n(.*?)(?=^## |\Z)", RULES_TEXT, re.MULTILINE | re.DOTALL)
    assert found, f"no section {heading}"
    return found[1]


def tables(text: str) -> list[list[dict[str, str]]]:
    """The tables of a text, each row by the heads of its columns."""
    found = []
    for block in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        head, _, *rows = [[cell.strip() for cell in line.strip("|\n ").split("|")] for line in block.splitlines()]
        found.append([dict(zip(head, [*row, ""][: len(head)], strict=True)) for row in rows])
    return found


def rule(id_: str) -> str:
    """The text of a rule."""
    found = re.search(rf"^\| {id_} \| (.*) \| [^|]* \|$", RULES_TEXT, re.MULTILINE)
    assert found, f"no rule {id_}"
    return found[1]


def kind_of(id_: str) -> str:
    """The source of a rule, from the last column."""
    found = re.search(rf"^\| {id_} \| .* \| ([^|]*) \|$", RULES_TEXT, re.MULTILINE)
    assert found
    return found[1]


def slug(title: str) -> str:
    """The name in moves of the card or Recipe with this title."""
    return "-".join(re.findall(r"[a-z0-9]+", title.lower()))


def number(pattern: str, text: str) -> int:
    """The one number that stands there."""
    (found,) = re.findall(pattern, text)
    return int(found)


ORANGE, GREEN = tables(section("Brewery cards"))
CARDS = ORANGE + GREEN

CARD = {card.title: card for card in EDITION.cards}
