"""Invariants of every game, at every table, in games of random moves."""

from __future__ import annotations

import random
import time
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from taphouse.engine import GAMES as INSTALLED
from taphouse.engine.chance import BLIND, Chance, seed_from
from taphouse.engine.contract import IllegalMove
from taphouse.lab.game_tests import fuzz
from taphouse.lab.game_tests.effort import each, many, thorough
from taphouse.lab.game_tests.invariants import (
    MOST_JUDGED,
    check_blind_moves,
    check_move,
    check_position,
    check_refusals,
    check_step,
    sample,
    told,
)
from taphouse.lab.game_tests.playthroughs import games
from taphouse.lab.game_tests.tables import (
    GAMES,
    GameTerms,
    TablePlayout,
    checks,
    default_table,
    playout,
    tables,
)
from taphouse.schema.graphql.build import Api

SEEDS = tuple(map(str, range(1, 1 + many(1))))
at_every_table = pytest.mark.parametrize("table", tables(), ids=str)


def walk(game: TablePlayout, rng: random.Random, most: int) -> None:
    """Every third position of a game, and from each at most so many of its moves beside the one that was made."""
    table = game.table
    whole = zip(game.before, game.moves, game.events, game.states[1:], strict=True)
    for state, made, events, after in islice(whole, rng.randrange(each(3)), None, each(3)):
        check_position(table, state)
        legal = list(table.rules.moves(state))
        for move in [made, *rng.sample(legal, min(most, len(legal)))]:
            check_move(table.kind, move)
            step = table.rules.apply(state, move, game.chance)
            check_step(table, state, move, step)
            if move == made:
                assert (step.state, step.events) == (after, events), (
                    f"{told(move)} leads elsewhere with the same chance"
                )
        check_refusals(table, state, rng.sample(game.pool, min(4, len(game.pool))), rng)
        if not rng.randrange(3):
            check_blind_moves(table, state, rng)
    check_position(table, game.states[-1])
    check_refusals(table, game.states[-1], game.pool[:20], rng)


@at_every_table
def test_a_random_game_keeps_every_promise_and_ends(table: GameTerms) -> None:
    """In each position, rules, knowledge, previews, refusals and scores agree: everything else is derived from them."""
    for seed in SEEDS:
        walk(playout(table, seed), random.Random(seed), 4)


@settings(deadline=None, max_examples=many(25), suppress_health_check=list(HealthCheck))
@given(data=st.data(), seed=st.integers(0, 2**64))
def test_a_game_from_any_seed_keeps_every_promise_and_ends(data: st.DataObject, seed: int) -> None:
    """The same, with seeds and tables that nobody chose."""
    table = data.draw(st.sampled_from(tables()))
    walk(TablePlayout(table, str(seed), random.Random(seed).choice), random.Random(seed), 2)


@pytest.mark.parametrize("kind", GAMES)
def test_every_listed_move_applies(kind: str) -> None:
    """A client sends back a listed move, and counts on it."""
    for table in tables(kind):
        game = playout(table, "every")
        for state in game.states[:: each(8)]:
            for move in sample(list(table.rules.moves(state)), MOST_JUDGED, random.Random(7)):
                check_move(table.kind, move)
                check_step(table, state, move, table.rules.apply(state, move, game.chance))


@at_every_table
def test_a_game_in_which_nobody_wants_anything_ends(table: GameTerms) -> None:
    """The service makes the first listed move for players who have left."""
    for seed in SEEDS:
        game = TablePlayout(table, seed, lambda legal: legal[0])
        assert table.rules.outcome(game.states[-1]) is not None
        assert len(game.moves) < 2_000, "a game of first moves, as the service makes them, takes too long"


@at_every_table
def test_a_seat_whose_player_has_left_does_not_keep_the_others_from_ending(table: GameTerms) -> None:
    """The service makes its first legal moves, since it has resigned, or its time is over."""
    rng, chance = random.Random(5), playout(table, "1").chance
    state, moves = table.rules.new(table.options, table.seats, chance), 0
    while decision := table.rules.decision(state):
        legal = list(table.rules.moves(state))
        move = legal[0] if decision.seat == 1 else rng.choice(legal)
        state, moves = table.rules.apply(state, move, chance).state, moves + 1
        assert moves < 5_000, "the game does not end while seat 1 makes the first move each time"
    check_position(table, state)


@at_every_table
def test_a_game_that_is_over_takes_no_moves(table: GameTerms) -> None:
    """`apply` refuses as `why_not` says, also after the end."""
    game = playout(table, "1")
    for move in game.pool:
        for chance in (game.chance, BLIND):
            with pytest.raises(IllegalMove) as refused:
                table.rules.apply(game.states[-1], move, chance)
            assert refused.value.refusal == table.rules.why_not(game.states[-1], move), told(move)


@at_every_table
def test_the_same_seed_gives_the_same_game(table: GameTerms) -> None:
    """Records are verified by playing them again."""
    rules, game = table.rules, playout(table, "1")
    assert rules.new(table.options, table.seats, game.chance) == game.states[0], "`new` depends on more than the seed"


@pytest.mark.parametrize("kind", GAMES)
def test_a_game_that_is_dealt_needs_a_seed(kind: str) -> None:
    """A game that deals nothing begins in the same way with every seed, and without one."""
    table = default_table(kind)
    starts = {table.rules.new(table.options, table.seats, Chance(seed_from(str(seed)))) for seed in range(20)}
    if len(starts) == 1:
        assert {table.rules.new(table.options, table.seats, BLIND)} == starts, (
            "without a seed the game begins in another way"
        )
    else:
        with pytest.raises(ValueError, match="seed"):
            table.rules.new(table.options, table.seats, BLIND)


@thorough
@pytest.mark.parametrize("kind", GAMES)
def test_random_games_and_playthroughs_use_every_move_and_tell_every_event(kind: str) -> None:
    """A move or event that no game has is not tested."""
    about = GAMES[kind].about
    missing: set[type] = {*about.moves, *about.events} - checks(kind).out_of_reach
    for game in games(kind, 100):  # as many as it takes for what is rare
        missing -= {type(move) for move in game.moves} | {type(event) for events in game.events for event in events}
        if not missing:
            return
    never = ", ".join(sorted(one.__name__ for one in missing))
    pytest.fail(
        f"The playthroughs and 100 random games at each table never make or tell: {never}. Take it out, or have a "
        "bot or a game that you write reach it, by `endings` of CHECKS."
    )


@thorough
@pytest.mark.parametrize("kind", GAMES)
def test_random_games_with_any_options_break_nothing(kind: str, tmp_path: Path) -> None:
    """The fuzzer finds nothing; `python -m taphouse.lab.game_tests.fuzz` plays any number of games by hand."""
    crashes = fuzz.fuzz(kind, many(8), tmp_path)
    assert not crashes, fuzz.said(crashes)


SLOW = 0.02
"""Seconds of CPU that a move may take at most: to list the moves, make one, and show the table. The games here take 1 ms."""


@pytest.mark.parametrize("kind", GAMES)
def test_a_move_is_fast(kind: str, record_property: Any) -> None:
    """A server plays many games at a time."""
    table = default_table(kind)
    begun, game = time.process_time(), TablePlayout(table, "speed", random.Random("speed").choice)
    for state in game.states:
        table.rules.view(table.rules.known(state, None))
    each_move = (time.process_time() - begun) / len(game.moves)
    record_property(
        "told", f"{GAMES[kind].about.title}: {len(game.moves)} moves, each in {1000 * each_move:.2f} ms of CPU."
    )
    assert each_move < SLOW, f"a move takes {1000 * each_move:.0f} ms of CPU; the most is {1000 * SLOW:.0f} ms"


@pytest.mark.skipif(GAMES.keys() >= {*INSTALLED}, reason="all installed games are tested, and served together")
def test_the_games_can_be_served_beside_the_installed_ones() -> None:
    """Names do not clash, and everything that is public has a description."""
    Api.of(*({**INSTALLED} | GAMES).values(), federated=True)
