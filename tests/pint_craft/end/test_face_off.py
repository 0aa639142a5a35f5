"""PC-25, PC-26: the Face Off, and who wins it."""

from __future__ import annotations

import pytest

from taphouse.engine.contract import IllegalMove
from taphouse.engine.pint_craft.cards import IMPROVEMENTS, SEASONAL_BONUS, SEASONS
from taphouse.engine.pint_craft.moves import (
    EmptyHand,
    FaceOffBegan,
    IngredientsTaken,
    SeasonBegan,
    VoteCast,
)
from taphouse.engine.pint_craft.state import FACE_OFF, ToVote
from taphouse.engine.vocabulary import Season
from tests.edition_under_test import packaged_figures
from tests.pint_craft.build import (
    RULES,
    after,
    asked,
    discarded,
    hand,
    happened,
    has,
    legal,
    on_tap,
    prompt,
    reason,
    refusal,
    step,
    winners,
)
from tests.pint_craft.end.shared import (
    FIVE,
    FIVE_MORE,
    RICH,
    THREE,
    challenge,
    drawn,
    face_off,
    kinds,
    last_of_face_off,
    outcome,
    table,
    turns,
)

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
    assert "exactly one" in prompt(decision)
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
