"""Cards that take set ingredients, and cards that draw."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from taphouse.engine.pint_craft.moves import (
    CardDiscarded,
    CardPlayed,
    CardsDrawn,
    DrawPileMade,
    HandDiscarded,
    TurnBegan,
)
from tests.edition_under_test import packaged_figures
from tests.pint_craft.build import (
    RULES,
    asked,
    cards,
    discarded,
    hand,
    has,
    legal,
    position,
    pot,
)
from tests.pint_craft.cards.shared import acting, face_off, made, mixes, plays, plays_each, took

RESTOCKING = {
    "restock-grains": "base-malt:3,specialty-malt:1",
    "restock-hops": "hops:3",
    "special-order": "specialty-malt:2,adjuncts:1",
}


# --- Restock Grains, Restock Hops, Special Order ----------------------------------------------------------------------


@packaged_figures
@plays_each(RESTOCKING)
def test_pc_10_a_card_of_set_ingredients_pays_them_at_once(card: str) -> None:
    state, events = made(position(hands={1: f"{card} merch"}), f"play {card}")
    assert events == [CardPlayed(1, card), took(1, RESTOCKING[card], card), CardDiscarded(1, card)]
    assert (has(state, 1), discarded(state), asked(state)) == (RESTOCKING[card], card, (1, "play"))


@packaged_figures
@pytest.mark.parametrize(
    ("card", "left", "taken"),
    [
        ("restock-grains", "base-malt:2,hops:9", "base-malt:2"),
        ("restock-grains", "base-malt:1,specialty-malt:4", "base-malt:1,specialty-malt:1"),
        ("restock-grains", "specialty-malt:4", "specialty-malt:1"),
        ("restock-hops", "base-malt:9,hops:1", "hops:1"),
        ("special-order", "specialty-malt:1,adjuncts:3", "specialty-malt:1,adjuncts:1"),
        ("special-order", "specialty-malt:5,hops:4", "specialty-malt:2"),
        ("special-order", "base-malt:4,adjuncts:1", "adjuncts:1"),
    ],
)
def test_pc_13_a_card_of_set_ingredients_takes_what_is_there_and_nothing_instead(card, left, taken) -> None:
    start = replace(position(hands={1: f"{card} merch"}), pot=pot(left))
    state, events = made(start, f"play {card}")
    assert events == [CardPlayed(1, card), took(1, taken, card), CardDiscarded(1, card)]
    assert has(state, 1) == taken


# --- Hangover Cure, Local Investors -----------------------------------------------------------------------------------


@packaged_figures
@plays("hangover-cure")
def test_hangover_cure_draws_two_and_then_chooses_one() -> None:
    start = position(hands={1: "hangover-cure merch"}, pile="venue big-tanks taproom", discards="smash-hit")
    state, events = made(start, "play hangover-cure")
    drawn = CardsDrawn(1, 2, ("big-tanks", "venue"))
    assert events == [CardPlayed(1, "hangover-cure"), drawn]
    assert [RULES.redact(drawn, seat) for seat in (1, 2, None)] == [
        drawn,
        CardsDrawn(1, 2, None),
        CardsDrawn(1, 2, None),
    ]
    assert (hand(state, 1), state.pile) == ("big-tanks merch venue", cards("taproom"))
    assert (asked(state), acting(state), sorted(legal(state))) == ((1, "choose"), "hangover-cure", mixes(1))
    state, events = made(state, "choose specialty-malt:1")
    assert events == [took(1, "specialty-malt:1", "hangover-cure"), CardDiscarded(1, "hangover-cure")]
    assert (discarded(state), asked(state)) == ("smash-hit hangover-cure", (1, "play"))


@packaged_figures
@pytest.mark.parametrize(
    ("pile", "discards", "shuffled", "drawn"),
    [
        ("", "venue taproom", 2, "taproom venue"),
        ("smash-hit", "venue", 1, "smash-hit venue"),
        ("", "venue", 1, "venue"),
        ("venue", "", 0, "venue"),
    ],
)
@plays("hangover-cure")
def test_pc_08_hangover_cure_shuffles_the_discards_but_not_itself(pile, discards, shuffled, drawn) -> None:
    start = position(hands={1: "hangover-cure"}, pile=pile, discards=discards)
    state, events = made(start, "play hangover-cure", "choose hops:1")
    assert hand(state, 1) == drawn
    assert events[1:-2] == [DrawPileMade(shuffled)] * bool(shuffled) + [
        CardsDrawn(1, len(drawn.split()), tuple(drawn.split()))
    ]
    assert (state.pile, discarded(state)) == ((), "hangover-cure")


@packaged_figures
@plays("hangover-cure")
def test_pc_08_hangover_cure_draws_two_of_a_new_pile_and_leaves_the_rest_there() -> None:
    start = position(hands={1: "hangover-cure"}, pile="", discards="venue taproom merch smash-hit")
    state, events = made(start, "play hangover-cure")
    assert events[1] == DrawPileMade(4)
    assert (len(state.hands[0]), len(state.pile), state.discards) == (2, 2, ())


@packaged_figures
@plays("hangover-cure")
def test_pc_08_hangover_cure_with_nothing_to_draw_still_chooses() -> None:
    state, events = made(position(hands={1: "hangover-cure merch"}, pile=""), "play hangover-cure", "choose hops:1")
    assert events == [
        CardPlayed(1, "hangover-cure"),
        took(1, "hops:1", "hangover-cure"),
        CardDiscarded(1, "hangover-cure"),
    ]
    assert (hand(state, 1), discarded(state)) == ("merch", "hangover-cure")


@packaged_figures
@plays("local-investors")
def test_local_investors_chooses_three_and_then_draws_one() -> None:
    start = position(hands={1: "local-investors merch"}, pile="venue taproom")
    state, events = made(start, "play local-investors")
    assert events == [CardPlayed(1, "local-investors")]
    assert (asked(state), hand(state, 1), sorted(legal(state))) == ((1, "choose"), "merch", mixes(3))
    state, events = made(state, "choose base-malt:1,hops:2")
    drawn = CardsDrawn(1, 1, ("venue",))
    assert events == [took(1, "base-malt:1,hops:2", "local-investors"), drawn, CardDiscarded(1, "local-investors")]
    assert RULES.redact(drawn, 2) == CardsDrawn(1, 1, None)
    assert (hand(state, 1), state.pile) == ("merch venue", cards("taproom"))
    assert (discarded(state), asked(state)) == ("local-investors", (1, "play"))


@packaged_figures
@pytest.mark.parametrize("discards", ["venue", ""])
@plays("local-investors")
def test_pc_08_local_investors_does_not_draw_itself_from_a_new_pile(discards: str) -> None:
    start = position(hands={1: "local-investors restock-hops"}, pile="", discards=discards)
    state, events = made(start, "play local-investors", "choose hops:3")
    assert events[2:-1] == ([DrawPileMade(1), CardsDrawn(1, 1, ("venue",))] if discards else [])
    assert (hand(state, 1), discarded(state)) == (" ".join(["restock-hops", *discards.split()]), "local-investors")


@packaged_figures
@plays_each(["hangover-cure", "local-investors", "fresh-start"])
def test_pc_06_what_a_card_draws_does_not_change_what_the_turn_draws(card: str) -> None:
    pile = "venue taproom smash-hit mug-club beer-festival big-tanks redistribution restock-hops"
    state, _ = made(position(hands={1: f"{card} merch", 2: "venue"}, pile=pile), f"play {card}")
    if asked(state) == (1, "choose"):
        state, _ = made(state, legal(state)[0])
    _, events = made(state, "stop-playing")
    assert [event.count for event in events if isinstance(event, CardsDrawn)] == [2]


@plays_each(["hangover-cure", "local-investors", "fresh-start"])
def test_pc_07_a_card_that_draws_as_the_last_one_in_hand_lets_the_player_play_on(card: str) -> None:
    state, _ = made(position(hands={1: card}, pile="venue venue merch"), f"play {card}")
    if asked(state) == (1, "choose"):
        state, _ = made(state, legal(state)[0])
    assert asked(state) == (1, "play")
    assert "play venue" in legal(state)


@packaged_figures
@plays_each(["hangover-cure", "local-investors"])
def test_pc_25_in_a_face_off_a_card_draws_nothing_and_pays_its_choice(card: str) -> None:
    start = face_off(hands={1: f"{card} merch", 3: "venue"}, discards="smash-hit")
    state, _ = made(start, f"play {card}")
    assert sorted(legal(state)) == mixes(1 if card == "hangover-cure" else 3)
    state, events = made(state, legal(state)[0])
    assert not any(isinstance(event, CardsDrawn | DrawPileMade) for event in events)
    assert (hand(state, 1), state.pile) == ("merch", start.pile)
    assert (discarded(state), asked(state)) == (f"smash-hit {card}", (3, "play"))


# --- Fresh Start ------------------------------------------------------------------------------------------------------


@packaged_figures
@plays("fresh-start")
def test_fresh_start_discards_the_rest_of_the_hand_and_draws_one_card_more() -> None:
    pile = "taproom smash-hit redistribution big-tanks"
    start = position(hands={1: "fresh-start venue merch"}, pile=pile, discards="mug-club")
    state, events = made(start, "play fresh-start")
    drawn = ("taproom", "redistribution", "smash-hit")
    assert events == [
        CardPlayed(1, "fresh-start"),
        HandDiscarded(1, ("merch", "venue")),
        CardsDrawn(1, 3, drawn),
        CardDiscarded(1, "fresh-start"),
    ]
    assert RULES.redact(events[1], 2) == events[1]  # the discard stack is public
    assert RULES.redact(events[2], 2) == CardsDrawn(1, 3, None)
    assert (hand(state, 1), state.pile) == (" ".join(drawn), cards("big-tanks"))
    assert (discarded(state), asked(state)) == ("mug-club merch venue fresh-start", (1, "play"))


@packaged_figures
@plays("fresh-start")
def test_fresh_start_as_the_last_card_draws_one() -> None:
    state, events = made(position(hands={1: "fresh-start"}, pile="venue taproom"), "play fresh-start")
    assert events == [
        CardPlayed(1, "fresh-start"),
        CardsDrawn(1, 1, ("venue",)),
        CardDiscarded(1, "fresh-start"),
    ]
    assert (hand(state, 1), discarded(state)) == ("venue", "fresh-start")


@pytest.mark.parametrize(
    ("pile", "discards", "shuffled", "held"),
    [
        ("taproom", "", 2, "taproom merch venue"),
        ("", "big-tanks", 3, "big-tanks merch venue"),
        ("", "", 2, "merch venue"),  # still short: what there is
    ],
)
@plays("fresh-start")
def test_pc_08_fresh_start_shuffles_the_hand_it_discarded_into_a_new_pile(pile, discards, shuffled, held) -> None:
    start = position(hands={1: "fresh-start venue merch"}, pile=pile, discards=discards)
    state, events = made(start, "play fresh-start")
    assert DrawPileMade(shuffled) in events
    assert CardsDrawn(1, len(held.split()), tuple(held.split())) in events
    assert (hand(state, 1), state.pile, discarded(state)) == (held, (), "fresh-start")


@plays("fresh-start")
def test_pc_25_in_a_face_off_fresh_start_discards_the_hand_and_draws_nothing() -> None:
    start = face_off(hands={1: "fresh-start venue merch", 3: "venue"})
    state, events = made(start, "play fresh-start")
    assert events == [
        CardPlayed(1, "fresh-start"),
        HandDiscarded(1, ("merch", "venue")),
        CardDiscarded(1, "fresh-start"),
        TurnBegan(3),
    ]
    assert (hand(state, 1), state.pile, asked(state)) == ("", start.pile, (3, "play"))
