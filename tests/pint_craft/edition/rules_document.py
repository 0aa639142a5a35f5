"""The parts of rules.md that tests read, and the cards by their titles."""

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


def number(pattern: str, text: str) -> int:
    """The one number that stands there."""
    (found,) = re.findall(pattern, text)
    return int(found)


CARD = {card.title: card for card in EDITION.cards}
