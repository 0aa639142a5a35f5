"""A typo in an edition is reported by the names in the file: of sections, entries and keys, and the words that are possible."""

from __future__ import annotations

from importlib.resources import files

import pytest

from taphouse.engine import GAMES
from taphouse.engine.editions import EditionError, load

DANK, PINT, BREW = "dank-and-draft", "pint-craft", "brew-crafters"
UNKNOWN = "there is no such key"

TYPOS = {
    "a section": (DANK, "[figures]", "[figurs]", "figurs", f"{UNKNOWN}; did you mean figures?"),
    "a figure": (DANK, "hand_limit =", "hand_limt =", "figures.hand_limt", f"{UNKNOWN}; did you mean hand_limit?"),
    "a key of a figure": (
        BREW,
        "storage = { value",
        "storage = { values",
        "figures.storage.values",
        f"{UNKNOWN}; did you mean value?",
    ),
    "a key unlike any": (PINT, "copies =", "number =", "cards.bottling-line.number", UNKNOWN),
    "an optional key": (BREW, "players = 3", "playrs = 3", "spaces.grain-silo.playrs", UNKNOWN),
    "a key of a nested table": (
        BREW,
        "ingredients = { malt = 4 }",
        "ingredients = { malts = 4 }",
        "spaces.grain-silo.sides.malt.effects.1.ingredients.malts",
        UNKNOWN,
    ),
    "the key of a name": (
        PINT,
        'name = "saison"',
        'names = "saison"',
        "recipes.saison.names",
        f"{UNKNOWN}; did you mean name?",
    ),
    "a missing figure": (
        DANK,
        'hand_limit = { value = 6, rule = "DD-17", provenance = "rulebook" }\n',
        "",
        "figures.hand_limit",
        "Field required",
    ),
    "a figure without provenance": (
        BREW,
        'price = { value = 1, rule = "BC-16", provenance = "reconstructed" }',
        "price = { value = 1 }",
        "partnerships.spices-importer.price.provenance",
        "Field required",
    ),
    "text for a number": (DANK, "count = 22", 'count = "22"', "types.amber.count", "Input should be a valid integer"),
    "a number for a table": (
        PINT,
        'hops = { value = 26, rule = "PC-13", provenance = "rulebook" }',
        "hops = 26",
        "tokens.hops",
        "Input should be a table, not 26",
    ),
    "a word for an array": (
        BREW,
        'seasons = ["spring", "summer", "fall"]',
        'seasons = "spring"',
        "tiles.yeast-lab.effects.1.seasons",
        "Input should be an array, not spring",
    ),
    "a word": (
        DANK,
        'action = "stock-up"\ncount',
        'action = "stockup"\ncount',
        "actions.stockup.action",
        "Input should be spoil, recycle, snatch or stock-up, not stockup",
    ),
    "a word in an array": (
        BREW,
        '"spring", "summer", "fall"]',
        '"spring", "SUMMER", "Fall"]',
        "tiles.yeast-lab.effects.1.seasons.3",
        "Input should be spring, summer, fall or winter, not Fall",
    ),
    "a word of two types": (
        BREW,
        'restocks = { what = "money"',
        'restocks = { what = "monny"',
        "spaces.private-investor.restocks.what",
        "Input should be malt, hops, yeast, fruit, spices, coffee or money, not monny",
    ),
    "an entry without a name": (
        DANK,
        '{ beer = "pilsner", action = "snatch" }',
        '{ beer = "pils", action = "snatch" }',
        "breweries.Alder Gate.cards.2.beer",
        "Input should be ipa, pilsner, amber, sour or stout, not pils",
    ),
    "a reference": (
        PINT,
        'expands = "taproom"',
        'expands = "tapproom"',
        "the file",
        "cards: dining-room expands 'tapproom', which is no Improvement",
    ),
    "a name twice": (
        BREW,
        'name = "lambic"',
        'name = "ale"',
        "the file",
        "the name 'ale' stands for two things",
    ),
}


@pytest.mark.parametrize("typo", TYPOS)
def test_a_typo_is_reported_in_the_files_spelling(typo: str) -> None:
    kind, right, wrong, entry, reason = TYPOS[typo]
    game = GAMES[kind]
    text = files(game.about.package).joinpath("editions/reconstructed.toml").read_text()
    assert right in text
    with pytest.raises(EditionError) as caught:
        load(game.edition, text.replace(right, wrong, 1).encode(), "mine.toml")
    assert str(caught.value) == f"mine.toml: {entry}: {reason}"
