"""PC-22 to PC-28: the Victory Pint Threshold, the Challenge Round, Face Offs, votes, and how a game ends."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.game import Event, IllegalMove, Outcome
from taphouse.engine.pint_craft.about import ABOUT
from taphouse.engine.pint_craft.cards import IMPROVEMENTS, SEASONAL_BONUS, SEASONS
from taphouse.engine.pint_craft.moves import (
    CardsDrawn,
    ChallengeRoundBegan,
    ChallengeRoundFailed,
    EmptyHand,
    FaceOffBegan,
    IngredientsTaken,
    PintCraftOptions,
    PotLimit,
    SeasonBegan,
    TurnBegan,
    VoteCast,
)
from taphouse.engine.pint_craft.state import CHALLENGE_ROUND, FACE_OFF, ROUNDS, PintCraftState, ToVote
from taphouse.engine.vocabulary import Season
from tests.edition_under_test import packaged_figures
from tests.pint_craft.build import (
    DECK,
    RULES,
    after,
    asked,
    brewing,
    discarded,
    hand,
    happened,
    has,
    legal,
    on_tap,
    pints,
    position,
    reason,
    recipes,
    refusal,
    step,
    winners,
)

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

# These Recipes have no bonus of a Season, so that no round asks for anything.
FIVE, FIVE_MORE = "belgian-trippel", "american-ipa american-amber"
THREE, ANOTHER_THREE = "german-pilsner", "california-common"
RICH = "base-malt:40,specialty-malt:18,hops:20,adjuncts:10"


def outcome(state: PintCraftState) -> Outcome:
    found = RULES.outcome(state)
    assert found is not None
    return found


def table(state: PintCraftState) -> list[tuple[int, int, int]]:
    """Seat, place and points, as they are listed."""
    return [(standing.seat, standing.place, standing.points) for standing in outcome(state).standings]


def kinds(events: list[Event]) -> list[str]:
    return [type(event).__name__ for event in events]


def turns(events: list[Event]) -> list[int]:
    """Whose turns began."""
    return [event.seat for event in events if isinstance(event, TurnBegan)]


def drawn(events: list[Event]) -> list[tuple[int, int]]:
    """Who drew how many cards."""
    return [(event.seat, event.count) for event in events if isinstance(event, CardsDrawn)]


def venues(seats: int) -> dict[int, str]:
    """A hand of cards that need no target, for each seat."""
    return dict.fromkeys(range(1, seats + 1), "venue restock-hops")


def turn_of(state: PintCraftState) -> PintCraftState:
    """The position after a turn in which nothing is done; a turn in which nothing can be brewed ends by itself (PC-05)."""
    stopped = after(state, "stop-playing") if asked(state)[1] == "play" else state
    unfinished = not stopped.ended and asked(stopped) == (state.seat, "brew")
    return after(stopped, "end-turn") if unfinished else stopped


def rest_of(state: PintCraftState) -> tuple[list[int], PintCraftState]:
    """Whose turns follow, in which nothing is done, until the Challenge Round is over; and the position then."""
    order = []
    while not state.ended and state.stage == CHALLENGE_ROUND:
        order.append(state.seat)
        state = turn_of(state)
    return order, state


def challenge(seats: int = 3, leader: int = 1, seat: int = 0, **words: object) -> PintCraftState:
    """The last turn of a Challenge Round, at a threshold of 5: all that is left to do is to end it."""
    last = seat or (seats if leader == 1 else leader - 1)
    words = {"hands": venues(seats), "season": "winter", "round": 2, "threshold": 5} | words
    return brewing(seats=seats, seat=last, stage="challenge", leader=leader, to_play=(last,), **words)


def face_off(seats: int = 3, left: tuple[int, ...] = (1, 2), **words: object) -> PintCraftState:
    """A Face Off of these seats, in the turn of the first of them who has one yet."""
    to_play = words.pop("to_play", left)
    words = {"hands": venues(seats), "season": "winter", "round": 3, "threshold": 5, "leader": left[0]} | words
    return position(seats=seats, seat=to_play[0], stage="face-off", left=left, to_play=to_play, **words)


def last_of_face_off(seats: int = 3, left: tuple[int, ...] = (1, 2), **words: object) -> PintCraftState:
    """The last turn of it: all that is left to do is to end it."""
    words = {"hands": venues(seats), "season": "winter", "round": 3, "threshold": 5, "leader": left[0]} | words
    return brewing(seats=seats, seat=left[-1], stage="face-off", left=left, to_play=left[-1:], **words)


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


# --- PC-24: after the Challenge Round -------------------------------------------------------------------------------------------


@packaged_figures
@pytest.mark.parametrize("winner", [1, 2, 3])
def test_pc_24_the_only_one_at_the_threshold_wins_from_whichever_seat_started(winner: int) -> None:
    taps = {1: "saison", 2: "old-ale", 3: "scotch-ale"} | {winner: FIVE}
    end = after(challenge(taps=taps), "end-turn")
    assert (outcome(end).reason, outcome(end).rule) == ("threshold", "PC-24")
    assert winners(end) == [winner]
    assert [place for _, place, _ in table(end)] == [1, 2, 2]
    assert (RULES.decision(end), legal(end)) == (None, [])


@packaged_figures
def test_pc_24_the_last_turn_of_it_counts() -> None:
    state = challenge(taps={1: "saison"}, offer="belgian-trippel", ingredients={3: RICH})
    end = after(state, "brew belgian-trippel", "end-turn")
    assert (reason(end), winners(end)) == ("threshold", [3])


@packaged_figures
@pytest.mark.parametrize("leader", [1, 2, 3])
def test_pc_24_with_none_play_goes_on_with_the_turn_of_who_started(leader: int) -> None:
    state = challenge(leader=leader, taps={1: "saison", 2: "old-ale"})
    events = happened(state, "end-turn")
    assert [e for e in events if isinstance(e, ChallengeRoundFailed)] == [ChallengeRoundFailed(leader)]
    on = after(state, "end-turn")
    assert (on.stage, on.leader, on.to_play, on.ended) == (ROUNDS, 0, (), "")
    assert (RULES.view(on).leader, RULES.view(on).stage.name) == (None, "ROUNDS")
    assert asked(on) == (leader, "play")
    assert turns(events) == [leader]
    seasons = [e.season for e in events if isinstance(e, SeasonBegan)]
    assert seasons == ([Season.SPRING] if leader == 1 else [])  # the first player is seat 1
    assert asked(turn_of(on))[0] == leader % 3 + 1


@packaged_figures
def test_pc_24_where_another_than_the_active_player_started_it_is_their_turn() -> None:
    state = challenge(seats=4, leader=3, seat=1, first=2, taps={3: "saison"})
    assert after(state, "end-turn").seat == 3


@packaged_figures
def test_pc_24_a_new_crossing_starts_another_one() -> None:
    state = challenge(taps={1: "saison"}, offer="american-amber american-dark-lager", ingredients={2: RICH})
    on = turn_of(after(state, "end-turn"))
    assert asked(on) == (2, "play")
    crossed = after(on, "stop-playing", "brew american-amber", "brew american-dark-lager")
    again = after(crossed, "end-turn")
    assert (again.stage, again.leader, again.to_play) == (CHALLENGE_ROUND, 2, (3, 1))
    assert ChallengeRoundBegan(2, 5) in happened(crossed, "end-turn")


@packaged_figures
def test_pc_24_who_started_may_fall_below_it() -> None:
    state = position(
        seats=3,
        seat=3,
        stage="challenge",
        leader=1,
        to_play=(3,),
        hands=venues(3) | {3: "spoiled-batch venue"},
        taps={1: FIVE, 2: "saison"},
        threshold=5,
    )
    spoiled = after(state, "play spoiled-batch", "target 1", "stop-playing")
    assert (spoiled.stage, asked(spoiled), spoiled.ended) == (ROUNDS, (1, "play"), "")


@packaged_figures
@pytest.mark.parametrize(
    ("standing", "leader", "order"),
    [
        ((1, 2), 1, (1, 2)),
        ((1, 2), 2, (2, 1)),
        ((2, 4), 2, (2, 4)),
        ((2, 4), 4, (4, 2)),
        ((2, 4), 3, (4, 2)),
        ((2, 4), 1, (2, 4)),
        ((1, 2, 3), 4, (1, 2, 3)),
        ((1, 3, 4), 3, (3, 4, 1)),
        ((1, 2, 3, 4), 2, (2, 3, 4, 1)),
    ],
)
def test_pc_24_two_or_more_go_to_a_face_off_and_all_others_are_eliminated(
    standing: tuple[int, ...], leader: int, order: tuple[int, ...]
) -> None:
    strong = ("belgian-trippel", "imperial-ipa", "oatmeal-stout", "pumpkin-spice-ale")
    taps = dict(zip(standing, strong, strict=False))
    weak = next((seat for seat in range(1, 5) if seat not in standing), 0)
    taps |= {weak: "saison"} if weak else {}
    state = challenge(seats=4, leader=leader, season="spring", taps=taps, pot=PotLimit.UNLIMITED)
    events = happened(state, "end-turn")
    assert [e for e in events if isinstance(e, FaceOffBegan)] == [FaceOffBegan(order)]
    begun = after(state, "end-turn")
    assert (begun.stage, begun.left, begun.to_play, begun.seat) == (FACE_OFF, tuple(sorted(standing)), order, order[0])
    view = RULES.view(begun)
    assert [player.seat for player in view.players if player.eliminated] == sorted({1, 2, 3, 4} - {*standing})
    assert view.stage.name == "FACE_OFF"
    assert begun.taps == state.taps  # the Recipes of those who are eliminated stay


def test_pc_24_in_a_face_off_the_turns_are_of_those_who_are_left_alone() -> None:
    state = face_off(4, (1, 3, 4), leader=3, to_play=(3, 4, 1), taps={1: FIVE, 3: "imperial-ipa", 4: "oatmeal-stout"})
    order = []
    while asked(state)[1] != "vote":
        order.append(asked(state)[0])
        state = after(state, "play restock-hops")
    assert order == [3, 4, 1]


def test_pc_24_who_is_eliminated_is_no_target() -> None:
    state = face_off(4, (1, 3, 4), hands={1: "tap-takeover fermenter-explosion spoiled-batch blind-taste-test venue"})
    for card in ("tap-takeover", "fermenter-explosion", "spoiled-batch", "blind-taste-test"):
        played = after(state, f"play {card}")
        assert legal(played) == ["target 3", "target 4"]
        assert refusal(played, "target 2").rule == "PC-24"


def test_pc_24_with_one_other_left_that_one_is_the_target_without_a_decision() -> None:
    state = face_off(hands={1: "fermenter-explosion venue"}, ingredients={2: "hops:2", 3: "hops:9"})
    played = after(state, "play fermenter-explosion")
    assert (has(played, 2), has(played, 3)) == ("none", "hops:9")


def test_pc_24_no_recipe_is_swapped_with_who_is_eliminated() -> None:
    state = face_off(
        4, (1, 3, 4), hands={1: "swap-recipes venue"}, taps={1: THREE, 2: ANOTHER_THREE, 3: "american-ipa"}
    )
    assert on_tap(after(state, "play swap-recipes"), 1) == "american-ipa"
    both = replace(state, taps=(*state.taps[:3], recipes("american-dark-lager")))
    played = after(both, "play swap-recipes")
    assert legal(played) == [f"swap {THREE} american-ipa", f"swap {THREE} american-dark-lager"]
    assert refusal(played, f"swap {THREE} {ANOTHER_THREE}") is not None


@packaged_figures
def test_pc_24_who_is_eliminated_is_not_asked_by_cards_for_every_other_player() -> None:
    rest = dict.fromkeys(range(1, 5), "base-malt:9,hops:1")
    state = face_off(
        4, (1, 3, 4), hands={1: "beer-festival redistribution rodents-in-the-grain-supply"}, ingredients=rest
    )
    festival = after(state, "play beer-festival", "choose hops:4", "choose hops:1", "choose hops:1")
    assert [has(festival, seat) for seat in (2, 3, 4)] == ["base-malt:9,hops:1", *["base-malt:9,hops:2"] * 2]
    shared = after(state, "play redistribution", "give hops:1", "give hops:1")
    assert [has(shared, seat) for seat in (1, 2)] == ["base-malt:9,hops:3", "base-malt:9,hops:1"]
    eaten = after(state, "play rodents-in-the-grain-supply")
    left = 9 - DECK.titles[DECK.code["rodents-in-the-grain-supply"]].acts[0].amount
    assert [has(eaten, seat) for seat in (2, 3, 4)] == ["base-malt:9,hops:1", *[f"base-malt:{left},hops:1"] * 2]
    assert [asked(one) for one in (festival, shared, eaten)] == [(1, "brew")] * 3


# --- PC-25: the Face Off ------------------------------------------------------------------------------------------------------


@packaged_figures
def test_pc_25_the_season_advances_and_pays_all_bonuses_to_those_who_are_left() -> None:
    taps = {1: "imperial-ipa", 2: "saison kolsh", 3: "american-wheat"}
    state = challenge(
        season="spring", taps=taps, fronts={1: "taproom", 2: "taproom", 3: "taproom"}, first=2, leader=1, round=4
    )
    events = happened(state, "end-turn", "choose base-malt:2", "choose base-malt:1")
    paid = [(e.seat, e.source) for e in events if isinstance(e, IngredientsTaken)]
    assert paid == [(seat, source) for seat in (2, 1) for source in (SEASONAL_BONUS, IMPROVEMENTS)]
    begun = after(state, "end-turn", "choose base-malt:2", "choose base-malt:1")
    assert (begun.round, SEASONS[begun.season], asked(begun)) == (5, Season.SUMMER, (1, "play"))
    assert (has(begun, 1), has(begun, 2), has(begun, 3)) == ("base-malt:1,hops:2", "base-malt:2,hops:5", "none")
    assert kinds(events)[1:3] == ["FaceOffBegan", "SeasonBegan"]
    assert kinds(events)[-1] == "TurnBegan"


@pytest.mark.parametrize("first", [1, 2, 3])
def test_pc_25_the_season_advances_once_and_not_with_the_turn_of_the_first_player(first: int) -> None:
    state = challenge(first=first, taps={1: FIVE, 2: FIVE_MORE})
    events = happened(state, "end-turn", "play restock-hops", "play restock-hops")
    assert [e.season for e in events if isinstance(e, SeasonBegan)] == [Season.SPRING]
    assert turns(events) == [1, 2]


def test_pc_25_exactly_one_card_is_played_in_a_face_off() -> None:
    state = face_off(ingredients={1: RICH})
    assert legal(state) == ["play restock-hops", "play venue"]
    assert refusal(state, "stop-playing").rule == "PC-25"
    with pytest.raises(IllegalMove):
        step(state, "stop-playing")
    decision = RULES.decision(state)
    assert "PC-25" in decision.rules
    assert "exactly one" in decision.prompt
    assert decision.verbs == ("play", "trade-in")
    played = after(state, "play restock-hops")
    assert asked(played) == (1, "brew")
    assert refusal(played, "play venue").rule == "PC-25"
    assert refusal(played, "stop-playing").rule == "PC-05"


@packaged_figures
def test_pc_25_the_card_may_be_traded_in() -> None:
    state = face_off(hands={1: "dining-room merch"}, fronts={2: "taproom"})
    assert legal(state) == ["trade-in dining-room", "trade-in merch", "play merch"]
    traded = after(state, "trade-in dining-room", "choose hops:2")
    assert (asked(traded), has(traded, 1), discarded(traded)) == ((1, "vote"), "hops:2", "dining-room")


@packaged_figures
@pytest.mark.parametrize("option", list(EmptyHand))
def test_pc_25_with_an_empty_hand_none_is_played_and_brewing_follows_whatever_the_option(option: EmptyHand) -> None:
    state = face_off(
        hands={1: "restock-hops", 2: ""},
        ingredients={1: RICH, 2: "base-malt:4,hops:1"},
        offer="kolsh saison american-wheat",
        empty_hand=option,
    )
    played = after(state, "play restock-hops")
    assert asked(played) == (1, "brew")  # nor does the hand that runs out end the turn
    brewed = after(played, "brew kolsh", "brew saison")
    assert on_tap(brewed, 1) == "kolsh saison"
    second = after(brewed, "end-turn")
    assert asked(second) == (2, "brew")
    assert refusal(second, "play venue").rule == "PC-25"


@pytest.mark.parametrize("hands", ["venue restock-hops", "restock-hops", "restock-hops " * 3])
def test_pc_25_nothing_is_drawn_at_the_end_of_its_turns(hands: str) -> None:
    state = face_off(3, (1, 2, 3), hands={1: hands, 2: "venue", 3: "venue"})
    events = happened(state, "play restock-hops")
    assert drawn(events) == []
    ended = after(state, "play restock-hops")
    assert asked(ended) == (2, "play")
    assert (len(ended.hands[0]), ended.pile) == (len(hands.split()) - 1, state.pile)


@packaged_figures
@pytest.mark.parametrize(
    ("card", "lines", "kept"),
    [
        ("hangover-cure", ["choose hops:1"], "restock-hops"),
        ("local-investors", ["choose hops:3"], "restock-hops"),
        ("fresh-start", [], ""),
    ],
)
def test_pc_25_no_card_draws_in_it(card: str, lines: list[str], kept: str) -> None:
    state = face_off(3, (1, 2, 3), hands={1: f"{card} restock-hops", 2: "venue", 3: "venue"})
    played = after(state, f"play {card}", *lines)
    assert (hand(played, 1), played.pile, asked(played)) == (kept, state.pile, (2, "play"))
    assert drawn(happened(state, f"play {card}", *lines)) == []


@packaged_figures
@pytest.mark.parametrize("season", ["winter", "summer"])
def test_pc_25_who_has_the_fewest_pints_draws_nothing_in_it(season: str) -> None:
    state = challenge(season=season, taps={1: FIVE, 2: "american-ipa german-pilsner"})
    events = happened(state, "end-turn")
    assert [e.season.name for e in events if isinstance(e, SeasonBegan)] == ["SPRING" if season == "winter" else "FALL"]
    assert drawn(events) == [(3, 3)]  # the last turn of the Challenge Round was a normal one


@packaged_figures
def test_pc_25_a_discard_stack_is_not_shuffled_in_it() -> None:
    state = face_off(hands={1: "hangover-cure venue", 2: "venue"}, pile="", discards="smash-hit")
    played = after(state, "play hangover-cure", "choose hops:1")
    assert (discarded(played), hand(played, 1)) == ("smash-hit hangover-cure", "venue")


@packaged_figures
def test_pc_25_a_card_may_be_taken_and_is_not_played() -> None:
    held = dict.fromkeys((1, 2), "base-malt:4,hops:1")
    state = face_off(hands={1: "blind-taste-test", 2: "smash-hit"}, ingredients=held, offer="american-wheat")
    played = after(state, "play blind-taste-test")
    while asked(played)[1] == "choose":
        played = after(played, legal(played)[0])
    assert (hand(played, 1), asked(played)) == ("smash-hit", (1, "brew"))
    assert asked(after(played, "end-turn")) == (2, "brew")


# --- PC-26: who wins it -------------------------------------------------------------------------------------------------------


@packaged_figures
@pytest.mark.parametrize("winner", [1, 2])
def test_pc_26_the_most_pints_win_the_face_off(winner: int) -> None:
    taps = {winner: "pumpkin-spice-ale", 3 - winner: FIVE, 3: "saison"}
    end = after(last_of_face_off(taps=taps), "end-turn")
    assert (outcome(end).reason, outcome(end).rule) == ("face-off", "PC-26")
    assert table(end) == [(winner, 1, 6), (3 - winner, 2, 5), (3, 3, 4)]


@packaged_figures
def test_pc_26_it_is_decided_after_the_last_of_its_turns() -> None:
    state = face_off(ingredients={2: RICH}, offer="kolsh", taps={1: FIVE, 2: "imperial-ipa"})
    first = after(state, "play restock-hops")
    assert asked(first) == (2, "play")
    brewed = after(first, "play restock-hops", "brew kolsh")
    assert reason(brewed) is None
    end = after(brewed, "end-turn")
    assert table(end)[:2] == [(2, 1, 7), (1, 2, 5)]


def test_pc_26_who_is_below_the_threshold_may_win_it() -> None:
    end = after(last_of_face_off(taps={1: "kolsh", 2: THREE}), "end-turn")
    assert (reason(end), winners(end)) == ("face-off", [2])


TIED = {1: FIVE, 2: "imperial-ipa", 3: "oatmeal-stout", 4: FIVE_MORE}


@packaged_figures
@pytest.mark.parametrize(
    ("left", "leader", "tied", "order"),
    [
        ((1, 2), 1, (1, 2), [1, 2]),
        ((1, 2), 2, (1, 2), [2, 1]),
        ((1, 2, 3), 2, (1, 2, 3), [2, 3, 1]),
        ((1, 2, 3), 3, (1, 2), [1, 2]),
        ((2, 3, 4), 1, (2, 4), [2, 4]),
        ((1, 2, 4), 3, (1, 2, 4), [4, 1, 2]),
    ],
)
def test_pc_26_the_tied_leaders_vote_in_turn_order(
    left: tuple[int, ...], leader: int, tied: tuple[int, ...], order: list[int]
) -> None:
    taps = {seat: TIED[seat] for seat in tied}
    state = after(last_of_face_off(4, left, leader=leader, taps=taps), "end-turn")
    asked_for = []
    while not state.ended and isinstance(state.pending[-1], ToVote):
        decision = RULES.decision(state)
        assert (decision.task, decision.rules, decision.verbs) == ("vote", ("PC-26",), ("vote",))
        assert RULES.view(state).step.name == "VOTE"
        assert legal(state) == ["vote no", "vote yes"]
        asked_for.append(decision.seat)
        state = after(state, "vote yes")
    assert asked_for == order
    assert (state.stage, state.left, state.to_play) == (FACE_OFF, tuple(sorted(tied)), tuple(order))


@packaged_figures
@pytest.mark.parametrize("yes", [0, 1, 2])
def test_pc_26_one_no_shares_the_victory_at_once(yes: int) -> None:
    taps = {seat: TIED[seat] for seat in (1, 2, 3)} | {4: "pumpkin-spice-ale kolsh"}
    state = after(last_of_face_off(4, (1, 2, 3), taps=taps), "end-turn")
    voted = after(state, *["vote yes"] * yes)
    assert reason(voted) is None
    assert step(voted, "vote no").events == (VoteCast(yes + 1, False),)
    end = after(voted, "vote no")
    assert (outcome(end).reason, outcome(end).rule) == ("vote", "PC-26")
    assert table(end) == [(1, 1, 5), (2, 1, 5), (3, 1, 5), (4, 4, 8)]
    assert RULES.decision(end) is None


@packaged_figures
def test_pc_26_who_is_left_and_not_tied_comes_next_then_the_eliminated() -> None:
    taps = {1: FIVE, 2: "imperial-ipa", 3: "kolsh", 4: "pumpkin-spice-ale", 5: THREE}
    state = after(last_of_face_off(5, (1, 2, 3), taps=taps), "end-turn")
    assert table(after(state, "vote no")) == [(1, 1, 5), (2, 1, 5), (3, 3, 2), (4, 4, 6), (5, 5, 3)]


def test_pc_26_with_all_votes_another_face_off_is_of_the_tied_leaders_alone() -> None:
    taps = {1: FIVE, 2: "imperial-ipa", 3: "saison"}
    state = after(last_of_face_off(3, (1, 2, 3), taps=taps, season="fall", round=7), "end-turn", "vote yes")
    events = happened(state, "vote yes")
    assert kinds(events) == ["VoteCast", "FaceOffBegan", "SeasonBegan", "TurnBegan"]
    assert events[1] == FaceOffBegan((1, 2))
    again = after(state, "vote yes")
    assert (again.round, SEASONS[again.season], again.left) == (8, Season.WINTER, (1, 2))
    assert [player.eliminated for player in RULES.view(again).players] == [False, False, True]
    done = after(again, "play restock-hops", "play restock-hops")
    assert asked(done) == (1, "vote")  # tied again
    assert after(done, "vote yes", "vote yes").round == 9


@packaged_figures
def test_pc_26_the_second_face_off_has_its_own_winner() -> None:
    taps = {1: FIVE, 2: "imperial-ipa"}
    state = last_of_face_off(taps=taps, ingredients={2: RICH}, offer="american-wheat")
    again = after(state, "end-turn", "vote yes", "vote yes", "play restock-hops", "play venue")
    end = after(again, "choose base-malt:4", "brew american-wheat", "end-turn")
    assert (reason(end), winners(end)) == ("face-off", [2])


def test_pc_26_nobody_else_decides_while_they_vote() -> None:
    state = after(last_of_face_off(taps={1: FIVE, 2: "imperial-ipa"}), "end-turn")
    for line in ("stop-playing", "end-turn", "play venue", "choose hops:1"):
        assert refusal(state, line) is not None
    for viewer in (1, 2, 3, None):
        assert RULES.decision(RULES.known(state, viewer)) == RULES.decision(state)


@packaged_figures
def test_pc_26_an_eliminated_player_never_comes_before_one_who_is_left() -> None:
    taps = {1: THREE, 2: "kolsh", 3: "saison", 4: "pumpkin-spice-ale"}
    end = after(last_of_face_off(4, (1, 2), taps=taps), "end-turn")
    assert table(end) == [(1, 1, 3), (2, 2, 2), (4, 3, 6), (3, 4, 4)]


# --- PC-27: all Recipes on tap ------------------------------------------------------------------------------------------------

LAST = "saison"
NAMES = [beer.name for beer in DECK.beers[1:] if beer.name != LAST]


def shares(sizes: dict[int, int], also: dict[int, str] | None = None) -> dict[int, str]:
    """The Recipes but the last one, dealt to the seats in such numbers, after those that they have in any case."""
    taken = {name for words in (also or {}).values() for name in words.split()}
    rest = iter([name for name in NAMES if name not in taken])
    dealt = {seat: [*(also or {}).get(seat, "").split(), *(next(rest) for _ in range(n))] for seat, n in sizes.items()}
    assert not list(rest)
    return {seat: " ".join(names) for seat, names in dealt.items()}


@pytest.mark.parametrize("stage", ["rounds", "challenge", "face-off"])
def test_pc_27_the_game_ends_at_once_when_all_25_recipes_are_on_tap(stage: str) -> None:
    staged = {"rounds": {}, "challenge": {"leader": 2, "to_play": (1, 3)}, "face-off": {"leader": 1, "to_play": (1, 2)}}
    state = brewing(
        seats=3, stage=stage, offer=LAST, ingredients={1: RICH}, taps=shares({1: 8, 2: 8, 3: 8}), **staged[stage]
    )
    assert [sum(map(len, state.stacks)), sum(map(len, state.taps))] == [1, 24]
    assert kinds(happened(state, f"brew {LAST}")) == ["RecipeBrewed"]
    end = after(state, f"brew {LAST}")
    assert (outcome(end).reason, outcome(end).rule) == ("all-on-tap", "PC-27")
    assert (end.seat, end.leader, end.played, end.to_play, end.stage) == (0, 0, 0, (), ROUNDS)
    assert sum(points for _, _, points in table(end)) == sum(beer.pints for beer in DECK.beers)
    assert (RULES.decision(end), legal(end)) == (None, [])
    assert refusal(end, "end-turn").rule == "PC-27"


def test_pc_27_one_recipe_that_is_left_does_not_end_it() -> None:
    state = brewing(offer="saison kolsh", ingredients={1: RICH}, taps={2: " ".join({*NAMES} - {"kolsh"})})
    assert reason(after(state, "brew saison")) is None
    assert reason(after(state, "brew saison", "brew kolsh")) == "all-on-tap"


@pytest.mark.parametrize(("sizes", "winner"), [({1: 4, 2: 20}, 2), ({1: 20, 2: 4}, 1)])
def test_pc_27_the_most_pints_win_and_not_who_ends_it(sizes: dict[int, int], winner: int) -> None:
    state = brewing(offer=LAST, ingredients={1: RICH}, taps=shares(sizes))
    end = after(state, f"brew {LAST}")
    assert (reason(end), winners(end)) == ("all-on-tap", [winner])
    assert table(end) == [(winner, 1, pints(end, winner)), (3 - winner, 2, pints(end, 3 - winner))]


@packaged_figures
def test_pc_27_equals_share() -> None:
    fixed = {
        1: "pumpkin-spice-ale belgian-trippel",
        2: "english-barley-wine imperial-ipa dopperbock",
        3: "american-amber",
    }
    state = brewing(seats=4, offer=LAST, ingredients={1: RICH}, taps=shares({4: 18}, fixed) | fixed)
    end = after(state, f"brew {LAST}")
    assert (pints(end, 1), pints(end, 2), pints(end, 3)) == (15, 15, 2)
    assert table(end)[1:] == [(1, 2, 15), (2, 2, 15), (3, 4, 2)]
    even = replace(end, taps=(*end.taps[:3], ()))
    assert table(even) == [(1, 1, 15), (2, 1, 15), (3, 3, 2), (4, 4, 0)]


@packaged_figures
def test_pc_27_in_a_face_off_it_is_the_most_among_those_who_are_left() -> None:
    fixed = {1: "kolsh", 2: "american-ipa"}
    taps = shares({3: 22}, fixed) | fixed
    state = brewing(
        seats=3, stage="face-off", leader=1, left=(1, 2), to_play=(1, 2), offer=LAST, ingredients={1: RICH}, taps=taps
    )
    end = after(state, f"brew {LAST}")
    assert table(end) == [(1, 1, 6), (2, 2, 3), (3, 3, sum(beer.pints for beer in DECK.beers) - 9)]


# --- PC-28: the last round ------------------------------------------------------------------------------------------------------


@packaged_figures
def test_pc_28_by_default_the_game_ends_after_100_rounds() -> None:
    state = brewing(seat=2, round=99, hands=venues(2), taps={2: "kolsh", 1: "american-wheat"}, season="winter")
    assert (after(state, "end-turn").round, reason(after(state, "end-turn"))) == (100, None)
    last = replace(state, round=100)
    end = after(last, "end-turn")
    assert (outcome(end).reason, outcome(end).rule) == ("round-cap", "PC-28")
    assert table(end) == [(1, 1, 2), (2, 1, 2)]
    assert (end.round, end.season) == (100, last.season)  # no Season begins, and nothing is paid


@pytest.mark.parametrize("cap", [1, 2, 7])
@pytest.mark.parametrize("first", [1, 2, 3])
def test_pc_28_with_the_option_after_another_round_when_the_first_players_turn_would_come(cap: int, first: int) -> None:
    state = RULES.new(PintCraftOptions(round_cap=cap), 3, Chance(seed_from("cap")))
    state = replace(state, first=first, seat=first)
    for _ in range(3 * cap):
        assert reason(state) is None
        state = turn_of(state)
    assert (reason(state), state.round) == ("round-cap", cap)


@packaged_figures
def test_pc_28_the_last_turn_is_finished_and_its_cards_are_drawn() -> None:
    state = brewing(seat=2, round=3, round_cap=3, hands=venues(2))
    assert drawn(happened(state, "end-turn")) == [(2, 3)]
    assert turns(happened(state, "end-turn")) == []


@packaged_figures
def test_pc_28_the_most_pints_win() -> None:
    taps = {1: "kolsh", 2: "saison", 3: "american-ipa", 4: "old-ale"}
    end = after(brewing(seats=4, seat=4, round=3, round_cap=3, taps=taps, hands=venues(4)), "end-turn")
    assert table(end) == [(2, 1, 4), (4, 1, 4), (3, 3, 3), (1, 4, 2)]


@packaged_figures
@pytest.mark.parametrize(("leader", "seat", "to_play"), [(2, 3, (3, 1)), (3, 0, (1, 2))])
def test_pc_28_it_ends_a_challenge_round_as_well(leader: int, seat: int, to_play: tuple[int, ...]) -> None:
    taps = {2: FIVE, 3: "imperial-ipa kolsh"}
    words = {"round": 4, "round_cap": 4, "threshold": 5, "taps": taps, "hands": venues(3)}
    if seat:
        state = brewing(seats=3, seat=seat, stage="challenge", leader=leader, to_play=to_play, **words)
    else:
        state = brewing(seats=3, seat=3, **words)
    end = after(state, "end-turn")
    assert reason(end) == "round-cap"
    assert table(end) == [(3, 1, 7), (2, 2, 5), (1, 3, 0)]


@packaged_figures
def test_pc_28_a_challenge_round_that_ends_within_the_last_round_is_decided() -> None:
    end = after(challenge(taps={1: FIVE}, round=4, round_cap=4), "end-turn")
    assert (reason(end), winners(end)) == ("threshold", [1])
    failed = after(challenge(taps={1: "saison"}, round=4, round_cap=4), "end-turn")
    assert (reason(failed), winners(failed)) == ("round-cap", [1])


@packaged_figures
def test_pc_28_a_face_off_is_a_round() -> None:
    taps = {1: FIVE, 2: "pumpkin-spice-ale"}
    begun = after(challenge(taps=taps, round=3, round_cap=4), "end-turn")
    assert (begun.stage, begun.round, begun.ended) == (FACE_OFF, 4, "")
    none = after(challenge(taps=taps, round=4, round_cap=4), "end-turn")
    assert (reason(none), table(none)) == ("round-cap", [(2, 1, 6), (1, 2, 5), (3, 3, 0)])


@packaged_figures
def test_pc_28_nobody_votes_on_a_face_off_after_the_last_round_and_the_most_among_those_left_win() -> None:
    taps = {1: FIVE, 2: "imperial-ipa", 3: "kolsh", 4: "pumpkin-spice-ale"}
    state = last_of_face_off(4, (1, 2, 3), taps=taps, round=9, round_cap=9)
    end = after(state, "end-turn")
    assert outcome(end).rule == "PC-28"
    assert (reason(end), winners(end)) == ("round-cap", [1, 2])
    assert {seat: points for seat, _, points in table(end)} == {1: 5, 2: 5, 3: 2, 4: 6}
    assert asked(after(replace(state, round=8), "end-turn")) == (1, "vote")


def test_pc_28_a_face_off_in_the_last_round_is_played_out() -> None:
    end = after(last_of_face_off(taps={1: FIVE, 2: "saison"}, round=9, round_cap=9), "end-turn")
    assert (reason(end), winners(end)) == ("face-off", [1])


@pytest.mark.parametrize(("leader", "tied"), [(1, (1, 2)), (2, (2, 3))])
def test_pc_28_no_face_off_follows_a_challenge_round_of_the_last_round(leader: int, tied: tuple[int, ...]) -> None:
    taps = dict(zip(tied, (FIVE, "imperial-ipa"), strict=True))
    end = after(challenge(leader=leader, first=leader, taps=taps, round=4, round_cap=4), "end-turn")
    assert (outcome(end).reason, outcome(end).rule, winners(end)) == ("round-cap", "PC-28", [*tied])


# --- nothing is left over ---------------------------------------------------------------------------------------------------

ENDED = {
    "threshold": (challenge(taps={1: FIVE}, played=2), ["end-turn"]),
    "face-off": (last_of_face_off(taps={1: FIVE, 2: "saison"}, played=1), ["end-turn"]),
    "vote": (last_of_face_off(taps={1: FIVE, 2: "imperial-ipa"}, played=1), ["end-turn", "vote no"]),
    "round-cap": (challenge(taps={1: FIVE, 2: "imperial-ipa"}, round=9, round_cap=9, played=1), ["end-turn"]),
}


@pytest.mark.parametrize("ended", ENDED)
def test_after_the_end_nobody_has_a_turn_and_nothing_of_it_is_left(ended: str) -> None:
    start, moves = ENDED[ended]
    end = after(start, *moves)
    assert reason(end) == ended
    assert (end.seat, end.leader, end.played, end.to_play, end.stage, end.pending) == (0, 0, 0, (), ROUNDS, ())
    shown = RULES.view(end)
    assert (shown.seat, shown.leader, shown.cards_played, shown.to_play) == (None, None, 0, ())
    assert (shown.stage.name, shown.step.name) == ("OVER", "OVER")


# --- the outcome ----------------------------------------------------------------------------------------------------------------


@packaged_figures
def test_pc_09_the_points_are_the_pints_of_recipes_and_expansions() -> None:
    state = brewing(
        seats=3,
        seat=3,
        round=2,
        round_cap=2,
        taps={1: "pumpkin-spice-ale kolsh", 2: "old-ale"},
        fronts={2: "taproom dining-room restaurant-tables", 3: "big-tanks metro-distribution"},
        hands=venues(3),
    )
    first, second, third = outcome(after(state, "end-turn")).standings
    assert [(c.name, c.points) for c in first.categories] == [("Recipes on tap", 8), ("Expansions", 0)]
    assert [c.points for c in second.categories] == [4, 2]
    assert [c.points for c in third.categories] == [0, 1]
    assert [(s.seat, s.place, s.points) for s in (first, second, third)] == [(1, 1, 8), (2, 2, 6), (3, 3, 1)]


def test_pc_28_there_is_no_outcome_while_the_game_runs() -> None:
    for state in (position(), challenge(), face_off(), brewing()):
        assert RULES.outcome(state) is None


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_pc_28_all_may_share_the_victory(seats: int) -> None:
    state = brewing(seats=seats, seat=seats, round=1, round_cap=1, hands=venues(seats))
    assert table(after(state, "end-turn")) == [(seat, 1, 0) for seat in range(1, seats + 1)]


OPTIONS = [
    PintCraftOptions(round_cap=9),
    PintCraftOptions(round_cap=30, threshold=4, empty_hand=EmptyHand.ENDS_TURN),
    PintCraftOptions(round_cap=30, threshold=3, pot=PotLimit.UNLIMITED),
]


def game(seats: int, options: PintCraftOptions, seed: str, resigned: set[int]) -> Iterator[PintCraftState]:
    """A game in which those who resigned make the first move always, the others any."""
    rng, chance = random.Random(seed), Chance(seed_from(seed))
    state = RULES.new(options, seats, chance)
    yield state
    while not state.ended:
        moves = list(RULES.moves(state))
        chosen = moves[0] if asked(state)[0] in resigned else rng.choice(moves)
        state = RULES.apply(state, chosen, chance).state
        yield state


@pytest.mark.parametrize("seats", [2, 4, 6])
@pytest.mark.parametrize("options", OPTIONS)
def test_pc_28_a_game_in_which_nobody_wants_anything_ends_with_the_last_round(
    seats: int, options: PintCraftOptions
) -> None:
    *_, end = game(seats, options, "nobody", set(range(1, seats + 1)))
    assert (reason(end), end.round) == ("round-cap", options.round_cap)
    assert table(end) == [(seat, 1, 0) for seat in range(1, seats + 1)]


@pytest.mark.parametrize("seats", [2, 3, 5])
@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("resigned", [set(), {1}, {2}])
def test_pc_28_every_game_ends_for_one_of_the_reasons_of_the_kind(
    seats: int, options: PintCraftOptions, resigned: set[int]
) -> None:
    rules = {one.name: one.rule for one in ABOUT.reasons}
    for seed in ("a", "b"):
        *_, end = game(seats, options, seed, resigned)
        result = outcome(end)
        assert rules[result.reason] == result.rule
        assert end.round <= options.round_cap
        assert sorted(standing.seat for standing in result.standings) == list(range(1, seats + 1))
        for standing in result.standings:
            assert standing.points == sum(category.points for category in standing.categories)
            better = [one for one in result.standings if one.place < standing.place]
            assert standing.place == 1 + len(better)
            assert standing.points == pints(end, standing.seat)


def test_pc_26_who_has_resigned_in_a_face_off_plays_a_card_and_votes_for_sharing() -> None:
    state = face_off(taps={1: FIVE, 2: "imperial-ipa"})
    lines = []
    while not state.ended:
        lines.append(legal(state)[0])
        state = after(state, lines[-1])
    assert lines == ["play restock-hops", "play restock-hops", "vote no"]
    assert (reason(state), winners(state)) == ("vote", [1, 2])
