"""Cards that take cards from hands, the discard stack and the stacks of Recipes."""

from __future__ import annotations

from collections import Counter

import pytest

from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.pint_craft.moves import (
    CardDiscarded,
    CardPlayed,
    CardTaken,
    CardTakenBack,
    RecipeBuried,
)
from tests.edition_under_test import packaged_figures
from tests.pint_craft.build import (
    RULES,
    asked,
    discarded,
    emptied,
    hand,
    has,
    legal,
    on_offer,
    position,
)
from tests.pint_craft.cards.shared import bottom, costs, face_off, made, mixes, plays, rule, sizes, stacked, took

# --- Blind Taste Test -------------------------------------------------------------------------------------------------


@packaged_figures
@plays("blind-taste-test")
def test_blind_taste_test_takes_a_card_then_its_owner_chooses_one_and_at_last_its_player_two() -> None:
    start = position(seats=3, hands={1: "blind-taste-test merch", 2: "venue venue", 3: "taproom"})
    state, events = made(start, "play blind-taste-test")
    assert events == [CardPlayed(1, "blind-taste-test")]
    assert (asked(state), legal(state)) == ((1, "target"), ["target 2", "target 3"])
    state, events = made(state, "target 2")
    taken = CardTaken(1, 2, "venue")
    assert events == [taken]
    assert [hand(state, seat) for seat in (1, 2, 3)] == ["merch venue", "venue", "taproom"]
    assert (asked(state), sorted(legal(state))) == ((2, "choose"), mixes(1))
    state, events = made(state, "choose specialty-malt:1")
    assert events == [took(2, "specialty-malt:1", "blind-taste-test")]
    assert (asked(state), sorted(legal(state))) == ((1, "choose"), mixes(2))
    state, events = made(state, "choose base-malt:1,hops:1")
    assert events == [took(1, "base-malt:1,hops:1", "blind-taste-test"), CardDiscarded(1, "blind-taste-test")]
    assert (has(state, 1), has(state, 2)) == ("base-malt:1,hops:1", "specialty-malt:1")
    assert (discarded(state), asked(state)) == ("blind-taste-test", (1, "play"))


@plays("blind-taste-test")
def test_only_the_two_players_of_a_blind_taste_test_see_the_card() -> None:
    start = position(seats=3, hands={1: "blind-taste-test merch", 2: "venue"})
    _, (event,) = made(made(start, "play blind-taste-test")[0], "target 2")
    assert event == CardTaken(1, 2, "venue")
    assert [RULES.redact(event, seat) for seat in (1, 2)] == [event, event]
    assert [RULES.redact(event, seat) for seat in (3, None)] == [CardTaken(1, 2, None)] * 2


@plays("blind-taste-test")
def test_blind_taste_test_takes_every_card_of_the_hand_about_as_often() -> None:
    start = position(hands={1: "blind-taste-test", 2: "taproom venue mug-club"})
    taken = Counter(
        hand(made(start, "play blind-taste-test", chance=Chance(seed_from(str(n))))[0], 1) for n in range(300)
    )
    assert set(taken) == {"taproom", "venue", "mug-club"}
    assert min(taken.values()) > 60


@packaged_figures
@plays("blind-taste-test")
def test_blind_taste_test_finds_an_empty_hand_and_its_owner_still_chooses() -> None:
    start = position(seats=3, hands={1: "blind-taste-test merch", 2: "venue"})
    state, events = made(start, "play blind-taste-test", "target 3")
    assert events == [CardPlayed(1, "blind-taste-test")]
    assert (asked(state), hand(state, 1)) == ((3, "choose"), "merch")
    state, events = made(state, "choose hops:1")
    assert events == [took(3, "hops:1", "blind-taste-test")]
    assert (asked(state), sorted(legal(state))) == ((1, "choose"), mixes(2))


@plays("blind-taste-test")
def test_pc_13_blind_taste_test_takes_the_card_where_the_pot_is_empty_too() -> None:
    start = emptied(position(hands={1: "blind-taste-test", 2: "venue"}))
    state, events = made(start, "play blind-taste-test")
    assert events == [
        CardPlayed(1, "blind-taste-test"),
        CardTaken(1, 2, "venue"),
        CardDiscarded(1, "blind-taste-test"),
    ]
    assert (hand(state, 1), hand(state, 2), asked(state)) == ("venue", "", (1, "play"))


@packaged_figures
@plays("blind-taste-test")
def test_pc_13_a_pot_short_at_blind_taste_test_pays_the_owner_of_the_card_first() -> None:
    start = emptied(position(hands={1: "blind-taste-test", 2: "venue"}), hops=2)
    state, events = made(start, "play blind-taste-test")
    assert events[2:-1] == [took(2, "hops:1", "blind-taste-test"), took(1, "hops:1", "blind-taste-test")]
    assert (has(state, 1), has(state, 2)) == ("hops:1", "hops:1")


@plays("blind-taste-test")
def test_blind_taste_test_of_the_only_other_player_asks_for_no_target() -> None:
    start = position(hands={1: "blind-taste-test merch", 2: "venue taproom"})
    state, _ = made(start, "play blind-taste-test")
    assert asked(state) == (2, "choose")
    assert (len(state.hands[0]), len(state.hands[1])) == (2, 1)


@plays("blind-taste-test")
def test_pc_24_blind_taste_test_does_not_reach_who_is_eliminated() -> None:
    start = face_off(hands={1: "blind-taste-test merch", 2: "taproom", 3: "venue"})
    state, events = made(start, "play blind-taste-test")
    assert events[1] == CardTaken(1, 3, "venue")
    assert (asked(state), hand(state, 2)) == ((3, "choose"), "taproom")


# --- Dumpster Diving --------------------------------------------------------------------------------------------------


@packaged_figures
@plays("dumpster-diving")
def test_dumpster_diving_takes_a_card_of_another_title_and_then_chooses_one() -> None:
    start = position(hands={1: "dumpster-diving taproom"}, discards="merch dumpster-diving venue merch venue")
    state, events = made(start, "play dumpster-diving")
    assert events == [CardPlayed(1, "dumpster-diving")]
    assert (asked(state), legal(state)) == ((1, "take-back"), ["take-back merch", "take-back venue"])
    assert [rule(state, f"take-back {card}") for card in ("dumpster-diving", "smash-hit")] == ["PC-10", "PC-10"]
    state, events = made(state, "take-back merch")
    assert events == [CardTakenBack(1, "merch")]
    assert (hand(state, 1), discarded(state)) == ("taproom merch", "merch dumpster-diving venue venue")  # the uppermost
    assert (asked(state), sorted(legal(state))) == ((1, "choose"), mixes(1))
    state, events = made(state, "choose hops:1")
    assert events == [took(1, "hops:1", "dumpster-diving"), CardDiscarded(1, "dumpster-diving")]
    assert discarded(state) == "merch dumpster-diving venue venue dumpster-diving"
    assert asked(state) == (1, "play")


@packaged_figures
@plays("dumpster-diving")
def test_dumpster_diving_takes_the_only_other_title_without_asking() -> None:
    start = position(hands={1: "dumpster-diving"}, discards="venue dumpster-diving venue")
    state, events = made(start, "play dumpster-diving")
    assert events == [CardPlayed(1, "dumpster-diving"), CardTakenBack(1, "venue")]
    assert (asked(state), discarded(state)) == ((1, "choose"), "venue dumpster-diving")
    state, _ = made(state, "choose hops:1")
    assert "play venue" in legal(state)  # the hand has not run out


@packaged_figures
@pytest.mark.parametrize("discards", ["", "dumpster-diving dumpster-diving"])
@plays("dumpster-diving")
def test_dumpster_diving_with_nothing_to_take_chooses_one(discards: str) -> None:
    start = position(hands={1: "dumpster-diving merch"}, discards=discards)
    state, events = made(start, "play dumpster-diving")
    assert events == [CardPlayed(1, "dumpster-diving")]
    assert (asked(state), hand(state, 1), discarded(state)) == ((1, "choose"), "merch", discards)
    assert discarded(made(state, "choose hops:1")[0]) == f"{discards} dumpster-diving".strip()


@packaged_figures
@plays("dumpster-diving")
def test_dumpster_diving_takes_a_card_in_a_face_off_since_that_is_no_draw() -> None:
    start = face_off(hands={1: "dumpster-diving merch", 3: "venue"}, discards="venue")
    state, _ = made(start, "play dumpster-diving", "choose hops:1")
    assert (hand(state, 1), discarded(state), asked(state)) == ("merch venue", "dumpster-diving", (3, "play"))


# --- New Recipe -------------------------------------------------------------------------------------------------------


@packaged_figures
@plays("new-recipe")
def test_new_recipe_puts_a_top_under_its_stack_and_then_chooses_two() -> None:
    start = stacked(
        position(hands={1: "new-recipe merch"}), "kolsh saison old-ale", "dry-stout scotch-ale", "oktoberfest"
    )
    state, events = made(start, "play new-recipe")
    assert events == [CardPlayed(1, "new-recipe")]
    assert (asked(state), legal(state)) == ((1, "bury"), ["bury 1", "bury 2", "bury 3"])
    state, events = made(state, "bury 1")
    assert events == [RecipeBuried(1, "kolsh", 1, "saison")]
    assert (on_offer(state), bottom(state, 1), sizes(state)) == ("saison dry-stout oktoberfest", "kolsh", [3, 2, 1])
    assert (asked(state), sorted(legal(state))) == ((1, "choose"), mixes(2))
    state, events = made(state, "choose base-malt:2")
    assert events == [took(1, "base-malt:2", "new-recipe"), CardDiscarded(1, "new-recipe")]
    assert (discarded(state), asked(state)) == ("new-recipe", (1, "play"))


@plays("new-recipe")
def test_new_recipe_leaves_a_stack_of_one_as_it_is() -> None:
    start = stacked(position(hands={1: "new-recipe merch"}), "kolsh saison", "dry-stout")
    state, events = made(start, "play new-recipe", "bury 2")
    assert events[1:] == [RecipeBuried(1, "dry-stout", 2, "dry-stout")]
    assert (state.stacks, asked(state)) == (start.stacks, (1, "choose"))


@plays("new-recipe")
def test_pc_03_new_recipe_buries_nothing_in_an_empty_stack() -> None:
    start = stacked(position(hands={1: "new-recipe merch"}), "kolsh saison", "", "dry-stout")
    state, _ = made(start, "play new-recipe")
    assert legal(state) == ["bury 1", "bury 3"]
    assert [rule(state, f"bury {stack}") for stack in (2, 4)] == ["PC-03", "PC-02"]


@plays("new-recipe")
def test_new_recipe_of_the_only_stack_asks_for_none() -> None:
    start = stacked(position(hands={1: "new-recipe merch"}), "", "kolsh saison")
    state, events = made(start, "play new-recipe")
    assert events[1:] == [RecipeBuried(1, "kolsh", 2, "saison")]
    assert (on_offer(state), asked(state)) == (". saison .", (1, "choose"))


@packaged_figures
@plays("new-recipe")
def test_pc_03_what_new_recipe_uncovers_may_be_brewed_in_the_same_turn_and_what_it_buries_may_not() -> None:
    start = position(hands={1: "new-recipe merch"}, ingredients={1: costs("american-amber")})
    start = stacked(start, "kolsh american-amber", "imperial-ipa", "old-ale")
    state, _ = made(start, "play new-recipe", "bury 1", "choose hops:2", "stop-playing")
    assert legal(state) == ["end-turn", "brew american-amber"]
    assert rule(state, "brew kolsh") == "PC-03"
