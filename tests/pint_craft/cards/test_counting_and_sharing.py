"""Cards that count Recipes or Improvements, and those that pay or take from several."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from taphouse.engine.pint_craft.deck import amounts
from taphouse.engine.pint_craft.moves import (
    CardDiscarded,
    CardPlayed,
    IngredientsGiven,
    TurnBegan,
)
from tests.edition_under_test import packaged_figures
from tests.pint_craft.build import (
    DECK,
    asked,
    discarded,
    emptied,
    front,
    has,
    legal,
    on_tap,
    position,
    pot,
)
from tests.pint_craft.cards.shared import acting, face_off, lost, made, mixes, parts, plays, rule, took


def gave(seat: int, to: int, words: str, source: str) -> IngredientsGiven:
    return IngredientsGiven(seat, to, amounts(pot(words)), source)


def brewed(count: int) -> str:
    """The names of so many Recipes."""
    return " ".join(beer.name for beer in DECK.beers[1 : count + 1])


# --- Merch, Mug Club, Tap Takeover ------------------------------------------------------------------------------------


@packaged_figures
@pytest.mark.parametrize(("count", "amount"), [(1, 1), (2, 2), (4, 4), (5, 5), (6, 5), (9, 5)])
@plays("merch")
def test_merch_chooses_one_for_each_own_recipe_and_five_at_most(count: int, amount: int) -> None:
    start = position(
        hands={1: "merch venue"},
        taps={1: brewed(count), 2: "oktoberfest old-ale saison"},
        fronts={1: "taproom dining-room"},  # Pints that are no Recipes
        threshold=200,
    )
    state, _ = made(start, "play merch")
    assert (asked(state), sorted(legal(state))) == ((1, "choose"), mixes(amount))
    state, events = made(state, f"choose hops:{amount}")
    assert events == [took(1, f"hops:{amount}", "merch"), CardDiscarded(1, "merch")]
    assert (has(state, 1), discarded(state)) == (f"hops:{amount}", "merch")


@plays("merch")
def test_merch_without_a_recipe_on_tap_pays_nothing() -> None:
    start = position(hands={1: "merch venue"}, taps={2: "saison"}, fronts={1: "taproom dining-room"})
    state, events = made(start, "play merch")
    assert events == [CardPlayed(1, "merch"), CardDiscarded(1, "merch")]
    assert (has(state, 1), discarded(state), asked(state)) == ("none", "merch", (1, "play"))


@packaged_figures
@pytest.mark.parametrize(
    ("fronts", "amount", "price"),
    [
        ("", 2, 4),
        ("taproom", 3, 4),
        ("taproom taproom bottling-line", 5, 4),
        ("taproom dining-room dining-room restaurant-tables", 3, 4),
        ("big-tanks", 2, 3),
        ("bottling-line big-tanks big-tanks distributors-license", 4, 3),
    ],
)
@plays("mug-club")
def test_mug_club_counts_every_improvement_but_no_expansion_and_no_big_tanks(fronts, amount, price) -> None:
    start = position(hands={1: "mug-club venue"}, fronts={1: fronts, 2: "bottling-line"})
    state, events = made(start, "play mug-club")
    assert events == [CardPlayed(1, "mug-club")]
    assert (asked(state), sorted(legal(state))) == ((1, "choose"), mixes(amount, price=price))
    state, events = made(state, f"choose hops:{amount}")
    assert events == [took(1, f"hops:{amount}", "mug-club"), CardDiscarded(1, "mug-club")]
    assert (discarded(state), front(state, 1), asked(state)) == ("mug-club", fronts, (1, "play"))


@packaged_figures
@plays("mug-club", "taproom")
def test_mug_club_counts_an_improvement_played_earlier_in_the_turn() -> None:
    state, _ = made(position(hands={1: "mug-club taproom venue"}), "play taproom", "choose hops:2", "play mug-club")
    assert sorted(legal(state)) == mixes(3)


@packaged_figures
@pytest.mark.parametrize(("target", "amount"), [(2, 3), (3, 4), (4, 4)])
@plays("tap-takeover")
def test_tap_takeover_chooses_one_for_each_recipe_of_the_target_and_four_at_most(target: int, amount: int) -> None:
    taps = {
        1: "oktoberfest old-ale saison scotch-ale",
        2: "kolsh dry-stout dunkelweizen",
        3: "american-amber american-ipa american-wheat german-pilsner",
        4: "dopperbock imperial-ipa berliner-weiss oatmeal-stout pumpkin-spice-ale",
    }
    state, events = made(position(seats=4, hands={1: "tap-takeover merch"}, taps=taps), "play tap-takeover")
    assert events == [CardPlayed(1, "tap-takeover")]
    assert (asked(state), legal(state)) == ((1, "target"), ["target 2", "target 3", "target 4"])
    assert [rule(state, f"target {seat}") for seat in (1, 5)] == ["PC-16", "PC-16"]
    state, _ = made(state, f"target {target}")
    assert (asked(state), sorted(legal(state))) == ((1, "choose"), mixes(amount))
    state, events = made(state, f"choose base-malt:{amount}")
    assert events == [took(1, f"base-malt:{amount}", "tap-takeover"), CardDiscarded(1, "tap-takeover")]
    assert (on_tap(state, target), discarded(state), asked(state)) == (taps[target], "tap-takeover", (1, "play"))


@plays("tap-takeover")
def test_tap_takeover_of_a_player_without_recipes_pays_nothing() -> None:
    start = position(seats=3, hands={1: "tap-takeover merch"}, taps={1: "saison", 2: "kolsh"})
    state, events = made(start, "play tap-takeover", "target 3")
    assert events == [CardPlayed(1, "tap-takeover"), CardDiscarded(1, "tap-takeover")]
    assert (has(state, 1), asked(state)) == ("none", (1, "play"))


@plays("tap-takeover")
def test_tap_takeover_of_the_only_other_player_asks_for_no_target() -> None:
    state, _ = made(position(hands={1: "tap-takeover merch"}, taps={2: "kolsh saison"}), "play tap-takeover")
    assert (asked(state), sorted(legal(state))) == ((1, "choose"), mixes(2))


@plays("tap-takeover")
def test_pc_24_tap_takeover_does_not_reach_who_is_eliminated() -> None:
    taps = {2: "kolsh saison dry-stout", 3: "old-ale"}
    state, _ = made(face_off(hands={1: "tap-takeover merch", 3: "venue"}, taps=taps), "play tap-takeover")
    assert (asked(state), sorted(legal(state))) == ((1, "choose"), mixes(1))


# --- Beer Festival! ---------------------------------------------------------------------------------------------------


@packaged_figures
@plays("beer-festival")
def test_beer_festival_pays_its_player_first_and_the_others_in_seat_order_from_the_first_player() -> None:
    start = position(seats=4, seat=3, first=2, hands={3: "beer-festival merch"}, fronts={4: "big-tanks"})
    state, events = made(start, "play beer-festival")
    assert events == [CardPlayed(3, "beer-festival")]
    assert (asked(state), sorted(legal(state))) == ((3, "choose"), mixes(4))
    state, events = made(state, "choose adjuncts:1")
    assert events == [took(3, "adjuncts:1", "beer-festival")]
    for seat, words in ((2, "base-malt:1"), (4, "specialty-malt:1"), (1, "hops:1")):
        assert (asked(state), sorted(legal(state)), acting(state)) == ((seat, "choose"), mixes(1), "beer-festival")
        state, events = made(state, f"choose {words}")
        assert events[0] == took(seat, words, "beer-festival")
        assert events[1:] == ([CardDiscarded(3, "beer-festival")] if seat == 1 else [])
    assert [has(state, seat) for seat in (1, 2, 3, 4)] == ["hops:1", "base-malt:1", "adjuncts:1", "specialty-malt:1"]
    assert (discarded(state), asked(state)) == ("beer-festival", (3, "play"))


@packaged_figures
@pytest.mark.parametrize(
    ("left", "taken"),
    [
        ("hops:5", [(3, "hops:4"), (2, "hops:1")]),
        ("hops:3", [(3, "hops:3")]),
        ("hops:7", [(3, "hops:4"), (2, "hops:1"), (4, "hops:1"), (1, "hops:1")]),
    ],
)
@plays("beer-festival")
def test_pc_13_a_pot_short_at_beer_festival_pays_in_that_order_until_it_is_out(left, taken) -> None:
    start = replace(position(seats=4, seat=3, first=2, hands={3: "beer-festival merch"}), pot=pot(left))
    state, events = made(start, "play beer-festival")
    assert events[1:-1] == [took(seat, words, "beer-festival") for seat, words in taken]
    assert events[-1] == CardDiscarded(3, "beer-festival")
    assert asked(state) == (3, "play")


@packaged_figures
@plays("beer-festival")
def test_pc_24_beer_festival_does_not_pay_who_is_eliminated() -> None:
    state, _ = made(face_off(hands={1: "beer-festival merch", 3: "venue"}), "play beer-festival", "choose hops:4")
    assert asked(state) == (3, "choose")
    state, events = made(state, "choose hops:1")
    assert events == [took(3, "hops:1", "beer-festival"), CardDiscarded(1, "beer-festival"), TurnBegan(3)]
    assert (has(state, 2), asked(state)) == ("none", (3, "play"))


# --- Redistribution ---------------------------------------------------------------------------------------------------


@packaged_figures
@plays("redistribution")
def test_redistribution_asks_who_has_several_kinds_in_seat_order_from_the_first_player() -> None:
    held = {1: "hops:2,adjuncts:1", 2: "hops:1", 3: "base-malt:1,specialty-malt:2", 4: "hops:5"}
    start = position(seats=5, seat=2, first=3, hands={2: "redistribution merch"}, ingredients=held)
    state, events = made(start, "play redistribution")
    assert events == [CardPlayed(2, "redistribution")]
    assert (asked(state), sorted(legal(state))) == ((3, "give"), parts(1, held[3]))
    assert [rule(state, f"give {words}") for words in ("hops:1", "specialty-malt:2", "none")] == ["PC-16"] * 3
    state, events = made(state, "give specialty-malt:1")  # then seat 4, who has one kind, and seat 5, who has nothing
    assert events == [
        gave(3, 2, "specialty-malt:1", "redistribution"),
        gave(4, 2, "hops:1", "redistribution"),
    ]
    assert (asked(state), sorted(legal(state))) == ((1, "give"), parts(1, held[1]))
    state, events = made(state, "give adjuncts:1")
    assert events == [gave(1, 2, "adjuncts:1", "redistribution"), CardDiscarded(2, "redistribution")]
    given = ["hops:2", "specialty-malt:1,hops:2,adjuncts:1", "base-malt:1,specialty-malt:1", "hops:4", "none"]
    assert [has(state, seat) for seat in range(1, 6)] == given
    assert state.pot == start.pot
    assert (discarded(state), asked(state)) == ("redistribution", (2, "play"))


@plays("redistribution")
def test_redistribution_among_players_with_nothing_moves_nothing() -> None:
    start = position(seats=3, hands={1: "redistribution merch"}, ingredients={1: "hops:2"})
    state, events = made(start, "play redistribution")
    assert events == [CardPlayed(1, "redistribution"), CardDiscarded(1, "redistribution")]
    assert (has(state, 1), asked(state)) == ("hops:2", (1, "play"))


@plays("redistribution")
def test_redistribution_comes_from_the_players_even_if_the_pot_is_empty() -> None:
    start = emptied(position(hands={1: "redistribution merch"}, ingredients={2: "adjuncts:1"}))
    state, events = made(start, "play redistribution")
    assert events[1] == gave(2, 1, "adjuncts:1", "redistribution")
    assert (has(state, 1), has(state, 2)) == ("adjuncts:1", "none")


@packaged_figures
@plays("redistribution")
def test_pc_24_redistribution_does_not_ask_who_is_eliminated() -> None:
    held = {2: "hops:1,base-malt:1", 3: "hops:2"}
    start = face_off(hands={1: "redistribution merch", 3: "venue"}, ingredients=held)
    state, events = made(start, "play redistribution")
    assert events[1:-2] == [gave(3, 1, "hops:1", "redistribution")]
    assert (has(state, 2), asked(state)) == ("base-malt:1,hops:1", (3, "play"))


# --- Rodents in the Grain Supply --------------------------------------------------------------------------------------


RODENTS = "rodents-in-the-grain-supply"


@packaged_figures
@plays(RODENTS)
def test_rodents_cost_every_other_player_three_base_malt_or_what_they_have() -> None:
    held = {1: "base-malt:5", 2: "base-malt:4,hops:2", 3: "base-malt:1,specialty-malt:1", 4: "specialty-malt:4"}
    start = position(seats=6, seat=1, first=3, hands={1: f"{RODENTS} merch"}, ingredients=held | {6: "base-malt:3"})
    state, events = made(start, f"play {RODENTS}")
    assert events == [
        CardPlayed(1, RODENTS),
        lost(3, "base-malt:1", RODENTS),
        lost(6, "base-malt:3", RODENTS),
        lost(2, "base-malt:3", RODENTS),
        CardDiscarded(1, RODENTS),
    ]
    left = ["base-malt:5", "base-malt:1,hops:2", "specialty-malt:1", "specialty-malt:4", "none", "none"]
    assert [has(state, seat) for seat in range(1, 7)] == left
    assert state.pot[0] == start.pot[0] + 7
    assert (discarded(state), asked(state)) == (RODENTS, (1, "play"))


@packaged_figures
@plays(RODENTS)
def test_pc_24_rodents_spare_who_is_eliminated() -> None:
    start = face_off(hands={1: f"{RODENTS} merch", 3: "venue"}, ingredients={2: "base-malt:4", 3: "base-malt:4"})
    state, events = made(start, f"play {RODENTS}")
    assert events[1:-2] == [lost(3, "base-malt:3", RODENTS)]
    assert [has(state, seat) for seat in (2, 3)] == ["base-malt:4", "base-malt:1"]
