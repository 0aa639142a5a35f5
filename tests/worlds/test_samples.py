"""Worlds that a seat can imagine, against every way in which the hidden cards may lie."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from copy import copy
from itertools import permutations, product
from typing import Any

import pytest
from msgspec.structs import replace

from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.dank_and_draft.cards import ACTION, BEER, GAP
from taphouse.lab.game_tests.tables import drawing
from tests.conformance.tables import default_table, playout
from tests.tiny.state import ToKeep
from tests.worlds.every import distribution, shares


@pytest.mark.parametrize("kind", drawing())
def test_a_position_without_the_cards_of_the_edition_is_refused(kind: str) -> None:
    table = default_table(kind)
    known: Any = table.rules.known(playout(table, "refused").states[2], 1)
    with pytest.raises(ValueError, match="cards of the edition"):
        table.rules.sample(replace(known, pile=known.pile[1:]), 1, Chance(seed_from("")))


def test_every_order_of_the_draw_pile_is_possible() -> None:
    """In Cask Race with three cards of different grain left, all six orders come, about equally often."""
    table = default_table("cask-race")
    few: Any = replace(playout(table, "orders").states[0], pile=(1, 2, 3))
    piles = [table.rules.reshuffled(few, Chance(seed_from(str(n)))).pile for n in range(600)]
    assert {piles.count(pile) > 60 for pile in {*piles}} == {True}
    assert len({*piles}) == 6


def small(kind: str, deck: tuple[int, ...]) -> Any:
    """The rules with so few cards, so that all positions can be counted."""
    whole: Any = default_table(kind).rules
    rules = object.__new__(type(whole))  # a copy is the same object
    vars(rules).update(vars(whole))
    if kind == "cask-race":
        rules._deck = deck
    else:
        rules.deck = copy(rules.deck)
        rules.deck.printed = deck
    if kind == "dank-and-draft":
        backs = [card & ACTION for card in deck]
        rules.deck.actions = tuple([backs.count(number) for number, _ in enumerate(rules.deck.actions, 1)])
    return rules


def counted(worlds: Iterator[Any], rules: Any, known: Any, seat: int) -> dict[Any, Any]:
    """The share of each world among those in which the seat would know the same."""
    return shares(Counter(in_order(world) for world in worlds if rules.known(world, seat) == known))


def in_order(state: Any) -> Any:
    """Without the order of hands, which nobody sees."""
    return replace(state, hands=tuple(tuple(sorted(hand)) for hand in state.hands))


@pytest.mark.parametrize("pairing", ["SHUFFLED", "PRINTED"])
@pytest.mark.parametrize("alike", [False, True])
def test_dank_and_draft_is_sampled_as_counting_says(pairing: str, alike: bool) -> None:
    """Two cards in the draw pile, one at the taps, one in the own hand, two in the other: with actions 1, 3, 2, 4, 1, 3."""
    table = default_table("dank-and-draft")
    beers = [code & BEER for code in table.rules.deck.printed[:6]]  # type: ignore[attr-defined]
    if alike:
        beers[1] = beers[2]
    deck = tuple(beer | action for beer, action in zip(beers, (1, 3, 2, 4, 1, 3), strict=True))
    rules = small("dank-and-draft", deck)
    first: Any = playout(table, "small").states[0]
    options = replace(first.options, pairing=type(first.options.pairing)[pairing])

    def world(cards: tuple[int, ...]) -> Any:
        taps = (cards[2], *[GAP] * 8)
        return replace(first, options=options, pile=cards[:2], taps=taps, hands=(cards[3:4], cards[4:6]))

    known = rules.known(world(deck), 1)
    if pairing == "PRINTED":
        decks: Iterator[tuple[int, ...]] = permutations(deck)
    else:
        actions = {*permutations([card & ACTION for card in deck])}
        decks = (
            tuple(beer | action for beer, action in zip(lie, backs, strict=True))
            for lie, backs in product(permutations(beers), actions)
        )
    expected = counted(map(world, decks), rules, known, 1)
    assert distribution(lambda chance: in_order(rules.sample(known, 1, chance))) == expected
    assert len(expected) >= 6


def test_pint_craft_is_sampled_as_counting_says() -> None:
    """Two cards in the draw pile, two in the other hand, one open; two Recipes below others."""
    table = default_table("pint-craft")
    deck = (1, 1, 2, 3, 4)
    rules = small("pint-craft", deck)
    rules.deck.beers = rules.deck.beers[:5]
    first: Any = playout(table, "small").states[0]

    def world(cards: tuple[int, ...], recipes: tuple[int, ...]) -> Any:
        stacks = ((*recipes[:2], 3), (4,), ())
        return replace(first, pile=cards[:2], hands=((4,), cards[2:]), discards=(), stacks=stacks)

    known = rules.known(world((1, 1, 2, 3), (1, 2)), 1)
    worlds = (world(cards, recipes) for cards in permutations(deck[:4]) for recipes in permutations((1, 2)))
    expected = counted(worlds, rules, known, 1)
    assert distribution(lambda chance: in_order(rules.sample(known, 1, chance))) == expected
    assert len(expected) == 7 * 2


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_cask_race_is_sampled_as_counting_says(seat: int) -> None:
    """Seat 1 looks at two cards; three others lie in the draw pile and the other hands."""
    table = default_table("cask-race", 3)
    rules = small("cask-race", (1, 1, 2, 3, 3))
    first: Any = playout(table, "small").states[0]

    def world(cards: tuple[int, ...]) -> Any:
        return replace(first, seat=1, pile=cards[:1], hands=((), cards[1:2], cards[2:3]), pending=(ToKeep(cards[3:]),))

    known = rules.known(world((1, 2, 3, 3, 1)), seat)
    expected = counted(map(world, permutations((1, 1, 2, 3, 3))), rules, known, seat)
    assert distribution(lambda chance: in_order(rules.sample(known, seat, chance))) == expected
