"""PC-07, PC-08: the hand and the draw pile run out."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from taphouse.engine.chance import BLIND, Chance, seed_from
from taphouse.engine.pint_craft.cards import UNKNOWN
from taphouse.engine.pint_craft.moves import (
    CardsDrawn,
    DrawPileMade,
    EmptyHand,
    TurnBegan,
)
from taphouse.engine.pint_craft.state import PintCraftState
from tests.edition_under_test import packaged_figures
from tests.pint_craft.build import (
    RULES,
    after,
    asked,
    brewing,
    cards,
    discarded,
    hand,
    happened,
    has,
    legal,
    move,
    on_tap,
    position,
    refusal,
)
from tests.pint_craft.turns.shared import RICH, drawn, kinds

ENDS_TURN = EmptyHand.ENDS_TURN


def settled(state: PintCraftState) -> PintCraftState:
    """The position after the first choice of ingredients wherever one is owed."""
    while asked(state)[1] == "choose":
        state = after(state, legal(state)[0])
    return state


# --- PC-07: the hand runs out -------------------------------------------------------------------------------------------------


@packaged_figures
@pytest.mark.parametrize("played", [1, 2, 3])
def test_pc_07_whose_hand_runs_out_stops_may_brew_and_draws_4(played: int) -> None:
    state = position(hands={1: "restock-hops " * played, 2: "venue"}, ingredients={1: RICH}, offer="kolsh")
    out = after(state, *["play restock-hops"] * played)
    assert asked(out) == (1, "brew")
    assert drawn(happened(out, "brew kolsh", "end-turn")) == [(1, 4)]
    assert len(after(out, "end-turn").hands[0]) == 4


@packaged_figures
def test_pc_07_whose_hand_is_empty_at_the_start_may_brew_and_draws_4() -> None:
    state = brewing(hands={1: "venue"}, ingredients={2: RICH}, offer="kolsh", season="winter", first=1)
    empty = after(state, "end-turn")
    assert asked(empty) == (2, "brew")
    assert refusal(empty, "stop-playing").rule == "PC-05"
    assert on_tap(after(empty, "brew kolsh"), 2) == "kolsh"
    assert drawn(happened(empty, "end-turn"))[0] == (2, 4)


@packaged_figures
def test_pc_07_who_stops_with_a_card_in_hand_has_not_run_out() -> None:
    state = position(hands={1: "restock-hops restock-hops venue", 2: "venue"})
    assert drawn(happened(state, *["play restock-hops"] * 2, "stop-playing")) == [(1, 1)]


@packaged_figures
def test_pc_07_the_last_card_may_be_traded_in() -> None:
    state = position(hands={1: "merch", 2: "venue"})
    assert drawn(happened(state, "trade-in merch", "choose hops:2")) == [(1, 4)]


@packaged_figures
@pytest.mark.parametrize("option", list(EmptyHand))
def test_pc_07_a_hand_that_the_last_card_fills_has_not_run_out(option: EmptyHand) -> None:
    state = position(hands={1: "local-investors", 2: "venue"}, pile="smash-hit " + "venue " * 9, empty_hand=option)
    played = after(state, "play local-investors", "choose hops:3")
    assert asked(played) == (1, "play")
    assert hand(played, 1) == "smash-hit"
    assert drawn(happened(played, "stop-playing")) == [(1, 2)]  # what the card drew does not change it


@packaged_figures
@pytest.mark.parametrize("lines", [("play hangover-cure", "choose hops:1"), ("play fresh-start",)])
def test_pc_07_cards_that_a_card_draws_do_not_change_what_is_drawn_at_the_end(lines: tuple[str, ...]) -> None:
    state = position(hands={1: "hangover-cure fresh-start venue", 2: "venue"})
    *_, last = drawn(happened(state, *lines, "stop-playing"))
    assert last == (1, 2)


@packaged_figures
def test_pc_07_a_hand_that_runs_out_after_a_card_has_filled_it_draws_4() -> None:
    state = position(
        hands={1: "hangover-cure", 2: "venue"},
        pile="restock-hops restock-grains " + "venue " * 9,
        ingredients={1: RICH},
    )
    events = happened(state, "play hangover-cure", "choose hops:1", "play restock-hops", "play restock-grains")
    assert drawn(events) == [(1, 2)]
    out = after(state, "play hangover-cure", "choose hops:1", "play restock-hops", "play restock-grains")
    assert (asked(out), out.played) == ((1, "brew"), 3)
    assert drawn(happened(out, "end-turn")) == [(1, 4)]


@packaged_figures
def test_pc_07_a_card_that_would_fill_the_hand_but_draws_nothing_leaves_it_empty() -> None:
    state = position(hands={1: "hangover-cure", 2: "venue"}, pile="")
    out = after(state, "play hangover-cure", "choose hops:1")
    assert asked(out) == (2, "play")
    assert hand(out, 1) == "hangover-cure"  # PC-08: all that there is


@packaged_figures
def test_pc_07_a_card_taken_back_keeps_the_hand_from_running_out() -> None:
    state = position(hands={1: "dumpster-diving"}, discards="smash-hit")
    taken = after(state, "play dumpster-diving", "choose hops:1")
    assert (asked(taken), hand(taken, 1)) == ((1, "play"), "smash-hit")


@packaged_figures
def test_pc_07_a_hand_that_another_player_emptied_is_empty_at_the_start() -> None:
    state = position(hands={1: "blind-taste-test restock-hops", 2: "venue"}, ingredients={2: RICH})
    taken = after(settled(after(state, "play blind-taste-test")), "stop-playing")
    assert (asked(taken), hand(taken, 2)) == ((2, "brew"), "")
    assert drawn(happened(taken, "end-turn"))[0] == (2, 4)


@packaged_figures
def test_pc_07_running_out_is_of_one_turn_alone() -> None:
    state = position(hands={1: "restock-hops", 2: "venue venue"})
    assert drawn(happened(state, "play restock-hops", "stop-playing"))[:2] == [(1, 4), (2, 3)]


@packaged_figures
@pytest.mark.parametrize("played", [1, 2, 3])
def test_pc_07_with_the_option_the_turn_ends_before_brewing(played: int) -> None:
    state = position(
        hands={1: "restock-hops " * played, 2: "venue"},
        ingredients={1: RICH},
        offer="kolsh",
        empty_hand=ENDS_TURN,
    )
    moves = ["play restock-hops"] * played
    ended = after(state, *moves)
    assert asked(ended) == (2, "play")
    assert drawn(happened(state, *moves)) == [(1, 4)]
    assert len(ended.hands[0]) == 4


@packaged_figures
def test_pc_07_with_the_option_a_third_card_that_is_not_the_last_ends_no_turn() -> None:
    state = position(hands={1: "restock-hops " * 3 + "venue", 2: "venue"}, empty_hand=ENDS_TURN, ingredients={1: RICH})
    assert asked(after(state, *["play restock-hops"] * 3)) == (1, "brew")


@packaged_figures
def test_pc_07_with_the_option_a_turn_that_begins_with_an_empty_hand_ends_at_once() -> None:
    state = brewing(seats=3, hands={1: "venue", 3: "venue"}, ingredients={2: RICH}, empty_hand=ENDS_TURN)
    events = happened(state, "end-turn")
    assert drawn(events) == [(1, 3), (2, 4)]
    assert [e.seat for e in events if isinstance(e, TurnBegan)] == [2, 3]
    assert asked(after(state, "end-turn")) == (3, "play")


@packaged_figures
def test_pc_07_with_the_option_the_last_card_acts_to_its_end_before_the_turn_ends() -> None:
    state = position(seats=3, hands={1: "beer-festival", 2: "venue"}, empty_hand=ENDS_TURN)
    played = after(state, "play beer-festival", "choose hops:4")
    assert asked(played) == (2, "choose")
    assert asked(after(played, "choose hops:1")) == (3, "choose")
    ended = after(played, "choose hops:1", "choose base-malt:1")
    assert asked(ended) == (2, "play")
    assert (has(ended, 2), has(ended, 3)) == ("hops:1", "base-malt:1")


# --- PC-08: the draw pile runs out ----------------------------------------------------------------------------------------------


@packaged_figures
def test_pc_08_an_empty_pile_is_made_anew_from_the_discard_stack_in_mid_draw() -> None:
    state = brewing(hands={1: "mug-club", 2: "mug-club"}, pile="venue", discards="smash-hit merch restock-hops")
    events = happened(state, "end-turn")
    assert [e for e in events if isinstance(e, DrawPileMade)] == [DrawPileMade(3)]
    assert drawn(events) == [(1, 3)]
    ended = after(state, "end-turn")
    assert "venue" in hand(ended, 1)
    assert (len(ended.pile), ended.discards) == (1, ())
    assert Counter((*ended.hands[0], *ended.pile)) == Counter(cards("mug-club venue smash-hit merch restock-hops"))


@packaged_figures
def test_pc_08_a_pile_that_is_just_drawn_up_is_made_anew_only_when_a_card_is_missing() -> None:
    state = brewing(hands={1: "venue", 2: "venue"}, pile="smash-hit merch taproom", discards="mug-club mug-club")
    ended = after(state, "end-turn")
    assert (ended.pile, discarded(ended), ended.draws) == ((), "mug-club mug-club", state.draws)
    assert "DrawPileMade" not in kinds(happened(state, "end-turn"))


@pytest.mark.parametrize(
    ("pile", "discards", "count"), [("", "venue merch", 2), ("venue", "merch", 2), ("venue", "", 1), ("", "merch", 1)]
)
def test_pc_08_where_there_are_too_few_what_there_is_is_drawn(pile: str, discards: str, count: int) -> None:
    state = brewing(hands={1: "mug-club", 2: "mug-club"}, pile=pile, discards=discards)
    ended = after(state, "end-turn")
    assert drawn(happened(state, "end-turn")) == [(1, count)]
    assert (len(ended.hands[0]), ended.pile, ended.discards) == (1 + count, (), ())


def test_pc_08_where_there_is_no_card_at_all_nothing_is_drawn() -> None:
    state = brewing(hands={1: "mug-club", 2: "mug-club"}, pile="")
    assert kinds(happened(state, "end-turn")) == ["TurnBegan"]
    assert hand(after(state, "end-turn"), 1) == "mug-club"


@packaged_figures
def test_pc_08_a_card_that_is_acting_is_not_in_the_discard_stack_yet() -> None:
    state = position(hands={1: "hangover-cure venue", 2: "venue"}, pile="", discards="merch")
    played = after(state, "play hangover-cure")
    assert (hand(played, 1), discarded(played)) == ("merch venue", "")
    assert discarded(after(played, "choose hops:1")) == "hangover-cure"


def test_pc_08_the_shuffle_is_the_draw_of_its_number() -> None:
    heap = "smash-hit merch restock-hops taproom venue mug-club big-tanks"
    state = brewing(hands={1: "mug-club", 2: "mug-club"}, pile="", discards=heap)
    orders = set()
    for number in range(9, 15):
        numbered = replace(state, draws=number)
        ended = after(numbered, "end-turn")
        assert ended == after(numbered, "end-turn")
        assert ended.draws == number + 1
        orders.add((ended.hands[0], ended.pile))
    assert len(orders) == 6
    assert (
        RULES.apply(state, move("end-turn"), Chance(seed_from("another"))).state.pile != after(state, "end-turn").pile
    )


@packaged_figures
def test_pc_08_who_does_not_know_the_seed_knows_the_sizes_and_not_the_cards() -> None:
    state = brewing(hands={1: "mug-club", 2: "mug-club"}, pile="venue", discards="smash-hit merch restock-hops")
    blind = RULES.apply(RULES.known(state, 1), move("end-turn"), BLIND)
    real = after(state, "end-turn")
    assert blind.state.hands[0] == (UNKNOWN, UNKNOWN, UNKNOWN, *cards("mug-club"))
    assert blind.state.pile == (UNKNOWN,)
    assert [e for e in blind.events if isinstance(e, CardsDrawn)] == [CardsDrawn(1, 3, None)]
    assert RULES.known(blind.state, None) == RULES.known(real, None)


def test_pc_08_a_discard_stack_of_one_card_is_no_secret() -> None:
    state = brewing(hands={1: "mug-club", 2: "mug-club"}, pile="", discards="smash-hit")
    assert RULES.apply(RULES.known(state, 1), move("end-turn"), BLIND).state.hands[0] == cards("mug-club smash-hit")


@packaged_figures
def test_pc_08_after_cards_drawn_blind_the_choice_of_ingredients_is_the_same() -> None:
    state = position(hands={1: "hangover-cure venue", 2: "venue"})
    blind = RULES.apply(RULES.known(state, 1), move("play hangover-cure"), BLIND).state
    assert legal(blind) == legal(after(state, "play hangover-cure"))
    assert Counter(blind.hands[0]) == Counter((UNKNOWN, UNKNOWN, *cards("venue")))
