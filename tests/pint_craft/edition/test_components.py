"""The Recipes, Brewery cards, tokens and figures of the edition are those of rules.md."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from taphouse.engine.pint_craft.about import ABOUT
from tests.pint_craft.build import EDITION
from tests.pint_craft.edition.rules_document import CARD, CARDS, GREEN, ORANGE, number, rule, section, slug, tables

(RECIPES,) = tables(section("Recipes"))


# --- the Recipes ------------------------------------------------------------------------------------------------------


def test_the_recipes_are_those_of_the_rules_document() -> None:
    wanted = {}
    for row in RECIPES:
        season, _, amount = row["seasonal bonus"].lower().partition(" ")
        cost = tuple(int(row[letter]) for letter in "BSHA")
        wanted[slug(row["recipe"])] = (
            row["recipe"],
            cost,
            int(row["Pints"]),
            (season, int(amount)) if season else None,
        )
    assert len(RECIPES) == len(wanted) == 25
    assert wanted == {
        recipe.name: (
            recipe.title,
            recipe.cost.pot,
            recipe.pints.value,
            (str(recipe.bonus.season), recipe.bonus.amount) if recipe.bonus else None,
        )
        for recipe in EDITION.recipes
    }


# --- the Brewery cards ------------------------------------------------------------------------------------------------

_TOKENS = {
    "Base Malt": "base_malt",
    "Specialty Malt": "specialty_malt",
    "Hops": "hops",
    "Adjunct": "adjuncts",
    "Adjuncts": "adjuncts",
}
_TOKEN = "(?:Base Malt|Specialty Malt|Hops|Adjuncts?)"  # noqa: S105

Made = tuple[str, dict[str, Any]]


def _amount(effect: str) -> Callable[[re.Match[str]], Made]:
    return lambda found: (effect, {"amount": int(found[1])})


def _paid(found: re.Match[str]) -> Made:
    return "pay", {_TOKENS[name]: int(count) for count, name in re.findall(rf"(\d+) ({_TOKEN})", found[0])}


EFFECTS: list[tuple[str, Callable[[re.Match[str]], Made]]] = [
    (r"choose (\d+), and 1 more for each of your Improvements", _amount("choose-per-improvement")),
    (r"choose 1 for each of your Recipes on tap, (\d+) at most", _amount("choose-per-recipe")),
    (r"choose 1 for each Recipe on tap of one other player, (\d+) at most", _amount("choose-per-recipe-of-another")),
    (r"choose (\d+)", _amount("choose")),
    (r"every other player chooses (\d+)", _amount("others-choose")),
    (r"draw (\d+) cards?", _amount("draw")),
    (r"discard the rest of your hand, draw as many cards and (\d+) more", _amount("redraw")),
    (r"take 1 card at random from another player's hand; that player then chooses (\d+)", _amount("take-card")),
    (
        r"take any card but a Dumpster Diving from the discard stack into your hand",
        lambda _: ("take-back", {}),
    ),
    (r"put the top Recipe of one stack under that stack", lambda _: ("bury", {})),
    (r"every other player gives you (\d+) ingredients? of their own choice", _amount("others-give")),
    (r"another player loses (\d+) ingredients? of their own choice", _amount("another-loses")),
    (
        rf"every other player loses (\d+) ({_TOKEN})",
        lambda found: ("others-lose", {"amount": int(found[1]), "ingredient": _TOKENS[found[2]]}),
    ),
    (
        r"another player puts their Recipe on tap with the fewest Pints \(their choice among equals\) "
        r"on top of the smallest stack and takes its Base Malt back as tokens",
        lambda _: ("return-recipe", {}),
    ),
    (
        r"exchange one of your Recipes on tap for another player's whose Pints differ by at most (\d+)",
        _amount("swap-recipes"),
    ),
    (
        rf"all ({_TOKEN}) of one Recipe on offer",
        lambda found: ("pay-from-recipe", {"ingredient": _TOKENS[found[1]]}),
    ),
    (rf"\d+ {_TOKEN}(?: and \d+ {_TOKEN})*", _paid),
]
"""The meanings of the words of the tables; of several that fit, the first counts."""


def effects_of(words: str) -> list[Made]:
    """The effects of a card in the words of its row."""
    made, rest = [], words.removesuffix(" (rulebook)")
    while rest:
        found, make = next(
            ((found, make) for pattern, make in EFFECTS if (found := re.match(rf"(?:{pattern})(?:; |$)", rest))),
            (None, None),
        )
        assert found is not None, f"not known: {rest!r}"
        assert make is not None
        made.append(make(found))
        rest = rest[found.end() :]
    return made


def effects(card: Any) -> list[Made]:
    """The effects of a card of the edition."""
    made: list[Made] = []
    for effect in card.effects:
        shown: dict[str, Any] = {} if effect.amount is None else {"amount": effect.amount}
        if effect.ingredient is not None:
            shown["ingredient"] = str(effect.ingredient).replace("-", "_")
        if effect.ingredients is not None:
            names = ("base_malt", "specialty_malt", "hops", "adjuncts")
            shown |= {name: n for name, n in zip(names, effect.ingredients.pot, strict=True) if n}
        made.append((str(effect.effect), shown))
    return made


def test_the_tables_have_the_titles_of_the_edition_and_no_others() -> None:
    assert [row["card"] for row in CARDS] == [*CARD]
    assert len(CARD) == len(EDITION.cards) == 30
    assert {title: card.name for title, card in CARD.items()} == {title: slug(title) for title in CARD}


@pytest.mark.parametrize("row", ORANGE, ids=lambda row: slug(row["card"]))
def test_an_orange_card_is_the_one_of_the_rules_document(row: dict[str, str]) -> None:
    card = CARD[row["card"]]
    kind, _, option = row["kind"].partition(" · ")
    expanded = kind.removeprefix("Expansion of ") if kind.startswith("Expansion of ") else None
    assert str(card.kind) == ("expansion" if expanded else kind.lower())
    assert card.expands == (slug(expanded) if expanded else None)
    assert (option, card.tradable) in (("OR", True), ("", False))
    assert card.copies.value == int(row["copies"])
    assert effects(card) == effects_of(row["at once"])
    pints = re.fullmatch(r"(\d+) Pints?", row["lasting"])
    price = re.fullmatch(r"Adjuncts count as (\d+) \(PC-11\); more copies add nothing", row["lasting"])
    assert (card.pints and card.pints.value) == (int(pints[1]) if pints else None)
    assert (card.adjunct_price and card.adjunct_price.value) == (int(price[1]) if price else None)
    improves = row["lasting"] == "1 ingredient for each of your Recipes on tap, every Season (PC-20)"
    assert bool(pints) + bool(price) + improves == 1, "the lasting effect is read"
    assert improves is (kind == "Improvement")
    assert card.text.endswith(". Every Season you get 1 ingredient for each of your Recipes on tap.") is improves


@pytest.mark.parametrize("row", GREEN, ids=lambda row: slug(row["card"]))
def test_a_green_card_is_the_one_of_the_rules_document(row: dict[str, str]) -> None:
    card = CARD[row["card"]]
    copies, _, option = row["copies"].partition(" · ")
    assert (str(card.kind), card.expands, card.pints, card.adjunct_price) == ("green", None, None, None)
    assert (option, card.tradable) in (("OR", True), ("", False))
    assert card.copies.value == int(copies)
    assert effects(card) == effects_of(row["effect"])


@pytest.mark.parametrize("row", CARDS, ids=lambda row: slug(row["card"]))
def test_the_text_of_a_card_has_the_figures_of_its_row(row: dict[str, str]) -> None:
    said = row.get("effect") or f"{row['at once']} {re.sub(r'PC-[0-9]+', '', row['lasting'])}"
    text = CARD[row["card"]].text.replace("Take a card at random", "Take 1 card at random")
    assert re.findall(r"\d+", text) == re.findall(r"\d+", said)
    for token in ("Base Malt", "Specialty Malt", "Hops"):
        assert (token in text) is (token in said)
    if (expands := CARD[row["card"]].expands) is not None:
        (needed,) = (title for title, card in CARD.items() if card.name == expands)
        assert text.startswith(f"Needs a {needed}. ")


def test_the_numbers_of_orange_and_green_cards_are_those_of_the_rules_document() -> None:
    said = section("Brewery cards")
    green = [str(card.kind) == "green" for card in EDITION.cards for _ in range(card.copies.value)]
    assert green.count(False) == number(r"Orange, (\d+) cards", said)
    assert green.count(True) == number(r"Green, (\d+) cards", said)


# --- tokens, totals, figures ------------------------------------------------------------------------------------------


def test_the_tokens_and_totals_are_those_of_the_components() -> None:
    said = " ".join(section("Components").split())
    tokens = {name: figure.value for name, figure in EDITION.tokens}
    (listed,) = re.findall(r"Tokens: (.*?)\. \(rulebook\)", said)
    counted = [part.split(" ", 1) for part in listed.split(", ")]
    assert tokens == {_TOKENS[name]: int(count) for count, name in counted}
    assert len(counted) == 4
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
