"""The components of the edition: names, texts that have the figures of their effects, notes, and what the rules say of them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import pytest

from taphouse.engine.brew_crafters.printed import Effect
from taphouse.engine.editions import Provenance
from tests.brew_crafters.build import EDITION
from tests.brew_crafters.edition.rules_document import rule


def numbers(effects: Iterable[Effect]) -> list[int]:
    """The numbers of effects as a text has them, in which "for each" stands for one."""
    figures = [item for effect in effects for item in effect.figures.items() if item != ("per", 1)]
    return [figure for _, figure in figures if isinstance(figure, int)]


def said(text: str) -> list[int]:
    """The numbers in a text."""
    return [int(found) for found in re.findall(r"\d+", text)]


def test_what_moves_call_a_component_is_made_of_its_title() -> None:
    others = {"tour-tasting-room": "tasting-room", "flavor": "flavour"}
    for part in (EDITION.recipes, EDITION.spaces, EDITION.partnerships, EDITION.tiles, EDITION.workers, EDITION.tracks):
        for one in part:
            slug = "-".join(re.findall(r"[a-z0-9]+", one.title.lower()))
            assert one.name == others.get(slug, slug)


# --- texts ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("space", EDITION.spaces, ids=lambda space: space.name)
def test_a_space_says_what_it_gives(space: Any) -> None:
    for side in space.sides:
        assert sorted(said(side.text)) == sorted(numbers(side.effects))
        assert said(side.title) in ([], said(side.text))


def test_a_space_that_restocks_is_emptied_and_one_of_two_sides_is_named_for_what_it_gives() -> None:
    for space in EDITION.spaces:
        everything = [str(effect.effect) for side in space.sides for effect in side.effects]
        assert ("take-all" in everything) is (space.restocks is not None)
        assert len({side.name for side in space.sides}) == len(space.sides)


def test_a_partnership_says_what_it_takes_and_gives() -> None:
    for one in EDITION.partnerships:
        assert said(one.text) == [one.price.value, *one.gives.amounts.values()]


def test_a_tile_a_worker_and_a_step_say_the_figures_of_their_effects() -> None:
    others = {"hops-infuser": [1, 1, 1], "farm": [1, 6, 4, 3, 1], "double-batch-system": [2]}
    for one in (*EDITION.tiles, *EDITION.workers):
        effects = [*one.effects, *getattr(one, "on_install", ())]
        assert said(one.text) == others.get(one.name, numbers(effects)), one.name
    for track in EDITION.tracks:
        assert [said(step.text or "") for step in track.steps] == [numbers([step]) for step in track.steps]


# --- what the rules say of them ---------------------------------------------------------------------------------------


def test_the_shifts_and_buildings_of_the_start_cost_what_the_rules_say() -> None:
    figures = EDITION.figures
    starting = (figures.storehouse_cost, figures.research_lab_cost, figures.single_system_cost)
    first = figures.shift_1_cost.value
    buildings = sum(one.value for one in starting)
    assert f"They are ${buildings + first} at the start ({buildings} + {first})" in rule("BC-27")
    assert min(figures.shift_2_cost.value, figures.shift_3_cost.value) > first


def test_a_portion_is_one_of_the_rules() -> None:
    for portion in EDITION.portions:
        given = {} if portion.ingredients is None else portion.ingredients.amounts
        count, what = portion.title.split()[:2]
        assert given | ({"advanced": portion.advanced} if portion.advanced else {}) == {portion.name: int(count)}
        assert what.startswith(portion.name)
        assert f"{count} {portion.name}" in rule("BC-23")


# --- notes ------------------------------------------------------------------------------------------------------------


def test_a_note_names_the_part_of_an_entry_that_is_from_elsewhere() -> None:
    noted = {(entry.section, entry.name): entry.note for entry in EDITION.listed() if entry.note}
    by_public = {("restocks", "yeast-bank"), ("tileEffects", "hops-infuser.1"), ("tileEffects", "farm.1")}
    by_rulebook = {
        *(("partnerships", name) for name in ("orchard-grower", "grain-elevator")),
        *(("figures", name) for name in ("shift_2_cost", "shift_3_cost")),
        *(("tileEffects", f"{name}.1") for name in ("storehouse", "tasting-room")),
        *(("workerEffects", f"{name}.1") for name in ("cellar-hand", "intern")),
        *(("tracks", track.name) for track in EDITION.tracks),
    }
    of_ours = {
        (entry.section, entry.name) for entry in EDITION.listed() if entry.provenance is Provenance.RECONSTRUCTED
    }
    assert set(noted) & of_ours == by_public | by_rulebook
    assert all("public source" in noted[one] for one in by_public)
    assert all("rule book" in noted[one] for one in by_rulebook)
    for tile in EDITION.tiles:
        assert tile.count.note == f"the rule book has {5 * tile.count.value} of them for up to 5 players"
