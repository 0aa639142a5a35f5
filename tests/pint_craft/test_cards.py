"""The 30 titles of Brewery cards: what each does, whom it asks, and what it does where there is little to do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import wraps
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.game import Event
from taphouse.engine.notation import write
from taphouse.engine.pint_craft.cards import CardKind
from taphouse.engine.pint_craft.deck import amounts
from taphouse.engine.pint_craft.moves import (
    CardDiscarded,
    CardPlayed,
    CardsDrawn,
    CardTaken,
    CardTakenBack,
    CardTradedIn,
    Choose,
    DrawPileMade,
    Give,
    HandDiscarded,
    IngredientsGiven,
    IngredientsLost,
    IngredientsTaken,
    RecipeBuried,
    RecipeReturned,
    RecipesSwapped,
    TurnBegan,
)
from taphouse.engine.pint_craft.state import PintCraftState
from tests.conformance.conserved import pint_craft as conserved
from tests.edition_under_test import packaged_figures
from tests.pint_craft.build import (
    CHANCE,
    DECK,
    EDITION,
    RULES,
    asked,
    brewing,
    cards,
    discarded,
    emptied,
    front,
    hand,
    has,
    legal,
    move,
    on_offer,
    on_tap,
    pints,
    position,
    pot,
    recipes,
    refusal,
)

# --- the titles, as rules.md has them ---------------------------------------------------------------------------------

CHOOSING = {"venue": 4, "celebrity-endorsement": 5, "smash-hit": 6}
"""Green cards that do nothing but pay a choice."""
IMPROVEMENTS = ("bottling-line", "distributors-license", "taproom")
RESTOCKING = {
    "restock-grains": "base-malt:3,specialty-malt:1",
    "restock-hops": "hops:3",
    "special-order": "specialty-malt:2,adjuncts:1",
}
EXPANSIONS = {
    "dining-room": ("taproom", "base-malt"),
    "restaurant-tables": ("taproom", "hops"),
    "supermarket-shelves": ("bottling-line", "base-malt"),
    "metro-distribution": ("distributors-license", "hops"),
    "state-distribution": ("distributors-license", "base-malt"),
}
SAME_IMPROVEMENT = [
    (one, two) for one, two in product(EXPANSIONS, repeat=2) if EXPANSIONS[one][0] == EXPANSIONS[two][0]
]
HOPS_EXPANSIONS = ("restaurant-tables", "metro-distribution")
GREEN = (
    "beer-festival",
    "blind-taste-test",
    "celebrity-endorsement",
    "dumpster-diving",
    "fermenter-explosion",
    "fresh-start",
    "hangover-cure",
    "local-investors",
    "merch",
    "mug-club",
    "new-recipe",
    "redistribution",
    "restock-grains",
    "restock-hops",
    "rodents-in-the-grain-supply",
    "smash-hit",
    "special-order",
    "spoiled-batch",
    "swap-recipes",
    "tap-takeover",
    "venue",
)
OR = (
    *EXPANSIONS,
    "fermenter-explosion",
    "merch",
    "rodents-in-the-grain-supply",
    "spoiled-batch",
    "swap-recipes",
    "tap-takeover",
)
NOT_OR = (*IMPROVEMENTS, "big-tanks", *(title for title in GREEN if title not in OR))

COVERED: dict[str, set[str]] = {}
"""By title, the tests that play it for its effect."""
PLAYED: set[str] = set()
"""The titles that the test under way has played for their effect."""

# --- helpers ----------------------------------------------------------------------------------------------------------


def watched(test: Callable[..., None], titles: Iterable[str]) -> Callable[..., None]:
    """The test, which fails if it does not play the titles: the one that it is given as `card`, or all of them."""
    needed = set(titles)

    @wraps(test)
    def watching(**given: Any) -> None:
        PLAYED.clear()
        test(**given)
        assert ({given["card"]} if "card" in given else needed) <= PLAYED, f"{test.__name__} does not play its cards"

    return watching


def plays(*titles: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """The test plays these titles for their effect."""

    def mark(test: Callable[..., None]) -> Callable[..., None]:
        for title in titles:
            COVERED.setdefault(title, set()).add(test.__name__)
        return watched(test, titles)

    return mark


def plays_each(titles: Iterable[str]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """The test is run for each of these titles, its `card`."""
    each = tuple(titles)

    def mark(test: Callable[..., None]) -> Callable[..., None]:
        return pytest.mark.parametrize("card", each)(plays(*each)(test))

    return mark


def made(state: PintCraftState, *moves: str, chance: Chance = CHANCE) -> tuple[PintCraftState, list[Event]]:
    """What these moves lead to and make happen; no card, Recipe or token is lost on the way."""
    events: list[Event] = []
    for words in moves:
        assert words in legal(state)
        result = RULES.apply(state, move(words), chance)
        assert conserved(result.state) == conserved(state), f"{words} loses something"
        verb, *rest = words.split()
        if verb == "play":
            PLAYED.update(rest)
        state = result.state
        events += result.events
    return state, events


def mixes(amount: int, price: int = 4, left: str | None = None) -> list[str]:
    """PC-11, by trying all: some Adjuncts or none, and then as many Basic Ingredients as fit and the pot has. Sorted."""
    held = DECK.pot if left is None else pot(left)
    tried = product(*(range(min(n, amount) + 1) for n in held))
    right = [mix for mix in tried if sum(mix[:3]) == min(amount - price * mix[3], sum(held[:3]))]
    return sorted(write(Choose(amounts(mix))) for mix in right)


def parts(amount: int, held: str) -> list[str]:
    """PC-16, by trying all: the ways to give so many tokens of what one has. Sorted."""
    ways = product(*(range(n + 1) for n in pot(held)))
    return sorted(write(Give(amounts(way))) for way in ways if sum(way) == amount)


def left_in(state: PintCraftState) -> str:
    """What the pot holds, in notation."""
    return write(Choose(amounts(state.pot))).removeprefix("choose ")


def stacked(state: PintCraftState, *stacks: str) -> PintCraftState:
    """The position with these stacks of Recipes, the top of each first; those not mentioned are out of the game."""
    rows = tuple(recipes(words)[::-1] for words in stacks)
    return replace(state, stacks=rows + ((),) * (len(state.stacks) - len(rows)))


def sizes(state: PintCraftState) -> list[int]:
    """The sizes of the stacks of Recipes."""
    return [len(stack) for stack in state.stacks]


def bottom(state: PintCraftState, number: int) -> str:
    """The lowest Recipe of a stack."""
    return DECK.beers[state.stacks[number - 1][0]].name


def face_off(**words: Any) -> PintCraftState:
    """Seat 1 plays its card in a Face Off with seat 3; seat 2 is eliminated."""
    return position(seats=3, stage="face-off", leader=1, left=(1, 3), to_play=(1, 3), **words)


def took(seat: int, words: str, source: str) -> IngredientsTaken:
    return IngredientsTaken(seat, amounts(pot(words)), source)


def lost(seat: int, words: str, source: str) -> IngredientsLost:
    return IngredientsLost(seat, amounts(pot(words)), source)


def gave(seat: int, to: int, words: str, source: str) -> IngredientsGiven:
    return IngredientsGiven(seat, to, amounts(pot(words)), source)


def acting(state: PintCraftState) -> str:
    """The green card that is acting, or nothing."""
    return DECK.titles[state.in_play].name


def brewed(count: int) -> str:
    """The names of so many Recipes."""
    return " ".join(beer.name for beer in DECK.beers[1 : count + 1])


def costs(recipe: str) -> str:
    """What a Recipe costs, in notation."""
    return write(Choose(amounts(DECK.beers[recipes(recipe)[0]].cost))).removeprefix("choose ")


def part_of(recipe: str, ingredient: str) -> str:
    """As much of an ingredient as a Recipe costs: `hops:7`."""
    return next(part for part in costs(recipe).split(",") if part.startswith(ingredient))


def rule(state: PintCraftState, words: str) -> str | None:
    """The rule by which a move is refused."""
    refused = refusal(state, words)
    return None if refused is None else refused.rule


# --- Venue, Celebrity Endorsement, Smash Hit --------------------------------------------------------------------------


@packaged_figures
@plays_each(CHOOSING)
def test_pc_11_a_card_that_chooses_pays_any_mix_of_so_many(card: str) -> None:
    state, events = made(position(hands={1: f"{card} merch"}), f"play {card}")
    assert events == [CardPlayed(1, card)]
    assert asked(state) == (1, "choose")
    assert sorted(legal(state)) == mixes(CHOOSING[card])
    assert (acting(state), discarded(state), state.played) == (card, "", 1)
    for one in legal(state):
        paid, happened = made(state, one)
        assert happened == [took(1, one.removeprefix("choose "), card), CardDiscarded(1, card)]
        assert (has(paid, 1), discarded(paid)) == (one.removeprefix("choose "), card)
        assert (acting(paid), asked(paid), hand(paid, 1)) == ("", (1, "play"), "merch")


@packaged_figures
@plays("smash-hit")
def test_smash_hit_pays_six_of_any_ingredients() -> None:
    state, _ = made(position(hands={1: "smash-hit merch"}), "play smash-hit")
    assert has(made(state, "choose base-malt:1,hops:1,adjuncts:1")[0], 1) == "base-malt:1,hops:1,adjuncts:1"
    for words in ("hops:5", "hops:7", "hops:1,adjuncts:1", "adjuncts:2", "none"):
        assert rule(state, f"choose {words}") == "PC-11"


@packaged_figures
@plays("celebrity-endorsement")
def test_celebrity_endorsement_pays_five_of_any_ingredients() -> None:
    state, _ = made(position(hands={1: "celebrity-endorsement merch"}), "play celebrity-endorsement")
    assert has(made(state, "choose specialty-malt:1,adjuncts:1")[0], 1) == "specialty-malt:1,adjuncts:1"
    for words in ("hops:4", "hops:6", "adjuncts:1", "hops:2,adjuncts:1"):
        assert rule(state, f"choose {words}") == "PC-11"


@packaged_figures
@plays("venue")
def test_venue_pays_four_of_any_ingredients_or_one_adjunct() -> None:
    state, _ = made(position(hands={1: "venue merch"}), "play venue")
    assert has(made(state, "choose adjuncts:1")[0], 1) == "adjuncts:1"
    assert has(made(state, "choose base-malt:1,specialty-malt:1,hops:2")[0], 1) == "base-malt:1,specialty-malt:1,hops:2"
    for words in ("hops:3", "hops:5", "hops:1,adjuncts:1"):
        assert rule(state, f"choose {words}") == "PC-11"


SHORT = {
    "hops:1": ("hops:1", "hops:1", "hops:1"),
    "base-malt:5": ("base-malt:4", "base-malt:5", "base-malt:5"),
}
"""What Venue, Celebrity Endorsement and Smash Hit take of a pot that leaves no choice."""


@packaged_figures
@pytest.mark.parametrize("left", SHORT)
@plays_each(CHOOSING)
def test_pc_13_of_a_short_pot_all_is_taken_and_the_rest_is_lost(card: str, left: str) -> None:
    taken = SHORT[left][list(CHOOSING).index(card)]
    start = replace(position(hands={1: f"{card} merch"}), pot=pot(left))
    state, events = made(start, f"play {card}")
    assert events == [CardPlayed(1, card), took(1, taken, card), CardDiscarded(1, card)]
    assert asked(state) == (1, "play")


@plays_each(CHOOSING)
def test_pc_11_a_short_pot_leaves_a_choice_with_or_without_an_adjunct(card: str) -> None:
    start = emptied(position(hands={1: f"{card} merch"}), base_malt=3, specialty_malt=1, adjuncts=1)
    state, _ = made(start, f"play {card}")
    expected = mixes(CHOOSING[card], left="base-malt:3,specialty-malt:1,adjuncts:1")
    assert len(expected) > 1
    assert sorted(legal(state)) == expected
    assert rule(state, "choose hops:1") == "PC-13"


# --- Improvements -----------------------------------------------------------------------------------------------------


@packaged_figures
@plays_each(IMPROVEMENTS)
def test_pc_10_an_improvement_lies_in_front_before_it_pays_two_and_stays(card: str) -> None:
    state, events = made(position(hands={1: f"{card} merch"}), f"play {card}")
    assert events == [CardPlayed(1, card)]
    assert (asked(state), front(state, 1), hand(state, 1)) == ((1, "choose"), card, "merch")
    assert sorted(legal(state)) == mixes(2)
    state, events = made(state, "choose base-malt:1,hops:1")
    assert events == [took(1, "base-malt:1,hops:1", card)]
    assert (front(state, 1), discarded(state), asked(state)) == (card, "", (1, "play"))
    assert (pints(state, 1), RULES.view(state).players[0].improvements) == (0, 1)


@packaged_figures
@plays_each(IMPROVEMENTS)
def test_pc_20_a_second_copy_of_an_improvement_lies_beside_the_first_and_pays_again(card: str) -> None:
    state, _ = made(position(hands={1: f"{card} merch"}, fronts={1: card}), f"play {card}", "choose hops:2")
    assert (front(state, 1), has(state, 1)) == (f"{card} {card}", "hops:2")
    assert RULES.view(state).players[0].improvements == 2


@pytest.mark.parametrize(("left", "taken"), [("hops:1", "hops:1"), ("hops:2,adjuncts:3", "hops:2")])
@plays_each(IMPROVEMENTS)
def test_pc_13_an_improvement_takes_what_the_pot_has(card: str, left: str, taken: str) -> None:
    start = replace(position(hands={1: f"{card} merch"}), pot=pot(left))
    state, events = made(start, f"play {card}")
    assert events == [CardPlayed(1, card), took(1, taken, card)]
    assert (front(state, 1), asked(state)) == (card, (1, "play"))


# --- Big Tanks --------------------------------------------------------------------------------------------------------


@packaged_figures
@plays("big-tanks")
def test_big_tanks_counts_an_adjunct_as_three_in_its_own_choice_of_three() -> None:
    state, events = made(position(hands={1: "big-tanks merch"}), "play big-tanks")
    assert events == [CardPlayed(1, "big-tanks")]
    assert (asked(state), front(state, 1)) == ((1, "choose"), "big-tanks")
    assert sorted(legal(state)) == mixes(3, price=3)
    assert "choose adjuncts:1" in legal(state)
    state, events = made(state, "choose adjuncts:1")
    assert events == [took(1, "adjuncts:1", "big-tanks")]
    assert (front(state, 1), discarded(state), asked(state)) == ("big-tanks", "", (1, "play"))
    assert (pints(state, 1), RULES.view(state).players[0].improvements) == (0, 0)


@packaged_figures
@plays("big-tanks", "venue")
def test_big_tanks_counts_an_adjunct_as_three_for_the_cards_that_follow() -> None:
    start = position(hands={1: "big-tanks venue merch"})
    assert sorted(legal(made(start, "play venue")[0])) == mixes(4, price=4)
    state, _ = made(start, "play big-tanks", "choose hops:3", "play venue")
    assert sorted(legal(state)) == mixes(4, price=3)
    assert rule(state, "choose adjuncts:1") == "PC-11"  # worth 3 now, not 4
    assert has(made(state, "choose hops:1,adjuncts:1")[0], 1) == "hops:4,adjuncts:1"


@packaged_figures
@plays("big-tanks", "smash-hit")
def test_a_second_copy_of_big_tanks_pays_but_adds_no_discount() -> None:
    state, _ = made(position(hands={1: "big-tanks smash-hit merch"}, fronts={1: "big-tanks"}), "play big-tanks")
    assert sorted(legal(state)) == mixes(3, price=3)
    state, _ = made(state, "choose adjuncts:1", "play smash-hit")
    assert front(state, 1) == "big-tanks big-tanks"
    assert sorted(legal(state)) == mixes(6, price=3)
    assert has(made(state, "choose adjuncts:2")[0], 1) == "adjuncts:3"


@packaged_figures
@plays("venue")
def test_big_tanks_discounts_nothing_for_the_others() -> None:
    state, _ = made(position(hands={1: "venue merch"}, fronts={2: "big-tanks"}), "play venue")
    assert sorted(legal(state)) == mixes(4, price=4)


@packaged_figures
@plays("big-tanks")
def test_big_tanks_makes_no_adjunct_of_a_trade_in_of_two() -> None:
    start = position(hands={1: "big-tanks merch spoiled-batch"})
    state, _ = made(start, "play big-tanks", "choose hops:3", "trade-in merch")
    assert sorted(legal(state)) == mixes(2, price=3)
    assert rule(state, "choose adjuncts:1") == "PC-11"


def test_big_tanks_makes_no_adjunct_of_a_trade_in_even_where_the_pot_has_nothing_else() -> None:
    start = position(hands={1: "merch venue"}, fronts={1: "big-tanks"})
    state, events = made(emptied(start, adjuncts=4), "trade-in merch")
    assert events == [CardTradedIn(1, "merch")]
    assert (has(state, 1), asked(state)) == ("none", (1, "play"))


@packaged_figures
@pytest.mark.parametrize(("tanks", "price"), [("", 4), ("big-tanks", 3), ("big-tanks big-tanks", 3)])
def test_big_tanks_counts_an_adjunct_as_three_in_seasonal_and_improvement_bonuses(tanks: str, price: int) -> None:
    taps = {1: "oktoberfest english-brown-ale scotch-ale"}  # the first two pay 3 and 1 in Fall
    start = brewing(seat=2, season="summer", fronts={1: f"taproom {tanks}"}, taps=taps, hands={1: "venue", 2: "venue"})
    state, _ = made(start, "end-turn")
    assert asked(state) == (1, "choose")
    assert sorted(legal(state)) == mixes(4, price=price)
    state, events = made(state, "choose hops:4")
    assert took(1, "hops:4", "seasonal-bonus") in events
    assert asked(state) == (1, "choose")
    assert sorted(legal(state)) == mixes(3, price=price)
    state, events = made(state, "choose base-malt:3")
    assert took(1, "base-malt:3", "improvements") in events


@packaged_figures
def test_big_tanks_counts_an_adjunct_as_three_only_in_front_of_who_is_paid() -> None:
    taps = {2: "oktoberfest"}
    start = brewing(seat=2, season="summer", fronts={1: "big-tanks"}, taps=taps, pile="merch merch merch merch merch")
    state, _ = made(start, "end-turn")
    assert asked(state) == (2, "choose")
    assert sorted(legal(state)) == mixes(3, price=4)


@plays("big-tanks")
def test_pc_11_big_tanks_takes_an_adjunct_or_nothing_where_the_pot_has_nothing_else() -> None:
    state, _ = made(emptied(position(hands={1: "big-tanks merch"}), adjuncts=2), "play big-tanks")
    assert legal(state) == ["choose none", "choose adjuncts:1"]
    assert front(state, 1) == "big-tanks"
    assert made(state, "choose none")[1] == []


# --- Expansions -------------------------------------------------------------------------------------------------------


@packaged_figures
@plays_each(EXPANSIONS)
def test_pc_15_an_expansion_pays_one_ingredient_of_the_recipe_named_and_is_worth_a_pint(card: str) -> None:
    needed, ingredient = EXPANSIONS[card]
    start = position(hands={1: f"{card} merch"}, fronts={1: needed}, offer="imperial-ipa kolsh dry-stout")
    state, events = made(start, f"play {card}")
    assert events == [CardPlayed(1, card)]
    assert (asked(state), legal(state)) == ((1, "name"), ["name imperial-ipa", "name kolsh", "name dry-stout"])
    assert (front(state, 1), pints(state, 1)) == (f"{needed} {card}", 1)
    assert part_of("imperial-ipa", ingredient) != part_of("kolsh", ingredient)
    for recipe in ("imperial-ipa", "kolsh"):
        paid, happened = made(state, f"name {recipe}")
        assert happened == [took(1, part_of(recipe, ingredient), card)]
        assert has(paid, 1) == part_of(recipe, ingredient)
        assert (front(paid, 1), discarded(paid), pints(paid, 1)) == (f"{needed} {card}", "", 1)
        assert paid.stacks == start.stacks
        assert asked(paid) == (1, "play")


@plays_each(EXPANSIONS)
def test_pc_03_an_expansion_names_only_what_is_on_offer(card: str) -> None:
    needed, _ = EXPANSIONS[card]
    start = position(hands={1: f"{card} merch"}, fronts={1: needed}, taps={1: "old-ale"}, offer="kolsh dry-stout")
    start = stacked(start, "kolsh saison", "", "dry-stout")
    state, _ = made(start, f"play {card}")
    assert legal(state) == ["name kolsh", "name dry-stout"]
    assert [rule(state, f"name {recipe}") for recipe in ("saison", "old-ale")] == ["PC-03", "PC-03"]


@packaged_figures
@pytest.mark.parametrize("card", EXPANSIONS)
def test_pc_15_an_expansion_without_its_improvement_can_only_be_traded_in(card: str) -> None:
    needed, _ = EXPANSIONS[card]
    others = [title for title in IMPROVEMENTS if title != needed]
    state = position(
        hands={1: f"{card} {needed} merch"},
        fronts={1: " ".join(["big-tanks", *others]), 2: needed},
        discards=needed,
    )
    assert f"play {card}" not in legal(state)
    assert f"trade-in {card}" in legal(state)
    assert rule(state, f"play {card}") == "PC-15"
    traded, events = made(state, f"trade-in {card}", "choose hops:2")
    assert events == [CardTradedIn(1, card), took(1, "hops:2", card)]
    assert (discarded(traded), pints(traded, 1)) == (f"{needed} {card}", 0)


@packaged_figures
@plays_each(EXPANSIONS)
def test_pc_15_an_improvement_played_earlier_in_the_turn_counts(card: str) -> None:
    needed, ingredient = EXPANSIONS[card]
    start = position(hands={1: f"{card} {needed} merch"}, offer="kolsh")
    assert rule(start, f"play {card}") == "PC-15"
    state, events = made(start, f"play {needed}", "choose specialty-malt:2", f"play {card}", "name kolsh")
    assert front(state, 1) == f"{needed} {card}"
    assert events[-1] == took(1, part_of("kolsh", ingredient), card)


@packaged_figures
@pytest.mark.parametrize(("first", "card"), SAME_IMPROVEMENT)
@plays(*EXPANSIONS)
def test_pc_15_one_improvement_is_enough_for_any_number_of_expansions(first: str, card: str) -> None:
    needed, ingredient = EXPANSIONS[card]
    start = position(hands={1: f"{card} merch"}, fronts={1: f"{needed} {first}"}, offer="imperial-ipa")
    state, events = made(start, f"play {card}", "name imperial-ipa")
    assert events == [CardPlayed(1, card), took(1, part_of("imperial-ipa", ingredient), card)]
    assert (front(state, 1), pints(state, 1)) == (f"{needed} {first} {card}", 2)


@packaged_figures
@pytest.mark.parametrize("recipe", ["american-dark-lager", "berliner-weiss", "dunkelweizen", "scotch-ale"])
@plays_each(HOPS_EXPANSIONS)
def test_pc_15_a_recipe_that_costs_no_hops_pays_none_and_the_pint_counts(card: str, recipe: str) -> None:
    needed, _ = EXPANSIONS[card]
    start = position(hands={1: f"{card} merch"}, fronts={1: needed}, offer=f"kolsh {recipe}")
    state, events = made(start, f"play {card}", f"name {recipe}")
    assert events == [CardPlayed(1, card)]
    assert (has(state, 1), front(state, 1), pints(state, 1)) == ("none", f"{needed} {card}", 1)
    assert asked(state) == (1, "play")


@packaged_figures
@pytest.mark.parametrize("left", [2, 0])
@plays_each(EXPANSIONS)
def test_pc_13_an_expansion_takes_what_the_pot_has(card: str, left: int) -> None:
    needed, ingredient = EXPANSIONS[card]
    start = position(hands={1: f"{card} merch"}, fronts={1: needed}, offer="imperial-ipa")
    short = emptied(start, base_malt=left, specialty_malt=9, hops=left)
    state, events = made(short, f"play {card}", "name imperial-ipa")
    assert events[1:] == ([took(1, f"{ingredient}:{left}", card)] if left else [])
    assert sum(state.ingredients[0]) == left
    assert pints(state, 1) == 1


@packaged_figures
@plays_each(EXPANSIONS)
def test_pc_25_an_expansion_is_the_one_card_of_a_face_off(card: str) -> None:
    needed, ingredient = EXPANSIONS[card]
    start = face_off(hands={1: f"{card} merch", 3: "venue"}, fronts={1: needed}, offer="imperial-ipa")
    state, _ = made(start, f"play {card}", "name imperial-ipa")
    assert (has(state, 1), pints(state, 1), asked(state)) == (part_of("imperial-ipa", ingredient), 1, (3, "play"))


# --- Restock Grains, Restock Hops, Special Order ----------------------------------------------------------------------


@packaged_figures
@plays_each(RESTOCKING)
def test_pc_10_a_card_of_set_ingredients_pays_them_at_once(card: str) -> None:
    state, events = made(position(hands={1: f"{card} merch"}), f"play {card}")
    assert events == [CardPlayed(1, card), took(1, RESTOCKING[card], card), CardDiscarded(1, card)]
    assert (has(state, 1), discarded(state), asked(state)) == (RESTOCKING[card], card, (1, "play"))


@packaged_figures
@pytest.mark.parametrize(
    ("card", "left", "taken"),
    [
        ("restock-grains", "base-malt:2,hops:9", "base-malt:2"),
        ("restock-grains", "base-malt:1,specialty-malt:4", "base-malt:1,specialty-malt:1"),
        ("restock-grains", "specialty-malt:4", "specialty-malt:1"),
        ("restock-hops", "base-malt:9,hops:1", "hops:1"),
        ("special-order", "specialty-malt:1,adjuncts:3", "specialty-malt:1,adjuncts:1"),
        ("special-order", "specialty-malt:5,hops:4", "specialty-malt:2"),
        ("special-order", "base-malt:4,adjuncts:1", "adjuncts:1"),
    ],
)
def test_pc_13_a_card_of_set_ingredients_takes_what_is_there_and_nothing_instead(card, left, taken) -> None:
    start = replace(position(hands={1: f"{card} merch"}), pot=pot(left))
    state, events = made(start, f"play {card}")
    assert events == [CardPlayed(1, card), took(1, taken, card), CardDiscarded(1, card)]
    assert has(state, 1) == taken


# --- Hangover Cure, Local Investors -----------------------------------------------------------------------------------


@packaged_figures
@plays("hangover-cure")
def test_hangover_cure_draws_two_and_then_chooses_one() -> None:
    start = position(hands={1: "hangover-cure merch"}, pile="venue big-tanks taproom", discards="smash-hit")
    state, events = made(start, "play hangover-cure")
    drawn = CardsDrawn(1, 2, ("big-tanks", "venue"))
    assert events == [CardPlayed(1, "hangover-cure"), drawn]
    assert [RULES.redact(drawn, seat) for seat in (1, 2, None)] == [
        drawn,
        CardsDrawn(1, 2, None),
        CardsDrawn(1, 2, None),
    ]
    assert (hand(state, 1), state.pile) == ("big-tanks merch venue", cards("taproom"))
    assert (asked(state), acting(state), sorted(legal(state))) == ((1, "choose"), "hangover-cure", mixes(1))
    state, events = made(state, "choose specialty-malt:1")
    assert events == [took(1, "specialty-malt:1", "hangover-cure"), CardDiscarded(1, "hangover-cure")]
    assert (discarded(state), asked(state)) == ("smash-hit hangover-cure", (1, "play"))


@packaged_figures
@pytest.mark.parametrize(
    ("pile", "discards", "shuffled", "drawn"),
    [
        ("", "venue taproom", 2, "taproom venue"),
        ("smash-hit", "venue", 1, "smash-hit venue"),
        ("", "venue", 1, "venue"),
        ("venue", "", 0, "venue"),
    ],
)
@plays("hangover-cure")
def test_pc_08_hangover_cure_shuffles_the_discards_but_not_itself(pile, discards, shuffled, drawn) -> None:
    start = position(hands={1: "hangover-cure"}, pile=pile, discards=discards)
    state, events = made(start, "play hangover-cure", "choose hops:1")
    assert hand(state, 1) == drawn
    assert events[1:-2] == [DrawPileMade(shuffled)] * bool(shuffled) + [
        CardsDrawn(1, len(drawn.split()), tuple(drawn.split()))
    ]
    assert (state.pile, discarded(state)) == ((), "hangover-cure")


@packaged_figures
@plays("hangover-cure")
def test_pc_08_hangover_cure_draws_two_of_a_new_pile_and_leaves_the_rest_there() -> None:
    start = position(hands={1: "hangover-cure"}, pile="", discards="venue taproom merch smash-hit")
    state, events = made(start, "play hangover-cure")
    assert events[1] == DrawPileMade(4)
    assert (len(state.hands[0]), len(state.pile), state.discards) == (2, 2, ())


@packaged_figures
@plays("hangover-cure")
def test_pc_08_hangover_cure_with_nothing_to_draw_still_chooses() -> None:
    state, events = made(position(hands={1: "hangover-cure merch"}, pile=""), "play hangover-cure", "choose hops:1")
    assert events == [
        CardPlayed(1, "hangover-cure"),
        took(1, "hops:1", "hangover-cure"),
        CardDiscarded(1, "hangover-cure"),
    ]
    assert (hand(state, 1), discarded(state)) == ("merch", "hangover-cure")


@packaged_figures
@plays("local-investors")
def test_local_investors_chooses_three_and_then_draws_one() -> None:
    start = position(hands={1: "local-investors merch"}, pile="venue taproom")
    state, events = made(start, "play local-investors")
    assert events == [CardPlayed(1, "local-investors")]
    assert (asked(state), hand(state, 1), sorted(legal(state))) == ((1, "choose"), "merch", mixes(3))
    state, events = made(state, "choose base-malt:1,hops:2")
    drawn = CardsDrawn(1, 1, ("venue",))
    assert events == [took(1, "base-malt:1,hops:2", "local-investors"), drawn, CardDiscarded(1, "local-investors")]
    assert RULES.redact(drawn, 2) == CardsDrawn(1, 1, None)
    assert (hand(state, 1), state.pile) == ("merch venue", cards("taproom"))
    assert (discarded(state), asked(state)) == ("local-investors", (1, "play"))


@packaged_figures
@pytest.mark.parametrize("discards", ["venue", ""])
@plays("local-investors")
def test_pc_08_local_investors_does_not_draw_itself_from_a_new_pile(discards: str) -> None:
    start = position(hands={1: "local-investors restock-hops"}, pile="", discards=discards)
    state, events = made(start, "play local-investors", "choose hops:3")
    assert events[2:-1] == ([DrawPileMade(1), CardsDrawn(1, 1, ("venue",))] if discards else [])
    assert (hand(state, 1), discarded(state)) == (" ".join(["restock-hops", *discards.split()]), "local-investors")


@packaged_figures
@plays_each(["hangover-cure", "local-investors", "fresh-start"])
def test_pc_06_what_a_card_draws_does_not_change_what_the_turn_draws(card: str) -> None:
    pile = "venue taproom smash-hit mug-club beer-festival big-tanks redistribution restock-hops"
    state, _ = made(position(hands={1: f"{card} merch", 2: "venue"}, pile=pile), f"play {card}")
    if asked(state) == (1, "choose"):
        state, _ = made(state, legal(state)[0])
    _, events = made(state, "stop-playing")
    assert [event.count for event in events if isinstance(event, CardsDrawn)] == [2]


@plays_each(["hangover-cure", "local-investors", "fresh-start"])
def test_pc_07_a_card_that_draws_as_the_last_one_in_hand_lets_the_player_play_on(card: str) -> None:
    state, _ = made(position(hands={1: card}, pile="venue venue merch"), f"play {card}")
    if asked(state) == (1, "choose"):
        state, _ = made(state, legal(state)[0])
    assert asked(state) == (1, "play")
    assert "play venue" in legal(state)


@packaged_figures
@plays_each(["hangover-cure", "local-investors"])
def test_pc_25_in_a_face_off_a_card_draws_nothing_and_pays_its_choice(card: str) -> None:
    start = face_off(hands={1: f"{card} merch", 3: "venue"}, discards="smash-hit")
    state, _ = made(start, f"play {card}")
    assert sorted(legal(state)) == mixes(1 if card == "hangover-cure" else 3)
    state, events = made(state, legal(state)[0])
    assert not any(isinstance(event, CardsDrawn | DrawPileMade) for event in events)
    assert (hand(state, 1), state.pile) == ("merch", start.pile)
    assert (discarded(state), asked(state)) == (f"smash-hit {card}", (3, "play"))


# --- Fresh Start ------------------------------------------------------------------------------------------------------


@packaged_figures
@plays("fresh-start")
def test_fresh_start_discards_the_rest_of_the_hand_and_draws_one_card_more() -> None:
    pile = "taproom smash-hit redistribution big-tanks"
    start = position(hands={1: "fresh-start venue merch"}, pile=pile, discards="mug-club")
    state, events = made(start, "play fresh-start")
    drawn = ("taproom", "redistribution", "smash-hit")
    assert events == [
        CardPlayed(1, "fresh-start"),
        HandDiscarded(1, ("merch", "venue")),
        CardsDrawn(1, 3, drawn),
        CardDiscarded(1, "fresh-start"),
    ]
    assert RULES.redact(events[1], 2) == events[1]  # the discard stack is public
    assert RULES.redact(events[2], 2) == CardsDrawn(1, 3, None)
    assert (hand(state, 1), state.pile) == (" ".join(drawn), cards("big-tanks"))
    assert (discarded(state), asked(state)) == ("mug-club merch venue fresh-start", (1, "play"))


@packaged_figures
@plays("fresh-start")
def test_fresh_start_as_the_last_card_draws_one() -> None:
    state, events = made(position(hands={1: "fresh-start"}, pile="venue taproom"), "play fresh-start")
    assert events == [
        CardPlayed(1, "fresh-start"),
        CardsDrawn(1, 1, ("venue",)),
        CardDiscarded(1, "fresh-start"),
    ]
    assert (hand(state, 1), discarded(state)) == ("venue", "fresh-start")


@pytest.mark.parametrize(
    ("pile", "discards", "shuffled", "held"),
    [
        ("taproom", "", 2, "taproom merch venue"),
        ("", "big-tanks", 3, "big-tanks merch venue"),
        ("", "", 2, "merch venue"),  # still short: what there is
    ],
)
@plays("fresh-start")
def test_pc_08_fresh_start_shuffles_the_hand_it_discarded_into_a_new_pile(pile, discards, shuffled, held) -> None:
    start = position(hands={1: "fresh-start venue merch"}, pile=pile, discards=discards)
    state, events = made(start, "play fresh-start")
    assert DrawPileMade(shuffled) in events
    assert CardsDrawn(1, len(held.split()), tuple(held.split())) in events
    assert (hand(state, 1), state.pile, discarded(state)) == (held, (), "fresh-start")


@plays("fresh-start")
def test_pc_25_in_a_face_off_fresh_start_discards_the_hand_and_draws_nothing() -> None:
    start = face_off(hands={1: "fresh-start venue merch", 3: "venue"})
    state, events = made(start, "play fresh-start")
    assert events == [
        CardPlayed(1, "fresh-start"),
        HandDiscarded(1, ("merch", "venue")),
        CardDiscarded(1, "fresh-start"),
        TurnBegan(3),
    ]
    assert (hand(state, 1), state.pile, asked(state)) == ("", start.pile, (3, "play"))


# --- Merch, Mug Club, Tap Takeover ------------------------------------------------------------------------------------


@packaged_figures
@pytest.mark.parametrize(("count", "amount"), [(1, 1), (2, 2), (4, 4), (5, 5), (6, 5), (9, 5)])
@plays("merch")
def test_merch_chooses_one_for_each_own_recipe_and_five_at_most(count: int, amount: int) -> None:
    start = position(
        hands={1: "merch venue"},
        taps={1: brewed(count), 2: "oktoberfest old-ale saison"},
        fronts={1: "taproom dining-room"},  # Pints that are no Recipes
        threshold=200,
    )
    state, _ = made(start, "play merch")
    assert (asked(state), sorted(legal(state))) == ((1, "choose"), mixes(amount))
    state, events = made(state, f"choose hops:{amount}")
    assert events == [took(1, f"hops:{amount}", "merch"), CardDiscarded(1, "merch")]
    assert (has(state, 1), discarded(state)) == (f"hops:{amount}", "merch")


@plays("merch")
def test_merch_without_a_recipe_on_tap_pays_nothing() -> None:
    start = position(hands={1: "merch venue"}, taps={2: "saison"}, fronts={1: "taproom dining-room"})
    state, events = made(start, "play merch")
    assert events == [CardPlayed(1, "merch"), CardDiscarded(1, "merch")]
    assert (has(state, 1), discarded(state), asked(state)) == ("none", "merch", (1, "play"))


@packaged_figures
@pytest.mark.parametrize(
    ("fronts", "amount", "price"),
    [
        ("", 2, 4),
        ("taproom", 3, 4),
        ("taproom taproom bottling-line", 5, 4),
        ("taproom dining-room dining-room restaurant-tables", 3, 4),
        ("big-tanks", 2, 3),
        ("bottling-line big-tanks big-tanks distributors-license", 4, 3),
    ],
)
@plays("mug-club")
def test_mug_club_counts_every_improvement_but_no_expansion_and_no_big_tanks(fronts, amount, price) -> None:
    start = position(hands={1: "mug-club venue"}, fronts={1: fronts, 2: "bottling-line"})
    state, events = made(start, "play mug-club")
    assert events == [CardPlayed(1, "mug-club")]
    assert (asked(state), sorted(legal(state))) == ((1, "choose"), mixes(amount, price=price))
    state, events = made(state, f"choose hops:{amount}")
    assert events == [took(1, f"hops:{amount}", "mug-club"), CardDiscarded(1, "mug-club")]
    assert (discarded(state), front(state, 1), asked(state)) == ("mug-club", fronts, (1, "play"))


@packaged_figures
@plays("mug-club", "taproom")
def test_mug_club_counts_an_improvement_played_earlier_in_the_turn() -> None:
    state, _ = made(position(hands={1: "mug-club taproom venue"}), "play taproom", "choose hops:2", "play mug-club")
    assert sorted(legal(state)) == mixes(3)


@packaged_figures
@pytest.mark.parametrize(("target", "amount"), [(2, 3), (3, 4), (4, 4)])
@plays("tap-takeover")
def test_tap_takeover_chooses_one_for_each_recipe_of_the_target_and_four_at_most(target: int, amount: int) -> None:
    taps = {
        1: "oktoberfest old-ale saison scotch-ale",
        2: "kolsh dry-stout dunkelweizen",
        3: "american-amber american-ipa american-wheat german-pilsner",
        4: "dopperbock imperial-ipa berliner-weiss oatmeal-stout pumpkin-spice-ale",
    }
    state, events = made(position(seats=4, hands={1: "tap-takeover merch"}, taps=taps), "play tap-takeover")
    assert events == [CardPlayed(1, "tap-takeover")]
    assert (asked(state), legal(state)) == ((1, "target"), ["target 2", "target 3", "target 4"])
    assert [rule(state, f"target {seat}") for seat in (1, 5)] == ["PC-16", "PC-16"]
    state, _ = made(state, f"target {target}")
    assert (asked(state), sorted(legal(state))) == ((1, "choose"), mixes(amount))
    state, events = made(state, f"choose base-malt:{amount}")
    assert events == [took(1, f"base-malt:{amount}", "tap-takeover"), CardDiscarded(1, "tap-takeover")]
    assert (on_tap(state, target), discarded(state), asked(state)) == (taps[target], "tap-takeover", (1, "play"))


@plays("tap-takeover")
def test_tap_takeover_of_a_player_without_recipes_pays_nothing() -> None:
    start = position(seats=3, hands={1: "tap-takeover merch"}, taps={1: "saison", 2: "kolsh"})
    state, events = made(start, "play tap-takeover", "target 3")
    assert events == [CardPlayed(1, "tap-takeover"), CardDiscarded(1, "tap-takeover")]
    assert (has(state, 1), asked(state)) == ("none", (1, "play"))


@plays("tap-takeover")
def test_tap_takeover_of_the_only_other_player_asks_for_no_target() -> None:
    state, _ = made(position(hands={1: "tap-takeover merch"}, taps={2: "kolsh saison"}), "play tap-takeover")
    assert (asked(state), sorted(legal(state))) == ((1, "choose"), mixes(2))


@plays("tap-takeover")
def test_pc_24_tap_takeover_does_not_reach_who_is_eliminated() -> None:
    taps = {2: "kolsh saison dry-stout", 3: "old-ale"}
    state, _ = made(face_off(hands={1: "tap-takeover merch", 3: "venue"}, taps=taps), "play tap-takeover")
    assert (asked(state), sorted(legal(state))) == ((1, "choose"), mixes(1))


# --- Beer Festival! ---------------------------------------------------------------------------------------------------


@packaged_figures
@plays("beer-festival")
def test_beer_festival_pays_its_player_first_and_the_others_in_seat_order_from_the_first_player() -> None:
    start = position(seats=4, seat=3, first=2, hands={3: "beer-festival merch"}, fronts={4: "big-tanks"})
    state, events = made(start, "play beer-festival")
    assert events == [CardPlayed(3, "beer-festival")]
    assert (asked(state), sorted(legal(state))) == ((3, "choose"), mixes(4))
    state, events = made(state, "choose adjuncts:1")
    assert events == [took(3, "adjuncts:1", "beer-festival")]
    for seat, words in ((2, "base-malt:1"), (4, "specialty-malt:1"), (1, "hops:1")):
        assert (asked(state), sorted(legal(state)), acting(state)) == ((seat, "choose"), mixes(1), "beer-festival")
        state, events = made(state, f"choose {words}")
        assert events[0] == took(seat, words, "beer-festival")
        assert events[1:] == ([CardDiscarded(3, "beer-festival")] if seat == 1 else [])
    assert [has(state, seat) for seat in (1, 2, 3, 4)] == ["hops:1", "base-malt:1", "adjuncts:1", "specialty-malt:1"]
    assert (discarded(state), asked(state)) == ("beer-festival", (3, "play"))


@packaged_figures
@pytest.mark.parametrize(
    ("left", "taken"),
    [
        ("hops:5", [(3, "hops:4"), (2, "hops:1")]),
        ("hops:3", [(3, "hops:3")]),
        ("hops:7", [(3, "hops:4"), (2, "hops:1"), (4, "hops:1"), (1, "hops:1")]),
    ],
)
@plays("beer-festival")
def test_pc_13_a_pot_short_at_beer_festival_pays_in_that_order_until_it_is_out(left, taken) -> None:
    start = replace(position(seats=4, seat=3, first=2, hands={3: "beer-festival merch"}), pot=pot(left))
    state, events = made(start, "play beer-festival")
    assert events[1:-1] == [took(seat, words, "beer-festival") for seat, words in taken]
    assert events[-1] == CardDiscarded(3, "beer-festival")
    assert asked(state) == (3, "play")


@packaged_figures
@plays("beer-festival")
def test_pc_24_beer_festival_does_not_pay_who_is_eliminated() -> None:
    state, _ = made(face_off(hands={1: "beer-festival merch", 3: "venue"}), "play beer-festival", "choose hops:4")
    assert asked(state) == (3, "choose")
    state, events = made(state, "choose hops:1")
    assert events == [took(3, "hops:1", "beer-festival"), CardDiscarded(1, "beer-festival"), TurnBegan(3)]
    assert (has(state, 2), asked(state)) == ("none", (3, "play"))


# --- Blind Taste Test -------------------------------------------------------------------------------------------------


@packaged_figures
@plays("blind-taste-test")
def test_blind_taste_test_takes_a_card_then_its_owner_chooses_one_and_at_last_its_player_two() -> None:
    start = position(seats=3, hands={1: "blind-taste-test merch", 2: "venue venue", 3: "taproom"})
    state, events = made(start, "play blind-taste-test")
    assert events == [CardPlayed(1, "blind-taste-test")]
    assert (asked(state), legal(state)) == ((1, "target"), ["target 2", "target 3"])
    state, events = made(state, "target 2")
    taken = CardTaken(1, 2, "venue")
    assert events == [taken]
    assert [hand(state, seat) for seat in (1, 2, 3)] == ["merch venue", "venue", "taproom"]
    assert (asked(state), sorted(legal(state))) == ((2, "choose"), mixes(1))
    state, events = made(state, "choose specialty-malt:1")
    assert events == [took(2, "specialty-malt:1", "blind-taste-test")]
    assert (asked(state), sorted(legal(state))) == ((1, "choose"), mixes(2))
    state, events = made(state, "choose base-malt:1,hops:1")
    assert events == [took(1, "base-malt:1,hops:1", "blind-taste-test"), CardDiscarded(1, "blind-taste-test")]
    assert (has(state, 1), has(state, 2)) == ("base-malt:1,hops:1", "specialty-malt:1")
    assert (discarded(state), asked(state)) == ("blind-taste-test", (1, "play"))


@plays("blind-taste-test")
def test_only_the_two_players_of_a_blind_taste_test_see_the_card() -> None:
    start = position(seats=3, hands={1: "blind-taste-test merch", 2: "venue"})
    _, (event,) = made(made(start, "play blind-taste-test")[0], "target 2")
    assert event == CardTaken(1, 2, "venue")
    assert [RULES.redact(event, seat) for seat in (1, 2)] == [event, event]
    assert [RULES.redact(event, seat) for seat in (3, None)] == [CardTaken(1, 2, None)] * 2


@plays("blind-taste-test")
def test_blind_taste_test_takes_every_card_of_the_hand_about_as_often() -> None:
    start = position(hands={1: "blind-taste-test", 2: "taproom venue mug-club"})
    taken = Counter(
        hand(made(start, "play blind-taste-test", chance=Chance(seed_from(str(n))))[0], 1) for n in range(300)
    )
    assert set(taken) == {"taproom", "venue", "mug-club"}
    assert min(taken.values()) > 60


@packaged_figures
@plays("blind-taste-test")
def test_blind_taste_test_finds_an_empty_hand_and_its_owner_still_chooses() -> None:
    start = position(seats=3, hands={1: "blind-taste-test merch", 2: "venue"})
    state, events = made(start, "play blind-taste-test", "target 3")
    assert events == [CardPlayed(1, "blind-taste-test")]
    assert (asked(state), hand(state, 1)) == ((3, "choose"), "merch")
    state, events = made(state, "choose hops:1")
    assert events == [took(3, "hops:1", "blind-taste-test")]
    assert (asked(state), sorted(legal(state))) == ((1, "choose"), mixes(2))


@plays("blind-taste-test")
def test_pc_13_blind_taste_test_takes_the_card_where_the_pot_is_empty_too() -> None:
    start = emptied(position(hands={1: "blind-taste-test", 2: "venue"}))
    state, events = made(start, "play blind-taste-test")
    assert events == [
        CardPlayed(1, "blind-taste-test"),
        CardTaken(1, 2, "venue"),
        CardDiscarded(1, "blind-taste-test"),
    ]
    assert (hand(state, 1), hand(state, 2), asked(state)) == ("venue", "", (1, "play"))


@packaged_figures
@plays("blind-taste-test")
def test_pc_13_a_pot_short_at_blind_taste_test_pays_the_owner_of_the_card_first() -> None:
    start = emptied(position(hands={1: "blind-taste-test", 2: "venue"}), hops=2)
    state, events = made(start, "play blind-taste-test")
    assert events[2:-1] == [took(2, "hops:1", "blind-taste-test"), took(1, "hops:1", "blind-taste-test")]
    assert (has(state, 1), has(state, 2)) == ("hops:1", "hops:1")


@plays("blind-taste-test")
def test_blind_taste_test_of_the_only_other_player_asks_for_no_target() -> None:
    start = position(hands={1: "blind-taste-test merch", 2: "venue taproom"})
    state, _ = made(start, "play blind-taste-test")
    assert asked(state) == (2, "choose")
    assert (len(state.hands[0]), len(state.hands[1])) == (2, 1)


@plays("blind-taste-test")
def test_pc_24_blind_taste_test_does_not_reach_who_is_eliminated() -> None:
    start = face_off(hands={1: "blind-taste-test merch", 2: "taproom", 3: "venue"})
    state, events = made(start, "play blind-taste-test")
    assert events[1] == CardTaken(1, 3, "venue")
    assert (asked(state), hand(state, 2)) == ((3, "choose"), "taproom")


# --- Dumpster Diving --------------------------------------------------------------------------------------------------


@packaged_figures
@plays("dumpster-diving")
def test_dumpster_diving_takes_a_card_of_another_title_and_then_chooses_one() -> None:
    start = position(hands={1: "dumpster-diving taproom"}, discards="merch dumpster-diving venue merch venue")
    state, events = made(start, "play dumpster-diving")
    assert events == [CardPlayed(1, "dumpster-diving")]
    assert (asked(state), legal(state)) == ((1, "take-back"), ["take-back merch", "take-back venue"])
    assert [rule(state, f"take-back {card}") for card in ("dumpster-diving", "smash-hit")] == ["PC-10", "PC-10"]
    state, events = made(state, "take-back merch")
    assert events == [CardTakenBack(1, "merch")]
    assert (hand(state, 1), discarded(state)) == ("taproom merch", "merch dumpster-diving venue venue")  # the uppermost
    assert (asked(state), sorted(legal(state))) == ((1, "choose"), mixes(1))
    state, events = made(state, "choose hops:1")
    assert events == [took(1, "hops:1", "dumpster-diving"), CardDiscarded(1, "dumpster-diving")]
    assert discarded(state) == "merch dumpster-diving venue venue dumpster-diving"
    assert asked(state) == (1, "play")


@packaged_figures
@plays("dumpster-diving")
def test_dumpster_diving_takes_the_only_other_title_without_asking() -> None:
    start = position(hands={1: "dumpster-diving"}, discards="venue dumpster-diving venue")
    state, events = made(start, "play dumpster-diving")
    assert events == [CardPlayed(1, "dumpster-diving"), CardTakenBack(1, "venue")]
    assert (asked(state), discarded(state)) == ((1, "choose"), "venue dumpster-diving")
    state, _ = made(state, "choose hops:1")
    assert "play venue" in legal(state)  # the hand has not run out


@packaged_figures
@pytest.mark.parametrize("discards", ["", "dumpster-diving dumpster-diving"])
@plays("dumpster-diving")
def test_dumpster_diving_with_nothing_to_take_chooses_one(discards: str) -> None:
    start = position(hands={1: "dumpster-diving merch"}, discards=discards)
    state, events = made(start, "play dumpster-diving")
    assert events == [CardPlayed(1, "dumpster-diving")]
    assert (asked(state), hand(state, 1), discarded(state)) == ((1, "choose"), "merch", discards)
    assert discarded(made(state, "choose hops:1")[0]) == f"{discards} dumpster-diving".strip()


@packaged_figures
@plays("dumpster-diving")
def test_dumpster_diving_takes_a_card_in_a_face_off_since_that_is_no_draw() -> None:
    start = face_off(hands={1: "dumpster-diving merch", 3: "venue"}, discards="venue")
    state, _ = made(start, "play dumpster-diving", "choose hops:1")
    assert (hand(state, 1), discarded(state), asked(state)) == ("merch venue", "dumpster-diving", (3, "play"))


# --- New Recipe -------------------------------------------------------------------------------------------------------


@packaged_figures
@plays("new-recipe")
def test_new_recipe_puts_a_top_under_its_stack_and_then_chooses_two() -> None:
    start = stacked(
        position(hands={1: "new-recipe merch"}), "kolsh saison old-ale", "dry-stout scotch-ale", "oktoberfest"
    )
    state, events = made(start, "play new-recipe")
    assert events == [CardPlayed(1, "new-recipe")]
    assert (asked(state), legal(state)) == ((1, "bury"), ["bury 1", "bury 2", "bury 3"])
    state, events = made(state, "bury 1")
    assert events == [RecipeBuried(1, "kolsh", 1, "saison")]
    assert (on_offer(state), bottom(state, 1), sizes(state)) == ("saison dry-stout oktoberfest", "kolsh", [3, 2, 1])
    assert (asked(state), sorted(legal(state))) == ((1, "choose"), mixes(2))
    state, events = made(state, "choose base-malt:2")
    assert events == [took(1, "base-malt:2", "new-recipe"), CardDiscarded(1, "new-recipe")]
    assert (discarded(state), asked(state)) == ("new-recipe", (1, "play"))


@plays("new-recipe")
def test_new_recipe_leaves_a_stack_of_one_as_it_is() -> None:
    start = stacked(position(hands={1: "new-recipe merch"}), "kolsh saison", "dry-stout")
    state, events = made(start, "play new-recipe", "bury 2")
    assert events[1:] == [RecipeBuried(1, "dry-stout", 2, "dry-stout")]
    assert (state.stacks, asked(state)) == (start.stacks, (1, "choose"))


@plays("new-recipe")
def test_pc_03_new_recipe_buries_nothing_in_an_empty_stack() -> None:
    start = stacked(position(hands={1: "new-recipe merch"}), "kolsh saison", "", "dry-stout")
    state, _ = made(start, "play new-recipe")
    assert legal(state) == ["bury 1", "bury 3"]
    assert [rule(state, f"bury {stack}") for stack in (2, 4)] == ["PC-03", "PC-02"]


@plays("new-recipe")
def test_new_recipe_of_the_only_stack_asks_for_none() -> None:
    start = stacked(position(hands={1: "new-recipe merch"}), "", "kolsh saison")
    state, events = made(start, "play new-recipe")
    assert events[1:] == [RecipeBuried(1, "kolsh", 2, "saison")]
    assert (on_offer(state), asked(state)) == (". saison .", (1, "choose"))


@packaged_figures
@plays("new-recipe")
def test_pc_03_what_new_recipe_uncovers_may_be_brewed_in_the_same_turn_and_what_it_buries_may_not() -> None:
    start = position(hands={1: "new-recipe merch"}, ingredients={1: costs("american-amber")})
    start = stacked(start, "kolsh american-amber", "imperial-ipa", "old-ale")
    state, _ = made(start, "play new-recipe", "bury 1", "choose hops:2", "stop-playing")
    assert legal(state) == ["end-turn", "brew american-amber"]
    assert rule(state, "brew kolsh") == "PC-03"


# --- Redistribution ---------------------------------------------------------------------------------------------------


@packaged_figures
@plays("redistribution")
def test_redistribution_asks_who_has_several_kinds_in_seat_order_from_the_first_player() -> None:
    held = {1: "hops:2,adjuncts:1", 2: "hops:1", 3: "base-malt:1,specialty-malt:2", 4: "hops:5"}
    start = position(seats=5, seat=2, first=3, hands={2: "redistribution merch"}, ingredients=held)
    state, events = made(start, "play redistribution")
    assert events == [CardPlayed(2, "redistribution")]
    assert (asked(state), sorted(legal(state))) == ((3, "give"), parts(1, held[3]))
    assert [rule(state, f"give {words}") for words in ("hops:1", "specialty-malt:2", "none")] == ["PC-16"] * 3
    state, events = made(state, "give specialty-malt:1")  # then seat 4, who has one kind, and seat 5, who has nothing
    assert events == [
        gave(3, 2, "specialty-malt:1", "redistribution"),
        gave(4, 2, "hops:1", "redistribution"),
    ]
    assert (asked(state), sorted(legal(state))) == ((1, "give"), parts(1, held[1]))
    state, events = made(state, "give adjuncts:1")
    assert events == [gave(1, 2, "adjuncts:1", "redistribution"), CardDiscarded(2, "redistribution")]
    given = ["hops:2", "specialty-malt:1,hops:2,adjuncts:1", "base-malt:1,specialty-malt:1", "hops:4", "none"]
    assert [has(state, seat) for seat in range(1, 6)] == given
    assert state.pot == start.pot
    assert (discarded(state), asked(state)) == ("redistribution", (2, "play"))


@plays("redistribution")
def test_redistribution_among_players_with_nothing_moves_nothing() -> None:
    start = position(seats=3, hands={1: "redistribution merch"}, ingredients={1: "hops:2"})
    state, events = made(start, "play redistribution")
    assert events == [CardPlayed(1, "redistribution"), CardDiscarded(1, "redistribution")]
    assert (has(state, 1), asked(state)) == ("hops:2", (1, "play"))


@plays("redistribution")
def test_redistribution_comes_from_the_players_even_if_the_pot_is_empty() -> None:
    start = emptied(position(hands={1: "redistribution merch"}, ingredients={2: "adjuncts:1"}))
    state, events = made(start, "play redistribution")
    assert events[1] == gave(2, 1, "adjuncts:1", "redistribution")
    assert (has(state, 1), has(state, 2)) == ("adjuncts:1", "none")


@packaged_figures
@plays("redistribution")
def test_pc_24_redistribution_does_not_ask_who_is_eliminated() -> None:
    held = {2: "hops:1,base-malt:1", 3: "hops:2"}
    start = face_off(hands={1: "redistribution merch", 3: "venue"}, ingredients=held)
    state, events = made(start, "play redistribution")
    assert events[1:-2] == [gave(3, 1, "hops:1", "redistribution")]
    assert (has(state, 2), asked(state)) == ("base-malt:1,hops:1", (3, "play"))


# --- Rodents in the Grain Supply --------------------------------------------------------------------------------------


RODENTS = "rodents-in-the-grain-supply"


@packaged_figures
@plays(RODENTS)
def test_rodents_cost_every_other_player_three_base_malt_or_what_they_have() -> None:
    held = {1: "base-malt:5", 2: "base-malt:4,hops:2", 3: "base-malt:1,specialty-malt:1", 4: "specialty-malt:4"}
    start = position(seats=6, seat=1, first=3, hands={1: f"{RODENTS} merch"}, ingredients=held | {6: "base-malt:3"})
    state, events = made(start, f"play {RODENTS}")
    assert events == [
        CardPlayed(1, RODENTS),
        lost(3, "base-malt:1", RODENTS),
        lost(6, "base-malt:3", RODENTS),
        lost(2, "base-malt:3", RODENTS),
        CardDiscarded(1, RODENTS),
    ]
    left = ["base-malt:5", "base-malt:1,hops:2", "specialty-malt:1", "specialty-malt:4", "none", "none"]
    assert [has(state, seat) for seat in range(1, 7)] == left
    assert state.pot[0] == start.pot[0] + 7
    assert (discarded(state), asked(state)) == (RODENTS, (1, "play"))


@packaged_figures
@plays(RODENTS)
def test_pc_24_rodents_spare_who_is_eliminated() -> None:
    start = face_off(hands={1: f"{RODENTS} merch", 3: "venue"}, ingredients={2: "base-malt:4", 3: "base-malt:4"})
    state, events = made(start, f"play {RODENTS}")
    assert events[1:-2] == [lost(3, "base-malt:3", RODENTS)]
    assert [has(state, seat) for seat in (2, 3)] == ["base-malt:4", "base-malt:1"]


# --- Fermenter Explosion! ---------------------------------------------------------------------------------------------


@packaged_figures
@plays("fermenter-explosion")
def test_fermenter_explosion_costs_another_player_four_ingredients_of_their_choice() -> None:
    held = "base-malt:2,specialty-malt:1,hops:4,adjuncts:1"
    start = position(seats=3, hands={1: "fermenter-explosion merch"}, ingredients={1: "hops:1", 2: "hops:9", 3: held})
    state, events = made(start, "play fermenter-explosion")
    assert events == [CardPlayed(1, "fermenter-explosion")]
    assert (asked(state), legal(state)) == ((1, "target"), ["target 2", "target 3"])
    assert rule(state, "target 1") == "PC-16"
    state, _ = made(state, "target 3")
    assert (asked(state), sorted(legal(state))) == ((3, "give"), parts(4, held))
    for words in ("hops:3", "hops:5", "adjuncts:1", "base-malt:3,hops:1", "base-malt:2,hops:3"):
        assert rule(state, f"give {words}") == "PC-16"
    before = state.pot
    state, events = made(state, "give base-malt:1,hops:2,adjuncts:1")
    assert events == [
        lost(3, "base-malt:1,hops:2,adjuncts:1", "fermenter-explosion"),
        CardDiscarded(1, "fermenter-explosion"),
    ]
    assert [has(state, seat) for seat in (1, 2, 3)] == ["hops:1", "hops:9", "base-malt:1,specialty-malt:1,hops:2"]
    assert [now - then for now, then in zip(state.pot, before, strict=True)] == [1, 0, 2, 1]
    assert (discarded(state), asked(state)) == ("fermenter-explosion", (1, "play"))


@packaged_figures
@pytest.mark.parametrize(
    ("held", "gone"),
    [
        ("base-malt:1,hops:1", "base-malt:1,hops:1"),
        ("adjuncts:1", "adjuncts:1"),
        ("base-malt:2,hops:1", "base-malt:2,hops:1"),
        ("base-malt:1,specialty-malt:1,hops:1,adjuncts:1", "base-malt:1,specialty-malt:1,hops:1,adjuncts:1"),
        ("hops:6", "hops:4"),
    ],
)
@plays("fermenter-explosion")
def test_fermenter_explosion_asks_nobody_whose_loss_leaves_no_choice(held: str, gone: str) -> None:
    start = position(seats=3, hands={1: "fermenter-explosion merch"}, ingredients={3: held})
    state, events = made(start, "play fermenter-explosion", "target 3")
    assert events[1:] == [lost(3, gone, "fermenter-explosion"), CardDiscarded(1, "fermenter-explosion")]
    assert asked(state) == (1, "play")


@plays("fermenter-explosion")
def test_pc_16_fermenter_explosion_may_name_a_player_with_nothing() -> None:
    start = position(seats=3, hands={1: "fermenter-explosion merch"}, ingredients={2: "hops:3"})
    state, events = made(start, "play fermenter-explosion", "target 3")
    assert events == [CardPlayed(1, "fermenter-explosion"), CardDiscarded(1, "fermenter-explosion")]
    assert (has(state, 2), asked(state)) == ("hops:3", (1, "play"))


@packaged_figures
@plays("fermenter-explosion")
def test_fermenter_explosion_at_the_only_other_player_asks_for_no_target() -> None:
    start = position(hands={1: "fermenter-explosion merch"}, ingredients={2: "hops:4,base-malt:1"})
    state, _ = made(start, "play fermenter-explosion")
    assert asked(state) == (2, "give")


@plays("fermenter-explosion")
def test_pc_24_fermenter_explosion_does_not_reach_who_is_eliminated() -> None:
    held = {2: "base-malt:9", 3: "hops:3"}
    state, events = made(
        face_off(hands={1: "fermenter-explosion merch", 3: "venue"}, ingredients=held), "play fermenter-explosion"
    )
    assert events[1] == lost(3, "hops:3", "fermenter-explosion")
    assert has(state, 2) == "base-malt:9"


@plays_each(["fermenter-explosion", "blind-taste-test", "spoiled-batch", "tap-takeover"])
def test_pc_24_who_is_eliminated_is_no_target_where_several_are_left(card: str) -> None:
    state, _ = made(
        position(
            seats=4,
            stage="face-off",
            leader=1,
            left=(1, 3, 4),
            to_play=(1, 3, 4),
            hands={1: f"{card} merch", 2: "venue", 3: "venue", 4: "venue"},
            ingredients={2: "hops:3"},
            taps={2: "kolsh", 3: "saison", 4: "old-ale"},
        ),
        f"play {card}",
    )
    assert legal(state) == ["target 3", "target 4"]
    assert rule(state, "target 2") == "PC-24"


# --- Spoiled Batch ----------------------------------------------------------------------------------------------------


@packaged_figures
@plays("spoiled-batch")
def test_spoiled_batch_returns_the_recipe_with_the_fewest_pints_and_pays_its_base_malt() -> None:
    taps = {1: "kolsh", 2: "oatmeal-stout american-ipa saison", 3: "american-wheat"}
    start = position(seats=3, hands={1: "spoiled-batch merch"}, taps=taps)
    start = stacked(start, "dry-stout old-ale", "scotch-ale", "oktoberfest imperial-ipa", "german-pilsner dopperbock")
    state, events = made(start, "play spoiled-batch")
    assert events == [CardPlayed(1, "spoiled-batch")]
    assert (asked(state), legal(state)) == ((1, "target"), ["target 2", "target 3"])
    state, events = made(state, "target 2")
    assert events == [
        RecipeReturned(2, "american-ipa", 2),
        took(2, part_of("american-ipa", "base-malt"), "spoiled-batch"),
        CardDiscarded(1, "spoiled-batch"),
    ]
    assert (on_tap(state, 2), has(state, 2)) == ("oatmeal-stout saison", part_of("american-ipa", "base-malt"))
    assert pints(state, 2) == 9
    assert (on_tap(state, 1), on_tap(state, 3)) == ("kolsh", "american-wheat")
    assert on_offer(state) == "dry-stout american-ipa oktoberfest german-pilsner"
    assert (bottom(state, 2), sizes(state)) == ("scotch-ale", [2, 2, 2, 2])
    assert (discarded(state), asked(state)) == ("spoiled-batch", (1, "play"))


@plays("spoiled-batch")
def test_spoiled_batch_leaves_the_choice_among_equals_to_who_loses_one() -> None:
    start = position(hands={1: "spoiled-batch merch"}, taps={2: "kolsh dry-stout american-amber dunkelweizen"})
    state, events = made(start, "play spoiled-batch")
    assert events == [CardPlayed(1, "spoiled-batch")]  # the only other player is the target
    assert asked(state) == (2, "return")
    assert sorted(legal(state)) == ["return american-amber", "return dunkelweizen", "return kolsh"]
    assert [rule(state, f"return {recipe}") for recipe in ("dry-stout", "saison")] == ["PC-16", "PC-16"]
    state, events = made(state, "return kolsh")
    assert events[1:] == [took(2, part_of("kolsh", "base-malt"), "spoiled-batch"), CardDiscarded(1, "spoiled-batch")]
    assert (on_tap(state, 2), asked(state)) == ("dry-stout american-amber dunkelweizen", (1, "play"))


@pytest.mark.parametrize(
    ("stacks", "number"),
    [
        (("dry-stout old-ale", "scotch-ale", "oktoberfest"), 2),  # of equals the first
        (("dry-stout old-ale", "", "oktoberfest"), 3),  # not one that is empty
        (("", "dry-stout old-ale", "oktoberfest imperial-ipa"), 2),
        (("dry-stout", "scotch-ale saison", "oktoberfest"), 1),
    ],
)
@plays("spoiled-batch")
def test_pc_03_a_spoiled_recipe_goes_on_top_of_the_smallest_stack_that_is_not_empty(stacks, number) -> None:
    start = stacked(position(hands={1: "spoiled-batch merch"}, taps={2: "kolsh"}), *stacks)
    state, events = made(start, "play spoiled-batch")
    assert events[1] == RecipeReturned(2, "kolsh", number)
    assert on_offer(state).split()[number - 1] == "kolsh"
    grown = [now - before for now, before in zip(sizes(state), sizes(start), strict=True)]
    assert grown == [int(i == number) for i in (1, 2, 3)]


@packaged_figures
@pytest.mark.parametrize(("left", "back"), [(0, 0), (1, 1), (5, 5), (6, 6), (9, 6)])
@plays("spoiled-batch")
def test_pc_13_spoiled_batch_pays_back_only_the_base_malt_that_the_pot_has(left: int, back: int) -> None:
    start = position(hands={1: "spoiled-batch merch"}, taps={2: "kolsh"})
    state, events = made(emptied(start, base_malt=left, hops=5), "play spoiled-batch")
    assert events[2:-1] == ([took(2, f"base-malt:{back}", "spoiled-batch")] if back else [])
    assert (on_tap(state, 2), has(state, 2)) == ("", f"base-malt:{back}" if back else "none")
    assert left_in(state) == (f"base-malt:{left - back},hops:5" if left > back else "hops:5")


@plays("spoiled-batch")
def test_pc_16_spoiled_batch_may_name_a_player_without_recipes() -> None:
    start = position(seats=3, hands={1: "spoiled-batch merch"}, taps={1: "kolsh", 2: "saison"}, fronts={3: "taproom"})
    state, events = made(start, "play spoiled-batch", "target 3")
    assert events == [CardPlayed(1, "spoiled-batch"), CardDiscarded(1, "spoiled-batch")]
    assert (on_tap(state, 1), on_tap(state, 2), state.stacks) == ("kolsh", "saison", start.stacks)


@packaged_figures
@plays("spoiled-batch")
def test_spoiled_batch_leaves_the_pints_of_expansions() -> None:
    start = position(hands={1: "spoiled-batch merch"}, taps={2: "kolsh"}, fronts={2: "taproom dining-room"})
    state, _ = made(start, "play spoiled-batch")
    assert (front(state, 2), pints(state, 2)) == ("taproom dining-room", 1)


@packaged_figures
@plays("spoiled-batch")
def test_what_spoiled_batch_returns_may_be_brewed_by_its_player_in_the_same_turn() -> None:
    start = position(hands={1: "spoiled-batch merch"}, taps={2: "kolsh"}, ingredients={1: costs("kolsh")})
    start = stacked(start, "dry-stout")
    state, _ = made(start, "play spoiled-batch", "stop-playing", "brew kolsh")
    assert (on_tap(state, 1), pints(state, 1), on_offer(state)) == ("kolsh", 2, "dry-stout . .")


@plays("spoiled-batch")
def test_pc_24_spoiled_batch_does_not_reach_who_is_eliminated() -> None:
    start = face_off(hands={1: "spoiled-batch merch", 3: "venue"}, taps={2: "kolsh", 3: "old-ale saison oatmeal-stout"})
    state, _ = made(start, "play spoiled-batch")
    assert (asked(state), legal(state)) == ((3, "return"), ["return old-ale", "return saison"])
    state, _ = made(state, "return saison")
    assert (on_tap(state, 2), on_tap(state, 3)) == ("kolsh", "old-ale oatmeal-stout")


# --- Swap Recipes -----------------------------------------------------------------------------------------------------


@packaged_figures
@plays("swap-recipes")
def test_swap_recipes_exchanges_recipes_whose_pints_differ_by_two_at_most() -> None:
    taps = {
        1: "dry-stout pumpkin-spice-ale",  # 3 and 6 Pints
        2: "american-amber oatmeal-stout",  # 2 and 5
        3: "american-wheat german-pilsner",  # 2 and 3
    }
    start = position(seats=3, hands={1: "swap-recipes merch"}, taps=taps)
    state, events = made(start, "play swap-recipes")
    assert events == [CardPlayed(1, "swap-recipes")]
    assert asked(state) == (1, "swap")
    assert sorted(legal(state)) == [
        "swap dry-stout american-amber",
        "swap dry-stout american-wheat",
        "swap dry-stout german-pilsner",
        "swap dry-stout oatmeal-stout",
        "swap pumpkin-spice-ale oatmeal-stout",
    ]
    refused = ["pumpkin-spice-ale german-pilsner", "german-pilsner dry-stout", "dry-stout pumpkin-spice-ale"]
    assert [rule(state, f"swap {pair}") for pair in [*refused, "dry-stout kolsh"]] == ["PC-16"] * 4
    state, events = made(state, "swap dry-stout oatmeal-stout")
    assert events == [RecipesSwapped(1, "dry-stout", 2, "oatmeal-stout"), CardDiscarded(1, "swap-recipes")]
    assert on_tap(state, 1) == "pumpkin-spice-ale oatmeal-stout"
    assert on_tap(state, 2) == "american-amber dry-stout"
    assert on_tap(state, 3) == taps[3]
    assert [pints(state, seat) for seat in (1, 2, 3)] == [11, 5, 5]
    assert (discarded(state), asked(state)) == ("swap-recipes", (1, "play"))


@packaged_figures
@pytest.mark.parametrize("other", ["american-amber", "german-pilsner", "saison", "oatmeal-stout"])
@plays("swap-recipes")
def test_swap_recipes_makes_the_only_exchange_there_is_without_asking(other: str) -> None:
    taps = {1: "dry-stout", 2: f"english-barley-wine {other}"}
    state, events = made(position(hands={1: "swap-recipes merch"}, taps=taps), "play swap-recipes")
    assert events[1:] == [RecipesSwapped(1, "dry-stout", 2, other), CardDiscarded(1, "swap-recipes")]
    assert (on_tap(state, 1), on_tap(state, 2)) == (other, "english-barley-wine dry-stout")


@packaged_figures
@pytest.mark.parametrize(
    "taps",
    [
        {},
        {1: "kolsh american-amber"},
        {2: "kolsh american-amber"},
        {1: "kolsh", 2: "pumpkin-spice-ale oatmeal-stout"},  # 2 against 6 and 5 Pints
    ],
)
@plays("swap-recipes")
def test_swap_recipes_with_no_exchange_possible_does_nothing(taps) -> None:
    start = position(hands={1: "swap-recipes merch"}, taps=taps)
    state, events = made(start, "play swap-recipes")
    assert events == [CardPlayed(1, "swap-recipes"), CardDiscarded(1, "swap-recipes")]
    assert (state.taps, asked(state)) == (start.taps, (1, "play"))


@plays("swap-recipes")
def test_pc_24_swap_recipes_does_not_reach_who_is_eliminated() -> None:
    hands = {1: "swap-recipes merch", 3: "venue"}
    taps = {1: "kolsh", 2: "american-amber", 3: "dry-stout dunkelweizen"}
    state, _ = made(face_off(hands=hands, taps=taps), "play swap-recipes")
    assert sorted(legal(state)) == ["swap kolsh dry-stout", "swap kolsh dunkelweizen"]
    assert rule(state, "swap kolsh american-amber") == "PC-16"
    alone, _ = made(face_off(hands=hands, taps={1: "kolsh", 2: "american-amber"}), "play swap-recipes")
    assert (on_tap(alone, 1), on_tap(alone, 2), asked(alone)) == ("kolsh", "american-amber", (3, "play"))


# --- what holds for many ----------------------------------------------------------------------------------------------


@plays_each(GREEN)
def test_pc_16_a_green_card_may_be_played_even_if_it_can_do_nothing(card: str) -> None:
    held = {1: costs("kolsh")}
    start = stacked(emptied(position(seats=3, hands={1: card}, pile="", ingredients=held)), "kolsh")
    state, events = made(start, f"play {card}")
    stays = [RecipeBuried(1, "kolsh", 1, "kolsh")] if card == "new-recipe" else []
    targeted = card in ("blind-taste-test", "fermenter-explosion", "spoiled-batch", "tap-takeover")
    if targeted:
        assert (events, asked(state)) == ([CardPlayed(1, card)], (1, "target"))
        state, events = made(state, "target 2")
    assert events == ([] if targeted else [CardPlayed(1, card), *stays]) + [CardDiscarded(1, card)]
    assert (discarded(state), asked(state)) == (card, (1, "brew"))
    assert (state.ingredients, state.taps, state.stacks) == (start.ingredients, start.taps, start.stacks)


@plays_each([*IMPROVEMENTS, "big-tanks"])
def test_pc_16_an_orange_card_may_be_played_for_its_lasting_effect_alone(card: str) -> None:
    state, events = made(emptied(position(hands={1: f"{card} merch"})), f"play {card}")
    assert events == [CardPlayed(1, card)]
    assert (front(state, 1), discarded(state), asked(state)) == (card, "", (1, "play"))


@packaged_figures
@pytest.mark.parametrize("card", OR)
def test_pc_14_a_card_marked_or_is_traded_in_for_a_choice_of_two(card: str) -> None:
    rich = "base-malt:3,hops:2"
    start = position(
        hands={1: f"{card} venue", 2: "venue"},
        ingredients={2: rich},
        fronts={1: " ".join(IMPROVEMENTS)},  # an Expansion could be played here
        taps={1: "kolsh american-amber saison", 2: "dry-stout dunkelweizen"},
        discards="smash-hit",
    )
    assert f"trade-in {card}" in legal(start)
    state, events = made(start, f"trade-in {card}")
    assert events == [CardTradedIn(1, card)]
    assert (asked(state), sorted(legal(state))) == ((1, "choose"), mixes(2))
    assert (discarded(state), acting(state), state.played) == (f"smash-hit {card}", "", 1)
    state, events = made(state, "choose specialty-malt:1,hops:1")
    assert events == [took(1, "specialty-malt:1,hops:1", card)]
    assert (front(state, 1), pints(state, 1)) == (front(start, 1), pints(start, 1))
    assert (has(state, 1), has(state, 2), state.taps) == ("specialty-malt:1,hops:1", rich, start.taps)
    assert (discarded(state), hand(state, 1), asked(state)) == (f"smash-hit {card}", "venue", (1, "play"))


@pytest.mark.parametrize("card", NOT_OR)
def test_pc_14_a_card_not_marked_or_cannot_be_traded_in(card: str) -> None:
    state = position(hands={1: f"{card} taproom"})
    assert f"trade-in {card}" not in legal(state)
    assert f"play {card}" in legal(state)
    assert rule(state, f"trade-in {card}") == "PC-14"


@packaged_figures
def test_pc_14_a_trade_in_counts_as_a_play() -> None:
    start = position(hands={1: "merch merch merch taproom", 2: "venue"})
    trade = ("trade-in merch", "choose hops:2")
    state, _ = made(start, *trade, *trade)
    assert (state.played, asked(state)) == (2, (1, "play"))
    state, events = made(state, *trade)
    assert (asked(state), hand(state, 1)) == ((2, "play"), "taproom")
    assert not any(isinstance(event, CardsDrawn) for event in events)


@pytest.mark.parametrize(
    ("left", "taken"), [("hops:1,adjuncts:3", "hops:1"), ("base-malt:2", "base-malt:2"), ("adjuncts:9", "")]
)
@pytest.mark.parametrize("card", OR)
def test_pc_13_a_trade_in_takes_what_the_pot_has(card: str, left: str, taken: str) -> None:
    start = replace(position(hands={1: f"{card} venue"}), pot=pot(left))
    state, events = made(start, f"trade-in {card}")
    assert events == [CardTradedIn(1, card)] + ([took(1, taken, card)] if taken else [])
    assert (discarded(state), asked(state)) == (card, (1, "play"))


@packaged_figures
@pytest.mark.parametrize("card", OR)
def test_pc_25_a_trade_in_is_the_one_card_of_a_face_off(card: str) -> None:
    state, _ = made(face_off(hands={1: f"{card} venue", 3: "venue"}), f"trade-in {card}", "choose hops:2")
    assert (discarded(state), has(state, 1), asked(state)) == (card, "hops:2", (3, "play"))


# --- all are here -----------------------------------------------------------------------------------------------------


def test_a_test_that_does_not_play_its_card_fails() -> None:
    def idle(**given: str) -> None:
        made(position(hands={1: "restock-hops dining-room"}), "play restock-hops", "trade-in dining-room")

    watched(idle, ["restock-hops"])()
    for titles, given in (
        (["dining-room"], {}),
        (["restock-hops", "venue"], {}),
        (["restock-hops"], {"card": "venue"}),
    ):
        with pytest.raises(AssertionError, match="does not play its cards"):
            watched(idle, titles)(**given)


def test_every_title_of_the_edition_is_played_for_its_effect_by_some_test() -> None:
    titles = {card.name for card in EDITION.cards}
    assert len(titles) == 30
    assert set(COVERED) == titles
    for tests in COVERED.values():
        for test in tests:
            assert test.startswith("test_")
            assert hasattr(globals()[test], "__wrapped__")  # it runs, and it is watched


def test_the_lists_of_this_file_are_those_of_the_edition() -> None:
    titles = {card.name: card for card in EDITION.cards}
    assert {name for name, card in titles.items() if card.kind is CardKind.GREEN} == set(GREEN)
    assert {name for name, card in titles.items() if card.tradable} == set(OR)
    assert {name: card.expands for name, card in titles.items() if card.expands} == {
        name: needed for name, (needed, _) in EXPANSIONS.items()
    }
    assert set(GREEN) | {*IMPROVEMENTS, "big-tanks", *EXPANSIONS} == set(titles)
