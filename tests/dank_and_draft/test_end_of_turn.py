"""DD-17, DD-18, DD-25, DD-26: the discard, the refill, and the order of the phases."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from taphouse.engine.contract import IllegalMove
from taphouse.engine.dank_and_draft.cards import BEER
from taphouse.engine.dank_and_draft.moves import (
    BeersDiscarded,
    Offers,
    TapsRefilled,
)
from taphouse.engine.dank_and_draft.rules.offer import closed_types
from tests.dank_and_draft.build import (
    CHANCE,
    DECK,
    EVERY_OPTION,
    LIMIT,
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
    prompt,
    refusal,
    room,
    sample,
    step,
    written,
)

ONE_TOO_MANY = "ipa " * (LIMIT + 1)


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


def test_dd_17_the_number_of_each_type_is_the_players_own_choice() -> None:
    owed = position("discard", hands={1: "pilsner amber sour stout stout#2 " + "ipa " * (LIMIT - 3)})
    assert len(legal(owed)) == 10 + 2  # two different types, or two IPA, or two Stout
    assert "discard pilsner:1,sour:1" in legal(owed)


def test_dd_19_discards_go_type_by_type_and_then_by_brewery() -> None:
    owed = position("discard", hands={1: "stout#2 stout ipa#3 ipa#2 pilsner " + "ipa " * (LIMIT - 1)}, discards="sour")
    assert faces(after(owed, "discard ipa:1,pilsner:1,stout:2").discards).split()[2:] == ["pilsner", "stout", "stout#2"]


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
    ("hands", "rooms", "verbs", "text"),
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
    hands: dict[int, str], rooms: dict[int, str], verbs: tuple[str, ...], text: str | None
) -> None:
    state = position(hands=hands, rooms={}, opened=rooms)
    decision = RULES.decision(state)
    assert decision is not None
    assert decision.verbs == verbs
    assert text is None or prompt(decision) == text
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
