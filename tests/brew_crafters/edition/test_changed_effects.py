"""Changes by data alone: effects of components, ingredients and figures."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from taphouse.engine.brew_crafters.about import GAME
from taphouse.engine.brew_crafters.cards import amounts
from taphouse.engine.brew_crafters.events import IngredientsTaken
from taphouse.engine.brew_crafters.moves import BrewCraftersOptions
from taphouse.engine.brew_crafters.rules import BrewCraftersRules
from taphouse.engine.brew_crafters.state import BrewCraftersState
from taphouse.engine.chance import BLIND, Chance, seed_from
from taphouse.engine.notation import parse, write
from tests.brew_crafters.build import BOX, EDITION, TRACK, WORKER, at_market, at_work, has, into, prompt
from tests.brew_crafters.edition.changes import FARM, PLACE, SPRING, done, effect, remade, rules_of, side, with_


def at_freight(rules: BrewCraftersRules, **words: Any) -> BrewCraftersState:
    """Seat 1 has taken the rail freight, with 5 players."""
    mine = next(space for space in rules.box.spaces[5] if space.name == "rail-freight")
    (one,) = mine.sides
    assert one.name is None
    return done(rules, at_market(1, 2, seats=5, players={1: words}), "market rail-freight")


def freight(*effects: dict[str, Any], **steps: dict[str, Any]) -> BrewCraftersRules:
    """The rules under an edition whose rail freight gives this."""

    def change(table: dict[str, Any]) -> None:
        table["spaces"][PLACE["spaces", "rail-freight"]]["sides"] = [side(*effects)]
        table["tracks"][PLACE["tracks", "agronomy"]] |= steps

    return rules_of(remade(change))


def owed(rules: BrewCraftersRules, state: BrewCraftersState) -> list[str]:
    """The tasks of seat 1, one after the other, and of which kind what they choose is; the first move is made each time."""
    found = []
    while (decision := rules.decision(state)) is not None and decision.seat == 1:
        first = next(iter(rules.moves(state)))
        found.append({"choose malt": "basic", "choose fruit": "advanced"}.get(write(first), decision.task))
        state = rules.apply(state, first, BLIND).state
    return found


@pytest.mark.parametrize(
    ("effects", "tasks"),
    [
        (["choose-basic", "choose-advanced"], ["basic", "advanced"]),
        (["choose-advanced", "choose-basic"], ["advanced", "basic"]),
        (["choose-basic", "choose-advanced", "choose-basic"], ["basic", "advanced", "basic"]),
        (["worker", "partnership"], ["hire", "form"]),
        (["partnership", "worker"], ["form", "hire"]),
        (["worker", "choose-basic"], ["hire", "basic"]),
        (["partnership", "choose-advanced", "choose-basic"], ["form", "advanced", "basic"]),
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("buyer", [False, True])
def test_what_a_space_lets_one_choose_is_asked_in_the_order_of_its_effects(
    effects: list[str], tasks: list[str], buyer: bool
) -> None:
    rules = freight(*(effect(name, **{"amount": 1} if name.startswith("choose") else {}) for name in effects))
    state = at_freight(rules, workers="buyer" if buyer else "")
    chosen = any(name.startswith("choose") for name in effects)
    last = ["basic"] * BOX.workers[WORKER["buyer"]].acts[0].amount if buyer and chosen else []
    assert owed(rules, state) == tasks + last


def test_what_the_agronomy_breakthrough_gives_comes_also_with_malt_chosen_at_a_market_space() -> None:
    rules = freight(effect("choose-basic", amount=2))
    more = BOX.tracks[TRACK["agronomy"]].acts[2].stock
    state = at_freight(rules, steps={"agronomy": 3}, workers="buyer")
    for line, sources in [("choose malt", ["rail-freight", "agronomy"]), ("choose hops", ["rail-freight"])]:
        made = rules.apply(state, parse(line, GAME.verbs), BLIND)
        taken = [event for event in made.events if isinstance(event, IngredientsTaken)]
        assert [event.source for event in taken] == sources
        assert [event.ingredients for event in taken[1:]] == [amounts(more)] * len(sources[1:])
        state = made.state
    bought = rules.apply(state, parse("choose malt", GAME.verbs), BLIND).events
    assert [event.source for event in bought if isinstance(event, IngredientsTaken)] == ["buyer"]
    assert has(at_freight(rules), 1) == "none"
    plain_ = done(rules, at_freight(rules, steps={"agronomy": 2}), "choose malt", "choose malt")
    assert has(plain_, 1) == "malt:2"


def test_more_of_each_kind_that_is_taken_comes_in_one_event() -> None:
    more = effect("more-from-market", ingredients={"malt": 2, "yeast": 1, "coffee": 4})
    rules = freight(effect("take", ingredients={"malt": 1, "hops": 1, "yeast": 1}), breakthrough=more)
    made = rules.apply(
        at_market(1, 2, seats=5, players={1: {"steps": {"agronomy": 3}}}),
        parse("market rail-freight", GAME.verbs),
        BLIND,
    )
    taken = [(event.source, event.ingredients) for event in made.events if isinstance(event, IngredientsTaken)]
    assert taken == [("rail-freight", amounts((1, 1, 1, 0, 0, 0))), ("agronomy", amounts((2, 0, 1, 0, 0, 0)))]


@pytest.mark.parametrize(
    ("first", "order"), [(1, [1, 2, 3, 1, 3, 3]), (2, [2, 3, 1, 3, 1, 3]), (3, [3, 1, 2, 3, 1, 3])]
)
def test_extra_market_actions_go_round_where_a_seat_has_several(first: int, order: list[int]) -> None:
    """Seat 1 has two, seat 2 has one, seat 3 has three: of research and of workers."""
    more = effect("market-action", seasons=["fall"])

    def change(table: dict[str, Any]) -> None:
        table["tracks"][PLACE["tracks", "business"]]["breakthrough"] = more
        table["workers"][PLACE["workers", "buyer"]]["effects"] = [more, effect("market-action", seasons=SPRING)]
        table["workers"][PLACE["workers", "cellar-hand"]]["effects"] = [more]

    rules, research = rules_of(remade(change)), {"steps": {"business": 3}}
    players = {
        1: research | {"workers": "intern"},
        2: research,
        3: research | {"workers": "buyer cellar-hand"},
    }
    state = at_market(first, seats=3, first=first, season="fall", players=players)
    assert rules.view(state).market_seats == (first, *order)
    acted = []
    state = done(rules, state, "market private-investor money")
    while (decision := rules.decision(state)) is not None and decision.task == "market":
        assert list(rules.view(state).market_seats) == order[len(acted) :]
        acted.append(decision.seat)
        plain_moves = [move for move in rules.moves(state) if write(move) in QUIET]
        state = rules.apply(state, plain_moves[0], BLIND).state
    assert acted == order
    spring = at_market(1, seats=3, season="spring", players=players)
    assert rules.view(spring).market_seats == (1, 3)


QUIET = (
    "market coffee-importer money",
    "market mixed-delivery",
    "market orchard-or-spice-market fruit",
    "market grain-silo",
    "market home-brew-shop ingredients",
    "market maltster",
    "market hop-yard",
    "market yeast-bank",
)
"""Moves that ask for nothing."""


def test_ingredients_of_several_sources_are_chosen_in_their_order_at_a_seasons_start() -> None:
    choice = effect("choose-at-start", amount=1, seasons=SPRING)

    def change(table: dict[str, Any]) -> None:
        for name in ("buyer", "spice-merchant"):
            table["workers"][PLACE["workers", name]]["effects"] = [choice, effect("store", amount=1)]

    rules = rules_of(remade(change))
    players = {1: {"workers": "buyer spice-merchant", "tiles": "farm"}}
    state = done(rules, at_work(1, season="winter", players=players), "process")
    prompts = []
    while (decision := rules.decision(state)) is not None and decision.task != "market":
        prompts.append(prompt(decision))
        state = rules.apply(state, next(iter(rules.moves(state))), BLIND).state
    assert prompts == [
        "Buyer: choose an advanced ingredient.",
        "Spice Merchant: choose an advanced ingredient.",
        "Plant an ingredient on your Farm, or nothing.",
    ]


def test_another_editions_figures_are_the_ones_that_are_played_with() -> None:
    mine = {"starting_money_first": 1, "starting_money_others": 3, "starting_malt": 5, "starting_hops": 4}
    mine |= {"market_tokens": 1, "storage": 20, "shift_1_cost": 9, "sale_price": 6, "loan": 7}

    def change(table: dict[str, Any]) -> None:
        for name, value in mine.items():
            table["figures"][name]["value"] = value

    rules = rules_of(remade(change))
    state = rules.new(BrewCraftersOptions(), 3, Chance(seed_from("mine")))
    table = rules.view(state)
    assert sorted(player.money for player in table.players) == [1, 3, 3]
    assert {player.storage for player in table.players} == {20}
    assert {player.ingredients for player in table.players} == {amounts((5, 4, 0, 0, 0, 0))}
    assert len(table.market_seats) == 3
    costs = 9 + 3 * EDITION.figures.storehouse_cost.value
    assert {player.next_winter.costs for player in table.players} == {costs}
    assert {player.next_winter.loans for player in table.players} == {-((1 - costs) // 7), -((3 - costs) // 7)}
    sold = done(rules, at_work(1, 2, players={1: {"bottled": "ale", "money": 0}}), "process")
    assert sold.brewers[0].money == 6


def test_a_farm_that_grows_something_else_grows_it() -> None:
    grown = effect("farm", ingredients={"coffee": 2})
    rules = rules_of(with_("tiles", "farm", effects=[grown]))
    begun = into("fall", year=1, players={1: {"tiles": "farm", "planted": "malt"}})
    crop = FARM["ingredients"]["malt"]
    assert has(begun.state, 1).startswith(f"malt:{crop}")
    planting = replace(
        at_work(1, season="winter", players={1: {"tiles": "farm", "ingredients": "malt:1,coffee:1"}}), year=1
    )
    spring = done(rules, planting, "process")
    assert [str(move.ingredient) for move in rules.moves(spring) if move.verb == "plant"] == ["coffee"]  # type: ignore[attr-defined]
