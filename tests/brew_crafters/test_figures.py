"""The box holds every figure of the edition, and a game starts with them. The other tests take what they expect from the box."""

from __future__ import annotations

import pytest

from taphouse.engine.brew_crafters.box import MONEY, Act
from taphouse.engine.brew_crafters.cards import INDEX, NONE, SEASONS
from taphouse.engine.brew_crafters.printed import Effect
from tests.brew_crafters.build import BOX, EDITION, PARTNERSHIP, PORTION, RECIPE, TILE, TRACK, WORKER

FIGURES = EDITION.figures
SEATS = range(2, 6)


def check(acts: tuple[Act, ...], printed: tuple[Effect, ...]) -> None:
    """These are the printed effects."""
    for act, effect in zip(acts, printed, strict=True):
        assert act.effect is effect.effect
        for name, absent in (("amount", 0), ("per", 1), ("most", 1_000_000)):
            assert getattr(act, name) == (getattr(effect, name) or absent)
        assert act.stock == (effect.ingredients.stock if effect.ingredients else NONE)
        assert [SEASONS[season] for season in act.seasons] == [*(effect.seasons or ())]


@pytest.mark.parametrize("printed", EDITION.recipes, ids=lambda one: one.name)
def test_a_recipe(printed) -> None:
    beer = BOX.beers[RECIPE[printed.name]]
    assert (beer.cost, beer.points) == (printed.ingredients.stock, printed.points.value)
    assert (beer.advanced, beer.first_game) == (printed.advanced, printed.first_game)
    assert (beer.barrel, beer.infuser) == (printed.symbols.barrel, printed.symbols.infuser)
    shown = BOX.recipe_shown[RECIPE[printed.name]]
    assert shown.points == printed.points.value
    assert tuple(getattr(shown.ingredients, name) for name in shown.ingredients.__struct_fields__) == beer.cost


@pytest.mark.parametrize("players", SEATS)
def test_the_market(players: int) -> None:
    there = [space for space in EDITION.spaces if space.players <= players]
    assert [space.name for space in BOX.spaces[players]] == [space.name for space in there]
    for space, printed in zip(BOX.spaces[players], there, strict=True):
        restocks = printed.restocks
        what = -1 if restocks is None else MONEY if restocks.what == "money" else INDEX[restocks.what]
        assert (space.what, space.amount) == (what, restocks.amount if restocks else 0)
        for side, printed_side in zip(space.sides, printed.sides, strict=True):
            check(side.acts, printed_side.effects)


@pytest.mark.parametrize("printed", EDITION.partnerships, ids=lambda one: one.name)
def test_a_partnership(printed) -> None:
    partnership = BOX.partnerships[PARTNERSHIP[printed.name]]
    assert partnership[2:] == (printed.players, printed.price.value, printed.gives.stock)


@pytest.mark.parametrize("printed", EDITION.tiles, ids=lambda one: one.name)
def test_a_tile(printed) -> None:
    tile = BOX.tiles[TILE[printed.name]]
    assert (tile.cost, tile.copies) == (printed.cost.value, printed.count.value)
    assert BOX.tile_shown[TILE[printed.name]].cost == printed.cost.value
    check(tile.acts, printed.effects)
    check(tile.on_install, printed.on_install)


@pytest.mark.parametrize("printed", EDITION.workers, ids=lambda one: one.name)
def test_a_worker(printed) -> None:
    worker = BOX.workers[WORKER[printed.name]]
    assert (worker.cost, worker.copies, worker.players) == (printed.cost.value, 1, printed.min_players)
    assert worker.first_game is printed.first_game
    assert BOX.worker_shown[WORKER[printed.name]].cost == printed.cost.value
    check(worker.acts, printed.effects)


@pytest.mark.parametrize("printed", EDITION.tracks, ids=lambda one: one.name)
def test_a_track(printed) -> None:
    check(BOX.tracks[TRACK[printed.name]].acts, printed.steps)


@pytest.mark.parametrize("printed", EDITION.portions, ids=lambda one: one.name)
def test_a_portion(printed) -> None:
    cost = printed.ingredients.stock if printed.ingredients else NONE
    assert BOX.portions[PORTION[printed.name]][2:] == (
        cost,
        printed.advanced,
        printed.points.value,
        printed.money.value,
    )


def test_the_numbers_of_the_rules() -> None:
    buildings = (FIGURES.storehouse_cost, FIGURES.research_lab_cost, FIGURES.single_system_cost)
    assert BOX.building_costs == tuple(figure.value for figure in buildings)
    shifts = (FIGURES.shift_1_cost, FIGURES.shift_2_cost, FIGURES.shift_3_cost)
    assert BOX.shift_costs == tuple(figure.value for figure in shifts)
    assert BOX.shift_batches == (0, FIGURES.shift_2_batches.value, FIGURES.shift_3_batches.value)
    assert (BOX.storage, BOX.loan) == (FIGURES.storage.value, FIGURES.loan.value)
    assert (BOX.market_tokens, BOX.sale_price) == (FIGURES.market_tokens.value, FIGURES.sale_price.value)
    assert BOX.label_points == FIGURES.gold_label_points.value
    assert BOX.loan_points == (FIGURES.first_loan_points.value, FIGURES.further_loan_points.value)
