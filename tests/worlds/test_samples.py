"""Worlds that a seat can imagine: each is a position in which it would know the same, and would have seen the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from copy import copy
from itertools import permutations, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from taphouse.engine.chance import BLIND, Chance, seed_from
from taphouse.engine.dank_and_draft.cards import ACTION, BEER, GAP
from tests.conformance.conserved import CONSERVED
from tests.conformance.tables import GAMES, HIDING, default_table, playout, tables
from tests.effort import many
from tests.tiny.state import ToKeep
from tests.worlds.every import distribution, shares
from tests.worlds.seen import STILL_TRUE, history


@pytest.mark.parametrize("kind", GAMES)
@given(data=st.data())
@settings(max_examples=many(12), deadline=None)
def test_a_sample_agrees_with_all_that_a_seat_knows_and_saw(kind: str, data: st.DataObject) -> None:
    table = data.draw(st.sampled_from(tables(kind)))
    game = playout(table, f"worlds {data.draw(st.integers(0, 5))}")
    rules, seat = table.rules, data.draw(st.integers(1, table.seats))
    k = data.draw(st.integers(0, len(game.states) - 1))
    begins = data.draw(st.just(0) | st.integers(0, k))
    state: Any = game.states[k]
    known = rules.known(state, seat)
    memory = rules.remembered(history(game, seat, begins, k), seat)
    for remembers in (None, memory):
        chance = Chance(seed_from(data.draw(st.text(max_size=5))))
        world = rules.sample(known, seat, chance, remembers)
        assert rules.known(world, seat) == known
        assert CONSERVED[kind](world) == CONSERVED[kind](state)
        assert rules.decider(world) == rules.decider(state)
        assert bool(next(rules.moves(world), None)) == bool(next(rules.moves(state), None))
        if rules.decider(state) == seat:
            assert list(rules.moves(world)) == list(rules.moves(state))
        assert getattr(world, "viewer", -1) == -1, "the sample is not a whole position"
    if rules.outcome(state) is None:
        STILL_TRUE[kind](game, seat, begins, k, world)


@pytest.mark.parametrize("kind", HIDING)
def test_a_sample_can_be_played_on_and_draws_by_the_seed(kind: str) -> None:
    table = default_table(kind)
    game = playout(table, "played on")
    known = table.rules.known(game.states[3], 1)
    worlds = [table.rules.sample(known, 1, Chance(seed_from(str(n)))) for n in range(12)]
    assert len({*worlds}) == 12
    assert worlds[3] == table.rules.sample(known, 1, Chance(seed_from("3")))
    for n, world in enumerate(worlds[:3]):
        state, chance = world, Chance(seed_from(str(n)))
        while (move := next(iter(table.rules.moves(state)), None)) is not None:
            state = table.rules.apply(state, move, chance).state
        assert table.rules.outcome(state) is not None
    with pytest.raises(ValueError, match="needs a seed"):
        table.rules.sample(known, 1, BLIND)


@pytest.mark.parametrize("kind", HIDING)
def test_what_another_seat_knows_and_what_fits_no_edition_is_refused(kind: str) -> None:
    table = default_table(kind)
    state: Any = playout(table, "refused").states[2]
    known = table.rules.known(state, 1)
    for wrong in (table.rules.known(state, 2), table.rules.known(state, None), state):
        with pytest.raises(ValueError, match="not what seat 1 knows"):
            table.rules.sample(wrong, 1, Chance(seed_from("")))
    with pytest.raises(ValueError, match="cards of the edition"):
        table.rules.sample(replace(known, pile=known.pile[1:]), 1, Chance(seed_from("")))


# --- small positions, against every way in which the hidden cards may lie --------------------------------------------


def small(kind: str, deck: tuple[int, ...]) -> Any:
    """The rules with so few cards, so that all positions can be counted."""
    rules: Any = copy(default_table(kind).rules)
    if kind == "cask-race":
        rules._deck = deck
    else:
        rules.deck = copy(rules.deck)
        rules.deck.printed = deck
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
