"""Over whole games, a move is refused exactly when it is not legal."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from itertools import product

import msgspec
import pytest

from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.contract import IllegalMove, Move
from taphouse.engine.notation import write
from taphouse.engine.pint_craft.deck import amounts, counts
from taphouse.engine.pint_craft.moves import (
    Brew,
    Bury,
    Choose,
    EndTurn,
    Give,
    NameRecipe,
    PintCraftOptions,
    PlayCard,
    ReturnRecipe,
    StopPlaying,
    SwapRecipes,
    TakeBack,
    Target,
    TradeIn,
    Vote,
)
from taphouse.engine.pint_craft.state import PintCraftState
from tests.pint_craft.build import CHANCE, DECK, RULES, said
from tests.pint_craft.refusals.positions import MOVES, OWED
from tests.pint_craft.refusals.refused import REFUSALS


@cache
def sample() -> tuple[tuple[PintCraftState, str], ...]:
    """Positions of random games, each with its task, `over` where there is none."""
    found: list[tuple[PintCraftState, str]] = []
    for seed in range(60):
        rng = random.Random(seed)
        chance, options = Chance(seed_from(f"refusals {seed}")), PintCraftOptions(threshold=(None, 1, 4)[seed % 3])
        state = RULES.new(options, 2 + seed % 5, chance)
        while True:
            decision = RULES.decision(state)
            found.append((state, decision.task if decision else "over"))
            if not (legal := list(RULES.moves(state))):
                break
            brews = [move for move in legal if isinstance(move, Brew)]
            state = RULES.apply(state, rng.choice(brews if brews and rng.random() < 0.7 else legal), chance).state
    return tuple(found)


def picked(part: int, each: int) -> list[PintCraftState]:
    """Some positions of every task, others for every part; first the ones above."""
    rng = random.Random(part)
    states = [state for state, *_ in REFUSALS][part::4] + [state for state, _ in OWED.values()]
    for task in [*OWED, "over"]:
        of_task = [state for state, other in sample() if other == task]
        assert of_task, f"no {task} in the sample"
        states += rng.sample(of_task, min(each, len(of_task)))
    return states


_CARDS = [*DECK.code, "no-such-card", "kolsh"]
_RECIPES = [*DECK.recipe_code, "no-such-recipe", "merch"]


@cache
def domain() -> tuple[Move, ...]:
    """Every move that can be written, but of ingredients only few and of exchanges none."""
    pots = [amounts(pot) for pot in product(range(5), range(4), range(4), range(3))]
    return (
        StopPlaying(),
        EndTurn(),
        *(kind(card) for kind in (PlayCard, TradeIn, TakeBack) for card in _CARDS),
        *(kind(recipe) for kind in (Brew, NameRecipe, ReturnRecipe) for recipe in _RECIPES),
        *map(Target, range(1, 17)),
        *map(Bury, range(1, 8)),
        *(kind(pot) for kind in (Choose, Give) for pot in pots),
        *map(Vote, (False, True)),
    )


def around(state: PintCraftState, legal: list[Move], rng: random.Random) -> set[Move]:
    """Moves beyond the domain: exchanges, and choices of ingredients that are nearly legal."""
    taps = [DECK.beers[recipe].name for row in state.taps for recipe in row] + ["no-such-recipe"]
    near: set[Move] = {SwapRecipes(own, other) for own in taps for other in taps}
    for move in rng.sample(legal, min(len(legal), 25)):
        if isinstance(move, Choose | Give):
            pot = counts(move.ingredients)
            for change in product((-1, 0, 1), repeat=4):
                if min(changed := [n + by for n, by in zip(pot, change, strict=True)]) >= 0:
                    near.add(type(move)(amounts(changed)))
    return near


@pytest.mark.parametrize("part", [0, 1, *(pytest.param(part, marks=pytest.mark.ecosystem) for part in (2, 3))])
def test_a_move_is_refused_exactly_when_it_is_not_among_the_legal_ones_and_then_nothing_changes(part: int) -> None:
    rng, seen, tried = random.Random(part), set[str](), Counter[str]()
    for state in picked(part, 4):
        kept = msgspec.msgpack.encode(state)
        legal = list(RULES.moves(state))
        listed = set(legal)
        assert len(legal) == len(listed), "each once"
        assert bool(legal) is (not state.ended)
        for move in sorted({*domain(), *around(state, legal, rng), *legal}, key=write):
            refused = RULES.why_not(state, move)
            assert (refused is None) is (move in listed), f"{write(move)}: {refused}"
            tried[move.verb, refused is None] += 1
            if refused is None:
                RULES.apply(state, move, CHANCE)
                continue
            seen.add(refused.rule)
            assert said(refused).endswith(".")
            with pytest.raises(IllegalMove) as caught:
                RULES.apply(state, move, CHANCE)
            assert caught.value.refusal == refused
        assert msgspec.msgpack.encode(state) == kept
    assert {f"PC-{n:02}" for n in (2, 3, 5, 6, 9, 10, 11, 13, 14, 15, 16, 26)} <= seen
    assert {line.split()[0] for line in MOVES} == {verb for verb, legal in tried if legal}


def test_a_refusal_is_the_same_from_what_the_deciding_seat_knows() -> None:
    rng = random.Random(5)
    for state in picked(0, 2):
        decision = RULES.decision(state)
        known = RULES.known(state, decision.seat if decision else None)
        legal = list(RULES.moves(state))
        assert list(RULES.moves(known)) == legal
        for move in rng.sample(domain(), 120) + sorted(around(state, legal, rng), key=write)[:200]:
            assert RULES.why_not(known, move) == RULES.why_not(state, move)
