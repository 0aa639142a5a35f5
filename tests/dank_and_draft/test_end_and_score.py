"""DD-20 to DD-24: how a game ends, and who won it."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.contract import Outcome
from taphouse.engine.dank_and_draft.about import ABOUT
from taphouse.engine.dank_and_draft.moves import DankAndDraftOptions, Offers, RecycleTiming
from taphouse.engine.dank_and_draft.state import DankAndDraftState
from tests.dank_and_draft.build import (
    ALL_TYPES,
    BARE,
    DEALT,
    LIMIT,
    PER_BEER,
    PER_CARD,
    RULES,
    after,
    happened,
    legal,
    phase_of,
    played,
    position,
    sample,
    stack,
    turn_ended,
    written,
)

FOUR = "ipa pilsner amber sour"
ONE_TOO_MANY = "ipa " * (LIMIT + 1)


def outcome(state: DankAndDraftState) -> Outcome:
    found = RULES.outcome(state)
    assert found is not None
    return found


def over(hands: dict[int, str], rooms: dict[int, str], seats: int = 2) -> Outcome:
    return outcome(replace(position(seats=seats, hands=hands, rooms=rooms), pending=(), ended="taps"))


def table(result: Outcome) -> list[tuple[int, int, int]]:
    """Seat, place and points, as they are listed."""
    return [(s.seat, s.place, s.points) for s in result.standings]


# --- DD-20 ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("phase", ["act", "offer"])
@pytest.mark.parametrize("offers", list(Offers))
def test_dd_20_an_offer_of_the_fifth_type_ends_the_game_at_once(phase: str, offers: Offers) -> None:
    state = position(phase, hands={1: "stout ipa"}, rooms={1: FOUR}, pile="ipa ipa ipa", offers=offers)
    assert happened(state, "offer stout 1") == ["BeersOffered"]
    end = after(state, "offer stout 1")
    assert (outcome(end).reason, outcome(end).rule) == ("five-types", "DD-20")
    assert (end.taps, end.pile) == (state.taps, state.pile)  # no refill
    assert (end.turn, RULES.decision(end), legal(end)) == (1, None, [])


def test_dd_20_five_stacks_in_one_turn_end_the_game() -> None:
    state = position(hands={1: "ipa pilsner amber sour stout"})
    lines = [f"offer {type_} 1" for type_ in ("ipa", "pilsner", "amber", "sour", "stout")]
    assert RULES.outcome(after(state, *lines[:4])) is None
    assert outcome(after(state, *lines)).reason == "five-types"


def test_dd_20_a_snatch_of_the_fifth_type_ends_the_game_at_once() -> None:
    state = position("snatch ipa/snatch 2", hands={1: "ipa"}, rooms={1: FOUR, 2: "stout"})
    end = after(state, "snatch stout")
    assert outcome(end).reason == "five-types"
    assert happened(state, "snatch stout") == ["BeersSnatched", "ActionCardDiscarded"]


def test_dd_20_a_stock_up_of_the_fifth_type_ends_the_game_at_once() -> None:
    state = position("stock-up ipa/stock-up 2", hands={1: "ipa"}, rooms={1: FOUR})
    end = after(state, "stock-up 5")
    assert outcome(end).reason == "five-types"
    assert happened(state, "stock-up 5") == ["BeersStockedUp", "ActionCardDiscarded"]


@pytest.mark.parametrize(
    ("phase", "line"), [("snatch amber/snatch 2", "snatch stout"), ("stock-up amber/stock-up 2", "stock-up 5")]
)
def test_dd_08_the_action_card_is_discarded_before_the_game_ends(phase: str, line: str) -> None:
    end = after(position(phase, rooms={1: FOUR, 2: "stout"}), line)
    assert written(end.discards) == f"amber/{phase.split(maxsplit=1)[0]}!"


@pytest.mark.parametrize("ends", ["five-types", "taps", "turn-cap"])
def test_dd_26_after_the_end_it_is_nobodys_turn_and_nothing_is_owed(ends: str) -> None:
    changed = {"turn-cap": {"turn": 100, "extra": True}, "taps": {"taps": BARE, "extra": True}}.get(ends, {})
    state = position(hands={1: "stout", 2: "ipa/recycle"}, rooms={1: FOUR}, **changed)
    end = after(state, "offer stout 1" if ends == "five-types" else "end-turn")
    assert (end.ended, end.seat, end.pending, end.extra, end.extra_owed) == (ends, 0, (), False, False)
    for viewer in (1, 2, None):
        view = RULES.view(RULES.known(end, viewer))
        assert (view.seat, str(view.turn_phase), view.in_play) == (None, "over", None)
        assert (view.extra_turn, view.extra_turn_owed) == (False, False)
        assert view.turn == state.turn  # the last one


def test_dd_20_four_types_are_not_enough_and_many_beers_of_them_neither() -> None:
    state = position(hands={1: "ipa#2 sour#3"}, rooms={1: "ipa pilsner amber pilsner#2 ipa#3"})
    assert RULES.outcome(after(state, "offer sour 1")) is None


def test_dd_20_types_that_were_spoiled_do_not_count() -> None:
    state = position(hands={1: "stout"}, rooms={1: "ipa pilsner amber"}, opened={1: "sour"})
    assert RULES.outcome(after(state, "offer stout 1")) is None


def test_dd_20_an_opponent_whose_fifth_type_is_snatched_has_four() -> None:
    state = position("snatch ipa/snatch 2", rooms={1: "ipa", 2: FOUR})
    assert RULES.outcome(after(state, "snatch sour")) is None


def test_dd_20_cards_over_the_hand_limit_count_as_well() -> None:
    state = position(hands={1: "stout " + "ipa " * (LIMIT + 2), 2: "ipa " * 12}, rooms={1: FOUR})
    end = outcome(after(state, "offer stout 1"))
    assert table(end) == [(1, 1, 5 * PER_BEER + ALL_TYPES + (LIMIT + 2) * PER_CARD), (2, 2, 12 * PER_CARD)]


def test_dd_20_the_one_who_ends_the_game_need_not_win_it() -> None:
    state = position(hands={1: "stout " + "ipa " * 8}, rooms={1: FOUR, 2: "ipa ipa ipa"})
    lost = 5 * PER_BEER + ALL_TYPES + 8 * PER_CARD
    assert table(outcome(after(state, "offer stout 1"))) == [(2, 1, 3 * PER_BEER), (1, 2, lost)]


def test_dd_20_in_random_games_five_types_and_the_end_come_together() -> None:
    for state, _ in sample():
        five = any(all(room) for room in state.taprooms)
        assert five is (state.ended == "five-types")


# --- DD-21 ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("taps", "pile", "ends"),
    [
        (BARE, "", True),
        (BARE, "ipa ipa", True),
        (BARE, "ipa ipa ipa", False),
        ("ipa ipa . . ipa ipa ipa . ipa", "", True),
        ("ipa ipa . . ipa ipa ipa . ipa", "sour", False),
        ("ipa . . ipa . . ipa . .", "", False),
        (". ipa . . ipa . . ipa .", "", False),
        (". . ipa . . ipa . . ipa", "", False),
        ("ipa ipa ipa . . . . . .", "", False),
        (". . . ipa ipa ipa . . .", "", False),
        (". . . . . . ipa ipa ipa", "", False),
        ("ipa . . . ipa . . . ipa", "", True),
    ],
)
@pytest.mark.parametrize("timing", list(RecycleTiming))
def test_dd_21_the_game_ends_when_after_the_refill_no_line_can_be_drafted(
    taps: str, pile: str, ends: bool, timing: RecycleTiming
) -> None:
    end = after(position(taps=taps, pile=pile, recycle=timing), "end-turn")
    assert (end.ended == "taps") is ends
    assert (phase_of(end) == "over") is ends
    if ends:
        assert outcome(end).rule == "DD-21"
        assert end.turn == 1


def test_dd_21_an_empty_pile_alone_does_not_end_the_game() -> None:
    state = position("draft")
    assert state.pile == ()
    following = after(state, "draft row-1", "end-turn")
    assert (following.ended, following.seat) == ("", 2)
    third = after(following, "draft row-2", "end-turn", "draft row-3", "offer sour 1", "end-turn")
    assert third.ended == "taps"


def test_dd_21_it_is_checked_only_after_the_refill() -> None:
    state = position("draft", taps="ipa ipa ipa . . . . . .", pile="sour sour sour", hands={2: "amber/stock-up"})
    drafted = after(state, "draft row-1")
    assert set(drafted.taps) == {-1}
    assert drafted.ended == ""
    assert after(drafted, "take-action 2 stock-up").ended == ""
    assert after(drafted, "end-turn").ended == ""


def test_dd_21_with_a_discard_owed_it_is_checked_after_it() -> None:
    state = position(hands={1: ONE_TOO_MANY}, taps=BARE)
    owed = after(state, "end-turn")
    assert (owed.ended, phase_of(owed)) == ("", "discard")
    assert after(owed, "discard ipa:1").ended == "taps"


def test_dd_21_a_recycle_that_leaves_too_few_cards_ends_the_game_at_once_after_the_discard() -> None:
    hands = {1: ONE_TOO_MANY, 2: "ipa/recycle"}
    state = position(hands=hands, taps=BARE, discards="sour", recycle=RecycleTiming.AT_ONCE)
    owed = after(state, "take-action 2 recycle")
    assert phase_of(owed) == "discard"
    end = after(owed, "discard ipa:1")
    assert end.ended == "taps"
    assert end.pile == ()
    assert stack(end, 1, "ipa") == ""


# --- DD-22, DD-23 -------------------------------------------------------------------------------------------------------------


def test_dd_22_points_are_for_beers_all_five_types_and_cards_in_hand() -> None:
    result = over({1: "ipa ipa", 2: "stout"}, {1: FOUR + " stout ipa#2", 2: FOUR})
    first, second = result.standings
    assert [(c.name, c.points) for c in first.categories] == [
        ("beers in the taproom", 6 * PER_BEER),
        ("all five types", ALL_TYPES),
        ("cards left in hand", 2 * PER_CARD),
    ]
    assert first.points == 6 * PER_BEER + ALL_TYPES + 2 * PER_CARD
    assert [c.points for c in second.categories] == [4 * PER_BEER, 0, PER_CARD]
    assert second.points == 4 * PER_BEER + PER_CARD


def test_dd_22_the_view_shows_what_the_points_would_be_now() -> None:
    state = position(seats=3, hands={1: "ipa ipa", 2: "ipa"}, rooms={1: "ipa ipa stout", 2: "", 3: "sour"})
    now = [3 * PER_BEER + 2 * PER_CARD, PER_CARD, PER_BEER]
    for viewer in (1, 2, 3, None):
        assert [p.score for p in RULES.view(RULES.known(state, viewer)).players] == now


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_dd_23_the_highest_score_wins(seats: int) -> None:
    result = over({}, {seat: "ipa " * seat for seat in range(1, seats + 1)}, seats)
    assert table(result) == [(seat, seats + 1 - seat, seat * PER_BEER) for seat in range(seats, 0, -1)]


def test_dd_23_on_a_tie_fewer_cards_in_hand_win() -> None:
    hands = {1: "ipa " * (1 + PER_BEER), 2: "ipa"}
    rooms = {1: "ipa " * (1 - PER_CARD), 2: "sour"}  # so many more beers as make up for the cards
    tied = PER_BEER + PER_CARD
    assert table(over(hands, rooms)) == [(2, 1, tied), (1, 2, tied)]


def test_dd_23_with_as_many_cards_the_victory_is_shared() -> None:
    rooms = {1: "ipa", 2: "ipa ipa", 3: "sour stout", 4: "amber"}
    assert table(over({}, rooms, 4)) == [
        (2, 1, 2 * PER_BEER),
        (3, 1, 2 * PER_BEER),
        (1, 3, PER_BEER),
        (4, 3, PER_BEER),
    ]


def test_dd_23_all_may_share_the_victory() -> None:
    assert table(over({}, {}, 3)) == [(1, 1, 0), (2, 1, 0), (3, 1, 0)]


def test_dd_23_fewer_cards_do_not_help_a_lower_score() -> None:
    more = 4 * PER_BEER + PER_CARD
    assert more > PER_BEER
    assert table(over({1: "ipa"}, {1: "ipa ipa ipa ipa", 2: "ipa"})) == [(1, 1, more), (2, 2, PER_BEER)]


def test_dd_23_there_is_no_outcome_while_the_game_runs() -> None:
    assert RULES.outcome(position()) is None


# --- DD-24 --------------------------------------------------------------------------------------------------------------------


def test_dd_24_after_turn_100_the_game_ends_and_is_scored() -> None:
    assert after(position(turn=99, pile="ipa ipa ipa"), "end-turn").turn == 100
    state = position(turn=100, pile="ipa ipa ipa", rooms={1: "sour"})
    end = after(state, "end-turn")
    assert (outcome(end).reason, outcome(end).rule) == ("turn-cap", "DD-24")
    assert end.turn == 100
    assert end.pile == ()  # it is refilled
    assert happened(state, "end-turn") == ["TapsRefilled"]
    assert table(outcome(end)) == [(1, 1, PER_BEER), (2, 2, 0)]


def test_dd_24_the_turn_with_the_cap_is_played_to_its_discard() -> None:
    state = position(turn=100, hands={1: ONE_TOO_MANY})
    owed = after(state, "end-turn")
    assert (phase_of(owed), owed.ended) == ("discard", "")
    assert after(owed, "discard ipa:1").ended == "turn-cap"


def test_dd_24_where_the_taps_end_the_game_in_the_last_turn_that_is_the_reason() -> None:
    assert after(position(turn=100, taps=BARE), "end-turn").ended == "taps"


def test_dd_24_five_types_in_the_last_turn_are_the_reason() -> None:
    state = position(turn=100, hands={1: "stout"}, rooms={1: FOUR})
    assert after(state, "offer stout 1").ended == "five-types"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_dd_24_with_a_cap_of_1_the_game_ends_after_the_first_turn(seats: int) -> None:
    state = RULES.new(DankAndDraftOptions(turn_cap=1), seats, Chance(seed_from("one")))
    end = turn_ended(after(state, "draft row-1"))
    assert (end.ended, end.turn) == ("turn-cap", 1)
    assert {s.points for s in outcome(end).standings} == {DEALT * PER_CARD, min(DEALT + 3, LIMIT) * PER_CARD}
    assert [s.place for s in outcome(end).standings] == [1] * (seats - 1) + [seats]


@pytest.mark.parametrize("timing", list(RecycleTiming))
def test_dd_24_extra_turns_count(timing: RecycleTiming) -> None:
    state = position(turn=99, hands={2: "ipa/recycle"}, pile="sour " * 9, recycle=timing)
    extra = after(state, "take-action 2 recycle")
    if timing is RecycleTiming.END_OF_TURN:
        extra = after(extra, "end-turn")
    assert (extra.turn, extra.extra, extra.ended) == (100, True, "")
    assert after(extra, "draft row-1", "end-turn").ended == "turn-cap"


def test_every_game_ends_for_one_of_the_reasons_of_the_kind() -> None:
    rules = {reason.name: reason.rule for reason in ABOUT.reasons}
    seen: Counter[str] = Counter()
    for state, move in sample():
        if move is None:
            assert rules[outcome(state).reason] == outcome(state).rule
            seen[state.ended] += 1
    assert seen["five-types"]
    assert seen["turn-cap"]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_dd_24_no_game_is_longer_than_its_cap(seats: int) -> None:
    *_, (state, _) = played(seats, DankAndDraftOptions(turn_cap=3), "cap")
    assert state.turn <= 3
    assert state.ended
