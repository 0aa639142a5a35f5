"""Editions of other sizes and figures, and what may be 0 or left out."""

from __future__ import annotations

from typing import Any

import pytest

from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.editions import load
from taphouse.engine.pint_craft.about import GAME
from taphouse.engine.pint_craft.cards import PintCraftEdition
from taphouse.engine.pint_craft.moves import PintCraftOptions
from taphouse.engine.pint_craft.rules.choose import ChooseDetails
from taphouse.engine.pint_craft.rules.play import PlayDetails
from tests.pint_craft.edition.changes import ROWS, card, effect, figure, recipe, refused, remade


def sized(cards: int, recipes: int) -> bytes:
    """An edition with so many Brewery cards of two titles, and so many Recipes."""

    def change(table: dict[str, Any]) -> None:
        first, second = (table["cards"][ROWS["cards", name]] for name in ("venue", "merch"))
        first["copies"], second["copies"] = figure(1), figure(cards - 1)
        table["cards"] = [first, second]
        kolsh = table["recipes"][ROWS["recipes", "kolsh"]]
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
    assert decision.details == PlayDetails(most=2)
    traded = next(move for move in rules.moves(state) if move.verb == "trade-in")
    owed = rules.decision(rules.apply(state, traded, chance).state)
    assert owed is not None
    assert isinstance(owed.details, ChooseDetails)
    assert (owed.details.amount, owed.details.adjunct) == (3, 2)
