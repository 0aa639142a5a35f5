"""The edition: that it is the one of rules.md, the provenance of its figures, and how a bad one is refused."""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy
from importlib.resources import files
from typing import Any

import pytest

from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.editions import EditionError, Entry, Provenance, load, packaged
from taphouse.engine.pint_craft.about import ABOUT, GAME
from taphouse.engine.pint_craft.cards import PintCraftEdition
from taphouse.engine.pint_craft.moves import PintCraftOptions
from tests.pint_craft.build import EDITION

SOURCE = files(ABOUT.package).joinpath("editions/reconstructed.toml").read_text()
RULES_TEXT = files(ABOUT.package).joinpath("rules.md").read_text()
RULEBOOK, RECONSTRUCTED = Provenance.RULEBOOK, Provenance.RECONSTRUCTED

# --- what rules.md says -----------------------------------------------------------------------------------------------


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
    """Where a rule comes from, as the last column says."""
    found = re.search(rf"^\| {id_} \| .* \| ([^|]*) \|$", RULES_TEXT, re.MULTILINE)
    assert found
    return found[1]


def slug(title: str) -> str:
    """What moves call a card or Recipe with this title."""
    return "-".join(re.findall(r"[a-z0-9]+", title.lower()))


def number(pattern: str, text: str) -> int:
    """The one number that stands there."""
    (found,) = re.findall(pattern, text)
    return int(found)


(RECIPES,) = tables(section("Recipes"))
ORANGE, GREEN = tables(section("Brewery cards"))
CARDS = ORANGE + GREEN

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
"""What the words of the tables stand for; of several that fit the first."""


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


CARD = {card.title: card for card in EDITION.cards}


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


def test_what_the_table_marks_as_the_rule_books_is_marked_so_in_the_edition() -> None:
    marked = {slug(row["card"]) for row in CARDS if "(rulebook)" in " ".join(row.values())}
    assert marked == {"smash-hit"}
    by_rulebook = {card.name for card in EDITION.cards for e in card.effects if e.provenance is RULEBOOK}
    assert by_rulebook == marked
    (hit,) = CARD["Smash Hit"].effects
    assert (str(hit.effect), hit.amount) == ("choose", 6)
    assert CARD["Smash Hit"].copies.provenance is RECONSTRUCTED


def test_of_the_bonuses_only_that_of_pumpkin_spice_ale_is_noted() -> None:
    assert "The rule book says that Pumpkin Spice Ale pays in Fall." in section("Recipes")
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
            "improvement": "1 ingredient per Recipe every Season is the rule book's",
            "expansion": "the rule book says that an Expansion needs an Improvement",
            "orange": "price of 3 for an Adjunct is the rule book's",
        }
        assert said[str(CARD[title].kind)] in note


# --- the catalogue ----------------------------------------------------------------------------------------------------


NAMES = ("baseMalt", "specialtyMalt", "hops", "adjuncts")


def entries(part: object) -> Iterator[Entry]:
    """Every part of an edition that has a provenance."""
    if isinstance(part, Entry):
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


# --- bad editions -----------------------------------------------------------------------------------------------------


def changed(*pairs: tuple[str, str]) -> bytes:
    """The packaged edition with the first place of each text replaced."""
    text = SOURCE
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new, 1)
    return text.encode()


def toml(value: object) -> str:
    """A value as TOML has it, in one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {toml(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps(value)


TABLE = tomllib.loads(SOURCE)


def remade(change: Callable[[dict[str, Any]], object]) -> bytes:
    """The packaged edition with a change to its table."""
    table = deepcopy(TABLE)
    change(table)
    return "\n".join(f"{key} = {toml(value)}" for key, value in table.items()).encode()


_ROWS = {(rows, row["name"]): i for rows in ("cards", "recipes") for i, row in enumerate(TABLE[rows])}


def card(name: str, /, **fields: Any) -> bytes:
    """The packaged edition with fields of a card changed, or left out where they are None."""
    return _with("cards", name, fields)


def recipe(name: str, /, **fields: Any) -> bytes:
    """The packaged edition with fields of a Recipe changed, or left out where they are None."""
    return _with("recipes", name, fields)


def _with(rows: str, name: str, fields: dict[str, Any]) -> bytes:
    def change(table: dict[str, Any]) -> None:
        row = table[rows][_ROWS[rows, name]]
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
    """How an error names a field of a card or Recipe."""
    return ".".join((rows, name, *fields))


def refused(source: bytes) -> EditionError:
    """How an edition is refused."""
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


ONE = {"base_malt": 1}
HAND = 'starting_hand = { value = 5, rule = "PC-01", provenance = "rulebook" }'
VENUE, AMBER = 'name = "venue"', 'name = "american-amber"'
ALL_TITLES = 'titles = { value = 30, provenance = "rulebook" }'
NEEDS_OR = "an Expansion is marked OR; a player without its Improvement could not play a card otherwise (PC-25)"
NAMES_ITS = "an Expansion, and nothing else, names the Improvement that it expands"
COMES_FIRST = "comes first, since what it rests on must be known"
DUE = "cards: dining-room expands"

BAD = {
    # the file
    "not TOML": (b"game = ", "the file", "not TOML"),
    "not text": (b"\xff\xfe", "the file", "not TOML"),
    "empty": (b"", "game", "Field required"),
    "another game": (changed(('"pint-craft"', '"dank-and-draft"')), "game", "pint-craft"),
    "no game": (changed(('game = "pint-craft"\n', "")), "game", "Field required"),
    "a name that is no slug": (changed(('name = "reconstructed"', 'name = "My Edition"')), "name", "match pattern"),
    "no title": (changed(('title = "Pint Craft, reconstructed cards"\n', "")), "title", "Field required"),
    "an unknown key": (changed(('title = "', 'colour = "red"\ntitle = "')), "colour", "not permitted"),
    "a source of its own": (changed(('title = "', 'source = "red"\ntitle = "')), "source", "not permitted"),
    # figures
    "an unknown figure": (
        changed((HAND, HAND + '\nlast_hand = { value = 1, provenance = "inferred" }')),
        "figures.last_hand",
        "not permitted",
    ),
    "a missing figure": (changed((HAND + "\n", "")), "figures.starting_hand", "Field required"),
    "no figures": (changed(("[figures]", "[numbers]")), "numbers", "not permitted"),
    "a figure without provenance": (
        changed((HAND, HAND.replace(', provenance = "rulebook"', ""))),
        "figures.starting_hand.provenance",
        "Field required",
    ),
    "a wrong provenance": (
        changed((HAND, HAND.replace("rulebook", "hearsay"))),
        "figures.starting_hand.provenance",
        "Input should be",
    ),
    "a figure that is no number": (
        changed((HAND, HAND.replace("value = 5", 'value = "five"'))),
        "figures.starting_hand.value",
        "integer",
    ),
    **{
        f"{name} of {value}": (
            remade(lambda table, name=name, value=value: table["figures"][name].update(value=value)),
            "the file",
            f"figures.{name} is {value}; 1 to {1000 if 'threshold' in name else 99} are possible",
        )
        for name, _ in EDITION.figures
        for value in (0, -1, 10**9)
    },
    # totals
    **{
        f"a wrong total of {name}": (
            remade(lambda table, name=name, value=one.value: table["totals"][name].update(value=value + 1)),
            "the file",
            f"totals.{name} says {one.value + 1}, the edition has {one.value}",
        )
        for name, one in EDITION.totals
    },
    "a title left out": (
        remade(lambda table: table["cards"].pop()),
        "the file",
        "totals.titles says 30, the edition has 29",
    ),
    "a card more": (
        card("venue", copies=figure(CARD["Venue"].copies.value + 1)),
        "the file",
        "totals.cards says 83, the edition has 84",
    ),
    "a Recipe left out": (
        remade(lambda table: table["recipes"].pop()),
        "the file",
        "totals.recipes says 25, the edition has 24",
    ),
    "a token more": (
        changed(("hops = { value = 26", "hops = { value = 27")),
        "the file",
        "totals.tokens says 107, the edition has 108",
    ),
    "no totals": (changed(("[totals]\n" + ALL_TITLES, "[totals]")), "totals.titles", "Field required"),
    # tokens
    "no token of a kind": (
        changed(('hops = { value = 26, rule = "PC-13", provenance = "rulebook" }\n', "")),
        "tokens.hops",
        "Field required",
    ),
    "fewer tokens than a Recipe takes": (
        tokens("hops", HOPPIEST.cost.hops - 1),
        "the file",
        f"tokens.hops is {HOPPIEST.cost.hops - 1}; {HOPPIEST.name} takes {HOPPIEST.cost.hops}, 10000 are the most",
    ),
    "no Adjuncts for who takes some": (
        tokens("adjuncts", 0),
        "the file",
        f"tokens.adjuncts is 0; {FRUITY.name} takes {FRUITY.cost.adjuncts}, 10000 are the most",
    ),
    "too many tokens": (
        tokens("base_malt", 10_001),
        "the file",
        f"tokens.base_malt is 10001; {FIRST.name} takes {FIRST.cost.base_malt}, 10000 are the most",
    ),
    # names
    "a card twice": (changed((VENUE, 'name = "merch"')), "the file", "the name 'merch' stands for two things"),
    "a Recipe twice": (changed((AMBER, 'name = "kolsh"')), "the file", "the name 'kolsh' stands for two things"),
    "a Recipe with the name of a card": (
        changed((AMBER, VENUE)),
        "the file",
        "the name 'venue' stands for two things",
    ),
    "a card with the name of the Improvement bonus": (
        changed((VENUE, 'name = "improvements"')),
        "the file",
        "the name 'improvements' stands for two things",
    ),
    "a card with the name of the seasonal bonus": (
        changed((VENUE, 'name = "seasonal-bonus"')),
        "the file",
        "the name 'seasonal-bonus' stands for two things",
    ),
    "a card whose name is no slug": (
        changed((VENUE, 'name = "The Venue"')),
        at("cards", "The Venue", "name"),
        "match pattern",
    ),
    "a Recipe whose name is no slug": (
        changed((AMBER, 'name = "american_amber"')),
        at("recipes", "american_amber", "name"),
        "match pattern",
    ),
    "a name that is too long": (card("venue", name="v" * 65), at("cards", "v" * 65, "name"), "at most 64"),
    # cards
    "no cards": (remade(lambda table: table.update(cards=[])), "cards", "at least 1 item"),
    "a card without a title": (card("venue", title=""), at("cards", "venue", "title"), "at least 1 character"),
    "a card with too long a title": (card("venue", title="V" * 61), at("cards", "venue", "title"), "at most 60"),
    "a card without a text": (card("venue", text=""), at("cards", "venue", "text"), "at least 1 character"),
    "a card with too long a text": (card("venue", text="V" * 201), at("cards", "venue", "text"), "at most 200"),
    "a card without provenance": (
        card("venue", provenance=None),
        at("cards", "venue", "provenance"),
        "Field required",
    ),
    "a card of an unknown kind": (card("venue", kind="blue"), at("cards", "venue", "kind"), "Input should be"),
    "a card that does not say whether it is OR": (
        card("venue", tradable=None),
        at("cards", "venue", "tradable"),
        "Field required",
    ),
    "a card with an unknown key": (card("venue", cost=3), at("cards", "venue", "cost"), "not permitted"),
    "a card without copies": (card("venue", copies=None), at("cards", "venue", "copies"), "Field required"),
    "a card with 0 copies": (card("venue", copies=figure(0)), "the file", "cards: venue has no copies"),
    "a card with fewer": (card("venue", copies=figure(-2)), "the file", "cards: venue has no copies"),
    "an Expansion of nothing": (card("dining-room", expands=None), "the file", f"cards: dining-room: {NAMES_ITS}"),
    "an Improvement that expands": (
        card("taproom", expands="bottling-line"),
        "the file",
        f"cards: taproom: {NAMES_ITS}",
    ),
    "a green card that expands": (card("venue", expands="taproom"), "the file", f"cards: venue: {NAMES_ITS}"),
    "an Expansion of a card that there is not": (
        card("dining-room", expands="cellar"),
        "the file",
        f"{DUE} 'cellar', which is no Improvement",
    ),
    "an Expansion of a Recipe": (
        card("dining-room", expands="kolsh"),
        "the file",
        f"{DUE} 'kolsh', which is no Improvement",
    ),
    "an Expansion of an orange card": (
        card("dining-room", expands="big-tanks"),
        "the file",
        f"{DUE} 'big-tanks', which is no Improvement",
    ),
    "an Expansion of itself": (
        card("dining-room", expands="dining-room"),
        "the file",
        f"{DUE} 'dining-room', which is no Improvement",
    ),
    "an Expansion that is not OR": (
        card("dining-room", tradable=False),
        "the file",
        f"cards: dining-room: {NEEDS_OR}",
    ),
    "a green card with Pints": (
        card("venue", pints=figure(1)),
        "the file",
        "cards: venue: a green card has no lasting effect",
    ),
    "a green card with a price of Adjuncts": (
        card("venue", adjunct_price=figure(2)),
        "the file",
        "cards: venue: a green card has no lasting effect",
    ),
    "a redraw after another effect": (
        card("fresh-start", effects=[effect("choose", amount=1), effect("redraw", amount=1)]),
        "the file",
        f"cards: fresh-start: the effect redraw {COMES_FIRST}",
    ),
    "two redraws": (
        card("fresh-start", effects=[effect("redraw", amount=1)] * 2),
        "the file",
        f"cards: fresh-start: the effect redraw {COMES_FIRST}",
    ),
    "a Recipe named after one was buried": (
        card("dining-room", effects=[effect("bury"), effect("pay-from-recipe", ingredient="hops")]),
        "the file",
        f"cards: dining-room: the effect pay-from-recipe {COMES_FIRST}",
    ),
    "a card taken after another seat chose": (
        card("blind-taste-test", effects=[effect("others-choose", amount=1), effect("take-card", amount=1)]),
        "the file",
        f"cards: blind-taste-test: the effect take-card {COMES_FIRST}",
    ),
    "two Recipes buried": (
        card("new-recipe", effects=[effect("bury")] * 2),
        "the file",
        f"cards: new-recipe: the effect bury {COMES_FIRST}",
    ),
    "no green card": (
        remade(lambda table: [card.update(kind="orange") for card in table["cards"] if card["kind"] == "green"]),
        "the file",
        "there is no green card, so that all cards could come to lie in front of the players",
    ),
    "Pints below 0": (
        card("dining-room", pints=figure(-1)),
        "the file",
        "cards: dining-room has -1 Pints; 0 to 99 are possible",
    ),
    "Adjuncts for nothing": (
        card("big-tanks", adjunct_price=figure(0)),
        "the file",
        "cards: big-tanks: the price of an Adjunct is 0; 1 to 99 are possible",
    ),
    # effects
    **{
        f"{name} without {missing}": (
            card("venue", effects=[effect(name, **parameters)]),
            at("cards", "venue", "effects.1"),
            f"the effect {name} needs {missing}",
        )
        for name, parameters, missing in [
            ("choose", {}, "amount"),
            ("choose-per-improvement", {}, "amount"),
            ("draw", {}, "amount"),
            ("take-card", {}, "amount"),
            ("swap-recipes", {}, "amount"),
            ("others-lose", {"ingredient": "hops"}, "amount"),
            ("others-lose", {"amount": 1}, "ingredient"),
            ("pay-from-recipe", {}, "ingredient"),
            ("pay", {}, "ingredients"),
        ]
    },
    **{
        f"{name} with {extra}": (
            card("venue", effects=[effect(name, **parameters)]),
            at("cards", "venue", "effects.1"),
            f"the effect {name} takes no {extra}",
        )
        for name, parameters, extra in [
            ("bury", {"amount": 1}, "amount"),
            ("take-back", {"amount": 1}, "amount"),
            ("return-recipe", {"amount": 0}, "amount"),
            ("pay", {"amount": 1, "ingredients": ONE}, "amount"),
            ("pay-from-recipe", {"amount": 1, "ingredient": "hops"}, "amount"),
            ("choose", {"amount": 1, "ingredient": "hops"}, "ingredient"),
            ("choose", {"amount": 1, "ingredients": ONE}, "ingredients"),
            ("others-lose", {"amount": 1, "ingredient": "hops", "ingredients": ONE}, "ingredients"),
        ]
    },
    "the second effect is bad": (
        card("beer-festival", effects=[effect("choose", amount=4), effect("draw")]),
        at("cards", "beer-festival", "effects.2"),
        "the effect draw needs amount",
    ),
    "an unknown effect": (
        card("venue", effects=[effect("dance", amount=1)]),
        at("cards", "venue", "effects.1.effect"),
        "Input should be",
    ),
    "an unknown ingredient": (
        card("venue", effects=[effect("pay-from-recipe", ingredient="yeast")]),
        at("cards", "venue", "effects.1.ingredient"),
        "Input should be",
    ),
    "an effect without provenance": (
        card("venue", effects=[{"effect": "choose", "amount": 4}]),
        at("cards", "venue", "effects.1.provenance"),
        "Field required",
    ),
    "a negative amount": (
        card("venue", effects=[effect("choose", amount=-4)]),
        at("cards", "venue", "effects.1.amount"),
        "greater than or equal to 0",
    ),
    "too large an amount": (
        card("venue", effects=[effect("choose", amount=100)]),
        at("cards", "venue", "effects.1.amount"),
        "less than or equal to 99",
    ),
    "an amount that is no number": (
        card("venue", effects=[effect("choose", amount=True)]),
        at("cards", "venue", "effects.1.amount"),
        "integer",
    ),
    # Recipes
    "no Recipes": (remade(lambda table: table.update(recipes=[])), "recipes", "at least 1 item"),
    "a Recipe with Pints below 0": (
        recipe("kolsh", pints=figure(-1)),
        "the file",
        "recipes: kolsh has -1 Pints; 0 to 99 are possible",
    ),
    "a Recipe without a cost": (recipe("kolsh", cost=None), at("recipes", "kolsh", "cost"), "Field required"),
    "a cost without provenance": (
        recipe("kolsh", cost={"base_malt": 4}),
        at("recipes", "kolsh", "cost.provenance"),
        "Field required",
    ),
    "a cost of something else": (
        recipe("kolsh", cost={"yeast": 4, "provenance": "inferred"}),
        at("recipes", "kolsh", "cost.yeast"),
        "not permitted",
    ),
    "a negative cost": (
        recipe("kolsh", cost={"hops": -1, "provenance": "inferred"}),
        at("recipes", "kolsh", "cost.hops"),
        "greater than or equal to 0",
    ),
    "a Recipe without Pints": (recipe("kolsh", pints=None), at("recipes", "kolsh", "pints"), "Field required"),
    "a bonus in no Season": (
        recipe("kolsh", bonus={"amount": 1, "provenance": "inferred"}),
        at("recipes", "kolsh", "bonus.season"),
        "Field required",
    ),
    "a bonus in an unknown Season": (
        recipe("kolsh", bonus={"season": "autumn", "amount": 1, "provenance": "inferred"}),
        at("recipes", "kolsh", "bonus.season"),
        "Input should be",
    ),
    "a bonus without provenance": (
        recipe("kolsh", bonus={"season": "fall", "amount": 1}),
        at("recipes", "kolsh", "bonus.provenance"),
        "Field required",
    ),
    "a bonus without an amount": (
        recipe("kolsh", bonus={"season": "fall", "provenance": "inferred"}),
        at("recipes", "kolsh", "bonus.amount"),
        "Field required",
    ),
}


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


# --- other editions ---------------------------------------------------------------------------------------------------


def sized(cards: int, recipes: int) -> bytes:
    """An edition with so many Brewery cards of two titles, and so many Recipes."""

    def change(table: dict[str, Any]) -> None:
        first, second = (table["cards"][_ROWS["cards", name]] for name in ("venue", "merch"))
        first["copies"], second["copies"] = figure(1), figure(cards - 1)
        table["cards"] = [first, second]
        kolsh = table["recipes"][_ROWS["recipes", "kolsh"]]
        table["recipes"] = [{**kolsh, "name": f"kolsh-{i}"} for i in range(recipes)]
        table["totals"] |= {"titles": figure(2), "cards": figure(cards), "recipes": figure(recipes)}

    return remade(change)


@pytest.mark.parametrize(
    ("cards", "recipes", "reason"),
    [
        (29, 7, "there are 29 Brewery cards; 30 to 500 are possible"),
        (501, 7, "there are 501 Brewery cards; 30 to 500 are possible"),
        (30, 6, "there are 6 Recipes; 7 to 60 are possible"),
        (30, 61, "there are 61 Recipes; 7 to 60 are possible"),
    ],
)
def test_too_few_or_too_many_cards_or_recipes_are_refused(cards: int, recipes: int, reason: str) -> None:
    error = refused(sized(cards, recipes))
    assert (error.entry, error.reason) == ("the file", reason)


def test_the_least_number_of_cards_is_what_six_players_are_dealt() -> None:
    def change(table: dict[str, Any]) -> None:
        table["figures"]["starting_hand"] = figure(14)

    assert refused(remade(change)).reason == "there are 83 Brewery cards; 84 to 500 are possible"


@pytest.mark.parametrize(("cards", "recipes"), [(30, 7), (500, 60)])
def test_the_smallest_and_the_largest_edition_can_be_played(cards: int, recipes: int) -> None:
    rules = GAME.rules(load(PintCraftEdition, sized(cards, recipes), "mine.toml"))
    chance = Chance(seed_from("sized"))
    state = rules.new(PintCraftOptions(round_cap=4), 6, chance)
    assert (len(state.pile), len(state.stacks)) == (cards - 30, 7)
    assert sum(map(len, state.stacks)) == recipes
    while moves := list(rules.moves(state)):
        state = rules.apply(state, moves[-1], chance).state
    assert state.ended


def test_what_may_be_0_or_left_out_is_no_fault() -> None:
    for source in (
        recipe("kolsh", pints=figure(0), bonus={"season": "fall", "amount": 0, "provenance": "inferred"}),
        recipe("kolsh", bonus=None, cost={"provenance": "inferred"}),
        card("dining-room", pints=figure(0)),
        card("dining-room", pints=None, effects=None),
        card("big-tanks", adjunct_price=figure(1)),
        card("taproom", pints=figure(2)),
        card("fresh-start", effects=[effect("redraw", amount=0), effect("choose", amount=0)]),
        card("venue", effects=[effect("pay", ingredients={})], note="mine"),
    ):
        load(PintCraftEdition, source, "mine.toml")


def test_another_editions_figures_are_the_ones_that_are_played_with() -> None:
    def change(table: dict[str, Any]) -> None:
        mine = {"starting_hand": 6, "most_played": 2, "drawn_when_out": 7, "adjunct_price": 2, "traded_for": 3}
        for name, value in {**mine, "threshold_2": 9}.items():
            table["figures"][name]["value"] = value

    rules = GAME.rules(load(PintCraftEdition, remade(change), "mine.toml"))
    chance = Chance(seed_from("mine"))
    state = rules.new(PintCraftOptions(), 2, chance)
    assert [len(hand) for hand in state.hands] == [6, 6]
    table = rules.view(state)
    assert (table.threshold, [player.adjunct_price for player in table.players]) == (9, [2, 2])
    decision = rules.decision(state)
    assert decision is not None
    assert "(0 of 2 so far)" in decision.prompt
    traded = next(move for move in rules.moves(state) if move.verb == "trade-in")
    owed = rules.decision(rules.apply(state, traded, chance).state)
    assert owed is not None
    assert owed.prompt.endswith("choose 3 ingredients; an Adjunct counts as 2 of them.")
