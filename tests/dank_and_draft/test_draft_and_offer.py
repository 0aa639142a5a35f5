"""DD-07 to DD-09, DD-16: what a player drafts, which actions may be taken, and what is offered."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from taphouse.engine.dank_and_draft.moves import (
    BeersDrafted,
    BeersOffered,
    EmptiedType,
    Offers,
)
from tests.dank_and_draft.build import (
    BARE,
    DECK,
    NINE,
    RULES,
    after,
    cards,
    faces,
    happened,
    legal,
    phase_of,
    position,
    refusal,
    stack,
    step,
    written,
)

# --- DD-07: draft ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "taken", "left"),
    [
        ("row-1", "ipa pilsner amber", ". . . sour stout ipa#2 pilsner#2 amber#2 sour#2"),
        ("row-2", "sour stout ipa#2", "ipa pilsner amber . . . pilsner#2 amber#2 sour#2"),
        ("row-3", "pilsner#2 amber#2 sour#2", "ipa pilsner amber sour stout ipa#2 . . ."),
        ("column-1", "ipa sour pilsner#2", ". pilsner amber . stout ipa#2 . amber#2 sour#2"),
        ("column-2", "pilsner stout amber#2", "ipa . amber sour . ipa#2 pilsner#2 . sour#2"),
        ("column-3", "amber ipa#2 sour#2", "ipa pilsner . sour stout . pilsner#2 amber#2 ."),
    ],
)
def test_dd_07_a_draft_takes_the_three_cards_of_a_line_into_the_hand(line: str, taken: str, left: str) -> None:
    state = position("draft", hands={1: "stout#5"}, seats=3)
    drafted = after(state, f"draft {line}")
    assert faces(drafted.hands[0]) == f"stout#5 {taken}"
    assert faces(drafted.taps) == left
    assert drafted.hands[1:] == state.hands[1:]
    assert phase_of(drafted) == "act"


def test_dd_07_six_lines_can_be_drafted_and_no_diagonal() -> None:
    assert legal(position("draft")) == [f"draft {line}-{n}" for line in ("row", "column") for n in (1, 2, 3)]


@pytest.mark.parametrize(
    ("gap", "closed"),
    [(n, {f"draft row-{(n - 1) // 3 + 1}", f"draft column-{(n - 1) % 3 + 1}"}) for n in range(1, 10)],
)
def test_dd_07_a_line_with_a_gap_cannot_be_drafted(gap: int, closed: set[str]) -> None:
    taps = NINE.split()
    taps[gap - 1] = "."
    state = position("draft", taps=" ".join(taps))
    assert set(legal(position("draft"))) - set(legal(state)) == closed
    assert {refusal(state, line).rule for line in closed} == {"DD-07"}


def test_dd_07_the_draft_is_mandatory() -> None:
    state = position("draft", hands={1: "ipa", 2: "ipa"})
    assert all(line.startswith("draft") for line in legal(state))
    assert refusal(state, "end-turn").rule == "DD-07"


def test_dd_07_the_taps_stay_empty_until_the_refill() -> None:
    drafted = after(position("draft", pile="stout"), "draft row-1")
    assert len(drafted.pile) == 1


def test_dd_07_the_event_tells_the_line_and_the_beers() -> None:
    (event,) = step(position("draft"), "draft column-2").events
    assert isinstance(event, BeersDrafted)
    assert (event.seat, str(event.line)) == (1, "column-2")
    assert event.beers == tuple(DECK.card(c & ~15) for c in cards("pilsner stout amber#2"))


# --- DD-08, DD-09: which action may be taken ------------------------------------------------------------------------------


@pytest.mark.parametrize(("seat", "order"), [(1, (2, 3, 4)), (2, (3, 4, 1)), (4, (1, 2, 3))])
def test_dd_08_the_actions_in_every_opponents_hand_may_be_taken_and_none_of_ones_own(seat: int, order: tuple) -> None:
    hands = {1: "ipa/spoil ipa/spoil", 2: "ipa/recycle", 3: "ipa/snatch", 4: "ipa/stock-up"}
    actions = {1: "spoil", 2: "recycle", 3: "snatch", 4: "stock-up"}
    state = position(seats=4, seat=seat, hands=hands)
    assert legal(state, "take-action") == [f"take-action {other} {actions[other]}" for other in order]
    assert refusal(state, f"take-action {seat} {actions[seat]}").rule == "DD-08"


def test_dd_08_the_taken_card_leaves_the_opponents_hand_and_is_discarded() -> None:
    state = position(hands={1: "stout", 2: "ipa/spoil amber/snatch"}, rooms={2: "ipa#2"}, discards="sour")
    taken = after(state, "take-action 2 spoil")
    assert written(taken.hands[1]) == "amber/snatch"
    assert taken.discards == state.discards  # it lies in play until the action is performed
    done = after(taken, "spoil 2 ipa 1")
    assert written(done.discards) == "sour/spoil ipa#2/spoil ipa/spoil!"
    assert done.hands[0] == state.hands[0]
    assert phase_of(done) == "offer"


@pytest.mark.parametrize("action", ["spoil", "recycle", "snatch", "stock-up"])
def test_dd_08_at_most_one_action_is_taken_in_a_turn(action: str) -> None:
    state = position(hands={2: f"ipa/{action} ipa#2/{action}"}, taps=BARE)
    done = after(state, f"take-action 2 {action}")
    assert legal(done, "take-action") == []
    assert refusal(done, f"take-action 2 {action}").rule == "DD-25"


def test_dd_08_taking_an_action_is_optional() -> None:
    assert legal(position(hands={1: "ipa", 2: "ipa/spoil"})) == ["end-turn", "take-action 2 spoil", "offer ipa 1"]


def test_dd_08_cards_of_one_seat_are_not_taken_from_another() -> None:
    state = position(seats=3, hands={2: "ipa/spoil", 3: "ipa/snatch"}, rooms={2: "ipa", 3: "ipa"})
    assert refusal(state, "take-action 2 snatch").rule == "DD-08"
    taken = after(state, "take-action 3 snatch")
    assert (len(taken.hands[1]), len(taken.hands[2])) == (1, 0)


def test_dd_08_nothing_else_may_be_done_while_an_action_owes_its_choice() -> None:
    state = position("spoil ipa/spoil 2", hands={1: "ipa", 2: "ipa/spoil"}, rooms={2: "ipa"})
    assert legal(state) == ["decline", "spoil 2 ipa 1"]
    for line in ("end-turn", "offer ipa 1", "take-action 2 spoil"):
        assert refusal(state, line).rule == "DD-10"


def test_dd_09_an_opponent_with_an_empty_hand_cannot_be_chosen() -> None:
    state = position(seats=3, hands={3: "ipa/spoil"})
    assert legal(state, "take-action") == ["take-action 3 spoil"]
    assert refusal(state, "take-action 2 spoil").rule == "DD-09"


@pytest.mark.parametrize("action", ["spoil", "snatch", "stock-up"])
def test_dd_09_an_action_that_can_affect_nothing_may_be_taken_and_is_simply_done(action: str) -> None:
    state = position(hands={1: "ipa", 2: f"ipa/{action}"}, rooms={1: "stout"}, taps=BARE)
    done = after(state, f"take-action 2 {action}")
    assert phase_of(done) == "offer"
    assert written(done.discards) == f"ipa/{action}!"
    assert (done.taprooms, done.taps) == (state.taprooms, state.taps)
    assert happened(state, f"take-action 2 {action}") == ["ActionTaken", "ActionCardDiscarded"]


@pytest.mark.parametrize(
    ("action", "choices"),
    [
        ("spoil", ["decline", "spoil 2 ipa 1"]),
        ("snatch", ["snatch ipa"]),
        ("stock-up", ["decline", "stock-up 9"]),
    ],
)
def test_dd_09_where_a_beer_can_be_moved_the_choice_is_owed(action: str, choices: list[str]) -> None:
    state = position(hands={2: f"ipa/{action}"}, rooms={2: "ipa"}, taps=". . . . . . . . sour")
    assert legal(after(state, f"take-action 2 {action}")) == choices


# --- DD-16: offer ---------------------------------------------------------------------------------------------------------


def test_dd_16_any_number_of_cards_of_one_type_may_be_offered() -> None:
    state = position(hands={1: "ipa ipa#2 ipa#3 stout"})
    assert legal(state, "offer") == ["offer ipa 1", "offer ipa 2", "offer ipa 3", "offer stout 1"]
    offered = after(state, "offer ipa 2")
    assert len(offered.hands[0]) == 2
    assert len(stack(offered, 1, "ipa").split()) == 2


def test_dd_16_all_cards_of_the_type_may_be_offered() -> None:
    offered = after(position(hands={1: "ipa ipa#2 stout"}), "offer ipa 2")
    assert faces(offered.hands[0]) == "stout"
    assert stack(offered, 1, "ipa") == "ipa ipa#2"


def test_dd_19_offered_beers_lie_by_brewery_and_the_last_is_spoiled_first() -> None:
    offered = after(position(hands={1: "ipa#3 stout ipa ipa#2"}), "offer ipa 3")
    assert stack(offered, 1, "ipa") == "ipa ipa#2 ipa#3"
    breweries = [DECK.beer(code).brewery for code in offered.taprooms[0][0]]
    assert breweries == sorted(breweries, key=str)
    spoiling = position("spoil sour/spoil 1", seat=2, rooms={1: stack(offered, 1, "ipa")})
    assert stack(after(spoiling, "spoil 1 ipa 1"), 1, "ipa") == "ipa ipa#2"


def test_dd_16_offering_is_optional() -> None:
    assert legal(position("offer", hands={1: "ipa"}))[0] == "end-turn"


def test_dd_16_no_more_cards_can_be_offered_than_the_hand_has() -> None:
    state = position(hands={1: "ipa ipa#2"})
    assert refusal(state, "offer ipa 3").rule == "DD-16"
    assert refusal(state, "offer sour 1").rule == "DD-16"


def test_dd_16_with_the_option_only_one_new_stack_is_offered_in_a_turn() -> None:
    offered = after(position(hands={1: "ipa stout"}, offers=Offers.ONE_A_TURN), "offer ipa 1")
    assert legal(offered) == ["end-turn"]
    assert refusal(offered, "offer stout 1").rule == "DD-16"


def test_dd_16_any_number_of_stacks_may_be_offered_in_a_turn() -> None:
    state = position(hands={1: "ipa stout sour"})
    offered = after(state, "offer ipa 1")
    assert legal(offered) == ["end-turn", "offer sour 1", "offer stout 1"]
    assert legal(after(offered, "offer sour 1", "offer stout 1")) == ["end-turn"]


def test_dd_16_a_stack_cannot_be_added_to_in_the_turn_in_which_it_was_started() -> None:
    offered = after(position(hands={1: "ipa ipa#2 stout"}), "offer ipa 1")
    assert refusal(offered, "offer ipa 1").rule == "DD-16"


def test_dd_16_a_type_that_lies_in_the_taproom_is_closed_to_its_owner_and_to_nobody_else() -> None:
    hands = {1: "ipa stout", 2: "ipa stout"}
    state = position(hands=hands, rooms={1: "ipa#2"})
    assert legal(state, "offer") == ["offer stout 1"]
    assert refusal(state, "offer ipa 1").rule == "DD-16"
    assert legal(position(seat=2, hands=hands, rooms={1: "ipa#2"}), "offer") == ["offer ipa 1", "offer stout 1"]


@pytest.mark.parametrize("gained", ["snatch ipa/snatch 2;snatch amber", "stock-up ipa/stock-up 2;stock-up 8"])
def test_dd_16_a_type_whose_stack_was_started_by_an_action_is_closed_at_once(gained: str) -> None:
    phase, _, choice = gained.partition(";")
    state = position(phase, hands={1: "amber#5 stout"}, rooms={2: "amber#3"})
    assert legal(after(state, choice), "offer") == ["offer stout 1"]


@pytest.mark.parametrize("emptied", ["spoil ipa/spoil 1;spoil 2 ipa 1", "snatch ipa/snatch 1;snatch ipa"])
def test_dd_16_a_type_stays_closed_when_its_stack_was_emptied(emptied: str) -> None:
    phase, _, choice = emptied.partition(";")
    state = position(phase, hands={2: "ipa#3 stout"}, rooms={2: "ipa#2"}, pile="sour sour#2 amber")
    theirs = after(state, choice, "end-turn", "draft row-2")
    assert stack(theirs, 2, "ipa") == ""
    assert "offer ipa 1" not in legal(theirs)
    assert refusal(theirs, "offer ipa 1").rule == "DD-16"
    assert RULES.view(theirs).players[1].closed_types != ()


@pytest.mark.parametrize("emptied", ["spoil ipa/spoil 1;spoil 2 ipa 1", "snatch ipa/snatch 1;snatch ipa"])
def test_dd_16_with_the_option_an_emptied_type_opens_again(emptied: str) -> None:
    phase, _, choice = emptied.partition(";")
    state = position(
        phase,
        hands={2: "ipa#3 stout"},
        rooms={2: "ipa#2"},
        pile="sour sour#2 amber",
        emptied_type=EmptiedType.OPENS,
    )
    assert RULES.view(state).players[1].closed_types != ()
    theirs = after(state, choice, "end-turn", "draft row-2")
    assert RULES.view(theirs).players[1].closed_types == ()
    assert stack(after(theirs, "offer ipa 1"), 2, "ipa") != ""


def test_dd_16_with_the_option_a_stack_that_came_and_went_leaves_no_trace() -> None:
    state = position("stock-up amber/stock-up 2", hands={1: "stout/spoil"}, emptied_type=EmptiedType.OPENS)
    gone = after(state, "stock-up 6", "end-turn", "draft row-3", "take-action 1 spoil", "spoil 1 ipa 1")
    never = position(
        "offer",
        seat=2,
        turn=2,
        hands={2: "pilsner#2 amber#2 sour#2"},
        taps=". . . sour stout . . . .",
        discards="amber/stock-up! ipa#2 stout/spoil!",
        emptied_type=EmptiedType.OPENS,
    )
    assert replace(gone, draws=never.draws) == never


def test_dd_16_with_the_option_a_stack_that_was_only_made_smaller_stays_closed() -> None:
    state = position("draft", hands={1: "ipa"}, rooms={1: "ipa#2"}, emptied_type=EmptiedType.OPENS)
    assert refusal(after(state, "draft row-2"), "offer ipa 1").rule == "DD-16"


def test_dd_16_an_offer_is_a_new_stack_of_the_hands_cards_and_the_event_tells_it() -> None:
    (event,) = step(position(hands={1: "ipa/snatch ipa#2/recycle"}), "offer ipa 2").events
    assert isinstance(event, BeersOffered)
    assert (event.seat, str(event.type), len(event.beers)) == (1, "ipa", 2)
    assert list(map(str, event.actions or ())) == ["recycle", "snatch"]
