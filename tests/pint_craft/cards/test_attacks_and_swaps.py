"""Cards against another player, and the exchange of Recipes."""

from __future__ import annotations

import pytest

from taphouse.engine.notation import write
from taphouse.engine.pint_craft.deck import amounts
from taphouse.engine.pint_craft.moves import (
    CardDiscarded,
    CardPlayed,
    Choose,
    RecipeReturned,
    RecipesSwapped,
)
from taphouse.engine.pint_craft.state import PintCraftState, ToGive
from tests.edition_under_test import packaged_figures
from tests.pint_craft.build import (
    RULES,
    asked,
    discarded,
    emptied,
    front,
    has,
    legal,
    on_offer,
    on_tap,
    pints,
    position,
)
from tests.pint_craft.cards.shared import (
    bottom,
    costs,
    face_off,
    lost,
    made,
    part_of,
    parts,
    plays,
    plays_each,
    rule,
    sizes,
    stacked,
    took,
)


def left_in(state: PintCraftState) -> str:
    """The content of the pot, in notation."""
    return write(Choose(amounts(state.pot))).removeprefix("choose ")


@pytest.mark.parametrize("amount", [1, 5, 6, 7, 13, 20])
def test_pc_16_every_way_to_give_is_listed_once_of_small_and_large_amounts(amount: int) -> None:
    held = "base-malt:3,specialty-malt:5,hops:4,adjuncts:2"
    state = position(ToGive(1, amount, 2, "redistribution"), ingredients={1: held})
    assert sorted(map(write, RULES.moves(state))) == parts(min(amount, 14), held)


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
