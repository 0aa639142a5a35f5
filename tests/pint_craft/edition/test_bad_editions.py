"""Refusals of bad editions."""

from __future__ import annotations

import pytest

from taphouse.engine.editions import load
from taphouse.engine.pint_craft.cards import PintCraftEdition
from tests.pint_craft.build import EDITION
from tests.pint_craft.edition.bad_cards_and_recipes import OF_CARDS_AND_RECIPES
from tests.pint_craft.edition.bad_figures_and_tokens import OF_FIGURES_AND_TOKENS
from tests.pint_craft.edition.changes import card, refused, remade

BAD = OF_FIGURES_AND_TOKENS | OF_CARDS_AND_RECIPES


@pytest.mark.parametrize("kind", BAD)
def test_a_bad_edition_is_refused_with_file_entry_and_reason(kind: str) -> None:
    source, entry, reason = BAD[kind]
    error = refused(source)
    assert error.entry == entry
    assert reason in error.reason
    if entry == "the file" and "TOML" not in reason:
        assert error.reason == reason


def test_a_change_of_nothing_is_no_bad_edition() -> None:
    """So what is refused above is refused for its change."""
    mine = load(PintCraftEdition, remade(lambda _: None), "mine.toml")
    assert mine.model_dump(exclude={"source"}) == EDITION.model_dump(exclude={"source"})
    assert load(PintCraftEdition, card("venue"), "mine.toml").cards == EDITION.cards
