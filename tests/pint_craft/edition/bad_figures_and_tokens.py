"""Faults of a file, its figures, totals, tokens and names."""

from __future__ import annotations

from typing import Any

from tests.pint_craft.build import EDITION
from tests.pint_craft.edition.changes import FIRST, FRUITY, HOPPIEST, at, card, changed, figure, remade, tokens
from tests.pint_craft.edition.rules_document import CARD

HAND = 'starting_hand = { value = 5, rule = "PC-01", provenance = "rulebook" }'
VENUE, AMBER = 'name = "venue"', 'name = "american-amber"'
ALL_TITLES = 'titles = { value = 30, provenance = "rulebook" }'


def _many_tokens(table: dict[str, Any]) -> None:
    for one in table["tokens"].values():
        one["value"] = 45 if one["value"] == 45 else 34
    table["totals"]["tokens"]["value"] = 45 + 3 * 34


OF_FIGURES_AND_TOKENS = {
    # the file
    "not TOML": (b"game = ", "the file", "not TOML"),
    "not text": (b"\xff\xfe", "the file", "not TOML"),
    "empty": (b"", "game", "Field required"),
    "another game": (changed(('"pint-craft"', '"dank-and-draft"')), "game", "pint-craft"),
    "no game": (changed(('game = "pint-craft"\n', "")), "game", "Field required"),
    "a name that is no slug": (changed(('name = "reconstructed"', 'name = "My Edition"')), "name", "match pattern"),
    "no title": (changed(('title = "Pint Craft, reconstructed cards"\n', "")), "title", "Field required"),
    "an unknown key": (changed(('title = "', 'colour = "red"\ntitle = "')), "colour", "no such key"),
    "a source of its own": (changed(('title = "', 'source = "red"\ntitle = "')), "source", "no such key"),
    # figures
    "an unknown figure": (
        changed((HAND, HAND + '\nlast_hand = { value = 1, provenance = "inferred" }')),
        "figures.last_hand",
        "no such key",
    ),
    "a missing figure": (changed((HAND + "\n", "")), "figures.starting_hand", "Field required"),
    "no figures": (changed(("[figures]", "[numbers]")), "numbers", "no such key"),
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
        for value in (0, -1, 100_000)
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
    "tokens for more choices than can be listed": (
        remade(_many_tokens),
        "the file",
        "the figures of tokens make 42875 choices possible; 40000 are the most",
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
}
