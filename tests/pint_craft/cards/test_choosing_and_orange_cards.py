"""Cards that choose ingredients, Improvements, Big Tanks and Expansions."""

from __future__ import annotations

from itertools import product

import pytest
from msgspec.structs import replace

from taphouse.engine.pint_craft.moves import (
    CardDiscarded,
    CardPlayed,
    CardTradedIn,
)
from tests.edition_under_test import packaged_figures
from tests.pint_craft.build import (
    RULES,
    asked,
    brewing,
    discarded,
    emptied,
    front,
    hand,
    has,
    legal,
    pints,
    position,
    pot,
)
from tests.pint_craft.cards.shared import (
    EXPANSIONS,
    IMPROVEMENTS,
    acting,
    face_off,
    made,
    mixes,
    part_of,
    plays,
    plays_each,
    rule,
    stacked,
    took,
)

CHOOSING = {"venue": 4, "celebrity-endorsement": 5, "smash-hit": 6}
"""Green cards that do nothing but pay a choice."""


SAME_IMPROVEMENT = [
    (one, two) for one, two in product(EXPANSIONS, repeat=2) if EXPANSIONS[one][0] == EXPANSIONS[two][0]
]


HOPS_EXPANSIONS = ("restaurant-tables", "metro-distribution")


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
"""The ingredients that Venue, Celebrity Endorsement and Smash Hit take of a pot that leaves no choice."""


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
