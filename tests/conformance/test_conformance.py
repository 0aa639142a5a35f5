"""Invariants of every game, at every table, in games of random moves."""

from __future__ import annotations

import random
from itertools import islice, product

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from taphouse.engine.brew_crafters.events import MarketActionLost
from taphouse.engine.chance import BLIND, Chance, seed_from
from taphouse.engine.contract import IllegalMove
from tests.conformance.conserved import CONSERVED
from tests.conformance.invariants import (
    MOST_JUDGED,
    check_blind_moves,
    check_move,
    check_position,
    check_refusals,
    check_step,
    sample,
)
from tests.conformance.tables import GAMES, Playout, Table, default_table, playout, tables
from tests.effort import each, many
from tests.per_game import check_told

SEEDS = tuple(map(str, range(1, 1 + many(1))))
OUT_OF_REACH = {MarketActionLost}
"""Events that no game with a packaged edition tells, as they have spaces for all; the game's own tests see them."""

at_every_table = pytest.mark.parametrize("table", tables(), ids=str)


def walk(game: Playout, rng: random.Random, most: int) -> None:
    """Every third position of a game, and from each at most so many of its moves beside the one that was made."""
    table = game.table
    whole = zip(game.states, game.moves, game.events, game.states[1:], strict=False)
    for state, made, events, after in islice(whole, rng.randrange(each(3)), None, each(3)):
        check_position(table, state)
        legal = list(table.rules.moves(state))
        for move in [made, *rng.sample(legal, min(most, len(legal)))]:
            check_move(table.kind, move)
            step = table.rules.apply(state, move, game.chance)
            check_step(table, state, move, step)
            if move == made:
                assert (step.state, step.events) == (after, events), "the same move and chance lead elsewhere"
        check_refusals(table, state, rng.sample(game.pool, min(4, len(game.pool))), rng)
        if not rng.randrange(3):
            check_blind_moves(table, state, rng)
    check_position(table, game.states[-1])
    check_refusals(table, game.states[-1], game.pool[:20], rng)


def test_every_game_says_what_it_conserves():
    check_told(CONSERVED, GAMES, CONSERVED.what, CONSERVED.where)


@at_every_table
def test_a_random_game_keeps_every_promise_and_ends(table: Table):
    for seed in SEEDS:
        walk(playout(table, seed), random.Random(seed), 4)


@settings(deadline=None, max_examples=many(25), suppress_health_check=list(HealthCheck))
@given(table=st.sampled_from(tables()), seed=st.integers(0, 2**64))
def test_a_game_from_any_seed_keeps_every_promise_and_ends(table: Table, seed: int):
    walk(Playout(table, str(seed), random.Random(seed).choice), random.Random(seed), 2)


@pytest.mark.parametrize("kind", GAMES)
def test_every_listed_move_applies(kind: str):
    for table in tables(kind):
        game = playout(table, "every")
        for state in game.states[:: each(8)]:
            for move in sample(list(table.rules.moves(state)), MOST_JUDGED, random.Random(7)):
                check_move(table.kind, move)
                check_step(table, state, move, table.rules.apply(state, move, game.chance))


@at_every_table
def test_a_game_in_which_nobody_wants_anything_ends(table: Table):
    for seed in SEEDS:
        game = Playout(table, seed, lambda legal: legal[0])
        assert table.rules.outcome(game.states[-1]) is not None
        assert len(game.moves) < 2_000


@at_every_table
def test_a_seat_that_has_resigned_does_not_keep_the_others_from_ending(table: Table):
    rng, chance = random.Random(5), playout(table, "1").chance
    state, moves = table.rules.new(table.options, table.seats, chance), 0
    while decision := table.rules.decision(state):
        legal = list(table.rules.moves(state))
        move = legal[0] if decision.seat == 1 else rng.choice(legal)
        state, moves = table.rules.apply(state, move, chance).state, moves + 1
        assert moves < 5_000
    check_position(table, state)


@at_every_table
def test_a_game_that_is_over_takes_no_moves(table: Table):
    game = playout(table, "1")
    for move in game.pool:
        for chance in (game.chance, BLIND):
            with pytest.raises(IllegalMove) as refused:
                table.rules.apply(game.states[-1], move, chance)
            assert refused.value.refusal == table.rules.why_not(game.states[-1], move)


@at_every_table
def test_the_same_seed_gives_the_same_game(table: Table):
    rules, game = table.rules, playout(table, "1")
    assert rules.new(table.options, table.seats, game.chance) == game.states[0]


@pytest.mark.parametrize("kind", GAMES)
def test_a_game_is_not_set_up_blindly(kind: str):
    table = default_table(kind)
    with pytest.raises(ValueError, match="seed"):
        table.rules.new(table.options, table.seats, BLIND)


@pytest.mark.parametrize("kind", GAMES)
def test_another_seed_gives_another_game(kind: str):
    table = default_table(kind)
    starts = [table.rules.new(table.options, table.seats, Chance(seed_from(str(seed)))) for seed in range(20)]
    assert any(start != starts[0] for start in starts)


@pytest.mark.parametrize("kind", GAMES)
def test_random_games_use_every_move_and_tell_every_event(kind: str):
    about = GAMES[kind].about
    missing: set[type] = {*about.moves, *about.events} - OUT_OF_REACH
    for seed, table in product(range(1, 101), tables(kind)):  # as many games as it takes for what is rare
        game = playout(table, str(seed))
        missing -= {type(move) for move in game.moves} | {type(event) for events in game.events for event in events}
        if not missing:
            return
    pytest.fail(f"never made or told: {missing}")
