"""DD-10 to DD-15 and DD-19: what the four actions do."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.dank_and_draft.moves import (
    ActionCardDiscarded,
    ActionTaken,
    BeersSnatched,
    BeersSpoiled,
    BeersStockedUp,
    DrawPileRecycled,
    RecycleTiming,
)
from tests.dank_and_draft.build import (
    BARE,
    CHANCE,
    DECK,
    GAPPED,
    LIMIT,
    MOST_SPOILED,
    MOST_STOCKED_UP,
    NINE,
    RULES,
    after,
    card,
    cards,
    faces,
    happened,
    ipas,
    legal,
    phase_of,
    position,
    refusal,
    stack,
    step,
    written,
)

AT_ONCE = {"recycle": RecycleTiming.AT_ONCE}
TIMINGS = list(RecycleTiming)
FIVE_IPAS = "ipa . stout ipa#2 . ipa#3 ipa#4 ipa#5 stout#2"

# --- DD-10: Spoil ---------------------------------------------------------------------------------------------------------


def test_dd_10_spoil_takes_none_or_up_to_the_most_beers_of_one_type_of_one_other_player() -> None:
    rooms = {1: "sour sour#2", 2: f"{ipas(MOST_SPOILED + 1)} stout", 3: "ipa pilsner"}
    assert legal(position("spoil ipa/spoil 2", seats=3, rooms=rooms)) == [
        "decline",
        *(f"spoil 2 ipa {count}" for count in range(1, MOST_SPOILED + 1)),
        "spoil 2 stout 1",
        "spoil 3 ipa 1",
        "spoil 3 pilsner 1",
    ]


@pytest.mark.parametrize("count", range(1, MOST_SPOILED + 1))
def test_dd_10_the_actor_chooses_how_many_and_they_go_to_the_discard_pile(count: int) -> None:
    state = position("spoil ipa/spoil 2", seats=3, rooms={2: "amber", 3: "ipa ipa#2 ipa#3 ipa#4"}, discards="sour")
    spoiled = after(state, f"spoil 3 ipa {count}")
    assert len(stack(spoiled, 3, "ipa").split()) == 4 - count
    assert len(spoiled.discards) == 1 + count + 1
    assert stack(spoiled, 2, "amber") == "amber"
    assert phase_of(spoiled) == "offer"


def test_dd_10_any_other_player_may_be_chosen_not_only_whose_card_it_was() -> None:
    state = position(seats=4, hands={2: "ipa/spoil"}, rooms={3: "ipa", 4: "stout"})
    assert legal(after(state, "take-action 2 spoil")) == ["decline", "spoil 3 ipa 1", "spoil 4 stout 1"]


@pytest.mark.parametrize(
    "line", ["spoil 1 ipa 1", f"spoil 2 ipa {MOST_SPOILED + 1}", "spoil 3 pilsner 2", "spoil 4 ipa 1"]
)
def test_dd_10_never_ones_own_never_more_than_the_most_nor_more_than_there_are(line: str) -> None:
    state = position("spoil ipa/spoil 2", seats=3, rooms={1: "ipa", 2: ipas(MOST_SPOILED + 1), 3: "pilsner"})
    assert refusal(state, line).rule == "DD-10"


def test_dd_10_only_ones_own_beers_are_nothing_to_spoil() -> None:
    state = position(hands={2: "ipa/spoil"}, rooms={1: "ipa ipa#2"})
    assert phase_of(after(state, "take-action 2 spoil")) == "offer"


def test_dd_19_spoiled_beers_are_discarded_last_placed_first_and_the_action_card_after_them() -> None:
    state = position("spoil amber/spoil 2", rooms={2: "ipa/snatch ipa#2 ipa#3/recycle"}, discards="sour")
    result = step(state, "spoil 2 ipa 2")
    assert stack(result.state, 2, "ipa") == "ipa"
    assert written(result.state.discards) == "sour/spoil ipa#3/recycle ipa#2/spoil amber/spoil!"
    spoiled, discarded = result.events
    assert isinstance(spoiled, BeersSpoiled)
    assert (spoiled.seat, spoiled.from_seat, str(spoiled.type)) == (1, 2, "ipa")
    assert spoiled.beers == tuple(DECK.card(c & ~15) for c in cards("ipa#3 ipa#2"))
    assert discarded == ActionCardDiscarded(1, DECK.card(card("amber/spoil")), False)


def test_dd_19_a_whole_stack_is_spoiled_last_placed_first() -> None:
    state = position("spoil amber/spoil 2", rooms={2: "ipa ipa#2"})
    spoiled = after(state, "spoil 2 ipa 2")
    assert stack(spoiled, 2, "ipa") == ""
    assert faces(spoiled.discards) == "ipa#2 ipa amber"


def test_dd_10_a_spoil_may_be_used_on_no_beer() -> None:
    state = position("spoil amber/spoil 2", hands={1: "sour"}, rooms={1: "stout", 2: "ipa ipa#2"}, discards="sour#2")
    result = step(state, "decline")
    assert result.events == (ActionCardDiscarded(1, DECK.card(card("amber/spoil")), True),)
    assert written(result.state.discards) == "sour#2/spoil amber/spoil!"
    assert (result.state.taprooms, result.state.taps) == (state.taprooms, state.taps)
    assert legal(result.state) == ["end-turn", "offer sour 1"]  # the action of the turn was taken


# --- DD-11, DD-12: Recycle -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("timing", TIMINGS)
def test_dd_11_recycle_shuffles_discards_and_pile_together_and_starts_the_new_discard_pile(timing) -> None:
    taps = "ipa " * 9
    state = position(
        hands={2: "ipa/recycle"}, taps=taps, pile="stout stout#2 sour", discards="amber amber#2/snatch!", recycle=timing
    )
    done = after(state, "take-action 2 recycle")
    assert Counter(done.pile) == Counter(cards("stout stout#2 sour amber amber#2/snatch"))
    assert written(done.discards) == "ipa/recycle!"


def test_dd_11_every_order_of_the_new_pile_comes() -> None:
    state = position(hands={2: "ipa/recycle"}, pile="stout sour", discards="amber")
    orders = Counter(
        faces(after(state, "take-action 2 recycle", chance=Chance(seed_from(str(n)))).pile) for n in range(600)
    )
    assert len(orders) == 6
    assert min(orders.values()) > 60


def test_dd_11_recycle_owes_no_choice_and_the_turn_goes_on_with_the_offer() -> None:
    state = position(hands={1: "sour", 2: "ipa/recycle"}, discards="stout")
    result = step(state, "take-action 2 recycle")
    assert phase_of(result.state) == "offer"
    assert (result.state.turn, result.state.extra_owed) == (1, True)
    assert result.state.taps == state.taps  # the refill comes at the end of the turn
    assert legal(result.state) == ["end-turn", "offer sour 1"]
    taken, recycled, discarded = result.events
    assert isinstance(taken, ActionTaken)
    assert (taken.seat, taken.from_seat, str(taken.action)) == (1, 2, "recycle")
    assert recycled == DrawPileRecycled(1, 1)
    assert discarded == ActionCardDiscarded(1, DECK.card(card("ipa/recycle")), False)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_dd_11_the_extra_turn_is_one_whole_turn_after_this_one_is_finished(seats: int) -> None:
    state = position(
        seats=seats,
        hands={1: "ipa " * LIMIT + "sour", 2: "ipa/recycle"},
        pile="stout " * 9,
        discards="amber " * 9,
    )
    lines = ["take-action 2 recycle", "offer sour 1", "end-turn"]
    extra = after(state, *lines)
    assert (extra.seat, extra.turn, extra.extra, extra.extra_owed) == (1, 2, True, False)
    assert phase_of(extra) == "draft"
    assert len(extra.pile) == 18 - 3
    drafted = after(extra, "draft row-1")
    assert legal(drafted)[0] == "end-turn"
    owed = after(drafted, "end-turn")
    assert phase_of(owed) == "discard"
    next_ = after(owed, "discard ipa:3")
    assert (next_.seat, next_.turn, next_.extra) == (2, 3, False)


def test_dd_11_the_discard_of_a_turn_with_a_recycle_comes_before_the_extra_turn() -> None:
    state = position(hands={1: "ipa " * (LIMIT + 2), 2: "ipa/recycle"}, pile="stout stout stout", discards="amber")
    owed = after(state, "take-action 2 recycle", "end-turn")
    assert (phase_of(owed), owed.turn) == ("discard", 1)
    extra = after(owed, "discard ipa:2")
    assert faces(extra.discards) == "ipa ipa ipa"  # the Recycle card started the pile
    assert (extra.seat, extra.turn, extra.extra) == (1, 2, True)


def test_dd_11_recycle_with_nothing_to_shuffle_still_gives_the_extra_turn() -> None:
    done = after(position(hands={2: "ipa/recycle"}), "take-action 2 recycle")
    assert (done.pile, done.extra_owed) == ((), True)
    assert after(done, "end-turn").extra


@pytest.mark.parametrize("timing", TIMINGS)
def test_dd_11_no_extra_turn_follows_when_the_taps_end_the_game(timing) -> None:
    state = position(hands={2: "ipa/recycle"}, taps=BARE, pile="stout", discards="amber", recycle=timing)
    over = after(state, "take-action 2 recycle")
    if timing is RecycleTiming.END_OF_TURN:
        over = after(over, "end-turn")
    assert (over.ended, over.turn, RULES.decision(over)) == ("taps", 1, None)
    assert not RULES.view(over).extra_turn_owed


@pytest.mark.parametrize("timing", TIMINGS)
def test_dd_11_no_extra_turn_follows_when_the_turn_cap_ends_the_game(timing) -> None:
    state = position(hands={2: "ipa/recycle"}, turn=7, turn_cap=7, recycle=timing)
    over = after(state, "take-action 2 recycle")
    if timing is RecycleTiming.END_OF_TURN:
        over = after(over, "end-turn")
    assert (over.ended, over.turn) == ("turn-cap", 7)
    assert not RULES.view(over).extra_turn_owed


def test_dd_11_no_extra_turn_follows_when_an_offer_after_the_recycle_wins() -> None:
    state = position(hands={1: "stout", 2: "ipa/recycle"}, rooms={1: "ipa pilsner amber sour"})
    over = after(state, "take-action 2 recycle", "offer stout 1")
    assert (over.ended, RULES.decision(over)) == ("five-types", None)
    assert not RULES.view(over).extra_turn_owed


def test_dd_11_at_once_goes_straight_to_the_refill_and_the_extra_turn_without_an_offer() -> None:
    state = position(hands={1: "sour", 2: "ipa/recycle"}, pile="stout stout#2 stout#3", discards="amber", **AT_ONCE)
    assert happened(state, "take-action 2 recycle") == [
        "ActionTaken",
        "DrawPileRecycled",
        "ActionCardDiscarded",
        "TapsRefilled",
        "TurnBegan",
    ]
    extra = after(state, "take-action 2 recycle")
    assert (extra.seat, extra.turn, extra.extra, extra.extra_owed) == (1, 2, True, False)
    assert (phase_of(extra), len(extra.pile), len(extra.hands[0])) == ("draft", 1, 1)
    following = after(extra, "draft row-1", "end-turn")
    assert (following.seat, following.turn, following.extra) == (2, 3, False)


def test_dd_11_at_once_owes_the_discard_first() -> None:
    state = position(hands={1: "ipa " * (LIMIT + 2), 2: "sour/recycle"}, pile="stout stout stout", **AT_ONCE)
    owed = after(state, "take-action 2 recycle")
    assert (phase_of(owed), owed.seat, owed.turn) == ("discard", 1, 1)
    assert legal(owed) == ["discard ipa:2"]
    assert refusal(owed, "offer ipa 1").rule == "DD-17"
    extra = after(owed, "discard ipa:2")
    assert faces(extra.discards) == "sour ipa ipa"
    assert faces(extra.taps[:3]) == "stout stout stout"
    assert (extra.seat, extra.turn, extra.extra) == (1, 2, True)


def test_dd_11_at_once_refills_from_the_new_pile() -> None:
    state = position(hands={2: "ipa/recycle"}, discards="amber/snatch! amber#2/spoil! amber#3", **AT_ONCE)
    extra = after(state, "take-action 2 recycle")
    assert Counter(faces(extra.taps[:3]).split()) == Counter(["amber", "amber#2", "amber#3"])


@pytest.mark.parametrize("timing", TIMINGS)
def test_dd_12_an_extra_turn_may_recycle_again(timing) -> None:
    state = position(
        "act", extra=True, turn=5, hands={2: "ipa/recycle ipa#2/recycle"}, pile="stout " * 9, recycle=timing
    )
    extra = after(state, "take-action 2 recycle")
    if timing is RecycleTiming.END_OF_TURN:
        extra = after(extra, "end-turn")
    assert (extra.seat, extra.turn, extra.extra, extra.extra_owed) == (1, 6, True, False)
    again = after(extra, "draft row-1", "take-action 2 recycle")
    if timing is RecycleTiming.END_OF_TURN:
        again = after(again, "end-turn")
    assert (again.seat, again.turn, again.extra) == (1, 7, True)


# --- DD-13: Snatch --------------------------------------------------------------------------------------------------------


def test_dd_13_snatch_takes_one_beer_of_the_type_from_every_other_player_who_has_any() -> None:
    rooms = {1: "stout", 2: "ipa ipa#2", 3: "pilsner", 4: "ipa#3"}
    state = position("snatch amber/snatch 3", seats=4, rooms=rooms)
    assert legal(state) == ["snatch ipa", "snatch pilsner"]
    done = after(state, "snatch ipa")
    assert [stack(done, seat, "ipa") for seat in (1, 2, 3, 4)] == ["ipa#2 ipa#3", "ipa", "", ""]
    assert stack(done, 3, "pilsner") == "pilsner"
    assert phase_of(done) == "offer"
    assert written(done.discards) == "amber/snatch!"


@pytest.mark.parametrize(("seat", "order"), [(1, "2 3 4"), (2, "3 4 1"), (3, "4 1 2"), (4, "1 2 3")])
def test_dd_19_snatched_beers_are_placed_clockwise_from_the_players_left(seat: int, order: str) -> None:
    rooms = {i: f"ipa#{i} ipa#{i + 10}" for i in (1, 2, 3, 4)}
    result = step(position("snatch amber/snatch 1", seats=4, seat=seat, rooms=rooms), "snatch ipa")
    assert stack(result.state, seat, "ipa").split()[2:] == [f"ipa#{int(i) + 10}" for i in order.split()]
    event = result.events[0]
    assert isinstance(event, BeersSnatched)
    assert [beer.from_seat for beer in event.beers] == list(map(int, order.split()))
    assert [beer.card for beer in event.beers] == [DECK.card(card(f"ipa#{int(i) + 10}") & ~15) for i in order.split()]


def test_dd_19_a_stolen_beer_is_the_one_placed_last() -> None:
    done = after(position("snatch amber/snatch 2", rooms={2: "ipa#3 ipa ipa#2"}), "snatch ipa")
    assert (stack(done, 1, "ipa"), stack(done, 2, "ipa")) == ("ipa#2", "ipa#3 ipa")


def test_dd_13_a_type_that_no_other_player_has_cannot_be_chosen() -> None:
    state = position("snatch amber/snatch 2", rooms={1: "sour", 2: "ipa"})
    assert refusal(state, "snatch sour").rule == "DD-09"
    assert refusal(state, "snatch amber").rule == "DD-09"


def test_dd_13_a_seat_is_taken_from_even_where_the_card_was_another_ones() -> None:
    state = position(seats=3, hands={2: "ipa/snatch"}, rooms={3: "sour"})
    done = after(state, "take-action 2 snatch", "snatch sour")
    assert stack(done, 1, "sour") == "sour"


# --- DD-14: Stock Up ------------------------------------------------------------------------------------------------------


def test_dd_14_every_choice_of_up_to_the_most_taps_of_one_type_is_legal() -> None:
    state = position("stock-up amber/stock-up 2", taps=FIVE_IPAS)
    ipas_ = [",".join(taps) for count in range(1, MOST_STOCKED_UP + 1) for taps in combinations("14678", count)]
    assert legal(state) == ["decline", *(f"stock-up {taps}" for taps in (*ipas_, "3", "9", "3,9"))]


TOO_MANY = ",".join("14678"[: MOST_STOCKED_UP + 1])


@pytest.mark.parametrize("line", [f"stock-up {TOO_MANY}", "stock-up 1,3", "stock-up 2", "stock-up 1,2", "stock-up 1,1"])
def test_dd_14_never_more_than_the_most_never_two_types_never_a_gap_never_one_twice(line: str) -> None:
    assert refusal(position("stock-up amber/stock-up 2", taps=FIVE_IPAS), line).rule == "DD-14"


def test_dd_14_the_chooser_picks_which_taps_and_gaps_stay_until_the_end_of_the_turn() -> None:
    state = position("stock-up amber/stock-up 2", taps=". . . ipa ipa#2 ipa#3 ipa#4 . stout#2", pile="sour")
    done = after(state, "stock-up 5,7")
    assert faces(done.taps) == ". . . ipa . ipa#3 . . stout#2"
    assert len(done.pile) == 1
    assert done.hands == state.hands
    assert phase_of(done) == "offer"


def test_dd_19_stocked_up_beers_are_placed_row_by_row_from_the_left() -> None:
    state = position("stock-up amber/stock-up 2", taps=GAPPED, rooms={1: "sour#9"})
    result = step(state, "stock-up 9,4")
    assert stack(result.state, 1, "sour") == "sour#9 sour sour#2"
    stocked, discarded = result.events
    assert isinstance(stocked, BeersStockedUp)
    assert (stocked.seat, str(stocked.type), [tap.position for tap in stocked.beers]) == (1, "sour", [4, 9])
    assert stocked.beers[0].card == DECK.card(card("sour") & ~15)
    assert discarded == ActionCardDiscarded(1, DECK.card(card("amber/stock-up")), False)


def test_dd_14_a_closed_type_may_be_stocked_up() -> None:
    state = position("stock-up amber/stock-up 2", rooms={1: "sour#9"}, opened={1: "stout"})
    assert "stock-up 4" in legal(state)
    assert "stock-up 5" in legal(state)


def test_dd_14_a_stock_up_may_be_used_on_no_beer() -> None:
    state = position("stock-up amber/stock-up 2", taps=NINE)
    result = step(state, "decline")
    assert result.events == (ActionCardDiscarded(1, DECK.card(card("amber/stock-up")), True),)
    assert written(result.state.discards) == "amber/stock-up!"
    assert (result.state.taprooms, result.state.taps) == (state.taprooms, state.taps)
    assert phase_of(result.state) == "offer"


def test_dd_13_a_snatch_cannot_be_declined() -> None:
    state = position("snatch amber/snatch 2", rooms={2: "ipa"})
    assert legal(state) == ["snatch ipa"]
    assert refusal(state, "decline").rule == "DD-13"


# --- DD-15 ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("phase", "line", "start"),
    [("snatch amber/snatch 2", "snatch sour", "sour#7"), ("stock-up amber/stock-up 2", "stock-up 4", "sour")],
)
def test_dd_15_gained_beers_start_or_join_the_stack_of_their_type_and_never_go_to_the_hand(
    phase: str, line: str, start: str
) -> None:
    for mine in ("", "sour#9 sour#8"):
        state = position(phase, hands={1: "ipa"}, rooms={1: mine, 2: "sour#7"})
        done = after(state, line)
        assert stack(done, 1, "sour") == f"{mine} {start}".strip()
        assert done.hands == state.hands
        assert [str(t) for t in RULES.view(done).players[0].closed_types] == ["sour"]


def test_dd_15_an_action_does_not_use_up_the_offer_of_the_turn() -> None:
    state = position("stock-up amber/stock-up 2", hands={1: "ipa"})
    assert legal(after(state, "stock-up 4"), "offer") == ["offer ipa 1"]


def test_dd_09_the_card_is_gone_from_the_hand_when_the_choice_is_made() -> None:
    state = position(hands={2: "ipa/stock-up amber"})
    for seed in range(3):
        done = after(state, "take-action 2 stock-up", "stock-up 5", chance=Chance(seed_from(str(seed))))
        assert written(done.hands[1]) == "amber/spoil"
    assert CHANCE.pick(3, 1, 1) == (0,)
