"""The rules of a game whose seats decide at the same time, and its secrecy (Goofspiel)."""

from __future__ import annotations

import asyncio
import random
from importlib import import_module
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from taphouse.engine.bots.search import _Playouts
from taphouse.engine.chance import BLIND, Chance, seed_from
from taphouse.engine.contract import IllegalMove, Move, Rules, sealed
from taphouse.engine.editions import packaged
from taphouse.engine.game import Game
from taphouse.engine.notation import NotationError, parse, write
from taphouse.engine.vocabulary import constant
from taphouse.engine.worlds import Playout
from taphouse.lab.secrecy.check import check
from taphouse.schema.values.lifecycle import Happening
from taphouse.service.games.advising.memories import _as_seen
from tests.effort import WHOLE, many, some_or_all

GAME: Game = import_module("goofspiel.about").GAME
GAMES = {GAME.about.kind: GAME}
KIND = constant(GAME.about.kind)
EDITION = packaged(GAME.edition, GAME.about.package)[0]
RULES: Rules = GAME.rules(EDITION)


def test_a_sealed_field_is_in_the_notation_of_its_own_seat_alone() -> None:
    made = parse("bid 7", GAME.verbs)
    assert write(made) == "bid 7"
    assert write(sealed(made)) == "bid ?"
    assert parse("bid ?", GAME.verbs, seen=True) == sealed(made)
    for unreadable, said in (
        ("bid ?", "The card of this bid is hidden"),
        ("bid none", "not a valid"),
        ("bid", "missing"),
        ("bid 99", "'99' is not a valid card. Write bid <card: a number>."),
    ):
        with pytest.raises(NotationError, match=said):
            parse(unreadable, GAME.verbs)


@given(seed=st.integers(), seats=st.integers(2, 4))
def test_the_order_of_choices_made_at_the_same_time_does_not_matter(seed: int, seats: int) -> None:
    rng = random.Random(seed)
    chance = Chance(seed_from(str(seed)))
    state = RULES.new(GAME.about.options(), seats, chance)
    for _ in range(4):
        assert RULES.deciders(state) == tuple(range(1, seats + 1))
        chosen = {seat: rng.choice([*RULES.moves(RULES.known(state, seat))]) for seat in RULES.deciders(state)}
        ends = []
        for order in (sorted(chosen), rng.sample(sorted(chosen), seats)):
            after = state
            for place, seat in enumerate(order):
                assert RULES.deciders(after) == tuple(sorted(order[place:]))
                after = RULES.apply(RULES.with_decider(after, seat), chosen[seat], chance).state
            ends.append(after)
        assert ends[0] == ends[1]
        state = ends[0]


@given(seed=st.integers(0, 10_000))
def test_what_a_seat_knows_is_its_own_decision_and_the_same_in_every_world(seed: int) -> None:
    rng = random.Random(seed)
    played = Playout(RULES, GAME.about.options(), 2 + seed % 3, str(seed), rng.choice)
    k = rng.randrange(len(played.moves))
    state = played.states[k]
    for seat in range(1, played.seats + 1):
        known = RULES.known(state, seat)
        world = RULES.sample(known, seat, Chance(seed_from("a world")))
        assert RULES.known(world, seat) == known
        assert RULES.deciders(known) == RULES.deciders(state)
        if seat not in RULES.deciders(state):
            assert [*RULES.moves(known)] == []
            with pytest.raises(IllegalMove):
                RULES.apply(known, played.moves[k], BLIND)
            continue
        decision: Any = RULES.decision(known)
        assert decision.seat == seat
        assert RULES.decider(world) == seat, "the seat decides next in what it imagines"
        moves = [*RULES.moves(known)]
        assert moves == [*RULES.moves(RULES.with_decider(state, seat))]
        for move in moves:
            RULES.apply(known, move, BLIND)


@pytest.mark.parametrize("first", [1, 2, 3])
def test_a_seat_remembers_the_choices_of_others_without_what_is_sealed(first: int) -> None:
    chance = Chance(seed_from("remembered"))
    state = RULES.new(GAME.about.options(), 3, chance)
    step = RULES.apply(RULES.with_decider(state, first), parse("bid 12", GAME.verbs), chance)
    happening = Happening(4, 0, RULES, first, parse("bid 12", GAME.verbs), False, step.events)
    seen = [_as_seen(happening, state, seat).move.card for seat in (1, 2, 3)]
    assert seen == [12 if seat == first else None for seat in (1, 2, 3)]


def test_a_search_tells_bids_apart_only_when_they_are_revealed() -> None:
    state = RULES.new(GAME.about.options(), 2, Chance(seed_from("searched")))
    search = _Playouts(GAME, RULES, RULES.known(state, 1), 1, None, random.Random(1))
    search.run(60, None, lambda: False)
    seen = [key[1:] for key in search._seen]
    assert len([one for one in seen if len(one) == 3]) == 1, "the second to bid sees that the first has bid"
    revealed = [one for one in seen if len(one) > 3]
    assert len({one[1:] for one in revealed}) == len(revealed) > 13, "then both bids are known"


@some_or_all
def test_two_worlds_differ_in_sealed_choices_and_nobody_can_tell(share: float) -> None:
    pairs = many(60, share)
    report = asyncio.run(check(GAME, GAMES, pairs))
    assert report.leak is None, report.leak
    assert report.pairs == pairs
    assert share < WHOLE or not report.hidden.unproven()


def test_a_move_that_is_not_sealed_is_found_as_a_leak(monkeypatch: pytest.MonkeyPatch) -> None:
    def open_to_all(move: Move) -> Move:
        return move

    monkeypatch.setattr("taphouse.schema.game_view.sealed", open_to_all)
    report = asyncio.run(check(GAME, GAMES, 60))
    assert report.leak is not None
