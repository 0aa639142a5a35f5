"""The totals and figures of the edition are those of rules.md, the catalogue shows every one, and each has its source."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from taphouse.engine.brew_crafters.about import ABOUT
from taphouse.engine.brew_crafters.edition import BrewCraftersEdition
from taphouse.engine.editions import Provenance, SourcedEntry, packaged
from tests.brew_crafters.build import EDITION, SPOKEN
from tests.brew_crafters.edition.changes import SOURCE
from tests.brew_crafters.edition.rules_document import RULES_TEXT, kind_of, number, rule

RULEBOOK, INFERRED = Provenance.RULEBOOK, Provenance.INFERRED
PUBLIC, RECONSTRUCTED = Provenance.PUBLIC_SOURCE, Provenance.RECONSTRUCTED

# --- totals and figures -----------------------------------------------------------------------------------------------


def test_the_totals_are_those_of_the_components_and_of_the_rules() -> None:
    assert {name: figure.value for name, figure in EDITION.totals} == {
        "recipes": len(EDITION.recipes),
        "spaces": len(EDITION.spaces),
        "partnerships": len(EDITION.partnerships),
        "tiles": sum(tile.count.value for tile in EDITION.tiles),
        "workers": len(EDITION.workers),
        "tracks": len(EDITION.tracks),
        "portions": len(EDITION.portions),
    }
    assert number(r"the edition with (\d+) recipes", RULES_TEXT) == len(EDITION.recipes)
    assert number(r"of the (\d+) skilled workers", rule("BC-05")) == len(EDITION.workers)
    assert number(r"one of (\d+) tracks", rule("BC-25").replace("on one", "one")) == len(EDITION.tracks)
    assert EDITION.totals.spaces.provenance is RECONSTRUCTED
    assert EDITION.totals.tiles.provenance is INFERRED
    assert {one.provenance for name, one in EDITION.totals if name not in ("spaces", "tiles")} == {RULEBOOK}


def test_the_figures_are_those_of_the_rules_that_they_name() -> None:
    costs = {name: figure for name, figure in EDITION.figures if name.endswith("_cost")}
    figures = {
        "starting_money_first": number(r"has \$(\d+)", rule("BC-07")),
        "starting_money_others": number(r"the others have \$(\d+)", rule("BC-07")),
        "starting_malt": number(r"(\d+) malt", rule("BC-03")),
        "starting_hops": number(r"(\d+) hops", rule("BC-03")),
        "market_tokens": number(r"(\d+) market tokens", rule("BC-03")),
        "advanced_per_style": number(r"(\d+) advanced ones of each style", rule("BC-04")),
        "skilled_workers": number(r"(\d+) of the \d+ skilled", rule("BC-05")),
        "storage": number(r"Each storehouse stores (\d+) ingredients", rule("BC-14")),
        "shift_2_batches": number(r"needs (\d+) batches brewed to hire the 2nd", rule("BC-18")),
        "shift_3_batches": number(r"and (\d+) for the 3rd", rule("BC-18")),
        "sale_price": number(r"\(\$(\d+) each", rule("BC-20")),
        "gold_label_points": number(r"gold label: (\d+) points", rule("BC-22")),
        "loan": number(r"loans of \$(\d+) each", rule("BC-27")),
        "first_loan_points": number(r"loans -(\d+) for the first", rule("BC-29")),
        "further_loan_points": number(r"-(\d+) for each further", rule("BC-29")),
    }
    assert figures | {name: figure.value for name, figure in costs.items()} == {
        name: figure.value for name, figure in EDITION.figures
    }
    assert number(r"(\d+) for each gold label", rule("BC-29")) == figures["gold_label_points"]
    named = {
        "starting_money": "BC-07", "starting": "BC-03", "market": "BC-03", "advanced": "BC-04", "skilled": "BC-05",
        "storage": "BC-14", "sale": "BC-20", "gold": "BC-22", "loan": "BC-27", "first": "BC-29", "further": "BC-29",
    }  # fmt: skip
    for name, figure in EDITION.figures:
        wanted = "BC-27" if name in costs else "BC-18" if name.endswith("_batches") else None
        assert figure.rule == (wanted or next(id_ for key, id_ in named.items() if name.startswith(key)))
        assert kind_of(figure.rule).startswith("r"), name
        assert figure.provenance is (RECONSTRUCTED if name in ("shift_2_cost", "shift_3_cost") else RULEBOOK)


def test_every_figure_names_a_rule_that_exists() -> None:
    for entry in EDITION.listed():
        if entry.figures.get("rule"):
            assert rule(entry.figures["rule"])
    assert re.findall(r"^\| (BC-\d\d) ", RULES_TEXT, re.MULTILINE) == [f"BC-{n:02}" for n in range(1, 31)]


@pytest.mark.parametrize(
    ("id_", "ours"),
    [
        ("BC-10", "when the extra actions come"),
        ("BC-14", "the 12 of the second storehouse"),
        ("BC-16", "these moments"),
        ("BC-24", "the order of pay"),
        ("BC-25", "the experimental one first"),
        ("BC-26", "how many a player can have"),
        ("BC-27", "never less than $0"),
        ("BC-28", "the last trades"),
    ],
)
def test_a_rule_that_is_partly_ours_says_which_part(id_: str, ours: str) -> None:
    book, _, rest = kind_of(id_).partition("; ")
    assert book == "rulebook"
    assert ours in rest


# --- the catalogue ----------------------------------------------------------------------------------------------------


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
    names = {(part, name) for part in ("totals", "figures") for name in table[part]}

    def numbered(part: str, name: str, effects: list[Any]) -> set[tuple[str, str]]:
        return {(part, f"{name}.{i}") for i in range(1, len(effects) + 1)}

    for row in table["recipes"]:
        names |= {(part, row["name"]) for part in ("recipes", "recipePoints", "recipeSymbols")}
    for row in table["spaces"]:
        names |= {("spaces", row["name"])} | ({("restocks", row["name"])} if "restocks" in row else set())
        for side in row["sides"]:
            names |= numbered("spaceSides", f"{row['name']}.{side['name']}", side["effects"])
    for row in table["partnerships"]:
        names |= {(part, row["name"]) for part in ("partnerships", "partnershipPrices", "partnershipGoods")}
    for row in table["tiles"]:
        names |= {(part, row["name"]) for part in ("tiles", "tileCosts", "tileCounts")}
        names |= numbered("onInstall", row["name"], row.get("on_install", []))
        names |= numbered("tileEffects", row["name"], row["effects"])
    for row in table["workers"]:
        names |= {(part, row["name"]) for part in ("workers", "workerCosts")}
        names |= numbered("workerEffects", row["name"], row["effects"])
    for row in table["tracks"]:
        kinds = ("experimental", "annual", "breakthrough", "game-end")
        names |= {("tracks", row["name"])} | {("steps", f"{row['name']}.{kind}") for kind in kinds}
    for row in table["portions"]:
        names |= {(part, row["name"]) for part in ("portions", "portionPoints", "portionMoney")}
    assert names == {(entry.section, entry.name) for entry in EDITION.listed()}


def test_every_entry_shows_its_figures() -> None:
    found = {(entry.section, entry.name): entry.figures for entry in EDITION.listed()}
    for part in ("totals", "figures"):
        for name, figure in getattr(EDITION, part):
            assert found[part, name] == {"value": figure.value, "rule": figure.rule}
    for recipe in EDITION.recipes:
        about = found["recipes", recipe.name]
        assert {name: about.get(name, 0) for name in SPOKEN} == dict(zip(SPOKEN, recipe.ingredients.stock, strict=True))
        assert (about["title"], about["style"]) == (recipe.title, str(recipe.style))
        assert (about["advanced"], about["firstGame"]) == (recipe.advanced, recipe.first_game)
        assert found["recipePoints", recipe.name]["value"] == recipe.points.value
        symbols = {"barrel": recipe.symbols.barrel, "infuser": recipe.symbols.infuser}
        assert found["recipeSymbols", recipe.name] == symbols
    for space in EDITION.spaces:
        assert found["spaces", space.name] == {"title": space.title, "players": space.players}
        for side in space.sides:
            for i, effect in enumerate(side.effects, 1):
                about = {"title": side.title, "text": side.text, **effect.figures}
                assert found["spaceSides", f"{space.name}.{side.name}.{i}"] == about
    for tile in EDITION.tiles:
        assert found["tiles", tile.name] == {"title": tile.title, "text": tile.text}
        assert found["tileCosts", tile.name]["value"] == tile.cost.value
        assert found["tileCounts", tile.name]["value"] == tile.count.value
    for track in EDITION.tracks:
        kinds = ("experimental", "annual", "breakthrough", "game-end")
        words = [{"title": step.title, "text": step.text} for step in track.steps if step.title is not None]
        figures = [
            one | figures
            for one, figures in zip(words or [{}] * 4, [step.figures for step in track.steps], strict=True)
        ]
        assert [found["steps", f"{track.name}.{kind}"] for kind in kinds] == figures
    for portion in EDITION.portions:
        assert found["portionPoints", portion.name]["value"] == portion.points.value
        assert found["portionMoney", portion.name]["value"] == portion.money.value


def test_what_is_not_reconstructed_is_this() -> None:
    """By section: the entries that are of the rule book, inferred from it, or from a public source."""
    recipes = {recipe.name for recipe in EDITION.recipes}
    tiles = {tile.name for tile in EDITION.tiles}
    totals = {name for name, _ in EDITION.totals}
    figures = {name for name, _ in EDITION.figures}
    assert _by_section(RULEBOOK) == {
        "totals": totals - {"spaces", "tiles"},
        "figures": figures - {"shift_2_cost", "shift_3_cost"},
        "recipes": {"ale"},
        "restocks": {"maltster", "hop-yard"},
        "spaceSides": {
            "maltster.malt.1",
            "hop-yard.hops.1",
            "yeast-bank.yeast.1",
            "private-investor.money.1",
            "private-investor.money.2",
            "local-partnership.partnership.1",
            "job-board.worker.1",
            "staff-agency.shift.1",
        },
        "partnerships": {"spices-importer", "coffee-roaster"},
        "tiles": tiles,
        "tileCosts": {"hops-infuser", "tasting-room"},
        "tileEffects": {"brewpub.1"},
        "portions": {"malt", "hops", "yeast", "advanced"},
        "portionPoints": {"malt"},
        "portionMoney": {"malt"},
    }
    assert _by_section(INFERRED) == {
        "totals": {"tiles"},
        "tileCounts": tiles,
        "tileEffects": {"double-batch-system.1"},
    }
    assert _by_section(PUBLIC) == {
        "recipes": {"india-pale-ale", "vanilla-porter"},
        "recipePoints": recipes - {"coffee-stout"},
        "recipeSymbols": recipes,
        "restocks": {"private-investor"},
    }
    assert {entry.provenance for entry in EDITION.listed()} == {RULEBOOK, INFERRED, PUBLIC, RECONSTRUCTED}


def _by_section(provenance: Provenance) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for entry in EDITION.listed():
        if entry.provenance is provenance:
            found.setdefault(entry.section, set()).add(entry.name)
    return found


def test_the_packaged_edition_is_valid_and_the_only_one() -> None:
    assert [edition.name for edition in packaged(BrewCraftersEdition, ABOUT.package)] == ["reconstructed"]
    assert EDITION.game == ABOUT.kind
    assert EDITION.source == SOURCE.encode()
    assert re.fullmatch(r"[0-9a-f]{64}", EDITION.digest)
    said = re.findall(r"\d+ [a-z ]+?(?=,| and|\.)", EDITION.text)
    assert [one.split(maxsplit=1)[0] for one in said[:4]] == [
        str(figure.value)
        for figure in (EDITION.totals.recipes, EDITION.totals.spaces, EDITION.totals.workers, EDITION.totals.tiles)
    ]
