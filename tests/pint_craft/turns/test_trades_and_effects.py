"""PC-14 to PC-17, in brief: trade-ins, Expansions, effects, and no limits."""

from __future__ import annotations

import pytest

from taphouse.engine.pint_craft.state import ALL
from tests.edition_under_test import packaged_figures
from tests.pint_craft.build import (
    DECK,
    after,
    asked,
    brewing,
    discarded,
    front,
    has,
    legal,
    on_offer,
    pints,
    position,
    refusal,
)
from tests.pint_craft.turns.shared import FOUR_WAYS, RICH, TOKENS, brute, cost, offered_choices


@packaged_figures
def test_pc_14_a_card_traded_in_is_discarded_for_a_choice_of_2_and_has_no_lasting_effect() -> None:
    state = position(hands={1: "dining-room venue"}, fronts={1: "taproom"})
    traded = after(state, "trade-in dining-room")
    assert (discarded(traded), front(traded, 1)) == ("dining-room", "taproom")
    assert set(offered_choices(traded)) == brute(2, 4, ALL, TOKENS)
    assert pints(after(traded, "choose hops:2"), 1) == 0
    assert traded.played == 1


def test_pc_14_exactly_the_cards_marked_or_can_be_traded_in() -> None:
    marked = set()
    for title in DECK.titles[1:]:
        refused = refusal(position(hands={1: f"{title.name} venue"}), f"trade-in {title.name}")
        if refused is None:
            marked.add(title.name)
        else:
            assert refused.rule == "PC-14"
    assert marked == {
        *["dining-room", "restaurant-tables"],
        *["supermarket-shelves", "metro-distribution", "state-distribution", "fermenter-explosion", "merch"],
        *["rodents-in-the-grain-supply", "spoiled-batch", "swap-recipes", "tap-takeover"],
    }


NEEDS = {
    "dining-room": "taproom",
    "restaurant-tables": "taproom",
    "supermarket-shelves": "bottling-line",
    "metro-distribution": "distributors-license",
    "state-distribution": "distributors-license",
}


@pytest.mark.parametrize(("card", "needed"), NEEDS.items())
def test_pc_15_an_expansion_needs_its_improvement_in_front_of_the_player(card: str, needed: str) -> None:
    wrong = " ".join(sorted({*NEEDS.values()} - {needed}))
    state = position(hands={1: f"{card} venue"}, fronts={1: wrong, 2: needed})
    assert legal(state) == ["stop-playing", f"trade-in {card}", "play venue"]
    assert refusal(state, f"play {card}").rule == "PC-15"
    assert refusal(position(hands={1: f"{card} venue"}, fronts={1: needed}), f"play {card}") is None


@packaged_figures
@pytest.mark.parametrize(("card", "kind"), [("dining-room", 0), ("restaurant-tables", 2)])
def test_pc_15_it_pays_what_one_recipe_on_offer_costs_of_one_ingredient(card: str, kind: int) -> None:
    state = position(hands={1: f"{card} venue"}, fronts={1: "taproom"}, offer="dopperbock kolsh scotch-ale")
    assert legal(after(state, f"play {card}")) == ["name dopperbock", "name kolsh", "name scotch-ale"]
    named = after(state, f"play {card}", "name dopperbock")
    assert named.ingredients[0] == tuple(n if i == kind else 0 for i, n in enumerate(cost("dopperbock")))
    assert (on_offer(named), pints(named, 1)) == (on_offer(state), 1)
    assert refusal(after(state, f"play {card}"), "name saison").rule == "PC-03"


@packaged_figures
def test_pc_15_one_played_earlier_in_the_turn_is_enough_for_any_number() -> None:
    state = position(hands={1: "taproom dining-room restaurant-tables venue"}, offer="kolsh")
    played = after(state, "play taproom", "choose hops:2", "play dining-room", "name kolsh")
    done = after(played, "play restaurant-tables", "name kolsh")
    assert front(done, 1) == "taproom dining-room restaurant-tables"
    assert done.ingredients[0] == (cost("kolsh")[0], 0, 2 + cost("kolsh")[2], 0)
    assert pints(done, 1) == 2


@packaged_figures
@pytest.mark.parametrize("first", [1, 2, 3, 4])
def test_pc_16_every_other_player_follows_in_seat_order_from_the_first_player(first: int) -> None:
    mix = dict.fromkeys(range(1, 5), "base-malt:1,hops:1")
    state = position(seats=4, seat=2, first=first, hands={2: "redistribution venue"}, ingredients=mix)
    state, order = after(state, "play redistribution"), []
    while asked(state)[1] == "give":
        order.append(asked(state)[0])
        state = after(state, "give hops:1")
    assert order == [seat for seat in FOUR_WAYS[first - 1] if seat != 2]
    assert has(state, 2) == "base-malt:1,hops:4"


def test_pc_16_the_player_names_another_and_the_victim_chooses_what_they_give() -> None:
    due = DECK.titles[DECK.code["fermenter-explosion"]].acts[0].amount
    state = position(
        seats=3, hands={1: "fermenter-explosion venue"}, ingredients={2: "hops:1", 3: "base-malt:1,hops:9"}
    )
    played = after(state, "play fermenter-explosion")
    assert (asked(played), legal(played)) == ((1, "target"), ["target 2", "target 3"])
    assert refusal(played, "target 1").rule == "PC-16"
    short = after(played, "target 2")
    assert (asked(short), has(short, 2)) == ((1, "play"), "none")  # they give what they have
    losing = after(played, "target 3")
    assert asked(losing) == (3, "give")
    assert set(legal(losing)) == {f"give base-malt:1,hops:{due - 1}", f"give hops:{due}"}
    assert has(after(losing, f"give base-malt:1,hops:{due - 1}"), 3) == f"hops:{10 - due}"


@packaged_figures
def test_pc_16_a_card_may_be_played_that_does_nothing() -> None:
    state = position(hands={1: "swap-recipes tap-takeover redistribution venue", 2: "venue"})
    done = after(state, "play swap-recipes", "play tap-takeover", "play redistribution")
    assert (asked(done), has(done, 1)) == ((2, "play"), "none")
    assert discarded(done) == "swap-recipes tap-takeover redistribution"


@packaged_figures
def test_pc_17_neither_a_hand_nor_ingredients_have_a_limit() -> None:
    state = brewing(
        hands={1: "venue " * 2 + "merch " * 4 + "restock-hops " * 5 + "mug-club " * 4, 2: "venue"},
        ingredients={1: RICH},
    )
    ended = after(state, "end-turn")
    assert len(ended.hands[0]) == 18
    assert ended.ingredients == state.ingredients
    assert ended.seat == 2


def test_pc_17_there_is_no_trading() -> None:
    state = position(hands={1: "venue"}, ingredients={1: "hops:3", 2: "adjuncts:1"})
    assert refusal(state, "give hops:1") is not None
    assert legal(state) == ["stop-playing", "play venue"]
