"""PC-18, PC-21: the Seasons, and catching up."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from taphouse.engine.contract import Event
from taphouse.engine.first_seat import FirstSeat
from taphouse.engine.pint_craft.cards import SEASONS
from taphouse.engine.pint_craft.moves import (
    CardsDrawn,
    DrawPileMade,
    SeasonBegan,
    TurnBegan,
)
from taphouse.engine.pint_craft.state import PintCraftState
from taphouse.engine.vocabulary import Season
from tests.edition_under_test import packaged_figures
from tests.pint_craft.build import (
    DECK,
    RULES,
    after,
    asked,
    brewing,
    cards,
    hand,
    happened,
    legal,
    recipes,
    refusal,
    said,
)
from tests.pint_craft.turns.shared import changing, dealt, drawn, kinds, paid


def caught_up(events: list[Event]) -> list[tuple[int, int]]:
    """The number of cards that each seat drew after the Season changed."""
    return drawn(events[next(i for i, event in enumerate(events) if isinstance(event, SeasonBegan)) :])


# --- PC-18: the Seasons -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("season", "following"), [("winter", "spring"), ("spring", "summer"), ("summer", "fall"), ("fall", "winter")]
)
def test_pc_18_the_seasons_follow_each_other(season: str, following: str) -> None:
    state = brewing(seat=2, round=3, season=season, hands={1: "venue", 2: "venue"})
    ended = after(state, "end-turn")
    assert (SEASONS[ended.season], ended.round) == (Season(following), 4)
    assert [e for e in happened(state, "end-turn") if isinstance(e, SeasonBegan)] == [SeasonBegan(4, Season(following))]


@pytest.mark.parametrize("first", [1, 2, 3])
def test_pc_18_the_season_advances_before_the_first_players_turn_and_no_other(first: int) -> None:
    state = dealt(3, season=Season.FALL)
    state = replace(state, first=first, seat=first)
    changes = []
    for _ in range(9):
        events = happened(state, "stop-playing")
        state = after(state, "stop-playing")
        (turn,) = [e.seat for e in events if isinstance(e, TurnBegan)]
        changes.append((turn, [e.season for e in events if isinstance(e, SeasonBegan)]))
    seconds = [(first + k - 1) % 3 + 1 for k in range(1, 10)]
    new = {2: [Season.WINTER], 5: [Season.SPRING], 8: [Season.SUMMER]}
    assert changes == [(seat, new.get(i, [])) for i, seat in enumerate(seconds)]


def test_pc_18_the_first_round_has_the_first_season_and_pays_no_bonus() -> None:
    state = dealt(1, 2, season=Season.WINTER, first_seat=FirstSeat.SEAT_1)
    state = replace(state, taps=(recipes("kolsh"), recipes("bohemian-pilsner")), fronts=(cards("taproom"), ()))
    events = happened(state, "stop-playing")
    assert kinds(events) == ["CardsDrawn", "TurnBegan"]
    assert after(state, "stop-playing").season == state.season


def test_pc_18_the_bonuses_are_paid_to_all_before_the_turn_begins() -> None:
    taps = {1: "dunkelweizen", 2: "old-ale", 3: "english-barley-wine"}
    state = brewing(seats=3, seat=3, season="fall", taps=taps, hands={1: "venue", 3: "venue"})
    events = happened(state, "end-turn")
    assert kinds(events) == ["CardsDrawn", "SeasonBegan", *["IngredientsTaken"] * 3, "TurnBegan"]
    assert [seat for seat, *_ in paid(events)] == [1, 2, 3]


# --- PC-21: catching up -------------------------------------------------------------------------------------------------------


def catching(into: str, **words: object) -> PintCraftState:
    """Seat 3 of 3 is about to end the round; every hand has a card."""
    before = SEASONS[(SEASONS.index(Season(into)) - 1) % 4]
    hands = dict.fromkeys((1, 2, 3), "venue")
    return brewing(**{"seats": 3, "seat": 3, "round": 2, "season": before.value, "hands": hands, **words})


@packaged_figures
@pytest.mark.parametrize(("season", "draws"), [("winter", False), ("spring", True), ("summer", False), ("fall", True)])
def test_pc_21_on_the_change_into_fall_and_spring_who_has_the_fewest_pints_draws_a_card(
    season: str, draws: bool
) -> None:
    state = catching(season, taps={1: "american-ipa", 2: "american-amber", 3: "california-common"})
    assert caught_up(happened(state, "end-turn")) == ([(2, 1)] if draws else [])
    assert [len(cards) for cards in after(state, "end-turn").hands] == [1, 1 + draws, 4]


@pytest.mark.parametrize(
    ("taps", "seats"),
    [
        ({}, [1, 2, 3]),
        ({1: "american-ipa"}, [2, 3]),
        ({2: "american-ipa", 3: "california-common"}, [1]),
        ({1: "american-ipa", 2: "american-amber", 3: "california-common"}, [2]),
        ({1: "american-ipa", 2: "german-pilsner", 3: "belgian-trippel"}, [1, 2]),
    ],
)
def test_pc_21_all_who_tie_draw_one(taps: dict[int, str], seats: list[int]) -> None:
    assert caught_up(happened(catching("fall", taps=taps), "end-turn")) == [(seat, 1) for seat in seats]


def test_pc_21_the_pints_of_expansions_count() -> None:
    state = catching("spring", taps={1: "american-amber", 2: "american-ipa"}, fronts={3: "dining-room"})
    assert caught_up(happened(state, "end-turn")) == [(3, 1)]
    state = catching("spring", fronts={1: "dining-room", 3: "dining-room"})
    assert caught_up(happened(state, "end-turn")) == [(2, 1)]


@pytest.mark.parametrize("season", [Season.SPRING, Season.FALL])
def test_pc_21_nobody_draws_in_the_first_round(season: Season) -> None:
    assert [len(cards) for cards in dealt(1, 3, season=season).hands] == [DECK.starting_hand] * 3


@packaged_figures
@pytest.mark.parametrize("first", [1, 2, 3])
def test_pc_21_they_draw_in_seat_order_from_the_first_player(first: int) -> None:
    order = [(first + k - 1) % 3 + 1 for k in range(3)]
    state = catching("fall", seat=order[-1], first=first, pile="merch merch merch smash-hit taproom", discards="")
    events = happened(state, "end-turn")
    assert caught_up(events) == [(seat, 1) for seat in order[:2]]  # the third finds none
    ended = after(state, "end-turn")
    assert hand(ended, order[0]) == "smash-hit venue"
    assert hand(ended, order[1]) == "taproom venue"


@packaged_figures
def test_pc_21_it_comes_after_the_bonuses_and_before_the_turn() -> None:
    state = catching("fall", taps={1: "oktoberfest", 2: "english-brown-ale", 3: "american-ipa"})
    owed = after(state, "end-turn")
    assert asked(owed) == (1, "choose")
    second = after(owed, "choose hops:3")
    assert asked(second) == (2, "choose")
    assert [len(cards) for cards in second.hands] == [1, 1, 4]
    assert kinds(happened(second, "choose hops:1")) == ["IngredientsTaken", "CardsDrawn", "TurnBegan"]
    assert caught_up(happened(state, "end-turn", "choose hops:3", "choose hops:1")) == [(2, 1)]


@packaged_figures
def test_pc_21_a_card_so_drawn_may_be_played_in_the_turn_that_follows() -> None:
    state = catching("spring", hands={2: "venue", 3: "venue"}, pile="merch merch merch smash-hit venue venue")
    ended = after(state, "end-turn")
    assert asked(ended) == (1, "play")
    assert legal(ended) == ["stop-playing", "play smash-hit"]


def test_pc_21_with_an_empty_pile_the_discard_stack_is_shuffled_for_it() -> None:
    state = catching("fall", pile="merch merch merch", discards="smash-hit smash-hit mug-club")
    events = happened(state, "end-turn")
    assert [e for e in events if isinstance(e, DrawPileMade)] == [DrawPileMade(3)]
    assert caught_up(events) == [(1, 1), (2, 1), (3, 1)]


def test_pc_21_only_who_draws_sees_the_card() -> None:
    state = catching("fall", taps={1: "american-ipa", 3: "american-amber"})
    *_, event = [e for e in happened(state, "end-turn") if isinstance(e, CardsDrawn)]
    (card,) = (Counter(after(state, "end-turn").hands[1]) - Counter(state.hands[1])).elements()
    told, untold = CardsDrawn(2, 1, (DECK.titles[card].name,)), CardsDrawn(2, 1, None)
    assert event == told
    assert [RULES.redact(event, viewer) for viewer in (1, 2, 3, None)] == [untold, told, untold, untold]


def test_pc_20_a_choice_is_refused_in_words_that_say_what_would_be_right() -> None:
    state = after(changing("winter", taps={1: "american-amber american-ipa"}, fronts={1: "taproom"}), "end-turn")
    assert "choose 2 Basic Ingredients" in said(refusal(state, "choose hops:3"))
    assert "In Winter you cannot choose 1 Adjunct." in said(refusal(state, "choose adjuncts:1"))
