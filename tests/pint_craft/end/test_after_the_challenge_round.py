"""PC-24: what follows the Challenge Round."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from taphouse.engine.pint_craft.moves import (
    ChallengeRoundBegan,
    ChallengeRoundFailed,
    FaceOffBegan,
    PotLimit,
    SeasonBegan,
)
from taphouse.engine.pint_craft.state import CHALLENGE_ROUND, FACE_OFF, ROUNDS
from taphouse.engine.vocabulary import Season
from tests.edition_under_test import packaged_figures
from tests.pint_craft.build import (
    DECK,
    RULES,
    after,
    asked,
    happened,
    has,
    legal,
    on_tap,
    position,
    reason,
    recipes,
    refusal,
    winners,
)
from tests.pint_craft.end.shared import (
    ANOTHER_THREE,
    FIVE,
    RICH,
    THREE,
    challenge,
    face_off,
    outcome,
    table,
    turn_of,
    turns,
    venues,
)


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
