"""The components of the edition are those of rules.md: titles, texts, effects, costs and provenance."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.brew_crafters.build import EDITION, SPOKEN
from tests.brew_crafters.edition.rules_document import (
    INFERRED,
    KIND,
    MARKED,
    RECIPES,
    RECONSTRUCTED,
    RULEBOOK,
    RULES_TEXT,
    SPACES,
    STOCK,
    TILES,
    TRACKS,
    WORKERS,
    beside,
    effect_of,
    number,
    rule,
    section,
    shown,
    slug,
    stock,
)

# --- the recipes ------------------------------------------------------------------------------------------------------


def test_the_tables_have_the_titles_of_the_edition_in_their_order_and_no_others() -> None:
    assert [row["recipe"].removesuffix(" *") for row in RECIPES] == [recipe.title for recipe in EDITION.recipes]
    assert [row["space"] for row in SPACES] == [space.title for space in EDITION.spaces]
    tiles = [row["tile"].removesuffix(" (second)").removesuffix(" (two)") for row in TILES]
    assert tiles == [tile.title for tile in EDITION.tiles]
    assert [row["track"] for row in TRACKS] == [track.title for track in EDITION.tracks]
    assert [row["worker"].removesuffix(" s") for row in WORKERS] == [worker.title for worker in EDITION.workers]


def test_what_moves_call_a_component_is_made_of_its_title() -> None:
    others = {"tour-tasting-room": "tasting-room", "flavor": "flavour"}
    for part in (EDITION.recipes, EDITION.spaces, EDITION.partnerships, EDITION.tiles, EDITION.workers, EDITION.tracks):
        for one in part:
            assert one.name == others.get(slug(one.title), slug(one.title))


@pytest.mark.parametrize(("row", "recipe"), beside(RECIPES, EDITION.recipes))
def test_a_recipe_is_the_one_of_the_rules_document(row: dict[str, str], recipe: Any) -> None:
    style, _, basic = row["style"].partition(", ")
    assert (str(recipe.style), recipe.advanced) == (style, not basic)
    assert basic in ("", "basic")
    assert recipe.ingredients.stock == tuple(int(row[letter] or 0) for letter in "MHYFSC")
    assert recipe.points.value == int(row["points"])
    assert (recipe.symbols.barrel, recipe.symbols.infuser) == (row["barrel"] == "yes", row["hops infuser"] == "yes")
    assert {row["barrel"], row["hops infuser"]} <= {"", "yes"}
    assert recipe.first_game is row["recipe"].endswith(" *")
    kinds = row["kinds (ingredients · points · symbols)"].split(" · ")
    provenances = [recipe.ingredients.provenance, recipe.points.provenance, recipe.symbols.provenance]
    assert provenances == [KIND[kind] for kind in kinds]


# --- the market -------------------------------------------------------------------------------------------------------


def sides_of(row: dict[str, str]) -> list[tuple[list[dict[str, Any]], str]]:
    """The gains of a space, each side with its effects and its kind."""
    found = []
    for side in row["gives"].split("— or —"):
        kind = MARKED.search(side)
        words = MARKED.sub("", side).strip()
        parts = words.split(", and ") if ", and " in words else [words]
        found.append(([effect_of(part) for part in parts], kind[1] if kind else "x"))
    return found


@pytest.mark.parametrize(("row", "space"), beside(SPACES, EDITION.spaces))
def test_a_space_is_the_one_of_the_rules_document(row: dict[str, str], space: Any) -> None:
    assert space.players == (2 if row["players"] == "all" else int(row["players"].rstrip("+")))
    sides = sides_of(row)
    assert [shown(side.effects) for side in space.sides] == [effects for effects, _ in sides]
    for side, (effects, kind) in zip(space.sides, sides, strict=True):
        for effect in side.effects:
            if str(effect.effect) == "take-all" and kind == "x":  # of what restocks by the rule book, it is BC-12
                assert effect.provenance in (RULEBOOK, RECONSTRUCTED)
            else:
                assert effect.provenance is KIND[kind], (space.name, side.name)
        figures = [n for effect in effects for n in effect.values() if isinstance(n, int)]
        assert sorted(map(int, re.findall(r"\d+", side.text))) == sorted(figures)
        assert re.findall(r"\d+", side.title) in ([], re.findall(r"\d+", side.text))
    assert space.provenance is RECONSTRUCTED
    restocks = re.fullmatch(r"(\$?)(\d+)(.*)", row["restocks"])
    assert (space.restocks is None) is (restocks is None)
    if restocks:
        (what,) = [name for name in (*SPOKEN, "money") if row["gives"].startswith(name)]
        assert (str(space.restocks.what), space.restocks.amount) == (what, int(restocks[2]))
        assert bool(restocks[1]) is (what == "money")
        if "that it restocks" in restocks[3]:
            assert space.restocks.provenance is RECONSTRUCTED
            assert "from a public source" in space.restocks.note
        else:
            kind = MARKED.search(restocks[3])
            assert space.restocks.provenance is KIND[kind[1] if kind else "x"]


def test_a_space_that_restocks_is_emptied_and_one_of_two_sides_is_named_for_what_it_gives() -> None:
    for space in EDITION.spaces:
        everything = [str(effect.effect) for side in space.sides for effect in side.effects]
        assert ("take-all" in everything) is (space.restocks is not None)
        assert len({side.name for side in space.sides}) == len(space.sides)


# --- partnerships, tiles, shifts, collaboration -----------------------------------------------------------------------


def test_the_partnerships_are_those_of_the_rules_document() -> None:
    said = section("Partnerships")
    found = re.findall(rf"([A-Z]\w+ [A-Z]\w+)(?: \((\d)\+\))?: \$(\d+) → ({STOCK})\.", said)
    assert [(one.title, one.players, one.price.value, one.gives.amounts) for one in EDITION.partnerships] == [
        (title, int(players or 2), int(price), stock(gives)) for title, players, price, gives in found
    ]
    assert "names of the first two, and that two more are for 4+: r; the rest x" in said
    assert ["rule book" in one.note for one in EDITION.partnerships] == [False] * 2 + [True] * 2
    assert [one.provenance for one in EDITION.partnerships] == [RULEBOOK] * 2 + [RECONSTRUCTED] * 2
    for one in EDITION.partnerships:
        assert one.price.provenance is one.gives.provenance is RECONSTRUCTED
        assert re.findall(r"\d+", one.text) == [str(one.price.value), *map(str, one.gives.amounts.values())]


@pytest.mark.parametrize(("row", "tile"), beside(TILES, EDITION.tiles))
def test_a_tile_is_the_one_of_the_rules_document(row: dict[str, str], tile: Any) -> None:
    assert tile.count.value == (2 if row["tile"].endswith("(two)") else 1)
    assert tile.cost.value == number(r"^\$(\d+)(?: more)?$", row["winter cost"])
    assert shown(tile.effects) == [effect_of(row["benefit"])]
    assert shown(tile.on_install) == ([effect_of(row["on install"])] if row["on install"] else [])
    if tile.on_install:
        assert tile.text.endswith(f" On install {row['on install']}.")
    figures = re.findall(r"\d+", re.sub(r"\(BC-\d+\)", "", f"{row['benefit']} {row['on install']}"))
    text = tile.text.replace("for 1 point more", "1 point more").replace("for each different", "per different")
    assert re.findall(r"\d+", text) == figures


def test_the_kinds_of_the_tiles_are_those_that_the_section_names() -> None:
    said = " ".join(section("Buildings and equipment").partition("|")[0].split())
    rulebook, rest = said.split(" Inferred from the rule book: ")
    inferred, rest = rest.split(" p: ")
    public, ours = rest.split(" All else is x")
    assert all(
        words in rulebook for words in ("names", "Hops Infusers", "Tasting Room", "Brewpub's batch and its price")
    )
    assert all(words in inferred for words in ("how many of each", "one tank more"))
    assert all(words in public for words in ("planting", "infusers for ales"))
    assert "second storehouse's 12" in ours
    free = {tile.name for tile in EDITION.tiles if tile.cost.provenance is RULEBOOK}
    assert free == {"hops-infuser", "tasting-room"}
    assert all(tile.cost.value == 0 for tile in EDITION.tiles if tile.name in free)
    by_rulebook = {tile.name for tile in EDITION.tiles for effect in tile.effects if effect.provenance is RULEBOOK}
    assert by_rulebook == {"brewpub"}
    for tile in EDITION.tiles:
        assert (tile.provenance, tile.count.provenance) == (RULEBOOK, INFERRED)
        assert tile.count.note == f"the rule book has {5 * tile.count.value} of them for up to 5 players"
        if tile.name not in by_rulebook:
            tank = tile.name == "double-batch-system"
            assert {effect.provenance for effect in tile.effects} == {INFERRED if tank else RECONSTRUCTED}
        assert all(effect.provenance is RECONSTRUCTED for effect in tile.on_install)
    noted = {tile.name: effect.note for tile in EDITION.tiles for effect in tile.effects if effect.note}
    by_public = {"hops-infuser", "farm"}
    assert set(noted) == by_public | {"storehouse", "brewpub", "tasting-room", "double-batch-system"}
    assert all(("public source" if name in by_public else "rule book") in noted[name] for name in noted)
    assert "$2" in noted["brewpub"]


def test_the_shifts_and_buildings_of_the_start_cost_what_the_rules_document_says() -> None:
    (said,) = re.findall(r"^Shifts: .*$", RULES_TEXT, re.MULTILINE)
    figures = EDITION.figures
    first, second, third, building = map(int, re.findall(r"\$(\d+)", said))
    assert figures.shift_1_cost.value == first
    assert [figures.shift_2_cost.value, figures.shift_3_cost.value] == [second, third]
    starting = (figures.storehouse_cost, figures.research_lab_cost, figures.single_system_cost)
    assert [one.value for one in starting] == [building] * 3
    assert "(higher: r; figures x)" in said
    assert min(second, third) > first
    assert {one.provenance for one in (*starting, figures.shift_1_cost)} == {RULEBOOK}
    assert figures.shift_2_cost.provenance is figures.shift_3_cost.provenance is RECONSTRUCTED
    total = 3 * building + first
    assert f"They are ${total} at the start (3 + {first})" in rule("BC-27")


def test_the_collaboration_pays_what_the_rules_document_says() -> None:
    said = section("Collaboration pays")
    found = re.findall(r"(\d+) (\w+): (\d+) points?, \$(\d+) \((\w)\)", said)
    assert len(found) == 4
    for portion, (count, what, points, money, kind) in zip(EDITION.portions, found, strict=True):
        assert portion.name == what
        taken = {} if portion.ingredients is None else portion.ingredients.amounts
        assert (taken, portion.advanced) == (({}, int(count)) if what == "advanced" else ({what: int(count)}, 0))
        assert (portion.points.value, portion.money.value) == (int(points), int(money))
        assert {portion.points.provenance, portion.money.provenance} == {KIND[kind]}
        assert portion.title.startswith(f"{count} {what}")
        assert f"{count} {what}" in rule("BC-23")
        assert portion.provenance is RULEBOOK


# --- research and workers ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("row", "track"), beside(TRACKS, EDITION.tracks))
def test_a_track_is_the_one_of_the_rules_document(row: dict[str, str], track: Any) -> None:
    assert shown(track.steps) == [
        effect_of(row[column]) for column in ("experimental", "annual", "breakthrough", "game end")
    ]
    assert {track.provenance, *(step.provenance for step in track.steps)} == {RECONSTRUCTED}
    assert "rule book" in track.note, "the structure is"


@pytest.mark.parametrize(("row", "worker"), beside(WORKERS, EDITION.workers))
def test_a_worker_is_the_one_of_the_rules_document(row: dict[str, str], worker: Any) -> None:
    assert worker.first_game is row["worker"].endswith(" s")
    assert worker.cost.value == number(r"^\$(\d+)$", row["winter cost"])
    assert shown(worker.effects) == [effect_of(row["benefit"])]
    assert worker.min_players == (3 if "not used with 2 players" in row["benefit"] else 2)
    said = row["benefit"].partition(" (not used")[0]
    assert re.findall(r"\d+", worker.text) == re.findall(r"\d+", said)
    everything = (worker, worker.cost, *worker.effects)
    assert {one.provenance for one in everything} == {RECONSTRUCTED}
    by_rulebook = {"store": "stores more", "market-action": "market action"}.get(str(worker.effects[0].effect))
    assert (by_rulebook is not None) is bool(worker.effects[0].note)
    assert (by_rulebook or "") in worker.effects[0].note
