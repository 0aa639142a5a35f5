"""DD-01, DD-02: the deal."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.dank_and_draft.cards import ACTION, BEER, GAP, Action
from taphouse.engine.dank_and_draft.moves import (
    DankAndDraftOptions,
    Pairing,
)
from taphouse.engine.dank_and_draft.state import DankAndDraftState
from taphouse.engine.first_seat import FirstSeat, with_first_seat
from tests.dank_and_draft.build import (
    CARDS,
    CHANCE,
    DEALT,
    DECK,
    EDITION,
    RULES,
    after,
    card,
    legal,
    said,
    turn_ended,
)
from tests.dank_and_draft.dealing import all_cards

SHUFFLED = DankAndDraftOptions()


PRINTED = DankAndDraftOptions(pairing=Pairing.PRINTED)


def dealt(seed: str, options: DankAndDraftOptions = SHUFFLED, seats: int = 2) -> DankAndDraftState:
    return RULES.new(options, seats, Chance(seed_from(seed)))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_dd_01_each_seat_is_dealt_its_hand_nine_cards_lie_at_the_taps_and_the_rest_is_the_pile(seats: int) -> None:
    state = dealt("deal", seats=seats)
    assert [len(hand) for hand in state.hands] == [DEALT] * seats
    assert len(state.taps) == 9
    assert GAP not in state.taps
    assert len(state.pile) == CARDS - DEALT * seats - 9
    assert state.discards == ()
    assert all(stack == () for room in state.taprooms for stack in room)
    assert (state.turn, state.extra, state.extra_owed, state.opened) == (1, False, False, (0,) * seats)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_dd_01_the_deck_is_dealt_from_the_top_to_seat_1_first_then_the_taps_then_the_pile(seats: int) -> None:
    order = CHANCE.order(1, CARDS)
    assert order is not None
    state = RULES.new(PRINTED, seats, CHANCE)
    assert all_cards(state) == tuple(DECK.printed[i] for i in order)


def test_dd_01_seat_1_is_dealt_first_from_whichever_seat_starts() -> None:
    by_seed = {(s := dealt(str(n), PRINTED, 3)).seat: (s, n) for n in range(40)}
    assert set(by_seed) == {1, 2, 3}
    for state, n in by_seed.values():
        order = Chance(seed_from(str(n))).order(1, CARDS)
        assert order is not None
        assert state.hands[0] == tuple(DECK.printed[i] for i in order[:DEALT])


def test_dd_01_the_top_of_the_pile_is_what_fills_the_first_gap() -> None:
    state = dealt("top")
    drawn = state.pile[-3:][::-1]
    assert turn_ended(after(state, "draft row-1")).taps[:3] == drawn


def test_dd_01_every_card_of_the_deck_comes_to_every_place() -> None:
    firsts = Counter(dealt(str(n), PRINTED).hands[0][0] for n in range(1000))
    assert len(firsts) == len(set(DECK.printed))
    assert max(firsts.values()) < 40  # 13 are expected


def test_dd_01_the_same_seed_deals_the_same_game() -> None:
    assert dealt("one") == dealt("one")
    assert dealt("one") != dealt("two")


@pytest.mark.parametrize("options", [SHUFFLED, PRINTED])
def test_dd_01a_the_deck_has_the_beers_and_actions_of_the_edition(options: DankAndDraftOptions) -> None:
    deck = all_cards(dealt("deck", options))
    assert Counter(c & BEER for c in deck) == Counter(c & BEER for c in DECK.printed)
    assert Counter(c & ACTION for c in deck) == Counter(c & ACTION for c in DECK.printed)


def test_dd_01a_the_option_printed_pairs_the_faces_as_the_edition_does() -> None:
    assert Counter(all_cards(dealt("deck", PRINTED))) == Counter(DECK.printed)


def test_dd_01a_the_faces_are_paired_anew_for_each_game() -> None:
    decks = [Counter(all_cards(dealt(str(n)))) for n in range(20)]
    assert len({tuple(sorted(deck.items())) for deck in decks}) == 20
    assert Counter(DECK.printed) not in decks


def test_dd_01a_every_beer_has_every_action_on_its_back_as_often_as_the_action_is_in_the_deck() -> None:
    beer = card("stout#3") & BEER
    backs = Counter(c & ACTION for n in range(1000) for c in all_cards(dealt(str(n))) if c & BEER == beer)
    for action in EDITION.actions:
        share = backs[list(Action).index(action.action) + 1] / backs.total()
        assert abs(share - action.count / CARDS) < 0.06


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_dd_02_the_seed_chooses_the_seat_that_starts(seats: int) -> None:
    starts = Counter(dealt(str(n), seats=seats).seat for n in range(600))
    assert set(starts) == set(range(1, seats + 1))
    assert min(starts.values()) > 600 / seats * 0.8


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_dd_02_with_the_option_any_seat_starts_and_nothing_else_changes(seats: int) -> None:
    usual = dealt("x", SHUFFLED, seats)
    for seat in range(1, seats + 1):
        option = with_first_seat(SHUFFLED, seat)
        assert RULES.why_not_new(option, seats) is None
        assert {dealt(str(n), option, seats).seat for n in range(10)} == {seat}
        assert dealt("x", option, seats) == replace(usual, options=option, seat=seat)
    refused = RULES.why_not_new(with_first_seat(SHUFFLED, seats + 1), seats)
    assert (refused.rule, said(refused)) == (
        "DD-02",
        f"There is no seat {seats + 1}; the seats are 1 to {seats}.",
    )


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_dd_02_play_goes_clockwise_in_seat_order(seats: int) -> None:
    state = dealt("x", DankAndDraftOptions(first_seat=FirstSeat.SEAT_1), seats)
    seen = []
    for _ in range(seats + 1):
        seen.append(state.seat)
        state = turn_ended(after(state, legal(state)[0]))
    assert seen == [*range(1, seats + 1), 1]


def test_dd_04a_one_card_is_drawn_like_the_first_of_a_shuffle() -> None:
    for draw in range(20):
        for number in range(2, 12):
            order = CHANCE.order(draw, number)
            assert order
            assert CHANCE.pick(draw, number, 1) == order[:1]
