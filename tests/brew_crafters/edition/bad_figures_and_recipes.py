"""Faults of a file, its totals, figures, names and recipes."""

from __future__ import annotations

from tests.brew_crafters.build import EDITION
from tests.brew_crafters.edition.changes import (
    AT_START,
    LEAST,
    MOST,
    PER_STYLE,
    SPARED,
    TABLE,
    at,
    changed,
    figure,
    recipes_but,
    remade,
    set_,
    with_,
)

ALES = [recipe.name for recipe in EDITION.recipes if str(recipe.style) == "ale" and recipe.advanced]

PARTS = ("recipes", "spaces", "partnerships", "workers", "tracks")

OF_FIGURES_AND_RECIPES: dict[str, tuple[bytes, str, str]] = {
    # the file
    "not TOML": (b"game = ", "the file", "not TOML"),
    "empty": (b"", "game", "Field required"),
    "another game": (changed('"brew-crafters"', '"pint-craft"'), "game", "brew-crafters"),
    "an unknown key": (changed('title = "', 'colour = "red"\ntitle = "'), "colour", "no such key"),
    "no figures": (changed("[figures]", "[numbers]"), "numbers", "no such key"),
    # totals and figures
    **{
        f"a wrong total of {name}": (
            set_("totals", name, one.value + 1),
            "the file",
            f"totals.{name} says {one.value + 1}, the edition has {one.value}",
        )
        for name, one in EDITION.totals
    },
    **{
        f"one of the {part} left out": (
            remade(lambda table, part=part: table[part].pop()),
            "the file",
            f"totals.{part} says {getattr(EDITION.totals, part).value}, "
            f"the edition has {getattr(EDITION.totals, part).value - 1}",
        )
        for part in PARTS
    },
    "a tile more": (
        with_("tiles", "farm", count=figure(2)),
        "the file",
        f"totals.tiles says {EDITION.totals.tiles.value}, the edition has {EDITION.totals.tiles.value + 1}",
    ),
    **{
        f"{name} of {value}": (
            set_("figures", name, value),
            "the file",
            f"figures.{name} is {value}; {LEAST.get(name, 0)} to {MOST.get(name, 99)} are possible",
        )
        for name, _ in EDITION.figures
        for value in (LEAST.get(name, 0) - 1, MOST.get(name, 99) + 1)
    },
    "a missing figure": (
        remade(lambda table: table["figures"].pop("loan")),
        "figures.loan",
        "Field required",
    ),
    "an unknown figure": (
        remade(lambda table: table["figures"].update(luck=figure(1))),
        "figures.luck",
        "no such key",
    ),
    "storage for less than there is at the start": (
        set_("figures", "storage", AT_START - 1),
        "the file",
        f"figures.storage is {AT_START - 1}; {AT_START} ingredients are there at the start",
    ),
    "more malt at the start than fits": (
        set_("figures", "starting_malt", EDITION.figures.storage.value),
        "the file",
        f"figures.storage is {EDITION.figures.storage.value}; "
        f"{EDITION.figures.storage.value + EDITION.figures.starting_hops.value} ingredients are there at the start",
    ),
    "a figure that is no number": (set_("figures", "loan", "two"), "figures.loan.value", "integer"),
    "a figure without provenance": (
        remade(lambda table: table["figures"].update(loan={"value": 2})),
        "figures.loan.provenance",
        "Field required",
    ),
    "a wrong provenance": (
        remade(lambda table: table["figures"]["loan"].update(provenance="hearsay")),
        "figures.loan.provenance",
        "Input should be",
    ),
    # names
    **{
        f"a name of the {part} twice": (
            remade(lambda table, part=part: table[part][1].update(name=table[part][0]["name"])),
            "the file",
            f"the name {TABLE[part][0]['name']!r} stands for two things",
        )
        for part in (*PARTS, "tiles", "portions")
    },
    "a worker with the name of a recipe": (
        with_("workers", SPARED, name="ale"),
        "the file",
        "the name 'ale' stands for two things",
    ),
    "a portion with the name of a space": (
        with_("portions", "hops", name="maltster"),
        "the file",
        "the name 'maltster' stands for two things",
    ),
    "a name that is no slug": (
        with_("workers", SPARED, name="The Cooper"),
        at("workers", "The Cooper", "name"),
        "match pattern",
    ),
    "no title": (with_("tiles", "farm", title=""), at("tiles", "farm", "title"), "at least 1 character"),
    "too long a text": (with_("tiles", "farm", text="f" * 201), at("tiles", "farm", "text"), "at most 200"),
    # recipes
    "no basic recipe of a style": (
        recipes_but(porter={"advanced": True}),
        "the file",
        "recipes: there must be exactly one basic porter",
    ),
    "two basic recipes of a style": (
        recipes_but(honey_porter={"advanced": False}),
        "the file",
        "recipes: there must be exactly one basic porter",
    ),
    "too few advanced recipes of a style": (
        recipes_but(**{name.replace("-", "_"): {"style": "stout"} for name in ALES[1:]}),
        "the file",
        f"recipes: there are fewer than {PER_STYLE} advanced recipes of the style ale",
    ),
    "too few for the first game": (
        recipes_but(lambic={"first_game": False}),
        "the file",
        f"recipes: the first game needs {PER_STYLE} advanced recipes of the style ale",
    ),
    "too many for the first game": (
        recipes_but(espresso_stout={"first_game": True}),
        "the file",
        f"recipes: the first game needs {PER_STYLE} advanced recipes of the style stout",
    ),
    "a basic recipe of the first game": (
        recipes_but(ale={"first_game": True}),
        "the file",
        "recipes: ale is basic and in every game, not only in the first",
    ),
    **{
        f"a recipe worth {points}": (
            with_("recipes", "lambic", points=figure(points)),
            "the file",
            f"recipes: lambic is worth {points}; 0 to 99 are possible",
        )
        for points in (-1, 100)
    },
    "a recipe of nothing": (
        with_("recipes", "lambic", ingredients={"malt": 0, "provenance": "inferred"}),
        "the file",
        "recipes: lambic takes 0 ingredients; 1 to 24 are possible",
    ),
    "a recipe of too much": (
        with_("recipes", "lambic", ingredients={"malt": 20, "fruit": 5, "provenance": "inferred"}),
        "the file",
        "recipes: lambic takes 25 ingredients; 1 to 24 are possible",
    ),
    "a recipe of something else": (
        with_("recipes", "lambic", ingredients={"salt": 1, "provenance": "inferred"}),
        at("recipes", "lambic", "ingredients.salt"),
        "no such key",
    ),
    "a recipe of less than nothing": (
        with_("recipes", "lambic", ingredients={"malt": -1, "provenance": "inferred"}),
        at("recipes", "lambic", "ingredients.malt"),
        "greater than or equal to 0",
    ),
    "an unknown style": (with_("recipes", "lambic", style="sour"), at("recipes", "lambic", "style"), "Input should be"),
}  # fmt: skip
