"""The names, texts, tokens and figures of the edition, and those that rules.md names."""

from __future__ import annotations

import re

import pytest

from taphouse.engine.pint_craft.about import ABOUT
from taphouse.engine.pint_craft.cards import PrintedCard
from tests.pint_craft.build import EDITION
from tests.pint_craft.edition.rules_document import CARD, number, rule, section

TOKENS = {"base-malt": "Base Malt", "specialty-malt": "Specialty Malt", "hops": "Hops", "adjuncts": "Adjunct"}

# --- names and texts --------------------------------------------------------------------------------------------------


def test_what_moves_call_a_card_or_recipe_is_made_of_its_title() -> None:
    for one in (*EDITION.cards, *EDITION.recipes):
        assert one.name == "-".join(re.findall(r"[a-z0-9]+", one.title.lower()))
    assert len(CARD) == len(EDITION.cards)


@pytest.mark.parametrize("card", EDITION.cards, ids=lambda card: card.name)
def test_the_text_of_a_card_has_the_figures_of_its_effects(card: PrintedCard) -> None:
    figures: list[int] = []
    named = set()
    for effect in card.effects:
        figures += [] if effect.amount is None else [effect.amount]
        named |= set() if effect.ingredient is None else {str(effect.ingredient)}
        if effect.ingredients is not None:
            figures += [amount for amount in effect.ingredients.pot if amount]
            named |= {name for name, amount in zip(TOKENS, effect.ingredients.pot, strict=True) if amount}
    for lasting in (card.pints, card.adjunct_price):
        figures += [] if lasting is None else [lasting.value]
    text = re.sub(r"1 (ingredient|more) (?=for each)", "", card.text)
    assert [int(found) for found in re.findall(r"\d+", text)] == figures
    named |= {"adjuncts"} if card.adjunct_price else {"base-malt"} if card.name == "spoiled-batch" else set()
    assert {name for name, token in TOKENS.items() if token in text} == named


def test_an_expansion_names_its_improvement_and_an_improvement_its_bonus() -> None:
    titles = {card.name: card.title for card in EDITION.cards}
    for card in EDITION.cards:
        assert card.text.startswith(f"Needs a {titles.get(card.expands or '')}. ") is (str(card.kind) == "expansion")
        improves = card.text.endswith(". Every Season you get 1 ingredient for each of your Recipes on tap.")
        assert improves is (str(card.kind) == "improvement")


# --- tokens, totals, figures ------------------------------------------------------------------------------------------


def test_the_tokens_and_totals_are_those_of_the_components() -> None:
    said = " ".join(section("Components").split())
    tokens = {name: figure.value for name, figure in EDITION.tokens}
    (listed,) = re.findall(r"Tokens: (.*?)\. \(rulebook\)", said)
    counted = [part.split(" ", 1) for part in listed.split(", ")]
    assert [(name.replace("_", "-"), count) for name, count in tokens.items()] == [
        (next(name for name, token in TOKENS.items() if said_of.startswith(token)), int(count))
        for count, said_of in counted
    ]
    assert {name: figure.value for name, figure in EDITION.totals} == {
        "titles": number(r"Brewery cards of (\d+) titles", said),
        "cards": number(r"(\d+) Brewery cards", said),
        "recipes": number(r"(\d+) Recipe cards \(one of each\)", said),
        "tokens": sum(tokens.values()),
    }


def test_the_figures_are_those_of_the_rules_that_they_name() -> None:
    thresholds = re.findall(r"(\d+)(?: Pints)? with (\d)", rule("PC-22"))
    figures = {f"threshold_{seats}": int(most) for most, seats in thresholds}
    assert set(figures) == {f"threshold_{seats}" for seats in ABOUT.seats}
    figures |= {
        "starting_hand": number(r"deal (\d+) to each player", rule("PC-01")),
        "most_played": number(r"Play 0 to (\d+) Brewery cards", rule("PC-06")),
        "drawn_when_out": number(r"draws (\d+) cards instead of", rule("PC-07")),
        "adjunct_price": number(r"An Adjunct counts as (\d+) of the N", rule("PC-11")),
        "traded_for": number(r'played for "choose (\d+)"', rule("PC-14")),
    }
    assert figures == {name: figure.value for name, figure in EDITION.figures}
    assert number(r"draw (\d+) cards less those played", rule("PC-06")) == figures["most_played"]
    named = {name: figure.rule for name, figure in EDITION.figures}
    assert named == {
        "starting_hand": "PC-01",
        "most_played": "PC-06",
        "drawn_when_out": "PC-07",
        "adjunct_price": "PC-11",
        "traded_for": "PC-14",
        **dict.fromkeys([name for name in figures if name.startswith("threshold")], "PC-22"),
    }


def test_the_price_of_an_adjunct_for_an_owner_of_big_tanks_is_that_of_the_rule() -> None:
    price = CARD["Big Tanks"].adjunct_price
    assert price is not None
    assert price.value == number(r"or as (\d+) for a player with Big Tanks", rule("PC-11")) == 3
    assert price.rule == "PC-11"
    assert [card.title for card in EDITION.cards if card.adjunct_price] == ["Big Tanks"]


def test_every_figure_names_a_rule_that_exists() -> None:
    named = [entry.figures["rule"] for entry in EDITION.listed() if entry.figures.get("rule")]
    assert len(named) == 4 + 10 + 1 + 5
    assert set(named) == {"PC-01", "PC-06", "PC-07", "PC-11", "PC-13", "PC-14", "PC-15", "PC-22"}
    assert all(rule(id_) for id_ in named)
