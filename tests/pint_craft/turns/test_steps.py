"""PC-05, PC-06: the steps of a turn, playing and drawing."""

from __future__ import annotations

import pytest

from taphouse.engine.chance import BLIND
from taphouse.engine.contract import IllegalMove
from taphouse.engine.pint_craft.moves import (
    TurnBegan,
)
from taphouse.engine.pint_craft.state import PintCraftState
from tests.edition_under_test import packaged_figures
from tests.pint_craft.build import (
    DECK,
    RULES,
    after,
    asked,
    brewing,
    cards,
    emptied,
    hand,
    happened,
    legal,
    move,
    on_tap,
    position,
    pot,
    refusal,
    step,
)
from tests.pint_craft.turns.shared import RICH, cost, drawn, given, kinds, stacked

# --- PC-05: the steps of a turn -----------------------------------------------------------------------------------------------


@packaged_figures
def test_pc_05_playing_comes_first_then_brewing_then_drawing() -> None:
    state = position(hands={1: "restock-hops venue venue", 2: "venue"}, ingredients={1: RICH}, offer="kolsh")
    assert asked(state) == (1, "play")
    played = after(state, "play restock-hops")
    assert asked(played) == (1, "play")
    stopped = after(played, "stop-playing")
    assert asked(stopped) == (1, "brew")
    assert len(stopped.hands[0]) == 2
    brewed = after(stopped, "brew kolsh")
    assert asked(brewed) == (1, "brew")
    ended = after(brewed, "end-turn")
    assert asked(ended) == (2, "play")
    assert len(ended.hands[0]) == 2 + 2


@pytest.mark.parametrize("line", ["brew kolsh", "end-turn"])
def test_pc_05_no_step_is_skipped(line: str) -> None:
    state = position(hands={1: "venue"}, ingredients={1: RICH}, offer="kolsh")
    assert refusal(state, line).rule == "PC-05"
    with pytest.raises(IllegalMove):
        step(state, line)


@pytest.mark.parametrize("line", ["play venue", "trade-in merch", "stop-playing"])
def test_pc_05_no_step_is_returned_to(line: str) -> None:
    state = after(position(hands={1: "venue merch"}, ingredients={1: RICH}, offer="kolsh"), "stop-playing")
    assert refusal(state, line).rule == "PC-05"
    assert refusal(after(state, "brew kolsh"), line).rule == "PC-05"


@packaged_figures
def test_pc_05_the_first_step_is_over_by_itself_after_the_third_card() -> None:
    state = position(hands={1: "restock-hops restock-hops restock-grains venue"}, ingredients={1: RICH})
    two = after(state, "play restock-hops", "play restock-hops")
    assert asked(two) == (1, "play")
    three = after(two, "play restock-grains")
    assert asked(three) == (1, "brew")
    assert refusal(three, "play venue").rule == "PC-06"
    assert (three.played, hand(three, 1)) == (3, "venue")


# A turn that ends by itself. Venues are kept in hand, so that nobody runs out of cards.
KEPT = {1: "restock-hops venue", 2: "venue", 3: "venue"}


WHEAT = "base-malt:4,hops:1"
"""The cost of American Wheat."""


def ends_itself(state: PintCraftState, *moves: str) -> bool:
    """True if the last of these moves ends the turn; its preview must lead to the same decision."""
    *before, last = moves
    state = after(state, *before)
    ended = after(state, last)
    seen = RULES.apply(RULES.known(state, state.seat), move(last), BLIND).state
    assert asked(RULES.known(seen, state.seat)) == asked(ended)
    previewed, owed = RULES.decision(seen), RULES.decision(ended)
    assert previewed.details == owed.details or previewed.verbs != owed.verbs, (
        "a preview knows less of what is possible"
    )
    return asked(ended) != (state.seat, "brew")


@packaged_figures
@pytest.mark.parametrize(
    ("held", "ends"),
    [("", True), ("base-malt:3,hops:9", True), (WHEAT, False), ("base-malt:40,specialty-malt:20", True)],
)
def test_pc_05_the_turn_ends_by_itself_when_no_recipe_on_offer_can_be_paid_for(held: str, ends: bool) -> None:
    state = position(seats=3, hands=KEPT, ingredients={1: held}, offer="american-wheat saison kolsh american-ipa")
    assert ends_itself(state, "stop-playing") is ends
    if ends:
        assert kinds(happened(state, "stop-playing")) == ["CardsDrawn", "TurnBegan"]
        assert asked(after(state, "stop-playing")) == (2, "play")


@packaged_figures
def test_pc_05_the_turn_ends_by_itself_after_the_third_card() -> None:
    state = position(hands={1: "restock-hops " * 3 + "venue", 2: "venue"})
    assert ends_itself(state, *["play restock-hops"] * 3)


@packaged_figures
def test_pc_05_the_turn_ends_by_itself_after_the_last_choice_of_the_last_card() -> None:
    state = position(
        hands={1: "venue", 2: "venue"}, ingredients={1: "base-malt:3"}, offer="american-wheat saison kolsh"
    )
    owed = after(state, "play venue")
    assert ends_itself(owed, "choose specialty-malt:4")
    assert not ends_itself(owed, "choose base-malt:1,hops:3")


@packaged_figures
def test_pc_05_the_turn_ends_by_itself_after_the_last_recipe_that_can_be_paid_for() -> None:
    state = stacked(brewing(hands=KEPT, ingredients={1: WHEAT}), "american-wheat", "saison", "old-ale")
    assert kinds(happened(state, "brew american-wheat")) == ["RecipeBrewed", "CardsDrawn", "TurnBegan"]
    assert ends_itself(state, "brew american-wheat")


@packaged_figures
@pytest.mark.parametrize("below", ["scotch-ale", "american-amber"])
@pytest.mark.parametrize(
    ("left", "ends"), [("", True), ("base-malt:3,hops:9", True), ("base-malt:4,specialty-malt:3", False)]
)
def test_pc_05_a_recipe_that_the_same_move_uncovers_counts_as_unknown(below: str, left: str, ends: bool) -> None:
    # with 4 Base Malt and 3 Specialty Malt left Dunkelweizen, on no tap and no top, could be paid for
    state = stacked(brewing(hands=KEPT), f"american-wheat {below}", "saison dunkelweizen", "old-ale")
    state = given(state, 1, tuple(a + b for a, b in zip(cost("american-wheat"), pot(left), strict=True)))
    assert ends_itself(state, "brew american-wheat") is ends
    if not ends:
        brewed = after(state, "brew american-wheat")
        assert RULES.decision(brewed).verbs == ("end-turn",)
        assert after(brewed, "end-turn").seat == 2


@packaged_figures
def test_pc_05_a_recipe_that_is_on_a_tap_cannot_be_the_one_that_is_uncovered() -> None:
    left = pot("base-malt:4,specialty-malt:3")
    cheap = [beer.name for beer in DECK.beers[1:] if all(has >= n for has, n in zip(left, beer.cost, strict=True))]
    assert cheap == ["dunkelweizen"]
    state = stacked(brewing(hands=KEPT, taps={2: "dunkelweizen"}), "american-wheat kolsh", "saison", "old-ale")
    state = given(state, 1, tuple(a + b for a, b in zip(cost("american-wheat"), left, strict=True)))
    assert ends_itself(state, "brew american-wheat")


@packaged_figures
def test_pc_05_a_recipe_uncovered_by_burying_counts_as_unknown_in_the_same_move() -> None:
    state = position(hands={1: "new-recipe", 2: "venue"}, ingredients={1: WHEAT})
    state = emptied(stacked(state, "old-ale scotch-ale american-wheat", "saison", "scotch-ale"))
    assert not ends_itself(state, "play new-recipe", "bury 1")  # the pot has nothing, so that brewing comes at once
    assert RULES.decision(after(state, "play new-recipe", "bury 1")).verbs == ("end-turn",)


@packaged_figures
def test_pc_05_turns_in_which_nothing_can_be_done_end_one_after_another() -> None:
    state = position(seats=4, hands={1: "restock-hops venue", 4: "venue"}, first=1)
    events = happened(state, "stop-playing")
    assert [event.seat for event in events if isinstance(event, TurnBegan)] == [2, 3, 4]
    assert drawn(events) == [(1, 3), (2, 4), (3, 4)]
    assert ends_itself(state, "stop-playing")
    assert asked(after(state, "stop-playing")) == (4, "play")


@packaged_figures
def test_pc_05_a_player_who_can_pay_for_a_recipe_ends_the_turn_themselves() -> None:
    state = brewing(hands=KEPT, ingredients={1: WHEAT}, offer="american-wheat saison kolsh")
    assert legal(state) == ["end-turn", "brew american-wheat"]
    assert asked(after(state, "end-turn")) == (2, "play")


def test_pc_05_it_goes_on_where_a_card_is_only_left_to_be_traded_in() -> None:
    state = position(hands={1: "restock-hops dining-room"})
    assert legal(after(state, "play restock-hops")) == ["stop-playing", "trade-in dining-room"]


def test_pc_05_any_number_of_recipes_is_put_on_tap_even_none() -> None:
    state = brewing(hands={1: "venue"}, offer="kolsh saison old-ale", ingredients={1: RICH})
    assert on_tap(after(state, "brew old-ale", "brew kolsh", "brew saison"), 1) == "old-ale kolsh saison"
    assert on_tap(after(state, "end-turn"), 1) == ""


@packaged_figures
def test_pc_05_what_a_card_owes_is_decided_before_anything_else() -> None:
    state = after(position(hands={1: "venue venue"}), "play venue")
    assert asked(state) == (1, "choose")
    for line in ("stop-playing", "play venue", "end-turn", "brew kolsh", "give hops:1"):
        assert refusal(state, line) is not None
    assert asked(after(state, "choose hops:4")) == (1, "play")


# --- PC-06: playing and drawing -----------------------------------------------------------------------------------------------


@packaged_figures
@pytest.mark.parametrize("played", [0, 1, 2, 3])
def test_pc_06_who_played_k_cards_draws_3_less_k(played: int) -> None:
    state = position(hands={1: "restock-hops " * 4, 2: "venue"})
    moves = ["play restock-hops"] * played + ["stop-playing"] * (played < 3)
    assert drawn(happened(state, *moves)) == ([(1, 3 - played)] if played < 3 else [])
    assert len(after(state, *moves).hands[0]) == (4 - played) + (3 - played)


@packaged_figures
def test_pc_06_the_cards_come_from_the_top_of_the_pile() -> None:
    state = brewing(hands={1: "venue", 2: "venue"}, pile="smash-hit taproom merch mug-club restock-hops")
    ended = after(state, "end-turn")
    assert hand(ended, 1) == "taproom merch smash-hit venue"
    assert ended.pile == cards("restock-hops mug-club")


def test_pc_06_nothing_is_drawn_before_the_end_of_the_turn() -> None:
    state = position(hands={1: "venue"}, ingredients={1: RICH}, offer="kolsh")
    assert kinds(happened(state, "stop-playing", "brew kolsh")) == ["RecipeBrewed"]


@packaged_figures
@pytest.mark.parametrize("verb", ["play", "trade-in"])
def test_pc_06_a_card_traded_in_counts_as_played(verb: str) -> None:
    state = position(hands={1: "merch venue venue", 2: "venue"}, taps={1: "kolsh saison"})
    assert drawn(happened(state, f"{verb} merch", "choose hops:2", "stop-playing")) == [(1, 2)]


@packaged_figures
def test_pc_06_the_count_begins_anew_with_every_turn() -> None:
    state = position(hands={1: "restock-hops venue", 2: "venue venue"})
    assert after(state, "play restock-hops").played == 1
    later = after(state, "play restock-hops", "stop-playing")
    assert (later.seat, later.played) == (2, 0)
    assert drawn(happened(later, "stop-playing"))[0] == (2, 3)


@pytest.mark.parametrize("seats", [2, 5])
def test_pc_06_a_card_that_is_not_in_the_hand_cannot_be_played(seats: int) -> None:
    state = position(seats=seats, hands={1: "venue", 2: "smash-hit merch"})
    for line in ("play smash-hit", "trade-in merch", "play no-such-card"):
        assert refusal(state, line).rule == "PC-06"


@packaged_figures
def test_pc_06_of_cards_that_are_alike_one_is_listed() -> None:
    state = position(hands={1: "venue venue merch merch merch"})
    assert legal(state) == ["stop-playing", "trade-in merch", "play merch", "play venue"]
    assert hand(after(state, "trade-in merch", "choose hops:2"), 1) == "merch merch venue venue"
