"""The rules of rules.md, by their ids."""

from __future__ import annotations

import re
from importlib.resources import files

from taphouse.engine.brew_crafters.about import ABOUT

RULES_TEXT = files(ABOUT.package).joinpath("rules.md").read_text()


def rule(id_: str) -> str:
    """The text of a rule."""
    found = re.search(rf"^\| {id_} \| (.*) \| [^|]* \|$", RULES_TEXT, re.MULTILINE)
    assert found, f"no rule {id_}"
    return found[1].replace("*", "")


def kind_of(id_: str) -> str:
    """The source of a rule, from its last column."""
    found = re.search(rf"^\| {id_} \| .* \| ([^|]*) \|$", RULES_TEXT, re.MULTILINE)
    assert found, f"no rule {id_}"
    return found[1]


def number(pattern: str, text: str) -> int:
    """The one number that stands there."""
    (found,) = re.findall(pattern, text)
    return int(found)
