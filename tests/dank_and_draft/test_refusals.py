"""Every way in which a move is refused: the rule, and a sentence that says what would be right."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import combinations, product

import msgspec
import pytest
from msgspec.structs import replace

from taphouse.engine.contract import IllegalMove, Move
from taphouse.engine.dank_and_draft.about import GAME
from taphouse.engine.dank_and_draft.cards import GAP, UNKNOWN, Action, BeerType, Line
from taphouse.engine.dank_and_draft.moves import (
    BeerAmounts,
    Decline,
    Discard,
    Draft,
    EndTurn,
    Offer,
    Offers,
    Snatch,
    Spoil,
    StockUp,
    TakeAction,
)
from taphouse.engine.dank_and_draft.state import DankAndDraftState
from taphouse.engine.notation import write
from tests.dank_and_draft.build import (
    CHANCE,
    EDITION,
    LIMIT,
    MOST_SPOILED,
    MOST_STOCKED_UP,
    RULES,
    position,
    refusal,
    said,
    sample,
)
from tests.told import check_told

HANDS = {1: "ipa ipa#2 stout", 2: "ipa/spoil amber/snatch"}
TOO_MANY = {1: "ipa " * LIMIT + "stout stout", 2: "ipa/spoil"}
ROOMS = {1: "sour", 2: "ipa ipa#2 ipa#3 ipa#4 amber amber#2"}
SNATCH = "Choose the type of beer to snatch from every other player."
CHOICE = {
    "spoil": "Another decision comes first. Choose beers of one type to spoil in another player's taproom, or decline.",
    "snatch": f"Another decision comes first. {SNATCH}",
    "stock-up": "Another decision comes first. Choose beers of one type to take from the taps, or decline.",
}
DONE = f"Another decision comes first. Discard 2 cards, down to {LIMIT}."
GIVEN_UP = "The action of this turn was taken, or was given up by offering a stack."
NONE_TAKEN = "No action is being performed; take one from an opponent's hand first."
LAST = "The draft of this turn is done; phases come in order."
FIRST = "Another decision comes first. Draft the three beers of a complete row or column."
TOO_SOON = "Cards are discarded last, from a hand over the limit; end the turn first."

REFUSALS = [
    # draft
    (position("act"), "draft row-2", "DD-25", LAST),
    (position("discard", hands=TOO_MANY), "draft row-2", "DD-17", DONE),
    (
        position("draft", taps="ipa . ipa ipa ipa ipa ipa ipa ipa"),
        "draft column-2",
        "DD-07",
        "There is a gap in column 2; a line can be drafted only if all three taps hold a card.",
    ),
    # take-action
    (position("draft", hands=HANDS), "take-action 2 spoil", "DD-07", FIRST),
    (
        position("snatch ipa/snatch 2", hands=HANDS, rooms=ROOMS),
        "take-action 2 spoil",
        "DD-13",
        CHOICE["snatch"],
    ),
    (position("offer", hands=HANDS), "take-action 2 spoil", "DD-25", GIVEN_UP),
    (position("end", hands=HANDS), "take-action 2 spoil", "DD-25", GIVEN_UP),
    (position("discard", hands=TOO_MANY), "take-action 2 spoil", "DD-17", DONE),
    (
        position(hands=HANDS),
        "take-action 1 spoil",
        "DD-08",
        "Actions are taken from an opponent's hand, never from your own.",
    ),
    (position(hands=HANDS), "take-action 3 spoil", "DD-08", "There is no seat 3; the seats are 1 to 2."),
    (
        position(seats=3, hands=HANDS),
        "take-action 3 spoil",
        "DD-09",
        "Seat 3's hand is empty; choose another opponent.",
    ),
    (position(hands=HANDS), "take-action 2 stock-up", "DD-08", "There is no Stock Up in Seat 2's hand."),
    # spoil
    (
        position(rooms=ROOMS),
        "spoil 2 ipa 1",
        "DD-08",
        NONE_TAKEN,
    ),
    (position("offer", rooms=ROOMS), "spoil 2 ipa 1", "DD-25", GIVEN_UP),
    (position("draft", rooms=ROOMS), "spoil 2 ipa 1", "DD-07", FIRST),
    (
        position("spoil ipa/spoil 2", rooms=ROOMS),
        "spoil 1 sour 1",
        "DD-10",
        "A Spoil destroys beers of another player, not your own.",
    ),
    (
        position("spoil ipa/spoil 2", rooms=ROOMS),
        "spoil 4 ipa 1",
        "DD-10",
        "There is no seat 4; the seats are 1 to 2.",
    ),
    (
        position("spoil ipa/spoil 2", rooms=ROOMS),
        "spoil 2 stout 1",
        "DD-10",
        "Seat 2 has no Stout; choose another stack, or decline.",
    ),
    (
        position("spoil ipa/spoil 2", rooms=ROOMS),
        f"spoil 2 ipa {MOST_SPOILED + 1}",
        "DD-10",
        f"At most {MOST_SPOILED} IPAs of this stack can be spoiled, not {MOST_SPOILED + 1}.",
    ),
    (
        position("spoil ipa/spoil 2", rooms=ROOMS),
        "spoil 2 amber 3",
        "DD-10",
        "At most 2 Ambers of this stack can be spoiled, not 3.",
    ),
    # snatch
    (
        position("stock-up ipa/stock-up 2", rooms=ROOMS),
        "snatch ipa",
        "DD-14",
        CHOICE["stock-up"],
    ),
    (
        position("snatch ipa/snatch 2", rooms=ROOMS),
        "snatch sour",
        "DD-09",
        "No other player has Sour; choose a type that another player has.",
    ),
    # stock-up
    (
        position("spoil ipa/spoil 2", rooms=ROOMS),
        "stock-up 4",
        "DD-10",
        CHOICE["spoil"],
    ),
    (
        position("stock-up ipa/stock-up 2"),
        "stock-up none",
        "DD-14",
        f"Name 1 to {MOST_STOCKED_UP} taps, or decline.",
    ),
    (
        position("stock-up ipa/stock-up 2"),
        f"stock-up {','.join('45689'[: MOST_STOCKED_UP + 1])}",
        "DD-14",
        f"Name 1 to {MOST_STOCKED_UP} taps, or decline.",
    ),
    (position("stock-up ipa/stock-up 2"), "stock-up 4,4", "DD-14", "Name different taps from 1 to 9, each once."),
    (
        position("stock-up ipa/stock-up 2"),
        "stock-up 3,4",
        "DD-14",
        "Tap 3 is a gap; gaps are filled at the end of the turn.",
    ),
    (position("stock-up ipa/stock-up 2"), "stock-up 4,5", "DD-14", "The beers must all be of one type."),
    (
        replace(position("stock-up ipa/stock-up 2"), taps=(GAP,) * 6 + (UNKNOWN,) * 3),
        "stock-up 7",
        "DD-14",
        "The beer at tap 7 is not known yet.",
    ),
    # decline
    (
        position("snatch ipa/snatch 2", rooms=ROOMS),
        "decline",
        "DD-13",
        f"A Snatch cannot be declined. {SNATCH}",
    ),
    (position("act", hands=HANDS), "decline", "DD-08", NONE_TAKEN),
    (position("offer", hands=HANDS), "decline", "DD-25", GIVEN_UP),
    (position("draft", hands=HANDS), "decline", "DD-07", FIRST),
    # offer
    (position("draft", hands=HANDS), "offer ipa 1", "DD-07", FIRST),
    (position("spoil ipa/spoil 2", hands=HANDS, rooms=ROOMS), "offer ipa 1", "DD-10", CHOICE["spoil"]),
    (position("discard", hands=TOO_MANY), "offer ipa 1", "DD-17", DONE),
    (
        position("end", hands=HANDS),
        "offer ipa 1",
        "DD-16",
        "Only one new stack can be offered in a turn; end the turn.",
    ),
    (
        position(hands=HANDS, rooms={1: "ipa#3"}),
        "offer ipa 1",
        "DD-16",
        "IPA is closed to you: you have or had a stack of it.",
    ),
    (position(hands=HANDS), "offer ipa 3", "DD-16", "You have 2 IPAs, not 3, in your hand."),
    (position(hands=HANDS), "offer sour 1", "DD-16", "You have no Sour in your hand."),
    # end-turn
    (position("draft"), "end-turn", "DD-07", FIRST),
    (position("stock-up ipa/stock-up 2"), "end-turn", "DD-14", CHOICE["stock-up"]),
    (position("discard", hands=TOO_MANY), "end-turn", "DD-17", DONE),
    # discard
    (position("act", hands=TOO_MANY), "discard ipa:2", "DD-25", TOO_SOON),
    (position("end", hands=TOO_MANY), "discard ipa:2", "DD-25", TOO_SOON),
    (position("draft", hands=TOO_MANY), "discard ipa:2", "DD-07", FIRST),
    (position("discard", hands=TOO_MANY), "discard stout:3", "DD-17", "You have 2 Stouts, not 3, in your hand."),
    (
        position("discard", hands=TOO_MANY),
        "discard ipa:1",
        "DD-17",
        f"Discard exactly 2 cards, down to {LIMIT}; not 1.",
    ),
    (
        position("discard", hands=TOO_MANY),
        "discard ipa:3",
        "DD-17",
        f"Discard exactly 2 cards, down to {LIMIT}; not 3.",
    ),
    # any
    (replace(position("act"), viewer=2), "end-turn", "DD-26", "Only Seat 1 decides now."),
    (replace(position("act"), viewer=0), "end-turn", "DD-26", "Only Seat 1 decides now."),
    (replace(position(), pending=(), ended="taps"), "end-turn", "DD-26", "The game is over."),
]


@pytest.mark.parametrize(("state", "line", "rule", "sentence"), REFUSALS, ids=[f"{r[1]} {r[2]}" for r in REFUSALS])
def test_a_refusal_names_the_rule_and_what_would_be_right(
    state: DankAndDraftState, line: str, rule: str, sentence: str
) -> None:
    refused = refusal(state, line)
    assert (refused.rule, said(refused)) == (rule, sentence)


def test_every_reason_is_met_and_told_in_german() -> None:
    check_told(GAME, EDITION, [refusal(state, line) for state, line, *_ in REFUSALS])


ORDER = ["draft", "act", "offer", "end", "discard", *(f"{choice} ipa/{choice} 2" for choice in CHOICE)]
"""Every decision."""


@pytest.mark.parametrize("phase", ORDER)
def test_a_move_that_answers_another_decision_is_refused_by_the_rule_of_the_one_that_is_owed(phase: str) -> None:
    state = position(phase, hands=TOO_MANY, rooms=ROOMS, offers=Offers.ONE_A_TURN)
    decision = RULES.decision(state)
    assert decision is not None
    elsewhere = (
        {"DD-25"} if phase in ("act", "offer", "end") else set()
    )  # the phase of the move is over, or yet to come
    for move in domain():
        if move.verb in decision.verbs:
            continue
        refused = RULES.why_not(state, move)
        assert refused is not None
        if phase == "end" and isinstance(move, Offer):
            assert refused.rule == "DD-16"  # one stack was offered
        else:
            assert refused.rule in {decision.rules[0]} | elsewhere
    if not elsewhere:
        others = {move for move in domain() if move.verb not in decision.verbs and not isinstance(move, Decline)}
        assert len({RULES.why_not(state, move) for move in others}) == 1


@pytest.mark.parametrize("seat", [0, 5, 16])
def test_dd_08_dd_10_a_seat_that_is_not_at_the_table_is_refused_by_number(seat: int) -> None:
    state = position(seats=4, hands={4: "ipa/spoil"}, rooms={4: "ipa"})
    refused = RULES.why_not(state, TakeAction(seat, Action.SPOIL))
    assert refused is not None
    assert said(refused) == f"There is no seat {seat}; the seats are 1 to 4."
    spoil = position("spoil ipa/spoil 4", seats=4, rooms={4: "ipa"})
    refused = RULES.why_not(spoil, Spoil(seat, BeerType.IPA, 1))
    assert refused is not None
    assert said(refused) == f"There is no seat {seat}; the seats are 1 to 4."


# --- over the whole domain of moves -----------------------------------------------------------------------------------------


def _domain() -> Iterator[Move]:
    yield EndTurn()
    yield Decline()
    yield from map(Draft, Line)
    yield from (TakeAction(seat, action) for seat in range(6) for action in Action)
    yield from (Spoil(seat, type_, n) for seat in range(6) for type_ in BeerType for n in range(6))
    yield from map(Snatch, BeerType)
    yield from (Offer(type_, n) for type_ in BeerType for n in range(9))
    for size in range(5):
        yield from map(StockUp, combinations(range(1, 10), size))
    yield from (StockUp((tap, tap)) for tap in range(1, 10))
    yield from (StockUp((tap, tap, other)) for tap in (1, 5, 9) for other in range(1, 10))
    yield from map(StockUp, [(0,), (10,), (0, 1), (9, 10), tuple(range(1, 10))])
    for amounts in product(range(5), repeat=5):
        if sum(amounts) <= 4:
            yield Discard(BeerAmounts(*amounts))


@cache
def domain() -> tuple[Move, ...]:
    return tuple(_domain())


def test_the_domain_holds_every_move_that_is_ever_legal() -> None:
    assert len(set(domain())) > 600
    for state, _ in sample():
        assert set(RULES.moves(state)) <= set(domain())


@pytest.mark.parametrize("part", [0, 1, *(pytest.param(part, marks=pytest.mark.ecosystem) for part in (2, 3))])
def test_a_move_is_refused_exactly_when_it_is_not_among_the_legal_ones_and_then_nothing_changes(part: int) -> None:
    rng = random.Random(part)
    positions = [state for state, _ in sample()]
    seen: set[str] = set()
    choices = [position(f"{choice} ipa/{choice} 2", rooms=ROOMS) for choice in CHOICE]
    for state in rng.sample(positions, 100) + choices + [state for state, *_ in REFUSALS][part::4] + [REFUSALS[-1][0]]:
        kept = msgspec.msgpack.encode(state)
        legal = list(RULES.moves(state))
        assert len(legal) == len(set(legal)), "each once"
        for move in domain():
            refused = RULES.why_not(state, move)
            assert (refused is None) is (move in legal), f"{write(move)}: {refused}"
            if refused is None:
                RULES.apply(state, move, CHANCE)
                continue
            seen.add(refused.rule)
            assert said(refused).endswith(".")
            with pytest.raises(IllegalMove) as caught:
                RULES.apply(state, move, CHANCE)
            assert caught.value.refusal == refused
        assert msgspec.msgpack.encode(state) == kept
    assert {"DD-07", "DD-08", "DD-09", "DD-10", "DD-13", "DD-14", "DD-16", "DD-17", "DD-25", "DD-26"} <= seen


def test_a_running_game_always_has_a_legal_move_and_the_first_wants_least() -> None:
    for state, _ in sample():
        legal = [write(move) for move in RULES.moves(state)]
        assert bool(legal) is (not state.ended)
        assert "end-turn" not in legal[1:]


def test_a_refusal_is_the_same_from_what_the_deciding_seat_knows() -> None:
    rng = random.Random(5)
    for state, _ in rng.sample(sample(), 60):
        known = RULES.known(state, state.seat)
        for move in domain()[::3]:
            assert RULES.why_not(known, move) == RULES.why_not(state, move)
