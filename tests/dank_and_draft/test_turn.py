"""DD-07 to DD-09, DD-16 to DD-18, DD-25 and DD-26: the phases of a turn."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from taphouse.engine.dank_and_draft.cards import BEER
from taphouse.engine.dank_and_draft.moves import (
    BeersDiscarded,
    BeersDrafted,
    BeersOffered,
    EmptiedType,
    Offers,
    TapsRefilled,
)
from taphouse.engine.dank_and_draft.rules.offer import closed_types
from taphouse.engine.game import IllegalMove
from tests.dank_and_draft.build import (
    BARE,
    CHANCE,
    DECK,
    EVERY_OPTION,
    LIMIT,
    NINE,
    RULES,
    after,
    cards,
    faces,
    happened,
    legal,
    move,
    phase_of,
    played,
    position,
    refusal,
    room,
    sample,
    stack,
    step,
    written,
)

ONE_TOO_MANY = "ipa " * (LIMIT + 1)

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


def test_dd_16_with_the_option_a_stack_that_was_only_made_smaller_stays_closed() -> None:
    state = position("draft", hands={1: "ipa"}, rooms={1: "ipa#2"}, emptied_type=EmptiedType.OPENS)
    assert refusal(after(state, "draft row-2"), "offer ipa 1").rule == "DD-16"


def test_dd_16_an_offer_is_a_new_stack_of_the_hands_cards_and_the_event_tells_it() -> None:
    (event,) = step(position(hands={1: "ipa/snatch ipa#2/recycle"}), "offer ipa 2").events
    assert isinstance(event, BeersOffered)
    assert (event.seat, str(event.type), len(event.beers)) == (1, "ipa", 2)
    assert list(map(str, event.actions or ())) == ["recycle", "snatch"]


# --- DD-17: end of the turn and discard -----------------------------------------------------------------------------------


@pytest.mark.parametrize("phase", ["act", "offer", "end"])
def test_dd_17_end_turn_closes_the_optional_phases(phase: str) -> None:
    state = position(phase, hands={1: "ipa"}, pile="ipa ipa ipa")
    ended = after(state, "end-turn")
    assert (ended.seat, ended.turn, phase_of(ended)) == (2, 2, "draft")


def test_dd_17_at_the_limit_nothing_is_discarded() -> None:
    ended = after(position(hands={1: "ipa " * LIMIT}), "end-turn")
    assert ended.seat == 2
    assert len(ended.hands[0]) == LIMIT
    assert ended.discards == ()


@pytest.mark.parametrize("over", [1, 2, 3])
def test_dd_17_over_the_limit_the_only_move_is_a_discard_to_exactly_the_limit(over: int) -> None:
    state = position(hands={1: "ipa " * (LIMIT + over - 1) + "stout", 2: "ipa/spoil"})
    owed = after(state, "end-turn")
    assert (owed.seat, phase_of(owed)) == (1, "discard")
    one_stout = f"discard ipa:{over - 1},stout:1" if over > 1 else "discard stout:1"
    assert legal(owed) == [f"discard ipa:{over}", one_stout]
    for line in ("end-turn", "offer ipa 1"):
        assert refusal(owed, line).rule == "DD-17"
    done = after(owed, one_stout)
    assert faces(done.hands[0]) == " ".join(["ipa"] * LIMIT)
    assert faces(done.discards) == " ".join(["ipa"] * (over - 1) + ["stout"])
    assert (done.seat, done.turn) == (2, 2)


@pytest.mark.parametrize("line", ["discard none", "discard ipa:1", "discard ipa:3", "discard ipa:1,sour:1"])
def test_dd_17_a_discard_to_more_or_less_than_the_limit_or_of_what_one_has_not_is_refused(line: str) -> None:
    assert refusal(position("discard", hands={1: "ipa " * (LIMIT + 1) + "stout"}), line).rule == "DD-17"


def test_dd_17_the_cards_are_the_players_own_choice() -> None:
    owed = position("discard", hands={1: "pilsner amber sour stout stout#2 " + "ipa " * (LIMIT - 3)})
    assert len(legal(owed)) == 10 + 2  # two different types, or two IPA, or two Stout
    assert "discard pilsner:1,sour:1" in legal(owed)


def test_dd_17_discards_lie_beer_side_up_with_their_actions_hidden() -> None:
    state = position("discard", hands={1: "ipa/recycle " + "stout " * LIMIT})
    result = step(state, "discard ipa:1")
    assert written(result.state.discards) == "ipa/recycle"
    event = result.events[0]
    assert isinstance(event, BeersDiscarded)
    assert event.beers == (DECK.card(cards("ipa/recycle")[0] & ~15),)
    assert list(map(str, event.actions or ())) == ["recycle"]


def test_dd_17_the_discard_ends_the_turn_with_the_refill() -> None:
    owed = position("discard", hands={1: ONE_TOO_MANY}, pile="stout sour amber")
    assert happened(owed, "discard ipa:1") == ["BeersDiscarded", "TapsRefilled", "TurnBegan"]
    assert faces(after(owed, "discard ipa:1").taps[:3]) == "stout sour amber"


@pytest.mark.parametrize(
    ("phase", "rule"),
    [("draft", "DD-07"), ("act", "DD-25"), ("offer", "DD-25"), ("end", "DD-25"), ("spoil ipa/spoil 2", "DD-10")],
)
def test_dd_17_a_discard_is_refused_in_every_other_phase(phase: str, rule: str) -> None:
    state = position(phase, hands={1: ONE_TOO_MANY}, rooms={2: "ipa"})
    assert refusal(state, "discard ipa:1").rule == rule


# --- DD-18: refill --------------------------------------------------------------------------------------------------------


def test_dd_18_gaps_are_filled_row_by_row_from_the_left_and_no_card_moves() -> None:
    state = position(taps="ipa . amber . stout . sour . ipa#2", pile="stout#2 stout#3 stout#4 stout#5 sour#3 sour#4")
    refilled = step(state, "end-turn")
    assert faces(refilled.state.taps) == "ipa stout#2 amber stout#3 stout stout#4 sour stout#5 ipa#2"
    assert faces(refilled.state.pile[::-1]) == "sour#3 sour#4"
    event = refilled.events[0]
    assert isinstance(event, TapsRefilled)
    assert [tap.position for tap in event.taps] == [2, 4, 6, 8]
    assert {tap.card.action for tap in event.taps} == {None}
    assert [tap.card for tap in event.taps] == [
        DECK.card(refilled.state.taps[tap.position - 1] & BEER) for tap in event.taps
    ]


def test_dd_18_the_first_gaps_are_filled_while_cards_last() -> None:
    state = position(taps=". . . . . . pilsner amber sour", pile="stout#2 stout#3")
    assert faces(after(state, "end-turn").taps) == "stout#2 stout#3 . . . . pilsner amber sour"


def test_dd_18_without_a_pile_nothing_is_refilled_and_no_event_tells_it() -> None:
    state = position()
    assert happened(state, "end-turn") == ["TurnBegan"]
    assert after(state, "end-turn").taps == state.taps


def test_dd_18_the_refill_comes_only_at_the_end_of_the_turn() -> None:
    state = position("stock-up ipa/stock-up 2", pile="ipa#4 ipa#5 ipa#6 ipa#7", hands={1: "sour"})
    for line in ("stock-up 5", "offer sour 1"):
        state = after(state, line)
        assert faces(state.taps) == ". . . sour . ipa#2 pilsner#2 amber#2 sour#2"
    assert faces(after(state, "end-turn").taps[:5]) == "ipa#4 ipa#5 ipa#6 sour ipa#7"


# --- DD-25, DD-26 ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("phase", "allowed"),
    [
        ("draft", {"draft"}),
        ("act", {"end-turn", "take-action", "offer"}),
        ("offer", {"end-turn", "offer"}),
        ("end", {"end-turn"}),
        ("spoil ipa/spoil 2", {"decline", "spoil"}),
        ("snatch ipa/snatch 2", {"snatch"}),
        ("stock-up ipa/stock-up 2", {"decline", "stock-up"}),
        ("discard", {"discard"}),
    ],
)
def test_dd_25_phases_come_in_order(phase: str, allowed: set[str]) -> None:
    state = position(phase, hands={1: ONE_TOO_MANY, 2: "ipa/spoil"}, rooms={2: "stout"})
    assert {line.split()[0] for line in legal(state)} == allowed
    decision = RULES.decision(state)
    assert decision is not None
    assert set(decision.verbs) == allowed
    assert decision.seat == 1


@pytest.mark.parametrize(
    ("hands", "rooms", "verbs", "prompt"),
    [
        (
            {1: "ipa", 2: "ipa"},
            {},
            ("take-action", "offer", "end-turn"),
            "Take an action from an opponent's hand, offer a stack of beers, or end the turn.",
        ),
        ({1: "ipa"}, {}, ("offer", "end-turn"), "Offer a stack of beers, or end the turn."),
        ({2: "ipa"}, {}, ("take-action", "end-turn"), "Take an action from an opponent's hand, or end the turn."),
        ({1: "ipa", 2: "ipa"}, {1: "ipa pilsner amber sour stout"}, ("take-action", "end-turn"), None),
        ({}, {}, ("end-turn",), "End the turn."),
        # the hand is hidden from the others: that it holds nothing to offer is not told
        ({1: "ipa"}, {1: "ipa#2"}, ("offer", "end-turn"), None),
    ],
)
def test_dd_25_the_verbs_are_those_that_everybody_can_see_to_be_possible(
    hands: dict[int, str], rooms: dict[int, str], verbs: tuple[str, ...], prompt: str | None
) -> None:
    state = position(hands=hands, rooms={}, opened=rooms)
    decision = RULES.decision(state)
    assert decision is not None
    assert decision.verbs == verbs
    assert decision.prompt == prompt or prompt is None
    assert {RULES.decision(RULES.known(state, viewer)) for viewer in (1, 2, None)} == {decision}


def test_dd_25_in_random_games_the_verbs_are_those_of_the_legal_moves_but_for_offers_from_a_hidden_hand() -> None:
    hidden = 0
    for state, made in sample():
        if made is None:
            continue
        decision = RULES.decision(state)
        assert decision is not None
        verbs = {m.verb for m in RULES.moves(state)}
        may_offer = bool(state.hands[state.seat - 1]) and closed_types(state, state.seat) != 31
        if decision.task in ("act", "offer") and may_offer:
            hidden += "offer" not in verbs
            verbs |= {"offer"}
        assert set(decision.verbs) == verbs
    assert hidden


def test_dd_25_only_one_draft_in_a_turn() -> None:
    for phase in ("act", "offer", "end"):
        assert refusal(position(phase), "draft row-2").rule == "DD-25"


def test_dd_25_before_the_draft_there_is_no_action_and_no_offer() -> None:
    state = position("draft", hands={1: "ipa", 2: "ipa/spoil"})
    for line in ("take-action 2 spoil", "offer ipa 1", "end-turn", "spoil 2 ipa 1", "discard ipa:1"):
        assert refusal(state, line).rule == "DD-07"


@pytest.mark.parametrize("offers", list(Offers))
def test_dd_25_offering_gives_up_the_action(offers: Offers) -> None:
    offered = after(position(hands={1: "ipa stout", 2: "ipa/spoil"}, offers=offers), "offer ipa 1")
    assert legal(offered, "take-action") == []
    assert refusal(offered, "take-action 2 spoil").rule == "DD-25"


def test_dd_25_ending_the_turn_gives_up_the_action() -> None:
    owed = after(position(hands={1: ONE_TOO_MANY, 2: "ipa/spoil"}), "end-turn")
    assert legal(owed, "take-action") == []
    assert refusal(owed, "take-action 2 spoil").rule == "DD-17"


def test_dd_25_after_the_action_a_stack_may_still_be_offered() -> None:
    done = after(position(hands={1: "sour", 2: "ipa/spoil"}), "take-action 2 spoil")
    assert legal(done) == ["end-turn", "offer sour 1"]


def test_dd_26_every_decision_of_a_turn_is_of_the_player_whose_turn_it_is() -> None:
    for state, _ in sample():
        decision = RULES.decision(state)
        assert (decision is None) is (RULES.outcome(state) is not None)
        assert decision is None or decision.seat == state.seat


@pytest.mark.parametrize("line", ["draft row-1", "take-action 2 spoil", "offer ipa 1", "end-turn", "snatch ipa"])
def test_dd_26_nobody_moves_after_the_end(line: str) -> None:
    over = replace(position(hands={1: "ipa", 2: "ipa/spoil"}), pending=(), ended="taps")
    assert RULES.decision(over) is None
    assert legal(over) == []
    assert refusal(over, line).rule == "DD-26"
    with pytest.raises(IllegalMove):
        RULES.apply(over, move(line), CHANCE)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("options", EVERY_OPTION)
def test_dd_25_in_random_games_turns_are_counted_and_go_clockwise_but_for_extra_turns(seats: int, options) -> None:
    before = None
    for state, _ in played(seats, options, "turns"):
        if before is not None and state.turn != before.turn:
            assert state.turn == before.turn + 1
            assert state.seat == (before.seat if state.extra else before.seat % seats + 1)
            assert before.extra_owed is state.extra or options.recycle.name == "AT_ONCE"
            assert phase_of(state) == "draft"
            assert all(len(hand) <= LIMIT for hand in state.hands)
        before = state


def test_dd_16_in_random_games_the_closed_types_are_those_of_which_there_ever_was_a_stack() -> None:
    for options in EVERY_OPTION[:2]:
        ever = [set() for _ in range(3)]
        for state, _ in played(3, options, "stacks"):
            for seat, stacks in enumerate(state.taprooms):
                ever[seat] |= {t for t, cards_ in enumerate(stacks) if cards_}
                assert {t for t in range(5) if state.opened[seat] >> t & 1} == ever[seat]


def test_room_builds_stacks_in_the_order_of_placing() -> None:
    assert room("ipa stout ipa#2") == (cards("ipa ipa#2"), (), (), (), cards("stout"))
