"""PC-22, PC-23: the threshold and the Challenge Round."""

from __future__ import annotations

import pytest

from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.pint_craft.cards import SEASONAL_BONUS, SEASONS
from taphouse.engine.pint_craft.moves import (
    ChallengeRoundBegan,
    EmptyHand,
    IngredientsTaken,
    PintCraftOptions,
    SeasonBegan,
    TurnBegan,
)
from taphouse.engine.pint_craft.state import CHALLENGE_ROUND, FACE_OFF, ROUNDS, PintCraftState
from taphouse.engine.vocabulary import Season
from tests.edition_under_test import packaged_figures
from tests.pint_craft.build import (
    RULES,
    after,
    asked,
    brewing,
    hand,
    happened,
    legal,
    on_tap,
    pints,
    position,
    reason,
    winners,
)
from tests.pint_craft.end.shared import ANOTHER_THREE, FIVE, RICH, THREE, drawn, kinds, turn_of, venues

THRESHOLDS = {2: 24, 3: 18, 4: 14, 5: 12, 6: 10}


REACHED = {
    2: "pumpkin-spice-ale english-barley-wine belgian-trippel imperial-ipa american-amber",
    3: "pumpkin-spice-ale english-barley-wine saison american-amber",
    4: "pumpkin-spice-ale english-barley-wine american-amber",
    5: "pumpkin-spice-ale english-barley-wine",
    6: "belgian-trippel imperial-ipa",
}


SHORT = {
    2: "pumpkin-spice-ale english-barley-wine belgian-trippel saison american-amber",
    3: "pumpkin-spice-ale english-barley-wine american-ipa american-amber",
    4: "pumpkin-spice-ale belgian-trippel american-amber",
    5: "pumpkin-spice-ale belgian-trippel",
    6: "belgian-trippel saison",
}
"""Recipes that are worth the threshold, and one Pint less."""


def rest_of(state: PintCraftState) -> tuple[list[int], PintCraftState]:
    """The seats whose turns follow, in which nothing is done, until the Challenge Round is over; and the position then."""
    order = []
    while not state.ended and state.stage == CHALLENGE_ROUND:
        order.append(state.seat)
        state = turn_of(state)
    return order, state


# --- PC-22: the threshold ---------------------------------------------------------------------------------------------------


@packaged_figures
@pytest.mark.parametrize("seats", THRESHOLDS)
def test_pc_22_the_threshold_is_by_the_number_of_players(seats: int) -> None:
    state = RULES.new(PintCraftOptions(), seats, Chance(seed_from("threshold")))
    assert RULES.view(state).threshold == THRESHOLDS[seats]
    chosen = RULES.new(PintCraftOptions(threshold=7), seats, Chance(seed_from("threshold")))
    assert RULES.view(chosen).threshold == 7


@packaged_figures
@pytest.mark.parametrize("seats", THRESHOLDS)
def test_pc_22_reaching_it_is_enough_and_one_less_is_not(seats: int) -> None:
    for taps, reached in ((REACHED[seats], True), (SHORT[seats], False)):
        state = brewing(seats=seats, taps={1: taps}, hands=venues(seats))
        assert pints(state, 1) == THRESHOLDS[seats] - (not reached)
        ended = after(state, "end-turn")
        assert (ended.stage, ended.leader) == ((CHALLENGE_ROUND, 1) if reached else (ROUNDS, 0))
        began = [ChallengeRoundBegan(1, THRESHOLDS[seats])] if reached else []
        assert [e for e in happened(state, "end-turn") if isinstance(e, ChallengeRoundBegan)] == began


@packaged_figures
@pytest.mark.parametrize(("option", "reached"), [(5, True), (6, False), (1, True), (200, False)])
def test_pc_22_with_the_option_it_is_another(option: int, reached: bool) -> None:
    state = brewing(taps={1: FIVE}, hands=venues(2), threshold=option)
    assert (after(state, "end-turn").stage == CHALLENGE_ROUND) is reached


def test_pc_22_the_pints_of_expansions_count() -> None:
    state = brewing(taps={1: "saison"}, fronts={1: "dining-room"}, hands=venues(2), threshold=5)
    assert after(state, "end-turn").leader == 1


@packaged_figures
def test_pc_22_the_turn_is_finished_first() -> None:
    state = brewing(offer="belgian-trippel kolsh", ingredients={1: RICH}, hands=venues(2), threshold=5)
    reached = after(state, "brew belgian-trippel")
    assert (pints(reached, 1), reached.stage, asked(reached)) == (5, ROUNDS, (1, "brew"))
    more = after(reached, "brew kolsh")
    assert (pints(more, 1), more.stage) == (7, ROUNDS)
    assert kinds(happened(more, "end-turn")) == ["CardsDrawn", "ChallengeRoundBegan", "TurnBegan"]


@packaged_figures
def test_pc_22_who_falls_below_it_again_within_the_turn_starts_nothing() -> None:
    state = position(
        hands={1: "swap-recipes venue", 2: "venue"}, taps={1: THREE, 2: "american-amber"}, threshold=3, offer="kolsh"
    )
    swapped = after(state, "play swap-recipes")
    assert (pints(swapped, 1), pints(swapped, 2)) == (2, 3)
    assert after(swapped, "stop-playing").leader == 2


@pytest.mark.parametrize(
    ("active", "standing", "leader"),
    [
        (1, (1, 3), 1),
        (3, (1, 3), 3),
        (2, (1, 3), 3),
        (4, (1, 3), 1),
        (2, (1,), 1),
        (2, (1, 3, 4), 3),
        (3, (1, 2), 1),
        (4, (2, 4), 4),
    ],
)
def test_pc_22_of_several_the_first_in_turn_order_from_the_active_player_starts_it(
    active: int, standing: tuple[int, ...], leader: int
) -> None:
    words = dict(zip(standing, ("belgian-trippel", "imperial-ipa", "oatmeal-stout"), strict=False))
    state = brewing(seats=4, seat=active, first=2, taps=words, hands=venues(4), threshold=5)
    ended = after(state, "end-turn")
    assert (ended.stage, ended.leader, RULES.view(ended).leader) == (CHALLENGE_ROUND, leader, leader)
    assert [e.seat for e in happened(state, "end-turn") if isinstance(e, ChallengeRoundBegan)] == [leader]


# --- PC-23: the Challenge Round -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("active", "order"), [(1, [2, 3, 4]), (2, [3, 4, 1]), (3, [4, 1, 2]), (4, [1, 2, 3])])
@pytest.mark.parametrize("first", [1, 2, 3, 4])
def test_pc_23_every_other_player_has_one_turn_in_turn_order_from_the_active_player(
    active: int, order: list[int], first: int
) -> None:
    state = brewing(seats=4, seat=active, first=first, taps={active: FIVE}, hands=venues(4), threshold=5)
    began = after(state, "end-turn")
    assert RULES.view(began).to_play == began.to_play == tuple(order)
    found, end = rest_of(began)
    assert found == order
    assert (reason(end), winners(end)) == ("threshold", [active])


@packaged_figures
@pytest.mark.parametrize(
    ("active", "leader", "order"), [(1, 3, [2, 4, 1]), (1, 2, [3, 4, 1]), (4, 2, [1, 3, 4]), (3, 4, [1, 2, 3])]
)
def test_pc_23_where_a_swap_lifts_another_over_it_that_player_has_no_turn_and_the_active_one_the_last(
    active: int, leader: int, order: list[int]
) -> None:
    state = position(
        seats=4,
        seat=active,
        first=3,
        hands=venues(4) | {active: "swap-recipes venue"},
        taps={active: THREE, leader: f"american-amber {ANOTHER_THREE}"},
        threshold=6,
    )
    swapped = after(state, "play swap-recipes", f"swap {THREE} american-amber")
    assert pints(swapped, leader) == 6
    began = after(swapped, "stop-playing")
    assert (began.leader, began.to_play, began.seat) == (leader, tuple(order), order[0])
    found, end = rest_of(began)
    assert found == order
    assert (reason(end), winners(end)) == ("threshold", [leader])


@packaged_figures
def test_pc_23_the_turns_are_normal_ones() -> None:
    state = brewing(
        seats=3,
        taps={1: FIVE},
        hands={1: "venue", 2: "restock-hops " * 4, 3: "restock-hops"},
        ingredients={2: RICH},
        offer="kolsh american-wheat",
        threshold=5,
        empty_hand=EmptyHand.MAY_BREW,
    )
    began = after(state, "end-turn")
    assert asked(began) == (2, "play")
    assert "stop-playing" in legal(began)
    played = after(began, *["play restock-hops"] * 3)
    assert asked(played) == (2, "brew")
    third = after(played, "brew kolsh", "brew american-wheat", "end-turn")
    assert (on_tap(third, 2), hand(third, 2), asked(third)) == ("kolsh american-wheat", "restock-hops", (3, "play"))
    assert drawn(happened(third, "play restock-hops")) == [(3, 4)]


@packaged_figures
def test_pc_23_with_the_option_of_pc_07_its_turns_end_with_the_last_card() -> None:
    state = brewing(
        seats=3,
        taps={1: FIVE},
        hands={1: "venue", 2: "restock-hops", 3: "venue"},
        threshold=5,
        empty_hand=EmptyHand.ENDS_TURN,
    )
    played = after(state, "end-turn", "play restock-hops")
    assert (asked(played), len(played.hands[1])) == ((3, "play"), 4)


@pytest.mark.parametrize(
    ("active", "first", "when"), [(1, 1, None), (2, 1, 1), (3, 1, 1), (1, 3, 3), (2, 3, 3), (3, 3, None)]
)
def test_pc_23_the_season_advances_when_the_first_players_turn_comes_up_in_it(
    active: int, first: int, when: int | None
) -> None:
    state = brewing(
        seats=3, seat=active, first=first, round=2, season="spring", taps={active: FIVE}, hands=venues(3), threshold=5
    )
    events = happened(state, "end-turn", "stop-playing")
    marks = [e.seat if isinstance(e, TurnBegan) else 0 for e in events if isinstance(e, TurnBegan | SeasonBegan)]
    order = [1, 2, 3, 1, 2][active : active + 2]
    expected = [mark for seat in order for mark in ((0, seat) if seat == when else (seat,))]
    assert marks == expected
    state = after(state, "end-turn", "stop-playing")
    assert (state.round, SEASONS[state.season]) == ((3, Season.SUMMER) if when else (2, Season.SPRING))


def test_pc_23_bonuses_are_paid_to_all_in_it() -> None:
    state = brewing(
        seats=3,
        seat=2,
        season="spring",
        taps={1: "kolsh", 2: "imperial-ipa", 3: "saison"},
        hands=venues(3),
        threshold=5,
    )
    state = after(state, "end-turn")
    paid = [(e.seat, e.source) for e in happened(state, "stop-playing") if isinstance(e, IngredientsTaken)]
    assert paid == [(seat, SEASONAL_BONUS) for seat in (1, 2, 3)]


def test_pc_23_a_second_crossing_starts_no_new_one() -> None:
    state = brewing(
        seats=3,
        taps={1: FIVE},
        hands=venues(3),
        ingredients={2: RICH},
        offer="imperial-ipa",
        threshold=5,
    )
    began = after(state, "end-turn")
    crossed = after(began, "stop-playing", "brew imperial-ipa")
    assert "ChallengeRoundBegan" not in kinds(happened(crossed, "end-turn"))
    last = after(crossed, "end-turn")
    assert (last.leader, last.to_play, asked(last)) == (1, (3,), (3, "play"))
    assert after(last, "stop-playing").stage == FACE_OFF
