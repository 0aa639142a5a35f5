"""Refusals of bad editions, and values that may be 0 or left out."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import Any

import pytest

from taphouse.engine.brew_crafters.about import ABOUT
from taphouse.engine.brew_crafters.edition import BrewCraftersEdition
from taphouse.engine.brew_crafters.moves import BrewCraftersOptions
from taphouse.engine.chance import BLIND, Chance, seed_from
from taphouse.engine.editions import load
from tests.brew_crafters.build import EDITION
from tests.brew_crafters.edition.bad_components import OF_COMPONENTS
from tests.brew_crafters.edition.bad_figures_and_recipes import OF_FIGURES_AND_RECIPES
from tests.brew_crafters.edition.bad_market import OF_THE_MARKET
from tests.brew_crafters.edition.changes import (
    AT_START,
    IN_GAME,
    LEAST,
    MOST,
    MOST_CHOSEN,
    MOST_EFFECTS,
    SPARED,
    effect,
    figure,
    refused,
    remade,
    rules_of,
    set_,
    side,
    with_,
)

BAD = OF_FIGURES_AND_RECIPES | OF_THE_MARKET | OF_COMPONENTS


@pytest.mark.parametrize("kind", BAD)
def test_a_bad_edition_is_refused_with_file_entry_and_reason(kind: str) -> None:
    source, entry, reason = BAD[kind]
    error = refused(source)
    assert error.entry == entry
    assert reason in error.reason
    if entry == "the file" and "TOML" not in reason:
        assert error.reason == reason


def test_too_few_workers_for_some_number_of_players_are_refused() -> None:
    """Those of the first game must be for two, so this is met by leaving out others."""

    def change(table: dict[str, Any]) -> None:
        for worker in table["workers"]:
            worker["first_game"] = False
        for worker in table["workers"][: IN_GAME - 1]:
            worker["first_game"] = True
        table["workers"][IN_GAME:] = []
        table["workers"][IN_GAME - 1] |= {"first_game": True, "min_players": 5}
        table["totals"]["workers"]["value"] = IN_GAME

    assert refused(remade(change)).reason == f"workers: there are too few for 2 players; {IN_GAME} are needed"


def test_every_reason_of_the_editions_validation_is_met() -> None:
    """By the texts of the `ValueError`s in edition.py and printed.py, as far as they are fixed."""
    source = "".join(files(ABOUT.package).joinpath(name).read_text() for name in ("edition.py", "printed.py"))
    written = re.findall(r'raise ValueError\(\s*f?"(.*?)"\s*\)', source)
    assert len(written) == source.count("raise ValueError(")
    assert len(written) > 20
    fixed = [
        "".join(".*?" if i % 2 else re.escape(part) for i, part in enumerate(re.split(r"({.*?})", one)))
        for one in written
    ]
    met = [reason for _, _, reason in BAD.values()]
    assert [one for one in fixed if not any(re.fullmatch(one, reason) for reason in met)] == []


def test_a_change_of_nothing_is_no_bad_edition() -> None:
    """So what is refused above is refused for its change."""
    mine = load(BrewCraftersEdition, remade(lambda _: None), "mine.toml")
    assert mine.model_dump(exclude={"source"}) == EDITION.model_dump(exclude={"source"})
    assert load(BrewCraftersEdition, with_("tiles", "farm"), "mine.toml").tiles == EDITION.tiles


FITTING = {
    "starting_malt": {"starting_hops": 0, "storage": 99},
    "starting_hops": {"starting_malt": 0, "storage": 99},
    "storage": {"starting_malt": 1, "starting_hops": 0},
}
"""Other values that must change, so that the ingredients of the start fit."""


@pytest.mark.parametrize(
    "name", [name for name, _ in EDITION.figures if name not in ("advanced_per_style", "skilled_workers")]
)
def test_the_least_and_the_most_of_a_figure_can_be_played_with(name: str) -> None:
    for value in (LEAST.get(name, 0), MOST.get(name, 99)):
        mine = FITTING.get(name, {}) | {name: value}
        rules = rules_of(
            remade(lambda table, mine=mine: [table["figures"][key].update(value=n) for key, n in mine.items()])
        )
        state = rules.new(BrewCraftersOptions(), 2, Chance(seed_from(name)))
        for _ in range(40):
            state = rules.apply(state, next(iter(rules.moves(state))), BLIND).state
        rules.view(state)


def test_what_may_be_0_or_left_out_is_no_fault() -> None:
    for source in (
        with_("recipes", "lambic", points=figure(0)),
        with_("tiles", "farm", cost=figure(0), on_install=None),
        with_("tiles", "farm", note="mine"),
        with_("portions", "hops", points=figure(0), money=figure(0)),
        with_("spaces", "rail-freight", sides=[side(effect("choose-basic", amount=2), effect("money", amount=1))]),
        with_("partnerships", "coffee-roaster", gives={"malt": 1, "coffee": 1, "provenance": "inferred"}),
        with_("spaces", "rail-freight", sides=[side(*[effect("money", amount=1)] * MOST_EFFECTS)]),
        with_("spaces", "rail-freight", sides=[side(effect("choose-basic", amount=MOST_CHOSEN))]),
        with_(
            "spaces",
            "rail-freight",
            sides=[
                side(*map(effect, ("worker", "partnership", "shift", "starting-player"))),
                side(effect("worker"), name="other"),
            ],
        ),
        with_("workers", SPARED, effects=[effect("store", amount=1)] * MOST_EFFECTS),
        set_("figures", "storage", AT_START),
    ):
        load(BrewCraftersEdition, source, "mine.toml")
