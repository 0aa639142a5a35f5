"""PC-09 to PC-13: brewing, green and orange cards, choosing, and the pot."""

from __future__ import annotations

import pytest
from hypothesis import example, settings
from hypothesis import given as given_any
from hypothesis import strategies as st
from msgspec.structs import replace

from taphouse.engine.pint_craft.cards import SEASONAL_BONUS, Pot
from taphouse.engine.pint_craft.deck import amounts, counts
from taphouse.engine.pint_craft.moves import (
    Choose,
    PotLimit,
)
from taphouse.engine.pint_craft.state import ALL, BASIC, PintCraftState, ToChoose
from tests.edition_under_test import packaged_figures
from tests.pint_craft.build import (
    CHANCE,
    RULES,
    after,
    asked,
    brewing,
    discarded,
    emptied,
    front,
    hand,
    happened,
    has,
    legal,
    on_tap,
    pints,
    position,
    prompt,
    refusal,
)
from tests.pint_craft.turns.shared import (
    FOUR_WAYS,
    RICH,
    TOKENS,
    brute,
    cost,
    dealt,
    given,
    kinds,
    offered_choices,
    paid,
)

UNLIMITED = PotLimit.UNLIMITED


# --- PC-09: brewing ---------------------------------------------------------------------------------------------------------


@packaged_figures
def test_pc_09_the_ingredients_go_back_to_the_pot_and_the_pints_count_at_once() -> None:
    b, s, h, a = cost("pumpkin-spice-ale")
    state = given(brewing(offer="pumpkin-spice-ale"), 1, (b + 2, s, h + 1, a + 1))
    brewed = after(state, "brew pumpkin-spice-ale")
    assert has(brewed, 1) == "base-malt:2,hops:1,adjuncts:1"
    assert brewed.pot == (43, 20, 25, 15)
    assert (on_tap(brewed, 1), pints(brewed, 1), pints(brewed, 2)) == ("pumpkin-spice-ale", 6, 0)
    assert [player.pints for player in RULES.view(brewed).players] == [6, 0]


@pytest.mark.parametrize("short", [0, 1, 2, 3])
def test_pc_09_an_ingredient_that_is_short_cannot_be_replaced(short: int) -> None:
    held = [15, 15, 15, 15]
    held[short] = cost("pumpkin-spice-ale")[short] - 1
    assert held[short] >= 0
    state = given(brewing(offer="pumpkin-spice-ale"), 1, (held[0], held[1], held[2], held[3]))
    assert refusal(state, "brew pumpkin-spice-ale").rule == "PC-09"
    assert "brew pumpkin-spice-ale" not in legal(state)


@packaged_figures
def test_pc_09_the_exact_ingredients_are_enough_and_none_remain() -> None:
    state = given(brewing(offer="saison", hands={2: "venue"}), 1, cost("saison"))
    assert "brew saison" in legal(state)
    brewed = after(state, "brew saison")
    assert (has(brewed, 1), brewed.pot) == ("none", TOKENS)
    assert asked(brewed)[0] == 2


@packaged_figures
def test_pc_09_ingredients_spent_on_one_recipe_are_not_there_for_another() -> None:
    b, s, h, a = map(max, cost("kolsh"), cost("american-wheat"))
    state = given(brewing(offer="kolsh american-wheat berliner-weiss"), 1, (b + 3, s, h, a + 1))
    assert {"brew kolsh", "brew american-wheat"} < set(legal(state))
    assert refusal(after(state, "brew kolsh"), "brew american-wheat").rule == "PC-09"
    assert refusal(after(state, "brew american-wheat"), "brew kolsh").rule == "PC-09"


# --- PC-10: green and orange cards --------------------------------------------------------------------------------------------


@packaged_figures
def test_pc_10_a_green_card_is_discarded_after_it_has_acted() -> None:
    state = position(hands={1: "venue merch"}, discards="smash-hit")
    acting = after(state, "play venue")
    assert (discarded(acting), hand(acting, 1)) == ("smash-hit", "merch")
    assert RULES.view(acting).in_play.name == "venue"
    done = after(acting, "choose hops:4")
    assert (discarded(done), front(done, 1), RULES.view(done).in_play) == ("smash-hit venue", "", None)
    assert kinds(happened(state, "play venue", "choose hops:4")) == ["CardPlayed", "IngredientsTaken", "CardDiscarded"]


@packaged_figures
def test_pc_10_an_orange_card_stays_in_front_of_its_player_and_lies_there_before_it_pays() -> None:
    state = position(hands={1: "big-tanks taproom venue"})
    paying = after(state, "play big-tanks")
    assert (front(paying, 1), discarded(paying)) == ("big-tanks", "")
    assert (0, 0, 0, 1) in offered_choices(paying)  # an Adjunct counts as 3 already
    paid_out = after(paying, "choose adjuncts:1", "play taproom", "choose hops:2")
    assert (front(paid_out, 1), discarded(paid_out)) == ("big-tanks taproom", "")


@packaged_figures
def test_pc_10_the_parts_of_a_card_come_in_the_printed_order() -> None:
    state = position(hands={1: "hangover-cure local-investors venue"})
    assert kinds(happened(state, "play hangover-cure", "choose hops:1"))[1:] == [
        "CardsDrawn",
        "IngredientsTaken",
        "CardDiscarded",
    ]
    assert kinds(happened(state, "play local-investors", "choose hops:3"))[1:] == [
        "IngredientsTaken",
        "CardsDrawn",
        "CardDiscarded",
    ]


# --- PC-11, PC-12: choosing ---------------------------------------------------------------------------------------------------


def owing(amount: int, allowed: int, left: Pot, tanks: int = 0) -> PintCraftState:
    """Seat 1 owes this choice from this pot."""
    source = "venue" if allowed == ALL else SEASONAL_BONUS
    state = position(ToChoose(1, amount, allowed, source), fronts={1: "big-tanks " * tanks})
    return replace(state, pot=left)


_counts = st.integers(0, 9)


@packaged_figures
@settings(max_examples=200)
@given_any(
    amount=st.integers(1, 11),
    tanks=st.integers(0, 2),
    allowed=st.sampled_from((BASIC, ALL, 1, 4)),
    left=st.tuples(_counts, _counts, _counts, st.integers(0, 4)),
    tried=st.tuples(_counts, _counts, _counts, st.integers(0, 4)),
)
@example(amount=5, tanks=0, allowed=ALL, left=(0, 0, 1, 3), tried=(0, 0, 1, 1))
@example(amount=6, tanks=1, allowed=ALL, left=(0, 0, 2, 2), tried=(0, 0, 2, 1))
@example(amount=11, tanks=0, allowed=ALL, left=(0, 0, 0, 4), tried=(0, 0, 0, 2))
def test_pc_11_the_choices_are_all_that_no_basic_ingredient_can_be_added_to(
    amount: int, tanks: int, allowed: int, left: Pot, tried: Pot
) -> None:
    state = owing(amount, allowed, left, tanks)
    right = brute(amount, 3 if tanks else 4, allowed, left)
    listed = offered_choices(state)
    assert len(listed) == len(set(listed))
    assert set(listed) == right
    assert (RULES.why_not(state, Choose(amounts(tried))) is None) == (tried in right)
    board = RULES.board(state, CHANCE)
    RULES.go_on(board)
    assert (board.state() == state) == (len(right) > 1), "the player is asked where there is more than one answer"


@packaged_figures
@pytest.mark.parametrize("amount", [16, 17, 18, 30])
@pytest.mark.parametrize("tanks", [0, 1])
def test_pc_11_so_they_are_for_large_amounts(amount: int, tanks: int) -> None:
    for left in ((7, 5, 4, 3), (20, 2, 9, 6), (0, 0, 3, 16), TOKENS):
        listed = offered_choices(owing(amount, ALL, left, tanks))
        assert len(listed) == len(set(listed))
        assert set(listed) == brute(amount, 3 if tanks else 4, ALL, left)


@packaged_figures
def test_pc_11_choose_4_is_any_mix_of_basic_ingredients_or_one_adjunct() -> None:
    choices = offered_choices(after(position(hands={1: "venue"}), "play venue"))
    assert len(choices) == 15 + 1  # 15 ways to divide 4 among 3 kinds
    assert {sum(choice[:3]) for choice in choices if not choice[3]} == {4}
    assert [choice for choice in choices if choice[3]] == [(0, 0, 0, 1)]


@pytest.mark.parametrize(
    ("card", "adjuncts"), [("celebrity-endorsement", {0, 1}), ("smash-hit", {0, 1}), ("hangover-cure", {0})]
)
def test_pc_11_an_adjunct_counts_as_4(card: str, adjuncts: set[int]) -> None:
    choices = offered_choices(after(position(hands={1: f"{card} venue"}), f"play {card}"))
    assert {choice[3] for choice in choices} == adjuncts


@packaged_figures
@pytest.mark.parametrize("tanks", [1, 2])
def test_pc_11_for_an_owner_of_big_tanks_it_counts_as_3_and_more_of_them_add_nothing(tanks: int) -> None:
    state = position(hands={1: "smash-hit venue", 2: "smash-hit"}, fronts={1: "big-tanks " * tanks})
    choices = offered_choices(after(state, "play smash-hit"))
    assert {choice for choice in choices if choice[3] == 2} == {(0, 0, 0, 2)}
    assert {sum(choice[:3]) for choice in choices if choice[3] == 1} == {3}
    other = after(state, "stop-playing", "play smash-hit")
    assert {sum(choice[:3]) for choice in offered_choices(other) if choice[3] == 1} == {2}


@packaged_figures
@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("choose hops:3", "PC-11"),
        ("choose none", "PC-11"),
        ("choose hops:5", "PC-11"),
        ("choose hops:1,adjuncts:1", "PC-11"),
        ("choose adjuncts:2", "PC-11"),
        ("choose specialty-malt:3,hops:1", "PC-13"),
        ("choose hops:4", None),
        ("choose base-malt:1,specialty-malt:2,hops:1", None),
        ("choose adjuncts:1", None),
    ],
)
def test_pc_11_neither_less_nor_more_may_be_chosen(line: str, rule: str | None) -> None:
    state = emptied(
        after(position(hands={1: "venue"}), "play venue"), base_malt=9, specialty_malt=2, hops=9, adjuncts=9
    )
    refused = refusal(state, line)
    assert (refused and refused.rule) == rule


def test_pc_11_nobody_must_take_an_adjunct_because_the_pot_lacks_basic_ingredients() -> None:
    state = after(emptied(position(hands={1: "venue merch"}), base_malt=3, adjuncts=2), "play venue")
    assert legal(state) == ["choose base-malt:3", "choose adjuncts:1"]
    assert has(after(state, "choose base-malt:3"), 1) == "base-malt:3"


def test_pc_11_beside_the_adjuncts_all_basic_ingredients_that_fit_are_taken() -> None:
    state = after(emptied(position(hands={1: "smash-hit merch"}), hops=1, adjuncts=2), "play smash-hit")
    assert legal(state) == ["choose hops:1", "choose hops:1,adjuncts:1"]
    for line in ("choose none", "choose adjuncts:1"):
        assert refusal(state, line).rule == "PC-11"


def test_pc_11_an_adjunct_that_does_not_fit_is_not_taken() -> None:
    state = emptied(position(hands={1: "local-investors venue"}), base_malt=2, adjuncts=2)
    assert has(after(state, "play local-investors"), 1) == "base-malt:2"


@packaged_figures
def test_pc_11_the_decision_says_what_is_due() -> None:
    state = emptied(after(position(hands={1: "smash-hit venue"}), "play smash-hit"), hops=3, specialty_malt=2)
    decision = RULES.decision(state)
    assert (decision.seat, decision.task, decision.verbs) == (1, "choose", ("choose",))
    assert decision.rules == ("PC-11", "PC-13")
    assert "Smash Hit" in prompt(decision)
    assert prompt(decision) == "Smash Hit: choose 6 ingredients; the pot has only 5 Basic Ingredients."
    free = RULES.decision(after(position(hands={1: "smash-hit venue"}), "play smash-hit"))
    assert prompt(free) == "Smash Hit: choose 6 ingredients; an Adjunct counts as 4 of them."


@packaged_figures
def test_pc_12_the_choices_of_two_cards_are_not_pooled() -> None:
    state = position(hands={1: "merch dining-room venue"})
    first = after(state, "trade-in merch")
    second = after(first, "choose hops:2", "trade-in dining-room")
    assert offered_choices(first) == offered_choices(second)
    assert {sum(choice[:3]) for choice in offered_choices(second)} == {2}
    assert {choice[3] for choice in offered_choices(second)} == {0}
    assert refusal(second, "choose adjuncts:1").rule == "PC-11"


@packaged_figures
def test_pc_12_what_was_chosen_is_not_exchanged() -> None:
    state = position(hands={1: "venue merch"}, ingredients={1: "hops:9"})
    for state_now in (state, after(state, "stop-playing"), after(state, "play venue", "choose hops:4")):
        assert refusal(state_now, "choose adjuncts:1") is not None
        assert refusal(state_now, "give hops:4") is not None
        assert not [line for line in legal(state_now) if line.startswith(("choose", "give"))]


# --- PC-13: the pot -----------------------------------------------------------------------------------------------------------


@packaged_figures
def test_pc_13_what_is_chosen_comes_out_of_the_pot() -> None:
    state = position(hands={1: "smash-hit venue"})
    chosen = after(state, "play smash-hit", "choose base-malt:1,hops:1,adjuncts:1")
    assert has(chosen, 1) == "base-malt:1,hops:1,adjuncts:1"
    assert chosen.pot == (44, 20, 25, 15)


@packaged_figures
def test_pc_13_where_the_pot_leaves_one_choice_it_is_made_without_a_decision() -> None:
    state = emptied(position(hands={1: "venue merch"}), hops=9)
    assert asked(after(state, "play venue")) == (1, "play")
    assert paid(happened(state, "play venue")) == [(1, "venue", (0, 0, 4, 0))]


def test_pc_13_where_the_pot_is_empty_nothing_is_owed_or_told() -> None:
    state = emptied(position(hands={1: "venue merch"}))
    assert kinds(happened(state, "play venue")) == ["CardPlayed", "CardDiscarded"]
    assert (asked(after(state, "play venue")), has(after(state, "play venue"), 1)) == ((1, "play"), "none")


@packaged_figures
@pytest.mark.parametrize(
    ("card", "left", "got"),
    [
        ("restock-grains", {"base_malt": 2, "specialty_malt": 5}, "base-malt:2,specialty-malt:1"),
        ("restock-grains", {"base_malt": 5}, "base-malt:3"),
        ("restock-hops", {"hops": 1}, "hops:1"),
        ("special-order", {"specialty_malt": 1, "hops": 9}, "specialty-malt:1"),
        ("smash-hit", {"hops": 2, "specialty_malt": 1}, "specialty-malt:1,hops:2"),
    ],
)
def test_pc_13_a_remainder_that_cannot_be_paid_is_lost(card: str, left: dict[str, int], got: str) -> None:
    state = emptied(position(hands={1: f"{card} venue", 2: "venue"}), **left)
    short = after(state, f"play {card}")
    assert has(short, 1) == got
    later = after(replace(short, pot=TOKENS), "stop-playing")
    assert (asked(later), has(later, 1)) == ((2, "play"), got)


@packaged_figures
@pytest.mark.parametrize("first", [1, 2, 3, 4])
def test_pc_13_several_players_are_paid_in_seat_order_from_the_first_player(first: int) -> None:
    state = emptied(position(seats=4, seat=1, first=first, hands={1: "beer-festival venue"}), hops=6)
    order = [seat for seat in FOUR_WAYS[first - 1] if seat != 1]
    assert [seat for seat, *_ in paid(happened(state, "play beer-festival"))] == [1, *order[:2]]
    assert has(after(state, "play beer-festival"), order[2]) == "none"


@packaged_figures
def test_pc_13_the_tokens_are_conserved() -> None:
    state = position(
        hands={1: "smash-hit fermenter-explosion venue"}, ingredients={1: RICH, 2: "hops:1"}, offer="kolsh"
    )
    moves = ["play smash-hit", "choose base-malt:5,hops:1", "play fermenter-explosion", "stop-playing", "brew kolsh"]
    for count in range(len(moves) + 1):
        now = after(state, *moves[:count])
        assert tuple(map(sum, zip(now.pot, *now.ingredients, strict=True))) == TOKENS
    assert (has(now, 2), on_tap(now, 1)) == ("none", "kolsh")


@packaged_figures
def test_pc_13_with_the_option_the_pot_never_runs_out() -> None:
    state = position(
        hands={1: "special-order special-order smash-hit venue"},
        ingredients={1: "base-malt:9,specialty-malt:20,adjuncts:16"},
        offer="saison",
        pot=UNLIMITED,
    )
    ordered = after(state, "play special-order", "play special-order")
    assert has(ordered, 1) == "base-malt:9,specialty-malt:24,adjuncts:18"
    assert ordered.pot == state.pot
    assert RULES.view(ordered).pot is None
    chosen = after(ordered, "play smash-hit", "choose base-malt:3,hops:3")
    brewed = after(chosen, "brew saison")
    left = tuple(before - paid_back for before, paid_back in zip((12, 24, 3, 18), cost("saison"), strict=True))
    assert (brewed.ingredients[0], brewed.pot) == (left, state.pot)


@packaged_figures
def test_pc_13_with_the_option_the_choices_do_not_depend_on_what_is_out() -> None:
    state = position(hands={1: "smash-hit venue"}, ingredients={2: "hops:26,adjuncts:16"}, pot=UNLIMITED)
    assert set(offered_choices(after(state, "play smash-hit"))) == brute(6, 4, ALL, (99, 99, 99, 99))
    assert counts(RULES.view(dealt()).pot) == TOKENS
    assert RULES.view(dealt(pot=UNLIMITED)).pot is None
