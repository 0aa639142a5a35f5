"""Rules of many cards; and every title is played by some test."""

from __future__ import annotations

import pkgutil
from importlib import import_module
from pathlib import Path

import pytest
from msgspec.structs import replace

from taphouse.engine.pint_craft.cards import CardKind
from taphouse.engine.pint_craft.moves import (
    CardDiscarded,
    CardPlayed,
    CardsDrawn,
    CardTradedIn,
    RecipeBuried,
)
from tests.edition_under_test import packaged_figures
from tests.pint_craft.build import (
    EDITION,
    asked,
    discarded,
    emptied,
    front,
    hand,
    has,
    legal,
    pints,
    position,
    pot,
)
from tests.pint_craft.cards.shared import (
    COVERED,
    EXPANSIONS,
    IMPROVEMENTS,
    acting,
    costs,
    face_off,
    made,
    mixes,
    plays_each,
    rule,
    stacked,
    took,
    watched,
)

# --- the titles, as rules.md has them ---------------------------------------------------------------------------------


GREEN = (
    "beer-festival",
    "blind-taste-test",
    "celebrity-endorsement",
    "dumpster-diving",
    "fermenter-explosion",
    "fresh-start",
    "hangover-cure",
    "local-investors",
    "merch",
    "mug-club",
    "new-recipe",
    "redistribution",
    "restock-grains",
    "restock-hops",
    "rodents-in-the-grain-supply",
    "smash-hit",
    "special-order",
    "spoiled-batch",
    "swap-recipes",
    "tap-takeover",
    "venue",
)


OR = (
    *EXPANSIONS,
    "fermenter-explosion",
    "merch",
    "rodents-in-the-grain-supply",
    "spoiled-batch",
    "swap-recipes",
    "tap-takeover",
)


NOT_OR = (*IMPROVEMENTS, "big-tanks", *(title for title in GREEN if title not in OR))


# --- what holds for many ----------------------------------------------------------------------------------------------


@plays_each(GREEN)
def test_pc_16_a_green_card_may_be_played_even_if_it_can_do_nothing(card: str) -> None:
    held = {1: costs("kolsh")}
    start = stacked(emptied(position(seats=3, hands={1: card}, pile="", ingredients=held)), "kolsh")
    state, events = made(start, f"play {card}")
    stays = [RecipeBuried(1, "kolsh", 1, "kolsh")] if card == "new-recipe" else []
    targeted = card in ("blind-taste-test", "fermenter-explosion", "spoiled-batch", "tap-takeover")
    if targeted:
        assert (events, asked(state)) == ([CardPlayed(1, card)], (1, "target"))
        state, events = made(state, "target 2")
    assert events == ([] if targeted else [CardPlayed(1, card), *stays]) + [CardDiscarded(1, card)]
    assert (discarded(state), asked(state)) == (card, (1, "brew"))
    assert (state.ingredients, state.taps, state.stacks) == (start.ingredients, start.taps, start.stacks)


@plays_each([*IMPROVEMENTS, "big-tanks"])
def test_pc_16_an_orange_card_may_be_played_for_its_lasting_effect_alone(card: str) -> None:
    state, events = made(emptied(position(hands={1: f"{card} merch"})), f"play {card}")
    assert events == [CardPlayed(1, card)]
    assert (front(state, 1), discarded(state), asked(state)) == (card, "", (1, "play"))


@packaged_figures
@pytest.mark.parametrize("card", OR)
def test_pc_14_a_card_marked_or_is_traded_in_for_a_choice_of_two(card: str) -> None:
    rich = "base-malt:3,hops:2"
    start = position(
        hands={1: f"{card} venue", 2: "venue"},
        ingredients={2: rich},
        fronts={1: " ".join(IMPROVEMENTS)},  # an Expansion could be played here
        taps={1: "kolsh american-amber saison", 2: "dry-stout dunkelweizen"},
        discards="smash-hit",
    )
    assert f"trade-in {card}" in legal(start)
    state, events = made(start, f"trade-in {card}")
    assert events == [CardTradedIn(1, card)]
    assert (asked(state), sorted(legal(state))) == ((1, "choose"), mixes(2))
    assert (discarded(state), acting(state), state.played) == (f"smash-hit {card}", "", 1)
    state, events = made(state, "choose specialty-malt:1,hops:1")
    assert events == [took(1, "specialty-malt:1,hops:1", card)]
    assert (front(state, 1), pints(state, 1)) == (front(start, 1), pints(start, 1))
    assert (has(state, 1), has(state, 2), state.taps) == ("specialty-malt:1,hops:1", rich, start.taps)
    assert (discarded(state), hand(state, 1), asked(state)) == (f"smash-hit {card}", "venue", (1, "play"))


@pytest.mark.parametrize("card", NOT_OR)
def test_pc_14_a_card_not_marked_or_cannot_be_traded_in(card: str) -> None:
    state = position(hands={1: f"{card} taproom"})
    assert f"trade-in {card}" not in legal(state)
    assert f"play {card}" in legal(state)
    assert rule(state, f"trade-in {card}") == "PC-14"


@packaged_figures
def test_pc_14_a_trade_in_counts_as_a_play() -> None:
    start = position(hands={1: "merch merch merch taproom", 2: "venue"})
    trade = ("trade-in merch", "choose hops:2")
    state, _ = made(start, *trade, *trade)
    assert (state.played, asked(state)) == (2, (1, "play"))
    state, events = made(state, *trade)
    assert (asked(state), hand(state, 1)) == ((2, "play"), "taproom")
    assert not any(isinstance(event, CardsDrawn) for event in events)


@pytest.mark.parametrize(
    ("left", "taken"), [("hops:1,adjuncts:3", "hops:1"), ("base-malt:2", "base-malt:2"), ("adjuncts:9", "")]
)
@pytest.mark.parametrize("card", OR)
def test_pc_13_a_trade_in_takes_what_the_pot_has(card: str, left: str, taken: str) -> None:
    start = replace(position(hands={1: f"{card} venue"}), pot=pot(left))
    state, events = made(start, f"trade-in {card}")
    assert events == [CardTradedIn(1, card)] + ([took(1, taken, card)] if taken else [])
    assert (discarded(state), asked(state)) == (card, (1, "play"))


@packaged_figures
@pytest.mark.parametrize("card", OR)
def test_pc_25_a_trade_in_is_the_one_card_of_a_face_off(card: str) -> None:
    state, _ = made(face_off(hands={1: f"{card} venue", 3: "venue"}), f"trade-in {card}", "choose hops:2")
    assert (discarded(state), has(state, 1), asked(state)) == (card, "hops:2", (3, "play"))


# --- all are here -----------------------------------------------------------------------------------------------------


def test_a_test_that_does_not_play_its_card_fails() -> None:
    def idle(**given: str) -> None:
        made(position(hands={1: "restock-hops dining-room"}), "play restock-hops", "trade-in dining-room")

    watched(idle, ["restock-hops"])()
    for titles, given in (
        (["dining-room"], {}),
        (["restock-hops", "venue"], {}),
        (["restock-hops"], {"card": "venue"}),
    ):
        with pytest.raises(AssertionError, match="does not play its cards"):
            watched(idle, titles)(**given)


def test_every_title_of_the_edition_is_played_for_its_effect_by_some_test() -> None:
    for module in pkgutil.iter_modules([str(Path(__file__).parent)]):
        import_module(f"{__package__}.{module.name}")
    titles = {card.name for card in EDITION.cards}
    assert len(titles) == 30
    assert set(COVERED) == titles
    for tests in COVERED.values():
        for test in tests:
            assert test.__name__.startswith("test_")
            assert hasattr(test, "__wrapped__")  # it runs, and it is watched


def test_the_lists_of_titles_are_those_of_the_edition() -> None:
    titles = {card.name: card for card in EDITION.cards}
    assert {name for name, card in titles.items() if card.kind is CardKind.GREEN} == set(GREEN)
    assert {name for name, card in titles.items() if card.tradable} == set(OR)
    assert {name: card.expands for name, card in titles.items() if card.expands} == {
        name: needed for name, (needed, _) in EXPANSIONS.items()
    }
    assert set(GREEN) | {*IMPROVEMENTS, "big-tanks", *EXPANSIONS} == set(titles)
