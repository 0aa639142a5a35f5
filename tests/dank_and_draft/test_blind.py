"""Positions with cards that are not known: whose knowledge they are, and what may be done in them."""

from __future__ import annotations

import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from taphouse.engine.chance import BLIND, Chance, seed_from
from taphouse.engine.contract import SPECTATOR, WHOLE, IllegalMove, Move
from taphouse.engine.dank_and_draft.cards import BEER, UNKNOWN
from taphouse.engine.dank_and_draft.moves import DankAndDraftOptions, Discard, Offer, Pairing, StockUp, TakeAction
from taphouse.engine.dank_and_draft.state import DankAndDraftState
from taphouse.engine.first_seat import FirstSeat
from taphouse.lab.game_tests.invariants import covers
from tests.dank_and_draft.build import (
    EVERY_OPTION,
    LIMIT,
    RULES,
    after,
    faces,
    legal,
    move,
    phase_of,
    position,
    refusal,
    said,
    sample,
)
from tests.edition_under_test import packaged_figures

SEAT_1 = DankAndDraftOptions(first_seat=FirstSeat.SEAT_1)
IPA, AMBER = (n << 4 for n in (1, 3))
"""Beers of which only the type is known."""


def begun(seed: str) -> DankAndDraftState:
    """A new game of two seats that seat 1 starts, as seat 1 knows it."""
    return RULES.known(RULES.new(SEAT_1, 2, Chance(seed_from(seed))), 1)


@pytest.mark.parametrize("options", [DankAndDraftOptions(), SEAT_1, replace(SEAT_1, pairing=Pairing.PRINTED)])
def test_dd_01_no_game_is_set_up_without_a_seed(options: DankAndDraftOptions) -> None:
    with pytest.raises(ValueError, match="needs a seed"):
        RULES.new(options, 2, BLIND)


def test_dd_02_the_seat_that_starts_is_not_guessed() -> None:
    class OnlyTheDeck(Chance):
        """Knows every shuffle and no other draw."""

        def pick(self, draw: int, n: int, k: int) -> tuple[int, ...] | None:
            return None

    with pytest.raises(ValueError, match="needs a seed"):
        RULES.new(DankAndDraftOptions(), 2, OnlyTheDeck(seed_from("x")))
    assert RULES.new(SEAT_1, 2, OnlyTheDeck(seed_from("x"))).seat == 1


# --- whose knowledge a position is ----------------------------------------------------------------------------------------


def test_dd_26_only_the_decider_and_the_whole_position_have_moves() -> None:
    for state, made in sample():
        if made is None:
            continue
        for viewer in (*range(1, len(state.hands) + 1), None):
            known = RULES.known(state, viewer)
            assert known.viewer == (SPECTATOR if viewer is None else viewer)
            if viewer == state.seat:
                assert list(RULES.moves(known)) == list(RULES.moves(state))
                continue
            assert list(RULES.moves(known)) == []
            refused = RULES.why_not(known, made)
            assert refused is not None
            assert (refused.rule, said(refused)) == (
                "DD-26",
                f"Only Seat {state.seat} decides now.",
            )
            with pytest.raises(IllegalMove):
                RULES.apply(known, made, BLIND)


def test_dd_04b_a_finished_game_is_known_whole() -> None:
    for state, _ in sample():
        if state.ended:
            assert state.viewer == WHOLE
            assert RULES.known(state, 1) is state


# --- unknown cards --------------------------------------------------------------------------------------------------------

RECYCLE = position(
    hands={1: "amber", 2: "ipa/recycle stout/stock-up sour/spoil"},
    rooms={2: "sour#3 sour#4"},
    pile="sour#5 sour#6 pilsner#3 stout#2 stout#3",
)


def blind(state: DankAndDraftState, *lines: str) -> DankAndDraftState:
    """The knowledge of seat 1 after its moves, when nothing is drawn."""
    return after(RULES.known(state, 1), *lines, chance=BLIND)


def test_dd_14_taps_that_are_not_known_are_in_no_stock_up() -> None:
    state = blind(RECYCLE, "take-action 2 recycle", "end-turn", "draft row-2", "take-action 2 stock-up")
    assert state.taps[:3] == (UNKNOWN,) * 3
    assert (phase_of(state), RULES.decision(state).verbs) == ("stock-up", ("decline", "stock-up"))
    assert legal(state) == ["decline", "stock-up 7", "stock-up 8", "stock-up 9"]
    assert refusal(state, "stock-up 1").rule == "DD-14"
    assert refusal(state, "stock-up 1,7").rule == "DD-14"


def test_dd_09_a_stock_up_from_taps_of_which_none_is_known_can_affect_them() -> None:
    state = replace(position(hands={2: "ipa/stock-up"}, taps=". . . . . . . . ipa"), taps=(-1,) * 8 + (UNKNOWN,))
    owed = after(state, "take-action 2 stock-up", chance=BLIND)
    assert legal(owed) == ["decline"]
    assert phase_of(after(owed, "decline", chance=BLIND)) == "offer"


def test_dd_16_cards_that_are_not_known_are_in_no_offer() -> None:
    state = blind(RECYCLE, "take-action 2 recycle", "end-turn", "draft row-1")
    assert state.hands[0].count(UNKNOWN) == 3
    assert RULES.deck.counts(state.hands[0]) == (0, 0, 1, 0, 0)
    assert legal(state, "offer") == ["offer amber 1"]
    assert refusal(state, "offer stout 1").rule == "DD-16"
    assert RULES.view(state).players[0].hand.cards is None


def test_dd_17_cards_that_are_not_known_are_in_no_discard_but_count_for_the_limit() -> None:
    state = position("discard", hands={1: "ipa ipa#2 stout"})
    state = replace(state, hands=(state.hands[0] + (UNKNOWN,) * (LIMIT - 1), ()), viewer=1)
    assert legal(state) == ["discard ipa:2", "discard ipa:1,stout:1"]
    assert said(refusal(state, "discard stout:2")) == "You have 1 Stout, not 2, in your hand."
    done = after(state, "discard ipa:2", chance=BLIND)
    assert len(done.hands[0]) == LIMIT


def test_dd_08_actions_that_are_not_known_are_not_taken() -> None:
    state = position(hands={2: "ipa/spoil ipa/snatch"})
    state = replace(state, hands=((), (UNKNOWN, state.hands[1][1])))
    assert legal(state, "take-action") == ["take-action 2 snatch"]


@packaged_figures  # another deals other cards from this seed
def test_a_blind_sequence_that_counted_unknown_cards_as_stouts_is_refused() -> None:
    state = begun("r5")
    lines = ["draft row-1", "take-action 2 recycle", "end-turn", "draft row-2", "take-action 2 stock-up"]
    for line in lines:
        assert line in legal(state)
        state = after(state, line, chance=BLIND)
    assert state.taps[:3] == (UNKNOWN,) * 3
    assert refusal(state, "stock-up 1,2").rule == "DD-14"
    with pytest.raises(IllegalMove):
        RULES.apply(state, move("stock-up 1,2"), BLIND)
    assert all(state.taps[tap - 1] != UNKNOWN for m in RULES.moves(state) if isinstance(m, StockUp) for tap in m.taps)


@pytest.mark.parametrize(
    ("line", "gone", "left"),
    [("offer ipa 1", [IPA], [IPA]), ("offer ipa 2", [IPA] * 2, []), ("offer amber 1", [AMBER], [])],
)
def test_dd_04a_which_beer_leaves_a_hand_with_unknown_cards_is_not_guessed(
    line: str, gone: list[int], left: list[int]
) -> None:
    state = position(hands={1: "ipa ipa#2 amber"})
    others = [card & BEER for card in state.hands[0] if line.split()[1] not in faces((card,))]
    known = tuple(card & BEER for card in state.hands[0])
    state = replace(state, hands=((UNKNOWN, *known), ()), viewer=1)
    offered = after(state, line, chance=BLIND)
    assert [card for stack in offered.taprooms[0] for card in stack] == gone
    assert sorted(offered.hands[0]) == sorted([UNKNOWN, *left, *others])


def test_dd_04a_which_beer_is_discarded_from_a_hand_with_unknown_cards_is_not_guessed() -> None:
    state = position("discard", hands={1: "ipa stout"})
    known = tuple(card & BEER for card in state.hands[0])
    state = replace(state, hands=(known + (UNKNOWN,) * (LIMIT - 1), ()), viewer=1)
    done = after(state, "discard ipa:1", chance=BLIND)
    assert done.discards == (IPA,)
    assert sorted(done.hands[0]) == [UNKNOWN] * (LIMIT - 1) + [known[1]]


@pytest.mark.parametrize("options", EVERY_OPTION)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_chain_of_blind_moves_is_legal_and_tells_nothing_that_does_not_come_true(
    seats: int, options: DankAndDraftOptions
) -> None:
    offered_or_discarded = 0
    for seed in range(6):
        rng, chance = random.Random(seed), Chance(seed_from(str(seed)))
        start = RULES.new(options, seats, chance)
        while moves := list(RULES.moves(start)):
            seat, real, blind = start.seat, start, RULES.known(start, start.seat)
            while real.seat == seat and (chain := list(RULES.moves(blind))):
                unsure = UNKNOWN in blind.hands[seat - 1]
                made = rng.choice([m for m in chain if isinstance(m, TakeAction)] or chain)
                assert RULES.why_not(real, made) is None
                real, blind = RULES.apply(real, made, chance).state, RULES.apply(blind, made, BLIND).state
                told, true = RULES.view(blind), RULES.view(RULES.known(real, seat))
                assert covers(msgspec.to_builtins(told), msgspec.to_builtins(true)), made
                offered_or_discarded += unsure and isinstance(made, Offer | Discard)
            start = RULES.apply(start, rng.choice(moves), chance).state
    assert offered_or_discarded


def check(state: DankAndDraftState, made: Move) -> None:
    """A move that is listed in a blind position is about known cards only."""
    hand = state.hands[state.seat - 1]
    if isinstance(made, StockUp):
        assert UNKNOWN not in [state.taps[tap - 1] for tap in made.taps]
    if isinstance(made, Offer | Discard):
        assert sum(RULES.deck.counts(hand)) == sum(card >> 4 != 0 for card in hand)


@settings(max_examples=150)
@given(
    seed=st.integers(0, 2**32),
    seats=st.integers(2, 4),
    options=st.sampled_from(EVERY_OPTION),
    made=st.integers(0, 25),
    whole=st.booleans(),
)
def test_blind_positions_go_on_and_on_without_an_exception(
    seed: int, seats: int, options: DankAndDraftOptions, made: int, whole: bool
) -> None:
    rng, chance = random.Random(seed), Chance(seed_from(str(seed)))
    state = RULES.new(options, seats, chance)
    for _ in range(made):
        if moves := list(RULES.moves(state)):
            state = RULES.apply(state, rng.choice(moves), chance).state
    state = state if whole or state.ended else RULES.known(state, state.seat)
    for _ in range(60):
        RULES.view(state)
        decision, moves = RULES.decision(state), list(RULES.moves(state))
        assert (decision is None) == (RULES.outcome(state) is not None)
        assert {m.verb for m in moves} <= set(decision.verbs if decision else ())
        if not moves:
            return  # it is over, another seat decides, or the moves are about unknown cards
        chosen = rng.choice([m for m in moves if m.verb in ("draft", "take-action", "stock-up")] or moves)
        check(state, chosen)
        assert RULES.why_not(state, chosen) is None
        state = RULES.apply(state, chosen, BLIND).state
