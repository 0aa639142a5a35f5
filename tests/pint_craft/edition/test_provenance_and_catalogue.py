"""Provenance of the edition's figures, and their place in the catalogue."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from typing import Any

from taphouse.engine.editions import SourcedEntry, load, packaged
from taphouse.engine.pint_craft.about import ABOUT
from taphouse.engine.pint_craft.cards import PintCraftEdition
from tests.pint_craft.build import EDITION
from tests.pint_craft.edition.changes import SOURCE
from tests.pint_craft.edition.rules_document import CARD, RECONSTRUCTED, RULEBOOK, kind_of

# --- where they come from ---------------------------------------------------------------------------------------------


def test_what_the_rule_book_gives_is_marked_so_and_all_else_reconstructed() -> None:
    for entry in EDITION.listed():
        by_rulebook = entry.section in ("totals", "tokens", "figures", "adjunctPrices") or (
            (entry.section, entry.name) == ("effects", "smash-hit.1")
        )
        assert entry.provenance is (RULEBOOK if by_rulebook else RECONSTRUCTED), (entry.section, entry.name)


def test_a_rule_whose_figure_is_the_rule_books_is_the_rule_books() -> None:
    for name, figure in EDITION.figures:
        assert figure.provenance is RULEBOOK
        assert kind_of(figure.rule).startswith("rulebook"), name


def test_of_the_bonuses_only_that_of_pumpkin_spice_ale_is_noted() -> None:
    noted = {recipe.title: recipe.bonus for recipe in EDITION.recipes if recipe.bonus and recipe.bonus.note}
    assert list(noted) == ["Pumpkin Spice Ale"]
    bonus = noted["Pumpkin Spice Ale"]
    assert (str(bonus.season), bonus.provenance) == ("fall", RECONSTRUCTED)
    assert bonus.note == "the Season is the rule book's, the amount reconstructed"


def test_what_is_the_rule_books_of_improvements_expansions_and_big_tanks_is_noted() -> None:
    notes = {card.title: card.note for card in EDITION.cards if card.note}
    assert set(notes) == {title for title, card in CARD.items() if str(card.kind) != "green"}
    for title, note in notes.items():
        said = {
            "improvement": "that it is an Improvement, and its bonus, are the rule book's; that it is not marked OR is ours",
            "expansion": "the rule book says that it is an Expansion, needs an Improvement and is marked OR; "
            "which Improvement is reconstructed",
            "orange": "the price of 3 for an Adjunct is the rule book's; that it is not marked OR is ours",
        }
        assert note == said[str(CARD[title].kind)]


def test_what_an_expansion_pays_and_earns_is_noted_as_part_of_the_rule_book() -> None:
    for card in EDITION.cards:
        notes = [effect.note for effect in card.effects] + [card.pints.note if card.pints else None]
        if str(card.kind) == "expansion":
            assert notes == [
                "the payment is the rule book's; which ingredient it is, is reconstructed",
                "the rule book says that an Expansion may earn a Pint",
            ]
        else:
            assert not any(notes)


# --- the catalogue ----------------------------------------------------------------------------------------------------

NAMES = ("baseMalt", "specialtyMalt", "hops", "adjuncts")


def entries(part: object) -> Iterator[SourcedEntry]:
    """Every part of an edition that has a provenance."""
    if isinstance(part, SourcedEntry):
        yield part
    if isinstance(part, tuple):
        for one in part:
            yield from entries(one)
    elif hasattr(part, "model_fields_set"):
        for _, value in part:  # type: ignore[attr-defined]
            yield from entries(value)


def test_every_entry_is_listed_once_with_its_provenance_and_note() -> None:
    listed = list(EDITION.listed())
    names = [(entry.section, entry.name) for entry in listed]
    assert len(set(names)) == len(names)
    wanted = Counter((one.provenance, one.note) for one in entries(EDITION))
    assert Counter((entry.provenance, entry.note) for entry in listed) == wanted


def test_every_entry_of_the_file_is_listed_under_its_section() -> None:
    table = tomllib.loads(SOURCE)
    names = {(part, name) for part in ("totals", "tokens", "figures") for name in table[part]}
    for card in table["cards"]:
        names |= {("cards", card["name"]), ("copies", card["name"])}
        names |= {("cardPints", card["name"])} if "pints" in card else set()
        names |= {("adjunctPrices", card["name"])} if "adjunct_price" in card else set()
        names |= {("effects", f"{card['name']}.{i}") for i in range(1, len(card["effects"]) + 1)}
    for recipe in table["recipes"]:
        names |= {("recipes", recipe["name"]), ("recipePints", recipe["name"])}
        names |= {("bonuses", recipe["name"])} if "bonus" in recipe else set()
    assert names == {(entry.section, entry.name) for entry in EDITION.listed()}


def test_every_number_of_the_file_is_shown_by_the_entry_that_it_belongs_to() -> None:
    shown = {(entry.section, entry.name): entry.figures for entry in EDITION.listed()}
    for part in ("totals", "tokens", "figures"):
        for name, figure in getattr(EDITION, part):
            assert shown[part, name] == {"value": figure.value, "rule": figure.rule}
    for card in EDITION.cards:
        kept = {"title": card.title, "text": card.text, "kind": str(card.kind), "tradable": card.tradable}
        assert shown["cards", card.name] == kept | ({"expands": card.expands} if card.expands else {})
        assert shown["copies", card.name]["value"] == card.copies.value
        for name, figure in (("cardPints", card.pints), ("adjunctPrices", card.adjunct_price)):
            assert shown.get((name, card.name)) == (figure and {"value": figure.value, "rule": figure.rule})
        for i, effect in enumerate(card.effects, 1):
            wanted: dict[str, Any] = {"effect": str(effect.effect)}
            wanted |= {} if effect.amount is None else {"amount": effect.amount}
            wanted |= {} if effect.ingredient is None else {"ingredient": str(effect.ingredient)}
            wanted |= {} if effect.ingredients is None else dict(zip(NAMES, effect.ingredients.pot, strict=True))
            assert shown["effects", f"{card.name}.{i}"] == wanted
    for recipe in EDITION.recipes:
        cost = dict(zip(NAMES, recipe.cost.pot, strict=True))
        assert shown["recipes", recipe.name] == {"title": recipe.title, **cost}
        assert shown["recipePints", recipe.name]["value"] == recipe.pints.value
        bonus = recipe.bonus and {"season": str(recipe.bonus.season), "amount": recipe.bonus.amount}
        assert shown.get(("bonuses", recipe.name)) == bonus


def test_the_packaged_edition_is_valid_and_the_only_one() -> None:
    assert [edition.name for edition in packaged(PintCraftEdition, ABOUT.package)] == ["reconstructed"]
    assert EDITION.game == ABOUT.kind
    assert EDITION.source == SOURCE.encode()
    assert re.fullmatch(r"[0-9a-f]{64}", EDITION.digest)
    assert load(PintCraftEdition, SOURCE.encode() + b"\n", "mine.toml").digest != EDITION.digest
